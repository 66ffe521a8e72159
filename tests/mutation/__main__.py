"""How many small changes to what guards people, rules and the log do the tests notice? By hand, it takes a while:

    .venv/bin/pip install -e '.[test,mutation]' && .venv/bin/python -m tests.mutation

`--sample 60` tries as many of each module, always the same ones; paths try these modules alone, `--left` only what
nothing has noticed yet. It fails when less than 95 % of a module's mutants are noticed, or when one is not that
`survivors.txt` does not name with its reason.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import os
import random
import sys
from pathlib import Path

from hypothesis import HealthCheck, Phase, settings

from tests.mutation.mutants import Mutant, mutants
from tests.mutation.run import ROOT, Run

GUARDS = (
    "secrecy.py", "seen.py", "told.py", "fold.py", "table.py", "keeper.py", "moves/*.py", "web/guard.py",
    "web/visit.py", "web/pressing.py", "web/message.py", "web/tables.py", "games/*/rules.py", "trust.py",
    "doorstep.py", "budgets.py", "reveals.py", "ballots.py",
)  # fmt: skip
LOADED = ("flask", "gevent.lock", "gevent.pool", "gevent.pywsgi", "msgspec", "segno", "sqlite3")
"""Loaded once, not by each that imports our own anew."""
MEANT = 95


def main() -> int:
    os.chdir(ROOT)
    asked = argparse.ArgumentParser(prog="python -m tests.mutation")
    asked.add_argument("modules", nargs="*", type=Path)
    asked.add_argument("--sample", type=int, help="as many of each module")
    asked.add_argument("--left", action="store_true", help="what nothing has noticed yet")
    asked.add_argument("--patience", type=float, default=10.0, help="seconds of computing for each")
    asked.add_argument("--tests", nargs="*", default=["tests"], help="by these alone")
    args = asked.parse_args()
    modules = args.modules or [path for glob in GUARDS for path in sorted(Path("companion").glob(glob))]
    trees = {path: ast.parse(path.read_text()) for path in modules}
    chosen = {path: sampled(mutants(path, tree), args.sample) for path, tree in trees.items()}
    # Worked examples and a few drawn ones, the same each time: enough to notice, and nothing is made small.
    settings.register_profile(
        "mutants", max_examples=15, derandomize=True, database=None, deadline=None,
        phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    settings.load_profile("mutants")
    for name in LOADED:
        importlib.import_module(name)
    run = Run([one for some in chosen.values() for one in some], trees, args.tests, args.patience, left=args.left)
    run.forked(run.in_place)
    run.on_import()
    return report(chosen, run.noticed())


def sampled(found: list[Mutant], most: int | None) -> list[Mutant]:
    kept = random.Random(len(found)).sample(range(len(found)), min(len(found), most or len(found)))
    return [found[n] for n in sorted(kept)]


def report(chosen: dict[Path, list[Mutant]], noticed: dict[str, str]) -> int:
    """Print how many were noticed of each module, and who was not and has no reason; 1 where that is too few."""
    lines = (ROOT / "tests/mutation/survivors.txt").read_text().splitlines()
    reasons, failed = dict(line.split("  # ", 1) for line in lines if "  # " in line), False
    for path, some in chosen.items():
        left = [one.name for one in some if not noticed.get(one.name)]
        unnamed = [name for name in left if name not in reasons]
        print(f"{path}: {share(len(some), len(left))}; {len(unnamed)} of the others without a reason")
        for name in unnamed:
            print(f"    {name}")
        failed = failed or bool(unnamed) or 100 * (len(some) - len(left)) < MEANT * len(some)
    every = [one.name for some in chosen.values() for one in some]
    print(f"in all {share(len(every), sum(not noticed.get(name) for name in every))}")
    return int(failed)


def share(tried: int, left: int) -> str:
    return f"{tried - left} of {tried} noticed, {100 * (tried - left) / (tried or 1):.1f} %"


if __name__ == "__main__":
    sys.exit(main())
