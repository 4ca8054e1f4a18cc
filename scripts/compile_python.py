"""Runs inside Pyodide at set-up: picks and compiles the Python that the engine needs.

Parsing source text is most of what starting Python in a browser costs. So what is served is
bytecode, compiled by the very Python that will run it, and only of the modules that are needed:

- of the standard library: what Pyodide itself imports while it starts, what the engine imports,
  and what those import in turn;
- of the engine: `parley.bridge`, the border that the worker calls, `parley.rule_run`, which another
  worker calls for each pasted rule, and what they import.

What Pyodide imports and the engine never uses, and what would bring much with it, has a stand-in in
`stand_ins/`: networking, packages from elsewhere.

`compile_all(stdlib_zip, stand_ins, started_with, engine_files)` gives the two archives.
compile_python.mjs starts them, imports every module, and gives `only_loaded` the names of what that
loaded: what no start ever loads, such as the Python form of a module that is there in C, is then
left out.
"""

from __future__ import annotations

import _imp
import ast
import importlib.util
import io
import marshal
import sys
import zipfile
from collections.abc import Iterator
from types import CodeType

ENTRIES = {"parley.bridge", "parley.rule_run"}

# What the modules below import only inside functions, in cases that the engine meets: text in
# another encoding, a date parsed by a format, an error that is formatted. And what only a rule
# would ask for: random numbers, the largest of many, names that fit a pattern.
ALSO = (
    "_strptime",
    "contextvars",
    "encodings.ascii",
    "encodings.idna",
    "encodings.latin_1",
    "encodings.utf_16",
    "encodings.utf_8_sig",
    "fnmatch",
    "heapq",
    "linecache",
    "random",
    "string",
    "textwrap",
    "traceback",
)

# The same two under the names by which Python itself loads them are frozen into it.
BUILT_IN = frozenset({"importlib._bootstrap", "importlib._bootstrap_external"})

# Never needed by the engine, and some of it is what hostile code would look for: ways to
# native memory, to other processes, to the network, and interactive tools. There are no threads.
NEVER = frozenset(
    """
    _pyrepl antigravity argparse bdb cmd code concurrent ctypes curses doctest ftplib getpass
    gettext http idlelib imaplib mailbox multiprocessing optparse pdb poplib pydoc readline
    rlcompleter smtplib socketserver sqlite3 test tkinter unittest urllib webbrowser wsgiref xml
    xmlrpc
    """.split()
)


class Library:
    """The source of the modules in one archive or folder, by module name."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self.paths: dict[str, str] = {}
        self.sources: dict[str, bytes] = {}
        for path, source in files.items():
            if not path.endswith(".py"):
                continue
            parts = path.removesuffix(".py").split("/")
            if parts[-1] == "__init__":
                parts.pop()
            if all(part.isidentifier() for part in parts):
                self.paths[".".join(parts)] = path
                self.sources[".".join(parts)] = source

    def imports(self, module: str, *, inside_functions: bool) -> Iterator[str]:
        """The names of everything that a module's source imports, packages above it included."""
        tree = ast.parse(self.sources[module])
        is_package = self.paths[module].endswith("__init__.py")
        package = module if is_package else module.rpartition(".")[0]
        for node in walk(tree, inside_functions):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    yield alias.name
            elif isinstance(node, ast.ImportFrom):
                name = node.module or ""
                if node.level:
                    name = importlib.util.resolve_name("." * node.level + name, package)
                yield name
                # `from package import name` may mean the package's module of that name.
                for alias in node.names:
                    yield f"{name}.{alias.name}"

    def closure(self, roots: set[str], *, inside_functions: bool) -> set[str]:
        """The modules here that are reached from the roots; other names are left out."""
        found: set[str] = set()
        waiting = list(roots)
        while waiting:
            name = waiting.pop()
            if parent := name.rpartition(".")[0]:
                waiting.append(parent)
            if name in found or name not in self.sources or name.split(".")[0] in NEVER:
                continue
            found.add(name)
            waiting.extend(self.imports(name, inside_functions=inside_functions))
        return found

    def archive(self, modules: set[str], *, optimize: int) -> bytes:
        """An archive of the compiled modules, the same bytes for the same sources.

        It is stored, not deflated: it travels compressed as a whole, which is smaller, and
        opens faster.
        """
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
            for module in sorted(modules):
                path, source = self.paths[module], self.sources[module]
                entry = zipfile.ZipInfo(path + "c")
                archive.writestr(entry, compiled(source, path, optimize))
        return out.getvalue()


