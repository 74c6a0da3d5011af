"""Who sits where: the part of a room that can be told without looking at a card."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from msgspec import UNSET, UnsetType

from trapoula.game import Seat
from trapoula.room import events, wire
from trapoula.room.errors import NoSeat, NotSeated
from trapoula.room.events import PlayerId


@dataclass(frozen=True, slots=True)
class Chair:
    """One seat: empty, a person's, or a bot's; while a person is away a bot stands in."""

    kind: Literal["empty", "person", "bot"] = "empty"
    player: PlayerId = ""
    name: str = ""
    level: str = ""
    away: bool = False

    @property
    def played_by_bot(self) -> bool:
        """Whether a bot makes the moves here."""
        return self.kind == "bot" or self.away

    def told(self, beside: Seat | UnsetType = UNSET) -> wire.Chair:
        """The chair as everyone sees it, and at whose screen it is when not at its own."""
        match self.kind:
            case "empty":
                return wire.Chair(kind="empty")
            case "bot":
                return wire.Chair(kind="bot", level=self.level)
            case "person":
                return wire.Chair(kind="person", name=self.name, away=self.away, beside=beside)


@dataclass(slots=True)
class Sitting:
    """The chairs, the host, the votes, and how far the round is."""

    chairs: list[Chair]
    host: PlayerId
    absent: Literal["wait", "bot"] = "wait"
    join: Literal["rounds", "anytime"] = "rounds"
    phase: Literal["waiting", "playing", "over"] = "waiting"
    round: int = 1
    votes: set[Seat] = field(default_factory=set)
    wishes: Mapping[PlayerId, int] = field(default_factory=dict)  # for the deal of the next round
    removed: set[PlayerId] = field(default_factory=set)
    seen: dict[PlayerId, frozenset[Seat]] = field(default_factory=dict)  # whose hands, this round

    def fork(self) -> "Sitting":
        """The same sitting once more, to go on differently."""
        return replace(
            self,
            chairs=self.chairs.copy(),
            votes=self.votes.copy(),
            removed=self.removed.copy(),
            seen=self.seen.copy(),
        )

    @property
    def alone(self) -> bool:
        """Whether this is a table for one."""
        return len(self.chairs) == 1

    @property
    def full(self) -> bool:
        """Whether every seat is taken."""
        return all(chair.kind != "empty" for chair in self.chairs)

    def seat_of(self, player: PlayerId) -> Seat | None:
        """Where a player sits; the first, when several at one screen do."""
        for seat, chair in enumerate(self.chairs):
            if chair.kind == "person" and chair.player == player:
                return seat
        return None

    def seats_of(self, player: PlayerId) -> tuple[Seat, ...]:
        """All the seats of a player: several, when people share a screen."""
        return tuple(
            seat
            for seat, chair in enumerate(self.chairs)
            if chair.kind == "person" and chair.player == player
        )

    def own(self, player: PlayerId, wanted: Seat | None = None, turn: Seat | None = None) -> Seat:
        """The seat a player speaks for: the one named, or the one on turn, or the first."""
        seats = self.seats_of(player)
        if not seats:
            raise NotSeated("That is for those who sit at the table.")
        if wanted is None:
            return turn if turn is not None and turn in seats else seats[0]
        if wanted not in seats:
            raise NotSeated("Seat {seat} is not yours.", seat=wanted + 1)
        return wanted

    def seen_from(self, player: PlayerId, looks: Seat | None) -> Seat | None:
        """Where a player sees the table from: who has several seats says so, or sees no hand."""
        seats = self.seats_of(player)
        if len(seats) == 1:
            return seats[0]
        return looks if looks in seats else None

    def check(self, seat: Seat) -> Seat:
        """The seat itself, when there is one."""
        if seat < len(self.chairs):
            return seat
        raise NoSeat("This table has {seats} seats.", seats=len(self.chairs))

    def free_for(self, player: PlayerId, seat: Seat) -> bool:
        """Whether a player may sit there: while a round is played only where no other hand is to be seen."""
        if self.chairs[seat].kind == "person":
            return False
        seen = self.seen.get(player, ())
        if self.phase != "playing" or seat in seen:
            return True
        return self.join == "anytime" and not seen

    def agreed(self, player: PlayerId, deal: int) -> bool:
        """Whether everybody else at the table would like the deal that a player wishes for."""
        others = {chair.player for chair in self.chairs if chair.kind == "person"} - {player}
        return all(self.wishes.get(other) == deal for other in others)

    def outvoted(self) -> bool:
        """Whether more than half of the persons want to end the round."""
        persons = [seat for seat, chair in enumerate(self.chairs) if chair.kind == "person"]
        return len(self.votes & set(persons)) * 2 > len(persons)

    def told(self) -> wire.Sitting:
        """The sitting as everyone sees it."""
        return wire.Sitting(
            phase=self.phase,
            round=self.round,
            seats=[self._told(seat) for seat in range(len(self.chairs))],
            host=self.seat_of(self.host),
            votes=sorted(self.votes),
            wishes=[
                wire.Wish(seat=seat, deal=deal)
                for player, deal in self.wishes.items()
                if (seat := self.seat_of(player)) is not None
            ],
        )

    def _told(self, seat: Seat) -> wire.Chair:
        chair = self.chairs[seat]
        first = self.seat_of(chair.player) if chair.kind == "person" else None
        return chair.told(UNSET if first is None or first == seat else first)

    # --- what happens ----------------------------------------------------------------------------

    def begin(self) -> None:
        """A round begins: everybody sees the hands of the own seats."""
        self.phase = "playing"
        self.votes.clear()
        self.wishes = {}
        self.seen = {c.player: frozenset(self.seats_of(c.player)) for c in self.chairs if c.player}

    def apply(self, event: events.AnyEvent) -> bool:
        """Note an event; whether it changed who sits where."""
        match event:
            case events.Sit(seat=seat, name=name, by=player, also=also):
                old = None if also else self.seat_of(player)
                if old is not None:
                    self.chairs[old] = Chair()
                self.chairs[seat] = Chair("person", player, name)
                if self.phase == "playing":
                    self.seen[player] = self.seen.get(player, frozenset()) | {seat}
            case events.Stand(seat=seat) | events.Remove(seat=seat):
                self._vacate(seat, removed=isinstance(event, events.Remove))
            case events.Bot(seat=seat, level=level):
                self.chairs[seat] = Chair("bot", level=level)
            case events.Rename(seat=seat, name=name):
                self._change(seat, name=name)
            case events.Flag(seat=seat):
                self._change(seat, away=True)
            case events.Back(seat=seat):
                self._change(seat, away=False)
            case events.Vote(seat=seat, end=end):
                (self.votes.add if end else self.votes.discard)(seat)
            case events.Wish(deal=deal, by=player):
                self.wishes = {**self.wishes, player: deal}
            case events.Act(seat=seat, by=player) if player and self.chairs[seat].away:
                self._change(seat, away=False)
            case _:
                return False
        return True

    def _change(self, seat: Seat, **what: Any) -> None:
        self.chairs[seat] = replace(self.chairs[seat], **what)

    def _vacate(self, seat: Seat, *, removed: bool) -> None:
        chair = self.chairs[seat]
        stand_in = self.phase == "playing" and self.absent == "bot" and chair.kind == "person"
        self.chairs[seat] = Chair("bot") if stand_in else Chair()
        self.votes.discard(seat)
        if chair.kind != "person" or self.seat_of(chair.player) is not None:
            return
        self.wishes = {who: deal for who, deal in self.wishes.items() if who != chair.player}
        if removed:
            self.removed.add(chair.player)
        if chair.player == self.host:
            others = (other.player for other in self.chairs if other.kind == "person")
            self.host = next(others, self.host)
