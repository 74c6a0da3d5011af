"""Statistics: counted from a player's finished games whenever somebody asks."""

import csv
import io
from collections.abc import Iterable
from statistics import fmean

from trapoula.game import Choice
from trapoula.server import answers
from trapoula.server.store import Result
from trapoula.server.store.store import read_options

COLUMNS = (
    "at", "game", "options", "seats", "seat", "deal", "won", "score", "reason", "seconds", "moves",
    "room", "round",
)  # fmt: skip


def history(results: Iterable[Result]) -> answers.History:
    """Finished games, as they are told."""
    return answers.History(history=[_played(result) for result in results])


def _played(result: Result) -> answers.Played:
    kept = result._asdict()
    del kept["player"]
    return answers.Played(**kept | {"options": read_options(result.options)})


def summarise(results: Iterable[Result]) -> list[answers.Counted]:
    """For each game, its options and its number of players: how often, how well and how fast."""
    groups: dict[tuple[str, str, int], list[Result]] = {}
    for result in sorted(results, key=lambda result: result.at):
        groups.setdefault((result.game, result.options, result.seats), []).append(result)
    return [
        _counted(game, read_options(options), seats, played)
        for (game, options, seats), played in groups.items()
    ]


def _counted(
    game: str, options: dict[str, Choice], seats: int, played: list[Result]
) -> answers.Counted:
    won = [result for result in played if result.won]
    scores = [result.score for result in played if result.score is not None]
    seconds = [result.seconds for result in won]
    best, worst, streak = 0, 0, 0
    for result in played:
        streak = max(streak, 0) + 1 if result.won else min(streak, 0) - 1
        best, worst = max(best, streak), min(worst, streak)
    return answers.Counted(
        game=game,
        options=options,
        seats=seats,
        played=len(played),
        won=len(won),
        lost=len(played) - len(won),
        streak=streak,
        best_streak=best,
        worst_streak=-worst,
        best_score=max(scores, default=None),
        mean_score=round(fmean(scores), 2) if scores else None,
        best_seconds=min(seconds, default=None),
        mean_seconds=round(fmean(seconds), 1) if seconds else None,
        last=played[-1].at,
    )


def write_csv(results: Iterable[Result]) -> str:
    """The history as a table for a spreadsheet."""
    sheet = io.StringIO()
    rows = csv.writer(sheet, lineterminator="\r\n")
    rows.writerow(COLUMNS)
    for result in results:
        rows.writerow([getattr(result, column) for column in COLUMNS])
    return sheet.getvalue()
