"""What holds for every game of the catalogue, with every setting of its options."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.walks import Setting, all_settings, name_of
from trapoula.catalogue.discovery import collection
from trapoula.catalogue.entries import find
from trapoula.core.game import Choice
from trapoula.patience import Action, Patience, Table, Turn
from trapoula.play.contract import RULES, breach, idle_moves
from trapoula.play.session import Session

NINETY = (Path(__file__).parent / "ninety.txt").read_text("utf-8").split()
RARE = {  # games with a move that chance hardly ever has an occasion for
    "camelot",
    "spiderette",
    "will-o-the-wisp",
}


def test_the_collection_holds_the_ninety_patiences() -> None:
    """By name: another game may stand beside them, and none of them may be missing."""
    patiences = {id_ for id_ in collection() if isinstance(find(id_).make(), Patience)}
    assert len(NINETY) == 90
    assert set(NINETY) <= patiences


@pytest.mark.parametrize("setting", all_settings(), ids=name_of)
def test_every_game_keeps_to_every_rule(setting: Setting) -> None:
    """One test a setting: as many as there are rules for each would take longer to count than to do."""
    breaches = {rule.__name__: breach(rule, setting) for rule in RULES}
    assert breaches == dict.fromkeys(breaches)


@pytest.mark.parametrize("id_", sorted({*NINETY} - RARE))
def test_there_is_an_occasion_for_every_move(id_: str) -> None:
    """No move of a declaration is dead."""
    assert idle_moves(find(id_)) == []


@pytest.mark.parametrize(
    ("game", "options", "left"),
    [
        ("klondike", {}, 2),
        ("klondike", {"redeals": 0}, None),
        ("klondike", {"redeals": "unlimited"}, None),
        ("glenwood", {}, 1),
        ("scuffle", {}, 2),
        ("gaps", {}, 2),
        ("golf", {}, None),
    ],
)
def test_the_view_says_how_many_redeals_are_left(
    game: str, options: dict[str, Choice], left: int | None
) -> None:
    """Where there are some and not endlessly many, however the game words its redeal."""
    assert Session(game, options, deal=1).view()["redeals"] == left


def test_each_redeal_takes_one_from_those_left() -> None:
    session, seen = Session("klondike", deal=1), []
    while "turn" in session.legal():
        seen.append(session.view()["redeals"])
        session.play("turn")
    assert seen == sorted(seen, reverse=True)
    assert set(seen) == {0, 1, 2}


def test_what_may_be_done_is_made_once_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """However often a session asks whose move it is, what is legal, and how the game stands."""
    made: Counter[int] = Counter()
    tables = []  # kept, so that no two have the same number

    def offers(self: Turn, game: Patience, table: Table) -> Iterator[Action]:
        tables.append(table)
        made[id(table)] += 1
        return own(self, game, table)

    own = Turn.offers
    monkeypatch.setattr(Turn, "offers", offers)
    session = Session("klondike", deal=1)
    for step in range(40):
        assert session.turn == 0
        legal = session.legal()
        assert session.outcome is None
        assert session.legal() == legal
        assert session.view()
        session.play(legal[step % len(legal)])
    assert len(made) == 41
    assert set(made.values()) == {1}
