"""The server as people start it, with dice that fall alike: a test meets the same cards in every run.

SIGUSR1 takes the dice up again, so that no test depends on what others have dealt before it. To look for
tests that hold for some cards only, run them with other dice: any word in TRAPOULA_DICE.
SIGUSR2 moves the clock on by six hours. Push messages may go to this machine too.
"""

import os
import random
import secrets
import signal
import sys
from collections.abc import Callable, Sequence

from trapoula.core.cards import Card, Deck
from trapoula.host.chance import SecretDice
from trapoula.server import house, notifications, upkeep
from trapoula.server.clock import steady
from trapoula.server.webpush import is_push_service
from trapoula.terminal.cli import main

TAKEN_UP, MOVED = "the dice are taken up", "the clock is moved on"
DICE = random.Random()
LEAP = 6 * 3600
MOVES: list[int] = []


def below(_: SecretDice, n: int) -> int:
    return DICE.randrange(n)


def shuffled(_: SecretDice, cards: Sequence[Card]) -> Deck:
    return tuple(DICE.sample(cards, len(cards)))


def take_up(*_: object) -> None:
    DICE.seed(os.environ.get("TRAPOULA_DICE", ""))
    print(TAKEN_UP, flush=True)


def moving() -> Callable[[], float]:
    """The clock of a house, which can be moved on."""
    real = steady()
    return lambda: real() + sum(MOVES)


def move_on(*_: object) -> None:
    MOVES.append(LEAP)
    print(MOVED, flush=True)


def known_here(endpoint: str, hosts: Sequence[str]) -> bool:
    return is_push_service(endpoint, (*hosts, "127.0.0.1"))


if __name__ == "__main__":
    house.steady = moving  # type: ignore[attr-defined]
    notifications.is_push_service = known_here  # type: ignore[attr-defined]
    upkeep.REFRESH = 1.0  # the clock may have been moved
    SecretDice.below = below  # type: ignore[method-assign]
    SecretDice.shuffled = shuffled  # type: ignore[method-assign]
    secrets.randbits = DICE.getrandbits  # which bots think with
    signal.signal(signal.SIGUSR1, take_up)
    signal.signal(signal.SIGUSR2, move_on)
    take_up()
    sys.exit(main(sys.argv[1:]))
