"""What is said at a table where no card may be named: wishes, and who would like to begin.

The law of such a table is that nobody tells the value of a card, nor speaks in a code for one. So a
word on a row is a wish, which says what its speaker would like and not what it holds.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from trapoula.core.game import Seat

KEEN: Final = ("gladly", "could", "rather-not")  # about beginning, the keenest first

NOT_HERE: Final = "not-here"  # not here, please
NO_JUMP: Final = "no-jump"  # no big jump here
FINE: Final = "fine"  # here is fine
FREE: Final = "free"  # as you like: takes back what was said
WISHES: Final = (NOT_HERE, NO_JUMP, FINE)

MESSAGES = {  # all of it in words
    NOT_HERE: "Not here, please",
    NO_JUMP: "No big jump here",
    FINE: "Here is fine",
    FREE: "As you like",
    KEEN[0]: "Gladly",
    KEEN[1]: "I could",
    KEEN[2]: "Rather not",
}

SIGNAL: Final = "signal"  # how all talk out of turn is written


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


def standing(signals: tuple[Signal, ...], new: Signal) -> tuple[Signal, ...]:
    """What stands when a seat has said something new in place of its last word on that."""
    kept = tuple(said for said in signals if (said.seat, said.about) != (new.seat, new.about))
    return kept if new.word == FREE else (*kept, new)


def write_talk(action: Begin | Signal) -> str:
    """begin gladly, signal up1 not-here by 2: in texts, as in records, seats count from one."""
    if isinstance(action, Begin):
        return f"begin {action.word}"
    return f"{SIGNAL} {action.about} {action.word} by {action.seat + 1}"


def is_signal(text: str) -> bool:
    """Whether the verb of a written action is that of talk out of turn."""
    return text.partition(" ")[0] == SIGNAL


def renewed(text: str) -> str:
    """What an older log says about a row or a command, in the words of today: a wish, and no more."""
    match text.split():
        case ["signal", "hand", command, "by", seat]:
            return f"{SIGNAL} {command} hold by {seat}"
        case ["signal", row, "trick" | "close", "by", seat]:
            return f"{SIGNAL} {row} {FINE} by {seat}"
        case ["signal", row, "off", "by", seat]:
            return f"{SIGNAL} {row} {NOT_HERE} by {seat}"
    return text
