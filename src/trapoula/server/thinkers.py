"""Thinking is done elsewhere: bots, hints and verdicts run in other processes, never in the loop.

A bot is `trapoula.bots.player(game, level)`, of the levels that `trapoula.bots.levels(game)` names. What it
remembers of a table is kept there, as notes that only thinkers can read.
A hint, a verdict, a fatal move and a winnable deal are those of `trapoula.solve`; what does not exist is not
available. Each kind of thought has a lane of its own: none waits for all of another, and bots wait for
nobody: no other lane may fill the processes that they think in.
"""

import ast
import asyncio
import logging
import os
import pickle
import secrets
import signal
import threading
from collections import Counter
from collections.abc import Callable, Mapping, MutableSequence, Sequence
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from multiprocessing import get_context, parent_process
from multiprocessing.context import SpawnContext, SpawnProcess
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Literal, TypeVar, cast

import trapoula.bots
from trapoula.bots import Memory, Player, Seated, Talker
from trapoula.cards import name
from trapoula.catalogue import find
from trapoula.deals import SplitMix
from trapoula.errors import TrapoulaError
from trapoula.game import Choice, Dice, Game, Json, View
from trapoula.patience import CARRY, PAIR, Action
from trapoula.server.errors import Busy, NotAvailable
from trapoula.session import Session
from trapoula.solve.past import Kept, Past
from trapoula.solve.pick import Level, any_pick
from trapoula.solve.verdict import Finding
from trapoula.texts import ENGLISH, language

PICKING = 20.0  # seconds for finding a deal
MEMORY = 160 << 20  # bytes that one search may fill
LEAST = 2.0  # seconds that a search is given even when many wait
ADDRESS = 6  # questions of one address in a lane
ATTEMPTS = 3  # at a thought whose process died
MOST_TABLES = 1000  # that are handed over when it is asked which move lost

Pace = Literal["quick", "slow"]
LaneName = Literal["bots", "hints", "verdicts", "studies"]
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


def hint(
    game: str, options: Mapping[str, Choice], state: Any, behind: Past
) -> tuple[dict[str, Json], Kept]:
    """What the player of a patience might do, by what is and was seen; and what is to be kept of it."""
    thought = _solver("advise")(find(game).make(options), state, behind)
    if thought is None:
        raise NotAvailable("No move leads to anything new: take some back, or deal again.")
    message, facts = str(thought.message), dict(thought.facts)
    told: dict[str, Json] = {
        "action": str(thought.action),
        "because": language(ENGLISH).say(message, **facts),
        "template": message,
        "facts": {name: str(fact) for name, fact in facts.items()},
    }
    return told, thought.kept


def counsel(game: str, views: Sequence[View], able: Sequence[str]) -> dict[str, Json]:
    """What a seat of a table game might do, from what that seat has seen, and its chance of winning then."""
    try:
        from trapoula import coach
    except ImportError:  # what it thinks with is not installed
        raise NotAvailable("Nobody here can tell yet.") from None
    advice = coach.counsel(game, views, able)
    if advice is None:
        raise NotAvailable("There is nothing to advise here.")
    return {
        "action": advice.action,
        "because": language(ENGLISH).say(advice.message, **advice.facts),
        "template": advice.message,
        "facts": {name: str(fact) for name, fact in advice.facts.items()},
        "chance": advice.chance,
    }


def verdict(
    game: str, options: Mapping[str, Choice], state: Any, seconds: float
) -> dict[str, Json]:
    """Whether a game can still be won."""
    thought = _solver("judge")(find(game).make(options), state, _limits(seconds))
    return {
        "verdict": thought.finding,
        "until_shuffle": thought.shuffles,
        "best": thought.best,
        "spent": thought.seconds,
    }


def solution(
    game: str, options: Mapping[str, Choice], state: Any, seconds: float
) -> tuple[Finding, tuple[str, ...]]:
    """Whether a game can still be won, and how."""
    thought = _solver("judge")(find(game).make(options), state, _limits(seconds))
    return thought.finding, thought.line


@dataclass(frozen=True, slots=True)
class Line:
    """The tables of a game, one after the other."""

    game: Game[Any, Any]
    tables: Sequence[Any]

    @property
    def steps(self) -> int:
        """How many actions lead from the first to the last."""
        return len(self.tables) - 1

    def state_at(self, step: int) -> Any:
        """The table after so many actions."""
        return self.tables[step]


def fatal(
    game: str, options: Mapping[str, Choice], tables: Sequence[Any], first: int, seconds: float
) -> dict[str, int | None]:
    """Where a game was lost, in numbers of its actions: the first of the tables is not always the deal."""
    line = Line(find(game).make(options), tables)
    found = _solver("fatal")(line, _limits(seconds))
    steps = {"winnable": found.winnable, "lost": found.lost, "move": found.move}
    return {name: None if step is None else first + step for name, step in steps.items()}


def last_tables(session: Session) -> tuple[list[Any], int]:
    """The tables among which a fatal move is looked for, and the number of the first of them."""
    first = max(0, session.steps - MOST_TABLES)
    return [session.state_at(step) for step in range(first, session.steps + 1)], first


def carried(session: Session, step: int) -> str | None:
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


class _Desk(threading.local):
    """Where a thinker sits: which place of the list says that its thought is no longer wanted."""

    unwanted: MutableSequence[int] = bytearray(1)
    place = 0


_desk = _Desk()


