"""The command for phones that press faster than hands can: for its budgets each press is a quarter of an hour later."""

from __future__ import annotations

import itertools
import sys

from companion.__main__ import main
from companion.budgets import Budgets

COMMAND = (sys.executable, "-m", "tests.hasty")

if __name__ == "__main__":
    Budgets.__init__.__defaults__ = (itertools.count(0, 900).__next__,)
    sys.exit(main())
