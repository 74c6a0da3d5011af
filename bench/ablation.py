"""What each part of the solver brings: each proof, kind of try and weight switched off alone.

    ./run bench ablation                     measure what is missing in its file, then write the page
    python -m bench.ablation FILE DEALS POSITIONS
    python -m bench.ablation FILE            write docs/ablation.md from a file

Each row of the file is one game with one part switched off: how many deals it decides, in how many
positions and in how much processor time. A measurement that was broken off goes on where it stopped.
"""

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from time import process_time
from typing import Any

from trapoula.catalogue.entries import find
from trapoula.core.deals import deck
from trapoula.core.game import Choice
from trapoula.patience import Patience
from trapoula.solve import Limits, warm
from trapoula.solve.lowering.lower import lower, lower_for
from trapoula.solve.lowering.open_games import opened
from trapoula.solve.lowering.program import Program
from trapoula.solve.proofs import grounded, prove
from trapoula.solve.search import portfolio
from trapoula.solve.search.general import Seeker
from trapoula.solve.search.open_games import Seeker as OpenSeeker
from trapoula.solve.search.portfolio import Found, Spending, Try

FILE = Path(__file__).with_suffix(".jsonl")
PAGE = Path(__file__).parents[1] / "docs" / "ablation.md"
TOP = """# What each part of the solver brings

For people who change the solver. Each row is a game searched without one proof or one kind of try, on
deals that nothing was tuned on: deals decided, positions and processor time against the whole solver. Rows
in which nothing changes by more than 3 % are left out. `./run bench ablation` measures, and
`python -m bench.ablation FILE` writes this page.

"""
FIRST = 300_001  # of the deals, which nothing was tuned on
DEALS, POSITIONS, SECONDS = 40, 200_000, 20.0
LOOKED_AT = 40  # wider tries, to see of what kinds they are
MATTERS = 0.03  # less than this is noise, or not worth its lines
ALL, GENERAL = "everything", "general kernel instead of the open one"

SETTINGS: tuple[tuple[str, dict[str, Choice]], ...] = (
    ("klondike", {}),
    ("klondike", {"draw": 1, "redeals": "unlimited"}),
    ("klondike", {"draw": 3, "redeals": "unlimited"}),
    ("klondike", {"draw": 1, "redeals": 0}),
    ("canfield", {}),
    ("aunt-mary", {}),
    ("whitehead", {}),
    ("easthaven", {}),
    ("westhaven", {}),
    ("forty-thieves", {}),
    ("yukon", {}),
    ("gypsy", {}),
    ("spider", {}),
    ("spiderette", {}),
    ("golf", {}),
    ("thirteen", {}),
    ("gaps", {}),
    ("hamilton", {}),
    ("freecell", {}),
    ("seahaven", {}),
    ("bakers-dozen", {}),
    ("beleaguered-castle", {}),
    ("streets-and-alleys", {}),
    ("king-albert", {}),
)
WEIGHTS = (  # by their places in an order, of which the first cannot be left out
    ("", "face-down cards", "breaks", "blocks", "empty columns", "empty cells", "stock", "chance",
     "depth of the next cards", "runs in suit", "cards over lower ones of their suit", "whole runs"),
    ("", "breaks", "blocks", "empty columns", "empty cells", "depth of the next cards", "chance",
     "moves so far", "worse positions left out"),
)  # fmt: skip


def kind(one: Try) -> str:
    """What sort of try it is."""
    if one.staged:
        return "staged beams"
    return "beams" if one.width else "best first" if one.best_first else "depth first"


