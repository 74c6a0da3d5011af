"""The one protocol of every game, patience or table game, and the words it is spoken in."""

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
CHANCE: Final[Seat] = -1  # the seat that shuffles; what it does is recorded like any action
ALL: Final[Seat] = -2  # in place of a seat: every card, for people who study games

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
View: TypeAlias = dict[str, Json]  # what one seat may know, ready to be sent

_SHOWN = 12  # how many legal actions an error message lists

State = TypeVar("State")
Action = TypeVar("Action")
Asked = TypeVar("Asked", contravariant=True)  # a state that is only looked at
Deed = TypeVar("Deed", contravariant=True)  # an action that is only told


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: whether it was won, the scores by seat, and which rule ended it."""

    won: bool  # whether it was won; of several who play against each other, by somebody
    scores: tuple[int, ...]  # by seat
    reason: str  # the word for the rule that ended it
    facts: dict[str, Json] = field(default_factory=dict)  # what else a game tells of its end


class Dice(Protocol):
    """A source of chance that is the same on every machine."""

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each as likely."""

    def shuffled(self, cards: Sequence[Card]) -> Deck:
        """The cards in an order of chance."""


class Game(Protocol[State, Action]):
    """A game written once: everything else asks it."""

    @property
    def seats(self) -> range:
        """For how many players it is."""

    @property
    def pack(self) -> Deck:
        """The cards that are shuffled for a deal, sorted."""

    @property
    def faces(self) -> Mapping[str, Card]:
        """The text of every card and the card it names."""

    def start(self, deck: Sequence[Card], seats: int = 1) -> State:
        """The table after the deal of a given deck, first card dealt first."""

    def turn(self, state: State) -> Seat | None:
        """Whose move it is: a seat, CHANCE, or None when the game is over."""

    def legal(self, state: State, seat: Seat = 0) -> Collection[Action]:
        """Everything that a seat may do now: complete and exact."""

    def why(self, state: State, action: Action, seat: Seat = 0) -> Phrase | None:
        """Why a seat may not do what is not legal, where the rule has a sentence for it."""

    def allows(self, state: State, action: Action, seat: Seat = 0) -> bool:
        """Whether a seat may do this now: just as `legal` says, without making all of it."""

    def draw(self, state: State, dice: Dice) -> Action:
        """What CHANCE does when it is its turn, by the given dice."""

    def play(self, state: State, action: Action) -> State:
        """The table after a legal action; the given state is untouched."""

    def view(self, state: State, seat: Seat | None) -> View:
        """What a seat may know; None is a spectator, and ALL knows every card."""

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    def reveals(self, before: State, after: State) -> bool:
        """Whether a step showed somebody hidden cards, so that it cannot be taken back."""

    def obvious(self, state: State) -> Action | None:
        """A move that needs no thought, if there is one: a card that can go home."""

    def write(self, action: Action) -> str:
        """The text of an action."""

    def told(self, action: Action, seat: Seat | None) -> str:
        """The text of an action as a seat may hear it: how cards were shuffled stays secret."""

    def read(self, text: str) -> Action:
        """The action that a text stands for, whether or not it is legal now."""


@runtime_checkable
class Talkative(Protocol[Asked, Action]):
    """A game at which seats speak, also out of turn: there, words could give a hand away."""

    def talk(self, state: Asked, seat: Seat) -> Collection[Action]:
        """What a seat may say now."""

    def says(self, action: Action) -> bool:
        """Whether an action is talk, for which nobody waits."""


@runtime_checkable
class Common(Protocol[Asked]):
    """A game of which those at the table see much the same: a view is both of these together."""

    def common(self, state: Asked) -> Mapping[str, Any]:
        """What everybody sees."""

    def own(self, state: Asked, seat: Seat | None) -> Mapping[str, Any]:
        """What is seen from one place and not from another."""


@runtime_checkable
class Guided(Protocol[Asked]):
    """A game that says in a line what is to be done."""

    def task(self, state: Asked, seat: Seat) -> Phrase | None:
        """What a seat has to do now; None when it is not its turn."""


class Pick(NamedTuple):
    """One more choice of an action: what is asked, and what was answered."""

    ask: Phrase
    answer: Phrase


class Reach(NamedTuple):
    """What an action takes from a hand, the place of the table where it goes, and what else is chosen.

    The label of an action says nothing of its picks: they are asked one after another.
    """

    cards: tuple[Card, ...] = ()
    place: str = ""
    picks: tuple[Pick, ...] = ()


