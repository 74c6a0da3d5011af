"""Baker's Game: FreeCell with the columns packed in suit."""

from trapoula.games.freecell import freecell
from trapoula.patience import *


@game("open")
def bakers_game(*, autoplay: bool = True) -> Patience:
    return freecell(autoplay=autoplay, match=SAME_SUIT)
