"""The command `trapoula`: parse the line, run a command, and print errors as sentences."""

import argparse
import os
import sys
from collections.abc import Sequence

from trapoula.core.errors import TrapoulaError, reason
from trapoula.terminal import commands
from trapoula.terminal.arguments import Run, typed
from trapoula.terminal.codes import DONE, FAILED, STOPPED
from trapoula.terminal.parser import lang_of
from trapoula.texts import languages, say, speak, tell


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # else numpy starts useless threads
    words = sys.argv[1:] if arguments is None else arguments
    asked = lang_of(words)
    if asked in languages():
        speak(asked)
    try:
        return _run(words)
    except TrapoulaError as error:
        print(f"trapoula: {tell(error)}", file=sys.stderr)
        return FAILED
    except BrokenPipeError:  # the reader of the pipe has closed it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except ModuleNotFoundError as error:
        from trapoula.machine.extras import missing

        if (told := missing(error)) is None:
            raise
        print(f"trapoula: {tell(told)}", file=sys.stderr)
        return FAILED
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        print(f"trapoula: {where}{tell(reason(error))}.", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        return STOPPED


def _run(words: Sequence[str]) -> int:
    if words[:1] == ["complete"]:  # used by shells only
        from trapoula.terminal.completing import candidates

        print("\n".join(candidates(typed(), words[1:])))
        return DONE
    given = typed().parse_args(words)
    if given.version:
        from trapoula import __version__

        print(f"trapoula {__version__}")
        return DONE
    if given.run is None:
        typed().error("the following arguments are required: " + say("COMMAND"))
    _fetch_games(given)
    run: Run = given.run
    return run(given)


def _fetch_games(given: argparse.Namespace) -> None:
    """Load games from outside the collection: from --games, or a game given as a file."""
    for folder in getattr(given, "games", None) or ():
        _put(folder)
    game: str | None = getattr(given, "game", None)
    if given.run is commands.study and game in commands.STUDIES:
        return
    if game and (game.endswith(".py") or os.sep in game):
        from trapoula.core.errors import UnknownGame

        found = _put(game)
        if len(found) != 1:
            raise UnknownGame("{path} is a folder: name one of its files.", path=repr(game))
        given.game = found[0]
    elif game:
        given.game = _named(game)


def _put(path: str) -> list[str]:
    from trapoula.catalogue.discovery import put

    return put(path)


def _named(word: str) -> str:
    """Return the id of the game that a command line names, by id or by title."""
    from trapoula.texts.search import named

    return named(word)
