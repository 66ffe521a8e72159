"""The command as the tests know it: with the example among its games."""

from __future__ import annotations

import sys

from companion.__main__ import main

COMMAND = (sys.executable, "-m", "tests.served")

if __name__ == "__main__":
    sys.exit(main())