def _limits(seconds: float) -> Any:
    """What a search may spend; it ends when nobody waits for it any more."""
    unwanted, place = _desk.unwanted, _desk.place
    return _solver("Limits")(seconds, memory=MEMORY, stop=lambda: bool(unwanted[place]))


def _settle_in(unwanted: MutableSequence[int]) -> None:
    """A thinker lets players go first, and does not outlive its server, who alone hears Ctrl-C."""
    _Desk.unwanted = unwanted
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(5)
    server = parent_process()
    if server is not None:
        threading.Thread(target=_end_with, args=(server,), daemon=True).start()


def _sit_here(unwanted: MutableSequence[int]) -> None:
    """A thinker in a thread of the server, for tests."""
    _desk.unwanted = unwanted


def _end_with(server: BaseProcess) -> None:
    server.join()
    os._exit(0)


def _solver(name: str) -> Callable[..., Any]:
    try:
        found: Callable[..., Any] = getattr(import_module("trapoula.solve"), name)
    except (ImportError, AttributeError):
        raise NotAvailable("Nobody here can tell yet.") from None
    return found


def _think(
    think: Callable[..., Thought], about: tuple[object, ...], place: int
) -> tuple[Thought | None, Any]:
    """A thought, or why there is none: refusals do not travel between processes as they are."""
    _desk.place = place
    try:
        return think(*about), None
    except TrapoulaError as error:
        return None, (type(error), error.message, error.facts)


class Staff(SpawnContext):
    """Starts processes, and remembers which: the server may have others that are none of ours."""

    def __init__(self) -> None:
        super().__init__()
        self.hired: list[BaseProcess] = []

    def Process(self, *args: Any, **given: Any) -> SpawnProcess:  # type: ignore[override]  # noqa: N802
        """One more process."""
        self.hired = [one for one in self.hired if one.is_alive()]
        process = SpawnProcess(*args, **given)
        self.hired.append(process)
        return process


class Thinkers:
    """A few processes that think, made when they are first needed."""

    def __init__(self, kind: Literal["process", "thread"] = "process", workers: int = 2) -> None:
        self._kind = kind
        self._workers: dict[Pace, int] = {"quick": workers, "slow": workers}
        self._pools: dict[Pace, Executor] = {}
        self._staff = Staff()
        self._free = {name: asyncio.Semaphore(lane.at_once) for name, lane in LANES.items()}
        self._askers: dict[LaneName, Counter[str]] = {name: Counter() for name in LANES}
        self._waiting: Counter[LaneName] = Counter()
        places = sum(lane.at_once for lane in LANES.values())
        self._places = [*range(places)]
        self._unwanted: MutableSequence[int] = (
            get_context("spawn").RawArray("b", places) if kind == "process" else bytearray(places)
        )

    async def ask(
        self,
        lane: LaneName,
        think: Callable[..., Thought],
        *about: object,
        asker: Asker | None = None,
    ) -> Thought:
        """A thought, when it is done; too many at once are refused before they cost anything."""
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
            return await self._think(lane, think, about)
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
        self, lane: LaneName, think: Callable[..., Thought], about: tuple[object, ...]
    ) -> Thought:
        for _ in range(ATTEMPTS):
            pool = self._executor(LANES[lane].pace)
            try:
                thought, refusal = await self._in_hand(lane, pool, think, about)
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
        about: tuple[object, ...],
    ) -> tuple[Thought | None, Any]:
        """Wait for a place, then for the thought; its place is free when the thinker is."""
        await self._free[lane].acquire()
        place = self._places.pop()
        self._unwanted[place] = 0
        leave = partial(self._leave, asyncio.get_running_loop(), lane, place)
        try:
            future = pool.submit(_think, think, about, place)
        except BaseException:
            self._rise(lane, place)
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
        self, game: str, level: str, notes: bytes, views: Sequence[View], legal: Sequence[str]
    ) -> tuple[str, bytes]:
        """What a bot does, and its notes now."""
        seed = secrets.randbits(64)
        if not levels(game):
            return choose(game, level, notes, views, legal, seed)
        try:
            return await self.ask("bots", choose, game, level, notes, views, legal, seed)
        except Busy:  # then it thinks again later, and plays nothing meanwhile
            raise
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
            return await self.ask("bots", remark, game, level, notes, views, legal)
        except Exception as error:
            log.warning("a bot failed: %s", type(error).__name__)
            return None, notes

    async def warm(self) -> None:
        """Get ready to think, if there is anything to think with."""
        try:
            await self.ask("hints", warm)
        except Exception as error:
            log.info("nothing was warmed: %s", type(error).__name__)

    def close(self) -> None:
        """Stop thinking at once, even in the middle of a thought that nobody can interrupt."""
        for pool in self._pools.values():
            pool.shutdown(wait=False, cancel_futures=True)
        for thinker in self._staff.hired:  # whoever compiles would go on for a minute
            if thinker.is_alive():
                thinker.kill()
        self._staff.hired.clear()
        self._pools.clear()

    def _dismiss(self, pace: Pace, pool: Executor) -> None:
        """Do without processes of which one has died; others may have been called in already."""
        if self._pools.get(pace) is pool:
            del self._pools[pace]
        pool.shutdown(wait=False, cancel_futures=True)

    def _executor(self, pace: Pace) -> Executor:
        if pace not in self._pools:
            workers, seen = self._workers[pace], (self._unwanted,)
            self._pools[pace] = (
                ProcessPoolExecutor(workers, self._staff, _settle_in, seen)
                if self._kind == "process"
                else ThreadPoolExecutor(workers, f"trapoula-{pace}", _sit_here, seen)
            )
        return self._pools[pace]
