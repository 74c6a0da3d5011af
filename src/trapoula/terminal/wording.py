"""A table game's phrases as text for the terminal, with names of seats and cards."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from trapoula.core.cards import FACES
from trapoula.core.errors import BadAction, Phrase
from trapoula.core.game import Game, Outcome, Seat, is_worded, looks_of
from trapoula.terminal.paint import face
from trapoula.texts import say


def seat_name(seat: Seat) -> str:
    """Return a seat's name, counting from one."""
    return say("seat {n}", n=seat + 1)


def cards_of(game: Game[Any, Any], *, colour: bool = False) -> Callable[[int], str]:
    """Return how a game's cards are shown: playing cards with suits, others by their faces."""
    names, looks = {card: text for text, card in game.faces.items()}, looks_of(game)

    def shown(card: int) -> str:
        text = names.get(card, str(card))
        if text in FACES:
            return face(text, colour=colour).replace(" ", "")
        look = looks.get(text)
        return f"{look.text}{look.sign}" if look else text

    return shown


def told(
    phrase: Phrase,
    name: Callable[[Seat], str] = seat_name,
    card: Callable[[int], str] = str,
) -> str:
    """Format a phrase of a game, with names for seats and cards."""
    facts = {key: _fact(key, one, name, card) for key, one in phrase.facts.items()}
    return say(phrase.message, **facts)


def _fact(key: str, fact: Any, name: Callable[[Seat], str], card: Callable[[int], str]) -> object:
    match fact:
        case Phrase():
            return told(fact, name, card)
        case list() | tuple():
            return ", ".join(name(one) if key == "seats" else card(one) for one in fact)
    return name(fact) if key == "seat" else fact


def told_from_wire(
    phrase: Mapping[str, Any], name: Callable[[Seat], str], card: Callable[[int], str]
) -> str:
    """Format a phrase that came over the wire."""
    return told(_phrase(phrase), name, card)


def _phrase(sent: Mapping[str, Any]) -> Phrase:
    inner = {
        key: _phrase(fact) if isinstance(fact, Mapping) else fact
        for key, fact in sent["facts"].items()
    }
    return Phrase(sent["template"], **inner)


def worded(game: Game[Any, Any], text: str) -> str:
    """Describe an action in the game's words, or by its text."""
    with suppress(BadAction):
        action = game.read(text)
        return text if not is_worded(game) else named(game, action)
    return text


def happened(game: Game[Any, Any], before: Any, action: Any) -> str:
    """Describe what was done, for everybody at the table: passed cards stay secret."""
    card = cards_of(game)
    return (
        told(game.story(before, action), card=card) if is_worded(game) else game.told(action, None)
    )


def named(game: Any, action: Any) -> str:
    """Describe an action in the game's words, including answers to its questions."""
    label = told(game.label(action), card=cards_of(game))
    answers = [told(answer) for _, answer in game.reach(action).picks]
    return f"{label}: {', '.join(answers)}" if answers else label


def words_of(game: Game[Any, Any]) -> Mapping[str, str]:
    """Return the game's names for the words in its views."""
    return game.words if is_worded(game) else {}


def called(words: Mapping[str, str], word: str, **facts: object) -> str:
    """Return the game's name for a word in its view."""
    return say(words[word], **facts) if word in words else word


def ending(game: Game[Any, Any], outcome: Outcome) -> str:
    """Say how a table game ended, with the points of competing players."""
    card = cards_of(game)
    lines = [told(phrase, card=card) for phrase in game.ending(outcome)] if is_worded(game) else []
    if "winners" in outcome.facts:
        scores = (f"{seat_name(seat)} {score}" for seat, score in enumerate(outcome.scores))
        lines.append(f"{say('Points')}: {', '.join(scores)}")
    return " ".join(line if line.endswith((".", "!")) else f"{line}." for line in lines)
