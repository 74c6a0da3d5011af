"""Bots see a view and texts, never a state: by type, and by how they are called."""

import ast
import inspect
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, is_typeddict

import pytest

import trapoula.bots
from trapoula.bots import Player, Seated, Talker, levels, player, seated
from trapoula.catalogue.entries import find, ids
from trapoula.core.deals import SplitMix, deck
from trapoula.core.errors import BadOption
from trapoula.core.game import CHANCE, Dice, View
from trapoula.terminal import engine, match
from trapoula.terminal.match import Table, match_of, play_deal
from trapoula.thinking import thoughts

PLAYED = [game for game in ids() if levels(game)]
EVERY = [(game, level) for game in PLAYED for level in levels(game)]
HOME = Path(trapoula.bots.__file__).parent
FILES = sorted(
    set(HOME.glob("*.py")) - {HOME / "coach.py"}
)  # the coach goes back over whole rounds


def test_every_table_game_has_three_levels() -> None:
    """The weakest first."""
    assert set(PLAYED) == {game for game in ids() if find(game).family == "table"}
    for game in PLAYED:
        assert levels(game) == ("random", "greedy", "strong")


def test_a_game_without_bots_says_so() -> None:
    assert levels("golf") == () == levels("")
    with pytest.raises(BadOption):
        player("golf", "strong")
    with pytest.raises(BadOption):
        player(PLAYED[0], "perfect")


@pytest.mark.parametrize(("game", "level"), EVERY)
def test_a_bot_is_given_a_view_and_texts(game: str, level: str) -> None:
    """By type: no parameter of `choose` or `remark` could hold a state."""
    for one in (player(game, level), seated(game, level)):
        methods = [type(one).choose, *([type(one).remark] if isinstance(one, Talker) else [])]
        for method in methods:
            sight, *rest = inspect.get_annotations(method).items()
            assert sight[0] == "view"
            assert sight[1] in (View, Mapping[str, object]) or is_typeddict(sight[1])
            assert dict(rest) in (
                {"legal": Sequence[str], "dice": Dice, "return": str},
                {"return": str | None},
            )


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_bot_knows_of_sessions(path: Path) -> None:
    """By construction: what could hand it a state is not imported."""
    names = {
        name
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        for name in (
            [node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)]
            if isinstance(node, ast.ImportFrom)
            else [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else []
        )
    }
    barred = (
        "trapoula.play.session",
        "trapoula.play.record",
        "trapoula.server",
        "trapoula.core.deals",
        "random",
        "time",
    )
    assert not [name for name in names if name.startswith(barred)]


def plain(value: object) -> bool:
    """Whether a value is made of JSON's kinds alone, so that no state hides in it."""
    if isinstance(value, dict):
        return all(isinstance(key, str) and plain(part) for key, part in value.items())
    return (
        all(map(plain, value))
        if type(value) is list
        else type(value) in (int, str, bool, type(None))
    )


class Witness:
    """Passes everything on, and looks at what was given."""

    def __init__(self, one: Player) -> None:
        self.one, self.seen = one, 0

    def choose(self, view: View, legal: Any, dice: Dice) -> str:
        assert plain(view)
        assert all(type(text) is str for text in legal)
        assert "secret" not in view
        self.seen += 1
        return self.one.choose(view, legal, dice)

    def remark(self, view: View) -> str | None:
        assert plain(view)
        assert "secret" not in view
        return self.one.remark(view) if isinstance(self.one, Talker) else None


@pytest.mark.parametrize("game", PLAYED)
def test_what_is_handed_over_is_plain_data(game: str) -> None:
    made = find(game).make()
    for seats in (made.seats[-1],):
        players = [Witness(seated(game, "greedy")) for _ in range(seats)]
        Table(game, made, players, deck(made.pack, 3), 3).play()
        assert any(one.seen for one in players)


def test_runners_call_bots_with_views_only() -> None:
    """All places that let bots play pass a view, texts and dice, and nothing else."""
    for module in (match, engine, thoughts):
        calls = [
            node
            for node in ast.walk(ast.parse(inspect.getsource(module)))
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ("choose", "remark")
        ]
        assert calls
        for call in calls:
            given = ", ".join(map(ast.unparse, call.args))
            assert "state" not in given, given
            assert len(call.args) in (1, 3), given


@pytest.mark.parametrize(("game", "level"), EVERY)
def test_the_same_dice_give_the_same_game(game: str, level: str) -> None:
    one = match_of(game, None, level, 1, {})
    first, again = play_deal(one, 5), play_deal(one, 5)
    assert (first.scores, first.actions, first.turns) == (again.scores, again.actions, again.turns)


@pytest.mark.parametrize("game", PLAYED)
def test_a_bot_without_memory_decides_by_the_view_alone(game: str) -> None:
    """The same player at two tables at once: neither table notices the other."""
    made, bot = find(game).make(), player(game, "strong")

    def texts(interrupted: bool) -> list[str]:
        state, found = made.start(deck(made.pack, 2), made.seats[-1]), list[str]()
        other = made.start(deck(made.pack, 9), made.seats[-1])
        for step in range(40):
            turn = made.turn(state)
            if turn is None:
                break
            if turn == CHANCE:
                state = made.play(state, made.draw(state, SplitMix(step)))
                continue
            if interrupted and (seat := made.turn(other)) not in (None, CHANCE):
                bot.choose(
                    made.view(other, seat),
                    list(map(made.write, made.legal(other, seat))),
                    SplitMix(1),
                )
            legal = [made.write(action) for action in made.legal(state, turn)]
            found.append(bot.choose(made.view(state, turn), legal, SplitMix(step)))
            state = made.play(state, made.read(found[-1]))
        return found

    assert texts(False) == texts(True)


def test_memory_holds_only_what_was_seen() -> None:
    """A seated player is given the same view, with the cards that earlier ones showed."""
    kept: list[View] = []

    class Looker:
        def choose(self, view: View, legal: Any, dice: Dice) -> str:
            kept.append(view)
            return str(legal[0])

    from trapoula.bots._rows import Rows

    one = Seated(Looker(), Rows())
    row = {"up1": {"top": 1, "count": 0}}
    for top, count in ((1, 0), (12, 1), (30, 2), (20, 3), (30, 2)):
        row = {"up1": {"top": top, "count": count}}
        one.choose({"rows": row, "lays": []}, ["end"], SplitMix(1))  # type: ignore[dict-item]
    laid = [view["rows"]["up1"]["cards"] for view in kept]  # type: ignore[index, call-overload]
    assert laid == [[], [12], [12, 30], [12, 30, 20], [12, 30]]
