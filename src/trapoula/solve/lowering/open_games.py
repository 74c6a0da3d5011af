"""Lowering an open game: its program as masks for each card beneath, or None when there is more to it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from trapoula.core.deals import SplitMix
from trapoula.patience import (
    ANY,
    Action,
    Carry,
    Join,
    LayOff,
    Patience,
    Sweep,
    Test,
    Top,
    helped,
    run,
)
from trapoula.patience import NONE as NO_CARD
from trapoula.patience.moves import carrying
from trapoula.patience.table import NOWHERE
from trapoula.solve.lowering.program import Program
from trapoula.solve.open_kernel import layout as at
from trapoula.solve.proofs.conditions import ALL_IN_SIGHT, plain_foundations
from trapoula.solve.proofs.declaration import bare, cards_of

Longs = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]

_SEED = 52  # of the random words
MOST_PILES = 16  # columns, and as many cells
CONSUMED = (  # the proofs that the arrays are written by; others change nothing in them
    "safe",
    "free_return",
    "parked",
    "room",
)
BY_ITSELF = ("trading",)  # whether it is asked for or not: no key tells columns or cells apart


@dataclass(frozen=True)
class OpenGame:
    """An open game as arrays, and the piles of its columns, cells and foundations."""

    program: Program
    code: Longs
    masks: Words
    columns: tuple[int, ...]
    cells: tuple[int, ...]
    homes: tuple[int, ...]

    @cached_property
    def piles(self) -> tuple[int, ...]:
        """The pile of each place; which foundation a suit has, play decides."""
        places = [NOWHERE] * at.NOWHERE
        places[: len(self.columns)] = self.columns
        places[at.CELLS : at.CELLS + len(self.cells)] = self.cells
        return tuple(places)

    @cached_property
    def carries(self) -> "Carries":
        """The action of each step between columns and cells."""
        return Carries(self.piles)


class Carries(dict[int, Action]):
    """Steps and their actions, as they are asked for."""

    def __init__(self, piles: Sequence[int]) -> None:
        self._piles = piles

    def __missing__(self, step: int) -> Action:
        piles = self._piles
        action = self[step] = carrying(
            piles[step & at.BYTE], piles[step >> at.TARGET_AT & at.BYTE], step >> at.SIZE_AT
        )
        return action


def opened(program: Program) -> OpenGame | None:
    """The arrays of a game that has but columns, cells and plain foundations, all face up."""
    found = _OPENED.get(id(program.code))
    if found is None or found[0] is not program:
        found = _OPENED[id(program.code)] = program, _opened(program)
    return found[1]


_OPENED: dict[int, tuple[Program, OpenGame | None]] = {}  # by identity, as programs are kept


def _opened(program: Program) -> OpenGame | None:
    game = program.game
    kinds = [zone.kind for zone in game.zones.values()]
    if (
        not plain_foundations(game)
        or not ALL_IN_SIGHT.holds(game)
        or sorted(kinds) not in (["column", "foundation"], ["cell", "column", "foundation"])
        or len(game.chores) > 1
        or program.proofs.whole_runs is not None
        or program.shuffles
    ):
        return None
    letters: dict[str, str] = {zone.kind: letter for letter, zone in game.zones.items()}
    piles = {kind: tuple(game.where(letter)) for kind, letter in letters.items()}
    columns, cells, homes = piles["column"], piles.get("cell", ()), piles["foundation"]
    if (
        max(len(columns), len(cells)) > MOST_PILES
        or len(homes) != 4
        or cards_of(game) != list(range(52))
    ):
        return None
    code = np.zeros(at.NUMBERS, dtype=np.int64)
    code[at.N_COLUMNS], code[at.N_CELLS] = len(columns), len(cells)
    if not (_zones(game, letters) and _moves(game, letters, code)):
        return None
    proofs = program.proofs
    if proofs.safe is not None:
        code[at.SAFE], code[at.STRICT] = 1, proofs.safe.strict
    code[at.SWEEPS] = len(game.chores)
    code[at.FREE_RETURN] = proofs.free_return is not None
    code[at.PARKED] = proofs.parked is not None
    code[at.ROOMY] = proofs.room is not None
    if game.chores and game.chores[0].zones[0] != letters["column"]:  # type: ignore[attr-defined]
        code[at.SWEPT_FIRST] = at.CELLS
    return OpenGame(program, code, _masks(program, letters["column"]), columns, cells, homes)


def _zones(game: Patience, letters: dict[str, str]) -> bool:
    """Whether the zones behave as plainly as the arrays can say."""
    column, home = game.zones[letters["column"]], game.zones[letters["foundation"]]
    cell = game.zones[letters["cell"]] if "cell" in letters else None
    return (
        (isinstance(column.lift, Top) and column.lift.leaves == 0)
        or (isinstance(column.lift, run) and column.lift.ends == NO_CARD)
    ) and (
        column.room > 52
        and range(1, 53) == column.batch[:52]
        and (home.lift is None or isinstance(home.lift, Top))
        and (cell is None or (cell.start == ANY and cell.room == 1 and cell.lift == Top()))
        and all(
            isinstance(chore, Sweep)
            and set(chore.zones) == set(letters.values()) - {letters["foundation"]}
            and chore.to == letters["foundation"]
            for chore in game.chores
        )
    )


def _moves(game: Patience, letters: dict[str, str], code: Longs) -> bool:
    """Note which piles send cards where; whether all moves could be noted."""
    home, column = letters["foundation"], letters["column"]
    cell = letters.get("cell", "")
    ways: set[tuple[str, str]] = set()
    for move in map(bare, game.moves):
        if isinstance(move, LayOff):
            limit = None
        elif isinstance(move, Carry) and move.onto == "any" and move.lift is None:
            limit = move.limit
        else:
            return False
        joined = {(source, target) for source in move.source for target in move.to}
        if joined & ways or (isinstance(move, LayOff) and set(move.to) != {home}):
            return False
        ways |= joined
        if (column, column) in joined and limit is not None:
            if not isinstance(limit, helped) or not (
                set(limit.cells) <= {cell} and set(limit.columns) <= {column}
            ):
                return False
            code[at.LIMITED] = 1
            code[at.BY_CELLS], code[at.BY_COLUMNS] = bool(limit.cells), bool(limit.columns)
        elif limit is not None:
            return False
    lift = game.zones[home].lift
    if lift is not None:
        code[at.BACK_TO_COLUMNS], code[at.BACK_TO_CELLS] = (
            (home, column) in ways,
            (home, cell) in ways,
        )
        code[at.LEAVES] = lift.leaves if isinstance(lift, Top) else 0
    code[at.TO_CELLS] = (column, cell) in ways
    needed = {(column, home), (column, column)}
    if cell:
        needed |= {(cell, home), (cell, column)}
    return needed <= ways


def _masks(program: Program, letter: str) -> Words:
    """What lies on what, and the random words."""
    game = program.game
    zone = game.zones[letter]
    assert isinstance(zone.build, Join)
    assert isinstance(zone.start, Test)
    masks = np.zeros(at.MASKS, dtype=np.uint64)
    masks[at.PACK : at.PACK + 52] = zone.build.masks[:52]
    masks[at.PACK + at.NONE] = zone.start.mask
    if isinstance(zone.lift, run):
        masks[at.RUNS : at.RUNS + 52] = zone.lift.join.masks[:52]
    if program.proofs.safe is not None:
        masks[at.SAFER : at.SAFER + 52] = program.proofs.safe.needed.masks[:52]
    for chore in game.chores:
        assert isinstance(chore, Sweep)
        masks[at.SWEPT : at.SWEPT + 52] = chore.needed.masks[:52]
    for card in range(52):
        takers = sum(1 << under for under in range(52) if zone.build.masks[under] >> card & 1)
        masks[at.TAKERS + card] = takers
    dice = SplitMix(_SEED)
    masks[at.WORDS :] = [dice.draw() for _ in range(at.MASKS - at.WORDS)]
    return masks
