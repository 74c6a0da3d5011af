"""Lines that a person can follow, and that everyone reads who asks about a table along them."""

from typing import Any

import pytest

from tests.solve.positions import Setting, made
from trapoula.core.deals import deck
from trapoula.patience import Action, Patience, Table
from trapoula.play.session import Session
from trapoula.solve import Limits, Verdict, decide, fatal, hint, judge, line_for, verdict
from trapoula.solve.deals import difficulty, judge_deals, level_of
from trapoula.solve.lines import MOST_TABLES, keep, kept, simplified
from trapoula.solve.lowering.lower import lower
from trapoula.solve.search.general import Seeker
from trapoula.solve.verdict import LONG_LINE, LONGEST_LINE, replayed

KLONDIKE: Setting = ("klondike", {"draw": 1, "redeals": "unlimited"})


def test_what_leads_back_is_left_out() -> None:
    """Once through the whole stock and over again, for nothing."""
    game = made(KLONDIKE)[0]
    start = game.start(deck(game.pack, 3))
    line = list(map(game.read, decide(game, start, Limits(60)).line))
    round_ = [game.read("turn")] * 25
    assert replayed(game, start, [*round_, *line])
    assert simplified(game, start, [*round_, *line]) == simplified(game, start, line)


def _touches(action: Action, piles: tuple[int, ...]) -> bool:
    return action.source in piles or action.target in piles


def test_a_card_goes_at_once_where_it_goes_by_way_of_a_cell() -> None:
    game = made(("freecell", {"autoplay": False}))[0]
    start = table = game.start(deck(game.pack, 617))
    found = map(game.read, decide(game, start, Limits(60)).line)
    line = simplified(game, start, [*found])
    cell = game.names.index("C4")
    step = 0
    while table.piles[cell] or line[step].size > 1 or _touches(line[step], game.where("C")):
        table, step = game.play(table, line[step]), step + 1
    parked = line[step]._replace(target=cell), line[step]._replace(source=cell)
    detour = [*line[:step], *parked, *line[step + 1 :]]
    assert replayed(game, start, detour)
    assert len(detour) == len(line) + 1
    assert simplified(game, start, detour) == line


def test_a_straight_line_comes_to_no_table_twice() -> None:
    game = made(KLONDIKE)[0]
    start = game.start(deck(game.pack, 3))
    found = decide(game, start, Limits(60))
    line = simplified(game, start, tuple(map(game.read, found.line)))
    assert replayed(game, start, line)
    assert len(line) < len(found.line)
    tables = [start]
    for action in line:
        tables.append(game.play(tables[-1], action))
    assert len({table.piles for table in tables}) == len(tables)


def test_everyone_reads_the_same_line() -> None:
    """Verdict, hint and the search for a fatal move follow the line that was found first."""
    session = Session("eight-off", deal=7304)  # which no other test asks about
    assert line_for(session) == ()
    line = verdict(session, seconds=60).line
    assert line
    for step, text in enumerate(line[:5]):
        assert line_for(session) == line[step:]
        assert judge(session.game, session.state, Limits(0)).line == line[step:]
        advice = hint(session)
        assert advice is not None
        assert advice.action == text
        session.play(text)
    assert fatal(session, 1.0).lost is None


def test_how_straight_a_line_becomes_is_counted_in_moves() -> None:
    """So it is the same on every machine: with few moves to try, a part of the detours stays."""
    game = made(KLONDIKE)[0]
    start = game.start(deck(game.pack, 3))
    line = [*[game.read("turn")] * 25, *map(game.read, decide(game, start, Limits(60)).line)]
    shortest = simplified(game, start, line)
    lengths = [len(simplified(game, start, line, most)) for most in (0, 300, 600, 1 << 30)]
    assert lengths == sorted(lengths, reverse=True)
    assert (lengths[0], lengths[-1]) == (len(line), len(shortest))
    assert len(set(lengths)) > 2


def played(monkeypatch: pytest.MonkeyPatch) -> list[Action]:
    """Whatever is played through the rules from now on."""
    actions, play = list[Action](), Patience.play

    def counted(game: Patience, table: Table, action: Action) -> Table:
        actions.append(action)
        return play(game, table, action)

    monkeypatch.setattr(Patience, "play", counted)
    return actions


def test_a_line_too_long_to_be_made_straight_is_played_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = made(KLONDIKE)[0]
    start = game.start(deck(game.pack, 3))
    line = tuple(map(game.read, decide(game, start, Limits(60)).line))
    actions = played(monkeypatch)
    assert simplified(game, start, line, len(line) - 1) == line
    assert not actions


