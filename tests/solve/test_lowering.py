"""Lowering: the kernel says and does exactly what the rules say and do."""

import ast
import inspect
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, make_dataclass, replace
from typing import Any

import pytest

from tests.effort import EFFORT
from tests.solve.positions import Setting, lowered, made, named, wandering
from tests.solve.referee import by_the_rules
from trapoula import patience
from trapoula.catalogue.entries import find, ids
from trapoula.patience import Patience, Table
from trapoula.solve.lowering import lower as lower_
from trapoula.solve.lowering import moves as lower_moves
from trapoula.solve.lowering import program
from trapoula.solve.lowering import rows as lower_rows
from trapoula.solve.lowering.lower import lower
from trapoula.solve.lowering.program import NotLowered
from trapoula.solve.proofs import Proofs
from trapoula.solve.search.arrays import arrays_of
from trapoula.solve.search_kernel import layout as search_layout

SETTINGS = lowered()


def compare(setting: Setting, deals: range, steps: int) -> int:
    game, arrays = made(setting)
    return by_the_rules(game, arrays, wandering(game, deals, steps))


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
    game, arrays = made(("gaps", {}))
    for table in wandering(game, range(1, 4), 40):
        work = arrays_of(arrays, table)
        work.weights[search_layout.W_AWAY] = 1
        lying = sum(map(len, table.piles))
        assert work.do(search_layout.VALUE) == lying - game.score.of(game, table)


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


def lowered_words() -> list[str]:
    """The words of the vocabulary that the lowering matches, as its source has them."""
    found = set()
    for module in (lower_, lower_moves, lower_rows, program):
        for node in ast.walk(ast.parse(inspect.getsource(module))):
            match node:
                case ast.MatchSequence(
                    [ast.MatchValue(ast.Attribute(ast.Name("words"), name)), *_]
                ):
                    found.add(name)
    return sorted(found)


def swapped(value: Any, own: type, kind: type) -> Any:
    """The same, with every word of one sort replaced by one of another that has its fields."""
    if isinstance(value, dict):
        parts = value
    elif is_dataclass(value):
        parts = {one.name: getattr(value, one.name) for one in fields(value)}
    elif type(value) is tuple:
        parts = dict(enumerate(value))
    else:
        return value
    others = {name: swapped(part, own, kind) for name, part in parts.items()}
    if type(value) is own:
        return kind(**others)
    if all(others[name] is part for name, part in parts.items()):
        return value
    if isinstance(value, dict):
        return others
    return tuple(others.values()) if type(value) is tuple else type(value)(**others)


def sayings() -> Iterator[Patience]:
    """Every game that is lowered, and one with two words that none of them says."""
    yield from (made(setting)[0] for setting in SETTINGS)
    gaps, _ = made(("gaps", {}))
    yield replace(gaps, moves=(patience.Swap("G"),), chores=(patience.Clear("G"),))


def is_lowered(game: Patience) -> bool:
    try:
        lower(game, Proofs())  # without proofs, which hold words as well
    except NotLowered:
        return False
    return True


@pytest.mark.parametrize("word", lowered_words())
def test_a_word_that_has_grown_a_field_is_refused(
    word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a strange word is refused, one of this name is lowered, and with one more field it is not."""
    own = getattr(patience, word)
    same, grown = (
        make_dataclass(word, [(name, int, 0) for name in more], bases=(own,), frozen=True)
        for more in ((), ("more",))
    )
    for game in sayings():
        again = swapped(game, own, same)
        with monkeypatch.context() as patched:
            if again is game or is_lowered(again):
                continue  # it does not say it, or not where the kernel looks
            patched.setattr(patience, word, same)
            if not is_lowered(again):
                continue  # other words of it make such words by themselves
            patched.setattr(patience, word, grown)
            assert not is_lowered(swapped(game, own, grown))
            return
    pytest.fail(f"no game says {word}")
