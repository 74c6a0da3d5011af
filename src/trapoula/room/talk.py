"""Free words at a table: where they are allowed, and that they name no number."""

from collections.abc import Collection
from typing import Any, Protocol, runtime_checkable

from trapoula.game import Seat
from trapoula.room.errors import ClosedTalk, NoNumbers
from trapoula.texts.numbers import names_number


@runtime_checkable
class Talkative(Protocol):
    """A game that says what a seat may say: at such a game words could give a hand away."""

    def talk(self, table: Any, seat: Seat) -> Collection[Any]:
        """What a seat may say now."""


def check_words(text: str, game: Any, state: Any, seat: Seat) -> None:
    """Nothing, when a seat may say this while its game is being played."""
    if not isinstance(game, Talkative):
        return
    if not game.talk(state, seat):
        raise ClosedTalk("Silence: nobody may speak now.")
    if names_number(text):
        raise NoNumbers("No numbers, please: say it without them.")
