"""A room from a checkpoint equals the room from its log; an unfitting checkpoint is ignored."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.aged import KINDS, long_log
from tests.effort import EFFORT
from tests.server.house import Place, house, played, settle
from trapoula.catalogue.entries import find
from trapoula.core.deals import SplitMix
from trapoula.core.errors import TrapoulaError
from trapoula.host.listings import listing_of, rounds_of
from trapoula.host.making import rows_of
from trapoula.room import checkpoint, commands, events, frames, wire
from trapoula.room.events import Row
from trapoula.room.proposals import MOST_STEPS, propose
from trapoula.room.room import Room, session_of
from trapoula.room.wire import encode
from trapoula.server import checkpoints
from trapoula.server.checkpoints import table_digest
from trapoula.server.store.store import Kept
from trapoula.stats.results import results_of

PEOPLE = ("anna", "bob", "eve")
TABLES: list[tuple[str, int, events.Settings]] = [
    ("klondike", 1, events.Settings()),
    ("golf", 1, events.Settings(talk="chat")),
    ("the-game", 1, events.Settings()),
    ("the-game", 3, events.Settings(talk="chat", join="anytime")),
    ("take-that", 2, events.Settings(clock=86_400, absent="bot")),
    ("triggs", 2, events.Settings(talk="chat", clock=60)),
]


class Evening:
    """Players at a table who do random legal things."""

    def __init__(self, seed: int) -> None:
        self.dice = SplitMix(seed)
        game, seats, kept = self.pick(TABLES)
        options = dict(find(game).settle({}))
        create = events.Create(
            game=game,
            options=options,
            seats=seats,
            settings=kept,
            by=PEOPLE[0],
            deal=7,
            cards="chance",
        )
        self.room = Room.new("r", 0.0, create)
        for seat, player in enumerate(PEOPLE[:seats]):
            self.happen(events.Sit(seat=seat, name=player, by=player))
        self.happen(events.Start(by=PEOPLE[0]))

    def pick(self, things: Sequence[Any]) -> Any:
        return things[self.dice.below(len(things))]

    def happen(self, event: events.AnyEvent) -> None:
        after = self.pick([0.2, 3.0, 40.0, 5000.0])
        self.room = self.room.then(self.room.at + after, event)

    def step(self) -> None:
        room, kind = self.room, self.dice.below(12)
        turn = room.turn
        player = self.pick(PEOPLE) if turn is None or kind < 3 else room.sitting.chairs[turn].player
        if kind == 0 and turn is not None:
            self.happen(events.Flag(seat=turn, turn=bool(self.dice.below(2))))
            return
        seats = room.sitting.seats_of(player)
        offers = room.session.legal(seats[0]) if room.session and seats else []
        about: dict[str, Any] = {"id": f"i{room.number}", "number": room.number}
        wishes: list[commands.Logged] = [
            commands.Undo(**about), commands.Undo(**about), commands.Redo(**about), commands.Restart(**about),
            commands.Again(**about), commands.Finish(**about), commands.Pause(id=about["id"]),
            commands.Say(id=about["id"], text="well"), commands.Vote(id=about["id"], end=True),
            commands.Holiday(id=about["id"], days=2), commands.Stand(id=about["id"]),
            commands.Sit(id=about["id"]),
            commands.Wish(id=about["id"], matter="bot", about=0), commands.Back(id=about["id"]),
            commands.Show(id=about["id"], round=room.sitting.round, step=0),
        ]  # fmt: skip
        if offers and kind > 3:
            wish: commands.Logged = commands.Act(action=self.pick(offers), **about)
        else:
            wish = self.pick(wishes)
        here = range(room.made.seats) if self.dice.below(3) else ()
        try:
            event = propose(room, wish, player, player, ("plain",), self.dice, lambda: here)
            self.happen(event)
        except TrapoulaError:
            return


def told(room: Room) -> list[Any]:
    """Return everything that anyone can be sent about a room."""
    pictures = [
        frames.picture(
            room, who, room.at, wire.Presence(here=[], watching=0), since=room.number - 1
        )
        for who in PEOPLE
    ]
    return [
        *map(encode, pictures),
        frames.News(room).event(PEOPLE[0], 0),
        listing_of(room),
        results_of(room),
        rounds_of(room),
        room.cards,
        room.rings,
        room.log.number_of(PEOPLE[0], f"i{room.number - 1}"),
    ]


def window(rows: Sequence[Row], number: int) -> Sequence[Row]:
    """Return the rows that are read with a checkpoint."""
    return [rows[0], *rows[max(1, number - checkpoint.WINDOW) :]]


@settings(max_examples=40 * EFFORT, deadline=None, database=None)
@given(st.integers(0, 2**32))
def test_a_room_of_a_checkpoint_is_the_room_of_its_log(seed: int) -> None:
    """At any row, with any events after it; and its own checkpoint is the same again."""
    evening = Evening(seed)
    kept: dict[int, bytes] = {}
    for _ in range(120):
        evening.step()
        if not evening.dice.below(10) and evening.room.number > 3:
            kept[evening.room.number] = checkpoint.write(evening.room)
    rows = rows_of(evening.room)
    whole = Room.rebuild("r", rows)
    for number, body in kept.items():
        room = checkpoint.read("r", number, body, window(rows, number))
        assert told(room) == told(whole)
        assert checkpoint.write(room) == checkpoint.write(whole)


@settings(max_examples=10 * EFFORT, deadline=None, database=None)
@given(st.integers(0, 2**32))
def test_an_earlier_round_is_made_again_from_its_rows(seed: int) -> None:
    evening, left = Evening(seed), {}
    for _ in range(150):
        evening.step()
        session = evening.room.session
        assert session is not None
        left[evening.room.rounds] = [*session.actions], session.outcome
    log = [*evening.room.log]
    ends = [*evening.room.beginnings, len(log) + 1]
    for round_, (first, end) in enumerate(pairwise(ends), 1):
        session = session_of(evening.room.made, log[first - 1 : end - 1])
        assert ([*session.actions], session.outcome) == left[round_]


@pytest.mark.parametrize("kind", KINDS)
def test_the_rows_replayed_do_not_grow_with_the_log(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After 3,000 rows as many are replayed as after 300."""
    done = {"rows": 0}
    apply = Room.apply

    def counted(room: Room, *about: Any, **more: Any) -> None:
        done["rows"] += 1
        apply(room, *about, **more)

    rows = long_log(3000, kind)
    found = []
    for count in (300, 3000):
        room = Room.rebuild("r", rows[: count - 50])
        body = checkpoint.write(room)
        with monkeypatch.context() as patch:
            patch.setattr(Room, "apply", counted)
            done["rows"] = 0
            whole = checkpoint.read("r", room.number, body, window(rows[:count], room.number))
            assert whole.number == count
            assert whole.session is not None
            found.append(done["rows"])
            assert whole.session.steps < 400
    assert found == [50, 50]


