"""Statistics of a player's finished games, computed on request."""

import csv
import io
from collections.abc import Container, Iterable, Mapping, Sequence
from datetime import date
from functools import lru_cache

import msgspec
from msgspec import UNSET

from trapoula.core.errors import BadRequest
from trapoula.play.session import Session
from trapoula.room.errors import TooLong
from trapoula.room.events import PlayerId
from trapoula.solve import DayDeal, deals_of
from trapoula.stats import wire
from trapoula.stats.ratings import Rating, Standing, Who, ratings
from trapoula.stats.results import Company, Mate, Result, read_options, write_options
from trapoula.stats.tally import A_DAY, Group, Tally, company_of_result, tally_of
from trapoula.stats.wire import MOST_RESULTS, OldResult, OldResults

GAMES = 4  # games whose ratings stay in memory
TABLES = 16  # deals of days in memory, because many people look at them
COLUMNS = (
    "at", "game", "options", "seats", "seat", "deal", "won", "score", "reason", "seconds", "moves",
    "room", "round", "hints", "undos", "cards", "level",
)  # fmt: skip


def history(results: Iterable[Result]) -> wire.History:
    """Return finished games for the wire."""
    return wire.History(history=[_played(result) for result in results])


def _played(result: Result) -> wire.Played:
    kept = result._asdict()
    del kept["player"]
    options = read_options(result.options)
    return wire.Played(**kept | {"options": options, "company": _others(result)})


def told(tally: Tally) -> list[wire.Counted]:
    """Return statistics for each game, its options and its player count."""
    return [_counted(group) for group in tally.groups.values()]


def _counted(group: Group) -> wire.Counted:
    rivals = group.rivals
    met = sorted(group.met.values(), key=lambda one: -one.played)
    return wire.Counted(
        game=group.game,
        options=read_options(group.options),
        seats=group.seats,
        played=group.played,
        won=group.won,
        lost=group.played - group.won,
        streak=group.streak,
        best_streak=group.longest,
        worst_streak=-group.worst,
        best_score=group.score.best(low=rivals is False),
        mean_score=round(group.points / group.scored, 2) if group.scored else None,
        best_seconds=group.fastest,
        mean_seconds=round(group.seconds / group.won, 1) if group.won else None,
        dead=group.dead,
        hints=group.hints,
        undos=group.undos,
        unaided=group.unaided,
        last=group.last,
        rivals=rivals,
        met=[
            wire.Met(
                mates=[_mate(mate) for mate in one.mates],
                played=one.played,
                won=one.won,
                best_score=one.score.best(low=not rivals) or 0,
            )
            for one in met
        ],
    )


def _others(result: Result) -> list[wire.Mate]:
    """Return the other players of a result, for the wire."""
    company = company_of_result(result)
    mates = [] if company is None else company.mates
    return [_mate(mate) for seat, mate in enumerate(mates) if seat != result.seat]


def _mate(mate: Mate) -> wire.Mate:
    return wire.Mate(name=mate.name, level=mate.level)


def ladder(game: str, companies: Iterable[str], player: PlayerId) -> wire.Ladder | None:
    """Return the ratings of a game that a player may see; None if it is not competitive."""
    played = tuple(companies)
    tables, known = _rivals(played), _ratings(played)
    shown = {m.who: m for one in tables for m in one.mates if m.level}
    for one in tables:
        if any(mate.who == player for mate in one.mates):
            shown |= {mate.who: mate for mate in one.mates}
    return told_ratings(game, {who: (mate, known[who]) for who, mate in shown.items()}, player)


def told_ratings(
    game: str, shown: Mapping[Who, tuple[Mate, Rating]], player: PlayerId
) -> wire.Ladder | None:
    """Return some ratings for the wire if the player is among them, else None."""
    rated = [
        wire.Rated(
            mate=_mate(mate),
            you=who == player,
            rating=round(found.rating),
            deviation=round(found.deviation),
            played=found.rounds,
        )
        for who, (mate, found) in shown.items()
        if found.rounds
    ]
    if player not in shown or not rated:
        return None
    rated.sort(key=lambda one: -one.rating)
    return wire.Ladder(game=game, rated=rated)


