"""Random walks through any game, the same on every machine."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from trapoula.catalogue import Entry, entries, find
from trapoula.deals import SplitMix, deck
from trapoula.game import CHANCE, Choice, Game, Seat
from trapoula.session import Session

MANY = 16  # option settings: up to this many all are tried, beyond it one change at a time

Setting = tuple[str, dict[str, Choice], int]  # a game, its options, its players


def settings_of(entry: Entry) -> Iterator[dict[str, Choice]]:
    """Every setting of a game's options, or each single change where those are too many."""
    axes = [[(option.name, choice) for choice in option.choices] for option in entry.options]
    combinations = 1
    for axis in axes:
        combinations *= len(axis)
    if combinations <= MANY:
        yield from (dict(choices) for choices in product(*axes))
    else:
        plain = {option.name: option.default for option in entry.options}
        yield plain
        yield from (
            plain | {name: value} for axis in axes for name, value in axis if plain[name] != value
        )


def all_settings() -> list[Setting]:
    """Every game with every setting of its options and every number of players."""
    return [
        (entry.id, options, seats)
        for entry in entries()
        for options in settings_of(entry)
        for seats in entry.make(options).seats
    ]


def name_of(setting: Setting) -> str:
    """A short name for a setting, for test reports."""
    id_, options, seats = setting
    words = [f"{name}={value}" for name, value in options.items()]
    return "-".join([id_, *words, *([f"seats={seats}"] if seats > 1 else [])])


def may_act(game: Game[Any, Any], state: Any, seats: int) -> list[tuple[Seat, Any]]:
    """Everything that anybody may do now."""
    return [(seat, action) for seat in range(seats) for action in game.legal(state, seat)]


def session_of(setting: Setting, deal: int) -> Session:
    """A session for a setting."""
    id_, options, seats = setting
    return Session(id_, options, deal=deal, seats=seats, clock=lambda: 0.0)


def walk(setting: Setting, deal: int, steps: int) -> Iterator[tuple[Any, Seat, Any]]:
    """States with the action taken in each: the seat on turn acts mostly, sometimes another."""
    id_, options, seats = setting
    game = find(id_).make(options)
    dice = SplitMix(deal)
    state = game.start(deck(game.pack, deal), seats)
    for _ in range(steps):
        turn = game.turn(state)
        if turn is None:
            return
        if turn == CHANCE:
            seat, action = CHANCE, game.draw(state, dice)
        else:
            choices = [(turn, action) for action in game.legal(state, turn)]
            if not choices or dice.below(4) == 0:
                choices = may_act(game, state, seats)
            seat, action = choices[dice.below(len(choices))]
        yield state, seat, action
        state = game.play(state, action)
