"""`python -m companion.games new KEY`: lays a new game out, its tests included, as a copy of the example."""

from __future__ import annotations

import argparse
import keyword
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
EXAMPLE, TITLE = "example", "In the bag"
ROOMS = ("companion/games/{}", "templates/{}", "tests/games/{}")
LOOK = "static/games/{}.css"
LIST = "companion/games/__init__.py"


class CannotLayOut(ValueError):
    """Why no game is laid out, in a sentence for whoever asked."""


def lay_out(root: Path, key: str, title: str) -> tuple[str, ...]:
    """Copy the example with another key and title and put it on the list; what was written, as paths below `root`.
    Raises `CannotLayOut` before anything is written."""
    listed = root / LIST
    if not all((root / room.format(EXAMPLE)).is_dir() for room in ROOMS):
        raise CannotLayOut("This needs the source: templates and tests have to lie beside the package.")
    if not re.fullmatch(r"[a-z][a-z0-9_]*", key) or keyword.iskeyword(key) or re.search(r"tests?\b", key):
        raise CannotLayOut(f"{key!r} is no key: small letters, digits and underscores, no word of Python's.")
    if not title.strip() or re.search(r'["\\%{}<>\x00-\x1f]', title):
        raise CannotLayOut(f"{title!r} is no title: it goes into Python and HTML as it is.")
    taken = [path for room in (*ROOMS, LOOK, "companion/games/{}.py") if (path := root / room.format(key)).exists()]
    if taken:
        raise CannotLayOut(f"{taken[0].relative_to(root)} is there already.")
    text = listed.read_text("utf-8")
    if text.count("\n)\n") != 1:
        raise CannotLayOut(f"{LIST} has no such list any more.")
    written = []
    for path in _parts(root):
        copy = re.sub(rf"\b{EXAMPLE}\b", key, path.read_text("utf-8")).replace(TITLE, title)
        to = root / re.sub(rf"\b{EXAMPLE}\b", key, path.relative_to(root).as_posix())
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_text(copy, "utf-8")
        written.append(to.relative_to(root).as_posix())
    listed.write_text(text.replace("\n)\n", f'\n    "{key}",\n)\n'), "utf-8")
    return (*written, LIST)


def _parts(root: Path) -> Iterator[Path]:
    """The files of the example."""
    for room in ROOMS:
        for path in sorted((root / room.format(EXAMPLE)).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                yield path
    yield root / LOOK.format(EXAMPLE)


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command and answers its exit code: 0, or 1 when nothing was laid out, 2 for a wrong flag."""
    asks = argparse.ArgumentParser(prog="python -m companion.games", description=__doc__)
    asks.add_argument("what", choices=["new"])
    asks.add_argument("key", help="its key: the name of its folders, in small letters")
    asks.add_argument("--title", help="its title, as on its box (default: made from the key)")
    asked = asks.parse_args(argv)
    try:
        written = lay_out(ROOT, asked.key, asked.title or asked.key.replace("_", " ").capitalize())
    except CannotLayOut as no:
        print(no, file=sys.stderr)
        return 1
    print(*written, sep="\n")
    print(f"\nNow change it: {Path(__file__).with_name('README.md').relative_to(ROOT)} says what each part is for.")
    print(f"Its tests:             python -m pytest tests/games/{asked.key}")
    print("An evening to replay:  python -m tests.test_recorded")
    return 0


if __name__ == "__main__":
    sys.exit(main())