@dataclass
class Without:
    """A board as the portfolio sees it, without one kind of try or one weight."""

    board: Any
    part: str
    weight: int = 0

    @property
    def spending(self) -> Spending:
        """What is spent on the board."""
        found: Spending = self.board.spending
        return found

    @property
    def over(self) -> Found:
        """Whether it is decided before it begins."""
        found: Found = self.board.over
        return found

    @property
    def quick(self) -> Sequence[Try]:
        """The first tries that are left."""
        return [one for one in self.board.quick if self.part != f"quick {kind(one)}"]

    def wider(self) -> Iterator[tuple[Try, float]]:
        """The wider tries that are left; none where they are all of one kind."""

        def kept(pair: tuple[Try, float]) -> bool:
            return self.part != f"wider {kind(pair[0])}"

        ever = list(islice(self.board.wider(), LOOKED_AT))
        if not any(map(kept, ever[LOOKED_AT // 2 :])):  # the rest would be looked through for ever
            return filter(kept, iter(ever))
        return filter(kept, self.board.wider())

    def attempt(self, one: Try) -> Found:
        """What a try comes to without the weight."""
        order = [0 if place == self.weight else each for place, each in enumerate(one.order)]
        found: Found = self.board.attempt(replace(one, order=tuple(order)) if self.weight else one)
        return found

    def complete(self) -> Callable[[int], Found]:
        """The complete search, or one that finds nothing."""
        if self.part == "complete search":
            return lambda most: None
        found: Callable[[int], Found] = self.board.complete()
        return found


def parts(game: Patience) -> Iterator[tuple[str, int]]:
    """Everything that can be switched off for a game; of weights, also which."""
    yield ALL, 0
    program = lower(game)
    open_ = opened(program) is not None
    if open_:
        yield GENERAL, 0
    for name in program.proofs.held:
        yield f"proof {name}", 0
    board = board_of(program, "", 1)
    ever = [one for one, _ in islice(board.wider(), LOOKED_AT)]
    for when, tries in (("quick", board.quick), ("wider", ever)):
        for name in dict.fromkeys(map(kind, tries)):
            yield f"{when} {name}", 0
    yield "complete search", 0
    for place, name in enumerate(WEIGHTS[open_]):
        tries = [*board.quick, *ever]
        if place and any(one.order[place : place + 1] not in ((), (0,)) for one in tries):
            yield f"weight {name}", place


def program_of(game: Patience, part: str) -> Program:
    """The arrays of a game, written with one proof less."""
    if not part.startswith("proof "):
        return lower(game)
    return lower(game, grounded(replace(prove(game), **{part.removeprefix("proof "): None})))


def board_of(program: Program, part: str, number: int, limits: Limits | None = None) -> Any:
    """The board of a numbered deal, on another kernel if that is the part."""
    game, limits = program.game, limits or Limits()
    table = game.start(deck(game.pack, number))
    program = lower_for(program, table)
    if part != GENERAL and (open_game := opened(program)) is not None:
        return OpenSeeker(open_game, table, limits)
    return Seeker(program, table, limits)


def measured(setting: int, part: str, weight: int, deals: int, positions: int) -> dict[str, Any]:
    """One row: a game without one part."""
    name, options = SETTINGS[setting]
    game: Any = find(name).make(options)
    program, counts, states, spent = program_of(game, part), [0, 0, 0], 0, 0.0
    for number in range(FIRST, FIRST + deals):
        since = process_time()
        limits = Limits(SECONDS, positions, clock=process_time)
        board = Without(board_of(program, part, number, limits), part, weight)
        found = portfolio.search(board)
        if found is None:
            found = getattr(board.board, "deferred", None) or None
        counts[2 if found is None else 1 if found is False else 0] += 1
        states += board.spending.states
        spent += process_time() - since
    return {
        "game": " ".join([name, *(f"{key}={value}" for key, value in options.items())]),
        "part": part,
        "decided": counts,
        "positions": states,
        "seconds": round(spent, 3),
    }


def measure(file: Path, deals: int, positions: int) -> None:
    """Add the rows that are missing to a file."""
    done = {(row["game"], row["part"]) for row in rows(file)}
    warm()
    for setting, (name, options) in enumerate(SETTINGS):
        game: Any = find(name).make(options)
        told = " ".join([name, *(f"{key}={value}" for key, value in options.items())])
        for part, weight in parts(game):
            if (told, part) not in done:
                row = json.dumps(measured(setting, part, weight, deals, positions))
                with file.open("a") as to:
                    print(row, file=to)


def rows(file: Path) -> list[dict[str, Any]]:
    """What was measured so far."""
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def table(file: Path) -> Iterator[str]:
    """Part by part, what a game loses without it: deals decided, positions and time."""
    found = rows(file)
    base = {row["game"]: row for row in found if row["part"] == ALL}
    yield "| without | game | decided | positions | time |"
    yield "|---|---|---:|---:|---:|"
    for part in dict.fromkeys(row["part"] for row in found):
        for row in (row for row in found if row["part"] == part and row["game"] in base):
            whole = base[row["game"]]
            before, after = (sum(one["decided"][:2]) for one in (whole, row))
            more, longer = (row[what] / (whole[what] or 1) for what in ("positions", "seconds"))
            if part == ALL:
                yield (f"| nothing | {row['game']} | {' / '.join(map(str, row['decided']))} "
                       f"| {row['positions']:,} | {row['seconds']:.2f} s |")  # fmt: skip
            elif before != after or max(more, 1 / (more or 1)) > 1 + MATTERS:
                yield f"| {part} | {row['game']} | {before} → {after} | × {more:.2f} | × {longer:.2f} |"


def main(file: str = str(FILE), deals: str = "", positions: str = "") -> None:
    """Measure what is missing, if a number of deals or no file is named, then write the page."""
    if deals or file == str(FILE):
        measure(Path(file), int(deals or DEALS), int(positions or POSITIONS))
    PAGE.write_text(TOP + "".join(f"{row}\n" for row in table(Path(file))), "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
