"""Cards that go home by themselves after a move."""

import random

import pytest

from trapoula.catalogue.entries import entries, find
from trapoula.core.deals import deck
from trapoula.patience import Patience
from trapoula.play.session import Session
from trapoula.solve import Limits, decide
from trapoula.solve.autoplay import followers
from trapoula.solve.proofs import prove

OPEN = {"freecell": {"autoplay": False}, "klondike": {}, "seahaven": {}}
GAMES = [
    entry.id
    for entry in entries()
    if isinstance(made := entry.make({}), Patience)
    and any(zone.kind == "foundation" for zone in made.zones.values())
]


@pytest.mark.parametrize("game", GAMES)
def test_all_that_can_go_home_goes_and_what_is_safe_is_some_of_it(game: str) -> None:
    """After "all" no card is left that could go; "safe" brings no card that "all" would not bring."""
    session, dice = Session(game, deal=11), random.Random(11)
    rules = session.game
    for _ in range(25):
        if not (legal := session.legal()):
            break
        text = dice.choice(legal)
        every = followers(rules, session.state, text, "all")
        some = followers(rules, session.state, text, "safe")
        after = rules.play(session.state, rules.read(text))
        taken_home = rules.zone[rules.read(text).source].kind == "foundation" if ">" in text else 0
        if not taken_home and not after.loose and rules.obvious(after) is not None:
            assert every
        assert len(some) <= len(every)
        before = session.steps
        session.play(text, then=every)
        if session.turn == 0 and not taken_home and session.steps == before + 1 + len(every):
            assert rules.obvious(session.state) is None
        session.undo()
        assert session.steps == before
        session.redo()


@pytest.mark.parametrize("game", OPEN)
def test_a_safe_card_at_home_loses_no_game(game: str) -> None:
    """Whatever can be won before a safe card goes home can be won after it."""
    made = find(game).make(OPEN[game])
    assert isinstance(made, Patience)
    assert prove(made).safe is not None
    seen = 0
    for deal in range(1, 9):
        state = made.start(deck(made.pack, deal))
        found = decide(made, state, Limits(60, 40_000))
        for text in found.line:
            then = followers(made, state, text, "safe")
            state = made.play(state, made.read(text))
            if then and not seen % 3:
                after = state
                for follower in then:
                    assert made.allows(after, made.read(follower))
                    after = made.play(after, made.read(follower))
                assert decide(made, after, Limits(60, 200_000)).finding != "lost"
            seen += bool(then)
        if seen > 12:
            break
    assert seen


def test_what_was_taken_from_home_stays_on_the_table() -> None:
    """A move off a foundation is followed by nothing, or nobody could make it."""
    game = find("klondike").make({})
    for deal in range(1, 40):
        session, dice = Session("klondike", deal=deal), random.Random(deal)
        for _ in range(120):
            legal = session.legal()
            off = [text for text in legal if text.startswith("F")]
            if off:
                assert followers(game, session.state, off[0], "all") == ()
                return
            if not legal:
                break
            session.play(dice.choice(legal))
    raise AssertionError("no card came back from home")
