"""The command `trapoula`. Each subcommand loads only what it needs."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from trapoula.errors import TrapoulaError, reason
from trapoula.terminal.parser import Parser, lang_of
from trapoula.texts import chosen, languages, say, speak, tell

if TYPE_CHECKING:
    from trapoula.catalogue import Entry
    from trapoula.game import Choice
    from trapoula.session import Session

FAILED = 1  # the exit code when something went wrong; a wrong command line has its own


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; whatever goes wrong is told in a sentence."""
    asked = lang_of(sys.argv[1:] if arguments is None else arguments)
    if asked in languages():
        speak(asked)
    given = _parser().parse_args(arguments)
    try:
        if getattr(given, "game", None):
            given.game = _named(given.game)
        run: Callable[[argparse.Namespace], int] = given.run
        return run(given)
    except TrapoulaError as error:
        print(f"trapoula: {tell(error)}", file=sys.stderr)
        return FAILED
    except BrokenPipeError:  # whoever was reading has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        print(f"trapoula: {where}{tell(reason(error))}.", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="trapoula", description=say("One card table for every game in its catalogue.")
    )
    commands = parser.add_subparsers(metavar=say("COMMAND"), required=True, parser_class=Parser)

    one = commands.add_parser("list", help=say("the games, or those that match"))
    one.add_argument("words", nargs="*", metavar=say("WORD"), help=say("words to look for"))
    one.add_argument("--family", metavar=say("FAMILY"), help=say("only one family"))
    one.set_defaults(run=_list)

    one = commands.add_parser("rules", help=say("the rules of a game, or what their words mean"))
    one.add_argument("game", metavar=say("GAME"), nargs="?", help=_which())
    _add_options(one)
    one.set_defaults(run=_rules)

    one = commands.add_parser("show", help=say("the table of a deal"))
    _add_game(one)
    one.set_defaults(run=_show)

    one = commands.add_parser("play", help=say("play in the terminal"))
    _add_game(one, optional=True)
    one.add_argument(
        "--resume", nargs="?", const="", metavar=say("FILE"), help=say("go on with a saved game")
    )
    one.add_argument(
        "--bots", type=int, default=0, metavar="N", help=say("how many seats are bots")
    )
    one.add_argument("--level", metavar=say("LEVEL"), help=say("how well the bots play"))
    one.set_defaults(run=_play)

    one = commands.add_parser("replay", help=say("watch a recorded game"))
    one.add_argument("file", metavar=say("FILE"), help=say("a record; - for standard input"))
    one.add_argument("--steps", action="store_true", help=say("show every step, not just the end"))
    one.set_defaults(run=_replay)

    one = commands.add_parser("bots", help=say("matches between bots"))
    _add_bots(one)
    one.set_defaults(run=_bots)

    one = commands.add_parser("serve", help=say("serve tables to browsers"))
    _add_serve(one)
    one.set_defaults(run=_serve)

    one = commands.add_parser("solve", help=say("whether a deal can be won, and how"))
    _add_game(one)
    one.add_argument("--deals", metavar="A-B", help=say("many deals, as a table"))
    one.add_argument("--seconds", type=float, default=10.0, metavar="S", help=say("for each deal"))
    one.add_argument("--jobs", type=int, default=1, metavar="N", help=say("how many cores"))
    one.add_argument("--json", action="store_true", help=say("one JSON object a deal"))
    one.add_argument(
        "--explain",
        action="store_true",
        help=say("what a search of this game leaves out, and why that loses nothing"),
    )
    one.set_defaults(run=_solve)

    one = commands.add_parser("deal", help=say("the number of a deal to play"))
    _add_game(one)
    one.add_argument("--winnable", action="store_true", help=say("one that can be won"))
    levels = {
        "easy": say("an easy one"),
        "medium": say("one in between"),
        "hard": say("a hard one"),
    }
    for level, told in levels.items():
        one.add_argument(f"--{level}", dest="level", action="store_const", const=level, help=told)
    one.add_argument("--seconds", type=float, default=2.0, metavar="S", help=say("for each deal"))
    one.set_defaults(run=_deal)

    one = commands.add_parser("warm", help=say("get the solver ready"))
    one.set_defaults(run=_warm)

    one = commands.add_parser("engine", help=say("the line protocol for other programs"))
    one.set_defaults(run=_engine)
    return parser


def _named(word: str) -> str:
    """The id of the game that a command line names, by its id or by anything it is called."""
    from trapoula.texts.search import named

    return named(word)


def _add_bots(one: argparse.ArgumentParser) -> None:
    one.add_argument("game", metavar=say("GAME"), help=_which())
    one.add_argument("--seats", type=int, metavar="N", help=say("how many players"))
    one.add_argument("--games", type=int, default=100, metavar="N", help=say("how many deals"))
    one.add_argument(
        "--bots", default="strong", metavar=say("LEVELS"), help=say("strong, or strong,greedy,...")
    )
    one.add_argument("--jobs", type=int, default=1, metavar="N", help=say("how many processes"))
    one.add_argument(
        "--first", type=int, default=1, metavar="N", help=say("the number of the first deal")
    )
    one.add_argument("--json", metavar=say("FILE"), help=say("write one line a game to a file"))
    _add_options(one)


