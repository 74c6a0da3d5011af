"""What HTTP requests may hold: closed types, as on the socket."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from trapoula.game import Choice
from trapoula.room.commands import DealNumber, Level, Logged, Number, SeatNumber

LONGEST_RECORD = 256 * 1024  # bytes in an uploaded record
LONGEST_BODY = 8192
LONGEST_HISTORY = 4 << 20  # bytes of results that are brought
MOST_OWED = 1000  # commands that are handed in together
MOST_RESULTS = 10_000  # of a player, with those that are brought


UNBROKEN = r"^[^\0]*$"  # not every database keeps a text with a hole in it


class NewBot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bot that is placed when the room is made."""

    seat: SeatNumber
    level: Level = ""


class NewSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat for somebody else at the maker's own screen."""

    seat: SeatNumber
    name: Annotated[str, Meta(min_length=1, max_length=200)]


class NewRoom(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A room that somebody wants."""

    game: Annotated[str, Meta(max_length=64)] | None = None
    options: dict[str, Choice] = {}
    preset: Annotated[str, Meta(max_length=64)] | None = None
    deal: DealNumber | None = None
    day: Annotated[str, Meta(pattern=r"^\d{4}-\d{2}-\d{2}$")] | None = None
    seats: Annotated[int, Meta(ge=1, le=64)] | None = None
    watch: Literal["anyone", "nobody"] = "anyone"
    lobby: bool = False
    talk: Literal["signals", "chat"] = "signals"
    clock: Annotated[int, Meta(ge=5, le=86_400)] | None = None
    absent: Literal["wait", "bot"] = "wait"
    join: Literal["rounds", "anytime"] = "rounds"
    bots: Annotated[list[NewBot], Meta(max_length=64)] = []
    hold: Annotated[list[NewSeat], Meta(max_length=64)] = []
    start: bool = False
    replay: Annotated[str, Meta(max_length=32)] | None = None
    step: Number | None = None


class KeptTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What somebody calls a table of theirs, and whether it is put away."""

    label: Annotated[str, Meta(max_length=200)] | None = None
    closed: bool | None = None


class Owed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody did at a table while the server could not be told, in its order."""

    said: Annotated[list[Logged], Meta(max_length=MOST_OWED)]


class NewName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name that somebody wants."""

    name: Annotated[str, Meta(min_length=1, max_length=200)]


class OldResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A finished game as it was exported."""

    room: Annotated[str, Meta(min_length=1, max_length=32, pattern=UNBROKEN)]
    round: Annotated[int, Meta(ge=1, le=10**6)]
    game: Annotated[str, Meta(min_length=1, max_length=64, pattern=UNBROKEN)]
    options: dict[Annotated[str, Meta(max_length=64)], Choice]
    seats: Annotated[int, Meta(ge=1, le=64)]
    seat: SeatNumber
    deal: DealNumber | None
    won: bool
    score: Annotated[int, Meta(ge=-(10**9), le=10**9)] | None
    reason: Annotated[str, Meta(max_length=64, pattern=UNBROKEN)]
    seconds: Annotated[float, Meta(ge=0, le=1e9)]
    moves: Number
    at: Annotated[float, Meta(ge=0, le=1e11)]
    hints: Number = 0
    undos: Number = 0
    cards: Literal["chance", "day"] = "chance"
    company: Annotated[list[dict[str, str]], Meta(max_length=64)] = []  # told, and not believed


class OldResults(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody exported before, to be counted here."""

    history: Annotated[list[OldResult], Meta(max_length=MOST_RESULTS)]
