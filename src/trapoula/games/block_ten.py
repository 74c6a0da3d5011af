"""Block Ten: nine cards in sight, two of ten pips or a pair of the court taken at a time."""

from trapoula.games.jamestown import jamestown
from trapoula.patience import *


@game("pairs")
def block_ten() -> Patience:
    return jamestown(match=total(10) | SAME_RANK & on(COURT), left=only(TEN))
