"""What the compiled code says of the rules once more, compared with the rules over positions of chance."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from tests.tables.scripts import Dice
from trapoula.bots import _ahead as ahead
from trapoula.bots import _kernel as kernel
from trapoula.bots import _layout as layout
from trapoula.bots import _round as to
from trapoula.bots import _steps as steps
from trapoula.bots import _turns as turning
from trapoula.bots import _twists as twists
from trapoula.bots import player
from trapoula.bots._rows import Desk, desk
from trapoula.bots._team import NEEDS, Planner, lowered
from trapoula.bots.take_that import rules as twisting
from trapoula.catalogue.entries import find
from trapoula.core.game import CHANCE, Choice
from trapoula.machine.compiler import njit
from trapoula.tables._rows import BACK, RISING, ROWS
from trapoula.tables._talk import NOT_HERE, Signal
from trapoula.tables._view import Said
from trapoula.tables.extreme import EACH
from trapoula.tables.take_that import Lay as Opening
from trapoula.tables.take_that import Take, TakeThat, score
from trapoula.tables.the_game import END, PACK, Lay, Table, TheGame

ROW_GAMES: list[tuple[str, dict[str, Choice]]] = [
    (game, {**options, "history": True})  # so that all who look know every card that was laid
    for game in ("the-game", "extreme")
    for options in ({}, *find(game).presets.values())
]
FEW = 3  # cards in a hand whose every turn is tried by the rules
EVERY = 500  # more turns than such a hand has


def entrance(part: Any) -> Any:
    """A way in to what only compiled code calls."""

    def enter(*given: Any) -> Any:
        return part(*given)

    return njit(enter)


play_on, twist_on = entrance(ahead.play_on), entrance(twists.play_on)


def positions(game: TheGame, rng: Random, games: int) -> Iterator[Table]:
    """Positions of chance, at the beginning and in the middle of turns."""
    for number in range(games):
        state: Any = game.start(rng.sample(game.pack, len(game.pack)), 1 + number % 5)
        while (turn := game.turn(state)) is not None:
            if turn == CHANCE:
                state = game.play(state, game.draw(state, Dice(rng)))
                continue
            if state.begun:
                yield state
            doomed, legal = game.dooms(state), game.legal(state, turn)
            quiet = [action for action in legal if not isinstance(action, Signal)]
            sound = [action for action in quiet if game.write(action) not in doomed] or quiet
            near = sorted((step(state, action), at) for at, action in enumerate(sound))[:3]
            state = game.play(state, sound[rng.choice(near)[1]])


def step(state: Table, action: object) -> int:
    """How far a card is from its row: games of small steps come to an end late."""
    return abs(action.card - state.top(action.row)) if isinstance(action, Lay) else FEW


def with_few(state: Table, rng: Random) -> Table:
    """The position with a small hand, if there is a pile to put the rest of it in."""
    if not state.pile:
        return state
    hand = rng.sample(state.hand, min(FEW, len(state.hand)))
    rest = bytes(card for card in state.hand if card not in hand)
    hands = (*state.hands[: state.seat], bytes(sorted(hand)), *state.hands[state.seat + 1 :])
    return state._replace(hands=hands, pile=state.pile + rest)


def ends(game: TheGame, state: Table) -> Iterator[Table]:
    """Every end of a turn that breaks no rule: the table just before the hand is filled up."""
    seen, waiting = set(), [state]
    while waiting:
        here = waiting.pop()
        if (here.rows, here.hand, here.laid) in seen:
            continue
        seen.add((here.rows, here.hand, here.laid))
        if len(here.laid) and not game.unkept(here):
            yield here
        if game.cut(here) or not here.left:
            continue
        for lay in game.lays(here):
            after = game._with(here, lay)
            rules = () if game.cut(after) or not game.more(after) else game.breaks(after)
            if not rules and game.more(here):
                waiting.append(after)


def cheapest(planner: Planner, here: Desk, now: Any, deep: int, prices: Any) -> tuple[float, Any]:
    best = np.zeros((1, deep + 1, 2), np.int64), np.zeros(1, np.int64), np.zeros(1)
    kernel.turns(
        here.tops, here.hand, here.unseen, planner._book(here), prices, here.urgent, now,
        here.said(planner.together.fade), deep, EVERY, best,
    )  # fmt: skip
    return float(best[2][0]), best[0][0, : best[1][0]]


def prices(rng: Random) -> Any:
    """Prices of chance for cards that are left, none for what is left open, and no end of reach."""
    flat = np.zeros(layout.APART + 1)
    flat[layout.REACH], flat[layout.STEP] = 1000, rng.random() / 50
    flat[layout.BACKWARDS], flat[layout.JUMP], flat[layout.OWN] = (
        rng.random(),
        1,
        rng.random(),
    )
    return flat, np.array([rng.random() * 10 for _ in range(5)])


@pytest.mark.parametrize(("id_", "options"), ROW_GAMES, ids=str)
def test_the_cheapest_turn_is_the_cheapest_by_the_rules(
    id_: str, options: dict[str, Choice]
) -> None:
    """Every turn that the rules let end is weighed where it ends: the compiled search finds the same best."""
    game, planner, rng = find(id_).make(options), player(id_, "strong"), Random(7)
    assert isinstance(planner, Planner)
    assert isinstance(game, TheGame)
    found = 0
    for state in positions(game, rng, 5):
        if rng.random() > 0.2 or state.over:
            continue
        few, weights = with_few(state, rng), prices(rng)
        if len(few.hand) > FEW:
            continue
        here = desk(planner.rules, game.seen(few, few.seat))
        costs = []
        for end in ends(game, few):
            there = desk(planner.rules, game.seen(end, end.seat))
            there.urgent[:] = False
            now = np.array([0, 0, False, -1, there.left, there.pile])
            cost = layout.WON if not end.left else cheapest(planner, there, now, 0, weights)[0]
            costs.append(cost)
        cost, _ = cheapest(planner, here, here.now, len(few.hand), weights)
        text = f"{few} {sorted(costs)[:3]} {cost}"
        if costs:
            assert cost == pytest.approx(min(costs)), text
            found += 1
        else:
            assert cost > layout.LOST / 2, text
    assert found > 10


def cost_by_card(tops: list[int], cards: dict[int, float], weights: Any) -> float:
    """What cards cost, each looked at by itself: the rows that take it, the nearest of them, and tricks."""
    prices, by_rows = weights
    total = 0.0
    for card, weight in cards.items():
        gaps = [gap for gap in ahead_of(tops, card) if gap > 0]
        tricks = ahead_of(tops, card).count(-BACK)
        step = prices[layout.STEP] * min(gaps, default=layout.NOWHERE)
        total += weight * (by_rows[len(gaps)] + step)
        saved = weight * (by_rows[len(gaps)] - by_rows[min(len(gaps) + 1, len(ROWS))])
        total -= tricks * (prices[layout.BACKWARDS] + saved)
    return total


def ahead_of(tops: list[int], card: int) -> list[int]:
    """How many steps a card lies ahead of each row."""
    return [card - top if up else top - card for up, top in zip(RISING, tops, strict=True)]


def test_cards_that_are_left_cost_as_much_together_as_one_by_one() -> None:
    """A table is weighed stretch by stretch, from sums over all cards up to a number."""
    planner, rng = player("the-game", "strong"), Random(9)
    assert isinstance(planner, Planner)
    for _ in range(300):
        cards, weights = rng.sample(PACK, 4 + rng.randrange(2, 90)), prices(rng)
        tops, hand, rest = cards[:4], cards[4:6], cards[6:]
        view = TheGame(history=True).seen(
            Table(tuple(bytes([top]) for top in tops), (bytes(hand),), bytes(rest)), 0
        )
        now = np.array([0, 0, False, -1, len(cards) - 4, len(rest)])
        here = replace(desk(planner.rules, view), unseen=np.array(rest, np.int64))
        own = weights[0][layout.OWN]
        counted = {**dict.fromkeys(rest, 1.0), **dict.fromkeys(hand, own)}
        cost, _ = cheapest(planner, here, now, 0, weights)
        assert cost == pytest.approx(cost_by_card(tops, counted, weights))


@pytest.mark.parametrize(("id_", "options"), ROW_GAMES, ids=str)
def test_a_game_played_on_goes_as_by_the_rules(id_: str, options: dict[str, Choice]) -> None:
    """Laying, drawing, whose turn it is and how it ends: turn by turn the same tables."""
    game, planner, rng = find(id_).make(options), player(id_, "strong"), Random(8)
    assert isinstance(planner, Planner)
    assert isinstance(game, TheGame)
    weights, turns = lowered(planner.together, 6), 0
    for number, start in enumerate(positions(game, rng, 7)):
        if start.laid or number % 9 or start.over:
            continue
        state: Any = start._replace(signals=())
        here = desk(planner.rules, game.seen(state, state.seat))
        seats, full = len(state.hands), here.full
        tops, drawn, seat = here.tops.copy(), 0, state.seat
        hands, counts = np.zeros((seats, full + 1), np.int64), np.zeros(seats, np.int64)
        for at, hand in enumerate(state.hands):
            hands[at, : len(hand)], counts[at] = list(hand), len(hand)
        pile = np.array(list(state.pile), np.int64)
        left = play_on(
            tops.copy(), hands.copy(), counts.copy(), seat, pile, 0, full, here.minimum,
            planner._book(here), weights, 3, EVERY, 0, kernel.space(),
        )  # fmt: skip
        while game.turn(state) is not None:
            assert (tops.tolist(), seat) == ([state.top(row) for row in range(4)], state.seat)
            assert pile[drawn:].tolist() == list(state.pile)
            for at, hand in enumerate(state.hands):
                assert sorted(hands[at, : counts[at]].tolist()) == list(hand)
            there = desk(
                planner.rules, {**game.seen(state, seat), "signals": heard(planner, state)}
            )
            cost, turn = cheapest(planner, there, there.now, min(3, len(there.hand)), weights)
            if cost > layout.LOST / 2:
                break
            for card, row in turn:
                state = game.play(state, Lay(int(card), int(row)))
            if state.laid and state.left:
                state = game.play(state, END)
            steps.lay.py_func(tops, hands, counts, seat, turn, len(turn))
            drawn = steps.draw.py_func(tops, hands, counts, seat, full, pile, drawn, there.command)
            seat = steps.following.py_func(counts, seat)
            turns += 1
        assert (left == 0) == (state.left == 0 and not state.broken)
    assert turns > 30


def test_a_skull_is_stranded_by_the_cards_that_could_cover_it_on_its_best_row() -> None:
    """Each of them comes to another hand with some likelihood; one in the same hand is enough."""
    planner, rng, apart, met = player("extreme", "strong"), Random(4), 0.5, set[float]()
    assert isinstance(planner, Planner)
    gap, stranded = planner.rules.gap, entrance(turning._stranded)
    for _ in range(400):
        tops = np.array(
            [rng.choice((1, 4, 50, 90, 97)) for _ in range(2)] + [rng.choice((100, 40, 8, 3))] * 2
        )
        cards = rng.sample(PACK, 20)
        hand, laid, skull = cards[:6], cards[6:8], cards[rng.choice((0, 10))]
        weights = np.zeros(layout.CARDS)
        weights[cards] = 1
        path = np.array([(card, 0) for card in laid], np.int64)
        used = 1 << 5
        likely = stranded(
            tops, path, len(laid), np.array(hand), used, np.array([skull]), weights,
            np.cumsum(weights), gap, apart,
        )  # fmt: skip
        rows = [row for row in range(len(ROWS)) if gap[row, tops[row], skull] < layout.NEVER]
        covers = [[card for card in cards if gap[row, skull, card] < layout.NEVER] for row in rows]
        at_hand = any(set(hand[:5]) & set(some) for some in covers) and skull in hand
        most = max((len(set(some) - set(laid)) for some in covers), default=0)
        expected = 0 if at_hand or most > layout.MANY else apart**most
        assert likely == pytest.approx(expected, abs=apart ** (layout.MANY - len(laid))), (
            tops,
            cards,
            skull,
        )
        met.add(expected)
    assert {0, 1, apart} <= met


def test_who_tells_of_a_command_is_taken_to_have_told_of_all() -> None:
    """The hands that are imagined for it have no other; one who tells of none may have any."""
    planner, rng, doubt, changed = player("extreme", "strong"), Random(6), entrance(ahead._doubt), 0
    assert isinstance(planner, Planner)
    game: Any = find("extreme").make()
    command = desk(planner.rules, game.seen(game.start(game.pack, 3), 0)).command
    held, kinds = np.array([6, 5, 4]), 1 + len(planner.rules.commands)
    for _ in range(200):
        dealt = np.array(rng.sample(PACK, 40), np.int64)
        cards, told = dealt.copy(), np.zeros((3, kinds), np.bool_)
        told[1, 1 + rng.randrange(kinds - 1)] = True
        doubt(cards, held, 0, told, command)
        assert sorted(cards) == sorted(dealt)
        assert all(told[1, kind] for kind in command[cards[:5]] if kind)
        assert cards[5:9].tolist() == dealt[5:9].tolist()
        changed += cards.tolist() != dealt.tolist()
    assert changed > 100


def heard(planner: Planner, state: Table) -> list[Said]:
    """What all others wish for every row, as the compiled code hears it when it plays on."""
    rules = planner.rules
    shown = [state.commands.find(state.top(row)) for row in range(len(rules.rows))]
    if any(at >= 0 and rules.commands[at // EACH] == "silence" for at in shown):
        return []
    found: dict[int, Said] = {}
    tops, seats = np.array([state.top(row) for row in range(4)]), len(state.hands)
    for later in range(1, seats):
        seat = (state.seat + later) % seats
        cards = np.array(list(state.hands[seat]), np.int64)
        row = kernel.wish(tops, cards, rules.gap, NEEDS, lowered(planner.together, 6)[0])
        if row >= 0 and row not in found:  # one wish is enough for a row
            found[row] = {"seat": seat, "about": rules.rows[row], "word": NOT_HERE}
    return [*found.values()]


@pytest.mark.parametrize("professional", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_turn_of_twisting_goes_as_by_the_rules(seats: int, professional: bool) -> None:
    """Lay, twist or take the row, pay for it, open a new one, draw: the same hands, row, points and turn."""
    game, rng, compared = TakeThat(1, professional), Random(seats), set[str]()
    for _ in range(4):
        state: Any = game.start(rng.sample(game.pack, len(game.pack)), seats)
        while game.turn(state) is not None:
            for action in game.legal(state, state.seat):
                follow(game, state, action)
                compared.add(type(action).__name__)
            state = game.play(state, rng.choice(list(game.legal(state, state.seat))))
    assert compared == {"Lay", "Twist", "Take"}


def follow(game: TakeThat, state: Any, action: Any) -> None:
    """One action by the compiled code, then by the rules."""
    seats, seat = len(state.hands), state.seat
    hands, counts = np.zeros((seats, to.WIDEST), np.int64), np.zeros(seats, np.int64)
    for at, hand in enumerate(state.hands):
        hands[at, : len(hand)], counts[at] = list(hand), len(hand)
    row, lying, points = np.zeros(100, np.int64), np.zeros(100, np.bool_), np.zeros(seats)
    row[: len(state.row)] = list(state.row)
    lying[list(state.row)] = True
    kind = ("Lay", "Twist", "Take").index(type(action).__name__)
    twist_on(
        kind, getattr(action, "card", -1), hands, counts, row, len(state.row), lying,
        np.array(list(state.pile), np.int64), seat, *twisting(), game.professional, 1,
        np.array([5], np.uint64), points,
    )  # fmt: skip
    after = game.play(state, action)
    if isinstance(action, Take) and game.turn(after) is not None:
        opened = [card for card in state.hands[seat] if lying[card]]
        assert len(opened) == 1
        after = game.play(after, Opening(opened[0]))
    before = score(state.twisted[seat], state.taken[seat]).total
    if game.turn(after) is None:
        assert points[seat] == after.rounds[0][seat].total - before
        return
    assert points[seat] == score(after.twisted[seat], after.taken[seat]).total - before
    assert set(np.flatnonzero(lying).tolist()) == set(after.row)
    assert row[: len(after.row)].tolist() == list(after.row)
    for at, hand in enumerate(after.hands):
        assert sorted(hands[at, : counts[at]].tolist()) == list(hand)
