"""What a proof claims, what it needs of a game, and the needs that several proofs share."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Self

from trapoula.core.cards import HIDDEN, Pile
from trapoula.core.errors import Phrase
from trapoula.patience import (
    ACES,
    NONE,
    ONE_BY_ONE,
    SAME_SUIT,
    UP,
    Bare,
    Carry,
    CloseUp,
    Home,
    Join,
    LayOff,
    Patience,
    Refill,
    Reveal,
    Settle,
    Sweep,
    Test,
    Turn,
    Uncover,
)
from trapoula.solve.proofs.declaration import (
    SUIT,
    cards_of,
    carries_of,
    homes_of,
    moves_of,
    packs_of,
    turn_of,
    turned_to_wastes,
)


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

    @property
    def rests_on(self) -> tuple[Claim, ...]:
        """The claims that this one needs."""
        return tuple(need for need in self.claim.needs if isinstance(need, Claim))

    @classmethod
    def of(cls, game: Patience) -> Self:
        """The value for a game that meets the claim."""
        return cls()


ALL_HOME = Condition(
    Phrase("The game is won when all cards are on the foundations, and no rule loses it before."),
    lambda game: (
        isinstance(game.goal, Home)
        and set(game.goal.zones) == set(homes_of(game)) != set()
        and game.lost is None
    ),
)
EMPTIED = Condition(
    Phrase("The game is won when some zones are empty, and no rule loses it before."),
    lambda game: (
        (isinstance(game.goal, Home) or (isinstance(game.goal, Bare) and game.goal.but == NONE))
        and game.lost is None
    ),
)


def _built(pile: Pile) -> bool:
    """Whether a pile is a suit from its ace on, as far as it goes."""
    return all(card == 4 * height + pile[0] % 4 for height, card in enumerate(pile))


def _from_the_ace(game: Patience) -> bool:
    homes = game.where(homes_of(game))
    dealt = [game.start(deck).piles for deck in (game.pack, game.pack[::-1])]
    return all(
        game.zone[home].start == ACES
        and game.zone[home].build == UP & SAME_SUIT
        and game.zone[home].room >= SUIT
        and game.zone[home].batch == ONE_BY_ONE
        and all(_built(piles[home]) for piles in dealt)
        for home in homes
    )


FROM_THE_ACE = Condition(
    Phrase("Foundations are built up in suit from the ace, card by card."), _from_the_ace
)
CARRIED = Condition(
    Phrase("Cards are carried, laid off or turned from a stock, and nothing else is done."),
    lambda game: all(isinstance(move, Carry | LayOff | Turn) for move in moves_of(game)),
)
TO_WASTES = Condition(
    Phrase("What is turned from a stock comes to a waste, and nothing else comes to either."),
    turned_to_wastes,
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
PLAIN = (ALL_HOME, FROM_THE_ACE, CARRIED, TO_WASTES, FEW_CHORES, BY_TOP_CARD)
ONE_PACK = Condition(
    Phrase("No card is there twice."), lambda game: len(set(cards_of(game))) == len(cards_of(game))
)
TURNED_UP = Condition(
    Phrase("By itself the table only turns cards up."),
    lambda game: all(isinstance(chore, Reveal | Uncover) for chore in game.chores),
)
NO_JOKERS = Condition(
    Phrase("The cards are those of one pack, without jokers."), lambda game: packs_of(game) == 1
)
NO_SWEEP = Condition(
    Phrase("The table brings no card home by itself."),
    lambda game: not any(isinstance(chore, Sweep) for chore in game.chores),
)
ALL_IN_SIGHT = Condition(
    Phrase("There are columns, cells and foundations, all face up, and no other piles."),
    lambda game: (
        {zone.kind for zone in game.zones.values()} <= {"column", "cell", "foundation"}
        and all(isinstance(chore, Sweep) for chore in game.chores)
        and not any(card & HIDDEN for pile in game.start(game.pack).piles for card in pile)
    ),
)
SINGLY = Condition(
    Phrase("Where several cards may be laid down together, one or some of them may be as well."),
    lambda game: all(zone.batch.start <= 1 for zone in game.zones.values()),
)


def _at_rest(game: Patience) -> bool:
    """Whether chores fill gaps before they look at what lies there, and leave none that they would fill."""
    if [type(one) for one in game.chores] == [Sweep]:
        return True
    laying = [one for one in game.chores if isinstance(one, CloseUp | Refill)]
    looking = game.chores[len(laying) :]
    if list(game.chores[: len(laying)]) != laying or not all(
        isinstance(one, Reveal | Uncover | Settle) for one in looking
    ):
        return False
    match laying:
        case [] | [CloseUp()]:
            return True
        case [Refill(zones, sources)]:
            return not set(zones) & set(sources)
        case [CloseUp(closed), Refill(zones, sources)]:
            return closed == zones and not set(zones) & set(sources)
    return False


AT_REST = Condition(Phrase("Chores that are done again do no more."), _at_rest)


def plain_foundations(game: Patience) -> bool:
    """Foundations up in suit from the ace, and nothing but carrying and turning."""
    return all(one.holds(game) for one in PLAIN)


ALL_IN_REACH = Condition(
    Phrase("The stock is turned card by card, and without end."),
    lambda game: turn_of(game).by == 1 and turn_of(game).redeals == "unlimited",
)

ZONE_LIFTS = Condition(
    Phrase("What is lifted from a pile is the same for every move."),
    lambda game: (
        not any(isinstance(move, Carry) and move.lift is not None for move in carries_of(game))
    ),
)
