"""Every check of a command at a table, with a case that only this check refuses."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from trapoula.core.deals import SplitMix
from trapoula.core.errors import IllegalAction, NothingToRedo, NothingToUndo, TrapoulaError
from trapoula.room import commands as c
from trapoula.room import events
from trapoula.room import room as rooms
from trapoula.room.errors import (
    ClosedTalk,
    NoNumbers,
    NoSeat,
    NotAvailable,
    NotHost,
    NotSeated,
    SeatTaken,
    Stale,
    TooMany,
    WrongPhase,
)
from trapoula.room.proposals import propose
from trapoula.room.room import Room

ANNA, BOB, EVE = "anna", "bob", "eve"
HERE = (0, 1)


def waiting(seats: int = 3, **kept: Any) -> Room:
    """Return a table of three with Anna, its host, and Bob."""
    create = events.Create(
        game="the-game", options={}, seats=seats, deal=5, settings=events.Settings(**kept), by=ANNA
    )
    room = Room.new("r", 0.0, create)
    for seat, player in enumerate((ANNA, BOB)):
        room = room.then(0.0, events.Sit(seat=seat, name=player, by=player))
    return room


def playing(**kept: Any) -> Room:
    """Return the same with a bot and cards. Anna has begun the talk about the start: it is her turn."""
    room = waiting(**kept).then(0.0, events.Bot(seat=2, level="plain", by=ANNA))
    room = room.then(0.0, events.Start(by=ANNA))
    for seat in range(3):
        room = room.then(
            0.0, events.Act(seat=seat, action="begin rather-not" if seat else "begin gladly")
        )
    assert room.turn == 0
    return room


def played(**kept: Any) -> Room:
    """Return the room after Anna laid a card."""
    room = playing(**kept)
    assert room.session is not None
    lay = next(text for text in room.session.legal(0) if ">" in text)
    return room.then(0.0, events.Act(seat=0, action=lay, by=ANNA))


def undone(**kept: Any) -> Room:
    """Return the room after Anna's undo."""
    return played(**kept).then(0.0, events.Undo(seat=0, by=ANNA))


def over(**kept: Any) -> Room:
    """Return the room after both ended the round."""
    room = playing(**kept)
    for seat, player in enumerate((ANNA, BOB)):
        room = room.then(0.0, events.Vote(seat=seat, end=True, by=player))
    assert room.sitting.phase == "over"
    return room


def deserted() -> Room:
    """Return the room after Bob left during play, having seen his hand."""
    return playing(talk="chat").then(0.0, events.Stand(seat=1, by=BOB))


def removed() -> Room:
    """Return the room after Bob was removed."""
    return waiting().then(0.0, events.Remove(seat=1, by=ANNA))


def patience() -> Room:
    """Return Anna's Klondike, with hidden cards."""
    create = events.Create(
        game="klondike", options={}, seats=1, deal=5, settings=events.Settings(), by=ANNA
    )
    room = Room.new("r", 0.0, create).then(0.0, events.Sit(seat=0, name=ANNA, by=ANNA))
    return room.then(0.0, events.Start(by=ANNA))


@dataclass(frozen=True)
class Case:
    """A command that is refused."""

    room: Callable[[], Room]
    player: str
    command: type[c.Command]
    error: type[TrapoulaError]
    said: str
    about: dict[str, Any]

    def __str__(self) -> str:
        words = " ".join(f"{name}={what}" for name, what in self.about.items())
        return (
            f"{self.room.__name__}: {self.player} {self.command.__name__.lower()} {words}".strip()
        )


def case(
    room: Callable[[], Room], player: str, command: type[c.Command], error: type[TrapoulaError],
    said: str = "", **about: Any,
) -> Case:  # fmt: skip
    return Case(room, player, command, error, said, about)


def long_clock() -> Room:
    return playing(clock=86_400)


def chatty() -> Room:
    return playing(talk="chat")


