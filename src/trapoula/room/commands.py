"""The commands of clients over the socket: closed types, decoded only by msgspec."""

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from trapoula.core.deals import LAST
from trapoula.room.events import MOST_HOLIDAY, Matter

LONGEST = 8192  # bytes in a frame

Id: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=10**9)]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=63)]
RoomId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=32)]
Words: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200)]
Pace: TypeAlias = Literal["slow", "normal", "quick"]
Level: TypeAlias = Annotated[str, Meta(max_length=32)]
DealNumber: TypeAlias = Annotated[int, Meta(ge=1, le=LAST)]


class Command(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    tag_field="type",
    tag=str.lower,
    kw_only=True,
):
    """A command, with an id that is the same whenever it is repeated."""

    id: Id


class SeatCommand(Command, frozen=True, kw_only=True):
    """A command of a seat. Players with several seats name it."""

    seat: SeatNumber | None = None


class TableCommand(SeatCommand, frozen=True, kw_only=True):
    """A command about the table, with the last number the client has seen."""

    number: Number


class Enter(Command, frozen=True, kw_only=True):
    """Enter a room, or come back to it."""

    room: RoomId
    number: Number | None = None
    seat: SeatNumber | None = None
    pace: Pace = "normal"  # the pace you want bots to play at


class Look(Command, frozen=True, kw_only=True):
    """See the table from one of your own seats, or from none."""

    seat: SeatNumber | None


class Leave(Command, frozen=True, kw_only=True):
    """Leave the room and keep the seat."""


class Sit(Command, frozen=True, kw_only=True):
    """Take a seat."""

    seat: SeatNumber | None = None


class Stand(SeatCommand, frozen=True, kw_only=True):
    """Give up the seat."""


class Bot(Command, frozen=True, kw_only=True):
    """Put a bot on a seat."""

    seat: SeatNumber
    level: Level = ""


class Remove(Command, frozen=True, kw_only=True):
    """Remove a player or a bot from the table."""

    seat: SeatNumber


class Start(Command, frozen=True, kw_only=True):
    """Start the first round."""


class Act(TableCommand, frozen=True, kw_only=True):
    """Do one of the legal actions, and say which cards move home automatically after it."""

    action: Words
    home: Literal["never", "safe", "all"] = "never"


class Undo(TableCommand, frozen=True, kw_only=True):
    """Undo your last action, if all agree."""


class Redo(TableCommand, frozen=True, kw_only=True):
    """Redo what was undone."""

    all: bool = False  # redo everything, as after a restart


class Restart(TableCommand, frozen=True, kw_only=True):
    """Undo everything."""


class Finish(TableCommand, frozen=True, kw_only=True):
    """Play the rest of a game that plays itself."""


class Again(TableCommand, frozen=True, kw_only=True):
    """Deal the next round, if all agree."""

    deal: DealNumber | None = None


class Pause(SeatCommand, frozen=True, kw_only=True):
    """Stop the clock until the next action."""


class Say(SeatCommand, frozen=True, kw_only=True):
    """Send a chat message."""

    text: Words


class Vote(SeatCommand, frozen=True, kw_only=True):
    """Vote to end the round, or withdraw the vote."""

    end: bool


class Wish(SeatCommand, frozen=True, kw_only=True):
    """Agree that a player undoes an action, or that a bot plays for an absent one; or refuse."""

    matter: Matter
    about: SeatNumber | None = None
    yes: bool = True


class Back(SeatCommand, frozen=True, kw_only=True):
    """Take your seat back from the bot that stood in."""


class Holiday(SeatCommand, frozen=True, kw_only=True):
    """Start a holiday of some days, during which your turn clock stops; 0 ends it."""

    days: Annotated[int, Meta(ge=0, le=MOST_HOLIDAY)]


class Show(Command, frozen=True, kw_only=True):
    """Lead the shared replay of a finished round."""

    round: Annotated[int, Meta(ge=1, le=10**6)] = 1
    step: Number | None


class Hint(SeatCommand, frozen=True, kw_only=True):
    """Ask for a hint."""


class Tips(SeatCommand, frozen=True, kw_only=True):
    """Ask which rules matter now."""


class Why(Command, frozen=True, kw_only=True):
    """Ask why a bot did an action, given as a step of the round."""

    step: Annotated[int, Meta(ge=1, le=10**6)]


class Verdict(Command, frozen=True, kw_only=True):
    """Ask whether this game, or its deal, can still be won."""

    seconds: Annotated[float, Meta(ge=0.1, le=60)] = 5.0
    deal: bool = False


class Fatal(Command, frozen=True, kw_only=True):
    """Ask which move lost the game."""

    seconds: Annotated[float, Meta(ge=0.1, le=60)] = 10.0


class Pick(Command, frozen=True, kw_only=True):
    """Ask for a winnable deal of some difficulty."""

    level: Literal["easy", "medium", "hard"] | None = None


class Review(SeatCommand, frozen=True, kw_only=True):
    """Ask what a strong player would have done at each of your turns in a finished round."""

    round: Annotated[int, Meta(ge=1, le=10**6)] | None = None


class Drop(Command, frozen=True, kw_only=True):
    """Cancel the question in progress."""


class Ping(Command, frozen=True, kw_only=True):
    """Show that you are connected, and whether the page is in view."""

    seen: bool = True


Logged: TypeAlias = (  # those that become a row of the log
    Sit
    | Stand
    | Bot
    | Remove
    | Start
    | Act
    | Undo
    | Redo
    | Restart
    | Finish
    | Again
    | Pause
    | Say
    | Vote
    | Wish
    | Back
    | Holiday
    | Show
)
Question: TypeAlias = (
    Hint | Why | Verdict | Fatal | Pick
)  # answered to the sender only, after some thinking
Said: TypeAlias = Logged | Enter | Look | Leave | Question | Tips | Review | Drop | Ping

read = msgspec.json.Decoder(Said).decode
read_logged = msgspec.json.Decoder(Logged).decode
write = msgspec.json.Encoder().encode


class _Named(msgspec.Struct):
    id: Id


_read_id = msgspec.json.Decoder(_Named).decode


def id_of(text: str | bytes) -> str:
    """Return the id in an invalid message, or ""."""
    try:
        return _read_id(text).id
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return ""


def schema() -> dict[str, object]:
    """Return the JSON Schema of all commands."""
    return msgspec.json.schema(Said)
