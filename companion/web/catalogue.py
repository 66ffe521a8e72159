"""Every sentence the app says, for whoever translates it: `python -m companion.web.catalogue` prints the catalogue.
How they are to be is in `companion/words.md`."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

CALLS: dict[str, tuple[int, ...] | None] = {"say": None, "count": (1, 2), "_": None, "ngettext": (1, 2)}
"""What a sentence is written in, in the code and in templates; with two forms where a number decides."""
NOTE = "Note:"
"""A comment that begins so, on the line before a sentence, goes with it to whoever translates it."""
PACKAGE = Path(__file__).parents[1]
TEMPLATES = {
    "silent": "false",  # a template that cannot be read would be left out without a word
}


class Sentence(NamedTuple):
    """Where it stands, its one form or its two, and what translators should know."""

    place: str
    line: int
    forms: tuple[str, ...]
    notes: tuple[str, ...]


def sentences() -> Iterator[Sentence]:
    """All of them, from the code and from the templates, each as often as it is written."""
    templates = next(path for path in (PACKAGE / "templates", PACKAGE.parent / "templates") if path.is_dir())
    for folder, kind, options in ((PACKAGE, ("**.py", "python"), {}), (templates, ("**.html", "jinja2"), TEMPLATES)):
        found = extract_from_dir(folder, [kind], {kind[0]: options}, CALLS, (NOTE,), strip_comment_tags=True)
        for place, line, said, notes, _ in found:
            forms = (said,) if isinstance(said, str) else tuple(said)
            yield Sentence(f"{folder.name}/{place}", line, forms, tuple(notes))


def catalogue() -> str:
    """In gettext's form, without a translation."""
    found = Catalog(project="Companion", charset="utf-8")
    for said in sentences():
        forms = said.forms[0] if len(said.forms) == 1 else said.forms
        found.add(forms, locations=[(said.place, said.line)], auto_comments=said.notes)
    written = io.BytesIO()
    write_po(written, found, width=100)
    return written.getvalue().decode()


if __name__ == "__main__":
    sys.stdout.write(catalogue())
