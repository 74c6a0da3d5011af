"""Take That, paragraph by paragraph, and the examples of its sheet."""

from random import Random

import pytest

from tests.tables.scripts import Dice, choose, ended, go, stack, texts
from trapoula.core.game import CHANCE, Outcome
from trapoula.tables.take_that import PACK, TOADS, Table, TakeThat, score, take_that, twin

GAME = take_that()
PROFESSIONAL = take_that(professional=True)


def deal(*hands: list[int], pile: tuple[int, ...] = ()) -> Table:
    """A table with at least these cards in the hands."""
    parts = [(9 if len(hands) < 4 else 8, hand) for hand in hands]
    return GAME.start(stack(PACK, *parts, (0, pile)), len(hands))


def late(first: list[int], second: list[int], last: tuple[int, ...], left: int) -> Table:
    """Two players, so many cards in the pile: until then each took the row and laid what it drew.

    Each holds the eight given cards and the last it drew; the pile ended with the given cards.
    """
    spare = [card for card in PACK if card not in {*first, *second, *last}]
    fresh, spare = spare[:2], spare[2:]
    state = GAME.start([*first, fresh[0], *second, fresh[1], *spare, *last], 2)
    while len(state.pile) > left:
        seat, drawn = state.seat, state.pile[0]
        state = go(GAME, state, *["take"] * bool(state.row), f"lay {fresh[seat]}")
        fresh[seat] = drawn
    return state


FIRST = [41, 43, 45, 47, 49, 52, 54, 56]
SECOND = [42, 44, 46, 48, 51, 53, 55, 57]


def finished(game: TakeThat, seed: int, seats: int) -> Table:
    """The end of a game of chance."""
    rng = Random(seed)
    state = game.start(rng.sample(PACK, len(PACK)), seats)
    while game.turn(state) is not None:
        state = game.play(state, choose(game, state, rng, care=0)[1])
    return state


# --- the digest ----------------------------------------------------------------------------------


def test_the_cards() -> None:
    """79 cards: 12–98 without 20, 30, … 90. The toads 22, 33, 44, 55, 66, 77, 88 cannot be twisted;
    every other card has exactly one twin with its digits reversed."""
    assert len(PACK) == len(set(PACK)) == 79
    assert (min(PACK), max(PACK)) == (12, 98)
    assert {22, 33, 44, 55, 66, 77, 88} == TOADS
    for card in set(PACK) - TOADS:
        assert twin(card) in PACK
        assert twin(card) != card
        assert str(twin(card)) == str(card)[::-1]
    state = go(GAME, deal([33], [34]), "lay 33", "lay 34")
    assert not any(text.startswith("twist") for text in texts(GAME, state))


@pytest.mark.parametrize(("seats", "size"), [(2, 9), (3, 9), (4, 8)])
def test_hands(seats: int, size: int) -> None:
    """Hands: 9 for two or three players, 8 for four. The player left of the dealer begins;
    clockwise."""
    state = GAME.start(PACK, seats)
    assert [len(hand) for hand in state.hands] == [size] * seats
    assert GAME.view(state, 0)["dealer"] == seats - 1
    for seat in range(seats):
        assert GAME.turn(state) == seat
        state = go(GAME, state, *["take"] * bool(state.row), f"lay {state.hands[seat][0]}")
    assert GAME.turn(state) == 0


def test_a_turn() -> None:
    """A turn is A or B, then draw one card. **A**: lay a card at the right end of the row, at
    most 10 higher or lower than the rightmost card. **B**: show the twin of any card in the row,
    wherever it lies; take both, face up beside you, one plus point each; the row closes up. A row
    of one card may be twisted; the next player opens the new row."""
    state = deal([34, 45], [44, 43, 24, 25, 23], [41, 54], pile=(61, 62, 63, 64))
    state = go(GAME, state, "lay 34")
    assert 61 in state.hands[0]
    assert {"lay 44", "lay 24", "lay 25", "take", "twist 43"} <= texts(GAME, state)
    assert "lay 23" not in texts(GAME, state)
    one = go(GAME, state, "twist 43")
    assert one.row == b""
    assert texts(GAME, one) == {f"lay {card}" for card in one.hands[2]}
    state = go(GAME, state, "lay 44", "lay 54", "lay 45", "twist 43")
    assert state.row == bytes((44, 54, 45))
    assert GAME.view(state, None)["twisted"] == [[], [43, 34], []]
    assert [len(hand) for hand in state.hands] == [9, 9, 9]
    assert GAME.turn(state) == 2


