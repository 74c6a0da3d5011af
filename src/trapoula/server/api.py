"""HTTP: what stands still. Each function answers one path of docs/wire.md."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from trapoula import record as records
from trapoula.errors import BadRequest, TrapoulaError
from trapoula.host import answers, catalogue_view, queries
from trapoula.host.bodies import LONGEST_BODY, LONGEST_RECORD, KeptTable, NewName, NewRoom, Owed
from trapoula.host.listings import Summary, line_of, unfinished
from trapoula.host.logs import check_own, log_of
from trapoula.host.names import Person, clean_label
from trapoula.record import Record
from trapoula.room.errors import NoRoom, NotFound, TooLong, WrongPhase
from trapoula.room.events import PlayerId
from trapoula.room.wire import Frame, Value, encode, told
from trapoula.server.assets import still
from trapoula.server.errors import NotForYou, TooFast
from trapoula.server.guards import headers_of, set_cookie, token_of
from trapoula.server.house import House
from trapoula.server.limits import household
from trapoula.server.open_room import OpenRoom
from trapoula.server.people import LINK_SECONDS, digest
from trapoula.server.replays import Replays
from trapoula.server.thinkers import Asker
from trapoula.stats import statistics
from trapoula.stats import wire as stats
from trapoula.stats.results import Result
from trapoula.stats.wire import LONGEST_HISTORY, Ladder
from trapoula.texts import ENGLISH
from trapoula.thinking import thoughts

LOBBY = 100  # rooms in a list
HISTORY = 500
ROWS_A_MESSAGE = 20  # of a log, a record or a list of results, that cost as much as a message
BYTES_A_MESSAGE = 5000  # of results that are brought
LATELY = 3600.0  # seconds since something happened at a table that is being played
Wanted = TypeVar("Wanted")


def answer(message: Value | Frame, status: int = 200) -> Response:
    """A JSON answer that nobody keeps."""
    headers = {"Cache-Control": "no-store"}
    return Response(encode(message), status, headers, "application/json")


def address_of(request: Request) -> str:
    """Where a request comes from."""
    return household(request.client)


async def body_of(request: Request, most: int) -> bytes:
    """The body of a request, when it is not too long."""
    body = bytearray()
    try:
        async for piece in request.stream():
            body += piece
            if len(body) > most:
                raise TooLong("That is too long: at most {most} bytes.", most=most)
    except ClientDisconnect:
        raise broken_off() from None
    return bytes(body)


async def while_wanted(request: Request, work: Coroutine[Any, Any, Wanted]) -> Wanted:
    """What comes of some work, unless whoever asked for it hangs up: then it ends too."""
    doing, gone = asyncio.create_task(work), asyncio.create_task(_hung_up(request))
    try:
        await asyncio.wait({doing, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not doing.done():
            raise broken_off()
        return doing.result()
    finally:
        doing.cancel()
        gone.cancel()


async def _hung_up(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def broken_off() -> BadRequest:
    """What is said to one who hears it no more."""
    return BadRequest("The request broke off.")


async def read(request: Request, kind: type[Wanted], most: int = LONGEST_BODY) -> Wanted:
    """The JSON body of a request."""
    return decoded(await body_of(request, most), kind)


def decoded(body: bytes, kind: type[Wanted]) -> Wanted:
    """What a body says."""
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRequest("That request cannot be read: {reason}.", reason=str(error)) from None


class Api:
    """The answers, and what they need."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._replays = Replays(house.store, house.limits, house.loads)

    def _me(self, request: Request) -> Person:
        person: Person = request.state.person
        return person

    # --- who you are -----------------------------------------------------------------------------

    async def me(self, request: Request) -> Response:
        """Who you are, or the name you want to have."""
        person = self._me(request)
        if request.method == "PATCH":
            person = await self._house.presence.rename(person, (await read(request, NewName)).name)
        return answer(answers.Me(name=person.name, named=person.named))

    async def make_link(self, request: Request) -> Response:
        """A link that carries you to another device, once."""
        token = await self._house.people.make_link(self._me(request).id, self._house.clock())
        return answer(answers.Link(link=f"/link/{token}", seconds=LINK_SECONDS))

    async def use_link(self, request: Request) -> Response:
        """Become the player of a link."""
        link = request.path_params["token"]
        token = await self._house.people.use_link(link, self._house.clock())
        if token is None:
            raise NotFound("This link has been used, or is too old.")
        response = RedirectResponse("/", 303)
        cookie = set_cookie(token, secure=request.url.scheme == "https")
        response.headers.append("Set-Cookie", cookie)
        return response

    async def devices(self, request: Request) -> Response:
        """The devices that are yours by a link."""
        own = token_of(headers_of(request.scope["headers"]))
        found = await self._house.people.devices(self._me(request).id)
        return answer(
            answers.Devices(
                devices=[
                    answers.Device(
                        device=one.name,
                        since=one.since,
                        here=own is not None and digest(own) == one.token,
                    )
                    for one in found
                ]
            )
        )

    async def sign_out(self, request: Request) -> Response:
        """Let a device be yours no longer."""
        player = self._me(request).id
        if not await self._house.people.sign_out(player, request.path_params["device"]):
            raise NotFound("There is no such device of yours.")
        self._house.presence.part(player)
        return answer(answers.Gone())

    # --- the catalogue ---------------------------------------------------------------------------

    async def games(self, request: Request) -> Response:
        """Every game."""
        return still(request, await asyncio.to_thread(catalogue_view.catalogue), "application/json")

    async def game(self, request: Request) -> Response:
        """One game, under the options of the query."""
        game = request.path_params["game"]
        chosen = catalogue_view.options(game, request.query_params)
        body = encode(await asyncio.to_thread(catalogue_view.describe, game, chosen))
        return still(request, body, "application/json")

    async def rules(self, request: Request) -> Response:
        """The rules of a game, under the options of the query."""
        asked = dict(request.query_params)
        language = asked.pop("lang", ENGLISH)
        text = catalogue_view.rules_page(request.path_params["game"], language, asked)
        return still(request, text.encode(), "text/markdown; charset=utf-8")

    async def pictures(self, request: Request) -> Response:
        """What lies on the pictures of a page of rules."""
        found = catalogue_view.pictures(request.path_params["game"], request.query_params)
        return still(request, encode(found), "application/json")

    async def odds(self, request: Request) -> Response:
        """How often every patience can be won."""
        return still(request, catalogue_view.odds_table(), "application/json")

    async def languages(self, request: Request) -> Response:
        """The languages that are spoken here."""
        return still(request, encode({"languages": catalogue_view.languages()}), "application/json")

    async def texts(self, request: Request) -> Response:
        """The messages of the interface."""
        part = request.query_params.get("part", "")
        found = catalogue_view.messages(request.path_params["lang"], part)
        return still(request, encode(found), "application/json")

    # --- rooms -----------------------------------------------------------------------------------

    async def rooms(self, request: Request) -> Response:
        """The lobby and your own tables, or a new room."""
        person = self._me(request)
        if request.method == "POST":
            wanted = await read(request, NewRoom)
            table, made_way = await self._house.rooms.make(wanted, person, address_of(request))
            told = table.picture(person.id)
            if made_way:
                told = msgspec.structs.replace(told, made_way=made_way)
            return answer(told, 201)
        lobby = await self._house.store.lobby(LOBBY)
        mine = await self._house.store.rooms_of(person.id, LOBBY)
        own = {summary.room for summary in mine}
        return answer(
            answers.Rooms(
                lobby=[
                    line_of(one, person.id, mine=one.room in own)
                    for one in lobby
                    if one.phase == "waiting" or self._running(one)
                ],
                mine=[line_of(one, person.id, mine=True) for one in mine],
            )
        )

    def _running(self, one: Summary) -> bool:
        """Whether a table is worth watching: something has happened there lately, and everyone may."""
        lately = self._house.clock() - one.active < LATELY
        return lately and one.summary.get("watch") == "anyone"

    async def room(self, request: Request) -> Response:
        """A room as you would see it on entering, or its end."""
        person, id_ = self._me(request), request.path_params["room"]
        if request.method == "DELETE":
            await self._house.rooms.delete(id_, person, address_of(request))
            return answer(answers.Gone())
        if request.method == "PATCH":
            wish = await read(request, KeptTable)
            label = None if wish.label is None else clean_label(wish.label)
            if not await self._house.store.keep_table(person.id, id_, label, wish.closed):
                raise NoRoom("There is no such room, or it is not for you.")
            return answer(answers.Kept(label=label, closed=wish.closed))
        table = await self._table(request)
        return answer(table.picture(person.id))

    async def _table(self, request: Request) -> OpenRoom:
        """The room of a request, where whoever asks may be."""
        table = await self._house.rooms.newest(request.path_params["room"], address_of(request))
        table.check_guest(self._me(request).id)
        return table

    async def record(self, request: Request) -> Response:
        """The record of a round, to keep."""
        record = await self._record(request)
        self._charge(address_of(request), len(record.actions) / ROWS_A_MESSAGE)
        text = await asyncio.to_thread(records.write, record)
        name = f"{record.game}{f'-{record.deal}' if record.deal else ''}.txt"
        headers = {
            "Content-Disposition": f'attachment; filename="{name}"',
            "Cache-Control": "no-store",
        }
        return PlainTextResponse(text, headers=headers)

    async def share(self, request: Request) -> Response:
        """A link to the replay of a round."""
        record, player = await self._record(request), self._me(request).id
        self._replays.charge(len(record.actions), player, address_of(request))
        name = await self._replays.keep(record, player, self._house.clock())
        return answer(answers.Shared(replay=name), 201)

    async def _record(self, request: Request) -> Record:
        """The record of a round: of one that is over, or of a patience of one's own."""
        person = self._me(request)
        room = (await self._table(request)).room
        round_ = queries.number(request.query_params, "round", room.sitting.round)
        if not 1 <= round_ <= len(room.sessions):
            raise WrongPhase("There is no such round.")
        own = room.sitting.alone and room.sitting.seat_of(person.id) == 0
        if room.outcome_of(round_) is None and not own:
            raise WrongPhase("The round is not over.")
        return room.sessions[round_ - 1].record()

    async def log(self, request: Request) -> Response:
        """The log of a table of your own, or more for it: what was done while nobody could tell us."""
        person, address = self._me(request), address_of(request)
        table = await self._table(request)
        check_own(table.room, person.id)
        if request.method == "GET":
            self._charge(address, table.room.number / ROWS_A_MESSAGE)
            return answer(log_of(table.room, person.id))
        said = (await read(request, Owed, LONGEST_RECORD)).said
        self._charge(address, len(said))
        levels, refused = thoughts.levels(table.room.made.game), None
        for command in said:
            wrong = await table.obey(command, person, levels)
            if isinstance(wrong, TrapoulaError):
                refused = told(wrong, id_=command.id, number=table.room.number)
                break
            if wrong is not None:
                raise wrong
        log = table.room.log
        done = [
            answers.Did(id=one.id, number=number)
            for one in said
            if (number := log.number_of(person.id, one.id)) is not None
        ]
        return answer(answers.Delivered(done=done, refused=refused))

    def _charge(self, address: str, messages: float) -> None:
        """Count what comes together as if it had come over a socket."""
        if not self._house.presence.messages.take(address, messages):
            raise TooFast("Too many messages; slow down.")

    async def solution(self, request: Request) -> Response:
        """A way to win from the table as it lies, to be watched with all cards open."""
        person, address = self._me(request), address_of(request)
        table = await self._table(request)
        room = table.room
        session, number_ = room.session, room.number
        check_own(room, person.id)
        if session is None:
            raise WrongPhase("The game has not begun.")
        seconds = self._house.thinkers.share(
            queries.number(request.query_params, "seconds", 10, 60)
        )
        about = session.id, session.options, session.state, seconds
        asker = Asker(person.id, address)
        thinking = self._house.thinkers.ask("verdicts", thoughts.solution, *about, asker=asker)
        finding, line = await while_wanted(request, thinking)
        if finding != "winnable":
            return answer(answers.Solution(verdict=finding, replay=None, step=session.steps))
        shown = session.fork(lambda: 0.0)
        for text in line:
            shown.play(text)
        await table.advise(number_, whole=True)
        name = await self._replays.keep(shown.record(), person.id, self._house.clock())
        return answer(answers.Solution(verdict=finding, replay=name, step=session.steps), 201)

    # --- replays ---------------------------------------------------------------------------------

    async def new_replay(self, request: Request) -> Response:
        """A record that somebody brought."""
        body = await body_of(request, LONGEST_RECORD)
        try:
            text = body.decode()
        except UnicodeDecodeError:
            raise BadRequest("A record is text in UTF-8.") from None
        record = await self._replays.read(text, self._me(request).id, address_of(request))
        name = await self._replays.keep(record, self._me(request).id, self._house.clock())
        return answer(await self._replays.told(name, address_of(request)), 201)

    async def replay(self, request: Request) -> Response:
        """A replay before its first step."""
        name = request.path_params["replay"]
        return answer(await self._replays.told(name, address_of(request)))

    async def steps(self, request: Request) -> Response:
        """Some steps of a replay."""
        query, name = request.query_params, request.path_params["replay"]
        first = queries.number(query, "from", 0)
        last = queries.number(query, "to", first)
        seat, address = queries.seat(query), address_of(request)
        found = await self._replays.steps(name, first, last, seat, address)
        return answer(answers.Steps(steps=found))

    # --- statistics ------------------------------------------------------------------------------

    async def stats(self, request: Request) -> Response:
        """Your statistics, or their end."""
        person, store = self._me(request), self._house.store
        if request.method == "DELETE":
            forgotten = await store.forget(person.id, request.query_params.get("game"))
            return answer(stats.Forgotten(forgotten=forgotten))
        if request.method == "POST":
            return await self._bring(request, person)
        results = await self._results(request)
        counted = await asyncio.to_thread(statistics.summarise, results)
        rooms = await store.rooms_of(person.id, LOBBY)
        left = unfinished(line_of(one, person.id, mine=True) for one in rooms)
        games = dict.fromkeys(one.game for one in counted if one.rivals)
        ladders = [await self._ladder(game, person.id) for game in games]
        told = [one for one in ladders if one is not None]
        return answer(stats.Statistics(games=counted, left=left, ladders=told))

    async def _results(self, request: Request) -> list[Result]:
        """All that a player has finished, which costs by how much it is."""
        address = address_of(request)
        self._charge(address, 1)
        found = await self._house.store.results(self._me(request).id)
        self._charge(address, len(found) / ROWS_A_MESSAGE)
        return found

    async def _ladder(self, game: str, player: PlayerId) -> Ladder | None:
        companies = await self._house.store.companies(game)
        return await asyncio.to_thread(statistics.ladder, game, companies, player)

    async def _bring(self, request: Request, person: Person) -> Response:
        """Count what was exported here or elsewhere before; what is known already is not counted twice."""
        body = await body_of(request, LONGEST_HISTORY)
        self._charge(address_of(request), len(body) / BYTES_A_MESSAGE)
        brought = await asyncio.to_thread(statistics.exported, body)
        known = await self._house.store.results(person.id)
        fresh = await asyncio.to_thread(statistics.fresh, brought, known, person.id)
        await self._house.store.bring(fresh)
        return answer(stats.Brought(brought=len(fresh)))

    async def daily(self, request: Request) -> Response:
        """The deals of the days from one on until yours, and how many in a row you have won."""
        first, today = queries.days(request.query_params)
        results = await self._results(request)
        return answer(await asyncio.to_thread(statistics.calendar, results, first, today))

    async def history(self, request: Request) -> Response:
        """Your finished games."""
        results = await self._house.store.results(
            self._me(request).id,
            game=request.query_params.get("game"),
            before=queries.moment(request.query_params, "before"),
            most=queries.number(request.query_params, "limit", 50, HISTORY),
        )
        return answer(statistics.history(results))

    async def export(self, request: Request) -> Response:
        """Your whole history, to keep."""
        kind = request.path_params["kind"]
        results = await self._results(request)
        headers = {
            "Content-Disposition": f'attachment; filename="trapoula.{kind}"',
            "Cache-Control": "no-store",
        }
        if kind == "csv":
            sheet = await asyncio.to_thread(statistics.write_csv, results)
            return Response(sheet, headers=headers, media_type="text/csv")
        if kind == "json":
            history = await asyncio.to_thread(statistics.history, results)
            return Response(encode(history), headers=headers, media_type="application/json")
        raise NotFound("Statistics come as json or as csv.")

    # --- being run -------------------------------------------------------------------------------

    async def health(self, request: Request) -> Response:
        """Whether all is well: what is stored now can be read again."""
        ok = not self._house.stopping and await self._house.alive()
        rooms, sockets = len(self._house.rooms.open), len(self._house.presence.members)
        health = answers.Health(ok=ok, degraded=self._house.degraded, rooms=rooms, sockets=sockets)
        return answer(health, 200 if ok else 503)

    async def metrics(self, request: Request) -> Response:
        """Counters for Prometheus, for those on this machine only."""
        if request.client is not None and request.client.host not in ("127.0.0.1", "::1"):
            raise NotForYou("Metrics are for this machine only.")
        return PlainTextResponse(
            self._house.metrics.write(), media_type="text/plain; version=0.0.4"
        )
