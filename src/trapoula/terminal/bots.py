"""The bots of this terminal: the built-in levels, a Python class, or an external program."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from trapoula.bots import Player, levels
from trapoula.bots.outside import sit_down
from trapoula.core.deals import SplitMix
from trapoula.core.errors import BadAction, BadOption
from trapoula.core.game import Seat, is_talk
from trapoula.play.session import Session
from trapoula.thinking import thoughts
from trapoula.thinking.bot_seats import BotQuestion

Thought = TypeVar("Thought")


def named_bots(game: str, bots: str, level: str | None) -> list[str]:
    """Return the bots in a command line: a number of one level, or a list of names."""
    text = bots.strip()
    if not text or text == "0":
        return []
    if not text.lstrip("-").isdecimal():
        return text.split(",")
    if text.startswith("-") or len(text) > 2:
        raise BadOption("{bots} is not a number of bots.", bots=repr(bots))
    if not levels(game):
        raise BadOption("{game} has no bots.", game=game)
    return [level or levels(game)[-1]] * int(text)


class Bots:
    """The bots of a device, including external ones."""

    def __init__(self, seconds: float) -> None:
        # seconds between two actions; None: think synchronously, without pauses
        self.pace: float | None = None
        self._seconds = seconds
        self._outside: dict[tuple[Seat, str], Player] = {}

    def sit_down(self, game: str, seat: Seat, level: str) -> None:
        """Seat a bot at a new table; raise if it cannot play there."""
        self._outside.pop((seat, level), None)
        if level not in thoughts.levels(game):
            self._outside[seat, level] = sit_down(game, level, seat, self._seconds)

    def levels(self, game: str) -> tuple[str, ...]:
        """Return the bots for a game, the strongest last."""
        return (*(level for _, level in self._outside), *thoughts.levels(game))

    async def choose(self, question: BotQuestion, seed: int) -> tuple[str, bytes]:
        """Return the action of the bot on turn."""
        bot = self._from_outside(question)
        if bot is None:
            return await self._think(partial(thoughts.choose, *question.about(), seed))
        view, legal = question.views()[-1], question.legal
        return await self._think(partial(bot.choose, view, legal, SplitMix(seed))), b""

    async def remark(self, question: BotQuestion) -> tuple[str | None, bytes]:
        """Return what a bot says out of turn, if anything."""
        if self._from_outside(question) is not None:
            return None, b""
        return await self._think(partial(thoughts.remark, *question.about()), pause=0)

    def _from_outside(self, question: BotQuestion) -> Player | None:
        """Return an external bot; at a table from an earlier run, start it again."""
        game, seat, level = question.session.id, question.seat, question.level
        if level and (seat, level) not in self._outside:
            self.sit_down(game, seat, level)
        return self._outside.get((seat, level))

    async def _think(self, work: Callable[[], Thought], pause: float = 1) -> Thought:
        """Think synchronously, or in a thread with a pause so that a person can follow."""
        if self.pace is None:
            return work()
        thought, _ = await asyncio.gather(asyncio.to_thread(work), asyncio.sleep(pause * self.pace))
        return thought


def talks(session: Session, text: str) -> bool:
    """Return whether a text is talk; False if it cannot be read."""
    try:
        return is_talk(session.game, session.game.read(text))
    except BadAction:
        return False


def doomed(session: Session, seat: Seat, text: str) -> str | None:
    """Return the rule that an action would break and lose the game, if any."""
    dooms: Any = session.view(seat).get("dooms") or {}
    rule: str | None = dooms.get(text)
    return rule
