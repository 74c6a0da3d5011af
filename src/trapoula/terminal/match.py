"""Matches between bots: play many deals, and report who won with confidence intervals."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import as_completed
from dataclasses import dataclass
from time import monotonic, perf_counter
from typing import Any, cast

from trapoula.bots import Player, Talker, observe
from trapoula.bots.outside import SECONDS, sit_down
from trapoula.catalogue.entries import find
from trapoula.catalogue.odds import wilson
from trapoula.core import deals
from trapoula.core.errors import BadOption
from trapoula.core.game import CHANCE, Choice, Game, Outcome, Seat, check
from trapoula.machine.workers import worker_pool
from trapoula.play.session import check_seats
from trapoula.texts import figure, say

CHUNK = 5  # games that a process plays between reports
BAR = 30  # columns
WIDTH = 38  # width of the first column


@dataclass(frozen=True, slots=True)
class Match:
    """A match: the game, its options, the bots and the number of deals."""

    game: str
    seats: int
    bots: tuple[str, ...]  # one level per chair; chairs move one seat further with each deal
    games: int
    options: Mapping[str, Choice]
    first: int = 1  # the number of the first deal
    think: float = SECONDS  # seconds that an external program may take per action

    def chairs(self, deal: int) -> tuple[int, ...]:
        """Return the chair at each seat."""
        return tuple((seat - deal + self.first) % self.seats for seat in range(self.seats))


@dataclass(frozen=True, slots=True)
class Played:
    """One game of a match; scores and winners are by chair."""

    deal: int
    bots: list[str]
    won: bool
    reason: str
    scores: list[int]
    winners: list[int] | None  # None if all win or lose together
    left: int | None
    excellent: bool | None
    actions: int
    turns: int
    seconds: float  # thinking time of the bots


def match_of(
    game: str,
    seats: int | None,
    bots: str,
    games: int,
    options: Mapping[str, Choice],
    first: int = 1,
    think: float = SECONDS,
) -> Match:
    """Return the match that a command line asks for, checked."""
    count = check_seats(find(game).make(options), seats)
    levels = tuple(bots.split(","))
    for level in levels:
        sit_down(game, level, 0, think)
    if len(levels) not in (1, count):
        raise BadOption(
            "Name one bot for all or one for each of the {seats} seats, not {bots}.",
            seats=count,
            bots=repr(bots),
        )
    if games < 1:
        raise BadOption("A match has at least one game, not {games}.", games=games)
    deals.check_number(first)
    chairs = levels * count if len(levels) == 1 else levels
    return Match(game, count, chairs, games, options, first, think)


# --- one game ------------------------------------------------------------------------------------


class Table:
    """A game among bots. Each gets only its own view and its legal actions."""

    def __init__(
        self,
        id_: str,
        game: Game[Any, Any],
        players: Sequence[Player],
        deck: Sequence[int],
        seed: int,
    ) -> None:
        self._id, self.game, self.players, self._deck = id_, game, players, tuple(deck)
        self.state = game.start(deck, len(players))
        self.actions = self.turns = 0
        self.seconds = 0.0
        self._dice = [deals.SplitMix(seed * len(players) + seat) for seat in range(len(players))]
        self._last: Seat | None = None

    def play(self) -> Outcome:
        """Play to the end."""
        while (seat := self.game.turn(self.state)) is not None:
            if seat == CHANCE:
                dice = deals.dice(self._deck, self.actions)
                self._do(self.game.draw(self.state, dice))
                continue
            for ahead in range(1, len(self.players)):  # those who play sooner speak first
                self._listen((seat + ahead) % len(self.players))
            self._move(seat)
        return cast(Outcome, self.game.outcome(self.state))

    def _move(self, seat: Seat) -> None:
        view = observe(self._id, self.game, self.state, seat)
        self.turns += seat != self._last or view.get("laid") == 0
        self._last = seat
        legal = {self.game.write(action): action for action in self.game.legal(self.state, seat)}
        since = perf_counter()
        text = self.players[seat].choose(view, list(legal), self._dice[seat])
        self.seconds += perf_counter() - since
        self._do(legal[text])

    def _listen(self, seat: Seat) -> None:
        talker = self.players[seat]
        while isinstance(talker, Talker):
            view = self.game.view(self.state, seat)
            since = perf_counter()
            text = talker.remark(view)
            self.seconds += perf_counter() - since
            if text is None:
                return
            self._do(check(self.game, self.state, seat, text))

    def _do(self, action: object) -> None:
        self.state = self.game.play(self.state, action)
        self.actions += 1


def play_deal(match: Match, deal: int) -> Played:
    """Play one game of a match."""
    game, chairs = find(match.game).make(match.options), match.chairs(deal)
    players = [
        sit_down(match.game, match.bots[chair], seat, match.think)
        for seat, chair in enumerate(chairs)
    ]
    table = Table(match.game, game, players, deals.deck(game.pack, deal), deal)
    outcome = table.play()
    facts = cast("dict[str, Any]", outcome.facts)
    seat_of = sorted(range(match.seats), key=lambda seat: chairs[seat])
    winners = facts.get("winners")
    return Played(
        deal,
        list(match.bots),
        outcome.won,
        outcome.reason,
        [outcome.scores[seat] for seat in seat_of],
        None if winners is None else sorted(chairs[seat] for seat in winners),
        facts.get("left"),
        facts.get("excellent"),
        table.actions,
        table.turns,
        round(table.seconds, 6),
    )


# --- many games ----------------------------------------------------------------------------------


def games_of(match: Match, jobs: int) -> Iterator[Played]:
    """Yield the games of a match as they finish."""
    numbers = range(match.first, match.first + match.games)
    if jobs <= 1:
        yield from (play_deal(match, deal) for deal in numbers)
        return
    with worker_pool(jobs) as pool:
        chunks = [numbers[at : at + CHUNK] for at in range(0, len(numbers), CHUNK)]
        waiting = [pool.submit(_play_deals, match, tuple(chunk)) for chunk in chunks]
        for done in as_completed(waiting):
            yield from done.result()


def _play_deals(match: Match, numbers: tuple[int, ...]) -> list[Played]:
    return [play_deal(match, deal) for deal in numbers]


def run(match: Match, jobs: int) -> list[Played]:
    """Play a match with a progress bar."""
    played: list[Played] = []
    with_bar = sys.stderr.isatty()
    since = shown = monotonic()
    for one in games_of(match, jobs):
        played.append(one)
        if with_bar and (monotonic() - shown > 0.1 or len(played) == match.games):
            shown = monotonic()
            print(f"\r{_bar(len(played), match.games, shown - since)}", end="", file=sys.stderr)
    if with_bar:
        print(file=sys.stderr)
    played.sort(key=lambda one: one.deal)
    return played


def _bar(done: int, games: int, seconds: float) -> str:
    full = BAR * done // games
    left = seconds / done * (games - done)
    return f"[{'#' * full}{'.' * (BAR - full)}] {done}/{games}  {left:4.0f} s "


# --- report --------------------------------------------------------------------------------------


def report(match: Match, played: Sequence[Played]) -> str:
    """Summarize a match in a few lines."""
    n = len(played)
    lines = [_share(say("games won"), sum(one.won for one in played) / n, n)]
    if played[0].winners is not None:
        lines = [_chair(match, chair, played) for chair in _different(match.bots)]
    if played[0].left is not None:
        left = _mean(played, lambda one: cast(int, one.left))
        lines.append(f"{say('cards left, on average'):{WIDTH}} {figure(left, '6.2f')}")
        lines.append(_share(say("excellent"), _mean(played, lambda one: bool(one.excellent)), n))
    thought = sum(one.seconds for one in played) / max(1, sum(one.turns for one in played))
    turns = _mean(played, lambda one: one.turns)
    lines.append(f"{say('turns a game'):{WIDTH}} {figure(turns, '6.1f')}")
    lines.append(f"{say('milliseconds a turn'):{WIDTH}} {figure(thought * 1000, '6.2f')}")
    return "\n".join(lines)


def _mean(played: Sequence[Played], of: Callable[[Played], float]) -> float:
    return sum(map(of, played)) / len(played)


def _share(name: str, share: float, games: int) -> str:
    low, high = wilson(share * games, games)
    whole, least, most = figure(share, "6.1%"), figure(low, ".1%"), figure(high, ".1%")
    return f"{name:{WIDTH}} {whole}  ({least} – {most})"


def _different(bots: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(bots))


def _chair(match: Match, level: str, played: Sequence[Played]) -> str:
    """Return a level's share of wins, with ties shared, and its mean score."""
    chairs = [chair for chair, bot in enumerate(match.bots) if bot == level]
    won = sum(
        sum(chair in (one.winners or ()) for chair in chairs) / max(1, len(one.winners or ()))
        for one in played
    )
    scores = _mean(played, lambda one: sum(one.scores[chair] for chair in chairs)) / len(chairs)
    share = _share(level, won / len(played) / len(chairs), len(played))
    par = say(
        "par {par}, score {score}", par=figure(1 / match.seats, ".1%"), score=figure(scores, ".1f")
    )
    return f"{share}  {par}"