def test_an_empty_row() -> None:
    """An empty row must be opened (A) with any card."""
    state = deal([34, 45], [44])
    assert texts(GAME, state) == {f"lay {card}" for card in state.hands[0]}
    assert GAME.view(state, 0)["phase"] == "open"
    assert texts(GAME, state, 1) == set()


def test_taking_the_row() -> None:
    """A player who cannot *or will not* do A or B takes the whole row, face down: minus 1 each,
    toads minus 5; and then opens a new row with any card and draws."""
    state = go(GAME, deal([34], [44, 42]), "lay 34", "lay 44")
    assert "take" in texts(GAME, state)
    state = go(GAME, state, "take")
    assert (GAME.turn(state), GAME.view(state, 0)["phase"]) == (0, "open")
    assert texts(GAME, state) == {f"lay {card}" for card in state.hands[0]}
    assert len(state.hands[0]) == 9
    assert GAME.view(state, 0)["taken"] == [2, 0]
    assert GAME.view(state, 0)["standing"] == [-2, 0]  # that one was a toad is not told
    assert score(b"", state.taken[0]) == (0, 1, 5)
    card = state.hands[0][-1]
    state = go(GAME, state, f"lay {card}")
    assert (state.row, len(state.hands[0]), GAME.turn(state)) == (bytes([card]), 9, 1)


def test_the_end_of_a_round() -> None:
    """Draw pile empty: play on without drawing until the row on the table is taken or twisted
    away; the round ends at once. Cards in hand do not count. (A twist whose draw takes the last
    card does not end it: the next player opens one more row. A taker with the pile already empty
    does not open a new row. No card in hand: must take.)"""
    state = late(FIRST, SECOND, (39, 59, 58), 0)
    assert (state.row, GAME.turn(state)) == (bytes([39]), 1)
    taken = go(GAME, state, "take")  # a taker with the pile already empty opens no row
    assert GAME.turn(taken) == CHANCE
    assert taken.rounds[0][1].minus + taken.rounds[0][1].toads // 5 == len(state.taken[1]) + 1
    for left, right in zip((*SECOND, 59), (*FIRST, 58), strict=True):
        state = go(GAME, state, f"lay {left}", f"lay {right}")
    assert state.hands == (b"", b"")
    assert texts(GAME, state) == {"take"}  # no card in hand
    assert GAME.turn(go(GAME, state, "take")) == CHANCE
    twisted = late(FIRST, [93, *SECOND[1:]], (39, 59, 58), 0)
    assert GAME.turn(go(GAME, twisted, "twist 93")) == CHANCE
    longer = go(GAME, twisted, "lay 46", "lay 56")
    assert GAME.turn(go(GAME, longer, "twist 93")) == 0  # the row is not yet gone
    drawn = late([83, *FIRST[1:]], SECOND, (38, 39, 59, 58), 1)
    assert (drawn.row, GAME.turn(drawn)) == (bytes([38]), 0)
    drawn = go(GAME, drawn, "twist 83")  # this draw takes the last card
    assert (drawn.pile, drawn.row, GAME.turn(drawn)) == (b"", b"", 1)
    assert texts(GAME, drawn) == {f"lay {card}" for card in drawn.hands[1]}
    drawn = go(GAME, drawn, "lay 42", "take")
    assert GAME.turn(drawn) == CHANCE


def test_a_taker_whose_draw_takes_the_last_card() -> None:
    """A player who takes the row while there is a card to draw opens a new row and draws it."""
    state = go(GAME, late(FIRST, SECOND, (38, 39, 59, 58), 1), "take")
    assert GAME.turn(state) == 0
    state = go(GAME, state, "lay 41")
    assert (state.pile, GAME.turn(state)) == (b"", 1)


