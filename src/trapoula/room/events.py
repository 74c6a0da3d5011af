"""The events in a room's log, as closed types."""

from typing import Literal, NamedTuple, TypeAlias

import msgspec

from trapoula.core.game import Choice, Seat

PlayerId: TypeAlias = str
Matter: TypeAlias = Literal["again", "undo", "bot"]  # what needs everyone's consent


DAY = 86_400.0
LONG_CLOCK = 43_200  # seconds a turn; with this and longer clocks a table is played over days
MOST_HOLIDAY = 14  # days of holiday that a player can take in a round


class Row(NamedTuple):
    """A row of a log: its number in the room, its time, and its event."""

    number: int
    at: float
    body: bytes


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings of a table."""

    watch: Literal["anyone", "nobody"] = "anyone"
    lobby: bool = False
    talk: Literal["signals", "chat"] = "signals"
    clock: int | None = None
    absent: Literal["wait", "bot"] = "wait"
    late: Literal["bot", "wait"] = "bot"  # when the turn clock runs out
    join: Literal["rounds", "anytime"] = "rounds"  # when a new player can take over a bot's hand


class Event(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    tag_field="what",
    tag=str.lower,
    omit_defaults=True,
    gc=False,  # it is in no reference cycle, and logs hold many
):
    """An event, with the player who caused it and the id of the command it came from."""

    by: PlayerId = ""  # empty for the server itself, a clock or a bot
    id: str = ""
    after: float | None = None  # seconds since the row before, if that row's time is in the future


class Dealt(Event, frozen=True, kw_only=True):
    """An event with a deck: a numbered deal, or the cards of a secret shuffle."""

    deal: int | None = None
    deck: tuple[int, ...] | None = None
    key: str = ""  # the source of later shuffles, for a secret deck
    cards: Literal["chance", "day", "number", "record"] = "chance"  # how the deck was chosen


class Create(Dealt, frozen=True, kw_only=True):
    """The room was made."""

    game: str
    options: dict[str, Choice]
    seats: int
    settings: Settings
    actions: tuple[
        tuple[Seat, str], ...
    ] = ()  # actions already done, if the room continues a replay


class Seated(Event, frozen=True, kw_only=True):
    """An event of one seat."""

    seat: Seat


class Sit(Seated, frozen=True, kw_only=True):
    """A player took a seat."""

    name: str
    also: bool = False  # a further seat, for another player at the same screen


class Stand(Seated, frozen=True, kw_only=True):
    """A player gave up a seat."""


class Bot(Seated, frozen=True, kw_only=True):
    """A bot was put on a seat."""

    level: str = ""


class Remove(Seated, frozen=True, kw_only=True):
    """The host removed a player or a bot."""


class Rename(Seated, frozen=True, kw_only=True):
    """A player has a new name."""

    name: str


class Start(Event, frozen=True, kw_only=True):
    """The first round started."""


class Wish(Seated, frozen=True, kw_only=True):
    """A seat asks for something that needs everyone's consent, or refuses another's request."""

    matter: Matter = "again"
    deal: int | None = None  # the wanted deal of another round
    about: Seat | None = None  # the seat to undo, or for a bot to play
    yes: bool = True


class Again(Dealt, frozen=True, kw_only=True):
    """Another round was dealt."""


class Act(Seated, frozen=True, kw_only=True):
    """A seat did an action, after which some cards moved home automatically."""

    action: str
    then: tuple[str, ...] = ()


class Undo(Seated, frozen=True, kw_only=True):
    """A seat undid its last action."""

    remarks: int = 0  # remarks made since, which stay


class Redo(Seated, frozen=True, kw_only=True):
    """A seat redid what it had undone."""

    all: bool = False


class Restart(Seated, frozen=True, kw_only=True):
    """Everything was undone."""


class Finish(Seated, frozen=True, kw_only=True):
    """The rest was played automatically."""


class Pause(Seated, frozen=True, kw_only=True):
    """The clock was stopped."""


class Advice(Seated, frozen=True, kw_only=True):
    """A seat got a hint, or was shown a whole solution."""

    whole: bool = False


class Say(Event, frozen=True, kw_only=True):
    """A chat message."""

    seat: Seat | None
    name: str
    text: str


class Vote(Seated, frozen=True, kw_only=True):
    """A seat voted to end the round, or withdrew its vote."""

    end: bool


class Flag(Seated, frozen=True, kw_only=True):
    """A seat's time ran out, or its player is absent: a bot stands in, or plays only this turn."""

    turn: bool = False


class Back(Seated, frozen=True, kw_only=True):
    """A player took the seat back from the bot that stood in."""


class Holiday(Seated, frozen=True, kw_only=True):
    """A player starts a holiday, during which their turn clock stops; 0 days end it."""

    days: int


class Show(Event, frozen=True, kw_only=True):
    """The shared replay was moved to a step, or ended."""

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
