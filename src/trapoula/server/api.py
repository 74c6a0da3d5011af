"""The HTTP API: the routes that every host has, and those that only a server has."""

import asyncio
import gzip
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route as Place

from trapoula.core.errors import BadRequest
from trapoula.host import answers
from trapoula.host.bodies import NewPush, NewRoom
from trapoula.host.handlers import Call
from trapoula.host.names import Person
from trapoula.host.ports import Caller, Cost
from trapoula.host.replays import Replays
from trapoula.host.rounds import Replayed
from trapoula.host.routes import JSON, ROUTES, Answer, Route
from trapoula.room import wire
from trapoula.room.errors import NotFound, TooLong
from trapoula.room.events import Row
from trapoula.room.room import Room
from trapoula.room.wire import encode
from trapoula.server import codes, operators
from trapoula.server.assets import STILL, still, unpacks
from trapoula.server.errors import TooFast
from trapoula.server.guards import headers_of, set_cookie, token_of
from trapoula.server.house import House
from trapoula.server.lanes import Asker
from trapoula.server.limits import Buckets, household
from trapoula.server.open_room import OpenRoom
from trapoula.server.people import LINK_SECONDS, digest
from trapoula.thinking.questions import Question

MOST_PLAYED = 2  # records replayed at once
NOBODY = Person("", "", False)  # the caller of paths that need no cookie
NO_STORE = {"Cache-Control": "no-store"}
PACKED = range(1_000, 100_000)  # sizes of answers that are compressed for each request
Wanted = TypeVar("Wanted")


