"""What the declaration of a game says, as the proofs ask about it, and what depends on which piles."""

from trapoula.core.cards import KINDS, ONE_DECK, Card
from trapoula.patience import (
    SAME_SUIT,
    Along,
    Backfill,
    Beside,
    Carry,
    CloseUp,
    DealAgain,
    Earns,
    Fold,
    FromUnder,
    Gather,
    Home,
    Join,
    Lay,
    LayOff,
    Move,
    Patience,
    Reach,
    Refill,
    Replace,
    Spread,
    Swap,
    Top,
    Turn,
    Uncovered,
    When,
    Zone,
    astray,
    run,
)
from trapoula.patience.checks import Word, letters, words
from trapoula.patience.rules import Mask
from trapoula.patience.wraps import unwrap

_BY_PLACE = (Along, Beside, Uncovered, astray)  # words that look at what lies round a pile


def looks_at(game: Patience, word: Word) -> frozenset[int]:
    """The piles of all zones that a word and the words in it name; all piles, where it looks around."""
    found: set[int] = set()
    for part in words(word):
        if isinstance(part, _BY_PLACE):
            return frozenset(range(len(game.places)))
        if isinstance(part, Home):
            found.update(game.elsewhere(part.zones))
        else:
            found.update(game.where(letters(part)))
        if isinstance(part, Reach):
            found |= looks_at(game, game.score)
    return frozenset(found)


def laid_down(game: Patience, pile: int) -> frozenset[int]:
    """The piles that the rules of one pile look at: what it takes, and what may be lifted from it."""
    zone, found = game.zone[pile], set[int]()
    line = game.where(game.letter[pile])
    for part in (*words(zone.start), *words(zone.build), *words(zone.lift)):
        match part:
            case Uncovered():
                found.update(game.covers[pile])
            case Beside():
                there = game.beside(pile, part.dx, part.lines)
                found.update(() if there is None else (there,))
            case Along():
                found.update(line)
            case astray():
                found.update(range(len(game.places)))
            case _:
                found.update(game.where(letters(part)))
    return frozenset(found)


SUIT = 13  # cards


def bare(move: Move) -> Move:
    """The move itself, without the score it earns."""
    return bare(move.move) if isinstance(move, Earns) else move


def cards_of(game: Patience) -> list[Card]:
    """All cards of a game, those laid out before the deal too."""
    laid = [card for step in game.deal if isinstance(step, Lay) for card in step.cards]
    return sorted([*game.pack, *laid])


def packs_of(game: Patience) -> int:
    """Of how many whole packs the cards are; none when some are missing, or there are others."""
    cards = cards_of(game)
    packs = len(cards) // len(ONE_DECK)
    return packs if cards == sorted(ONE_DECK * packs) else 0


def moves_of(game: Patience) -> list[Move]:
    """All moves, without the scores they earn."""
    return [bare(move) for move in game.moves]


def moves_at_any_time(game: Patience) -> list[Move]:
    """All moves, as if those that wait for something could be made at any time."""

    def inner(move: Move) -> Move:
        return inner(move.move) if isinstance(move, Earns | When) else move

    return [inner(move) for move in game.moves]


def carries_of(game: Patience) -> list[Carry | LayOff]:
    """The moves that carry cards from pile to pile."""
    return [move for move in moves_of(game) if isinstance(move, Carry | LayOff)]


def turn_of(game: Patience) -> Turn:
    """The move that turns the stock."""
    return next(move for move in moves_of(game) if isinstance(move, Turn))


def turned_to_wastes(game: Patience) -> bool:
    """Whether what is turned from stocks comes to wastes, and nothing else comes to either."""
    turns = [move for move in moves_at_any_time(game) if isinstance(move, Turn)]
    laid = {
        letter
        for move in moves_at_any_time(game)
        if isinstance(move, Carry | LayOff | Spread)
        for letter in move.to
    }
    wastes = of_kind(game, "waste")
    return (
        {move.to for move in turns} == set(wastes)
        and all(game.zones[move.at].kind == "stock" for move in turns)
        and not laid & set(wastes + of_kind(game, "stock"))
    )


