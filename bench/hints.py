"""What hints alone are worth: deals played by nothing but hints, beside simple play and the solver.

    python -m bench.hints play FILE                         every patience, a few deals
    python -m bench.hints play FILE 5001-5100 golf yukon    a hundred deals of these
    python -m bench.hints play FILE 5001-5100 klondike draw=3 redeals=unlimited
    python -m bench.hints table FILE...                     what has been played, as a table
    python -m bench.hints publish FILE...                   the same, written into docs/hints.md

Every deal is a line of the file as soon as it is played, so that a run can be broken off, and the next one
goes on with what is not there yet; several files are put together in one table. What another version of the
solver played stays in the file, but does not count. Deals are from 5001 up, on which nothing was tuned; what
is counted is processor time. The points are those of the game's own score, in the mean: they tell hints apart
in games that are hardly ever won. The solver knows the hidden cards, which hints do not.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from time import process_time

from trapoula import solve
from trapoula.catalogue.entries import find, ids, write_choice
from trapoula.catalogue.odds import Setting, wilson
from trapoula.catalogue.odds import setting as from_usual
from trapoula.core.deals import deck
from trapoula.core.game import Choice
from trapoula.patience import Patience
from trapoula.play.session import Session
from trapoula.solve import Limits, decide, hint, warm
from trapoula.solve.hints.history import known
from trapoula.solve.player_view import table_key
from trapoula.solve.simple_play import play_simply
from trapoula.study.digest import digest_of
from trapoula.texts import title

FIRST, FEW, LONGEST = 5001, 3, 600
JUDGED = Limits(seconds=5.0, states=1_000_000)  # for the solver's verdict on a deal
ENOUGH = 20  # deals, from which on a share is told with its interval
PAGE = Path(__file__).parents[1] / "docs" / "hints.md"
BEGIN, END = "<!-- played by bench.hints -->\n", "<!-- until here -->\n"
HEAD = (
    "| game | deals | won by hints | by simple play | by the solver | points by hints"
    " | by simple play | hints a deal | ms a hint | tables twice |\n|---|" + "---:|" * 9
)


@dataclass(frozen=True, slots=True)
class Played:
    """How a deal went by hints alone, by simple play, and whether the solver wins it."""

    game: str
    options: dict[str, Choice]
    deal: int
    solver: str  # the digest of what gives hints and judges
    won: bool
    simple: bool
    winnable: bool | None
    points: int
    simple_points: int
    hints: int
    seconds: float  # of all hints
    twice: int  # tables that were met again knowing no more of them

    @property
    def setting(self) -> str:
        """The game and its options, as they are asked for."""
        return setting(self.game, self.options)


def setting(game: str, options: Mapping[str, Choice]) -> str:
    """A game with the options that were asked for."""
    return " ".join((game, *(f"{name}={write_choice(value)}" for name, value in options.items())))


@cache
def version() -> str:
    """The digest of everything that gives hints and judges."""
    return digest_of(Path(solve.__file__).parent.rglob("*.py"))


def play(game: str, options: dict[str, Choice], deal: int) -> Played:
    """A whole deal by hints, then by simple play, then by the solver."""
    session = Session(game, options, deal=deal)
    made = session.game
    assert isinstance(made, Patience)
    hints, seconds = 0, 0.0
    while session.outcome is None and hints < LONGEST:
        since = process_time()
        found = hint(session)
        seconds += process_time() - since
        if found is None:
            break
        hints += 1
        session.play(found.action)
    met = [table_key(made, state, seen) for state, seen in known(session)]
    cards = deck(made.pack, deal)
    simply, table = play_simply(made, cards), made.start(cards)
    for action in simply.actions:
        table = made.play(table, action)
    judged = decide(made, made.start(cards), JUDGED)
    lost = judged.finding == "lost" and not judged.shuffles  # what follows a shuffle is open
    return Played(
        game=game,
        options=options,
        deal=deal,
        solver=version(),
        won=session.outcome is not None and session.outcome.won,
        simple=simply.won,
        winnable=True if judged.finding == "winnable" else False if lost else None,
        points=made.score.of(made, session.state),
        simple_points=made.score.of(made, table),
        hints=hints,
        seconds=round(seconds, 4),
        twice=len(met) - len(set(met)),
    )


def read(file: Path) -> Iterator[Played]:
    """What a file holds of today's solver."""
    if not file.exists():
        return
    for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
        try:
            one = Played(**json.loads(line))
        except (ValueError, TypeError):
            sys.exit(f"{file}, line {number}, is not a deal that was played; take it out.")
        if one.solver == version():
            yield one


