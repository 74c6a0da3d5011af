"""Triggs, paragraph by paragraph, and the examples of its sheet."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from tests.tables.scripts import Dice, ended, go, stack, texts
from trapoula.core.game import CHANCE
from trapoula.tables.triggs import PACK, SHEETS, SPLIT, Table, Triggs, triggs

GAME = triggs()


def deal(
    *hands: list[int],
    middle: tuple[int, ...] = (),
    left: tuple[int, ...] = (),
    right: tuple[int, ...] = (),
    game: Triggs = GAME,
) -> Table:
    """A table where the first seat begins, with at least these cards in the hands and on the
    piles."""
    seats = len(hands)
    sizes = SPLIT[seats]
    parts = [(5, hand) for hand in hands]
    deck = stack(PACK, *parts, (sizes[1], middle), (sizes[0], left), (sizes[2], right))
    return go(game, game.start(deck, seats), "begins 1")


def refill(game: Triggs, state: Table) -> Table:
    """Chance shuffles when a pile is empty, in an order that hardly matters."""
    while game.turn(state) == CHANCE:
        state = game.play(state, game.draw(state, Dice(Random(1))))
    return state


def idle(game: Triggs, state: Table) -> Table:
    """A turn that leaves the closed pile alone and keeps a few cards in hand."""
    hand = state.hands[state.seat]
    if len(hand) > 7:
        return refill(game, go(game, state, f"discard {hand[0]}"))
    pile = "left" if len(state.piles[0]) >= len(state.piles[2]) else "right"
    return refill(game, go(game, refill(game, go(game, state, f"draw {pile}")), f"draw {pile}"))


def fill(game: Triggs, wanted: list[int]) -> Table:
    """The first of two players has crossed off just so many boxes, card by card, and is on turn."""
    cards = [value for value, count in enumerate(wanted, 1) for _ in range(count)]
    state = deal(cards[:5], [], middle=tuple(cards[5:]), game=game)
    while list(state.crossed[0]) != wanted:
        hand = Counter(state.hands[0])
        need = {v: wanted[v - 1] - state.crossed[0][v - 1] for v in range(1, 13)}
        ready = [v for v in need if 0 < need[v] <= hand[v]]
        if ready and (len(state.hands[0]) > 7 or sum(need.values()) <= len(state.hands[0])):
            value = ready[0]
            state = go(game, state, f"cross {value}: {' '.join([str(value)] * need[value])}")
        else:
            state = go(game, state, "draw middle", "draw middle")
        state = idle(game, refill(game, state))
    return state


FIVE = [6, 6, 5, 7, 4], (8, 3, 9, 2, 10)  # a hand, and what is drawn to it, that make five twelves
TWELVES = "cross 12: 2+10 3+9 4+8 5+7 6+6"


def both_without_twelves(
    middle: tuple[int, ...], left: tuple[int, ...], right: tuple[int, ...]
) -> Table:
    """Two players on the point of finishing row 12, the second being on turn."""
    drawn = FIVE[1]
    order = (*drawn[:2], *drawn[:2], *drawn[2:4], *drawn[2:4], drawn[4], drawn[4])
    state = deal(FIVE[0], FIVE[0], middle=order + middle, left=left, right=right)
    for _ in range(4):
        state = go(GAME, state, "draw middle", "draw middle")
    return go(GAME, state, "draw middle", "draw middle", TWELVES, "bonus 1")


# --- the digest ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "middle", "side"), [(2, 50, 24), (3, 47, 23), (4, 44, 22)])
def test_setup(seats: int, middle: int, side: int) -> None:
    """108 cards, 1–12 nine times each. Hands of 5. The rest makes three piles: a closed one in
    the middle, clearly the largest, an open one either side (top card visible). Split: 50/24/24,
    47/23/23, 44/22/22 for 2, 3, 4 players (middle/left/right). A random player begins."""
    assert Counter(PACK) == dict.fromkeys(range(1, 13), 9)
    state = GAME.start(PACK, seats)
    assert [len(hand) for hand in state.hands] == [5] * seats
    seen: Any = GAME.view(state, 0)["piles"]
    assert seen["middle"] == {"count": middle, "top": None}
    assert seen["left"] == {"count": side, "top": state.piles[0][0]}
    assert seen["right"] == {"count": side, "top": state.piles[2][0]}
    assert GAME.turn(state) == CHANCE
    assert texts(GAME, state) == {f"begins {seat + 1}" for seat in range(seats)}
    assert GAME.draw(state, Dice(Random(1))) in GAME.legal(state, CHANCE)
    for seat in range(seats):
        assert GAME.turn(go(GAME, state, f"begins {seat + 1}")) == seat


def test_actions() -> None:
    """One action a turn. **Draw**: two cards, from one pile or two, one after the other (the
    newly uncovered open card may be the second); the hand limit is 10: with 9 draw one, with 10
    this action is not allowed. **Discard**: any number of equal cards. **Cross off**: name one
    value; lay single cards of it and pairs that add up to it (never three cards); one box for
    each, never more than the row has open."""
    state = deal([9, 9, 9, 4, 5], [1], left=(7, 8), middle=(2, 3))
    drawn = go(GAME, state, "draw left")
    assert texts(GAME, drawn) == {"draw left", "draw middle", "draw right"}
    assert GAME.view(drawn, 1)["piles"]["left"]["top"] == 8  # type: ignore[call-overload, index]
    assert go(GAME, drawn, "draw left").hands[0] == bytes((4, 5, 7, 8, 9, 9, 9))
    mixed = go(GAME, drawn, "draw middle")
    assert (mixed.hands[0], GAME.turn(mixed)) == (bytes((2, 4, 5, 7, 9, 9, 9)), 1)
    legal = texts(GAME, state)
    assert {"discard 9", "discard 9x2", "discard 9x3", "discard 4", "discard 5"} <= legal
    crosses = {text for text in legal if text.startswith("cross")}
    assert crosses == {
        "cross 4: 4",
        "cross 5: 5",
        "cross 9: 9",
        "cross 9: 9 9",
        "cross 9: 9 9 9",
        "cross 9: 4+5",
        "cross 9: 9 4+5",
        "cross 9: 9 9 4+5",
        "cross 9: 9 9 9 4+5",
    }
    crossed = go(GAME, state, "cross 9: 9 9 4+5")
    assert crossed.hands[0] == bytes([9])
    assert crossed.crossed[0][8] == 3
    assert GAME.turn(crossed) == 1


def test_the_hand_limit() -> None:
    """the hand limit is 10: with 9 draw one, with 10 this action is not allowed"""
    state = deal([1], [2])
    for _ in range(2):
        state = go(GAME, state, *["draw middle"] * 2, *["draw right"] * 2)
    assert [len(hand) for hand in state.hands] == [9, 9]
    state = go(GAME, state, "draw middle")
    assert (len(state.hands[0]), GAME.turn(state)) == (10, 1)
    state = go(GAME, state, "draw right")
    assert GAME.turn(state) == 0
    assert not any(text.startswith("draw") for text in texts(GAME, state))


def test_never_more_than_the_row_has_open() -> None:
    """one box for each, never more than the row has open"""
    state = deal([1, 1, 1, 2, 2], [12])
    legal = texts(GAME, state)
    assert "cross 1: 1 1" in legal
    assert "cross 1: 1 1 1" not in legal
    assert {"cross 2: 2 2", "cross 2: 2 1+1"} <= legal
    assert "cross 2: 2 2 1+1" not in legal
    assert "cross 3: 1+2 1+2" in legal


def test_bonus() -> None:
    """Finishing a row gives one extra cross in any other row, at once and compulsory while any
    box is open; it may finish that row too, and so on: no limit."""
    state = go(GAME, deal([1, 1, 5, 7, 9], [12]), "cross 1: 1 1")
    assert (GAME.turn(state), GAME.view(state, 0)["phase"]) == (0, "bonus")
    assert texts(GAME, state) == {f"bonus {value}" for value in range(2, 13)}
    state = go(GAME, state, "bonus 12")
    assert (GAME.turn(state), state.crossed[0][11]) == (1, 1)


def test_an_empty_hand() -> None:
    """Empty hand after discarding or crossing off: draw five from the closed pile at once (not if
    that turn won)."""
    state = deal([9, 9, 9, 4, 5], [1], middle=(1, 2, 3, 4, 5))
    crossed = go(GAME, state, "cross 9: 9 9 9 4+5", "bonus 1")
    assert crossed.hands[0] == bytes((1, 2, 3, 4, 5))
    assert GAME.turn(crossed) == 1
    state = deal([9, 9, 9, 9, 9], [1], middle=(1, 2, 3, 4, 5))
    assert go(GAME, state, "discard 9x5").hands[0] == bytes((1, 2, 3, 4, 5))
    assert go(GAME, state, "discard 9x4").hands[0] == bytes([9])


def test_an_empty_hand_waits_for_the_extra_cross() -> None:
    """The extra cross comes at once, before a new hand is drawn."""
    state = go(GAME, deal([9, 9, 9, 4, 5], [1]), "cross 9: 9 9 9 4+5")
    assert (GAME.view(state, 0)["phase"], state.hands[0]) == ("bonus", b"")


def drain(state: Table) -> Table:
    """One step of players who want nothing but the left pile."""
    hand = state.hands[state.seat]
    full = len(hand) > 8 and not state.drawing
    return go(GAME, state, f"discard {hand[-1]}" if full else "draw left")


def test_an_empty_pile() -> None:
    """An empty pile: the discards are shuffled and become that pile."""
    state = deal([9], [1])
    while GAME.turn(state) != CHANCE:
        state = drain(state)
    assert (state.piles[0], GAME.view(state, 0)["phase"]) == (b"", "refill")
    assert GAME.legal(state, state.seat) == ()
    action = GAME.draw(state, Dice(Random(2)))
    assert action in GAME.legal(state, CHANCE)
    assert GAME.read(GAME.write(action)) == action
    assert GAME.told(action, 0) == GAME.told(action, None) == "refill"
    after = GAME.play(state, action)
    assert after.discards == b""
    assert Counter(after.piles[0]) == Counter(state.discards)
    assert GAME.view(after, None)["piles"]["left"]["top"] == after.piles[0][0]  # type: ignore[call-overload, index]


def discard_most(state: Table) -> Table:
    """The largest group of equal cards goes."""
    value, count = Counter(state.hands[state.seat]).most_common(1)[0]
    return go(GAME, state, f"discard {value}x{count}" if count > 1 else f"discard {value}")


def test_the_closed_pile_runs_out_under_an_empty_hand() -> None:
    """A hand of five that the closed pile cannot fill is filled from the shuffled discards."""
    state = deal([9], [1])
    while len(state.piles[1]) > 3 or state.drawing:
        if len(state.hands[state.seat]) > 8 and not state.drawing:
            state = discard_most(state)
        else:
            state = go(GAME, state, "draw middle" if len(state.piles[1]) > 3 else "draw left")
    seat = state.seat
    while len(set(state.hands[seat])) > 1:
        state = idle(GAME, discard_most(state))
    assert (len(state.piles[1]), state.seat) == (3, seat)
    state = discard_most(state)
    assert (GAME.turn(state), len(state.hands[seat])) == (CHANCE, 3)
    state = refill(GAME, state)
    assert len(state.hands[seat]) == 5
    assert GAME.turn(state) == 1 - seat


def few_closed(*hand: int) -> Table:
    """The first seat is on turn with this hand, four closed cards, no discards and no left pile."""
    state = deal([*hand], [1])
    rest = state.piles[1][4:] + state.piles[0]
    piles = (b"", state.piles[1][:4], state.piles[2] + rest)
    return state._replace(piles=piles)


def test_a_new_hand_comes_before_an_empty_open_pile() -> None:
    """Αν μετά την ενέργεια Β ή Γ δεν έχετε άλλες κάρτες, πρέπει αμέσως να τραβήξετε 5 νέες κάρτες
    από την κλειστή στοίβα."""
    state = go(GAME, few_closed(9, 9, 9, 9, 9), "discard 9x5")
    assert (GAME.turn(state), len(state.hands[0])) == (CHANCE, 4)
    state = refill(GAME, state)
    assert (GAME.turn(state), len(state.hands[0]), len(state.piles[1])) == (1, 5, 4)
    assert state.piles[0] == b""  # no discards are left for it


def test_a_new_hand_comes_before_an_empty_open_pile_after_an_extra_cross_too() -> None:
    """The discards wait for the closed pile while the extra cross is made."""
    state = go(GAME, few_closed(9, 9, 9, 4, 5), "cross 9: 9 9 9 4+5", "bonus 1")
    assert (GAME.turn(state), len(state.hands[0])) == (CHANCE, 4)
    assert len(refill(GAME, state).hands[0]) == 5


def test_an_empty_open_pile_takes_the_discards_once_the_hand_is_full() -> None:
    """Ανακατέψτε τις κάρτες της στοίβας με τις σκάρτες και βάλτε τις στην άδεια στοίβα."""
    state = few_closed(9, 9, 9, 9, 9)
    closed = state.piles[1] + state.piles[2][-2:]
    state = state._replace(piles=(b"", closed, state.piles[2][:-2]))
    state = refill(GAME, go(GAME, state, "discard 9x5"))
    assert (len(state.hands[0]), len(state.piles[1]), state.piles[0]) == (5, 1, bytes([9] * 5))


def test_cards_that_nobody_needs() -> None:
    """When everybody has finished row 12, a 12 showing on an open pile leaves the game; 12s in
    hand go out by the discard action. After the 12s, the same for the 11s. 1–10 always stay."""
    state = both_without_twelves(
        middle=(12, 12, 1, 1, 1, 2, 2, 2, 2, 2), left=(12, 12, 7), right=(11, 12)
    )
    assert GAME.view(state, 0)["leaving"] == []
    assert state.piles[0][:2] == bytes((12, 12))
    state = go(GAME, state, TWELVES)
    assert GAME.view(state, 0)["leaving"] == [12]
    assert (state.piles[0][0], state.piles[2][0]) == (7, 11)
    assert state.gone == bytes((12, 12))
    state = go(GAME, state, "bonus 1")
    assert state.hands[0] == bytes((1, 1, 1, 12, 12))
    out = go(GAME, state, "discard 12x2")
    assert Counter(out.gone) == {12: 4}
    assert 12 not in out.discards
    shown = go(GAME, state, "draw right")
    assert shown.gone == bytes((12, 12, 12))  # it showed for a moment
    kept = go(GAME, state, "discard 1x3")
    assert kept.gone == state.gone


def test_elevens_leave_after_the_twelves() -> None:
    """After the 12s, the same for the 11s. 1–10 always stay."""
    assert GAME.leaving(_finished(11)) == ()
    assert GAME.leaving(_finished(12)) == (12,)
    assert GAME.leaving(_finished(11, 12)) == (12, 11)
    assert GAME.leaving(_finished(*range(3, 13))) == (12, 11)


def _finished(*rows: int) -> Table:
    """A table where both players have finished some rows."""
    own = bytes(boxes if row in rows else 0 for row, boxes in enumerate(GAME.sheet, 1))
    return GAME.start(PACK, 2)._replace(crossed=(own, own))


def test_the_first_to_cross_off_everything_wins() -> None:
    """The first to cross off everything wins at once."""
    game = triggs(sheet="short")
    state = fill(game, _but_one(game))
    while not (last := [text for text in texts(game, state) if text.startswith("cross")]):
        state = idle(game, refill(game, go(game, state, "draw middle", "draw middle")))
    piles = state.piles
    state = go(game, state, min(last, key=len))
    while game.turn(state) == 0:
        state = go(game, state, next(iter(texts(game, state))))
    won = ended(game, state)
    assert (won.won, won.reason, won.facts["winners"]) == (True, "finished", [0])
    assert state.piles == piles  # no new hand is drawn


def _but_one(game: Triggs) -> list[int]:
    """All boxes of a sheet but one in each row."""
    return [boxes - 1 for boxes in game.sheet]


def test_the_sheet() -> None:
    """The sheet: boxes in rows 1…12 are 2 2 2 3 3 3 4 4 4 4 5 5 (41 in all). It is data, and an
    option."""
    assert list(GAME.sheet) == [2, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5, 5]
    assert sum(GAME.sheet) == 41
    for name, sheet in SHEETS.items():
        made = triggs(sheet=name)  # type: ignore[arg-type]
        assert made.sheet == sheet
        assert len(sheet) == 12
        assert made.view(made.start(PACK), 0)["sheet"] == list(sheet)


def test_the_turn_limit() -> None:
    """All piles and discards empty: draw what there is. A table of bots that no longer makes
    progress ends by a turn limit, as a draw, and says so."""
    game = triggs(limit=50)
    state = deal([1], [2], game=game)
    for turn in range(100):
        assert game.view(state, 0)["turns"] == turn
        assert game.outcome(state) is None
        state = idle(game, state)
    drawn = ended(game, state)
    assert (drawn.won, drawn.reason, drawn.scores) == (False, "turn-limit", (0, 0))
    assert drawn.facts == {"winners": [], "open": [41, 41], "turns": 100}


def test_nothing_to_draw() -> None:
    """All piles and discards empty: draw what there is."""
    state = deal([9, 9, 9, 9, 9], [1])._replace(piles=(b"", bytes([3, 4]), b""), gone=b"")
    one = go(GAME, state, "draw middle", "draw middle")
    assert (one.hands[0], GAME.turn(one)) == (bytes((3, 4, 9, 9, 9, 9, 9)), 1)
    last = state._replace(piles=(b"", bytes([3]), b""))
    assert GAME.turn(go(GAME, last, "draw middle")) == 1  # there is no second card
    assert not any(text.startswith("draw") for text in texts(GAME, go(GAME, last, "draw middle")))


def test_undo_reaches_back_to_the_last_drawn_card() -> None:
    """Undo reaches back to the last drawn card and no further."""
    state = deal([1, 1, 5, 7, 9], [12])
    assert GAME.reveals(state, go(GAME, state, "draw left"))
    assert GAME.reveals(state, go(GAME, state, "draw middle"))
    crossed = go(GAME, state, "cross 1: 1 1")
    assert not GAME.reveals(state, crossed)
    assert not GAME.reveals(crossed, go(GAME, crossed, "bonus 12"))
    assert not GAME.reveals(state, go(GAME, state, "discard 9"))
    whole = deal([9, 9, 9, 9, 9], [1])
    assert GAME.reveals(whole, go(GAME, whole, "discard 9x5"))


# --- the examples of the sheet -------------------------------------------------------------------


def test_panos_draws() -> None:
    """Ο Πάνος έχει 5 κάρτες στο χέρι του. Τραβάει μία κλειστή κάρτα από την κεντρική στοίβα και μία
    ανοικτή κάρτα από την αριστερή στοίβα."""
    state = deal([1, 2, 3, 4, 5], [9], middle=(12,), left=(8,))
    state = go(GAME, state, "draw middle", "draw left")
    assert state.hands[0] == bytes((1, 2, 3, 4, 5, 8, 12))
    assert GAME.turn(state) == 1


def test_sara_discards() -> None:
    """Η Σάρα ξεσκαρτάρει δύο κάρτες με αξία 9 και τις τοποθετεί στη στοίβα με τις σκάρτες."""
    state = go(GAME, deal([9, 9, 3, 4, 5], [1]), "discard 9x2")
    assert GAME.view(state, 1)["discards"] == [9, 9]
    assert state.hands[0] == bytes((3, 4, 5))


def test_maria_crosses_off_elevens() -> None:
    """Η Μαρία παίζει δύο κάρτες με αξία 11. Επίσης δημιουργεί δύο εντεκάρια, προσθέτοντας τις
    αξίες δύο καρτών (7+4 και 10+1). Διαγράφει 4 κουτάκια στη σειρά 11 στον πίνακά της."""
    state = deal([11, 11, 7, 4, 10], [9], middle=(1, 2))
    state = go(GAME, state, "draw middle", "draw middle", "discard 9")
    state = go(GAME, state, "cross 11: 11 11 7+4 10+1")
    assert state.crossed[0][10] == 4
    assert Counter(state.discards[-6:]) == Counter((11, 11, 7, 4, 10, 1))
    assert state.hands[0] == bytes([2])


def test_panos_crosses_off_sevens() -> None:
    """Ο Πάνος λέει: «Διαγράφω εφτάρια!» Παίζει μία κάρτα με αξία 7 και άλλους δύο συνδυασμούς 5+2.
    Διαγράφει και τα τρία κενά κουτάκια στη σειρά 7 και αμέσως δικαιούται ένα έξτρα Χ. Βάζει το Χ σε
    κουτάκι της σειράς 9."""
    state = deal([7, 7, 5, 2, 5], [9], middle=(2, 3))
    state = go(GAME, state, "cross 7: 7", "discard 9", "draw middle", "draw middle")
    state = go(GAME, state, f"discard {state.hands[1][0]}", "cross 7: 7 5+2 5+2")
    assert state.crossed[0][6] == 4
    state = go(GAME, state, "bonus 9")
    assert state.crossed[0][8] == 1
    assert GAME.turn(state) == 1


def test_sara_starts_a_chain() -> None:
    """Η Σάρα διαγράφει το τελευταίο κενό κουτάκι στη σειρά 10 και αμέσως δικαιούται ένα έξτρα Χ.
    Βάζει αυτό το έξτρα Χ στη σειρά 8, η οποία μόλις συμπληρώθηκε κι αυτή. Δικαιούται άλλο ένα
    έξτρα Χ και το βάζει στη σειρά 5."""
    state = deal([8, 8, 8, 10, 10], [1, 2, 3, 4, 5], middle=(10, 10))
    state = go(
        GAME, state, "cross 8: 8 8 8", "discard 1", "draw middle", "draw middle", "discard 2"
    )
    state = go(GAME, state, "cross 10: 10 10 10 10", "bonus 8")
    assert GAME.view(state, 0)["phase"] == "bonus"
    assert not {"bonus 8", "bonus 10"} & texts(GAME, state)
    state = go(GAME, state, "bonus 5")
    own = state.crossed[0]
    assert (own[9], own[7], own[4]) == (4, 4, 1)
    assert GAME.turn(state) == 1


def test_eleven_extra_crosses() -> None:
    """Είναι δυνατό να δημιουργήσετε ακόμα και έντεκα αλλεπάλληλα έξτρα Χ, συμπληρώνοντας όλες σας
    τις σειρές και κερδίζοντας το παιχνίδι με στυλ."""
    state = fill(GAME, _but_one(GAME))
    hand = state.hands[0]
    state = go(GAME, state, f"cross {hand[-1]}: {hand[-1]}")
    rest = [value for value in range(1, 13) if value != hand[-1]]
    for value in rest:
        assert GAME.view(state, 0)["phase"] == "bonus"
        state = go(GAME, state, f"bonus {value}")
    won = ended(GAME, state)
    assert won.facts["winners"] == [0]
    assert won.scores == (41, 0)
    assert won.facts["open"] == [0, 41]


def test_two_boxes_left() -> None:
    """Αν, για παράδειγμα, έχουν μείνει μόνο δύο διαθέσιμα κουτάκια σε μια σειρά, επιτρέπεται να
    παίξετε μόνο όσες κάρτες χρειάζεστε για να διαγράψετε δύο κενά σε αυτήν τη σειρά."""
    legal = texts(GAME, deal([2, 2, 2, 1, 1], [9]))
    assert {"cross 2: 2 2", "cross 2: 2 1+1"} <= legal
    assert not {"cross 2: 2 2 2", "cross 2: 2 2 1+1"} & legal
