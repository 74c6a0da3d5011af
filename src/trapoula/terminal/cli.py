"""The command `trapoula`. Each subcommand loads only what it needs."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from trapoula.errors import TrapoulaError, reason
from trapoula.terminal.codes import DONE, FAILED, NO, STOPPED
from trapoula.terminal.parser import Parser, columns, lang_of
from trapoula.texts import chosen, languages, say, speak, tell

if TYPE_CHECKING:
    from trapoula.catalogue import Entry
    from trapoula.game import Choice
    from trapoula.session import Session

Run = Callable[[argparse.Namespace], int]
STUDIES = ("all", "show", "export")  # what `study` takes in place of a game


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; whatever goes wrong is told in a sentence."""
    words = sys.argv[1:] if arguments is None else arguments
    asked = lang_of(words)
    if asked in languages():
        speak(asked)
    try:
        return _run(words)
    except TrapoulaError as error:
        print(f"trapoula: {tell(error)}", file=sys.stderr)
        return FAILED
    except BrokenPipeError:  # whoever was reading has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except ModuleNotFoundError as error:
        from trapoula.extras import missing

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
    if words[:1] == ["complete"]:  # a shell asks; people need not know
        from trapoula.terminal.completing import candidates

        print("\n".join(candidates(_parser(), words[1:])))
        return DONE
    given = _parser().parse_args(words)
    if given.version:
        from trapoula import __version__

        print(f"trapoula {__version__}")
        return DONE
    if given.run is None:
        _parser().error("the following arguments are required: " + say("COMMAND"))
    _fetch_games(given)
    run: Run = given.run
    return run(given)


def _fetch_games(given: argparse.Namespace) -> None:
    """Put games from anywhere on the shelf: the folders of --games, and a game named by its file."""
    for folder in getattr(given, "games", None) or ():
        _put(folder)
    game: str | None = getattr(given, "game", None)
    if given.run is _study and game in STUDIES:
        return
    if game and (game.endswith(".py") or os.sep in game):
        from trapoula.errors import UnknownGame

        found = _put(game)
        if len(found) != 1:
            raise UnknownGame("{path} is a folder: name one of its files.", path=repr(game))
        given.game = found[0]
    elif game:
        given.game = _named(game)


def _put(path: str) -> list[str]:
    from trapoula.shelf import put

    return put(path)


# --- what may be typed ---------------------------------------------------------------------------


