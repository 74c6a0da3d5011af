"""The line protocol: one object in, one out, and no line ever ends the process."""

import io
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trapoula.engine import Engine, serve
from trapoula.game import CHANCE


def ask(engine: Engine, **request: Any) -> dict[str, Any]:
    return json.loads(json.dumps(engine.answer(json.dumps(request).encode())))


def started(game: str = "klondike", **more: Any) -> Engine:
    engine = Engine()
    assert ask(engine, do="start", game=game, **more)["ok"]
    return engine


def test_games_are_described() -> None:
    games = {game["game"]: game for game in ask(Engine(), do="games")["games"]}
    assert games["klondike"]["options"]["draw"] == {"choices": [1, 3], "default": 1}
    assert games["klondike"]["seats"] == [1, 1]


def test_a_game_can_be_played() -> None:
    engine = started(options={"draw": 3}, deal=17)
    assert ask(engine, do="legal")["turn"] == 0
    assert "turn" in ask(engine, do="legal", seat=0)["legal"]
    before = ask(engine, do="view")
    assert ask(engine, do="play", action="turn")["ok"]
    assert len(ask(engine, do="view")["view"]["piles"]["W"]) == 3
    assert ask(engine, do="undo")["ok"]
    assert ask(engine, do="view") == before
    assert ask(engine, do="redo")["ok"]
    assert ask(engine, do="outcome") == {"ok": True, "outcome": None}


def test_a_spectator_and_a_student_see_different_tables() -> None:
    engine = started(deal=17)
    assert "--" in ask(engine, do="view", seat=None)["view"]["piles"]["S"]
    stock = ask(engine, do="view", seat="all")["view"]["piles"]["S"]
    assert all(card.endswith("?") for card in stock)


def test_a_record_can_be_carried_to_another_engine() -> None:
    engine = started(deal=17)
    ask(engine, do="play", action="turn")
    text = ask(engine, do="record")["record"]
    other = Engine()
    assert ask(other, do="load", record=text)["ok"]
    assert ask(other, do="view") == ask(engine, do="view")


def test_a_deck_can_be_given() -> None:
    deck = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]
    engine = started(deck=deck)
    assert ask(engine, do="view")["view"]["piles"]["T1"] == ["AS"]


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ({"do": "dance"}, "bad-request"),
        ({}, "bad-request"),
        ({"do": ["view"]}, "bad-request"),
        ({"do": "start"}, "bad-request"),
        ({"do": "start", "game": "klondyke"}, "unknown-game"),
        ({"do": "start", "game": "klondike", "options": {"draw": 2}}, "bad-option"),
        ({"do": "start", "game": "klondike", "options": {"draw": True}}, "bad-option"),
        ({"do": "start", "game": "klondike", "options": []}, "bad-request"),
        ({"do": "start", "game": "klondike", "deal": 0}, "bad-deal"),
        ({"do": "start", "game": "klondike", "deal": "7"}, "bad-request"),
        ({"do": "start", "game": "klondike", "seats": 3}, "bad-seats"),
        ({"do": "start", "game": "klondike", "deck": ["AS"]}, "bad-deck"),
        ({"do": "start", "game": "klondike", "deck": ["ZZ"]}, "bad-card"),
        ({"do": "start", "game": "klondike", "deck": [1]}, "bad-request"),
        ({"do": "play", "action": "T1>T9"}, "bad-action"),
        ({"do": "play", "action": "T1>T2"}, "illegal-action"),
        ({"do": "play"}, "bad-request"),
        ({"do": "view", "seat": 1}, "bad-request"),
        ({"do": "legal", "seat": CHANCE}, "bad-request"),
        ({"do": "undo"}, "nothing-to-undo"),
        ({"do": "redo"}, "nothing-to-redo"),
        ({"do": "load", "record": "?"}, "bad-record"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_lost(request_: dict[str, Any], code: str) -> None:
    engine = started(deal=17)
    before = ask(engine, do="view")
    reply = ask(engine, **request_)
    assert reply["ok"] is False
    assert reply["error"]["code"] == code
    assert reply["error"]["message"].endswith((".", ".'"))
    assert ask(engine, do="view") == before


def test_nothing_works_without_a_game() -> None:
    for word in ("view", "legal", "undo", "redo", "outcome", "record"):
        assert ask(Engine(), do=word)["error"]["code"] == "bad-request"


def answers(data: bytes) -> list[dict[str, Any]]:
    sink = io.BytesIO()
    serve(io.BytesIO(data), sink)
    return [json.loads(line) for line in sink.getvalue().splitlines()]


@pytest.mark.parametrize(
    "line",
    [
        json.dumps({"do": "play", "action": f"T5:{'7' * 5000}>T2"}),
        f'{{"do": "start", "game": "klondike", "deal": {"7" * 5000}}}',
        json.dumps(
            {"do": "load", "record": "trapoula record 1\ngame\nseats 1\ndeck AS\nresult open"}
        ),
    ],
)
def test_numbers_without_end_get_a_sentence(line: str) -> None:
    assert started().answer(line.encode())["ok"] is False


@settings(max_examples=200)
@given(st.lists(st.binary(min_size=1, max_size=60).filter(lambda line: b"\n" not in line)))
def test_junk_gets_an_answer_a_line(lines: list[bytes]) -> None:
    replies = answers(b"".join(line + b"\n" for line in lines))
    assert len(replies) == sum(bool(line.strip()) for line in lines)
    assert all(set(reply) >= {"ok"} for reply in replies)


requests = st.fixed_dictionaries(
    {
        "do": st.sampled_from(
            ["start", "view", "legal", "play", "undo", "redo", "record", "load", "x"]
        )
    },
    optional={
        "game": st.sampled_from(["golf", "gaps", "clock", "nothing", 7]),
        "deal": st.sampled_from([1, 2, -1, None, 2.5, 10**30]),
        "seat": st.sampled_from([0, 1, None, "all", "x", -1]),
        "seats": st.sampled_from([1, 2, None]),
        "options": st.sampled_from([{}, {"gaps": "anywhere"}, {"x": 1}, None]),
        "action": st.sampled_from(["turn", "T1>W", "shuffle AS", "", "G1>G2", "gather", "é"]),
        "record": st.text(max_size=20),
    },
)


@settings(max_examples=150)
@given(st.lists(requests, max_size=12))
def test_odd_requests_never_end_the_process(asked: list[dict[str, Any]]) -> None:
    replies = answers(b"".join(json.dumps(request).encode() + b"\n" for request in asked))
    assert [set(reply) >= {"ok"} for reply in replies] == [True] * len(asked)
    for reply in replies:
        assert reply["ok"] or set(reply["error"]) == {"code", "message"}


def test_an_endless_line_is_refused_and_the_next_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trapoula.engine.LONGEST", 100)
    replies = answers(b"x" * 1000 + b"\n" + b'{"do": "view"}\n')
    assert [reply["error"]["code"] for reply in replies] == ["bad-request", "bad-request"]
    assert "too long" in replies[0]["error"]["message"]
    assert "start" in replies[1]["error"]["message"]
