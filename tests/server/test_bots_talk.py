"""Bots at a table speak out of turn, at most once a turn each."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.server.house import house, played
from trapoula.game import View
from trapoula.server import thinking


@played
async def test_a_bot_gives_a_signal_when_it_has_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def remark(
        self: object, game: str, level: str, view: View, legal: Sequence[str]
    ) -> str | None:
        return next((action for action in legal if action.startswith("signal")), None)

    monkeypatch.setattr(thinking.Thinking, "remark", remark)
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


def test_the_levels_are_read_without_loading_the_bots() -> None:
    """What the catalogue says of bots is what their package says."""
    from trapoula import bots

    for game in ("the-game", "take-that", "golf"):
        try:
            expected = bots.levels(game)
        except ImportError:
            continue
        assert thinking.levels(game) == expected
