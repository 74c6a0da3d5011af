"""What is told of statistics, and what is imported: closed types."""

from collections.abc import Sequence
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from trapoula.core.game import Choice, Seat
from trapoula.room.commands import DealNumber, Number, SeatNumber
from trapoula.room.wire import Cards, Value

LONGEST_HISTORY = 4 << 20  # bytes of results that are brought
MOST_RESULTS = 10_000  # of a player, with those that are brought

Feat: TypeAlias = Literal[
    "first-win", "no-undo", "no-help", "hard-deal", "every-family", "hundred-wins", "together",
    "whole-day", "week-in-a-row", "month-of-days",
]  # fmt: skip

UNBROKEN = r"^[^\0]*$"  # not every database keeps a text with a hole in it


class Mate(Value, frozen=True, kw_only=True):
    """Somebody else at a table: a person's name, or a bot's level."""

    name: str
    level: str


class Met(Value, frozen=True, kw_only=True):
    """How it has gone with the same others: as a team, or against them."""

    mates: Sequence[Mate]
    played: int
    won: int
    best_score: int


class Rated(Value, frozen=True, kw_only=True):
    """The rating of a player or of a sort of bot, and how far it may be off."""

    mate: Mate
    you: bool
    rating: int
    deviation: int
    played: int


class Ladder(Value, frozen=True, kw_only=True):
    """The ratings at a game of yourself, of those you met there, and of the bots; the strongest first."""

    game: str
    rated: Sequence[Rated]


class Counted(Value, frozen=True, kw_only=True):
    """How a game with some options has gone for you."""

    game: str
    options: dict[str, Choice]
    seats: int
    played: int
    won: int
    lost: int
    streak: int
    best_streak: int
    worst_streak: int
    best_score: int | None
    mean_score: float | None
    best_seconds: float | None
    mean_seconds: float | None
    dead: int  # deals at which nothing could be done: no loss, and not among the others
    hints: int
    undos: int
    unaided: int  # of those won
    last: float
    rivals: bool | None  # whether the others are; null where there are none to be
    met: Sequence[Met]


class Left(Value, frozen=True, kw_only=True):
    """How many games with some options you have left unfinished."""

    game: str
    options: dict[str, Choice]
    count: int


class Achievement(Value, frozen=True, kw_only=True):
    """Something worth having done: how far you are, and since when you have it."""

    name: Feat
    have: int
    need: int
    at: float | None  # null: not yet


class Shelf(Value, frozen=True, kw_only=True):
    """What you have achieved: when you first won each game, and more."""

    firsts: dict[str, float]
    achievements: Sequence[Achievement]


class Statistics(Value, frozen=True, kw_only=True):
    """How all your games have gone, and which have not gone to their end."""

    games: Sequence[Counted]
    left: Sequence[Left]
    ladders: Sequence[Ladder]
    shelf: Shelf


class Brought(Value, frozen=True, kw_only=True):
    """How many results were new among those that were brought."""

    brought: int


class DayDeal(Value, frozen=True, kw_only=True):
    """A deal of a day, and whether you have won it."""

    game: str
    deal: int
    won: bool
    piles: dict[str, Sequence[str]] | UnsetType = UNSET  # what lies there, of today's


class Day(Value, frozen=True, kw_only=True):
    """A day of the calendar."""

    day: str
    deals: Sequence[DayDeal]


class Calendar(Value, frozen=True, kw_only=True):
    """Some days, and how many in a row you have won a deal of, until now and at best."""

    days: Sequence[Day]
    streak: int
    best_streak: int


class Forgotten(Value, frozen=True, kw_only=True):
    """How many results were forgotten."""

    forgotten: int


class Played(Value, frozen=True, kw_only=True):
    """One finished game."""

    room: str
    round: int
    game: str
    options: dict[str, Choice]
    seats: int
    seat: Seat
    deal: int | None
    won: bool
    score: int | None
    reason: str
    seconds: float
    moves: int
    at: float
    hints: int = 0
    undos: int = 0
    cards: Cards = "chance"
    company: Sequence[Mate] = ()  # the others at the table
    level: Literal["", "easy", "medium", "hard"] = ""  # of its deal, where somebody has asked


class History(Value, frozen=True, kw_only=True):
    """Your finished games, the newest first."""

    history: Sequence[Played]


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
    level: Literal["", "easy", "medium", "hard"] = ""


class OldResults(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody exported before, to be counted here."""

    history: Annotated[list[OldResult], Meta(max_length=MOST_RESULTS)]
