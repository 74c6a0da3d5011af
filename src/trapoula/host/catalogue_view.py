"""The catalogue as clients get it: every game, its options and its layout."""

import json
import logging
import re
from collections.abc import Collection, Mapping
from functools import cache
from typing import Any

from trapoula import texts
from trapoula.catalogue.entries import Entry, entries, faults, find
from trapoula.catalogue.odds import odds, table, wilson
from trapoula.core import deals
from trapoula.core.cards import HIDDEN, ONE_DECK
from trapoula.core.game import Choice, Game, Json, is_teaching, is_worded, looks_of
from trapoula.host import lesson as lessons
from trapoula.host.lesson import lesson
from trapoula.patience import Action, Patience
from trapoula.room.errors import NotFound
from trapoula.room.proposals import hides
from trapoula.tables._places import MESSAGES
from trapoula.texts.heads import fame, names
from trapoula.thinking.thoughts import levels

log = logging.getLogger("trapoula.catalogue.entries")
DIGITS = 5  # digits of a share, so that 99.999% does not become 100%
SAMPLE = 4  # cards on a small picture
GLOSSARY = "glossary"  # the page that the games' pages link to
_LINK = re.compile(r"((?<!!)\[[^\]]*\]\()([\w-]+[)#])")  # a link to another page, not an image


def rules_page(game: str, language: str, asked: Mapping[str, str] | None = None) -> str:
    """Return the rules of a game under the given options, as Markdown."""
    if language not in texts.languages():
        raise NotFound("There is no such page.")
    if game == GLOSSARY:
        text = texts.glossary(language).markdown
    else:
        text = lesson(language, game, options(game, asked or {}))
    return _LINK.sub(r"\1/rules/\2", text)


def pictures(game: str, asked: Mapping[str, str]) -> dict[str, Json]:
    """Return the pictures of a game's page under the given options."""
    drawn = lessons.pictures(game, options(game, asked))
    return {name: picture.plain() for name, picture in drawn.items()}


def options(game: str, asked: Mapping[str, str]) -> dict[str, Choice]:
    """Return the options in a query, whose choices are written as in records."""
    entry = find(game)
    return {name: entry.option(name).read(text) for name, text in asked.items()}


def languages() -> list[dict[str, str]]:
    """Return the languages of the interface, English first, each by its own name."""
    spoken = map(texts.language, texts.languages())
    return [
        {
            "code": one.code,
            "name": one.words.name,
            "short": one.words.short,
            "plurals": one.plurals,
        }
        for one in spoken
    ]


def messages(language: str, part: str = "") -> dict[str, str | list[str]]:
    """Return the messages of the interface, or of a part that is loaded on demand."""
    return texts.messages(language, part)


def describe(
    game: str, chosen: Mapping[str, Choice] | None = None, lang: str = ""
) -> dict[str, Json]:
    """Return all that a client needs to know about a game, in one language or in all."""
    entry = find(game)
    options = entry.settle(chosen or {})
    made = entry.make(options)
    languages = (lang,) if lang else texts.languages()
    explained = {lang: texts.explained(lang, game) for lang in languages}
    return {
        "game": entry.id,
        "family": entry.family,
        "titles": {language: texts.title(language, game) for language in texts.languages()},
        "famous": fame(game),
        "names": {language: [*called] for language, called in names(game).items()},
        "summaries": {language: texts.summary(language, game) for language in languages},
        "seats": [made.seats[0], made.seats[-1]],
        "cards": len(made.pack),
        "decks": _packs(made),
        "hidden": _hides(made),
        "options": [
            {
                "name": option.name,
                "titles": {lang: texts.option(lang, option.name) for lang in languages},
                "choices": [*option.choices],
                "words": {
                    lang: [texts.choice(lang, one) for one in option.choices] for lang in languages
                },
                "explained": {lang: {**explained[lang].get(option.name, {})} for lang in languages},
                "variants": {
                    lang: [*texts.variants(lang, option.name, option.choices)]
                    for lang in texts.languages()  # people search in any language
                },
                "default": option.default,
            }
            for option in entry.options
        ],
        "presets": {
            name: {
                "titles": {lang: texts.language(lang).words.preset(name) for lang in languages},
                "options": dict(values),
            }
            for name, values in entry.presets.items()
        },
        "levels": [*levels(game)],
        **_first_round(made, levels(game)),
        **_texts(entry),
        **_odds(entry.id, options, len(made.pack)),
        **_geometry(made),
        "chosen": dict(options),
    }


def _texts(entry: Entry) -> dict[str, Json]:
    """Return the messages in a game's own file, by language."""
    own = {code: dict[str, Json](told.messages) for code, told in entry.recipe.texts.items()}
    return {"texts": dict[str, Json](own)} if own else {}


