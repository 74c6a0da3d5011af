"""What a seat cannot see does not change what it is shown, offered, refused or told."""

import json
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.tables.scripts import choose
from trapoula.core.errors import TrapoulaError
from trapoula.core.game import Seat, View, check
from trapoula.tables import take_that, the_game, triggs
from trapoula.tables._chance import Shuffle
from trapoula.tables.extreme import HOLD, extreme

GAMES: dict[str, list[Any]] = {
    "the-game": [
        the_game.the_game(),
        the_game.the_game(minimum=3, smaller_hands=True),
        the_game.the_game(fire=True, history=True),
    ],
    "extreme": [extreme(), extreme(commands="random", fire=True), extreme(minimum=3, history=True)],
    "take-that": [take_that.take_that(), take_that.take_that(rounds=3, professional=True)],
    "triggs": [triggs.triggs(), triggs.triggs(sheet="short")],
}
STRANGE = ("", "end", "take", "37>up1", "lay 34", "draw middle", "discard 7", "cross 9: 9", "hello")
FOR_EACH_GAME = pytest.mark.parametrize("name", GAMES)
MANY = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


class Play(NamedTuple):
    """A game so far."""

    game: Any
    deck: list[int]
    actions: list[tuple[Seat, Any]]
    states: list[Any]

    @property
    def state(self) -> Any:
        return self.states[-1]


def played(name: str, seed: int, steps: int) -> Play:
    """A reachable position: some steps of a game of chance."""
    rng = Random(seed)
    game = rng.choice(GAMES[name])
    deck = rng.sample(game.pack, len(game.pack))
    play = Play(game, deck, [], [game.start(deck, rng.choice(game.seats))])
    care = rng.choice((0.3, 0.9, 1.0))
    while len(play.actions) < steps and game.turn(play.state) is not None:
        action = choose(game, play.state, rng, care=care)
        play.actions.append(action)
        play.states.append(game.play(play.state, action[1]))
    return play


def redealt(state: Any, seat: Seat | None, rng: Random) -> Any:
    """The table with everything that a seat cannot see dealt again among the same places."""
    places = [list(hand) for at, hand in enumerate(state.hands) if at != seat]
    if isinstance(state, triggs.Table):
        left, middle, right = state.piles
        places += [list(left[1:]), list(middle), list(right[1:])]
    else:
        places.append(list(state.pile))
    if isinstance(state, take_that.Table):
        places += map(list, state.taken)
    unseen = [card for place in places for card in place]
    rng.shuffle(unseen)
    new = [bytes(unseen.pop() for _ in place) for place in places]
    hands = tuple(
        hand if at == seat else bytes(sorted(new.pop(0))) for at, hand in enumerate(state.hands)
    )
    if isinstance(state, triggs.Table):
        left, middle, right = state.piles
        return state._replace(hands=hands, piles=(left[:1] + new[0], new[1], right[:1] + new[2]))
    if isinstance(state, take_that.Table):
        return state._replace(hands=hands, pile=new[0], taken=tuple(new[1:]))
    return state._replace(hands=hands, pile=new[0])


def shown(game: Any, state: Any, seat: Seat | None, tries: set[str]) -> bytes:
    """Everything that reaches a seat: its view, its legal actions, and the answers to what it
    tries."""
    view = json.dumps(game.view(state, seat))
    if seat is None:
        return view.encode()
    legal = [game.write(action) for action in game.legal(state, seat)]
    return "\n".join([view, *legal, *(answer(game, state, seat, text) for text in tries)]).encode()


def answer(game: Any, state: Any, seat: Seat, text: str) -> str:
    """What a seat is told when it tries something."""
    try:
        check(game, state, seat, text)
    except TrapoulaError as error:
        return f"{error.code} {error}"
    return "allowed"


def tries(game: Any, state: Any) -> set[str]:
    """Things that a seat might try: strange ones, and whatever anyone may do now."""
    seats = range(len(state.hands))
    legal = [game.write(action) for seat in seats for action in game.legal(state, seat)]
    return {*STRANGE, *legal[:40]}


@FOR_EACH_GAME
@MANY
@given(seed=st.integers(0, 2**32), steps=st.integers(0, 140))
def test_a_seat_is_shown_nothing_it_may_not_know(name: str, seed: int, steps: int) -> None:
    """For any reachable state, re-deal everything a seat cannot see; its view, its legal actions
    and its error messages are byte-identical."""
    play = played(name, seed, steps)
    game, state, rng = play.game, play.state, Random(seed)
    for seat in (None, *range(len(state.hands))):
        before = shown(game, state, seat, tries(game, state))
        for _ in range(3):
            other = redealt(state, seat, rng)
            assert shown(game, other, seat, tries(game, state)) == before


