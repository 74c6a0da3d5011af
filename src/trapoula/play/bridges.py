"""Import and export deals and boards of fc-solve, PySolFC, Solvitaire and KPatience.

A deal number becomes a deck. A board is a table in another program's format. A freshly dealt board
becomes a deck too, because we know where the game deals each card of its deck.
"""

import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Final

from trapoula.core.cards import HIDDEN, ONE_DECK, SUITS, Card, Deck, face_up, read_card
from trapoula.core.cards import name as face
from trapoula.core.errors import BadCard, BadDeal, BadOption, Phrase, TrapoulaError
from trapoula.core.game import Game, check_deck, write_deck
from trapoula.patience import Patience, Table
from trapoula.play.session import Session

BOARDS: Final = ("fc-solve", "solvitaire")
NUMBERS: Final = ("pysolfc", "kpatience")
PYSOLFC_SUITS: Final = "CSHD"
LAST_PYSOLFC: Final = 10**20
LAST_KPATIENCE: Final = (1 << 31) - 1
FIRST_MT: Final = 32_000  # from this number on, PySolFC shuffles with the Mersenne twister
ALIKE: Final = Path(__file__).with_suffix(
    ".json"
)  # games that a program deals from its deck as we do
PLACES: Final = {"T": "tableau piles", "S": "stock", "W": "waste", "C": "cells"}  # of Solvitaire


class BadBoard(TrapoulaError):
    """A board of another program that cannot be read or written."""

    code = "bad-board"


def deck_of(program: str, session: Session, read: Callable[[], str], source: str) -> Deck:
    """Return the deck of another program's deal number, or of its board."""
    if program in NUMBERS:
        return deck_of_number(program, session.id, source)
    return read_board(program, session.game, read())


def written(program: str, session: Session) -> str:
    """Write the table in another program's format; `deck` writes only the deck."""
    if program == "deck":
        return " ".join(write_deck(session.game, session.deck)) + "\n"
    return write_board(program, session.game, session.state)


def _known(program: str) -> None:
    if program not in BOARDS:
        raise BadOption(
            "There is no way to {program}: boards are those of {programs}.",
            program=repr(program),
            programs=", ".join(BOARDS),
        )


# --- numbers -------------------------------------------------------------------------------------


def deck_of_number(program: str, game: str, text: str) -> Deck:
    """Return the deck of another program's deal number; `ms617` is PySolFC's name for a Microsoft deal."""
    alike = json.loads(ALIKE.read_text("utf-8"))[program]
    if game not in alike:
        raise BadOption(
            "Numbers of {program} are known for {games}, not for {game}.",
            program=program,
            games=", ".join(alike),
            game=game,
        )
    found = re.fullmatch(r"(ms)?(\d{1,20})", text.strip().lower())
    number = int(found[2]) if found else 0
    microsoft = program == "kpatience" or (found is not None and (found[1] or number < FIRST_MT))
    last = LAST_KPATIENCE if microsoft else LAST_PYSOLFC
    if not found or not 1 <= number <= last or (program == "kpatience" and found[1]):
        raise BadDeal(
            "{text} is no deal of {program}: those are numbered from 1 to {last}.",
            text=repr(text),
            program=program,
            last=last,
        )
    return _microsoft(number) if microsoft else _twisted(number)


def _microsoft(number: int) -> Deck:
    """Shuffle as Microsoft FreeCell does, for any number in range."""
    pack, seed = [*ONE_DECK], number
    for left in range(len(pack), 1, -1):
        seed = (seed * 214013 + 2531011) % (1 << 31)
        at = (seed >> 16) % left
        pack[left - 1], pack[at] = pack[at], pack[left - 1]
    return tuple(reversed(pack))


def _twisted(number: int) -> Deck:
    """Shuffle as PySolFC's other generator does: the Mersenne twister over a pack sorted by suits."""
    dice = Random(number)
    pack = [read_card(one + suit) for suit in PYSOLFC_SUITS for one in "A23456789TJQK"]
    for last in range(len(pack) - 1, 0, -1):
        at = int(dice.random() * (last + 1))
        pack[last], pack[at] = pack[at], pack[last]
    return tuple(reversed(pack))


# --- boards --------------------------------------------------------------------------------------


def write_board(program: str, game: Game[Any, Any], state: Any) -> str:
    """Write a table in another program's format."""
    _known(program)
    piles = _piles(game, state)
    if program == "solvitaire":
        told: dict[str, Any] = {"tableau piles": [[*map(_ten, pile)] for pile in piles["T"]]}
        for letter, word in PLACES.items():
            cards = [card for pile in piles.get(letter, ()) for card in pile]
            if letter != "T" and (cards or letter == "S") and letter in piles:
                told[word] = [*map(_ten, cards)]
        if any(piles["F"]):
            told["foundations"] = [_ten(pile[-1]) for pile in piles["F"] if pile]
        return json.dumps(told, indent=2) + "\n"
    lines = []
    if any(piles["F"]):
        tops = {pile[-1] & 3: face(pile[-1])[0] for pile in piles["F"] if pile}
        each = (f"{SUITS[suit]}-{tops.get(suit, '0')}" for suit in (2, 0, 1, 3))
        lines.append(f"Foundations: {' '.join(each)}")
    if any(piles.get("C", ())):
        cells = (face(pile[-1]) if pile else "-" for pile in piles["C"])
        lines.append(f"Freecells: {' '.join(cells)}")
    if "S" in piles:
        lines.append(f"Talon: {' '.join(face(card) for card in reversed(piles['S'][0]))}")
    return "\n".join([*lines, *(" ".join(map(face, pile)) for pile in piles["T"])]) + "\n"


