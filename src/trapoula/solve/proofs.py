"""What a search may leave out of a game, and why it loses nothing by it.

Turning and playing as one step: turning the stock touches nothing but stock and waste, so every turn can
wait until the card it uncovers is played.

Safe cards: a card at home does no harm when every card that could be packed on it, and every card that
could be packed on those, is home (or is the next to go, when nothing comes back from the foundations and no
card is carried with others on it that it could not bear). Proved for one pack and foundations built up in
suit from the ace. So it is for two packs, when columns go down in suit and nothing comes back, for a card
whose twin is home or wanted by a foundation of its own: then all lower cards of the suit are home, and
which of the twins goes first makes no difference. A stock that is gone through once shows its cards in the
same order whatever becomes of them, so its safe cards go home as they are turned up.

Whole runs: taking a part of a run to another column frees the card beneath. If it does not go home, some
card is packed on it; but two columns that take one card in common take the same cards, so that card could
have been packed on the other column instead, and the two runs trade places.

Returning cards: a card that comes back from a foundation waits until something is built on it. For take a
move that follows its return: unless it builds on the card, it is made as well before the return; if it moves
the card on, alone or on top of a run, the card comes back to there instead. So returns stand together, each
block of them before a move that builds on the last; and each card of a block is there to be built on, or to
let the one beneath it come back, by another card of the block or by that move. A card may need both, a place
that came back and a card that has left its foundation: that is why any other return may come between a
return and its use. A return to a place can be put right before the card that is laid on it, when those for
its foundation's sake come first.

Waiting cards: a card of a stock that is gone through one by one without end comes to a column only to be
built on, and by the same argument. It needs nothing but its place, so that it is built on at once.

A part of a run moves only for the card beneath to go home, and next.

Buried cards: where no card ever leaves a pile and only its top card is asked for, positions that differ in
the order of the others are the same; which those are follows from all the other piles.

Doom: why a position is lost at a glance is told where it is looked for, in `doom`.
"""

from collections.abc import Sequence
from typing import Protocol

from trapoula.cards import KINDS
from trapoula.patience import (
    ACES,
    DOWN,
    KINGS,
    NONE,
    SAME_SUIT,
    UP,
    Bare,
    Carry,
    Clear,
    CloseUp,
    Earns,
    Home,
    Join,
    LayOff,
    Move,
    Patience,
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
    run,
)
from trapoula.solve import layout as at


class Writer(Protocol):
    """What is asked of the one who writes the arrays."""

    chored: set[int]  # piles that a chore looks at
    asked: set[int]  # piles that a condition looks at

    def listed(self, numbers: Sequence[int]) -> tuple[int, int]:
        """Where a list stands, and its length."""

    def table(self, rule: Test | Join) -> int:
        """The number of a table of masks."""


def allow(game: Patience, header: list[int], writer: Writer) -> None:
    """Note in the header what may be left out of a search."""
    header[at.MACRO] = header[at.SAFE] = header[at.DOOM] = -1
    header[at.IDLE] = trades(game)
    homes = [place for place, zone in enumerate(game.zone) if zone.kind == "foundation"]
    header[at.SAFE_TO], header[at.N_SAFE_TO] = writer.listed(homes)
    header[at.UPWARD] = bool(homes) and all(_upward(game, home) for home in homes)
    turning(game, header, writer)
    single = len(set(game.pack)) == len(game.pack)
    if plain_foundations(game) and (single or in_suit_twice(game)):
        safe_cards(game, header, writer)
    if plain_foundations(game) and single:
        header[at.WHOLE_RUNS] = whole_runs(game)
        header[at.RETURNING] = stays("foundation", game)
        if header[at.SAFE] >= 0 and header[at.MACRO] >= 0 and header[at.MACRO_FREE]:
            move = bare(game.moves[header[at.MACRO]])
            assert isinstance(move, Turn)
            homeward = any(
                isinstance(other, Carry | LayOff)
                and move.to in other.source
                and set(game.goal.zones) <= set(other.to)  # type: ignore[attr-defined]
                for other in map(bare, game.moves)
            )
            header[at.SAFE_WASTE] = move.by == 1 and homeward
            header[at.WAITING] = header[at.SAFE_WASTE] and stays("waste", game)
        dooms(game, header, writer)


