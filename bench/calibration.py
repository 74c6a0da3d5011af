"""Whether the coach's chances are true: what it shows, and what strong bots then win.

    python -m bench.calibration curve [GAME...]      shown and won by tenths of the range; steps within a turn
    python -m bench.calibration fit [GAME...]        the weights of `CHANCES` in the bots' files

Strong bots play all seats. At a tenth of all turns the coach is asked for every action of the turn,
just before it is done, and the end of the game tells who was right. Weights are fitted on deals from
700001 on, curves are taken on deals from 800001 on.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import mean, quantiles
from typing import Any, cast

import numpy as np

from trapoula.bots import Adviser, Player, Talker, levels, memory, player
from trapoula.bots.calibration import Calibrated, chance
from trapoula.catalogue import find, ids
from trapoula.deals import SplitMix, deck
from trapoula.game import Seat, View
from trapoula.terminal.match import Table

TRAINED, JUDGED = 700_001, 800_001  # first deals
GAMES = {"fit": 140, "curve": 60}  # deals for each number of players
ASKED = 10  # one turn in so many
STEADY = 0.5  # how strongly weights are drawn to zero
GAMES_WITH_COACH = [id_ for id_ in ids() if levels(id_)]


@dataclass(frozen=True, slots=True)
class Row:
    """One answer of the coach, and what came of the game."""

    game: str
    seats: int
    turn: tuple[int, Seat, int]  # deal, seat and turn
    signs: tuple[float, ...]
    won: bool


class Watched:
    """A strong bot whose turns are judged by the coach now and then."""

    def __init__(self, game: str, seat: Seat, dice: SplitMix) -> None:
        self.seat, self.seen = seat, list[tuple[int, tuple[float, ...]]]()
        self._bot: Player = player(game, levels(game)[-1])
        self._memory, self._dice = memory(game), dice
        self._turns, self._asks = 0, False

    def choose(self, view: View, legal: Sequence[str], dice: SplitMix) -> str:
        """What the bot chooses; the coach's signs are kept."""
        view = self._recall(view)
        text = self._bot.choose(view, legal, dice)
        if view.get("phase", "play") != "begin" and len(legal) > 1:
            if not view.get("laid"):
                self._turns, self._asks = self._turns + 1, self._dice.below(ASKED) == 0
            if self._asks:
                signs = cast(Calibrated, self._bot).signs(view, [text], self._dice)[0]
                if signs is not None:
                    self.seen.append((self._turns, signs))
        return text

    def remark(self, view: View) -> str | None:
        """What the bot says."""
        return self._bot.remark(self._recall(view)) if isinstance(self._bot, Talker) else None

    def _recall(self, view: View) -> View:
        return view if self._memory is None else self._memory.recall(view)


def rows(game: str, seats: int, deals: range) -> Iterator[Row]:
    """What the coach thought in some games, and how they ended."""
    made = find(game).make()
    for deal in deals:
        dice = SplitMix(deal)
        players = [Watched(game, seat, dice) for seat in range(seats)]
        outcome = Table(game, made, players, deck(made.pack, deal), deal).play()
        winners = cast("dict[str, Any]", outcome.facts).get("winners")
        for one in players:
            won = outcome.won if winners is None else one.seat in winners
            for turn, signs in one.seen:
                yield Row(game, seats, (deal, one.seat, turn), signs, won)


def fitted(found: Sequence[Row]) -> list[float]:
    """Weights of a logistic regression, by Newton's method."""
    x = np.array([row.signs for row in found])
    y = np.array([row.won for row in found], float)
    ridge = STEADY * np.eye(x.shape[1])
    ridge[0, 0] = STEADY / 20
    weights = np.zeros(x.shape[1])
    for _ in range(40):
        p = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
        slope = x.T @ (p - y) + ridge @ weights
        weights -= np.linalg.solve((x.T * (p * (1 - p))) @ x + ridge, slope)
    return [round(float(weight), 2) for weight in weights]


def fit(game: str) -> None:
    """Print the weights of a game for every number of players."""
    print(f"{game}: CHANCES = {{")
    for seats in find(game).make().seats:
        found = [*rows(game, seats, range(TRAINED, TRAINED + GAMES["fit"]))]
        games = {row.turn[0]: row.won for row in found}
        share = mean(games.values())
        weights = ", ".join(map(str, fitted(found)))
        print(f"    {seats}: ({weights}),  # {len(found)}, {share:.1%} of {len(games)}", flush=True)
    print("}")


def curve(game: str) -> None:
    """Print what was shown and won, and how far the chance moves within a turn."""
    found: list[tuple[Row, float]] = []
    for seats in find(game).make().seats:
        bot = cast(Calibrated, player(game, levels(game)[-1]))
        told = rows(game, seats, range(JUDGED, JUDGED + GAMES["curve"]))
        found += [(row, chance(bot.chances[seats], row.signs)) for row in told]
    steps = [
        abs(after - before)
        for (one, before), (other, after) in pairwise(found)
        if one.turn == other.turn and one.seats == other.seats
    ]
    for tenth in range(10):
        here = [(p, row.won) for row, p in found if min(9, int(10 * p)) == tenth]
        if here:
            shown, won = (100 * mean(column) for column in zip(*here, strict=True))
            print(f"| {game} | {tenth}0 % | {len(here)} | {shown:.0f} % | {won:.0f} % |")
    most = quantiles(steps, n=20)[-1] if len(steps) > 1 else 0.0
    print(
        f"{game}: {len(steps)} steps within a turn, mean {100 * mean(steps or [0]):.1f} points,",
        end=" ",
    )
    print(f"95 % of them at most {100 * most:.1f}", flush=True)


def main(part: str = "", *games: str) -> int:
    """Fit or judge the games that are named, or all."""
    parts = {"fit": fit, "curve": curve}
    if part and part not in parts:
        print(f"Say {' or '.join(parts)}, and which games.", file=sys.stderr)
        return 2
    for game in games or GAMES_WITH_COACH:
        if isinstance(player(game, levels(game)[-1]), Adviser):
            parts[part or "curve"](game)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