def test_rounds() -> None:
    """Two rounds (or more, an option), totals added, highest wins, ties shared, the deal passes
    left."""
    state = go(GAME, late(FIRST, SECOND, (39, 59, 58), 0), "take")
    assert (state.dealer, GAME.turn(state)) == (0, CHANCE)
    assert GAME.legal(state, 0) == ()
    assert GAME.view(state, 0)["phase"] == "deal"
    action = GAME.draw(state, Dice(Random(3)))
    assert action in GAME.legal(state, CHANCE)
    assert GAME.read(GAME.write(action)) == action
    assert GAME.told(action, 0) == "deal"
    second = GAME.play(state, action)
    assert GAME.turn(second) == 1
    assert GAME.view(second, 0)["round"] == 2
    assert GAME.view(second, 0)["totals"] == [own.total for own in state.rounds[0]]
    for rounds in (2, 3):
        game = TakeThat(rounds)
        over = finished(game, 1, 3)
        end = ended(game, over)
        assert game.view(over, 0)["standing"] == list(end.scores)  # nothing is counted twice
        points: list[list[dict[str, int]]] = end.facts["rounds"]  # type: ignore[assignment]
        assert len(points) == rounds
        for seat in range(3):
            assert end.scores[seat] == sum(part[seat]["total"] for part in points)
        for part in points:
            for own in part:
                assert own["total"] == own["plus"] - own["minus"] - own["toads"]
        best = max(end.scores)
        assert end.facts["winners"] == [seat for seat in range(3) if end.scores[seat] == best]
        assert (end.won, end.reason) == (True, "points")


def test_ties_are_shared() -> None:
    """ties shared"""

    def tied(seed: int) -> Outcome | None:
        end = ended(GAME, finished(GAME, seed, 2))
        return end if end.scores[0] == end.scores[1] else None

    end = next(found for seed in range(500) if (found := tied(seed)))
    assert end.facts["winners"] == [0, 1]


def test_professional() -> None:
    """Professional variant (recommended for two): taking a row of a single card also costs the top
    card of the draw pile, face down, if there is one."""
    start = deal([34], [44, 42], pile=(61, 62, 63))
    state = go(PROFESSIONAL, start, "lay 34", "take")
    assert state.taken[1] == bytes((34, 62))
    assert state.pile[0] == 63
    assert PROFESSIONAL.view(state, 1)["taken"] == [0, 2]
    assert "62" not in str(PROFESSIONAL.view(state, 1))
    assert PROFESSIONAL.view(state, 1)["professional"] is True
    assert GAME.view(state, None)["professional"] is False
    assert go(GAME, start, "lay 34", "take").taken[1] == bytes([34])
    longer = go(PROFESSIONAL, start, "lay 34", "lay 44", "take")
    assert longer.taken[0] == bytes((34, 44))
    free = single(0)
    taken = go(PROFESSIONAL, free, "take").rounds[0][free.seat]
    assert taken.minus + taken.toads // 5 == len(free.taken[free.seat]) + 1


def single(left: int) -> Table:
    """A professional game of chance, with a row of a single card and so many cards in the pile."""
    rng = Random(0)
    while True:
        state = PROFESSIONAL.start(rng.sample(PACK, len(PACK)), 2)
        while PROFESSIONAL.turn(state) != CHANCE:
            if len(state.pile) == left and len(state.row) == 1:
                return state
            state = PROFESSIONAL.play(state, choose(PROFESSIONAL, state, rng, care=0)[1])


def test_a_fine_that_takes_the_last_card() -> None:
    """A row taken while there was a card left is followed by a new row, even if the fine took
    it."""
    before = single(1)
    state = go(PROFESSIONAL, before, "take")
    assert (state.pile, PROFESSIONAL.turn(state)) == (b"", before.seat)
    assert texts(PROFESSIONAL, state) == {f"lay {card}" for card in state.hands[state.seat]}


def test_undo_reaches_back_to_the_last_drawn_card() -> None:
    """Undo reaches back to the last drawn card and no further."""
    state = go(GAME, deal([34], [44]), "lay 34", "lay 44")
    taken = go(GAME, state, "take")
    assert not GAME.reveals(state, taken)
    assert GAME.reveals(taken, go(GAME, taken, f"lay {taken.hands[0][0]}"))
    empty = late(FIRST, SECOND, (39, 59, 58), 0)
    assert not GAME.reveals(empty, go(GAME, empty, "lay 42"))
    assert GAME.reveals(empty, go(GAME, empty, "take"))


