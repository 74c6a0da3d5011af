"""The ASGI application: guards, routes and error responses."""

import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, MutableMapping
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import Receive, Scope, Send

from trapoula.core.errors import BadRequest, TrapoulaError
from trapoula.host.routes import refusal
from trapoula.room.errors import Failed, NotFound
from trapoula.server import assets, pages, site
from trapoula.server.api import Api, response
from trapoula.server.connection import Socket
from trapoula.server.errors import BadOrigin, TooFast
from trapoula.server.guards import (
    PART_HEADERS,
    POLICY,
    SECURITY_HEADERS,
    Guards,
    headers_of,
    set_cookie,
    token_of,
    wasm_policy,
)
from trapoula.server.house import House
from trapoula.server.limits import Buckets, household
from trapoula.server.people import new_token
from trapoula.texts import accepted, language

SOCKET = "/ws"
COOKIELESS = (assets.STILL, "/python/", "/worker.js", "/health", "/metrics", "/operators")
LISTING = 5  # requests that listing the tables counts as: it reads a hundred rooms
CHANGING = ("POST", "PATCH", "DELETE", "PUT")
FILE = re.compile(rf"{assets.STILL}[^/]+/(?!api/)")
PART = re.compile(
    rf"{assets.STILL}[^/]+/(?:api|css|fonts|js(?!/offline))/"
)  # files of a page, but no page and no worker
_LINK_PAGE = """<!doctype html><html lang="{lang}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Trapoula</title>
<p>{question}</p><p>{warning}</p>
<form method="post"><button>{answer}</button></form></html>
"""
log = logging.getLogger("trapoula.http")


def application(
    house: House,
    guards: Guards | None = None,
    lent: Mapping[str, bytes] | None = None,
    base: str = "",
) -> Starlette:
    """Return the ASGI application. `lent` are the files for browsers that run patiences themselves.

    `base` is its path on the host."""
    kept = {"worker.js": site.caller(), **(lent or {})}
    files = {path: assets.asset(body, assets.kind_of(path)) for path, body in kept.items()}
    api = Api(house, base)
    guards = guards or Guards()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await house.open()
        try:
            yield
        finally:
            await house.close()

    socket = Socket(house, guards, base)
    routes = [
        WebSocketRoute(SOCKET, socket),
        Route("/link/{token}", _link_page),
        *api.routes(),
        *(assets.lend(path, found) for path, found in files.items()),
        Route(assets.STILL + "{version}/{path:path}", assets.static),
        *(Route(path, pages.page) for path in pages.ROUTES),
    ]
    errors: dict[Any, Callable[[Request, Any], Awaitable[Response]]] = {
        TrapoulaError: _refuse,
        HTTPException: _http,
    }
    app = Tables(routes=routes, lifespan=lifespan, exception_handlers=errors)
    app.lends, app.base = bool(lent), base
    app.add_middleware(RequestGuard, house=house, guards=guards, lends=app.lends, base=base)
    app.router.redirect_slashes = False  # a redirect would go to whatever host the request names
    app.socket = socket
    return app


class Tables(Starlette):
    """The application. WebSockets skip the middleware of HTTP requests."""

    socket: Socket
    lends: bool  # whether browsers can run patiences themselves
    base: str  # its path on the host

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a WebSocket or a request, with or without the base in its path."""
        if self.base and scope["type"] != "lifespan":
            if scope["type"] == "http" and scope["path"] == self.base:
                await RedirectResponse(f"{self.base}/", 308)(scope, receive, send)
                return
            if scope["path"].startswith(f"{self.base}/"):
                scope["path"] = scope["path"].removeprefix(self.base)
        straight = scope["type"] == "websocket" and scope["path"] == SOCKET
        await (self.socket if straight else super().__call__)(scope, receive, send)


async def _refuse(request: Request, error: TrapoulaError) -> Response:
    return response(refusal(error))


async def _http(request: Request, error: HTTPException) -> Response:
    if error.status_code == 404 and pages.looked_for(request):
        return pages.nothing(request)
    refused = (
        NotFound("There is no such page.")
        if error.status_code == 404
        else BadRequest("That cannot be done here: {reason}.", reason=error.detail)
    )
    answer = response(refusal(refused)._replace(status=error.status_code))
    answer.headers.update(error.headers or {})
    return answer


async def _link_page(request: Request) -> Response:
    """Return a page with one button: opening a link must not use it up."""
    speaker = language(accepted(request.headers.get("accept-language", "")))
    page = _LINK_PAGE.format(
        lang=speaker.code,
        question=speaker.say("Play as the same player on this device?"),
        warning=speaker.say("The player used here until now is replaced."),
        answer=speaker.say("Yes, play on here"),
    )
    return HTMLResponse(page, headers={"Cache-Control": "no-store"})


class RequestGuard:
    """Middleware: checks host, origin and rate, identifies the person, and adds headers."""

    def __init__(self, app: Any, house: House, guards: Guards, *, lends: bool, base: str) -> None:
        self._app, self._house, self._guards, self._base = app, house, guards, base
        self._headers = SECURITY_HEADERS | ({POLICY: wasm_policy()} if lends else {})
        self._buckets = Buckets(house.limits.requests_burst, house.limits.requests_rate)

    async def __call__(self, scope: MutableMapping[str, Any], receive: Any, send: Any) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = headers_of(scope["headers"])
        secure = scope["scheme"] == "https"
        cookie: str | None = None
        begun = False

        async def sealed(message: MutableMapping[str, Any]) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                sent = message.setdefault("headers", [])
                has_cookie = any(name == b"set-cookie" for name, _ in sent)
                part = message["status"] == HTTPStatus.OK and PART.match(scope["path"])
                more = dict(PART_HEADERS if part else self._headers)
                if secure:
                    more["Strict-Transport-Security"] = "max-age=31536000"
                sent.extend((name.lower().encode(), value.encode()) for name, value in more.items())
                if cookie is not None and not has_cookie:
                    sent.append((b"set-cookie", cookie.encode()))
                self._house.metrics.count("requests", f"{message['status'] // 100}xx")
            await send(message)

        try:
            self._check(scope, headers)
            token = token_of(headers)
            if token is None and not scope["path"].startswith(COOKIELESS):
                token = new_token()
                cookie = set_cookie(token, self._base, secure=secure)
            if token is not None:
                scope.setdefault("state", {})["person"] = await self._house.people.of(token)
            await self._app(scope, receive, sealed)
        except TrapoulaError as error:
            await response(refusal(error))(scope, receive, sealed)
        except Exception:
            log.exception("a request failed")
            self._house.metrics.count("failures")
            if not begun:
                failed = refusal(Failed("Something went wrong on our side."))
                await response(failed)(scope, receive, sealed)

    def _check(self, scope: MutableMapping[str, Any], headers: dict[str, str]) -> None:
        if not self._guards.knows_host(headers):
            raise BadOrigin("This server has another name.")
        if scope["method"] in CHANGING and not self._guards.trusts(headers, scope["scheme"]):
            raise BadOrigin("That did not come from a page of this server.")
        if FILE.match(scope["path"]):
            return  # a page loads some fifty files, and a household shares an address
        listing = (scope["method"], scope["path"]) == ("GET", "/api/rooms")
        if not self._buckets.take(household(scope.get("client")), LISTING if listing else 1):
            raise TooFast("Too many requests; slow down.")
