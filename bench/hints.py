"""What hints alone are worth: games played by nothing but hints, beside simple play of the same deals.

    python -m bench.hints                    every patience, a few deals
    python -m bench.hints 100 klondike       a hundred deals of these
    python -m bench.hints 100 klondike draw=3 redeals=unlimited

Deals from 5001 up, on which nothing was tuned. What is counted is processor time.
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
    return Followed(won, hints, seconds, len(met) - len(set(met)))


def row(game: str, options: Mapping[str, object], deals: int) -> str:
    """A line of the table."""
    made = find(game).make(options)
    assert isinstance(made, Patience)
    numbers = range(FIRST, FIRST + deals)
    played = [follow(game, options, deal) for deal in numbers]
    simple = sum(play_simply(made, deck(made.pack, deal)).won for deal in numbers)
    hints = sum(one.hints for one in played)
    cost = 1000 * sum(one.seconds for one in played) / max(1, hints)
    won, twice = sum(one.won for one in played), sum(one.twice for one in played)
    told = " ".join((game, *(f"{name}={value}" for name, value in options.items())))
    return f"| {told} | {deals} | {won} | {simple} | {hints // deals} | {cost:.0f} | {twice} |"


def main(arguments: Sequence[str]) -> None:
    """The table of all patiences, or of one with its options."""
    warm()
    deals = int(arguments[0]) if arguments else FEW
    named = [word for word in arguments[1:] if "=" not in word]
    words = [word.split("=", 1) for word in arguments[1:] if "=" in word]
    print(
        "| game | deals | won by hints | by simple play | hints a deal | ms a hint | tables twice |"
    )
    print("|---|---:|---:|---:|---:|---:|---:|")
    for game in named or [id_ for id_ in ids() if isinstance(find(id_).make(), Patience)]:
        options = {name: find(game).option(name).read(value) for name, value in words}
        print(row(game, options, deals), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
