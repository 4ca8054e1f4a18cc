"""`python -m parley`, the same as `parley`."""

import sys

from parley.command import main

sys.exit(main())
