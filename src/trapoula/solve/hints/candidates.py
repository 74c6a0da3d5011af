"""What may be done next and leads where play has not been.

A way is an action, or, where turning the stock costs nothing, some turns and then an action. So a card of the
stock is weighed beside all others, and not only when it is turned up.
"""

from collections.abc import Iterator, Sequence
from itertools import dropwhile
from typing import TypeAlias

from trapoula.patience import Action, Patience, Table
from trapoula.solve.hints.history import Past
from trapoula.solve.hints.reason import Reason, reason
from trapoula.solve.places import Ring, place, redealt

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
        if after.loose or place(game, after, past.seen, ring) not in past.places:
            yield action


def _look(game: Patience, state: Table, past: Past, ring: Ring) -> Way:
    """The turns to the last card of the stock that nobody has seen."""
    way: list[Action] = []
    table, news = redealt(state, 1, past.seen), 0
    while table.turned == state.turned and (turn := ring.turn(game, table)):
        way.append(turn)
        if ring.news(table, past.seen):
            news = len(way)
        table = game.play(table, turn)
    return tuple(way[:news])


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
    places = [place(game, after) for after in tables]
    last = {where: step for step, where in enumerate(places)}
    found: list[Action] = []
    lies, step = table, last[places[0]]
    for action in game.legal(table, 0) if step < len(line) else ():
        reached = game.play(table, action)
        further = last.get(place(game, reached), 0)
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
        place(game, table, past.seen, ring) for table in (state, *along(game, state, line))
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