def stays(kind: str, game: Patience) -> bool:
    """Whether a card that came from such piles to another could as well come later, or elsewhere."""
    first = "".join(letter for letter, zone in game.zones.items() if zone.kind == kind)
    homes = "".join(letter for letter, zone in game.zones.items() if zone.kind == "foundation")
    ways = {
        (source, to, onto)
        for move in map(bare, game.moves)
        if isinstance(move, Carry)
        for source in move.source
        for to in move.to
        for onto in (("cards", "spaces") if move.onto == "any" else (move.onto,))
        if to not in homes
    }
    between = {to for source, to, _ in ways if source in first}
    return (
        all(
            (letter, to, onto) in ways
            for source, to, onto in ways
            if source in between
            for letter in first
        )
        and all(
            isinstance(zone.lift, Top) or (isinstance(zone.lift, run) and zone.lift.ends == NONE)
            for zone in (game.zones[letter] for letter in between)
        )
        and all(zone.batch.start <= 1 for zone in game.zones.values())
        and not any(
            isinstance(move, Carry) and move.lift is not None for move in map(bare, game.moves)
        )
        and not any(isinstance(chore, Sweep) for chore in game.chores)
    )


def trades(game: Patience) -> bool:
    """Whether chores that follow every move change nothing when nothing else has changed."""
    return all(
        isinstance(chore, Reveal | Refill | Uncover | Clear | Sweep | CloseUp | Settle)
        for chore in game.chores
    )


def _upward(game: Patience, home: int) -> bool:
    build = game.zone[home].build
    return isinstance(build, Join) and any(build(card, card + 4) for card in range(48))


def bare(move: Move) -> Move:
    """The move itself, without the score it earns."""
    return bare(move.move) if isinstance(move, Earns) else move


def turning(game: Patience, header: list[int], writer: Writer) -> None:
    """Turning and playing as one step, where nothing else looks at stock and waste."""
    moves = [bare(move) for move in game.moves]
    turns = [number for number, move in enumerate(moves) if isinstance(move, Turn)]
    if len(turns) != 1 or not all(type(move) in (Carry, LayOff, Turn) for move in moves):
        return
    move = moves[turns[0]]
    assert isinstance(move, Turn)
    (stock,), (waste,) = game.where(move.at), game.where(move.to)
    others = [other for other in moves if isinstance(other, Carry | LayOff)]
    if (
        {stock, waste} & (writer.chored | writer.asked)
        or any(move.at in other.source + other.to or move.to in other.to for other in others)
        or any(isinstance(other, Carry) and other.lift is not None for other in others)
        or not isinstance(game.zone[waste].lift, Top)
        or game.zone[waste].lift != Top()
        or game.zone[waste].room < len(game.pack)
        or game.lost is not None
    ):
        return
    header[at.MACRO], header[at.MACRO_WASTE] = turns[0], waste
    header[at.MACRO_FREE] = move.redeals == "unlimited"


def buries(game: Patience, asked: set[int]) -> list[int]:
    """The piles of which only the top card counts from now on: nothing leaves them, nothing else is asked."""
    moves = [bare(move) for move in game.moves]
    if (
        not isinstance(game.goal, Home | Bare)
        or game.lost is not None
        or not all(isinstance(move, Carry | LayOff | Turn | Spread) for move in moves)
        or not all(
            isinstance(zone.build, Join) and isinstance(zone.start, Test)
            for zone in game.zones.values()
        )
    ):
        return []
    left = set(game.where(game.goal.zones)) if isinstance(game.goal, Bare) else set()
    for move in moves:
        if isinstance(move, Carry | LayOff):
            left |= set(game.where(move.source))
        elif isinstance(move, Turn):
            left |= set(game.where(move.at if move.redeals == 0 else move.at + move.to))
        elif isinstance(move, Spread):
            left |= set(game.where(move.at))
    return [
        pile
        for pile, zone in enumerate(game.zone)
        if pile not in left | asked and zone.room >= len(game.pack)
    ]


def plain_foundations(game: Patience) -> bool:
    """Foundations up in suit from the ace, and nothing but carrying and turning."""
    homes = {letter for letter, zone in game.zones.items() if zone.kind == "foundation"}
    moves = [bare(move) for move in game.moves]
    return (
        isinstance(game.goal, Home)
        and set(game.goal.zones) == homes
        and game.lost is None
        and all(
            game.zones[home].start == ACES
            and game.zones[home].build == UP & SAME_SUIT
            and game.zones[home].room >= 13
            and 1 in game.zones[home].batch
            for home in homes
        )
        and all(isinstance(move, Carry | LayOff | Turn) for move in moves)
        and all(isinstance(chore, Reveal | Sweep) for chore in game.chores)
        and all(
            isinstance(zone.build, Join) and isinstance(zone.start, Test)
            for zone in game.zones.values()
        )
    )


def in_suit_twice(game: Patience) -> bool:
    """Two packs of 52, columns down in suit, and nothing that comes back from the foundations."""
    return sorted(game.pack) == sorted((*range(52), *range(52))) and all(
        zone.lift is None
        if zone.kind == "foundation"
        else zone.kind != "column"
        or (isinstance(zone.build, Join) and _within(zone.build, DOWN & SAME_SUIT))
        for zone in game.zones.values()
    )


