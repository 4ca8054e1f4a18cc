"""The process of `parley`, started by its name or as `python -m parley`."""

import signal
import sys


def main() -> int:
    """Run the command with the arguments of the process and return its exit code."""
    _end_when_interrupted()
    from parley.command import main as run

    try:
        return run()
    finally:
        _end_when_interrupted()


def _end_when_interrupted() -> None:
    # While modules are read, and at the very end, nothing is there to say a word about Ctrl-C. A
    # process that was started deaf to it stays so.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


if __name__ == "__main__":
    sys.exit(main())
