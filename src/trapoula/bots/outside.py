"""External bots: a Python class, or a program that talks over pipes.

A program gets one JSON object per line, {"do": "choose", "id", "table", "game", "seat", "view",
"legal", "seconds"}. It answers each with one line, {"action": ...}. It gets only what its seat
sees.
"""

import json
import re
import shlex
import shutil
import subprocess
import weakref
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from itertools import count
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from types import ModuleType
from typing import IO

from trapoula.bots import Player, levels, seated
from trapoula.core.errors import BadOption, TrapoulaError
from trapoula.core.game import Dice, Seat, View

SECONDS = 10.0  # thinking time of a program
_CLASS = re.compile(r"([\w./\\-]+):([A-Za-z_]\w*)")


class BadBot(TrapoulaError):
    """An external bot that breaks the protocol or the rules."""

    code = "bad-bot"


def sit_down(game: str, bot: str, seat: Seat = 0, seconds: float = SECONDS) -> Player:
    """Return a bot for one seat of one table: a level, a Python class or a program."""
    if bot in levels(game):
        return seated(game, bot)
    if found := _CLASS.fullmatch(bot):
        return Guarded(bot, _class(bot, found[1], found[2])())
    words = shlex.split(bot)
    if words and (shutil.which(words[0]) or Path(words[0]).is_file()):
        return Guarded(bot, Program(words, game, seat, seconds))
    raise BadOption(
        "{bot} does not play {game}: a bot is a level ({levels}), module:Class, file.py:Class or a"
        " program.",
        bot=repr(bot),
        game=game,
        levels=", ".join(levels(game)) or "–",
    )


class Guarded:
    """A wrapper that accepts only legal actions from an external bot."""

    def __init__(self, name: str, player: Player) -> None:
        self._name, self._player = name, player

    def choose(self, view: View, legal: Sequence[str], dice: Dice) -> str:
        """Return the bot's choice if it is legal."""
        try:
            text = self._player.choose(view, legal, dice)
        except TrapoulaError:
            raise
        except Exception as error:
            raise BadBot(
                "The bot {bot} fails: {error}.",
                bot=repr(self._name),
                error=f"{type(error).__name__}: {error}",
            ) from error
        if text not in legal:
            raise BadBot(
                "The bot {bot} chooses {action}, which is not legal.",
                bot=repr(self._name),
                action=repr(text),
            )
        return text


class Program:
    """A program that answers each line with one line, within a time limit."""

    def __init__(self, words: Sequence[str], game: str, seat: Seat, seconds: float) -> None:
        self._words, self._game, self._seat, self._seconds = words, game, seat, seconds
        self._numbers = count(1)
        self._answers: Queue[str] = Queue()
        self._running = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        assert self._running.stdout is not None
        Thread(target=_listen, args=(self._running.stdout, self._answers), daemon=True).start()
        weakref.finalize(self, _end, self._running)

    def choose(self, view: View, legal: Sequence[str], dice: Dice) -> str:
        """Return the program's answer."""
        number = next(self._numbers)
        asked = {
            "do": "choose",
            "id": number,
            "table": id(self),
            "game": self._game,
            "seat": self._seat,
            "view": view,
            "legal": list(legal),
            "seconds": self._seconds,
        }
        line = self._ask(json.dumps(asked, ensure_ascii=False))
        try:
            answer = json.loads(line)
            action = answer["action"]
            told = answer.get("id", number)
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            action, told = None, number
        if not isinstance(action, str) or told != number:
            raise BadBot(
                'The program {bot} answers {line}, and {{"action": ...}} was expected.',
                bot=repr(self._words[0]),
                line=repr(line[:60]),
            )
        return action

    def _ask(self, line: str) -> str:
        assert self._running.stdin is not None
        try:
            print(line, file=self._running.stdin, flush=True)
            answer = self._answers.get(timeout=self._seconds)
        except Empty:
            _end(self._running)
            raise BadBot(
                "The program {bot} has thought for more than {seconds} s.",
                bot=repr(self._words[0]),
                seconds=f"{self._seconds:g}",
            ) from None
        except OSError:
            answer = ""
        if not answer:
            raise BadBot("The program {bot} has left the table.", bot=repr(self._words[0]))
        return answer


def _listen(source: IO[str], answers: "Queue[str]") -> None:
    """Put lines in the queue, then an empty one when the program is gone."""
    try:
        for line in source:
            answers.put(line)
    except ValueError:  # not text, or closed
        pass
    answers.put("")


def _end(running: "subprocess.Popen[str]") -> None:
    """Kill the program."""
    running.kill()
    running.wait()


def _class(bot: str, place: str, name: str) -> Callable[[], Player]:
    try:
        module = _module(place)
    except Exception as error:
        raise BadOption(
            "The bot {bot} cannot be loaded: {error}.",
            bot=repr(bot),
            error=f"{type(error).__name__}: {error}",
        ) from error
    found: Callable[[], Player] | None = getattr(module, name, None)
    if not callable(found):
        raise BadOption("{module} has no class {name}.", module=place, name=repr(name))
    return found


def _module(place: str) -> ModuleType:
    if not place.endswith(".py"):
        return import_module(place)
    spec = spec_from_file_location(f"own_bot_{Path(place).stem}", place)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
