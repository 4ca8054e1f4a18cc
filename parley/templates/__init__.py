"""Ready decisions to start from: believable tables with typed attributes, nobody's private data."""

import json
from importlib import resources
from typing import Any


def names() -> list[str]:
    """Return the names of all templates, sorted."""
    files = resources.files(__package__).iterdir()
    return sorted(file.name.removesuffix(".json") for file in files if file.name.endswith(".json"))


def load(name: str) -> dict[str, Any]:
    """Return one template: `{"name", "title", "context", "people", "attributes", "options"}`, the
    last four as `parley.agenda.build_agenda` takes them.

    Raises `LookupError` for a name that is not in `names()`.
    """
    if name not in names():
        raise LookupError("There is no template with this name.")
    file = resources.files(__package__) / f"{name}.json"
    return json.loads(file.read_text(encoding="utf-8"))
