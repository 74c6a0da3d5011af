"""Whether the coach's chances are true: what it shows, and what strong bots then win.

    python -m bench.calibration play GAME FIRST DEALS FILE [SEATS]    adds what the coach sees in these deals
    python -m bench.calibration fit FILE                      the weights of `CHANCES` in the bots' files
    python -m bench.calibration curve FILE                    shown and won by tenths; steps within a turn

Strong bots play all seats. At a quarter of all turns that are not too early the coach is asked, in every
eighth deal at each action of the turn, and the end of the game tells who was right. Weights are fitted on
deals from 700001 on, curves are taken on deals from 800001 on.
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby, pairwise
from json import dumps, loads
from operator import attrgetter
from pathlib import Path
from statistics import mean, quantiles
from typing import Any, cast

import numpy as np

from trapoula.bots import Player, Talker, levels, memory, player
from trapoula.bots.calibration import Calibrated, chance
from trapoula.catalogue.entries import find
from trapoula.core.deals import SplitMix, deck
from trapoula.core.game import Seat, View
from trapoula.terminal.match import Table

ASKED = 4  # one turn in so many
WHOLE = 8  # in one deal of so many at each action of the turn
STEADY = 0.5  # how strongly weights are drawn to zero


@dataclass(frozen=True, slots=True)
class Row:
    """One answer of the coach, and what came of the game."""

    game: str
    seats: int
    deal: int
    seat: Seat
    turn: int
    begins: bool
    signs: tuple[float, ...]
    won: bool

    @property
    def one_turn(self) -> tuple[int, int, Seat, int]:
        """What rows of the same turn have in common."""
        return self.seats, self.deal, self.seat, self.turn


class Watched:
    """A strong bot whose turns are judged by the coach now and then."""

    def __init__(self, game: str, seat: Seat, deal: int) -> None:
        self.seat, self.seen = seat, list[dict[str, Any]]()
        self._bot: Player = player(game, levels(game)[-1])
        self._memory, self._dice = memory(game), SplitMix(10 * deal + seat)
        self._turns, self._asks, self._whole = 0, False, deal % WHOLE == 0

    def choose(self, view: View, legal: Sequence[str], dice: SplitMix) -> str:
        """What the bot chooses; the coach's signs are kept."""
        view = self._recall(view)
        text = self._bot.choose(view, legal, dice)
        if view.get("phase", "play") != "begin" and len(legal) > 1:
            begins = not view.get("laid")
            if begins:
                self._turns, self._asks = self._turns + 1, self._dice.below(ASKED) == 0
            coach = cast(Calibrated, self._bot)
            if self._asks and (begins or self._whole) and not coach.early(view):
                signs = coach.signs(view, [text], self._dice)[0]
                if signs is not None:
                    seen = {"turn": self._turns, "begins": begins, "signs": signs}
                    self.seen.append({"seat": self.seat, **seen})
        return text

    def remark(self, view: View) -> str | None:
        """What the bot says."""
        return self._bot.remark(self._recall(view)) if isinstance(self._bot, Talker) else None

    def _recall(self, view: View) -> View:
        return view if self._memory is None else self._memory.recall(view)


def rows(game: str, seats: int, deal: int) -> Iterator[Row]:
    """What the coach thought in a game, and how it ended."""
    made = find(game).make()
    players = [Watched(game, seat, deal) for seat in range(seats)]
    outcome = Table(game, made, players, deck(made.pack, deal), deal).play()
    winners = cast("dict[str, Any]", outcome.facts).get("winners")
    for one in players:
        won = outcome.won if winners is None else one.seat in winners
        for seen in one.seen:
            yield Row(game=game, seats=seats, deal=deal, won=won, **seen)


def play(game: str, first: str, deals: str, file: str, seats: str = "") -> None:
    """Play some deals with every number of players, and add what was seen to a file."""
    numbers = [int(seats)] if seats else find(game).make().seats
    with Path(file).open("a", encoding="utf-8") as out:
        for deal in range(int(first), int(first) + int(deals)):
            for number in numbers:
                out.writelines(f"{dumps(asdict(row))}\n" for row in rows(game, number, deal))
            out.flush()


def kept(file: str) -> Mapping[str, list[Row]]:
    """The rows of a file, by game."""
    lines = Path(file).read_text("utf-8").splitlines()
    found = [Row(**{**(own := loads(line)), "signs": tuple(own["signs"])}) for line in lines]
    found.sort(key=lambda row: (row.game, row.seats, row.deal, row.seat, row.turn))
    return {game: [*own] for game, own in groupby(found, attrgetter("game"))}


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


def fit(file: str) -> None:
    """Print the weights of each game for every number of players."""
    for game, own in kept(file).items():
        print(f"{game}: CHANCES = {{")
        begun = [row for row in own if row.begins]
        for seats, found in groupby(begun, attrgetter("seats")):
            seen = [*found]
            games = len({row.deal for row in seen})
            print(f"    {seats}: {tuple(fitted(seen))},  # {len(seen)} positions of {games} games")
        print("}")


def curve(file: str) -> None:
    """Print what was shown and won at the beginning of turns, and how far the chance moves within one."""
    for game, own in kept(file).items():
        chances = cast(Calibrated, player(game, levels(game)[-1])).chances
        found = [(row, cast(float, chance(chances[row.seats], row.signs))) for row in own]
        begun = [(row, p) for row, p in found if row.begins]
        games = len({(row.seats, row.deal) for row, _ in begun})
        print(f"{game}: {len(begun)} positions of {games} games")
        print("| shown | positions | of games | shown in the mean | won |")
        print("|---|---:|---:|---:|---:|")
        for tenth in range(10):
            here = [(row, p) for row, p in begun if min(9, int(10 * p)) == tenth]
            if here:
                shown = f"{100 * mean(p for _, p in here):.0f} %"
                won = f"{100 * mean(row.won for row, _ in here):.0f} %"
                deals = len({(row.seats, row.deal) for row, _ in here})
                between = f"{10 * tenth} – {10 * tenth + 10} %"
                print(f"| {between} | {len(here)} | {deals} | {shown} | {won} |")
        steps = [
            abs(after - before)
            for (one, before), (other, after) in pairwise(found)
            if one.one_turn == other.one_turn
        ]
        most = quantiles(steps, n=20)[-1] if len(steps) > 1 else 0.0
        moved = f"mean {100 * mean(steps or [0]):.1f} points, 95 % of them at most {100 * most:.1f}"
        print(f"{len(steps)} steps within a turn, {moved}", flush=True)


def main(part: str = "", *asked: str) -> int:
    """Play, fit or judge."""
    parts: dict[str, Callable[..., None]] = {"play": play, "fit": fit, "curve": curve}
    if part not in parts or not asked:
        print(__doc__, file=sys.stderr)
        return 2
    parts[part](*asked)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
