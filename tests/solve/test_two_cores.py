"""Two searches of one position beside each other."""

from multiprocessing.connection import Connection

import pytest

from trapoula.play.session import Session
from trapoula.solve import Limits, Verdict, decide, two_cores
from trapoula.solve.two_cores import judge_together


@pytest.mark.parametrize(("game", "deal"), [("fortress", 1), ("freecell", 1), ("clock", 1)])
def test_a_complete_search_comes_to_the_same(game: str, deal: int) -> None:
    session = Session(game, deal=deal)
    usual = decide(session.game, session.state, Limits(10)).finding
    assert decide(session.game, session.state, Limits(10, thorough=True)).finding == usual


@pytest.mark.slow  # each of the two processes loads the kernel
def test_the_first_proof_of_two_searches_counts() -> None:
    ticks = []
    session = Session("fortress", deal=1)
    found = judge_together("fortress", {}, session.state, 30, lambda: ticks.append(1))
    assert found.finding == "lost"
    assert ticks


@pytest.mark.slow
def test_without_a_proof_both_efforts_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    heard, hear = list[Verdict](), two_cores._heard

    def overhear(told: Connection) -> Verdict:
        heard.append(hear(told))
        return heard[-1]

    monkeypatch.setattr(two_cores, "_heard", overhear)
    session = Session("spider-three-decks", deal=1)
    found = judge_together("spider-three-decks", {}, session.state, 0.5)
    assert found.finding == "unknown"
    one, other = (verdict.states for verdict in heard)
    assert one > 0
    assert other > 0
    assert found.states == one + other
