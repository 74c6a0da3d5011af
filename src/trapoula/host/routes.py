"""The table of HTTP routes, which every host serves."""

import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from trapoula.core.errors import BadRequest, TrapoulaError
from trapoula.host import answers, handlers
from trapoula.host.bodies import (
    LONGEST_BODY,
    LONGEST_RECORD,
    Invitation,
    KeptTable,
    NewName,
    NewPush,
    NewRoom,
    OldPush,
    Owed,
)
from trapoula.host.handlers import Call, File
from trapoula.host.ports import Caller, Host
from trapoula.room import wire
from trapoula.room.errors import Failed, NotFound, Refused, TooLong, status_of
from trapoula.room.wire import encode, told
from trapoula.stats import wire as figures
from trapoula.stats.wire import LONGEST_HISTORY, OldResults

JSON = "application/json"
log = logging.getLogger("trapoula.routes")


class NotAllowed(Refused):
    """The path exists, but not for this method."""

    code, status = "bad-request", 405


class Answer(NamedTuple):
    """An encoded answer. With a name it is a download."""

    status: int
    kind: str
    body: bytes
    name: str = ""


class Route(NamedTuple):
    """A method at a path: its handler and the types of body and answer."""

    method: str
    path: str
    answers: Callable[[Call[Any]], Awaitable[Any]]
    gives: type | None = None  # as JSON
    status: int | Callable[[Any], int] = 200
    takes: type | None = None  # as JSON
    most: int = LONGEST_BODY  # bytes of the body
    raw: bool = False  # the handler gets the body as bytes
    still: bool = False  # the answer changes only with the version
    drops: bool = False  # the work is cancelled if the client disconnects

    @property
    def pattern(self) -> re.Pattern[str]:
        """Return the path as a regular expression."""
        return re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>[^/]+)", re.escape(self.path)))

    @property
    def reads(self) -> bool:
        """Return whether the request has a body."""
        return self.raw or self.takes is not None

    async def answer(self, call: Call[bytes]) -> Answer:
        """Decode the body, run the handler and encode its answer. Refusals are raised."""
        found = await self.answers(call._replace(body=self._read(call.body)))
        if isinstance(found, File):
            return Answer(200, found.kind, found.body, found.name)
        status = self.status if isinstance(self.status, int) else self.status(found)
        return Answer(status, JSON, encode(found))

    def _read(self, body: bytes) -> Any:
        if not self.reads:
            return None
        if len(body) > self.most:
            raise TooLong("That is too long: at most {most} bytes.", most=self.most)
        if self.raw or self.takes is None:
            return body
        try:
            return msgspec.json.decode(body, type=self.takes)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise BadRequest("That request cannot be read: {reason}.", reason=str(error)) from None


def _made(found: answers.Solution) -> int:
    """Return 201 if a solution was stored as a new replay, else 200."""
    return 200 if found.replay is None else 201


