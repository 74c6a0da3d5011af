"""The commands; each imports only what it needs."""

import argparse
import sys
from functools import partial
from typing import TYPE_CHECKING

from trapoula.terminal.codes import DONE, FAILED, NO
from trapoula.terminal.parser import columns
from trapoula.texts import chosen, say, tell

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trapoula.catalogue.entries import Entry
    from trapoula.core.game import Choice
    from trapoula.play.session import Session
    from trapoula.terminal.device import Device, Table, Unfinished

STUDIES = ("all", "show", "export")  # words that `study` takes in place of a game


def list_games(given: argparse.Namespace) -> int:
    """List the games, or those that match, or the unfinished games of this device."""
    if given.kept:
        return _list_kept(given)
    from trapoula.catalogue.discovery import declarations
    from trapoula.texts.heads import head
    from trapoula.texts.search import fold, search

    lang = chosen().code
    words = fold(" ".join(given.words)).split()
    called = search(" ".join(given.words))
    found = 0
    for declaration in sorted(
        declarations(), key=lambda one: called.index(one.id) if one.id in called else len(called)
    ):
        own = head(lang, declaration.id)
        about = fold(
            " ".join((declaration.id, declaration.summary, declaration.family, own.summary))
        )
        told = all(word in about for word in words)
        if given.family not in (None, declaration.family) or not (told or declaration.id in called):
            continue
        found += 1
        if given.json:
            _print_json({**declaration._asdict(), **own._asdict()})
        else:
            about = f"{own.title}: {own.summary}"
            _print_game(declaration.id, declaration.family, about, declaration.options)
    _print_faults()
    if not found:
        print(say("No game matches; trapoula list shows them all."), file=sys.stderr)
        return NO
    return DONE


def _list_kept(given: argparse.Namespace) -> int:
    from trapoula.terminal.device import Device

    left = Device().unfinished()
    for one in left:
        if given.json:
            _print_json(one._asdict())
        else:
            print(one)
    if not left:
        print(say("No unfinished game is kept here."), file=sys.stderr)
        return NO
    return DONE


def _print_game(game: str, family: str, told: str, options: "dict[str, tuple[str, ...]]") -> None:
    """Print a game in one line for a pipe, or folded for a terminal."""
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


def _print_faults() -> None:
    """Print why some of the user's own games are missing from the list."""
    from trapoula.catalogue.discovery import broken_files, collection, game_files

    if len(game_files()) == len(collection()) and not broken_files():
        return
    from trapoula.catalogue.entries import faults

    for fault in faults().values():
        print(say("A game is left out. {why}", why=tell(fault)), file=sys.stderr)


def _print_json(facts: object) -> None:
    import json

    print(json.dumps(facts, ensure_ascii=False), flush=True)


def rules(given: argparse.Namespace) -> int:
    """Print the rules of a game, or the glossary."""
    from trapoula.catalogue.entries import find
    from trapoula.host.lesson import lesson
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
            draw = partial(pictures, given.game, options)
            print(lay_out(text, options={option.name for option in entry.options}, draw=draw))
            return DONE
        found = page(lang, given.game, options)
    if given.json:
        _print_json({"game": given.game, **found._asdict()})
    else:
        print(lay_out(found.markdown))
    return DONE


def show(given: argparse.Namespace) -> int:
    """Print the table of a deal."""
    from trapoula.terminal.play import paint, standing

    session = _session(given)
    if given.json:
        _print_json(standing(session))
    else:
        print(paint(session))
    return DONE


def convert(given: argparse.Namespace) -> int:
    """Convert another program's deal or board to a record, a deck or a board."""
    from trapoula.core.errors import BadOption
    from trapoula.play import record as records
    from trapoula.play.bridges import deck_of, written
    from trapoula.play.session import Session
    from trapoula.terminal.play import read_record, read_text

    session = _session(given)
    if given.source is not None and given.origin is None:
        session = Session.resume(read_record(given.source))
        if session.id != given.game:
            raise BadOption(
                "{file} is a record of {other}, not of {game}.",
                file=repr(given.source),
                other=session.id,
                game=given.game,
            )
    elif given.source is not None:
        deck = deck_of(given.origin, session, lambda: read_text(given.source), given.source)
        session = Session(given.game, session.options, deck=deck)
    if given.target == "record":
        print(records.write(session.record()), end="")
    else:
        print(written(given.target, session), end="")
    return DONE


