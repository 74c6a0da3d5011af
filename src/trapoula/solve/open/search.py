"""The search of an open game: quick tries, beams that grow, and a complete search at the end."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import numpy.typing as npt

from trapoula.patience import Action, Table
from trapoula.patience.table import CARRY, NOWHERE
from trapoula.solve.open import kernel
from trapoula.solve.open import layout as at
from trapoula.solve.open.program import Longs, OpenGame, Words
from trapoula.solve.verdict import Limits

Ints = npt.NDArray[np.int32]
Bytes = npt.NDArray[np.uint8]
Line = list[Action]

SLICE, GLANCE = 50_000, 5_000  # positions in one go, and between two looks at the clock
TABLE, STACK, DEPTHS, TRAIL = 1 << 12, 1 << 12, 1 << 9, 1 << 11
LEVELS = 400  # of a beam

Weights = tuple[int, ...]

# What a search tries first, so chosen that each wins deals on which the others fail: an order, then for how
# many positions depth first, or how wide a beam.
QUICK: tuple[tuple[Weights, int, int], ...] = (
    ((17, 8, 4, 11, 10, 5, 2), 1000, 0),
    ((20, 14, 8, 15, 20, 3, 2), 1600, 0),
    ((12, 11, 5, 19, 20, 11, 5), 1000, 0),
    ((5, 4, 4, 10, 10, 2, 0), 0, 6),
    ((13, 2, 9, 6, 7, 2, 2), 2000, 0),
    ((3, 3, 4, 10, 12, 2, 0), 0, 6),
    ((5, 6, 3, 12, 12, 3, 0), 0, 12),
    ((19, 8, 1, 6, 19, 4, 8), 1600, 0),
    ((5, 5, 2, 15, 15, 3, 0), 0, 12),
    ((16, 8, 2, 11, 14, 6, 6), 1500, 0),
    ((20, 2, 12, 20, 6, 7, 5), 3000, 0),
    ((5, 4, 4, 5, 5, 1, 0), 0, 25),
    ((17, 8, 4, 11, 10, 5, 2), 5000, 0),
    ((5, 6, 3, 12, 12, 3, 0), 0, 25),
    ((5, 4, 4, 10, 10, 2, 0), 0, 60),
)
# then rounds: the order, the width of a beam, and how many positions depth first
ROUNDS: tuple[tuple[Weights, int, int], ...] = (
    ((5, 2, 2, 10, 10, 1, 0), 60, 60_000),
    ((5, 2, 2, 10, 10, 1, 0), 500, 400_000),
    ((5, 4, 4, 10, 10, 2, 0), 500, 0),
    ((10, 3, 1, 15, 10, 1, 0), 3_000, 0),
    ((5, 2, 2, 10, 10, 1, 0), 5_000, 4_000_000),
    ((5, 4, 4, 10, 10, 2, 0), 20_000, 0),
    ((5, 2, 2, 10, 10, 1, 0), 50_000, 1 << 40),
    ((5, 4, 4, 10, 10, 2, 0), 300_000, 0),
)


@dataclass
class Seeker:
    """One search of one position of an open game, with what it has spent."""

    game: OpenGame
    start: Table
    limits: Limits
    since: float = field(init=False)
    states: int = 0
    seed: int = 1
    looked: int = 0  # positions when the clock was last looked at

    def __post_init__(self) -> None:
        self.since = self.limits.clock()
        self.st: Ints = np.zeros(at.TRAIL + TRAIL, dtype=np.int32)
        columns = slice(at.CARD, at.CARD + 16 * at.HIGH, at.HIGH)
        self.st[columns] = at.NONE
        self.st[at.LOW : at.LOW + 16 * at.HIGH : at.HIGH] = 99
        self.ks: Words = np.zeros(at.KEYS, dtype=np.uint64)
        self.wt: Longs = np.zeros(at.WEIGHTS, dtype=np.int64)
        self.table: Words = np.zeros(2 * TABLE, dtype=np.uint64)
        self.larger: Words = self.table[:2]
        self.stack: Longs = np.empty(STACK, dtype=np.int64)
        self.marks: Ints = np.zeros(DEPTHS, dtype=np.int32)
        self.info: Longs = np.zeros(at.INFO, dtype=np.int64)
        self.out: Longs = np.empty(at.MOST_OFFERS, dtype=np.int64)
        self.vals: Longs = np.empty(at.MOST_OFFERS, dtype=np.int64)
        self.log: Longs = np.empty(1, dtype=np.int64)
        self.row = packed(self.game, self.start)
        self.level: Bytes = np.empty(at.ROW, dtype=np.uint8)
        self.after: Bytes = self.level

    def do(self, task: int, number: int = 0) -> int:
        """One task of the kernel."""
        game = self.game
        return int(
            kernel.enter(
                task,
                game.pg,
                game.mk,
                self.st,
                self.ks,
                self.wt,
                self.table,
                self.larger,
                self.stack,
                self.marks,
                self.info,
                self.out,
                self.vals,
                self.log,
                self.row,
                self.level,
                self.after,
                number,
            )
        )

    def spent(self) -> bool:
        """Whether the time is up, or the search was called off."""
        if self.states - self.looked < GLANCE:
            return False
        self.looked = self.states
        return self.limits.reached(self.since, self.states)

    def run(self) -> Line | Literal[False] | None:
        """A line that wins, False when there is none, None when the limits were reached."""
        if not any(self.start.piles[pile] for pile in (*self.game.columns, *self.game.cells)):
            return []
        for weights, most, width in QUICK:
            found = self.beam(weights, width) if width else self.deep(weights, most)
            if found is not None or self.spent():
                return found
        for weights, width, most in ROUNDS:
            found = self.beam(weights, width)
            if found is None and most and not self.spent():
                found = self.deep(weights, most)
            if found is not None or self.spent():
                return found
        return None

    def begin(self, weights: Sequence[int]) -> bool:
        """Make ready for a try; whether all cards go home without one."""
        self.wt[: len(weights)] = weights
        self.seed += 1
        if self.table.size > 2 * TABLE:
            self.table = np.zeros(2 * TABLE, dtype=np.uint64)
        elif self.info[at.KEPT]:
            self.table.fill(0)
        self.info[:] = 0
        self.info[at.DICE] = 88172645463325252 + self.seed * 7919
        self.measure()
        self.do(kernel.LOAD, 1)
        self.marks[0] = self.st[at.TRAIL_LENGTH]
        return not self.st[at.AWAY]

    def measure(self) -> None:
        """Tell the kernel how much the arrays hold."""
        self.info[at.TABLE_ROOM : at.TRAIL_ROOM + 1] = (
            self.table.size // 2,
            self.larger.size // 2,
            self.stack.size,
            self.marks.size,
            self.st.size - at.TRAIL,
        )

    # --- depth first -----------------------------------------------------------------------------

    def deep(self, weights: Sequence[int], most: int) -> Line | Literal[False] | None:
        """A line, or False after a complete search, or None when it was broken off."""
        if self.begin(weights):
            return self.line()
        before = self.states
        while True:
            done = int(self.info[at.STATES])
            ended = self.do(kernel.DEEPEN, min(SLICE, max(1, most - done)))
            done = int(self.info[at.STATES])
            self.states = before + done
            if ended == at.WON:
                return self.line()
            if ended == at.EMPTY:
                return False
            if ended != at.GOING:
                if not self.grow(ended):
                    return None
            elif done >= most or self.spent():
                return None

    def grow(self, full: int) -> bool:
        """More room for what is full; False when that would be too much memory."""
        free = self.limits.memory - self.held()
        if full == at.FULL_TABLE:
            size = min(4 * self.table.nbytes, free) // 16 * 16
            if size < 3 * self.table.nbytes // 2:
                return False
            self.larger = np.zeros(size // 8, dtype=np.uint64)
            self.measure()
            self.do(kernel.REHASH)
            self.table, self.larger = self.larger, self.larger[:2]
        elif full == at.FULL_STACK:
            if 3 * self.stack.nbytes + 3 * self.marks.nbytes > free:
                return False
            self.stack = np.resize(self.stack, self.stack.size * 2)
            self.marks = np.resize(self.marks, self.marks.size * 2)
        elif full == at.FULL_TRAIL:
            if 2 * self.st.nbytes > free:
                return False
            self.st = np.concatenate((self.st, np.zeros(self.st.size, dtype=np.int32)))
        else:
            return False  # a beam so long goes round in circles
        self.measure()
        return True

    def held(self) -> int:
        """How many bytes the arrays take."""
        arrays = (self.st, self.table, self.stack, self.marks, self.log, self.level, self.after)
        return sum(array.nbytes for array in arrays)

    # --- beams -----------------------------------------------------------------------------------

    def beam(self, weights: Sequence[int], width: int) -> Line | Literal[False] | None:
        """A line, or False when nothing had to be left out, or None."""
        self.level = np.empty(width * at.ROW, dtype=np.uint8)
        self.after = np.empty_like(self.level)
        self.log = np.empty(width * LEVELS, dtype=np.int64)
        if self.vals.size < width:
            self.vals = np.empty(width, dtype=np.int64)
        if self.begin(weights):
            return self.line()
        info, before = self.info, self.states
        info[at.WIDTH], info[at.LOG_ROOM], info[at.LEVEL] = width, LEVELS, 1
        while True:
            ended = self.do(kernel.WIDEN, SLICE)
            self.states = before + int(info[at.STATES])
            if ended == at.WON:
                levels = int(info[at.LEVELS])
                self.stack = np.empty(levels, dtype=np.int64)
                self.st = np.resize(self.st, at.TRAIL + 512 + 16 * levels)
                self.do(kernel.TRACE)
                return self.line()
            if ended == at.EMPTY:
                return None if info[at.CUT] else False
            if ended == at.GOING:
                if self.spent():
                    return None
            elif not self.grow(ended):
                return None

    # --- lines -----------------------------------------------------------------------------------

    def line(self) -> Line:
        """The actions on the trail; what the table does by itself is not among them."""
        game, actions = self.game, []
        places = [NOWHERE] * at.NOWHERE
        places[: len(game.columns)] = game.columns
        places[at.CELLS : at.CELLS + len(game.cells)] = game.cells
        counts = [0] * 4  # of each suit at home; its foundation is the first that is free
        for pile in game.homes:
            if cards := self.start.piles[pile]:
                places[at.HOMES + (cards[0] & 3)], counts[cards[0] & 3] = pile, len(cards)
        length = int(self.st[at.TRAIL_LENGTH])
        for step in self.st[at.TRAIL : at.TRAIL + length].tolist():
            source, target = step & 255, step >> 8 & 255
            if target >= at.HOMES and not counts[target - at.HOMES]:
                places[target] = next(pile for pile in game.homes if pile not in places[at.HOMES :])
            if not step & at.BY_ITSELF:
                actions.append(Action(CARRY, places[source], places[target], step >> 16 & 255))
            for place, change in ((source, -1), (target, 1)):
                if place >= at.HOMES:
                    counts[place - at.HOMES] += change
                    if not counts[place - at.HOMES]:
                        places[place] = NOWHERE
        return actions


def packed(game: OpenGame, table: Table) -> Bytes:
    """A table as one row of bytes."""
    none, homes = bytes([at.NONE]), [0] * 4
    for home in game.homes:
        if cards := table.piles[home]:
            homes[cards[0] & 3] = len(cards)
    row = b"\0" + bytes(homes) + b"".join(table.piles[cell] or none for cell in game.cells)
    row += b"".join(bytes([len(table.piles[pile])]) + table.piles[pile] for pile in game.columns)
    return np.array(bytearray(row), dtype=np.uint8)
