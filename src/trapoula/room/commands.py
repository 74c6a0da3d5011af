"""What a client may say over the socket: closed types, decoded by msgspec and by nothing else."""

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
    """An intention of a client, with the id it goes by however often it is sent."""

    id: Id


class SeatCommand(Command, frozen=True, kw_only=True):
    """An intention of a seat, which need be named only by who has several."""

    seat: SeatNumber | None = None


class TableCommand(SeatCommand, frozen=True, kw_only=True):
    """An intention about the table, with the last number that the client has seen."""

    number: Number


class Enter(Command, frozen=True, kw_only=True):
    """Come into a room, or come back to it."""

    room: RoomId
    number: Number | None = None
    seat: SeatNumber | None = None
    pace: Pace = "normal"  # at which one would like bots to play


class Look(Command, frozen=True, kw_only=True):
    """See the table from one of several seats of one's own, or from none."""

    seat: SeatNumber | None


class Leave(Command, frozen=True, kw_only=True):
    """Leave the room and keep the seat."""


class Sit(Command, frozen=True, kw_only=True):
    """Take a seat."""

    seat: SeatNumber | None = None


class Stand(SeatCommand, frozen=True, kw_only=True):
    """Give the seat up."""


class Bot(Command, frozen=True, kw_only=True):
    """Put a bot on a seat."""

    seat: SeatNumber
    level: Level = ""


class Remove(Command, frozen=True, kw_only=True):
    """Take a player or a bot from the table."""

    seat: SeatNumber


class Start(Command, frozen=True, kw_only=True):
    """Begin the first round."""


class Act(TableCommand, frozen=True, kw_only=True):
    """Do one of the legal actions, and say which cards go home after it by themselves."""

    action: Words
    home: Literal["never", "safe", "all"] = "never"


class Undo(TableCommand, frozen=True, kw_only=True):
    """Take back what oneself did last, if all agree."""


class Redo(TableCommand, frozen=True, kw_only=True):
    """Do again what was taken back."""

    all: bool = False  # all of it, as after a restart


class Restart(TableCommand, frozen=True, kw_only=True):
    """Take everything back."""


class Finish(TableCommand, frozen=True, kw_only=True):
    """Play the rest when it plays itself."""


class Again(TableCommand, frozen=True, kw_only=True):
    """Deal the next round, if all agree."""

    deal: DealNumber | None = None


class Pause(SeatCommand, frozen=True, kw_only=True):
    """Stop the clock until the next action."""


class Say(SeatCommand, frozen=True, kw_only=True):
    """Say something."""

    text: Words


class Vote(SeatCommand, frozen=True, kw_only=True):
    """Vote for ending the round, or no longer."""

    end: bool


class Wish(SeatCommand, frozen=True, kw_only=True):
    """Agree that another takes something back, or that a bot plays for one who is away; or say no."""

    matter: Matter
    about: SeatNumber | None = None
    yes: bool = True


class Back(SeatCommand, frozen=True, kw_only=True):
    """Take one's seat back from the bot that stood in."""


class Holiday(SeatCommand, frozen=True, kw_only=True):
    """Be away for some days from now, in which the turn clock stops for oneself; 0: be back."""

    days: Annotated[int, Meta(ge=0, le=MOST_HOLIDAY)]


class Show(Command, frozen=True, kw_only=True):
    """Lead the shared replay of a finished round."""

    round: Annotated[int, Meta(ge=1, le=10**6)] = 1
    step: Number | None


class Hint(SeatCommand, frozen=True, kw_only=True):
    """Ask what one might do."""


class Tips(SeatCommand, frozen=True, kw_only=True):
    """Ask which rules matter now."""


class Why(Command, frozen=True, kw_only=True):
    """Ask why a bot did what it did, as one of the steps of the round."""

    step: Annotated[int, Meta(ge=1, le=10**6)]


class Verdict(Command, frozen=True, kw_only=True):
    """Ask whether this can still be won, or whether its deal could be."""

    seconds: Annotated[float, Meta(ge=0.1, le=60)] = 5.0
    deal: bool = False


class Fatal(Command, frozen=True, kw_only=True):
    """Ask which move lost the game."""

    seconds: Annotated[float, Meta(ge=0.1, le=60)] = 10.0


class Pick(Command, frozen=True, kw_only=True):
    """Ask for the number of a deal that can be won, as hard as wanted."""

    level: Literal["easy", "medium", "hard"] | None = None


class Review(SeatCommand, frozen=True, kw_only=True):
    """Ask what a strong player would have done at each of one's turns of a finished round."""

    round: Annotated[int, Meta(ge=1, le=10**6)] | None = None


class Drop(Command, frozen=True, kw_only=True):
    """Wait no longer for the answer to a question."""


class Ping(Command, frozen=True, kw_only=True):
    """Show that somebody is there, and whether they look at the page."""

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
)  # answered to oneself only, after some thought
Said: TypeAlias = Logged | Enter | Look | Leave | Question | Tips | Review | Drop | Ping

read = msgspec.json.Decoder(Said).decode
read_logged = msgspec.json.Decoder(Logged).decode
write = msgspec.json.Encoder().encode


class _Named(msgspec.Struct):
    id: Id


_read_id = msgspec.json.Decoder(_Named).decode


def id_of(text: str | bytes) -> str:
    """The id of a message that makes no sense otherwise; nothing where there is none."""
    try:
        return _read_id(text).id
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return ""


def schema() -> dict[str, object]:
    """The JSON Schema of everything that a client may say."""
    return msgspec.json.schema(Said)
