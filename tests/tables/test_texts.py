"""Actions as text, options as a catalogue, and what is said when something is wrong."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trapoula.catalogue.entries import find
from trapoula.core.errors import BadAction, BadDeck, BadSeats, IllegalAction
from trapoula.core.game import check

IDS = ("the-game", "extreme", "take-that", "triggs")
FOR_EACH_GAME = pytest.mark.parametrize("name", IDS)

ACTIONS = {
    "the-game": "37>up1 | 2>down2 | end | begin gladly | begin rather-not | signal up1 not-here by 5",
    "extreme": "37>up1 | end | signal no-way-back hold by 1 | signal stop not-now by 2"
    " | signal down2 free by 3",
    "take-that": "lay 12 | lay 88 | twist 94 | take | deal 12 13 14",
    "triggs": "draw left | draw middle | discard 7 | discard 7x3 | bonus 12 | cross 9: 9 4+5"
    " | cross 12: 6+6 6+6 | begins 4 | refill 1 12 3",
}
NONSENSE = {
    "the-game": "1>up1 | 100>up1 | 037>up1 | ٣7>up1 | 37>up3 | 37 > up1 | begin | begin now | take"
    " | signal up1 trick by 1 | signal up1 fine | signal up1 fine by 6 | signal up1 fine by 0",
    "extreme": "signal skull fine by 1 | signal hand skull by 1"
    " | signal up1 stop by 1 | commands | commands 2 3 4",
    "take-that": "lay 20 | lay 99 | twist 33 | twist 20 | lay | take 3 | deal | deal 20",
    "triggs": "draw | draw up | draw left middle | discard 13 | discard 7x0 | discard 7x1 | bonus 0"
    " | discard 7x10 | cross 9 | cross 9: | cross 0: 0"
    " | cross 13: 13 | begins 0 | begins 5 | refill | refill 13",
}


@FOR_EACH_GAME
def test_texts_are_read_as_they_are_written(name: str) -> None:
    """read(write(a)) == a."""
    game = find(name).make()
    for text in ACTIONS[name].split(" | "):
        canonical = game.write(game.read(text))
        assert game.read(canonical) == game.read(text)
        assert canonical == text
        assert game.read(f" {text}\n") == game.read(text)


@FOR_EACH_GAME
def test_nonsense_is_refused_with_a_sentence(name: str) -> None:
    """BadAction with a clear sentence for anything else."""
    game = find(name).make()
    for text in NONSENSE[name].split(" | "):
        with pytest.raises(BadAction, match="is not an action of this game: they look like"):
            game.read(text)


def test_cards_that_make_nothing_are_refused_with_the_rule() -> None:
    """Cards may be told as they are picked from a hand; what they would have to make is said."""
    game = find("triggs").make()
    for text in ("cross 9: 8", "cross 9: 2+3+4", "cross 9: 4+4", "cross 9: 9 4"):
        with pytest.raises(BadAction, match="Row 9 takes cards of 9, and pairs that make 9"):
            game.read(text)
    with pytest.raises(BadAction, match="discarded together are equal"):
        game.read("discard 7 8")
    assert game.read("cross 9: 5 9 4 9") == game.read("cross 9: 9 9 4+5")
    assert game.read("cross 8: 4 4") == game.read("cross 8: 4+4")
    assert game.read("discard 7 7 7") == game.read("discard 7x3")


@FOR_EACH_GAME
@settings(max_examples=150)
@given(data=st.data())
def test_any_text_is_read_or_refused(name: str, data: st.DataObject) -> None:
    """A text is an action that can be written and read again, or it is refused; some are a slip away."""
    game = find(name).make()
    words = st.sampled_from(
        [*"0123456789>+:x ,", "up1", "cross ", "signal ", "lay ", "by ", "deal "]
    )
    known = data.draw(st.sampled_from(ACTIONS[name].split(" | ")))
    slip, end = data.draw(st.integers(0, len(known))), data.draw(st.integers(0, len(known)))
    slipped = words.map(lambda word: known[:slip] + word + known[end:])
    text = data.draw(st.one_of(st.text(), st.lists(words).map("".join), st.just(known), slipped))
    try:
        action = game.read(text)
    except BadAction:
        assert text != known
        return
    assert game.read(game.write(action)) == action


def test_pairs_may_be_told_in_any_order() -> None:
    """A cross with its cards in another order is the same cross."""
    game = find("triggs").make()
    assert game.read("cross 9: 5+4 9 1+8") == game.read("cross 9: 9 1+8 4+5")


@FOR_EACH_GAME
def test_wrong_decks_and_seats(name: str) -> None:
    """A deck with the wrong cards and a wrong number of players are refused."""
    game: Any = find(name).make()
    with pytest.raises(BadDeck):
        game.start(game.pack[1:], game.seats[0])
    for seats in (game.seats[0] - 1, game.seats[-1] + 1):
        with pytest.raises(BadSeats, match="This game is for"):
            game.start(game.pack, seats)


@FOR_EACH_GAME
def test_an_action_out_of_turn_is_refused(name: str) -> None:
    """A seat that is not on turn may at most talk."""
    game: Any = find(name).make()
    state = game.start(game.pack, 2)
    other = 1 if game.turn(state) == 0 else 0
    with pytest.raises(IllegalAction):
        check(game, state, other, ACTIONS[name].partition(" | ")[0])


@FOR_EACH_GAME
def test_every_preset_is_a_choice_of_options(name: str) -> None:
    """Named presets cover what people call a variant."""
    entry = find(name)
    assert entry.family == "table"
    for options in entry.presets.values():
        assert entry.make(options) == entry.recipe(**options)


def test_options() -> None:
    """Every variant of the digest is an option."""
    found = {name: {option.name: option.choices for option in find(name).options} for name in IDS}
    assert found["the-game"] == {
        "minimum": (2, 3),
        "smaller_hands": (False, True),
        "fire": (False, True),
        "history": (False, True),
    }
    assert found["extreme"] == {"commands": ("table", "random"), **found["the-game"]}
    assert found["take-that"] == {"rounds": (2, 3, 4, 5, 6), "professional": (False, True)}
    assert found["triggs"] == {
        "sheet": ("standard", "short", "even"),
        "limit": (50, 100, 200, 500),
    }
