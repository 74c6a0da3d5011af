"""What people, tables and words are called, as everyone sees it."""

import unicodedata
from typing import NamedTuple

from trapoula.room.errors import BadMessage
from trapoula.room.events import PlayerId

LONGEST_NAME = 24
_MADE_UP = "♠♥♦♣"  # which is a name in no language


class Person(NamedTuple):
    """A player with the name they go by."""

    id: PlayerId
    name: str
    named: bool


def clean_name(name: str) -> str:
    """A name as it is shown: one line, no control characters, not too long."""
    plain = unicodedata.normalize("NFC", name)
    kept = "".join(letter for letter in plain if unicodedata.category(letter)[0] not in "C")
    short = " ".join(kept.split())
    if not 1 <= len(short) <= LONGEST_NAME:
        raise BadMessage("A name has 1 to {most} characters.", most=LONGEST_NAME)
    return short


def clean_label(label: str) -> str:
    """What somebody calls a table: a name as for a person, or nothing."""
    return clean_name(label) if label.strip() else ""


def clean_text(text: str) -> str:
    """A message as it is shown: no control characters."""
    kept = "".join(
        letter
        for letter in text
        if letter == "\n" or unicodedata.category(letter) not in ("Cc", "Cs", "Co", "Cn")
    )
    if not kept.strip():
        raise BadMessage("That message is empty.")
    return kept.strip()


def made_up(player: PlayerId) -> str:
    """The name of somebody who gave none."""
    return f"{_MADE_UP[int(player[:8], 16) % len(_MADE_UP)]} {int(player[8:12], 16) % 900 + 100}"
