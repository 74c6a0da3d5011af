"""What hints alone are worth: games played by nothing but hints, beside simple play of the same deals.

    python -m bench.hints                    every patience, a few deals
    python -m bench.hints 100 klondike       a hundred deals of these
    python -m bench.hints 5001-5100 klondike draw=3 redeals=unlimited

Deals from 5001 up, on which nothing was tuned. What is counted is processor time. The points are those of the
game's own score, in the mean: they tell hints apart in games that are hardly ever won.
"""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import process_time

from trapoula.catalogue import find, ids
from trapoula.deals import deck
from trapoula.patience import Patience
from trapoula.session import Session
from trapoula.solve import hint, warm
from trapoula.solve.past import place
from trapoula.solve.simple import play_simply

FIRST, FEW, LONGEST = 5001, 3, 600


@dataclass(frozen=True, slots=True)
class Followed:
    """How a deal went by hints alone: won or not, how many hints, what they took, and how often in vain."""

    won: bool
    points: int
    hints: int
    seconds: float
    twice: int  # tables that were met again


def follow(game: str, options: Mapping[str, object], deal: int) -> Followed:
    """A whole deal by hints."""
    session = Session(game, options, deal=deal)
    assert isinstance(session.game, Patience)
    met, hints, seconds = [place(session.game, session.state)], 0, 0.0
    while session.outcome is None and hints < LONGEST:
        since = process_time()
        found = hint(session)
        seconds += process_time() - since
        if found is None:
            break
        hints += 1
        session.play(found.action)
        met.append(place(session.game, session.state))
    won = session.outcome is not None and session.outcome.won
    points = session.game.score.of(session.game, session.state)
    return Followed(won, points, hints, seconds, len(met) - len(set(met)))


def simply(game: Patience, deal: int) -> tuple[bool, int]:
    """Whether simple play wins a deal, and the points it comes to."""
    cards = deck(game.pack, deal)
    played, table = play_simply(game, cards), game.start(cards)
    for action in played.actions:
        table = game.play(table, action)
    return played.won, game.score.of(game, table)


def row(game: str, options: Mapping[str, object], numbers: range) -> str:
    """A line of the table."""
    made = find(game).make(options)
    assert isinstance(made, Patience)
    played = [follow(game, options, deal) for deal in numbers]
    simple = [simply(made, deal) for deal in numbers]
    deals, hints = len(numbers), sum(one.hints for one in played)
    cost = 1000 * sum(one.seconds for one in played) / max(1, hints)
    told = " ".join((game, *(f"{name}={value}" for name, value in options.items())))
    cells = (
        told,
        deals,
        sum(one.won for one in played),
        sum(won for won, _ in simple),
        f"{sum(one.points for one in played) / deals:.0f}",
        f"{sum(points for _, points in simple) / deals:.0f}",
        hints // deals,
        f"{cost:.0f}",
        sum(one.twice for one in played),
    )
    return "| " + " | ".join(map(str, cells)) + " |"


def main(arguments: Sequence[str]) -> None:
    """The table of all patiences, or of one with its options."""
    warm()
    first, _, last = (arguments[0] if arguments else str(FEW)).partition("-")
    numbers = range(int(first), int(last) + 1) if last else range(FIRST, FIRST + int(first))
    named = [word for word in arguments[1:] if "=" not in word]
    words = [word.split("=", 1) for word in arguments[1:] if "=" in word]
    print(
        "| game | deals | won by hints | by simple play | points by hints | by simple play"
        " | hints a deal | ms a hint | tables twice |"
    )
    print("|---|" + "---:|" * 8)
    for game in named or [id_ for id_ in ids() if isinstance(find(id_).make(), Patience)]:
        options = {name: find(game).option(name).read(value) for name, value in words}
        print(row(game, options, numbers), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
