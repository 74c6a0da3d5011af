"""Our cookie among any others that a browser sends."""

from pathlib import Path
from time import process_time

import pytest

from tests.server.house import URL, Line, house, played
from trapoula.server.guards import Guards, token_of
from trapoula.server.people import new_token

TOKEN = "A" * 43
FOREIGN = [
    'prefs={"theme": "dark"}',
    "a bare name",
    "with spaces=and more; é=ü",
    "=nameless",
    ";;; ;",
    'quoted="; trapoula=',
    "nottrapoula=" + "B" * 43,
    "trapoula=short",
    "trapoula=" + "C" * 44,
]


@pytest.mark.parametrize("foreign", FOREIGN)
def test_other_sites_cookies_do_not_hide_ours(foreign: str) -> None:
    for cookie in (f"{foreign}; trapoula={TOKEN}", f"trapoula={TOKEN}; {foreign}"):
        assert token_of({"cookie": cookie}) == TOKEN


@pytest.mark.parametrize("foreign", ["", *FOREIGN])
def test_an_invalid_token_is_ignored(foreign: str) -> None:
    assert token_of({"cookie": foreign}) is None


@pytest.mark.parametrize(
    "cookie",
    ['trapoula="' + "\\" * 60_000 + '"', ";" * 60_000, "trapoula=" * 7_000, "; " * 30_000],
)
def test_reading_a_long_cookie_takes_no_time(cookie: str) -> None:
    before = process_time()
    assert token_of({"cookie": cookie}) is None
    assert process_time() - before < 0.1


@played
async def test_a_player_stays_the_same_beside_a_foreign_cookie(tmp_path: Path) -> None:
    """No player loses their identity because another site on the same host stores JSON in a cookie."""
    async with house(tmp_path) as place:
        headers = {"cookie": f'prefs={{"theme": "dark"}}; trapoula={TOKEN}'}
        names = set()
        for _ in range(3):
            answer = await place.http.get("/api/me", headers=headers)
            assert "set-cookie" not in answer.headers
            names.add(answer.json()["name"])
        assert len(names) == 1


@pytest.mark.parametrize("host", ["[", "[::1", "]", "a[b", "", "localhost:99999999"])
@played
async def test_a_host_that_is_no_name_is_refused(tmp_path: Path, host: str) -> None:
    async with house(tmp_path, guards=Guards(frozenset({"localhost"}))) as place:
        answer = await place.http.get("/api/me", headers={"host": host})
        assert answer.status_code == (200 if host.startswith("localhost") else 403)
        line = await Line(place, new_token(), {"host": host}).open()
        told = await line.raw()
        assert told["type"] == (
            "websocket.close" if not host.startswith("localhost") else told["type"]
        )


@pytest.mark.parametrize(
    ("headers", "trusted"),
    [
        ({}, True),
        ({"origin": URL}, True),
        ({"sec-fetch-site": "same-origin"}, True),
        ({"sec-fetch-site": "none"}, True),
        ({"origin": "null", "sec-fetch-site": "same-origin"}, True),
        ({"origin": "null"}, False),
        ({"sec-fetch-site": "cross-site"}, False),
        ({"sec-fetch-site": "same-site"}, False),
        ({"origin": "http://evil.test", "sec-fetch-site": "same-origin"}, False),
    ],
)
def test_where_a_change_may_come_from(headers: dict[str, str], *, trusted: bool) -> None:
    """A browser reports cross-site requests even without an origin."""
    assert Guards().trusts({"host": "table.test", **headers}, "http") is trusted