def _parser() -> Parser:
    parser = Parser(
        prog="trapoula", description=say("One card table for every game in its catalogue.")
    )
    parser.add_argument(
        "--version", action="store_true", help=say("the number of this version of trapoula")
    )
    parser.set_defaults(run=None)
    commands = parser.add_subparsers(metavar=say("COMMAND"), parser_class=Parser)

    def command(name: str, run: Run, told: str, *, json: str = "", games: bool = True) -> Parser:
        one: Parser = commands.add_parser(name, help=told, description=told)
        one.set_defaults(run=run, version=False)
        if games:
            one.add_argument(
                "--games",
                action="append",
                metavar=say("DIR"),
                help=say("a folder of games of your own"),
            )
        if json:
            one.add_argument("--json", action="store_true", help=json)
        parser.add_commands(**{name: (one, told)})
        return one

    answer, lines = say("the answer as JSON"), say("JSON, one object a line")

    one = command("list", _list, say("the games, or those that match"), json=lines)
    one.add_argument("words", nargs="*", metavar=say("WORD"), help=say("words to look for"))
    one.add_argument("--family", metavar=say("FAMILY"), help=say("only one family"))

    one = command(
        "rules", _rules, say("the rules of a game, or what their words mean"), json=answer
    )
    one.add_argument("game", metavar=say("GAME"), nargs="?", help=_which())
    _add_options(one)

    one = command("show", _show, say("the table of a deal"), json=answer)
    _add_game(one)

    one = command("play", _play, say("play in the terminal"))
    _add_game(one, optional=True)
    one.add_argument(
        "--resume", nargs="?", const="", metavar=say("FILE"), help=say("go on with a saved game")
    )
    one.add_argument(
        "--bots",
        default="",
        metavar=say("BOTS"),
        help=say("how many seats are bots, or which: strong, module:Class, a program"),
    )
    one.add_argument("--level", metavar=say("LEVEL"), help=say("how well the bots play"))
    one.add_argument(
        "--lines", action="store_true", help=say("line by line, not on the whole screen")
    )
    _add_think(one)

    one = command("join", _join, say("sit down at a server's table, in the terminal"), games=False)
    one.add_argument("link", metavar=say("LINK"), help=say("the table's address"))
    one.add_argument("--name", metavar=say("NAME"), default="", help=say("what others call you"))

    one = command("replay", _replay, say("watch a recorded game"), json=answer)
    one.add_argument("file", metavar=say("FILE"), help=say("a record; - for standard input"))
    one.add_argument("--steps", action="store_true", help=say("show every step, not just the end"))

    one = command(
        "check", _check, say("whether a game of your own keeps to the rules"), json=answer
    )
    one.add_argument("game", metavar=say("GAME"), help=say("its file, or its name"))
    one.add_argument(
        "--deals",
        type=int,
        default=300,
        metavar="N",
        help=say("how many deals are played for the odds"),
    )

    _add_bots(command("bots", _bots, say("matches between bots"), json=lines))
    _add_serve(command("serve", _serve, say("serve tables to browsers")))

    one = command("site", _site, say("write a folder that any web host serves, without a server"))
    one.add_argument("folder", metavar=say("DIR"), help=say("the folder to write"))
    one.add_argument(
        "--pyodide", metavar=say("DIR"), help=say("Pyodide from npm, if it is here already")
    )

    one = command("solve", _solve, say("whether a deal can be won, and how"), json=lines)
    _add_game(one)
    one.add_argument("--deals", metavar="A-B", help=say("many deals, as a table"))
    one.add_argument("--seconds", type=float, default=10.0, metavar="S", help=say("for each deal"))
    one.add_argument("--jobs", type=int, default=1, metavar="N", help=say("how many cores"))
    one.add_argument(
        "--explain",
        action="store_true",
        help=say("what a search of this game leaves out, and why that loses nothing"),
    )

    _add_study(
        command("study", _study, say("how often games can be won: many deals judged"), json=lines)
    )

    one = command("deal", _deal, say("the number of a deal to play"), json=answer)
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

    command("warm", _warm, say("get the solver ready"), games=False)
    command("engine", _engine, say("the line protocol for other programs"))

    told = say("the lines that let a shell complete words")
    one = command("completion", _completion, told, games=False)
    one.add_argument(
        "shell",
        choices=("bash", "zsh", "fish"),
        metavar=say("SHELL"),
        help=say("which shell: bash, zsh or fish"),
    )
    return parser


def _named(word: str) -> str:
    """The id of the game that a command line names, by its id or by anything it is called."""
    from trapoula.texts.search import named

    return named(word)


def _add_bots(one: Parser) -> None:
    one.add_argument("game", metavar=say("GAME"), help=_which())
    one.add_argument("--seats", type=int, metavar="N", help=say("how many players"))
    one.add_argument("--deals", type=int, default=100, metavar="N", help=say("how many deals"))
    one.add_argument(
        "--bots",
        default="strong",
        metavar=say("BOTS"),
        help=say("one for all seats or one for each: strong, greedy, module:Class, a program"),
    )
    one.add_argument("--jobs", type=int, default=1, metavar="N", help=say("how many processes"))
    one.add_argument(
        "--first", type=int, default=1, metavar="N", help=say("the number of the first deal")
    )
    _add_think(one)
    _add_options(one)