def test_a_checkpoint_of_another_log_is_not_believed() -> None:
    """Neither with a different row at its number, nor with a missing one before it."""
    rows = long_log(40)
    body = checkpoint.write(Room.rebuild("r", rows[:30]))
    other = [*rows]
    other[29] = Row(
        30, rows[29].at, events.write(events.Say(seat=0, name="A", text="x", by="anna"))
    )
    for wrong in (other, [*rows[:20], *rows[21:]], rows[:25], rows[:1]):
        with pytest.raises(ValueError, match=r"rows are missing|another log"):
            checkpoint.read("r", 30, body, wrong)


@played
async def test_an_open_table_keeps_only_its_latest_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So a process's memory does not grow with the length of play."""
    monkeypatch.setattr(checkpoint, "WINDOW", 20)
    async with house(tmp_path) as place:
        person = place.person()
        line = await person.line((await person.make("klondike", deal=1))["room"])
        table = next(iter(place.house.rooms.open.values()))
        most, first = 0, line.number
        for n in range(60):
            await line.act("turn", id=f"act {n}")
            await line.ask("undo", number=line.number, id=f"undo {n}")
            most = max(most, len(table.room.log))
        assert most <= 2 * 20 + 1
        assert (await line.ask("undo", number=line.number, id="undo 55"))["type"] == "done"
        missed = (await line.enter(table.room.id, line.number - 5))["missed"]
        assert [row["number"] for row in missed] == [*range(line.number - 4, line.number + 1)]
        assert (await line.enter(table.room.id, first))["missed"] is None
        log = await person.get(f"/api/rooms/{table.room.id}/log")
        assert len(log["rows"]) == line.number


