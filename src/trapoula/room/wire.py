"""The messages of the server: closed types. The schema and the client's types are generated from them."""

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from trapoula.core import errors
from trapoula.core.game import Choice, Json, Seat
from trapoula.room.events import Matter, Settings

Cards: TypeAlias = Literal["chance", "day", "number", "record", "shown"]
What: TypeAlias = Literal[
    "create", "sit", "stand", "bot", "remove", "rename", "start", "again", "act", "undo", "redo",
    "restart", "finish", "pause", "advice", "say", "wish", "vote", "flag", "back", "holiday", "show",
]  # fmt: skip


class Value(msgspec.Struct, frozen=True, kw_only=True):
    """A part of a message."""


class Chair(Value, frozen=True, kw_only=True):
    """A seat and its occupant."""

    kind: Literal["empty", "person", "bot"]
    level: str | UnsetType = UNSET  # for a bot
    name: str | UnsetType = UNSET  # for a person
    away: bool | UnsetType = UNSET  # whether a bot stands in for a person
    until: float | UnsetType = UNSET  # when the person's last holiday ends
    beside: Seat | UnsetType = msgspec.field(default=UNSET, name="with")  # the screen's seat


class Wish(Value, frozen=True, kw_only=True):
    """A request of a seat: another round, an undo, or a bot for an absent player."""

    seat: Seat
    matter: Matter
    deal: int | None  # the wanted deal of another round
    about: Seat | None  # the seat to undo, or for a bot to play


class Sitting(Value, frozen=True, kw_only=True):
    """The seats, and the phase of the round."""

    phase: Literal["waiting", "playing", "over"]
    round: int
    seats: Sequence[Chair]
    host: Seat | None
    votes: Sequence[Seat]
    wishes: Sequence[Wish]


class Phrase(Value, frozen=True, kw_only=True):
    """A sentence or a part of one, to show in the client's language."""

    template: str
    facts: dict[str, Any]


class Done(Value, frozen=True, kw_only=True):
    """An action that was done at the table."""

    seat: Seat
    action: str
    verb: str | UnsetType = UNSET  # this and the next three only for patiences, as in an action
    source: str | UnsetType = msgspec.field(default=UNSET, name="from")
    place: str | UnsetType = msgspec.field(default=UNSET, name="to")  # the target
    size: int | UnsetType = UNSET
    undone: bool | UnsetType = UNSET
    step: int | UnsetType = UNSET  # the number of actions up to this one
    talk: bool | UnsetType = UNSET  # whether it was only talk
    words: Phrase | UnsetType = UNSET  # the action in words, as everyone may read them


class Line(Value, frozen=True, kw_only=True, omit_defaults=True):
    """A line of the score sheet, with a number for each seat."""

    label: Phrase
    scores: Sequence[int]
    total: bool = False  # whether it is a total
    round: int = 0  # 0 for the whole game
    kind: str = ""  # which points these are, where there are several kinds


class Facet(Value, frozen=True, kw_only=True):
    """A further choice in an action: the question and the answer."""

    ask: Phrase
    answer: Phrase


class Action(Value, frozen=True, kw_only=True, omit_defaults=True):
    """A legal action: its text, and its parts."""

    text: str
    verb: str
    source: str | UnsetType = msgspec.field(
        default=UNSET, name="from"
    )  # a pile, or the cards of a hand
    target: str | UnsetType = msgspec.field(default=UNSET, name="to")
    size: int | UnsetType = UNSET  # the number of cards carried
    label: Phrase | UnsetType = UNSET  # the action in words, without its picks
    picks: Sequence[Facet] | UnsetType = UNSET  # further choices, one after another
    talk: bool = False  # whether it is only talk
    facts: dict[str, Any] = {}  # further facts of the action, by names of its own


class Moment(Value, frozen=True, kw_only=True):
    """A memorable moment of a round, and the number of actions before it."""

    step: int
    words: Phrase


class Standing(Value, frozen=True, kw_only=True):
    """The results at this table so far, including the finished round."""

    rounds: int
    won: Sequence[int]  # by seat: the rounds won by its occupant
    streak: int  # rounds in a row that the team won; negative if lost, 0 among rivals
    best: int  # the best score of a round
    before: int | None  # the best score before this round


class Recap(Value, frozen=True, kw_only=True):
    """A summary of a finished round."""

    counts: Sequence[Phrase]
    lines: Sequence[Line]  # everyone's actions, counted
    moments: Sequence[Moment]
    standing: Standing | None