def walk(tree: ast.AST, inside_functions: bool) -> Iterator[ast.AST]:
    """Every node of the tree; without the bodies of functions where they are not asked for."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        if inside_functions or not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            waiting.extend(ast.iter_child_nodes(node))


def compiled(source: bytes, path: str, optimize: int) -> bytes:
    """The content of a .pyc file that is used without comparing it to a source (PEP 552).

    It is without line numbers, which are a third of what would travel: a trace names the file and
    the function alone.
    """
    code = without_lines(compile(source, path, "exec", dont_inherit=True, optimize=optimize))
    unchecked_hash = (1).to_bytes(4, "little")
    return (
        importlib.util.MAGIC_NUMBER
        + unchecked_hash
        + importlib.util.source_hash(source)
        + marshal.dumps(code)
    )


def without_lines(code: CodeType) -> CodeType:
    """The same code, in which no instruction says from which line it comes.

    In the table of lines, 0xF8 and a number up to 7 say that one to eight units of two bytes have
    no location (Objects/locations.md of CPython). An empty table would break `traceback`.
    """
    full, rest = divmod(len(code.co_code) // 2, 8)
    return code.replace(
        co_linetable=b"\xff" * full + (bytes([0xF8 | rest - 1]) if rest else b""),
        co_consts=tuple(
            without_lines(constant) if isinstance(constant, CodeType) else constant
            for constant in code.co_consts
        ),
    )


def loaded_from(archive: str) -> set[str]:
    """The modules of an archive that are loaded by now."""
    return {
        name
        for name, module in sys.modules.items()
        if (getattr(module, "__file__", None) or "").startswith(archive + "/")
    }


def only_loaded(stdlib: bytes, loaded: set[str]) -> bytes:
    """The archive of the standard library without the modules that are not loaded."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(stdlib)) as whole, zipfile.ZipFile(out, "w") as archive:
        for entry in whole.infolist():
            module = entry.filename.removesuffix(".pyc").removesuffix("/__init__")
            if module.replace("/", ".") in loaded:
                archive.writestr(zipfile.ZipInfo(entry.filename), whole.read(entry))
    return out.getvalue()


def compile_all(
    stdlib_zip: str,
    stand_ins: dict[str, bytes],
    started_with: set[str],
    engine_files: dict[str, bytes],
) -> dict[str, bytes]:
    """The two archives, `stdlib` and `engine`.

    `stdlib_zip` is the path of Pyodide's own archive, `stand_ins` are sources by path that replace
    what is there, `started_with` the modules of it that were loaded when Pyodide had started,
    `engine_files` the engine's sources by path.
    """
    with zipfile.ZipFile(stdlib_zip) as archive:
        shipped_files = {name: archive.read(name) for name in archive.namelist()}
    if unknown := stand_ins.keys() - shipped_files.keys():
        raise ValueError(f"There is nothing to stand in for: {', '.join(sorted(unknown))}")
    stdlib = Library(shipped_files | stand_ins)
    engine = Library(engine_files)
    shipped = engine.closure(ENTRIES, inside_functions=True)
    wanted = {name for module in shipped for name in engine.imports(module, inside_functions=True)}
    imported = stdlib.closure(wanted | set(ALSO), inside_functions=False)
    needed = (started_with & stdlib.sources.keys()) | imported
    # Python carries these within itself, and never looks for them in an archive.
    needed = {name for name in needed if not _imp.is_frozen(name)} - BUILT_IN
    return {
        "stdlib": stdlib.archive(needed, optimize=2),
        "engine": engine.archive(shipped, optimize=2),
        "modules": sorted(shipped | set(ALSO) | (wanted & imported)),
    }
