"""A game that cannot be played is told so when it is made, and leaves the others in peace."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from trapoula.catalogue.discovery import VARIABLE, collection
from trapoula.catalogue.entries import entries, faults, find, ids
from trapoula.core.errors import BadGame
from trapoula.patience import Home, Patience, Tally
from trapoula.terminal.engine import Engine

WHOLE = '''"""Trial: columns packed down, suits built up."""

from trapoula.patience import *


@game("packers", presets={"three": {"draw": 3}})
def trial(draw: Literal[1, 3] = 1) -> Patience:
    return Patience(
        picture="""
            S W F F F F
            T T T T T T T
        """,
        zones={
            "S": stock(),
            "W": waste(),
            "F": foundation(),
            "T": column(DOWN & ALTERNATE),
        },
        deal=(Triangle("T"), Rest("S")),
        moves=(Carry("WT", to="FT"), Turn("S", to="W", by=draw)),
        chores=(Reveal("T"),),
        goal=Home("F"),
        score=Cards("F"),
    )
'''

FAULTS = [  # what is written instead, what the sentence must name, and the cure it must give
    ('Turn("S"', 'Turn("Q"', "Turn(at='Q')", "the zones are S, W, F, T"),
    ("S W F F F F", "S W F F F X", "'X'", "zones= has not"),
    ('"W": waste(),', '"W": waste(), "Z": cell(),', "'Z'", "draw it there"),
    ("S W F F F F", "S W F F F é", "'é'", "letter from A to Z"),
    ('Rest("S")', 'Rest("T")', "Rest(zone='T')", "single pile"),
    ('Rest("S")', 'Rest("")', "Rest(zone='')", "names no zone"),
    (', Rest("S")', ",", "deal=", "Rest lays them"),
    ('Triangle("T")', 'Rows("T", 50)', "Rows(zones='T', times=50", "deal fewer"),
    ('Triangle("T")', 'Rows("T", piles=range(3, 9))', "piles=range(3, 9)", "the last is 6"),
    ("(Triangle", "(Lay('F', (0,)), Triangle", "Home", "52 cards, and 53 are in play"),
    ("by=draw", 'by="one"', "Turn(by='one')", "should be int"),
    ('Carry("WT", to="FT")', 'Carry("WT", to="FT", limit=3)', "Carry(limit=3)", "limit should be"),
    ('(Reveal("T"),)', '(Reveal("T"))', "chores=", "(one,)"),
    ('"T": column(DOWN & ALTERNATE)', '"T": DOWN', "'T'", "column()"),
    ("column(DOWN & ALTERNATE)", "column(3)", "Zone(build=3)", "build should be Rule"),
    ('to="FT"', 'to="T"', "Home(zones='F')", "a Carry to it would"),
    ("foundation()", "foundation(room=12)", "Home", "holds 48 cards"),
    ("foundation()", "foundation(only(JOKER))", "Home", "another start="),
    ('goal=Home("F")', 'goal=Left("T", 90)', "Left", "only 52 cards"),
    ('goal=Home("F")', "goal=Phase(2)", "Phase", "Begin would"),
    ("draw: Literal[1, 3] = 1", "draw: int = 1", "draw", "Literal[...]"),
    ("draw: Literal[1, 3] = 1", "draw: Literal[1, 3]", "draw", "needs a default"),
    ("draw: Literal[1, 3] = 1", "draw: Literal[1, 3] = 2", "draw", "one of 1, 3"),
    ('{"draw": 3}', '{"drew": 3}', "'drew'", "not an option"),
    ('@game("packers"', '@game("packing"', "'packing'", "packers, spiders"),
    ("return Patience(", "return dict(", "trial()", "has no seats"),
    ("    return Patience(", "    return Patience((", "line", "SyntaxError"),
    ('Triangle("T")', "Triangel('T')", "line 19", "Triangel"),
    ("from trapoula.patience import *", "import nowhere", "line 3", "nowhere"),
]


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], Path]:
    """Writes a game into a folder of somebody's own."""
    folder = tmp_path / "games"
    folder.mkdir()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "nothing"))
    monkeypatch.setenv(VARIABLE, str(folder))

    def write(name: str, text: str) -> Path:
        (folder / name).write_text(text, encoding="utf-8")
        return folder / name

    return write


def test_the_trial_is_whole(games: Callable[[str, str], Path]) -> None:
    games("trial.py", WHOLE)
    assert find("trial").make({"draw": 3}) is not None
    assert faults() == {}


@pytest.mark.parametrize(("old", "new", "word", "cure"), FAULTS, ids=lambda text: text[:24])
def test_a_fault_is_told_with_the_file_the_word_and_the_cure(
    games: Callable[[str, str], Path], old: str, new: str, word: str, cure: str
) -> None:
    assert old in WHOLE
    file = games("trial.py", WHOLE.replace(old, new))
    with pytest.raises(BadGame) as told:
        find("trial").make()
    sentence = str(told.value)
    assert sentence.startswith(f"{file}: ")
    assert word in sentence
    assert cure in sentence
    assert sentence.endswith((".", ")."))


def test_a_file_without_a_game_is_told_so_when_it_is_named_and_not_run_in_a_folder(
    games: Callable[[str, str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = games("trial.py", WHOLE.replace('@game("packers", presets={"three": {"draw": 3}})', ""))
    assert faults() == {}
    monkeypatch.setenv(VARIABLE, str(file))
    with pytest.raises(BadGame, match=r"'trial' by @game\(\"family\"\)"):
        find("trial")


def test_a_broken_game_is_left_out_and_the_others_go_on(
    games: Callable[[str, str], Path],
) -> None:
    whole, broken = games("good.py", WHOLE), games("bad.py", WHOLE.replace("S W", "S Q"))
    assert set(faults()) == {str(broken)}
    found = {entry.id for entry in entries()}
    assert found == {*collection(), "good"}
    described = Engine().answer(b'{"do": "games"}')
    assert {one["game"] for one in described["games"]} == found  # type: ignore[index, union-attr, call-overload]
    assert whole.exists()


def test_a_game_that_fails_only_at_the_table_is_left_out_too(
    games: Callable[[str, str], Path],
) -> None:
    """Whatever a part of somebody's own does when it is asked for the first time."""
    own = "@dataclass(frozen=True)\nclass Half:\n    def of(self, *_):\n        return 1 // 0\n\n\n@game"
    text = WHOLE.replace("@game", own, 1).replace('Cards("F")', "Half()")
    file = games("half.py", "from dataclasses import dataclass\n" + text)
    assert "ZeroDivisionError" in str(faults()[str(file)])
    assert "half" not in {entry.id for entry in entries()}


def test_the_hall_goes_on_without_a_broken_game(
    games: Callable[[str, str], Path],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from trapoula.host import catalogue_view as hall

    games("good.py", WHOLE)
    games("bad.py", '@game("open")\nnonsense')
    anew = hall._catalogue.__wrapped__  # what was sent before is kept
    monkeypatch.setattr(hall, "_catalogue", anew)
    sent = {one["game"] for one in json.loads(hall.catalogue())["games"]}
    assert sent == {*collection(), "good"}
    assert "bad.py" in caplog.text


def test_no_game_of_the_collection_is_broken() -> None:
    whole = {entry.id for entry in entries()}
    assert {id_: str(fault) for id_, fault in faults().items()} == {}
    assert set(collection()) <= whole <= set(ids())


def test_a_declaration_is_checked_wherever_it_is_made() -> None:
    with pytest.raises(BadGame, match="picture= is empty"):
        Patience(picture="", zones={}, deal=(), moves=(), goal=Home(""), score=Tally())
