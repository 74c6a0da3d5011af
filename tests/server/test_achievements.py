"""Achievements follow from the stored results alone."""

from datetime import timedelta
from typing import Any

import msgspec

from tests.server.test_counting import TODAY, noon, result
from trapoula.catalogue.discovery import declarations
from trapoula.solve.deals import deals_of
from trapoula.stats import statistics
from trapoula.stats.achievements import shelf
from trapoula.stats.results import Result


def won(ago: float = 0, **how: Any) -> Result:
    at = noon(TODAY) - ago * 86_400
    room = f"{how.get('game')}-{ago}"
    return result(room=room, won=True, **{"at": at} | how)


def day(ago: int, deals: int = 1) -> list[Result]:
    at = TODAY - timedelta(ago)
    return [won(ago, game=deal.game, deal=deal.deal, cards="day") for deal in deals_of(at)[:deals]]


def reached(*results: Result) -> dict[str, float | None]:
    return {one.name: one.at for one in shelf(results).achievements}


def test_the_first_win_of_each_game_is_an_achievement() -> None:
    """Later wins do not replace it; a lost game earns nothing."""
    told = shelf([won(1), won(3), won(2, game="yukon"), result(game="klondike")])
    assert told.firsts == {"golf": noon(TODAY) - 3 * 86_400, "yukon": noon(TODAY) - 2 * 86_400}


def test_no_games_earn_no_achievements() -> None:
    told = shelf([])
    assert not told.firsts
    assert all(one.at is None and one.have == 0 < one.need for one in told.achievements)


def test_a_win_without_undo_may_have_had_hints() -> None:
    found = reached(won(1, hints=2), won(3, undos=1))
    assert found["no-undo"] == noon(TODAY) - 86_400
    assert found["no-help"] is None
    assert reached(won())["no-help"] == noon(TODAY)


def test_a_hard_deal_counts_by_its_own_judgement() -> None:
    """The judgement of the deal counts, not the game: a hard game has easy winnable deals."""
    assert not reached(won(), won(1, game="golf", level="easy"))["hard-deal"]
    assert (
        reached(won(2, game="freecell", level="hard"), won())["hard-deal"]
        == noon(TODAY) - 2 * 86_400
    )


def test_one_win_of_every_family_is_a_tour() -> None:
    families = {declaration.family: declaration.id for declaration in declarations()}
    wins = [won(at, game=game) for at, game in enumerate(families.values())]
    assert reached(*wins)["every-family"] == noon(TODAY)
    assert reached(*wins[1:])["every-family"] is None


def test_days_count_in_a_row_and_in_all() -> None:
    week = [one for ago in range(7) for one in day(ago)]
    assert reached(*week)["week-in-a-row"] == noon(TODAY)
    assert reached(*week[:3], *week[4:])["week-in-a-row"] is None
    month = [one for ago in range(0, 60, 2) for one in day(ago)]
    assert reached(*month)["month-of-days"] == noon(TODAY)
    assert reached(*day(4, deals=3))["whole-day"] is None
    assert reached(*day(4, deals=4))["whole-day"] == noon(TODAY - timedelta(4))


def test_an_import_restores_the_achievements() -> None:
    results = [won(1, undos=1), *day(2, deals=4), won(3, game="yukon", seats=1)]
    exported = statistics.exported(statistics_json(results))
    assert shelf(statistics.fresh(exported, [], "anna")) == shelf(results)


def statistics_json(results: list[Result]) -> bytes:
    return msgspec.json.encode(statistics.history(results))
