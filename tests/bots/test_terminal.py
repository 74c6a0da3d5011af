"""Table games in the terminal: with bots, with people who hand the table over, and as matches."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.terminal.tables import played, table
from trapoula.bots import levels
from trapoula.catalogue.entries import find, ids
from trapoula.core.deals import SplitMix, deck
from trapoula.core.game import CHANCE
from trapoula.local.file import at_once
from trapoula.play.session import Session
from trapoula.terminal.bots import doomed
from trapoula.terminal.cli import main
from trapoula.terminal.play import Player, paint
from trapoula.terminal.wording import worded
from trapoula.texts import speak

PLAYED = [game for game in ids() if levels(game)]
Typing = Callable[..., list[str]]


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """No colours."""
    monkeypatch.setenv("NO_COLOR", "1")


@pytest.fixture
def typing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Typing:
    """Types lines at the terminal; what it was asked."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    asked: list[str] = []

    def type_lines(*lines: str) -> list[str]:
        left: Iterator[str] = iter(lines)

        def answer(prompt: str = "") -> str:
            asked.append(prompt)
            try:
                return next(left)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", answer)
        return asked

    return type_lines


@pytest.mark.parametrize("game", PLAYED)
@pytest.mark.parametrize("lang", ["en", "el"])
def test_the_table_is_shown(game: str, lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Every number of players, with the hand of the seat on turn and no other."""
    for seats in find(game).make().seats:
        assert main(["show", game, "--seats", str(seats), "--lang", lang]) == 0
        out = capsys.readouterr().out
        session = Session(game, seats=seats, deal=1)
        hand = session.view(session.turn)["hand"]
        assert isinstance(hand, list)
        assert "  ".join(map(str, hand)) in out or "(" in out
        assert "{" not in out


@pytest.mark.parametrize("game", PLAYED)
def test_a_person_plays_with_bots(
    game: str, typing: Typing, capsys: pytest.CaptureFixture[str]
) -> None:
    """The bots play by themselves until the person is on turn again."""
    typing("1", "1", "1", "1", "q")
    assert (
        main(["play", game, "--seats", "2", "--bots", "1", "--level", "greedy", "--deal", "3"]) == 0
    )
    out = capsys.readouterr().out
    assert "seat 2: " in out
    assert "press Enter" not in out


def test_people_hand_the_table_over(typing: Typing) -> None:
    asked = typing("", "1", "", "1", "", "1", "q")
    assert main(["play", PLAYED[0], "--seats", "3", "--deal", "3"]) == 0
    handed = [prompt for prompt in asked if "press Enter" in prompt]
    assert [prompt.partition(" is")[0] for prompt in handed[:3]] == ["seat 1", "seat 2", "seat 3"]


def test_too_many_bots_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", PLAYED[0], "--seats", "2", "--bots", "2"]) == 1
    assert main(["play", "golf", "--bots", "1"]) == 1
    assert main(["play", PLAYED[0], "--seats", "2", "--bots", "1", "--level", "perfect"]) == 1
    assert "Traceback" not in capsys.readouterr().err


def test_bots_speak_out_of_turn() -> None:
    """And what they say stands at the table."""
    shared = table("the-game", 4, 3, "2")
    at_once(shared.begin())
    while not (signals := shared.session.view(0)["signals"]):
        assert shared.waiting == 0, "nobody said anything"
        shared.news()
        at_once(shared.play(shared.session.legal(0)[0]))
    said = shared.news()
    assert {seat for seat, _ in said} >= {one["seat"] for one in signals}
    assert not any("signal" in words for _, words in said), "told in words"


def test_a_move_that_loses_is_asked_about_once_more() -> None:
    """The rule that it would break is told."""
    found = 0
    for deal in range(1, 30):
        session = Session("extreme", deal=deal, seats=1)
        while session.turn is not None and session.steps < 6:
            dooms = session.view(0)["dooms"]
            assert isinstance(dooms, dict)
            for text, rule in dooms.items():
                assert doomed(session, 0, text) == rule
                found += 1
            session.play(session.legal(0)[0])
    assert found
    assert "extreme" in Session("extreme", deal=1, seats=1).id
    assert paint(session)


def test_a_match_is_played_from_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    """A report with an interval, or one line of JSON a game."""
    game = PLAYED[-1]
    line = ["bots", game, "--seats", "2", "--deals", "3", "--bots", "greedy,random"]
    assert main(line) == 0
    out = capsys.readouterr().out
    assert "greedy" in out
    assert "par 50.0%" in out
    assert main([*line, "--json"]) == 0
    lines = [json.loads(text) for text in capsys.readouterr().out.splitlines()]
    assert [one["deal"] for one in lines] == [1, 2, 3]
    assert main(["bots", game, "--bots", "greedy,greedy,greedy"]) == 1
    assert main(["bots", game, "--deals", "0"]) == 1


@pytest.mark.parametrize("game", PLAYED)
def test_what_can_be_done_is_read_in_the_language_of_the_player(game: str) -> None:
    """No word of an action is left in English at a Greek table."""
    made, rng = find(game).make(), Random(3)
    state: Any = made.start(deck(made.pack, 3), made.seats[-1])
    seen = set[str]()
    while (turn := made.turn(state)) is not None and len(seen) < 400:
        actions = (
            [made.draw(state, SplitMix(1))] if turn == CHANCE else list(made.legal(state, turn))
        )
        seen |= {made.write(action) for action in actions if turn != CHANCE}
        state = made.play(state, rng.choice(actions))
    speak("el")
    for text in seen:
        assert not re.findall("[a-z]+", worded(made, text)), text


def test_a_warning_is_read_in_the_language_of_the_player(
    typing: Typing, capsys: pytest.CaptureFixture[str]
) -> None:
    """The rule that would be broken is told in words."""
    speak("el")
    session = Session("extreme", deal=1)
    while session.outcome is None:
        loses = [text for text in session.legal(0) if doomed(session, 0, text)]
        if loses:
            typing(loses[0])
            Player(played(session)).run()
            break
        session.play(session.legal(0)[0])
    warned = capsys.readouterr().out
    assert "Έτσι η παρτίδα χάνεται αμέσως" in warned
    assert not re.search(r"αμέσως \([a-z]", warned)
