"""The questions the server asks and the changes it makes, in words."""

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
LATEST_ENDED = 1000  # rooms of a player whose game is over, among which tables are looked for
MOST_AT_ONCE = 500  # rooms, when they are swept
MOST_PUSHES = 20  # browsers of a player
MOST_REPLAYS = 500  # of a player; the oldest make way
UNPLAYED = 3  # rows of a room in which nothing was played yet
_OPEN = "phase IN ('waiting', 'playing')"
_UNTOUCHED = f"""fresh = 1 AND {_OPEN} AND created < ? AND visited < ?
    AND (SELECT max(number) FROM log WHERE room = rooms.id) <= {UNPLAYED}"""


class Kept(NamedTuple):
    """A checkpoint of a room."""

    number: int  # of the row it stands for
    rules: str  # the digest of those it was made by
    body: bytes


class Store:
    """The log and what goes with it."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.figures = Figures(database)

    # --- rooms -----------------------------------------------------------------------------------

    async def make_room(
        self, rows: Sequence[Row], listing: Listing, member: Step, results: Sequence[Step] = ()
    ) -> None:
        """A new room with its first rows."""
        steps = [(BEGIN, (listing.room, *row)) for row in rows]
        first = _listed_first(listing, fresh=len(rows) <= UNPLAYED)
        change = Change([first, *steps, member, *results])
        if not await self.database.commit(change) and await self.rows(listing.room) != [*rows]:
            raise RuntimeError("two rooms have the same name")

    def list_room(self, listing: Listing) -> Step:
        """The step that keeps what the lobby says of a room."""
        told = encode(listing.told).decode()
        return LIST, (listing.room, listing.host, listing.phase, told, listing.rings)

    def member(self, room: str, player: PlayerId, at: float) -> Step:
        """The step that remembers that a player sat in a room."""
        return (
            """INSERT INTO members (player, room, since) VALUES (?, ?, ?)
            ON CONFLICT (player, room) DO UPDATE SET invited = ''""",
            (player, room, at),
        )

    async def invite(self, player: PlayerId, room: str, by: str, at: float) -> bool:
        """Put a room among the tables of a player whom somebody invites; False: it is there already."""
        step: Step = (
            """INSERT INTO members (player, room, since, invited) VALUES (?, ?, ?, ?)
            ON CONFLICT DO NOTHING""",
            (player, room, at, by),
        )
        return await self.database.commit(Change([step]))

    def beside(self, before: Room, room: Room, event: AnyEvent) -> list[Step]:
        """The steps that go with an event's row: the lobby's summary, members and results."""
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
        """Add a row after the one before it; False when others were first, or the room is gone."""
        steps = [(APPEND, (room, *row)), *also]
        return self.database.commit(Change(steps, f"e {room} {row.number}"))

    async def rows(self, room: str, after: int = 0, most: int = MOST_ROWS) -> list[Row]:
        """The rows of a log after a number."""
        asked = (
            "SELECT number, at, body FROM log WHERE room = ? AND number > ? ORDER BY number LIMIT ?"
        )
        found = await self.database.query(asked, room, after, most)
        return [Row(number, at, bytes(body)) for number, at, body in found]

    async def checkpoint(self, room: str) -> Kept | None:
        """The room as it stood after a row, if that was kept."""
        asked = "SELECT number, rules, body FROM checkpoints WHERE room = ?"
        found = await self.database.query(asked, room)
        return Kept(found[0][0], found[0][1], bytes(found[0][2])) if found else None

    async def keep_checkpoint(self, room: str, kept: Kept) -> None:
        """Keep a room as it stood, unless it is kept as it stood later by the same rules."""
        step = (
            """INSERT INTO checkpoints (room, number, rules, body) VALUES (?, ?, ?, ?)
            ON CONFLICT (room) DO UPDATE SET
            number = excluded.number, rules = excluded.rules, body = excluded.body
            WHERE checkpoints.number < excluded.number OR checkpoints.rules <> excluded.rules""",
            (room, *kept),
        )
        await self.database.commit(Change([step]))

    async def drop_checkpoint(self, room: str) -> None:
        """Forget a checkpoint that does not fit its log."""
        step = ("DELETE FROM checkpoints WHERE room = ?", (room,))
        await self.database.commit(Change([step]))

    async def delete_room(self, room: str) -> bool:
        """Forget a room and its log; results stay. False: there was none."""
        step = ("DELETE FROM rooms WHERE id = ?", (room,))
        return await self.database.commit(Change([step], f"d {room} 0"))

    async def visit_rooms(self, rooms: Iterable[str], at: float) -> None:
        """Remember when somebody was last in some rooms."""
        for room in rooms:
            step = ("UPDATE rooms SET visited = ? WHERE id = ?", (at, room))
            await self.database.commit(Change([step]))

    async def ringing(self, now: float, most: int) -> list[tuple[str, float]]:
        """Rooms that somebody must see to by now, each with the time it was due."""
        found = await self.database.query(
            "SELECT id, rings FROM rooms WHERE rings > 0 AND rings <= ? ORDER BY rings LIMIT ?",
            now,
            most,
        )
        return [(room, rings) for room, rings in found]

    async def answer_ring(self, room: str, rings: float, until: float) -> bool:
        """See to a room that was due at that time, again at another. False: another process does."""
        step = ("UPDATE rooms SET rings = ? WHERE id = ? AND rings = ?", (until, room, rings))
        return await self.database.commit(Change([step]))

    async def untouched_rooms(self, before: float) -> list[str]:
        """Some rooms where nothing was ever played and nobody has been for long."""
        found = await self.database.query(
            f"SELECT id FROM rooms WHERE {_UNTOUCHED} LIMIT ?", before, before, MOST_AT_ONCE
        )
        return [room for (room,) in found]

    async def sweep_room(self, room: str, before: float) -> bool:
        """Forget a room if it still is untouched."""
        step = (f"DELETE FROM rooms WHERE id = ? AND {_UNTOUCHED}", (room, before, before))
        return await self.database.commit(Change([step], f"d {room} 0"))

    async def lobby(self, most: int) -> list[Summary]:
        """The tables that everyone may find: those that wait, then those being played, newest first."""
        asked = f"{_SUMMARIES} WHERE lobby = 1 AND phase = ? ORDER BY created DESC LIMIT ?"
        found = await self.database.query(asked, "waiting", most)
        if len(found) < most:
            found += await self.database.query(asked, "playing", most - len(found))
        return _summaries(found)

    async def rooms_of(self, player: PlayerId, most: int) -> list[Summary]:
        """The rooms that a player can go on in, newest first."""
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
        """The rooms for several where a player sat and a round is over, newest first."""
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
        """How many unfinished rooms a player hosts: alone, and for several."""
        found = await self.database.query(
            f"SELECT seats = 1, count(*) FROM rooms WHERE host = ? AND {_OPEN} GROUP BY 1",
            player,
        )
        counts = {bool(alone): int(count) for alone, count in found}
        return counts.get(True, 0), counts.get(False, 0)

    async def oldest_rooms(
        self, player: PlayerId, *, alone: bool, most: int
    ) -> list[tuple[str, str]]:
        """Unfinished rooms that a player hosts and has not touched for longest, each with its game."""
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
        """Remember what a player calls a table, and whether it is put away. False: it is none of theirs."""
        step = (
            """UPDATE members SET label = coalesce(?, label), closed = coalesce(?, closed)
            WHERE player = ? AND room = ?""",
            (label, None if closed is None else int(closed), player, room),
        )
        return await self.database.commit(Change([step]))

    async def pulse(self, process: str, now: float) -> bool:
        """Whether what a process writes now can be read again; others' old marks are wiped away."""
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
        """Whose token this is, when it was carried over by a link."""
        found = await self.database.query("SELECT player FROM tokens WHERE token = ?", token)
        return found[0][0] if found else None

    async def name_of(self, player: PlayerId) -> str | None:
        """The name that a player chose."""
        found = await self.database.query("SELECT name FROM players WHERE id = ?", player)
        return found[0][0] if found else None

    async def rename(self, player: PlayerId, name: str, at: float) -> None:
        """Remember the name that a player chose."""
        step = (
            """INSERT INTO players (id, name, created) VALUES (?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET name = excluded.name""",
            (player, name, at),
        )
        await self.database.commit(Change([step]))

    async def make_link(self, token: str, player: PlayerId, expires: float, now: float) -> None:
        """A link that carries an identity over, once."""
        await self.database.commit(Change([("DELETE FROM links WHERE expires < ?", (now,))]))
        step = (
            "INSERT INTO links (token, player, expires) VALUES (?, ?, ?)",
            (token, player, expires),
        )
        await self.database.commit(Change([step]))

    async def use_link(self, link: str, token: str, now: float) -> PlayerId | None:
        """The player whose identity a link carries, now also under a new token; None if it is spent."""
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
        """The tokens that links have tied to a player, each with its time, the newest first."""
        found = await self.database.query(
            "SELECT token, created FROM tokens WHERE player = ? ORDER BY created DESC, token",
            player,
        )
        return [(token, created) for token, created in found]

    async def untie(self, player: PlayerId, token: str) -> bool:
        """Let a token stand for itself again. False: it was not tied to that player."""
        step = ("DELETE FROM tokens WHERE token = ? AND player = ?", (token, player))
        return await self.database.commit(Change([step], f"t {token} {player}"))

    # --- push ------------------------------------------------------------------------------------

    async def secret(self, name: str, fresh: str) -> str:
        """What the processes of this database share under a name; the fresh one where there is none."""
        step = (
            "INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING",
            (name, fresh),
        )
        await self.database.commit(Change([step]))
        found = await self.database.query("SELECT value FROM secrets WHERE name = ?", name)
        value: str = found[0][0]
        return value

    async def keep_push(self, one: Subscription, at: float) -> None:
        """Tell a browser from now on; a player has so many, and the oldest make way."""
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
        """Tell a browser no longer; of a player, if one is named."""
        step: Step = ("DELETE FROM pushes WHERE endpoint = ?", (endpoint,))
        if player is not None:
            step = "DELETE FROM pushes WHERE endpoint = ? AND player = ?", (endpoint, player)
        await self.database.commit(Change([step]))

    async def pushes_of(self, players: Sequence[PlayerId], room: str) -> list[Subscription]:
        """The browsers of some players, of those who have not muted a room."""
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
        """Whether a player is called to a table. False: it is none of theirs."""
        step = (
            "UPDATE members SET muted = ? WHERE player = ? AND room = ?",
            (int(muted), player, room),
        )
        return await self.database.commit(Change([step]))

    # --- codes -----------------------------------------------------------------------------------

    async def code_of(self, room: str, now: float) -> str | None:
        """The code that stands for a room."""
        found = await self.database.query(
            "SELECT code FROM codes WHERE room = ? AND expires > ?", room, now
        )
        return found[0][0] if found else None

    async def keep_code(self, code: str, room: str, expires: float, now: float) -> bool:
        """Let a code stand for a room until then. False: it stands for another."""
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
        """The room that a code stands for."""
        found = await self.database.query(
            "SELECT room FROM codes WHERE code = ? AND expires > ?", code, now
        )
        return found[0][0] if found else None

    # --- statistics ------------------------------------------------------------------------------

    async def results(
        self, player: PlayerId, *, game: str | None = None, before: float | None = None,
        most: int | None = None,
    ) -> list[Result]:  # fmt: skip
        """A player's finished games, newest first."""
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
        """What a player's finished games come to, and how many were read for it."""
        return await self.figures.tally(player)

    async def ladder(self, game: str, player: PlayerId) -> Ladder | None:
        """The ratings at a game as a player may see them; None where nobody is anybody's rival."""
        return await self.figures.ladder(game, player)

    async def bring(self, results: Sequence[Result]) -> None:
        """Keep results that a player brought; those that are known already stay as they are."""
        if results:
            new = [self.figures.result(result) for result in results]
            await self.database.commit(Change([*self.figures.recount(results[0].player), *new]))

    async def weigh(self, player: PlayerId, room: str, round_: int, level: str) -> None:
        """Keep how hard the deal of a finished round was."""
        await self.database.commit(Change([self.figures.weighed(player, room, round_, level)]))

    async def forget(self, player: PlayerId, game: str | None) -> int:
        """Forget a player's results of one game, or of all; how many."""
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
        """Keep a record under a name."""
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
        """Forget replays that were kept before a time."""
        step = ("DELETE FROM replays WHERE created < ?", (before,))
        await self.database.commit(Change([step]))

    async def replay(self, replay: str) -> str | None:
        """The record of a name."""
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
    """What the lobby says of some rooms; one whose summary is damaged is left out."""
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
