"""No player can fill a log: repeatable actions are limited for each player and round."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.server.house import FREE, Clock, house, played
from trapoula.core.deals import SplitMix
from trapoula.host.names import Person
from trapoula.room import commands, events
from trapoula.room import room as rooms
from trapoula.room.errors import TooMany
from trapoula.room.proposals import propose
from trapoula.room.room import Room
from trapoula.server import presence, upkeep
from trapoula.server.store import store

FEW = 10
ANNA, BOB, EVE = "anna", "bob", "eve"


def room_of(*, begun: bool = True) -> Room:
    """Return a table of three with Anna and Bob, and a bot once the game has begun."""
    create = events.Create(
        game="the-game", options={}, seats=3, deal=5, settings=events.Settings(), by=ANNA
    )
    room = Room.new("r", 0.0, create)
    for seat, player in enumerate((ANNA, BOB)):
        room = room.then(0.0, events.Sit(seat=seat, name=player, by=player))
    if begun:
        room = room.then(0.0, events.Bot(seat=2, level="plain", by=ANNA))
        room = room.then(0.0, events.Start(by=ANNA))
    return room


def say(room: Room, command: commands.Logged, player: str) -> Room:
    """Return the room after a command, with all its players present."""
    here = range(len(room.sitting.chairs))
    event = propose(room, command, player, player, ("plain",), SplitMix(1), lambda: here)
    return room.then(room.at, event)


def vote(room: Room, n: int) -> commands.Logged:
    return commands.Vote(id=f"v{n}", end=n % 2 == 0)


def signal(room: Room, n: int) -> commands.Logged:
    """Return a signal, on turn too, when a move is always allowed."""
    text = f"signal up1 {'free' if n % 2 else 'not-here'} by 1"
    return commands.Act(id=f"s{n}", number=room.number, action=text)


def ask_for_a_round(room: Room, n: int) -> commands.Logged:
    return commands.Again(id=f"a{n}", number=room.number, deal=1 + n)


def seat(room: Room, n: int) -> commands.Logged:
    return commands.Sit(id=f"t{n}", seat=2) if n % 2 == 0 else commands.Stand(id=f"t{n}")


def over() -> Room:
    """Return the same table after the round was ended by votes."""
    room = room_of()
    for player in (ANNA, BOB):
        room = say(room, vote(room, 0), player)
    return room


def patience() -> Room:
    """Return Anna's patience, with open chat and spectators."""
    settings = events.Settings(talk="chat")
    create = events.Create(game="golf", options={}, seats=1, deal=5, settings=settings, by=ANNA)
    room = Room.new("r", 0.0, create).then(0.0, events.Sit(seat=0, name=ANNA, by=ANNA))
    return room.then(0.0, events.Start())


def speak(room: Room, n: int) -> commands.Logged:
    return commands.Say(id=f"w{n}", text="again and again")


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "MOST_BESIDE", FEW)


@pytest.mark.parametrize(
    ("player", "made", "does"),
    [
        (BOB, room_of, vote),
        (ANNA, room_of, signal),
        (ANNA, over, ask_for_a_round),
        (EVE, lambda: room_of(begun=False), seat),
    ],
    ids=["votes", "signals of the seat on turn", "wishes for a round", "seats taken and left"],
)  # fmt: skip
def test_actions_besides_moves_are_limited(
    player: str, made: Callable[[], Room], does: Callable[[Room, int], commands.Logged]
) -> None:
    room = made()
    assert player == EVE or room.turn in (None, 0)
    with pytest.raises(TooMany):  # noqa: PT012  whenever it comes
        for n in range(3 * FEW):
            room = say(room, does(room, n), player)
    if player == EVE:
        assert say(room, commands.Sit(id="x", seat=2), "somebody else").sitting.full
    elif room.turn is not None:
        assert say(room, commands.Act(id="x", number=room.number, action="begin gladly"), ANNA)
    assert say(room, commands.Stand(id="y"), BOB), "nobody is kept at a table"


def test_spectators_of_a_patience_cannot_fill_its_log() -> None:
    """Its player can do anything as long as there is room."""
    room = patience()
    with pytest.raises(TooMany):  # noqa: PT012  whenever it comes
        for n in range(3 * FEW):
            room = say(room, speak(room, n), f"{EVE} {n}")
    for n in range(3 * FEW):
        room = say(room, speak(room, n), ANNA)


def test_a_name_is_not_changed_without_end() -> None:
    """A rename also counts as an action at the table; a full log takes none."""
    first = room = room_of()
    for n in range(3 * FEW):
        event = presence._naming(room, Person(ANNA, f"Name {n}", named=True))
        if event is not None:
            room = room.then(room.at, event)
    assert 0 < room.number - first.number <= FEW
    assert presence._naming(room, Person(BOB, "Robert", named=True)) is not None


@played
async def test_every_untouched_room_is_swept_in_one_round(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many there are: they are read in portions."""
    monkeypatch.setattr(store, "MOST_AT_ONCE", 2)
    clock = Clock()
    async with house(tmp_path, clock=clock, limits=replace(FREE, linger=0.0)) as place:
        for _ in range(5):
            await place.person().make("klondike")
        clock.now += 2 * FREE.sweep
        assert await upkeep.sweep(place.house) == 5


def test_rooms_forked_from_one_share_only_its_log() -> None:
    """An event that was not stored leaves no trace in the room before it, or in the stored one."""
    before = room_of()
    lost, kept = (
        before.then(1.0, events.Say(seat=None, name="", text=word, by=EVE, id=word))
        for word in ("lost", "kept")
    )
    later = kept.then(2.0, events.Say(seat=None, name="", text="later", by=EVE, id="later"))

    def known(room: Room) -> list[int | None]:
        return [room.log.number_of(EVE, word) for word in ("lost", "kept", "later")]

    number = before.number
    assert [room.log.number for room in (before, lost, kept, later)] == [
        number, number + 1, number + 1, number + 2,
    ]  # fmt: skip
    assert known(before) == [None, None, None]
    assert known(lost) == [number + 1, None, None]
    assert known(kept) == [None, number + 1, None]
    assert known(later) == [None, number + 1, number + 2]
    assert [*kept.log] == [*later.log][:-1] == [*before.log, kept.log.last]
    assert lost.log.last not in [*later.log]
    assert before.log.row(number) == before.log.last
    with pytest.raises(IndexError):
        before.log.row(number + 1)
