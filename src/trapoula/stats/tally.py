"""A player's tally: all statistics, added up game by game.

It takes one finished game after another, so a store can keep it and add only new games.
"""

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta

import msgspec

from trapoula.solve import DayDeal, days_of
from trapoula.stats.results import Company, Mate, Result

A_DAY, A_YEAR = timedelta(1), timedelta(360)
WINS = 100  # first wins whose times are kept
MOST_MET = 100  # groups of other players per game and options


class Score(msgspec.Struct, omit_defaults=True):
    """The lowest and highest score."""

    least: int | None = None
    most: int | None = None

    def add(self, score: int) -> None:
        """Add a score."""
        self.least = score if self.least is None else min(self.least, score)
        self.most = score if self.most is None else max(self.most, score)

    def best(self, *, low: bool) -> int | None:
        """Return the best score, where low or high scores are good."""
        return self.least if low else self.most


class Met(msgspec.Struct, omit_defaults=True):
    """Results with the same other players."""

    mates: list[Mate] = []
    played: int = 0
    won: int = 0
    score: Score = msgspec.field(default_factory=Score)


class Group(msgspec.Struct, omit_defaults=True):
    """Results of one game with the same options and player count."""

    game: str
    options: str
    seats: int
    played: int = 0
    won: int = 0
    streak: int = 0  # of wins; negative for losses
    longest: int = 0
    worst: int = 0
    score: Score = msgspec.field(default_factory=Score)
    scored: int = 0
    points: int = 0
    fastest: float | None = None
    seconds: float = 0.0  # of all wins
    dead: int = 0
    hints: int = 0
    undos: int = 0
    unaided: int = 0
    last: float = 0.0
    rivals: bool | None = None
    met: dict[str, Met] = {}

    def add(self, result: Result) -> None:
        """Add a game."""
        self.last = result.at
        company = company_of_result(result)
        if company is not None:
            self.rivals = company.rivals
        if not (result.won or result.moves):
            self.dead += 1
            return
        self.played += 1
        self.hints += result.hints
        self.undos += result.undos
        if result.score is not None:
            self.scored += 1
            self.points += result.score
            self.score.add(result.score)
        if result.won:
            self.won += 1
            self.unaided += not (result.hints or result.undos)
            self.seconds += result.seconds
            fastest = self.fastest
            self.fastest = result.seconds if fastest is None else min(fastest, result.seconds)
            self.streak = max(self.streak, 0) + 1
        else:
            self.streak = min(self.streak, 0) - 1
        self.longest, self.worst = max(self.longest, self.streak), min(self.worst, self.streak)
        if company is not None and len(company.mates) > 1:
            self._meet(result, company)

    def _meet(self, result: Result, company: Company) -> None:
        others = [mate for seat, mate in enumerate(company.mates) if seat != result.seat]
        key = "\n".join(sorted(one.who or one.name for one in others))
        if key not in self.met and len(self.met) >= MOST_MET:
            del self.met[min(self.met, key=lambda one: self.met[one].played)]
        met = self.met.setdefault(key, Met())
        met.mates, met.played, met.won = others, met.played + 1, met.won + result.won
        met.score.add(result.score or 0)


class Tally(msgspec.Struct, omit_defaults=True):
    """All finished games of a player, added up."""

    groups: dict[str, Group] = {}
    firsts: dict[str, float] = {}  # when each game was first won
    since: dict[str, float] = {}  # when each feat was first achieved
    wins: list[float] = []  # the times of the first wins
    days: dict[str, list[str]] = {}  # the games whose daily deal was won, by day

    def add(self, result: Result) -> None:
        """Add a game; games must be added in order of time."""
        # deals of the day are chosen to be winnable, and count in the calendar instead
        if result.cards != "day":
            key = f"{result.game}\n{result.options}\n{result.seats}"
            group = self.groups.get(key)
            if group is None:
                group = self.groups[key] = Group(result.game, result.options, result.seats)
            group.add(result)
        if result.won:
            self._win(result)

    def _win(self, result: Result) -> None:
        at = result.at
        self.firsts[result.game] = min(at, self.firsts.get(result.game, at))
        if len(self.wins) < WINS or at < self.wins[-1]:
            self.wins = sorted([*self.wins, at])[:WINS]
        alone = result.seats == 1
        done = {
            "first-win": True,
            "no-undo": alone and not result.undos,
            "no-help": alone and not result.undos and not result.hints,
            "hard-deal": result.level == "hard",
            "together": not alone,
        }
        for feat, so in done.items():
            if so:
                self.since[feat] = min(at, self.since.get(feat, at))
        if result.cards == "day" and result.deal is not None:
            won, deal = date_of(at), DayDeal(result.game, result.deal)
            for day in days_of(deal, won - A_YEAR + A_DAY, won + A_DAY):
                games = self.days.setdefault(day.isoformat(), [])
                if result.game not in games:
                    games.append(result.game)

    def days_until(self, today: date) -> dict[date, set[str]]:
        """Return the games whose daily deal was won, by day."""
        found = {date.fromisoformat(day): set(games) for day, games in self.days.items()}
        return {day: games for day, games in found.items() if day <= today}


def tally_of(results: Iterable[Result]) -> Tally:
    """Add up some games, given in any order."""
    tally = Tally()
    for result in sorted(results, key=lambda result: result.at):
        tally.add(result)
    return tally


def company_of_result(result: Result) -> Company | None:
    """Return who was at the table; None for a patience or a result without that record."""
    return msgspec.json.decode(result.company, type=Company) if result.company else None


def date_of(at: float) -> date:
    """Return the date of a timestamp."""
    return datetime.fromtimestamp(int(at), UTC).date()


write = msgspec.json.Encoder().encode
_read = msgspec.json.Decoder(Tally).decode


def read(text: str) -> Tally:
    """Read a stored tally; an empty text is an empty tally."""
    return _read(text) if text else Tally()
