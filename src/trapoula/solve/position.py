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
    st = np.zeros(pr[at.TRAIL] + trail, dtype=np.int32)
    piles = int(pr[at.PILES]) + 1
    hs = np.zeros(2 * piles + 1, dtype=np.uint64)
    home = 0
    st[at.TURNED], st[at.PHASE] = table.turned, table.phase
    deep, words = int(pr[at.DEPTH]), int(pr[at.ZOBRIST])
    for pile, cards in enumerate((*table.piles, table.gone)):
        row = int(pr[at.ROW_PILES]) + pile * at.PILE
        base = int(pr[row + at.BASE_AT])
        held = np.frombuffer(cards, dtype=np.uint8).astype(np.int64)
        st[base : base + len(cards)] = held
        st[at.SIZES + pile] = len(cards)
        where = words + held * deep
        if pr[row + at.KIND] != at.GONE:
            where += np.arange(len(cards))
        if pr[row + at.KIND] == at.FOUNDATION:
            for card in cards:
                home |= 1 << (card & 63)
        hs[pile] = mk[where].sum(dtype=np.uint64)
        hs[piles + pile] = mk[where + 128 * deep].sum(dtype=np.uint64)
    hs[2 * piles] = home
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
