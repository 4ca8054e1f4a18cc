#!/bin/sh
# Serves Parley on 127.0.0.1, on port 8000 unless PORT names another. The tests start the server
# with this same script.
#
# No access log: an address that was asked for says who looked at what, and when.
port="${PORT:-8000}"
echo "Parley is at http://127.0.0.1:$port/ (Ctrl-C stops it)"
exec "${PYTHON:-.venv/bin/python}" -m uvicorn parleysite.asgi:application \
    --host 127.0.0.1 --port "$port" \
    --no-access-log --no-server-header --log-level warning \
    --lifespan off --timeout-graceful-shutdown 3 \
    --ws websockets-sansio --ws-per-message-deflate false --ws-max-size 16384
