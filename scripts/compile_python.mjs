/**
 * Compiles the standard library and the engine for the browser, then starts what came out and
 * imports every module of the engine, so that a module that is missing there fails here, and so does a snapshot that
 * browsers could not make.
 *
 *     node scripts/compile_python.mjs PYODIDE_FOLDER ENGINE_FOLDER OUT_FOLDER
 *
 * Writes OUT_FOLDER/stdlib.zip and OUT_FOLDER/engine.zip.
 */
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const [pyodideFolder, engineFolder, outFolder] = process.argv.slice(2).map((path) => resolve(path));
const { loadPyodide } = await import(pathToFileURL(join(pyodideFolder, "pyodide.mjs")).href);
const script = readFileSync(new URL("compile_python.py", import.meta.url), "utf8");

const standIns = fileURLToPath(new URL("stand_ins", import.meta.url));

/**
 * @param {string} folder
 * @param {string} parent the folder that the paths begin below
 * @returns {Record<string, Uint8Array>} its Python files, by path
 */
function sources(folder, parent) {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const paths = names.filter((name) => name.endsWith(".py")).map((name) => join(folder, name)).sort();
  return Object.fromEntries(
    paths.map((path) => [relative(parent, path).split(sep).join("/"), new Uint8Array(readFileSync(path))]),
  );
}

async function compiler() {
  const pyodide = await loadPyodide({ indexURL: pyodideFolder });
  const stdlib = pyodide.runPython("import sys; next(path for path in sys.path if path.endswith('.zip'))");
  pyodide.globals.set("stdlib", stdlib);
  pyodide.globals.set("started_with", pyodide.runPython(`
{name for name, module in sys.modules.items() if (getattr(module, "__file__", None) or "").startswith(stdlib)}
`));
  pyodide.runPython(script);
  pyodide.globals.set("stand_ins", pyodide.toPy(sources(standIns, standIns)));
  pyodide.globals.set("engine", pyodide.toPy(sources(engineFolder, resolve(engineFolder, ".."))));
  pyodide.runPython(`
def as_bytes(files):
    return {path: bytes(source) for path, source in files.items()}

made = compile_all(stdlib, as_bytes(stand_ins), started_with, as_bytes(engine))
`);
  return pyodide;
}

/** @param {any} pyodide @param {"stdlib" | "engine"} name */
function write(pyodide, name) {
  writeFileSync(join(outFolder, `${name}.zip`), pyodide.runPython(`made["${name}"]`).toJs());
}

/**
 * Starts the two archives, imports every module, and makes a snapshot.
 * @param {string[]} modules
 * @returns {Promise<string[]>} the names of all modules that are loaded then
 */
async function check(modules) {
  const pyodide = await loadPyodide({
    indexURL: pyodideFolder, stdLibURL: join(outFolder, "stdlib.zip"), _makeSnapshot: true,
  });
  pyodide.FS.writeFile("/lib/parley.zip", readFileSync(join(outFolder, "engine.zip")));
  pyodide.globals.set("modules", pyodide.toPy(modules));
  const answer = pyodide.runPython(`
import importlib, sys
sys.path.insert(0, "/lib/parley.zip")
for module in modules:
    importlib.import_module(module)
import parley.bridge
parley.bridge.call("no such call", "{}")
`);
  if (!("error" in JSON.parse(answer))) throw new Error(`parley.bridge answered an unknown call with ${answer}`);
  const loaded = pyodide.runPython("sorted(sys.modules)").toJs();
  // Throws where Python holds anything that a snapshot cannot bring back.
  pyodide.makeMemorySnapshot();
  return loaded;
}

try {
  const pyodide = await compiler();
  const modules = pyodide.runPython(`made["modules"]`).toJs();
  if (!modules.includes("parley.bridge")) throw new Error(`there is no parley.bridge in ${engineFolder}`);
  write(pyodide, "stdlib");
  write(pyodide, "engine");
  pyodide.globals.set("loaded", pyodide.toPy(await check(modules)));
  pyodide.runPython(`made["stdlib"] = only_loaded(made["stdlib"], set(loaded))`);
  write(pyodide, "stdlib");
  await check(modules);
} catch (error) {
  // Left to itself, node prints the line it happened in, and all of Pyodide is one line.
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
