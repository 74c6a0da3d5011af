"""What is said at a table where no number may be named: signals, and who would like to begin."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from trapoula.game import Seat

KEEN: Final = ("gladly", "could", "rather-not")  # about beginning, the keenest first

TRICK: Final = "trick"  # I hold the trick
CLOSE: Final = "close"  # I have something close
OFF: Final = "off"  # please keep off
FREE: Final = "free"  # do as you like
WORDS: Final = (TRICK, CLOSE, OFF, FREE)


@dataclass(frozen=True, slots=True)
class Begin:
    """How gladly the seat that is asked would begin."""

    word: str


class Signal(NamedTuple):
    """What a seat says about a row, or about another thing that the game lets it speak of."""

    seat: Seat
    about: str
    word: str


def starter(said: Sequence[str]) -> Seat:
    """Who begins: the keenest, and of several the one who was asked first."""
    return min(range(len(said)), key=lambda seat: KEEN.index(said[seat]))


def write_talk(action: Begin | Signal) -> str:
    """begin gladly, signal up1 trick by 2: in texts, as in records, seats count from one."""
    if isinstance(action, Begin):
        return f"begin {action.word}"
    return f"signal {action.about} {action.word} by {action.seat + 1}"
