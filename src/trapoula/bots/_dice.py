"""Dice for compiled code, the same on every machine."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

import numpy as np

from trapoula.machine.compiler import fast


@fast
def below(dice, n):
    """A number below n, by a small generator that is quick and the same everywhere."""
    s = dice[0]
    s ^= s << np.uint64(13)
    s ^= s >> np.uint64(7)
    s ^= s << np.uint64(17)
    dice[0] = s
    return np.int64((s >> np.uint64(11)) % np.uint64(n))


@fast
def shuffle(cards, dice):
    """Put cards in an order of chance."""
    for k in range(len(cards) - 1, 0, -1):
        j = below(dice, k + 1)
        cards[k], cards[j] = cards[j], cards[k]
