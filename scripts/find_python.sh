#!/bin/sh
# Prints the first Python that can run Parley (3.11 or newer); nothing when there is none.
# PYTHON3=/path/to/python3 names one to try first.
for candidate in "$PYTHON3" python3 python3.14 python3.13 python3.12 python3.11 python; do
    [ -n "$candidate" ] || continue
    if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        "$candidate" -c 'import sys; print(sys.executable)'
        exit 0
    fi
done
