"""The types of HTTP request bodies. They are closed, like those of the socket."""

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from trapoula.core.game import Choice
from trapoula.room.commands import DealNumber, Level, Logged, Number, RoomId, SeatNumber

LONGEST_RECORD = 256 * 1024  # bytes in an uploaded record
LONGEST_BODY = 8192
MOST_OWED = 1000  # commands in one request
Hour: TypeAlias = Annotated[int, Meta(ge=0, le=23)]
Endpoint: TypeAlias = Annotated[str, Meta(max_length=1000, pattern=r"^https?://[!-~]+$")]


class NewBot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bot that sits at the table from the start."""

    seat: SeatNumber
    level: Level = ""


class NewSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat for another player at the maker's screen."""

    seat: SeatNumber
    name: Annotated[str, Meta(min_length=1, max_length=200)]


class NewRoom(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A new room."""

    game: Annotated[str, Meta(max_length=64)] | None = None
    options: dict[str, Choice] = {}
    preset: Annotated[str, Meta(max_length=64)] | None = None
    deal: DealNumber | None = None
    day: Annotated[str, Meta(pattern=r"^\d{4}-\d{2}-\d{2}$")] | None = None
    seats: Annotated[int, Meta(ge=1, le=64)] | None = None
    watch: Literal["anyone", "nobody"] = "anyone"
    lobby: bool = False
    talk: Literal["signals", "chat"] = "signals"
    clock: Annotated[int, Meta(ge=5, le=259_200)] | None = None
    absent: Literal["wait", "bot"] = "wait"
    late: Literal["bot", "wait"] = "bot"
    join: Literal["rounds", "anytime"] = "rounds"
    bots: Annotated[list[NewBot], Meta(max_length=64)] = []
    hold: Annotated[list[NewSeat], Meta(max_length=64)] = []
    start: bool = False
    replay: Annotated[str, Meta(max_length=32)] | None = None
    step: Number | None = None


class KeptTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Your label for a table, whether you put it away, and whether it is muted."""

    label: Annotated[str, Meta(max_length=200)] | None = None
    closed: bool | None = None
    muted: bool | None = None


class Invitation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Invite the players of another table of yours."""

    people: RoomId


class NewPush(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A Web Push subscription of a browser."""

    endpoint: Endpoint
    p256dh: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{87}=?$")]
    auth: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{22}={0,2}$")]
    site: Annotated[str, Meta(max_length=200, pattern=r"^https?://[^\s/]+$")]
    lang: Annotated[str, Meta(max_length=12, pattern=r"^[A-Za-z-]+$")] = "en"
    quiet: tuple[Hour, Hour] | None = None  # from one hour of its day to another
    zone: Annotated[int, Meta(ge=-900, le=900)] = 0  # minutes that its clock is ahead of UTC


class OldPush(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The subscription to end."""

    endpoint: Endpoint


class Owed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Commands that were given while offline, in their order."""

    said: Annotated[list[Logged], Meta(max_length=MOST_OWED)]


class NewName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new name."""

    name: Annotated[str, Meta(min_length=1, max_length=200)]
