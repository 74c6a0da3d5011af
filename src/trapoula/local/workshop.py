"""The workshop of a page: a patience in the making, loaded again after every change.

The program can be anyone's. So it runs in a worker that can reach only the page that started it."""

import ast
import inspect
import json
import os
import re
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import mkdtemp
from time import monotonic
from traceback import extract_tb
from typing import Any, NamedTuple

from trapoula import patience
from trapoula.catalogue import discovery
from trapoula.catalogue.entries import find
from trapoula.core import deals
from trapoula.core.errors import BadGame, Phrase, TrapoulaError
from trapoula.local.browser import Screen, Worker
from trapoula.local.browser import answer as answer
from trapoula.local.storage import Memory
from trapoula.patience import Patience
from trapoula.play.session import Session
from trapoula.solve import play_simply
from trapoula.texts import language
from trapoula.thinking import thoughts

UNNAMED = "my_game"
_ENDING = """

{0} = {1}
__doc__ = __doc__ or "{1}: "
"""  # the file is named like its function; without a title, so is the game
TRIED = 60  # actions played before a table is shown: some errors appear only in play
TEMPLATE = "template"
_CALLED = re.compile(r"^(\w+)\(")
_KEYWORD = re.compile(r"\b(\w+)=")


class Faulty(Exception):
    """A program that cannot be played: the line of the error, and its text."""

    def __init__(self, line: int, told: TrapoulaError | Phrase) -> None:
        super().__init__(str(told))
        self.line, self.told = line, told


class Written(NamedTuple):
    """A playable program: the id of its game, its file name, and its rules."""

    game: str
    file: str
    rules: str  # equal if nothing visible at the table differs


# --- loading a program ---------------------------------------------------------------------------


@cache
def _folder() -> Path:
    return Path(mkdtemp(prefix="workshop-"))


def read(source: str, number: int) -> Written:
    """Load the game in a program. Its id contains a number, so that no earlier version is reused."""
    function = _function(source)
    name = function.name if function else UNNAMED
    if function and discovery.id_of(Path(name)) in discovery.collection():
        taken = Phrase(
            "There is a game called {game} already: give your function another name.", game=name
        )
        raise Faulty(function.lineno, taken)
    file = _folder() / f"{name}_v{number}.py"
    file.write_text(source + (_ENDING.format(file.stem, name) if function else ""), "utf-8")
    earlier = os.environ.get(discovery.VARIABLE)  # a table of an earlier version may still be open
    os.environ[discovery.VARIABLE] = f"{earlier}{os.pathsep}{file}" if earlier else str(file)
    id_ = discovery.id_of(file)
    try:
        entry = find(id_)
        made = entry.make()
        if isinstance(made, Patience):
            _play_on(id_)
            return Written(id_, f"{name}.py", f"{name} {entry.text} {made!r}")
    except BadGame as fault:
        raise _located(fault, source, file) from fault
    except Exception as error:  # an error in play
        raise Faulty(_line(error, file, source), _told(error)) from error
    several = Phrase(
        "The workshop shows games for one player. Save this one: trapoula play {game}.py plays it.",
        game=name,
    )
    raise Faulty(_declared(source), several)


def _function(source: str) -> ast.FunctionDef | None:
    """Return the last function with `@game(...)`: the earlier ones are its variations."""
    try:
        body = ast.parse(source).body
    except (SyntaxError, ValueError):
        return None
    found = [
        node
        for node in body
        if isinstance(node, ast.FunctionDef)
        and any(ast.unparse(one).startswith(("game(", "patience.game(")) for one in node.decorator_list)
    ]  # fmt: skip
    return found[-1] if found else None


def _play_on(game: str) -> None:
    """Play some actions, and view each table as a page does."""
    session, dice = Session(game, deal=1), deals.SplitMix(1)
    for _ in range(TRIED):
        session.view()
        legal = session.legal()
        if not legal:
            return
        session.play(legal[dice.below(len(legal))])


# --- locating errors -----------------------------------------------------------------------------


def _located(fault: BadGame, source: str, file: Path) -> Faulty:
    """Return a game's error with its line: that of the word it names, if any."""
    cause, reason = fault.__cause__, fault.facts.get("reason", fault)
    assert isinstance(reason, (TrapoulaError, Phrase))
    if cause is not None and not isinstance(cause, TrapoulaError):
        return Faulty(_line(cause, file, source), _told(cause))
    if _function(source) is None:
        return Faulty(1, Phrase('No function here makes a game: head one by @game("packers").'))
    first = _declared(source) if cause is None else _line(cause, file, source)
    return Faulty(_named(str(reason), source, first), reason)


def _declared(source: str) -> int:
    function = _function(source)
    return function.decorator_list[0].lineno if function else 1