def test_views() -> None:
    """A seat sees its hand, the row, what lies open, and counts of the rest; a spectator no
    hand."""
    state = go(GAME, deal([34, 45], [43]), "lay 34", "twist 43")
    seen = GAME.view(state, 0)
    assert seen["hand"] == list(state.hands[0])
    assert seen["twisted"] == [[], [43, 34]]
    assert (seen["hands"], seen["pile"], seen["row"]) == ([9, 9], 59, [])
    assert GAME.view(state, None)["hand"] is None


# --- the examples of the sheet -------------------------------------------------------------------


def test_alexis_sara_linos_and_marilen() -> None:
    """Ξεκινάει ο Αλέξης. ... τοποθετεί το 34 ως πρώτη κάρτα της σειράς. ... Η Σάρα πρέπει να
    τοποθετήσει τώρα μία κάρτα, η οποία βρίσκεται μεταξύ 24-44. Τοποθετεί το 41. ... Ο Λίνος
    πρέπει να τοποθετήσει τώρα μία κάρτα, η οποία βρίσκεται μεταξύ 31-51. Τοποθετεί το 49 ...
    Παίζει η Μαριλέν. Έχει το 94 στο χέρι και το δείχνει. Αφαιρεί το 49 από την σειρά και
    τοποθετεί τις δύο αντεστραμμένες κάρτες (94 και 49) δίπλα της ανοιχτές."""
    state = deal([34], [41, 24, 44, 23, 45], [49, 31, 51, 29, 52], [94], pile=(61, 62, 63, 64))
    state = go(GAME, state, "lay 34")
    laid = {text for text in texts(GAME, state) if text.startswith("lay")}
    assert {"lay 41", "lay 24", "lay 44"} <= laid
    assert not {"lay 23", "lay 45"} & laid
    state = go(GAME, state, "lay 41")
    laid = {text for text in texts(GAME, state) if text.startswith("lay")}
    assert {"lay 49", "lay 31", "lay 51"} <= laid
    assert not {"lay 29", "lay 52"} & laid
    state = go(GAME, state, "lay 49", "twist 94")
    assert state.row == bytes((34, 41))
    assert GAME.view(state, None)["twisted"] == [[], [], [], [94, 49]]
    assert 64 in state.hands[3]
    assert GAME.turn(state) == 0


def test_a_gap_closes() -> None:
    """Μόλις αφαιρέθηκε (αντιστράφηκε) μία κάρτα από την σειρά. Οι τρεις κάρτες δεξιά σύρονται
    αμέσως λίγο προς τα αριστερά, ούτως ώστε να κλείσει το κενό."""
    state = deal([34, 42, 47], [41, 45, 24])
    state = go(GAME, state, "lay 34", "lay 41", "lay 42", "lay 45", "lay 47")
    assert len(state.row) == 5
    state = go(GAME, state, "twist 24")
    assert state.row == bytes((34, 41, 45, 47))


def test_twisting_a_row_of_one() -> None:
    """Επιτρέπεται επίσης να αντιστραφεί μία κάρτα, όταν η σειρά αποτελείται αυτήν την στιγμή από
    αυτήν μόνον την κάρτα. Ο επόμενος παίχτης ανοίγει τότε με την ενέργεια Α την νέα σειρά"""
    state = go(GAME, deal([34], [43]), "lay 34", "twist 43")
    assert (state.row, GAME.turn(state)) == (b"", 0)
    assert texts(GAME, state) == {f"lay {card}" for card in state.hands[0]}


def test_the_score_of_sara() -> None:
    """Η Σάρα έχει 12 πόντους συν και 17 πόντους μείον. Το αποτέλεσμα της είναι λοιπόν -5."""
    sara = score(
        bytes(range(12, 20)) + bytes(range(23, 27)), bytes((22, 33, 34, 35, 36, 37, 38, 39, 41))
    )
    assert (sara.plus, sara.minus + sara.toads, sara.total) == (12, 17, -5)
    assert (sara.minus, sara.toads) == (7, 10)
