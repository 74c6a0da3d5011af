"""Players of row games: one who lays what is nearest, and one who tries every turn and talks."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, cast

import numpy as np

from trapoula.bots import _scales as scales
from trapoula.bots._anyone import cards, sane, table
from trapoula.bots._rows import WORDS, Array, Rules, desk, top
from trapoula.game import Dice, View

END = "end"
BEGIN = ("begin gladly", "begin could", "begin rather-not")


@dataclass(frozen=True, eq=False)
class Nearest:
    """Lays the card that is nearest to its row, a trick before all others, and no more than it must."""

    rules: Rules

    def choose(self, view: View, legal: Sequence[str], dice: Dice) -> str:
        """The end of the turn as soon as it may end, else the nearest card."""
        if view["phase"] == "begin":
            return BEGIN[1]
        choices = sane(view, legal)
        return END if END in choices else min(choices, key=lambda text: self._gap(view, text))

    def _gap(self, view: View, text: str) -> int:
        card, _, row = text.partition(">")
        if not row:
            return scales.NEVER
        return int(self.rules.gap[self.rules.rows.index(row), top(view, row), int(card)])


@dataclass(frozen=True)
class Prices:
    """What a planner weighs: prices of cards that are left, of things passed by and of things left open."""

    rows: tuple[float, float, float, float, float]  # of a card, by how many rows take it
    gap: float  # of each step that a card is away from the nearest row
    trick: float  # what a card is worth that could go back
    own: float  # how much more a card in the hand counts than one elsewhere
    passed: tuple[
        float, float, float
    ]  # the trick, the pair and the close card that others spoke of
    left_open: tuple[float, ...] = (6, 0.5, 1, 4, 6, 20)  # a fire and commands; see `_turns`
    reach: float = 40
    held: tuple[float, float, float] = (0, 0, 1)  # a skull, a three, and how much more at the end
    close: int = 3  # how near a card must be to be called close
    deep: int = 4  # cards in the longest turn that is tried
    eager: tuple[float, float] = (-0.3, 0.5)  # up to what cost of a turn it begins gladly, or could


@dataclass(frozen=True, eq=False)
class Planner:
    """Tries every turn, keeps off what others hold, and says what it holds itself."""

    rules: Rules
    alone: Prices
    together: Prices
    greedy: Nearest = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "greedy", Nearest(self.rules))

    # --- on turn ---------------------------------------------------------------------------------

    def choose(self, view: View, legal: Sequence[str], dice: Dice) -> str:
        """The first card of the best turn, or its end; before the first turn, how glad it is to begin."""
        if view["phase"] == "begin":
            return self._begin(view)
        choices = sane(view, legal)
        if len(choices) == 1:
            return choices[0]
        _, turn = self._plan(view)
        text = f"{turn[0][0]}>{self.rules.rows[turn[0][1]]}" if turn else END
        return text if text in choices else self.greedy.choose(view, choices, dice)

    def _plan(self, view: View) -> tuple[float, list[tuple[int, int]]]:
        """The best rest of the turn, and what it costs."""
        from trapoula.bots._turns import best_turn  # compiled when it is first needed

        here, prices = desk(self.rules, view), self._prices(view)
        out = np.zeros((prices.deep + 1, 2), np.int64)
        deep = max(1, min(len(here.hand), prices.deep - here.laid))
        cost, length = best_turn(
            here.tops, here.hand, here.unseen, here.command, here.burns, self.rules.gap, scales.SCALE,
            here.urgent, here.laid, here.least, here.three, here.lock, here.left, here.pile,
            here.said, *lowered(prices), deep, out,
        )  # fmt: skip
        return float(cost), [(int(card), int(row)) for card, row in out[:length]]

    def _begin(self, view: View) -> str:
        """Gladly when a turn costs little, rather not when it costs much."""
        from trapoula.bots._turns import weigh

        here, (_, rows, gaps) = desk(self.rules, view), lowered(self._prices(view))
        used = np.zeros(len(here.hand), np.bool_)
        before = weigh(
            here.tops, here.hand, used, here.unseen, self.rules.gap, scales.SCALE, rows, gaps
        )
        cost = self._plan(view)[0] - float(before)
        return BEGIN[sum(cost > limit for limit in self._prices(view).eager)]

    def _prices(self, view: View) -> Prices:
        return self.alone if len(cards(view, "hands")) == 1 else self.together

    # --- out of turn -----------------------------------------------------------------------------

    def remark(self, view: View) -> str | None:
        """A word on the first row that it has something for and has not spoken of."""
        seat = view["seat"]
        quiet = "silence" in table(view, "commands").values()
        if view["phase"] != "play" or quiet or seat == view["turn"]:
            return None
        signals = cast("list[dict[str, Any]]", view["signals"])
        standing = {said["about"]: said["word"] for said in signals if said["seat"] == seat}
        for at, row in enumerate(self.rules.rows):
            word = self._word(at, top(view, row), cards(view, "hand"))
            if word and standing.get(row) != word:
                return f"signal {row} {word} by {cast(int, seat) + 1}"
        return None

    def _word(self, row: int, on: int, hand: list[int]) -> str:
        """What a hand has to say of a row: the trick, a pair that would set it back, something close."""
        gap = self.rules.gap[row]
        near = [card for card in hand if gap[on, card] < scales.BACK]
        if any(gap[on, card] == scales.TRICK for card in near):
            return WORDS[0]
        if any(gap[card, other] == scales.TRICK for card in near for other in hand):
            return WORDS[1]
        close = self.together.close
        return WORDS[2] if any(gap[on, card] <= close for card in near) else ""


@cache
def lowered(prices: Prices) -> tuple[Array, Array, Array]:
    """Prices as the compiled code reads them: those of the others' cards, then those of one's own."""
    flat = np.array([*prices.passed, *prices.left_open, prices.reach, *prices.held], np.float64)
    rows = np.array([prices.rows, [price * prices.own for price in prices.rows]], np.float64)
    gaps = np.zeros((2, scales.STEPS, scales.STEPS))
    for u, up in enumerate(scales.MIDDLE):
        for d, down in enumerate(scales.MIDDLE):
            tricks = (up == scales.TRICK) + (down == scales.TRICK)
            gaps[:, u, d] = prices.gap * min(up, down) - prices.trick * tricks
    return flat, rows, gaps