class Outcome(Value, frozen=True, kw_only=True):
    """How a round ended."""

    won: bool
    scores: Sequence[int]
    reason: str
    facts: dict[str, Any]
    told: Sequence[Phrase] = ()  # a heading, and further sentences


class Table(Value, frozen=True, kw_only=True):
    """The table as one seat sees it, with its legal actions."""

    view: dict[str, Any]
    legal: Sequence[str]
    actions: Sequence[Action]  # the same in structured form
    turn: Seat | None
    steps: int
    outcome: Outcome | None
    seconds: float
    running: bool
    deadline: float | None
    undo: bool
    redo: bool
    finish: bool
    last: Sequence[Done]
    task: Phrase | UnsetType | None = UNSET  # what there is to do now
    tally: Sequence[Line] | UnsetType = UNSET  # the score sheet, as far as it is known
    hands: Sequence[Sequence[int]] | UnsetType = UNSET  # everyone's, once the round is over
    recap: Recap | UnsetType = UNSET  # after a shared round that was played to its end


class Step(Value, frozen=True, kw_only=True):
    """A step of a played game, as one seat saw it."""

    step: int
    view: dict[str, Any]
    turn: Seat | None
    last: Sequence[Done]
    outcome: Outcome | None


class Replay(Value, frozen=True, kw_only=True):
    """A stored game, before its first step."""

    replay: str
    game: str
    options: dict[str, Choice]
    seats: int
    deal: int | None
    seconds: int
    steps: int
    outcome: Outcome | None
    record: str


class Shown(Value, frozen=True, kw_only=True):
    """The step that the shared replay shows."""

    round: int
    step: int
    of: int
    table: Step


class Said(Value, frozen=True, kw_only=True):
    """A chat message."""

    number: int
    seat: Seat | None
    name: str
    text: str
    at: float


class You(Value, frozen=True, kw_only=True):
    """Your own state at this table."""

    seat: Seat | None
    held: Sequence[Seat]
    hosting: bool
    free: Sequence[Seat] | UnsetType = UNSET  # seats that you can take now, if you have none


class Fact(Value, frozen=True, kw_only=True):
    """An event of the log as a seat may see it, without the table."""

    number: int
    what: What
    at: float
    seat: Seat | UnsetType | None = UNSET
    action: str | UnsetType = UNSET
    name: str | UnsetType = UNSET
    text: str | UnsetType = UNSET
    level: str | UnsetType = UNSET
    end: bool | UnsetType = UNSET
    round: int | UnsetType = UNSET
    step: int | UnsetType | None = UNSET
    deal: int | UnsetType | None = UNSET
    cards: Cards | UnsetType = UNSET
    matter: Matter | UnsetType = UNSET
    about: Seat | UnsetType | None = UNSET
    yes: bool | UnsetType = UNSET
    turn: bool | UnsetType = UNSET  # whether a bot plays only this turn
    days: int | UnsetType = UNSET  # length of the holiday


class Event(Fact, frozen=True, kw_only=True, tag_field="type", tag="event"):
    """An event, with what it changed; with the command's id if it was yours."""

    sitting: Sitting | UnsetType = UNSET
    you: You | UnsetType = UNSET
    table: Table | UnsetType = UNSET
    shown: Shown | UnsetType | None = UNSET
    id: str | UnsetType = UNSET


class Frame(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=str.lower):
    """A message to one person."""


class Welcome(Frame, frozen=True, kw_only=True):
    """The socket is open."""

    name: str
    version: str


class Room(Frame, frozen=True, kw_only=True):
    """The whole room for an entering person, with the events they missed."""

    room: str
    number: int
    at: float
    game: str
    options: dict[str, Choice]
    deal: int | None
    cards: Cards
    settings: Settings
    sitting: Sitting
    seat: Seat | None
    held: Sequence[Seat]
    hosting: bool
    table: Table | None
    show: Shown | None
    chat: Sequence[Said]
    story: Sequence[Done]  # the actions of this round, at a shared table
    here: Sequence[Seat]
    watching: int
    id: str | UnsetType = UNSET
    missed: Sequence[Fact] | UnsetType | None = UNSET
    free: Sequence[Seat] | UnsetType = UNSET  # seats that you can take now, if you have none
    made_way: Sequence[str] | UnsetType = UNSET  # games of tables deleted for it


