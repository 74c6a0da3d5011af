"""What is said and done at tables for several, as a person reads it; mere signs stay as they are typed."""

from trapoula.tables._talk import SIGNAL
from trapoula.texts import say

MESSAGES = {
    # what is said of a row, a command or a fire, and what ends a game
    "not-here": "Not here, please",
    "no-jump": "No big jump here",
    "fine": "Here is fine",
    "free": "As you like",
    "stop": "ends the turn",
    "skull": "must be covered in this turn",
    "three": "exactly three cards in this turn",
    "silence": "no word about the game",
    "no-way-back": "no backwards trick",
    "one-row": "all cards on one row",
    "draw-one": "draw a single card",
    "now": "must be covered in this turn",
    "next": "must be covered in the next turn",
    "minimum": "too few cards could be laid",
    "fire": "a fire was not covered",
    "turn-limit": "nobody finished in time",
    # whole actions
    "begin gladly": "I begin gladly",
    "begin could": "I could begin",
    "begin rather-not": "I would rather not begin",
    "end": "end the turn",
    "take": "take the row",
    "draw left": "draw from the left pile",
    "draw middle": "draw from the middle pile",
    "draw right": "draw from the right pile",
    # verbs with what they are done to
    "lay": "lay {cards}",
    "twist": "twist {cards}",
    "discard": "discard {cards}",
    "cross": "cross off {cards}",
    "bonus": "one more cross in row {cards}",
    # piles that are drawn from
    "pile left": "left",
    "pile middle": "middle",
    "pile right": "right",
    # what is said of a command
    "hold": "I have: {command}",
    "not-now": "Better not now: {command}",
    # commands by their names
    "name stop": "Stop",
    "name skull": "Skull",
    "name three": "Three",
    "name silence": "Silence",
    "name no-way-back": "No way back",
    "name one-row": "One row",
    "name draw-one": "Draw one",
}


def worded(text: str) -> str:
    """An action in words."""
    verb, _, rest = text.partition(" ")
    if verb == SIGNAL:
        about, word, *_ = rest.split(" ")
        return said(about, word)
    if text in MESSAGES:
        return told(text)
    return say(MESSAGES[verb], cards=rest) if verb in MESSAGES else text


def told(word: str) -> str:
    """A word of the rules, or a whole action, as a person reads it."""
    return say(MESSAGES[word]) if word in MESSAGES else word


def said(about: str, word: str) -> str:
    """What is said of a row or of a command."""
    if "{command}" in MESSAGES.get(word, ""):
        return say(MESSAGES[word], command=named(about))
    return f"{named(about)}: {told(word)}"


def named(about: str) -> str:
    """The name of a command; a row is called what it is typed as."""
    return told(f"name {about}") if f"name {about}" in MESSAGES else about
