"""Between the table and the kernel's arrays: load a position, read it back, name a move."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from trapoula.patience import Action, Table
from trapoula.patience.table import CARRY, NOWHERE, PAIR
from trapoula.solve.kernel import layout as at
from trapoula.solve.lowering.program import Ints, Program, Words

TRAIL_ROOM = 1 << 12


@dataclass
class Position:
    """A table as the kernel holds it."""

    program: Program
    state: Ints
    hashes: Words

    def again(self, trail: int) -> "Position":
        """The same position, before anything was done, with so much room for a trail."""
        state = np.empty(self.program.trail + trail, dtype=np.int32)
        state[: self.program.trail] = self.state[: self.program.trail]
        return Position(self.program, state, self.hashes.copy())

    @property
    def table(self) -> Table:
        """The table that these arrays hold; its tally is not among it."""
        code, state = self.program.code, self.state
        piles = []
        for pile in range(code[at.PILES] + 1):
            base = code[code[at.ROW_PILES] + pile * at.PILE + at.BASE_AT]
            piles.append(bytes(state[base : base + state[at.SIZES + pile]].tolist()))
        *piles, gone = piles
        return Table(tuple(piles), gone, turned=int(state[at.TURNED]), phase=int(state[at.PHASE]))


def load(program: Program, table: Table, trail: int = TRAIL_ROOM) -> Position:
    """A table in the kernel's arrays."""
    code, masks = program.code, program.masks
    count, deep, words = int(code[at.PILES]) + 1, int(code[at.DEPTH]), int(code[at.ZOBRIST])
    rows = code[code[at.ROW_PILES] : code[at.ROW_PILES] + count * at.PILE].reshape(count, at.PILE)
    piles = (*table.piles, table.gone)
    sizes = np.array([len(pile) for pile in piles])
    cards = np.frombuffer(b"".join(piles), dtype=np.uint8).astype(np.int64)
    owner = np.repeat(np.arange(count), sizes)
    place = np.arange(len(cards)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    state = np.zeros(program.trail + trail, dtype=np.int32)
    state[at.TURNED], state[at.PHASE] = table.turned, table.phase
    state[at.SIZES : at.SIZES + count] = sizes
    state[rows[:, at.BASE_AT][owner] + place] = cards
    hashes = np.zeros(2 * count + 1, dtype=np.uint64)
    where = words + cards * deep + place * (owner < count - 1)  # those gone have no order
    np.add.at(hashes, owner, masks[where])
    np.add.at(hashes, owner + count, masks[where + at.TABLE * deep])
    homes = np.unique(cards[rows[:, at.KIND][owner] == at.FOUNDATION] & at.FACE)
    hashes[2 * count] = sum(1 << card for card in homes.tolist())
    return Position(program, state, hashes)


def actions(program: Program, move: int) -> list[Action]:
    """The actions that a move of the kernel stands for: turns of the stock, and then itself."""
    source, target = move >> at.SOURCE_AT & at.BYTE, move >> at.TARGET_AT & at.BYTE
    verb = program.verbs[move & at.BYTE]
    size = move >> at.SIZE_AT & at.BYTE if verb == CARRY else 1
    code = program.code
    found = []
    if turns := move >> at.TURNS_AT:
        stock = int(code[code[code[at.ROW_MOVES] + code[at.MACRO] * at.MOVE + at.FROM]])
        found = [Action(program.verbs[code[at.MACRO]], stock)] * turns
    if verb not in (CARRY, PAIR):
        target = NOWHERE
    return [*found, Action(verb, NOWHERE if source == at.NO_PILE else source, target, size)]


def line(program: Program, moves: npt.NDArray[np.int64]) -> list[Action]:
    """The actions of several moves."""
    return [action for move in moves.tolist() for action in actions(program, move)]
