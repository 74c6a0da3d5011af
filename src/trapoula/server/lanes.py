"""Thinking is done elsewhere: bots, hints and verdicts run in other processes, never in the loop.

Each kind of thought has a lane of its own: none waits for all of another, and bots wait for
nobody: no other lane may fill the processes that they think in.
"""

import asyncio
import logging
import os
import secrets
import threading
from collections import Counter
from collections.abc import Callable, Collection, Coroutine, MutableSequence, Sequence
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from typing import Any, Literal, TypeAlias, TypeVar, cast

from trapoula.core.deals import SplitMix
from trapoula.core.errors import TrapoulaError
from trapoula.core.game import View
from trapoula.machine.workers import ProcessGroup, set_up_worker
from trapoula.server.errors import Busy
from trapoula.thinking import thoughts
from trapoula.thinking.questions import LaneName, Question

LEAST = 2.0  # seconds that a search is given even when many wait
ADDRESS = 6  # questions of one address in a lane
ATTEMPTS = 3  # at a thought whose process died

Pace = Literal["quick", "slow"]
Gather: TypeAlias = Callable[[], Coroutine[Any, Any, tuple[object, ...]]]
Thought = TypeVar("Thought")


@dataclass(frozen=True, slots=True)
class Lane:
    """How much there may be of one kind of thought: in hand, in hand and waiting, and of one player."""

    pace: Pace
    at_once: int
    most: int
    each: int


LANES: dict[LaneName, Lane] = {
    "bots": Lane("quick", 2, 2000, 2000),
    "hints": Lane("quick", 1, 48, 2),  # the other process stays for bots
    "verdicts": Lane("slow", 2, 24, 1),
    "studies": Lane("slow", 1, 12, 1),
}


@dataclass(frozen=True, slots=True)
class Asker:
    """Who has asked: a player, and the address that came from."""

    player: str
    address: str


log = logging.getLogger("trapoula.lanes")


class _Desk(threading.local):
    """Where a thinker sits: the list that says which thoughts are no longer wanted."""

    unwanted: MutableSequence[int] = bytearray(1)


_desk = _Desk()


def _sit_down(unwanted: MutableSequence[int], compiled: MutableSequence[int]) -> None:
    """A thinker in a process of its own, which lets players go first.

    Where everything is compiled it is loaded before anything else: whatever comes finds it ready."""
    _Desk.unwanted = unwanted
    if hasattr(os, "nice"):
        os.nice(5)
    set_up_worker()
    if compiled[0]:
        with suppress(Exception):  # as whoever asks for it will be told
            _get_ready()


def _sit_here(unwanted: MutableSequence[int], _: MutableSequence[int]) -> None:
    """A thinker in a thread of the server, for tests."""
    _desk.unwanted = unwanted


def _get_ready() -> None:
    """Load all that hints are thought with, at patiences and at tables."""
    thoughts.warm()
    thoughts.get_ready()


def _think(
    think: Callable[..., Thought], about: tuple[object, ...], place: int
) -> tuple[Thought | None, Any]:
    """A thought, or why there is none: refusals do not travel between processes as they are."""
    desk = _desk.unwanted
    thoughts.unwanted.set(lambda: bool(desk[place]))
    try:
        return think(*about), None
    except TrapoulaError as error:
        return None, (type(error), error.message, error.facts)


def _can_share() -> bool:
    """Whether processes can share memory and locks here: some containers let nobody."""
    try:
        get_context("spawn").RawArray("b", 1)
        get_context("spawn").Lock()
    except (OSError, ImportError):
        return False
    return True


