"""The protocol that every game implements, patience or table game, and its optional extensions."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import (
    Any,
    Final,
    Generic,
    Literal,
    NamedTuple,
    ParamSpec,
    Protocol,
    TypeAlias,
    TypeGuard,
    TypeVar,
    runtime_checkable,
)

from trapoula.core.cards import Card, Deck
from trapoula.core.errors import BadCard, BadDeck, IllegalAction, Phrase

Seat: TypeAlias = int
CHANCE: Final[Seat] = -1  # the seat that shuffles; its actions are recorded like any other
ALL: Final[Seat] = -2  # in place of a seat: sees every card, for people who study games

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
View: TypeAlias = dict[str, Json]  # what one seat may know, as plain JSON

_SHOWN = 12  # how many legal actions an error message lists

State = TypeVar("State")
Action = TypeVar("Action")
Asked = TypeVar("Asked", contravariant=True)  # a state that is only read
Deed = TypeVar("Deed", contravariant=True)  # an action that is only described


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: won or not, the scores by seat, and the rule that ended it."""

    won: bool  # whether it was won; in a competitive game, whether any seat won
    scores: tuple[int, ...]  # by seat
    reason: str  # a code for the rule that ended it
    facts: dict[str, Json] = field(default_factory=dict)  # more facts about the end


class Dice(Protocol):
    """A random generator that gives the same numbers on every machine."""

    def below(self, n: int) -> int:
        """Return a uniform number from 0 to n - 1."""

    def shuffled(self, cards: Sequence[Card]) -> Deck:
        """Return the cards shuffled."""


class Game(Protocol[State, Action]):
    """The rules of one game. Every client, bot and solver uses only this protocol."""

    @property
    def seats(self) -> range:
        """The player counts that the game allows."""

    @property
    def pack(self) -> Deck:
        """The sorted cards that are shuffled for a deal."""

    @property
    def faces(self) -> Mapping[str, Card]:
        """Each card's text, mapped to the card."""

    def start(self, deck: Sequence[Card], seats: int = 1) -> State:
        """Return the first state for a deck, first card dealt first."""

    def turn(self, state: State) -> Seat | None:
        """Return the seat to move, CHANCE, or None when the game is over."""

    def legal(self, state: State, seat: Seat = 0) -> Collection[Action]:
        """Return all legal actions of a seat: complete and exact."""

    def why(self, state: State, action: Action, seat: Seat = 0) -> Phrase | None:
        """Explain why an illegal action is not allowed, if the rule has a sentence for it."""

    def allows(self, state: State, action: Action, seat: Seat = 0) -> bool:
        """Return whether a seat may do this now: same answer as `legal`, without building the full list."""

    def draw(self, state: State, dice: Dice) -> Action:
        """Choose CHANCE's action with the given dice, when it is CHANCE's turn."""

    def play(self, state: State, action: Action) -> State:
        """Return the state after a legal action; the given state does not change."""

    def view(self, state: State, seat: Seat | None) -> View:
        """Return what a seat may know; None is a spectator, and ALL sees every card."""

    def outcome(self, state: State) -> Outcome | None:
        """Return how the game ended, or None while it is in progress."""

    def reveals(self, before: State, after: State) -> bool:
        """Return whether this step showed hidden cards to anybody, so that it cannot be undone."""

    def obvious(self, state: State) -> Action | None:
        """Return a move that needs no thought, such as a card for a foundation, if there is one."""

    def write(self, action: Action) -> str:
        """Write an action as text."""

    def told(self, action: Action, seat: Seat | None) -> str:
        """Write an action as a seat may see it: the result of a shuffle stays secret."""

    def read(self, text: str) -> Action:
        """Read an action from its text, legal or not."""


@runtime_checkable
class Talkative(Protocol[Asked, Action]):
    """A game with table talk, also out of turn, because words could give a hand away."""

    def talk(self, state: Asked, seat: Seat) -> Collection[Action]:
        """Return what a seat may say now."""

    def says(self, action: Action) -> bool:
        """Return whether an action is talk, which no player waits for."""


