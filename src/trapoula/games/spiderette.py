"""Spiderette: a Spider with one pack, dealt in a triangle of seven columns."""

from trapoula.games.spider import spider
from trapoula.patience import *

PICTURE = """
    S . . F F F F
    T T T T T T T
"""


@game("spiders")
def spiderette(*, deal: tuple[Step, ...] = (Triangle("T"),)) -> Patience:
    return spider(picture=PICTURE, packs=1, deal=deal)
