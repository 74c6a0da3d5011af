"""A patience as arrays: one table or many, stepped in compiled code."""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from trapoula import solve
from trapoula.catalogue.entries import find
from trapoula.core import deals
from trapoula.core.errors import BadAction, BadGame, BadOption
from trapoula.core.game import Choice
from trapoula.learn.numbering import numbered
from trapoula.learn.status import GOING, HIDDEN_AS, LOOK, OVER, STEP, WANTS, WON
from trapoula.machine.kernels import Enter, address, kernel
from trapoula.patience import Patience, Table
from trapoula.solve.lowering import NotLowered, Position, load, lower

__all__ = ["FACE_DOWN", "GOING", "OVER", "WON", "Kernel"]

FACE_DOWN = HIDDEN_AS  # in an observation: a face-down card
TRAIL = 2_048  # more undo entries than one move can write

# of the solver
SOURCES = (
    "../core/cards",
    *(f"kernel/{name}" for name in ("layout", "piles", "goals", "play", "legal_moves")),
)
OWN = ("status", "batch")

Bytes = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.int64]
Heights = npt.NDArray[np.int32]


def _entrance() -> Enter:
    from trapoula.learn.batch import enter

    return enter


advance = kernel(
    _entrance,
    [
        *(Path(solve.__file__).parent / f"{name}.py" for name in SOURCES),
        *(Path(__file__).parent / f"{name}.py" for name in OWN),
    ],
    numbers=3,
)


class Kernel:
    """Tables of one patience, stepped together; `mask`, `ends`, `seen` and `heights` hold their state.

    Actions have fixed numbers; `actions` holds their texts. An observation has a row per pile with
    its cards from the bottom, each plus one. 0 is empty, and `FACE_DOWN` is a hidden card.
    """

    def __init__(
        self,
        game: str | Patience,
        options: Mapping[str, Choice] | None = None,
        *,
        tables: int = 1,
        threads: int = 1,
        cheat: bool = False,
    ) -> None:
        made = find(game).make(options or {}) if isinstance(game, str) else game
        if tables < 1:
            raise BadOption("There must be at least one table, not {tables}.", tables=tables)
        try:
            if not isinstance(made, Patience):
                raise NotLowered(made)
            self._program = lower(made)
            if self._program.shuffles:
                raise NotLowered(made)
        except NotLowered:
            raise BadGame(
                "{game} is not played in arrays: only patiences are whose words the solver's kernel"
                " speaks, and that are not shuffled again.",
                game=game if isinstance(game, str) else repr(type(game).__name__),
            ) from None
        self.game = made
        self.tables = tables
        self.cheat = cheat
        self._numbering = numbered(self._program)
        self.actions = tuple(made.write(action) for action in self._numbering.actions)
        piles, deep = len(made.places), max(min(zone.room, len(made.cards)) for zone in made.zone)
        self.mask: Bytes = np.zeros((tables, len(self.actions)), dtype=np.uint8)
        self.ends: Bytes = np.full(tables, OVER, dtype=np.uint8)
        self.seen: Bytes = np.zeros((tables, piles, deep), dtype=np.uint8)
        self._states = np.zeros((tables, self._program.trail + TRAIL), dtype=np.int32)
        self._hashes = np.zeros((tables, 2 * (piles + 1) + 1), dtype=np.uint64)
        self._chosen: Numbers = np.zeros(tables, dtype=np.int64)
        self._moves = np.zeros((tables, self._program.most), dtype=np.int64)
        self._counts = np.zeros(tables, dtype=np.int64)
        self.heights: Heights = np.zeros((tables, piles), dtype=np.int32)
        self._wants = np.empty((threads, WANTS), dtype=np.uint64)
        self._book = self._written()
        self._shares = [
            (tables * part // threads, tables * (part + 1) // threads, part)
            for part in range(threads)
        ]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def _written(self) -> Numbers:
        """Return the book for compiled code: the address of each array, and their sizes."""
        program, numbering = self._program, self._numbering
        arrays: tuple[npt.NDArray[Any], ...] = (
            *(program.code, program.masks, numbering.kinds, numbering.table),
            *(self._states, self._hashes, self._chosen, self._moves, self._counts),
            *(self.mask, self.ends, self.seen, self.heights, self._wants),
        )
        measures = (
            *(
                self._states.shape[1],
                self._hashes.shape[1],
                self._moves.shape[1],
                self.mask.shape[1],
            ),
            *self.seen.shape[1:],
            *(self.cheat, numbering.piles, numbering.sizes),
        )
        return np.array([*map(address, arrays), *measures], dtype=np.int64)

    def reset(self, deal: int | Sequence[int] = 1, at_tables: Sequence[int] | None = None) -> None:
        """Deal consecutive numbers starting at one, or a given number for each table."""
        where = range(self.tables) if at_tables is None else at_tables
        numbers = range(deal, deal + len(where)) if isinstance(deal, int) else deal
        for table, number in zip(where, numbers, strict=True):
            self.lay(self.game.start(deals.deck(self.game.pack, deals.check_number(number))), table)

    def lay(self, state: Table, table: int = 0) -> None:
        """Start a table from a given state."""
        position = load(self._program, state, 0)
        self._states[table, : len(position.state)] = position.state
        self._hashes[table] = position.hashes
        advance(LOOK, address(self._book), table, table + 1, 0)

    def step(self, numbers: npt.ArrayLike) -> None:
        """Play an action at every unfinished table; an illegal action or -1 does nothing."""
        try:
            self._chosen[:] = numbers
        except ValueError:
            raise BadAction(
                "One action for each table is needed: {tables}, not {given}.",
                tables=self.tables,
                given=np.size(numbers),
            ) from None
        if self._pool is None:
            advance(STEP, address(self._book), 0, self.tables, 0)
        else:
            list(self._pool.map(self._advance, self._shares))

    def _advance(self, share: tuple[int, int, int]) -> None:
        advance(STEP, address(self._book), *share)

    def number(self, text: str) -> int:
        """Return the number of an action."""
        action = self.game.read(text)
        try:
            return self._numbering.actions.index(action)
        except ValueError:
            raise BadAction("No position offers {action}.", action=repr(text)) from None

    def table(self, one: int = 0) -> Table:
        """Return one table as a state of the rules, without its tally."""
        return Position(self._program, self._states[one], self._hashes[one]).table