def reshuffled(cards: list[int], places: list[int], rng: Random) -> list[int]:
    """The cards with those at some places in another order."""
    new, order = list(cards), rng.sample(places, len(places))
    for place, source in zip(places, order, strict=True):
        new[place] = cards[source]
    return new


def another_past(play: Play, seat: Seat | None, rng: Random) -> tuple[list[int], list[Any]]:
    """A deck, and what chance did, that a seat cannot tell from the true ones."""
    actions = [action for _, action in play.actions]
    if isinstance(play.state, triggs.Table):
        return _another_triggs(play, actions, rng)
    unseen = {card for at, hand in enumerate(play.state.hands) if at != seat for card in hand}
    unseen |= set(play.state.pile)
    deals = [at for at, action in enumerate(actions) if isinstance(action, Shuffle)]
    if isinstance(play.state, take_that.Table) and deals:
        order = list(actions[deals[-1]].order)
        places = [at for at, card in enumerate(order) if card in unseen]
        actions[deals[-1]] = Shuffle(bytes(reshuffled(order, places, rng)))
        return play.deck, actions
    places = [at for at, card in enumerate(play.deck) if card in unseen]
    return reshuffled(play.deck, places, rng), actions


def _another_triggs(play: Play, actions: list[Any], rng: Random) -> tuple[list[int], list[Any]]:
    """What still lies in the piles is the end of the deck's part for it, or of its last refill."""
    seats = len(play.state.hands)
    left, middle, right = triggs.SPLIT[seats]
    first = triggs.HAND * seats
    ends = {1: first + middle, 0: first + middle + left, 2: first + middle + left + right}
    refills: dict[int, int] = {}
    for at, action in enumerate(actions):
        if isinstance(action, Shuffle):
            pile = next(pile for pile in (1, 0, 2) if not play.states[at].piles[pile])
            refills[pile] = at
    covered = {pile: len(cards) - (pile != 1) for pile, cards in enumerate(play.state.piles)}
    places = [
        place
        for pile, end in ends.items()
        if pile not in refills
        for place in range(end - covered[pile], end)
    ]
    for pile, at in refills.items():
        order = list(actions[at].order)
        hidden = range(len(order) - max(covered[pile], 0), len(order))
        actions[at] = Shuffle(bytes(reshuffled(order, list(hidden), rng)))
    return reshuffled(play.deck, places, rng), actions


@FOR_EACH_GAME
@MANY
@given(seed=st.integers(0, 2**32), steps=st.integers(0, 140))
def test_a_record_tells_a_seat_nothing_it_may_not_know(name: str, seed: int, steps: int) -> None:
    """For any reachable state, re-deal everything a seat cannot see; its record-so-far is
    byte-identical, and so is everything it was shown on the way."""
    play = played(name, seed, steps)
    game, rng = play.game, Random(seed)
    seats = len(play.state.hands)
    for seat in (None, *range(seats)):
        deck, actions = another_past(play, seat, rng)
        states = [game.start(deck, seats)]
        for (who, true), action in zip(play.actions, actions, strict=True):
            if not alike(game, play.states[len(states) - 1], states[-1], seat):
                break
            if getattr(action, "word", "") == HOLD and action not in game.legal(states[-1], who):
                break  # a command was told of openly that its speaker does not have in this past
            assert action in game.legal(states[-1], who)
            assert game.told(action, seat) == game.told(true, seat)
            states.append(game.play(states[-1], action))
        else:
            alike(game, play.state, states[-1], seat)


def alike(game: Any, one: Any, other: Any, seat: Seat | None) -> bool:
    """Whether two games go on in the same way; a seat that is shown both sees no difference.

    That somebody else has nothing left to lay ends a game, and then everyone may know it.
    """
    if game.turn(one) != game.turn(other):
        assert isinstance(game, the_game.TheGame)
        assert one.seat == other.seat != seat
        return False
    assert json.dumps(game.view(one, seat)) == json.dumps(game.view(other, seat))
    return True


@dataclass(frozen=True)
class Leaky(the_game.TheGame):
    """A game that gives away the next card."""

    def view(self, state: the_game.Table, seat: Seat | None) -> View:
        return {**super().view(state, seat), "next": state.pile[0] if state.pile else None}


def test_a_leak_is_found() -> None:
    """A game that shows what it should not is caught."""
    rng = Random(1)
    game = Leaky()
    state = game.start(game.pack, 3)
    texts = tries(game, state)
    before = shown(game, state, 0, texts)
    assert any(shown(game, redealt(state, 0, rng), 0, texts) != before for _ in range(5))
