"""How soon tables can be played again after kill -9, with many long logs in the database.

    ./run bench restart
    python -m bench.restart [--rooms 5000] [--moves 60] [--back 100] [--times 5]

The four players of some tables come back the moment a killed server is started again; the time runs from the
start of its process to the acknowledgement of a move at the first, the middle and the last of those tables.
"""

import argparse
import asyncio
import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence

from bench._load import SEATS, processor
from bench._ours import GAME, served
from bench._wire import Address, dial
from trapoula.catalogue.entries import find
from trapoula.core.deals import deck
from trapoula.host.listings import listing_of
from trapoula.room import events
from trapoula.room.events import Row, Settings
from trapoula.room.room import Room
from trapoula.server.people import digest
from trapoula.server.store import Store, open_database

PORT = 8305
GAMES = 40  # different games, which the rooms repeat


def cookies(room: int) -> list[str]:
    """The cookies of a room's players."""
    return [f"{room:08d}{seat:02d}".ljust(43, "x") for seat in range(SEATS)]


def played(number: int, moves: int) -> tuple[tuple[int, ...], list[tuple[int, str]]]:
    """A deck, and a long game with it: cards are laid where they are nearest."""
    game = find(GAME).make()
    cards, done = deck(game.pack, number), []
    state = game.start(cards, SEATS)
    while len(done) < moves and (seat := game.turn(state)) is not None:
        deeds = [one for one in game.legal(state, seat) if not game.write(one).startswith("signal")]
        safe = [one for one in deeds if game.outcome(game.play(state, one)) is None] or deeds
        action = min(safe, key=lambda one: _gap(state, one))
        done.append((seat, game.write(action)))
        state = game.play(state, action)
    return cards, done


def _gap(state: object, action: object) -> int:
    top = getattr(state, "top", None)
    return abs(action.card - top(action.row)) if top and hasattr(action, "card") else 0  # type: ignore[attr-defined]


async def fill(path: str, rooms: int, moves: int) -> int:
    """Write the rooms; how many rows that is."""

    async def deaf(news: str) -> None:
        return

    store, now, count = Store(open_database(path)), time.time() - 3600, 0
    await store.database.open(deaf)
    games, options = (
        [played(number, moves) for number in range(1, GAMES + 1)],
        find(GAME).settle({}),
    )
    for first in range(0, rooms, 500):
        making = []
        for number in range(first, min(rooms, first + 500)):
            (cards, done), people = (
                games[number % GAMES],
                [digest(token) for token in cookies(number)],
            )
            made = events.Create(
                game=GAME, options=options, seats=SEATS, settings=Settings(), deck=cards, by=people[0]
            )  # fmt: skip
            sat = [events.Sit(seat=seat, name=f"N{seat}", by=by) for seat, by in enumerate(people)]
            acts = [events.Act(seat=seat, action=text, by=people[seat]) for seat, text in done]
            happened: list[events.AnyEvent] = [made, *sat, events.Start(by=people[0]), *acts]
            rows = [Row(at, now + at, events.write(one)) for at, one in enumerate(happened, 1)]
            room = Room.rebuild(f"room{number:06d}", rows[: SEATS + 2])
            member = store.member(room.id, people[0], now)
            making.append(store.make_room(rows, listing_of(room), member))
            count += len(rows)
        await asyncio.gather(*making)
    await store.database.close()
    return count


async def come_back(number: int, id_: str) -> float:
    """When the first move was acknowledged at a table whose players came back."""
    seen: dict[int, dict[str, object]] = {}
    all_in, moved = asyncio.Event(), asyncio.Event()

    def hear(seat: int, frame: bytes) -> None:
        if frame.startswith(b'{"type":"room"'):
            seen[seat] = json.loads(frame)
            if len(seen) == SEATS:
                all_in.set()
        elif frame.endswith(f'"id":"{id_}"}}'.encode()):
            moved.set()

    wires = []
    for seat, cookie in enumerate(cookies(number)):
        wire = await dial(
            Address("127.0.0.1", PORT), "/ws", cookie, lambda frame, s=seat: hear(s, frame)
        )  # type: ignore[misc]
        wire.send(json.dumps({"type": "enter", "id": "e", "room": f"room{number:06d}"}).encode())
        wires.append(wire)
    await all_in.wait()
    table: dict[str, object] = seen[0]["table"]  # type: ignore[assignment]
    turn = table["turn"]
    if isinstance(turn, int):
        legal: list[str] = seen[turn]["table"]["legal"]  # type: ignore[index]
        action = next(one for one in legal if not one.startswith("signal"))
        move = {"type": "act", "id": id_, "number": seen[turn]["number"], "action": action}
        wires[turn].send(json.dumps(move).encode())
        await asyncio.wait_for(moved.wait(), 60)
    done = time.perf_counter()
    for wire in wires:
        wire.transport.abort()
    return done


async def all_back(rooms: Sequence[int], id_: str) -> list[float]:
    """When each table could be played again, the first first."""
    return sorted(await asyncio.gather(*(come_back(room, id_) for room in rooms)))


def main() -> int:
    """Measure and report."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rooms", type=int, default=5000)
    parser.add_argument("--moves", type=int, default=60)
    parser.add_argument(
        "--back", type=int, default=100, help="tables whose players come back at once"
    )
    parser.add_argument("--times", type=int, default=5)
    given = parser.parse_args()
    dice, waits, used = random.Random(1), [], []
    with tempfile.TemporaryDirectory() as folder:
        rows = asyncio.run(fill(f"{folder}/trapoula.db", given.rooms, given.moves))
        for round_ in range(given.times):
            begun = time.perf_counter()
            with served(PORT, folder, None, None) as process:
                back = asyncio.run(
                    all_back(dice.sample(range(given.rooms), given.back), f"on{round_}")
                )
                waits.append([back[0] - begun, back[len(back) // 2] - begun, back[-1] - begun])
                used.append(processor(process.pid))
                process.kill()
                process.wait()
    print(
        f"{given.rooms:,} rooms, {rows:,} rows; the best of {given.times} restarts after kill -9:"
    )
    first, middle, last = (min(column) for column in zip(*waits, strict=True))
    print(
        f"the first table was played again after {first:.2f} s, half of {given.back} after {middle:.2f} s,"
    )
    print(
        f"all after {last:.2f} s; the server had used {statistics.median(used):.2f} s of processor time."
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
