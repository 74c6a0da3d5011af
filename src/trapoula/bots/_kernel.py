"""The compiled players of row games, as others ask them: turns, wishes, games played on, and ends."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from trapoula.bots import _tasks as at
from trapoula.machine.kernels import Enter, address, kernel, written

if TYPE_CHECKING:
    import numpy.typing as npt

OWN = ("layout", "tasks", "dice", "turns", "steps", "ends", "ahead", "entrance")
RULES = ("rows", "commands")  # whose constants are compiled with it

Longs: TypeAlias = "npt.NDArray[np.int64]"
Reals: TypeAlias = "npt.NDArray[np.float64]"
Marks: TypeAlias = "npt.NDArray[np.bool_]"
Rulebook: TypeAlias = "tuple[Longs, Reals, Longs, Marks]"  # gaps, needs, commands, what burns
Priced: TypeAlias = "tuple[Reals, Reals]"
Best: TypeAlias = "tuple[Longs, Longs, Reals]"  # turns with their lengths and costs


def _entrance() -> Enter:
    from trapoula.bots._entrance import enter

    return enter


_here = Path(__file__).parent
_enter = kernel(
    _entrance,
    [
        *(_here / f"_{name}.py" for name in OWN),
        *(_here.with_name("tables") / f"_{name}.py" for name in RULES),
    ],
)


def turns(
    tops: Longs, hand: Longs, unseen: Longs, rules: Rulebook, priced: Priced, urgent: Marks, now: Longs,
    said: Reals, deep: int, wide: int, best: Best,
) -> int:  # fmt: skip
    """The cheapest rests of a turn, the best first, with their lengths and costs; how many there are."""
    plans, lengths, costs = best
    return _do(
        at.TURNS,
        {
            **_table(tops, hand, unseen, rules, priced),
            at.URGENT: urgent,
            at.NOW: now,
            at.SAID: said,
            at.DEEP: deep,
            at.WIDE: wide,
            at.PLANS: plans,
            at.LENGTHS: lengths,
            at.COSTS: costs,
            at.KEPT: len(costs),
            at.LONGEST: plans.shape[1],
        },
    )


def wish(tops: Longs, hand: Longs, gap: Longs, needs: Reals, prices: Reals) -> int:
    """The row that a hand wishes to be left alone, the one that it would miss most; or -1."""
    return _do(
        at.WISH,
        {
            at.TOPS: tops,
            at.HAND: hand,
            at.HELD: len(hand),
            at.GAP: gap,
            at.NEEDS: needs,
            at.PRICES: prices,
        },
    )


def finishing(
    tops: Longs, hands: Longs, counts: Longs, seat: int, rules: Rulebook, priced: Priced, deep: int,
    wide: int, few: int, budget: int, plan: Longs,
) -> int:  # fmt: skip
    """Search the end of a game for a way to lay every card; the length of its first turn, or 0."""
    none = counts[:0]
    return _do(
        at.FINISH,
        {
            **_table(tops, none, none, rules, priced),
            at.HANDS: hands,
            at.COUNTS: counts,
            at.SEATS: len(counts),
            at.SEAT: seat,
            at.FULL: hands.shape[1] - 1,
            at.DEEP: deep,
            at.WIDE: wide,
            at.FEW: few,
            at.BUDGET: budget,
            at.PLANS: plan,
            at.KEPT: 1,
            at.LONGEST: len(plan),
        },
    )


def outlook(
    tops: Longs, hand: Longs, unseen: Longs, rules: Rulebook, priced: Priced, heard: Longs, told: Marks,
    counts: Longs, seat: int, full: int, minimum: int, plans: Longs, lengths: Longs, tries: int, deep: int,
    wide: int, budget: int, guesses: int, frank: bool, seed: int,
) -> tuple[Reals, Reals, int]:  # fmt: skip
    """Play on from some turns, hidden cards dealt so many times: how often each wins, how many cards are
    left in all, and what work that was, in turns weighed."""
    wins, lefts = np.zeros(len(lengths)), np.zeros(len(lengths))
    work = _do(
        at.OUTLOOK,
        {
            **_table(tops, hand, unseen, rules, priced),
            at.HEARD: heard,
            at.TOLD: told,
            at.KINDS: told.shape[1],
            at.COUNTS: counts,
            at.SEATS: len(counts),
            at.SEAT: seat,
            at.FULL: full,
            at.MINIMUM: minimum,
            at.PLANS: plans,
            at.LENGTHS: lengths,
            at.KEPT: len(lengths),
            at.LONGEST: plans.shape[1],
            at.TRIES: tries,
            at.DEEP: deep,
            at.WIDE: wide,
            at.BUDGET: budget,
            at.GUESSES: guesses,
            at.FRANK: frank,
            at.DICE: np.array([seed], np.uint64),
            at.WINS: wins,
            at.LEFTS: lefts,
        },
    )
    return wins, lefts, work


def space() -> Longs:
    """Room to work in, all of it free."""
    room = np.empty(at.ROOM, np.int64)
    room[at.FREE], room[at.WORK] = address(room) + 8 * at.SPENT, 0
    return room


def _table(
    tops: Longs, hand: Longs, unseen: Longs, rules: Rulebook, priced: Priced
) -> dict[int, Any]:
    """What is told of every table."""
    gap, needs, command, burns = rules
    return {
        at.TOPS: tops,
        at.HAND: hand,
        at.HELD: len(hand),
        at.UNSEEN: unseen,
        at.HIDDEN: len(unseen),
        at.GAP: gap,
        at.NEEDS: needs,
        at.COMMAND: command,
        at.BURNS: burns,
        at.PRICES: priced[0],
        at.BY_ROWS: priced[1],
    }


def _do(task: int, told: Mapping[int, Any]) -> int:
    """One task, in a room of its own."""
    room = space()
    return _enter(task, written(at.BOOK, {**told, at.SPACE: room}))
