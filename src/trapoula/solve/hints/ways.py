"""What may be done next and leads where play has not been, and plans up to the next hidden card.

A way is an action, or, where turning the stock costs nothing, some turns and then an action. So a card of the
stock is weighed beside all others, and not only when it is turned up.

A plan is all that is done before another hidden card is turned up, but for what can wait until it is seen.
"""

from collections.abc import Iterator, Sequence
from itertools import dropwhile
from typing import NamedTuple, TypeAlias

from trapoula.core.cards import Card
from trapoula.patience import Action, Patience, Table
from trapoula.solve.hints.history import Past
from trapoula.solve.hints.reason import GAINFUL, Reason, reason
from trapoula.solve.player_view import Ring, count_unseen, redealt, table_key

Way: TypeAlias = tuple[Action, ...]


def fresh_ways(game: Patience, state: Table, past: Past) -> tuple[Way, ...]:
    """The ways to new places; a stock that costs nothing to turn is looked through before all else."""
    ring = Ring.of(game)
    if ring is None:
        return tuple((action,) for action in _fresh(game, state, past, None))
    look = _look(game, state, past, ring)
    return (look,) if look else tuple(_round(game, state, past, ring))


def _fresh(game: Patience, state: Table, past: Past, ring: Ring | None) -> Iterator[Action]:
    """The actions that lead where play has not been; a card turned up for the first time is new."""
    for action in game.legal(state, 0):
        after = game.play(state, action)
        if after.loose or table_key(game, after, past.seen, ring) not in past.places:
            yield action


def _look(game: Patience, state: Table, past: Past, ring: Ring) -> Way:
    """The turns to the last card of the stock that nobody has seen."""
    way: list[Action] = []
    table, last = redealt(state, 1, past.seen), 0
    while table.turned == state.turned and (turn := ring.turn(game, table)):
        way.append(turn)
        if ring.shows_unseen(table, past.seen):
            last = len(way)
        table = game.play(table, turn)
    return tuple(way[:last])


def _round(game: Patience, state: Table, past: Past, ring: Ring) -> Iterator[Way]:
    """What can be done at each card that comes round, with the turns that lead to it."""
    turns, table, met = Way(), state, set[Table]()
    named = set[tuple[Action, bytes]]()
    while (lies := table._replace(turned=0)) not in met:
        met.add(lies)
        for action in _fresh(game, table, past, ring):
            what = action, table.piles[action.source] if action.source >= 0 else b""
            if what not in named:
                named.add(what)
                yield *turns, action
        turn = ring.turn(game, table)
        if turn is None:
            return
        turns, table = (*turns, turn), game.play(table, turn)


def along(game: Patience, table: Table, line: Sequence[Action]) -> list[Table]:
    """The tables along a line, as far as no chance comes between."""
    tables: list[Table] = []
    for action in line:
        table = game.play(table, action)
        tables.append(table)
        if table.loose:
            break
    return tables


def straight(game: Patience, table: Table, line: Sequence[Action]) -> tuple[Action, ...]:
    """The line without its circles, begun with the action that leads furthest along it at once.

    The line stays as it is where the rules do not allow it without them.
    """
    tables = [table, *along(game, table, line)]
    places = [table_key(game, after) for after in tables]
    last = {where: step for step, where in enumerate(places)}
    found: list[Action] = []
    lies, step = table, last[places[0]]
    for action in game.legal(table, 0) if step < len(line) else ():
        reached = game.play(table, action)
        further = last.get(table_key(game, reached), 0)
        if further > step + 1:
            found, lies, step = [action], reached, further
    while step < len(line):
        if tables[step].loose:
            return (*found, *line[step:])
        action = _by_these_cells(game, line[step], tables[step], lies)
        if not game.allows(lies, action):
            return tuple(line)
        found.append(action)
        lies, step = game.play(lies, action), last[places[step + 1]]
    return tuple(found)


def _by_these_cells(game: Patience, action: Action, there: Table, here: Table) -> Action:
    """An action of another table at the same place: its cells hold the same cards in another order."""
    if there.piles == here.piles:
        return action
    cells = [at for at, zone in enumerate(game.zone) if zone.kind == "cell"]
    ours, theirs = (
        [at for _, at in sorted((table.piles[at], at) for at in cells)] for table in (here, there)
    )
    names = dict(zip(theirs, ours, strict=True))
    source, target = (names.get(at, at) for at in (action.source, action.target))
    return action._replace(source=source, target=target)


