"""A deal number gives the same deck for ever."""

import hashlib
from pathlib import Path

import pytest

from trapoula.core import deals
from trapoula.core.cards import (
    NAMES,
    ONE_DECK,
    SPADES,
    THREE_DECKS,
    TWO_DECKS,
    WITH_JOKERS,
    read_cards,
    suit,
)
from trapoula.core.errors import BadDeal

PACKS = {
    "one": ONE_DECK,
    "two": TWO_DECKS,
    "three": THREE_DECKS,
    "jokers": WITH_JOKERS,
    "spades": tuple(card for card in TWO_DECKS if suit(card) == SPADES) * 4,
}
NUMBERS = (1, 2, 617, 11982, 1_000_000, 1_000_001, 123_456_789_012)
PINNED = Path(__file__).parent / "decks.txt"


def pinned_decks() -> str:
    """A line a deck: the pack, the number, the first cards and a digest of all."""
    lines = []
    for pack, cards in PACKS.items():
        for number in NUMBERS:
            words = [NAMES[card] for card in deals.deck(cards, number)]
            digest = hashlib.sha256(" ".join(words).encode()).hexdigest()[:16]
            lines.append(f"{pack} {number} {' '.join(words[:6])} {digest}\n")
    return "".join(lines)


def test_decks_are_as_they_have_always_been() -> None:
    assert pinned_decks() == PINNED.read_text()


def test_one_pack_gives_microsofts_deals() -> None:
    """Deal 1 and deal 11982, the one that cannot be won, as the whole world knows them."""
    first = "JD 2D 9H JC 5D 7H 7C 5H KD KC 9S 5S AD QC KH 3H 2S KS 9D QD JS AS AH 3C"
    assert deals.deck(ONE_DECK, 1)[:24] == read_cards(first)
    hopeless = "AH AS 4H AC 2D 6S TS JS 3D 3H QS QC 8S 7H AD KS"
    assert deals.deck(ONE_DECK, 11982)[:16] == read_cards(hopeless)


def test_cards_left_out_of_the_pack_are_left_out_of_the_order() -> None:
    short = tuple(card for card in ONE_DECK if card >= 4)
    assert deals.deck(short, 7) == tuple(card for card in deals.deck(ONE_DECK, 7) if card >= 4)


@pytest.mark.parametrize("pack", PACKS.values(), ids=PACKS)
def test_a_deck_is_the_pack_in_another_order(pack: tuple[int, ...]) -> None:
    for number in NUMBERS:
        assert sorted(deals.deck(pack, number)) == sorted(pack)


@pytest.mark.parametrize("number", [0, -1, deals.LAST + 1])
def test_a_number_out_of_range_is_refused(number: int) -> None:
    with pytest.raises(BadDeal, match=r"from 1 to 1,000,000,000,000"):
        deals.deck(ONE_DECK, number)


def test_shuffles_are_fair() -> None:
    """Every card comes first about as often as any other."""
    firsts = [SPLIT.shuffled(range(8))[0] for SPLIT in map(deals.SplitMix, range(8000))]
    assert all(850 < firsts.count(card) < 1150 for card in range(8))
