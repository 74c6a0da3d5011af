"""The rows of a room's log: everything that ever happened there, in closed types."""

from typing import Literal, NamedTuple, TypeAlias

import msgspec

from trapoula.core.game import Choice, Seat

PlayerId: TypeAlias = str
Matter: TypeAlias = Literal["again", "undo", "bot"]  # what all at a table are asked about


DAY = 86_400.0
LONG_CLOCK = 43_200  # seconds a turn, from which on a table is one for days
MOST_HOLIDAY = 14  # days that a person may be away in a round


class Row(NamedTuple):
    """One row of a log: its number within the room, its time, and what happened."""

    number: int
    at: float
    body: bytes


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a table is kept."""

    watch: Literal["anyone", "nobody"] = "anyone"
    lobby: bool = False
    talk: Literal["signals", "chat"] = "signals"
    clock: int | None = None
    absent: Literal["wait", "bot"] = "wait"
    late: Literal["bot", "wait"] = "bot"  # what happens when the turn clock runs out
    join: Literal["rounds", "anytime"] = "rounds"  # when somebody may take over a hand of another


class Event(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    tag_field="what",
    tag=str.lower,
    omit_defaults=True,
    gc=False,  # it holds nothing that could hold it, and logs hold many
):
    """Something that happened, who caused it, and the id of the command it came from."""

    by: PlayerId = ""  # empty: the server itself, a clock or a bot
    id: str = ""
    after: float | None = (
        None  # seconds since the row before, where that one's time was yet to come
    )


class Dealt(Event, frozen=True, kw_only=True):
    """An event that brings a deck: a numbered deal, or the cards of a secret shuffle."""

    deal: int | None = None
    deck: tuple[int, ...] | None = None
    key: str = ""  # which later shuffles follow from, where the deck is secret
    cards: Literal["chance", "day", "number", "record"] = (
        "chance"  # whether somebody chose them, and how
    )


class Create(Dealt, frozen=True, kw_only=True):
    """The room was made."""

    game: str
    options: dict[str, Choice]
    seats: int
    settings: Settings
    actions: tuple[
        tuple[Seat, str], ...
    ] = ()  # what was already done, when played on from a replay


class Seated(Event, frozen=True, kw_only=True):
    """An event of one seat."""

    seat: Seat


class Sit(Seated, frozen=True, kw_only=True):
    """A person took a seat."""

    name: str
    also: bool = False  # beside the seats the person has: somebody else at the same screen


class Stand(Seated, frozen=True, kw_only=True):
    """A person gave a seat up."""


class Bot(Seated, frozen=True, kw_only=True):
    """A bot was put on a seat."""

    level: str = ""


class Remove(Seated, frozen=True, kw_only=True):
    """The host took somebody from the table."""


class Rename(Seated, frozen=True, kw_only=True):
    """A person goes by another name."""

    name: str


class Start(Event, frozen=True, kw_only=True):
    """The first round began."""


class Wish(Seated, frozen=True, kw_only=True):
    """A seat would like something to which all others must agree, or will not have what another would."""

    matter: Matter = "again"
    deal: int | None = None  # of another round: a certain one
    about: Seat | None = None  # who would take something back, or for whom a bot should play
    yes: bool = True


class Again(Dealt, frozen=True, kw_only=True):
    """Another round was dealt."""


class Act(Seated, frozen=True, kw_only=True):
    """A seat did something at the table, and cards went home after it by themselves."""

    action: str
    then: tuple[str, ...] = ()


class Undo(Seated, frozen=True, kw_only=True):
    """A seat took its last action back."""

    remarks: int = 0  # made since, which stay made


class Redo(Seated, frozen=True, kw_only=True):
    """A seat did again what it had taken back."""

    all: bool = False


class Restart(Seated, frozen=True, kw_only=True):
    """Everything was taken back."""


class Finish(Seated, frozen=True, kw_only=True):
    """The rest played itself."""


class Pause(Seated, frozen=True, kw_only=True):
    """The clock was stopped."""


class Advice(Seated, frozen=True, kw_only=True):
    """A seat was told what it might do, or shown a whole way to win."""

    whole: bool = False


class Say(Event, frozen=True, kw_only=True):
    """Somebody said something."""

    seat: Seat | None
    name: str
    text: str


class Vote(Seated, frozen=True, kw_only=True):
    """A seat voted for ending the round, or no longer."""

    end: bool


class Flag(Seated, frozen=True, kw_only=True):
    """A seat's time ran out, or its person is away: a bot stands in, or plays this turn only."""

    turn: bool = False


class Back(Seated, frozen=True, kw_only=True):
    """A person took the seat back from the bot that stood in."""


class Holiday(Seated, frozen=True, kw_only=True):
    """A person is away for some days, in which the turn clock stops for them; 0: they are back."""

    days: int


class Show(Event, frozen=True, kw_only=True):
    """The shared replay was led to a step, or ended."""

    round: int
    step: int | None


AnyEvent: TypeAlias = (
    Create
    | Sit
    | Stand
    | Bot
    | Remove
    | Rename
    | Start
    | Wish
    | Again
    | Act
    | Undo
    | Redo
    | Restart
    | Finish
    | Pause
    | Advice
    | Say
    | Vote
    | Flag
    | Back
    | Holiday
    | Show
)

write = msgspec.json.Encoder().encode
read = msgspec.json.Decoder(AnyEvent).decode
