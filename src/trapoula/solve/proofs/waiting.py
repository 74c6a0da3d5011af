"""Cards that come to a pile only for what is done with them there."""

from dataclasses import dataclass
from typing import ClassVar

from trapoula.core.errors import Phrase
from trapoula.patience import ANY, DOWN, NONE, SAME_SUIT, Carry, Patience, Top, helped, run
from trapoula.solve.proofs.conditions import (
    ALL_IN_REACH,
    ALL_IN_SIGHT,
    NO_SWEEP,
    ONE_PACK,
    PLAIN,
    SINGLY,
    ZONE_LIFTS,
    Claim,
    Condition,
    Proof,
)
from trapoula.solve.proofs.declaration import (
    cards_of,
    carries_of,
    column_of,
    comes_back,
    homes_of,
    of_kind,
    sends_home,
    turn_of,
)
from trapoula.solve.proofs.safe import Safe
from trapoula.solve.proofs.turning import Turning


def _at_once(game: Patience, first: str) -> bool:
    """Whether a card that came from such zones to a pile could have gone at once where it goes next."""
    homes = homes_of(game)
    ways = {
        (source, to, onto)
        for move in carries_of(game)
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


@dataclass(frozen=True, slots=True)
class Waiting(Proof):
    """A card leaves an endless stock for a column only if another is laid on it next.

    Example: 7H goes to 8S only if 6C follows: until then it is as well kept in the stock.
    """

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
                lambda game: (
                    _at_once(game, turn_of(game).to) and sends_home(game, turn_of(game).to)
                ),
            ),
        ),
    )


def _freely_back(game: Patience) -> bool:
    homes, others = set(homes_of(game)), set()
    for move in carries_of(game):
        if set(move.source) & homes and isinstance(move, Carry):
            if move.onto != "any" or not set(move.source) >= homes:
                return False
            others |= set(move.to) - homes
    return others == set(game.zones) - homes and all(
        isinstance(game.zones[home].lift, Top) for home in homes
    )


@dataclass(frozen=True, slots=True)
class FreeReturn(Proof):
    """Cards go home after every move if they may come back, and come back only to be built on.

    Example: 6S lies on 7H, and 5S is home: 6S goes home, and comes back if 5D is to lie on it.
    """

    claim: ClassVar[Claim] = Claim(
        Phrase("Free return"),
        Phrase(
            "A card that comes back from a foundation waits until something is built on it. A move "
            "that follows its return and does not build on it could as well be made before; if it "
            "moves the card on, alone or on top of a run, the card comes back to there instead. So "
            "returns stand together, before a move that builds on the last of them. Each is there "
            "to be built on or to free the card beneath it, for the next one or for that move; a "
            "card may need both, a place and the card above it gone, and so any return may come "
            "between another and its use. A card that goes home from where it would be taken may "
            "come back there: the two positions lead to each other. So such cards go home after "
            "every move, and come back, one after another, in front of the move that builds on the "
            "last of them. For let all such cards be home before and after a move. If it builds on "
            "one that is home, that one comes back, and before it those that left their places "
            "after it: they lay beneath it, or were uncovered by it. Any other move is made as it "
            "is, with as many places free, or moves only cards that are home before and after it."
        ),
        (
            *PLAIN,
            ONE_PACK,
            Condition(Phrase("Cards come back from the foundations."), comes_back),
            NO_SWEEP,
            SINGLY,
            ZONE_LIFTS,
            Condition(
                Phrase(
                    "Wherever a card that came back may go next, it could come back to at once."
                ),
                lambda game: _at_once(game, homes_of(game)),
            ),
            ALL_IN_SIGHT,
            Condition(
                Phrase("Every top card of a foundation may come back to every pile that takes it."),
                _freely_back,
            ),
        ),
    )


def _in_suit(game: Patience) -> bool:
    if len(of_kind(game, "column")) != 1:
        return False
    zone = column_of(game)
    return (
        zone.build == DOWN & SAME_SUIT
        and isinstance(zone.lift, run)
        and zone.lift.ends == NONE
        and zone.lift.join == zone.build
        and zone.room > len(cards_of(game))
    )


def _to_and_fro(game: Patience) -> bool:
    column, cell = of_kind(game, "column"), of_kind(game, "cell")
    if len(cell) != 1 or game.zones[cell].start != ANY:
        return False
    ways = {
        (source, to)
        for move in carries_of(game)
        if isinstance(move, Carry) and move.onto == "any"
        for source in move.source
        for to in move.to
    }
    return ways >= {(column, column), (column, cell), (cell, column)}


def _helped_by_cells(game: Patience) -> bool:
    column, cell = of_kind(game, "column"), of_kind(game, "cell")
    return all(
        move.limit is None or (isinstance(move.limit, helped) and cell in move.limit.cells)
        for move in carries_of(game)
        if isinstance(move, Carry) and column in move.source and column in move.to
    )


@dataclass(frozen=True, slots=True)
class Parked(Proof):
    """A card leaves its cell as soon as the one card that takes it is on top.

    Example: Packed in suit: 8S is in a cell and 9S becomes the top of a column. 8S goes there
    at once.
    """

    claim: ClassVar[Claim] = Claim(
        Phrase("Parked cards"),
        Phrase(
            "Where one card alone takes each, a card leaves its cell for that one as soon as it is on "
            "top. Whatever can be done before can be done then: a run that has grown by such cards is "
            "carried by way of the cells that they left, or goes back to cells with them. So cells "
            "take the whole run that ends a column, card by card, or nothing of it: of a part, the "
            "last card would leave its cell at once. For let all such cards be packed before and "
            "after a move: then it is made together with the cards that are packed on those it "
            "moves, or changes nothing."
        ),
        (
            Safe.claim,
            ONE_PACK,
            SINGLY,
            ZONE_LIFTS,
            ALL_IN_SIGHT,
            Condition(
                Phrase("There is one sort of column, packed down in suit and lifted as packed."),
                _in_suit,
            ),
            Condition(
                Phrase("Columns send any card to the cells, and cells send theirs to columns."),
                _to_and_fro,
            ),
            Condition(
                Phrase(
                    "A free cell lets one more card be carried with others, unless any number may be."
                ),
                _helped_by_cells,
            ),
        ),
    )
