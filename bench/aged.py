"""What requests cost on a server that has run for years: every path and command, on an aged database.

    ./run bench aged
    python -m bench.aged [--rooms 500000] [--rounds 1000000] [--keep FOLDER]

Writes a database straight in SQL: so many rooms, and so many finished rounds of people who have played for
years. A few rooms have logs as long as a log may be. Then asks a server everything that can be asked over
HTTP and over a socket, as somebody new and as whoever has played most, and prints the processor time of each.
More than 50 ms ends with an error.
"""

import argparse
import asyncio
import json
import random
import re
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, get_args

from tests.server.house import FREE, Line, Person, Place, house
from trapoula.catalogue.entries import find
from trapoula.host.listings import listing_of
from trapoula.host.making import rows_of
from trapoula.host.routes import ROUTES
from trapoula.host.routes import find as find_route
from trapoula.room import commands, events
from trapoula.room.events import Row, Settings
from trapoula.room.room import MOST_ROWS, Room
from trapoula.room.wire import encode
from trapoula.server.people import digest
from trapoula.server.serve import tune_collector
from trapoula.server.upkeep import rate, update_tallies
from trapoula.stats.tally import A_DAY

MOST = 0.050  # seconds of processor time
PLAYERS = 20_000
LOYAL = "loyal".ljust(43, "0")  # the cookie of one who has played a tenth of all rounds
NEW = "newcomer".ljust(43, "0")
DAY = 86_400.0
TIMES = 5
LINGER = 0.2  # seconds that a room stays open: when somebody else comes it is opened anew
ROOM = "room{:07d}"
TODAY = datetime.now(UTC).date()
DAILY = f"/api/daily?from={TODAY - 6 * A_DAY}&today={TODAY}"
PATHS = (
    "/", "/api/me", "/api/push", "/api/games", "/api/games/klondike", "/api/rules/klondike",
    "/api/rules/klondike/pictures", "/api/odds", "/api/languages", "/api/texts/el", "/api/rooms",
    "/api/tables", "/api/stats", DAILY,
    "/api/stats/history", "/api/stats/history?game=take-that&limit=500",
)  # fmt: skip
NEWCOMER = "a newcomer"
THOUGHTS = {"hint", "why", "verdict", "fatal", "pick", "review"}  # other processes have them
THOUGHT_ABOUT = {
    ("POST", "/api/rooms/{room}/solution"), ("POST", "/api/rooms/{room}/level"), ("GET", "/api/solver"),
}  # fmt: skip
TABLE = {"again", "finish"}  # commands that name the last number
REFUSED = {"back", "finish"}  # for want of somebody who was away, and of a game that is nearly won
PUSH = {
    "endpoint": "https://updates.push.services.mozilla.com/x", "p256dh": "B" * 87, "auth": "A" * 22,
    "site": "https://cards.example",
}  # fmt: skip
HISTORY = [
    {
        "room": f"r{number}", "round": 1, "game": "golf", "options": {}, "seats": 1, "seat": 0,
        "deal": 7, "won": True, "score": 3, "reason": "won", "seconds": 20.0, "moves": 12,
        "at": 1_700_000_000.0,
    }
    for number in range(10)
]  # fmt: skip
LONGEST = MOST_ROWS - 100  # rows of a log to which something can still be added
KINDS = ("undo", "again", "two")  # of rooms with long logs
PATIENCES, RIVALS = ("klondike", "golf", "spider", "freecell"), ("take-that", "triggs")


def player(number: int) -> str:
    """The id of one of those who have played here."""
    return digest(LOYAL) if number == 0 else digest(f"player {number}")


def who(dice: random.Random) -> str:
    """Somebody, most often one who plays a lot."""
    return player(0 if dice.random() < 0.1 else 1 + int(PLAYERS * dice.random() ** 3))


