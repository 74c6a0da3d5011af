"""The bots of Take That."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import erf, sqrt
from typing import Any, NotRequired, TypeAlias

import numpy as np

from trapoula.bots import Chooser, Opinion
from trapoula.bots import _round as to
from trapoula.bots._anyone import Anyone
from trapoula.bots.calibration import Signs, Weights, chance, logit
from trapoula.core.game import Dice, Json
from trapoula.tables._view import RowView
from trapoula.tables.take_that import PACK, TOADS, Lay, Table, TakeThat, Twist, score, twin

Array: TypeAlias = np.ndarray[Any, np.dtype[Any]]
VERBS = ("lay", "twist", "take")  # the order of the verbs in compiled code


class Remembered(RowView):
    """A view with remembered cards."""

    known: NotRequired[list[int]]  # cards that were visible before they were taken


class Taken:
    """A memory of the cards in rows that were taken."""

    def __init__(self) -> None:
        self._round, self._row = 0, list[int]()
        self._taken: set[int] = set()

    def recall(self, view: RowView) -> Remembered:
        """Return the view, with the known face-down cards."""
        if view["round"] != self._round:
            self._round, self._row, self._taken = view["round"], [], set()
        row = view["row"]
        open_now = {card for own in view["twisted"] for card in own}
        # some cards were twisted, or the whole row was taken
        if row[: len(self._row)] != self._row:
            self._taken |= set(self._row) - set(row) - open_now
        self._row = row
        return {**view, "known": [*sorted(self._taken)]}


class Hasty:
    """Twists if it can, otherwise lays the nearest card, and takes the row only if it must."""

    def choose(self, view: RowView, legal: Sequence[str], dice: Dice) -> str:
        """Return a twist, else the smallest step, else the row."""
        row = view["row"]

        def worse(text: str) -> tuple[int, int]:
            verb, _, card = text.partition(" ")
            rank = {"twist": 0, "lay": 1, "take": 2}[verb]
            return rank, abs(int(card) - row[-1]) if card and row else 0

        return min(legal, key=worse)


@cache
def rules() -> tuple[Array, Array, Array]:
    """Return which card may follow which, the twins, and the cost of each taken card, from the rules."""
    game, none = TakeThat(), (b"", b"")
    every = to.NUMBERS
    near, twins = np.zeros((every, every), np.bool_), np.full(every, -1, np.int64)
    fines = np.zeros(every)
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
    """Plays out each action on many random deals of the hidden cards, and picks the best."""

    tries: int = 600
    laps: int = 10
    swing: float = 14.0  # standard deviation of the change of a lead in one round, in points
    whole: int = 60  # laps in which every round ends
    chances: Mapping[int, Weights] = field(default_factory=lambda: CHANCES)

    def choose(self, view: Remembered, legal: Sequence[str], dice: Dice) -> str:
        """Return the action with the best mean."""
        if len(legal) == 1:
            return legal[0]
        leads, _ = self._played(view, legal, dice, self.laps)
        return legal[int(np.argmax(leads.mean(axis=1)))]

    def consider(self, view: Remembered, actions: Sequence[str], dice: Dice) -> list[Opinion]:
        """Return how often each action ends ahead of all others, with a reason."""
        weights = self.chances[len(view["hands"])]
        early = self.early(view)
        return [
            Opinion(text, chance(weights, signs, early=early), *_reason(view, text))
            for text, signs in zip(actions, self.signs(view, actions, dice), strict=True)
        ]

    def early(self, view: Remembered) -> bool:
        """Return whether it is too early for a chance: in the first half of the first round."""
        return view["round"] == 1 and 2 * view["pile"] > len(PACK)

    def signs(self, view: Remembered, actions: Sequence[str], dice: Dice) -> list[Signs | None]:
        """Return how often each action ends ahead of all others, as log odds."""
        _, aheads = self._played(view, actions, dice, self.whole)
        rounds = view["of"] - view["round"]
        return [(1.0, logit(self._chance(own, rounds))) for own in aheads]

    def explain(self, view: RowView, action: str) -> tuple[str, dict[str, Json]]:
        """Return a reason for an action that everybody can see."""
        reason, facts = _reason({**view, "hand": []}, action)
        return ("stay" if reason == "follow" else reason), facts

    def _chance(self, aheads: Array, rounds: int) -> float:
        """Return the share of leads that win with some rounds to come; a tie is half a win."""
        if not rounds:
            return float(((aheads > 0) + 0.5 * (aheads == 0)).mean())
        spread = self.swing * sqrt(2 * rounds)
        return sum(0.5 * (1 + erf(ahead / spread)) for ahead in aheads) / len(aheads)

    def _played(
        self, view: Remembered, actions: Sequence[str], dice: Dice, laps: int
    ) -> tuple[Array, Array]:
        """Play out each action on each deal; return leads over the others' mean and over their best."""
        from trapoula.bots._round_kernel import expect  # compiled when it is first needed

        held, hand, row = view["hands"], view["hand"] or [], view["row"]
        open_now = {card for own in view["twisted"] for card in own}
        seen = {*hand, *row, *open_now, *view.get("known", ())}
        unseen = [card for card in PACK if card not in seen]
        words = [text.partition(" ") for text in actions]
        before = zip(view["totals"], view["twisted"], view["taken"], strict=True)
        leads, aheads = np.zeros((2, len(actions), self.tries))
        near, twins, fines = rules()
        expect(
            {
                to.KINDS: np.array([VERBS.index(verb) for verb, _, _ in words], np.int64),
                to.CHOSEN: np.array([int(card or -1) for _, _, card in words], np.int64),
                to.ACTIONS: len(actions),
                to.HAND: np.array(hand, np.int64),
                to.HELD: np.array(held, np.int64),
                to.SEATS: len(held),
                to.SEAT: view["seat"] or 0,
                to.CARDS: np.array(unseen, np.int64),
                to.HIDDEN: len(unseen),
                to.PILE: view["pile"],
                to.ROW: np.array(row, np.int64),
                to.LENGTH: len(row),
                to.NEAR: near,
                to.TWINS: twins,
                to.FINES: fines,
                to.HARSH: view["professional"],
                to.TRIES: self.tries,
                to.TURNS: laps * len(held),
                to.DICE: np.array([1 + dice.below(1 << 62)], np.uint64),
                to.BEFORE: np.array([all_ + len(won) - lost for all_, won, lost in before], float),
                to.LEADS: leads,
                to.AHEADS: aheads,
                to.HANDS: np.zeros((len(held), to.WIDEST), np.int64),
                to.COUNTS: np.zeros(len(held), np.int64),
                to.POINTS: np.zeros(len(held)),
                to.LINE: np.zeros(to.NUMBERS, np.int64),
                to.LYING: np.zeros(to.NUMBERS, np.bool_),
            }
        )
        return leads, aheads


def _reason(view: RowView, text: str) -> tuple[str, dict[str, Json]]:
    """Return a reason for an action: a code and its facts."""
    verb, _, name = text.partition(" ")
    row, hand = view["row"], view["hand"] or []
    if verb == "take":
        return "take", {"n": len(row)}
    card = int(name)
    facts: dict[str, Json] = {"card": name, "other": str(twin(card))}
    if verb == "twist":
        return "twist", facts
    if card not in TOADS and twin(card) in hand:
        return "twin", facts
    if card in TOADS:
        return "toad", facts
    return ("follow" if row else "open"), facts


remember = Taken
CHANCES: Mapping[
    int, Weights
] = {  # by number of players; python -m bench.calibration fit take-that
    2: (-0.21, 1.14),
    3: (-0.23, 0.89),
    4: (-0.03, 1.26),
}

LEVELS: Mapping[str, Callable[[], Chooser[Remembered]]] = {
    "random": Anyone,
    "greedy": Hasty,
    "strong": Thinker,
}
