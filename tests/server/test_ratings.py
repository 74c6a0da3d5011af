"""Ratings: the worked example of Glicko-2, and the ratings of shared tables."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec
import pytest

from tests.server.house import house, played
from tests.server.test_table import RIVALS, TEAM, plain
from trapoula.stats import statistics
from trapoula.stats.ratings import Rating, Standing, rate, ratings
from trapoula.stats.results import Company, Mate


def test_the_published_example() -> None:
    """Glickman's own: one win and two losses, against players of known strength."""
    games = [
        (Rating(1400, 30), 1.0),
        (Rating(1550, 100), 0.0),
        (Rating(1700, 300), 0.0),
    ]
    found = rate(Rating(1500, 200, 0.06), games)
    assert found.rating == pytest.approx(1464.06, abs=0.01)
    assert found.deviation == pytest.approx(151.52, abs=0.01)
    assert found.volatility == pytest.approx(0.05999, abs=1e-5)


def test_a_great_surprise_makes_unsteady() -> None:
    """The search's other branch: a beginner beats several much stronger players."""
    found = rate(Rating(1200, 60, 0.06), [(Rating(2200, 40), 1.0)] * 5)
    assert found.volatility > 0.06
    assert found.rating > 1300


def test_a_player_who_always_loses_keeps_a_rating() -> None:
    """Like the weakest bot over years: the deviation never exceeds a newcomer's."""
    tables = ([Standing(f"p{n % 7}", True, 9), Standing("bot", False, 0)] for n in range(8000))
    known = ratings(tables)
    for found in known.values():
        assert 0 < found.deviation <= 350
        assert abs(found.rating - 1500) < 3000
    upset = ratings([[Standing("new", False, 0), Standing("bot", True, 9)]], known)
    assert known["bot"].rating < upset["bot"].rating < 1500


def test_better_results_mean_higher_ratings() -> None:
    """Winners above all others, then by points. Ties stay ties, and equal bots count as one."""
    table = [Standing("a", True, 30), Standing("b", False, 20), Standing("c", False, 20)]
    known = ratings([table] * 3)
    assert known["a"].rating > 1500 > known["b"].rating == pytest.approx(known["c"].rating)
    assert known["a"].rounds == 3
    same = ratings([[Standing("bot", True, 9), Standing("bot", False, 3)]])
    assert same["bot"] == Rating()


def test_ratings_are_computed_once_for_all_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten thousand rounds take half a second; one more round counts them again."""
    counted: list[int] = []

    def counting(rounds: Iterable[Sequence[Standing]]) -> dict[str, Rating]:
        tables = [*rounds]
        counted.append(len(tables))
        return ratings(tables)

    def table(one: str, other: str) -> str:
        mates = [Mate(who=one, name=one, won=True), Mate(who=other, name=other, won=False)]
        return msgspec.json.encode(Company(rivals=True, mates=mates)).decode()

    monkeypatch.setattr(statistics, "ratings", counting)
    tables = [table("anna", "bob"), table("bob", "carl")]
    for player in ("anna", "bob"):
        told = statistics.ladder(RIVALS, tables, player)
        assert told is not None
        assert [one.you for one in told.rated].count(True) == 1
    assert counted == [2]
    assert statistics.ladder(RIVALS, [*tables, table("carl", "anna")], "anna") is not None
    assert counted == [2, 3]


@played
async def test_statistics_contain_partners_rivals_and_ratings(tmp_path: Path) -> None:
    """Who was there and how it went, by name; ratings for rivals, fewest cards left for a team."""
    async with house(tmp_path) as place:
        anna = place.person()
        await anna.request("PATCH", "/api/me", json={"name": "Anna"})
        for game, seats in ((RIVALS, 3), (TEAM, 2)):
            bots = [{"seat": seat, "level": "random"} for seat in range(1, seats)]
            made = await anna.make(game, seats=seats, bots=bots, start=True)
            line = await anna.line(made["room"])
            table = (await line.enter(made["room"]))["table"]
            while table["outcome"] is None:
                on_turn = table["turn"] == 0 or any(a.startswith("begin") for a in table["legal"])
                if on_turn:
                    table = (await line.act(plain(table["legal"])))["table"]
                else:
                    table = (await line.hear("event", what="act"))["table"]
        told = await anna.get("/api/stats")
        by = {one["game"]: one for one in told["games"]}
        assert (by[RIVALS]["rivals"], by[TEAM]["rivals"]) == (True, False)
        assert by[RIVALS]["met"][0]["mates"] == [{"name": "", "level": "random"}] * 2
        assert by[TEAM]["met"][0]["played"] == 1
        assert (
            by[TEAM]["best_score"]
            == by[TEAM]["met"][0]["best_score"]
            == table["outcome"]["scores"][0]
        )
        (ladder,) = told["ladders"]
        assert ladder["game"] == RIVALS
        assert {one["mate"]["level"] or one["you"] for one in ladder["rated"]} == {"random", True}
        assert sum(one["rating"] - 1500 for one in ladder["rated"]) == pytest.approx(0, abs=400)
        history = (await anna.get("/api/stats/history"))["history"]
        assert [len(one["company"]) for one in history] == [1, 2]
        exported = await anna.get("/api/stats/export.json")
        brought = await place.person().request("POST", "/api/stats", json=exported)
        assert brought.json() == {"brought": 2}
        assert "who" not in str(exported)
