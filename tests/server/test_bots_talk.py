"""Bots speak out of turn, and remember what they have seen."""

import pickle
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.server.house import house, played
from tests.server.test_table import RIVALS, plain
from trapoula.core.game import View
from trapoula.play.session import Session
from trapoula.server import lanes
from trapoula.thinking import thoughts

pytestmark = pytest.mark.usefixtures("thinking")


@played
async def test_a_bot_gives_a_signal_when_it_has_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def remark(
        self: object,
        game: str,
        level: str,
        notes: bytes,
        views: Sequence[View],
        legal: Sequence[str],
        addresses: object,
    ) -> tuple[str | None, bytes]:
        return next((action for action in legal if action.startswith("signal")), None), b""

    monkeypatch.setattr(lanes.Lanes, "remark", remark)
    async with house(tmp_path) as place:
        anna = place.person()
        made = await anna.make(
            "the-game", seats=2, bots=[{"seat": 1, "level": "random"}], start=True
        )
        line = await anna.line(made["room"])
        table = (await line.enter(made["room"]))["table"]
        signals = 0
        for _ in range(60):
            if table["outcome"] is not None or signals:
                break
            if table["turn"] == 0:
                quiet = [action for action in table["legal"] if not action.startswith("signal")]
                done = await line.act(quiet[-1])
                table = done.get("table", table)
                if done["type"] == "error":
                    table = (await line.enter(made["room"]))["table"]
            else:
                event = await line.hear("event", what="act")
                signals += event["seat"] == 1 and event["action"].startswith("signal")
                table = event["table"]
        assert signals or table["outcome"] is not None


@played
async def test_anyone_can_ask_a_bot_why(tmp_path: Path) -> None:
    """Spectators can ask too. Actions of people, and steps that do not exist, are refused."""
    async with house(tmp_path) as place:
        anna = place.person()
        made = await anna.make(RIVALS, seats=2, bots=[{"seat": 1}], start=True)
        line, guest = await anna.line(made["room"]), await place.person().line(made["room"])
        table, steps = (await line.enter(made["room"]))["table"], dict[int, int]()
        while set(steps) < {0, 1}:
            seat = table["turn"]
            if seat == 0:
                table = (await line.act(plain(table["legal"])))["table"]
            else:
                table = (await line.hear("event", what="act"))["table"]
            steps[seat] = table["steps"]
        for asking in (line, guest):
            told = await asking.ask("why", step=steps[1])
            assert told["type"] == "why"
            assert told["because"] == told["template"].format(**told["facts"])
        for step in (steps[0], 999):
            assert (await line.ask("why", step=step))["code"] == "not-available"


def test_notes_contain_what_the_views_showed() -> None:
    """A bot gets all views since its last notes."""
    session = Session("the-game", deal=4, seats=2)
    for text in ("begin gladly", "begin could"):
        session.play(text)
    seat, notes, seen = 1, b"", 0
    for _ in range(12):
        texts = [text for text in session.legal(session.turn or 0) if "signal" not in text]
        session.play("end" if "end" in texts else texts[0])
        if session.turn == seat and session.outcome is None:
            tables = [session.state_at(at) for at in range(seen, session.steps + 1)]
            views = [session.game.view(table, seat) for table in tables]
            said, notes = thoughts.remark("the-game", "strong", notes, views, [])
            seen = session.steps + 1
            assert said is None
    laid = {lay["card"] for view in views for lay in view["lays"]}  # type: ignore[index, call-overload, union-attr]
    memory = pickle.loads(notes)
    known = memory.recall(views[-1])["rows"]
    assert laid
    assert laid <= {card for row in known.values() for card in row["cards"]}


def test_the_levels_are_read_without_loading_the_bots() -> None:
    """The catalogue's levels are those of the bots' package."""
    from trapoula import bots

    for game in ("the-game", "take-that", "golf"):
        try:
            expected = bots.levels(game)
        except ImportError:
            continue
        assert thoughts.levels(game) == expected
