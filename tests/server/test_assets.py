"""Static files are versioned, compressed, cached for ever, and preloaded."""

import gzip
import re
from pathlib import Path

import pytest

from tests.server.house import House, house, played
from trapoula.server.assets import version
from trapoula.server.pages import ROUTES

STANDING = ["js/main.js", "css/base.css", "icon.svg", "api/games", "api/games/klondike?draw=3",
            "api/rules/klondike?lang=el", "api/languages", "api/texts/el"]  # fmt: skip


@pytest.mark.parametrize("path", STANDING)
@played
async def test_an_address_with_the_version_is_kept_for_ever(tmp_path: Path, path: str) -> None:
    async with house(tmp_path) as place:
        answer = await place.http.get(f"/assets/{version()}/{path}")
        assert answer.status_code == 200
        assert "immutable" in answer.headers["cache-control"]
        assert "set-cookie" not in answer.headers
        other = await place.http.get(f"/assets/0123456789abcdef/{path}")
        assert other.content == answer.content
        assert other.headers["cache-control"] == "no-cache"
        tag = {"if-none-match": other.headers["etag"]}
        again = await place.http.get(f"/assets/0123456789abcdef/{path}", headers=tag)
        assert (again.status_code, again.content) == (304, b"")


async def raw(place: House, path: str, encoding: str) -> tuple[dict[str, str], bytes]:
    """Return the headers and the bytes as sent."""
    headers = {"accept-encoding": encoding}
    async with place.http.stream("GET", path, headers=headers) as answer:
        return dict(answer.headers), b"".join([piece async for piece in answer.aiter_raw()])


@played
async def test_clients_that_accept_gzip_get_it(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        for path in ("/api/games", f"/assets/{version()}/js/main.js", "/"):
            headers, plain = await raw(place, path, "identity")
            assert "content-encoding" not in headers
            assert headers["vary"] == "Accept-Encoding"
            for refused in ("", "br", "gzip;q=0", "br, gzip; q=0.0", "xgzip"):
                assert (await raw(place, path, refused))[1] == plain, refused
            for wanted in ("gzip", "br, gzip", "GZIP;q=0.5", "deflate, gzip;q=1.0, *;q=0"):
                headers, packed = await raw(place, path, wanted)
                assert headers["content-encoding"] == "gzip"
                assert gzip.decompress(packed) == plain
                assert len(packed) < len(plain) * 0.7
        headers, _ = await raw(place, f"/assets/{version()}/icon-192.png", "gzip")
        assert "content-encoding" not in headers, "a picture is compressed already"


@pytest.mark.parametrize("route", ROUTES)
@played
async def test_a_page_names_every_file_it_will_need(tmp_path: Path, route: str) -> None:
    """Every file it requests exists, and so does every file those import at once."""
    async with house(tmp_path) as place:
        path = re.sub(r"\{\w+\}", "klondike", route)
        page = (await place.http.get(path)).text
        asked = re.findall(rf'"(/assets/{version()}/[^"]+)"', page)
        assert '"/assets/' not in page.replace(f'"/assets/{version()}/', "")
        assert len(asked) == len(set(asked))
        for address in asked:
            answer = await place.http.get(address)
            assert answer.status_code == 200, address
            folder = address.rpartition("/")[0]
            if address.endswith(".js"):
                for one in re.findall(
                    r'^(?:import|export)[^;]* from "(\.[^"]+)"', answer.text, re.M
                ):
                    joined = Path(f"{folder}/{one}").as_posix()
                    parts: list[str] = []
                    for part in joined.split("/"):
                        if part == "..":
                            parts.pop()
                        elif part != ".":
                            parts.append(part)
                    assert "/".join(parts) in asked, (address, one)
