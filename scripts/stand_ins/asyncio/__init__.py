"""In place of Python's: Pyodide imports it at its start, and no engine waits for anything.

The whole one brings sockets, TLS, threads and other processes with it.
"""
