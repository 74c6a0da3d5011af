"""Who sits where: the part of a room that does not depend on the cards."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from trapoula.core.game import Json, Seat
from trapoula.room import events, wire
from trapoula.room.errors import NoSeat, NotSeated
from trapoula.room.events import Matter, PlayerId


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat: empty, a person's or a bot's. A bot stands in for an absent person."""

    kind: Literal["empty", "person", "bot"] = "empty"
    player: PlayerId = ""
    name: str = ""
    level: str = ""
    away: bool = False
    turn_only: bool = False  # whether the bot plays only this turn
    since: float = 0.0  # start of the player's last holiday
    until: float = 0.0  # end of that holiday

    @property
    def played_by_bot(self) -> bool:
        """Return whether a bot plays for this seat."""
        return self.kind == "bot" or self.away

    def told(self, beside: Seat | UnsetType = UNSET) -> wire.Chair:
        """Return the seat as everyone sees it; `beside` is the seat at whose screen it is."""
        match self.kind:
            case "empty":
                return wire.Chair(kind="empty")
            case "bot":
                return wire.Chair(kind="bot", level=self.level)
            case "person":
                until = self.until or UNSET
                return wire.Chair(
                    kind="person", name=self.name, away=self.away, beside=beside, until=until
                )

    def rested(self, since: float, now: float) -> float:
        """Return the seconds of the last holiday that lie between two times."""
        return max(0.0, min(now, self.until) - max(since, self.since))


@dataclass(frozen=True, slots=True)
class Wish:
    """A request that needs the consent of all players present."""

    player: PlayerId
    seat: Seat
    matter: Matter
    deal: int | None = None
    about: Seat | None = None

    @property
    def same(self) -> tuple[Matter, int | None, Seat | None]:
        """Return what is equal for requests of the same thing."""
        return self.matter, self.deal, self.about


class Seating:
    """What follows from the chairs alone, computed once until the seating changes."""

    def __init__(self, chairs: tuple[Chair, ...]) -> None:
        self._chairs = chairs
        self.bots = any(chair.played_by_bot for chair in chairs)
        self.seats: dict[PlayerId, tuple[Seat, ...]] = {}  # seats by player
        for seat, chair in enumerate(chairs):
            if chair.kind == "person":
                self.seats[chair.player] = (*self.seats.get(chair.player, ()), seat)

    @cached_property
    def told(self) -> list[wire.Chair]:
        """Return the chairs as everyone sees them."""
        return [self._told(seat, chair) for seat, chair in enumerate(self._chairs)]

    def _told(self, seat: Seat, chair: Chair) -> wire.Chair:
        first = self.seats[chair.player][0] if chair.kind == "person" else seat
        return chair.told(UNSET if first == seat else first)

    @cached_property
    def listed(self) -> list[Json]:
        """Return the chairs as the lobby shows them."""
        return [msgspec.to_builtins(chair.told()) for chair in self._chairs]


