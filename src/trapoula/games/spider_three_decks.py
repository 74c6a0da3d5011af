"""Spider Three Decks: a Spider with three packs and twelve columns, dealt on even over gaps."""

from trapoula.games.spider import spider
from trapoula.patience import *


@game("spiders")
def spider_three_decks() -> Patience:
    return spider(
        picture="""
            S F F F F F F F F F F F F
            T T T T T T T T T T T T
        """,
        packs=3,
        deal=(Rows("T", 4, down=True), Rows("T", down=True, piles=range(6))),
        more=Spread("S", to="T"),
    )
