"""The solver beside its peers: what is decided, and in how much processor time.

    ./run bench solve                        everything; takes a while
    python -m bench.solve open               one part: open, seen, klondike, packers, others,
                                             solvitaire, hints, random
    python -m bench.solve others=20@5001     twenty deals of each from 5001 on, where nothing was tuned

`fc-solve` (Debian's freecell-solver-bin) plays the same deals where it plays the game at all. All times are
processor times of one run; the kernel is warm. Our own include everything but the replay of won lines, which
is told apart. Solvitaire, the peer where cards are hidden or dealt from a stock, is built by hand
(bench/_solvitaire.py). OpenSpiel, the peer at random play, is installed by hand into an environment of its
own, whose interpreter the variable OPEN_SPIEL names:

    python3 -m venv /tmp/open-spiel && /tmp/open-spiel/bin/pip install open_spiel
"""

import os
import platform
import re
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from shutil import which
from time import process_time
from typing import Any

from bench._solvitaire import SAME, judged, missing
from tests.solve.positions import wandering
from trapoula.catalogue.entries import find, ids
from trapoula.catalogue.odds import wilson
from trapoula.core.cards import NAMES
from trapoula.core.deals import deck
from trapoula.patience import Patience, Table
from trapoula.solve import Limits, advise, decide, warm
from trapoula.solve.lowering.lower import lower
from trapoula.solve.search.general import run_search
from trapoula.solve.verdict import replayed

