"""What people, tables and words are called, as everyone sees it."""

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from trapoula.room.alike import MARKS, shape
from trapoula.room.errors import BadMessage
from trapoula.room.events import PlayerId

LONGEST_NAME = 24
MOST_MARKS = 3  # on a letter: more run into the lines above and below
JOINERS = "\u200c\u200d"  # which some scripts and emoji need between letters
BLANK = frozenset(  # letters, marks and signs that show nothing
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u303f\u3164\uffa0\ufffc"
    "\U00016fe4\U0001d159" + "".join(map(chr, (*range(0xFE00, 0xFE0F), *range(0xE0100, 0xE01F0))))
)
_MADE_UP = "♠♥♦♣"  # which is a name in no language
_GUEST = re.compile(r"[♠♥♦♣♤♡♢♧]\W*[\dlo]+")  # the shape of such a name


class Person(NamedTuple):
    """A player with the name they go by."""

    id: PlayerId
    name: str
    named: bool


def clean_name(name: str) -> str:
    """A name as it is shown: one line in which every letter can be seen, not too long, no guest's."""
    kept = "".join(_shown(unicodedata.normalize("NFC", name.replace("\n", " "))))
    short = " ".join(kept.split())
    if not 1 <= len(short) <= LONGEST_NAME or not any(map(_visible, short)):
        raise BadMessage("A name has 1 to {most} characters that can be seen.", most=LONGEST_NAME)
    if _GUEST.fullmatch(shape(short)):
        raise BadMessage("Guests without a name are called that; please choose another.")
    return short


def clean_label(label: str) -> str:
    """What somebody calls a table: a name as for a person, or nothing."""
    return clean_name(label) if label.strip() else ""


def clean_text(text: str) -> str:
    """A message as it is shown: nothing in it is invisible or turns what stands beside it around."""
    kept = "".join(_shown(text, "\n" + JOINERS)).strip()
    if not any(map(_visible, kept)):
        raise BadMessage("That message is empty.")
    return kept


def _shown(text: str, also: str = "") -> Iterator[str]:
    """The characters that have a shape of their own, with a few marks on each at most."""
    marks = MOST_MARKS  # none on nothing
    for letter in text:
        kind = unicodedata.category(letter)
        if (kind[0] == "C" and letter not in also) or letter in BLANK:
            continue
        marks = marks + 1 if kind in MARKS else 0
        if marks <= MOST_MARKS:
            yield letter
        if letter.isspace():
            marks = MOST_MARKS


def _visible(letter: str) -> bool:
    """Whether there is something to be seen where a character stands alone."""
    return unicodedata.category(letter)[0] in "LNPS"


def made_up(player: PlayerId) -> str:
    """The name of somebody who gave none."""
    return f"{_MADE_UP[int(player[:8], 16) % len(_MADE_UP)]} {int(player[8:12], 16) % 900 + 100}"
