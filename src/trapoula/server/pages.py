"""The one HTML page behind every client route, with preloads for all that its route needs."""

import json
import posixpath
import re
from functools import cache

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from trapoula.host import catalogue_view
from trapoula.server.assets import STILL, files, still, version
from trapoula.texts import language, languages

ROUTES = {  # the scripts of each route besides the main one
    "/": ("pages/hall.js",),
    "/game/{game}": ("pages/game.js", "pages/table.js", "table/patience.js"),
    "/table/{room}": ("pages/table.js", "table/patience.js"),
    "/replay/{replay}": ("pages/replay.js",),
    "/stats": ("pages/stats.js",),
    "/daily": ("pages/daily.js",),
    "/tables": ("pages/tables.js",),
    "/join": ("pages/join.js",),
    "/join/{code}": ("pages/join.js",),
    "/rules/{game}": ("pages/rules.js",),
    "/odds": ("pages/odds.js",),
    "/workshop": ("pages/workshop.js",),
}
FIRST = "main.js"
_NO_SCRIPT = "<noscript></noscript>"  # replaced by a sentence in every language
_END = "</head>"
_IMPORT = re.compile(
    r'^(?:import|export)\b[^;]*?from "(\.[^"]+)";|^import "(\.[^"]+)";', re.MULTILINE
)


async def page(request: Request) -> Response:
    """Return the client's page for the requested route."""
    found = page_of(request.scope["route"].path, request.app.base, lent=request.app.lends)
    return still(request, found, "text/html; charset=utf-8")


def looked_for(request: Request) -> bool:
    """Return whether a browser is asking for a page."""
    path, accepted = request.url.path, request.headers.get("accept", "")
    return "text/html" in accepted and not path.startswith(("/api/", STILL))


def nothing(request: Request) -> Response:
    """Return the same page with status 404; the client shows a "not found" page."""
    return HTMLResponse(
        page_of("/", request.app.base, lent=request.app.lends), 404, {"Cache-Control": "no-store"}
    )


@cache
def page_of(route: str, base: str = "", *, lent: bool = False) -> bytes:
    """Return the HTML of a route: versioned addresses, languages and preloaded scripts.

    `base` is the path it lies under. `lent` says that browsers can run patiences themselves."""
    assets = f"{base}{STILL}{version()}/"
    text = files()["index.html"].body.decode().replace(f'"{STILL}', f'"{assets}')
    told = (f'<p lang="{code}">{_needs_scripts(code)}</p>' for code in languages())
    spoken = json.dumps(catalogue_view.languages(), ensure_ascii=False).replace("<", "\\u003c")
    more = [
        *(['<meta name="house" content="beside">'] if lent else []),
        *(f'<link rel="modulepreload" href="{assets}{path}">' for path in scripts(route)),
        f'<script type="application/json" id="languages">{spoken}</script>',
    ]
    text = text.replace(_NO_SCRIPT, f"<noscript>{''.join(told)}</noscript>")
    return text.replace(_END, "".join(f"  {line}\n  " for line in more) + _END).encode()


def _needs_scripts(code: str) -> str:
    return language(code).say("Trapoula needs JavaScript.")


def scripts(route: str) -> list[str]:
    """Return all scripts that a route's page imports, so that it can preload them."""
    found: dict[str, None] = {}
    for name in (FIRST, *ROUTES[route]):
        _needed(f"js/{name}", found)
    return [path for path in found if path != f"js/{FIRST}"]


def _needed(path: str, found: dict[str, None]) -> None:
    if path in found:
        return
    found[path] = None
    for one, other in _IMPORT.findall(files()[path].body.decode()):
        _needed(posixpath.normpath(posixpath.join(posixpath.dirname(path), one or other)), found)
