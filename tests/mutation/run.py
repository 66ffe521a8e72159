"""Each mutant tried in a fork of a process that has everything loaded: a changed function gets its new code in place,
and meets the tests that run the changed lines, the quickest and most different first; what runs on import is imported
anew."""

from __future__ import annotations

import ast
import gc
import hashlib
import importlib
import json
import os
import pickle
import re
import resource
import signal
import sys
import tempfile
import time
import traceback
import types
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from importlib.machinery import SourceFileLoader
from itertools import accumulate, zip_longest
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol

from tests.mutation.mutants import Mutant, names_at

ROOT = Path(__file__).parents[2]
NOT_TRIED = (
    "bench", "browser", "mutation", "test_crowding.py", "test_damage.py", "test_fuzz.py", "test_imports.py",
    "test_kill.py", "test_launch.py", "test_nginx.py", "test_network.py", "test_package.py", "test_readme.py",
)  # fmt: skip
"""Tests that start browsers and servers, or that look at no behaviour: they would notice more, but not in time."""
LONGEST = 3.0
"""Seconds of computing, watched, after which a test is left out."""
SERVERS = {"served", "postgres"}
"""What tests ask for that start one."""
FOLDER = Path(tempfile.gettempdir()) / "companion-mutation"
PLAIN = (
    "-q", "-s", "-p", "no:cacheprovider", "-p", "no:xdist", "--assert=plain", "--tb=native",
    f"--basetemp={FOLDER / 'files'}", "-o", "tmp_path_retention_policy=none",
)  # fmt: skip
Traced = dict[str, tuple[str, float, dict[str, set[int]]]]
"""By test: the state of its file, the seconds it takes, and the lines that it runs, by file."""


