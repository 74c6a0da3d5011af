"""Who plays for the bots of a house."""

from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from trapoula.core.deals import SplitMix
from trapoula.core.errors import TrapoulaError
from trapoula.thinking import thoughts
from trapoula.thinking.bot_seats import BotQuestion
from trapoula.thinking.questions import Question

PAUSE = 0.8  # seconds that a bot seems to think


class Players(Protocol):
    """The bots that can sit at a table, by their levels. With a thought come the notes of its bot."""

    def levels(self, game: str) -> tuple[str, ...]:
        """The bots there are for a game, the strongest last."""

    async def choose(self, question: BotQuestion, seed: int) -> tuple[str, bytes]:
        """What the bot on turn does."""

    async def remark(self, question: BotQuestion) -> tuple[str | None, bytes]:
        """What a bot says out of turn, if anything."""


class Thought:
    """Bots that are thought about where every other question is; one whose thought fails does anything."""

    def __init__(self, wonder: Callable[..., Awaitable[Any]]) -> None:
        self._wonder = wonder

    def levels(self, game: str) -> tuple[str, ...]:
        """The bots there are for a game, the strongest last."""
        return thoughts.levels(game)

    async def choose(self, question: BotQuestion, seed: int) -> tuple[str, bytes]:
        """What the bot on turn does."""
        asked = Question("bots", thoughts.choose, (*question.about(), seed), question.steps)
        try:
            chosen: tuple[str, bytes] = await self._wonder(asked, pause=PAUSE)
        except TrapoulaError:
            return thoughts.RandomBot().choose({}, question.legal, SplitMix(seed)), question.notes
        return chosen

    async def remark(self, question: BotQuestion) -> tuple[str | None, bytes]:
        """What a bot says out of turn, if anything."""
        asked = Question("bots", thoughts.remark, question.about(), question.steps)
        try:
            said: tuple[str | None, bytes] = await self._wonder(asked)
        except TrapoulaError:
            return None, question.notes
        return said