def response(found: Answer, *, packed: bool = False) -> Response:
    """Return an uncached response, compressed if `packed`."""
    headers, body = dict(NO_STORE), found.body
    if found.name:
        headers["Content-Disposition"] = f'attachment; filename="{found.name}"'
    if packed and len(body) in PACKED:
        headers |= {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
        body = gzip.compress(body, 4)
    return Response(body, found.status, headers, found.kind)


class Api:
    """The host behind the HTTP routes; see `host.ports.Host`."""

    def __init__(self, house: House, base: str) -> None:
        self._house, self._base = house, base
        self.store, self.clock = house.store, house.clock
        self.time_limit = house.lanes.time_limit
        self.replays = Replays(self, self._play)
        self._playing = asyncio.Semaphore(MOST_PLAYED)
        limits = house.limits
        self._brought = Buckets(limits.records_burst, limits.records_rate)
        self._codes = Buckets(limits.codes_burst, limits.codes_rate)

    def routes(self) -> list[Place]:
        """Return the Starlette routes: those of every host, and those of a server."""
        paths: dict[str, dict[str, Route]] = {}
        for route in ROUTES:
            paths.setdefault(route.path, {})[route.method] = route
            if route.still:
                paths.setdefault(f"{STILL}{{version}}{route.path}", {})[route.method] = route
        return [
            *(Place(path, self._answering(by), methods=[*by]) for path, by in paths.items()),
            Place("/link/{token}", self.use_link, methods=["POST"]),
            Place("/health", self.health),
            Place("/metrics", self.metrics),
            Place("/operators", self.operators),
        ]

    def _answering(self, routes: dict[str, Route]) -> Callable[[Request], Awaitable[Response]]:
        """Return the handler of a path's methods."""

        async def answering(request: Request) -> Response:
            route = routes["GET" if request.method == "HEAD" else request.method]
            body = await body_of(request, route.most) if route.reads else b""
            parts, query = request.path_params, dict(request.query_params)
            work = route.answer(Call(self, caller_of(request), parts, query, body))
            found = await (while_wanted(request, work) if route.drops else work)
            if route.still:
                return still(request, found.body, found.kind)
            return response(found, packed=unpacks(request))

        return answering

    # --- the routes of every host ----------------------------------------------------------------

    async def aside(self, work: Callable[..., Wanted], *about: Any) -> Wanted:
        """Run slow work in a thread."""
        return await asyncio.to_thread(work, *about)

    async def _play(self, work: Callable[..., Wanted], *about: Any) -> Wanted:
        async with self._playing:
            return await asyncio.to_thread(work, *about)

    def charge(self, caller: Caller, what: Cost, cost: float = 1) -> None:
        """Charge a caller for a request. Raise TooFast over the limit."""
        player, address = caller.person.id, caller.address
        if what == "messages":
            if not self._house.presence.messages.take(address, cost):
                raise TooFast("Too many messages; slow down.")
            return
        paid = (
            self._house.loads.take(address, cost)
            if what == "loads"
            else self._brought.take(f"player {player}", cost)
            and self._brought.take(f"address {address}", cost)
        )
        if not paid:
            raise TooFast("That is a lot of records; wait a moment.")

    async def replayed(self, room: Room, round_: int, caller: Caller) -> Replayed:
        """Replay a round of a room; see `Rooms.replayed`."""
        return await self._house.rooms.replayed(room, round_, caller.address)

    async def log(self, room: Room) -> Sequence[Row]:
        """Return all rows of a room."""
        return await self.store.rows(room.id)

    async def answer(self, question: Question, caller: Caller) -> Any:
        """Answer a question in a worker."""
        asker = Asker(caller.person.id, caller.address)
        return await self._house.lanes.answer(question, asker)

    async def open_table(self, room: str, caller: Caller) -> OpenRoom:
        """Return a room that the caller may see."""
        table = await self._house.rooms.newest(room, caller.address)
        table.check_guest(caller.person.id)
        return table

    async def make(self, wanted: NewRoom, caller: Caller) -> wire.Room:
        """Make a room and return it as its maker sees it."""
        person = caller.person
        table, made_way = await self._house.rooms.make(wanted, person, caller.address)
        told = table.picture(person.id)
        return msgspec.structs.replace(told, made_way=made_way) if made_way else told

    async def delete(self, room: str, caller: Caller) -> None:
        """Delete a room with its log."""
        await self._house.rooms.delete(room, caller.person, caller.address)

    async def rename(self, caller: Caller, name: str) -> Person:
        """Rename the caller."""
        return await self._house.presence.rename(caller.person, name)

    async def make_link(self, caller: Caller) -> answers.Link:
        """Return a link that gives another device the caller's identity."""
        token = await self._house.people.make_link(caller.person.id, self.clock())
        return answers.Link(link=f"/link/{token}", seconds=LINK_SECONDS)

    async def make_code(self, room: str) -> answers.Code:
        """Return a short-lived code for a table."""
        code = await codes.code_of(self.store, room, self.clock())
        return answers.Code(code=code, seconds=int(codes.SECONDS))

    async def invite(self, room: Room, people: Room, caller: Caller) -> Sequence[str]:
        """Invite the players of another room to a table and notify them. Return their names."""
        return await self._house.calls.invite(room, people, caller.person)

    async def find_code(self, code: str, caller: Caller) -> str:
        """Return the room of a code. The rate limit stops guessing."""
        if not self._codes.take(caller.address):
            raise TooFast("That is a lot of codes; wait a moment.")
        return await codes.room_of(self.store, code, self.clock())

    async def push_key(self) -> str | None:
        """Return the public key for Web Push, or None if this server cannot send."""
        return await self._house.calls.key()

    async def subscribe(self, caller: Caller, wanted: NewPush) -> None:
        """Send notifications to a browser of the caller."""
        self.charge(caller, "messages")
        await self._house.calls.subscribe(caller.person.id, wanted)

    async def unsubscribe(self, caller: Caller, endpoint: str) -> None:
        """Stop notifications to a browser of the caller."""
        await self._house.store.drop_push(endpoint, caller.person.id)

    async def devices(self, caller: Caller) -> Sequence[answers.Device]:
        """Return the devices that have the caller's identity by a link."""
        found = await self._house.people.devices(caller.person.id)
        return [
            answers.Device(device=one.name, since=one.since, here=one.token == caller.device)
            for one in found
        ]

    async def sign_out(self, caller: Caller, device: str) -> bool:
        """Take the caller's identity from a device, and close their connections."""
        player = caller.person.id
        gone = await self._house.people.sign_out(player, device)
        if gone:
            self._house.presence.disconnect(player)
        return gone

    # --- the routes of a server ------------------------------------------------------------------

    async def use_link(self, request: Request) -> Response:
        """Give this browser the identity behind a link."""
        link = request.path_params["token"]
        token = await self._house.people.use_link(link, self.clock())
        if token is None:
            raise NotFound("This link has been used already, or has expired.")
        response = RedirectResponse(f"{self._base}/", 303)
        cookie = set_cookie(token, self._base, secure=request.url.scheme == "https")
        response.headers.append("Set-Cookie", cookie)
        return response

    async def health(self, request: Request) -> Response:
        """Report whether the server can store and read."""
        ok = not self._house.stopping and await self._house.alive()
        rooms, sockets = len(self._house.rooms.open), len(self._house.presence.members)
        told = answers.Health(ok=ok, degraded=self._house.degraded, rooms=rooms, sockets=sockets)
        return response(Answer(200 if ok else 503, JSON, encode(told)))

    async def metrics(self, request: Request) -> Response:
        """Return the counters for Prometheus, to this machine only."""
        operators.check(request)
        return PlainTextResponse(
            self._house.metrics.write(), media_type="text/plain; version=0.0.4"
        )

    async def operators(self, request: Request) -> Response:
        """Return the operators' page."""
        return await operators.page(request, self._house)


def caller_of(request: Request) -> Caller:
    """Return who sent a request; `NOBODY` for paths without a cookie."""
    person: Person = getattr(request.state, "person", NOBODY)
    token = token_of(headers_of(request.scope["headers"]))
    return Caller(person, household(request.client), digest(token) if token else "")


async def body_of(request: Request, most: int) -> bytes:
    """Return the body of a request. Raise TooLong above `most` bytes."""
    body = bytearray()
    try:
        async for piece in request.stream():
            body += piece
            if len(body) > most:
                raise TooLong("That is too long: at most {most} bytes.", most=most)
    except ClientDisconnect:
        raise _broken_off() from None
    return bytes(body)


async def while_wanted(request: Request, work: Coroutine[Any, Any, Wanted]) -> Wanted:
    """Return the result of `work`, or cancel it when the client disconnects."""
    doing, gone = asyncio.create_task(work), asyncio.create_task(_hung_up(request))
    try:
        await asyncio.wait({doing, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not doing.done():
            raise _broken_off()
        return doing.result()
    finally:
        doing.cancel()
        gone.cancel()


async def _hung_up(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _broken_off() -> BadRequest:
    return BadRequest("The request broke off.")
