"""A lowered game, and a position of it in arrays."""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from trapoula import patience as words
from trapoula.patience import Action, Patience, Table
from trapoula.patience.table import CARRY, NOWHERE, PAIR
from trapoula.solve.kernel import layout as at
from trapoula.solve.proofs import Proofs

Ints = npt.NDArray[np.int32]
Words = npt.NDArray[np.uint64]


class NotLowered(Exception):
    """A word that the kernel does not speak."""

    def __init__(self, word: object) -> None:
        super().__init__(f"{type(word).__name__} {word!r}"[:200])


@dataclass(frozen=True)
class Program:
    """A patience as arrays."""

    game: Patience
    proofs: Proofs
    code: Ints
    masks: Words
    verbs: tuple[str, ...]  # of each row of moves
    shuffles: bool  # whether a move was left out because chance follows it
    trail: int  # where the trail begins in a position
    most: int  # moves that a position can have, and more than it ever has
    rested: bool  # whether it holds of every table, even of one where chores are still to be done


def type_and_fields(word: object) -> tuple[Any, ...]:
    """What a word is and what all its fields hold: a word that has grown a field fits no pattern any more."""
    held = fields(word) if is_dataclass(word) else ()
    return (type(word), *(getattr(word, one.name) for one in held))


@dataclass
class Rows:
    """Rows of one width, written one after another."""

    width: int
    rows: list[list[int]] = field(default_factory=list)

    def add(self, *values: int) -> int:
        """The number of the new row."""
        self.rows.append([*map(int, values), *[0] * (self.width - len(values))])
        return len(self.rows) - 1


class Sheet:
    """What is written so far of one patience."""

    def __init__(self, game: Patience, proofs: Proofs) -> None:
        self.game = game
        self.proofs = proofs
        self.lists: list[int] = []
        self.tables: list[tuple[int, ...]] = []
        self.rules, self.lifts = Rows(at.RULE), Rows(at.LIFT_ROW)
        self.piles, self.moves = Rows(at.PILE), Rows(at.MOVE)
        self.hidden = Rows(at.MOVE)  # moves that the player is not offered
        self.hidden_moves: list[object] = []  # those moves, the last of them not written yet
        self.chores, self.goals = Rows(at.CHORE), Rows(at.GOAL_ROW)
        self.verbs: list[str] = []
        self.carried: list[set[tuple[int, int]]] = []  # what each carrying row joins
        self.based: set[int] = set()  # piles whose first card is the base
        self.shuffles = False

    def listed(self, numbers: Sequence[int]) -> tuple[int, int]:
        """Where a list stands, and its length."""
        self.lists += map(int, numbers)
        return at.HEADER + len(self.lists) - len(numbers), len(numbers)

    def where(self, letters: str) -> tuple[int, int]:
        """The list of the piles of some zones."""
        return self.listed(self.game.where(letters))

    def hide(self, move: object) -> int:
        """The number of a move that the player is not offered."""
        self.hidden_moves.append(move)
        return len(self.hidden_moves) - 1

    def table(self, rule: object) -> int:
        """The number of a table of masks; a test has the same mask whatever lies beneath."""
        match type_and_fields(rule):
            case (words.Join, masks, _):
                pass
            case (words.Test, mask, _):
                masks = (mask,) * at.TABLE
            case _:
                raise NotLowered(rule)
        return self.masks(masks)

    def masks(self, masks: tuple[int, ...]) -> int:
        """The number of a table with a mask for each card, or for each pile."""
        if masks not in self.tables:
            self.tables.append(masks)
        return self.tables.index(masks)

    def single_pile(self, letters: str) -> int:
        """The single pile of a zone."""
        (pile,) = self.game.where(letters)
        return pile

    def list_at(self, row: Sequence[int], slot: int) -> list[int]:
        """The numbers of a list that a row names."""
        start = row[slot] - at.HEADER
        return self.lists[start : start + row[slot + 1]]


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
