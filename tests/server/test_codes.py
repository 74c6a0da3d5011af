"""Codes of tables: read aloud, typed on any keyboard, short-lived, and slow to guess."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.server.house import FREE, Clock, Person, house, played
from trapoula.server import codes

pytestmark = pytest.mark.usefixtures("thinking")


@pytest.mark.parametrize("said", ["KAMTOX", "kam tox", "ΚΑΜ-ΤΟΧ", "κάμτοχ", " Καμ Tox "])
def test_a_code_is_the_same_however_it_is_typed(said: str) -> None:
    assert codes.plain(said) == "KAMTOX"


@pytest.mark.parametrize("said", ["", "KAMTO", "KAMTOXA", "KAMTOQ", "ΚΑΜΤΟΩ", "123456"])
def test_invalid_codes(said: str) -> None:
    assert codes.plain(said) == ""


@played
async def test_a_table_has_one_code_for_a_while(tmp_path: Path) -> None:
    """Asking again returns the same one and renews it. Then it expires."""
    clock = Clock()
    async with house(tmp_path, clock=clock) as place:
        anna, eve = Person(place), Person(place)
        room = (await anna.make("take-that", seats=2))["room"]
        made = (await anna.request("POST", f"/api/rooms/{room}/code")).json()
        code = made["code"]
        assert (len(code), made["seconds"]) == (6, 1800)
        assert set(code) <= set(codes.LETTERS)
        assert await eve.get(f"/api/codes/{code.lower()}") == {"room": room}
        clock.now += 1500
        assert (await anna.request("POST", f"/api/rooms/{room}/code")).json()["code"] == code
        clock.now += 1500
        assert await eve.get(f"/api/codes/{code}") == {"room": room}
        clock.now += 301
        assert (await eve.get(f"/api/codes/{code}", 404))["code"] == "not-found"
        assert (await anna.request("POST", f"/api/rooms/{room}/code")).json()["code"] != ""
        other = (await anna.make("take-that", seats=2))["room"]
        second = (await anna.request("POST", f"/api/rooms/{other}/code")).json()["code"]
        assert await eve.get(f"/api/codes/{second}") == {"room": other}
        await anna.request("DELETE", f"/api/rooms/{other}")
        assert (await eve.get(f"/api/codes/{second}", 404))["code"] == "not-found"


@played
async def test_only_those_at_the_table_have_its_code_and_guessing_is_slow(tmp_path: Path) -> None:
    limits = replace(FREE, codes_burst=3, codes_rate=0.0001)
    async with house(tmp_path, limits=limits) as place:
        anna, eve = Person(place), Person(place)
        room = (await anna.make("take-that", seats=2))["room"]
        refused = await eve.request("POST", f"/api/rooms/{room}/code")
        assert refused.json()["code"] == "not-seated"
        for _ in range(3):
            assert (await eve.get("/api/codes/AAAAAA", 404))["code"] == "not-found"
        assert (await eve.get("/api/codes/AAAAAA", 429))["code"] == "rate"
