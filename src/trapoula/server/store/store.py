"""The server's queries and changes."""

from collections.abc import Awaitable, Iterable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec

from trapoula.host.listings import Listing, Summary, line_of, listing_of
from trapoula.room.events import Again, AnyEvent, PlayerId, Row, Sit
from trapoula.room.room import MOST_ROWS, Room
from trapoula.room.wire import encode
from trapoula.server.store.database import (
    APPEND,
    BEGIN,
    ENDED,
    LIST,
    PLAYED,
    Change,
    Database,
    Step,
)
from trapoula.server.store.figures import COLUMNS, Figures, results_of_rows
from trapoula.server.webpush import Subscription
from trapoula.stats.results import Result, results_of
from trapoula.stats.tally import Tally
from trapoula.stats.wire import Ladder

_RESULTS = f"SELECT {COLUMNS} FROM results WHERE player = ?"
_SUMMARIES = """SELECT rooms.id, rooms.game, rooms.phase, rooms.created, rooms.summary, rooms.host,
    (SELECT at FROM log WHERE room = rooms.id ORDER BY number DESC LIMIT 1) AS active,
    (SELECT max(number) FROM log WHERE room = rooms.id) FROM rooms"""
LATEST_ENDED = 1000  # finished rooms of a player that are searched for tables
MOST_AT_ONCE = 500  # rooms in one sweep
MOST_PUSHES = 20  # subscriptions of a player
MOST_REPLAYS = 500  # replays of a player; the oldest are deleted
UNPLAYED = 3  # rows of a room before the first action
_OPEN = "phase IN ('waiting', 'playing')"
_UNTOUCHED = f"""fresh = 1 AND {_OPEN} AND created < ? AND visited < ?
    AND (SELECT max(number) FROM log WHERE room = rooms.id) <= {UNPLAYED}"""


class Kept(NamedTuple):
    """A checkpoint of a room."""

    number: int  # the row it stands for
    rules: str  # digest of the rules that made it
    body: bytes


