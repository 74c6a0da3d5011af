"""The command `trapoula`. Each subcommand loads only what it needs."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NoReturn

from trapoula.errors import TrapoulaError
from trapoula.texts import say

if TYPE_CHECKING:
    from trapoula.session import Session

WRONG, FAILED = 2, 1  # exit codes: a wrong command line; something else that went wrong


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; whatever goes wrong is told in a sentence."""
    given = _parser().parse_args(arguments)
    try:
        run: Callable[[argparse.Namespace], int] = given.run
        return run(given)
    except TrapoulaError as error:
        print(f"trapoula: {error}", file=sys.stderr)
        return FAILED
    except BrokenPipeError:  # whoever was reading has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        print(f"trapoula: {where}{error.strerror or error}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        return 130


class _Parser(argparse.ArgumentParser):
    """A parser whose complaint is one sentence."""

    def error(self, message: str) -> NoReturn:
        print(f"{self.prog}: {message}. {say('Try')} {self.prog} --help.", file=sys.stderr)
        sys.exit(WRONG)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="trapoula", description=say("One card table for every game in its catalogue."))
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=_Parser)

    one = commands.add_parser("list", help=say("the games, or those that match"))
    one.add_argument("words", nargs="*", metavar="WORD", help=say("words to look for"))
    one.add_argument("--family", help=say("only one family"))
    one.set_defaults(run=_list)

    one = commands.add_parser("show", help=say("the table of a deal"))
    _add_game(one)
    one.set_defaults(run=_show)

    one = commands.add_parser("play", help=say("play in the terminal"))
    _add_game(one, optional=True)
    one.add_argument("--resume", nargs="?", const="", metavar="FILE", help=say("go on with a saved game"))
    one.set_defaults(run=_play)

    one = commands.add_parser("replay", help=say("watch a recorded game"))
    one.add_argument("file", metavar="FILE", help=say("a record; - for standard input"))
    one.add_argument("--steps", action="store_true", help=say("show every step, not just the end"))
    one.set_defaults(run=_replay)

    one = commands.add_parser("engine", help=say("the line protocol for other programs"))
    one.set_defaults(run=_engine)
    return parser


def _add_game(parser: argparse.ArgumentParser, *, optional: bool = False) -> None:
    parser.add_argument("game", metavar="GAME", nargs="?" if optional else None)
    parser.add_argument("--deal", type=int, metavar="N", help=say("the number of the deal"))
    parser.add_argument("--deck", metavar="CARDS", help=say("the cards themselves, first dealt first"))
    parser.add_argument("--seats", type=int, metavar="N", help=say("how many players"))
    parser.add_argument(
        "-o",
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help=say("an option of the game; a preset is named alone"),
    )


def _list(given: argparse.Namespace) -> int:
    from trapoula.shelf import spines

    words = [word.casefold() for word in given.words]
    found = 0
    for spine in spines():
        about = f"{spine.id} {spine.title} {spine.summary} {spine.family}".casefold()
        if given.family not in (None, spine.family) or not all(word in about for word in words):
            continue
        options = " ".join(f"{name}={'|'.join(choices)}" for name, choices in spine.options.items())
        print(f"{spine.id:20} {spine.family:12} {spine.summary}{f'  [{options}]' if options else ''}")
        found += 1
    if not found:
        print(say("No game matches; trapoula list shows them all."), file=sys.stderr)
        return FAILED
    return 0


def _show(given: argparse.Namespace) -> int:
    from trapoula.terminal.play import paint

    print(paint(_session(given)))
    return 0


def _play(given: argparse.Namespace) -> int:
    from trapoula.terminal.play import Player, choose_game, load

    if given.resume is not None:
        session = load(given.resume)
    else:
        given.game = given.game or choose_game()
        if given.game is None:
            return FAILED
        session = _session(given, random_deal=True)
    return Player(session).run()


def _replay(given: argparse.Namespace) -> int:
    from trapoula.terminal.play import watch

    watch(given.file, steps=given.steps)
    return 0


def _engine(given: argparse.Namespace) -> int:
    from trapoula.engine import serve

    serve()
    return 0


def _session(given: argparse.Namespace, *, random_deal: bool = False) -> "Session":
    """The game that a command line asks for."""
    from random import SystemRandom

    from trapoula import deals
    from trapoula.catalogue import find
    from trapoula.errors import BadOption
    from trapoula.game import read_deck
    from trapoula.session import Session

    entry = find(given.game)
    options: dict[str, object] = {}
    for word in given.option:
        name, equals, value = word.partition("=")
        if equals:
            options[name] = entry.option(name).read(value)
        elif name in entry.presets:
            options |= entry.presets[name]
        else:
            raise BadOption(
                "{word} is neither NAME=VALUE nor a preset of {game}, which has {presets}.",
                word=repr(word),
                game=entry.id,
                presets=", ".join(entry.presets) or "none",
            )
    deck = read_deck(entry.make(options), given.deck) if given.deck else None
    if given.deal is None and deck is None and random_deal:
        given.deal = SystemRandom().randint(1, deals.LAST_MICROSOFT)
    return Session(given.game, options, deal=given.deal, deck=deck, seats=given.seats)
