"""Why something is refused, and what is to be done: in words, from the rules themselves."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tests.tables.scripts import Dice, go, stack
from trapoula.catalogue.entries import find
from trapoula.core.errors import IllegalAction
from trapoula.core.game import CHANCE, check
from trapoula.tables.extreme import Extreme
from trapoula.tables.take_that import TakeThat
from trapoula.tables.the_game import PACK, TheGame
from trapoula.tables.triggs import Triggs

IDS = ("the-game", "extreme", "take-that", "triggs")


def positions(name: str, seats: int) -> Iterator[tuple[Any, Any]]:
    """The tables of one game of chance."""
    game, rng = find(name).make(), Random(seats)
    state = game.start(rng.sample(game.pack, len(game.pack)), seats)
    while (turn := game.turn(state)) is not None:
        yield game, state
        action = (
            game.draw(state, Dice(rng))
            if turn == CHANCE
            else rng.choice([*game.legal(state, turn)])
        )
        state = game.play(state, action)


@pytest.mark.parametrize("name", IDS)
def test_every_refusal_has_a_reason(name: str) -> None:
    """Whatever a seat may not do of all that can be done in this game, it hears why."""
    game = find(name).make()
    texts = [text for text in game._texts if not text.startswith("begins")]
    rng, asked = Random(1), 0
    for made, state in positions(name, game.seats[-1]):
        for seat in range(2):
            for text in rng.sample(texts, 6):
                action = made.read(text)
                if made.turn(state) != CHANCE and not made.allows(state, action, seat):
                    why = made.why(state, action, seat)
                    assert why is not None, (state, text, seat)
                    assert str(why).endswith(".")
                    asked += 1
    assert asked > 50


def refusal(game: Any, state: Any, text: str) -> str:
    with pytest.raises(IllegalAction) as caught:
        check(game, state, game.turn(state), text)
    return str(caught.value)


def test_the_reasons_of_rows() -> None:
    game = TheGame()
    state = go(game, game.start(stack(PACK, (8, [50, 40, 39])), 1), "50>up1")
    assert refusal(game, state, "39>up1") == (
        "On 50 goes a higher card, or one that is lower by exactly 10."
    )
    assert refusal(game, state, "77>up1") == "77 is not in your hand."
    assert refusal(game, state, "end") == "Lay at least 1 more."
    assert check(game, state, 0, "40>up1")


def test_the_reasons_of_commands() -> None:
    """No way back, one row, silence: whichever lies open is named."""
    game = Extreme()
    state = go(game, game.start(stack(PACK, (8, [77, 61, 67, 44])), 1), "77>up1", "61>up2")
    assert refusal(game, state, "67>up1") == "No way back lies open: there is no backwards trick."
    state = go(game, game.start(stack(PACK, (8, [44, 50, 51])), 1), "44>up1", "50>up2")
    assert refusal(game, state, "51>down1").startswith("One row lies open")
    two = game.start(stack(PACK, (7, [12]), (7, [5])), 2)
    state = go(game, two, "begin gladly", "begin could", "12>up1")
    with pytest.raises(IllegalAction, match="Silence lies open"):
        check(game, state, 1, "signal up2 fine by 2")


def test_the_reason_of_one_row_names_the_row_that_is_left() -> None:
    """Οι εντολές με το σύμβολο του απείρου ισχύουν από τη στιγμή, στην οποία δίνονται. / όλες τις
    κάρτες σε μια και μοναδική στοίβα: the first card after the command chooses the row."""
    game = Extreme()
    state = go(game, game.start(stack(PACK, (8, [19, 10, 20, 11])), 1), "19>up1", "10>up2")
    said = "One row lies open. You can only lay on this row: Second rising row."
    assert refusal(game, state, "20>up1") == refusal(game, state, "11>down1") == said
    two = game.start(stack(PACK, (7, [19, 20, 3]), (7, [98, 50, 51])), 2)
    state = go(game, two, "begin gladly", "begin could", "3>up2", "19>up1", "end", "98>down1")
    with pytest.raises(IllegalAction, match="First falling row"):
        check(game, state, 1, "50>up2")


def test_the_tasks_of_commands() -> None:
    """One more card: Three! Cover the skull. Nothing else can be done."""
    game = Extreme()
    state = game.start(stack(PACK, (8, [3, 9, 5, 6, 10, 11])), 1)
    tasks = []
    for text in ("3>up1", "9>up1", "10>up1"):
        state = go(game, state, text)
        tasks.append(str(game.task(state, 0)))
    assert tasks == [
        "Lay at least 1 more.",
        "One more card: Three!",
        "Three cards lie there: end your turn.",
    ]
    state = go(game, game.start(stack(PACK, (8, [3, 5, 6])), 1), "3>up1", "5>up1")
    assert str(game.task(state, 0)) == "Cover the skull."
    state = go(game, state, "6>up1")
    assert str(game.task(state, 0)) == "Lay more, or end your turn."
    assert game.task(state, 1) is None


def test_a_forced_loss_is_called_one() -> None:
    """A last card that is a skull cannot be covered: whoever holds it hears that nothing else can be done."""
    game = Extreme()
    start = game.start(PACK, 1)
    state = start._replace(rows=(b"\x04", b"", b"", b""), hands=(bytes([5]),), pile=b"")
    assert str(game.task(state, 0)) == "Nothing else can be done: the game is lost."


def test_the_reasons_and_tasks_of_one_row() -> None:
    game = TakeThat()
    state = game.start(stack(game.pack, (9, [44, 94, 12]), (9, [49, 55, 13, 14])), 2)
    assert str(game.task(state, 0)) == "Open the row with any card."
    assert refusal(game, state, "take") == "The row is empty: open it with any card."
    state = go(game, state, "lay 94")
    assert refusal(game, state, "lay 13") == "The next card is at most 10 away from 94."
    assert refusal(game, state, "twist 14") == "The twin of 14 is not in the row."
    assert refusal(game, state, "lay 77") == "77 is not in your hand."
    assert str(game.task(state, 1)) == "Lay a card, twist one, or take the row."
    assert game.task(state, 0) is None


def test_the_reasons_and_tasks_of_sheets() -> None:
    """Ten cards in hand: no drawing."""
    game = Triggs()
    start = game.start(game.pack, 2)
    state = start._replace(seat=0)
    assert str(game.task(state, 0)) == "Draw, discard, or cross off."
    assert refusal(game, state, "bonus 3") == "There is no extra cross to make."
    assert refusal(game, state, "discard 12") == "You do not hold these cards."
    full = state._replace(hands=(bytes(range(1, 11)), state.hands[1]))
    assert refusal(game, full, "draw left") == "You hold 10 cards already: discard, or cross off."
    assert str(game.task(full, 0)) == "You hold 10 cards: discard, or cross off."
    drawing = go(game, state, "draw left")
    assert str(game.task(drawing, 0)) == "Draw the second card."
    assert refusal(game, drawing, "discard 1") == "First draw the second card."
