"""Makes everything in static/vendor/: the files that start the engine in a browser, and libraries.

    python scripts/build_engine_files.py [--engine FOLDER] [--out FOLDER]

Each file lies beside its brotli and gzip forms, and its name holds its version or a hash of its
content, so that it can be served as unchangeable. `engine.json` lists the engine's files:

    {"loader": {"url", "size"}, "glue": …, "wasm": …, "stdlib": …, "engine": …, "lock": {…},
     "build": …}

`size` counts bytes before compression; `lock` is what Pyodide wants to know about its packages:
that there are none; `build` is a hash of all that makes up an engine, its worker's script included.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import gzip
import hashlib
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import brotli

ROOT = Path(__file__).resolve().parent.parent
NODE_MODULES = ROOT / "node_modules"
URL = "/static/vendor/"
WORKER = ROOT / "static" / "js" / "engine" / "worker.js"


def version(package: str) -> str:
    """The version of an installed npm package."""
    return json.loads((NODE_MODULES / package / "package.json").read_text())["version"]


def put(path: Path, content: bytes) -> Path:
    """Writes a file of the vendor folder unless it is there already."""
    if not path.exists() or path.read_bytes() != content:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        for form in (".br", ".gz"):
            Path(f"{path}{form}").unlink(missing_ok=True)
    return path


def compress(path: Path) -> None:
    """Writes the compressed forms of a file, as small as they get."""
    content = path.read_bytes()
    # The time stamp is left out, so that the same content makes the same bytes.
    replace(Path(f"{path}.gz"), gzip.compress(content, 9, mtime=0))
    replace(Path(f"{path}.br"), brotli.compress(content, quality=11, lgwin=24))


def replace(path: Path, content: bytes) -> None:
    """Writes a file whole or not at all, so that an interrupted set-up leaves nothing half done."""
    unfinished = Path(f"{path}.unfinished")
    unfinished.write_bytes(content)
    unfinished.replace(path)


def compiled_python(engine: Path) -> dict[str, bytes]:
    """The archives of the standard library and of the engine, compiled and tried out."""
    with tempfile.TemporaryDirectory() as folder:
        script = ROOT / "scripts" / "compile_python.mjs"
        command = ["node", str(script), str(NODE_MODULES / "pyodide"), str(engine), folder]
        run = subprocess.run(command, capture_output=True, text=True)
        if run.returncode:
            print(run.stdout + run.stderr, file=sys.stderr)
            raise SystemExit("The engine does not start in Pyodide: see the lines above")
        return {name: (Path(folder) / f"{name}.zip").read_bytes() for name in ("stdlib", "engine")}


def vendor(engine: Path, out: Path) -> None:
    """Fills the vendor folder, the list of the engine's files last."""
    pyodide = NODE_MODULES / "pyodide"
    pyodide_out = out / f"pyodide-{version('pyodide')}"
    parts = {
        name: put(pyodide_out / file, (pyodide / file).read_bytes())
        for name, file in {
            "loader": "pyodide.mjs",
            "glue": "pyodide.asm.mjs",
            "wasm": "pyodide.asm.wasm",
        }.items()
    }
    for name, content in compiled_python(engine).items():
        digest = hashlib.sha256(content).hexdigest()[:16]
        parts[name] = put(out / f"{name}-{digest}.bin", content)

    libraries = put_libraries(out)
    uncompressed = [
        path
        for path in (*parts.values(), *libraries)
        if not Path(f"{path}.br").exists() or not Path(f"{path}.gz").exists()
    ]
    if any(path.stat().st_size > 1_000_000 for path in uncompressed):
        print("Compressing the engine's files (about a minute, only this once) ...", flush=True)
    with concurrent.futures.ProcessPoolExecutor() as pool:
        list(pool.map(compress, uncompressed))

    lock = json.loads((pyodide / "pyodide-lock.json").read_text())
    manifest = {
        name: {"url": URL + path.relative_to(out).as_posix(), "size": path.stat().st_size}
        for name, path in parts.items()
    }
    manifest["lock"] = {"info": lock["info"], "packages": {}}
    manifest["build"] = digest_of([*parts.values(), WORKER])
    replace(out / "engine.json", json.dumps(manifest, indent=2).encode())
    remove_old(out, {*parts.values(), *libraries})


def put_libraries(out: Path) -> list[Path]:
    """What pages load beside the engine: QR codes and Ed25519."""
    lean_qr_out = out / f"lean-qr-{version('lean-qr')}"
    paths = [
        put(lean_qr_out / file, (NODE_MODULES / "lean-qr" / file).read_bytes())
        for file in ("index.mjs", "LICENSE")
    ]
    sodium_out = out / f"libsodium-{version('libsodium-wrappers')}"
    for package in ("libsodium", "libsodium-wrappers"):
        file = NODE_MODULES / package / "dist" / "modules-esm" / f"{package}.mjs"
        # A page without a bundler finds a neighbour by its path, not by its package's name.
        content = file.read_bytes().replace(b'from"libsodium"', b'from"./libsodium.mjs"')
        paths.append(put(sodium_out / file.name, content))
    licence = (NODE_MODULES / "libsodium-wrappers" / "LICENSE").read_bytes()
    return [*paths, put(sodium_out / "LICENSE", licence)]


def digest_of(paths: list[Path]) -> str:
    """One hash of the content of several files."""
    digests = [hashlib.sha256(path.read_bytes()).hexdigest() for path in paths]
    return hashlib.sha256(" ".join(digests).encode()).hexdigest()


def remove_old(out: Path, kept: set[Path]) -> None:
    """Removes what earlier versions left in the vendor folder."""
    current = {out / "engine.json", *kept}
    current |= {Path(f"{path}{form}") for path in kept for form in (".br", ".gz")}
    for path in sorted(out.rglob("*"), reverse=True):
        if path.is_file() and path not in current:
            path.unlink()
        elif path.is_dir() and not any(path.iterdir()):
            path.rmdir()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--engine", type=Path, default=ROOT / "parley")
    parser.add_argument("--out", type=Path, default=ROOT / "static" / "vendor")
    options = parser.parse_args()
    print("Compiling the engine for the browser (about ten seconds) ...", flush=True)
    vendor(options.engine, options.out)


if __name__ == "__main__":
    main()
