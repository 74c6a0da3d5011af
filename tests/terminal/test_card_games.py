"""The card games of the examples line by line: played with bots to their ends, in both languages."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from trapoula.terminal.cli import main
from trapoula.texts import speak

EXAMPLES = Path(__file__).parents[2] / "examples"
OWN = Path(__file__).parents[1] / "tables" / "own"


GAMES = [("xeri", 1), ("crazy_eights", 2), ("hearts", 3), ("gin_rummy", 1)]


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    yield
    speak("en")


@pytest.mark.parametrize(("game", "bots"), GAMES)
@pytest.mark.parametrize(("lang", "won"), [("en", "Won by: "), ("el", "Νίκη: ")])
def test_a_game_is_played_to_its_end(
    game: str,
    bots: int,
    lang: str,
    won: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Always the first line that is offered, also of the questions that follow."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    def first(_: str = "") -> str:
        return "quit" if won in told() else "1"

    said: list[str] = []

    def told() -> str:
        said.append(capsys.readouterr().out)
        return said[-1]

    monkeypatch.setattr("builtins.input", first)
    file = str(EXAMPLES / f"{game}.py")
    words = ["play", file, "--lines", "--deal", "3", "-o", "short", "--seats", str(bots + 1)]
    assert main([*words, "--bots", str(bots), "--level", "greedy", "--lang", lang]) == 0
    assert any(won in one for one in said)
    assert "NaN" not in "".join(said)
    assert any(sign in "".join(said) for sign in "♣♦♥♠")
    if game == "hearts":
        away = {"en": "Three cards passed", "el": "Δόθηκαν τρία φύλλα"}[lang]
        told_away = [line for line in "".join(said).splitlines() if away in line]
        assert told_away, "the others hear of it"
        assert not any(sign in line for line in told_away for sign in "♣♦♥♠"), "but not of which"


def test_bids_gifts_and_calls_are_chosen_one_after_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A number, and three cards of which the second is taken back; what the other gives is not told."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    typed = iter(["1", "3", "1", "1", "2", "back", "3", "1", "quit"])
    monkeypatch.setattr("builtins.input", lambda _="": next(typed))
    file = str(OWN / "bazaar.py")
    words = ["play", file, "--lines", "--deal", "3", "--bots", "1", "--level", "greedy"]
    assert main(words) == 0
    said = capsys.readouterr().out
    assert "How many?" in said
    assert "Bid: 2" in said
    assert said.index("So far: Q♣  2♦. Which card next?") < said.index("So far: Q♣  4♦.")
    assert "seat 2: Three cards given away\n" in said