def play(given: argparse.Namespace) -> int:
    """Play on the full screen if this is a terminal with Textual installed, otherwise line by line."""
    from importlib.util import find_spec

    from trapoula.terminal.device import Device
    from trapoula.terminal.play import Player, choose_game

    at_a_screen = sys.stdin.isatty() and sys.stdout.isatty() and not given.lines
    screen = at_a_screen and find_spec("textual") is not None
    device = Device(given.think)
    if device.fault:
        print(device.fault)
    table = _resumed(given, device)
    if table is None and given.game is None:
        left = device.unfinished()
        found = _chosen_on_screen(left) if screen else choose_game(left)
        if found is None:
            return FAILED
        if any(found == one.room for one in left):
            table = _kept_table(given, device, found)
        given.game = found
    table = table or _new_table(given, device)
    if not screen:
        return Player(table).run()
    from trapoula.terminal.screen.app import TableApp
    from trapoula.terminal.screen.here import LocalHost

    kept = TableApp(LocalHost(table)).run()
    if kept:
        print(kept)
    return DONE


def _resumed(given: argparse.Namespace, device: "Device") -> "Table | None":
    """Return the game that --resume names, if given."""
    from trapoula.terminal.bots import named_bots
    from trapoula.terminal.play import read_record

    if given.resume is None:
        return None
    if not given.resume:
        return _kept_table(given, device)
    record = read_record(given.resume)
    return device.play_on(record, named_bots(record.game, given.bots, given.level))


def _kept_table(given: argparse.Namespace, device: "Device", key: str = "") -> "Table":
    """Return an unfinished game of this device, with its players."""
    from trapoula.core.errors import BadOption

    if given.bots:
        raise BadOption("A game that was kept goes on with its own bots, so without --bots.")
    return device.go_on(key)


def _new_table(given: argparse.Namespace, device: "Device") -> "Table":
    """Deal the game that the command line asks for."""
    from trapoula.catalogue.entries import find
    from trapoula.terminal.bots import named_bots

    bots = named_bots(given.game, given.bots, given.level)
    if given.deck:
        return device.play_on(_session(given).record(), bots)
    options = _options(given, find(given.game))
    return device.deal(given.game, options, given.deal, given.seats, bots)


def _chosen_on_screen(left: "Sequence[Unfinished]") -> str | None:
    from trapoula.terminal.screen.app import Chooser

    return Chooser(left).run()


def stats(given: argparse.Namespace) -> int:
    """Print or export the statistics of this device."""
    from pathlib import Path

    from trapoula.terminal import scores

    if given.export:
        scores.export(Path(given.export))
        print(say("Saved in {path}.", path=given.export))
        return DONE
    found = scores.stats_facts()
    if given.json:
        _print_json(found)
    elif any(one["played"] for one in found["games"]):
        print("\n".join(scores.table(found)))
    else:
        print(say("No game has been finished on this device yet."))
    return DONE


def join(given: argparse.Namespace) -> int:
    """Join a table of a server."""
    from trapoula.machine.extras import need

    need("tui")
    from trapoula.terminal.screen.app import TableApp
    from trapoula.terminal.screen.there import ServerHost

    told = TableApp(ServerHost(given.link, given.name)).run()
    if told:
        print(told)
    return DONE


def replay(given: argparse.Namespace) -> int:
    """Show a recorded game."""
    from trapoula.terminal.play import record_facts, watch

    if given.json:
        _print_json(record_facts(given.file, steps=given.steps))
    else:
        watch(given.file, steps=given.steps)
    return DONE