@runtime_checkable
class Common(Protocol[Asked]):
    """A game where all views are mostly the same; a view is `common` and `own` combined."""

    def common(self, state: Asked) -> Mapping[str, Any]:
        """Return the part of a view that is the same for all."""

    def own(self, state: Asked, seat: Seat | None) -> Mapping[str, Any]:
        """Return the part of a view that differs by seat."""


@runtime_checkable
class Guided(Protocol[Asked]):
    """A game that says in one line what a seat has to do."""

    def task(self, state: Asked, seat: Seat) -> Phrase | None:
        """Return what a seat has to do now; None when it is not its turn."""


class Pick(NamedTuple):
    """One more choice within an action: the question and the answer."""

    ask: Phrase
    answer: Phrase


class Reach(NamedTuple):
    """The cards an action takes from the hand, the place they go to, and its further choices.

    An action's label leaves out its picks: clients ask for them one after another.
    """

    cards: tuple[Card, ...] = ()
    place: str = ""
    picks: tuple[Pick, ...] = ()


class Face(NamedTuple):
    """The face of a card that is neither a playing card nor a number."""

    text: str  # the short text on it
    sign: str = ""  # one character below the text
    colour: str = ""  # red, yellow, green, blue, purple or black


@runtime_checkable
class Drawn(Protocol):
    """A game whose cards have their own faces."""

    @property
    def looks(self) -> Mapping[str, Face]:
        """The faces, by the text of the card."""


class Line(NamedTuple):
    """A line of the score sheet: one count for each seat, for a round or the whole game."""

    label: Phrase
    scores: tuple[int, ...]
    total: bool = False  # whether it sums up the lines before it
    round: int = 0
    kind: str = ""  # which points these are, if the sheet counts several kinds


@runtime_checkable
class Worded(Protocol[Asked, Deed]):
    """A game that describes its actions in words, and where on the table they happen."""

    @property
    def words(self) -> Mapping[str, str]:
        """Messages for the words in its views; a key "about ..." holds the longer explanation."""

    @property
    def tries(self) -> Sequence[tuple[str, str]]:
        """The texts of actions that take cards {from} to a place {to}, legal or not; * is any place."""

    def reach(self, action: Deed) -> Reach:
        """Return the cards an action takes from the hand, and the place they go to."""

    def label(self, action: Deed) -> Phrase:
        """Describe an action to the player who can choose it."""

    def story(self, before: Asked, action: Deed) -> Phrase:
        """Describe what was done, for everybody at the table; a list of numbers stands for cards."""

    def tally(self, state: Asked) -> Sequence[Line]:
        """Return the lines of the score sheet that are known by now."""

    def ending(self, outcome: Outcome) -> Sequence[Phrase]:
        """Describe the end: a heading, then further sentences; seats are given by number."""


class Moment(NamedTuple):
    """A memorable moment of a finished game, and after how many actions it happened."""

    words: Phrase
    step: int


class Recap(NamedTuple):
    """A summary of a finished game: totals, figures by seat, and moments in order."""

    counts: tuple[Phrase, ...]
    lines: tuple[Line, ...]
    moments: tuple[Moment, ...]


@runtime_checkable
class Recalled(Protocol[Asked, Deed]):
    """A game that can summarize how it went."""

    def recap(self, course: Sequence[tuple[Asked, Seat, Deed]], end: Asked) -> Recap:
        """Summarize a finished game. `course` holds each state, who acted and the action."""


class Tip(NamedTuple):
    """A rule that matters now, explained to a new player."""

    rule: str  # its name: each rule is shown once
    words: Phrase
    action: Any = None  # an action now that shows the rule


class FirstRound(NamedTuple):
    """The first round for a new player; bots take the other seats."""

    deal: int
    level: str
    seats: int = 2
    options: "Mapping[str, Choice]" = {}


@runtime_checkable
class Teaching(Protocol[Asked]):
    """A game that explains each rule when it first matters."""

    @property
    def first_round(self) -> FirstRound:
        """A round with an easy start."""

    def tips(self, state: Asked, seat: Seat) -> Iterable[Tip]:
        """Return the rules that matter to the seat on turn, most important first, using only its view."""


@runtime_checkable
class Renewing(Protocol):
    """A game that once wrote its actions in another format."""

    def renewed(self, text: str) -> str:
        """Convert an action from an older log to today's format."""


