"""The line protocol: one object in, one out, and no line ever ends the process."""

import io
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trapoula.core.game import CHANCE
from trapoula.terminal.engine import Engine, serve


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
    assert len(replies) == len(lines)
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
        assert reply["ok"] or reply["error"]["code"] != "failed"


def test_an_endless_line_is_refused_and_the_next_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trapoula.terminal.engine.LONGEST", 100)
    replies = answers(b"x" * 1000 + b"\n" + b'{"do": "view"}\n')
    assert [reply["error"]["code"] for reply in replies] == ["bad-request", "bad-request"]
    assert "too long" in replies[0]["error"]["message"]
    assert "start" in replies[1]["error"]["message"]


# --- numbers, names and several tables -----------------------------------------------------------


def test_every_line_is_answered_a_blank_one_too() -> None:
    replies = answers(b'\n  \t\n{"do": "tables"}\n\n')
    assert [reply["ok"] for reply in replies] == [False, False, True, False]
    assert "empty" in replies[0]["error"]["message"]


@pytest.mark.parametrize("given_id", [7, -1, "seven", "\u03b1", 2.5, ""])
def test_the_number_of_a_request_comes_back_with_its_answer(given_id: object) -> None:
    assert ask(Engine(), do="games", id=given_id)["id"] == given_id
    assert ask(Engine(), do="dance", id=given_id)["id"] == given_id
    assert "id" not in ask(Engine(), do="tables")


def test_a_number_that_is_an_object_is_refused() -> None:
    reply = ask(Engine(), do="games", id={"a": 1})
    assert reply["error"]["code"] == "bad-request"
    assert "id" not in reply


def test_several_tables_are_played_side_by_side() -> None:
    engine = Engine()
    assert ask(engine, do="start", game="golf", deal=1)["ok"]
    assert ask(engine, do="start", game="klondike", deal=1, table="other")["ok"]
    ask(engine, do="play", action="turn", table="other")
    assert len(ask(engine, do="view", table="other")["view"]["piles"]["W"]) == 1
    assert ask(engine, do="tables")["tables"] == {
        "": {"game": "golf", "turn": 0},
        "other": {"game": "klondike", "turn": 0},
    }
    assert ask(engine, do="close", table="other") == {"ok": True, "closed": True}
    assert ask(engine, do="view", table="other")["error"]["code"] == "bad-request"
    assert ask(engine, do="view")["ok"]


def test_there_is_an_end_to_the_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trapoula.terminal.engine.MOST_TABLES", 2)
    engine = Engine()
    told = [ask(engine, do="start", game="golf", table=name)["ok"] for name in "abab"]
    assert told == [True] * 4
    assert "close one" in ask(engine, do="start", game="golf", table="c")["error"]["message"]


def test_a_built_in_bot_can_be_asked() -> None:
    """It sees what its seat sees, and chooses among what that seat may do."""
    engine = started("triggs", deal=3, seats=2)
    for _ in range(30):
        turn = ask(engine, do="legal")["turn"]
        told = ask(engine, do="bot", level="greedy")
        assert told["seat"] == turn
        assert told["action"] in ask(engine, do="legal", seat=turn)["legal"]
        assert ask(engine, do="play", action=told["action"])["ok"]
    assert ask(engine, do="bot", level="godlike")["error"]["code"] == "bad-option"
    assert ask(started("golf"), do="bot")["error"]["code"] == "bad-option"


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        ({"do": "start", "game": "golf", "seed": 7}, "it has do, id, table, game"),
        ({"do": "start", "game": "golf", "option": {}}, "the nearest is 'options'"),
        ({"do": "play", "move": "turn"}, "'play' has no key 'move'"),
        ({"do": "verdict", "second": 1}, "the nearest is 'seconds'"),
        ({"do": "legal", "taable": "x"}, "the nearest is 'table'"),
    ],
)
def test_a_key_that_a_request_does_not_have_is_refused(request_: dict[str, Any], said: str) -> None:
    reply = ask(started(deal=1), **request_)
    assert reply["error"]["code"] == "bad-request"
    assert said in reply["error"]["message"]


DIGITS = "9" * 5000
RECORD = "trapoula record 1\ngame golf\nseats {seats}\ndeck AS\n{line}\nresult open\n"


@pytest.mark.parametrize(
    "line",
    [
        b'{"do": "start", "game": "golf", "deal": ' + DIGITS.encode() + b"}",
        b'{"do": "start", "game": "golf", "deal": NaN}',
        b'{"do": "view", "seat": -Infinity}',
        b'{"do": "games", "id": "\\ud800"}',
        b'{"do": "\\ud800"}',
        b'{"do": "verdict", "seconds": 1e400}',
        json.dumps({"do": "play", "action": f"T1:{DIGITS}>T2"}).encode(),
        json.dumps({"do": "load", "record": RECORD.format(seats=DIGITS, line="> turn")}).encode(),
        json.dumps({"do": "load", "record": RECORD.format(seats=1, line=f"{DIGITS}> x")}).encode(),
        json.dumps(
            {"do": "load", "record": RECORD.format(seats=1, line=f"deal {DIGITS}")}
        ).encode(),
        b"[" * 100_000,
        b'{"do": "start", "game": {"a": 1}}',
        b"\xff\xfe{",
    ],
    ids=lambda line: line[:40].decode("latin-1"),
)
def test_no_line_ends_the_engine(line: bytes) -> None:
    replies = answers(b'{"do": "start", "game": "golf"}\n' + line + b'\n{"do": "legal"}\n')
    assert len(replies) == 3
    assert replies[2]["ok"]
    assert replies[1].get("error", {}).get("code") != "failed"


def test_what_would_be_right_is_said_as_it_is() -> None:
    """No time at all is not among the right ones, and a number may be an id."""
    engine = started(deal=7)
    for request, said in (
        ({"do": "verdict", "seconds": 0}, "seconds should be a number above 0, 3600 at most."),
        ({"do": "tables", "id": []}, "'id' should be a text or a number."),
        ({"deal": 7}, "A line says what to do: games, tables, start"),
    ):
        assert ask(engine, **request)["error"]["message"].startswith(said)
