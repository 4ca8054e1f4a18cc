"""In place of Pyodide's, which unpacks packages from elsewhere: there are none."""

# Empty, and not used. See webloop.py.
from pyodide_js import loadedPackages  # noqa: F401


class Folder:
    """A folder that stays empty. Pyodide asks for its name, as of a path."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __str__(self) -> str:
        return self.name


SITE_PACKAGES = Folder("/lib/site-packages")
DSO_DIR = Folder("/usr/lib")


def init_loaded_packages() -> None:
    """Take note of what is installed: nothing."""
