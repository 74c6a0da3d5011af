"""Positions are built as at a table: a chosen deck is dealt, and texts are played through the
rules."""

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, TypeVar

from trapoula.core.cards import Deck
from trapoula.core.game import CHANCE, Game, Outcome, Seat, check
from trapoula.tables._talk import Signal

State = TypeVar("State")


class Dice:
    """Dice for tests."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def below(self, n: int) -> int:
        return self._rng.randrange(n)

    def shuffled(self, cards: Sequence[int]) -> Deck:
        return tuple(self._rng.sample(list(cards), len(cards)))


def stack(pack: Sequence[int], *parts: tuple[int, Iterable[int]]) -> Deck:
    """A deck of parts, each with its chosen cards first, filled up with cards nobody asked for."""
    spare = Counter(pack)
    for _, cards in parts:
        spare.subtract(list(cards))
    assert min(spare.values()) >= 0
    rest = sorted(spare.elements())
    deck: list[int] = []
    for size, cards in parts:
        chosen = list(cards)
        fill = size - len(chosen)
        deck += chosen + rest[:fill]
        del rest[:fill]
    return (*deck, *rest)


def speaker(game: Game[Any, Any], state: Any, text: str) -> Seat:
    """Who does what a text says: a signal names its seat, anything else is done on turn."""
    if text.startswith("signal"):
        return int(text.split()[-1]) - 1
    turn = game.turn(state)
    assert turn is not None, f"the game is over: {game.outcome(state)}"
    return turn


def go(game: Game[State, Any], state: State, *texts: str) -> State:
    """The table after some texts, each of them legal."""
    for text in texts:
        seat = speaker(game, state, text)
        state = game.play(state, check(game, state, seat, text))
    return state


def texts(game: Game[Any, Any], state: Any, seat: Seat | None = None) -> set[str]:
    """What a seat may do, written; the seat on turn unless another is named."""
    who = game.turn(state) if seat is None else seat
    assert who is not None
    return {game.write(action) for action in game.legal(state, who)}


def moves(game: Game[Any, Any], state: Any) -> set[str]:
    """What the seat on turn may do, talk apart."""
    return {text for text in texts(game, state) if not text.startswith("signal")}


def ended(game: Game[Any, Any], state: Any) -> Outcome:
    """How the game ended, which it has."""
    outcome = game.outcome(state)
    assert outcome is not None
    assert game.turn(state) is None
    return outcome


def choose(game: Game[Any, Any], state: Any, rng: Random, *, care: float) -> tuple[Seat, Any]:
    """Somebody's next action: now and then a word, mostly a move, chosen with more or less care."""
    turn = game.turn(state)
    assert turn is not None
    if turn == CHANCE:
        return turn, game.draw(state, Dice(rng))
    if rng.random() < 0.03:
        seat = rng.choice(range(len(state.hands)))
        talk = [action for action in game.legal(state, seat) if isinstance(action, Signal)]
        if talk:
            return seat, rng.choice(talk)
    legal = [action for action in game.legal(state, turn) if not isinstance(action, Signal)]
    assert legal, "a seat on turn always has something to do"
    if rng.random() < care and hasattr(game, "dooms"):
        return turn, _careful(game, state, legal)
    return turn, rng.choice(legal)


def _careful(game: Any, state: Any, legal: list[Any]) -> Any:
    """The shortest step on any row, or the end of the turn, if that does not lose at once."""
    dooms = game.dooms(state)
    safe = [action for action in legal if game.write(action) not in dooms] or legal

    def step(action: Any) -> int:
        if not hasattr(action, "row"):
            return 4
        top = state.top(action.row)
        return int(action.card - top if action.row < 2 else top - action.card)

    return min(safe, key=step)