def _line(error: BaseException, file: Path, source: str) -> int:
    """Return the last line of the file in an error's traceback."""
    last = max(1, len(source.splitlines()))
    if isinstance(error, SyntaxError) and error.lineno:
        return min(error.lineno, last)
    at = [one.lineno for one in extract_tb(error.__traceback__) if one.filename == str(file)]
    return min(at[-1] or 1, last) if at else _declared(source)


def _named(told: str, source: str, first: int) -> int:
    """Return the line of the word that an error names, inside the expression at line `first`."""
    calls = [
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and first <= node.lineno and isinstance(node.func, ast.Name)
    ]
    if called := _CALLED.match(told):
        quoted = re.findall(r"'([^']*)'", told)
        own = [one for one in calls if ast.unparse(one.func).lower() == called[1].lower()]
        exact = [
            one for one in own if all(repr(text) in ast.unparse(one) for text in quoted[:1])
        ]  # fmt: skip
        if exact or own:
            return (exact or own)[0].lineno
    keywords = {one.arg: one.value.lineno for call in calls[::-1] for one in call.keywords}
    return next((keywords[name] for name in _KEYWORD.findall(told) if name in keywords), first)


def _told(error: BaseException) -> Phrase:
    """Return a Python error as a sentence."""
    if isinstance(error, SyntaxError):
        return Phrase("Python cannot read this: {reason}.", reason=error.msg)
    if isinstance(error, NameError) and error.name:
        near = get_close_matches(error.name, patience.__all__, n=3, cutoff=0.6)
        if near:
            return Phrase(
                "There is no word {word}; the closest are {near}.",
                word=error.name,
                near=", ".join(near),
            )
        return Phrase("There is no word {word}.", word=error.name)
    if isinstance(error, RecursionError):
        return Phrase("This calls itself without end.")
    return Phrase("Python stops here: {reason}.", reason=str(error) or type(error).__name__)


# --- requests of a page --------------------------------------------------------------------------


def words() -> Iterator[dict[str, str]]:
    """Yield the vocabulary for the editor: each word with its parameters and description."""
    for name in patience.__all__:
        value = getattr(patience, name)
        told, shown = value, ""
        if type(value).__module__.startswith("trapoula."):
            told, shown = type(value), f" {value!r}"
        own = inspect.getdoc(told) if inspect.isclass(told) or inspect.isfunction(told) else None
        said = (own or "").partition("\n\n")[0] + shown
        yield {"name": name, "takes": _parameters(value), "told": said}


def _parameters(value: Any) -> str:
    if not (inspect.isclass(value) or inspect.isfunction(value)):
        return ""
    try:
        own = inspect.signature(value).parameters.values()
    except (TypeError, ValueError):
        return ""
    return ", ".join(
        f"{one}".partition(":")[0]
        + ("" if one.default is one.empty else f" = {_short(one.default)}")
        for one in own
    )


def _short(value: object, most: int = 24) -> str:
    text = repr(value)
    return text if len(text) <= most else "…"


def begun(game: str) -> str:
    """Return the program of a game in the collection, with a new name."""
    game_file = discovery.collection().get(game)
    file = (
        game_file.file if game_file else Path(patience.__file__).parents[1] / "games/_template.py"
    )
    assert file is not None
    name, source = file.stem.lstrip("_"), file.read_text("utf-8")
    own = f"def my_{name.rstrip('_')}"
    source = re.sub(rf"^def {name}\b", own, source, flags=re.MULTILINE)
    return re.sub(r'^"""(\S)', r'"""My \1', source, count=1)


def judge(game: str, options: dict[str, Any], deal: int, seconds: float) -> str:
    """Return whether a deal is winnable, lost or unknown. Simple play gets half of the time."""
    made, end = find(game).make(options), monotonic() + seconds
    assert isinstance(made, Patience)
    deck = deals.deck(made.pack, deal)
    for seed in count():
        if play_simply(made, deck, seed).won:
            return "winnable"
        if monotonic() > end - seconds / 2:
            break
    rest = max(0.1, end - monotonic())
    return str(thoughts.verdict(game, options, made.start(deck), rest)["verdict"])


class Bench(Worker):
    """The workshop's interface for a worker's script: a house in memory, for one program's tables."""

    def __init__(self, screen: Screen) -> None:
        super().__init__(Memory(), screen, beside=False)

    def write(self, source: str, number: int, lang: str) -> str:
        """Load a program. Return its game, or its error, as JSON."""
        try:
            return json.dumps(read(source, number)._asdict())
        except Faulty as wrong:
            return json.dumps({"line": wrong.line, "told": language(lang).tell(wrong.told)})

    def words(self) -> str:
        """Return the vocabulary as JSON."""
        return json.dumps([*words()])

    def begun(self, game: str) -> str:
        """Return a game's program to start from."""
        return begun(game)

    def judge(self, game: str, options: str, deal: int, seconds: float) -> str:
        """Return whether a deal is winnable, lost or unknown."""
        return judge(game, json.loads(options), deal, seconds)


def bench(script: Any) -> Bench:
    """Return the house of a workshop."""
    return Bench(Screen(script))