def growing(game: Patience) -> frozenset[str]:
    """The zones that get cards after the deal."""
    found: set[str] = set()
    for word in words((game.moves, game.chores)):
        match word:
            case Turn(stock, to, _, redeals):
                found.update(to if redeals == 0 else stock + to)
            case Carry() | LayOff() | Spread() | Gather():
                found.update(word.to)
            case Refill() | FromUnder() | DealAgain() | CloseUp() | Swap() | Fold() | Replace():
                found.update(word.zones)
            case Backfill(move):
                found.update(letters(unwrap(move)))
    return frozenset(found)


def of_kind(game: Patience, kind: str) -> str:
    """The zones of a kind."""
    return "".join(letter for letter, zone in game.zones.items() if zone.kind == kind)


def homes_of(game: Patience) -> str:
    """The zones of foundations."""
    return of_kind(game, "foundation")


def sends_home(game: Patience, letter: str) -> bool:
    """Whether any card on top of such a pile may go to any foundation by itself."""
    return game.zones[letter].lift is not None and any(
        letter in move.source
        and set(homes_of(game)) <= set(move.to)
        and (isinstance(move, LayOff) or (move.onto == "any" and move.lift is None))
        for move in carries_of(game)
    )


def comes_back(game: Patience) -> bool:
    """Whether cards may leave the foundations, at any time or at some."""
    homes = set(homes_of(game))
    return any(
        game.zones[letter].lift is not None
        for move in moves_at_any_time(game)
        if isinstance(move, Carry | LayOff) and set(move.to) - homes
        for letter in set(move.source) & homes
    )


def within(join: Join, other: Join) -> bool:
    """Whether one rule allows nothing that another does not."""
    return all(not mine & ~theirs for mine, theirs in zip(join.masks, other.masks, strict=True))


def packed_in(game: Patience) -> Join:
    """What lies on what in some pile that cards are carried to, the foundations aside."""
    to = {letter for move in carries_of(game) for letter in move.to} - set(homes_of(game))
    masks = [0] * len(SAME_SUIT.masks)
    for letter in to:
        build = game.zones[letter].build
        assert isinstance(build, Join)
        masks = [mask | more for mask, more in zip(masks, build.masks, strict=True)]
    return Join(tuple(masks), "packed")


def in_order(game: Patience) -> bool:
    """Whether cards that are carried together lie as they could have been packed one by one."""
    packed, homes = packed_in(game), set(homes_of(game))
    lifts = [
        lift
        for move in carries_of(game)
        for letter in set(move.source) - homes
        for lift in ((isinstance(move, Carry) and move.lift) or game.zones[letter].lift,)
    ]
    return all(
        lift is None
        or isinstance(lift, Top)
        or (isinstance(lift, run) and within(lift.join, packed))
        for lift in lifts
    )


def below(cards: Mask) -> Mask:
    """The lower cards of the suit of each card of a set."""
    found, cards = 0, cards & (1 << 52) - 1
    while cards := cards >> 4:
        found |= cards
    return found


def packable_on(packed: Join, cards: Mask) -> Mask:
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
        more = (
            packable_on(packed, found | lower) | lower
            if back
            else packable_on(packed, found) & ~lower
        )
        if not more & ~found:
            return found
        found |= more


def column_of(game: Patience) -> Zone:
    """The one zone of columns."""
    return game.zones[of_kind(game, "column")]


def by_ranks(rule: Join) -> dict[int, set[int]] | None:
    """The ranks that lie on each rank; None where suits count as well."""
    found: dict[int, set[int]] = {}
    for rank in range(SUIT):
        masks = {rule.masks[4 * rank + suit] & (1 << 52) - 1 for suit in range(4)}
        mask = masks.pop()
        found[rank] = {over for over in range(SUIT) if mask >> 4 * over & 15 == 15}
        if masks or mask != sum(15 << 4 * over for over in found[rank]):
            return None
    return found
