"""Escalator: Elevator with the whole pyramid face up."""

from trapoula.games.elevator import elevator
from trapoula.patience import *


@game("chains")
def escalator() -> Patience:
    return elevator(pyramid=Rows("P"))