def test_a_verdict_tells_the_whole_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that goes when something is played: replay and straightening are in it."""
    session = Session("eight-off", deal=7305)
    actions = played(monkeypatch)
    found = judge(session.game, session.state, Limits(1e9, clock=lambda: float(len(actions))))
    assert found.line
    assert found.seconds == len(actions)


# --- lines that nobody would follow ---------------------------------------------------------------


def valentine(deal: int) -> tuple[Patience, Table]:
    game = made(("valentine", {}))[0]
    return game, game.start(deck(game.pack, deal))


def test_a_line_that_nobody_would_follow_is_put_aside() -> None:
    """It has to do when no other is found for long; one that has no end to speak of never does."""
    game, start = valentine(2)
    seeker = Seeker(lower(game), start, Limits(0))
    turn, cards = game.read("deal"), len(game.pack)
    assert seeker.accept_or_defer([turn] * LONG_LINE * cards) == [turn] * LONG_LINE * cards
    assert seeker.accept_or_defer([turn] * (LONGEST_LINE * cards + 1)) is None
    assert seeker.accept_or_defer(None) is None
    long, longer = ([turn] * (LONG_LINE * cards + more) for more in (1, 2))
    assert seeker.accept_or_defer(longer) is None
    assert seeker.accept_or_defer(long) is None
    seeker.spending.states = seeker.deferred_until + 1
    assert seeker.accept_or_defer(None) == long
    assert seeker.accept_or_defer(longer) == long
    assert seeker.accept_or_defer(False) is False


@pytest.mark.slow  # beams win after some seconds, the complete search by 228,863 moves before
def test_a_deal_that_is_wandered_through_is_won_by_a_line_to_follow() -> None:
    game, start = valentine(3)
    found = decide(game, start, Limits(120))
    assert 0 < len(found.line) <= LONG_LINE * len(game.pack)


def test_a_game_without_end_is_won_through_its_rules_by_a_line_to_follow() -> None:
    """First Law: beams come to no end, and what dives again and again is there after a few times."""
    session = Session("first-law", deal=3)
    found = decide(session.game, session.state, Limits(120))
    assert 0 < len(found.line) <= LONG_LINE * len(session.deck)


# --- lines that are kept --------------------------------------------------------------------------


class Staircase:
    """A game of one step after the other."""

    def read(self, text: str) -> int:
        return int(text)

    def play(self, state: int, action: int) -> int:
        return state + action


def test_a_long_line_is_kept_from_its_beginning_and_drives_no_other_out() -> None:
    stairs: Any = Staircase()
    session = Session("eight-off", deal=7306)
    assert verdict(session, seconds=60).line
    keep(stairs, 0, Verdict("winnable", ("1",) * (MOST_TABLES + 1)))
    assert line_for(session)
    for step in range(3):
        found = kept(stairs, step)
        assert found is not None
        assert len(found.line) == MOST_TABLES + 1 - step


def test_what_a_line_has_cost_is_told_to_all_who_read_it() -> None:
    session = Session("eight-off", deal=7307)
    first, again = verdict(session, seconds=60), verdict(session, seconds=60)
    assert first.states
    assert (again.line, again.states, again.compiled) == (first.line, first.states, first.compiled)


def test_a_deal_that_was_found_winnable_keeps_its_line() -> None:
    """What told how hard it is can be followed, and another look at it takes no search."""
    deal = next(
        deal
        for deal in range(7310, 7400)
        if (found := difficulty("freecell", {}, deal)) is not None and not found.simple
    )
    session = Session("freecell", deal=deal)
    line = line_for(session)
    assert line
    level = level_of("freecell", {}, deal)
    assert level is not None
    assert level_of("freecell", {}, deal, Limits(0, 0)) == level
    assert verdict(session, seconds=0).line == line


def test_lines_of_many_deals_are_those_of_each() -> None:
    deals = range(7401, 7404)
    game = made(("eight-off", {}))[0]
    lines = [one.verdict.line for one in judge_deals("eight-off", {}, deals, 60, followed=True)]
    assert all(lines)
    for deal, line in zip(deals, lines, strict=True):
        start = game.start(deck(game.pack, deal))
        straight = simplified(
            game, start, tuple(map(game.read, decide(game, start, Limits(60)).line))
        )
        assert line == tuple(map(game.write, straight)) == line_for(Session("eight-off", deal=deal))