def check(given: argparse.Namespace) -> int:
    """Check a game against the rules for games."""
    from trapoula.terminal.checking import check

    report = check(given.game, given.deals)
    if given.json:
        _print_json(report.facts())
    else:
        print(report.text())
    return report.code


def bots(given: argparse.Namespace) -> int:
    """Run a match between bots."""
    from dataclasses import asdict

    from trapoula.catalogue.entries import find
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


def serve(given: argparse.Namespace) -> int:
    """Serve tables to browsers."""
    from trapoula.catalogue.entries import find
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
            base=given.base,
            opened=page if page or given.open else None,
            lends=_lends(given),
            pyodide=given.pyodide,
        )
    )


def _lends(given: argparse.Namespace) -> bool:
    """Return whether browsers play patiences locally: as asked, or by default if everything is ready."""
    from trapoula.server import site

    if given.local is not None:
        return bool(given.local)
    return given.pyodide is not None or (given.database is None and site.ready())


def backup(given: argparse.Namespace) -> int:
    """Back up a server's data; the server may be running."""
    from pathlib import Path

    from trapoula.server.serve import Plan, place_of
    from trapoula.server.store.backups import back_up

    plan = Plan(data=given.data, database=given.database)
    back_up(place_of(plan), Path(given.file), shared=plan.database is not None)
    print(say("Everything is copied to {file}.", file=given.file))
    return DONE


def restore(given: argparse.Namespace) -> int:
    """Restore a server's data from a backup."""
    from pathlib import Path

    from trapoula.server.serve import Plan, place_of
    from trapoula.server.store import backups

    plan = Plan(data=given.data, database=given.database)
    old = backups.restore(Path(given.file), place_of(plan), shared=plan.database is not None)
    if old is not None:
        print(say("What was there is kept as {file}.", file=str(old)))
    print(say("{file} is restored: start the server.", file=given.file))
    return DONE


def site(given: argparse.Namespace) -> int:
    """Write a static site."""
    from pathlib import Path

    from trapoula.server import site

    site.write(Path(given.folder), Path(given.pyodide) if given.pyodide else None)
    print(say("{folder} is ready: give it to any web host.", folder=given.folder))
    return DONE


def solve(given: argparse.Namespace) -> int:
    """Print whether a deal can be won, and how."""
    from trapoula.terminal.solving import solve

    return solve(_session(given), given)


def deal(given: argparse.Namespace) -> int:
    """Print the number of a deal to play."""
    from trapoula.terminal.solving import deal

    return deal(_session(given), given)


def study(given: argparse.Namespace) -> int:
    """Study many deals."""
    from trapoula.catalogue.entries import find
    from trapoula.terminal.studying import study

    return study(given, {} if given.game in STUDIES else _options(given, find(given.game)))


def warm(given: argparse.Namespace) -> int:
    """Compile the solver and the coach."""
    from trapoula.bots.coach import ready
    from trapoula.catalogue.entries import ids
    from trapoula.solve import warm
    from trapoula.terminal.waiting import preparing

    with preparing():
        warm()
        for game in ids():
            ready(game)
    return DONE


def engine(given: argparse.Namespace) -> int:
    """Serve the line protocol for other programs."""
    from trapoula.terminal.engine import serve

    serve()
    return DONE


def completion(given: argparse.Namespace) -> int:
    """Print a shell's completion script."""
    from trapoula.terminal.completing import SCRIPTS

    print(SCRIPTS[given.shell], end="")
    return DONE


def _session(given: argparse.Namespace) -> "Session":
    """Return the session that a command line asks for."""
    from trapoula.catalogue.entries import find
    from trapoula.core.game import read_deck
    from trapoula.play.session import Session

    entry = find(given.game)
    options = _options(given, entry)
    deck = read_deck(entry.make(options), given.deck) if given.deck else None
    return Session(given.game, options, deal=given.deal, deck=deck, seats=given.seats)


def _options(given: argparse.Namespace, entry: "Entry") -> "dict[str, Choice]":
    """Return the options in a command line, given one by one or as a preset."""
    from trapoula.core.errors import BadOption

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
