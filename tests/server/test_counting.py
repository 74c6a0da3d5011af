"""Statistics count help, dead deals, unfinished games, days and imports."""

from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from tests.server.house import Clock, Line, Person, house, played
from trapoula.play.session import Session
from trapoula.solve import Limits, judge
from trapoula.solve.deals import deals_of, judge_deal, level_of
from trapoula.stats import statistics
from trapoula.stats.results import Result
from trapoula.stats.tally import tally_of

pytestmark = pytest.mark.usefixtures("thinking")
TODAY = date(2026, 11, 16)


def result(**how: Any) -> Result:
    plain = Result(
        "anna", "r", 1, 0, "golf", "{}", 1, 7, False, 3, "stuck", 20.0, 12, 1_800_000_000.0
    )
    return plain._replace(**how)


def noon(day: date) -> float:
    return datetime.combine(day, time(12), UTC).timestamp()


async def win(line: Line, made: dict[str, Any]) -> dict[str, Any]:
    """Play a winning line to its end."""
    session = Session(made["game"], made["options"], deal=made["deal"])
    event = made
    for text in judge(session.game, session.state, Limits(10)).line:
        event = await line.act(text)
    return event


def test_a_deal_without_a_legal_move_is_no_loss() -> None:
    """It is counted apart, and breaks no streak."""
    tally = tally_of(
        [
            result(room="a", won=True, hints=2, at=1.0),
            result(room="b", moves=0, seconds=0.0, at=2.0),
            result(room="c", won=True, at=3.0),
            result(room="d", won=True, cards="day", at=4.0),
        ]
    )
    (counted,) = statistics.told(tally)
    assert (counted.played, counted.won, counted.lost, counted.dead) == (2, 2, 0, 1)
    assert (counted.streak, counted.hints, counted.unaided) == (2, 2, 1)


def test_the_deals_of_the_day_are_the_same_for_all_and_can_be_won() -> None:
    days = [TODAY + timedelta(37 * number) for number in range(3)]
    assert len({deal.deal for day in days for deal in deals_of(day)}) == 3 * len(deals_of(TODAY))
    for day in days:
        for deal in deals_of(day):
            assert judge_deal(deal.game, {}, 20, deal.deal).verdict.finding == "winnable"


def test_a_streak_lasts_until_a_day_is_missed() -> None:
    """Today can still be won. After a year the same deal counts as another."""

    def won(ago: int) -> Result:
        deal = deals_of(TODAY - timedelta(ago))[0]
        at = noon(TODAY - timedelta(ago))
        return result(room=f"r{ago}", game=deal.game, deal=deal.deal, won=True, cards="day", at=at)

    told = statistics.calendar(map(won, (1, 2, 3, 5)), TODAY - timedelta(6), TODAY)
    assert (told.streak, told.best_streak) == (3, 3)
    assert [any(deal.won for deal in day.deals) for day in told.days] == [
        False, True, False, True, True, True, False,
    ]  # fmt: skip
    assert statistics.calendar([won(0), won(366)], TODAY, TODAY).streak == 1
    assert statistics.calendar([won(366)], TODAY, TODAY).streak == 0


def test_a_calendar_costs_by_the_days_won_not_by_its_distance() -> None:
    """A client that claims a date in a thousand years blocks no one."""
    deal = deals_of(date(1970, 1, 2))[0]
    won = [result(game=deal.game, deal=deal.deal, won=True, cards="day", at=86_400.0)]

    def spent(today: date) -> float:
        since = process_time()
        for _ in range(5):
            assert statistics.calendar(won, today, today).best_streak == 1
        return process_time() - since

    spent(TODAY)
    assert spent(date(2999, 12, 31)) < 10 * spent(date(1970, 1, 2)) + 0.05


@played
async def test_a_hard_deal_that_was_won_is_an_achievement(tmp_path: Path) -> None:
    """Its difficulty is judged once it is won; easy ones are stored as easy."""
    easy, hard = deals_of(date(2026, 11, 16))[0], deals_of(date(2026, 10, 7))[1]
    clock = Clock()
    async with house(tmp_path, clock=clock) as place:
        anna = place.person()
        for deal, day in ((easy, "2026-11-16"), (hard, "2026-10-07")):
            clock.now += 60  # otherwise the order of the two is random
            made = await anna.make(deal.game, day=day)
            path = f"/api/rooms/{made['room']}/level"
            assert (await anna.request("POST", path)).json() == {"level": None}  # not won yet
            await win(await anna.line(made["room"]), made)
            level = (await anna.request("POST", path)).json()["level"]
            assert level == level_of(deal.game, {}, deal.deal)
            kept = (await anna.get("/api/stats/history"))["history"][0]
            assert kept["level"] == level
            shelf = (await anna.get("/api/stats"))["shelf"]["achievements"]
            (at,) = [one["at"] for one in shelf if one["name"] == "hard-deal"]
            assert (at is not None) == (deal is hard) == (level == "hard")


