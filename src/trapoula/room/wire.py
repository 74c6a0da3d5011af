"""What the server says: closed types, of which the schema and the client's types are made."""

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
    """A part of what is said."""


class Chair(Value, frozen=True, kw_only=True):
    """One seat, and who has it."""

    kind: Literal["empty", "person", "bot"]
    level: str | UnsetType = UNSET  # of a bot
    name: str | UnsetType = UNSET  # of a person
    away: bool | UnsetType = UNSET  # whether a bot stands in for a person
    until: float | UnsetType = UNSET  # when the last holiday of a person ends
    beside: Seat | UnsetType = msgspec.field(default=UNSET, name="with")  # at whose screen


class Wish(Value, frozen=True, kw_only=True):
    """What a seat would like: another round, to take back, or that a bot plays for somebody."""

    seat: Seat
    matter: Matter
    deal: int | None  # of another round: a certain one
    about: Seat | None  # who would take something back, or for whom a bot should play


class Sitting(Value, frozen=True, kw_only=True):
    """Who sits where, and how far the round is."""

    phase: Literal["waiting", "playing", "over"]
    round: int
    seats: Sequence[Chair]
    host: Seat | None
    votes: Sequence[Seat]
    wishes: Sequence[Wish]


class Phrase(Value, frozen=True, kw_only=True):
    """A sentence, or a part of one, to be told in the client's language."""

    template: str
    facts: dict[str, Any]


class Done(Value, frozen=True, kw_only=True):
    """Something that was done at the table."""

    seat: Seat
    action: str
    verb: str | UnsetType = UNSET  # this and the next three at a patience, as of an action
    source: str | UnsetType = msgspec.field(default=UNSET, name="from")
    place: str | UnsetType = msgspec.field(default=UNSET, name="to")  # where it went
    size: int | UnsetType = UNSET
    undone: bool | UnsetType = UNSET
    step: int | UnsetType = UNSET  # how many actions there were with it
    talk: bool | UnsetType = UNSET  # whether it was only said
    words: Phrase | UnsetType = UNSET  # what everybody may hear of it


class Line(Value, frozen=True, kw_only=True, omit_defaults=True):
    """A line of the score sheet: what is counted, for each seat."""

    label: Phrase
    scores: Sequence[int]
    total: bool = False  # whether it sums up
    round: int = 0  # 0: of the whole game
    kind: str = ""  # which points these are, where others are counted too


class Facet(Value, frozen=True, kw_only=True):
    """One more choice of an action: what is asked, and what was answered."""

    ask: Phrase
    answer: Phrase


class Action(Value, frozen=True, kw_only=True, omit_defaults=True):
    """Something that may be done now: the text that does it, and what that is made of."""

    text: str
    verb: str
    source: str | UnsetType = msgspec.field(
        default=UNSET, name="from"
    )  # a pile, or the cards of a hand
    target: str | UnsetType = msgspec.field(default=UNSET, name="to")
    size: int | UnsetType = UNSET  # how many cards are carried
    label: Phrase | UnsetType = UNSET  # what it is called, its picks left out
    picks: Sequence[Facet] | UnsetType = UNSET  # what else is chosen, one after another
    talk: bool = False  # whether it is only said
    facts: dict[str, Any] = {}  # what else the action says, by names of its own


class Moment(Value, frozen=True, kw_only=True):
    """Something worth remembering of a round, and after how many actions it happened."""

    step: int
    words: Phrase


class Standing(Value, frozen=True, kw_only=True):
    """How it has gone at this table so far, with the round that is over."""

    rounds: int
    won: Sequence[int]  # by seat, the rounds that were won by who sits there now
    streak: int  # rounds won in a row by the team, negative when lost; 0 among rivals
    best: int  # the best score of a round
    before: int | None  # the same before this round


class Recap(Value, frozen=True, kw_only=True):
    """What a round that is over was like."""

    counts: Sequence[Phrase]
    lines: Sequence[Line]  # what everybody did
    moments: Sequence[Moment]
    standing: Standing | None


class Outcome(Value, frozen=True, kw_only=True):
    """How a round ended."""

    won: bool
    scores: Sequence[int]
    reason: str
    facts: dict[str, Any]
    told: Sequence[Phrase] = ()  # a heading, and what else there is to say


class Table(Value, frozen=True, kw_only=True):
    """The table as one seat sees it, with what it may do."""

    view: dict[str, Any]
    legal: Sequence[str]
    actions: Sequence[Action]  # the same, taken apart
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
    task: Phrase | UnsetType | None = UNSET  # what is to be done now
    tally: Sequence[Line] | UnsetType = UNSET  # what can be written of the score sheet
    hands: Sequence[Sequence[int]] | UnsetType = UNSET  # of everybody, when the round is over
    recap: Recap | UnsetType = UNSET  # when a round of several was played to its end


class Step(Value, frozen=True, kw_only=True):
    """One step of a game that was played, as one seat saw it."""

    step: int
    view: dict[str, Any]
    turn: Seat | None
    last: Sequence[Done]
    outcome: Outcome | None


