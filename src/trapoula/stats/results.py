"""Results of rounds, and what the lobby stores about a room."""

import json
from typing import Any, NamedTuple

import msgspec

from trapoula.core.game import Choice, Outcome, Seat
from trapoula.patience import Patience
from trapoula.room.events import PlayerId
from trapoula.room.room import ENDED_BY_VOTE, Room
from trapoula.room.sitting import Sitting

BOT = "bot "  # precedes a bot's level; no player id starts like this
COUNTING = ("chance", "day")  # decks that nobody chose or saw


class Mate(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Someone at the table of a finished round, with their result."""

    who: str = ""  # a player or a kind of bot; empty for another person at a player's screen
    name: str = ""  # for a person
    level: str = ""  # for a bot
    won: bool
    score: int = 0


class Company(msgspec.Struct, frozen=True, kw_only=True):
    """Everyone at the table of a finished round, by seat."""

    rivals: bool  # whether they played against each other, rather than as a team
    mates: list[Mate]


class Result(NamedTuple):
    """One player's result in a round."""

    player: PlayerId
    room: str
    round: int
    seat: int
    game: str
    options: str  # as JSON, in the order of the catalogue
    seats: int
    deal: int | None
    won: bool
    score: int | None
    reason: str
    seconds: float
    moves: int
    at: float
    hints: int = 0
    undos: int = 0
    cards: str = "chance"
    company: str = ""  # as JSON; empty for a patience
    level: str = ""  # the difficulty of the deal, if it was computed


def write_options(options: dict[str, Choice]) -> str:
    """Write options for storage."""
    return json.dumps(options)


def read_options(text: str) -> dict[str, Any]:
    """Read options from storage."""
    options: dict[str, Any] = json.loads(text)
    return options


def won_by(outcome: Outcome, seat: Seat) -> bool:
    """Return whether a seat won; in competitive games, the outcome names the winners."""
    winners = outcome.facts.get("winners")
    return seat in winners if isinstance(winners, list) else outcome.won


def company_of(room: Room, outcome: Outcome) -> Company:
    """Return who was at the table of a round, with each result."""
    sitting, scores = room.sitting, outcome.scores
    return Company(
        rivals=isinstance(outcome.facts.get("winners"), list),
        mates=[
            Mate(
                who=_who(sitting, seat),
                name=chair.name,
                level=chair.level,
                won=won_by(outcome, seat),
                score=scores[seat] if seat < len(scores) else 0,
            )
            for seat, chair in enumerate(sitting.chairs)
        ],
    )


def _who(sitting: Sitting, seat: Seat) -> str:
    """Return the id by which a seat's player is known elsewhere."""
    chair = sitting.chairs[seat]
    if chair.kind == "bot":
        return f"{BOT}{chair.level}"
    return chair.player if sitting.seat_of(chair.player) == seat else ""


def results_of(room: Room) -> list[Result]:
    """Return each person's result of the current round; it counts only if nobody chose the cards.

    Of several people at one screen, only the first has a result, because the screen is theirs.
    """
    outcome, session, made = room.outcome, room.session, room.made
    cards = room.cards
    if outcome is None or session is None or cards not in COUNTING:
        return []
    unknown = isinstance(session.game, Patience) or outcome is ENDED_BY_VOTE
    company = "" if unknown else msgspec.json.encode(company_of(room, outcome)).decode()
    options, seconds = write_options(made.options), round(session.seconds, 1)
    return [
        Result(
            chair.player,
            room.id,
            room.sitting.round,
            seat,
            made.game,
            options,
            made.seats,
            session.deal,
            won_by(outcome, seat),
            outcome.scores[seat if seat < len(outcome.scores) else 0] if outcome.scores else None,
            outcome.reason,
            seconds,
            session.steps,
            room.at,
            room.hints,
            room.undos,
            cards,
            company,
        )
        for seat, chair in enumerate(room.sitting.chairs)
        if chair.kind == "person" and room.sitting.seat_of(chair.player) == seat
    ]
