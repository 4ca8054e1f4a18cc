"""Who may import whom among the four packages, held by reading their sources."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

MAY_IMPORT = {
    "parley": set(),
    "receipts": {"parley"},
    "negotiation": {"parley", "receipts"},
    "parleysite": {"parley", "receipts", "negotiation"},
}
OURS = {*MAY_IMPORT, "tests", "scripts"}


def imported_names(source, package):
    """Every module that a source text imports anywhere in it, relative imports made absolute."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parents = package.split(".")[: len(package.split(".")) - node.level + 1]
            base = ".".join(parents) if node.level else ""
            yield ".".join(part for part in (base, node.module or "") if part)
        elif is_import_call(node):
            yield node.args[0].value


def is_import_call(node):
    """Whether a node is `import_module("x")` or `__import__("x")`."""
    if not isinstance(node, ast.Call) or not node.args:
        return False
    function = node.func
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    first = node.args[0]
    return (
        name in ("import_module", "__import__")
        and isinstance(first, ast.Constant)
        and isinstance(first.value, str)
    )


def violations(root):
    """What in the four packages under `root` imports what it may not, as readable lines."""
    found = []
    for house, allowed in MAY_IMPORT.items():
        for path in sorted((root / house).rglob("*.py")):
            relative = path.relative_to(root)
            package = ".".join(relative.parent.parts)
            for name in imported_names(path.read_text(encoding="utf-8"), package):
                top = name.partition(".")[0]
                if top in OURS and top != house and top not in allowed:
                    found.append(f"{relative.as_posix()} imports {name}")
    return found


def test_imports_follow_the_map():
    assert violations(ROOT) == []


def test_the_houses_are_there_to_be_checked():
    for house in MAY_IMPORT:
        assert list((ROOT / house).rglob("*.py")), house


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("parley/a.py", "import receipts"),
        ("parley/a.py", "import receipts.services as services"),
        ("parley/a.py", "from negotiation.models import Seat"),
        ("parley/net/a.py", "def late():\n    from parleysite import settings"),
        ("parley/a.py", "import os, tests.vectors"),
        ("parley/a.py", "import importlib\nimportlib.import_module('negotiation')"),
        ("parley/a.py", "__import__('receipts')"),
        ("receipts/a.py", "try:\n    import negotiation\nexcept ImportError:\n    pass"),
        ("receipts/a.py", "from parleysite.urls import urlpatterns"),
        ("negotiation/migrations/a.py", "import parleysite.settings"),
        ("parleysite/a.py", "import scripts.tool"),
        ("parley/deep/er/a.py", "from ....receipts import services"),
    ],
)
def test_a_violation_is_found(tmp_path, path, source):
    file = tmp_path / path
    file.parent.mkdir(parents=True)
    file.write_text(source)
    assert [line.partition(" ")[0] for line in violations(tmp_path)] == [path]


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("parley/a.py", "import json\nfrom parley.canonical import same"),
        ("parley/net/a.py", "from . import identity\nfrom ..canonical import same"),
        ("receipts/a.py", "from parley.receipt import verify"),
        ("negotiation/a.py", "import receipts.services, parley, django"),
        ("negotiation/a.py", "'import parleysite'  # import parleysite"),
        ("parleysite/a.py", "import negotiation, receipts, parley"),
        ("tests/a.py", "import parley, negotiation, parleysite"),
    ],
)
def test_what_the_map_allows_is_no_violation(tmp_path, path, source):
    file = tmp_path / path
    file.parent.mkdir(parents=True)
    file.write_text(source)
    assert violations(tmp_path) == []
