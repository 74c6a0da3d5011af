"""Games that nobody plays: put together at random from the vocabulary, with tables that end soon."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from trapoula.core.cards import HIDDEN
from trapoula.core.deals import SplitMix
from trapoula.patience import (
    ALTERNATE,
    ANY,
    ANYTHING,
    DOWN,
    DOWN_ROUND,
    JACK,
    KINGS,
    NONE,
    NOTHING,
    ONE_DECK,
    QUEEN,
    SAME_SUIT,
    TOP,
    UP,
    Bare,
    Cards,
    Carry,
    Chore,
    Goal,
    Home,
    Join,
    LayOff,
    Left,
    Move,
    Not,
    Patience,
    Phase,
    Refill,
    Rest,
    Reveal,
    Rows,
    Step,
    Sweep,
    Table,
    Top,
    Turn,
    Uncover,
    When,
    Zone,
    cell,
    column,
    foundation,
    helped,
    only,
    reserve,
    run,
    stock,
    waste,
    whole,
)
from trapoula.patience.rules import joins
from trapoula.patience.taps import Redeals

_ROUND = joins(  # clubs on spades, spades on hearts, hearts on diamonds, diamonds on clubs
    "round the suits", lambda under, over: under < 52 > over and (under - over) % 4 == 1
)
ROUND = DOWN & _ROUND
BY_TWO = joins("by two", lambda under, over: under < 52 > over and (under >> 2) - (over >> 2) == 2)
PACKED: tuple[Join, ...] = (
    DOWN & ALTERNATE,
    DOWN & ALTERNATE,
    DOWN & SAME_SUIT,
    DOWN,
    DOWN & ~SAME_SUIT,
    (DOWN | UP) & SAME_SUIT,
    DOWN_ROUND & ALTERNATE,
    ROUND,
    BY_TWO,
)


T = TypeVar("T")


class Dice:
    """Choices that are the same on every machine."""

    def __init__(self, seed: int) -> None:
        self.dice = SplitMix(seed)

    def below(self, count: int) -> int:
        return self.dice.below(count)

    def one(self, *choices: T) -> T:
        return choices[self.dice.below(len(choices))]


def variant(seed: int) -> Patience:
    """A game of foundations built up in suit, and whatever else the dice say."""
    dice = Dice(seed)
    packs = dice.one(1, 1, 1, 1, 2)
    packed = dice.one(*PACKED)
    columns, cells = 2 + dice.below(3), dice.one(0, 0, 1, 2)
    reserves, stocks = dice.one(0, 0, 0, 1), dice.one(0, 1)
    lift = dice.one(TOP, run(packed), run(packed), run(packed), run(ANYTHING), whole(or_top=True))
    zones: dict[str, Zone] = {
        "F": foundation(lift=dice.one(None, TOP, Top(1), Top(9), Top(10), Top(11))),
        "T": column(packed, start=dice.one(KINGS, KINGS, ANY, NONE), lift=lift),
    }
    picture = [*"F" * 4 * packs]
    if cells:
        zones["C"] = cell()
        picture += "C" * cells
    if reserves:
        zones["R"] = reserve()
        picture += "R"
    if stocks:
        zones["S"], zones["W"] = stock(), waste()
        picture += "SW"
    sources = "T" + "C" * bool(cells) + "R" * reserves + "W" * stocks
    limit = helped("C" * bool(cells), "T") if dice.below(3) == 0 else None
    moves: list[Move] = [
        LayOff(sources, to="F") if dice.below(4) == 0 else Carry(sources, to="F"),
        Carry(sources, to="T", limit=limit),
    ]
    if dice.below(3):
        moves.append(Carry("F", to="T"))
    if cells:
        moves.append(Carry("T", to="C"))
        if dice.below(2):
            moves.append(Carry("F", to="C"))
    if stocks:
        moves.append(
            Turn("S", to="W", by=dice.one(1, 1, 2, 3), redeals=dice.one(0, 1, "unlimited"))
        )
    sweeps = packs == 1 and dice.below(5) == 0
    chores: tuple[Chore, ...] = (Sweep(sources, to="F", packed=packed),) if sweeps else ()
    if stocks or reserves or dice.below(2):
        chores = (*chores, Reveal("T"))
    return Patience(
        picture=f"{' '.join(picture)}\n{'T ' * columns}",
        pack=ONE_DECK * packs,
        zones=zones,
        deal=(Rest("S"),) if stocks else _dealt(52 * packs, columns),
        moves=tuple(moves),
        chores=dice.one(chores, chores[::-1]),
        goal=Home("F"),
        score=Cards("F"),
    )


def _dealt(cards: int, columns: int) -> tuple[Step, ...]:
    rows, over = divmod(cards, columns)
    return (Rows("T", rows), Rows("T", piles=range(over))) if over else (Rows("T", rows),)


def in_sight(seed: int) -> Patience:
    """A game of columns, foundations and perhaps cells, with every card in sight, as the dice say."""
    dice = Dice(seed)
    packed = dice.one(*PACKED, DOWN & SAME_SUIT, DOWN & SAME_SUIT, DOWN, DOWN)
    columns, cells = 2 + dice.below(4), dice.one(0, 0, 1, 2, 3)
    free, sources = "C" * bool(cells), "T" + "C" * bool(cells)
    zones: dict[str, Zone] = {
        "F": foundation(lift=dice.one(None, TOP, TOP, Top(1), Top(9), Top(11))),
        "T": column(
            packed,
            start=dice.one(KINGS, ANY, ANY, NONE),
            lift=dice.one(TOP, run(packed), run(packed), run(ANYTHING), run(dice.one(*PACKED))),
        ),
    }
    limit = dice.one(None, None, helped(free, "T"), helped(free), helped("", "T"))
    moves: list[Move] = [
        LayOff(sources, to="F") if dice.below(4) == 0 else Carry(sources, to="F"),
        Carry(sources, to="T", limit=limit),
    ]
    if dice.below(3):
        moves.append(Carry("F", to="T"))
    if cells:
        zones["C"] = cell()
        if dice.below(3):
            moves.append(Carry("T", to="C"))
        if dice.below(2):
            moves.append(Carry("F", to="C"))
    sweep = Sweep(
        dice.one(sources, sources[::-1]), to="F", packed=dice.one(packed, packed, *PACKED)
    )
    return Patience(
        picture=f"{'F ' * 4}{'C ' * cells}\n{'T ' * columns}",
        zones=zones,
        deal=_dealt(52, columns),
        moves=tuple(moves),
        chores=dice.one((), (sweep,)),
        goal=Home("F"),
        score=Cards("F"),
    )


def strange(seed: int) -> Patience:
    """A game of dice with one thing in it that no game of the catalogue has, or has there."""
    return STRANGE[seed % len(STRANGE)](Dice(seed))


def _made(dice: Dice, picture: str, zones: dict[str, Zone], *moves: Move, **more: Any) -> Patience:
    """A game with columns that are packed in some way; what is not a stock or home sends cards there."""
    packs = len(more.get("pack", ONE_DECK)) // 52
    packed = more.pop("packed", None) or dice.one(DOWN & ALTERNATE, DOWN & SAME_SUIT, DOWN)
    back = more.pop("back", dice.one(None, TOP))
    zones = {
        "F": foundation(lift=back),
        "T": column(
            packed,
            start=dice.one(NONE, NONE, KINGS, ANY),
            lift=dice.one(TOP, run(packed), run(packed)),
        ),
        **zones,
    }
    sources = "".join(
        one for one, zone in zones.items() if zone.kind not in ("foundation", "stock")
    )
    moves = (Carry(sources, to="F"), Carry(sources, to="T"), *moves)
    return Patience(
        picture=f"{'F ' * 4 * packs}{picture}",
        zones=zones,
        deal=(Rest("S"),) if "S" in zones else _dealt(52 * packs, picture.count("T")),
        moves=(*moves, Carry("F", to="T")) if back and not more.pop("waits", False) else moves,
        goal=Home("F"),
        score=Cards("F"),
        **more,
    )


def _at_some_time(dice: Dice) -> Patience:
    """Cards come back while something is so, and only then."""
    so: Goal = dice.one(Phase(0), Not(Bare("T")), Left("T", 3))
    return _made(dice, "\nT T T", {}, When(so, Carry("F", to="T")), back=TOP, waits=True)


def _refilled(dice: Dice) -> Patience:
    """Gaps are filled from a reserve, before or after its next card is turned up."""
    chores = (Reveal(dice.one("R", "TR")), Refill("T", "R"))
    return _made(
        dice,
        "S W R\nT T",
        {"S": stock(), "W": waste(), "R": reserve(lift=dice.one(None, TOP))},
        Turn("S", to="W", redeals=dice.one(0, 1, "unlimited")),
        chores=dice.one(chores, chores[::-1]),
    )


def _covered(dice: Dice) -> Patience:
    """Cards are turned up that nothing lies over, in one of two zones that are alike."""
    zone = column(dice.one(DOWN & ALTERNATE, DOWN & SAME_SUIT), start=dice.one(ANY, KINGS))
    game = _made(dice, "\nT T\nU U", {"T": zone, "U": zone}, chores=(Uncover(dice.one("T", "TU")),))
    moves = (Carry("TU", to="F"), dice.one(Carry("U", to="U"), Carry("TU", to="TU")))
    return replace(game, moves=moves)


def _turned_elsewhere(dice: Dice) -> Patience:
    """A stock is turned to a reserve, a column or a waste that takes cards as well."""
    redeals: Redeals = dice.one(0, 1, "unlimited", "unlimited")
    by = dice.one(1, 2, 2, 3)
    match dice.below(3):
        case 0:
            turn = Turn("S", to="R", by=by, redeals=redeals)
            return _made(dice, "S R\nT T", {"S": stock(), "R": reserve()}, turn)
        case 1:
            return _made(dice, "S\nT", {"S": stock()}, Turn("S", to="T", by=by, redeals=redeals))
    taking = Zone("waste", start=dice.one(KINGS, ANY), build=dice.one(NOTHING, DOWN), lift=TOP)
    turn = Turn("S", to="W", by=by, redeals=redeals)
    return _made(dice, "S W\nT T", {"S": stock(), "W": taking}, Carry("T", to="W"), turn)


def _set_aside(dice: Dice) -> Patience:
    """A reserve of one card takes any, as a cell does."""
    zone = Zone("reserve", start=ANY, lift=TOP, room=1)
    return _made(dice, "R\nT T T", {"R": zone}, Carry("T", to="R"), packed=DOWN & ALTERNATE)


def _swept_twins(dice: Dice) -> Patience:
    """The table sweeps two packs that are packed in suit."""
    packed, columns = DOWN & SAME_SUIT, 3 + dice.below(3)
    game = _made(
        dice,
        f"\n{'T ' * columns}",
        {},
        pack=ONE_DECK * 2,
        packed=packed,
        back=None,
        chores=(Sweep("T", to="F", packed=packed),),
    )
    start = dice.one(NONE, KINGS, KINGS, only(QUEEN, JACK), ANY)
    zones = {**game.zones, "T": replace(game.zones["T"], start=start)}
    return replace(game, zones=zones)


STRANGE: tuple[Callable[[Dice], Patience], ...] = (
    _at_some_time,
    _refilled,
    _covered,
    _turned_elsewhere,
    _set_aside,
    _swept_twins,
)


def strewn(game: Patience, number: int) -> Table:
    """A late table of any suits, or of one or two, which are more in the way of each other."""
    return late(game, number, 3 + number % 9, suits=(4, 1, 2)[number % 3])


def late(game: Patience, seed: int, left: int, suits: int = 4) -> Table:
    """A table of which all but the highest cards are home, and those lie about at random."""
    dice = Dice(seed)
    packs = len(game.pack) // 52
    heights = [13] * 4 * packs
    for _ in range(left):
        pack, suit = divmod(dice.below(suits * packs), suits)
        home = 4 * pack + suit
        heights[home] = max(0, heights[home] - 1)
    piles: list[list[int]] = [[] for _ in game.places]
    homes, around = game.where("F"), []
    for home, height in enumerate(heights):
        piles[homes[home]] = [rank * 4 + home % 4 for rank in range(height)]
        around += [rank * 4 + home % 4 for rank in range(height, 13)]
    cells = [at for at, zone in enumerate(game.zone) if zone.room == 1]
    places = [
        at
        for at, zone in enumerate(game.zone)
        if zone.kind in ("column", "reserve", "stock", "waste") and at not in cells
    ]
    shown = "".join(one.zones for one in game.chores if isinstance(one, Reveal | Uncover))
    for card in dice.dice.shuffled(around):
        free = [at for at in cells if not piles[at]]
        at = dice.one(*free) if free and dice.below(5) == 0 else dice.one(*places)
        piles[at].append(card)
    for at, zone in enumerate(game.zone):
        if zone.kind == "stock":
            piles[at] = [card | HIDDEN for card in piles[at]]
        elif game.letter[at] in shown and piles[at]:
            hidden = dice.below(len(piles[at])) if dice.below(3) else 0
            piles[at][:hidden] = [card | HIDDEN for card in piles[at][:hidden]]
    table = Table(tuple(map(bytes, piles)))
    for chore in game.chores:
        table = chore.tidy(game, table)
    return table


def shaken(game: Patience, table: Table, seed: int) -> Table:
    """A table like another, on which a few cards that are not home have changed places."""
    dice, piles = Dice(seed), [bytearray(pile) for pile in table.piles]
    places = [
        (at, depth)
        for at, zone in enumerate(game.zone)
        if zone.kind != "foundation"
        for depth in range(len(piles[at]))
    ]
    for _ in range(1 + dice.below(3)):
        (one, high), (other, low) = dice.one(*places), dice.one(*places)
        cards = piles[one][high], piles[other][low]
        piles[one][high] = cards[1] & ~HIDDEN | cards[0] & HIDDEN
        piles[other][low] = cards[0] & ~HIDDEN | cards[1] & HIDDEN
    return table._replace(piles=tuple(map(bytes, piles)))


def early(game: Patience, seed: int, ranks: int) -> Table:
    """A table of low cards only, none of them home, which lie about at random."""
    dice = Dice(seed)
    around = dice.dice.shuffled([card for card in game.pack if card >> 2 < ranks])
    piles: list[list[int]] = [[] for _ in game.places]
    places = [
        at for at, zone in enumerate(game.zone) if zone.kind in ("column", "reserve", "stock")
    ]
    for card in around:
        at = dice.one(*places)
        piles[at].append(card | HIDDEN if game.zone[at].kind == "stock" else card)
    return Table(tuple(map(bytes, piles)))