class Store:
    """The rooms, players and results in a database."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.figures = Figures(database)

    # --- rooms -----------------------------------------------------------------------------------

    async def make_room(
        self, rows: Sequence[Row], listing: Listing, member: Step, results: Sequence[Step] = ()
    ) -> None:
        """Store a new room with its first rows."""
        steps = [(BEGIN, (listing.room, *row)) for row in rows]
        first = _listed_first(listing, fresh=len(rows) <= UNPLAYED)
        change = Change([first, *steps, member, *results])
        if not await self.database.commit(change) and await self.rows(listing.room) != [*rows]:
            raise RuntimeError("two rooms have the same name")

    def list_room(self, listing: Listing) -> Step:
        """Return the step that stores a room's summary for the lobby."""
        told = encode(listing.told).decode()
        return LIST, (listing.room, listing.host, listing.phase, told, listing.rings)

    def member(self, room: str, player: PlayerId, at: float) -> Step:
        """Return the step that makes a player a member of a room."""
        return (
            """INSERT INTO members (player, room, since) VALUES (?, ?, ?)
            ON CONFLICT (player, room) DO UPDATE SET invited = ''""",
            (player, room, at),
        )

    async def invite(self, player: PlayerId, room: str, by: str, at: float) -> bool:
        """Store an invitation to a room. Return False if the player is a member or invited already."""
        step: Step = (
            """INSERT INTO members (player, room, since, invited) VALUES (?, ?, ?, ?)
            ON CONFLICT DO NOTHING""",
            (player, room, at, by),
        )
        return await self.database.commit(Change([step]))

    def beside(self, before: Room, room: Room, event: AnyEvent) -> list[Step]:
        """Return the steps that go with an event's row: lobby summary, members and results."""
        steps = []
        if room.resat or room.turn != before.turn:
            steps.append(self.list_room(listing_of(room)))
        if isinstance(event, Sit):
            steps.append(self.member(room.id, event.by, room.at))
        if room.number == UNPLAYED + 1:
            steps.append((PLAYED, (room.id,)))
        was_over, over = before.sitting.phase == "over", room.sitting.phase == "over"
        if over != was_over:
            steps.append((ENDED, (room.id, int(over))))
        if over and not was_over:
            steps += self.figures.ended(results_of(room))
        elif was_over and not over and not isinstance(event, Again):
            steps += self.figures.taken_back(room.id, room.sitting.round)
        return steps

    def append(self, room: str, row: Row, also: Iterable[Step] = ()) -> Awaitable[bool]:
        """Append a row. Returns False if another process was first or the room is gone."""
        steps = [(APPEND, (room, *row)), *also]
        return self.database.commit(Change(steps, f"e {room} {row.number}"))

    async def rows(self, room: str, after: int = 0, most: int = MOST_ROWS) -> list[Row]:
        """Return the rows of a log after a number."""
        asked = (
            "SELECT number, at, body FROM log WHERE room = ? AND number > ? ORDER BY number LIMIT ?"
        )
        found = await self.database.query(asked, room, after, most)
        return [Row(number, at, bytes(body)) for number, at, body in found]

    async def checkpoint(self, room: str) -> Kept | None:
        """Return a room's checkpoint, if there is one."""
        asked = "SELECT number, rules, body FROM checkpoints WHERE room = ?"
        found = await self.database.query(asked, room)
        return Kept(found[0][0], found[0][1], bytes(found[0][2])) if found else None

    async def keep_checkpoint(self, room: str, kept: Kept) -> None:
        """Store a checkpoint, unless there is a later one by the same rules."""
        step = (
            """INSERT INTO checkpoints (room, number, rules, body) VALUES (?, ?, ?, ?)
            ON CONFLICT (room) DO UPDATE SET
            number = excluded.number, rules = excluded.rules, body = excluded.body
            WHERE checkpoints.number < excluded.number OR checkpoints.rules <> excluded.rules""",
            (room, *kept),
        )
        await self.database.commit(Change([step]))

    async def drop_checkpoint(self, room: str) -> None:
        """Delete a checkpoint that does not fit its log."""
        step = ("DELETE FROM checkpoints WHERE room = ?", (room,))
        await self.database.commit(Change([step]))

    async def delete_room(self, room: str) -> bool:
        """Delete a room and its log; results stay. Return False if there was none."""
        step = ("DELETE FROM rooms WHERE id = ?", (room,))
        return await self.database.commit(Change([step], f"d {room} 0"))

    async def visit_rooms(self, rooms: Iterable[str], at: float) -> None:
        """Store when rooms were last visited."""
        for room in rooms:
            step = ("UPDATE rooms SET visited = ? WHERE id = ?", (at, room))
            await self.database.commit(Change([step]))

    async def ringing(self, now: float, most: int) -> list[tuple[str, float]]:
        """Return rooms whose alarm is due, with the time it was set for."""
        found = await self.database.query(
            "SELECT id, rings FROM rooms WHERE rings > 0 AND rings <= ? ORDER BY rings LIMIT ?",
            now,
            most,
        )
        return [(room, rings) for room, rings in found]

    async def answer_ring(self, room: str, rings: float, until: float) -> bool:
        """Move a room's alarm. Return False if another process has done so."""
        step = ("UPDATE rooms SET rings = ? WHERE id = ? AND rings = ?", (until, room, rings))
        return await self.database.commit(Change([step]))

    async def untouched_rooms(self, before: float) -> list[str]:
        """Return some rooms that were never played and not visited for long."""
        found = await self.database.query(
            f"SELECT id FROM rooms WHERE {_UNTOUCHED} LIMIT ?", before, before, MOST_AT_ONCE
        )
        return [room for (room,) in found]

    async def sweep_room(self, room: str, before: float) -> bool:
        """Delete a room if it is still untouched."""
        step = (f"DELETE FROM rooms WHERE id = ? AND {_UNTOUCHED}", (room, before, before))
        return await self.database.commit(Change([step], f"d {room} 0"))

    async def lobby(self, most: int) -> list[Summary]:
        """Return the public tables: waiting ones first, then those in play, newest first."""
        asked = f"{_SUMMARIES} WHERE lobby = 1 AND phase = ? ORDER BY created DESC LIMIT ?"
        found = await self.database.query(asked, "waiting", most)
        if len(found) < most:
            found += await self.database.query(asked, "playing", most - len(found))
        return _summaries(found)

    async def rooms_of(self, player: PlayerId, most: int) -> list[Summary]:
        """Return a player's unfinished rooms, newest first."""
        found = await self.database.query(
            f"""{_SUMMARIES.removesuffix("FROM rooms")}, members.label, members.closed,
            members.muted, members.invited FROM rooms
            JOIN members ON members.room = rooms.id AND members.player = ? AND members.ended = 0
            WHERE phase <> 'over' ORDER BY active DESC LIMIT ?""",
            player,
            most,
        )
        return _summaries(found)

    async def standing_of(self, player: PlayerId, most: int) -> list[Summary]:
        """Return a player's shared rooms whose round is over, newest first."""
        found = await self.database.query(
            f"""{_SUMMARIES.removesuffix("FROM rooms")}, latest.label, latest.closed,
            latest.muted, latest.invited FROM rooms
            JOIN (SELECT * FROM members WHERE player = ? AND ended = 1
                ORDER BY since DESC LIMIT ?) AS latest ON latest.room = rooms.id
            WHERE phase = 'over' AND seats > 1 ORDER BY active DESC LIMIT ?""",
            player,
            LATEST_ENDED,
            most,
        )
        return _summaries(found)

    async def count_rooms(self, player: PlayerId) -> tuple[int, int]:
        """Return how many unfinished rooms a player hosts: solo, and shared."""
        found = await self.database.query(
            f"SELECT seats = 1, count(*) FROM rooms WHERE host = ? AND {_OPEN} GROUP BY 1",
            player,
        )
        counts = {bool(alone): int(count) for alone, count in found}
        return counts.get(True, 0), counts.get(False, 0)

    async def oldest_rooms(
        self, player: PlayerId, *, alone: bool, most: int
    ) -> list[tuple[str, str]]:
        """Return the hosted, unfinished rooms a player has not touched for longest, with their games."""
        found = await self.database.query(
            f"""SELECT id, game FROM ({_SUMMARIES.replace("rooms.host,", "rooms.host, rooms.seats,")}) AS own
            WHERE host = ? AND {_OPEN} AND (seats = 1) = ? ORDER BY active LIMIT ?""",
            player,
            alone,
            most,
        )
        return [(room, game) for room, game in found]

    async def keep_table(
        self, player: PlayerId, room: str, label: str | None, closed: bool | None
    ) -> bool:
        """Store a player's label for a table, and whether it is put away. False: no table of theirs."""
        step = (
            """UPDATE members SET label = coalesce(?, label), closed = coalesce(?, closed)
            WHERE player = ? AND room = ?""",
            (label, None if closed is None else int(closed), player, room),
        )
        return await self.database.commit(Change([step]))

    async def pulse(self, process: str, now: float) -> bool:
        """Return whether a mark of this process can be written and read. Also deletes old marks."""
        steps: list[Step] = [
            (
                """INSERT INTO pulse (process, at) VALUES (?, ?)
                ON CONFLICT (process) DO UPDATE SET at = excluded.at""",
                (process, now),
            ),
            ("DELETE FROM pulse WHERE at < ?", (now - 86_400.0,)),
        ]
        await self.database.commit(Change(steps))
        found = await self.database.query("SELECT at FROM pulse WHERE process = ?", process)
        return bool(found) and found[0][0] == now

    # --- people ----------------------------------------------------------------------------------

    async def player_of(self, token: str) -> PlayerId | None:
        """Return the player a link has tied a token to, if any."""
        found = await self.database.query("SELECT player FROM tokens WHERE token = ?", token)
        return found[0][0] if found else None

    async def name_of(self, player: PlayerId) -> str | None:
        """Return the name a player chose."""
        found = await self.database.query("SELECT name FROM players WHERE id = ?", player)
        return found[0][0] if found else None

    async def rename(self, player: PlayerId, name: str, at: float) -> None:
        """Store the name a player chose."""
        step = (
            """INSERT INTO players (id, name, created) VALUES (?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET name = excluded.name""",
            (player, name, at),
        )
        await self.database.commit(Change([step]))

    async def make_link(self, token: str, player: PlayerId, expires: float, now: float) -> None:
        """Store a link that carries an identity over, once."""
        await self.database.commit(Change([("DELETE FROM links WHERE expires < ?", (now,))]))
        step = (
            "INSERT INTO links (token, player, expires) VALUES (?, ?, ?)",
            (token, player, expires),
        )
        await self.database.commit(Change([step]))

    async def use_link(self, link: str, token: str, now: float) -> PlayerId | None:
        """Use up a link and tie a new token to its player. Return None if it is used up or expired."""
        found = await self.database.query(
            "SELECT player FROM links WHERE token = ? AND expires > ?", link, now
        )
        if not found:
            return None
        player: PlayerId = found[0][0]
        steps: list[Step] = [
            ("DELETE FROM links WHERE token = ?", (link,)),
            ("INSERT INTO tokens (token, player, created) VALUES (?, ?, ?)", (token, player, now)),
        ]
        return player if await self.database.commit(Change(steps)) else None

    async def tokens_of(self, player: PlayerId) -> list[tuple[str, float]]:
        """Return the tokens that links have tied to a player, with their times, newest first."""
        found = await self.database.query(
            "SELECT token, created FROM tokens WHERE player = ? ORDER BY created DESC, token",
            player,
        )
        return [(token, created) for token, created in found]

    async def untie(self, player: PlayerId, token: str) -> bool:
        """Untie a token from a player. Return False if it was not tied to them."""
        step = ("DELETE FROM tokens WHERE token = ? AND player = ?", (token, player))
        return await self.database.commit(Change([step], f"t {token} {player}"))

    # --- push ------------------------------------------------------------------------------------

    async def secret(self, name: str, fresh: str) -> str:
        """Return the secret of a name, shared by all processes. `fresh` is stored if there is none."""
        step = (
            "INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING",
            (name, fresh),
        )
        await self.database.commit(Change([step]))
        found = await self.database.query("SELECT value FROM secrets WHERE name = ?", name)
        value: str = found[0][0]
        return value

    async def keep_push(self, one: Subscription, at: float) -> None:
        """Store a subscription. A player's oldest ones over the limit are deleted."""
        step = (
            """INSERT INTO pushes (endpoint, player, p256dh, auth, lang, site, quiet, zone, since)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (endpoint) DO UPDATE SET
            player = excluded.player, p256dh = excluded.p256dh, auth = excluded.auth,
            lang = excluded.lang, site = excluded.site, quiet = excluded.quiet,
            zone = excluded.zone, since = excluded.since""",
            (*one, at),
        )
        oldest = (
            """DELETE FROM pushes WHERE player = ? AND endpoint NOT IN
            (SELECT endpoint FROM pushes WHERE player = ? ORDER BY since DESC LIMIT ?)""",
            (one.player, one.player, MOST_PUSHES),
        )
        await self.database.commit(Change([step, oldest]))

    async def drop_push(self, endpoint: str, player: PlayerId | None = None) -> None:
        """Delete a subscription; if a player is named, only theirs."""
        step: Step = ("DELETE FROM pushes WHERE endpoint = ?", (endpoint,))
        if player is not None:
            step = "DELETE FROM pushes WHERE endpoint = ? AND player = ?", (endpoint, player)
        await self.database.commit(Change([step]))

    async def pushes_of(self, players: Sequence[PlayerId], room: str) -> list[Subscription]:
        """Return the subscriptions of those players who have not muted a room."""
        marks = ", ".join("?" * len(players))
        found = await self.database.query(
            f"""SELECT endpoint, player, p256dh, auth, lang, site, quiet, zone FROM pushes
            WHERE player IN ({marks}) AND player NOT IN
            (SELECT player FROM members WHERE room = ? AND muted = 1)""",
            *players,
            room,
        )
        return [Subscription(*row) for row in found]

    async def mute_table(self, player: PlayerId, room: str, muted: bool) -> bool:
        """Store whether a player has muted a table. Return False if it is none of theirs."""
        step = (
            "UPDATE members SET muted = ? WHERE player = ? AND room = ?",
            (int(muted), player, room),
        )
        return await self.database.commit(Change([step]))

    # --- codes -----------------------------------------------------------------------------------

    async def code_of(self, room: str, now: float) -> str | None:
        """Return the valid code of a room."""
        found = await self.database.query(
            "SELECT code FROM codes WHERE room = ? AND expires > ?", room, now
        )
        return found[0][0] if found else None

    async def keep_code(self, code: str, room: str, expires: float, now: float) -> bool:
        """Store a code for a room. Return False if it belongs to another room."""
        old = (
            "DELETE FROM codes WHERE expires <= ? OR (room = ? AND code <> ?)",
            (now, room, code),
        )
        await self.database.commit(Change([old]))
        step = (
            """INSERT INTO codes (code, room, expires) VALUES (?, ?, ?)
            ON CONFLICT (code) DO UPDATE SET expires = excluded.expires
            WHERE codes.room = excluded.room""",
            (code, room, expires),
        )
        return await self.database.commit(Change([step]))

    async def room_of_code(self, code: str, now: float) -> str | None:
        """Return the room of a valid code."""
        found = await self.database.query(
            "SELECT room FROM codes WHERE code = ? AND expires > ?", code, now
        )
        return found[0][0] if found else None

    # --- statistics ------------------------------------------------------------------------------

    async def results(
        self, player: PlayerId, *, game: str | None = None, before: float | None = None,
        most: int | None = None,
    ) -> list[Result]:  # fmt: skip
        """Return a player's finished games, newest first."""
        statement, values = _RESULTS, [player]
        for condition, value in (("game = ?", game), ("at < ?", before)):
            if value is not None:
                statement += f" AND {condition}"
                values.append(value)  # type: ignore[arg-type]
        statement += " ORDER BY at DESC, room, round DESC"
        if most is not None:
            statement += f" LIMIT {most:d}"
        found = await self.database.query(statement, *values)
        return results_of_rows(found)

    async def tally(self, player: PlayerId) -> tuple[Tally, int]:
        """Return a player's tally, and the number of results read for it."""
        return await self.figures.tally(player)

    async def ladder(self, game: str, player: PlayerId) -> Ladder | None:
        """Return the ratings that a player can see, or None for a game without rivals."""
        return await self.figures.ladder(game, player)

    async def bring(self, results: Sequence[Result]) -> None:
        """Store imported results. Those that exist stay unchanged."""
        if results:
            new = [self.figures.result(result) for result in results]
            await self.database.commit(Change([*self.figures.recount(results[0].player), *new]))

    async def weigh(self, player: PlayerId, room: str, round_: int, level: str) -> None:
        """Store how hard the deal of a finished round was."""
        await self.database.commit(Change([self.figures.weighed(player, room, round_, level)]))

    async def forget(self, player: PlayerId, game: str | None) -> int:
        """Delete a player's results of one game, or of all. Return how many."""
        asked, values = "SELECT count(*) FROM results WHERE player = ?", [player]
        if game is not None:
            asked += " AND game = ?"
            values.append(game)
        found = await self.database.query(asked, *values)
        count = int(found[0][0]) if found else 0
        if count:
            await self.database.commit(Change(self.figures.forgotten(player, game)))
        return count

    # --- replays ---------------------------------------------------------------------------------

    async def keep_replay(self, replay: str, record: str, player: PlayerId, at: float) -> None:
        """Store a record under an id. A player's oldest ones over the limit are deleted."""
        step = (
            "INSERT INTO replays (id, record, player, created) VALUES (?, ?, ?, ?)",
            (replay, record, player, at),
        )
        oldest = (
            """DELETE FROM replays WHERE player = ? AND id NOT IN
            (SELECT id FROM replays WHERE player = ? ORDER BY created DESC, id LIMIT ?)""",
            (player, player, MOST_REPLAYS),
        )
        await self.database.commit(Change([step, oldest]))

    async def sweep_replays(self, before: float) -> None:
        """Delete replays from before a time."""
        step = ("DELETE FROM replays WHERE created < ?", (before,))
        await self.database.commit(Change([step]))

    async def replay(self, replay: str) -> str | None:
        """Return the record of a replay."""
        found = await self.database.query("SELECT record FROM replays WHERE id = ?", replay)
        return found[0][0] if found else None


def _listed_first(one: Listing, *, fresh: bool) -> Step:
    told, made = encode(one.told).decode(), one.created
    return (
        """INSERT INTO rooms
        (id, game, seats, host, lobby, phase, created, summary, visited, fresh, rings)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING""",
        (*one[:4], int(one.lobby), one.phase, made, told, made, int(fresh), one.rings),
    )


def _summaries(rows: Iterable[tuple[Any, ...]]) -> list[Summary]:
    """Return rooms' summaries for the lobby, without damaged ones."""
    found = []
    for row in rows:
        with suppress(ValueError, KeyError, TypeError):
            line_of(one := _summary(row), "", mine=False)
            found.append(one)
    return found


_read_summary = msgspec.json.Decoder(dict[str, Any]).decode


def _summary(row: tuple[Any, ...]) -> Summary:
    own = (row[8], *map(bool, row[9:11]), row[11]) if len(row) > 8 else ("", False, False, "")
    return Summary._make((*row[:4], _read_summary(row[4]), *row[5:8], *own))
