"""The desk of a house: what a server answers over HTTP, by the same paths, without one."""

import logging
import re
import secrets
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, NamedTuple, TypeAlias, TypeVar
from urllib.parse import parse_qsl, unquote, urlsplit

import msgspec

from trapoula import record as records
from trapoula.errors import BadRequest, TrapoulaError
from trapoula.host import answers, catalogue_view, queries, replays
from trapoula.host.bodies import LONGEST_BODY, LONGEST_RECORD, KeptTable, NewName, NewRoom
from trapoula.host.listings import line_of, unfinished
from trapoula.host.logs import check_own, log_of
from trapoula.host.names import clean_label
from trapoula.local.house import House
from trapoula.local.table import picture
from trapoula.record import Record
from trapoula.room.errors import (
    Failed,
    NoRoom,
    NotAvailable,
    NotFound,
    TooLong,
    WrongPhase,
    status_of,
)
from trapoula.room.wire import encode, told
from trapoula.session import Session
from trapoula.stats import statistics
from trapoula.stats import wire as stats
from trapoula.stats.wire import LONGEST_HISTORY
from trapoula.texts import ENGLISH
from trapoula.thinking import thoughts
from trapoula.thinking.questions import Question

JSON, TEXT, MARKDOWN, CSV = "application/json", "text/plain", "text/markdown", "text/csv"
HISTORY = 500
log = logging.getLogger("trapoula.local")
Wanted = TypeVar("Wanted")


class Answer(NamedTuple):
    """What is answered: a status as over HTTP, a media type and the body."""

    status: int
    kind: str
    body: str


class Asked(NamedTuple):
    """What is asked for: the parts of the path that its route leaves open, the query and the body."""

    parts: tuple[str, ...]
    query: Mapping[str, str]
    body: str


Answering: TypeAlias = Callable[[Asked], Coroutine[Any, Any, Any]]


