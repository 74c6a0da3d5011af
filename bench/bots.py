"""How strong the bots are: every table game at every number of players, as a table in Markdown.

    python -m bench.bots [GAMES] [JOBS]

Where all play together, every seat is strong; where they play against one another, one strong bot meets
greedy ones, and par is one in as many as they are. Deals are numbered from 1, so that the figures can be
repeated.
"""

import sys

from trapoula.bots import levels
from trapoula.catalogue.entries import find, ids
from trapoula.terminal.match import Match, Played, interval, match_of, run

GAMES, JOBS = 200, 2


def main(games: int = GAMES, jobs: int = JOBS) -> None:
    """Play all matches and print a line for each."""
    print("| game | seats | bots | won | 95 % | cards left | under ten | ms a turn |")
    print("|---|---|---|---|---|---|---|---|")
    for game in (id_ for id_ in ids() if levels(id_)):
        for seats in find(game).make().seats:
            match = match_of(game, seats, "strong", games, {})
            if run(match_of(game, seats, "strong", 1, {}), 1)[0].winners is not None:
                line_up = ",".join(("strong", *("greedy",) * (seats - 1)))
                match = match_of(game, seats, line_up, games, {})
            print(line(match, run(match, jobs)), flush=True)


def line(match: Match, played: list[Played]) -> str:
    """The figures of one match: of the first chair, where there are winners and losers."""
    n = len(played)
    won = sum(
        one.won if one.winners is None else (0 in one.winners) / max(1, len(one.winners))
        for one in played
    )
    low, high = interval(won / n, n)
    left, under = "", ""
    if played[0].left is not None:
        left = f"{sum(one.left or 0 for one in played) / n:.2f}"
        under = f"{sum(bool(one.excellent) for one in played) / n:.1%}"
    thought = 1000 * sum(one.seconds for one in played) / sum(one.turns for one in played)
    bots = "strong" if len(set(match.bots)) == 1 else "strong against greedy"
    cells = (match.game, match.seats, bots, f"{won / n:.1%}", f"{low:.1%} – {high:.1%}")
    return f"| {' | '.join(map(str, (*cells, left, under, f'{thought:.1f}')))} |"


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