ROUTES = (
    Route("GET", "/api/me", handlers.me, answers.Me),
    Route("PATCH", "/api/me", handlers.rename, answers.Me, takes=NewName),
    Route("POST", "/api/me/link", handlers.make_link, answers.Link),
    Route("GET", "/api/me/devices", handlers.devices, answers.Devices),
    Route("DELETE", "/api/me/devices/{device}", handlers.sign_out, answers.Gone),
    Route("GET", "/api/push", handlers.push, answers.Push),
    Route("POST", "/api/push", handlers.subscribe, answers.Push, 201, takes=NewPush),
    Route("DELETE", "/api/push", handlers.unsubscribe, answers.Gone, takes=OldPush),
    Route("GET", "/api/games", handlers.games, answers.Catalogue, still=True),
    Route("GET", "/api/games/{game}", handlers.game, answers.Game, still=True),
    Route("GET", "/api/rules/{game}", handlers.rules, still=True),
    Route("GET", "/api/rules/{game}/pictures", handlers.pictures, answers.Pictures, still=True),
    Route("GET", "/api/odds", handlers.odds, still=True),
    Route("GET", "/api/languages", handlers.languages, answers.Languages, still=True),
    Route("GET", "/api/texts/{lang}", handlers.texts, still=True),
    Route("GET", "/api/rooms", handlers.rooms, answers.Rooms),
    Route("GET", "/api/tables", handlers.tables, answers.Tables),
    Route("GET", "/api/rooms/{room}/rounds", handlers.rounds, answers.Rounds),
    Route("POST", "/api/rooms", handlers.make_room, wire.Room, 201, takes=NewRoom),
    Route("GET", "/api/rooms/{room}", handlers.room, wire.Room),
    Route("PATCH", "/api/rooms/{room}", handlers.keep_table, answers.Kept, takes=KeptTable),
    Route("DELETE", "/api/rooms/{room}", handlers.delete_room, answers.Gone),
    Route("POST", "/api/rooms/{room}/code", handlers.make_code, answers.Code),
    Route("POST", "/api/rooms/{room}/invite", handlers.invite, answers.Invited, takes=Invitation),
    Route("GET", "/api/codes/{code}", handlers.find_code, answers.Found),
    Route("GET", "/api/rooms/{room}/record", handlers.record),
    Route("GET", "/api/rooms/{room}/log", handlers.log, answers.Log),
    Route(
        "POST", "/api/rooms/{room}/log", handlers.add_to_log, answers.Delivered,
        takes=Owed, most=LONGEST_RECORD,
    ),
    Route("POST", "/api/rooms/{room}/share", handlers.share, answers.Shared, 201),
    Route(
        "POST", "/api/rooms/{room}/solution", handlers.solution, answers.Solution, _made, drops=True
    ),
    Route("POST", "/api/rooms/{room}/level", handlers.weigh, answers.Weighed),
    Route("GET", "/api/solver", handlers.solver, answers.Solver),
    Route(
        "POST", "/api/replays", handlers.new_replay, wire.Replay, 201, raw=True, most=LONGEST_RECORD
    ),
    Route("GET", "/api/replays/{replay}", handlers.replay, wire.Replay),
    Route("GET", "/api/replays/{replay}/steps", handlers.steps, answers.Steps),
    Route("GET", "/api/stats", handlers.stats, figures.Statistics),
    Route(
        "POST", "/api/stats", handlers.import_stats, figures.Brought,
        takes=OldResults, raw=True, most=LONGEST_HISTORY,
    ),
    Route("DELETE", "/api/stats", handlers.delete_stats, figures.Forgotten),
    Route("GET", "/api/stats/history", handlers.history, figures.History),
    Route("GET", "/api/stats/export.{kind}", handlers.export, figures.History),
    Route("GET", "/api/daily", handlers.daily, figures.Calendar),
)  # fmt: skip
_PATTERNS = [(route.pattern, route) for route in ROUTES]


def find(method: str, path: str) -> tuple[Route, dict[str, str]]:
    """Return the route of a request, and the parameters in its path."""
    found = [(route, match) for pattern, route in _PATTERNS if (match := pattern.fullmatch(path))]
    for route, match in found:
        if route.method == method:
            return route, match.groupdict()
    if found:
        reason = "Method Not Allowed"
        raise NotAllowed("That cannot be done here: {reason}.", reason=reason)
    raise NotFound("There is no such page.")


async def ask(
    host: Host, caller: Caller, method: str, path: str, query: Mapping[str, str], body: bytes
) -> Answer:
    """Answer a request. Errors become answers too."""
    try:
        route, parts = find(method, path)
        return await route.answer(Call(host, caller, parts, query, body))
    except TrapoulaError as error:
        return refusal(error)
    except Exception:
        log.exception("a request failed")
        return refusal(Failed("Something went wrong on our side."))


def refusal(error: TrapoulaError) -> Answer:
    """Return the answer for an error."""
    return Answer(status_of(error), JSON, encode(told(error)))
