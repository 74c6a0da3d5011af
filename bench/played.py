"""How table games turn out among bots, as the pages of rules tell it: the figures of docs/bots.md.

    python -m bench.played [GAME ...]

Where all play together, three strong bots sit at the table; where they play against one another, one strong
bot meets a simple one. Turns are counted by playing some games; the rest is read off the tables of
docs/bots.md. It stands as the note `played` of the English pages.
"""

import re
import sys
from collections.abc import Mapping
from pathlib import Path

from bench._pages import note
from trapoula.bots import levels
from trapoula.catalogue.entries import find, ids
from trapoula.terminal.match import Played, match_of, run
from trapoula.texts import title
from trapoula.texts.languages import ENGLISH

DOCS = Path(__file__).parents[1] / "docs" / "bots.md"
PLAYED, DEALS, TOGETHER = 20, 2000, 3
_ROW = re.compile(
    r"^\| ?(?P<title>[^|]*?) ?\| (?P<seats>\d) \| (?P<share>\d+\.\d) % \|", re.MULTILINE
)


def main(*asked: str) -> None:
    """Note the figures of every table game that has its own bots, or of those that are asked for."""
    known = published()
    for game in asked or (id_ for id_ in ids() if levels(id_)):
        least = find(game).make().seats[0]
        together = run(match_of(game, TOGETHER, "strong", 1, {}), 1)[0].winners is None
        seats = TOGETHER if together else least
        bots = "strong" if together else ",".join(("strong", *("greedy",) * (least - 1)))
        turns = run(match_of(game, seats, bots, PLAYED, {}), 1)
        said = line(seats, known[game, seats], turns, together=together)
        print(f"{game}: {said}", flush=True)
        note(game, "played", said)


def published() -> Mapping[tuple[str, int], float]:
    """The shares of games won, in per cent, by game and players: the tables of docs/bots.md."""
    named = {title(ENGLISH, game): game for game in ids()}
    found, last = dict[tuple[str, int], float](), ""
    for row in _ROW.finditer(DOCS.read_text("utf-8")):
        last = row["title"].strip() or last
        found[named[last], int(row["seats"])] = float(row["share"])
    return found


def line(seats: int, share: float, played: list[Played], *, together: bool) -> str:
    """The figures of a game as they are noted."""
    turns = round(sum(one.turns for one in played) / len(played))
    how = "together" if together else "against"
    return f"seats {seats}, games {DEALS}, won {round(share * DEALS / 100)}, turns {turns}, {how}"


if __name__ == "__main__":
    main(*sys.argv[1:])
