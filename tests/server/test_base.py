"""A server under a path: `--base /cards`, whether or not the proxy strips it."""

from pathlib import Path

import pytest

from tests.server.house import URL, house, played
from trapoula.server.errors import CannotServe
from trapoula.server.serve import Plan, base_of


@pytest.mark.parametrize(
    ("given", "base"),
    [
        ("", ""),
        ("/", ""),
        ("/cards", "/cards"),
        ("cards/", "/cards"),
        ("/at/c-1.0~x", "/at/c-1.0~x"),
    ],
)
def test_a_base_is_written_in_one_way(given: str, base: str) -> None:
    assert base_of(Plan(base=given)) == base


@pytest.mark.parametrize(
    "given", ["/a b", "/κάρτες", "//x//y", "/a?b", "https://a.example/cards", '/"']
)
def test_an_invalid_base_is_refused(given: str) -> None:
    with pytest.raises(CannotServe, match="such as /cards"):
        base_of(Plan(base=given))


@played
async def test_everything_is_found_with_the_base_and_without(tmp_path: Path) -> None:
    """Addresses from the server always include it."""
    async with house(tmp_path, base="/cards") as place:
        for before in ("/cards", ""):
            found = await place.http.get(f"{before}/stats", headers={"Accept": "text/html"})
            assert found.status_code == 200
            assert 'src="/cards/assets/' in found.text
            assert 'href="/cards/assets/' in found.text
            assert '"/assets/' not in found.text
            assert "; Path=/cards/;" in found.headers["set-cookie"]
            assert (await place.http.get(f"{before}/api/me")).status_code == 200
            assert (await place.http.get(f"{before}/health")).json()["ok"]
            assert (await place.http.get(f"{before}/worker.js")).status_code == 200
            place.http.cookies.clear()
        missing = await place.http.get("/cards/nowhere", headers={"Accept": "text/html"})
        assert missing.status_code == 404
        assert 'src="/cards/assets/' in missing.text
        assert (await place.http.get("/cardsapi/me")).status_code == 404
        bare = await place.http.get("/cards", follow_redirects=False)
        assert (bare.status_code, bare.headers["location"]) == (308, "/cards/")


@played
async def test_a_link_leads_to_the_hall_of_the_base(tmp_path: Path) -> None:
    async with house(tmp_path, base="/cards") as place:
        anna = place.person()
        link = (await anna.request("POST", "/cards/api/me/link")).json()["link"]
        place.http.cookies.clear()
        used = await place.http.post(
            f"/cards{link}", headers={"Origin": URL}, follow_redirects=False
        )
        assert (used.status_code, used.headers["location"]) == (303, "/cards/")
        assert "; Path=/cards/;" in used.headers["set-cookie"]
