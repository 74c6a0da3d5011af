"""No frame contains anything that its seat may not know.

Two rooms whose logs differ only in cards hidden from a seat are served to that seat. Every byte
sent must be equal: on entering, on return, after actions, undo, errors and hints, and in the
replay."""

import json
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tests.effort import EFFORT
from tests.loops import alone
from tests.server.house import Clock, Line, house
from trapoula.catalogue.entries import find
from trapoula.core import deals
from trapoula.core.deals import SplitMix
from trapoula.core.errors import TrapoulaError
from trapoula.core.game import Seat
from trapoula.host.listings import listing_of
from trapoula.play.session import Session
from trapoula.room import events
from trapoula.room.events import Row, Settings
from trapoula.room.room import Room
from trapoula.server.people import digest
from trapoula.server.store import Store, open_database

pytestmark = pytest.mark.usefixtures("thinking")
ROOM = "leaktest"
TOKENS = [f"{seat}".ljust(43, "t") for seat in range(6)]
Deed = tuple[Seat, str]
Deck = tuple[int, ...]


def told(session: Session, seat: Seat | None) -> Any:
    """Return all that a seat may know by the rules."""
    legal = session.legal(seat) if seat is not None else []
    return session.view(seat), legal, session.turn, session.outcome, session.undoable


def walk(game: str, seats: int, deck: Deck, dice: SplitMix, steps: int) -> list[Deed]:
    """Return a random start of a game."""
    session, deeds = Session(game, deck=deck, seats=seats), []
    for _ in range(steps):
        turn = session.turn
        if turn is None:
            break
        seat = turn if dice.below(5) else dice.below(seats)
        legal = session.legal(seat)
        if legal:
            quiet = [a for a in legal if not a.startswith("signal")] if dice.below(4) else legal
            text = (quiet or legal)[dice.below(len(quiet or legal))]
            session.play(text, seat)
            deeds.append((seat, text))
    return deeds


def same_for(
    game: str, seats: int, decks: tuple[Deck, Deck], deeds: list[Deed], seat: Seat | None
) -> bool:
    """Return whether a seat sees no difference between both games at any step."""
    one, two = (Session(game, deck=deck, seats=seats) for deck in decks)
    if told(one, seat) != told(two, seat):
        return False
    for who, text in deeds:
        for session in (one, two):
            try:
                session.play(text, who)
            except TrapoulaError:
                return False
        if told(one, seat) != told(two, seat):
            return False
    return True


def redeal(
    game: str, seats: int, deck: Deck, deeds: list[Deed], seat: Seat | None, dice: SplitMix
) -> Deck:
    """Return another deck that the seat cannot distinguish from this one."""
    other = list(deck)
    for _ in range(60):
        tried = [*other]
        a, b = dice.below(len(tried)), dice.below(len(tried))
        tried[a], tried[b] = tried[b], tried[a]
        if same_for(game, seats, (deck, tuple(tried)), deeds, seat):
            other = tried
    return tuple(other)


async def prepare(
    folder: Path, game: str, seats: int, deck: Deck, deeds: list[Deed], shared: int = 1
) -> None:
    """Make a database with the log of a game so far. The first seats can share a screen."""
    owners = [digest(TOKENS[0 if seat < shared else seat]) for seat in range(seats)]
    store = Store(open_database(str(folder / "trapoula.db")))

    async def deaf(news: str) -> None:
        return

    await store.database.open(deaf)
    create = events.Create(
        game=game, options=find(game).settle({}), seats=seats, deck=deck, by=digest(TOKENS[0]),
        settings=Settings(talk="chat"),
    )  # fmt: skip
    room = Room.new(ROOM, 1.0, create)
    more: list[events.AnyEvent] = [
        events.Sit(seat=seat, name=f"P{seat}", by=owners[seat], also=0 < seat < shared)
        for seat in range(seats)
    ]
    more += [events.Start()]
    more += [events.Act(seat=seat, action=text, by=owners[seat]) for seat, text in deeds]
    for event in more:
        room.apply(room.number + 1, 1.0, event)
    rows = [Row(number, at, events.write(event)) for number, (at, event) in enumerate(room.log, 1)]
    await store.make_room(rows, listing_of(room), store.member(ROOM, "x", 1.0))
    await store.database.close()


