"""What is kept of a room beside its log: what the lobby says of it, and how rounds ended."""

import json
from typing import Any, NamedTuple

import msgspec

from trapoula.core.game import Choice, Outcome, Seat
from trapoula.patience import Patience
from trapoula.room.events import PlayerId
from trapoula.room.room import ENDED_BY_VOTE, Room
from trapoula.room.sitting import Sitting

BOT = "bot "  # before the level of one, which no player is called
COUNTING = ("chance", "day")  # cards that nobody chose and nobody was shown


class Mate(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody at the table of a round that is over, and how it ended for them."""

    who: str = ""  # a player, or a sort of bot; empty: somebody else at a player's screen
    name: str = ""  # of a person
    level: str = ""  # of a bot
    won: bool
    score: int = 0


class Company(msgspec.Struct, frozen=True, kw_only=True):
    """Everybody at the table of a round that is over, seat by seat."""

    rivals: bool  # else they are a team
    mates: list[Mate]


class Result(NamedTuple):
    """How a round ended for one player."""

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
    company: str = ""  # as JSON; nobody at a patience
    level: str = ""  # how hard the deal is, once somebody has asked


def write_options(options: dict[str, Choice]) -> str:
    """Options as they are kept."""
    return json.dumps(options)


def read_options(text: str) -> dict[str, Any]:
    """Options as they were kept."""
    options: dict[str, Any] = json.loads(text)
    return options


def won_by(outcome: Outcome, seat: Seat) -> bool:
    """Whether a seat won: where players are rivals the outcome names the winners."""
    winners = outcome.facts.get("winners")
    return seat in winners if isinstance(winners, list) else outcome.won


def company_of(room: Room, outcome: Outcome) -> Company:
    """Who was at the table of a round, and how it ended for each."""
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
    """By what somebody at a table is known elsewhere."""
    chair = sitting.chairs[seat]
    if chair.kind == "bot":
        return f"{BOT}{chair.level}"
    return chair.player if sitting.seat_of(chair.player) == seat else ""


def results_of(room: Room) -> list[Result]:
    """How the present round ended for each person; with cards that somebody chose it does not count.

    Of several at one screen it is told for the first, whose screen it is."""
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
