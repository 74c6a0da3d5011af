"""The search of an open game over its own kernel: its orders, its tries, and its arrays."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count

import numpy as np
import numpy.typing as npt

from trapoula.patience import Table
from trapoula.patience.moves import carrying
from trapoula.patience.table import NOWHERE
from trapoula.solve import ends
from trapoula.solve.driver import Found, Line, Spending, Try, Weights, by_slices, varied
from trapoula.solve.open import kernel
from trapoula.solve.open import layout as at
from trapoula.solve.open.program import Longs, OpenGame, Words
from trapoula.solve.verdict import Limits

Ints = npt.NDArray[np.int32]
Bytes = npt.NDArray[np.uint8]

SLICE = 50_000  # positions in one go
TABLE, STACK, DEPTHS, TRAIL = 1 << 12, 1 << 12, 1 << 9, 1 << 11
LEVELS = 400  # of a beam

# What a search tries first, so chosen that each wins deals on which the others fail: an order, then for how
# many positions depth first, or how wide a beam.
QUICK = (
    Try((16, 17, 5, 14, 15, 4, 7), 900),
    Try((16, 15, 7, 23, 23, 10, 11), 1300),
    Try((5, 4, 4, 10, 10, 2, 0), width=6),
    Try((20, 11, 2, 9, 11, 1, 6), 1200),
    Try((3, 3, 4, 10, 12, 2, 0), width=6),
    Try((13, 11, 11, 16, 23, 10, 8), 1700),
    Try((5, 6, 3, 12, 12, 3, 0), width=12),
    Try((5, 5, 2, 15, 15, 3, 0), width=12),
    Try((19, 8, 1, 6, 19, 4, 8), 1600),
    Try((5, 4, 4, 5, 5, 1, 0), width=25),
    Try((17, 8, 4, 11, 10, 5, 2), 5000),
    Try((5, 6, 3, 12, 12, 3, 0), width=25),
    Try((5, 4, 4, 10, 10, 2, 0), width=60),
)
# then beams, each twice as wide as the last, in one of these orders
PLAIN: tuple[Weights, ...] = (
    (5, 2, 2, 10, 10, 1, 0),
    (5, 4, 4, 10, 10, 2, 0),
    (10, 3, 1, 15, 10, 1, 0),
)
FIRST_WIDTH, TWICE = 60, 2  # of those beams, and after how many of them they are twice as wide
BYTES = 8192  # of arrays for each position that a beam is wide


@dataclass
class Seeker:
    """One search of one position of an open game, with what it has spent."""

    game: OpenGame
    start: Table
    limits: Limits
    spending: Spending = field(init=False)
    seed: int = 1

    def __post_init__(self) -> None:
        self.spending = Spending(self.limits)
        self.state: Ints = np.zeros(at.TRAIL + TRAIL, dtype=np.int32)
        columns = slice(at.CARD, at.CARD + 16 * at.HIGH, at.HIGH)
        self.state[columns] = at.NONE
        self.state[at.LOW : at.LOW + 16 * at.HIGH : at.HIGH] = 99
        self.keys: Words = np.zeros(at.KEYS, dtype=np.uint64)
        self.weights: Longs = np.zeros(at.WEIGHTS, dtype=np.int64)
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
                game.code,
                game.masks,
                self.state,
                self.keys,
                self.weights,
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

    # --- what is tried ---------------------------------------------------------------------------

    quick = QUICK

    @property
    def over(self) -> Found:
        """The empty line when all is home, else None: a game without a move is found out by searching."""
        piles = (*self.game.columns, *self.game.cells)
        return None if any(self.start.piles[pile] for pile in piles) else []

    def wider(self) -> Iterator[tuple[Try, int]]:
        """Beams, each a little wider than the last, in orders that are varied by chance."""
        for number in count():
            width = FIRST_WIDTH << number // TWICE
            if width * BYTES > self.limits.memory:
                return
            yield Try(varied(PLAIN[number % len(PLAIN)], number // len(PLAIN)), width=width), 1

    def attempt(self, one: Try) -> Found:
        """What a try comes to."""
        if one.width:
            return self.beam(one.order, one.width)
        return self.deep(one.order, one.states)

    def complete(self) -> Callable[[int], Found]:
        """A search through everything, which goes on for so many positions whenever it is called."""
        own = Seeker(self.game, self.start, self.limits)  # with arrays of its own
        own.spending = self.spending
        return own.dive(PLAIN[0])

    def begin(self, weights: Sequence[int]) -> bool:
        """Make ready for a try; whether all cards go home without one."""
        self.weights[: len(weights)] = weights
        self.seed += 1
        if self.table.size > 2 * TABLE:
            self.table = np.zeros(2 * TABLE, dtype=np.uint64)
        elif self.info[at.KEPT]:
            self.table.fill(0)
        self.info[:] = 0
        self.info[at.DICE] = 88172645463325252 + self.seed * 7919
        self.measure()
        self.do(kernel.LOAD, 1)
        self.marks[0] = self.state[at.TRAIL_LENGTH]
        return not self.state[at.AWAY]

    def measure(self) -> None:
        """Tell the kernel how much the arrays hold."""
        self.info[at.TABLE_ROOM : at.TRAIL_ROOM + 1] = (
            self.table.size // 2,
            self.larger.size // 2,
            self.stack.size,
            self.marks.size,
            self.state.size - at.TRAIL,
        )

    # --- depth first -----------------------------------------------------------------------------

    def deep(self, order: Sequence[int], most: int) -> Found:
        """A line, or False after a complete search, or None when it was broken off."""
        return self.dive(order)(most)

    def dive(self, order: Sequence[int]) -> Callable[[int], Found]:
        """A search depth first, which goes on for so many positions until another one begins."""
        if self.begin(order):
            return lambda most: self.line()
        return by_slices(
            self.spending,
            SLICE,
            lambda most: self.do(kernel.DEEPEN, most),
            lambda: int(self.info[at.STATES]),
            self.line,
            self.grow,
        )

    def grow(self, full: int) -> bool:
        """More room for what is full; False when that would be too much memory."""
        free = self.limits.memory - self.held()
        if full == ends.FULL_TABLE:
            size = min(4 * self.table.nbytes, free) // 16 * 16
            if size < 3 * self.table.nbytes // 2:
                return False
            self.larger = np.zeros(size // 8, dtype=np.uint64)
            self.measure()
            self.do(kernel.REHASH)
            self.table, self.larger = self.larger, self.larger[:2]
        elif full == ends.FULL_STACK:
            if 3 * self.stack.nbytes + 3 * self.marks.nbytes > free:
                return False
            self.stack = np.resize(self.stack, self.stack.size * 2)
            self.marks = np.resize(self.marks, self.marks.size * 2)
        elif full == ends.FULL_TRAIL:
            if 2 * self.state.nbytes > free:
                return False
            self.state = np.concatenate((self.state, np.zeros(self.state.size, dtype=np.int32)))
        else:
            return False  # a beam so long goes round in circles
        self.measure()
        return True

    def held(self) -> int:
        """How many bytes the arrays take."""
        arrays = (self.state, self.table, self.stack, self.marks, self.log, self.level, self.after)
        return sum(array.nbytes for array in arrays)

    # --- beams -----------------------------------------------------------------------------------

    def beam(self, order: Sequence[int], width: int) -> Found:
        """A line, or False when nothing had to be left out, or None."""
        self.level = np.empty(width * at.ROW, dtype=np.uint8)
        self.after = np.empty_like(self.level)
        self.log = np.empty(width * LEVELS, dtype=np.int64)
        if self.vals.size < width:
            self.vals = np.empty(width, dtype=np.int64)
        if self.begin(order):
            return self.line()
        info, before = self.info, self.spending.states
        info[at.WIDTH], info[at.LOG_ROOM], info[at.LEVEL] = width, LEVELS, 1
        while True:
            ended = self.do(kernel.WIDEN, SLICE)
            self.spending.states = before + int(info[at.STATES])
            if ended == ends.WON:
                levels = int(info[at.LEVELS])
                self.stack = np.empty(levels, dtype=np.int64)
                self.state = np.resize(self.state, at.TRAIL + 512 + 16 * levels)
                self.do(kernel.TRACE)
                return self.line()
            if ended == ends.EMPTY:
                return None if info[at.CUT] else False
            if ended == ends.GOING:
                if self.spending.spent():
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
        counts = [0] * at.NOWHERE  # of each suit at home; its foundation is the first that is free
        for pile in game.homes:
            if cards := self.start.piles[pile]:
                home = at.HOMES + (cards[0] & 3)
                places[home], counts[home] = pile, len(cards)
        end = at.TRAIL + int(self.state[at.TRAIL_LENGTH])
        for step in self.state[at.TRAIL : end].tolist():
            source, target = step & 255, step >> 8 & 255
            if target >= at.HOMES:
                if not counts[target]:
                    taken = places[at.HOMES :]
                    places[target] = next(pile for pile in game.homes if pile not in taken)
                counts[target] += 1
            if not step & at.BY_ITSELF:
                actions.append(carrying(places[source], places[target], step >> 16 & 255))
            if source >= at.HOMES:
                counts[source] -= 1
                if not counts[source]:
                    places[source] = NOWHERE
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
