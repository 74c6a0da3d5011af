"""What HTTP answers: closed types, as on the socket."""

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
    words: dict[str, Sequence[str]]  # for the choices
    explained: dict[str, dict[str, str]]  # the option itself under "", and its choices
    variants: dict[str, Sequence[str]]  # what people call the game by each choice, if anything
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
    """Where a pile lies, and how it is spread."""

    pile: str
    zone: str
    kind: Kind
    x: float
    y: float
    fan: Fan
    shown: int
    dealt: tuple[int, int]  # cards face down, and all of them
    sign: str  # what is written at the place, or nothing


class Try(Value, frozen=True, kw_only=True):
    """How it is written that cards are tried at a place."""

    to: str
    text: str


class Face(Value, frozen=True, kw_only=True):
    """How a card looks that is neither a playing card nor a number."""

    text: str
    sign: str
    colour: str


class FirstBot(Value, frozen=True, kw_only=True):
    """A bot of a first round."""

    seat: int
    level: str


class FirstRound(Value, frozen=True, kw_only=True):
    """The round that somebody new to a game plays first, as a room is wished for."""

    deal: int
    seats: int
    bots: Sequence[FirstBot]
    options: dict[str, Choice]


class Game(Value, frozen=True, kw_only=True):
    """Everything about a game that a client needs before it is played."""

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
    looks: dict[str, Face] | UnsetType = UNSET  # faces that the game declares
    tries: Sequence[Try] | UnsetType = UNSET
    sample: Sequence[str] | UnsetType = UNSET
    first_round: FirstRound | UnsetType = UNSET  # where rules are told as they come to matter
    chosen: dict[str, Choice]


class Catalogue(Value, frozen=True, kw_only=True):
    """Every game that can be played, and the words that people look for kinds of games by."""

    games: Sequence[Game]
    kinds: dict[str, Sequence[str]]


class Picture(Value, frozen=True, kw_only=True):
    """What lies on a picture of a page of rules, and what the worked move does."""

    piles: dict[str, Sequence[str | int | None]]
    lifted: Sequence[tuple[str, int]]
    to: Sequence[str]


class Pictures(Value, frozen=True, kw_only=True):
    """The pictures of a page of rules."""

    deal: Picture | UnsetType = UNSET
    example: Picture | UnsetType = UNSET


class Language(Value, frozen=True, kw_only=True):
    """A language that is spoken here."""

    code: str
    name: str
    short: str
    plurals: str


class Languages(Value, frozen=True, kw_only=True):
    """The languages that are spoken here."""

    languages: Sequence[Language]


class Me(Value, frozen=True, kw_only=True):
    """Who you are."""

    name: str
    named: bool  # whether you chose it


class Link(Value, frozen=True, kw_only=True):
    """Where to go on another device to be the same player there."""

    link: str
    seconds: int


class Push(Value, frozen=True, kw_only=True):
    """The key to subscribe with, where this host can send to browsers that are shut."""

    key: str | None


class Code(Value, frozen=True, kw_only=True):
    """A code that stands for a table, and for how long."""

    code: str
    seconds: int


class Invited(Value, frozen=True, kw_only=True):
    """The names of those who were invited to a table."""

    invited: Sequence[str]


class Found(Value, frozen=True, kw_only=True):
    """The table that a code stands for."""

    room: str


class Device(Value, frozen=True, kw_only=True):
    """A device that became yours by a link."""

    device: str
    since: float
    here: bool


class Devices(Value, frozen=True, kw_only=True):
    """The devices that became yours by a link."""

    devices: Sequence[Device]


class Gone(Value, frozen=True, kw_only=True):
    """It is no more."""

    gone: Literal[True] = True


class Listed(Value, frozen=True, kw_only=True):
    """What a list says of a room."""

    room: str
    game: str
    options: dict[str, Choice]
    cards: Cards = "chance"  # older lists do not say
    deal: int | None = None
    seats: Sequence[Chair]
    host: str | None
    phase: Literal["waiting", "playing", "over"]
    watch: Literal["anyone", "nobody"] = "anyone"
    clock: int | None = None  # seconds a turn
    deadline: float | None = None  # when the turn is to be made
    turn: Seat | None = None  # whose turn it is
    yours: bool  # whether it is yours
    mine: bool
    created: float
    active: float
    steps: int
    label: str
    closed: bool
    muted: bool = False  # whether you are not called to it
    invited: str = ""  # who invited you, if you have not sat there yet


class Rooms(Value, frozen=True, kw_only=True):
    """The open tables, and those that you can go on at."""

    lobby: Sequence[Listed]
    mine: Sequence[Listed]


class Tables(Value, frozen=True, kw_only=True):
    """The tables for several where you sit and a round is over, newest first."""

    standing: Sequence[Listed]


class Round(Value, frozen=True, kw_only=True):
    """How a round of a table ended."""

    round: int
    won: Sequence[bool]  # by seat
    scores: Sequence[int]
    names: Sequence[str]  # nothing for a bot
    seconds: float
    at: float


class Rounds(Value, frozen=True, kw_only=True):
    """The rounds of a table that were played to their end."""

    rounds: Sequence[Round]


class Kept(Value, frozen=True, kw_only=True):
    """What was wished for a table of yours."""

    label: str | None
    closed: bool | None
    muted: bool | None = None


class Shared(Value, frozen=True, kw_only=True):
    """The name of a replay."""

    replay: str


class Solution(Value, frozen=True, kw_only=True):
    """Whether a patience can still be won, and the replay that shows how, from that step on."""

    verdict: Literal["winnable", "lost", "unknown"]
    replay: str | None
    step: int


class Weighed(Value, frozen=True, kw_only=True):
    """How hard a deal is that was won; null where nobody knows."""

    level: Literal["easy", "medium", "hard"] | None


class Solver(Value, frozen=True, kw_only=True):
    """How much of the solver is compiled; null where nobody compiles it."""

    percent: int | None


class Steps(Value, frozen=True, kw_only=True):
    """Some steps of a replay."""

    steps: Sequence[Step]


class LogRow(Value, frozen=True, kw_only=True):
    """One row of a table's log: when, and what happened."""

    at: float
    event: dict[str, Any]  # as it is kept, by its names there


class Log(Value, frozen=True, kw_only=True):
    """Everything that happened at a table of your own, from number 1; you are called `you` in it."""

    room: str
    rows: Sequence[LogRow]


class Did(Value, frozen=True, kw_only=True):
    """A command by its id, and the number of the row that it became."""

    id: str
    number: int


class Delivered(Value, frozen=True, kw_only=True):
    """What became of commands that were handed in together, up to the first that was refused."""

    done: Sequence[Did]
    refused: Error | None


class Health(Value, frozen=True, kw_only=True):
    """How the server is."""

    ok: bool
    degraded: bool  # whether some stored rows cannot be read
    rooms: int
    sockets: int
