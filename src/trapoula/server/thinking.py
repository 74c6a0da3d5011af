"""Thinking is done elsewhere: bots, hints and verdicts run in other processes, never in the loop.

A bot is `trapoula.bots.player(game, level)`, of the levels that `trapoula.bots.levels(game)` names.
A hint is `trapoula.solve.hint(session, seat)`, with an `action` and a sentence in `message` and `facts`.
A verdict is `trapoula.solve.verdict(session, seconds)`, with a `verdict` and what was `spent`.
What does not exist is not available.
"""

import ast
import asyncio
import logging
import os
import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from functools import cache
from importlib import import_module
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Thread
from typing import Any, Literal, TypeVar, cast

import trapoula.bots
from trapoula.bots import Player
from trapoula.deals import SplitMix
from trapoula.errors import TrapoulaError
from trapoula.game import Dice, Json, Seat, View
from trapoula.record import Record
from trapoula.server.errors import Busy, NotAvailable
from trapoula.session import Session
from trapoula.texts import ENGLISH, language

MOST_WAITING = 64  # thoughts at once

Thought = TypeVar("Thought")
log = logging.getLogger("trapoula.thinking")


class Anyhow:
    """One who does anything that is allowed."""

    def choose(self, view: View, legal: Sequence[str], dice: Dice) -> str:
        """Any of the legal actions."""
        return legal[dice.below(len(legal))]


@cache
def levels(game: str) -> tuple[str, ...]:
    """The bots there are for a game, weakest first: read off their file, which costs seconds to load."""
    file = Path(trapoula.bots.__file__).parent / f"{game.replace('-', '_')}.py"
    if not file.is_file():
        return ()
    for node in ast.parse(file.read_text("utf-8")).body:
        names = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        told = getattr(node, "value", None)
        if isinstance(told, ast.Dict) and any(
            getattr(name, "id", "") == "LEVELS" for name in names
        ):
            return tuple(str(key.value) for key in told.keys if isinstance(key, ast.Constant))
    return ()


@cache
def player(game: str, level: str) -> Player:
    """The bot of a level; the strongest when none is named, and anyone where none can be had."""
    known = levels(game)
    if not known:
        return Anyhow()
    try:
        return trapoula.bots.player(game, level if level in known else known[-1])
    except ImportError:  # what it thinks with is not installed
        return Anyhow()


def choose(game: str, level: str, view: View, legal: Sequence[str], seed: int) -> str:
    """What a bot does."""
    return player(game, level).choose(view, legal, SplitMix(seed))


def remark(game: str, level: str, view: View, legal: Sequence[str]) -> str | None:
    """What a bot has to say out of turn, when it may say it."""
    bot = player(game, level)
    said = bot.remark(view) if isinstance(bot, trapoula.bots.Talker) else None
    return said if said in legal else None


def hint(record: Record, seat: Seat) -> dict[str, Json]:
    """What a player might do, from what that player can see."""
    thought = _solver("hint")(Session.resume(record), seat)
    if thought is None:
        raise NotAvailable("There is nothing to advise here.")
    message, facts = str(thought.message), dict(thought.facts)
    return {
        "action": str(thought.action),
        "because": language(ENGLISH).say(message, **facts),
        "template": message,
        "facts": {name: str(fact) for name, fact in facts.items()},
    }


def verdict(record: Record, seconds: float) -> dict[str, Json]:
    """Whether a game can still be won."""
    thought = _solver("verdict")(Session.resume(record), seconds)
    return {"verdict": str(thought.verdict), "spent": float(thought.spent)}


def warm() -> None:
    """Load what hints and verdicts are thought with, so that the first one comes quickly."""
    _solver("warm")()


def _settle_in() -> None:
    """A thinker lets players go first, and does not outlive its server."""
    if hasattr(os, "nice"):
        os.nice(5)
    server = parent_process()
    if server is not None:
        Thread(target=_end_with, args=(server,), daemon=True).start()


def _end_with(server: BaseProcess) -> None:
    server.join()
    os._exit(0)


def _solver(name: str) -> Callable[..., Any]:
    try:
        found: Callable[..., Any] = getattr(import_module("trapoula.solve"), name)
    except (ImportError, AttributeError):
        raise NotAvailable("Nobody here can tell yet.") from None
    return found


def _think(think: Callable[..., Thought], about: tuple[object, ...]) -> tuple[Thought | None, Any]:
    """A thought, or why there is none: refusals do not travel between processes as they are."""
    try:
        return think(*about), None
    except TrapoulaError as error:
        return None, (type(error), error.message, error.facts)


class Thinking:
    """A few processes that think, made when they are first needed."""

    def __init__(self, kind: Literal["process", "thread"] = "process", workers: int = 2) -> None:
        self._kind, self._workers = kind, workers
        self._pool: Executor | None = None
        self._waiting = 0

    async def ask(self, think: Callable[..., Thought], *about: object) -> Thought:
        """A thought, when it is done; too many at once are refused."""
        if self._waiting >= MOST_WAITING:
            raise Busy("Too much is being thought about; try again in a moment.")
        self._waiting += 1
        try:
            loop = asyncio.get_running_loop()
            thought, refusal = await loop.run_in_executor(self._executor(), _think, think, about)
            if refusal is not None:
                kind, message, facts = refusal
                raise kind(message, **facts)
            return cast(Thought, thought)
        except BrokenExecutor:
            self._pool = None
            raise Busy("That thought was lost; try again.") from None
        finally:
            self._waiting -= 1

    async def choose(self, game: str, level: str, view: View, legal: Sequence[str]) -> str:
        """What a bot does."""
        seed = secrets.randbits(64)
        if not levels(game):
            return choose(game, level, view, legal, seed)
        try:
            return await self.ask(choose, game, level, view, legal, seed)
        except Exception as error:  # a bot that fails must not hold up the table
            log.warning("a bot failed: %s", type(error).__name__)
            return Anyhow().choose(view, legal, SplitMix(seed))

    async def remark(self, game: str, level: str, view: View, legal: Sequence[str]) -> str | None:
        """What a bot has to say out of turn; mostly nothing."""
        try:
            return await self.ask(remark, game, level, view, legal) if levels(game) else None
        except Exception as error:
            log.warning("a bot failed: %s", type(error).__name__)
            return None

    async def warm(self) -> None:
        """Get ready to think, if there is anything to think with."""
        try:
            await self.ask(warm)
        except Exception as error:
            log.info("nothing was warmed: %s", type(error).__name__)

    def close(self) -> None:
        """Stop thinking."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def _executor(self) -> Executor:
        if self._pool is None:
            if self._kind == "process":
                self._pool = ProcessPoolExecutor(self._workers, get_context("spawn"), _settle_in)
            else:
                self._pool = ThreadPoolExecutor(self._workers, "trapoula-think")
        return self._pool
