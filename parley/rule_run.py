"""Runs one rule in Python that somebody pasted. Only ever inside the browser's isolation.

    option["rent"] <= 700

    def acceptable(option):
        return option["rent"] <= 700 or option["balcony"]

The code may do whatever Python can: this module protects nothing. What protects is where it runs
(static/js/rules/): an opaque origin without network or storage, one for each rule, which knows the
rule and the public options and is stopped when it takes too long. The engine that reads private
sheets (`parley.bridge`) never imports this module.
"""

import ast
import json
import textwrap
from collections.abc import Callable
from typing import Any

from parley.python_rules import CROSSED, ERROR, PASSED
from parley.visible import visible

FUNCTION = "acceptable"
MAX_ERROR_LENGTH = 200

_FILE = "<rule>"


class RuleShapeError(ValueError):
    """The code is neither one expression nor defines the function."""


def call(name: str, text: str) -> str:
    """Answer the page, as `parley.bridge.call` does: `run` with `{"code", "options"}`, both texts,
    is answered by `{"ok": run_rule(...)}`."""
    if name != "run":
        return json.dumps({"error": {"code": "unknown-call", "message": "Only rules run here."}})
    return json.dumps({"ok": run_rule(**json.loads(text))})


def run_rule(code: str, options: str) -> dict[str, list[str | None]]:
    """Run a rule on every option of a JSON list; return `{"results", "errors"}`, one for each.

    `code` is an expression over `option`, or statements that define `acceptable(option)`. A result
    is `"passed"` for the literal `True` alone, `"crossed"` for any other value, `"error"` where
    something was raised; the error is then its type and message (at most about 200 characters, no
    hidden ones) and the line, else None. Each option is a fresh copy in a fresh namespace, so that
    no option's result hangs on those before it.

    Not guaranteed: that it returns, or that what it returns is not of the rule's own making.
    """
    count = len(json.loads(options))
    results: list[str] = []
    errors: list[str | None] = []
    try:
        rule = compile_rule(code)
    except BaseException as fault:
        return {"results": [ERROR] * count, "errors": [_said(fault)] * count}
    for index in range(count):
        option = json.loads(options)[index]
        try:
            results.append(PASSED if rule(option) is True else CROSSED)
            errors.append(None)
        except BaseException as fault:
            results.append(ERROR)
            errors.append(_said(fault))
    return {"results": results, "errors": errors}


def compile_rule(code: str) -> Callable[[Any], Any]:
    """Return what says the rule's value for an option.

    Raises what compiling raises, and `RuleShapeError`.
    """
    tree = ast.parse(textwrap.dedent(code), _FILE)
    if len(tree.body) == 1 and isinstance(tree.body[0], ast.Expr):
        expression = compile(ast.Expression(tree.body[0].value), _FILE, "eval", dont_inherit=True)
        return lambda option: eval(expression, {"__name__": "rule", "option": option})
    if not any(isinstance(part, ast.FunctionDef) and part.name == FUNCTION for part in tree.body):
        raise RuleShapeError(f"write one expression, or define {FUNCTION}(option)")
    module = compile(tree, _FILE, "exec", dont_inherit=True)

    def run(option: Any) -> Any:
        names: dict[str, Any] = {"__name__": "rule"}
        exec(module, names)
        return names[FUNCTION](option)

    return run


def _said(fault: BaseException) -> str:
    # Its class, its message and its trace may be of the rule's own making, and raise once more.
    try:
        kind, message, line = type(fault).__name__, str(fault), _line(fault)
    except BaseException:
        kind, message, line = type(fault).__qualname__, "", None
    said = visible(kind, 80)
    if message:
        said += f": {visible(message, MAX_ERROR_LENGTH)}"
    return said if line is None else f"{said} (line {line})"


def _line(fault: BaseException) -> int | None:
    """The line of the rule in which something was raised."""
    line, trace = None, fault.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == _FILE:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line
