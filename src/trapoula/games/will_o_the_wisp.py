"""Will o' the Wisp: a Spider with one pack, dealt in seven columns of three cards."""

from trapoula.games.spiderette import spiderette
from trapoula.patience import *


@game("spiders")
def will_o_the_wisp() -> Patience:
    return spiderette(deal=(Rows("T", 3, down=True),))
