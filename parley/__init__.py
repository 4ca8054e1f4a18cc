"""Parley: one group decision with private limits, fair by max-min and checkable by anyone.

The engine. It needs the standard library only, runs on Python 3.11 and newer and in the browser,
and touches no file, network or terminal outside of `parley.command` and `parley.net`, except to
load a recipe from the path it is given (`parley.spec`) and to ask the model at the address it is
given (`parley.elicit.http_elicitor`).
"""

__version__ = "0.1.0"
