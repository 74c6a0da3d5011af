"""Reviews of a finished round: over the socket, with progress, for its players."""

from pathlib import Path

import pytest

from tests.server.house import house, played
from tests.server.test_table import RIVALS, plain

pytestmark = pytest.mark.usefixtures("thinking")


@played
async def test_a_finished_round_is_looked_back_at(tmp_path: Path) -> None:
    """Not during play. Then each decision with both actions, and progress; it can be cancelled."""
    async with house(tmp_path) as place:
        anna = place.person()
        made = await anna.make(RIVALS, seats=2, bots=[{"seat": 1}], start=True)
        line = await anna.line(made["room"])
        table = (await line.enter(made["room"]))["table"]
        decided = []
        while len(decided) < 3:
            if table["turn"] == 0:
                if len(table["legal"]) > 1:
                    decided.append((table["steps"], plain(table["legal"])))
                table = (await line.act(plain(table["legal"])))["table"]
            else:
                table = (await line.hear("event", what="act"))["table"]
        assert (await line.ask("review"))["code"] == "wrong-phase"
        await line.ask("vote", end=True)
        asked = line.send("review")
        far = await line.hear("progress", id=asked)
        assert 0 <= far["done"] < far["of"]
        found = await line.hear("review", id=asked)
        assert (found["seat"], found["round"]) == (0, 1)
        seen = [(one["step"], one["own"]["action"]["text"]) for one in found["decisions"]]
        assert seen == decided
        for one in found["decisions"]:
            assert one["best"]["template"]
            assert (one["best"]["chance"] or 0) >= (one["own"]["chance"] or 0)
        assert set(found["turning"]) <= {one["step"] for one in found["decisions"]}
        asked = line.send("review")
        await line.hear("progress", id=asked)
        assert (await line.ask("drop"))["type"] == "done"
        stranger = await place.person().line(made["room"])
        assert (await stranger.ask("review"))["code"] == "not-seated"
        assert (await line.ask("review", round=7))["code"] == "wrong-phase"
