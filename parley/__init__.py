"""Parley: one group decision with private limits, fair by max-min and checkable by anyone.

The engine. It needs the standard library only, runs on Python 3.11 and newer and in the browser,
and does no input or output of its own except in `parley.command`.
"""

__version__ = "0.1.0"
