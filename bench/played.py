"""How table games turn out among bots: what the pages of rules tell of it.

    python -m bench.played [GAMES] [GAME ...]

Where all play together, three strong bots sit at the table; where they play against one another, one strong
bot meets simple ones. Deals are numbered from 1. The figures are printed, and stand as the note `played` of
the English pages.
"""

import sys

from bench._pages import note
from trapoula.bots import levels
from trapoula.catalogue import find, ids
from trapoula.terminal.match import Played, match_of, run

GAMES, TOGETHER = 60, 3


def main(games: int = GAMES, *asked: str) -> None:
    """Play every table game that has bots, or those that are asked for."""
    for game in asked or (id_ for id_ in ids() if levels(id_)):
        least = find(game).make().seats[0]
        first = run(match_of(game, TOGETHER, "strong", 1, {}), 1)
        if together := first[0].winners is None:
            match = match_of(game, TOGETHER, "strong", games, {})
        else:
            match = match_of(
                game, least, ",".join(("strong", *("greedy",) * (least - 1))), games, {}
            )
        said = line(match.seats, run(match, 1), together=together)
        print(f"{game}: {said}", flush=True)
        note(game, "played", said)


def line(seats: int, played: list[Played], *, together: bool) -> str:
    """The figures of a match as they are noted; a game that is shared is not won."""
    won = sum(one.won if together else one.winners == [0] for one in played)
    turns = round(sum(one.turns for one in played) / len(played))
    how = "together" if together else "against"
    return f"seats {seats}, games {len(played)}, won {won}, turns {turns}, {how}"


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]), *sys.argv[2:])