def rated_company(text: str) -> bool:
    """Return whether a table is competitive and all its players are known."""
    return bool(_rivals([text]))


def _rivals(companies: Iterable[str]) -> list[Company]:
    """Return the competitive tables whose players are all known."""
    tables = (msgspec.json.decode(text, type=Company) for text in companies if text)
    return [one for one in tables if one.rivals and all(mate.who for mate in one.mates)]


@lru_cache(GAMES)
def _ratings(companies: tuple[str, ...]) -> Mapping[Who, Rating]:
    """Return all ratings after some tables; cached until another table ends."""
    return ratings(
        [Standing(mate.who, mate.won, mate.score) for mate in one.mates]
        for one in _rivals(companies)
    )


def exported(body: bytes | str) -> OldResults:
    """Read the results in an uploaded file."""
    try:
        return msgspec.json.decode(body, type=OldResults)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRequest(
            "These are no statistics: bring the JSON file that was saved on the page of statistics.",
            reason=str(error),
        ) from None


def fresh(brought: OldResults, known: Iterable[Result], player: PlayerId) -> list[Result]:
    """Return the uploaded results that are new, each once."""
    had = {(one.room, one.round) for one in known}
    new = {(one.room, one.round): one for one in brought.history}
    if len(had | new.keys()) > MOST_RESULTS:
        raise TooLong("That is too much: at most {most:,} games are kept.", most=MOST_RESULTS)
    return [_brought(one, player) for where, one in new.items() if where not in had]


def _brought(old: OldResult, player: PlayerId) -> Result:
    """Convert an exported result to one of the uploading player."""
    kept = msgspec.structs.asdict(old) | {"options": write_options(old.options), "company": ""}
    return Result(player=player, **kept)


def calendar(results: Iterable[Result], first: date, today: date) -> wire.Calendar:
    """Return the days from `first` until today, with the current and best streaks."""
    return calendar_of(tally_of(results), first, today)


def calendar_of(tally: Tally, first: date, today: date) -> wire.Calendar:
    """Return the calendar from a tally."""
    won = tally.days_until(today)
    best = run = 0
    for day in sorted(won):
        run = run + 1 if day - A_DAY in won else 1
        best = max(best, run)
    lately = won.keys() & {today, today - A_DAY}  # today can still be won
    return wire.Calendar(
        days=[
            _told(day, won.get(day, ()), laid=day == today)
            for day in (first + A_DAY * number for number in range((today - first).days + 1))
        ],
        streak=run if lately else 0,
        best_streak=best,
    )


def _told(day: date, won: Container[str], *, laid: bool) -> wire.Day:
    """Return a day with its deals; `laid` adds the cards on their tables."""
    return wire.Day(
        day=day.isoformat(),
        deals=[
            wire.DayDeal(
                game=deal.game,
                deal=deal.deal,
                won=deal.game in won,
                piles=_laid(deal) if laid else UNSET,
            )
            for deal in deals_of(day)
        ],
    )


@lru_cache(TABLES)
def _laid(deal: DayDeal) -> dict[str, Sequence[str]]:
    """Return a deal's cards as they lie on the table, with face-down ones hidden."""
    view = Session(deal.game, deal=deal.deal).view()
    return msgspec.convert(view["piles"], dict[str, Sequence[str]])


def write_csv(results: Iterable[Result]) -> str:
    """Write the history as CSV for a spreadsheet."""
    sheet = io.StringIO()
    rows = csv.writer(sheet, lineterminator="\r\n")
    rows.writerow(COLUMNS)
    for result in results:
        rows.writerow([getattr(result, column) for column in COLUMNS])
    return sheet.getvalue()
