"""Games that nobody plays: put together at random from the vocabulary, with tables that end soon."""

from typing import TypeVar

from trapoula.cards import HIDDEN
from trapoula.deals import SplitMix
from trapoula.patience import (
    ALTERNATE,
    ANY,
    ANYTHING,
    DOWN,
    DOWN_ROUND,
    KINGS,
    NONE,
    ONE_DECK,
    SAME_SUIT,
    TOP,
    UP,
    Cards,
    Carry,
    Chore,
    Home,
    Join,
    LayOff,
    Move,
    Patience,
    Rest,
    Reveal,
    Rows,
    Step,
    Sweep,
    Table,
    Top,
    Turn,
    Zone,
    cell,
    column,
    foundation,
    helped,
    reserve,
    run,
    stock,
    waste,
    whole,
)
from trapoula.patience.rules import joins

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


def late(game: Patience, seed: int, left: int) -> Table:
    """A table of which all but the highest cards are home, and those lie about at random."""
    dice = Dice(seed)
    packs = len(game.pack) // 52
    heights = [13] * 4 * packs
    for _ in range(left):
        suit = dice.below(len(heights))
        heights[suit] = max(0, heights[suit] - 1)
    piles: list[list[int]] = [[] for _ in game.places]
    homes, around = game.where("F"), []
    for home, height in enumerate(heights):
        piles[homes[home]] = [rank * 4 + home % 4 for rank in range(height)]
        around += [rank * 4 + home % 4 for rank in range(height, 13)]
    cells = [at for at, zone in enumerate(game.zone) if zone.kind == "cell"]
    places = [
        at
        for at, zone in enumerate(game.zone)
        if zone.kind in ("column", "reserve", "stock", "waste")
    ]
    for card in dice.dice.shuffled(around):
        free = [at for at in cells if not piles[at]]
        at = dice.one(*free) if free and dice.below(5) == 0 else dice.one(*places)
        piles[at].append(card)
    for at, zone in enumerate(game.zone):
        if zone.kind == "stock":
            piles[at] = [card | HIDDEN for card in piles[at]]
        elif (
            zone.kind == "column"
            and piles[at]
            and any(isinstance(one, Reveal) for one in game.chores)
        ):
            hidden = dice.below(len(piles[at])) if dice.below(3) else 0
            piles[at][:hidden] = [card | HIDDEN for card in piles[at][:hidden]]
    table = Table(tuple(map(bytes, piles)))
    for chore in game.chores:
        table = chore.tidy(game, table)
    return table


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
