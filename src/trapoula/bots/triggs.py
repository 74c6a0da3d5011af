"""Triggs' players."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias, cast

from trapoula.bots import Player
from trapoula.bots._anyone import Anyone, cards, number
from trapoula.game import Dice, View
from trapoula.tables.triggs import MOST, PACK, VALUES, Cross, Triggs

Room: TypeAlias = list[int]  # how many boxes are open in each row, the first row first


def room(view: View) -> Room:
    """The open boxes of the seat that looks."""
    own = cast("list[list[int]]", view["crossed"])[number(view, "seat")]
    return [boxes - done for boxes, done in zip(cards(view, "sheet"), own, strict=True)]


def crosses(legal: Sequence[str]) -> Iterator[tuple[str, Cross]]:
    """The ways to cross off boxes, as the rules read them."""
    for text in legal:
        if text.startswith("cross"):
            action = Triggs().read(text)
            if isinstance(action, Cross):
                yield text, action


def makes(held: Sequence[int], value: int) -> int:
    """How many boxes of a value a hand can cross off."""
    count = held[value]
    for low in range(1, (value + 1) // 2):
        count += min(held[low], held[value - low])
    return count + (held[value // 2] // 2 if value % 2 == 0 else 0)


def tally(hand: Sequence[int]) -> list[int]:
    """How many cards of each value a hand has."""
    held = [0] * (VALUES[-1] + 1)
    for card in hand:
        held[card] += 1
    return held


def tops(view: View) -> dict[str, int | None]:
    """The card on each pile, where one shows."""
    piles = cast("dict[str, dict[str, Any]]", view["piles"])
    return {name: pile["top"] for name, pile in piles.items()}


class Eager:
    """Crosses off as much as it can at once; draws when it can cross off nothing."""

    def choose(self, view: View, legal: Sequence[str], dice: Dice) -> str:
        """The most boxes, else a card that fits an open row, else any card."""
        found = [(action.count, text) for text, action in crosses(legal)]
        if found:
            return max(found)[1]
        left = room(view)
        bonus = [text for text in legal if text.startswith("bonus")]
        if bonus:
            return min(bonus, key=lambda text: left[int(text.split()[1]) - 1])
        shown = tops(view)
        draws = [text for text in legal if text.startswith("draw")]
        wanted = [text for text in draws if (top := shown[text.split()[1]]) and left[top - 1]]
        return (wanted or draws or legal)[-1]


@dataclass(frozen=True)
class Patient:
    """Weighs boxes against what the hand could still become, and waits for several at once."""

    worth: tuple[float, ...] = (0.0, 0.3, 0.95, 1.7, 2.5, 3.3, 4.1, 4.9, 5.7, 6.5, 7.3)
    second: float = 0.45  # how much the second best row of a hand counts
    third: float = 0.2
    card: float = 0.12  # what any card in the hand is worth
    full: float = 0.25  # and how much less each is beyond eight
    greedy: Eager = field(default_factory=Eager)

    def choose(self, view: View, legal: Sequence[str], dice: Dice) -> str:
        """The action after which boxes and hand together are worth most."""
        left, held = room(view), tally(cards(view, "hand"))
        worths = [(self._worth(view, text, held, left), text) for text in legal if text[0] != "c"]
        worths += [(self._crossed(held, left, action), text) for text, action in crosses(legal)]
        return max(worths)[1]

    def _worth(self, view: View, text: str, held: list[int], left: Room) -> float:
        verb, _, rest = text.partition(" ")
        if verb == "bonus":
            return self._bonus(left, int(rest), held)
        if verb == "draw":
            return self._drawn(view, rest, held, left)
        value, _, count = rest.partition("x")
        after = list(held)
        after[int(value)] -= int(count or 1)
        return self._hand(after, left) - 0.5

    def _hand(self, held: Sequence[int], left: Room) -> float:
        """What a hand may still become: its best rows count most."""
        size = sum(held)
        rows = sorted(
            (self._row(held, left, value) for value in VALUES if left[value - 1]), reverse=True
        )
        best = (*rows, 0.0, 0.0, 0.0)
        crowd = max(0, size - 8)
        return (
            best[0] + self.second * best[1] + self.third * best[2]
            + self.card * size - self.full * crowd
        )  # fmt: skip

    def _row(self, held: Sequence[int], left: Room, value: int) -> float:
        open_boxes = left[value - 1]
        count = min(makes(held, value), open_boxes)
        return self.worth[count] + (0.8 if count == open_boxes else 0.0)

    def _crossed(self, held: list[int], left: Room, action: Cross) -> float:
        after, rest = list(held), list(left)
        for card in action.cards:
            after[card] -= 1
        rest[action.value - 1] -= action.count
        gain = float(action.count)
        if not rest[action.value - 1]:
            gain += 1.0 + self._chain(rest)
        refill = 5 * self.card + 0.8 if not sum(after) else 0.0
        return gain * self.gain + self._hand(after, rest) + refill

    gain = 1.0

    def _chain(self, left: Room) -> float:
        """What an extra cross brings besides itself: rows with one open box finish one another."""
        ones = sum(boxes == 1 for boxes in left)
        return ones + 0.2 if ones else 0.0

    def _bonus(self, left: Room, value: int, held: Sequence[int]) -> float:
        """Finish a row if that goes on; else spare the row that is hardest to fill."""
        boxes = left[value - 1]
        ways = sum(1 for low in range(1, value // 2 + 1)) + 1
        return (10.0 if boxes == 1 else 0.0) - makes(held, value) * 0.5 + boxes / ways

    def _drawn(self, view: View, pile: str, held: list[int], left: Room) -> float:
        """The mean worth after the card of a pile, and one more from anywhere if the turn has two."""
        before, unseen = self._hand(held, left), self._unseen(view)
        total = sum(unseen.values()) or 1
        any_card = sum(n * self._with(held, card, left) for card, n in unseen.items()) / total
        shown = tops(view)
        top = shown.get(pile)
        first = self._with(held, top, left) if top else any_card
        if view["phase"] == "draw" or sum(held) >= MOST - 1:
            return first
        others = [
            self._with(held, card, left) for name, card in shown.items() if card and name != pile
        ]
        return (
            first + max(any_card, *others, before) - before if others else first + any_card - before
        )

    def _with(self, held: list[int], card: int, left: Room) -> float:
        held[card] += 1
        worth = self._hand(held, left)
        held[card] -= 1
        return worth

    def _unseen(self, view: View) -> Counter[int]:
        """The cards that nobody shows."""
        seen = Counter((*cards(view, "hand"), *cards(view, "discards"), *cards(view, "gone")))
        seen.update(top for top in tops(view).values() if top)
        return Counter(PACK) - seen


LEVELS: Mapping[str, Callable[[], Player]] = {
    "random": Anyone,
    "greedy": Eager,
    "strong": Patient,
}
