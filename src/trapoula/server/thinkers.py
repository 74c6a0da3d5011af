"""Thinkers is done elsewhere: bots, hints and verdicts run in other processes, never in the loop.

A bot is `trapoula.bots.player(game, level)`, of the levels that `trapoula.bots.levels(game)` names. What it
remembers of a table is kept there, as notes that only thinkers can read.
A hint is `trapoula.solve.hint(session, seat)`, with an `action` and a sentence in `message` and `facts`.
A verdict is `trapoula.solve.verdict(session, seconds)`, with a `finding` and what was spent.
The fatal move is `trapoula.solve.fatal(session, seconds)`, a winnable deal `trapoula.solve.pick.any_pick`.
What does not exist is not available. What takes seconds is pondered in processes of its own, so that bots and
hints never wait for it.
"""

import ast
import asyncio
import logging
import os
import pickle
import secrets
import signal
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from functools import cache
from importlib import import_module
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Thread
from typing import Any, Literal, TypeVar, cast

import trapoula.bots
from trapoula.bots import Memory, Player, Seated, Talker
from trapoula.cards import name
from trapoula.deals import SplitMix
from trapoula.errors import TrapoulaError
from trapoula.game import Choice, Dice, Json, Seat, View
from trapoula.patience import CARRY, PAIR, Action
from trapoula.record import Record
from trapoula.server.errors import Busy, NotAvailable
from trapoula.session import Session
from trapoula.solve.pick import Level, any_pick
from trapoula.texts import ENGLISH, language

MOST_WAITING = 64  # thoughts at once
PICKING = 20.0  # seconds for finding a deal

Pace = Literal["quick", "slow"]
Thought = TypeVar("Thought")
log = logging.getLogger("trapoula.thinkers")


class RandomBot:
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
        return RandomBot()
    try:
        return trapoula.bots.player(game, level if level in known else known[-1])
    except ImportError:  # what it thinks with is not installed
        return RandomBot()


def choose(
    game: str, level: str, notes: bytes, views: Sequence[View], legal: Sequence[str], seed: int
) -> tuple[str, bytes]:
    """What a bot does who has seen some views since its last notes, and its notes now."""
    bot, memory = _sit_down(game, level, notes, views)
    return bot.choose(views[-1], legal, SplitMix(seed)), pickle.dumps(memory)


def remark(
    game: str, level: str, notes: bytes, views: Sequence[View], legal: Sequence[str]
) -> tuple[str | None, bytes]:
    """What a bot has to say out of turn, when it may say it, and its notes now."""
    bot, memory = _sit_down(game, level, notes, views)
    said = bot.remark(views[-1]) if isinstance(bot, Talker) else None
    return said if said in legal else None, pickle.dumps(memory)


def _sit_down(
    game: str, level: str, notes: bytes, views: Sequence[View]
) -> tuple[Player, Memory | None]:
    """A bot with its notes, who has looked at all views but the last, and its memory."""
    bot = player(game, level)
    if isinstance(bot, RandomBot):
        return bot, None
    memory: Memory | None = pickle.loads(notes) if notes else trapoula.bots.memory(game)
    if memory is None:
        return bot, None
    for view in views[:-1]:
        memory.recall(view)
    return Seated(bot, memory), memory


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
    return {
        "verdict": thought.finding,
        "until_shuffle": thought.shuffles,
        "best": thought.best,
        "spent": thought.seconds,
    }


def fatal(record: Record, seconds: float) -> dict[str, Json]:
    """Where a game was lost, with the action that lost it, when that is certain."""
    session = Session.resume(record)
    found = _solver("fatal")(session, seconds)
    action = None if found.move is None else record.actions[found.move - 1][1]
    card = None if action is None else _carried(session, found.move)
    return {**found.facts(), "action": action, "card": card}


