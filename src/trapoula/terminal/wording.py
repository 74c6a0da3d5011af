"""What a table game tells, as it is read in a terminal: its own phrases, with seats and cards in them."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from trapoula.errors import BadAction, Phrase
from trapoula.game import Game, Outcome, Seat, is_worded
from trapoula.texts import say


def seat_name(seat: Seat) -> str:
    """A seat, which people count from one."""
    return say("seat {n}", n=seat + 1)


def told(phrase: Phrase, name: Callable[[Seat], str] = seat_name) -> str:
    """A phrase of a game, with its seats by their names and its cards in a row."""
    return say(phrase.message, **{key: _fact(key, one, name) for key, one in phrase.facts.items()})


def _fact(key: str, fact: Any, name: Callable[[Seat], str]) -> object:
    match fact:
        case Phrase():
            return told(fact, name)
        case list() | tuple():
            return ", ".join(name(one) if key == "seats" else str(one) for one in fact)
    return name(fact) if key == "seat" else fact


def heard(phrase: Mapping[str, Any], name: Callable[[Seat], str] = seat_name) -> str:
    """A phrase that came over the wire."""
    return told(_phrase(phrase), name)


def _phrase(sent: Mapping[str, Any]) -> Phrase:
    inner = {
        key: _phrase(fact) if isinstance(fact, Mapping) else fact
        for key, fact in sent["facts"].items()
    }
    return Phrase(sent["template"], **inner)


def worded(game: Game[Any, Any], text: str) -> str:
    """An action in the words of its game; where it has none, as it is written."""
    with suppress(BadAction):
        action = game.read(text)
        return told(game.label(action)) if is_worded(game) else text
    return text


def words_of(game: Game[Any, Any]) -> Mapping[str, str]:
    """What a game calls the things that its views name."""
    return game.words if is_worded(game) else {}


def called(words: Mapping[str, str], word: str, **facts: object) -> str:
    """What a game calls something that its view names."""
    return say(words[word], **facts) if word in words else word


def ending(game: Game[Any, Any], outcome: Outcome) -> str:
    """How a game for several ended, in its own words, and the points of rivals."""
    lines = [told(phrase) for phrase in game.ending(outcome)] if is_worded(game) else []
    if "winners" in outcome.facts:
        scores = (f"{seat_name(seat)} {score}" for seat, score in enumerate(outcome.scores))
        lines.append(f"{say('Points')}: {', '.join(scores)}")
    return " ".join(line if line.endswith((".", "!")) else f"{line}." for line in lines)