NOT_THEIRS = "those who sit"
CASES = [
    # players without a seat can do nothing at the table
    *(
        case(playing, EVE, command, NotSeated, NOT_THEIRS, **about)
        for command, about in (
            (c.Act, {"action": "end"}), (c.Undo, {}), (c.Redo, {}), (c.Restart, {}), (c.Finish, {}),
            (c.Again, {}), (c.Vote, {"end": True}), (c.Pause, {}), (c.Back, {}), (c.Stand, {}),
            (c.Holiday, {"days": 1}), (c.Wish, {"matter": "bot", "about": 2}),
        )
    ),
    case(waiting, EVE, c.Start, NotSeated, NOT_THEIRS),
    case(over, EVE, c.Show, NotSeated, NOT_THEIRS, step=0),
    # no player can act for another's seat
    *(
        case(room, ANNA, command, NotSeated, "not yours", seat=1, **about)
        for room, command, about in (
            (playing, c.Act, {"action": "end"}), (playing, c.Undo, {}), (playing, c.Redo, {}),
            (playing, c.Vote, {"end": True}), (playing, c.Stand, {}), (playing, c.Back, {}),
            (playing, c.Wish, {"matter": "bot", "about": 2}), (long_clock, c.Holiday, {"days": 1}),
            (chatty, c.Say, {"text": "well"}), (waiting, c.Say, {"text": "well"}), (playing, c.Pause, {}),
        )
    ),
    # only for the host
    case(waiting, BOB, c.Bot, NotHost, seat=2),
    case(waiting, EVE, c.Bot, NotHost, seat=2),
    case(waiting, BOB, c.Remove, NotHost, seat=0),
    case(waiting, EVE, c.Remove, NotHost, seat=1),
    case(waiting, ANNA, c.Bot, SeatTaken, "Somebody sits", seat=1),
    case(waiting, ANNA, c.Bot, NoSeat, "has 3 seats", seat=3),
    case(waiting, ANNA, c.Bot, NoSeat, "no 'wild' bot", seat=2, level="wild"),
    case(waiting, ANNA, c.Remove, NoSeat, "Nobody sits", seat=2),
    # seats
    case(waiting, BOB, c.Sit, NoSeat, "a seat already"),
    case(playing, BOB, c.Sit, NoSeat, "a seat already", seat=2),
    case(waiting, EVE, c.Sit, SeatTaken, "not free", seat=1),
    case(waiting, EVE, c.Sit, NoSeat, "has 3 seats", seat=3),
    case(removed, BOB, c.Sit, NoSeat, "asked you to leave"),
    case(playing, EVE, c.Sit, SeatTaken, "nobody takes over a hand", seat=2),
    case(playing, EVE, c.Sit, SeatTaken, "nobody takes over a hand"),
    # phases
    case(waiting, ANNA, c.Start, WrongPhase, "Every seat"),
    case(playing, ANNA, c.Start, WrongPhase, "begun already"),
    case(waiting, ANNA, c.Undo, WrongPhase, "not begun"),
    case(waiting, ANNA, c.Vote, WrongPhase, "No round", end=True),
    case(over, ANNA, c.Vote, WrongPhase, "No round", end=True),
    case(playing, ANNA, c.Again, WrongPhase, "not over"),
    case(over, ANNA, c.Act, WrongPhase, "is over", action="end"),
    case(over, ANNA, c.Undo, WrongPhase, "is over"),
    case(playing, ANNA, c.Show, WrongPhase, "when the round is over", step=0),
    case(over, ANNA, c.Show, WrongPhase, "no such step", step=99),
    case(over, ANNA, c.Show, WrongPhase, "no such step", step=0, round=2),
    case(playing, ANNA, c.Back, WrongPhase, "Nobody stands in"),
    case(playing, ANNA, c.Act, Stale, "look again", action="end", number=3),
    # only for solo players
    case(playing, ANNA, c.Act, WrongPhase, "a player alone", action="end", home="safe"),
    case(undone, ANNA, c.Redo, WrongPhase, "a player alone", all=True),
    case(played, ANNA, c.Restart, WrongPhase, "a player alone"),
    case(playing, ANNA, c.Finish, WrongPhase, "a player alone"),
    case(playing, ANNA, c.Pause, WrongPhase, "a player alone"),
    case(patience, ANNA, c.Finish, IllegalAction, "does not play itself"),
    case(patience, ANNA, c.Restart, NothingToUndo, "nothing to take back"),
    # undo
    case(played, BOB, c.Undo, NothingToUndo, "your own"),
    case(undone, BOB, c.Redo, NothingToRedo, "your own"),
    case(played, BOB, c.Wish, WrongPhase, "Nobody asks", matter="undo", about=0),
    case(played, BOB, c.Wish, WrongPhase, "Nobody asks", matter="again"),
    # bots for absent players
    case(playing, ANNA, c.Wish, WrongPhase, "bob is here", matter="bot", about=1),
    case(playing, ANNA, c.Wish, WrongPhase, "plays at seat 3 already", matter="bot", about=2),
    case(playing, ANNA, c.Wish, NoSeat, "for which seat", matter="bot"),
    case(waiting, ANNA, c.Wish, WrongPhase, "No round", matter="bot", about=2),
    # chat
    case(playing, ANNA, c.Say, ClosedTalk, "signals", text="well"),
    case(playing, EVE, c.Say, ClosedTalk, "signals", text="well"),
    case(deserted, BOB, c.Say, ClosedTalk, "seen a hand", text="well"),
    case(chatty, ANNA, c.Say, NoNumbers, "No numbers", text="seventeen"),
    # holidays
    case(playing, ANNA, c.Holiday, NotAvailable, "12 hours", days=1),
]  # fmt: skip