def _add_serve(one: argparse.ArgumentParser) -> None:
    one.add_argument(
        "--host", default="127.0.0.1", metavar=say("ADDRESS"), help=say("the address to listen on")
    )
    one.add_argument(
        "--port", type=int, default=8017, metavar="N", help=say("the port; 0 for any that is free")
    )
    one.add_argument("--lan", action="store_true", help=say("let phones in this network in"))
    one.add_argument("--data", metavar=say("DIR"), help=say("the folder that keeps the tables"))
    one.add_argument(
        "--database", metavar=say("ADDRESS"), help=say("postgresql://..., for several processes")
    )
    one.add_argument(
        "--origin",
        action="append",
        default=[],
        metavar=say("ADDRESS"),
        help=say("a public https://... address"),
    )
    one.add_argument(
        "--proxy", action="store_true", help=say("a reverse proxy on this machine is in front")
    )
    one.add_argument("--open", action="store_true", help=say("open the browser"))


def _add_game(parser: argparse.ArgumentParser, *, optional: bool = False) -> None:
    nargs = "?" if optional else None
    parser.add_argument("game", metavar=say("GAME"), nargs=nargs, help=_which())
    parser.add_argument("--deal", type=int, metavar="N", help=say("the number of the deal"))
    parser.add_argument(
        "--deck", metavar=say("CARDS"), help=say("the cards themselves, first dealt first")
    )
    parser.add_argument("--seats", type=int, metavar="N", help=say("how many players"))
    _add_options(parser)


def _which() -> str:
    return say("which one; trapoula list names them all")


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "-o",
        "--option",
        action="append",
        default=[],
        metavar=say("NAME=VALUE"),
        help=say("an option of the game; a preset is named alone"),
    )


def _list(given: argparse.Namespace) -> int:
    from trapoula.shelf import spines
    from trapoula.texts.heads import head
    from trapoula.texts.search import fold, search

    lang = chosen().code
    words = fold(" ".join(given.words)).split()
    called = search(" ".join(given.words))
    found = 0
    for spine in sorted(
        spines(), key=lambda one: called.index(one.id) if one.id in called else len(called)
    ):
        own = head(lang, spine.id)
        about = fold(" ".join((spine.id, spine.summary, spine.family, own.summary)))
        told = all(word in about for word in words)
        if given.family not in (None, spine.family) or not (told or spine.id in called):
            continue
        options = " ".join(f"{name}={'|'.join(choices)}" for name, choices in spine.options.items())
        line = f"{spine.id:20} {spine.family:12} {own.title}: {own.summary}"
        print(f"{line}  [{options}]" if options else line)
        found += 1
    if not found:
        print(say("No game matches; trapoula list shows them all."), file=sys.stderr)
        return FAILED
    return 0


def _rules(given: argparse.Namespace) -> int:
    from trapoula.catalogue import find
    from trapoula.lesson import lesson
    from trapoula.terminal.drawing import pictures
    from trapoula.terminal.reading import lay_out
    from trapoula.texts import glossary

    lang = chosen().code
    if given.game is None:
        print(lay_out(glossary(lang).markdown))
    else:
        entry = find(given.game)
        options = _options(given, entry)
        text = lesson(lang, given.game, options)
        drawn = pictures(given.game, options)
        print(lay_out(text, options={option.name for option in entry.options}, pictures=drawn))
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
    return Player(session, given.bots, given.level).run()


def _replay(given: argparse.Namespace) -> int:
    from trapoula.terminal.play import watch

    watch(given.file, steps=given.steps)
    return 0


def _bots(given: argparse.Namespace) -> int:
    from contextlib import nullcontext
    from pathlib import Path

    from trapoula.catalogue import find
    from trapoula.terminal.match import match_of, report, run

    options = _options(given, find(given.game))
    match = match_of(given.game, given.seats, given.bots, given.games, options, given.first)
    with Path(given.json).open("w", encoding="utf-8") if given.json else nullcontext() as file:
        print(report(match, run(match, given.jobs, file)))
    return 0


def _serve(given: argparse.Namespace) -> int:
    from trapoula.server.serve import Plan, run

    return run(
        Plan(
            host=given.host,
            port=given.port,
            data=given.data,
            database=given.database,
            lan=given.lan,
            origins=tuple(given.origin),
            proxy=given.proxy,
            browser=given.open,
        )
    )


def _solve(given: argparse.Namespace) -> int:
    from trapoula.terminal.solving import solve

    return solve(_session(given), given)


def _deal(given: argparse.Namespace) -> int:
    from trapoula.terminal.solving import deal

    return deal(_session(given), given)


def _warm(given: argparse.Namespace) -> int:
    from trapoula.solve import warm

    warm()
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
    from trapoula.game import read_deck
    from trapoula.session import Session

    entry = find(given.game)
    options = _options(given, entry)
    deck = read_deck(entry.make(options), given.deck) if given.deck else None
    if given.deal is None and deck is None and random_deal:
        given.deal = SystemRandom().randint(1, deals.LAST_MICROSOFT)
    return Session(given.game, options, deal=given.deal, deck=deck, seats=given.seats)


def _options(given: argparse.Namespace, entry: "Entry") -> "dict[str, Choice]":
    """The options that a command line names, one by one or as a preset."""
    from trapoula.errors import BadOption

    options: dict[str, Choice] = {}
    for word in given.option:
        name, equals, value = word.partition("=")
        if equals:
            options[name] = entry.option(name).read(value)
        elif name in entry.presets:
            options |= entry.presets[name]
        elif entry.presets:
            raise BadOption(
                "{word} is neither NAME=VALUE nor a preset of {game}, which has {presets}.",
                word=repr(word),
                game=entry.id,
                presets=", ".join(entry.presets),
            )
        else:
            raise BadOption(
                "{word} is not of the form NAME=VALUE, and {game} has no presets.",
                word=repr(word),
                game=entry.id,
            )
    return options
