#!/bin/sh
# Serves Parley on 127.0.0.1, on port 8000 unless PORT names another. The tests start the server
# with this same script.
#
# Addresses that were asked for are kept out of the log, and so are those of opened sockets, which
# uvicorn writes at level info.
port="${PORT:-8000}"
echo "Serving Parley at http://127.0.0.1:$port/ (Ctrl-C stops it)"
exec "${PYTHON:-.venv/bin/python}" -m uvicorn parleysite.asgi:application \
    --host 127.0.0.1 --port "$port" \
    --no-access-log --no-server-header --log-level warning \
    --lifespan off --timeout-graceful-shutdown 5 \
    --ws websockets-sansio --ws-per-message-deflate false --ws-max-size 4096
