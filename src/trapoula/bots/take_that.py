"""Take That's players."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NotRequired, TypeAlias

import numpy as np

from trapoula.bots import Chooser
from trapoula.bots._anyone import Anyone
from trapoula.game import Dice
from trapoula.tables._view import RowView
from trapoula.tables.take_that import PACK, Lay, Table, TakeThat, Twist, score

Array: TypeAlias = np.ndarray[Any, np.dtype[Any]]
VERBS = ("lay", "twist", "take")  # in the order in which the compiled code knows them


class Remembered(RowView):
    """The view of one who remembers."""

    known: NotRequired[list[int]]  # cards that were seen before they were taken


class Taken:
    """Remembers the cards of rows that were taken."""

    def __init__(self) -> None:
        self._round, self._row = 0, list[int]()
        self._taken: set[int] = set()

    def recall(self, view: RowView) -> Remembered:
        """The view, with the cards that are known to lie face down."""
        if view["round"] != self._round:
            self._round, self._row, self._taken = view["round"], [], set()
        row = view["row"]
        open_now = {card for own in view["twisted"] for card in own}
        if row[: len(self._row)] != self._row:  # some were twisted, or all were taken
            self._taken |= set(self._row) - set(row) - open_now
        self._row = row
        return {**view, "known": [*sorted(self._taken)]}


class Hasty:
    """Twists what it can, else lays the nearest card, and takes the row when it must."""

    def choose(self, view: RowView, legal: Sequence[str], dice: Dice) -> str:
        """A twist, else the smallest step, else the row."""
        row = view["row"]

        def worse(text: str) -> tuple[int, int]:
            verb, _, card = text.partition(" ")
            rank = {"twist": 0, "lay": 1, "take": 2}[verb]
            return rank, abs(int(card) - row[-1]) if card and row else 0

        return min(legal, key=worse)


@cache
def rules() -> tuple[Array, Array, Array]:
    """What may follow what, the twins, and what a taken card costs: the rules are asked."""
    game, none = TakeThat(), (b"", b"")
    near, twins, fines = np.zeros((100, 100), np.bool_), np.full(100, -1), np.zeros(100)
    for card in PACK:
        fines[card] = -score(b"", bytes([card])).total
        on = Table((bytes(PACK), b""), b"", none, none, dealer=1, seat=0, row=bytes([card]))
        for action in game.legal(on, 0):
            if isinstance(action, Lay):
                near[card, action.card] = True
            elif isinstance(action, Twist):
                twins[action.card] = card
    return near, twins, fines


@dataclass(frozen=True)
class Thinker:
    """Deals the hidden cards many times, plays on from each action, and does what came out best."""

    tries: int = 60
    laps: int = 5

    def choose(self, view: Remembered, legal: Sequence[str], dice: Dice) -> str:
        """The action with the best mean."""
        from trapoula.bots._twists import expect  # compiled when it is first needed

        if len(legal) == 1:
            return legal[0]
        held, hand, row = view["hands"], view["hand"] or [], view["row"]
        open_now = {card for own in view["twisted"] for card in own}
        seen = {*hand, *row, *open_now, *view.get("known", ())}
        unseen = [card for card in PACK if card not in seen]
        words = [text.partition(" ") for text in legal]
        out = np.zeros(len(legal))
        expect(
            np.array([VERBS.index(verb) for verb, _, _ in words]),
            np.array([int(card or -1) for _, _, card in words]),
            np.array(hand),
            np.array(held),
            np.array(unseen),
            view["pile"],
            np.array(row, np.int64),
            view["seat"] or 0,
            *rules(),
            view["professional"],
            self.tries,
            self.laps * len(held),
            np.array([1 + dice.below(1 << 62)], np.uint64),
            out,
        )
        return legal[int(np.argmax(out))]


remember = Taken
LEVELS: Mapping[str, Callable[[], Chooser[Remembered]]] = {
    "random": Anyone,
    "greedy": Hasty,
    "strong": Thinker,
}
