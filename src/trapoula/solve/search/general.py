"""The search of a lowered patience over the general kernel: its orders, its tries, and its arrays."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, count, cycle, product

import numpy as np

from trapoula.patience import Table
from trapoula.solve.kernel import layout as at
from trapoula.solve.lowering.lower import lower_for
from trapoula.solve.lowering.open_games import opened
from trapoula.solve.lowering.program import Position, Program, line, load
from trapoula.solve.search import portfolio
from trapoula.solve.search.arrays import Longs, SearchArrays
from trapoula.solve.search.open_games import Seeker as OpenSeeker
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
from trapoula.solve.search.staged_beam import Stages, Stall
from trapoula.solve.search_kernel import layout as search_layout
from trapoula.solve.verdict import LONG_LINE, LONGEST_LINE, Finding, Limits, Verdict, replayed

SLICE = 20_000  # positions in one go
STALL_LEVELS = 8  # levels of a stage that get no better before the next
SMALL_TABLE, SMALL_STACK, SMALL_TRAIL = 1 << 13, 1 << 14, 1 << 12

# What a search tries first, so chosen that each wins deals on which the others fail: an order, then for how
# many positions depth first, or how wide a beam.
QUICK = (
    Try((17, 10, 8, 4, 11, 10, 0, 2, 5, 0), 1500),
    Try((10, 10, 8, 4, 20, 25, 0, 2, 9, 0), 1500),
    Try((5, 10, 4, 4, 10, 10, 0, 0, 2, 0), width=3),
    Try((5, 10, 4, 4, 10, 10, 0, 0, 2, 0), width=6),
    Try((5, 10, 6, 3, 12, 12, 0, 0, 3, 0), width=3),
    Try((20, 5, 2, 12, 20, 6, 2, 5, 7, 4), 1000),
    Try((3, 10, 3, 4, 10, 12, 0, 0, 2, 0), width=6),
    Try((17, 10, 5, 4, 11, 15, 0, 0, 5, 4), 1000),
    Try((17, 20, 3, 4, 20, 10, 0, 2, 3, 0), 2200),
    Try((25, 10, 3, 4, 10, 15, 0, 2, 7, 0), 3000),
    Try((5, 10, 5, 2, 15, 15, 0, 0, 3, 1), width=12),
    Try((5, 10, 6, 3, 12, 12, 0, 0, 3, 0), width=12),
    Try((5, 10, 4, 4, 5, 5, 0, 0, 1, 0), width=25),
    Try((17, 10, 8, 4, 11, 10, 0, 2, 5, 0), 4000),
    Try((20, 5, 2, 12, 20, 6, 2, 5, 7, 4), 4000),
    Try((17, 10, 3, 4, 11, 10, 0, 2, 3, 0), 6000),
    Try((5, 10, 6, 3, 12, 12, 0, 0, 3, 0), width=25),
)
PLAIN = tuple(QUICK[number].order for number in (0, 2, 4, 6, 10))  # for wider beams, in turn
BY_STEPS: tuple[Weights, ...] = (  # the same where foundations count by steps of their own
    (20, 0, 0, 4, 0, 0, 2, 2, 0, 0),
    (20, 0, 4, 4, 4, 3, 1, 2, 2, 0),
    QUICK[0].order,
)
BY_SCORE: tuple[Weights, ...] = (  # the same where a score wins
    (10, 0, 10, 0, 0, 0, 0, 2, 0, 0),
    (10, 0, 3, 0, 6, 0, 0, 2, 0, 0),
    (10, 0, 5, 0, 2, 0, 0, 2, 0, 0),
)
FIRST_WIDTH, TWICE = 60, 3  # of those beams, and after how many of them they are twice as wide
BYTES = 8192  # of arrays for each position that a beam is wide
# where the stock is dealt once: how wide beams in stages are among the first tries, and after how many;
# then their widths, each tried in several orders
EARLY_WIDTH, EARLY_AFTER = 10, 2
WIDTHS = (30, 100, 300, 1_000, 3_000, 10_000, 30_000)
ORDERS: tuple[Weights, ...] = (  # where suits are built up at home
    (50, 0, 40, 80, 100, 0, 20, 0, 20, 0, 0, 1),
    (50, 100, 40, 40, 100, 100, 0, 0, 20, 40, 0, 1),
    (50, 0, 40, 40, 200, 0, 20, 0, 20, 0, 100),
)
WHOLE_SUITS: tuple[Weights, ...] = (  # where they are built in the columns
    (45, 70, 30, 0, 45, 0, 0, 75, 0, 100),
    (12, 20, 35, 0, 55, 0, 0, 75, 0, 100),
)
COMPLETE = 4  # positions of the complete search for each one of wider beams, where it may end
ENDS_SOON = 64  # the same where a stock in reach without end and runs that count once leave little to search
BESIDE = 1  # the same for two packs: few end,
ASIDE = 1 / 4  # where cards come home otherwise than from below, or only a score tells: fewer
DETOUR = 3  # moves for each card: a line of more is not straight where the stock is dealt once
NARROW = (100, 300)  # how wide beams look for a straighter one
AS_LONG_AGAIN = 8  # times the positions that led to a line put aside, before it has to do after all
ONE_PACK = 54  # cards with jokers; beyond, no complete search ends unless safe cards go home


def solve(program: Program, table: Table, limits: Limits) -> Verdict:
    """The verdict on a position of a lowered patience."""
    return run_then_replay(program, table, limits)()


def run_then_replay(program: Program, table: Table, limits: Limits) -> Callable[[], Verdict]:
    """What a search finds out; whoever asks for the verdict has its line replayed first."""
    since, found, states = limits.clock(), *run_search(program, table, limits)
    spent = limits.clock() - since
    finding: Finding = "unknown" if found is None else "lost" if found is False else "winnable"

    def proved() -> Verdict:
        since = limits.clock()
        line = (
            replayed(program.game, table, found) if found is not None and found is not False else ()
        )
        return Verdict(
            finding,
            line,
            states=states,
            seconds=spent + limits.clock() - since,
            shuffles=program.shuffles,
            compiled=True,
        )

    return proved


def run_search(program: Program, table: Table, limits: Limits) -> tuple[Found, int]:
    """A line that wins, False when there is none, None when the limits were reached; and what was met."""
    program = lower_for(program, table)
    if (game := opened(program)) is not None:
        open_ = OpenSeeker(game, table, limits)
        return portfolio.search(open_), open_.spending.states
    board = Seeker(program, table, limits)
    found = portfolio.search(board)
    return (
        found if found is not None or not board.deferred else board.deferred,
        board.spending.states,
    )


def repeated_widths(widths: Sequence[int]) -> Iterator[int]:
    """Each width half as often as the one before: another order wins many a deal sooner than a wider beam."""
    for number in count(1) if widths else ():
        yield widths[min((number & -number).bit_length(), len(widths)) - 1]


@dataclass
class Seeker:
    """One search of one position in the general kernel."""

    program: Program
    start: Table
    limits: Limits
    spending: Spending = field(init=False)
    loaded: Position = field(init=False)
    seed: int = 1
    deferred: Line = field(default_factory=list)  # the shortest of the lines that were put aside,
    deferred_until: int = (
        0  # and after how many positions no other is looked for; 0 before there is one
    )

    def __post_init__(self) -> None:
        self.spending = Spending(self.limits)
        self.loaded = load(self.program, self.start, 0)

    # --- what is tried ---------------------------------------------------------------------------

    @property
    def quick(self) -> Sequence[Try]:
        """The first tries: where a stock is dealt once, narrow beams in stages are among them."""
        if not self.staged_:
            return QUICK
        narrow = (Try(order, width=EARLY_WIDTH, staged=True) for order in self.orders)
        return (*QUICK[:EARLY_AFTER], *narrow, *QUICK[EARLY_AFTER:])

    @property
    def over(self) -> Found:
        """The empty line when it is won already, False when it is lost, None while it goes on."""
        work = SearchArrays(self.program, self.loaded.again(SMALL_TRAIL))
        ended = work.do(search_layout.OUTCOME)
        if ended == 0:
            return False if work.do(search_layout.HOPELESS) else None
        return [] if ended == 1 else False

    def wider(self) -> Iterator[tuple[Try, float]]:
        """Beams of ever greater width, in orders that are varied by chance."""
        most = self.limits.memory // BYTES
        widths = [width for width in WIDTHS if width <= most]
        if self.share < COMPLETE:
            turns = repeated_widths(widths[1:])
        elif self.staged_:
            turns = chain(widths, cycle(widths[-1:]))
        else:
            turns = growing(FIRST_WIDTH, TWICE, most)
        tried = Counter[int]()
        for turn, width in enumerate(turns):
            if self.staged_:
                for order in self.orders:  # as it is, the first time that a beam is so wide
                    yield Try(varied(order, tried[width]), width=width, staged=True), self.share
                tried[width] += 1
            else:
                round_, number = divmod(turn, len(self.orders))
                yield Try(varied(self.orders[number], round_), width=width), self.share

    @property
    def share(self) -> float:
        """How many positions of the complete search go with each one of wider beams."""
        code = self.program.code
        if code[at.CARDS] > ONE_PACK:
            return BESIDE if code[at.SAFE] >= 0 else 0
        if code[at.SCORED]:
            return COMPLETE if code[at.PLACED] else ASIDE
        if code[at.TRADED] and code[at.MACRO_FREE]:
            return ENDS_SOON
        return ASIDE if code[at.N_SAFE_TO] > 0 and not code[at.UPWARD] else COMPLETE

    def attempt(self, one: Try) -> Found:
        """What a try comes to."""
        if one.staged:
            return self.staged(one.order, one.width)
        if one.width:
            return self.accept_or_defer(self.beam(one.order, one.width))
        return self.accept_or_defer(self.depth_first(one.order)(one.states))

    def complete(self) -> Callable[[int], Found]:
        """A search through everything, which goes on for so many positions until some line has won."""
        go_on = self.depth_first(QUICK[0].order)
        return lambda most: self.accept_or_defer(None if self.deferred_until else go_on(most))

    @property
    def staged_(self) -> bool:
        """Whether a stock is dealt once."""
        return bool(self.program.code[at.STAGED] >= 0)

    def accept_or_defer(self, found: Found) -> Found:
        """What was found; a line that nobody would follow is put aside, and others are looked for."""
        found, cards = self.shorter(found), int(self.program.code[at.CARDS])
        if found and len(found) > LONG_LINE * cards:
            self.deferred_until = self.deferred_until or AS_LONG_AGAIN * self.spending.states
            if len(found) <= LONGEST_LINE * cards:
                self.deferred = min(self.deferred or found, found, key=len)
            found = None
        if found is None and self.deferred and self.spending.states > self.deferred_until:
            return self.deferred
        return found

    def shorter(self, found: Found) -> Found:
        """The line, or one with fewer detours: beams wander less than what goes deep."""
        longest = DETOUR if self.staged_ else LONG_LINE
        if found and len(found) > longest * self.program.code[at.CARDS]:
            for width, order in product(NARROW, self.orders):
                other = (self.staged if self.staged_ else self.beam)(order, width)
                if other and len(other) < len(found):
                    return other
        return found

    @property
    def ranked(self) -> bool:
        """Whether cards go home one after another, in an order that is known."""
        return bool(self.program.code[at.UPWARD] or self.program.code[at.STEPPING])

    @property
    def orders(self) -> tuple[Weights, ...]:
        """The orders for wider beams."""
        code = self.program.code
        if self.staged_:
            return ORDERS if self.ranked else WHOLE_SUITS
        return BY_SCORE if code[at.SCORED] else BY_STEPS if code[at.STEPPING] else PLAIN

    # --- depth first -----------------------------------------------------------------------------

    def depth_first(self, order: Sequence[int]) -> Callable[[int], Found]:
        """A search depth first, which goes on for so many positions whenever it is called."""
        work = SearchArrays(self.program, self.loaded.again(SMALL_TRAIL))
        work.weights[: len(order)] = order
        work.table = np.zeros(2 * SMALL_TABLE, dtype=np.uint64)
        work.stack = np.empty(SMALL_STACK, dtype=np.int64)
        work.depths = np.empty(SMALL_STACK, dtype=np.int32)
        work.path = np.empty(SMALL_STACK, dtype=np.int64)
        work.marks = np.empty(SMALL_STACK, dtype=np.int32)
        work.marks[0] = 0
        self.seed_noise(work)
        told = (
            LONGEST_LINE * int(self.program.code[at.CARDS]) + 1
        )  # moves: one of so many is put aside

        return by_slices(
            self.spending,
            SLICE,
            lambda most: work.do(search_layout.DEEPEN, most),
            lambda: int(work.info[search_layout.STATES]),
            lambda: line(self.program, work.path[: min(work.info[search_layout.LINE], told)]),
            lambda full: self.grow(work, full),
        )

    def seed_noise(self, work: SearchArrays) -> None:
        """Give arrays dice of their own."""
        self.seed += 1
        work.info[search_layout.DICE] = 88172645463325252 + self.seed * 7919

    def grow(self, work: SearchArrays, full: int) -> bool:
        """More room for what is full; False when that would be too much memory."""
        if full == search_layout.FULL_TABLE:
            size = work.table.nbytes * 4
            if size > self.limits.memory:
                size = work.table.nbytes * 2
            if size > self.limits.memory:
                return False
            work.larger = np.zeros(size // 8, dtype=np.uint64)
            work.do(search_layout.REHASH)
            work.table, work.larger = work.larger, work.larger[:2]
        elif full == search_layout.FULL_STACK:
            if work.stack.nbytes * 4 > self.limits.memory:
                return False
            work.stack, work.path = (
                np.resize(old, old.size * 4) for old in (work.stack, work.path)
            )
            work.depths, work.marks = (
                np.resize(old, old.size * 4) for old in (work.depths, work.marks)
            )
        else:
            state = work.position.state
            trail = state.size - int(self.program.code[at.TRAIL])
            if state.nbytes * 4 > self.limits.memory:
                return False
            work.position.state = np.concatenate((state, np.zeros(3 * trail, dtype=np.int32)))
        return True

    # --- beams -----------------------------------------------------------------------------------

    def beam(self, order: Sequence[int], width: int) -> Found:
        """A line, or False when nothing had to be left out, or None once it gets no better for long."""
        work = self.wide(order, width)
        levels: list[tuple[np.ndarray, np.ndarray]] = []
        held, complete, before = 1, True, self.spending.states
        stall = Stall(int(self.program.code[at.CARDS]))
        while stall.left:
            ended = work.do(search_layout.WIDEN, held)
            self.spending.states = before + int(work.info[search_layout.STATES])
            if ended == search_layout.WON:
                winner, last = (
                    int(work.info[search_layout.WINNER]),
                    int(work.info[search_layout.WIN_MOVE]),
                )
                return line(self.program, self.trace(levels, winner, last))
            if ended == search_layout.EMPTY:
                return False if complete and not work.info[search_layout.CUT] else None
            if self.spending.spent():
                return None
            found = int(work.info[search_layout.LEVEL])
            if not self.make_room(work):
                return None
            stall.look(work.vals[:found])
            if found > width:
                complete = False
                work.chosen = np.argpartition(work.vals[:found], width - 1)[:width]
                work.chosen.sort()
            else:
                work.chosen = np.arange(found)
            work.do(search_layout.ADVANCE)
            moves = work.moves[work.chosen] & at.MOVE_ALONE
            levels.append((work.parents[work.chosen].copy(), moves))
            work.level, work.after = work.after, work.level
            held = work.chosen.size
        return None

    def staged(self, order: Sequence[int], width: int) -> Line | None:
        """A line, or None: a beam that takes its time before each deal."""
        work, before = self.wide(order, width), self.spending.states

        def spent() -> bool:
            self.spending.states = before + int(work.info[search_layout.STATES])
            return self.spending.spent() or not self.make_room(work)

        found = Stages(work, width).search(STALL_LEVELS, spent)
        return None if found is None else line(self.program, found)

    def wide(self, order: Sequence[int], width: int) -> SearchArrays:
        """The arrays of a beam, with the start in them."""
        work = SearchArrays(self.program, self.loaded.again(SMALL_TRAIL))
        work.weights[: len(order)] = order
        room = 40 * width + 2 * self.program.most
        work.table = np.zeros(2 << (2 * room).bit_length(), dtype=np.uint64)
        work.vals = np.empty(room, dtype=np.int64)
        work.parents = np.empty(room, dtype=np.int32)
        work.moves = np.empty(room, dtype=np.int64)
        work.level = np.empty((width, work.width), dtype=np.uint8)
        work.after = np.empty_like(work.level)
        work.do(search_layout.PACK)
        self.seed_noise(work)
        return work

    def make_room(self, work: SearchArrays) -> bool:
        """Whether the table holds the next level of a beam; it grows for that, if it may."""
        if 4 * (work.info[search_layout.KEPT] + work.vals.size) > work.table.size:
            if work.table.nbytes * 4 > self.limits.memory:
                return False
            work.larger = np.zeros(work.table.size * 4, dtype=np.uint64)
            work.do(search_layout.REHASH)
            work.table, work.larger = work.larger, work.larger[:2]
        return True

    @staticmethod
    def trace(levels: list[tuple[np.ndarray, np.ndarray]], winner: int, move: int) -> Longs:
        """The moves that lead to the winning position of a beam."""
        found = [move]
        for parents, moves in reversed(levels):
            found.append(int(moves[winner]))
            winner = int(parents[winner])
        return np.array(found[::-1], dtype=np.int64)
