"""The types of HTTP answers. They are closed, like those of the socket."""

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import UNSET, UnsetType

from trapoula.core.game import Choice, Seat
from trapoula.patience.zones import Fan, Kind
from trapoula.room.wire import Cards, Chair, Error, Step, Value


class Option(Value, frozen=True, kw_only=True):
    """An option of a game, in every language."""

    name: str
    titles: dict[str, str]
    choices: Sequence[Choice]
    words: dict[str, Sequence[str]]  # for the choices, in their order
    explained: dict[str, dict[str, str]]  # the option itself under "", and its choices
    variants: dict[str, Sequence[str]]  # other names of the game with each choice
    default: Choice


class Preset(Value, frozen=True, kw_only=True):
    """Options that go together, under a name."""

    titles: dict[str, str]
    options: dict[str, Choice]


class Odds(Value, frozen=True, kw_only=True):
    """How often a game can be won, as far as it was studied."""

    share: float | None
    low: float
    high: float


class Place(Value, frozen=True, kw_only=True):
    """The place of a pile in the layout, and how it is spread."""

    pile: str
    zone: str
    kind: Kind
    x: float
    y: float
    fan: Fan
    shown: int
    dealt: tuple[int, int]  # how many cards are face down, and how many there are
    sign: str  # text at the place, if any


class Try(Value, frozen=True, kw_only=True):
    """How to write an attempt to move cards to a place."""

    to: str
    text: str


class Face(Value, frozen=True, kw_only=True):
    """The look of a card that is neither a playing card nor a number."""

    text: str
    sign: str
    colour: str


class FirstBot(Value, frozen=True, kw_only=True):
    """A bot in a first round."""

    seat: int
    level: str


class FirstRound(Value, frozen=True, kw_only=True):
    """The first round for a new player, as `POST /api/rooms` takes it."""

    deal: int
    seats: int
    bots: Sequence[FirstBot]
    options: dict[str, Choice]


class Game(Value, frozen=True, kw_only=True):
    """Everything that a client needs to know about a game before it is played."""

    game: str
    family: str
    titles: dict[str, str]
    famous: int | None
    names: dict[str, Sequence[str]]
    summaries: dict[str, str]
    seats: tuple[int, int]
    cards: int
    decks: int | None
    hidden: bool
    options: Sequence[Option]
    presets: dict[str, Preset]
    levels: Sequence[str]
    odds: Odds | None
    length: int | None
    wanders: bool
    layout: Sequence[Place] | None
    taps: dict[str, Sequence[str]] | None
    texts: dict[str, dict[str, str]] | UnsetType = (
        UNSET  # messages of the game's own file, by language
    )
    words: dict[str, str] | UnsetType = UNSET
    faces: dict[str, str] | UnsetType = UNSET  # what is on cards that are not plain numbers
    looks: dict[str, Face] | UnsetType = UNSET  # looks of cards that the game declares
    tries: Sequence[Try] | UnsetType = UNSET
    sample: Sequence[str] | UnsetType = UNSET
    first_round: FirstRound | UnsetType = UNSET  # for games that explain rules in play
    chosen: dict[str, Choice]


class Catalogue(Value, frozen=True, kw_only=True):
    """All games, and the search words for kinds of games."""

    games: Sequence[Game]
    kinds: dict[str, Sequence[str]]


class Picture(Value, frozen=True, kw_only=True):
    """The piles in a picture of a rules page, and what the example's move does."""

    piles: dict[str, Sequence[str | int | None]]
    lifted: Sequence[tuple[str, int]]
    to: Sequence[str]


class Pictures(Value, frozen=True, kw_only=True):
    """The pictures of a rules page."""

    deal: Picture | UnsetType = UNSET
    example: Picture | UnsetType = UNSET


class Language(Value, frozen=True, kw_only=True):
    """A language of the interface."""

    code: str
    name: str
    short: str
    plurals: str


class Languages(Value, frozen=True, kw_only=True):
    """The languages of the interface."""

    languages: Sequence[Language]


class Me(Value, frozen=True, kw_only=True):
    """Who you are."""

    name: str
    named: bool  # whether you chose the name


