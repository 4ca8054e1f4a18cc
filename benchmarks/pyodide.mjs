/**
 * Runs the works of benchmarks/in_pyodide.py in Pyodide under Node and prints one JSON object: seconds of processor
 * time of each run, by name. Node's own clock is asked, for Pyodide's Python knows the time of day only.
 *
 *     node benchmarks/pyodide.mjs PYODIDE_FOLDER REPOSITORY
 */
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodideFolder, repository] = process.argv.slice(2).map((path) => resolve(path));
const { loadPyodide } = await import(pathToFileURL(join(pyodideFolder, "pyodide.mjs")).href);
const pyodide = await loadPyodide({ indexURL: pyodideFolder });
for (const folder of ["parley", "benchmarks"]) pyodide.mountNodeFS(`/repository/${folder}`, join(repository, folder));
const works = pyodide.runPython(`
import sys
sys.dont_write_bytecode = True
sys.path.insert(0, "/repository")
from benchmarks.in_pyodide import RUNS, works
works()
`);
const runs = pyodide.globals.get("RUNS");

/** @type {Record<string, number[]>} */
const times = {};
for (const name of works.keys()) {
  const work = works.get(name);
  times[name] = Array.from({ length: runs }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  });
}
console.log(JSON.stringify(times));
