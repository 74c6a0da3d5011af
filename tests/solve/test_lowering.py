"""Lowering: the kernel says and does exactly what the rules say and do."""

from dataclasses import dataclass, fields, make_dataclass, replace
from typing import Any

import pytest

from tests.effort import EFFORT
from tests.solve.positions import Setting, lowered, made, named, wandering
from tests.solve.referee import by_the_rules
from trapoula import patience
from trapoula.catalogue import find, ids
from trapoula.patience import Patience, Table
from trapoula.solve import lower_moves, notes, tasks
from trapoula.solve.desk import desk
from trapoula.solve.lower import lower
from trapoula.solve.program import NotLowered

SETTINGS = lowered()


def compare(setting: Setting, deals: range, steps: int) -> int:
    game, program = made(setting)
    return by_the_rules(game, program, wandering(game, deals, steps))


@pytest.mark.parametrize("setting", SETTINGS, ids=named)
def test_the_kernel_plays_by_the_rules(setting: Setting) -> None:
    """In positions of random play, the kernel's moves and what they lead to are the rules'."""
    assert compare(setting, range(1, 3), 20) > 10


@pytest.mark.slow
@pytest.mark.parametrize("setting", SETTINGS, ids=named)
def test_the_kernel_plays_by_the_rules_for_thousands_of_positions(setting: Setting) -> None:
    assert compare(setting, range(3, 9 * EFFORT), 100) > 60


def test_most_games_are_lowered_with_all_their_options() -> None:
    patiences = [id_ for id_ in ids() if isinstance(find(id_).make(), Patience)]
    assert len({id_ for id_, _ in SETTINGS}) >= 75
    assert len(patiences) == 90


def test_only_games_with_parts_of_their_own_are_not_lowered() -> None:
    """A word that grows a field must be read by the kernel, or many games are slow all at once."""
    lowered_ = {id_ for id_, _ in SETTINGS}
    own = {"clock", "first-law", "kings-audience", "odessa", "poker", "wall"}
    patiences = {id_ for id_ in ids() if isinstance(find(id_).make(), Patience)}
    assert patiences - lowered_ == own


def test_where_cards_win_by_lying_for_good_a_table_is_worth_what_it_scores() -> None:
    game, program = made(("gaps", {}))
    for table in wandering(game, range(1, 4), 40):
        work = desk(program, table)
        work.weights[notes.W_AWAY] = 1
        lying = sum(map(len, table.piles))
        assert work.do(tasks.VALUE) == lying - game.score.of(game, table)


def test_a_word_that_is_not_spoken_is_refused() -> None:
    @dataclass(frozen=True, slots=True)
    class Strange:
        zones: str

        def met(self, game: Patience, table: Table) -> bool:
            return False

    game = find("golf").make()
    assert isinstance(game, Patience)
    with pytest.raises(NotLowered, match="Strange"):
        lower(replace(game, goal=Strange("T")))


def test_a_game_with_more_moves_than_the_kernel_has_room_for_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = find("spider").make()
    assert isinstance(game, Patience)
    monkeypatch.setattr(lower_moves, "MOST_MOVES", lower(game).most - 1)
    with pytest.raises(NotLowered):
        lower(replace(game))


@pytest.mark.parametrize("more", [(), ("more",)], ids=["as it is", "grown"])
@pytest.mark.parametrize("part", ["goal", "moves", "chores"])
def test_a_word_that_has_grown_a_field_is_refused(
    part: str, more: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A word of the same name is lowered with the fields it has, and with one more it is not."""

    def again(word: Any) -> Any:
        own = type(word)
        kind = make_dataclass(
            own.__name__, [(name, int, 0) for name in more], bases=(own,), frozen=True
        )
        monkeypatch.setattr(patience, own.__name__, kind)
        return kind(**{one.name: getattr(word, one.name) for one in fields(own)})

    game = find("klondike").make()
    assert isinstance(game, Patience)
    changed: dict[str, Any] = {
        "goal": lambda: {"goal": again(game.goal)},
        "moves": lambda: {"moves": (*game.moves[:-1], again(game.moves[-1]))},
        "chores": lambda: {"chores": (again(game.chores[0]),)},
    }
    grown = replace(game, **changed[part]())
    if more:
        with pytest.raises(NotLowered):
            lower(grown)
    else:
        assert lower(grown).code.size == lower(game).code.size
