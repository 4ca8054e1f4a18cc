#!/bin/sh
# Serves Parley on 127.0.0.1, on port 8000 unless PORT names another. The tests start the server
# with this same script.
#
# Addresses that were asked for are kept out of the log, and so are those of opened sockets, which
# uvicorn writes at level info.
port="${PORT:-8000}"
python="${PYTHON:-.venv/bin/python}"

"$python" - "$port" <<'END' || exit 1
import socket, sys
try:
    socket.create_server(("127.0.0.1", int(sys.argv[1]))).close()
except OSError:
    sys.exit(f"Port {sys.argv[1]} is in use: stop what listens there, or choose another: make run PORT=8001")
END
echo "Serving Parley at http://127.0.0.1:$port/ (Ctrl-C stops it)"
exec "$python" -m uvicorn parleysite.asgi:application \
    --host 127.0.0.1 --port "$port" \
    --no-access-log --no-server-header --log-level warning \
    --lifespan off --timeout-graceful-shutdown 5 \
    --ws websockets-sansio --ws-per-message-deflate false --ws-max-size 4096
