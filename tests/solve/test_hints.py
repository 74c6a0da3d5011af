"""Hints: legal, to the point, and blind to what is hidden."""

import pickle

import pytest

from tests.solve.positions import wandering
from trapoula.cards import HIDDEN
from trapoula.catalogue import find, ids
from trapoula.patience import Patience, Table
from trapoula.solve import hint
from trapoula.solve.reason import IDLE, MESSAGES, reason
from trapoula.solve.unseen import redealt
from trapoula.texts import language, languages


@pytest.mark.parametrize("id_", ids())
def test_a_hint_is_legal_and_has_a_reason(id_: str) -> None:
    game = find(id_).make()
    if not isinstance(game, Patience):
        return
    for table in list(wandering(game, range(1, 3), 12))[::6]:
        found = hint(id_, {}, table)
        assert found is not None
        assert game.read(found.action) in game.legal(table, 0)
        assert found.reason in MESSAGES
        assert pickle.loads(pickle.dumps(found)) == found


def hidden(table: Table) -> int:
    return sum(bool(card & HIDDEN) for pile in table.piles for card in pile)


@pytest.mark.parametrize("id_", ["klondike", "spider", "agnes", "canfield"])
def test_a_hint_does_not_change_with_what_is_hidden(id_: str) -> None:
    """Deal the hidden cards anew: the hint is the same."""
    game = find(id_).make()
    assert isinstance(game, Patience)
    for table in list(wandering(game, range(1, 4), 10))[::4]:
        other = redealt(table, 99)
        assert hidden(other) == hidden(table)
        assert hint(id_, {}, table) == hint(id_, {}, other)


@pytest.mark.parametrize("id_", ids())
def test_a_hint_changes_the_table_and_leads_nowhere_only_when_nothing_else_can_be_done(
    id_: str,
) -> None:
    """What is called the only thing is alone, or all else is as aimless."""
    game = find(id_).make()
    if not isinstance(game, Patience):
        return
    for table in list(wandering(game, range(3, 5), 12))[::6]:
        found = hint(id_, {}, table)
        assert found is not None
        action = game.read(found.action)
        assert game.play(table, action).piles != table.piles
        if found.reason == "only":
            codes = {reason(game, table, other)[0] for other in game.legal(table, 0)}
            assert codes <= IDLE


def test_a_move_that_only_a_hidden_card_allows_has_a_reason_too() -> None:
    """The king on top of the stock may be dropped unseen; on most tables that look the same it is none."""
    game = find("neighbor").make()
    assert isinstance(game, Patience)
    blind = [
        (table, action)
        for table in wandering(game, range(1, 30), 20)
        for action in game.legal(table, 0)
        if game.write(action) == "drop S"
    ]
    assert blind
    for table, action in blind:
        assert reason(game, table, action)[0] in MESSAGES


@pytest.mark.parametrize("lang", languages())
def test_every_reason_is_a_sentence_in_every_language(lang: str) -> None:
    for message in MESSAGES.values():
        told = language(lang).say(message, card="QH")
        assert told
        assert "{" not in told
