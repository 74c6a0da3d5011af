"""Actions as structured data, so that clients need not parse their texts."""

from dataclasses import fields, is_dataclass
from typing import Any

from msgspec import UNSET

from trapoula.core.errors import Phrase
from trapoula.core.game import ByGame, Game, Json, is_talk, is_worded
from trapoula.patience import CARRY, PAIR, Action, Patience
from trapoula.room import wire

LISTS = 256  # encoded lists of actions, cached for each game


class Writer(dict[str, bytes]):
    """A cache of a game's encoded actions, by text."""

    def __init__(self, game: Game[Any, Any]) -> None:
        super().__init__()
        self._game = game
        self._lists: dict[tuple[str, ...], tuple[bytes, bytes]] = {}

    def __missing__(self, text: str) -> bytes:
        written = self[text] = wire.encode(parts(self._game, text))
        return written

    def write(self, texts: tuple[str, ...]) -> tuple[bytes, bytes]:
        """Return the texts of some actions and their structured form, both encoded. Lists are cached."""
        found = self._lists.get(texts)
        if found is None:
            if len(self._lists) >= LISTS:
                self._lists.clear()
            apart = b"[%b]" % b",".join([self[text] for text in texts])
            found = self._lists[texts] = wire.encode(texts), apart
        return found


writer = ByGame(Writer).of  # returns the writer of a game


def parts(game: Game[Any, Any], text: str) -> wire.Action:
    """Return an action's parts: its verb, source, target, number of cards and other facts."""
    action = game.read(text)
    if isinstance(game, Patience) and isinstance(action, Action):
        return of_patience(game, action, text)
    facts, talk = _facts(action), is_talk(game, action)
    verb = str(facts.pop("verb", type(action).__name__.lower()))
    if not is_worded(game):
        return wire.Action(text=text, verb=verb, facts=facts)
    cards, place, picks = game.reach(action)
    return wire.Action(
        text=text,
        verb=verb,
        source=" ".join(map(str, cards)) if cards else UNSET,
        target=place or UNSET,
        size=len(cards) if cards else UNSET,
        label=phrase(game.label(action)),
        picks=[wire.Facet(ask=phrase(ask), answer=phrase(answer)) for ask, answer in picks]
        or UNSET,
        talk=talk,
        facts=facts,
    )


def phrase(said: Phrase) -> wire.Phrase:
    """Return a phrase as it is sent, with the phrases inside it."""
    return wire.Phrase(template=said.message, facts={k: _fact(v) for k, v in said.facts.items()})


def _fact(fact: object) -> Any:
    return phrase(fact) if isinstance(fact, Phrase) else fact


def of_patience(game: Patience, action: Action, text: str) -> wire.Action:
    """Return the parts of a patience's action: its piles and the number of cards."""
    if action.verb in (CARRY, PAIR):
        source, target = game.names[action.source], game.names[action.target]
        size = action.size if action.verb == CARRY else UNSET
        return wire.Action(text=text, verb=action.verb, source=source, target=target, size=size)
    taps = game.taps.get(action.verb)
    if not taps:
        return wire.Action(
            text=text, verb=action.verb
        )  # it belongs to no pile: a button, or chance
    at = action.source if len(taps) > 1 else taps[0]
    return wire.Action(text=text, verb=action.verb, source=game.names[at])


def _facts(action: Any) -> dict[str, Json]:
    """Return the fields of an action by name; a plain number or text has none."""
    if is_dataclass(action):
        names = [field.name for field in fields(action)]
    else:
        names = [*getattr(action, "_fields", ())]
    return {name: _plain(getattr(action, name)) for name in names}


def _plain(fact: Any) -> Json:
    return [*map(_plain, fact)] if isinstance(fact, tuple | bytes) else fact