def _in_order(zone: Zone) -> bool:
    """Whether what is lifted from a pile together could have been packed there."""
    return (
        zone.kind != "column"
        or isinstance(zone.lift, Top)
        or (
            isinstance(zone.lift, run)
            and isinstance(zone.build, Join)
            and _within(zone.lift.join, zone.build)
        )
    )


def _within(join: Join, other: Join) -> bool:
    """Whether one rule allows nothing that another does not."""
    return all(not mine & ~theirs for mine, theirs in zip(join.masks, other.masks, strict=True))


def safe_cards(game: Patience, header: list[int], writer: Writer) -> None:
    """Which table of packing says that a card is safe at home, and from where cards go."""
    packed: Join | None = None
    sources: list[int] = []
    turn = bare(game.moves[header[at.MACRO]]) if header[at.MACRO] >= 0 else None
    once = isinstance(turn, Turn) and turn.redeals == 0
    kinds = ("column", "cell", "reserve", *(("waste",) if once else ()))
    for letter, zone in game.zones.items():
        if zone.kind == "column":
            assert isinstance(zone.build, Join)
            packed = zone.build if packed is None else packed | zone.build
        if zone.kind in kinds and zone.lift is not None:
            homeward = [
                move
                for move in map(bare, game.moves)
                if isinstance(move, Carry | LayOff)
                and letter in move.source
                and set(game.goal.zones) <= set(move.to)  # type: ignore[attr-defined]
                and (isinstance(move, LayOff) or (move.onto == "any" and move.lift is None))
            ]
            if homeward and isinstance(zone.lift, Top | run):
                sources += game.where(letter)
    if packed is None or not sources:
        return
    needed = closure(packed)
    header[at.SAFE] = writer.table(needed if header[at.SINGLE] else with_twin(needed))
    header[at.SAFE_STRICT] = any(
        zone.lift is not None if zone.kind == "foundation" else not _in_order(zone)
        for zone in game.zones.values()
    )
    header[at.SAFE_FROM], header[at.N_SAFE_FROM] = writer.listed(sources)
    header[at.SAFE_PASSED] = once and header[at.MACRO_WASTE] in sources


def dooms(game: Patience, header: list[int], writer: Writer) -> None:
    """How lost positions are told: one pack, a stock to turn, columns of one sort and no cells."""
    columns = [letter for letter, zone in game.zones.items() if zone.kind == "column"]
    kinds = {zone.kind for zone in game.zones.values()}
    if (
        header[at.MACRO] < 0
        or len(columns) != 1
        or kinds & {"cell", "reserve"}
        or len(game.pack) != 52
    ):
        return
    zone = game.zones[columns[0]]
    if not isinstance(zone.lift, Top | run):
        return
    assert isinstance(zone.build, Join)
    assert isinstance(zone.start, Test)
    header[at.DOOM], header[at.DOOM_START] = writer.table(zone.build), writer.table(zone.start)
    header[at.DOOM_RUN] = writer.table(zone.lift.join if isinstance(zone.lift, run) else zone.build)
    header[at.DOOM_BACK] = any(
        zone.kind == "foundation" and zone.lift is not None for zone in game.zones.values()
    )
    header[at.DOOM_COLUMNS], header[at.N_DOOM_COLUMNS] = writer.listed(game.where(columns[0]))


def closure(packed: Join) -> Join:
    """What could be packed on a card, together with what could be packed on that."""
    masks = []
    for mask in packed.masks:
        found = mask
        for card in range(KINDS):
            if mask >> card & 1:
                found |= packed.masks[card]
        masks.append(found)
    return Join(tuple(masks), f"closure({packed})")


def with_twin(needed: Join) -> Join:
    """The same, and the card itself: its twin needs a foundation of its own."""
    masks = (mask | 1 << (card & 63) for card, mask in enumerate(needed.masks))
    return Join(tuple(masks), f"with_twin({needed})")


def whole_runs(game: Patience) -> bool:
    """Whether runs may be moved whole only, unless the card beneath goes home."""
    columns = [zone for zone in game.zones.values() if zone.kind == "column"]
    if len(columns) != 1 or any(zone.kind == "cell" for zone in game.zones.values()):
        return False
    (zone,) = columns
    limited = any(
        isinstance(move, Carry) and move.limit is not None for move in map(bare, game.moves)
    )
    return (
        isinstance(zone.lift, run)
        and zone.lift.ends == NONE
        and zone.lift.join == zone.build
        and zone.start in (KINGS, NONE)
        and not limited
        and len(zone.batch) > 13
        and zone.room > len(game.pack)
        and all(
            not one & other or one == other
            for one in zone.lift.join.masks[:52]
            for other in zone.lift.join.masks[:52]
        )
    )