@runtime_checkable
class Redealing(Protocol[State]):
    """A game that determinizes its own states, for bots that search."""

    def determinize(self, state: State, seat: Seat, dice: Dice) -> State:
        """Return a state that looks the same to the seat; the dice choose everything it cannot see."""


@runtime_checkable
class Hopeful(Protocol[Asked]):
    """A game that can estimate what a seat may still score, for bots that search."""

    def prospect(self, state: Asked, seat: Seat) -> float:
        """Estimate the points that a seat may still gain from here, or lose if negative."""


_KINDS: dict[tuple[type, object], bool] = {}  # whether a class implements a protocol


def _is(game: object, protocol: Any) -> bool:
    """Return whether a game implements a protocol. Cached by class, because `isinstance` is slow here."""
    found = _KINDS.get((type(game), protocol))
    if found is None:
        found = _KINDS[type(game), protocol] = isinstance(game, protocol)
    return found


Kept = TypeVar("Kept")


class ByGame(Generic[Kept]):
    """A cache of one value per game, shared by all tables of that game."""

    def __init__(self, make: Callable[[Game[Any, Any]], Kept], most: int = 256) -> None:
        self._make, self._most = make, most
        self._kept: dict[int, tuple[Game[Any, Any], Kept]] = {}  # by identity: comparing is slow

    def of(self, game: Game[Any, Any]) -> Kept:
        """Return the value for a game; make it if needed."""
        found = self._kept.get(id(game))
        if found is None:
            if len(self._kept) >= self._most:
                self._kept.clear()
            found = self._kept[id(game)] = game, self._make(game)
        return found[1]


def is_worded(game: Game[Any, Any]) -> TypeGuard[Worded[Any, Any]]:
    """Return whether a game describes its actions in words."""
    return _is(game, Worded)


def looks_of(game: Game[Any, Any]) -> Mapping[str, Face]:
    """Return the faces that a game declares, by the text of the card."""
    return game.looks if isinstance(game, Drawn) else {}


def is_guided(game: Game[Any, Any]) -> TypeGuard[Guided[Any]]:
    """Return whether a game says what a seat has to do."""
    return _is(game, Guided)


def is_common(game: Game[Any, Any]) -> TypeGuard[Common[Any]]:
    """Return whether the views of a game share a common part."""
    return _is(game, Common)


def is_talkative(game: Game[Any, Any]) -> TypeGuard[Talkative[Any, Any]]:
    """Return whether a game has table talk."""
    return _is(game, Talkative)


def is_recalled(game: Game[Any, Any]) -> TypeGuard[Recalled[Any, Any]]:
    """Return whether a game can summarize how it went."""
    return _is(game, Recalled)


def is_teaching(game: Game[Any, Any]) -> TypeGuard[Teaching[Any]]:
    """Return whether a game explains its rules as they start to matter."""
    return _is(game, Teaching)


def is_renewing(game: Game[Any, Any]) -> TypeGuard[Renewing]:
    """Return whether a game once wrote its actions in another format."""
    return _is(game, Renewing)


def is_redealing(game: Game[Any, Any]) -> TypeGuard[Redealing[Any]]:
    """Return whether a game determinizes its own states."""
    return _is(game, Redealing)


def is_hopeful(game: Game[Any, Any]) -> TypeGuard[Hopeful[Any]]:
    """Return whether a game can estimate what a seat may still score."""
    return _is(game, Hopeful)


def logged(game: Game[State, Action], text: str) -> Action:
    """Read an action from a log, in today's or an older format. It was checked when it was written."""
    return game.read(game.renewed(text) if is_renewing(game) else text)


def is_talk(game: Game[State, Action], action: Action) -> bool:
    """Return whether an action is talk."""
    return is_talkative(game) and game.says(action)