@played
async def test_help_is_counted_and_a_shown_solution_voids_the_result(tmp_path: Path) -> None:
    """Hints and undos are in the result; a deal whose solution was shown has none."""
    clock = Clock()
    async with house(tmp_path, clock=clock) as place:
        anna = place.person()
        made = await anna.make("freecell", day=TODAY.isoformat())
        assert (made["cards"], made["deal"]) == ("day", _of("freecell"))
        line = await anna.line(made["room"])
        await line.ask("hint")
        await line.hear("event", what="advice")
        await line.act(made["table"]["legal"][0])
        await line.ask("undo", number=line.number)
        assert (await win(line, made))["table"]["outcome"]["won"]
        (kept,) = (await anna.get("/api/stats/history"))["history"]
        assert (kept["hints"], kept["undos"], kept["cards"]) == (1, 1, "day")
        assert (await anna.get("/api/stats"))["games"] == []
        await _check_calendar(anna, clock)

        shown = await anna.make("freecell", day=TODAY.isoformat())
        path = f"/api/rooms/{shown['room']}/solution"
        answer = (await anna.request("POST", path)).json()
        assert answer["verdict"] == "winnable"
        steps = f"/api/replays/{answer['replay']}/steps?from={answer['step']}&seat=all"
        assert (await anna.get(steps))["steps"][0]["view"]["piles"]
        assert (await anna.get(f"/api/rooms/{shown['room']}"))["cards"] == "shown"
        await win(await anna.line(shown["room"]), shown)
        assert len((await anna.get("/api/stats/history"))["history"]) == 1
        stranger = await place.person().request("POST", path)
        assert stranger.json()["code"] == "wrong-phase"


def _of(game: str) -> int:
    return next(deal.deal for deal in deals_of(TODAY) if deal.game == game)


async def _check_calendar(anna: Person, clock: Clock) -> None:
    today = date.fromtimestamp(clock.now)
    far = await anna.request("GET", f"/api/daily?today={today}&from=2001-01-01")
    assert far.json()["code"] == "bad-request"
    bad = await anna.request("GET", "/api/daily?today=yesterday")
    assert bad.json()["message"].startswith("'yesterday' is no day")
    assert (await anna.get(f"/api/daily?today={TODAY}"))["days"][-1]["day"] == TODAY.isoformat()


@played
async def test_a_deal_of_the_day_has_its_game_and_its_options(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        anna = place.person()
        for body in (
            {"game": "golf", "day": "2026-11-16"},
            {"game": "klondike", "options": {"draw": 3}, "day": "2026-11-16"},
            {"game": "klondike", "day": "2026-13-45"},
        ):
            answer = await anna.request("POST", "/api/rooms", json=body)
            assert answer.status_code == 400, body


@played
async def test_results_are_imported_once_and_unfinished_games_listed(tmp_path: Path) -> None:
    """An export can be imported at another server; a second import changes nothing."""
    old = result(won=True)._asdict() | {"options": {}, "company": []}
    del old["player"]
    async with house(tmp_path) as place:
        anna = place.person()
        made = await anna.make("klondike")
        line = await anna.line(made["room"])
        for _ in range(2):
            await line.act("turn")
        for count in (1, 0):
            answer = await anna.request("POST", "/api/stats", json={"history": [old]})
            assert answer.json() == {"brought": count}
        told = await anna.get("/api/stats")
        assert [(one["game"], one["won"]) for one in told["games"]] == [("golf", 1)]
        assert [(one["game"], one["count"]) for one in told["left"]] == [("klondike", 1)]
        exported = await anna.get("/api/stats/export.json")
        bob = place.person()
        assert (await bob.request("POST", "/api/stats", json=exported)).json() == {"brought": 1}
        for wrong in ({"history": [old | {"seconds": -1}]}, {"history": [{}]}, []):
            answer = await anna.request("POST", "/api/stats", json=wrong)
            assert answer.json()["code"] == "bad-request"
            assert answer.json()["message"].startswith("These are no statistics: bring the JSON ")
