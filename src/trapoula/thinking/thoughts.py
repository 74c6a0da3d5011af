"""The functions behind questions: bots, hints, verdicts, fatal moves and winnable deals.

A bot is `trapoula.bots.player(game, level)`, with the levels of `trapoula.bots.levels(game)`. Its
memory is stored as notes, which only these functions read. Hints, verdicts, fatal moves and
winnable deals come from `trapoula.solve`. What is not installed raises NotAvailable."""

import ast
import pickle
from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import asdict, dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import trapoula.bots
from trapoula.bots import Memory, Player, Seated, Talker
from trapoula.bots.coach import Decision, Judged, ready
from trapoula.catalogue.entries import find, ids
from trapoula.core.cards import name
from trapoula.core.deals import SplitMix
from trapoula.core.game import Choice, Dice, Game, Json, View
from trapoula.machine import extras
from trapoula.patience import CARRY, PAIR, Action, Table
from trapoula.play import views
from trapoula.play.session import Session
from trapoula.room import wire
from trapoula.room.errors import NotAvailable
from trapoula.solve import Finding, Kept, Level, Past, any_pick, difficulty
from trapoula.texts import ENGLISH, language

PICKING = 20.0  # seconds to find a deal
SEARCH = 2.0  # seconds to judge one
MEMORY = 160 << 20  # bytes that one search can use
MOST_TABLES = 1000  # states passed to the search for a fatal move
unwanted: ContextVar[Callable[[], bool]] = ContextVar("unwanted", default=lambda: False)


class RandomBot:
    """A bot that plays any legal action."""

    def choose(self, view: View, legal: Sequence[str], dice: Dice) -> str:
        """Return a random legal action."""
        return legal[dice.below(len(legal))]


@cache
def levels(game: str) -> tuple[str, ...]:
    """Return the levels of a game's bots, weakest first. Parses the bot's file: to load it takes seconds.

    Where nothing can be compiled, only bots without compiled code are available."""
    if not extras.COMPILES:
        try:
            return trapoula.bots.levels(game)
        except ImportError:
            return ()
    if not trapoula.bots.has_own(game):
        return trapoula.bots.levels(game)
    file = Path(trapoula.bots.__file__).parent / f"{game.replace('-', '_')}.py"
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
    """Return the bot of a level, the strongest by default. Without bots, a random one."""
    known = levels(game)
    if not known:
        return RandomBot()
    try:
        return trapoula.bots.player(game, level if level in known else known[-1])
    except ImportError:  # its packages are not installed
        return RandomBot()


def choose(
    game: str, level: str, notes: bytes, views: Sequence[View], legal: Sequence[str], seed: int
) -> tuple[str, bytes]:
    """Return a bot's action and its new notes, from the views since its last notes."""
    bot, memory = _sit_down(game, level, notes, views)
    return bot.choose(views[-1], legal, SplitMix(seed)), pickle.dumps(memory)


def remark(
    game: str, level: str, notes: bytes, views: Sequence[View], legal: Sequence[str]
) -> tuple[str | None, bytes]:
    """Return a bot's remark out of turn, if any, and its new notes."""
    bot, memory = _sit_down(game, level, notes, views)
    said = bot.remark(views[-1]) if isinstance(bot, Talker) else None
    return said if said in legal else None, pickle.dumps(memory)


def _sit_down(
    game: str, level: str, notes: bytes, views: Sequence[View]
) -> tuple[Player, Memory | None]:
    """Return a bot and its memory, updated with all views but the last."""
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
    """Return a hint for a patience from what the player has seen, and what to keep for the next one."""
    thought = _solver("advise")(find(game).make(options), state, behind)
    if thought is None:
        raise NotAvailable("No move seems to help any more: take some back, or deal again.")
    message, facts = str(thought.message), dict(thought.facts)
    told: dict[str, Json] = {
        "action": str(thought.action),
        "because": language(ENGLISH).say(message, **facts),
        "template": message,
        "facts": {name: str(fact) for name, fact in facts.items()},
    }
    return told, thought.kept


def counsel(game: str, views: Sequence[View], able: Sequence[str]) -> dict[str, Json]:
    """Return advice for a seat of a table game from what it has seen, with the chance of winning."""
    try:
        from trapoula.bots import coach
    except ImportError:  # its packages are not installed
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
        "odds": advice.odds,
    }