class Replay(Value, frozen=True, kw_only=True):
    """A game that was kept, before its first step."""

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
    """The step that the shared replay is at."""

    round: int
    step: int
    of: int
    table: Step


class Said(Value, frozen=True, kw_only=True):
    """A line of the chat."""

    number: int
    seat: Seat | None
    name: str
    text: str
    at: float


class You(Value, frozen=True, kw_only=True):
    """What a person is at this table."""

    seat: Seat | None
    held: Sequence[Seat]
    hosting: bool
    free: Sequence[Seat] | UnsetType = UNSET  # where one who has no seat may sit down now


class Fact(Value, frozen=True, kw_only=True):
    """What a row of the log says to a seat, without the table."""

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
    turn: bool | UnsetType = UNSET  # whether a bot plays this turn only
    days: int | UnsetType = UNSET  # that a person is away


class Event(Fact, frozen=True, kw_only=True, tag_field="type", tag="event"):
    """Something happened; with what it changed, and with the id of the command if it was yours."""

    sitting: Sitting | UnsetType = UNSET
    you: You | UnsetType = UNSET
    table: Table | UnsetType = UNSET
    shown: Shown | UnsetType | None = UNSET
    id: str | UnsetType = UNSET


class Frame(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=str.lower):
    """Something that is said to one person."""


class Welcome(Frame, frozen=True, kw_only=True):
    """The socket is open."""

    name: str
    version: str


class Room(Frame, frozen=True, kw_only=True):
    """Everything that a person who comes in sees, and what was missed."""

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
    story: Sequence[Done]  # what was done in this round, at a table for several
    here: Sequence[Seat]
    watching: int
    id: str | UnsetType = UNSET
    missed: Sequence[Fact] | UnsetType | None = UNSET
    free: Sequence[Seat] | UnsetType = UNSET  # where one who has no seat may sit down now
    made_way: Sequence[str] | UnsetType = UNSET  # the games of old tables, when it was newly made


class Presence(Frame, frozen=True, kw_only=True):
    """Whose persons are connected, and how many only watch."""

    here: Sequence[Seat]
    watching: int


class Answer(Frame, frozen=True, kw_only=True):
    """What is said to a command."""

    id: str


class Finished(Answer, frozen=True, kw_only=True, tag="done"):
    """It was done already, or it leaves no event."""

    number: int | UnsetType = UNSET


class Pong(Answer, frozen=True, kw_only=True):
    """The line is alive."""


class Hint(Answer, frozen=True, kw_only=True):
    """What one might do."""

    number: int
    action: str
    because: str
    template: str
    facts: dict[str, Any]
    chance: float | None = None  # of winning with it, as a seat of a table game sees it,
    odds: str | None = None  # and what that is called, to be filled with its share


class Why(Answer, frozen=True, kw_only=True):
    """Why a bot did something, from what everybody saw."""

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
    """Whether this can still be won."""

    number: int
    verdict: str
    until_shuffle: bool
    best: int | None
    moves: int | None = None  # of the line that wins, if one was found
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
    """The number of a deal that can be won, and how hard it is."""

    number: int
    deal: int
    difficulty: Difficulty | None


class Progress(Answer, frozen=True, kw_only=True):
    """How far the answer to a question is."""

    done: int
    of: int


class Advice(Value, frozen=True, kw_only=True):
    """One action, the chance of winning with it as its seat saw it, and what speaks for it."""

    action: Action
    chance: float | None
    template: str
    facts: dict[str, Any]


class Judged(Value, frozen=True, kw_only=True):
    """One decision: after how many steps, what was done, and what a strong player would have done."""

    step: int
    own: Advice
    best: Advice


class Review(Answer, frozen=True, kw_only=True):
    """A whole round as a seat could see it, decision by decision."""

    number: int
    round: int
    seat: Seat
    decisions: Sequence[Judged]
    turning: Sequence[int]  # the steps of the few decisions that gave most away


class Error(Frame, frozen=True, kw_only=True):
    """A refusal, in a sentence."""

    code: str
    message: str
    template: str
    facts: dict[str, Any]
    id: str | UnsetType = UNSET
    number: int | UnsetType = UNSET


class Bye(Frame, frozen=True, kw_only=True):
    """The server closes the socket, or the room is no longer for you."""

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
    """An error as it is sent, with the command it answers and the table it was refused at."""
    return Error(
        code=error.code,
        message=str(error),
        template=error.message,
        facts={name: _fact(fact) for name, fact in error.facts.items()},
        id=id_ or UNSET,
        number=number,
    )


def _fact(fact: object) -> Json:
    if isinstance(fact, (errors.TrapoulaError, errors.Phrase)):  # told in the client's language too
        inner: dict[str, Json] = {name: _fact(part) for name, part in fact.facts.items()}
        return {"template": fact.message, "facts": inner}
    return fact if isinstance(fact, (bool, int, float, str)) else str(fact)
