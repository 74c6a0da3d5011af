"""Run bots, hints and verdicts in worker processes, never in the event loop.

Each kind of question has a lane with its own limits, so that none waits behind all of another kind.
No other lane can fill the processes that bots need."""

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

LEAST = 2.0  # seconds a search gets even when many wait
ADDRESS = 6  # questions per address in a lane
ATTEMPTS = 3  # times a question is asked if its process dies

Pace = Literal["quick", "slow"]
Gather: TypeAlias = Callable[[], Coroutine[Any, Any, tuple[object, ...]]]
Thought = TypeVar("Thought")


@dataclass(frozen=True, slots=True)
class Lane:
    """The limits of a lane: how many run at once, run or wait, and come from one player."""

    pace: Pace
    at_once: int
    most: int
    each: int


LANES: dict[LaneName, Lane] = {
    "bots": Lane("quick", 2, 2000, 2000),
    "hints": Lane("quick", 1, 48, 2),  # leaves the other process to bots
    "verdicts": Lane("slow", 2, 24, 1),
    "studies": Lane("slow", 1, 12, 1),
}


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks: a player, and their address."""

    player: str
    address: str


log = logging.getLogger("trapoula.lanes")


class _WorkerState(threading.local):
    """The flags of cancelled questions, as a worker sees them."""

    unwanted: MutableSequence[int] = bytearray(1)


_worker_state = _WorkerState()


def _set_up_process(unwanted: MutableSequence[int], compiled: MutableSequence[int]) -> None:
    """Set up a worker process, at low priority.

    If everything is compiled, it is loaded now, before the first question."""
    _WorkerState.unwanted = unwanted
    if hasattr(os, "nice"):
        os.nice(5)
    set_up_worker()
    if compiled[0]:
        with suppress(Exception):  # the first question that needs it gets the error
            _get_ready()


def _set_up_thread(unwanted: MutableSequence[int], _: MutableSequence[int]) -> None:
    """Set up a worker thread of the server, for tests."""
    _worker_state.unwanted = unwanted


def _get_ready() -> None:
    """Load everything that hints need, for patiences and table games."""
    thoughts.warm()
    thoughts.get_ready()


def _think(
    think: Callable[..., Thought], about: tuple[object, ...], place: int
) -> tuple[Thought | None, Any]:
    """Answer a question, or return its refusal as data: exceptions do not pickle well."""
    desk = _worker_state.unwanted
    thoughts.unwanted.set(lambda: bool(desk[place]))
    try:
        return think(*about), None
    except TrapoulaError as error:
        return None, (type(error), error.message, error.facts)


def _can_share() -> bool:
    """Return whether processes can share memory and locks: some containers forbid it."""
    try:
        get_context("spawn").RawArray("b", 1)
        get_context("spawn").Lock()
    except (OSError, ImportError):
        return False
    return True


class Lanes:
    """Worker pools, started at the first question."""

    def __init__(self, kind: Literal["process", "thread"] = "process", workers: int = 2) -> None:
        self._shares = kind == "thread" or _can_share()
        self._kind = kind if self._shares else "thread"
        self._workers: dict[Pace, int] = {"quick": workers, "slow": workers}
        self._pools: dict[Pace, Executor] = {}
        self._processes = ProcessGroup()
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
        """Answer a question in a worker. Raises Busy at once if too many wait."""

        async def ready() -> tuple[object, ...]:
            return about

        return await self._ask(lane, think, ready, asker)

    async def answer(self, asked: Question, asker: Asker) -> Any:
        """Answer a question whose arguments are gathered in a thread when its turn comes."""
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

    def time_limit(self, seconds: float) -> float:
        """Return the time limit for a search that asks for so many seconds: less if others wait."""
        return min(seconds, max(LEAST, 60.0 / (1 + self._waiting["verdicts"])))

    async def _think(
        self, lane: LaneName, think: Callable[..., Thought], gather: Gather
    ) -> Thought:
        for _ in range(ATTEMPTS):
            pool = self._executor(LANES[lane].pace)
            try:
                thought, refusal = await self._run(lane, pool, think, gather)
            except BrokenExecutor:
                self._drop_pool(LANES[lane].pace, pool)
                continue
            if refusal is not None:
                kind, message, facts = refusal
                raise kind(message, **facts)
            return cast(Thought, thought)
        raise Busy("That thought was lost; try again.")

    async def _run(
        self,
        lane: LaneName,
        pool: Executor,
        think: Callable[..., Thought],
        gather: Gather,
    ) -> tuple[Thought | None, Any]:
        """Wait for a free slot, then for the answer. The slot is freed when the worker is."""
        await self._free[lane].acquire()
        place = self._places.pop()
        self._unwanted[place] = 0
        leave = partial(self._on_done, asyncio.get_running_loop(), lane, place)
        gathering = asyncio.ensure_future(gather())
        try:
            future = pool.submit(_think, think, await asyncio.shield(gathering), place)
        except BaseException:  # cancelling the caller does not cancel the gathering
            gathering.add_done_callback(lambda _: self._free_slot(lane, place))
            raise
        future.add_done_callback(leave)
        try:
            return await asyncio.wrap_future(future)
        except asyncio.CancelledError:
            self._unwanted[place] = 1
            raise

    def _on_done(
        self, loop: asyncio.AbstractEventLoop, lane: LaneName, place: int, _: Future[Any]
    ) -> None:
        with suppress(RuntimeError):  # the loop is closed, and no caller is left
            loop.call_soon_threadsafe(self._free_slot, lane, place)

    def _free_slot(self, lane: LaneName, place: int) -> None:
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
        """Return a bot's move and its new notes. The work is charged to one of the addresses."""
        seed = secrets.randbits(64)
        if not thoughts.levels(game):
            return thoughts.choose(game, level, notes, views, legal, seed)
        try:
            asker = self._table_of(addresses)
            about = game, level, notes, views, legal
            return await self.ask("bots", thoughts.choose, *about, seed, asker=asker)
        except Busy:  # the caller tries again later
            raise
        except Exception as error:  # a failing bot must not stop the table
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
        """Return what a bot says out of turn, mostly None, and its new notes."""
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
        """Return the address to charge for a bot's work: the one with the fewest bot questions."""
        asked = self._askers["bots"]
        fewest = min(addresses, key=lambda one: asked[f"address {one}"], default=None)
        return None if fewest is None else Asker("", fewest)

    async def warm(self) -> None:
        """Load the solver and the bots, if they are installed.

        One worker in the lane of studies compiles what is missing, so that hints need not wait.
        Then the quick workers load it."""
        try:
            await self.ask("studies", _get_ready)
            self._compiled[0] = 1
            each = range(self._workers["quick"])
            await asyncio.gather(*(self.ask("bots", _get_ready) for _ in each))
        except Exception as error:
            log.info("could not load the solver: %s", type(error).__name__)

    def close(self) -> None:
        """Stop all workers at once, even in the middle of an answer."""
        pools = [*self._pools.values()]
        self._pools.clear()
        self._processes.dismiss()
        if self._kind == "thread":  # threads cannot be killed: mark every question as cancelled
            self._unwanted[:] = bytes([1] * len(self._unwanted))
        for pool in pools:
            pool.shutdown(wait=self._kind == "process", cancel_futures=True)

    def _drop_pool(self, pace: Pace, pool: Executor) -> None:
        """Drop a pool in which a process has died, unless it has been replaced already."""
        if self._pools.get(pace) is pool:
            del self._pools[pace]
        pool.shutdown(wait=False, cancel_futures=True)

    def _executor(self, pace: Pace) -> Executor:
        if pace not in self._pools:
            workers, seen = self._workers[pace], (self._unwanted, self._compiled)
            if not self._shares:
                log.warning("/dev/shm is not usable: bots and hints run in this process")
            self._pools[pace] = (
                ProcessPoolExecutor(workers, self._processes, _set_up_process, seen)
                if self._kind == "process"
                else ThreadPoolExecutor(workers, f"trapoula-{pace}", _set_up_thread, seen)
            )
        return self._pools[pace]