def done(room: Room, player: str, command: c.Logged) -> events.AnyEvent:
    """Return the event of a command, with Anna and Bob present."""
    return propose(room, command, player, player, ("plain",), SplitMix(1), lambda: HERE)


def command(room: Room, kind: type[c.Command], about: dict[str, Any]) -> Any:
    number = {"number": room.number} if issubclass(kind, c.TableCommand) else {}
    return kind(id="x", **(number | about))


@pytest.mark.parametrize("one", CASES, ids=str)
def test_unauthorised_commands_are_refused(one: Case) -> None:
    room = one.room()
    with pytest.raises(one.error) as refused:
        done(room, one.player, command(room, one.command, one.about))
    assert one.said in str(refused.value)


def test_a_full_log_takes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    room = playing()
    monkeypatch.setattr(rooms, "MOST_ROWS", room.number)
    with pytest.raises(TooMany):
        done(room, ANNA, c.Stand(id="x"))


def test_holidays_are_so_many_days_a_round() -> None:
    room = long_clock()
    assert done(room, ANNA, c.Holiday(id="x", days=14))
    room = room.then(room.at, events.Holiday(seat=0, days=10, by=ANNA))
    room = room.then(room.at + 10 * events.DAY, events.Holiday(seat=0, days=0, by=ANNA))
    assert done(room, ANNA, c.Holiday(id="x", days=4))
    with pytest.raises(TooMany, match="4 are left"):
        done(room, ANNA, c.Holiday(id="x", days=5))


@pytest.mark.parametrize(
    ("room", "player", "kind", "about", "matter"),
    [
        (played, ANNA, c.Undo, {}, "undo"),
        (over, ANNA, c.Again, {}, "again"),
        (deserted, ANNA, c.Wish, {"matter": "bot", "about": 1}, "bot"),
    ],
    ids=["undo", "again", "bot"],
)
def test_commands_that_need_consent_become_requests(
    room: Callable[[], Room], player: str, kind: type[c.Command], about: dict[str, Any], matter: str
) -> None:
    """It is a request as long as another player is present, and done at once without one."""
    table = room()
    if room is deserted:  # another player must be present to be asked
        table = waiting(4).then(0.0, events.Sit(seat=2, name=EVE, by=EVE))
        table = table.then(0.0, events.Bot(seat=3, level="plain", by=ANNA))
        table = table.then(0.0, events.Start(by=ANNA)).then(0.0, events.Stand(seat=1, by=BOB))
    said = command(table, kind, about)
    there = (0, 1, 2)
    asked = propose(table, said, player, player, ("plain",), SplitMix(1), lambda: there)
    assert isinstance(asked, events.Wish)
    assert asked.matter == matter
    alone = propose(table, said, player, player, ("plain",), SplitMix(1), lambda: (0,))
    assert not isinstance(alone, events.Wish)
