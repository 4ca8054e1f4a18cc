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
from collections.abc import Callable, Generator, Iterator
from typing import Any

from parley.python_rules import CROSSED, ERROR, PASSED
from parley.visible import visible

FUNCTION = "acceptable"
MAX_ERROR_LENGTH = 200
MAX_KIND_LENGTH = 80

# As static/js/engine/worker.js has them.
AT = "at "
MOST_STEPS = 1000

_FILE = "<rule>"

_Steps = Generator[None, None, dict[str, list[str | None]]]

_running: Iterator[str] | None = None


class RuleShapeError(ValueError):
    """The code is neither one expression nor defines the function."""


def call(name: str, text: str) -> str:
    """Answer the page, as `parley.bridge.call` does: `run` with `{"code", "options"}`, both texts,
    is answered by `{"ok": run_rule(...)}`.

    Before each of the first options it is answered by `"at "` and the option's index instead, and
    goes on when `next` is called: so it is known on which option a rule never ends.
    """
    global _running
    if name == "run":
        _running = _answers(**json.loads(text))
    elif name != "next" or _running is None:
        return json.dumps({"error": {"code": "unknown-call", "message": "Only rules run here."}})
    return next(_running)


def _answers(code: str, options: str) -> Iterator[str]:
    steps = _steps(code, options)
    for index in range(MOST_STEPS):
        try:
            next(steps)
        except StopIteration as end:
            yield json.dumps({"ok": end.value})
            return
        yield f"{AT}{index}"
    yield json.dumps({"ok": _end(steps)})


def run_rule(code: str, options: str) -> dict[str, list[str | None]]:
    """Run a rule on every option of a JSON list; return `{"results", "errors", "gave"}`, one for
    each.

    `code` is an expression over `option`, or statements that define `acceptable(option)`. A result
    is `"passed"` for the literal `True` alone, `"crossed"` for any other value, `"error"` where
    something was raised; the error is then its type and message (at most about 200 characters, no
    hidden ones) and the line, else None. `gave` is the type of a value that is neither True nor
    False, else None. Each option is a fresh copy in a fresh namespace, so that no option's result
    hangs on those before it.

    Not guaranteed: that it returns, or that what it returns is not of the rule's own making.
    """
    return _end(_steps(code, options))


def _end(steps: _Steps) -> dict[str, list[str | None]]:
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


def _steps(code: str, options: str) -> _Steps:
    """What `run_rule` does, stopping before each option."""
    count = len(json.loads(options))
    results: list[str | None] = []
    errors: list[str | None] = []
    gave: list[str | None] = []
    try:
        rule = compile_rule(code)
    except BaseException as fault:
        said = _said(fault)
        return {"results": [ERROR] * count, "errors": [said] * count, "gave": [None] * count}
    for index in range(count):
        yield
        option = json.loads(options)[index]
        result, error, kind = ERROR, None, None
        try:
            value = rule(option)
            result = PASSED if value is True else CROSSED
            if value is not True and value is not False:
                kind = visible(type(value).__name__, MAX_KIND_LENGTH)
        except BaseException as fault:
            result, error = ERROR, _said(fault)
        results.append(result)
        errors.append(error)
        gave.append(kind)
    return {"results": results, "errors": errors, "gave": gave}


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
        if type(fault) is ModuleNotFoundError and type(fault.name) is str:
            # Python's own words tell of how its parts were taken away.
            message = f"there is no module {fault.name} here"
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
