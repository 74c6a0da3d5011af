"""The catalogue as clients get it: every game, its options and the picture of its table."""

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from trapoula import deals
from trapoula.cards import ONE_DECK
from trapoula.catalogue import find
from trapoula.game import Choice, Game, Json
from trapoula.patience import Patience
from trapoula.server.errors import NotFound
from trapoula.server.proposals import hides
from trapoula.server.thinking import levels
from trapoula.shelf import Spine, spines

LANGUAGES = ("en", "el")


def _texts() -> Traversable:
    return resources.files("trapoula.texts")


def rules_page(game: str, language: str) -> str:
    """The rules of a game as people read them."""
    find(game)
    page = _texts() / language / f"{game}.md"
    if language not in LANGUAGES or not page.is_file():
        raise NotFound("The rules of {game} are not written in this language yet.", game=repr(game))
    return page.read_text("utf-8")


def messages(language: str) -> dict[str, str]:
    """Every message of the interface in a language."""
    import trapoula.texts

    ask = getattr(trapoula.texts, "messages", None)
    if ask is None or language not in LANGUAGES:
        return {}
    found: dict[str, str] = dict(ask(language))
    return found


def _introduction(spine: Spine, language: str) -> tuple[str, str] | None:
    """The title and the first paragraph of a game's rules page."""
    page = _texts() / language / f"{spine.id}.md"
    if not page.is_file():
        return None
    title, _, rest = page.read_text("utf-8").strip().partition("\n")
    paragraph = rest.strip().partition("\n\n")[0]
    return title.lstrip("# ").strip(), " ".join(paragraph.split())


@cache
def _spine(game: str) -> Spine:
    return next(spine for spine in spines() if spine.id == game)


def describe(game: str, chosen: Mapping[str, Choice] | None = None) -> dict[str, Json]:
    """Everything about a game that a client needs before it is played."""
    entry, spine = find(game), _spine(game)
    options = entry.settle(chosen or {})
    made = entry.make(options)
    told = {language: _introduction(spine, language) for language in LANGUAGES}
    english = told["en"] or (spine.title, spine.summary)
    introductions = {**told, "en": english}
    whole = len(made.pack) % len(ONE_DECK) == 0 and set(made.pack) == set(ONE_DECK)
    return {
        "game": entry.id,
        "family": entry.family,
        "titles": {language: text[0] for language, text in introductions.items() if text},
        "summaries": {language: text[1] for language, text in introductions.items() if text},
        "seats": [made.seats[0], made.seats[-1]],
        "cards": len(made.pack),
        "decks": len(made.pack) // len(ONE_DECK) if whole else None,
        "hidden": _hides(made),
        "options": [
            {"name": option.name, "choices": [*option.choices], "default": option.default}
            for option in entry.options
        ],
        "presets": {name: dict(values) for name, values in entry.presets.items()},
        "levels": [*levels(game)],
        **_geometry(made),
        "chosen": dict(options),
    }


def _geometry(made: Game[Any, Any]) -> dict[str, Json]:
    if not isinstance(made, Patience):
        return {"layout": None, "taps": None}
    layout: list[Json] = [dict(pile) for pile in made.layout()]
    taps: dict[str, Json] = {
        verb: [made.names[at] for at in places] for verb, places in made.taps.items()
    }
    return {"layout": layout, "taps": taps}


def _hides(made: Game[Any, Any]) -> bool:
    """Whether some cards are not open when the first deal lies."""
    if not isinstance(made, Patience):
        return True
    return hides(made.view(made.start(deals.deck(made.pack, 1)), 0))


@cache
def catalogue() -> bytes:
    """Every game, as it is sent."""
    games = [describe(spine.id) for spine in spines()]
    return json.dumps({"games": games}, ensure_ascii=False, separators=(",", ":")).encode()