async def live_through(
    folder: Path, seats: int, deeds: list[Deed], seat: Seat | None
) -> list[bytes]:
    """Return all frames that a seat gets while a game is played and reviewed."""
    sent: list[bytes] = []
    async with house(folder, clock=Clock(2.0)) as place:
        own = seats if seat is None else seat
        people = [place.person(token) for token in TOKENS]
        lines: list[Line] = []
        for person in people[:seats]:
            lines.append(await person.line(ROOM))
        mine = lines[own] if seat is not None else await people[seats].line(ROOM)
        spy = await people[own].line()
        await spy.enter(ROOM, 1)
        for count, (who, text) in enumerate(deeds):
            line = lines[who]
            done = await line.act(
                text, number=place.house.rooms.open[ROOM].room.number, id=f"d{count}"
            )
            assert done["type"] == "event", done
            if line is not mine:
                await mine.hear("event", number=done["number"])
            if who == seat and done["table"]["undo"]:
                undone = await mine.ask("undo", number=mine.number, id=f"u{count}")
                for other in lines if undone["what"] == "wish" else []:
                    if other is not mine:
                        await other.ask("wish", matter="undo", about=seat, id=f"y{count}")
                if undone["what"] == "wish":
                    await mine.hear("event", what="undo")
                await mine.ask("redo", number=mine.number, id=f"r{count}")
            if count % 4 == 0:
                for wrong in ("nonsense", "end", "99>up1", "T1>T2", "turn", "take"):
                    await mine.ask("act", action=wrong, number=0, id=f"s{count}{wrong}")
                    if wrong not in place.house.rooms.open[ROOM].room.session.legal(own % seats):  # type: ignore[union-attr]
                        refused = await mine.act(wrong, number=mine.number, id=f"w{count}{wrong}")
                        assert refused["type"] == "error"
            if count == 2:
                await mine.ask("hint", id="hint")
                await mine.ask("finish", number=mine.number, id="finish")
                await mine.ask("say", text="well", id="say")
                back = await people[own].line()
                await back.enter(ROOM, 3)
                sent += back.frames
                await back.cut()
                for path in (f"/api/rooms/{ROOM}", f"/api/rooms/{ROOM}/record"):
                    answer = await people[own].request("GET", path)
                    if answer.status_code != 200 or "record" not in path:
                        sent.append(answer.content)
        if seats > 1:
            for line in lines:
                await line.ask("vote", end=True)
        room = place.house.rooms.open[ROOM].room
        if room.sitting.phase == "over":
            for step in range(room.session.steps + 1):
                await lines[0].ask("show", step=step, id=f"show{step}")
        last = await people[own].line()
        await last.enter(ROOM, 2)
        await mine.ask("ping")
        await spy.ask("ping")
        sent += [*mine.frames, *spy.frames, *last.frames]
    return sent


def secret(frame: bytes) -> bytes:
    """Return a frame without what is revealed to all at the end: hands, and their consequences."""
    if b'"hands":[[' not in frame:
        return frame
    told = json.loads(frame)
    if told["table"]["outcome"] is not None:
        del told["table"]["hands"]
        told["table"].pop("recap", None)
    return json.dumps(told).encode()


def compare(game: str, seats: int, seat: Seat | None, seed: int, steps: int) -> None:
    dice = SplitMix(seed)
    deck = deals.deck(find(game).make().pack, 1 + dice.below(10**6))
    deeds = walk(game, seats, deck, dice, steps)
    other = redeal(game, seats, deck, deeds, seat, dice)
    while other == deck and deeds:  # all cards were known by then: use an earlier step
        deeds = deeds[: len(deeds) // 2]
        other = redeal(game, seats, deck, deeds, seat, dice)
    assume(other != deck)
    middle = len(deeds) // 2

    async def both() -> None:
        sent = []
        for cards in (deck, other):
            with tempfile.TemporaryDirectory() as folder:
                await prepare(Path(folder), game, seats, cards, deeds[:middle])
                sent.append(await live_through(Path(folder), seats, deeds[middle:], seat))
        assert len(sent[0]) == len(sent[1])
        for one, two in zip(*sent, strict=True):
            assert secret(one) == secret(two)

    alone(both(), 60)


CASES = [
    ("the-game", 3, 1), ("the-game", 2, 0), ("the-game", 4, None), ("extreme", 2, 1), ("take-that", 3, 2),
    ("take-that", 2, None), ("triggs", 2, 1), ("klondike", 1, 0), ("spider", 1, 0), ("golf", 1, 0),
]  # fmt: skip
QUIET = [HealthCheck.too_slow, HealthCheck.filter_too_much]


@pytest.mark.parametrize(("game", "seats", "seat"), CASES)
@settings(max_examples=3, deadline=None, suppress_health_check=QUIET, database=None)
@given(st.integers(0, 2**32))
def test_hidden_cards_change_no_byte(game: str, seats: int, seat: Seat | None, seed: int) -> None:
    compare(game, seats, seat, seed, 16)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats", "seat"), CASES)
@settings(max_examples=6 * EFFORT, deadline=None, suppress_health_check=QUIET, database=None)
@given(st.integers(0, 2**32))
def test_hidden_cards_change_no_byte_for_long(
    game: str, seats: int, seat: Seat | None, seed: int
) -> None:
    compare(game, seats, seat, seed, 40)
