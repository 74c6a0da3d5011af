"""Who taps the stock in vain is told why, in the words of the rule."""

import pytest

from tests.walks import Setting, all_settings, name_of, walk
from trapoula.catalogue.entries import find, ids
from trapoula.core.errors import BadAction, IllegalAction
from trapoula.core.game import check
from trapoula.patience import CARRY, PAIR, Action, Patience
from trapoula.play.session import Session

STOCKED = [
    setting
    for setting in all_settings()
    if isinstance(game := find(setting[0]).make(setting[1]), Patience)
    and any(game.zone[at].kind == "stock" for places in game.taps.values() for at in places)
]


@pytest.mark.parametrize("setting", STOCKED, ids=name_of)
def test_a_stock_that_gives_nothing_says_why(setting: Setting) -> None:
    """Whatever the stock is tapped for, a refusal has a reason, and the check tells it."""
    game = find(setting[0]).make(setting[1])
    assert isinstance(game, Patience)
    stocks = [at for at, zone in enumerate(game.zone) if zone.kind == "stock"]
    tried = [
        Action(verb, at) for verb, places in game.taps.items() for at in places if at in stocks
    ]
    for state, _, _ in walk(setting, 1, 200):
        if game.turn(state) != 0:
            continue
        legal = game.legal(state)
        if any(action in legal for action in tried):
            continue
        for action in tried:
            why = game.why(state, action)
            assert why is not None, game.write(action)
            with pytest.raises(IllegalAction) as told:
                check(game, state, 0, game.write(action))
            assert str(told.value) == str(why)


def refused(session: Session, text: str) -> str:
    with pytest.raises(IllegalAction) as told:
        session.play(text)
    return str(told.value)


def test_spider_deals_only_when_no_column_is_empty() -> None:
    """Fill the gap first."""
    session = Session("spider", {"suits": 1}, deal=4)
    game = session.game
    gap = session.state.put((game.where("T")[0], b""))
    assert str(game.why(gap, game.read("deal"))) == "Fill the gap first."
    gaps = gap.put((game.where("T")[1], b""))
    assert str(game.why(gaps, game.read("deal"))) == "Fill the gaps first."
    while len(session.state.piles[game.where("S")[0]]):
        session.play("deal")
    assert refused(session, "deal") == "The stock is empty."


def test_klondike_says_when_the_redeals_are_used_up() -> None:
    for redeals, sentence in (
        (0, "The stock is empty, and this game has no redeal."),
        (1, "The stock is empty, and every redeal has been used."),
    ):
        session = Session("klondike", {"redeals": redeals}, deal=1)
        while "turn" in session.legal():
            session.play("turn")
        assert refused(session, "turn") == sentence


def test_sir_tommy_wants_the_waste_played_first() -> None:
    session = Session("sir-tommy", deal=1)
    session.play("turn")
    assert refused(session, "turn") == "Play the card on the waste first."


def test_what_is_no_tap_is_told_what_is_allowed() -> None:
    """A rule without a sentence of its own lists what may be done."""
    assert "what is: " in refused(Session("klondike", deal=1), "T1>F1")


PATIENCES = [Setting(id_, {}, 1) for id_ in ids() if isinstance(find(id_).make(), Patience)]


@pytest.mark.parametrize("setting", PATIENCES, ids=name_of)
def test_what_actions_look_like_is_shown_by_some_that_are_played(setting: Setting) -> None:
    """Cards are carried and paired between such piles in play: no example begins at a stock."""
    game = find(setting[0]).make(setting[1])
    assert isinstance(game, Patience)
    letters = game.letter

    def ends(action: Action) -> tuple[str, frozenset[str] | tuple[str, str]]:
        ends = letters[action.source], letters[action.target]
        return action.verb, frozenset(ends) if action.verb == PAIR else ends

    seen = {
        ends(action)
        for deal in range(1, 7)
        for state, _, _ in walk(setting, deal, 120)
        for action in game.legal(state)
    }
    with pytest.raises(BadAction) as told:
        game.read("nothing of the kind")
    examples = [game.read(text) for text in str(told.value.facts["example"]).split(", ")]
    assert {ends(one) for one in examples if one.verb in (CARRY, PAIR)} <= seen
