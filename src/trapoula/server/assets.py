"""The client's files: read and compressed once, with the package's version in their address."""

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

STILL = "/assets/"  # followed by the version, then the path
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
_LARGE = 1 << 20  # bytes above which the last percent of compression is not worth its time
_COMMENT = re.compile(rb"^[ \t]*/\*\*(?:(?!\*/).)*\*/[ \t]*$", re.MULTILINE | re.DOTALL)
_KEPT = 1024  # compressed answers cached in memory


class Asset(NamedTuple):
    """A body with its compressed form, media type and ETag."""

    body: bytes
    packed: bytes  # empty if compression is not worth it
    kind: str
    tag: str


@lru_cache(_KEPT)
def asset(body: bytes, kind: str) -> Asset:
    """Return a body as an asset. It is compressed once and cached."""
    worth = kind.startswith(_PACKED) and len(body) >= _WORTH_PACKING
    packed = gzip.compress(body, 9 if len(body) < _LARGE else 4, mtime=0) if worth else b""
    return Asset(body, packed, kind, f'"{hashlib.sha256(body).hexdigest()[:24]}"')


@cache
def version() -> str:
    """Return the version in addresses: a digest of the whole package."""
    digest = hashlib.sha256()
    for name, file in _walk(resources.files("trapoula")):
        digest.update(f"{name}\0".encode() + hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:16]


@cache
def files() -> dict[str, Asset]:
    """Return the files of the browser client by path."""
    found = _walk(resources.files("trapoula") / "web")
    return {name: asset(_sent(name, file.read_bytes()), kind_of(name)) for name, file in found}


def _sent(name: str, body: bytes) -> bytes:
    """Return a file as it is sent: scripts without their type comments, with line numbers unchanged."""
    if not name.endswith(".js"):
        return body
    return _COMMENT.sub(lambda found: b"\n" * found[0].count(b"\n"), body)


def _walk(folder: Traversable, above: str = "") -> Iterator[tuple[str, Traversable]]:
    """Yield every file of a folder by path, sorted by name."""
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.name.startswith((".", "__pycache__")):
            continue
        if entry.is_dir():
            yield from _walk(entry, f"{above}{entry.name}/")
        else:
            yield above + entry.name, entry


def kind_of(name: str) -> str:
    """Return the media type of a file."""
    kind = (
        _TYPES.get(name.rpartition(".")[2])
        or mimetypes.guess_type(name)[0]
        or "application/octet-stream"
    )
    return f"{kind}; charset=utf-8" if kind.startswith(_TEXT) else kind


def still(request: Request, body: bytes, kind: str) -> Response:
    """Return an answer that is cached for ever under its versioned address, else revalidated."""
    return _answer(request, asset(body, kind))


async def static(request: Request) -> Response:
    """Return a file of the client. Paths outside its folder are not found."""
    found = files().get(request.path_params["path"])
    if found is None:
        raise NotFound("There is no such file.")
    return _answer(request, found)


def lend(path: str, found: Asset) -> Route:
    """Return a route for a further file. A path with a folder holds a version: it is cached for ever."""

    async def lent(request: Request) -> Response:
        return _answer(request, found, kept="/" in path)

    return Route(f"/{path}", lent)


def _answer(request: Request, found: Asset, *, kept: bool = False) -> Response:
    """Return an asset as the browser accepts it, or 304 if it is unchanged."""
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
    """Return whether a browser accepts gzip."""
    wanted = request.headers.get("accept-encoding", "").lower()
    return re.search(r"(?:^|,)\s*gzip\s*(?:,|$|;\s*q=(?!0(?:\.0*)?\s*(?:,|$)))", wanted) is not None
