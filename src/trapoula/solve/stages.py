"""A beam in stages, for games whose stock is dealt once: what one deal leads to is compared with its like.

A plain beam is loath to deal, since a deal spoils what was put in order. Here each stage is searched by
itself for as long as that gets better, and the best positions that its deals lead to are where the later
stages begin.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from trapoula.solve import ends, kernel, seek
from trapoula.solve import layout as at
from trapoula.solve.desk import Bytes, Desk, Longs


@dataclass
class Hope:
    """Whether a beam is worth going on with: for so many levels that are no better than the best so far."""

    patience: int
    best: int = 1 << 40
    quiet: int = 0

    @property
    def left(self) -> bool:
        """Whether there is any."""
        return self.quiet <= self.patience

    def look(self, vals: Longs) -> None:
        """See what the next level is worth."""
        good = int(vals.min())
        self.best, self.quiet = (good, 0) if good < self.best else (self.best, self.quiet + 1)


@dataclass
class Pool:
    """The best positions where a stage may begin: by value, with the step that led to each."""

    width: int
    vals: Longs
    rows: Bytes
    steps: Longs

    def add(self, vals: Longs, rows: Bytes, steps: Longs) -> None:
        """Take more positions in, and keep the best."""
        self.vals = np.concatenate((self.vals, vals))
        self.rows = np.concatenate((self.rows, rows))
        self.steps = np.concatenate((self.steps, steps))
        if self.vals.size > 2 * self.width:
            self.trim()

    def trim(self) -> None:
        """Keep the best."""
        if self.vals.size > self.width:
            best = np.argpartition(self.vals, self.width - 1)[: self.width]
            self.vals, self.rows, self.steps = self.vals[best], self.rows[best], self.steps[best]


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

    work: Desk
    width: int
    steps: Steps = field(default_factory=Steps)
    pools: dict[int, Pool] = field(default_factory=dict)

    def search(self, patience: int, spent: Callable[[], bool]) -> Longs | None:
        """A line that wins from the position on the desk; None when none was found."""
        work, nought = self.work, np.zeros(1, dtype=np.int64)
        stock = int(work.program.code[at.STAGED])
        first = int(work.position.state[at.SIZES + stock]) if stock >= 0 else 0
        self.pools[first] = Pool(
            self.width, nought, work.level[:1].copy(), self.steps.add(nought, nought)
        )
        while self.pools:
            stage = max(self.pools)
            pool = self.pools.pop(stage)
            pool.trim()
            held, ids, hope = pool.vals.size, pool.steps, Hope(patience)
            work.level[:held] = pool.rows
            while held and hope.left:
                ended = work.do(kernel.WIDEN, held)
                if ended == ends.WON:
                    last, move = work.info[seek.WINNER], work.info[seek.WIN_MOVE]
                    return self.steps.line(int(ids[last]), int(move))
                if spent():
                    return None
                if ended == ends.EMPTY:
                    break
                hope.look(work.vals[: work.info[seek.LEVEL]])
                ids = self.part(stage, ids)
                held = ids.size
        return None

    def part(self, stage: int, ids: Longs) -> Longs:
        """Lay the next level of a stage out, and put what belongs to others into their pools."""
        work = self.work
        found = int(work.info[seek.LEVEL])
        vals, stages = work.vals[:found], work.moves[:found] >> at.STAGE_AT
        staying = np.zeros(0, dtype=np.int64)
        for after in [*np.unique(stages[stages != stage]).tolist(), stage]:
            chosen = np.flatnonzero(stages == after)
            if chosen.size > self.width:
                chosen = chosen[np.argpartition(vals[chosen], self.width - 1)[: self.width]]
            work.chosen = np.sort(chosen)
            work.do(kernel.ADVANCE)
            moves = work.moves[work.chosen] & at.MOVE_ALONE
            staying = self.steps.add(ids[work.parents[work.chosen]], moves)
            if after != stage:
                rows = work.after[: chosen.size].copy()
                pool = self.pools.get(after)
                if pool is None:
                    self.pools[after] = Pool(self.width, vals[work.chosen].copy(), rows, staying)
                else:
                    pool.add(vals[work.chosen], rows, staying)
        work.level, work.after = work.after, work.level
        return staying
