#!/bin/sh
# Prints one line about the first tool that set-up needs and this machine lacks; nothing when all
# are there. The argument is the Python that find_python.sh found.
python="$1"

if [ -z "$python" ]; then
    echo "Parley needs Python 3.11 or newer: install python3 (Debian and Ubuntu: apt-get install python3 python3-venv)"
elif ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    echo "Parley needs Python's venv module: install python3-venv (Debian and Ubuntu: apt-get install python3-venv)"
elif ! command -v node >/dev/null || ! command -v npm >/dev/null; then
    echo "Parley needs npm, which comes with Node.js 18 or newer: install npm (Debian and Ubuntu: apt-get install npm)"
elif ! node -e 'process.exit(parseInt(process.versions.node) < 18 ? 1 : 0)'; then
    echo "Parley needs Node.js 18 or newer, and $(node --version) is here: install a newer nodejs and npm"
fi
