"""From a game's declaration to the arrays that the kernels run."""

from trapoula.solve.lowering.lower import lower
from trapoula.solve.lowering.open_games import opened
from trapoula.solve.lowering.program import Ints, NotLowered, Position, Program, load

__all__ = ["Ints", "NotLowered", "Position", "Program", "load", "lower", "opened"]