def read_board(program: str, game: Game[Any, Any], text: str) -> Deck:
    """Return the deck that deals another program's board."""
    _known(program)
    piles = _solvitaire(text) if program == "solvitaire" else _fc_solve(text)
    laid = _where(game)
    names = [*game.names] if isinstance(game, Patience) else []
    dealt = {number for number, _ in laid}
    deck: list[Card | None] = [None] * len(game.pack)
    for letter, own in piles.items():
        at = [number for number, name in enumerate(names) if name[0] == letter]
        if letter == "C":  # a board does not say which cells are empty
            at = [number for number in at if number in dealt]
        if len(own) > len(at):
            raise _broken(Phrase("it has {n} piles too many", n=len(own) - len(at)))
        for number, cards in zip(at, own, strict=False):
            for place, card in enumerate(cards):
                if (number, place) not in laid:
                    raise _broken(Phrase("{card} lies where none is dealt", card=face(card)))
                deck[laid[number, place]] = card
    return check_deck([card for card in deck if card is not None], game)


def _where(game: Game[Any, Any]) -> dict[tuple[int, int], int]:
    """Map each place of the first table to the index of its card in the deck."""
    pack = game.pack
    found: list[dict[tuple[int, int], int]] = []
    if len(set(pack)) == len(pack):
        for deck in (pack, (*pack[::-1],), (*pack[1::2], *pack[::2])):
            table: Table = game.start(deck)
            places = {
                (number, place): deck.index(card & ~HIDDEN)
                for number, pile in enumerate(table.piles)
                for place, card in enumerate(pile)
            }
            found.append(places)
    if not found or any(one != found[0] for one in found) or len(found[0]) < len(pack):
        raise _broken(Phrase("this game does not lay each card of its deck in a fixed place"))
    return found[0]


def _piles(game: Game[Any, Any], state: Any) -> dict[str, list[bytes]]:
    """Return the piles by the letter of their zone, all cards face up."""
    if not isinstance(game, Patience):
        raise _broken(Phrase("only patiences have one"))
    piles: dict[str, list[bytes]] = {"T": [], "F": []}
    for name, pile in zip(game.names, state.piles, strict=True):
        piles.setdefault(name[0], []).append(face_up(pile))
    known = {"F", *PLACES}
    others = [letter for letter, own in piles.items() if letter not in known and any(own)]
    if others or not piles["T"]:
        raise _broken(Phrase("this game has piles that boards have no word for"))
    return piles


def _fc_solve(text: str) -> dict[str, list[list[Card]]]:
    """Read columns line by line, plus lines for cells, the talon and foundations, which must be empty."""
    piles: dict[str, list[list[Card]]] = {"T": []}
    for line in text.splitlines():
        head, colon, rest = line.partition(":")
        word = head.strip().lower() if colon else ""
        words = (rest if colon else line).replace("<", " ").replace(">", " ").split()
        if word in ("freecells", "fc"):
            piles["C"] = [[_card(one)] for one in words if one not in ("-", "*")]
        elif word == "talon":
            piles["S"] = [[_card(one) for one in reversed(words)]]
        elif word in ("foundations", "founds", "foundation"):
            if not all(re.fullmatch(r"[CDHS]-0|-", one, re.IGNORECASE) for one in words):
                raise _broken(Phrase("cards lie on its foundations: only deals can be read"))
        elif word:
            raise _broken(Phrase("{word} is not known", word=repr(word)))
        elif words:
            piles["T"].append([_card(one) for one in words])
    return piles


def _solvitaire(text: str) -> dict[str, list[list[Card]]]:
    try:
        told = json.loads(text)
        columns = told["tableau piles"]
        piles = {"T": [[_card(one) for one in column] for column in columns]}
        for letter, word in PLACES.items():
            if letter != "T" and told.get(word):
                cards = [_card(one) for one in told[word]]
                piles[letter] = [[card] for card in cards] if letter == "C" else [cards]
    except (ValueError, KeyError, TypeError, AttributeError):
        raise _broken(Phrase("it is no JSON with 'tableau piles'")) from None
    return piles


def _card(word: str) -> Card:
    """Read a card in any of these programs' formats: TH, 10H, 10h, 1C."""
    if not isinstance(word, str) or len(word) < 2:
        raise BadCard("{word} is not a card.", word=repr(word))
    value = {"10": "T", "1": "A", "11": "J", "12": "Q", "13": "K"}.get(word[:-1], word[:-1])
    return read_card(value + word[-1])


def _ten(card: Card) -> str:
    """Write a card for Solvitaire, with 10 for the ten."""
    return face(card).replace("T", "10")


def _broken(reason: Phrase) -> BadBoard:
    return BadBoard("The board cannot be converted: {reason}.", reason=reason)