class Face(NamedTuple):
    """How a card looks that is neither a playing card nor a number."""

    text: str  # what is written on it, short
    sign: str = ""  # what stands below that: one character
    colour: str = ""  # red, yellow, green, blue, purple or black


@runtime_checkable
class Drawn(Protocol):
    """A game whose cards have faces of their own."""

    @property
    def looks(self) -> Mapping[str, Face]:
        """The faces by the texts of the cards."""


class Line(NamedTuple):
    """A line of the score sheet: what is counted, for each seat; of a round, or of the whole game."""

    label: Phrase
    scores: tuple[int, ...]
    total: bool = False  # whether the lines before it are summed up
    round: int = 0
    kind: str = ""  # which points these are, where others are counted too


@runtime_checkable
class Worded(Protocol[Asked, Deed]):
    """A game that tells in words what is done at it, and where on the table it is done."""

    @property
    def words(self) -> Mapping[str, str]:
        """What the words of its views are called, as messages; "about ..." tells more of one."""

    @property
    def tries(self) -> Sequence[tuple[str, str]]:
        """How it is written that cards {from} are tried at a place {to}, allowed or not; * is any place."""

    def reach(self, action: Deed) -> Reach:
        """The cards of the hand that an action takes, and the place where it goes."""

    def label(self, action: Deed) -> Phrase:
        """An action as somebody reads it who may do it."""

    def story(self, before: Asked, action: Deed) -> Phrase:
        """What was done, as everybody at the table may hear it; a list of numbers is cards."""

    def tally(self, state: Asked) -> Sequence[Line]:
        """The lines of the score sheet that can be written by now."""

    def ending(self, outcome: Outcome) -> Sequence[Phrase]:
        """How it ended: a heading, and what else there is to say; seats are told by their numbers."""


class Moment(NamedTuple):
    """Something worth remembering of a game that is over, and after how many actions it happened."""

    words: Phrase
    step: int


class Recap(NamedTuple):
    """What a game was like: figures of all, of each seat, and its moments in their order."""

    counts: tuple[Phrase, ...]
    lines: tuple[Line, ...]
    moments: tuple[Moment, ...]


@runtime_checkable
class Recalled(Protocol[Asked, Deed]):
    """A game that can tell what it was like."""

    def recap(self, course: Sequence[tuple[Asked, Seat, Deed]], end: Asked) -> Recap:
        """What a game that is over was like: its course is each table, who acted and what they did."""


class Tip(NamedTuple):
    """A rule that matters now, as it is told to somebody who is new to the game."""

    rule: str  # its name: each rule is told once
    words: Phrase
    action: Any = None  # something to do now that shows it


class FirstRound(NamedTuple):
    """The round that somebody new to a game plays first, the others being bots."""

    deal: int
    level: str
    seats: int = 2
    options: "Mapping[str, Choice]" = {}


@runtime_checkable
class Teaching(Protocol[Asked]):
    """A game that tells each rule when it first matters."""

    @property
    def first_round(self) -> FirstRound:
        """A round that begins gently."""

    def tips(self, state: Asked, seat: Seat) -> Iterable[Tip]:
        """The rules that matter to the seat on turn, the most pressing first, from what the seat sees."""


@runtime_checkable
class Renewing(Protocol):
    """A game whose actions were once written otherwise."""

    def renewed(self, text: str) -> str:
        """What an older log says, as it is written today."""


@runtime_checkable
class Redealing(Protocol[State]):
    """A game that deals anew what a seat cannot see, for players who think about it."""

    def determinize(self, state: State, seat: Seat, dice: Dice) -> State:
        """A state that looks just the same to a seat, with everything that it cannot see left to the dice."""


@runtime_checkable
class Hopeful(Protocol[Asked]):
    """A game that tells what a seat may hope for, for players who think about it."""

    def prospect(self, state: Asked, seat: Seat) -> float:
        """The points that a seat may yet gain, or lose if negative, as the table lies."""


_KINDS: dict[tuple[type, object], bool] = {}  # of games, and whether they are of a protocol


def _is(game: object, protocol: Any) -> bool:
    """Whether a game is of a protocol: asked once of each kind of game, since Python is slow to answer."""
    found = _KINDS.get((type(game), protocol))
    if found is None:
        found = _KINDS[type(game), protocol] = isinstance(game, protocol)
    return found


Kept = TypeVar("Kept")


