"""Between the table and the kernel's arrays: load a position, read it back, name a move."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from trapoula.patience import Action, Table
from trapoula.patience.table import CARRY, NOWHERE, PAIR
from trapoula.solve import layout as at
from trapoula.solve.program import Ints, Program, Words

TRAIL_ROOM = 1 << 12


@dataclass
class Position:
    """A table as the kernel holds it."""

    program: Program
    st: Ints
    hs: Words

    def again(self, trail: int) -> "Position":
        """The same position, before anything was done, with so much room for a trail."""
        st = np.empty(self.program.trail + trail, dtype=np.int32)
        st[: self.program.trail] = self.st[: self.program.trail]
        return Position(self.program, st, self.hs.copy())

    @property
    def table(self) -> Table:
        """The table that these arrays hold; its tally is not among it."""
        pr, st = self.program.pr, self.st
        piles = []
        for pile in range(pr[at.PILES] + 1):
            base = pr[pr[at.ROW_PILES] + pile * at.PILE + at.BASE_AT]
            piles.append(bytes(st[base : base + st[at.SIZES + pile]].tolist()))
        *piles, gone = piles
        return Table(tuple(piles), gone, turned=int(st[at.TURNED]), phase=int(st[at.PHASE]))


def load(program: Program, table: Table, trail: int = TRAIL_ROOM) -> Position:
    """A table in the kernel's arrays."""
    pr, mk = program.pr, program.mk
    count, deep, words = int(pr[at.PILES]) + 1, int(pr[at.DEPTH]), int(pr[at.ZOBRIST])
    rows = pr[pr[at.ROW_PILES] : pr[at.ROW_PILES] + count * at.PILE].reshape(count, at.PILE)
    piles = (*table.piles, table.gone)
    sizes = np.array([len(pile) for pile in piles])
    cards = np.frombuffer(b"".join(piles), dtype=np.uint8).astype(np.int64)
    owner = np.repeat(np.arange(count), sizes)
    place = np.arange(len(cards)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    st = np.zeros(program.trail + trail, dtype=np.int32)
    st[at.TURNED], st[at.PHASE] = table.turned, table.phase
    st[at.SIZES : at.SIZES + count] = sizes
    st[rows[:, at.BASE_AT][owner] + place] = cards
    hs = np.zeros(2 * count + 1, dtype=np.uint64)
    where = words + cards * deep + place * (owner < count - 1)  # those gone have no order
    np.add.at(hs, owner, mk[where])
    np.add.at(hs, owner + count, mk[where + 128 * deep])
    homes = np.unique(cards[rows[:, at.KIND][owner] == at.FOUNDATION] & 63)
    hs[2 * count] = sum(1 << card for card in homes.tolist())
    return Position(program, st, hs)


def actions(program: Program, move: int) -> list[Action]:
    """The actions that a move of the kernel stands for: turns of the stock, and then itself."""
    row, source, target = move & 255, move >> 8 & 255, move >> 16 & 255
    verb = program.verbs[row]
    size = move >> 24 & 255 if verb == CARRY else 1
    pr = program.pr
    found = []
    if turns := move >> 32:
        stock = int(pr[pr[pr[at.ROW_MOVES] + pr[at.MACRO] * at.MOVE + at.FROM]])
        found = [Action(program.verbs[pr[at.MACRO]], stock)] * turns
    if verb not in (CARRY, PAIR):
        target = NOWHERE
    return [*found, Action(verb, NOWHERE if source == at.NO_PILE else source, target, size)]


def line(program: Program, moves: npt.NDArray[np.int64]) -> list[Action]:
    """The actions of several moves."""
    return [action for move in moves.tolist() for action in actions(program, move)]