class Run:
    """A run over `chosen` mutants. What it learns is kept in the system's folder for what passes, so that the next is
    quick: which tests run which lines, and which noticed what."""

    def __init__(
        self,
        chosen: Sequence[Mutant],
        trees: dict[Path, ast.Module],
        tests: Sequence[str],
        patience: float,
        *,
        left: bool,
    ) -> None:
        self.trees, self.tests, self.patience = trees, tests, patience
        FOLDER.mkdir(exist_ok=True)
        self._traced, self._noticed = FOLDER / "traced", FOLDER / "noticed"
        self._noticed.touch()
        self.known = self.noticed()
        self.chosen = [one for one in chosen if not (left and self.known.get(one.name))]
        self.untried: list[Mutant] = []

    def noticed(self) -> dict[str, str]:
        """By mutant the test that noticed it, "" where none did."""
        return dict(json.loads(line) for line in self._noticed.read_text().splitlines())

    def note(self, mutant: Mutant, by: str) -> None:
        self.known[mutant.name] = by
        with self._noticed.open("a") as file:
            file.write(json.dumps([mutant.name, by]) + "\n")

    def forked(self, work: Callable[[], object], seconds: float = 0) -> bool:
        """`work` done in a process of its own: whether it answered something, failed or had to be ended."""
        if (child := os.fork()) == 0:
            code = 1
            try:
                if seconds:
                    resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
                    signal.setitimer(signal.ITIMER_REAL, 20 * seconds)
                    signal.setitimer(signal.ITIMER_PROF, seconds)
                    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
                    os.dup2(1, 2)
                code = int(bool(work()))
            except Exception:
                traceback.print_exc()
            finally:
                sys.stdout.flush()
                os._exit(code)
        return os.waitpid(child, 0)[1] != 0

    def tried(self, mutant: Mutant, work: Callable[[Callable[[str], object]], object], seconds: float) -> None:
        """`work` done on it, which says by which test it is."""
        read, write = os.pipe()
        noticed = self.forked(lambda: work(lambda test: os.write(write, f"{test}\n".encode())), seconds)
        os.close(write)
        with os.fdopen(read) as said:
            self.note(mutant, (said.read().splitlines() or ["the import"])[-1] if noticed else "")

    # --- what runs when it is called --------------------------------------------------------------------------------

    def in_place(self) -> None:
        """Collect all tests in this process, and go on in the hook below."""
        skipped = [f"--ignore=tests/{name}" for name in NOT_TRIED]
        marks = "not browser and not postgres and not nginx and not netns and not mount"
        pytest.main([*PLAIN, "-m", marks, *skipped, *self.tests], plugins=[self])

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items if SERVERS.isdisjoint(getattr(item, "fixturenames", ()))}
        self.trace(items)
        traced = {test: about for test, about in self.traced().items() if test in items}
        for path in self.trees:  # some are imported late, by the first who needs them
            importlib.import_module(".".join(path.with_suffix("").parts))
        functions = {path: functions_of(path) for path in self.trees}
        gc.collect()
        gc.freeze()
        for mutant in self.chosen:
            tests = self.running(mutant, traced, {str(mutant.path): set(range(mutant.first, mutant.last + 1))})
            if mutant.function and tests:
                put = partial(put_in_place, functions[mutant.path], mutant.code(self.trees[mutant.path]))
                meet = partial(self.meet, put, [(items[test], traced[test][1]) for test in tests])
                self.tried(mutant, meet, seconds=20)
        return True

    def meet(
        self, put: Callable[[], None], tests: list[tuple[pytest.Item, float]], say: Callable[[str], object]
    ) -> bool:
        """Whether one of the tests fails, or does not end."""
        put()
        for (item, seconds), then in zip_longest(tests, [item for item, _ in tests[1:]]):
            signal.setitimer(signal.ITIMER_PROF, 10 * seconds + 1)
            say(item.nodeid)
            if not passes(item, then):
                return True
            if time.process_time() > self.patience:
                break
        return False

    def trace(self, items: dict[str, pytest.Item]) -> None:
        """Find out which tests run which lines, for those that are new or whose file has changed."""
        known = self.traced()
        states = {test: hashlib.sha256(Path(test.partition("::")[0]).read_bytes()).hexdigest() for test in items}
        new = [item for test, item in items.items() if known.get(test, ("",))[0] != states[test]]
        print(f"{len(new)} of {len(items)} tests to trace", flush=True)
        for n in range(0, len(new), 40):
            some = new[n : n + 40]
            self.forked(partial(self.watch, some, states))

    def watch(self, some: list[pytest.Item], states: dict[str, str]) -> None:
        import coverage

        watch, found = coverage.Coverage(data_file=None, include=["companion/*"]), Traced()
        watch.set_option("run:disable_warnings", ["no-data-collected"])  # as of tests that only read sentences
        signal.signal(signal.SIGPROF, too_long)
        watch.start()
        for item, then in zip_longest(some, some[1:]):
            watch.switch_context(item.nodeid)
            began, lines = time.process_time(), defaultdict[str, set[int]](set)
            signal.setitimer(signal.ITIMER_PROF, LONGEST)
            quick = passes(item, then) and time.process_time() - began < LONGEST
            signal.setitimer(signal.ITIMER_PROF, 0)
            found[item.nodeid] = states[item.nodeid], time.process_time() - began if quick else 2 * LONGEST, lines
        watch.stop()
        data = watch.get_data()
        for file in data.measured_files():
            for line, tests in data.contexts_by_lineno(file).items():
                for test in found.keys() & tests:
                    found[test][2][os.path.relpath(file)].add(line)
        self._traced.write_bytes(pickle.dumps({**self.traced(), **found}))

    def traced(self) -> Traced:
        """What is known of tests whose files are as they were then: others may be gone, or run other lines."""
        known: Traced = pickle.loads(self._traced.read_bytes()) if self._traced.exists() else {}
        files = {Path(test.partition("::")[0]) for test in known}
        states = {str(file): hashlib.sha256(file.read_bytes()).hexdigest() for file in files if file.exists()}
        return {test: about for test, about in known.items() if states.get(test.partition("::")[0]) == about[0]}

    def running(self, mutant: Mutant, traced: Traced, lines: dict[str, set[int]]) -> list[str]:
        """The tests that run one of these lines: those first that noticed this mutant or others in its function, then
        the quickest, but never two of a file before one of each."""
        by_file: dict[str, list[str]] = defaultdict(list)
        for test, (_, seconds, ran) in sorted(traced.items(), key=lambda one: one[1][1]):
            if seconds < LONGEST and any(not at.isdisjoint(ran.get(file, ())) for file, at in lines.items()):
                by_file[test.partition("::")[0]].append(test)
        tests = [test for turn in zip_longest(*by_file.values()) for test in turn if test is not None]
        alike = f"{mutant.path} {mutant.function}: " if mutant.function else f"{mutant.path}: "
        near = [by for name, by in self.known.items() if name.startswith(alike)]
        first = [test for test in (self.known.get(mutant.name, ""), *reversed(near[-12:])) if test in tests]
        return list(dict.fromkeys([*first, *tests]))

    # --- what runs on import ----------------------------------------------------------------------------------------

    def on_import(self) -> None:
        """Constants, defaults and what else a function's code does not hold, by the tests that run what they are named
        in, or that name them; so are functions that no test runs, since an import may."""
        traced = {test: about for test, about in self.traced().items() if test.startswith(tuple(self.tests))}
        self.known = done = self.noticed()
        texts = {path: path.read_text().splitlines() for path in Path("companion").rglob("*.py")}
        quickest = sorted(traced, key=lambda test: traced[test][1])
        says = {test: Path(test.partition("::")[0]).read_text() for test in quickest}
        for mutant in self.chosen:
            if mutant.function and (mutant.name in done or self.running(mutant, traced, self.lines_of(mutant))):
                continue
            words = names_at(self.trees[mutant.path], mutant.first)
            used = re.compile(rf"\b({'|'.join(words)})\b") if words else re.compile("")
            near = texts if words else {mutant.path: texts[mutant.path]}
            lines = {str(p): {n for n, line in enumerate(t, 1) if used.search(line)} for p, t in near.items()}
            for node in ast.walk(self.trees[mutant.path]):  # a default is met by whoever runs what has it
                if isinstance(node, ast.FunctionDef) and node.lineno <= mutant.first <= (node.end_lineno or 0):
                    lines[str(mutant.path)] |= set(range(node.lineno, (node.end_lineno or 0) + 1))
            named = [test for test in quickest if words and used.search(says[test])]
            tests = list(dict.fromkeys([*named[:500], *self.running(mutant, traced, lines)]))
            ends = accumulate(traced[test][1] for test in tests)
            tests = [test for test, end in zip(tests, ends, strict=True) if end < self.patience]
            self.tried(mutant, partial(anew, mutant.path, mutant.code(self.trees[mutant.path]), tests), seconds=60)

    def lines_of(self, mutant: Mutant) -> dict[str, set[int]]:
        return {str(mutant.path): set(range(mutant.first, mutant.last + 1))}


