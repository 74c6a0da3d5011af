"""The search of an open game over its own kernel: its orders, its tries, and its arrays."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from trapoula.machine.kernels import Book
from trapoula.patience import Table
from trapoula.patience.moves import carrying
from trapoula.patience.table import NOWHERE
from trapoula.solve.lowering.open_games import Longs, OpenGame, Words
from trapoula.solve.open_kernel import kernel
from trapoula.solve.open_kernel import layout as at
from trapoula.solve.search.portfolio import (
    Found,
    Line,
    Spending,
    Try,
    Weights,
    by_slices,
    growing,
    varied,
)
from trapoula.solve.search_kernel import layout as search_layout
from trapoula.solve.verdict import Limits

Ints = npt.NDArray[np.int32]
Bytes = npt.NDArray[np.uint8]

SLICE = 50_000  # positions in one go
TABLE, STACK, DEPTHS, TRAIL = 1 << 11, 1 << 12, 1 << 9, 1 << 12
LEVELS = 400  # of a beam

# What a search tries first, so chosen that each wins deals on which the others fail: an order, then for how
# many positions best first.
QUICK = (
    Try((43, 149, 12, 105, 165, 27, 0, 79, 60), 4000, best_first=True),
    Try((31, 53, 25, 85, 88, 20, 35, 34), 6000, best_first=True),
    Try((21, 66, 11, 108, 159, 17, 69, 41), 8000, best_first=True),
)
# then, in turn with the complete search, which ends soon where it ends at all
LARGER = (
    Try((48, 56, 11, 80, 80, 37, 0, 45), 10_000, best_first=True),
    Try((16, 99, 98, 147, 120, 12, 96, 70), 10_000, best_first=True),
    Try((7, 73, 152, 191, 287, 11, 0, 68), 10_000, best_first=True),
    Try((56, 150, 5, 77, 121, 26, 0, 100), 10_000, best_first=True),
)
# then, where there are cells, the same in orders like these by chance, for more and more positions
LIKE_THESE = tuple(one.order for one in QUICK + LARGER)
MORE, TWICE_AS_MANY = 5000, 4  # of those positions, and after how many tries they are twice as many
# else beams, ever wider, in one of these orders
PLAIN: tuple[Weights, ...] = (
    (5, 2, 2, 10, 10, 1),
    (100, 45, 5, 60, 60, 6),
    (5, 4, 4, 10, 10, 2),
    (200, 80, 5, 66, 66, 10),
    (10, 3, 1, 15, 10, 1),
    (60, 60, 15, 50, 50, 7),
)
FIRST_WIDTH, TWICE = 20, 2  # of those beams, and after how many of them they are twice as wide
COMPLETE = 2  # positions of the complete search for each one of best first
BESIDE = 1  # the same for beams without cells, where it hardly ever does
BYTES = 8192  # of arrays for each position that a beam is wide
WAITING = 256  # the same for each that best first may meet
NO_CARD = bytes([at.NONE])
# a table without cards
EMPTY_TABLE: Ints = np.zeros(at.TRAIL + TRAIL, dtype=np.int32)
EMPTY_TABLE[at.CARD : at.CARD + 16 * at.HIGH : at.HIGH] = at.NONE
EMPTY_TABLE[at.LOW : at.LOW + 16 * at.HIGH : at.HIGH] = 99


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
        self.book = Book(at.ARRAYS)
        self.state = EMPTY_TABLE.copy()
        self.keys: Words = np.zeros(at.KEYS, dtype=np.uint64)
        self.weights: Longs = np.zeros(at.WEIGHTS, dtype=np.int64)
        self.table: Words = np.zeros(2 * TABLE, dtype=np.uint64)
        self.larger: Words = self.table[:2]
        room = 2 * at.ROOMS + 1 if self.game.code[at.ROOMY] else 1
        self.rooms: Longs = np.zeros(room, dtype=np.int64)
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
        book = self.book.tell(
            game.code,
            game.masks,
            self.state,
            self.keys,
            self.weights,
            self.table,
            self.larger,
            self.rooms,
            self.stack,
            self.marks,
            self.info,
            self.out,
            self.vals,
            self.log,
            self.row,
            self.level,
            self.after,
        )
        return kernel.enter(task, book, number)

    # --- what is tried ---------------------------------------------------------------------------

    quick = QUICK

    @property
    def over(self) -> Found:
        """The empty line when all is home, else None: a game without a move is found out by searching."""
        piles = (*self.game.columns, *self.game.cells)
        return None if any(map(self.start.piles.__getitem__, piles)) else []

    def wider(self) -> Iterator[tuple[Try, int]]:
        """Larger tries, then ever larger ones, or ever wider beams, in orders varied by chance."""
        for one in LARGER:
            yield one, COMPLETE
        yield from self.best_first_tries() if self.game.cells else self.beams()

    def best_first_tries(self) -> Iterator[tuple[Try, int]]:
        """Best first for more and more positions, up to as many as there is room for."""
        most = self.limits.memory // WAITING
        for number, states in enumerate(growing(MORE, TWICE_AS_MANY, most)):
            order = varied(LIKE_THESE[number % len(LIKE_THESE)], 1 + number // len(LIKE_THESE))
            yield Try(order, states, best_first=True), COMPLETE

    def beams(self) -> Iterator[tuple[Try, int]]:
        """Beams that get wider and wider, up to as wide as there is room for."""
        most = self.limits.memory // BYTES
        for number, width in enumerate(growing(FIRST_WIDTH, TWICE, most)):
            yield Try(varied(PLAIN[number % len(PLAIN)], number // len(PLAIN)), width=width), BESIDE

    def attempt(self, one: Try) -> Found:
        """What a try comes to."""
        if one.width:
            return self.beam(one.order, one.width)
        return self.best(one.order, one.states)

    def complete(self) -> Callable[[int], Found]:
        """A search through everything, which goes on for so many positions whenever it is called."""
        return self.another().depth_first(PLAIN[0])

    def another(self) -> "Seeker":
        """Another search of the same position, with arrays of its own, for the same account."""
        other = Seeker(self.game, self.start, self.limits)
        other.spending, other.rooms = self.spending, self.rooms
        return other

    def begin(self, weights: Sequence[int]) -> bool:
        """Make ready for a try and load the position; whether all cards go home without one."""
        self.ready(weights)
        self.do(at.LOAD, 1)
        self.marks[0] = self.state[at.TRAIL_LENGTH]
        return not self.state[at.AWAY]

    def ready(self, weights: Sequence[int]) -> None:
        """Make ready for a try."""
        self.weights[:] = 0
        self.weights[: len(weights)] = weights
        self.seed += 1
        if self.table.size > 2 * TABLE:
            self.table = np.zeros(2 * TABLE, dtype=np.uint64)
        elif self.info[at.KEPT]:
            self.table.fill(0)
        self.info[:] = 0
        self.info[at.DICE] = 88172645463325252 + self.seed * 7919
        self.measure()

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

    def depth_first(self, order: Sequence[int]) -> Callable[[int], Found]:
        """A search depth first, which goes on for so many positions until another one begins."""
        if self.begin(order):
            return lambda most: self.line()
        return by_slices(
            self.spending,
            SLICE,
            lambda most: self.do(at.DEEPEN, most),
            lambda: int(self.info[at.STATES]),
            self.line,
            self.grow,
        )

    def grow(self, full: int) -> bool:
        """More room for what is full; False when that would be too much memory."""
        free = self.limits.memory - self.held()
        if full == search_layout.FULL_TABLE:
            size = min(4 * self.table.nbytes, free) // 16 * 16
            if size < 3 * self.table.nbytes // 2:
                return False
            self.larger = np.zeros(size // 8, dtype=np.uint64)
            self.measure()
            self.do(at.REHASH)
            self.table, self.larger = self.larger, self.larger[:2]
        elif full == search_layout.FULL_STACK:
            if 3 * self.stack.nbytes + 3 * self.marks.nbytes > free:
                return False
            self.stack = np.resize(self.stack, self.stack.size * 2)
            self.marks = np.resize(self.marks, self.marks.size * 2)
        elif full == search_layout.FULL_TRAIL:
            if 2 * self.state.nbytes > free:
                return False
            self.state = np.concatenate((self.state, np.zeros(self.state.size, dtype=np.int32)))
        else:
            return False  # a beam so long goes round in circles
        self.measure()
        return True

    def held(self) -> int:
        """How many bytes the arrays take."""
        positions = (self.state, self.level, self.after)
        searches = (self.table, self.stack, self.vals, self.marks, self.log)
        return sum(array.nbytes for array in (*positions, *searches))

    # --- best first ------------------------------------------------------------------------------

    def best(self, order: Sequence[int], most: int) -> Found:
        """A line, or False after a complete search, or None after so many positions."""
        free = self.limits.memory - self.held()
        most = min(most, max(1, free // WAITING - 2 * at.MOST_OFFERS))
        room = most + 2 * at.MOST_OFFERS
        self.stack, self.vals = np.empty(room, dtype=np.int64), np.empty(room, dtype=np.int64)
        self.log = np.empty(most, dtype=np.int64)
        self.marks = np.zeros(most, dtype=np.int32)
        self.level = np.empty(most * at.ROW, dtype=np.uint8)
        self.ready(order)
        info, before = self.info, self.spending.states
        info[at.WIDTH] = most - 1
        while True:
            ended = self.do(at.ADVANCE, most - int(info[at.STATES]))
            self.spending.states = before + int(info[at.STATES])
            if ended == search_layout.WON:
                return self.traced(at.TRACE_FRONT, int(self.marks[info[at.NEXT]]))
            if ended == search_layout.EMPTY:
                return None if info[at.CUT] else False
            if ended != search_layout.FULL_TABLE or not self.grow(ended):
                return None

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
            ended = self.do(at.WIDEN, SLICE)
            self.spending.states = before + int(info[at.STATES])
            if ended == search_layout.WON:
                levels = int(info[at.LEVELS])
                self.stack = np.empty(levels, dtype=np.int64)
                return self.traced(at.TRACE_BEAM, levels)
            if ended == search_layout.EMPTY:
                return None if info[at.CUT] else False
            if ended == search_layout.GOING:
                if self.spending.spent():
                    return None
            elif not self.grow(ended):
                return None

    # --- lines -----------------------------------------------------------------------------------

    def traced(self, task: int, moves: int) -> Line:
        """The line of so many moves that a task plays from the start."""
        cells = len(self.game.cells)  # a move fills them all at most, and each is left again
        room = at.TRAIL + 64 + cells + (3 + 2 * cells) * moves
        if self.state.size < room:
            self.state = np.resize(self.state, room)
        self.do(task)
        return self.line()

    def line(self) -> Line:
        """The actions on the trail; what the table does by itself is not among them."""
        game, actions, homes, by_itself = self.game, [], at.HOMES, at.BY_ITSELF
        piles, carries, touched = list(game.piles), game.carries, at.TOUCHES_HOME
        counts = [0] * at.NOWHERE  # of each suit at home; its foundation is the first that is free
        for pile in game.homes:
            if cards := self.start.piles[pile]:
                home = homes + (cards[0] & 3)
                piles[home], counts[home] = pile, len(cards)
        trail = self.state[at.TRAIL : at.TRAIL + int(self.state[at.TRAIL_LENGTH])]
        if not game.code[at.BACK_TO_COLUMNS] and not game.code[at.BACK_TO_CELLS]:
            trail = trail[trail < at.ADDED]  # a foundation that has begun stays where it is
        for step in trail.tolist():
            if not step & touched:
                actions.append(carries[step])
                continue
            source, target = step & 255, step >> 8 & 255
            if target >= homes:
                if not counts[target]:
                    taken = piles[homes:]
                    piles[target] = next(pile for pile in game.homes if pile not in taken)
                counts[target] += 1
            if step < by_itself:
                actions.append(carrying(piles[source], piles[target], step >> 16))
                if source >= homes:
                    counts[source] -= 1
                    if not counts[source]:
                        piles[source] = NOWHERE
        return actions


def packed(game: OpenGame, table: Table) -> Bytes:
    """A table as one row of bytes, which tell where the cards lie and nothing more yet."""
    piles, homes = table.piles, [0] * 4
    for home in game.homes:
        if cards := piles[home]:
            homes[cards[0] & 3] = len(cards)
    row = bytearray(at.ROW_CARDS)
    row += bytes(homes)
    for cell in game.cells:
        row += piles[cell] or NO_CARD
    for column in game.columns:
        row.append(len(piles[column]))
        row += piles[column]
    return np.frombuffer(row, dtype=np.uint8)