class Sitting(msgspec.Struct, eq=False):
    """The chairs, the host, the votes and the phase."""

    chairs: tuple[Chair, ...]
    seating: Seating  # of these chairs
    host: PlayerId
    absent: Literal["wait", "bot"] = "wait"
    join: Literal["rounds", "anytime"] = "rounds"
    phase: Literal["waiting", "playing", "over"] = "waiting"
    round: int = 1
    votes: frozenset[Seat] = frozenset()
    wishes: tuple[Wish, ...] = ()
    removed: frozenset[PlayerId] = frozenset()
    # players whose hands everyone has seen in this round
    seen: Mapping[PlayerId, frozenset[Seat]] = {}
    # seconds of holiday in this round, by player
    holidays: Mapping[PlayerId, float] = {}

    @property
    def alone(self) -> bool:
        """Return whether this is a solo table."""
        return len(self.chairs) == 1

    @property
    def full(self) -> bool:
        """Return whether every seat is taken."""
        return all(chair.kind != "empty" for chair in self.chairs)

    @property
    def expected(self) -> bool:
        """Return whether a person will be on turn again, so that bots play on meanwhile."""
        return any(
            chair.kind == "person" and (chair.turn_only or not chair.away) for chair in self.chairs
        )

    def seat_of(self, player: PlayerId) -> Seat | None:
        """Return a player's seat; the first, if they share a screen."""
        seats = self.seats_of(player)
        return seats[0] if seats else None

    def seats_of(self, player: PlayerId) -> tuple[Seat, ...]:
        """Return all seats of a player: several if people share a screen."""
        return self.seating.seats.get(player, ())

    def names(self, but: Seat | None = None) -> list[str]:
        """Return the names of the persons at the table, except at one seat."""
        persons = (seat for seat, chair in enumerate(self.chairs) if chair.kind == "person")
        return [self.chairs[seat].name for seat in persons if seat != but]

    def own(self, player: PlayerId, wanted: Seat | None = None, turn: Seat | None = None) -> Seat:
        """Return the seat a player acts for: the named one, else the one on turn, else the first."""
        seats = self.seats_of(player)
        if not seats:
            raise NotSeated("That is for those who sit at the table.")
        if wanted is None:
            return turn if turn is not None and turn in seats else seats[0]
        if wanted not in seats:
            raise NotSeated("Seat {seat} is not yours.", seat=wanted + 1)
        return wanted

    def seen_from(self, player: PlayerId, looks: Seat | None) -> Seat | None:
        """Return the seat a player sees from. With several seats, they choose one or see no hand."""
        seats = self.seating.seats.get(player, ())
        if len(seats) == 1:
            return seats[0]
        return looks if looks in seats else None

    def check(self, seat: Seat) -> Seat:
        """Return the seat, or raise NoSeat."""
        if seat < len(self.chairs):
            return seat
        raise NoSeat("This table has {seats} seats.", seats=len(self.chairs))

    def free_for(self, player: PlayerId, seat: Seat) -> bool:
        """Return whether a player can sit there. During a round, only if they have seen no other hand."""
        if self.chairs[seat].kind == "person":
            return False
        seen = self.seen.get(player, ())
        if self.phase != "playing" or seat in seen:
            return True
        return self.join == "anytime" and not seen

    def open_to(self, player: PlayerId) -> list[Seat]:
        """Return the seats that a player without one can take."""
        if player in self.removed:
            return []
        return [seat for seat in range(len(self.chairs)) if self.free_for(player, seat)]

    def agreed(self, wish: Wish, here: Collection[Seat]) -> bool:
        """Return whether all other players present ask for the same. Absent ones are not waited for."""
        others = {
            chair.player
            for seat, chair in enumerate(self.chairs)
            if chair.kind == "person" and seat in here
        }
        same = {other.player for other in self.wishes if other.same == wish.same}
        return others <= same | {wish.player}

    def drop_wishes(self, *matters: Matter, about: Seat | None = None) -> bool:
        """Remove requests of some kinds, of all seats or about one. Return whether there were any."""
        if not self.wishes:
            return False
        kept = tuple(
            wish
            for wish in self.wishes
            if wish.matter not in matters or about not in (None, wish.about)
        )
        dropped, self.wishes = kept != self.wishes, kept
        return dropped

    def outvoted(self) -> bool:
        """Return whether more than half of the persons vote to end the round."""
        persons = [seat for seat, chair in enumerate(self.chairs) if chair.kind == "person"]
        return len(self.votes & set(persons)) * 2 > len(persons)

    def told(self) -> wire.Sitting:
        """Return the seating as everyone sees it."""
        return wire.Sitting(
            phase=self.phase,
            round=self.round,
            seats=self.seating.told,
            host=self.seat_of(self.host),
            votes=sorted(self.votes),
            wishes=[
                wire.Wish(seat=wish.seat, matter=wish.matter, deal=wish.deal, about=wish.about)
                for wish in self.wishes
            ],
        )

    # --- events ----------------------------------------------------------------------------------

    def begin(self, at: float) -> None:
        """Start a round: players see the hands of their own seats. Holidays continue."""
        self.phase = "playing"
        self.votes = frozenset()
        self.wishes = ()
        self.seen = {c.player: frozenset(self.seats_of(c.player)) for c in self.chairs if c.player}
        self.holidays = {c.player: c.until - at for c in self.chairs if c.until > at}

    def apply(self, event: events.AnyEvent) -> bool:
        """Apply an event. Return whether it changed the sitting."""
        match event:
            case events.Act(seat=seat, by=player):
                if not player or not self.chairs[seat].away:
                    return False
                self.come_back(seat)
            case events.Sit(seat=seat, name=name, by=player, also=also):
                old = None if also else self.seat_of(player)
                if old is not None:
                    self._place(old, Chair())
                self._place(seat, Chair("person", player, name))
                self.drop_wishes("bot", about=seat)
                if self.phase == "playing":
                    hands = self.seen.get(player, frozenset()) | {seat}
                    self.seen = {**self.seen, player: hands}
            case events.Stand(seat=seat) | events.Remove(seat=seat):
                self._vacate(seat, removed=isinstance(event, events.Remove))
            case events.Bot(seat=seat, level=level):
                self._place(seat, Chair("bot", level=level))
                self.drop_wishes("bot", about=seat)
            case events.Rename(seat=seat, name=name):
                self._change(seat, name=name)
            case events.Flag(seat=seat, turn=turn):
                self._change(seat, away=True, turn_only=turn)
                self.drop_wishes("bot", about=seat)
            case events.Back(seat=seat):
                self.come_back(seat)
            case events.Vote(seat=seat, end=end):
                self.votes = self.votes | {seat} if end else self.votes - {seat}
            case events.Wish(seat=seat, matter=matter, about=about, by=player):
                if event.yes:
                    wish = Wish(player, seat, matter, event.deal, about)
                    others = (
                        one for one in self.wishes if (one.player, one.matter) != (player, matter)
                    )
                    self.wishes = (*others, wish)
                else:
                    self.drop_wishes(matter, about=about)
            case _:
                return False
        return True

    def come_back(self, seat: Seat) -> None:
        """End a bot's stand-in."""
        self._change(seat, away=False, turn_only=False)
        self.drop_wishes("bot", about=seat)

    def rest(self, player: PlayerId, at: float, seconds: float) -> None:
        """Start a holiday. The unused part of the one before is not lost."""
        seats = self.seats_of(player)
        left = max(0.0, self.chairs[seats[0]].until - at)
        for seat in seats:
            self._change(seat, since=at, until=at + seconds if seconds else 0.0)
        self.holidays = {**self.holidays, player: self.holidays.get(player, 0.0) - left + seconds}

    def _change(self, seat: Seat, **what: Any) -> None:
        self._place(seat, replace(self.chairs[seat], **what))

    def _place(self, seat: Seat, chair: Chair) -> None:
        self.chairs = (*self.chairs[:seat], chair, *self.chairs[seat + 1 :])
        self.seating = Seating(self.chairs)

    def _vacate(self, seat: Seat, *, removed: bool) -> None:
        chair = self.chairs[seat]
        stand_in = self.phase == "playing" and self.absent == "bot" and chair.kind == "person"
        self._place(seat, Chair("bot") if stand_in else Chair())
        self.votes -= {seat}
        if chair.kind != "person" or self.seat_of(chair.player) is not None:
            return
        self.wishes = tuple(wish for wish in self.wishes if wish.player != chair.player)
        if removed:
            self.removed |= {chair.player}
        if chair.player == self.host:
            others = (other.player for other in self.chairs if other.kind == "person")
            self.host = next(others, self.host)
