"""The wire types of statistics and of their import; all are closed."""

from collections.abc import Sequence
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from trapoula.core.game import Choice, Seat
from trapoula.room.commands import DealNumber, Number, SeatNumber
from trapoula.room.wire import Cards, Value

LONGEST_HISTORY = 4 << 20  # bytes of an upload
MOST_RESULTS = 10_000  # per player, uploads included

Feat: TypeAlias = Literal[
    "first-win", "no-undo", "no-help", "hard-deal", "every-family", "hundred-wins", "together",
    "whole-day", "week-in-a-row", "month-of-days",
]  # fmt: skip

UNBROKEN = r"^[^\0]*$"  # some databases cannot store a null character in a text


class Mate(Value, frozen=True, kw_only=True):
    """Another player at a table: a person's name, or a bot's level."""

    name: str
    level: str


class Met(Value, frozen=True, kw_only=True):
    """Your results with the same other players, as a team or against them."""

    mates: Sequence[Mate]
    played: int
    won: int
    best_score: int


class Rated(Value, frozen=True, kw_only=True):
    """The rating of a player or a kind of bot, and its deviation."""

    mate: Mate
    you: bool
    rating: int
    deviation: int
    played: int


class Ladder(Value, frozen=True, kw_only=True):
    """Ratings at a game: yours, those of people you met there, and of bots; highest first."""

    game: str
    rated: Sequence[Rated]


class Counted(Value, frozen=True, kw_only=True):
    """Your results at a game with some options."""

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
    dead: int  # deals without any legal move: not a loss, and in no other count
    hints: int
    undos: int
    unaided: int  # of the games won
    last: float
    rivals: bool | None  # whether the others are opponents; null if there are none
    met: Sequence[Met]


class Left(Value, frozen=True, kw_only=True):
    """How many games with some options you left unfinished."""

    game: str
    options: dict[str, Choice]
    count: int


class Achievement(Value, frozen=True, kw_only=True):
    """An achievement: your progress, and when you reached it."""

    name: Feat
    have: int
    need: int
    at: float | None  # null: not yet


class Shelf(Value, frozen=True, kw_only=True):
    """Your achievements: when you first won each game, and more."""

    firsts: dict[str, float]
    achievements: Sequence[Achievement]


class Statistics(Value, frozen=True, kw_only=True):
    """All your statistics, and how many games you left unfinished."""

    games: Sequence[Counted]
    left: Sequence[Left]
    ladders: Sequence[Ladder]
    shelf: Shelf


class Brought(Value, frozen=True, kw_only=True):
    """How many uploaded results were new."""

    brought: int


class DayDeal(Value, frozen=True, kw_only=True):
    """A deal of the day, and whether you have won it."""

    game: str
    deal: int
    won: bool
    piles: dict[str, Sequence[str]] | UnsetType = UNSET  # the cards on its table, for today only


class Day(Value, frozen=True, kw_only=True):
    """A day of the calendar."""

    day: str
    deals: Sequence[DayDeal]


class Calendar(Value, frozen=True, kw_only=True):
    """Some days, and your current and best streaks of days with a won deal."""

    days: Sequence[Day]
    streak: int
    best_streak: int


class Forgotten(Value, frozen=True, kw_only=True):
    """How many results were deleted."""

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
    level: Literal["", "easy", "medium", "hard"] = ""  # of its deal, if it was computed


class History(Value, frozen=True, kw_only=True):
    """Your finished games, the newest first."""

    history: Sequence[Played]


class OldResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An exported finished game."""

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
    # ignored: an upload cannot prove it
    company: Annotated[list[dict[str, str]], Meta(max_length=64)] = []
    level: Literal["", "easy", "medium", "hard"] = ""


class OldResults(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An exported history, to import."""

    history: Annotated[list[OldResult], Meta(max_length=MOST_RESULTS)]