def _add_study(one: Parser) -> None:
    one.add_argument(
        "game",
        metavar=say("GAME"),
        help=say("which one; all of them; or show, or export, what was found"),
    )
    one.add_argument(
        "of",
        metavar=say("GAMES"),
        nargs="*",
        help=say("what is shown or exported: these games only"),
    )
    _add_options(one)
    one.add_argument(
        "--deals", metavar="A-B", help=say("which deals; of all games, at least these")
    )
    one.add_argument(
        "--seconds",
        type=float,
        metavar="S",
        help=say("seconds of processor time for each deal, at most"),
    )
    one.add_argument(
        "--states",
        type=int,
        metavar="N",
        help=say("positions for each deal, at most"),
    )
    one.add_argument("--jobs", type=int, default=1, metavar="N", help=say("how many processes"))
    one.add_argument(
        "--cluster",
        metavar=say("ADDRESS"),
        help=say("the workers of a Dask scheduler at tcp://..., or local ones"),
    )
    one.add_argument(
        "--minutes", type=float, metavar="N", help=say("how long all games are studied")
    )
    one.add_argument(
        "--settings", action="store_true", help=say("all games by their other options too")
    )
    one.add_argument("--file", metavar=say("FILE"), help=say("where the results are kept"))
    one.add_argument("--to", metavar=say("FILE"), help=say("where an export is written"))


def _add_think(one: Parser) -> None:
    one.add_argument(
        "--think", type=float, default=10.0, metavar="S", help=say("how long a program may think")
    )


def _add_serve(one: Parser) -> None:
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
    one.add_argument("--game", metavar=say("GAME"), help=say("open the browser at a game"))


def _add_game(parser: Parser, *, optional: bool = False) -> None:
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


def _add_options(parser: Parser) -> None:
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
        found += 1
        if given.json:
            _print_json({**spine._asdict(), **own._asdict()})
        else:
            _print_game(spine.id, spine.family, f"{own.title}: {own.summary}", spine.options)
    _tell_left_out()
    if not found:
        print(say("No game matches; trapoula list shows them all."), file=sys.stderr)
        return NO
    return DONE


def _print_game(game: str, family: str, told: str, options: "dict[str, tuple[str, ...]]") -> None:
    """A game in one line for a pipe, and in lines that fit on a terminal."""
    chosen_from = " ".join(f"{name}={'|'.join(choices)}" for name, choices in options.items())
    if not sys.stdout.isatty():
        line = f"{game:20} {family:12} {told}"
        print(f"{line}  [{chosen_from}]" if options else line)
        return
    from textwrap import wrap

    lines = wrap(told, columns() - 21) + (
        wrap(f"[{chosen_from}]", columns() - 21) if options else []
    )
    print(f"{game:20} " + f"\n{'':21}".join(lines))


def _tell_left_out() -> None:
    """Why games of one's own are not in the list."""
    from trapoula.shelf import books, collection, strays

    if len(books()) == len(collection()) and not strays():
        return
    from trapoula.catalogue import faults

    for fault in faults().values():
        print(say("A game is left out. {why}", why=tell(fault)), file=sys.stderr)


def _print_json(facts: object) -> None:
    import json

    print(json.dumps(facts, ensure_ascii=False), flush=True)


def _rules(given: argparse.Namespace) -> int:
    from trapoula.catalogue import find
    from trapoula.lesson import lesson
    from trapoula.terminal.drawing import pictures
    from trapoula.terminal.reading import lay_out
    from trapoula.texts import glossary, page

    lang = chosen().code
    if given.game is None:
        found = glossary(lang)
    else:
        entry = find(given.game)
        options = _options(given, entry)
        if not given.json:
            text = lesson(lang, given.game, options)
            drawn = pictures(given.game, options)
            print(lay_out(text, options={option.name for option in entry.options}, pictures=drawn))
            return DONE
        found = page(lang, given.game, options)
    if given.json:
        _print_json({"game": given.game, **found._asdict()})
    else:
        print(lay_out(found.markdown))
    return DONE


def _show(given: argparse.Namespace) -> int:
    from trapoula.terminal.play import paint, standing

    session = _session(given)
    if given.json:
        _print_json(standing(session))
    else:
        print(paint(session))
    return DONE


