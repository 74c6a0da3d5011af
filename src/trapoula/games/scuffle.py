"""Scuffle: Auld Lang Syne, where what is left over may be shuffled and dealt again twice."""

from trapoula.games.auld_lang_syne import auld_lang_syne
from trapoula.patience import *


@game("foundations")
def scuffle() -> Patience:
    return auld_lang_syne(also=(Reshuffle("S", "R", redeals=2),))