def leads_back(game: Patience, state: Table, past: Past, line: Sequence[Action]) -> bool:
    """Whether a line leads where play has been, but for the turns with which it begins."""
    ring = Ring.of(game)
    here, *places = (
        table_key(game, table, past.seen, ring) for table in (state, *along(game, state, line))
    )
    return any(lies in past.places for lies in dropwhile(lambda lies: lies == here, places))


def after(game: Patience, table: Table, way: Way) -> Table | None:
    """What a way comes to on a table that looks the same; None where a hidden card does not allow it."""
    for action in way:
        if not game.allows(table, action):
            return None
        table = game.play(table, action)
    return table


def reason_of(game: Patience, table: Table, way: Way) -> Reason:
    """Why one might go a way: for the action that its turns are made for."""
    *_, before = table, *along(game, table, way[:-1])
    return reason(game, before, way[-1])


LONG = 20  # deeds of a plan that is asked which of them can wait


class PlannedMove(NamedTuple):
    """An action with the cards that it takes, the one on which it lays them, and whether that gains."""

    action: Action
    taken: bytes
    onto: bytes
    gains: bool


def planned(
    game: Patience, table: Table, line: Sequence[Action], seen: frozenset[Card], ring: Ring | None
) -> Way:
    """The beginning of a line, up to the first hidden card that it turns up; all of it when it does not."""
    begun, lies, unknown = list[Action](), table, count_unseen(table, seen)
    for action in line:
        begun.append(action)
        lies = game.play(lies, action)
        if lies.loose or count_unseen(lies, seen) < unknown:
            break
    else:
        return straight(game, table, line)
    moves, waits = (
        _planned_moves(game, table, straight(game, table, begun), ring),
        list[PlannedMove](),
    )
    if len(moves) <= LONG:
        for number in reversed(range(len(moves) - 1)):
            fewer, later = moves[:number] + moves[number + 1 :], [moves[number], *waits]
            if _replayed_way(game, table, [*fewer, *later], ring):
                moves, waits = fewer, later
    return straight(game, table, _replayed_way(game, table, moves, ring))


def without_detours(game: Patience, table: Table, plan: Way, ring: Ring | None) -> Way:
    """A plan with nothing in it but what gains at once, and its end; nothing where that cannot be."""
    *moves, last = _planned_moves(game, table, plan, ring)
    return _replayed_way(game, table, [*(deed for deed in moves if deed.gains), last], ring)


def detours(game: Patience, table: Table, plan: Way, ring: Ring | None) -> int:
    """How much of a plan, before its end, gains nothing at once."""
    return sum(not deed.gains for deed in _planned_moves(game, table, plan, ring)[:-1])


def _planned_moves(
    game: Patience, table: Table, line: Sequence[Action], ring: Ring | None
) -> list[PlannedMove]:
    """What is done along a line, but for the turns of a ring."""
    moves: list[PlannedMove] = []
    for action in line:
        if ring is None or action.verb != ring.turning.verb:
            gains = reason(game, table, action)[0] in GAINFUL
            moves.append(PlannedMove(action, *_about(table, action), gains))
        table = game.play(table, action)
    return moves


def _about(table: Table, action: Action) -> tuple[bytes, bytes]:
    """The cards that an action takes, and the one on which it lays them."""
    taken = table.piles[action.source][-max(1, action.size) :] if action.source >= 0 else b""
    return taken, table.piles[action.target][-1:] if action.target >= 0 else b""


def _replayed_way(
    game: Patience, table: Table, moves: Sequence[PlannedMove], ring: Ring | None
) -> Way:
    """The deeds one after the other, with the turns between them that they need; nothing if one cannot be."""
    way: list[Action] = []
    for action, taken, onto, _ in moves:
        turns = 0
        while _about(table, action) != (taken, onto) or not game.allows(table, action):
            turn = ring.turn(game, table) if ring and action.source == ring.waste else None
            if turn is None or turns > len(game.cards):
                return ()
            table, turns = game.play(table, turn), turns + 1
            way.append(turn)
        table = game.play(table, action)
        way.append(action)
    return tuple(way)