def _play(given: argparse.Namespace) -> int:
    """On a terminal the full-screen table, where Textual is installed; line by line elsewhere."""
    from importlib.util import find_spec

    from trapoula.terminal.play import Player, choose_game, load

    at_a_screen = sys.stdin.isatty() and sys.stdout.isatty() and not given.lines
    screen = at_a_screen and find_spec("textual") is not None
    if given.resume is not None:
        session = load(given.resume)
    else:
        given.game = given.game or (_chosen_on_screen() if screen else choose_game())
        if given.game is None:
            return FAILED
        session = _session(given, random_deal=True)
    if not screen:
        return Player(session, given.bots, given.level, given.think).run()
    from trapoula.terminal.screen.app import TableApp
    from trapoula.terminal.screen.here import Here

    kept = TableApp(Here(session, given.bots, given.level, given.think)).run()
    if kept:
        print(kept)
    return DONE


def _chosen_on_screen() -> str | None:
    from trapoula.terminal.screen.app import Chooser

    return Chooser().run()


def _join(given: argparse.Namespace) -> int:
    from trapoula.extras import need

    need("tui")
    from trapoula.terminal.screen.app import TableApp
    from trapoula.terminal.screen.there import There

    told = TableApp(There(given.link, given.name)).run()
    if told:
        print(told)
    return DONE


def _replay(given: argparse.Namespace) -> int:
    from trapoula.terminal.play import told_record, watch

    if given.json:
        _print_json(told_record(given.file, steps=given.steps))
    else:
        watch(given.file, steps=given.steps)
    return DONE


def _check(given: argparse.Namespace) -> int:
    from trapoula.terminal.checking import check

    report = check(given.game, given.deals)
    if given.json:
        _print_json(report.facts())
    else:
        print(report.text())
    return report.code


def _bots(given: argparse.Namespace) -> int:
    from dataclasses import asdict

    from trapoula.catalogue import find
    from trapoula.terminal.match import match_of, report, run

    options = _options(given, find(given.game))
    match = match_of(
        given.game, given.seats, given.bots, given.deals, options, given.first, given.think
    )
    played = run(match, given.jobs)
    if given.json:
        for one in played:
            _print_json(asdict(one))
    else:
        print(report(match, played))
    return DONE


def _serve(given: argparse.Namespace) -> int:
    from trapoula.catalogue import find
    from trapoula.server.serve import Plan, run

    page = f"game/{find(given.game).id}" if given.game else ""
    return run(
        Plan(
            host=given.host,
            port=given.port,
            data=given.data,
            database=given.database,
            lan=given.lan,
            origins=tuple(given.origin),
            proxy=given.proxy,
            opened=page if page or given.open else None,
        )
    )


def _site(given: argparse.Namespace) -> int:
    from pathlib import Path

    from trapoula import site

    site.write(Path(given.folder), Path(given.pyodide) if given.pyodide else None)
    print(say("{folder} is ready: give it to any web host.", folder=given.folder))
    return DONE


def _solve(given: argparse.Namespace) -> int:
    from trapoula.terminal.solving import solve

    return solve(_session(given), given)


def _deal(given: argparse.Namespace) -> int:
    from trapoula.terminal.solving import deal

    return deal(_session(given), given)


def _study(given: argparse.Namespace) -> int:
    from trapoula.catalogue import find
    from trapoula.terminal.studying import study

    return study(given, {} if given.game in STUDIES else _options(given, find(given.game)))


def _warm(given: argparse.Namespace) -> int:
    from trapoula.solve import warm
    from trapoula.terminal.waiting import preparing

    with preparing():
        warm()
    return DONE


def _engine(given: argparse.Namespace) -> int:
    from trapoula.engine import serve

    serve()
    return DONE


def _completion(given: argparse.Namespace) -> int:
    from trapoula.terminal.completing import SCRIPTS

    print(SCRIPTS[given.shell], end="")
    return DONE


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
