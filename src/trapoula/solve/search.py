"""The search of a lowered patience: quick tries, beams that grow, and a complete search at the end."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Literal

import numpy as np

from trapoula.patience import Action, Table
from trapoula.solve import kernel, seek
from trapoula.solve import layout as at
from trapoula.solve.desk import Desk, Longs
from trapoula.solve.open.program import opened
from trapoula.solve.open.search import Seeker as OpenSeeker
from trapoula.solve.position import Position, line, load
from trapoula.solve.program import Program
from trapoula.solve.stages import Stages
from trapoula.solve.verdict import Finding, Limits, Verdict, replayed

SLICE, GLANCE = 20_000, 5_000  # positions in one go, and between two looks at the clock
PATIENCE = 12  # levels of a stage that get no better before the next
SMALL_TABLE, SMALL_STACK, SMALL_TRAIL = 1 << 13, 1 << 14, 1 << 12


Weights = tuple[int, ...]

# What a search tries first, so chosen that each wins deals on which the others fail: an order, then for how
# many positions depth first, or how wide a beam.
QUICK: tuple[tuple[Weights, int, int], ...] = (
    ((17, 10, 8, 4, 11, 10, 0, 2, 5, 0), 1500, 0),
    ((10, 10, 8, 4, 20, 25, 0, 2, 9, 0), 1500, 0),
    ((5, 10, 4, 4, 10, 10, 0, 0, 2, 0), 0, 3),
    ((5, 10, 4, 4, 10, 10, 0, 0, 2, 0), 0, 6),
    ((5, 10, 6, 3, 12, 12, 0, 0, 3, 0), 0, 3),
    ((20, 5, 2, 12, 20, 6, 2, 5, 7, 4), 1000, 0),
    ((3, 10, 3, 4, 10, 12, 0, 0, 2, 0), 0, 6),
    ((17, 10, 5, 4, 11, 15, 0, 0, 5, 4), 1000, 0),
    ((17, 20, 3, 4, 20, 10, 0, 2, 3, 0), 2200, 0),
    ((25, 10, 3, 4, 10, 15, 0, 2, 7, 0), 3000, 0),
    ((5, 10, 5, 2, 15, 15, 0, 0, 3, 1), 0, 12),
    ((5, 10, 6, 3, 12, 12, 0, 0, 3, 0), 0, 12),
    ((5, 10, 4, 4, 5, 5, 0, 0, 1, 0), 0, 25),
    ((17, 10, 8, 4, 11, 10, 0, 2, 5, 0), 4000, 0),
    ((20, 5, 2, 12, 20, 6, 2, 5, 7, 4), 4000, 0),
    ((17, 10, 3, 4, 11, 10, 0, 2, 3, 0), 6000, 0),
    ((5, 10, 6, 3, 12, 12, 0, 0, 3, 0), 0, 25),
)
# then rounds: the width of a beam, and how many positions depth first
ROUNDS = ((60, 60_000), (500, 500_000), (4_000, 1 << 40), (30_000, 1 << 40), (200_000, 1 << 40))
# where the stock is dealt once: the widths of beams in stages, each tried in several orders
WIDTHS = (30, 100, 300, 1_000, 3_000, 10_000, 30_000)
ORDERS: tuple[Weights, ...] = (  # where suits are built up at home
    (5, 0, 4, 8, 10, 0, 2, 0, 2, 0),
    (5, 10, 4, 4, 10, 10, 0, 0, 2, 4),
    (3, 10, 6, 4, 20, 0, 0, 0, 2, 0),
)
WHOLE_SUITS: tuple[Weights, ...] = (  # where they are built in the columns
    (5, 10, 4, 4, 10, 10, 0, 0, 0, 4),
    (2, 5, 10, 0, 30, 0, 0, 0, 0, 20),
)
DETOUR = 3  # moves for each card: a line of more is not straight
NARROW = (100, 300)  # how wide beams look for a straighter one
COMPLETE = 4  # positions of a complete search for each one of the beams before it
ONE_PACK = 52  # cards; beyond it a complete search comes to no end, unless safe cards go home by themselves


def solve(program: Program, table: Table, limits: Limits) -> Verdict:
    """The verdict on a position of a lowered patience."""
    since, found, states = limits.clock(), *sought(program, table, limits)
    finding: Finding = "unknown" if found is None else "lost" if found is False else "winnable"
    return Verdict(
        finding,
        replayed(program.game, table, found) if found is not None and found is not False else (),
        states=states,
        seconds=limits.clock() - since,
        shuffles=program.shuffles,
        compiled=True,
    )


def sought(
    program: Program, table: Table, limits: Limits
) -> tuple[list[Action] | Literal[False] | None, int]:
    """A line that wins, False when there is none, None when the limits were reached; and what was met."""
    if (game := opened(program)) is not None:
        seeker = OpenSeeker(game, table, limits)
        return seeker.run(), seeker.states
    general = Seeker(program, table, limits)
    found = general.run()
    if found is None or found is False:
        return found, general.states
    return line(program, found), general.states


def glance(program: Program, table: Table, states: int) -> list[Action]:
    """A winning line, if a few quick tries find one."""
    limits = Limits(seconds=1.0, states=states)
    if (game := opened(program)) is not None:
        return OpenSeeker(game, table, limits).run() or []
    seeker = Seeker(program, table, limits)
    for weights, most, width in (*QUICK, (QUICK[0][0], states, 0)):
        left = max(1, states - seeker.states)
        found = seeker.beam(weights, width) if width else seeker.deep(weights, min(most, left))
        if found is not None:
            return [] if found is False else line(program, found)
        if seeker.states >= states or seeker.spent():
            break
    return []


@dataclass
class Seeker:
    """One search of one position, with what it has spent."""

    program: Program
    start: Table
    limits: Limits
    since: float = field(init=False)
    begun: Position = field(init=False)
    states: int = 0
    seed: int = 1
    looked: int = 0  # positions when the clock was last looked at

    def __post_init__(self) -> None:
        self.since = self.limits.clock()
        self.begun = load(self.program, self.start, 0)

    def spent(self) -> bool:
        """Whether the time is up, or the search was called off."""
        if self.states - self.looked < GLANCE:
            return False
        self.looked = self.states
        return self.limits.reached(self.since, self.states)

    def run(self) -> Longs | Literal[False] | None:
        """A line that wins, False when there is none, None when the limits were reached."""
        start = Desk(self.program, self.begun.again(SMALL_TRAIL))
        if (over := start.do(kernel.WON)) != 0:
            return np.zeros(0, dtype=np.int64) if over == 1 else False
        if self.limits.thorough:
            return self.deep(QUICK[0][0], 1 << 40)
        for weights, most, width in QUICK:
            found = self.beam(weights, width) if width else self.deep(weights, most)
            if found is not None:
                return found if found is False else self.shorter(found)
            if self.spent():
                return None
        if self.program.pr[at.STAGED] >= 0:
            return self.by_stages()
        for number, (width, states) in enumerate(ROUNDS):
            weights = QUICK[2 * number][0]
            found = self.beam(weights, width)
            if found is not None or self.spent():
                return found
            found = self.deep(weights, states)
            if found is not None or self.spent():
                return found
        return None

    def shorter(self, found: Longs) -> Longs:
        """The line, or one with fewer detours: depth first wanders where beams in stages do not."""
        if self.program.pr[at.STAGED] >= 0 and found.size > DETOUR * self.program.pr[at.CARDS]:
            for width, order in product(NARROW, self.orders):
                other = self.staged(order, width)
                if other is not None and other.size < found.size:
                    return other
        return found

    @property
    def orders(self) -> tuple[Weights, ...]:
        """The orders for beams in stages."""
        return ORDERS if self.program.pr[at.UPWARD] else WHOLE_SUITS

    def by_stages(self) -> Longs | Literal[False] | None:
        """The same by beams in stages, and in turn with them a complete search where it may end."""
        for width in WIDTHS:
            since = self.states
            for order in self.orders:
                found = self.staged(order, width)
                if found is not None or self.spent():
                    return found
            if self.program.pr[at.CARDS] <= ONE_PACK or self.program.pr[at.SAFE] >= 0:
                complete = self.deep(QUICK[0][0], COMPLETE * (self.states - since))
                if complete is not None or self.spent():
                    return complete
        return self.deep(QUICK[0][0], 1 << 40)

    # --- depth first -----------------------------------------------------------------------------

    def deep(self, weights: Sequence[int], most: int) -> Longs | Literal[False] | None:
        """A line, or False after a complete search, or None when it was broken off."""
        work = Desk(self.program, self.begun.again(SMALL_TRAIL))
        work.wt[: len(weights)] = weights
        work.table = np.zeros(2 * SMALL_TABLE, dtype=np.uint64)
        work.stack = np.empty(SMALL_STACK, dtype=np.int64)
        work.depths = np.empty(SMALL_STACK, dtype=np.int32)
        work.path = np.empty(SMALL_STACK, dtype=np.int64)
        work.marks = np.empty(SMALL_STACK, dtype=np.int32)
        work.marks[0] = 0
        self.seed += 1
        work.info[seek.DICE] = 88172645463325252 + self.seed * 7919
        before = self.states
        while True:
            done = int(work.info[seek.STATES])
            ended = work.do(kernel.DEEPEN, min(SLICE, max(1, most - done)))
            done = int(work.info[seek.STATES])
            self.states = before + done
            if ended == seek.WON:
                return work.path[: work.info[seek.LINE]]
            if ended == seek.EMPTY:
                return False
            if ended != seek.GOING:
                if not self.grow(work, ended):
                    return None
            elif done >= most or self.spent():
                return None

    def grow(self, work: Desk, full: int) -> bool:
        """More room for what is full; False when that would be too much memory."""
        if full == seek.FULL_TABLE:
            size = work.table.nbytes * 4
            if size > self.limits.memory:
                size = work.table.nbytes * 2
            if size > self.limits.memory:
                return False
            work.larger = np.zeros(size // 8, dtype=np.uint64)
            work.do(kernel.REHASH)
            work.table, work.larger = work.larger, work.larger[:2]
        elif full == seek.FULL_STACK:
            if work.stack.nbytes * 4 > self.limits.memory:
                return False
            work.stack, work.path = (
                np.resize(old, old.size * 4) for old in (work.stack, work.path)
            )
            work.depths, work.marks = (
                np.resize(old, old.size * 4) for old in (work.depths, work.marks)
            )
        else:
            st = work.position.st
            trail = st.size - int(self.program.pr[at.TRAIL])
            if st.nbytes * 4 > self.limits.memory:
                return False
            work.position.st = np.concatenate((st, np.zeros(3 * trail, dtype=np.int32)))
        return True

    # --- beams -----------------------------------------------------------------------------------

    def beam(self, weights: Sequence[int], width: int) -> Longs | Literal[False] | None:
        """A line, or False when nothing had to be left out, or None."""
        work = self.wide(weights, width)
        levels: list[tuple[np.ndarray, np.ndarray]] = []
        held, complete, before = 1, True, self.states
        while True:
            ended = work.do(kernel.WIDEN, held)
            self.states = before + int(work.info[seek.STATES])
            if ended == seek.WON:
                return self.trace(
                    levels, int(work.info[seek.WINNER]), int(work.info[seek.WIN_MOVE])
                )
            if ended == seek.EMPTY:
                return False if complete and not work.info[seek.CUT] else None
            if self.spent():
                return None
            found = int(work.info[seek.LEVEL])
            if not self.roomy(work):
                return None
            if found > width:
                complete = False
                work.chosen = np.argpartition(work.vals[:found], width - 1)[:width]
                work.chosen.sort()
            else:
                work.chosen = np.arange(found)
            work.do(kernel.ADVANCE)
            moves = work.moves[work.chosen] & at.MOVE_ALONE
            levels.append((work.parents[work.chosen].copy(), moves))
            work.level, work.after = work.after, work.level
            held = work.chosen.size

    def staged(self, weights: Sequence[int], width: int) -> Longs | None:
        """A line, or None: a beam that takes its time before each deal."""
        work, before = self.wide(weights, width), self.states

        def spent() -> bool:
            self.states = before + int(work.info[seek.STATES])
            return self.spent() or not self.roomy(work)

        return Stages(work, width).search(PATIENCE, spent)

    def wide(self, weights: Sequence[int], width: int) -> Desk:
        """A desk for a beam, with the start on it."""
        work = Desk(self.program, self.begun.again(SMALL_TRAIL))
        work.wt[: len(weights)] = weights
        room = 40 * width + 2 * self.program.most
        work.table = np.zeros(2 << (2 * room).bit_length(), dtype=np.uint64)
        work.vals = np.empty(room, dtype=np.int64)
        work.parents = np.empty(room, dtype=np.int32)
        work.moves = np.empty(room, dtype=np.int64)
        work.level = np.empty((width, work.width), dtype=np.uint8)
        work.after = np.empty_like(work.level)
        work.do(kernel.PACK)
        self.seed += 1
        work.info[seek.DICE] = 88172645463325252 + self.seed * 7919
        return work

    def roomy(self, work: Desk) -> bool:
        """Whether the table holds the next level of a beam; it grows for that, if it may."""
        if 4 * (work.info[seek.KEPT] + work.vals.size) > work.table.size:
            if work.table.nbytes * 4 > self.limits.memory:
                return False
            work.larger = np.zeros(work.table.size * 4, dtype=np.uint64)
            work.do(kernel.REHASH)
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
