"""Clean names and messages, so that everyone sees them whole."""

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from trapoula.room.errors import BadMessage
from trapoula.room.events import PlayerId
from trapoula.room.lookalikes import MARKS, shape

LONGEST_NAME = 24
MOST_MARKS = 3  # marks on a letter: more would run into other lines
JOINERS = "\u200c\u200d"  # needed between letters by some scripts and emoji
BLANK = frozenset(  # letters, marks and signs that show nothing
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u303f\u3164\uffa0\ufffc"
    "\U00016fe4\U0001d159" + "".join(map(chr, (*range(0xFE00, 0xFE0F), *range(0xE0100, 0xE01F0))))
)
_MADE_UP = "♠♥♦♣"  # so that a made-up name is in no language
_GUEST = re.compile(r"[♠♥♦♣♤♡♢♧]\W*[\dlo]+")  # the form of a made-up name


class Person(NamedTuple):
    """A player with their name."""

    id: PlayerId
    name: str
    named: bool


def clean_name(name: str) -> str:
    """Return a name on one line, with only visible letters, not too long, and no made-up one."""
    kept = "".join(_shown(unicodedata.normalize("NFC", name.replace("\n", " "))))
    short = " ".join(kept.split())
    if not 1 <= len(short) <= LONGEST_NAME or not any(map(_visible, short)):
        raise BadMessage("A name has 1 to {most} characters that can be seen.", most=LONGEST_NAME)
    if _GUEST.fullmatch(shape(short)):
        raise BadMessage("Guests without a name are called that; please choose another.")
    return short


def clean_label(label: str) -> str:
    """Return a label for a table, under the rules for names, or nothing."""
    return clean_name(label) if label.strip() else ""


def clean_text(text: str) -> str:
    """Return a message without characters that are invisible or change the text direction around it."""
    kept = "".join(_shown(text, "\n" + JOINERS)).strip()
    if not any(map(_visible, kept)):
        raise BadMessage("That message is empty.")
    return kept


def _shown(text: str, also: str = "") -> Iterator[str]:
    """Yield the visible characters, with a few marks each at most."""
    marks = MOST_MARKS  # no marks before the first letter
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
    """Return whether a character shows anything on its own."""
    return unicodedata.category(letter)[0] in "LNPS"


def made_up(player: PlayerId) -> str:
    """Return the name of a player who has chosen none."""
    return f"{_MADE_UP[int(player[:8], 16) % len(_MADE_UP)]} {int(player[8:12], 16) % 900 + 100}"
