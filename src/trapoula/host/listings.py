"""Rooms in lists: what is stored for them, and what a player sees."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

import msgspec

from trapoula.core.game import Json
from trapoula.host import answers
from trapoula.room.events import PlayerId
from trapoula.room.room import Room
from trapoula.stats.results import read_options, write_options
from trapoula.stats.wire import Left

LOOKED = 1  # steps of a deal that a player only looked at: the clock was stopped
BEFORE = 2  # rows of a log before play, besides one for each seat: the room was made and started
WAITED = "waited"  # the player on turn: stored for lists, never sent


class Listing(NamedTuple):
    """A room's data for the lobby, as stored."""

    room: str
    game: str
    seats: int
    host: PlayerId
    phase: str
    lobby: bool
    created: float
    told: dict[str, Json]
    rings: float = 0.0  # when the room needs attention even without guests


class Summary(NamedTuple):
    """A room's data for lists, as read from the store."""

    room: str
    game: str
    phase: str
    created: float
    summary: dict[str, Json]
    host: PlayerId
    active: float
    rows: int
    label: str = ""  # the player's label for it
    closed: bool = False  # whether the player has put it away
    muted: bool = False  # whether the player has muted it
    invited: str = ""  # who invited the player, until they sit down


def listing_of(room: Room) -> Listing:
    """Return a room's data for the lobby."""
    sitting, made, turn = room.sitting, room.made, room.turn
    host = sitting.seat_of(sitting.host)
    waited = None if turn is None or sitting.chairs[turn].played_by_bot else turn
    told: dict[str, Json] = {
        "options": {**made.options},
        "seats": sitting.seating.listed,
        "cards": room.cards,
        "deal": made.deal if room.session is None else room.session.deal,
        "host": None if host is None else sitting.chairs[host].name,
        "watch": made.settings.watch,
        "clock": made.settings.clock,
        "deadline": room.deadline,
        "turn": turn,
        WAITED: None if waited is None else sitting.chairs[waited].player,
    }
    return Listing(
        room.id, made.game, made.seats, sitting.host, sitting.phase, made.settings.lobby,
        room.log.first[0], told, room.rings,
    )  # fmt: skip


def steps_of(rows: int, told: Mapping[str, Json]) -> int:
    """Return how many rows a log has beyond those before play."""
    seats = told["seats"]
    return max(0, rows - BEFORE - len(seats)) if isinstance(seats, list) else rows


def untouched(rows: int, told: Mapping[str, Json]) -> bool:
    """Return whether nothing was played at a table."""
    return not steps_of(rows, told) and told.get("cards") != "record"


def line_of(one: Summary, player: PlayerId, *, mine: bool) -> answers.Listed:
    """Return a room as a list shows it to a player."""
    waited = one.summary.get(WAITED)
    told = {
        "room": one.room,
        "game": one.game,
        **one.summary,
        "yours": waited == player,
        "phase": one.phase,
        "mine": mine,
        "created": one.created,
        "active": one.active,
        "steps": steps_of(one.rows, one.summary),
        "label": one.label,
        "closed": one.closed,
        "muted": one.muted,
        "invited": one.invited,
    }
    return msgspec.convert(told, answers.Listed)


def rounds_of(room: Room) -> list[answers.Round]:
    """Return how the rounds of a table ended, oldest first."""
    return [
        answers.Round(
            round=one.round,
            won=[one.won_by(seat) for seat in range(len(one.players))],
            scores=one.scores,
            names=one.names,
            seconds=one.seconds,
            at=one.at,
        )
        for one in room.finished.all()
    ]


def unfinished(rooms: Iterable[answers.Listed]) -> list[Left]:
    """Count the begun and unfinished patiences, by game and options."""
    found = Counter(
        (room.game, write_options(room.options))
        for room in rooms
        if room.phase == "playing" and len(room.seats) == 1 and room.steps > LOOKED
    )
    return [
        Left(game=game, options=read_options(options), count=count)
        for (game, options), count in found.items()
    ]