class Told:
    """Says which test is run."""

    def __init__(self, say: Callable[[str], object]) -> None:
        self.say = say

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.say(nodeid)


def anew(path: Path, code: object, tests: list[str], say: Callable[[str], object]) -> bool:
    """Import everything of ours with that code for that file, and run these tests: whether one failed."""
    usual = SourceFileLoader.get_code

    def changed(loader: SourceFileLoader, name: str) -> object:
        return code if Path(loader.path) == ROOT / path else usual(loader, name)

    SourceFileLoader.get_code = changed  # type: ignore[method-assign,assignment]
    for name in [name for name in sys.modules if name.partition(".")[0] in ("companion", "tests")]:
        del sys.modules[name]
    return bool(tests) and pytest.main([*PLAIN, "-x", *tests], plugins=[Told(say)]) != 0


def too_long(*_: object) -> None:
    raise TimeoutError


def passes(item: pytest.Item, then: pytest.Item | None) -> bool:
    return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=then))


def functions_of(path: Path) -> list[types.FunctionType]:
    """Every function that came of a file, wherever it is held now."""
    file, every = str(ROOT / path), gc.get_objects()
    return [one for one in every if type(one) is types.FunctionType and one.__code__.co_filename == file]


def put_in_place(functions: list[types.FunctionType], code: object) -> None:
    """Give each of a module's functions the code it has in the module's new `code`."""
    new: dict[tuple[str, int, tuple[str, ...]], types.CodeType] = {}
    left = [code]
    while left:
        for part in left.pop().co_consts:  # type: ignore[attr-defined]
            if isinstance(part, types.CodeType):
                new.setdefault((part.co_qualname, part.co_firstlineno, part.co_freevars), part)
                left.append(part)
    for function in functions:
        old = function.__code__
        function.__code__ = new.get((old.co_qualname, old.co_firstlineno, old.co_freevars), old)
