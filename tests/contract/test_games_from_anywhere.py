"""Games that are not in the package: played, checked, solved and served like all others."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from trapoula import record as records
from trapoula.catalogue.discovery import VARIABLE, collection, put
from trapoula.catalogue.entries import entries, faults, find
from trapoula.core.errors import BadGame, TrapoulaError, UnknownGame
from trapoula.patience import Patience
from trapoula.play.contract import RULES, Setting, breach, idle_moves, settings_of
from trapoula.play.session import Session
from trapoula.terminal.cli import main
from trapoula.terminal.engine import Engine
from trapoula.texts import page, title

EXAMPLES = Path(__file__).parents[2] / "examples"
NAMES = sorted(path.stem.replace("_", "-") for path in EXAMPLES.glob("*.py"))
COMPILED = {  # what the kernel knows all the words of
    "calculation": {},
    "la-belle-lucie": {"merci": False},
    "penguin": {},
    "simple-simon": {},
}


@pytest.fixture(autouse=True)
def shelf(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv(VARIABLE, str(EXAMPLES))


def examples() -> list[Setting]:
    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = str(EXAMPLES)
    try:
        return [setting for name in NAMES for setting in settings_of(find(name))]
    finally:
        os.environ.pop(VARIABLE)
        if before is not None:
            os.environ[VARIABLE] = before


@pytest.mark.parametrize("setting", examples(), ids=str)
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_the_examples_keep_to_every_rule(rule: object, setting: Setting) -> None:
    assert breach(rule, setting) is None  # type: ignore[arg-type]


@pytest.mark.parametrize("name", NAMES)
def test_there_is_an_occasion_for_every_move_of_the_examples(name: str) -> None:
    assert idle_moves(find(name)) == []


@pytest.mark.parametrize("name", COMPILED)
def test_examples_are_searched_in_compiled_code(name: str) -> None:
    from trapoula.solve.lowering.lower import lower

    assert lower(find(name).make(COMPILED[name])) is not None


def test_they_stand_beside_the_collection() -> None:
    assert faults() == {}
    assert {entry.id for entry in entries()} == {*collection(), *NAMES}
    assert title("el", "simple-simon") == "Simple Simon"
    assert page("el", "penguin").markdown.startswith("# Penguin\n\nthe first card dealt")


def test_the_engine_plays_them() -> None:
    engine = Engine()
    told = engine.answer(b'{"do": "start", "game": "penguin", "deal": 1}')
    assert told["ok"]
    assert engine.answer(b'{"do": "legal"}')["legal"]


def test_the_server_describes_and_draws_them() -> None:
    from trapoula.host import catalogue_view

    told = catalogue_view.describe("la-belle-lucie")
    assert [option["name"] for option in told["options"]] == ["redeals", "merci"]  # type: ignore[index, union-attr, call-overload]
    assert told["taps"] == {"redeal": []}


def test_a_process_that_is_started_sees_them_too() -> None:
    """The solver's and the server's helpers find them by their ids."""
    code = "from trapoula.catalogue.entries import find; print(find('penguin').make().start(range(52)))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "Table(" in ran.stdout, ran.stderr


def test_a_folder_in_the_data_folder_is_looked_into(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv(VARIABLE)
    (tmp_path / "trapoula" / "games").mkdir(parents=True)
    text = (EXAMPLES / "penguin.py").read_text("utf-8")
    (tmp_path / "trapoula" / "games" / "own_penguin.py").write_text(text, "utf-8")
    (tmp_path / "trapoula" / "games" / "_shared.py").write_text("1 / 0", "utf-8")
    assert isinstance(find("own-penguin").make(), Patience)
    assert {entry.id for entry in entries()} == {*collection(), "own-penguin"}


def test_an_installed_package_may_offer_games(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv(VARIABLE)
    (tmp_path / "birds.py").write_text((EXAMPLES / "penguin.py").read_text("utf-8"), "utf-8")
    known = tmp_path / "birds-1.0.dist-info"
    known.mkdir()
    (known / "METADATA").write_text("Metadata-Version: 2.1\nName: birds\nVersion: 1.0\n")
    (known / "entry_points.txt").write_text("[trapoula.games]\nbird = birds:penguin\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv(
        "XDG_DATA_HOME", str(tmp_path / "other")
    )  # what was found is kept for a place
    assert isinstance(find("bird").make(), Patience)
    assert title("en", "bird") == "Penguin"


def test_a_file_called_like_a_game_of_the_collection_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "klondike.py"
    file.write_text((EXAMPLES / "penguin.py").read_text("utf-8"), "utf-8")
    with pytest.raises(BadGame, match="there is a game called klondike already"):
        put(str(file))
    assert str(file) in faults()
    assert find("klondike").recipe is not find("penguin").recipe


@pytest.mark.parametrize("path", ["nowhere.py", "/", "README.md"])
def test_a_path_without_a_game_is_told_in_a_sentence(path: str, tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("text")
    with pytest.raises(UnknownGame):
        put(str(tmp_path / path) if path != "/" else str(tmp_path / "no folder"))


# --- values of a program's own -------------------------------------------------------------------


def test_a_session_takes_a_game_that_is_on_no_shelf() -> None:
    """A value, or the function that makes one; records of it are read in the same program."""
    recipe = find("penguin").recipe
    table = Session(recipe(), deal=3)
    assert table.id.startswith("own-")
    table.play(table.legal()[0])
    text = records.write(table.record())
    assert Session.resume(records.read(text)).state == table.state
    assert Session(recipe(), deal=3).id == table.id
    assert Session(recipe, deal=3).id == "penguin"


def test_a_function_is_given_its_options() -> None:
    recipe = find("la-belle-lucie").recipe
    assert Session(recipe, {"redeals": 1}, deal=1).options == {"redeals": 1, "merci": True}
    with pytest.raises(TrapoulaError, match="redeals cannot be 7"):
        Session(recipe, {"redeals": 7}, deal=1)


# --- in the terminal -----------------------------------------------------------------------------


def test_a_file_is_played_shown_and_its_rules_are_read(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(VARIABLE)
    file = str(EXAMPLES / "calculation.py")
    typed = iter(["turn", "quit"])
    monkeypatch.setattr("builtins.input", lambda _="": next(typed))
    assert main(["play", file, "--deal", "1"]) == 0
    assert "Calculation, deal 1" in capsys.readouterr().out
    assert main(["show", file, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["view"]["piles"]["A"] == ["AC"]
    assert main(["rules", file]) == 0
    assert "four foundations" in capsys.readouterr().out


def test_check_reports_on_a_file_in_one_go(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(VARIABLE)
    assert main(["check", str(EXAMPLES / "penguin.py"), "--deals", "20"]) == 0
    told = capsys.readouterr().out
    assert "J♦" in told
    assert "keeps to all" in told
    assert "Simple play wins" in told
    assert "of 20 deals" in told
    assert "compiled code" in told


def test_check_tells_what_is_wrong(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv(VARIABLE)
    text = (EXAMPLES / "penguin.py").read_text("utf-8")
    (tmp_path / "letter.py").write_text(text.replace('Carry("T", to="C")', 'Carry("T", to="Q")'))
    assert main(["check", str(tmp_path / "letter.py")]) == 3
    assert "Carry(to='Q') names the zone 'Q'" in capsys.readouterr().out
    (tmp_path / "twice.py").write_text(
        text.replace('Carry("T", to="C"))', 'Carry("T", to="C"), Carry("T", to="CF"))')
    )
    assert main(["check", str(tmp_path / "twice.py"), "--json"]) == 3
    assert "offered twice" in json.loads(capsys.readouterr().out)["faults"][0]
    loses = text.replace("frozen=True, slots=True", "frozen=True").replace(
        "hand.phase = base + 1", "hand.phase = base + 1\n        hand.cards.pop()"
    )
    (tmp_path / "loses.py").write_text(loses)
    assert main(["check", str(tmp_path / "loses.py")]) == 3
    assert "loses cards" in capsys.readouterr().out


def test_check_finds_a_move_that_nothing_ever_offers(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv(VARIABLE)
    text = (EXAMPLES / "penguin.py").read_text("utf-8")
    never = text.replace('Carry("T", to="C"))', 'Carry("T", to="C"), Drop("T", only(JOKER)))')
    (tmp_path / "never.py").write_text(never)
    assert main(["check", str(tmp_path / "never.py"), "--deals", "5"]) == 4
    assert "never an occasion for the move Drop(at='T'" in capsys.readouterr().out


def test_list_shows_games_of_ones_own_and_why_one_is_left_out(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv(VARIABLE)
    (tmp_path / "good.py").write_text((EXAMPLES / "penguin.py").read_text("utf-8"))
    (tmp_path / "bad.py").write_text(
        '"""Bad: it is."""\n@game("open")\ndef bad() -> Patience: ...\n'
    )
    assert main(["list", "--games", str(tmp_path)]) == 0
    told = capsys.readouterr()
    assert len(told.out.splitlines()) == len(collection()) + 1
    assert "\ngood " in told.out
    assert told.err.count("\n") == 1
    assert "bad.py: Python stops at line 2: NameError" in told.err


# --- tables --------------------------------------------------------------------------------------


TASK = "    def task("
VIEW = "    def view(self, state, seat):\n        return super().view(state, seat)"
REACH = (
    "    def reach(self, action):\n        from trapoula.core.game import Reach\n\n        return"
)


def own_table(folder: Path, *changes: tuple[str, str]) -> str:
    """The example of a table game, changed here and there, under another name."""
    text = (EXAMPLES / "last_straw.py").read_text("utf-8")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    file = folder / "other_straw.py"
    file.write_text(text, "utf-8")
    return str(file)


def test_an_action_may_be_anything() -> None:
    """A card, a word, a value with names: over the wire go its words, and the names that it has."""
    from trapoula.room.actions import parts

    told = parts(find("last-straw").make(), "lay 7>heap")
    assert (told.verb, told.source, told.target, told.size) == ("lay", "7", "heap", 1)
    assert told.facts == {"cards": [7], "place": "heap", "picks": []}


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (TASK, f"{VIEW} | {{'scene': 'stars'}}\n\n{TASK}", "one of rows, strip, sheet, places"),
        (TASK, f"{VIEW} | {{'scene': 'rows'}}\n\n{TASK}", "lacks what the scene 'rows' draws"),
        (
            "stock(len(state.pile))",
            "{'kind': 'star', 'count': 1}",
            "is of no kind that there is: stock",
        ),
        (TASK, f"{REACH} Reach((99,), HEAP)\n\n{TASK}", "takes cards that are not in the hand"),
        (TASK, f"{REACH} Reach((), HEAP)\n\n{TASK}", "bring the same cards to the same place"),
        ("cards=[*act.cards], n=", "cards=before, n=", "what it tells is not plain JSON"),
        ("Lay {cards}", "Lay {pick}", "what it tells has no pick: Lay {pick}."),
        ("n=worth(*before.heap, *act.cards)", 'n=Phrase("")', "has no n: {cards} makes {n}."),
    ],
)
def test_a_table_that_could_not_be_drawn_or_told_is_found_out(
    old: str, new: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", own_table(tmp_path, (old, new))]) == 3
    assert sentence in capsys.readouterr().out


def test_the_card_game_of_the_docs_keeps_to_every_rule(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A stranger who copies it has a game at the first try."""
    page = (EXAMPLES.parent / "docs" / "adding-a-game.md").read_text("utf-8")
    shown = page.partition("This is a whole one:\n\n```python\n")[2].partition("```")[0]
    file = tmp_path / "snip.py"
    file.write_text(shown, "utf-8")
    assert main(["check", str(file)]) == 0
    assert "It keeps to all" in capsys.readouterr().out


def test_a_table_is_drawn_in_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(EXAMPLES / "last_straw.py")]) == 0
    drawn = capsys.readouterr().out
    assert "The heap: 0 of 99" in drawn
    assert "To be drawn" in drawn