class Link(Value, frozen=True, kw_only=True):
    """A link that gives another device your identity."""

    link: str
    seconds: int


class Push(Value, frozen=True, kw_only=True):
    """The key for Web Push subscriptions, or null if this host cannot send."""

    key: str | None


class Code(Value, frozen=True, kw_only=True):
    """A code for a table, and how long it is valid."""

    code: str
    seconds: int


class Invited(Value, frozen=True, kw_only=True):
    """The names of the players who were invited."""

    invited: Sequence[str]


class Found(Value, frozen=True, kw_only=True):
    """The table of a code."""

    room: str


class Device(Value, frozen=True, kw_only=True):
    """A device that has your identity by a link."""

    device: str
    since: float
    here: bool


class Devices(Value, frozen=True, kw_only=True):
    """The devices that have your identity by a link."""

    devices: Sequence[Device]


class Gone(Value, frozen=True, kw_only=True):
    """It has been deleted."""

    gone: Literal[True] = True


class Listed(Value, frozen=True, kw_only=True):
    """A room in a list."""

    room: str
    game: str
    options: dict[str, Choice]
    cards: Cards = "chance"  # missing in older lists
    deal: int | None = None
    seats: Sequence[Chair]
    host: str | None
    phase: Literal["waiting", "playing", "over"]
    watch: Literal["anyone", "nobody"] = "anyone"
    clock: int | None = None  # seconds a turn
    deadline: float | None = None  # when the turn ends
    turn: Seat | None = None  # the seat on turn
    yours: bool  # whether it is your turn
    mine: bool
    created: float
    active: float
    steps: int
    label: str
    closed: bool
    muted: bool = False  # whether you get no notifications from it
    invited: str = ""  # who invited you, until you sit down


class Rooms(Value, frozen=True, kw_only=True):
    """The public tables, and your unfinished ones."""

    lobby: Sequence[Listed]
    mine: Sequence[Listed]


class Tables(Value, frozen=True, kw_only=True):
    """Your shared tables whose round is over, newest first."""

    standing: Sequence[Listed]


class Round(Value, frozen=True, kw_only=True):
    """How a round of a table ended."""

    round: int
    won: Sequence[bool]  # by seat
    scores: Sequence[int]
    names: Sequence[str]  # empty for a bot
    seconds: float
    at: float


class Rounds(Value, frozen=True, kw_only=True):
    """The finished rounds of a table."""

    rounds: Sequence[Round]


class Kept(Value, frozen=True, kw_only=True):
    """What was stored for your table."""

    label: str | None
    closed: bool | None
    muted: bool | None = None


class Shared(Value, frozen=True, kw_only=True):
    """The name of a replay."""

    replay: str


class Solution(Value, frozen=True, kw_only=True):
    """Whether a patience can still be won, and a replay that shows how from this step on."""

    verdict: Literal["winnable", "lost", "unknown"]
    replay: str | None
    step: int


class Weighed(Value, frozen=True, kw_only=True):
    """How hard a won deal is; null if unknown."""

    level: Literal["easy", "medium", "hard"] | None


class Solver(Value, frozen=True, kw_only=True):
    """How much of the solver is compiled, in percent; null if it is not compiled here."""

    percent: int | None


class Steps(Value, frozen=True, kw_only=True):
    """Some steps of a replay."""

    steps: Sequence[Step]


class LogRow(Value, frozen=True, kw_only=True):
    """A row of a table's log: its time and its event."""

    at: float
    event: dict[str, Any]  # as stored, with its names there


class Log(Value, frozen=True, kw_only=True):
    """The whole log of a table of your own, from row 1. Your id in it is `you`."""

    room: str
    rows: Sequence[LogRow]


class Did(Value, frozen=True, kw_only=True):
    """A command's id and the number of its row."""

    id: str
    number: int


class Delivered(Value, frozen=True, kw_only=True):
    """The results of commands that were sent together, up to the first refusal."""

    done: Sequence[Did]
    refused: Error | None


class Health(Value, frozen=True, kw_only=True):
    """The state of the server."""

    ok: bool
    degraded: bool  # whether some stored rows cannot be read
    rooms: int
    sockets: int