def room_rows(number: int, now: float) -> tuple[Room, list[Row]]:
    """A small room that can be opened, and its log."""
    game, host = PATIENCES[number % len(PATIENCES)], player(number % PLAYERS)
    create = events.Create(
        game=game, options=dict(find(game).settle({})), seats=1, settings=Settings(), by=host,
        deal=1 + number % 1000,
    )  # fmt: skip
    happened = [
        create,
        events.Sit(seat=0, name=f"N{number % PLAYERS}", by=host),
        events.Start(by=host),
    ]
    rows = [Row(n, now + n, events.write(one)) for n, one in enumerate(happened, 1)]
    return Room.rebuild(f"room{number:07d}", rows), rows


def long_log(rows: int, kind: str = "undo", host: str = "anna") -> list[Row]:
    """A patience back and forth, a patience dealt again and again, or a table for two."""
    two = kind == "two"
    game, seats = ("take-that", 2) if two else ("klondike", 1)
    create = events.Create(game=game, options={}, seats=seats, settings=Settings(), by=host, deal=1)
    room = Room.new("r", 0.0, create)
    for seat in range(seats):
        room.apply(
            room.number + 1, 0.0, events.Sit(seat=seat, name=f"N{seat}", by=host, also=seat > 0)
        )
    room.apply(room.number + 1, 0.0, events.Start(by=host))
    while room.number < rows:
        room.apply(room.number + 1, room.at + 1, _more(room, kind, host))
    return rows_of(room)


def _more(room: Room, kind: str, host: str) -> events.AnyEvent:
    """What happens next in a long log."""
    session, turn = room.session, room.turn
    assert session is not None
    if kind == "two" and turn is not None:
        return events.Act(seat=turn, action=session.legal(turn)[-1], by=host)
    if kind == "two" or (kind == "again" and session.steps):
        return events.Again(deal=1 + room.rounds, by=host)
    if session.steps > 20 and room.number % 2:
        return events.Undo(seat=0, by=host)
    return events.Act(seat=0, action=session.legal()[0], by=host)


def rooms(count: int, now: float, dice: random.Random) -> Iterator[tuple[Any, ...]]:
    """The rooms' rows, each with its log: like one of a few, under other names."""
    kinds = [room_rows(number, 0.0) for number in range(40)]
    for number in range(count):
        room, log = kinds[number % len(kinds)]
        one = listing_of(room)
        made = now - dice.random() * 5 * 365 * DAY
        phase = "over" if number % 20 else ("playing", "waiting")[number % 40 == 0]
        host = player(0) if number % 1000 == 0 else player(number % PLAYERS)
        lobby = int(number % 10 == 0)
        yield (
            (
                f"room{number:07d}",
                one.game,
                one.seats,
                host,
                lobby,
                phase,
                made,
                encode(one.told).decode(),
                made,
                0,
            ),
            [(f"room{number:07d}", row.number, made + row.number, row.body) for row in log],
        )


def results(count: int, now: float, dice: random.Random) -> Iterator[list[tuple[Any, ...]]]:
    """The results of finished rounds: nine patiences, then a table of rivals."""
    for number in range(count):
        at, room = now - (count - number) * 5 * 365 * DAY / count, f"room{number % 500_000:07d}"
        if number % 10:
            won = dice.random() < 0.3
            yield [(
                who(dice), room, 1 + number // 500_000, 0, dice.choice(PATIENCES), "{}", 1, number, int(won),
                dice.randrange(60), "won" if won else "stuck", 60.0, 80, at, 0, 0, "chance", "",
            )]  # fmt: skip
            continue
        here = list(dict.fromkeys(who(dice) for _ in range(3)))
        scores = [dice.randrange(40) for _ in here]
        mates = [
            {"who": one, "name": one[:6], "won": score == max(scores), "score": score}
            for one, score in zip(here, scores, strict=True)
        ]
        mates.append({"who": "bot strong", "level": "strong", "won": False})
        company = json.dumps({"rivals": True, "mates": mates}, separators=(",", ":"))
        yield [
            (
                one, room, 1 + number // 500_000, seat, RIVALS[number % 20 == 0], "{}", len(mates), None,
                int(mates[seat]["won"]), scores[seat], "out", 300.0, 40, at, 0, 0, "chance", company,
            )
            for seat, one in enumerate(here)
        ]  # fmt: skip