class Presence(Frame, frozen=True, kw_only=True):
    """The seats whose players are connected, and the number of spectators."""

    here: Sequence[Seat]
    watching: int


class Answer(Frame, frozen=True, kw_only=True):
    """An answer to a command."""

    id: str


class Finished(Answer, frozen=True, kw_only=True, tag="done"):
    """The command was done before, or causes no event."""

    number: int | UnsetType = UNSET


class Pong(Answer, frozen=True, kw_only=True):
    """The connection is alive."""


class Hint(Answer, frozen=True, kw_only=True):
    """A hint."""

    number: int
    action: str
    because: str
    template: str
    facts: dict[str, Any]
    chance: float | None = None  # of winning with it, as a seat of a table game sees it
    odds: str | None = None  # a phrase for that chance, to fill in with its share


class Why(Answer, frozen=True, kw_only=True):
    """Why a bot did an action, from what everyone saw."""

    number: int
    because: str
    template: str
    facts: dict[str, Any]


class Tip(Value, frozen=True, kw_only=True):
    """A rule that matters now, and an action that shows it."""

    rule: str
    words: Phrase
    action: str | None


class Tips(Answer, frozen=True, kw_only=True):
    """The rules that matter to a seat now, the most pressing first."""

    number: int
    tips: Sequence[Tip]


class Verdict(Answer, frozen=True, kw_only=True):
    """Whether the game can still be won."""

    number: int
    verdict: str
    until_shuffle: bool
    best: int | None
    moves: int | None = None  # of the winning line, if one was found
    spent: float


class Fatal(Answer, frozen=True, kw_only=True):
    """Which move lost the game."""

    number: int
    winnable: int | None
    lost: int | None
    action: Action | None
    card: str | None


class Difficulty(Value, frozen=True, kw_only=True):
    """How hard a deal is: how often simple play wins it, and how narrow the way is."""

    level: Literal["easy", "medium", "hard"]
    simple: int
    tries: int
    narrow: float


class Pick(Answer, frozen=True, kw_only=True):
    """The number of a winnable deal, and how hard it is."""

    number: int
    deal: int
    difficulty: Difficulty | None


class Progress(Answer, frozen=True, kw_only=True):
    """The progress of an answer."""

    done: int
    of: int


class Advice(Value, frozen=True, kw_only=True):
    """An action, the chance of winning with it as its seat saw it, and its reason."""

    action: Action
    chance: float | None
    template: str
    facts: dict[str, Any]


class Judged(Value, frozen=True, kw_only=True):
    """A decision: the number of steps before it, the action, and a strong player's action."""

    step: int
    own: Advice
    best: Advice


class Review(Answer, frozen=True, kw_only=True):
    """A whole round as a seat could see it, decision by decision."""

    number: int
    round: int
    seat: Seat
    decisions: Sequence[Judged]
    turning: Sequence[int]  # steps of the few decisions that cost most


class Error(Frame, frozen=True, kw_only=True):
    """A refusal, in a sentence."""

    code: str
    message: str
    template: str
    facts: dict[str, Any]
    id: str | UnsetType = UNSET
    number: int | UnsetType = UNSET


class Bye(Frame, frozen=True, kw_only=True):
    """The server closes the socket, or you can no longer be in the room."""

    code: str


Told: TypeAlias = (
    Welcome
    | Room
    | Event
    | Presence
    | Finished
    | Pong
    | Hint
    | Tips
    | Why
    | Verdict
    | Fatal
    | Pick
    | Progress
    | Review
    | Error
    | Bye
)

encode = msgspec.json.Encoder().encode


def told(error: errors.TrapoulaError, *, id_: str = "", number: int | UnsetType = UNSET) -> Error:
    """Return an error as it is sent, with its command's id and the room's number."""
    return Error(
        code=error.code,
        message=str(error),
        template=error.message,
        facts={name: _fact(fact) for name, fact in error.facts.items()},
        id=id_ or UNSET,
        number=number,
    )


def _fact(fact: object) -> Json:
    if isinstance(fact, (errors.TrapoulaError, errors.Phrase)):  # also a phrase
        inner: dict[str, Json] = {name: _fact(part) for name, part in fact.facts.items()}
        return {"template": fact.message, "facts": inner}
    return fact if isinstance(fact, (bool, int, float, str)) else str(fact)