class Desk:
    """Where a house answers what stands still."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._replayed: tuple[str, Session] | None = None  # the one that was last looked at
        routes: dict[tuple[str, str], Answering] = {
            ("GET", "me"): self._me,
            ("PATCH", "me"): self._rename,
            ("GET", "me/devices"): self._devices,
            ("POST", "me/link"): self._link,
            ("GET", "games"): self._games,
            ("GET", "games/*"): self._game,
            ("GET", "rules/*"): self._rules,
            ("GET", "rules/*/pictures"): self._pictures,
            ("GET", "odds"): self._odds,
            ("GET", "languages"): self._languages,
            ("GET", "texts/*"): self._texts,
            ("GET", "rooms"): self._rooms,
            ("POST", "rooms"): self._make,
            ("GET", "rooms/*"): self._room,
            ("PATCH", "rooms/*"): self._keep_table,
            ("DELETE", "rooms/*"): self._delete,
            ("GET", "rooms/*/record"): self._record,
            ("GET", "rooms/*/log"): self._log,
            ("POST", "rooms/*/log"): self._take_log,
            ("POST", "rooms/*/share"): self._share,
            ("POST", "rooms/*/solution"): self._solution,
            ("POST", "replays"): self._new_replay,
            ("GET", "replays/*"): self._replay,
            ("GET", "replays/*/steps"): self._steps,
            ("GET", "stats"): self._stats,
            ("POST", "stats"): self._bring,
            ("DELETE", "stats"): self._forget,
            ("GET", "daily"): self._daily,
            ("GET", "stats/history"): self._history,
            ("GET", "stats/export.*"): self._export,
        }
        self._routes = [
            (method, re.compile(re.escape(path).replace(r"\*", "([^/]+)")), answering)
            for (method, path), answering in routes.items()
        ]

    async def ask(self, method: str, address: str, body: str = "") -> Answer:
        """Answer a request; whatever goes wrong is told in a sentence."""
        try:
            found = await self._answer(method, address, body)
        except TrapoulaError as error:
            return _refusal(error)
        except Exception:
            log.exception("a request failed")
            return _refusal(Failed("Something went wrong on our side."))
        return found if isinstance(found, Answer) else Answer(200, JSON, encode(found).decode())

    async def _answer(self, method: str, address: str, body: str) -> Any:
        there = urlsplit(address)
        path = there.path.removeprefix("/api/")
        for wanted, route, answering in self._routes:
            match = route.fullmatch(path)
            if match and wanted == method:
                parts = tuple(map(unquote, match.groups()))
                query = dict(parse_qsl(there.query, keep_blank_values=True))
                return await answering(Asked(parts, query, body))
        raise NotFound("There is no such page.")

    def _body(self, asked: Asked, most: int = LONGEST_BODY) -> str:
        if len(asked.body) > most:
            raise TooLong("That is too long: at most {most} bytes.", most=most)
        return asked.body

    def _read(self, asked: Asked, kind: type[Wanted]) -> Wanted:
        try:
            return msgspec.json.decode(self._body(asked), type=kind)
        except (msgspec.DecodeError, RecursionError) as error:
            raise BadRequest("That request cannot be read: {reason}.", reason=str(error)) from None

    # --- who you are -----------------------------------------------------------------------------

    async def _me(self, asked: Asked) -> Any:
        person = self._house.person
        return answers.Me(name=person.name, named=person.named)

    async def _rename(self, asked: Asked) -> Any:
        await self._house.rename(self._read(asked, NewName).name)
        return await self._me(asked)

    async def _devices(self, asked: Asked) -> Any:
        return answers.Devices(devices=[])

    async def _link(self, asked: Asked) -> Any:
        raise NotAvailable("Your games are on this device only: there is no server to carry them.")

    # --- the catalogue ---------------------------------------------------------------------------

    async def _games(self, asked: Asked) -> Any:
        return Answer(200, JSON, catalogue_view.catalogue().decode())

    async def _game(self, asked: Asked) -> Any:
        game = asked.parts[0]
        return catalogue_view.describe(game, catalogue_view.options(game, asked.query))

    async def _rules(self, asked: Asked) -> Any:
        query = dict(asked.query)
        language = query.pop("lang", ENGLISH)
        return Answer(200, MARKDOWN, catalogue_view.rules_page(asked.parts[0], language, query))

    async def _pictures(self, asked: Asked) -> Any:
        return catalogue_view.pictures(asked.parts[0], asked.query)

    async def _odds(self, asked: Asked) -> Any:
        return Answer(200, JSON, catalogue_view.odds_table().decode())

    async def _languages(self, asked: Asked) -> Any:
        return {"languages": catalogue_view.languages()}

    async def _texts(self, asked: Asked) -> Any:
        return catalogue_view.messages(asked.parts[0], asked.query.get("part", ""))

    # --- rooms -----------------------------------------------------------------------------------

    async def _rooms(self, asked: Asked) -> Any:
        mine = await self._house.store.rooms()
        player = self._house.person.id
        return answers.Rooms(lobby=[], mine=[line_of(one, player, mine=True) for one in mine])

    async def _make(self, asked: Asked) -> Any:
        wanted = self._read(asked, NewRoom)
        record = None
        if wanted.replay is not None:
            record = records.read(await self._text(wanted.replay))
        made = await self._house.make(wanted, record)
        return Answer(201, JSON, encode(made).decode())

    async def _room(self, asked: Asked) -> Any:
        room = await self._house.room(asked.parts[0])
        return picture(room, self._house.person, self._house.clock())

    async def _keep_table(self, asked: Asked) -> Any:
        wish = self._read(asked, KeptTable)
        label = None if wish.label is None else clean_label(wish.label)
        if not await self._house.store.keep_table(asked.parts[0], label, wish.closed):
            raise NoRoom("There is no such room, or it is not for you.")
        return answers.Kept(label=label, closed=wish.closed)

    async def _delete(self, asked: Asked) -> Any:
        await self._house.delete(asked.parts[0])
        return answers.Gone()

    async def _record(self, asked: Asked) -> Any:
        return Answer(200, TEXT, records.write(await self._played(asked)))

    async def _log(self, asked: Asked) -> Any:
        room, player = await self._house.room(asked.parts[0]), self._house.person.id
        check_own(room, player)
        return log_of(room, player)

    async def _take_log(self, asked: Asked) -> Any:
        raise NotAvailable("Your games are on this device only: there is no server to carry them.")

    async def _share(self, asked: Asked) -> Any:
        name = await self._keep(records.write(await self._played(asked)))
        return Answer(201, JSON, encode(answers.Shared(replay=name)).decode())

    async def _solution(self, asked: Asked) -> Any:
        """A way to win from the table as it lies, to be watched with all cards open."""
        room = await self._house.room(asked.parts[0])
        check_own(room, self._house.person.id)
        session = room.session
        if session is None:
            raise WrongPhase("The game has not begun.")
        seconds = float(queries.number(asked.query, "seconds", 10, 60))
        about = session.id, session.options, session.state, seconds
        question = Question("verdicts", thoughts.solution, about, room.number)
        finding, line = await self._house.wonder(question)
        if finding != "winnable":
            return answers.Solution(verdict=finding, replay=None, step=session.steps)
        shown = session.fork(lambda: 0.0)
        for text in line:
            shown.play(text)
        await self._house.note_advice(room.id, room.number, whole=True)
        name = await self._keep(records.write(shown.record()))
        return answers.Solution(verdict=finding, replay=name, step=session.steps)

    async def _played(self, asked: Asked) -> Record:
        """The record of a round: of one that is over, or of a patience."""
        room = await self._house.room(asked.parts[0])
        round_ = queries.number(asked.query, "round", room.sitting.round)
        if not 1 <= round_ <= len(room.sessions):
            raise WrongPhase("There is no such round.")
        if room.outcome_of(round_) is None and not room.sitting.alone:
            raise WrongPhase("The round is not over.")
        return room.sessions[round_ - 1].record()

    # --- replays ---------------------------------------------------------------------------------

    async def _new_replay(self, asked: Asked) -> Any:
        if len(asked.body) > LONGEST_RECORD:
            raise TooLong("That is too long: at most {most} bytes.", most=LONGEST_RECORD)
        replays.check_length(asked.body)
        text = records.write(records.read(asked.body))
        name = await self._keep(text)
        found = replays.told(name, text, replays.replay(text))
        return Answer(201, JSON, encode(found).decode())

    async def _keep(self, text: str) -> str:
        name = secrets.token_urlsafe(9)
        await self._house.store.keep_replay(name, text, self._house.clock())
        return name

    async def _text(self, name: str) -> str:
        text = await self._house.store.replay(name)
        if text is None:
            raise NotFound("There is no such replay.")
        return text

    async def _session(self, name: str) -> Session:
        if self._replayed is None or self._replayed[0] != name:
            self._replayed = name, replays.replay(await self._text(name))
        return self._replayed[1]

    async def _replay(self, asked: Asked) -> Any:
        name = asked.parts[0]
        return replays.told(name, await self._text(name), await self._session(name))

    async def _steps(self, asked: Asked) -> Any:
        first = queries.number(asked.query, "from", 0)
        last = queries.number(asked.query, "to", first)
        session = await self._session(asked.parts[0])
        found = replays.steps(session, first, last, queries.seat(asked.query))
        return answers.Steps(steps=found)

    # --- statistics ------------------------------------------------------------------------------

    async def _stats(self, asked: Asked) -> Any:
        store, player = self._house.store, self._house.person.id
        left = [line_of(one, player, mine=True) for one in await store.rooms()]
        results = await store.results()
        counted = statistics.summarise(results)
        ladders = [
            statistics.ladder(game, [one.company for one in results if one.game == game], player)
            for game in dict.fromkeys(one.game for one in counted if one.rivals)
        ]
        return stats.Statistics(
            games=counted,
            left=unfinished(left),
            ladders=[one for one in ladders if one is not None],
        )

    async def _bring(self, asked: Asked) -> Any:
        brought = statistics.exported(self._body(asked, LONGEST_HISTORY))
        known = await self._house.store.results()
        fresh = statistics.fresh(brought, known, self._house.person.id)
        await self._house.store.bring(fresh)
        return stats.Brought(brought=len(fresh))

    async def _daily(self, asked: Asked) -> Any:
        first, today = queries.days(asked.query)
        return statistics.calendar(await self._house.store.results(), first, today)

    async def _forget(self, asked: Asked) -> Any:
        forgotten = await self._house.store.forget(asked.query.get("game"))
        return stats.Forgotten(forgotten=forgotten)

    async def _history(self, asked: Asked) -> Any:
        before = queries.moment(asked.query, "before")
        most = queries.number(asked.query, "limit", 50, HISTORY)
        results = await self._house.store.results(asked.query.get("game"))
        past = [result for result in results if before is None or result.at < before]
        return statistics.history(past[:most])

    async def _export(self, asked: Asked) -> Any:
        results = await self._house.store.results()
        match asked.parts[0]:
            case "csv":
                return Answer(200, CSV, statistics.write_csv(results))
            case "json":
                return statistics.history(results)
        raise NotFound("Statistics come as json or as csv.")


def _refusal(error: TrapoulaError) -> Answer:
    return Answer(status_of(error), JSON, encode(told(error)).decode())