def insert(file: sqlite3.Connection, room: tuple[Any, ...], log: list[tuple[Any, ...]]) -> None:
    """Write a room, its log and its host's seat."""
    file.execute(
        """INSERT INTO rooms (id, game, seats, host, lobby, phase, created, summary, visited, fresh)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
        room,
    )
    file.executemany("INSERT INTO log VALUES (?, ?, ?, ?)", log)
    file.execute(
        "INSERT INTO members (player, room, since, ended) VALUES (?, ?, ?, ?)",
        (room[3], room[0], room[6], int(room[5] == "over")),
    )


def add_long_rooms(file: sqlite3.Connection, now: float, rows: int) -> None:
    """Rooms of the most loyal player with logs of so many rows."""
    for kind in KINDS:
        log = long_log(rows, kind, player(0))
        one = listing_of(Room.rebuild(kind, log))
        told, made = encode(one.told).decode(), now - DAY
        room = (kind, one.game, one.seats, one.host, 0, one.phase, made, told, now, 0)
        insert(file, room, [(kind, row.number, made + row.number, row.body) for row in log])


async def age(path: Path, count: int, ended: int, rows: int = LONGEST) -> None:
    """Fill a new database, then let the server bring its figures up to date as after a migration."""
    async with house(str(path)):
        pass
    now, dice, begun = time.time(), random.Random(1), time.monotonic()
    file = sqlite3.connect(path, isolation_level=None)
    file.execute("PRAGMA synchronous = OFF")
    file.execute("BEGIN")
    for room, log in rooms(count, now, dice):
        insert(file, room, log)
    add_long_rooms(file, now, rows)
    for number in range(PLAYERS):
        file.execute("INSERT INTO players VALUES (?, ?, ?)", (player(number), f"N{number}", now))
        file.execute(
            "INSERT INTO tokens VALUES (?, ?, ?)", (f"token {number}", player(number), now)
        )
    for row in results(ended, now, dice):
        file.executemany(
            f"INSERT OR IGNORE INTO results ({_COLUMNS}) VALUES ({', '.join('?' * 18)})", row
        )
        if row[0][-1]:
            file.execute(
                "INSERT OR IGNORE INTO unrated VALUES (?, ?, ?, ?, ?)",
                (row[0][1], row[0][2], row[0][4], row[0][13], row[0][17]),
            )
    file.execute("COMMIT")
    file.close()
    print(f"written in {time.monotonic() - begun:.0f} s, {path.stat().st_size / 1e9:.2f} GB")


async def fill(path: Path) -> None:
    """Let the server add up what was written, as after a migration."""
    begun = time.monotonic()
    async with house(str(path)) as place:
        await update_tallies(place.house)
        await rate(place.house)
        print(f"added up in {time.monotonic() - begun:.0f} s")
        for kind in KINDS:
            begun = time.process_time()
            await place.person(LOYAL).get(f"/api/rooms/{kind}")
            took = 1000 * (time.process_time() - begun)
            print(f"{took:.0f} ms to open {kind} without a checkpoint")


class Tour:
    """Everything that can be asked and said, each with the processor time that it takes."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self.took: dict[str, list[float]] = {}
        self.asked: set[tuple[str, str]] = set()  # methods and paths of routes
        self.said: set[str] = set()  # commands

    async def timed(self, name: str, work: Awaitable[Any]) -> Any:
        """Do some work, and note what it took."""
        await asyncio.sleep(0.01)  # what went before is done
        begun = time.process_time()
        found = await work
        self.took.setdefault(name, []).append(time.process_time() - begun)
        return found

    async def ask(self, person: Person, method: str, path: str, who: str, **given: Any) -> Any:
        """Ask a path, which is answered well."""
        if path.startswith("/api/"):
            self.asked.add((method, find_route(method, path.partition("?")[0])[0].path))
        named = re.sub(r"/(rooms|replays|codes|devices)/[^/?]+", r"/\1/ID", path)
        named = named.partition("?before")[0]
        answer = await self.timed(f"{method} {named}, {who}", person.request(method, path, **given))
        assert answer.status_code < 400, (method, path, answer.text)
        kind = answer.headers.get("content-type", "")
        return answer.json() if kind.startswith("application/json") else answer.text

    async def say(self, line: Line, type_: str, where: str, **fields: Any) -> Any:
        """Say a command, which is done."""
        self.said.add(type_)
        told = await self.timed(f"{type_}, {where}", line.ask(type_, **fields))
        assert told["type"] != "error" or type_ in REFUSED, (type_, where, told)
        return told

    async def all(self, token: str, who: str, turn: int) -> None:
        """Everything, as one person; the loyal one's own tables too."""
        person, store = self._place.person(token), f"Name {turn}"
        for path in PATHS:
            await self.ask(person, "GET", path, who)
        await self.ask(person, "PATCH", "/api/me", who, json={"name": store})
        await self._devices(person, who)
        await self._alone(person, who)
        await self._several(person, who)
        await self._results(person, who)
        rooms = [(ROOM.format(turn), "an old room"), *((kind, f"{kind}, long") for kind in KINDS)]
        for room, kind in rooms:
            await self._at(person, room, f"{kind}, {who}", own=token == LOYAL and room in KINDS)

    async def _devices(self, person: Person, who: str) -> None:
        link = (await self.ask(person, "POST", "/api/me/link", who))["link"]
        await self.timed(f"POST /link/ID, {who}", self._place.person().request("POST", link))
        for one in (await self.ask(person, "GET", "/api/me/devices", who))["devices"]:
            await self.ask(person, "DELETE", f"/api/me/devices/{one['device']}", who)
        await self.ask(person, "POST", "/api/push", who, json=PUSH)
        old = {"endpoint": PUSH["endpoint"]}
        await self.ask(person, "DELETE", "/api/push", who, json=old)

    async def _alone(self, person: Person, who: str) -> None:
        """A new patience, its record and its end."""
        wanted = {"game": "klondike", "deal": 1}
        made = await self.ask(person, "POST", "/api/rooms", who, json=wanted)
        here, number = f"/api/rooms/{made['room']}", made["number"]
        act = {"type": "act", "id": "first", "number": number, "action": "turn"}
        await self.ask(person, "POST", f"{here}/log", who, json={"said": [act]})
        await self._at(person, made["room"], f"a new room, {who}", own=True)
        await self.ask(person, "PATCH", here, who, json={"label": "mine"})
        record = await self.ask(person, "GET", f"{here}/record", who)
        name = (await self.ask(person, "POST", "/api/replays", who, content=record))["replay"]
        await self.ask(person, "GET", f"/api/replays/{name}", who)
        await self.ask(person, "GET", f"/api/replays/{name}/steps?to=100", who)
        await self.ask(person, "DELETE", here, who)

    async def _several(self, person: Person, who: str) -> None:
        """A table with another person and a bot, from its chairs to its second round."""
        wanted = {"game": "take-that", "seats": 3, "talk": "chat", "clock": 86_400}
        made = await self.ask(person, "POST", "/api/rooms", who, json=wanted)
        room, where, other = made["room"], f"a table for several, {who}", self._place.person()
        line, guest = await person.line(room), await other.line(room)
        code = (await self.ask(person, "POST", f"/api/rooms/{room}/code", who))["code"]
        await self.ask(other, "GET", f"/api/codes/{code}", who)
        steps: list[tuple[Line, str, dict[str, Any]]] = [
            (guest, "sit", {"seat": 2}), (guest, "stand", {}), (guest, "sit", {"seat": 1}),
            (line, "bot", {"seat": 2, "level": "random"}), (line, "remove", {"seat": 2}),
            (line, "bot", {"seat": 2, "level": "random"}), (line, "start", {}),
            (line, "tips", {}), (line, "say", {"text": "hello"}), (line, "holiday", {"days": 1}),
            (line, "back", {}), (line, "vote", {"end": True}), (guest, "vote", {"end": True}),
            (line, "show", {"round": 1, "step": 0}), (line, "again", {}),
            (guest, "wish", {"matter": "again", "yes": False}), (line, "again", {}),
            (guest, "again", {}), (line, "finish", {}),
        ]  # fmt: skip
        for one, type_, fields in steps:
            now = await one.ask("look", seat=None)
            more = {"number": now["number"]} if type_ in TABLE else {}
            await self.say(one, type_, where, **fields, **more)
        await self.ask(person, "GET", f"/api/rooms/{room}/rounds", who)
        await self.ask(person, "GET", "/api/tables", who)
        made = await person.make("the-game", seats=3)
        to = f"/api/rooms/{made['room']}/invite"
        assert await self.ask(person, "POST", to, who, json={"people": room})
        for one in (line, guest):
            await one.cut()
        await person.request("DELETE", f"/api/rooms/{made['room']}")

    async def _results(self, person: Person, who: str) -> None:
        """Where all results are told, it takes the longer the more there are, and is charged so: of few."""
        if who == NEWCOMER:
            kept = await self.ask(person, "GET", "/api/stats/export.json", who)
            await self.ask(person, "POST", "/api/stats", who, json={**kept, "history": HISTORY})
            await self.ask(person, "DELETE", "/api/stats?game=golf", who)
            await self.ask(person, "DELETE", "/api/stats", who)

    async def _at(self, person: Person, room: str, where: str, *, own: bool) -> None:
        """Everything that is said to one table, and asked about it."""
        await self.ask(person, "GET", f"/api/rooms/{room}", where)
        line = await self.timed(f"a socket, {where}", person.line())
        here = await self.say(line, "enter", where, room=room)
        seat = here["table"]["turn"] if room == "two" and own else None
        here = await self.say(line, "look", where, seat=seat)
        await self.say(line, "ping", where)
        if own:
            legal = here["table"]["legal"]
            action = "turn" if "turn" in legal else legal[0]
            here = await self.say(line, "act", where, number=here["number"], action=action)
        if own and room != "two":
            for type_ in ("undo", "redo", "restart"):
                told = await self.say(line, type_, where, number=here["number"])
                here = told if "number" in told else here
            await self.say(line, "pause", where)
            for rest in ("log", "record"):
                await self.ask(person, "GET", f"/api/rooms/{room}/{rest}", where)
            await self.ask(person, "POST", f"/api/rooms/{room}/share", where)
        for type_ in ("drop", "leave"):
            await self.say(line, type_, where)
        await line.cut()


def left_out(tour: Tour) -> set[Any]:
    """What can be asked or said, and was not on a tour."""
    routes = {(route.method, route.path) for route in ROUTES}
    said = {type_.__struct_config__.tag for type_ in get_args(commands.Said)}
    return (routes - tour.asked - THOUGHT_ABOUT) | (said - tour.said - THOUGHTS)


async def measure(path: Path) -> dict[str, float]:
    """The processor time of everything that can be asked, in seconds: the middle of some times."""
    async with house(str(path), limits=replace(FREE, linger=LINGER)) as place:
        tune_collector()  # as servers do
        tour = Tour(place)
        for turn in range(TIMES):
            for token, who in ((LOYAL, "the most loyal player"), (NEW, NEWCOMER)):
                await tour.all(token, who, turn)
            await tour.timed("GET /health", place.http.get("/health"))
            await tour.timed("rating what ended", rate(place.house))
        assert not left_out(tour)
    return {name: statistics.median(times) for name, times in tour.took.items()}


def main() -> int:
    """Make the database, measure, report; an error when something takes too long."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rooms", type=int, default=500_000)
    parser.add_argument("--rounds", type=int, default=1_000_000)
    parser.add_argument("--keep", help="a folder that keeps the database for the next time")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as passing:
        path = Path(given.keep or passing) / "trapoula.db"
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            asyncio.run(age(path, given.rooms, given.rounds))
            asyncio.run(fill(path))
        took = asyncio.run(measure(path))
    for name, seconds in sorted(took.items(), key=lambda one: -one[1]):
        print(f"{1000 * seconds:7.1f} ms  {name}")
    slow = [name for name, seconds in took.items() if seconds > MOST]
    print(f"{len(took)} questions, {len(slow)} over {1000 * MOST:.0f} ms")
    return 1 if slow else 0


_COLUMNS = """player, room, round, seat, game, options, seats, deal, won, score, reason, seconds,
    moves, at, hints, undos, cards, company"""

if __name__ == "__main__":
    sys.exit(main())