def test_a_round_of_very_many_actions_is_only_taken_back() -> None:
    """So it never takes long to load."""
    options = dict(find("klondike").settle({"redeals": "unlimited"}))
    create = events.Create(
        game="klondike", options=options, seats=1, settings=events.Settings(), by="anna", deal=1
    )
    room = Room.new("r", 0.0, create).then(0.0, events.Sit(seat=0, name="A", by="anna"))
    room = room.then(0.0, events.Start(by="anna"))
    turn = events.Act(seat=0, action="turn", by="anna")
    while room.session is None or room.session.steps < MOST_STEPS:
        room.apply(room.number + 1, 0.0, turn)
    about: dict[str, Any] = {"id": "x", "number": room.number}
    for home in ("never", "safe"):
        with pytest.raises(TrapoulaError, match="take moves back"):
            propose(
                room, commands.Act(action="turn", home=home, **about), "anna", "A", (), SplitMix(1)
            )
    assert propose(room, commands.Undo(**about), "anna", "A", (), SplitMix(1))


async def checkpoint_of(place: Place, room: str, least: int) -> Kept:
    """Return a room's checkpoint once it has reached a row by the present rules."""
    kept = None
    for _ in range(1000):
        kept = await place.house.store.checkpoint(room)
        if kept is not None and least <= kept.number < 100_000 and kept.rules != "others":
            return kept
        await settle()
    raise AssertionError(f"no checkpoint of {least}: {kept}")


@played
async def test_a_server_keeps_checkpoints_and_opens_rooms_by_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every so many rows. An unloaded room is loaded from there, and play continues."""
    monkeypatch.setattr(checkpoints, "EVERY", 10)
    async with house(tmp_path) as place:
        person = place.person()
        made = await person.make("klondike", deal=1)
        line = await person.line(made["room"])
        for _ in range(12):
            await line.act("turn")
            await line.ask("undo", number=line.number, id=f"undo {line.number}")
        seen = (await line.enter(made["room"]))["table"]
        kept = await checkpoint_of(place, made["room"], 20)
        token = person.token
    rebuilt: list[int] = []
    apply = Room.apply

    def counted(room: Room, number: int, *about: Any, **more: Any) -> None:
        rebuilt.append(number)
        apply(room, number, *about, **more)

    monkeypatch.setattr(Room, "apply", counted)
    async with house(tmp_path) as place:
        line = await place.person(token).line()
        found = (await line.enter(made["room"]))["table"]
        assert {**found, "seconds": 0} == {**seen, "seconds": 0}
        assert min(rebuilt, default=kept.number + 1) == kept.number + 1
        again = await line.ask("undo", number=5, id="undo 4")
        assert again["type"] == "done", "it was done before the checkpoint"
        assert (await line.act("turn", id="new"))["type"] == "event"


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE checkpoints SET rules = 'others'",
        "UPDATE checkpoints SET body = x'7b'",
        "UPDATE checkpoints SET body = x''",
        "UPDATE checkpoints SET number = number - 1",
        "UPDATE checkpoints SET number = 100000",
        "DELETE FROM checkpoints",
    ],
)
@played
async def test_a_checkpoint_that_does_not_fit_is_replaced(
    tmp_path: Path, change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By other rules, damaged, of another row or missing: the log decides, and a new one is stored."""
    monkeypatch.setattr(checkpoints, "EVERY", 10)
    async with house(tmp_path) as place:
        person = place.person()
        room = (await person.make("klondike", deal=1))["room"]
        line = await person.line(room)
        for _ in range(12):
            await line.act("turn")
            await line.ask("undo", number=line.number)
        seen, token = await person.get(f"/api/rooms/{room}"), person.token
        await checkpoint_of(place, room, 20)
    with closing(sqlite3.connect(tmp_path / "trapoula.db", isolation_level=None)) as file:
        assert file.execute(change).rowcount == 1
    async with house(tmp_path) as place:
        found = await place.person(token).get(f"/api/rooms/{room}")
        assert found["table"]["view"] == seen["table"]["view"]
        assert found["number"] == seen["number"]
        kept = await checkpoint_of(place, room, found["number"])
        assert (kept.number, kept.rules) == (found["number"], table_digest("klondike"))
        assert not place.house.degraded


@played
async def test_an_older_checkpoint_does_not_take_the_place_of_a_newer(tmp_path: Path) -> None:
    """The slower of two processes may come last. By new rules it is stored all the same."""
    async with house(tmp_path) as place:
        store, room = place.house.store, (await place.person().make("klondike", deal=1))["room"]
        for given, expected in (
            (Kept(20, "old", b"b"), 20),
            (Kept(10, "old", b"a"), 20),
            (Kept(10, "new", b"a"), 10),
            (Kept(30, "new", b"c"), 30),
        ):
            await store.keep_checkpoint(room, given)
            kept = await store.checkpoint(room)
            assert kept is not None
            assert kept.number == expected
        await place.house.store.delete_room(room)
        assert await store.checkpoint(room) is None
