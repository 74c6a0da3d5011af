"""Hints: legal, to the point, and blind to what is hidden."""

import pickle

import pytest

from tests.solve.positions import wandering
from trapoula.cards import HIDDEN
from trapoula.catalogue import find, ids
from trapoula.patience import Patience, Table
from trapoula.solve import hint
from trapoula.solve.hint import MESSAGES, redealt


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
