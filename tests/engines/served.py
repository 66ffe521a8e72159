"""The command with chance from a seed, so that an evening goes the same way each time, and for phones that press faster
than hands can."""

from __future__ import annotations

import itertools
import os
import random
import sys
from types import SimpleNamespace

from companion import chance
from companion.__main__ import main
from companion.budgets import Budgets

COMMAND = (sys.executable, "-m", "tests.engines.served")

if __name__ == "__main__":
    vars(chance)["secrets"] = SimpleNamespace(randbelow=random.Random(os.environ["SEED"]).randrange)
    Budgets.__init__.__defaults__ = (itertools.count(0, 900).__next__,)
    sys.exit(main())
