"""The server as people start it, with dice that fall alike: a test meets the same cards in every run.

SIGUSR1 takes the dice up again, so that no test depends on what others have dealt before it. To look for
tests that hold for some cards only, run them with other dice: any word in TRAPOULA_DICE.
"""

import os
import random
import secrets
import signal
import sys
from collections.abc import Sequence

from trapoula.cards import Card, Deck
from trapoula.host.chance import SecretDice
from trapoula.terminal.cli import main

TAKEN_UP = "the dice are taken up"
DICE = random.Random()


def below(_: SecretDice, n: int) -> int:
    return DICE.randrange(n)


def shuffled(_: SecretDice, cards: Sequence[Card]) -> Deck:
    return tuple(DICE.sample(cards, len(cards)))


def take_up(*_: object) -> None:
    DICE.seed(os.environ.get("TRAPOULA_DICE", ""))
    print(TAKEN_UP, flush=True)


if __name__ == "__main__":
    SecretDice.below = below  # type: ignore[method-assign]
    SecretDice.shuffled = shuffled  # type: ignore[method-assign]
    secrets.randbits = DICE.getrandbits  # which bots think with
    signal.signal(signal.SIGUSR1, take_up)
    take_up()
    sys.exit(main(sys.argv[1:]))