def _carried(session: Session, step: int) -> str | None:
    """The lowest card that an action carried, if it carried any."""
    action = session.actions[step - 1][1]
    if not isinstance(action, Action) or action.verb not in (CARRY, PAIR):
        return None
    return name(session.state_at(step - 1).piles[action.source][-action.size])


def pick(game: str, options: Mapping[str, Choice], level: Level | None) -> dict[str, Json]:
    """The number of a deal that can be won."""
    found = any_pick(game, options, level=level, seconds=2.0, within=PICKING)
    if found is None:
        raise NotAvailable("No such deal was found in time; try again.")
    return {"deal": found}


def warm() -> None:
    """Load what hints and verdicts are thought with, so that the first one comes quickly."""
    _solver("warm")()


def _settle_in() -> None:
    """A thinker lets players go first, and does not outlive its server, who alone hears Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
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


class Thinkers:
    """A few processes that think, made when they are first needed."""

    def __init__(self, kind: Literal["process", "thread"] = "process", workers: int = 2) -> None:
        self._kind = kind
        self._workers: dict[Pace, int] = {"quick": workers, "slow": workers}
        self._pools: dict[Pace, Executor] = {}
        self._waiting = 0

    async def ask(self, think: Callable[..., Thought], *about: object) -> Thought:
        """A quick thought, when it is done; too many at once are refused."""
        return await self._ask("quick", think, about)

    async def ponder(self, think: Callable[..., Thought], *about: object) -> Thought:
        """A thought that takes seconds, which quick ones never wait for."""
        return await self._ask("slow", think, about)

    async def _ask(
        self, pace: Pace, think: Callable[..., Thought], about: tuple[object, ...]
    ) -> Thought:
        if self._waiting >= MOST_WAITING:
            raise Busy("Too much is being thought about; try again in a moment.")
        self._waiting += 1
        try:
            loop = asyncio.get_running_loop()
            pool = self._executor(pace)
            thought, refusal = await loop.run_in_executor(pool, _think, think, about)
            if refusal is not None:
                kind, message, facts = refusal
                raise kind(message, **facts)
            return cast(Thought, thought)
        except BrokenExecutor:
            self._pools.pop(pace, None)
            raise Busy("That thought was lost; try again.") from None
        finally:
            self._waiting -= 1

    async def choose(
        self, game: str, level: str, notes: bytes, views: Sequence[View], legal: Sequence[str]
    ) -> tuple[str, bytes]:
        """What a bot does, and its notes now."""
        seed = secrets.randbits(64)
        if not levels(game):
            return choose(game, level, notes, views, legal, seed)
        try:
            return await self.ask(choose, game, level, notes, views, legal, seed)
        except Exception as error:  # a bot that fails must not hold up the table
            log.warning("a bot failed: %s", type(error).__name__)
            return RandomBot().choose(views[-1], legal, SplitMix(seed)), notes

    async def remark(
        self, game: str, level: str, notes: bytes, views: Sequence[View], legal: Sequence[str]
    ) -> tuple[str | None, bytes]:
        """What a bot has to say out of turn, mostly nothing, and its notes now."""
        if not levels(game):
            return None, notes
        try:
            return await self.ask(remark, game, level, notes, views, legal)
        except Exception as error:
            log.warning("a bot failed: %s", type(error).__name__)
            return None, notes

    async def warm(self) -> None:
        """Get ready to think, if there is anything to think with."""
        try:
            await self.ask(warm)
        except Exception as error:
            log.info("nothing was warmed: %s", type(error).__name__)

    def close(self) -> None:
        """Stop thinking."""
        for pool in self._pools.values():
            pool.shutdown(wait=False, cancel_futures=True)
        self._pools.clear()

    def _executor(self, pace: Pace) -> Executor:
        if pace not in self._pools:
            workers = self._workers[pace]
            self._pools[pace] = (
                ProcessPoolExecutor(workers, get_context("spawn"), _settle_in)
                if self._kind == "process"
                else ThreadPoolExecutor(workers, f"trapoula-{pace}")
            )
        return self._pools[pace]