class ByGame(Generic[Kept]):
    """Something that is made once for each game, and serves all tables at which it is played."""

    def __init__(self, make: Callable[[Game[Any, Any]], Kept], most: int = 256) -> None:
        self._make, self._most = make, most
        self._kept: dict[int, tuple[Game[Any, Any], Kept]] = {}  # by identity: to compare is dear

    def of(self, game: Game[Any, Any]) -> Kept:
        """What there is for a game."""
        found = self._kept.get(id(game))
        if found is None:
            if len(self._kept) >= self._most:
                self._kept.clear()
            found = self._kept[id(game)] = game, self._make(game)
        return found[1]


def is_worded(game: Game[Any, Any]) -> TypeGuard[Worded[Any, Any]]:
    """Whether a game tells in words what is done at it."""
    return _is(game, Worded)


def looks_of(game: Game[Any, Any]) -> Mapping[str, Face]:
    """The faces that a game declares for its cards, by their texts."""
    return game.looks if isinstance(game, Drawn) else {}


def is_guided(game: Game[Any, Any]) -> TypeGuard[Guided[Any]]:
    """Whether a game says what is to be done."""
    return _is(game, Guided)


def is_common(game: Game[Any, Any]) -> TypeGuard[Common[Any]]:
    """Whether those at the table see much the same of a game."""
    return _is(game, Common)


def is_talkative(game: Game[Any, Any]) -> TypeGuard[Talkative[Any, Any]]:
    """Whether seats speak at a game."""
    return _is(game, Talkative)


def is_recalled(game: Game[Any, Any]) -> TypeGuard[Recalled[Any, Any]]:
    """Whether a game tells what it was like."""
    return _is(game, Recalled)


def is_teaching(game: Game[Any, Any]) -> TypeGuard[Teaching[Any]]:
    """Whether a game tells its rules as they come to matter."""
    return _is(game, Teaching)


def is_renewing(game: Game[Any, Any]) -> TypeGuard[Renewing]:
    """Whether a game's actions were once written otherwise."""
    return _is(game, Renewing)


def is_redealing(game: Game[Any, Any]) -> TypeGuard[Redealing[Any]]:
    """Whether a game deals anew itself what a seat cannot see."""
    return _is(game, Redealing)


def is_hopeful(game: Game[Any, Any]) -> TypeGuard[Hopeful[Any]]:
    """Whether a game tells itself what a seat may hope for."""
    return _is(game, Hopeful)


def logged(game: Game[State, Action], text: str) -> Action:
    """The action of a text that was checked when it was written down, however long ago."""
    return game.read(game.renewed(text) if is_renewing(game) else text)


def is_talk(game: Game[State, Action], action: Action) -> bool:
    """Whether an action is talk, which the game itself knows."""
    return is_talkative(game) and game.says(action)


def check(game: Game[State, Action], state: State, seat: Seat, text: str) -> Action:
    """The action that a text stands for, when that seat may do it now; else why not, or what it may."""
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
    """The deck that words spell, which must be the game's pack in some order."""
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
    """The words for the cards of a deck."""
    names = {card: face for face, card in game.faces.items()}
    return [names[card] for card in deck]


def check_deck(deck: Sequence[Card], game: Game[State, Action]) -> Deck:
    """The deck itself when it holds just the cards of the game, else a word on what is wrong."""
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
    """The first of some cards, as words, and how many more there are."""
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
    """What a game's own file says in another language: its page of rules, and its messages."""

    page: str  # begins with the title and one sentence, like the file itself
    messages: Mapping[str, str]  # by the English ones


@dataclass(frozen=True, slots=True)
class Recipe(Generic[Options, Made]):
    """How a game is made from its options: a function, with what the catalogue says of it."""

    make: Callable[Options, Made]
    family: Family
    presets: Mapping[str, Mapping[str, Choice]]  # what people call a variant
    before: Mapping[str, Choice] = field(default_factory=dict)  # what older records do not name
    texts: Mapping[str, Translation] = field(default_factory=dict)  # by the code of a language

    def __call__(self, *args: Options.args, **options: Options.kwargs) -> Made:
        """The game with these options."""
        return self.make(*args, **options)


def game(
    family: Family,
    *,
    presets: Mapping[str, Mapping[str, Choice]] | None = None,
    before: Mapping[str, Choice] | None = None,
    texts: Mapping[str, Translation] | None = None,
) -> Callable[[Callable[Options, Made]], Recipe[Options, Made]]:
    """Put a function that makes a game on the catalogue's shelf for a family.

    An option that came later was `before` what records say that do not name it. `texts` are what a file
    outside the collection says in other languages.
    """
    return lambda make: Recipe(make, family, presets or {}, before or {}, texts or {})
