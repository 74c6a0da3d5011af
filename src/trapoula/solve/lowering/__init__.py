"""From a game's declaration to the arrays that the kernels run, and which proofs they are written by."""

from collections.abc import Iterator
from dataclasses import dataclass

from trapoula.solve.lowering import open_games as open_program
from trapoula.solve.lowering.lower import CONSUMED, lower
from trapoula.solve.lowering.open_games import opened
from trapoula.solve.lowering.program import Ints, NotLowered, Position, Program, load
from trapoula.solve.proofs import CLAIMS, Proofs
from trapoula.solve.proofs.conditions import Claim, Condition

__all__ = [
    "Explained",
    "Ints",
    "NotLowered",
    "Position",
    "Program",
    "explained",
    "load",
    "lower",
    "opened",
]


@dataclass(frozen=True, slots=True)
class Explained:
    """A claim, and whether the search of a game uses it."""

    claim: Claim
    used: bool
    by_itself: bool = False  # whether the kernel could not do without
    unmet: Condition | None = None  # the first need that the game does not meet


def explained(program: Program) -> Iterator[Explained]:
    """Every claim, as the kernel has it that searches the game."""
    is_open = opened(program) is not None
    consumed = open_program.CONSUMED if is_open else CONSUMED
    for name, claim in zip(Proofs.__slots__, CLAIMS, strict=True):
        if getattr(program.proofs, name) is None:
            yield Explained(claim, used=False, unmet=claim.unmet(program.game))
        elif is_open and name in open_program.BY_ITSELF:
            yield Explained(claim, used=True, by_itself=True)
        else:
            yield Explained(claim, used=name in consumed)
