"""What never changes while a server runs: read and compressed once, under an address with its version."""

import gzip
import hashlib
import mimetypes
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from trapoula.room.errors import NotFound

STILL = "/assets/"  # the version comes next, then the path
FOR_EVER = "public, max-age=31536000, immutable"
_TYPES = {
    "js": "text/javascript", "mjs": "text/javascript", "css": "text/css", "html": "text/html",
    "svg": "image/svg+xml", "webmanifest": "application/manifest+json", "json": "application/json",
    "woff2": "font/woff2", "png": "image/png", "ico": "image/x-icon", "md": "text/markdown",
    "wasm": "application/wasm",
}  # fmt: skip
_TEXT = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
_PACKED = (*_TEXT, "application/wasm")
_WORTH_PACKING = 600  # bytes
_LARGE = 1 << 20  # bytes, of which the last percent is not worth the wait
_COMMENT = re.compile(rb"^[ \t]*/\*\*(?:(?!\*/).)*\*/[ \t]*$", re.MULTILINE | re.DOTALL)
_KEPT = 1024  # answers that stay compressed in memory


class Asset(NamedTuple):
    """A body with everything that is said about it."""

    body: bytes
    packed: bytes  # the same, compressed; empty where that is not worth it
    kind: str
    tag: str


@lru_cache(_KEPT)
def asset(body: bytes, kind: str) -> Asset:
    """A body of some media type, compressed once."""
    worth = kind.startswith(_PACKED) and len(body) >= _WORTH_PACKING
    packed = gzip.compress(body, 9 if len(body) < _LARGE else 4, mtime=0) if worth else b""
    return Asset(body, packed, kind, f'"{hashlib.sha256(body).hexdigest()[:24]}"')


@cache
def version() -> str:
    """What this package is called in addresses: another as soon as anything in it is."""
    digest = hashlib.sha256()
    for name, file in _walk(resources.files("trapoula")):
        digest.update(f"{name}\0".encode() + hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:16]


@cache
def files() -> dict[str, Asset]:
    """The files of the browser client by their paths."""
    found = _walk(resources.files("trapoula") / "web")
    return {name: asset(_sent(name, file.read_bytes()), kind_of(name)) for name, file in found}


def _sent(name: str, body: bytes) -> bytes:
    """A file as browsers get it: scripts without the comments of their types, on the same lines."""
    if not name.endswith(".js"):
        return body
    return _COMMENT.sub(lambda found: b"\n" * found[0].count(b"\n"), body)


def _walk(folder: Traversable, above: str = "") -> Iterator[tuple[str, Traversable]]:
    """Every file of a folder by its path, in the order of their names."""
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.name.startswith((".", "__pycache__")):
            continue
        if entry.is_dir():
            yield from _walk(entry, f"{above}{entry.name}/")
        else:
            yield above + entry.name, entry


def kind_of(name: str) -> str:
    """The media type of a file."""
    kind = (
        _TYPES.get(name.rpartition(".")[2])
        or mimetypes.guess_type(name)[0]
        or "application/octet-stream"
    )
    return f"{kind}; charset=utf-8" if kind.startswith(_TEXT) else kind


def still(request: Request, body: bytes, kind: str) -> Response:
    """Something that stands still: kept for ever under its version's address, else asked about."""
    return _answer(request, asset(body, kind))


async def static(request: Request) -> Response:
    """A file of the client by its path, and nothing above its folder."""
    found = files().get(request.path_params["path"])
    if found is None:
        raise NotFound("There is no such file.")
    return _answer(request, found)


def lend(path: str, found: Asset) -> Route:
    """A file beside those of the client; whose address has a version, or a release, never changes."""

    async def lent(request: Request) -> Response:
        return _answer(request, found, kept="/" in path)

    return Route(f"/{path}", lent)


def _answer(request: Request, found: Asset, *, kept: bool = False) -> Response:
    """An asset as a browser wants it; unchanged, it is not sent again."""
    kept |= request.path_params.get("version") == version()
    headers = {
        "ETag": found.tag,
        "Cache-Control": FOR_EVER if kept else "no-cache",
        "Vary": "Accept-Encoding",
    }
    asked = request.headers.get("if-none-match", "").split(",")
    if found.tag in {one.strip().removeprefix("W/") for one in asked}:
        return Response(status_code=304, headers=headers)
    if found.packed and unpacks(request):
        headers["Content-Encoding"] = "gzip"
        return Response(found.packed, headers=headers, media_type=found.kind)
    return Response(found.body, headers=headers, media_type=found.kind)


def unpacks(request: Request) -> bool:
    """Whether a browser says that it can read what gzip wrote."""
    wanted = request.headers.get("accept-encoding", "").lower()
    return re.search(r"(?:^|,)\s*gzip\s*(?:,|$|;\s*q=(?!0(?:\.0*)?\s*(?:,|$)))", wanted) is not None
