"""The bots of Triggs."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp
from typing import TypeAlias

from trapoula.bots import Chooser, Opinion
from trapoula.bots._anyone import Anyone
from trapoula.bots.calibration import Signs, Weights, chance, logit
from trapoula.core.game import Dice, Json
from trapoula.tables._view import SheetView
from trapoula.tables.triggs import MOST, PACK, VALUES, Cross, Triggs

Room: TypeAlias = list[int]  # open boxes by row


def room(view: SheetView) -> Room:
    """Return the open boxes of the viewing seat."""
    own = view["crossed"][view["seat"] or 0]
    return [boxes - done for boxes, done in zip(view["sheet"], own, strict=True)]


def crosses(legal: Sequence[str]) -> Iterator[tuple[str, Cross]]:
    """Yield the legal ways to cross off boxes, read by the rules."""
    for text in legal:
        if text.startswith("cross"):
            action = Triggs().read(text)
            if isinstance(action, Cross):
                yield text, action


def makes(held: Sequence[int], value: int) -> int:
    """Return how many boxes of a value a hand can cross off."""
    count = held[value]
    for low in range(1, (value + 1) // 2):
        count += min(held[low], held[value - low])
    return count + (held[value // 2] // 2 if value % 2 == 0 else 0)


def tally(hand: Sequence[int]) -> list[int]:
    """Count a hand's cards by value."""
    held = [0] * (VALUES[-1] + 1)
    for card in hand:
        held[card] += 1
    return held


def tops(view: SheetView) -> dict[str, int | None]:
    """Return the top card of each pile; None if it is hidden."""
    return {name: pile["top"] for name, pile in view["piles"].items()}


