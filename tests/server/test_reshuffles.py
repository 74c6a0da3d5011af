"""Later shuffles of a secret deck: its cards do not predict them, and a log repeats them."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.server.house import house, played, seated
from trapoula import record as records
from trapoula.catalogue.entries import find
from trapoula.core.deals import SplitMix
from trapoula.core.game import CHANCE
from trapoula.host.making import rows_of
from trapoula.play.record import replay
from trapoula.play.session import Session
from trapoula.room import events
from trapoula.room.proposals import shuffle
from trapoula.room.room import Room

SEATS = 3
GAMES = ["take-that", "triggs"]  # games that shuffle in mid-play


def begun(game: str, dealt: events.Dealt) -> Room:
    """Return a room whose first round was dealt."""
    create = events.Create(
        game=game, options=dict(find(game).settle({})), seats=SEATS, deck=dealt.deck, key=dealt.key,
        settings=events.Settings(), by="anna",
    )  # fmt: skip
    room = Room.new("r", 0.0, create)
    for seat in range(SEATS):
        room = room.then(0.0, events.Sit(seat=seat, name="N", by="anna", also=seat > 0))
    return room.then(0.0, events.Start(by="anna"))


def shuffles(session: Session) -> list[Any]:
    """Return the shuffles so far."""
    return [action for seat, action in session.actions if seat == CHANCE]


def played_until_shuffled(room: Room) -> Room:
    """Return the room after random play, just after a shuffle in mid-play."""
    dice, before = SplitMix(5), len(shuffles(room.session))  # type: ignore[arg-type]
    while room.turn is not None:
        session = room.session
        assert session is not None
        if len(shuffles(session)) > before:
            return room
        moves = [
            one for one in session.legal(room.turn) if not session.is_talk(session.game.read(one))
        ]
        move = moves[dice.below(len(moves))]
        room = room.then(0.0, events.Act(seat=room.turn, action=move, by="anna"))
    raise AssertionError("nothing was shuffled")


@pytest.mark.parametrize("game", GAMES)
def test_the_deck_does_not_predict_later_shuffles(game: str) -> None:
    """The same cards, played the same way, are shuffled differently with another key."""
    made = find(game).make(find(game).settle({}))
    dealt = shuffle(made, SEATS, None, SplitMix(1))
    other = msgspec.structs.replace(dealt, key=shuffle(made, SEATS, None, SplitMix(2)).key)
    plain = msgspec.structs.replace(dealt, key="")
    orders = []
    for one in (dealt, other, plain):
        session = played_until_shuffled(begun(game, one)).session
        assert session is not None
        orders.append(shuffles(session)[-1])
    assert len({str(order) for order in orders}) == 3
    assert len({str(sorted(str(order))) for order in orders}) == 1


@pytest.mark.parametrize("game", GAMES)
def test_a_log_repeats_its_shuffles(game: str) -> None:
    """The room rebuilt from its rows, and its record, reach the same table."""
    made = find(game).make(find(game).settle({}))
    room = played_until_shuffled(begun(game, shuffle(made, SEATS, None, SplitMix(3))))
    session = room.session
    assert session is not None
    again = Room.rebuild("r", rows_of(room)).session
    assert again is not None
    assert [*again.actions] == [*session.actions]
    record = records.read(records.write(session.record()))
    assert replay(record)[-1] == session.state


@pytest.mark.parametrize("game", GAMES)
def test_an_old_log_without_a_key_plays_on_as_it_did(game: str) -> None:
    """Its shuffles follow from its deck, as those of numbered deals do."""
    made = find(game).make(find(game).settle({}))
    dealt = msgspec.structs.replace(shuffle(made, SEATS, None, SplitMix(3)), key="")
    room = played_until_shuffled(begun(game, dealt))
    assert b'"key"' not in b"".join(row.body for row in rows_of(room))
    session, same = room.session, Session(game, deck=dealt.deck, seats=SEATS)
    assert session is not None
    for seat, action in session.actions:
        if seat != CHANCE:
            same.play(session.text(action), seat)
    assert [*same.actions] == [*session.actions]


@played
async def test_the_key_of_a_table_is_never_sent(tmp_path: Path) -> None:
    """Each round has its own key, and none ever leaves the server."""
    async with house(tmp_path) as place:
        lines = await seated(place, "take-that", 2)
        for line in lines:
            await line.ask("vote", end=True)
        for line in lines:
            line.send("again", number=line.number)
        for line in lines:
            await line.hear("event", what="again")
        (room,) = place.house.rooms.open
        rows = await place.house.store.rows(room)
        keys = [found for row in rows if (found := json.loads(row.body).get("key"))]
        assert len(set(keys)) == 2
        assert all(len(key) == 64 for key in keys)
        told = b"".join(frame for line in lines for frame in line.frames)
        assert not [key for key in keys if key.encode() in told]