def check(game: Game[State, Action], state: State, seat: Seat, text: str) -> Action:
    """Read an action that a seat may do now; otherwise raise why not, or list what is allowed."""
    action = game.read(text)
    if game.allows(state, action, seat):
        return action
    if seat == CHANCE:
        raise IllegalAction("Chance cannot do {action} now.", action=repr(text))
    if (why := game.why(state, action, seat)) is not None:
        raise IllegalAction(why.message, **why.facts)
    legal = game.legal(state, seat)
    if not legal:
        raise IllegalAction("{action} is not allowed: nothing is, now.", action=repr(text))
    shown = [game.write(other) for other, _ in zip(legal, range(_SHOWN), strict=False)]
    if len(legal) > _SHOWN:
        raise IllegalAction(
            "{action} is not allowed now; what is: {allowed} and {more} more.",
            action=repr(text),
            allowed=", ".join(shown),
            more=len(legal) - _SHOWN,
        )
    raise IllegalAction(
        "{action} is not allowed now; what is: {allowed}.",
        action=repr(text),
        allowed=", ".join(shown),
    )


def read_deck(game: Game[State, Action], words: str | Sequence[str]) -> Deck:
    """Read a deck, which must be the game's pack in some order."""
    faces, deck = game.faces, []
    for word in words.split() if isinstance(words, str) else words:
        if word.upper() not in faces:
            raise BadCard(
                "{word} is not a card of this game; its cards are {faces}.",
                word=repr(word),
                faces=", ".join(faces),
            )
        deck.append(faces[word.upper()])
    return check_deck(deck, game)


def write_deck(game: Game[State, Action], deck: Sequence[Card]) -> list[str]:
    """Write the cards of a deck."""
    names = {card: face for face, card in game.faces.items()}
    return [names[card] for card in deck]


def check_deck(deck: Sequence[Card], game: Game[State, Action]) -> Deck:
    """Return the deck if it holds exactly the game's cards; otherwise raise what is missing or extra."""
    if sorted(deck) == sorted(game.pack):
        return tuple(deck)
    held, wanted = Counter(deck), Counter(game.pack)
    missing, extra = _some(game, wanted - held), _some(game, held - wanted)
    if not extra:
        raise BadDeck(
            "This game is dealt from {wanted} cards and the deck has {held}: missing {missing}.",
            wanted=len(game.pack),
            held=len(deck),
            missing=missing,
        )
    if not missing:
        raise BadDeck(
            "This game is dealt from {wanted} cards and the deck has {held}: too many {extra}.",
            wanted=len(game.pack),
            held=len(deck),
            extra=extra,
        )
    raise BadDeck(
        "This game is dealt from {wanted} other cards: missing {missing}; too many {extra}.",
        wanted=len(game.pack),
        missing=missing,
        extra=extra,
    )


def _some(game: Game[State, Action], cards: Counter[Card]) -> str | Phrase:
    """List the first of some cards, and how many more there are."""
    words = write_deck(game, sorted(cards.elements()))
    shown = " ".join(words[:_SHOWN])
    if len(words) <= _SHOWN:
        return shown
    return Phrase("{cards} and {more} more", cards=shown, more=len(words) - _SHOWN)


Choice: TypeAlias = bool | int | str  # one value of an option
Family: TypeAlias = Literal[
    "packers", "spiders", "open", "foundations", "pairs", "chains", "grids", "table"
]

Options = ParamSpec("Options")
Made = TypeVar("Made", covariant=True)


class Translation(NamedTuple):
    """A translation in a game's own file: its rules page and its messages."""

    page: str  # starts with the title and one sentence, like the file itself
    messages: Mapping[str, str]  # by the English message


@dataclass(frozen=True, slots=True)
class Recipe(Generic[Options, Made]):
    """A function that makes a game from its options, with its catalogue data."""

    make: Callable[Options, Made]
    family: Family
    presets: Mapping[str, Mapping[str, Choice]]  # named variants
    before: Mapping[str, Choice] = field(default_factory=dict)  # defaults for older records
    texts: Mapping[str, Translation] = field(default_factory=dict)  # by language code

    def __call__(self, *args: Options.args, **options: Options.kwargs) -> Made:
        """Make the game with these options."""
        return self.make(*args, **options)


def game(
    family: Family,
    *,
    presets: Mapping[str, Mapping[str, Choice]] | None = None,
    before: Mapping[str, Choice] | None = None,
    texts: Mapping[str, Translation] | None = None,
) -> Callable[[Callable[Options, Made]], Recipe[Options, Made]]:
    """Register a function as a game of a family.

    `before` gives options added later the value they have in older records. `texts` are
    translations for a game outside the collection.
    """
    return lambda make: Recipe(make, family, presets or {}, before or {}, texts or {})
