"""The arrays that a search works on, allocated once and grown when needed."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from trapoula.machine.kernels import Book
from trapoula.patience import Table
from trapoula.solve.kernel import layout as at
from trapoula.solve.kernel.hashing import MEMO
from trapoula.solve.lowering.program import Ints, Position, Program, Words, load
from trapoula.solve.search_kernel import kernel
from trapoula.solve.search_kernel import layout as search_layout
from trapoula.solve.search_kernel.layout import ARRAYS

Longs = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]


def _longs(size: int = 1) -> Longs:
    return np.zeros(size, dtype=np.int64)


def _ints(size: int = 1) -> Ints:
    return np.zeros(size, dtype=np.int32)


def _words(size: int = 2) -> Words:
    return np.zeros(size, dtype=np.uint64)


def _rows(count: int = 1, width: int = 1) -> Bytes:
    return np.zeros((count, width), dtype=np.uint8)


@dataclass
class SearchArrays:
    """All arrays of one search."""

    program: Program
    position: Position
    weights: Ints = field(default_factory=lambda: _ints(search_layout.WEIGHTS))
    table: Words = field(default_factory=_words)
    larger: Words = field(default_factory=_words)
    stack: Longs = field(default_factory=_longs)
    depths: Ints = field(default_factory=_ints)
    path: Longs = field(default_factory=_longs)
    marks: Ints = field(default_factory=_ints)
    info: Longs = field(default_factory=lambda: _longs(search_layout.INFO))
    out: Longs = field(init=False)
    wants: Words = field(init=False)
    vals: Longs = field(init=False)
    level: Bytes = field(default_factory=_rows)
    after: Bytes = field(default_factory=_rows)
    parents: Ints = field(default_factory=_ints)
    moves: Longs = field(default_factory=_longs)
    chosen: Longs = field(default_factory=_longs)
    memo: Words = field(init=False)
    book: Book = field(default_factory=lambda: Book(ARRAYS))

    def __post_init__(self) -> None:
        code = self.program.code
        self.memo = _words(MEMO * (int(code[at.PILES]) + 2))
        self.wants = _words(256 + int(code[at.N_MOVES] * code[at.PILES]))
        self.out, self.vals = (np.empty(self.program.most, dtype=np.int64) for _ in range(2))

    def do(self, task: int, number: int = 0) -> int:
        """One task of the kernel."""
        program, position, info = self.program, self.position, self.info
        info[search_layout.TABLE_ROOM : search_layout.CHOSEN + 1] = (
            self.table.size // 2,
            self.larger.size // 2,
            self.stack.size,
            self.path.size,
            position.state.size - program.trail,
            program.most,
            self.vals.size,
            self.level.shape[1],
            self.chosen.size,
        )
        book = self.book.tell(
            program.code,
            program.masks,
            position.state,
            position.hashes,
            self.weights,
            self.table,
            self.larger,
            self.stack,
            self.depths,
            self.path,
            self.marks,
            self.info,
            self.out,
            self.wants,
            self.vals,
            self.level,
            self.after,
            self.parents,
            self.moves,
            self.chosen,
            self.memo,
        )
        return kernel.enter(task, book, number)

    def legal(self, *, lean: bool = False) -> list[int]:
        """All legal moves; when lean, those that a search needs."""
        count = self.do(search_layout.LEGAL, int(lean))
        found: list[int] = self.out[:count].tolist()
        return found

    @property
    def width(self) -> int:
        """How many bytes a packed position takes."""
        code = self.program.code
        return int(code[at.CARDS]) + int(code[at.PILES]) + 5


def arrays_of(program: Program, table: Table, trail: int = 1 << 12) -> SearchArrays:
    """The arrays of a search, with a table in them."""
    return SearchArrays(program, load(program, table, trail))
