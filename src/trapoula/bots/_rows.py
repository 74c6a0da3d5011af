"""The rules of row games as arrays, made by asking the rules; and a view as the compiled code reads it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from trapoula.bots import _layout as layout
from trapoula.tables._talk import FINE, NO_JUMP, NOT_HERE
from trapoula.tables._view import RowSeen, RowsView

Array: TypeAlias = np.ndarray[Any, np.dtype[Any]]
WORDS = (NOT_HERE, NO_JUMP, FINE)  # in the order in which the compiled code knows them
HOLD = "hold"  # what is said of a command that one has


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """What a game of rows says: its rows, what they take, and which cards do what."""

    rows: tuple[str, ...]
    pack: tuple[int, ...]
    gap: Array  # by row, top and card
    burning: frozenset[int]
    commands: tuple[str, ...] = ()  # in the order in which the compiled code knows them


Lays: TypeAlias = "Callable[[tuple[bytes, ...], bytes], Iterable[tuple[int, int]]]"


def ask(lays: Lays, rising: Sequence[bool], pack: Sequence[int]) -> Array:
    """The gaps of all rows: the rules are asked what may be laid on every top that a row can have."""
    gap = np.full((layout.ROWS, layout.CARDS, layout.CARDS), layout.NEVER, np.int64)
    for on in (1, *pack, layout.CARDS - 1):
        for card, row in lays((bytes([on]),) * layout.ROWS, bytes(pack)):
            ahead = card - on if rising[row] else on - card
            gap[row, on, card] = max(layout.TRICK, ahead)  # a trick goes back: it has no gap at all
    return gap


@dataclass(frozen=True, slots=True, eq=False)
class Desk:
    """A view, laid out for the compiled code."""

    tops: Array
    hand: Array
    unseen: Array  # cards that others hold, or that are still to be drawn
    command: Array
    burns: Array
    urgent: Array  # the rows with a fire that this turn must cover
    laid: int
    three: bool  # this turn must have exactly three cards
    lock: int  # the only row that takes cards, or -1
    left: int
    pile: int
    minimum: int
    full: int
    held: Array  # how many cards each seat holds
    seat: int
    heard: Array  # by seat and row, which wish the others told, or -1
    told: Array  # by seat and command, whether the others said that they have it

    @property
    def now(self) -> Array:
        """How far the turn has come, and how many cards it must have."""
        least = self.minimum if self.pile else 1
        return np.array([self.laid, least, self.three, self.lock, self.left, self.pile], np.int64)

    def said(self, fade: float) -> Array:
        """By row, how many others have each wish, those who play sooner counting more."""
        seats = len(self.held)
        weights = np.array([fade ** ((other - self.seat) % seats - 1) for other in range(seats)])
        words = [((self.heard == word).T * weights).sum(axis=1) for word in range(len(WORDS))]
        return np.array(words, np.float64).T.copy()


def desk(rules: Rules, view: RowsView) -> Desk:
    """What a view shows, and what follows from it."""
    command = _commands(rules, view)
    tops = np.array([view["rows"][row]["top"] for row in rules.rows], np.int64)
    burns = np.zeros(layout.CARDS, np.bool_)
    burns[list(rules.burning if view["fire"] else ())] = True
    return Desk(
        tops,
        np.array(view["hand"] or [], np.int64),
        np.array(unseen(rules, view, tops), np.int64),
        command,
        burns,
        np.array([view["fires"].get(row) == "now" for row in rules.rows], np.bool_),
        view["laid"],
        any(command[lay["card"]] == layout.THREE for lay in view["lays"]),
        rules.rows.index(view["open"][0]) if len(view["open"]) == 1 else -1,
        view["left"],
        view["pile"],
        view["minimum"],
        view["full"],
        np.array(view["hands"], np.int64),
        view["seat"] or 0,
        _heard(rules, view),
        _told(rules, view),
    )


def _commands(rules: Rules, view: RowsView) -> Array:
    """The command on each card, as the number that the compiled code knows it by."""
    found = np.zeros(layout.CARDS, np.int64)
    for name, carriers in view["carriers"].items():
        found[carriers] = rules.commands.index(name) + 1
    return found


def unseen(rules: Rules, view: RowsView, tops: Sequence[int] | Array) -> list[int]:
    """The cards that were not laid and are not in the hand; when memory fails, the likeliest ones."""
    hand = view["hand"] or []
    seen = set(hand)
    for row in view["rows"].values():
        seen |= {row["top"], *row.get("cards", ())}
    left = [card for card in rules.pack if card not in seen]
    forgotten = len(left) - (view["left"] - len(hand))
    if forgotten > 0:
        left.sort(key=lambda card: _gone(rules, tops, card))
        left = sorted(left[forgotten:])
    return left


def _gone(rules: Rules, tops: Sequence[int] | Array, card: int) -> tuple[int, int]:
    """How likely a card was laid: the fewer rows take it and the farther they are, the lower."""
    gaps = [int(rules.gap[row, tops[row], card]) for row in range(layout.ROWS)]
    return sum(gap < layout.NEVER for gap in gaps), -min(gaps)


def _heard(rules: Rules, view: RowsView) -> Array:
    """Which wish each of the others has about each row."""
    found = np.full((len(view["hands"]), layout.ROWS), -1, np.int64)
    for said in view["signals"]:
        if said["seat"] != view["seat"] and said["about"] in rules.rows and said["word"] in WORDS:
            found[said["seat"], rules.rows.index(said["about"])] = WORDS.index(said["word"])
    return found


def _told(rules: Rules, view: RowsView) -> Array:
    """Which commands the others said that they have."""
    found = np.zeros((len(view["hands"]), len(rules.commands) + 1), np.bool_)
    for said in view["signals"]:
        if said["word"] == HOLD and said["about"] in rules.commands:
            found[said["seat"], rules.commands.index(said["about"]) + 1] = True
    return found


class Rows:
    """Remembers the cards that were laid on rows."""

    def __init__(self) -> None:
        self._laid: dict[str, list[int]] = {}

    def recall(self, view: RowsView) -> RowsView:
        """The view, its rows with all cards that were seen on them."""
        shown: dict[str, RowSeen] = {}
        for name, row in view["rows"].items():
            known = self._laid.setdefault(name, [])
            del known[row["count"] :]  # something was taken back
            new = [lay["card"] for lay in view["lays"] if lay["row"] == name]
            if row["count"]:
                new.append(row["top"])
            known += [card for card in dict.fromkeys(new) if card not in known]
            shown[name] = {**row, "cards": row.get("cards", list(known))}
        return {**view, "rows": shown}