def _first_round(made: Game[Any, Any], levels: Collection[str]) -> dict[str, Json]:
    """Return the first round for a new player, if the game has tips and bots."""
    if not is_teaching(made) or made.first_round.level not in levels:
        return {}
    found = made.first_round
    bots: list[Json] = [{"seat": seat, "level": found.level} for seat in range(1, found.seats)]
    wishes: dict[str, Json] = {"deal": found.deal, "seats": found.seats, "bots": bots}
    return {"first_round": {**wishes, "options": dict(found.options)}}


def _packs(made: Game[Any, Any]) -> int | None:
    """Return how many packs a patience uses, without jokers; a few cards of one may be left out."""
    cards = sum(card in ONE_DECK for card in made.pack)
    return -(-cards // len(ONE_DECK)) if isinstance(made, Patience) else None


def _odds(game: str, options: Mapping[str, Choice], cards: int) -> dict[str, Json]:
    """Return how often a game can be won with these options and how long that takes, if studied."""
    found = odds(game, options)
    if found is None:
        return {"odds": None, "length": None, "wanders": False}
    low, high = (round(end, DIGITS) for end in found.bounds)
    told = None if found.told is None else round(found.told, DIGITS)
    known: Json = None if found.vague else {"share": told, "low": low, "high": high}
    return {"odds": known, "length": found.length, "wanders": found.wanders(cards)}


@cache
def odds_table() -> bytes:
    """Return the odds of every studied patience and setting, as JSON."""
    rows = [
        {
            "game": game,
            "options": dict(setting),
            "share": known.told,
            "bounds": known.bounds,
            "hints_bounds": wilson(*known.hints) if known.hints[1] else None,
            **known.plain(),
        }
        for (game, setting), known in table().items()
    ]
    return json.dumps({"odds": rows}, ensure_ascii=False, separators=(",", ":")).encode()


def _geometry(made: Game[Any, Any]) -> dict[str, Json]:
    if not isinstance(made, Patience):
        return {"layout": None, "taps": None, **_words(made)}
    piles = made.start(deals.deck(made.pack, 1)).piles
    layout: list[Json] = [
        {**place, "dealt": [sum(card >= HIDDEN for card in pile), len(pile)]}
        for place, pile in zip(made.layout(), piles, strict=True)
    ]
    taps: dict[str, Json] = {
        verb: [made.names[at] for at in places] for verb, places in made.taps.items()
    }
    tries: list[Json] = [
        {"to": made.names[at], "text": made.write(Action(verb, at))}
        for verb, places in made.taps.items()
        for at in places
        if made.zone[at].kind == "stock"
    ]
    return {"layout": layout, "taps": taps, "tries": tries}


def _words(made: Game[Any, Any]) -> dict[str, Json]:
    """Return a table game's words, how to write its attempts, and some of its cards."""
    faces = {card: face for face, card in made.faces.items()}
    plain = all(face == str(card) for face, card in made.faces.items())
    kinds = [faces[card] for card in sorted(set(made.pack))]
    looks = {text: dict[str, Json](look._asdict()) for text, look in looks_of(made).items()}
    own = {} if plain else {str(card): face for card, face in faces.items()}
    if not is_worded(made):
        return {}
    return {
        "words": {**MESSAGES, **made.words},
        "faces": dict[str, Json](own),
        "looks": dict[str, Json](looks),
        "tries": [{"to": place, "text": text} for place, text in made.tries],
        "sample": [kinds[len(kinds) * at // SAMPLE] for at in range(SAMPLE)],
    }


def _hides(made: Game[Any, Any]) -> bool:
    """Return whether some cards are hidden after the first deal."""
    if not isinstance(made, Patience):
        return True
    return hides(made.view(made.start(deals.deck(made.pack, 1)), 0))


def catalogue(lang: str = "") -> bytes:
    """Return all games as JSON, in one of our languages or in all."""
    return _catalogue(lang if lang in texts.languages() else "")


@cache
def _catalogue(lang: str) -> bytes:
    for fault in faults().values():
        log.warning("leaving out a game: %s", fault)
    games = [describe(entry.id, lang=lang) for entry in entries()]
    return json.dumps(
        {"games": games, "kinds": kinds()}, ensure_ascii=False, separators=(",", ":")
    ).encode()


def kinds() -> dict[str, list[str]]:
    """Return the search words for kinds of games, in all languages."""
    found: dict[str, list[str]] = {}
    for language in texts.languages():
        for kind, words in texts.language(language).words.kinds.items():
            found.setdefault(kind, []).extend(words)
    return found
