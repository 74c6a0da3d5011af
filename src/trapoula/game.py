"""The one protocol of every game, patience or table game, and the words it is spoken in."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Generic, Literal, ParamSpec, Protocol, TypeAlias, TypeVar

from trapoula.cards import Card, Deck

Seat: TypeAlias = int
CHANCE: Final[Seat] = -1  # the seat that shuffles; what it does is recorded like any action

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
View: TypeAlias = dict[str, Json]  # what one seat may know, ready to be sent

State = TypeVar("State")
Action = TypeVar("Action")


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: whether it was won, the scores by seat, and which rule ended it."""

    won: bool
    scores: tuple[int, ...]
    reason: str
    facts: dict[str, Json] = field(default_factory=dict)


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

    def start(self, deck: Sequence[Card], seats: int = 1) -> State:
        """The table after the deal of a given deck, first card dealt first."""

    def turn(self, state: State) -> Seat | None:
        """Whose move it is: a seat, CHANCE, or None when the game is over."""

    def legal(self, state: State, seat: Seat = 0) -> Collection[Action]:
        """Everything that a seat may do now: complete and exact."""

    def draw(self, state: State, dice: Dice) -> Action:
        """What CHANCE does when it is its turn, by the given dice."""

    def play(self, state: State, action: Action) -> State:
        """The table after a legal action; the given state is untouched."""

    def view(self, state: State, seat: Seat | None) -> View:
        """What a seat may know; None is a spectator."""

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    def write(self, action: Action) -> str:
        """The text of an action."""

    def read(self, text: str) -> Action:
        """The action that a text stands for, whether or not it is legal now."""


Choice: TypeAlias = bool | int | str  # one value of an option
Family: TypeAlias = Literal[
    "packers", "spiders", "open", "foundations", "pairs", "chains", "grids", "table"
]

Options = ParamSpec("Options")
Made = TypeVar("Made", covariant=True)


@dataclass(frozen=True, slots=True)
class Recipe(Generic[Options, Made]):
    """How a game is made from its options: a function, with what the catalogue says of it."""

    make: Callable[Options, Made]
    family: Family
    presets: Mapping[str, Mapping[str, Choice]]  # what people call a variant

    def __call__(self, *args: Options.args, **options: Options.kwargs) -> Made:
        """The game with these options."""
        return self.make(*args, **options)


def game(
    family: Family, *, presets: Mapping[str, Mapping[str, Choice]] | None = None
) -> Callable[[Callable[Options, Made]], Recipe[Options, Made]]:
    """Put a function that makes a game on the catalogue's shelf for a family."""
    return lambda make: Recipe(make, family, presets or {})
