"""A failing disk: what was not stored is never acknowledged, what may be stored is not denied."""

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from tests.loops import alone
from tests.server.disk import breakable
from tests.server.storms import Process, log_of
from trapoula.server.people import new_token


async def _ask(wire: ClientConnection, **command: Any) -> dict[str, Any]:
    """Send a command and return its answer."""
    await wire.send(json.dumps(command))
    async with asyncio.timeout(10):
        while True:
            told: dict[str, Any] = json.loads(await wire.recv())
            if told.get("id") == command["id"]:
                return told


def test_a_move_whose_fsync_fails_is_unsure(tmp_path: Path) -> None:
    """It is neither acknowledged nor denied. Repeated once the disk works, it is stored once."""
    environment, sign = breakable(tmp_path)
    server, token = Process(str(tmp_path), environment), new_token()

    async def play() -> str:
        url, cookie = f"127.0.0.1:{server.port}", {"Cookie": f"trapoula={token}"}
        async with httpx.AsyncClient(base_url=f"http://{url}", headers=cookie) as http:
            made = await http.post("/api/rooms", json={"game": "klondike", "deal": 1})
            async with connect(f"ws://{url}/ws", additional_headers=cookie) as wire:
                room: str = made.json()["room"]
                number = (await _ask(wire, type="enter", id="e", room=room))["number"]
                turn = {"type": "act", "action": "turn", "id": "m"}
                sign.touch()
                first = await _ask(wire, **turn, number=number)
                assert (first["type"], first["code"]) == ("error", "unsure")
                assert (await http.get("/health")).status_code == 503
                sign.unlink()
                again = first
                while again["type"] == "error":
                    await asyncio.sleep(0.05)
                    again = await _ask(wire, **turn, number=number)
                    assert again.get("code") in (None, "unsure", "failed")
                async with asyncio.timeout(10):
                    while (await http.get("/health")).status_code != 200:
                        await asyncio.sleep(0.1)
                return room

    try:
        room = alone(play())
    finally:
        server.kill()
    moves = [body for _, body in log_of(str(tmp_path))[room] if body.get("id") == "m"]
    assert len(moves) == 1