class Lanes:
    """A few processes that think, made when they are first needed."""

    def __init__(self, kind: Literal["process", "thread"] = "process", workers: int = 2) -> None:
        self._shares = kind == "thread" or _can_share()
        self._kind = kind if self._shares else "thread"
        self._workers: dict[Pace, int] = {"quick": workers, "slow": workers}
        self._pools: dict[Pace, Executor] = {}
        self._staff = ProcessGroup()
        self._free = {name: asyncio.Semaphore(lane.at_once) for name, lane in LANES.items()}
        self._askers: dict[LaneName, Counter[str]] = {name: Counter() for name in LANES}
        self._waiting: Counter[LaneName] = Counter()
        places = sum(lane.at_once for lane in LANES.values())
        self._places = [*range(places)]
        self._unwanted, self._compiled = (
            get_context("spawn").RawArray("b", size) if self._kind == "process" else bytearray(size)
            for size in (places, 1)
        )

    async def ask(
        self,
        lane: LaneName,
        think: Callable[..., Thought],
        *about: object,
        asker: Asker | None = None,
    ) -> Thought:
        """A thought, when it is done; too many at once are refused before they cost anything."""

        async def ready() -> tuple[object, ...]:
            return about

        return await self._ask(lane, think, ready, asker)

    async def wonder(self, asked: Question, asker: Asker) -> Any:
        """What is thought of a question, which is put together beside the loop when it is its turn."""
        return await self._ask(
            asked.lane, asked.think, partial(asyncio.to_thread, asked.whole), asker
        )

    async def _ask(
        self, lane: LaneName, think: Callable[..., Thought], gather: Gather, asker: Asker | None
    ) -> Thought:
        if self._waiting[lane] >= LANES[lane].most:
            raise Busy("Too much is being thought about; try again in a moment.")
        who = () if asker is None else (f"player {asker.player}", f"address {asker.address}")
        asked = self._askers[lane]
        for one, most in zip(who, (LANES[lane].each, ADDRESS), strict=False):
            if asked[one] >= most:
                raise Busy("You have asked a lot already; wait for the answers first.")
        self._waiting[lane] += 1
        asked.update(who)
        try:
            return await self._think(lane, think, gather)
        finally:
            self._waiting[lane] -= 1
            for one in who:
                asked[one] -= 1
                if not asked[one]:
                    del asked[one]

    def share(self, seconds: float) -> float:
        """How long a search may take that would like so many seconds: less when others wait."""
        return min(seconds, max(LEAST, 60.0 / (1 + self._waiting["verdicts"])))

    async def _think(
        self, lane: LaneName, think: Callable[..., Thought], gather: Gather
    ) -> Thought:
        for _ in range(ATTEMPTS):
            pool = self._executor(LANES[lane].pace)
            try:
                thought, refusal = await self._in_hand(lane, pool, think, gather)
            except BrokenExecutor:
                self._dismiss(LANES[lane].pace, pool)
                continue
            if refusal is not None:
                kind, message, facts = refusal
                raise kind(message, **facts)
            return cast(Thought, thought)
        raise Busy("That thought was lost; try again.")

    async def _in_hand(
        self,
        lane: LaneName,
        pool: Executor,
        think: Callable[..., Thought],
        gather: Gather,
    ) -> tuple[Thought | None, Any]:
        """Wait for a place, then for the thought; its place is free when the thinker is."""
        await self._free[lane].acquire()
        place = self._places.pop()
        self._unwanted[place] = 0
        leave = partial(self._leave, asyncio.get_running_loop(), lane, place)
        gathering = asyncio.ensure_future(gather())
        try:
            future = pool.submit(_think, think, await asyncio.shield(gathering), place)
        except BaseException:  # who stops waiting does not stop the gathering
            gathering.add_done_callback(lambda _: self._rise(lane, place))
            raise
        future.add_done_callback(leave)
        try:
            return await asyncio.wrap_future(future)
        except asyncio.CancelledError:
            self._unwanted[place] = 1
            raise

    def _leave(
        self, loop: asyncio.AbstractEventLoop, lane: LaneName, place: int, _: Future[Any]
    ) -> None:
        with suppress(RuntimeError):  # the loop is gone, and so is everyone who waited
            loop.call_soon_threadsafe(self._rise, lane, place)

    def _rise(self, lane: LaneName, place: int) -> None:
        self._places.append(place)
        self._free[lane].release()

    async def choose(
        self,
        game: str,
        level: str,
        notes: bytes,
        views: Sequence[View],
        legal: Sequence[str],
        addresses: Collection[str] = (),
    ) -> tuple[str, bytes]:
        """What a bot does, and its notes now, for those at its table who are at some addresses."""
        seed = secrets.randbits(64)
        if not thoughts.levels(game):
            return thoughts.choose(game, level, notes, views, legal, seed)
        try:
            asker = self._table_of(addresses)
            about = game, level, notes, views, legal
            return await self.ask("bots", thoughts.choose, *about, seed, asker=asker)
        except Busy:  # then it thinks again later, and plays nothing meanwhile
            raise
        except Exception as error:  # a bot that fails must not hold up the table
            log.warning("a bot failed: %s", type(error).__name__)
            return thoughts.RandomBot().choose(views[-1], legal, SplitMix(seed)), notes

    async def remark(
        self,
        game: str,
        level: str,
        notes: bytes,
        views: Sequence[View],
        legal: Sequence[str],
        addresses: Collection[str] = (),
    ) -> tuple[str | None, bytes]:
        """What a bot has to say out of turn, mostly nothing, and its notes now."""
        if not thoughts.levels(game):
            return None, notes
        try:
            asker = self._table_of(addresses)
            about = game, level, notes, views, legal
            return await self.ask("bots", thoughts.remark, *about, asker=asker)
        except Busy:
            return None, notes
        except Exception as error:
            log.warning("a bot failed: %s", type(error).__name__)
            return None, notes

    def _table_of(self, addresses: Collection[str]) -> Asker | None:
        """For whom a bot thinks: of those at its table the one for whom the fewest others do."""
        asked = self._askers["bots"]
        fewest = min(addresses, key=lambda one: asked[f"address {one}"], default=None)
        return None if fewest is None else Asker("", fewest)

    async def warm(self) -> None:
        """Get ready to think, if there is anything to think with.

        What has to be compiled is compiled once, where hints do not wait for it; then the others are called
        in, who only load it."""
        try:
            await self.ask("studies", _get_ready)
            self._compiled[0] = 1
            each = range(self._workers["quick"])
            await asyncio.gather(*(self.ask("bots", _get_ready) for _ in each))
        except Exception as error:
            log.info("nothing was warmed: %s", type(error).__name__)

    def close(self) -> None:
        """Stop thinking at once, even in the middle of a thought that nobody can interrupt."""
        pools = [*self._pools.values()]
        self._pools.clear()
        self._staff.dismiss()
        if self._kind == "thread":  # which nobody can end: they are told that nobody waits
            self._unwanted[:] = bytes([1] * len(self._unwanted))
        for pool in pools:
            pool.shutdown(wait=self._kind == "process", cancel_futures=True)

    def _dismiss(self, pace: Pace, pool: Executor) -> None:
        """Do without processes of which one has died; others may have been called in already."""
        if self._pools.get(pace) is pool:
            del self._pools[pace]
        pool.shutdown(wait=False, cancel_futures=True)

    def _executor(self, pace: Pace) -> Executor:
        if pace not in self._pools:
            workers, seen = self._workers[pace], (self._unwanted, self._compiled)
            if not self._shares:
                log.warning("/dev/shm cannot be used: bots and hints think in this process")
            self._pools[pace] = (
                ProcessPoolExecutor(workers, self._staff, _sit_down, seen)
                if self._kind == "process"
                else ThreadPoolExecutor(workers, f"trapoula-{pace}", _sit_here, seen)
            )
        return self._pools[pace]
