"""The command as the tests know it: with the example among its games, and tables for all of them from one address."""

from __future__ import annotations

import sys

from companion.__main__ import main
from companion.budgets import Budgets

COMMAND = (sys.executable, "-m", "tests.served")

if __name__ == "__main__":
    Budgets.open = lambda *_, **__: True  # type: ignore[method-assign]
    sys.exit(main())
