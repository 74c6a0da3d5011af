"""The rules of row games as arrays, made by asking the rules; and a view as the compiled code reads it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, cast

import numpy as np

from trapoula.bots import _scales as scales
from trapoula.bots._anyone import cards, number, table
from trapoula.game import Json, View

Array: TypeAlias = np.ndarray[Any, np.dtype[Any]]
CARDS = 101  # every number on a card or on the beginning of a row is below this
TOP, LAID = "top", "cards"
THIS_TURN, BURNING = "this turn", "burning"  # what memory adds to a view


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """What a game of rows says: its rows, what they take, and which cards do what."""

    rows: tuple[str, ...]
    pack: tuple[int, ...]
    gap: Array  # by row, top and card
    burning: frozenset[int]
    commands: tuple[
        str, ...
    ] = ()  # in the order of the numbers that the compiled code knows them by


Lays: TypeAlias = "Callable[[tuple[bytes, ...], bytes], Iterable[tuple[int, int]]]"


def ask(lays: Lays, rising: Sequence[bool], pack: Sequence[int]) -> Array:
    """The gaps of all rows: the rules are asked what may be laid on every top that a row can have."""
    gap = np.full((scales.ROWS, CARDS, CARDS), scales.NEVER, np.int64)
    for row, up in enumerate(rising):
        for on in (1, *pack, CARDS - 1):
            rows = [b""] * scales.ROWS
            rows[row] = bytes([on])
            for card, there in lays(tuple(rows), bytes(pack)):
                if there == row:  # a trick goes back, and so has no gap at all
                    gap[row, on, card] = max(scales.TRICK, card - on if up else on - card)
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
    least: int
    three: bool
    lock: int  # the only row that takes cards, or -1
    left: int
    pile: int
    said: (
        Array  # by row, how many others hold the trick, keep a pair for it, or have something close
    )


def desk(rules: Rules, view: View) -> Desk:
    """What a view shows, and what follows from it."""
    laid, pile = number(view, "laid"), number(view, "pile")
    command = _commands(rules, view)
    tops = np.array([top(view, row) for row in rules.rows], np.int64)
    fires = table(view, "fires")
    burns = np.zeros(CARDS, np.bool_)
    burns[list(rules.burning if view.get(BURNING, bool(fires)) else ())] = True
    open_rows = cast("list[str]", view.get("open", rules.rows))
    return Desk(
        tops,
        np.array(cards(view, "hand"), np.int64),
        np.array(unseen(rules, view, tops), np.int64),
        command,
        burns,
        np.array([fires.get(row) == "now" for row in rules.rows], np.bool_),
        laid,
        laid + number(view, "required") if number(view, "required") else min(laid, 1),
        bool(laid) and _three(rules, view, command),
        rules.rows.index(open_rows[0]) if len(open_rows) == 1 else -1,
        number(view, "left"),
        pile,
        _said(rules, view),
    )


def _three(rules: Rules, view: View, command: Array) -> bool:
    """Whether this turn must have exactly three cards: remembered, or guessed from what would lose."""
    if (laid := cast("list[int] | None", view.get(THIS_TURN))) is not None:
        return any(command[card] == scales.THREE for card in laid)
    if table(view, "dooms").get("end") == "three":
        return True
    return number(view, "laid") < scales.ENOUGH and scales.THREE in [
        command[top(view, row)] for row in rules.rows
    ]


def top(view: View, row: str) -> int:
    """The card that lies open on a row."""
    return cast(int, cast(Any, view["rows"])[row][TOP])


def _commands(rules: Rules, view: View) -> Array:
    """The command on each card, as the number that the compiled code knows it by."""
    found = np.zeros(CARDS, np.int64)
    for name, carriers in table(view, "carriers").items():
        found[cast("list[int]", carriers)] = rules.commands.index(name) + 1
    return found


def unseen(rules: Rules, view: View, tops: Sequence[int] | Array) -> list[int]:
    """The cards that were not laid and are not in the hand; when memory fails, the likeliest ones."""
    seen = set(cards(view, "hand"))
    for row in cast("dict[str, dict[str, Any]]", view["rows"]).values():
        seen |= {row[TOP], *row.get(LAID, ())}
    left = [card for card in rules.pack if card not in seen]
    forgotten = len(left) - (number(view, "left") - len(cards(view, "hand")))
    if forgotten > 0:
        left.sort(key=lambda card: _gone(rules, tops, card))
        left = sorted(left[forgotten:])
    return left


def _gone(rules: Rules, tops: Sequence[int] | Array, card: int) -> tuple[int, int]:
    """How likely a card was laid: the fewer rows take it and the farther they are, the lower."""
    gaps = [int(rules.gap[row, tops[row], card]) for row in range(scales.ROWS)]
    return sum(gap < scales.NEVER for gap in gaps), -min(gaps)


def _said(rules: Rules, view: View) -> Array:
    found = np.zeros((scales.ROWS, len(WORDS)))
    for said in cast("list[dict[str, Any]]", view["signals"]):
        if said["seat"] != view["seat"] and said["about"] in rules.rows and said["word"] in WORDS:
            found[rules.rows.index(said["about"]), WORDS.index(said["word"])] += 1
    return found


WORDS = ("trick", "off", "close")  # in the order of their prices


class Rows:
    """Remembers the cards that were laid on rows, and whether cards burn at this table."""

    def __init__(self) -> None:
        self._laid: dict[str, list[int]] = {}
        self._burning = False
        self._before: dict[str, int] = {}  # how many cards each row had when the turn began

    def recall(self, view: View) -> View:
        """The view, its rows with all cards that were seen on them."""
        rows = cast("dict[str, dict[str, Any]]", view["rows"])
        self._burning = self._burning or bool(view["fires"])
        if not view["laid"]:
            self._before = {name: row["count"] for name, row in rows.items()}
        shown: dict[str, Any] = {}
        for name, row in rows.items():
            known = self._laid.setdefault(name, [])
            del known[row["count"] :]  # something was taken back
            if row["count"] and row[TOP] not in known[-1:]:
                known.append(row[TOP])
            shown[name] = {LAID: list(known), **row}
        laid = [card for name, had in self._before.items() for card in self._laid[name][had:]]
        this_turn: list[Json] | None = [*laid] if len(laid) == view["laid"] else None
        return {**view, "rows": shown, BURNING: self._burning, THIS_TURN: this_turn}