def explain(game: str, level: str, view: View, action: str, talk: bool) -> dict[str, Json]:
    """Return why a bot did an action, from what everyone saw before."""
    try:
        from trapoula.bots import coach

        known = levels(game)
        if not known:
            raise NotAvailable("Nobody here can tell yet.")
        level = level if level in known else known[-1]
        template, facts = coach.explain(game, level, view, action, talk=talk)
    except ImportError:  # its packages are not installed
        raise NotAvailable("Nobody here can tell yet.") from None
    because = language(ENGLISH).say(template, **facts)
    told: dict[str, Json] = {name: str(fact) for name, fact in facts.items()}
    return {"because": because, "template": template, "facts": told}


def judge(game: str, notes: bytes, decision: Decision) -> tuple[Judged | None, bytes]:
    """Return the strong bot's judgement of a decision, and its new notes."""
    try:
        from trapoula.bots import coach

        memory: Memory | None = pickle.loads(notes) if notes else trapoula.bots.memory(game)
        return coach.judge(game, memory, decision), pickle.dumps(memory)
    except ImportError:  # its packages are not installed
        raise NotAvailable("Nobody here can tell yet.") from None


def verdict(
    game: str, options: Mapping[str, Choice], state: Any, seconds: float
) -> dict[str, Json]:
    """Return whether a game can still be won."""
    thought = _solver("judge")(find(game).make(options), state, limits(seconds))
    return {
        "verdict": thought.finding,
        "until_shuffle": thought.shuffles,
        "best": thought.best,
        "moves": len(thought.line) if thought.finding == "winnable" else None,
        "spent": thought.seconds,
    }


def solution(
    game: str, options: Mapping[str, Choice], state: Any, seconds: float
) -> tuple[Finding, tuple[str, ...]]:
    """Return whether a game can still be won, and how."""
    thought = _solver("judge")(find(game).make(options), state, limits(seconds))
    return thought.finding, thought.line


@dataclass(frozen=True, slots=True)
class Line:
    """The states of a game in order, as a session for the solver."""

    game: Game[Any, Any]
    tables: Sequence[Any]

    @property
    def steps(self) -> int:
        """Return the number of actions."""
        return len(self.tables) - 1

    def state_at(self, step: int) -> Any:
        """Return the state after a number of actions."""
        return self.tables[step]


def fatal(
    game: str, options: Mapping[str, Choice], tables: Sequence[Any], first: int, seconds: float
) -> dict[str, int | None]:
    """Return where a game was lost, as numbers of its actions. `first` is the number of the first state."""
    line = Line(find(game).make(options), tables)
    found = _solver("fatal")(line, limits(seconds))
    steps = {"winnable": found.winnable, "lost": found.lost, "move": found.move}
    return {name: None if step is None else first + step for name, step in steps.items()}


def last_tables(session: Session) -> tuple[list[Any], int]:
    """Return the states to search for a fatal move, and the number of the first."""
    first = max(0, session.steps - MOST_TABLES)
    return [session.state_at(step) for step in range(first, session.steps + 1)], first


def carried(session: Session, step: int) -> str | None:
    """Return the lowest card that an action carried, or None."""
    action = session.actions[step - 1][1]
    if not isinstance(action, Action) or action.verb not in (CARRY, PAIR):
        return None
    return name(views.state(session, Table, step - 1).piles[action.source][-action.size])


def pick(game: str, options: Mapping[str, Choice], level: Level | None) -> dict[str, Any]:
    """Return the number of a winnable deal, and how hard it is."""
    each = limits(SEARCH)
    found = any_pick(game, options, level=level, limits=each, within=PICKING)
    if found is None:
        raise NotAvailable("No such deal was found in time; try again.")
    known = difficulty(game, options, found, each)
    return {"deal": found, "difficulty": known and wire.Difficulty(**asdict(known))}


def level(game: str, options: Mapping[str, Choice], deal: int) -> Level | None:
    """Return how hard a winnable deal is, or None if that is not known in time."""
    found = difficulty(game, options, deal, limits(SEARCH))
    return None if found is None else found.level


def warm() -> None:
    """Load what hints and verdicts need, so that the first one comes quickly."""
    _solver("warm")()


def progress() -> int | None:
    """Return how much of the solver is compiled, in percent, or None if it is not compiled here."""
    try:
        done = _solver("progress")()
    except ImportError:  # it cannot be compiled
        return None
    return None if done is None else int(100 * done)


def get_ready() -> None:
    """Load what advice at table games needs."""
    for game in ids():
        if levels(game):
            ready(game)


def limits(seconds: float) -> Any:
    """Return the limits of a search. It stops when its question is cancelled."""
    return _solver("Limits")(seconds, memory=MEMORY, stop=unwanted.get())


def _solver(name: str) -> Callable[..., Any]:
    try:
        found: Callable[..., Any] = getattr(import_module("trapoula.solve"), name)
    except (ImportError, AttributeError):
        raise NotAvailable("Nobody here can tell yet.") from None
    return found