def complete(file: Path, games: Sequence[str], words: Sequence[str], numbers: range) -> None:
    """Play what a file does not have yet."""
    known = {(one.setting, one.deal) for one in read(file)}
    warm()
    with file.open("a", encoding="utf-8") as kept:
        for game in games:
            options = {}
            for name, _, value in (word.partition("=") for word in words):
                options[name] = find(game).option(name).read(value)
            for deal in numbers:
                if (setting(game, options), deal) not in known:
                    one = play(game, options, deal)
                    kept.write(json.dumps(asdict(one)) + "\n")
                    kept.flush()
            print(*rows(one for one in read(file) if one.game == game), sep="\n", flush=True)


def won_by_hints(files: Iterable[str]) -> dict[tuple[str, Setting], tuple[int, int]]:
    """How many deals of each setting hints alone won in some files, and how many were played."""
    found: defaultdict[tuple[str, Setting], dict[int, bool]] = defaultdict(dict)
    for file in files:
        for one in read(Path(file)):
            found[one.game, from_usual(one.game, one.options)][one.deal] = one.won
    return {place: (sum(won.values()), len(won)) for place, won in found.items()}


def rows(played: Iterable[Played]) -> list[str]:
    """A row of the table for each game and its options, in the order of the names."""
    found: defaultdict[str, dict[int, Played]] = defaultdict(dict)
    for one in played:
        found[one.setting][one.deal] = one
    return [row([*deals.values()]) for _, deals in sorted(found.items())]


def row(played: Sequence[Played]) -> str:
    """What some deals of a game came to."""
    deals, hints = len(played), sum(one.hints for one in played)
    cost = 1000 * sum(one.seconds for one in played) / max(1, hints)
    known = [one for one in played if one.winnable is not None]
    chosen = ", ".join(f"{name} {write_choice(v)}" for name, v in played[0].options.items())
    cells = (
        title("en", played[0].game) + (f" ({chosen})" if chosen else ""),
        deals,
        share(sum(one.won for one in played), deals),
        share(sum(one.simple for one in played), deals),
        share(sum(bool(one.winnable) for one in known), len(known))
        + (f", {deals - len(known)} undecided" if len(known) < deals else ""),
        f"{sum(one.points for one in played) / deals:.0f}",
        f"{sum(one.simple_points for one in played) / deals:.0f}",
        hints // deals,
        f"{cost:.0f}" if cost >= 10 else f"{cost:.1f}",
        sum(one.twice for one in played),
    )
    return "| " + " | ".join(map(str, cells)) + " |"


def share(won: int, of: int) -> str:
    """So many, and Wilson's interval where there are enough deals for one."""
    low, high = (100 * end for end in wilson(won, of))
    return f"{won} ({low:.0f}–{high:.0f} %)" if of >= ENOUGH else str(won)


def publish(table: str) -> None:
    """Put the table in its place on the page."""
    before, begin, rest = PAGE.read_text("utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        sys.exit(f"{PAGE.name} has no place for the table: {BEGIN.strip()} … {END.strip()}")
    PAGE.write_text(f"{before}{begin}\n{table}\n\n{end}{after}", "utf-8")


def span(word: str) -> range:
    """The deals that a word names: so many from the first one on, or from one to another."""
    first, _, last = word.partition("-")
    return range(int(first), int(last) + 1) if last else range(FIRST, FIRST + int(first))


def main(arguments: Sequence[str]) -> None:
    """Play deals, or tell what they came to."""
    match arguments:
        case ["play", file, *asked]:
            digits = asked[:1] if asked and asked[0][0].isdigit() else []
            rest = asked[len(digits) :]
            named = [word for word in rest if "=" not in word]
            games = named or [id_ for id_ in ids() if isinstance(find(id_).make(), Patience)]
            words = [word for word in rest if "=" in word]
            complete(Path(file), games, words, span(*digits or [str(FEW)]))
        case [("table" | "publish") as what, file, *more]:
            played = (one for path in (file, *more) for one in read(Path(path)))
            table = "\n".join((HEAD, *rows(played)))
            publish(table) if what == "publish" else print(table)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
