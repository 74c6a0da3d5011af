"""The browser client's files, and the one page behind every client route."""

import hashlib
import mimetypes
import re
from importlib import resources
from importlib.resources.abc import Traversable

from starlette.requests import Request
from starlette.responses import Response

from trapoula.server.errors import NotFound
from trapoula.texts import language, languages

_TYPES = {
    "js": "text/javascript", "mjs": "text/javascript", "css": "text/css", "html": "text/html",
    "svg": "image/svg+xml", "webmanifest": "application/manifest+json", "json": "application/json",
    "woff2": "font/woff2", "png": "image/png", "ico": "image/x-icon", "md": "text/markdown",
}  # fmt: skip
_TEXT = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
_NO_SCRIPT = "<noscript></noscript>"  # filled with a sentence in every language
_NAME = re.compile(r"[\w-][\w.-]{0,99}", re.ASCII)  # of a file or a folder of the client
DEEPEST = 8  # folders and the file


def web() -> Traversable:
    """The folder of the browser client."""
    return resources.files("trapoula") / "web"


def kind_of(name: str) -> str:
    """The media type of a file."""
    kind = (
        _TYPES.get(name.rpartition(".")[2])
        or mimetypes.guess_type(name)[0]
        or "application/octet-stream"
    )
    return f"{kind}; charset=utf-8" if kind.startswith(_TEXT) else kind


def cached(request: Request, body: bytes, kind: str, *, most: str = "no-cache") -> Response:
    """A body that the browser keeps and asks about; unchanged, it is not sent again."""
    tag = f'"{hashlib.sha256(body).hexdigest()[:24]}"'
    headers = {"ETag": tag, "Cache-Control": most}
    asked = {
        one.strip().removeprefix("W/")
        for one in request.headers.get("if-none-match", "").split(",")
    }
    if tag in asked:
        return Response(status_code=304, headers=headers)
    return Response(body, headers=headers, media_type=kind)


async def page(request: Request) -> Response:
    """The one page of the client."""
    text = (web() / "index.html").read_text("utf-8")
    told = (f'<p lang="{code}">{_needs_scripts(code)}</p>' for code in languages())
    body = text.replace(_NO_SCRIPT, f"<noscript>{''.join(told)}</noscript>")
    return cached(request, body.encode(), "text/html; charset=utf-8")


def _needs_scripts(code: str) -> str:
    return language(code).say("Trapoula needs JavaScript.")


async def static(request: Request) -> Response:
    """A file of the client: by its name, and nothing above its folder."""
    parts = request.path_params["path"].split("/")
    if len(parts) > DEEPEST or not all(_NAME.fullmatch(part) for part in parts):
        raise NotFound("There is no such file.")
    file = web()
    for part in parts:
        file = file / part
    if not file.is_file() or parts[-1].endswith(".py"):
        raise NotFound("There is no such file.")
    return cached(request, file.read_bytes(), kind_of(parts[-1]))
