"""Who may ask what of a room over HTTP: each check has a case in which it alone stands in the way."""

from pathlib import Path
from typing import Any

import pytest

from tests.server.house import Person, Place, house, played, seated

ALONE = (409, "wrong-phase", "player alone")
OVER = (409, "wrong-phase", "not over")
SEAT = (403, "not-seated", "sit at the table")
HOST = (403, "not-host", "host of the table")
OTHERS = (403, "not-host", "Others sit")
NOWHERE = (404, "no-room", "not for you")
SAID = {"said": [{"type": "pause", "id": "x"}]}
EVERY = [
    ("GET", ""), ("GET", "/rounds"), ("GET", "/record"), ("POST", "/share"), ("GET", "/log"),
    ("POST", "/log"), ("POST", "/solution"), ("POST", "/level"), ("POST", "/code"), ("POST", "/invite"),
]  # fmt: skip


async def rooms_of(place: Place) -> dict[str, Any]:
    """Anna's rooms, with Bob at one; and Eve, who has a table of her own."""
    anna, eve = place.person(), place.person()
    line, other = await seated(place, "the-game", 2)
    host, bob = place.person(line.token), place.person(other.token)
    (table,) = (await host.get("/api/rooms"))["mine"]
    left = (await anna.make("the-game", seats=2))["room"]
    await (await anna.line(left)).ask("stand")
    return {
        "anna": anna, "eve": eve, "host": host, "bob": bob, "table": table["room"], "left": left,
        "patience": (await anna.make("klondike", deal=1))["room"],
        "closed": (await anna.make("klondike", deal=1, watch="nobody"))["room"],
        "own": (await eve.make("the-game", seats=3))["room"],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("who", "method", "room", "path", "refused"),
    [
        *(("eve", method, "closed", path, NOWHERE) for method, path in EVERY),
        *((who, "GET", "table", "/log", ALONE) for who in ("host", "bob", "eve")),
        *(("eve", "GET", "patience", path, ALONE) for path in ("/log",)),
        *(("eve", "POST", "patience", path, ALONE) for path in ("/log", "/solution", "/level")),
        *((who, "GET", "table", "/record", OVER) for who in ("host", "bob", "eve")),
        ("eve", "GET", "patience", "/record", OVER),
        ("eve", "POST", "patience", "/share", OVER),
        *(("eve", "POST", "table", path, SEAT) for path in ("/code", "/invite")),
        ("anna", "POST", "patience", "/invite", SEAT),
        ("eve", "DELETE", "left", "", HOST),
        ("bob", "DELETE", "table", "", HOST),
        ("host", "DELETE", "table", "", OTHERS),
        ("eve", "PATCH", "table", "", NOWHERE),
    ],
)  # fmt: skip
@played
async def test_who_may_not_is_refused(
    tmp_path: Path, who: str, method: str, room: str, path: str, refused: tuple[int, str, str]
) -> None:
    async with house(tmp_path) as place:
        here = await rooms_of(place)
        person: Person = here[who]
        bodies = {"/log": SAID, "/invite": {"people": here["own"]}, "": {"label": "x"}}
        body = None if method in ("GET", "DELETE") else bodies.get(path)
        answer = await person.request(method, f"/api/rooms/{here[room]}{path}", json=body)
        told = answer.json()
        assert (answer.status_code, told.get("code")) == refused[:2], told
        assert refused[2] in told["message"]
