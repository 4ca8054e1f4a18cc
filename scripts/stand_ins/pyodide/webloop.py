"""In place of Pyodide's, which makes promises of JavaScript into futures of Python."""

# Nothing uses it. A snapshot is made only where Python holds what Pyodide expects it to hold.
from pyodide_js._api import scheduleCallback  # noqa: F401


def _initialize_event_loop() -> None:
    """There is none: the engine's calls answer at once."""
