"""The logs, results and replays of a device, in its storage."""

import json
import secrets
from collections.abc import Iterable
from typing import Any

from trapoula.host.listings import Listing, Summary, listing_of
from trapoula.host.making import rows_of
from trapoula.host.names import Person, made_up
from trapoula.local.storage import Change, Storage
from trapoula.room import commands, events
from trapoula.room.errors import Failed, NoRoom
from trapoula.room.events import PlayerId, Row
from trapoula.room.room import Room
from trapoula.stats import statistics
from trapoula.stats.results import Result, results_of
from trapoula.stats.tally import Tally, tally_of
from trapoula.stats.wire import Ladder

ME = "me"
MOST_REPLAYS = 200  # the oldest are deleted


class Store:
    """The data of one person on one device."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    # --- the person ------------------------------------------------------------------------------

    async def me(self) -> Person:
        """Return the person of this device. A new one is stored."""
        for _ in range(2):
            found = await self._storage.read(ME)
            if found:
                kept = json.loads(found[0][1])
                return Person(kept["id"], kept["name"] or made_up(kept["id"]), bool(kept["name"]))
            new = json.dumps({"id": secrets.token_hex(20), "name": ""})
            await self._change([Change("new", ME, new)])
        raise Failed("It could not be stored.")

    async def rename(self, person: Person) -> None:
        """Store the person's name."""
        await self._change([Change("put", ME, json.dumps({"id": person.id, "name": person.name}))])

    # --- rooms -----------------------------------------------------------------------------------

    async def rows(self, room: str) -> list[Row]:
        """Return the log of a room, empty if there is none."""
        found = await self._storage.read(f"row/{room}/")
        return [_read_row(key, text) for key, text in found]

    async def make(self, room: Room) -> None:
        """Store a new room."""
        rows = [Change("new", _row(room.id, row.number), _write_row(row)) for row in rows_of(room)]
        if not await self._change([*rows, self._listed(room), *self._ended(room)]):
            raise Failed("It could not be stored.")

    async def append(self, before: Room, room: Room, owed: str = "") -> bool:
        """Append the last row, with the command that a server does not have yet.

        Return False if another page was first or the room is gone."""
        event = room.log.last[1]
        was_over, over = before.sitting.phase == "over", room.sitting.phase == "over"
        also: list[Change] = []
        if over and not was_over:
            also += self._ended(room)
        elif was_over and not over and not isinstance(event, events.Again):
            also.append(Change("gone", _result(room.id, room.sitting.round)))
        if owed:
            also.append(Change("new", _owed(room.id, room.number, event.id), owed))
        row = Row(room.number, room.at, events.write(event))
        return await self._change(
            [
                Change("has", _row(room.id, before.number)),
                Change("new", _row(room.id, room.number), _write_row(row)),
                Change("put", f"room/{room.id}", _write_listing(room)),
                *also,
            ]
        )

    async def delete(self, room: str) -> None:
        """Delete a room with its log; its results stay."""
        if not await self._change(
            [
                Change("has", _row(room, 1)),
                *(Change("gone", f"{kind}/{room}") for kind in ("room", "own")),
                *(Change("gone", f"{kind}/{room}/") for kind in ("row", "owed")),
            ]
        ):
            raise NoRoom("There is no such room, or it is not for you.")

    async def owed(self, room: str) -> list[tuple[int, commands.Logged]]:
        """Return the commands that a server does not have yet, with their numbers here."""
        found = await self._storage.read(f"owed/{room}/")
        return [(int(key.split("/")[2]), commands.read_logged(text)) for key, text in found]

    async def replace(self, room: Room, owed: Iterable[tuple[int, commands.Logged]]) -> None:
        """Replace a room by a server's version, with the commands that the server does not have yet."""
        rows = [Change("put", _row(room.id, row.number), _write_row(row)) for row in rows_of(room)]
        said = [
            Change("put", _owed(room.id, number, one.id), commands.write(one).decode())
            for number, one in owed
        ]
        gone = [Change("gone", f"{kind}/{room.id}/") for kind in ("row", "owed")]
        await self._change([*gone, *rows, *said, self._listed(room)])

    async def forget_tables(self, before: float) -> None:
        """Delete copies of a server's tables that are untouched since then and owe it no commands."""
        waiting = {key.split("/")[1] for key, _ in await self._storage.read("owed/")}
        for key, text in await self._storage.read("room/"):
            room = key.removeprefix("room/")
            if room not in waiting and json.loads(text)["active"] < before:
                await self.delete(room)

    async def standing_of(self, player: PlayerId, most: int) -> list[Summary]:
        """Return no tables: no other player can return to one here."""
        return []

    async def mute_table(self, player: PlayerId, room: str, muted: bool) -> bool:
        """Return False: this device sends no notifications."""
        return False

    async def keep_table(
        self, player: PlayerId, room: str, label: str | None, closed: bool | None
    ) -> bool:
        """Label a table, or put it away. Return False if there is no such table."""
        own = await self._own()
        now = own.get(room, {"label": "", "closed": False})
        new = {
            "label": now["label"] if label is None else label,
            "closed": now["closed"] if closed is None else closed,
        }
        return await self._change(
            [Change("has", f"room/{room}"), Change("put", f"own/{room}", json.dumps(new))]
        )

    async def lobby(self, most: int) -> list[Summary]:
        """Return no tables: no other player can come."""
        return []

    async def rooms_of(self, player: PlayerId, most: int) -> list[Summary]:
        """Return the unfinished tables, newest first."""
        return (await self.rooms())[:most]

    async def rooms(self) -> list[Summary]:
        """Return all unfinished tables, newest first."""
        own = await self._own()
        found = []
        for _, text in await self._storage.read("room/"):
            kept = json.loads(text)
            listing = Listing(**kept["listing"])
            if listing.phase != "over":
                what = own.get(listing.room, {})
                found.append(
                    Summary(
                        listing.room,
                        listing.game,
                        listing.phase,
                        listing.created,
                        listing.told,
                        listing.host,
                        kept["active"],
                        kept["rows"],
                        **what,
                    )
                )
        return sorted(found, key=lambda one: -one.active)

    async def _own(self) -> dict[str, dict[str, Any]]:
        found = await self._storage.read("own/")
        return {key.removeprefix("own/"): json.loads(text) for key, text in found}

    def _listed(self, room: Room) -> Change:
        return Change("put", f"room/{room.id}", _write_listing(room))

    def _ended(self, room: Room) -> list[Change]:
        return [_kept(result) for result in results_of(room)]

    # --- statistics and replays ------------------------------------------------------------------

    async def results(
        self, player: PlayerId, *, game: str | None = None, before: float | None = None,
        most: int | None = None,
    ) -> list[Result]:  # fmt: skip
        """Return the finished games, newest first."""
        found = [Result(*json.loads(text)) for _, text in await self._storage.read("result/")]
        wanted = [
            result
            for result in found
            if game in (None, result.game) and (before is None or result.at < before)
        ]
        return sorted(wanted, key=lambda one: (-one.at, one.room, -one.round))[:most]

    async def tally(self, player: PlayerId) -> tuple[Tally, int]:
        """Return the tally of the finished games, and their number."""
        found = await self.results(player)
        return tally_of(found), len(found)

    async def ladder(self, game: str, player: PlayerId) -> Ladder | None:
        """Return the ratings at a game, computed from the tables played here."""
        found = [one for one in await self.results(player, game=game) if one.company]
        found.sort(key=lambda one: (one.at, one.room, one.round))
        return statistics.ladder(game, [one.company for one in found], player)

    async def bring(self, results: Iterable[Result]) -> None:
        """Store imported results."""
        await self._change(_kept(result) for result in results)

    async def weigh(self, player: PlayerId, room: str, round_: int, level: str) -> None:
        """Store how hard the deal of a finished round was."""
        ended = [
            one for one in await self.results(player) if (one.room, one.round) == (room, round_)
        ]
        await self._change(_kept(one._replace(level=level)) for one in ended)

    async def forget(self, player: PlayerId, game: str | None) -> int:
        """Delete the results of one game, or of all. Return how many."""
        gone = await self.results(player, game=game)
        await self._change(
            Change("gone", f"{_result(result.room, result.round)}{result.seat}") for result in gone
        )
        return len(gone)

    async def keep_replay(self, replay: str, record: str, player: PlayerId, at: float) -> None:
        """Store a record under an id."""
        times = sorted(
            (float(json.loads(kept)["at"]), key)
            for key, kept in await self._storage.read("replay/")
        )
        old = [Change("gone", key) for _, key in times[: max(0, len(times) - MOST_REPLAYS + 1)]]
        kept = json.dumps({"at": at, "record": record})
        await self._change([*old, Change("put", f"replay/{replay}", kept)])

    async def replay(self, replay: str) -> str | None:
        """Return the record of a replay."""
        found = dict(await self._storage.read("replay/")).get(f"replay/{replay}")
        return None if found is None else str(json.loads(found)["record"])

    async def _change(self, changes: Iterable[Change]) -> bool:
        return await self._storage.change([*changes])


def _row(room: str, number: int) -> str:
    return f"row/{room}/{number:06}"


def _owed(room: str, number: int, id_: str) -> str:
    return f"owed/{room}/{number:06}/{id_}"


def _result(room: str, round_: int) -> str:
    return f"result/{room}/{round_:06}/"


def _kept(result: Result) -> Change:
    return Change("put", f"{_result(result.room, result.round)}{result.seat}", json.dumps(result))


def _write_row(row: Row) -> str:
    return json.dumps([row.at, row.body.decode()])


def _read_row(key: str, text: str) -> Row:
    at, body = json.loads(text)
    return Row(int(key.rpartition("/")[2]), at, body.encode())


def _write_listing(room: Room) -> str:
    listing = listing_of(room)._asdict()
    return json.dumps({"listing": listing, "active": room.at, "rows": room.number})
