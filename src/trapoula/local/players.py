"""The bots of a house."""

from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from trapoula.core.deals import SplitMix
from trapoula.core.errors import TrapoulaError
from trapoula.thinking import thoughts
from trapoula.thinking.bot_seats import BotQuestion
from trapoula.thinking.questions import Question

PAUSE = 0.8  # seconds that a bot seems to think


class Players(Protocol):
    """The bots that can sit at a table. Their answers come with their new notes."""

    def levels(self, game: str) -> tuple[str, ...]:
        """Return the levels of a game's bots, the strongest last."""

    async def choose(self, question: BotQuestion, seed: int) -> tuple[str, bytes]:
        """Return the action of the bot on turn."""

    async def remark(self, question: BotQuestion) -> tuple[str | None, bytes]:
        """Return what a bot says out of turn, or None."""


class Thought:
    """Our own bots, answered like every other question. If one fails, it plays at random."""

    def __init__(self, answer: Callable[..., Awaitable[Any]]) -> None:
        self._answer = answer

    def levels(self, game: str) -> tuple[str, ...]:
        """Return the levels of a game's bots, the strongest last."""
        return thoughts.levels(game)

    async def choose(self, question: BotQuestion, seed: int) -> tuple[str, bytes]:
        """Return the action of the bot on turn."""
        asked = Question("bots", thoughts.choose, (*question.about(), seed), question.steps)
        try:
            chosen: tuple[str, bytes] = await self._answer(asked, pause=PAUSE)
        except TrapoulaError:
            return thoughts.RandomBot().choose({}, question.legal, SplitMix(seed)), question.notes
        return chosen

    async def remark(self, question: BotQuestion) -> tuple[str | None, bytes]:
        """Return what a bot says out of turn, or None."""
        asked = Question("bots", thoughts.remark, question.about(), question.steps)
        try:
            said: tuple[str | None, bytes] = await self._answer(asked)
        except TrapoulaError:
            return None, question.notes
        return said