MEMORY = 1 << 30
IN_TURN = 5  # runs of a command whose start is taken off
RANGE_SOLVER = "freecell-solver-range-parallel-solve"
SPIEL, SCRIPT = "/tmp/open-spiel/bin/python", str(Path(__file__).with_name("_spiel.py"))
INSTALL = "python3 -m venv /tmp/open-spiel && /tmp/open-spiel/bin/pip install open_spiel"


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    set: str
    solver: str
    counts: tuple[int, ...]
    times: Sequence[float]
    note: str = ""
    verdicts: Sequence[bool | None] = ()  # of each deal: won, lost, undecided

    def __str__(self) -> str:
        times = sorted(self.times) or [0.0]
        middle, high = times[len(times) // 2], times[int(len(times) * 0.95)]
        return (
            f"| {self.set} | {self.solver} | {' / '.join(map(str, self.counts))} | {sum(times):.2f} "
            f"| {1000 * middle:.1f} / {1000 * high:.1f} / {1000 * times[-1]:.0f} | {self.note} |"
        )


def tables(game: Patience, deals: range, *, rows: bool = False) -> Iterator[Table]:
    """The starts of numbered deals; by rows over all columns, where our own deal goes another way."""
    for number in deals:
        cards = deck(game.pack, number)
        start = game.start(cards)
        if rows:
            columns = game.where("T")
            dealt = [(at, bytes(cards[i :: len(columns)])) for i, at in enumerate(columns)]
            start = start.put(*dealt)
        yield start


def ours(name: str, game: Patience, starts: Sequence[Table], seconds: float) -> Row:
    """Our solver on some deals."""
    program, verdicts, times, checking = lower(game), list[bool | None](), [], 0.0
    for start in starts:
        since = process_time()
        limits = Limits(seconds, 1 << 40, MEMORY, clock=process_time)
        found, _ = run_search(program, start, limits)
        times.append(process_time() - since)
        verdicts.append(None if found is None else found is not False)
        if found is not None and found is not False:
            since = process_time()
            replayed(game, start, found)
            checking += process_time() - since
    return Row(name, "trapoula", counted(verdicts), times, f"replay {checking:.2f} s", verdicts)


def counted(verdicts: Sequence[bool | None]) -> tuple[int, ...]:
    """How many are won, lost and undecided."""
    return tuple(verdicts.count(one) for one in (True, False, None))


# --- beside fc-solve -------------------------------------------------------------------------------


def board(game: Patience, table: Table) -> str:
    """A table as fc-solve reads it."""
    lines = []
    tops = [
        pile[-1]
        for at, pile in enumerate(table.piles)
        if pile and game.zone[at].kind == "foundation"
    ]
    if tops:
        lines.append("Foundations: " + " ".join(f"{NAMES[c][1]}-{NAMES[c][0]}" for c in tops))
    cells = [pile for at, pile in enumerate(table.piles) if game.zone[at].kind == "cell"]
    if any(cells):
        lines.append("FC: " + " ".join(NAMES[pile[0]] if pile else "-" for pile in cells))
    lines += [" ".join(NAMES[card] for card in table.piles[at]) for at in game.where("T")]
    return "\n".join(lines) + "\n"


def theirs(name: str, flags: Sequence[str], game: Patience, starts: Sequence[Table]) -> Row:
    """fc-solve on the same deals, a process for each."""
    counts, times = [0, 0, 0], []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "board"
        for start in starts:
            file.write_text(board(game, start))
            since = _children()
            told = subprocess.run(
                ["fc-solve", *flags, str(file)], capture_output=True, text=True, check=False
            )
            times.append(_children() - since)
            counts[0 if "is solveable" in told.stdout else 1] += 1
    return Row(name, f"fc-solve {' '.join(flags)}, a process a deal", tuple(counts), times)


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def range_solver(first: int, last: int) -> Row:
    """fc-solve on Microsoft's deals in one process, without process starts."""
    since = _children()
    told = subprocess.run(
        [RANGE_SOLVER, str(first), str(last), "500", "-l", "lg"],
        capture_output=True,
        text=True,
        check=False,
    )
    spent, unsolved = _children() - since, told.stdout.count("Unsolved")
    counts = last - first + 1 - unsolved, 0, unsolved
    return Row(f"freecell {first}-{last}", "fc-solve -l lg, one process", counts, [spent])


OPEN = (  # the game, seconds for each of a hundred deals, fc-solve's flags, whether the deal goes by rows
    ("bakers-game", 60, ("-g", "bakers_game", "-l", "as"), False),
    ("seahaven", 60, ("-g", "seahaven_towers", "-l", "as"), False),
    ("eight-off", 60, ("-g", "eight_off", "-l", "as"), False),
    ("fortress", 60, (), True),
    ("streets-and-alleys", 10, ("-g", "streets_and_alleys", "-l", "as"), True),
    ("beleaguered-castle", 60, ("-g", "beleaguered_castle", "-l", "as"), False),
)


CASTLES = ("streets-and-alleys", "beleaguered-castle")  # where peers leave home what is home
AS_PEERS: dict[str, dict[str, object]] = {"bakers-game": {"gaps": "any"}}  # options, not by default


def made(name: str, **options: object) -> Patience:
    """A patience of the catalogue."""
    game: Any = find(name).make(options)
    return game


def open_games() -> Iterator[Row]:
    """Everything in sight."""
    game = made("freecell")
    row = ours("freecell 1-1000", game, list(tables(game, range(1, 1001))), 60)
    yield from beside(row, range_solver(1, 1000) if which(RANGE_SOLVER) else None)
    game = made("freecell", autoplay=False)
    yield ours("freecell 11982", game, list(tables(game, range(11982, 11983))), 300)
    for name, seconds, flags, rows in OPEN:
        game = made(name, **AS_PEERS.get(name, {}))
        starts = list(tables(game, range(1, 101), rows=rows))
        if name in CASTLES:
            yield ours(f"{name} 1-100, by the record's rules", game, starts, seconds)
            game = staying(game)
        row = ours(f"{name} 1-100", game, starts, seconds)
        peers = flags and which("fc-solve")
        yield from beside(row, theirs(row.set, flags, game, starts) if peers else None)


def staying(game: Patience) -> Patience:
    """The game as its peers play it: what is home stays there."""
    zones = {
        letter: replace(zone, lift=None) if zone.kind == "foundation" else zone
        for letter, zone in game.zones.items()
    }
    return replace(game, zones=zones)


def beside(row: Row, peer: Row | None) -> Iterator[Row]:
    """Our row and the peer's, with the ratio of their processor times."""
    yield row
    if peer is not None:
        ratio = sum(row.times) / sum(peer.times)
        yield replace(peer, note=f"ours takes {ratio:.2f} times that")


# --- stock and waste, and the others -----------------------------------------------------------------


def share(row: Row) -> str:
    """How many of the deals are winnable, with a 95 % interval that leaves room for the undecided."""
    won, lost, unknown = row.counts
    total = won + lost + unknown
    low, high = wilson(won, total)[0], wilson(won + unknown, total)[1]
    return f"winnable {100 * low:.1f} to {100 * high:.1f} %"


def sample(name: str, deals: range, seconds: float, **options: object) -> Row:
    """Some deals of a game."""
    game = made(name, **options)
    words = " ".join([name, *(f"{key}={value}" for key, value in options.items())])
    row = ours(f"{words} {deals[0]}-{deals[-1]}", game, list(tables(game, deals)), seconds)
    return Row(row.set, row.solver, row.counts, row.times, share(row))


def klondike(deals: range = range(1, 1001)) -> Iterator[Row]:
    """Klondike, hidden cards known, the stock gone through without end."""
    yield sample("klondike", deals, 10, draw=3, redeals="unlimited")
    yield sample("klondike", deals, 10, draw=1, redeals="unlimited")


def packers(deals: range = range(1, 21)) -> Iterator[Row]:
    """The large ones."""
    for name in ("spider", "forty-thieves", "gypsy"):
        yield sample(name, deals, 20)


OTHERS = (
    "golf", "canfield", "king-albert", "spiderette", "will-o-the-wisp", "easthaven", "accordion", "yukon",
    "scorpion", "thirteen", "bristol", "gaps",
)  # fmt: skip


def others(deals: range = range(1, 101)) -> Iterator[Row]:
    """A dozen others."""
    for name in OTHERS:
        yield sample(name, deals, 10)


def solvitaire(deals: range = range(5001, 5021)) -> Iterator[Row]:
    """Games that Solvitaire plays by the same rules: what both decide, both must decide alike."""
    if why := missing():
        print(f"NOT COMPARED with Solvitaire: {why}", file=sys.stderr)
        return
    for same in SAME:
        game = made(same.game, **same.options)
        game = staying(game) if same.game in CASTLES else game
        starts = list(tables(game, deals))
        row = ours(f"{same.name} {deals[0]}-{deals[-1]}", game, starts, 10)
        verdicts, times = list[bool | None](), []
        for start in starts:
            since = _children()
            verdicts.append(judged(same, game, start, 10))
            times.append(_children() - since)
        peer = Row(row.set, "Solvitaire, smart", counted(verdicts), times, verdicts=verdicts)
        yield from beside(row, peer)
        for deal, pair in zip(deals, zip(row.verdicts, verdicts, strict=True), strict=True):
            if {*pair} == {True, False}:
                sys.exit(f"{same.name} {deal}: one of the two is wrong, or their rules differ.")


def seen(deals: range = range(1, 1001)) -> Iterator[Row]:
    """FreeCell as a user of the command line sees it, beside fc-solve: all but the start of the program.

    The start takes twice as long as a thousand deals; so all is run in turn some times, and the least counts.
    """
    command = [sys.executable, "-m", "trapoula", "solve", "freecell", "--deals"]
    alone, together, peers = list[float](), list[float](), list[Row]()
    for _ in range(IN_TURN):
        for last, spent in ((deals[0], alone), (deals[-1], together)):  # one costs hardly more
            since = _children()
            subprocess.run([*command, f"{deals[0]}-{last}"], capture_output=True, check=True)
            spent.append(_children() - since)
        if which(RANGE_SOLVER):
            peers.append(range_solver(deals[0], deals[-1]))
    name = f"freecell {deals[0]}-{deals[-1]}"
    used = min(together) - min(alone)
    row = Row(name, "trapoula solve, lines replayed", (len(deals),), [used])
    yield from beside(row, min(peers, key=lambda peer: sum(peer.times), default=None))


def hints() -> Iterator[Row]:
    """Hints over random positions of all patiences."""
    times = []
    for id_ in ids():
        game = find(id_).make()
        if isinstance(game, Patience):
            for table in list(wandering(game, range(1, 4), 30))[::10]:
                since = process_time()
                advise(game, table)
                times.append(process_time() - since)
    yield Row("hints, all games", "trapoula", (len(times),), times)


def random_play() -> Iterator[Row]:
    """Random play of Klondike in the kernel, beside OpenSpiel's where that is installed."""
    from trapoula.solve.search.arrays import arrays_of
    from trapoula.solve.search_kernel import layout as search_layout
    from trapoula.solve.search_kernel import layout as tasks

    game = made("klondike", draw=3, redeals="unlimited")
    work, steps, since = arrays_of(lower(game), game.start(deck(game.pack, 1))), 0, process_time()
    work.info[search_layout.DICE] = 12345
    while process_time() - since < 2:
        for number in range(1, 20):
            work.position = arrays_of(work.program, game.start(deck(game.pack, number))).position
            steps += work.do(tasks.WANDER, 20_000)
    rate = steps / (process_time() - since)
    yield Row("random play, steps/s", "trapoula kernel", (round(rate),), [])
    peer = os.environ.get("OPEN_SPIEL", SPIEL)
    if which(peer) is None:
        print(f"NOT COMPARED with OpenSpiel: no {peer}; {INSTALL}", file=sys.stderr)
        return
    told = subprocess.run([peer, SCRIPT], capture_output=True, text=True, check=True)
    theirs_ = int(told.stdout)
    note = f"ours is {rate / theirs_:.0f} times that"
    yield Row("random play, steps/s", "OpenSpiel solitaire, from Python", (theirs_,), [], note)


PARTS = {
    "open": open_games,
    "seen": seen,
    "klondike": klondike,
    "packers": packers,
    "others": others,
    "solvitaire": solvitaire,
    "hints": hints,
    "random": random_play,
}
PART = re.compile(rf"({'|'.join(PARTS)})(=[1-9]\d*(@[1-9]\d*)?)?")


def main(arguments: Sequence[str]) -> int:
    """Print the table; a number after a part is how many deals, and one after that the first of them."""
    if wrong := [part for part in arguments if not PART.fullmatch(part)]:
        asked = f"{wrong[0]!r} is no part; there are {', '.join(PARTS)}"
        print(f"{asked}, and each may say which deals: open=20@5001.", file=sys.stderr)
        return 2
    warm()
    decide(made("golf"), made("golf").start(deck(range(52), 1)), Limits(0.1))
    print(f"{platform.machine()}, Python {platform.python_version()}")
    print("| deals | solver | won / lost / undecided | total s | median / p95 / max ms | |")
    print("|---|---|---|---:|---|---|")
    for part in arguments or PARTS:
        name, _, count = part.partition("=")
        many, _, first = count.partition("@")
        start = int(first or 1)
        given = (range(start, start + int(many)),) if many else ()
        for row in PARTS[name](*given):  # type: ignore[operator]
            print(row, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
