"""The commands that cards may carry, and which cards do: our own distribution, since no sheet tells it."""

from collections.abc import Mapping
from typing import Final

from trapoula.core.cards import Card

COMMANDS: Final[Mapping[str, tuple[Card, ...]]] = {
    "stop": (2, 26, 75, 99),  # the turn ends at once
    "skull": (5, 30, 71, 96),  # to be covered in the same turn
    "three": (9, 33, 68, 92),  # exactly three cards this turn
    "silence": (12, 37, 64, 89),  # no talk while it is visible
    "no-way-back": (16, 40, 61, 85),  # no backwards trick while it is visible
    "one-row": (19, 44, 57, 82),  # all cards on one row while it is visible
    "draw-one": (23, 47, 54, 78),  # draw a single card while it is visible
}
NAMES: Final = tuple(COMMANDS)
EACH: Final = 4  # cards of each command
THREE: Final = 3

HOLD: Final = "hold"  # I have such a command
NOT_NOW: Final = "not-now"  # better not now: nobody should play one

MESSAGES = {  # their names, what each demands and whether at once or while it is seen, what it is to
    # break one, and what is said of them
    "carriers": "About commands…",
    HOLD: "I have: {command}",
    NOT_NOW: "Better not now: {command}",
    "stop": "Stop",
    "sign stop": "⚡",
    "about stop": "The turn ends at once, even with fewer cards than the minimum.",
    "skull": "Skull",
    "sign skull": "⚡",
    "about skull": "It must be covered in the same turn.",
    "broken skull": "the skull is not covered in the same turn",
    "three": "Three",
    "sign three": "⚡",
    "about three": "Exactly three cards must be laid in this turn.",
    "broken three": "exactly three cards cannot be laid",
    "silence": "Silence",
    "sign silence": "∞",
    "about silence": "Nobody may say anything while it lies open.",
    "no-way-back": "No way back",
    "sign no-way-back": "∞",
    "about no-way-back": "The backwards trick is not allowed while it lies open.",
    "one-row": "One row",
    "sign one-row": "∞",
    "about one-row": "While it lies open, all cards laid after it in a turn go on one row.",
    "draw-one": "Draw one",
    "sign draw-one": "∞",
    "about draw-one": "While it lies open, only one card is drawn at the end of a turn.",
}
