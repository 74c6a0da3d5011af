"""Players of row games: one who lays what is nearest, and one who tries every turn and talks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from hashlib import blake2b
from itertools import islice
from math import sqrt
from typing import TypeAlias

import numpy as np

from trapoula.bots import Opinion
from trapoula.bots import _kernel as kernel
from trapoula.bots import _layout as layout
from trapoula.bots._anyone import sane
from trapoula.bots._rows import HOLD, WORDS, Array, Desk, Rules, desk
from trapoula.bots.calibration import Signs, Weights, chance, logit
from trapoula.core.game import Dice, Json
from trapoula.tables._talk import FREE, NOT_HERE, Signal, write_talk
from trapoula.tables._view import RowsView

END = "end"
BEGIN = ("begin gladly", "begin could", "begin rather-not")


@dataclass(frozen=True, eq=False)
class Nearest:
    """Lays the card that is nearest to its row, a trick before all others, and no more than it must."""

    rules: Rules

    def choose(self, view: RowsView, legal: Sequence[str], dice: Dice) -> str:
        """The end of the turn as soon as it may end, else the nearest card."""
        if view["phase"] == "begin":
            return BEGIN[1]
        choices = sane(view, legal)
        return END if END in choices else min(choices, key=lambda text: self._gap(view, text))

    def _gap(self, view: RowsView, text: str) -> int:
        card, _, row = text.partition(">")
        if not row:
            return layout.NEVER
        return int(self.rules.gap[self.rules.rows.index(row), view["rows"][row]["top"], int(card)])


@dataclass(frozen=True)
class Prices:
    """What a planner weighs: prices of cards that are left, of things passed by and of things left open."""

    rows: tuple[float, float, float, float]  # of a card, by how many rows take it; four are free
    gap: float  # of each step that a card is away from the nearest row
    trick: float  # what a card is worth that could go back
    own: float  # how much more a card in the hand counts than one elsewhere
    against: tuple[
        float, float, float
    ]  # the others' wishes: to play there, to jump, to play elsewhere
    left_open: tuple[float, ...] = (6, 0.5, 1, 4, 6, 20)  # a fire and commands; see `_turns`
    reach: float = 40
    held: tuple[float, float, float] = (0, 0, 1)  # a skull, a three, and how much more at the end
    keen: float = 0.45  # how much it must need a row to wish that nobody plays there,
    caring: float = 0.17  # and that nobody jumps there
    pair: float = 0.6  # how much more a card is needed that could go back at once
    jump: float = 18  # steps in a jump that is as big as any
    fade: float = 0.55  # how much less the wish of each seat counts that plays later than another
    wide: int = 100  # turns of as many cards that are tried with one more,
    glance: int = 6  # and when it looks ahead
    deep: int = 4  # cards in the longest turn that is tried
    stranded: float = 0  # of a skull still to be laid that nothing could cover any more,
    apart: float = 0  # times this for each card that could: how likely it comes to another hand
    guesses: int = 8  # hands that are imagined for one who wishes something
    frank: bool = False  # whether those who tell of a command are taken to have told of all
    hopeful: bool = False  # whether others are taken to play the end as if they knew all cards
    eager: tuple[float, float] = (-0.3, 0.5)  # up to what cost of a turn it begins gladly, or could


Effort: TypeAlias = "tuple[int, int, int, int]"  # how an end is searched; see `_ends.finish`


@dataclass(frozen=True)
class Outlook:
    """How a planner looks ahead: from when on, how many turns it plays on, how often, and how carefully."""

    late: int = 40  # cards left
    wide: int = 8
    known: int = 60  # cheapest turns among which it looks for others that are worth trying
    lap: int = 12  # times that turns are played on before they are compared,
    laps: int = 6  # as often as it takes to tell them apart, but no more
    sure: int = 1  # laps won without exception, after which nothing better is looked for
    behind: float = 1.2  # how far a turn may fall behind the best, by the root of the games played
    deep: int = 3
    reach: float = 6
    near: float = 0.5  # of a win, what it is worth to leave hardly a card
    trust: float = 0.02  # of a win, what a turn is worth that costs less by one
    ends: int = 20  # tables that are searched at the end of a game that was played on,
    last: tuple[Effort, ...] = ((4, 20, 20, 200), (8, 100, 60, 60))  # at the end of the game itself
    early: float = 0.75  # of all cards: with more of them left it is too early to tell a chance
    hands: int = 16  # imagined for others, to see whether a wish matters
    asked: int = 6000  # when asked for chances, cards that it lays in all for each turn


Lays: TypeAlias = "list[tuple[int, int]]"  # cards with the rows they are laid on
Heard: TypeAlias = "frozenset[tuple[int, str, str]]"  # what others said
Intentions: TypeAlias = (
    "dict[tuple[int | frozenset[int], ...], tuple[Lays, Heard]]"  # by tops and hand
)
KNOWING = 2  # players up to whom everybody knows all cards when nothing is left to draw
UNBOUND = 100.0  # a reach that reaches every card
NEAR = 4  # steps that are worth a word
TURNS_AT_ONCE = 64  # that one player is in the middle of, at as many tables


@dataclass(frozen=True, eq=False)
class Planner:
    """Tries every turn, keeps off what others hold, and says what it holds itself."""

    rules: Rules
    alone: Prices
    together: Prices
    numbers: Mapping[int, Prices] = field(default_factory=dict)  # where so many are at the table
    outlook: Outlook = Outlook()
    chances: Mapping[int, Weights] = field(default_factory=dict)
    intended: Intentions = field(default_factory=dict)

    @property
    def greedy(self) -> Nearest:
        """What it falls back on."""
        return Nearest(self.rules)

    # --- on turn ---------------------------------------------------------------------------------

    def choose(self, view: RowsView, legal: Sequence[str], dice: Dice) -> str:
        """The first card of the best turn, or its end; before the first turn, how glad it is to begin."""
        if view["phase"] == "begin":
            return self._begin(view)
        choices = sane(view, legal)
        if len(choices) == 1:
            return choices[0]
        turn = self._turn(view, dice)
        text = f"{turn[0][0]}>{self.rules.rows[turn[0][1]]}" if turn else END
        return text if text in choices else self.greedy.choose(view, choices, dice)

    def _turn(self, view: RowsView, dice: Dice) -> Lays:
        """The rest of the turn: as intended when it began, unless others have said something since."""
        tops = {row: view["rows"][row]["top"] for row in self.rules.rows}
        hand, heard = frozenset(view["hand"] or ()), _heard(view)
        if not view["pile"] and len(view["hands"]) <= KNOWING:
            heard = frozenset()  # what others wish is nothing new where all cards are known
        known = self.intended.pop((*tops.values(), hand), None) if view["laid"] else None
        if known is None or not heard <= known[1]:
            known = self.plan(view, dice)[1], heard
        rest, then = known
        if rest:
            card, row = rest[0]
            tops[self.rules.rows[row]] = card
        self.intended[(*tops.values(), hand - {card for card, _ in rest[:1]})] = rest[1:], then
        if len(self.intended) > TURNS_AT_ONCE:
            del self.intended[next(iter(self.intended))]
        return rest

    def plan(self, view: RowsView, dice: Dice) -> tuple[float, Lays]:
        """The best rest of the turn: the cheapest, or near the end the one that is best to play on from."""
        here, prices, look = desk(self.rules, view), self._prices(view), self.outlook
        if way := self._finish(here, prices):
            return layout.WON, way
        late = here.left <= look.late
        turns, lengths, costs = self._best(here, prices, look.known if late else 1)
        chosen = 0
        if late and costs[0] > layout.WON:
            worth_it = self._worth_trying(here, turns, lengths, costs)
            if len(worth_it) > 1:
                entered = turns[worth_it], lengths[worth_it], costs[worth_it]
                chosen = worth_it[self._race(here, prices, *entered, dice)]
        lays = [(int(card), int(row)) for card, row in turns[chosen, : lengths[chosen]]]
        return float(costs[chosen]), lays

    def _budget(self, here: Desk, prices: Prices) -> int:
        """How many tables are searched at the end of a game that was played on: where all will be known."""
        return self.outlook.ends if prices.hopeful or len(here.held) <= KNOWING else 0

    def _finish(self, here: Desk, prices: Prices) -> Lays:
        """The first turn of a way to lay all cards, if every card is known and a way was found."""
        if here.pile or here.laid or len(here.held) > KNOWING or here.left > layout.MOST:
            return []
        hands = np.zeros((len(here.held), here.full + 1), np.int64)
        for seat, count in enumerate(here.held):
            hands[seat, :count] = here.hand if seat == here.seat else here.unseen
        plan = np.zeros((here.full + 1, 2), np.int64)
        for effort in self.outlook.last:
            length = kernel.finishing(
                here.tops, hands, here.held, here.seat, self._book(here), lowered(prices, UNBOUND),
                *effort, plan,
            )  # fmt: skip
            if length:
                return [(int(card), int(row)) for card, row in plan[:length]]
        return []

    def _worth_trying(self, here: Desk, turns: Array, lengths: Array, costs: Array) -> list[int]:
        """The cheapest turns, and the cheapest that rids the hand of each card which needs others with it."""
        sound = [at for at, cost in enumerate(costs) if cost < layout.DOOMED / 2]
        found = sound[: self.outlook.wide]
        for card in here.hand:
            if here.command[card] in (layout.SKULL, layout.THREE):
                ridding = (at for at in sound if card in turns[at, : lengths[at], 0])
                found += [at for at in islice(ridding, 1) if at not in found]
        return found

    def _race(
        self, here: Desk, prices: Prices, turns: Array, lengths: Array, costs: Array, dice: Dice
    ) -> int:
        """Which turn is best to play on from: lap by lap, those that fall behind drop out.

        The leader runs first: while it wins every game, nobody can be ahead of it.
        """
        look, count = self.outlook, len(costs)
        worth, won = np.zeros(count), np.zeros(count)

        def run(which: Array, seed: int) -> None:
            wins, lefts = self._played(
                here, prices, turns[which], lengths[which], look.lap, look.deep, seed
            )
            won[which] += wins
            worth[which] += wins + look.near * (look.lap - lefts / here.left)
            worth[which] -= look.lap * look.trust * (costs[which] - costs[0])

        racing, waiting = np.arange(count), list[int]()
        for lap in range(1, look.laps + 1):
            waiting.append(_seed(dice))
            run(racing[:1], waiting[-1])
            if won[racing[0]] == lap * look.lap:
                if lap >= look.sure:
                    break
                continue
            for seed in waiting:
                run(racing[1:], seed)
            waiting.clear()
            racing = racing[np.argsort(-worth[racing], kind="stable")][: max(2, count >> lap)]
            far = look.behind * sqrt(lap * look.lap)
            racing = racing[worth[racing] > worth[racing[0]] - far]
            if len(racing) == 1:
                break
        return int(racing[0])

    def _played(
        self,
        here: Desk,
        prices: Prices,
        turns: Array,
        lengths: Array,
        tries: int,
        deep: int,
        seed: int,
    ) -> tuple[Array, Array]:
        """How often each of some turns won, played on so many times, and how many cards were left in all."""
        wins, lefts, _ = kernel.outlook(
            here.tops, here.hand, here.unseen, self._book(here), lowered(prices, self.outlook.reach),
            here.heard, here.told, here.held, here.seat, here.full, here.minimum, turns, lengths,
            tries, deep, prices.glance, self._budget(here, prices), prices.guesses, prices.frank,
            seed,
        )  # fmt: skip
        return wins, lefts

    # --- what it thinks of actions ---------------------------------------------------------------

    def consider(self, view: RowsView, actions: Sequence[str], dice: Dice) -> list[Opinion]:
        """The chance of each action, with the best rest of its turn, and what speaks for it."""
        if view["phase"] != "play":
            return [Opinion(text, None, "begin", {}) for text in actions]
        here, weights = desk(self.rules, view), self.chances[len(view["hands"])]
        early = self.early(view)
        return [
            Opinion(text, chance(weights, signs, early=early), *self._reason(view, here, plan))
            for text, (plan, signs) in zip(
                actions, self._foretold(view, here, actions), strict=True
            )
        ]

    def early(self, view: RowsView) -> bool:
        """Whether it is too early to tell a chance."""
        return view["left"] + view["laid"] > self.outlook.early * len(self.rules.pack)

    def signs(self, view: RowsView, actions: Sequence[str], dice: Dice) -> list[Signs | None]:
        """What playing on from each action shows; None if it breaks a rule or surely loses."""
        return [signs for _, signs in self._foretold(view, desk(self.rules, view), actions)]

    def _foretold(
        self, view: RowsView, here: Desk, actions: Sequence[str]
    ) -> list[tuple[Lays, Signs | None]]:
        """The best rest of the turn after each action, and the signs of it.

        The same hidden cards are dealt all turn long, whatever others wish meanwhile, so a plan that is
        followed keeps its chance.
        """
        prices = self._prices(view)
        plans = [self._after(here, prices, text) for text in actions]
        turns = np.zeros((len(plans), 1 + max(len(plan) for plan, _ in plans), 2), np.int64)
        for at, (plan, _) in enumerate(plans):
            turns[at, : len(plan)] = np.array(plan, np.int64).reshape(-1, 2)
        lengths = np.array([len(plan) for plan, _ in plans], np.int64)
        begun = here.left + here.laid  # cards when the turn began
        tries = max(8, self.outlook.asked // begun)
        wins, lefts = self._played(
            here,
            replace(prices, guesses=0),
            turns,
            lengths,
            tries,
            self.outlook.deep,
            _turn_seed(here),
        )
        return [
            (plan, _signs(won / tries, left / tries, begun))
            if sound and text not in view["dooms"]
            else (plan, None)
            for text, (plan, sound), won, left in zip(actions, plans, wins, lefts, strict=True)
        ]

    def _after(self, here: Desk, prices: Prices, text: str) -> tuple[Lays, bool]:
        """An action with the best rest of its turn, and whether that breaks no rule."""
        name, _, row = text.partition(">")
        if not row:
            return [], True
        card, at = int(name), self.rules.rows.index(row)
        if here.command[card] == layout.STOP:
            return [(card, at)], True
        one_row = here.command[here.tops] == layout.ONE_ROW
        one_row[at] = False  # it is covered
        tops, urgent = here.tops.copy(), here.urgent.copy()
        tops[at], urgent[at] = card, False
        then = replace(
            here,
            tops=tops,
            urgent=urgent,
            hand=here.hand[here.hand != card],
            laid=here.laid + 1,
            three=here.three or here.command[card] == layout.THREE,
            lock=here.lock if here.lock >= 0 else at if one_row.any() else -1,
            left=here.left - 1,
        )
        if not len(then.hand):
            return [(card, at)], True
        turns, lengths, costs = self._best(then, prices, 1)
        rest = [(int(c), int(r)) for c, r in turns[0, : lengths[0]]]
        intended = self.intended.get((*map(int, then.tops), frozenset(map(int, then.hand))))
        if intended is not None:
            rest = intended[0]
        return [(card, at), *rest], bool(costs[0] < layout.LOST / 2)

    def _reason(self, view: RowsView, here: Desk, plan: Lays) -> tuple[str, dict[str, Json]]:
        """What speaks for a turn: a code and its facts."""
        if not plan:
            return "enough", {}
        (card, row), *rest = plan
        name, top = self.rules.rows[row], int(here.tops[row])
        gap = int(self.rules.gap[row, top, card])
        facts: dict[str, Json] = {"card": str(card), "row": name, "top": top, "gap": gap}
        if view["commands"].get(name) == "skull" or here.urgent[row]:
            return "cover", facts
        if gap == layout.TRICK:
            return "trick", facts
        for other, there in rest[:1]:
            if there == row and self.rules.gap[row, card, other] == layout.TRICK:
                return "pair", {**facts, "other": str(other)}
        if here.command[card] == layout.STOP:
            return "stop", facts
        return ("near" if gap <= NEAR else "spare"), facts

    def explain(self, view: RowsView, action: str) -> tuple[str, dict[str, Json]]:
        """What everybody can see that speaks for an action, the wishes of others among it."""
        if view["phase"] != "play":
            return "opening", {}
        name, _, row = action.partition(">")
        if not row:
            return "enough", {}
        here = desk(self.rules, {**view, "seat": view["turn"]})
        card, at = int(name), self.rules.rows.index(row)
        reason, facts = self._reason(view, here, [(card, at)])
        gaps = self.rules.gap[np.arange(layout.ROWS), here.tops, card]
        asked = (here.heard == WORDS.index(NOT_HERE)).any(axis=0)
        if reason in ("near", "spare") and (gaps[asked] < gaps[at]).any():
            return "asked", facts
        return reason, facts

    def _best(self, here: Desk, prices: Prices, wide: int) -> tuple[Array, Array, Array]:
        """The cheapest rests of the turn, with their lengths and costs, the best first."""
        deep = max(1, min(len(here.hand), prices.deep - here.laid))
        best = (
            np.zeros((wide, deep + 1, 2), np.int64),
            np.zeros(wide, np.int64),
            np.full(wide, np.inf),
        )
        kernel.turns(
            here.tops, here.hand, here.unseen, self._book(here), lowered(prices, prices.reach),
            here.urgent, here.now, here.said(prices.fade), deep, prices.wide, best,
        )  # fmt: skip
        return best

    def _book(self, here: Desk) -> kernel.Rulebook:
        return self.rules.gap, NEEDS, here.command, here.burns

    def _begin(self, view: RowsView) -> str:
        """Gladly when a turn costs little more than none would, rather not when it costs much."""
        here, prices = desk(self.rules, view), self._prices(view)
        none = np.zeros((1, 1, 2), np.int64), np.zeros(1, np.int64), np.zeros(1)
        now = np.array([0, 0, False, -1, here.left, here.pile], np.int64)
        kernel.turns(
            here.tops, here.hand, here.unseen, self._book(here), lowered(prices, prices.reach),
            here.urgent, now, here.said(prices.fade), 0, 1, none,
        )  # fmt: skip
        cost = float(self._best(here, prices, 1)[2][0] - none[2][0])
        return BEGIN[sum(cost > limit for limit in prices.eager)]

    def _prices(self, view: RowsView) -> Prices:
        seats = len(view["hands"])
        return self.numbers.get(seats, self.alone if seats == 1 else self.together)

    # --- out of turn -----------------------------------------------------------------------------

    def remark(self, view: RowsView) -> str | None:
        """A wish that would change something, one that it no longer has, or a command that it has.

        One wish is enough for a row: it adds none to another's, and takes its own back for a person's."""
        seat, hand = view["seat"], view["hand"]
        quiet = "silence" in view["commands"].values()
        if view["phase"] != "play" or quiet or seat is None or seat == view["turn"] or not hand:
            return None
        said = {own["about"] for own in view["signals"] if own["seat"] == seat}
        wish = self._wish(view, hand)
        for row in self.rules.rows:
            if row in said and row != wish:
                return write_talk(Signal(seat, row, FREE))
        if wish is not None and wish not in said and self._matters(view, wish):
            return write_talk(Signal(seat, wish, NOT_HERE))
        for name, own in view["carriers"].items():
            if name not in said and not set(own).isdisjoint(hand):
                return write_talk(Signal(seat, name, HOLD))
        return None

    def _wish(self, view: RowsView, hand: Sequence[int]) -> str | None:
        """The row that it would miss most, unless somebody else has a wish about it."""
        tops = np.array([view["rows"][row]["top"] for row in self.rules.rows], np.int64)
        cards, prices = np.array(hand, np.int64), lowered(self._prices(view), 0)[0]
        at = kernel.wish(tops, cards, self.rules.gap, NEEDS, prices)
        row = self.rules.rows[at] if at >= 0 else None
        return None if row in {about for _, about, _ in _heard(view)} else row

    def _matters(self, view: RowsView, row: str) -> bool:
        """Whether somebody who plays before it might play otherwise for a wish, by what they might hold.

        Near the end everybody deals hands that fit the wishes, so each of them matters."""
        if view["left"] <= self.outlook.late:
            return True
        here, prices, at = desk(self.rules, view), self._prices(view), self.rules.rows.index(row)
        turn, seats = view["turn"] or 0, len(here.held)
        hidden, dice = here.unseen.copy(), np.random.default_rng(_turn_seed(here))
        for trial in range(self.outlook.hands):
            dice.shuffle(hidden)
            other = (turn + trial % ((here.seat - turn) % seats)) % seats
            count = int(here.held[other])
            now = here if other == turn else replace(here, laid=0, three=False, lock=-1)
            now = replace(
                now,
                seat=other,
                hand=np.sort(hidden[:count]),
                unseen=np.append(hidden[count:], here.hand),
            )
            heard = here.heard.copy()
            heard[here.seat, at] = WORDS.index(NOT_HERE)
            if self._lays_on(now, prices, at) and not self._lays_on(
                replace(now, heard=heard), prices, at
            ):
                return True
        return False

    def _lays_on(self, here: Desk, prices: Prices, row: int) -> bool:
        """Whether the cheapest turn lays a card on a row."""
        turns, lengths, _ = self._best(here, prices, 1)
        return bool((turns[0, : lengths[0], 1] == row).any())


def _heard(view: RowsView) -> Heard:
    """What the others have said, as far as it stands."""
    return frozenset(
        (said["seat"], said["about"], said["word"])
        for said in view["signals"]
        if said["seat"] != view["seat"]
    )


def _signs(won: float, left: float, begun: int) -> Signs:
    """Signs of how often playing on won, how many cards were left, and how many there were."""
    odds, rest, whole = logit(won), sqrt(left / begun), begun / layout.CARDS
    return 1.0, odds, rest, whole, rest * whole, odds * whole


def _turn_seed(here: Desk) -> int:
    """A seed that is the same as long as nobody draws: for one whole turn."""
    seen = np.array([here.seat, here.pile, *here.unseen], np.int64).tobytes()
    return 1 + (int.from_bytes(blake2b(seen, digest_size=8).digest()) >> 2)


def _seed(dice: Dice) -> int:
    """What the compiled code's dice begin with."""
    return 1 + dice.below(1 << 62)


NEEDS = np.exp(-np.arange(layout.NEVER + 1) / 5)  # how well a row serves a card, by its gap
NEEDS[layout.TRICK], NEEDS[layout.NEVER] = 1.0, 0.0


@cache
def lowered(prices: Prices, reach: float) -> tuple[Array, Array]:
    """Prices as the compiled code reads them, and those of cards by rows: the others', then one's own."""
    flat = (
        *prices.against,
        *prices.left_open,
        reach,
        *prices.held,
        prices.trick,
        prices.gap,
        prices.keen,
        prices.caring,
        prices.pair,
        prices.jump,
        prices.fade,
        prices.own,
        prices.stranded,
        prices.apart,
    )
    return np.array(flat, np.float64), np.array((*prices.rows, 0.0), np.float64)
