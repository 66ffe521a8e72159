"""What people call themselves: any script, one letter to twenty, nothing invisible; and the codes tables go by."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from companion.chance import Chance
from companion.game import Refused
from companion.words import Name, say

LONGEST = 20
MOST_TYPED = 200
"""Characters beyond which nobody meant a name. Asked first: marks are put in order one past the other, so that a long
row of them takes a computer seconds."""
CODE_LETTERS = "CDFGHJKMNPQRTWX3479"
"""No look-alikes (0 O, 1 I L, 2 Z, 5 S, 6 G's neighbours, 8 B, U V) and no vowels, so that no code spells a word."""
CODE_LENGTH = 5

_BLANKS = "\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Characters that count as letters or signs, and show nothing."""
_LOOKS = str.maketrans(
    "АВЕЅІЈЗКМНОРСТУХЬѴҮӀӠԌԜавгеѕіјкмнорстухбѡѵүһҽӏԁԛԝͿΑΒΕΖΗΙΚΜΝΟΡΤΥΧϒϜϹϺαγικνορσςτυχωϱϲϳεηՍՏՕագզհոռսցքօIı1|0"
    "ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴᎠᎡᎢᎥᎩᎪᎫᎬᎳᎷᎻᎽᏀᏂᏃᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏧᏳᏴ",
    "ABESlJ3KMHOPCTYXbVYl3GWabresijkmhopctyx6wvyheldqwJABEZHlKMNOPTYXYFCMayikvopoctuxwpcjenUSOwqqhnnugfolillO"
    "BPDTGKJCZFMNLSRVHWXYAElOUDRTiYAJEWMHYGhZbRWSVSLCPKdGB",
)
"""Letters of other scripts, and some of ours, by the Latin one they are taken for: Unicode's list of look-alikes
(UTS 39), of which a table needs the letters of Cyrillic, Greek, Armenian, Lisu and Cherokee."""
_IGNORABLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Unicode's Default_Ignorable_Code_Point: what a screen leaves out. Those that emoji need stay in what is shown."""
MARKS = 4
"""Marks on one letter: as many as Burmese and Hebrew names have at the most."""
_STRETCHED = "\u0640\u07fa"
"""What makes an Arabic or N’Ko word longer, and no other word."""
_JOINER = "\u200d"
KNOWN = 4096
"""Names of which it is remembered what they are compared by: one letter may stand for eighteen, and a file of evenings
holds a name two hundred times."""


def clean_name(text: str) -> Name:
    """The name as shown: composed, spaces collapsed, control and invisible characters gone (joiners inside emoji and
    letters that need them stay). Raises `Refused` (field `name`) when nothing or too much is left."""
    if len(text) > MOST_TYPED:
        raise too_long()
    name = unicodedata.normalize("NFC", text)
    name = "".join(_visible(name, i) for i in range(len(name)))
    name = " ".join(name.split())
    if not any(unicodedata.category(c)[0] in "LNSP" for c in name):
        raise Refused(say("Please type a name. One letter is enough."), "name")
    if letters(name) > LONGEST:
        raise too_long()
    if len(name) > (2 + MARKS) * LONGEST:
        raise _too_many_marks()
    return Name(name)


def too_long() -> Refused:
    """What is said of a name that is longer than fits."""
    return Refused(say("That name is too long: %(n)s characters fit.", n=LONGEST), "name")


def _too_many_marks() -> Refused:
    return Refused(say("One letter of that name has too many accents. Please type it with fewer."), "name")


def letters(name: str) -> int:
    """How many letters a reader sees: marks and joiners belong to the letter before them."""
    return sum(1 for c in name if unicodedata.category(c)[0] != "M" and c != _JOINER)


@lru_cache(maxsize=KNOWN)
def folded(name: str) -> str:
    """What two names are compared by: width, case, spaces and invisible characters do not make them different."""
    wide = unicodedata.normalize("NFKC", name).casefold()
    return "".join(
        c for c in unicodedata.normalize("NFKC", wide) if not c.isspace() and unicodedata.category(c) != "Cf"
    )


@lru_cache(maxsize=KNOWN)
def looks(name: str) -> str:
    """What a name looks like at a glance: letters of other scripts are those they are taken for, and what shows nothing
    is not there."""
    name = _IGNORABLE.sub("", name)
    narrow = unicodedata.normalize("NFKC", unicodedata.normalize("NFD", name).translate(_LOOKS))
    look = folded(unicodedata.normalize("NFD", narrow).translate(_LOOKS))
    shown, letter = "", ""
    for c in look:
        letter = letter if unicodedata.category(c)[0] == "M" else c
        shown += "" if _is_beside(c, letter) else c
    return shown or look


def _is_beside(c: str, letter: str) -> bool:
    """Whether that sign makes no other name of one: a dot, a hyphen, a loose accent, a mark on a `letter` of no script
    that needs any. Marks of those stay, and so do accents that are one with their letter."""
    kind = unicodedata.category(c)
    if kind[0] != "M":
        return kind[0] == "P" or kind == "Sk" or c in _STRETCHED
    return unicodedata.name(letter, "").startswith(("LATIN", "GREEK", "CYRILLIC", "DIGIT"))


def must_tell_apart(new: str, others: Iterable[str], ours: Iterable[str]) -> None:
    """What is asked of a `new` name beside `clean_name`, which all names have passed that are kept. Raises `Refused`
    (field `name`) when it is taken for one of `others`, or for one of `ours`, which the app calls people by, or when
    its marks stand beyond its line."""
    name = unicodedata.normalize("NFD", new)
    if _most_marks(name) > MARKS:
        raise _too_many_marks()
    if _begins_with_a_mark(name):
        raise Refused(say("That name begins with an accent. Please begin with a letter."), "name")
    look = looks(new)
    if look in {looks(word) for word in ours}:
        raise Refused(say("The app itself calls people that. Please type another name."), "name")
    if look in {looks(other) for other in others if folded(other) != folded(new)}:
        alike = say(
            "“%(name)s” looks like another name at this table. Please find one that looks different.", name=Name(new)
        )
        raise Refused(alike, "name")


def _most_marks(name: str) -> int:
    most = run = 0
    for c in name:
        run = run + 1 if unicodedata.category(c)[0] == "M" else run if c == _JOINER else 0
        most = max(most, run)
    return most


def _begins_with_a_mark(name: str) -> bool:
    shown = _IGNORABLE.sub("", name).lstrip()
    return bool(shown) and unicodedata.category(shown[0])[0] == "M"


def initial(name: str) -> str:
    """The first letter of a name with the marks that belong to it, in capitals, for its badge; for a namesake who has a
    number, that too."""
    number = name[-1] if len(name) > 2 and name[-2] == " " and name[-1] in "23456789" else ""
    first = name[0]
    for c in name[1:]:
        if unicodedata.category(c)[0] != "M":
            break
        first += c
    return first.upper() + number


def new_code(chance: Chance) -> str:
    """A table code drawn at random: 19 letters on 5 places, about 2.5 million codes."""
    return _letters_drawn(chance, CODE_LENGTH)


def new_ticket(chance: Chance) -> str:
    """A ticket drawn at random: 17 thousand million of them, so that nobody finds one in the minutes it is good for."""
    return _letters_drawn(chance, 8)


def new_hold(chance: Chance) -> str:
    """The number of a hold drawn at random, which nobody guesses however often they try."""
    return _letters_drawn(chance, 16)


def _letters_drawn(chance: Chance, n: int) -> str:
    return "".join(chance.pick(CODE_LETTERS) for _ in range(n))


def clean_code(text: str) -> str | None:
    """A code as typed (case, spaces, hyphens and wide letters do not matter), or `None` when it can be no code."""
    if len(text) > 40:
        return None
    code = "".join(c for c in unicodedata.normalize("NFKC", text).upper() if not c.isspace() and c not in "-.\u2013")
    return code if len(code) == CODE_LENGTH and all(c in CODE_LETTERS for c in code) else None


def _visible(name: str, i: int) -> str:
    c = name[i]
    if c == _JOINER and 0 < i < len(name) - 1 and not name[i - 1].isascii():
        return c
    kind = unicodedata.category(c)
    if kind in ("Cc", "Zl", "Zp") and c.isspace():
        return " "
    return "" if kind[0] == "C" or c in _BLANKS else c
