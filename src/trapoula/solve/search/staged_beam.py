"""A beam in stages, for games whose stock is dealt once: what one deal leads to is compared with its like.

A plain beam is loath to deal, since a deal spoils what was put in order. Here each stage is searched by
itself for as long as that gets better, and the best positions that its deals lead to are where the later
stages begin.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np

from trapoula.solve.kernel import layout as at
from trapoula.solve.search.arrays import Bytes, Longs, SearchArrays
from trapoula.solve.search_kernel import layout as search_layout

NO_VALUE = 1 << 40  # worse than any position


@dataclass
class Stall:
    """Whether a beam is worth going on with: for so many levels that are no better than the best so far."""

    patience: int
    best: int = NO_VALUE
    quiet: int = 0

    @property
    def left(self) -> bool:
        """Whether there is any."""
        return self.quiet <= self.patience

    def look(self, vals: Longs) -> None:
        """See what the next level is worth."""
        good = int(vals.min())
        self.best, self.quiet = (good, 0) if good < self.best else (self.best, self.quiet + 1)


Lot: TypeAlias = tuple[Longs, Bytes, Longs]  # positions by value, with the step that led to each


@dataclass
class Pool:
    """The best positions where a stage may begin, in the lots in which they came."""

    width: int
    lots: list[Lot] = field(default_factory=list)
    size: int = 0
    worst: int = NO_VALUE  # nothing that is worse is among the best

    def add(self, lot: Lot) -> None:
        """Take more positions in; once there are twice as many as wanted, keep the best."""
        self.lots.append(lot)
        self.size += lot[0].size
        if self.size > 2 * self.width:
            self.lots = [self.best()]

    def best(self) -> Lot:
        """The best of all positions that were taken in."""
        vals, rows, steps = (np.concatenate(parts) for parts in zip(*self.lots, strict=True))
        if vals.size >= self.width:
            kept = best_places(vals, self.width)
            vals, rows, steps = vals[kept], rows[kept], steps[kept]
            self.worst = int(vals.max())
        self.size = vals.size
        return vals, rows, steps


def best_places(vals: Longs, width: int) -> Longs:
    """Where the so many best stand."""
    if vals.size <= width:
        return np.arange(vals.size)
    return np.argpartition(vals, width - 1)[:width]


@dataclass
class Steps:
    """The moves of all positions that were kept, each with the step before it."""

    before: list[Longs] = field(default_factory=list)
    moves: list[Longs] = field(default_factory=list)
    count: int = 0

    def add(self, before: Longs, moves: Longs) -> Longs:
        """The numbers of new steps."""
        self.before.append(before)
        self.moves.append(moves)
        self.count += before.size
        return np.arange(self.count - before.size, self.count)

    def line(self, last: int, move: int) -> Longs:
        """The moves up to a step, and one more."""
        before, moves = np.concatenate(self.before), np.concatenate(self.moves)
        found = [move]
        while last > 0:
            found.append(int(moves[last]))
            last = int(before[last])
        return np.array(found[::-1], dtype=np.int64)


@dataclass
class Stages:
    """The beam of one stage, and the pools that later ones begin with."""

    work: SearchArrays
    width: int
    steps: Steps = field(default_factory=Steps)
    pools: dict[int, Pool] = field(default_factory=dict)

    def search(self, patience: int, spent: Callable[[], bool]) -> Longs | None:
        """A line that wins from the position in the arrays; None when none was found."""
        work, nought = self.work, np.zeros(1, dtype=np.int64)
        stock = int(work.program.code[at.STAGED])
        first = int(work.position.state[at.SIZES + stock]) if stock >= 0 else 0
        start = nought, work.level[:1].copy(), self.steps.add(nought, nought)
        self.pools[first] = Pool(self.width, [start], 1)
        while self.pools:
            stage = max(self.pools)
            vals, rows, ids = self.pools.pop(stage).best()
            held, stall = vals.size, Stall(patience)
            work.level[:held] = rows
            while held and stall.left:
                ended = work.do(search_layout.WIDEN, held)
                if ended == search_layout.WON:
                    last, move = work.info[search_layout.WINNER], work.info[search_layout.WIN_MOVE]
                    return self.steps.line(int(ids[last]), int(move))
                if spent():
                    return None
                if ended == search_layout.EMPTY:
                    break
                stall.look(work.vals[: work.info[search_layout.LEVEL]])
                ids = self.part(stage, ids)
                held = ids.size
        return None

    def part(self, stage: int, ids: Longs) -> Longs:
        """Lay the next level of a stage out, and put what belongs to others into their pools."""
        work = self.work
        found = int(work.info[search_layout.LEVEL])
        vals, stages = work.vals[:found], work.moves[:found] >> at.STAGE_AT
        staying = np.zeros(0, dtype=np.int64)
        together = np.argsort(stages, kind="stable")
        parts = np.split(together, np.flatnonzero(np.diff(stages[together])) + 1)
        for part in sorted(parts, key=lambda part: bool(stages[part[0]] == stage)):
            after = int(stages[part[0]])
            pool = None if after == stage else self.pools.setdefault(after, Pool(self.width))
            good = part if pool is None else part[vals[part] <= pool.worst]
            work.chosen = np.sort(good[best_places(vals[good], self.width)])
            work.do(search_layout.ADVANCE)
            moves = work.moves[work.chosen] & at.MOVE_ALONE
            steps = self.steps.add(ids[work.parents[work.chosen]], moves)
            if pool is None:
                staying = steps
            else:
                pool.add((vals[work.chosen], work.after[: work.chosen.size].copy(), steps))
        work.level, work.after = work.after, work.level
        return staying
