"""What a search may leave out of a game, and why it loses nothing by it.

Every proof is a value: it is there when the declaration of the game meets all that its claim needs, and
what it holds is what the search has to know. `prove` finds those of a game; `replace(proofs, safe=None)` is a
search without one of them; `trapoula solve GAME --explain` prints them. How they hold together is told in
docs/solver.md.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Self, TypeVar

from trapoula.cards import KINDS, Card
from trapoula.errors import Phrase
from trapoula.patience import (
    ACES,
    DOWN,
    NONE,
    SAME_SUIT,
    TOP,
    UP,
    Bare,
    Carry,
    CloseUp,
    Earns,
    Home,
    Join,
    Lay,
    LayOff,
    Move,
    Patience,
    Reach,
    Redealt,
    Refill,
    Reveal,
    Settle,
    Spread,
    Sweep,
    Test,
    Top,
    Turn,
    Uncover,
    Zone,
    astray,
    run,
)
from trapoula.patience.checks import letters, words
from trapoula.patience.rules import Mask
from trapoula.solve.looks import laid_down, looks_at

SUIT = 13  # cards


@dataclass(frozen=True, slots=True)
class Condition:
    """What must be so of a game, as a sentence and as a test."""

    told: Phrase
    holds: Callable[[Patience], bool]


@dataclass(frozen=True, slots=True)
class Claim:
    """What a search may leave out, the argument for it, and what that needs of a game."""

    name: Phrase
    argument: Phrase
    needs: "tuple[Condition | Claim, ...]"

    def unmet(self, game: Patience) -> Condition | None:
        """The first need that a game does not meet, if there is one."""
        for need in self.needs:
            if isinstance(need, Claim):
                missing = need.unmet(game)
                if missing is not None:
                    return missing
            elif not need.holds(game):
                return need
        return None


class Proof:
    """That a claim holds for a game, with what a search has to know of it."""

    __slots__ = ()
    claim: ClassVar[Claim]

    @classmethod
    def of(cls, game: Patience) -> Self:
        """The value for a game that meets the claim."""
        return cls()


# --- reading a declaration -------------------------------------------------------------------------


def bare(move: Move) -> Move:
    """The move itself, without the score it earns."""
    return bare(move.move) if isinstance(move, Earns) else move


def cards_of(game: Patience) -> list[Card]:
    """All cards of a game, those laid out before the deal too."""
    laid = [card for step in game.deal if isinstance(step, Lay) for card in step.cards]
    return sorted([*game.pack, *laid])


def _moves(game: Patience) -> list[Move]:
    return [bare(move) for move in game.moves]


def _carries(game: Patience) -> list[Carry | LayOff]:
    return [move for move in _moves(game) if isinstance(move, Carry | LayOff)]


def _turn(game: Patience) -> Turn:
    return next(move for move in _moves(game) if isinstance(move, Turn))


def _of_kind(game: Patience, kind: str) -> str:
    return "".join(letter for letter, zone in game.zones.items() if zone.kind == kind)


def _homes(game: Patience) -> str:
    return _of_kind(game, "foundation")


def _sends_home(game: Patience, letter: str) -> bool:
    """Whether any card on top of such a pile may go to any foundation by itself."""
    return game.zones[letter].lift is not None and any(
        letter in move.source
        and set(_homes(game)) <= set(move.to)
        and (isinstance(move, LayOff) or (move.onto == "any" and move.lift is None))
        for move in _carries(game)
    )


def _comes_back(game: Patience) -> bool:
    """Whether cards may leave the foundations."""
    homes = set(_homes(game))
    return any(
        game.zones[letter].lift is not None
        for move in _carries(game)
        if set(move.to) - homes
        for letter in set(move.source) & homes
    )


def _within(join: Join, other: Join) -> bool:
    """Whether one rule allows nothing that another does not."""
    return all(not mine & ~theirs for mine, theirs in zip(join.masks, other.masks, strict=True))


def _packed(game: Patience) -> Join:
    """What lies on what in some pile that cards are carried to, the foundations aside."""
    to = {letter for move in _carries(game) for letter in move.to} - set(_homes(game))
    masks = [0] * len(SAME_SUIT.masks)
    for letter in to:
        build = game.zones[letter].build
        assert isinstance(build, Join)
        masks = [mask | more for mask, more in zip(masks, build.masks, strict=True)]
    return Join(tuple(masks), "packed")


def _in_order(game: Patience) -> bool:
    """Whether cards that are carried together lie as they could have been packed one by one."""
    packed, homes = _packed(game), set(_homes(game))
    lifts = [
        lift
        for move in _carries(game)
        for letter in set(move.source) - homes
        for lift in ((isinstance(move, Carry) and move.lift) or game.zones[letter].lift,)
    ]
    return all(
        lift is None
        or isinstance(lift, Top)
        or (isinstance(lift, run) and _within(lift.join, packed))
        for lift in lifts
    )


def below(cards: Mask) -> Mask:
    """The lower cards of the suit of each card of a set."""
    found, cards = 0, cards & (1 << 52) - 1
    while cards := cards >> 4:
        found |= cards
    return found


def _on(packed: Join, cards: Mask) -> Mask:
    """What could be packed on some card of a set."""
    found = 0
    for card in range(KINDS):
        if cards >> card & 1:
            found |= packed.masks[card]
    return found


def spread(packed: Join, card: int, *, back: bool) -> Mask:
    """What may come to lie on a card, and on that again, unless it is surely home by then.

    Where cards come back from the foundations, those that are home count as well."""
    found = packed.masks[card]
    while True:
        lower = below(found | 1 << card)
        more = _on(packed, found | lower) | lower if back else _on(packed, found) & ~lower
        if not more & ~found:
            return found
        found |= more


def closure(packed: Join) -> Join:
    """What could be packed on a card, together with what could be packed on that."""
    masks = tuple(mask | _on(packed, mask) for mask in packed.masks)
    return Join(masks, f"closure({packed})")


# --- what is needed more than once -----------------------------------------------------------------

ALL_HOME = Condition(
    Phrase("The game is won when all cards are on the foundations, and no rule loses it before."),
    lambda game: (
        isinstance(game.goal, Home)
        and set(game.goal.zones) == set(_homes(game)) != set()
        and game.lost is None
    ),
)
FROM_THE_ACE = Condition(
    Phrase("Foundations are built up in suit from the ace, card by card."),
    lambda game: all(
        zone.start == ACES
        and zone.build == UP & SAME_SUIT
        and zone.room >= SUIT
        and 1 in zone.batch
        for zone in game.zones.values()
        if zone.kind == "foundation"
    ),
)
CARRIED = Condition(
    Phrase("Cards are carried, laid off or turned from a stock, and nothing else is done."),
    lambda game: all(isinstance(move, Carry | LayOff | Turn) for move in _moves(game)),
)
FEW_CHORES = Condition(
    Phrase("By itself the table only brings safe cards home, and after that turns cards up."),
    lambda game: all(
        isinstance(chore, Reveal)
        or (
            isinstance(chore, Sweep)
            and not any(isinstance(one, Reveal) for one in game.chores[:number])
        )
        for number, chore in enumerate(game.chores)
    ),
)
BY_TOP_CARD = Condition(
    Phrase("What a pile takes depends on its own top card alone."),
    lambda game: all(
        isinstance(zone.build, Join) and isinstance(zone.start, Test)
        for zone in game.zones.values()
    ),
)
PLAIN = (ALL_HOME, FROM_THE_ACE, CARRIED, FEW_CHORES, BY_TOP_CARD)
ONE_PACK = Condition(
    Phrase("No card is there twice."),
    lambda game: len(set(cards_of(game))) == len(cards_of(game)),
)
NO_SWEEP = Condition(
    Phrase("The table brings no card home by itself."),
    lambda game: not any(isinstance(chore, Sweep) for chore in game.chores),
)
SINGLY = Condition(
    Phrase("Where several cards may be laid down together, one or some of them may be as well."),
    lambda game: all(zone.batch.start <= 1 for zone in game.zones.values()),
)


def _at_rest(game: Patience) -> bool:
    chores = game.chores
    turning_up = all(
        isinstance(one, Reveal | Uncover | CloseUp | Settle | Refill) for one in chores
    )
    refills = sum(isinstance(one, Refill) for one in chores)
    return (turning_up and refills <= 1) or [type(one) for one in chores] == [Sweep]


AT_REST = Condition(Phrase("Chores that are done again do no more."), _at_rest)


def plain_foundations(game: Patience) -> bool:
    """Foundations up in suit from the ace, and nothing but carrying and turning."""
    return all(one.holds(game) for one in PLAIN)


# --- turning and playing as one step ---------------------------------------------------------------


def _one_turn(game: Patience) -> bool:
    moves = _moves(game)
    turns = sum(isinstance(move, Turn) for move in moves)
    return turns == 1 and all(isinstance(move, Carry | LayOff | Turn) for move in moves)


def _unwatched(game: Patience) -> bool:
    turn = _turn(game)
    piles, ours = set(game.where(turn.at + turn.to)), set(turn.at + turn.to)
    watched = {pile for chore in game.chores for pile in looks_at(game, chore)}
    limits = [move.limit for move in _carries(game) if isinstance(move, Carry)]
    watched |= looks_at(game, tuple(limits))
    for pile in range(len(game.places)):
        watched |= laid_down(game, pile)
    for part in words(game.goal):
        if isinstance(part, Redealt) or (isinstance(part, Home) and ours & set(part.zones)):
            return False
        if isinstance(part, Reach):
            watched |= looks_at(game, part)
        elif not isinstance(part, Home):  # which no turning of other zones changes
            watched |= set(game.where(letters(part)))
    return not piles & watched


def _taken_singly(game: Patience) -> bool:
    turn = _turn(game)
    waste = game.zones[turn.to]
    return (
        waste.lift == TOP
        and waste.room >= len(cards_of(game))
        and not any(
            turn.at in move.source + move.to or turn.to in move.to for move in _carries(game)
        )
        and not any(isinstance(move, Carry) and move.lift is not None for move in _carries(game))
    )


@dataclass(frozen=True, slots=True)
class Turning(Proof):
    """The move that turns the stock, the two piles, and whether there is no end to it."""

    move: int
    free: bool

    claim: ClassVar[Claim] = Claim(
        Phrase("Turning and playing as one step"),
        Phrase(
            "Turning the stock touches nothing but stock and waste, and nothing else looks at "
            "them; so every turn can wait until the card that it uncovers is played."
        ),
        (
            Condition(
                Phrase("One stock is turned to one waste, and all other moves carry cards."),
                _one_turn,
            ),
            Condition(
                Phrase("Cards are taken from the top of the waste, and laid on neither pile."),
                _taken_singly,
            ),
            Condition(Phrase("No rule, no chore and no goal looks at stock or waste."), _unwatched),
            Condition(Phrase("No rule loses the game."), lambda game: game.lost is None),
            AT_REST,
        ),
    )

    @classmethod
    def of(cls, game: Patience) -> Self:
        """The value for a game that meets the claim."""
        moves = _moves(game)
        (number,) = (number for number, move in enumerate(moves) if isinstance(move, Turn))
        return cls(number, _turn(game).redeals == "unlimited")


# --- safe cards ------------------------------------------------------------------------------------


def _once_or_in_suit(game: Patience) -> bool:
    if ONE_PACK.holds(game):
        return True
    twice = cards_of(game) == sorted((*range(52), *range(52)))
    return twice and not _comes_back(game) and _within(_packed(game), DOWN & SAME_SUIT)


def _sweeps_safely(game: Patience) -> bool:
    sweeps = [chore for chore in game.chores if isinstance(chore, Sweep)]
    if not sweeps:
        return True
    if _comes_back(game) or not _in_order(game):
        return False
    packed = _packed(game)
    for sweep in sweeps:
        for card, mask in enumerate(closure(sweep.packed).masks[:52]):
            if spread(packed, card, back=False) & ~(mask | below(mask | 1 << card)):
                return False
    return True


def _gone_once(game: Patience) -> bool:
    return Turning.claim.unmet(game) is None and _turn(game).redeals == 0


def _senders(game: Patience) -> list[int]:
    """The piles from which a safe card goes home as soon as it lies on top."""
    kinds = ("column", "cell", "reserve", *(("waste",) if _gone_once(game) else ()))
    return [
        pile
        for letter, zone in game.zones.items()
        if zone.kind in kinds
        and (zone.lift == TOP or isinstance(zone.lift, run))
        and _sends_home(game, letter)
        for pile in game.where(letter)
    ]


@dataclass(frozen=True, slots=True)
class Safe(Proof):
    """What must be home before each card, whether those that go next do not count, and from where."""

    needed: Join
    strict: bool
    sources: tuple[int, ...]

    claim: ClassVar[Claim] = Claim(
        Phrase("Safe cards"),
        Phrase(
            "A card at home does no harm when every card that could come to lie on it, and on those "
            "again, is home. Whoever wins without bringing it home wins the same way without it: "
            "no other card will ever need it. Where nothing comes back from the foundations and no "
            "card is carried under others that it could not bear, the next cards to go home count "
            "as home, since they go there instead of on the card. With two packs packed in suit the "
            "same holds for a card whose lower ones are all home, when its twin is home or goes next."
        ),
        (
            *PLAIN,
            Condition(
                Phrase(
                    "No card is there twice; or there are two packs, cards are packed down in suit, "
                    "and none comes back from the foundations."
                ),
                _once_or_in_suit,
            ),
            SINGLY,
            Condition(Phrase("What the table brings home by itself is as safe."), _sweeps_safely),
            Condition(
                Phrase("Some pile sends its top card to the foundations."),
                lambda game: bool(_senders(game)),
            ),
        ),
    )

    @classmethod
    def of(cls, game: Patience) -> Self:
        """The value for a game that meets the claim."""
        packed, back = _packed(game), _comes_back(game)
        carried = {letter for move in _carries(game) for letter in move.source} - set(_homes(game))
        freely = _in_order(game) and all(
            _sends_home(game, letter) and isinstance(game.zones[letter].lift, Top | run)
            for letter in carried
        )
        masks = [0] * len(packed.masks)
        for card in range(52):
            if back or freely:
                masks[card] = spread(packed, card, back=back)
            else:
                masks[card] = packed.masks[card]
            if not ONE_PACK.holds(game):
                masks[card] |= 1 << card
        return cls(Join(tuple(masks), "needed"), back or not freely, tuple(_senders(game)))


@dataclass(frozen=True, slots=True)
class Passed(Proof):
    """Safe cards of a stock that is gone through once."""

    claim: ClassVar[Claim] = Claim(
        Phrase("Safe cards that are turned up once"),
        Phrase(
            "A stock that is gone through once shows its cards in the same order whatever becomes "
            "of them; so a safe card goes home when it is turned up, and nothing behind it is "
            "reached before."
        ),
        (
            Turning.claim,
            Safe.claim,
            Condition(Phrase("The stock is gone through once."), _gone_once),
            Condition(
                Phrase("The waste sends its top card to the foundations."),
                lambda game: _sends_home(game, _turn(game).to),
            ),
        ),
    )


ALL_IN_REACH = Condition(
    Phrase("The stock is turned card by card, and without end."),
    lambda game: _turn(game).by == 1 and _turn(game).redeals == "unlimited",
)


@dataclass(frozen=True, slots=True)
class Anywhere(Proof):
    """Safe cards anywhere in the stock."""

    claim: ClassVar[Claim] = Claim(
        Phrase("Safe cards anywhere in the stock"),
        Phrase(
            "Where the stock is turned card by card without end, every card of stock and waste can "
            "be reached at any time, and the others keep their order; so a safe one goes home from "
            "wherever it lies."
        ),
        (
            Turning.claim,
            Safe.claim,
            ALL_IN_REACH,
            Condition(
                Phrase("The waste sends its top card to the foundations."),
                lambda game: _sends_home(game, _turn(game).to),
            ),
        ),
    )


# --- cards that wait -------------------------------------------------------------------------------


def _at_once(game: Patience, first: str) -> bool:
    """Whether a card that came from such zones to a pile could have gone at once where it goes next."""
    homes = _homes(game)
    ways = {
        (source, to, onto)
        for move in _carries(game)
        for source in move.source
        for to in move.to
        if to not in homes
        for onto in (
            (move.onto,) if isinstance(move, Carry) and move.onto != "any" else ("cards", "spaces")
        )
    }
    between = {to for source, to, _ in ways if source in first}
    return all(
        (letter, to, onto) in ways
        for source, to, onto in ways
        if source in between
        for letter in first
    ) and all(
        zone.lift is None
        or isinstance(zone.lift, Top)
        or (isinstance(zone.lift, run) and zone.lift.ends == NONE)
        for zone in (game.zones[letter] for letter in between)
    )


ZONE_LIFTS = Condition(
    Phrase("What is lifted from a pile is the same for every move."),
    lambda game: (
        not any(isinstance(move, Carry) and move.lift is not None for move in _carries(game))
    ),
)


@dataclass(frozen=True, slots=True)
class Returning(Proof):
    """Cards that come back from the foundations."""

    claim: ClassVar[Claim] = Claim(
        Phrase("Returning cards"),
        Phrase(
            "A card that comes back from a foundation waits until something is built on it. A move "
            "that follows its return and does not build on it could as well be made before; if it "
            "moves the card on, alone or on top of a run, the card comes back to there instead. So "
            "returns stand together, before a move that builds on the last of them. Each is there "
            "to be built on or to free the card beneath it, for the next one or for that move; a "
            "card may need both, a place and the card above it gone, and so any return may come "
            "between another and its use."
        ),
        (
            *PLAIN,
            ONE_PACK,
            Condition(Phrase("Cards come back from the foundations."), _comes_back),
            NO_SWEEP,
            SINGLY,
            ZONE_LIFTS,
            Condition(
                Phrase(
                    "Wherever a card that came back may go next, it could come back to at once."
                ),
                lambda game: _at_once(game, _homes(game)),
            ),
        ),
    )


@dataclass(frozen=True, slots=True)
class Waiting(Proof):
    """Cards of a stock that is always in reach."""

    claim: ClassVar[Claim] = Claim(
        Phrase("Waiting cards"),
        Phrase(
            "Where the stock is turned card by card without end, a card leaves it for a column only "
            "when another is laid on it next: every other move could be made before, by the same "
            "argument as for returning cards. It needs nothing but its place."
        ),
        (
            *PLAIN,
            ONE_PACK,
            Turning.claim,
            ALL_IN_REACH,
            NO_SWEEP,
            SINGLY,
            ZONE_LIFTS,
            Condition(
                Phrase(
                    "Wherever a card of the waste goes by way of a column, it could go at once."
                ),
                lambda game: _at_once(game, _turn(game).to) and _sends_home(game, _turn(game).to),
            ),
        ),
    )


def _freely_back(game: Patience) -> bool:
    homes, others = set(_homes(game)), set()
    for move in _carries(game):
        if set(move.source) & homes and isinstance(move, Carry):
            if move.onto != "any" or not set(move.source) >= homes:
                return False
            others |= set(move.to) - homes
    return others == set(game.zones) - homes and all(
        isinstance(game.zones[home].lift, Top) for home in homes
    )


@dataclass(frozen=True, slots=True)
class FreeReturn(Proof):
    """Cards that go home and may always come back."""

    claim: ClassVar[Claim] = Claim(
        Phrase("Free return"),
        Phrase(
            "A card that goes home from where it would be taken may come back there: the two "
            "positions lead to each other. So such cards go home after every move, and come back, "
            "one after another, in front of the move that builds on the last of them. For let all "
            "such cards be home before and after a move. If it builds on one that is home, that one "
            "comes back, and before it those that left their places after it: they lay beneath it, "
            "or were uncovered by it. Any other move is made as it is, with as many places free, or "
            "moves only cards that are home before and after it."
        ),
        (
            Returning.claim,
            Condition(
                Phrase(
                    "There are columns, cells and foundations, all face up, and no other piles."
                ),
                lambda game: (
                    {zone.kind for zone in game.zones.values()} <= {"column", "cell", "foundation"}
                    and not game.chores
                ),
            ),
            Condition(
                Phrase("Every top card of a foundation may come back to every pile that takes it."),
                _freely_back,
            ),
        ),
    )


# --- whole runs ------------------------------------------------------------------------------------


def _one_sort_of_column(game: Patience) -> bool:
    return len(_of_kind(game, "column")) == 1 and not _of_kind(game, "cell")


def _column(game: Patience) -> Zone:
    return game.zones[_of_kind(game, "column")]


def _runs_as_packed(game: Patience) -> bool:
    zone, letter = _column(game), _of_kind(game, "column")
    return (
        isinstance(zone.lift, run)
        and zone.lift.ends == NONE
        and zone.lift.join == zone.build
        and zone.room > len(cards_of(game))
        and len(zone.batch) > SUIT
        and all(
            isinstance(move, LayOff)
            or (move.limit is None and move.lift is None and move.onto == "any")
            for move in _carries(game)
            if letter in move.source and letter in move.to
        )
    )


def _all_or_nothing_in_common(game: Patience) -> bool:
    zone = _column(game)
    assert isinstance(zone.build, Join)
    assert isinstance(zone.start, Test)
    masks = zone.build.masks[:52]
    return all(not one & other or one == other for one in masks for other in masks) and not any(
        zone.start.mask & mask for mask in masks
    )


@dataclass(frozen=True, slots=True)
class WholeRuns(Proof):
    """Runs that are moved whole, or to free a card that goes home next."""

    claim: ClassVar[Claim] = Claim(
        Phrase("Whole runs"),
        Phrase(
            "Two cards that take one card in common take the same cards; so what lies on the one "
            "and what lies on the other may trade places, and all play goes on as before. To split "
            "a run is such a trade. It is needed only for the card beneath to go home, and then "
            "right before that."
        ),
        (
            *PLAIN,
            ONE_PACK,
            NO_SWEEP,
            SINGLY,
            Condition(
                Phrase("There is one sort of column, and there are no cells."), _one_sort_of_column
            ),
            Condition(
                Phrase("Runs are lifted as they are packed, as long as one likes."), _runs_as_packed
            ),
            Condition(
                Phrase(
                    "Two cards of a column take the same cards or none in common, and an empty "
                    "column takes none that lies on another."
                ),
                _all_or_nothing_in_common,
            ),
        ),
    )


# --- buried cards ----------------------------------------------------------------------------------


def _buried(game: Patience) -> tuple[int, ...]:
    watched = {pile for chore in game.chores for pile in looks_at(game, chore)}
    left = set(game.where(game.goal.zones)) if isinstance(game.goal, Bare) else set()
    for move in _moves(game):
        if isinstance(move, Carry | LayOff):
            left |= set(game.where(move.source))
        elif isinstance(move, Turn):
            left |= set(game.where(move.at if move.redeals == 0 else move.at + move.to))
        elif isinstance(move, Spread):
            left |= set(game.where(move.at))
    return tuple(
        pile
        for pile, zone in enumerate(game.zone)
        if pile not in left | watched and zone.room >= len(cards_of(game))
    )


@dataclass(frozen=True, slots=True)
class Buried(Proof):
    """The piles of which only the top card counts."""

    piles: tuple[int, ...]

    claim: ClassVar[Claim] = Claim(
        Phrase("Buried cards"),
        Phrase(
            "Where no card ever leaves a pile and only its top card is asked for, positions that "
            "differ in the order of the others are the same; which those are follows from all the "
            "other piles."
        ),
        (
            Condition(
                Phrase("The game is won when some zones are empty, and no rule loses it before."),
                lambda game: isinstance(game.goal, Home | Bare) and game.lost is None,
            ),
            Condition(
                Phrase("Cards are carried, laid off, turned or dealt, and nothing else is done."),
                lambda game: (
                    all(isinstance(move, Carry | LayOff | Turn | Spread) for move in _moves(game))
                    and not any(isinstance(part, astray) for part in words(game.zones))
                ),
            ),
            BY_TOP_CARD,
            Condition(
                Phrase("There is a pile that takes any number of cards and gives none back."),
                lambda game: bool(_buried(game)),
            ),
        ),
    )

    @classmethod
    def of(cls, game: Patience) -> Self:
        """The value for a game that meets the claim."""
        return cls(_buried(game))


# --- dead ends -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DeadEnds(Proof):
    """How columns are packed and lifted, what an empty one takes, and whether cards come back."""

    build: Join
    start: Test
    runs: Join
    back: bool
    columns: tuple[int, ...]

    claim: ClassVar[Claim] = Claim(
        Phrase("Dead ends"),
        Phrase(
            "Let nothing ever be in the way again: a card that was once laid bare stays so, and "
            "takes every card that fits. What cannot come home even then never will. In real play, "
            "by induction over its moves, a card is laid bare only once the card that lay on it has "
            "gone: home, on a card that was laid bare, or to an empty column, alone or with the run "
            "on it; and all of this is allowed here at the latest at the same time."
        ),
        (
            *PLAIN,
            ONE_PACK,
            Turning.claim,
            Condition(
                Phrase("There are 52 cards, a stock, a waste, foundations and one sort of column."),
                lambda game: (
                    cards_of(game) == list(range(52))
                    and sorted(
                        zone.kind for zone in game.zones.values() if zone.kind != "foundation"
                    )
                    == ["column", "stock", "waste"]
                ),
            ),
            Condition(
                Phrase("Columns give their top card, or a run."),
                lambda game: isinstance(_column(game).lift, Top | run),
            ),
        ),
    )

    @classmethod
    def of(cls, game: Patience) -> Self:
        """The value for a game that meets the claim."""
        zone = _column(game)
        assert isinstance(zone.build, Join)
        assert isinstance(zone.start, Test)
        runs = zone.lift.join if isinstance(zone.lift, run) else zone.build
        columns = tuple(game.where(_of_kind(game, "column")))
        return cls(zone.build, zone.start, runs, _comes_back(game), columns)


# --- piles that trade places -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Trading(Proof):
    """Whether a pile that moves whole to an empty one like it changes nothing."""

    idle: bool

    claim: ClassVar[Claim] = Claim(
        Phrase("Piles that trade places"),
        Phrase(
            "Piles of one zone that no rule, chore or deal tells apart may trade places: positions "
            "that differ in that alone are the same, and of several empty ones the first will do. "
            "A pile that moves whole to an empty one has only traded places, unless a chore follows "
            "that would do more."
        ),
        (),
    )

    @classmethod
    def of(cls, game: Patience) -> Self:
        """The value for a game that meets the claim."""
        return cls(AT_REST.holds(game))


# --- all of them -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Proofs:
    """The proofs that hold for a game; None where one does not, or is not to be used."""

    turning: Turning | None = None
    safe: Safe | None = None
    passed: Passed | None = None
    anywhere: Anywhere | None = None
    returning: Returning | None = None
    waiting: Waiting | None = None
    free_return: FreeReturn | None = None
    whole_runs: WholeRuns | None = None
    buried: Buried | None = None
    dead_ends: DeadEnds | None = None
    trading: Trading | None = None


P = TypeVar("P", bound=Proof)
CLAIMS = tuple(
    kind.claim
    for kind in (
        Turning,
        Safe,
        Passed,
        Anywhere,
        Returning,
        Waiting,
        FreeReturn,
        WholeRuns,
        Buried,
        DeadEnds,
        Trading,
    )
)


def prove(game: Patience) -> Proofs:
    """The proofs whose needs a game meets."""

    def proved(kind: type[P]) -> P | None:
        return kind.of(game) if kind.claim.unmet(game) is None else None

    return Proofs(
        turning=proved(Turning),
        safe=proved(Safe),
        passed=proved(Passed),
        anywhere=proved(Anywhere),
        returning=proved(Returning),
        waiting=proved(Waiting),
        free_return=proved(FreeReturn),
        whole_runs=proved(WholeRuns),
        buried=proved(Buried),
        dead_ends=proved(DeadEnds),
        trading=proved(Trading),
    )
