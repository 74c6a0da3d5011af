"""The command line: every command and its arguments."""

import argparse
from collections.abc import Callable

from trapoula.terminal import commands
from trapoula.terminal.parser import Parser
from trapoula.texts import say

Run = Callable[[argparse.Namespace], int]


def typed() -> Parser:
    """Return the parser of the command line."""
    parser = Parser(
        prog="trapoula", description=say("One card table for every game in its catalogue.")
    )
    parser.add_argument(
        "--version", action="store_true", help=say("the number of this version of trapoula")
    )
    parser.set_defaults(run=None)
    subparsers = parser.add_subparsers(metavar=say("COMMAND"), parser_class=Parser)

    def command(name: str, run: Run, told: str, *, json: str = "", games: bool = True) -> Parser:
        one: Parser = subparsers.add_parser(name, help=told, description=told)
        one.set_defaults(run=run, version=False)
        if games:
            one.add_argument(
                "--games",
                action="append",
                metavar=say("DIR"),
                help=say(
                    "a folder of games of your own; the code in it is run, so use only games you trust"
                ),
            )
        if json:
            one.add_argument("--json", action="store_true", help=json)
        parser.add_commands(**{name: (one, told)})
        return one

    answer, lines = say("the answer as JSON"), say("JSON, one object a line")

    one = command("list", commands.list_games, say("the games, or those that match"), json=lines)
    one.add_argument("words", nargs="*", metavar=say("WORD"), help=say("words to look for"))
    one.add_argument("--family", metavar=say("FAMILY"), help=say("only one family"))
    one.add_argument("--kept", action="store_true", help=say("your unfinished games instead"))

    one = command(
        "rules", commands.rules, say("the rules of a game, or what their words mean"), json=answer
    )
    one.add_argument("game", metavar=say("GAME"), nargs="?", help=_which())
    _add_options(one)

    one = command("show", commands.show, say("the table of a deal"), json=answer)
    _add_game(one)

    one = command("play", commands.play, say("play in the terminal"))
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

    one = command("stats", commands.stats, say("the statistics of this device"), json=answer)
    one.add_argument(
        "--export",
        metavar=say("FILE"),
        help=say("write all finished games, to be imported elsewhere"),
    )

    one = command(
        "join", commands.join, say("sit down at a server's table, in the terminal"), games=False
    )
    one.add_argument("link", metavar=say("LINK"), help=say("the table's address"))
    one.add_argument("--name", metavar=say("NAME"), default="", help=say("what others call you"))

    one = command("replay", commands.replay, say("watch a recorded game"), json=answer)
    one.add_argument("file", metavar=say("FILE"), help=say("a record; - for standard input"))
    one.add_argument("--steps", action="store_true", help=say("show every step, not just the end"))

    one = command(
        "convert", commands.convert, say("a deal or board of another program, or one for it")
    )
    _add_game(one)
    one.add_argument(
        "source",
        nargs="?",
        metavar=say("SOURCE"),
        help=say("a file, - for standard input, or a number; without one, the deal"),
    )
    one.add_argument(
        "--from",
        dest="origin",
        metavar=say("PROGRAM"),
        help=say("whose it is: fc-solve, solvitaire, pysolfc or kpatience"),
    )
    one.add_argument(
        "--to",
        dest="target",
        default="record",
        metavar=say("PROGRAM"),
        help=say("what it becomes: record, deck, fc-solve or solvitaire"),
    )

    one = command(
        "check", commands.check, say("whether a game of your own keeps to the rules"), json=answer
    )
    one.add_argument("game", metavar=say("GAME"), help=say("its file, or its name"))
    one.add_argument(
        "--deals",
        type=int,
        default=300,
        metavar="N",
        help=say("how many deals are played for the odds"),
    )

    _add_bots(command("bots", commands.bots, say("matches between bots"), json=lines))
    _add_serve(command("serve", commands.serve, say("serve tables to browsers")))

    for name, run, told in (
        ("backup", commands.backup, say("copy everything that a server keeps to a file")),
        ("restore", commands.restore, say("put such a copy back, while no server runs")),
    ):
        one = command(name, run, told, games=False)
        one.add_argument("file", metavar=say("FILE"), help=say("the copy"))
        _add_place(one)

    one = command(
        "site", commands.site, say("write a folder that any web host serves, without a server")
    )
    one.add_argument("folder", metavar=say("DIR"), help=say("the folder to write"))
    _add_pyodide(one)

    one = command("solve", commands.solve, say("whether a deal can be won, and how"), json=lines)
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
        command(
            "study",
            commands.study,
            say("how often games can be won: many deals judged"),
            json=lines,
        )
    )

    one = command("deal", commands.deal, say("the number of a deal to play"), json=answer)
    _add_game(one)
    one.add_argument("--winnable", action="store_true", help=say("one that can be won"))
    levels = {
        "easy": say("an easy one"),
        "medium": say("one in between"),
        "hard": say("a hard one"),
    }
    one.add_alternatives(
        (f"--{level}", {"dest": "level", "action": "store_const", "const": level, "help": told})
        for level, told in levels.items()
    )
    one.add_argument("--seconds", type=float, default=2.0, metavar="S", help=say("for each deal"))

    command("warm", commands.warm, say("get the solver and the coach ready"), games=False)
    command("engine", commands.engine, say("the line protocol for other programs"))

    told = say("the lines that let a shell complete words")
    one = command("completion", commands.completion, told, games=False)
    one.add_argument(
        "shell",
        choices=("bash", "zsh", "fish"),
        metavar=say("SHELL"),
        help=say("which shell: bash, zsh or fish"),
    )
    return parser


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
        "--undecided",
        action="store_true",
        help=say("judge only the undecided deals of the file again"),
    )
    one.add_argument(
        "--recheck",
        type=int,
        metavar="N",
        help=say("judge N verdicts of the file in another way"),
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


def _add_pyodide(one: Parser) -> None:
    one.add_argument(
        "--pyodide", metavar=say("DIR"), help=say("Pyodide from npm, if it is here already")
    )


def _add_place(one: Parser) -> None:
    one.add_argument("--data", metavar=say("DIR"), help=say("the folder that keeps the tables"))
    one.add_argument(
        "--database", metavar=say("ADDRESS"), help=say("postgresql://..., for several processes")
    )


def _add_serve(one: Parser) -> None:
    one.add_argument(
        "--host", default="127.0.0.1", metavar=say("ADDRESS"), help=say("the address to listen on")
    )
    one.add_argument(
        "--port", type=int, default=8017, metavar="N", help=say("the port; 0 for any that is free")
    )
    one.add_argument("--lan", action="store_true", help=say("let phones in this network in"))
    _add_place(one)
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
    one.add_argument(
        "--base",
        default="",
        metavar=say("PATH"),
        help=say("the path under which a proxy has it, such as /cards"),
    )
    one.add_argument(
        "--local",
        action=argparse.BooleanOptionalAction,
        help=say("let browsers play patiences without waiting for the server, or not"),
    )
    _add_pyodide(one)
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
