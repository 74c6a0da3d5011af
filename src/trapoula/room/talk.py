"""Checks of chat messages: whether the game allows them now, and that they name no number."""

from typing import Any

from trapoula.core.game import Seat, is_talkative
from trapoula.room.errors import ClosedTalk, NoNumbers
from trapoula.texts.numbers import names_number


def check_words(text: str, game: Any, state: Any, seat: Seat | None) -> None:
    """Refuse a message that the game does not allow now."""
    if not is_talkative(game):
        return
    if not game.talk(state, seat or 0):  # a spectator is silent when the first seat is
        raise ClosedTalk("Silence: nobody may speak now.")
    if names_number(text):
        raise NoNumbers("No numbers, please: say it without them.")