class Eager:
    """Crosses off as much as possible at once; draws if it can cross off nothing."""

    def choose(self, view: SheetView, legal: Sequence[str], dice: Dice) -> str:
        """Return the most boxes, else a card for an open row, else any card."""
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
    """Weighs boxes against the potential of the hand, and waits to cross off several at once."""

    # value of boxes that a hand could cross off in a row
    worth: tuple[float, ...] = (0.0, 0.68, 1.25, 1.71, 2.25, 2.97)
    more: float = 0.4  # and of each further box
    shares: tuple[float, ...] = (1.32, 0.68)  # weights of a hand's best rows
    finish: float = 0.16  # value of a hand that could finish a row
    waste: float = 0.4  # cost of a discard
    fresh: float = 2.3  # value of five new cards
    race: float = 2.0  # boxes of a lead that matter at the end,
    slow: float = 0.15  # and how many more per open box of the leader
    chances: Mapping[int, Weights] = field(default_factory=lambda: CHANCES)

    def choose(self, view: SheetView, legal: Sequence[str], dice: Dice) -> str:
        """Return the action with the highest value of boxes and hand together."""
        left, held = room(view), tally(view["hand"] or [])
        worths = {text: self._crossed(held, left, action) for text, action in crosses(legal)}
        for text in legal:
            if text not in worths:
                worths[text] = self._worth(view, text, held, left)
        return max(worths, key=lambda text: (worths[text], text))

    def consider(self, view: SheetView, actions: Sequence[str], dice: Dice) -> list[Opinion]:
        """Return the chance of each action, from its value and everybody's open boxes."""
        left, known = room(view), dict(crosses(actions))
        weights = self.chances[len(view["crossed"])]
        early = self.early(view)
        return [
            Opinion(
                text, chance(weights, signs, early=early), *_reason(left, text, known.get(text))
            )
            for text, signs in zip(actions, self.signs(view, actions, dice), strict=True)
        ]

    def early(self, view: SheetView) -> bool:
        """Return whether it is too early for a chance: until somebody has a quarter of the boxes."""
        return 4 * max(map(sum, view["crossed"])) < sum(view["sheet"])

    def signs(self, view: SheetView, actions: Sequence[str], dice: Dice) -> list[Signs | None]:
        """Return the share of the race after each action, as log odds."""
        left, held = room(view), tally(view["hand"] or [])
        known = dict(crosses(actions))
        now = self._hand(held, left)
        found: list[Signs | None] = []
        for text in actions:
            action = known.get(text)
            worth = (
                self._crossed(held, left, action) if action else self._worth(view, text, held, left)
            )
            if text.startswith("bonus"):
                worth = now + 1 + worth / 10  # a box, and slightly more in the right row
            found.append((1.0, logit(self._chance(view, worth - now))))
        return found

    def explain(self, view: SheetView, action: str) -> tuple[str, dict[str, Json]]:
        """Return a reason for an action that everybody can see."""
        left = room({**view, "seat": view["turn"]})
        return _reason(left, action, dict(crosses([action])).get(action))

    def _chance(self, view: SheetView, gain: float) -> float:
        """Return the seat's share of the race: fewer open boxes mean better chances."""
        boxes = sum(view["sheet"])
        opens = [boxes - sum(own) for own in view["crossed"]]
        seat = view["seat"] or 0
        opens_ = [own - gain * (at == seat) for at, own in enumerate(opens)]
        scale = self.race + self.slow * min(opens)
        shares = [exp((min(opens_) - own) / scale) for own in opens_]
        return shares[seat] / sum(shares)

    def _worth(self, view: SheetView, text: str, held: list[int], left: Room) -> float:
        """Return the value of a bonus, a draw or a discard."""
        verb, _, rest = text.partition(" ")
        if verb == "bonus":
            return self._bonus(left, int(rest), held)
        if verb == "draw":
            return self._drawn(view, rest, held, left)
        value, _, count = rest.partition("x")
        after = list(held)
        after[int(value)] -= int(count or 1)
        return self._hand(after, left) - self.waste

    def _hand(self, held: Sequence[int], left: Room) -> float:
        """Return the potential of a hand; its best rows count most."""
        rows = (self._row(held, left, value) for value in VALUES if left[value - 1])
        best = sorted(rows, reverse=True)
        return sum(share * row for share, row in zip(self.shares, best, strict=False))

    def _row(self, held: Sequence[int], left: Room, value: int) -> float:
        """Return the value of a hand for one row."""
        boxes = left[value - 1]
        count = min(makes(held, value), boxes)
        last = len(self.worth) - 1
        worth = self.worth[min(count, last)] + self.more * max(0, count - last)
        return worth + (self.finish if count == boxes else 0.0)

    def _crossed(self, held: list[int], left: Room, action: Cross) -> float:
        """Return the value of the boxes, of a bonus for a finished row, and of the remaining hand."""
        after, rest = list(held), list(left)
        for card in action.cards:
            after[card] -= 1
        rest[action.value - 1] -= action.count
        gain = action.count + (0.0 if rest[action.value - 1] else 1.0 + self._chain(rest))
        return gain + self._hand(after, rest) + (0.0 if sum(after) else self.fresh)

    def _chain(self, left: Room) -> float:
        """Return the value of an extra cross besides itself: rows with one open box finish one another."""
        ones = left.count(1)
        return ones + 0.2 if ones else 0.0

    def _bonus(self, left: Room, value: int, held: Sequence[int]) -> float:
        """Return the value of a bonus: finish a row, or else help the hardest one."""
        boxes, ways = left[value - 1], value // 2 + 1
        return (10.0 if boxes == 1 else 0.0) - makes(held, value) / 2 + boxes / ways

    def _drawn(self, view: SheetView, pile: str, held: list[int], left: Room) -> float:
        """Return the mean value after drawing from a pile, and a second card if the turn has two."""
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
        return first + max(any_card, before if others else any_card, *others) - before

    def _with(self, held: list[int], card: int, left: Room) -> float:
        held[card] += 1
        worth = self._hand(held, left)
        held[card] -= 1
        return worth

    def _unseen(self, view: SheetView) -> Counter[int]:
        """Return the cards that are not visible."""
        seen = Counter((*(view["hand"] or ()), *view["discards"], *view["gone"]))
        seen.update(top for top in tops(view).values() if top)
        return Counter(PACK) - seen


def _reason(left: Room, text: str, action: Cross | None) -> tuple[str, dict[str, Json]]:
    """Return a reason for an action: a code and its facts."""
    verb, _, rest = text.partition(" ")
    if action is not None:
        facts: dict[str, Json] = {"n": action.count, "row": action.value}
        return ("finish" if action.count == left[action.value - 1] else "boxes"), facts
    if verb == "bonus":
        return ("chain" if left[int(rest) - 1] == 1 else "extra"), {"row": int(rest)}
    if verb == "draw":
        return "draw", {}
    return "clear", {}


CHANCES: Mapping[int, Weights] = {  # by player count; python -m bench.calibration fit triggs
    2: (-0.26, 1.17),
    3: (-0.09, 1.42),
    4: (0.15, 1.56),
}

LEVELS: Mapping[str, Callable[[], Chooser[SheetView]]] = {
    "random": Anyone,
    "greedy": Eager,
    "strong": Patient,
}
