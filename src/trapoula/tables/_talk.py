"""Talk at a table where no card may be named: wishes, and answers about beginning.

Players may not tell the value of a card, or use a code for one. So a word about a row is a wish: it
says what the speaker would like, not what the speaker holds.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from trapoula.core.game import Seat

KEEN: Final = ("gladly", "could", "rather-not")  # answers about beginning, keenest first

NOT_HERE: Final = "not-here"  # not here, please
NO_JUMP: Final = "no-jump"  # no big jump here
FINE: Final = "fine"  # here is fine
FREE: Final = "free"  # as you like: withdraws the wish
WISHES: Final = (NOT_HERE, NO_JUMP, FINE)

MESSAGES = {  # the words as messages
    NOT_HERE: "Not here, please",
    NO_JUMP: "No big jump here",
    FINE: "Here is fine",
    FREE: "As you like",
    KEEN[0]: "Gladly",
    KEEN[1]: "I could",
    KEEN[2]: "Rather not",
}

SIGNAL: Final = "signal"  # the verb of all talk out of turn


@dataclass(frozen=True, slots=True)
class Begin:
    """A seat's answer to whether it would like to begin."""

    word: str


class Signal(NamedTuple):
    """A seat's wish about a row, or about anything else the game allows."""

    seat: Seat
    about: str
    word: str


def starter(said: Sequence[str]) -> Seat:
    """Return the seat that begins: the keenest; of several, the first one asked."""
    return min(range(len(said)), key=lambda seat: KEEN.index(said[seat]))


def standing(signals: tuple[Signal, ...], new: Signal) -> tuple[Signal, ...]:
    """Return the current wishes after a new one, which replaces the seat's last wish on the same thing."""
    kept = tuple(said for said in signals if (said.seat, said.about) != (new.seat, new.about))
    return kept if new.word == FREE else (*kept, new)


def write_talk(action: Begin | Signal) -> str:
    """Write talk: begin gladly, signal up1 not-here by 2. Seats count from one, as in records."""
    if isinstance(action, Begin):
        return f"begin {action.word}"
    return f"{SIGNAL} {action.about} {action.word} by {action.seat + 1}"


def is_signal(text: str) -> bool:
    """Return whether a written action is talk out of turn."""
    return text.partition(" ")[0] == SIGNAL


def renewed(text: str) -> str:
    """Convert talk from an older log to today's words."""
    match text.split():
        case ["signal", "hand", command, "by", seat]:
            return f"{SIGNAL} {command} hold by {seat}"
        case ["signal", row, "trick" | "close", "by", seat]:
            return f"{SIGNAL} {row} {FINE} by {seat}"
        case ["signal", row, "off", "by", seat]:
            return f"{SIGNAL} {row} {NOT_HERE} by {seat}"
    return text
