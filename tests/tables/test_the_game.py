"""The Game, paragraph by paragraph, and the examples of its sheet."""

from typing import Any

import pytest

from tests.tables.scripts import ended, go, moves, stack, texts
from trapoula.core.errors import BadAction
from trapoula.play.session import Session
from trapoula.tables.extreme import extreme
from trapoula.tables.the_game import PACK, Table, TheGame, the_game

GAME = the_game()
KEEN_FIRST = ("begin gladly", "begin could", "begin could", "begin could", "begin could")


def deal(*hands: list[int], pile: tuple[int, ...] = (), game: TheGame = GAME) -> Table:
    """A table where the first seat begins, with at least these cards in the hands."""
    seats = len(hands)
    parts = [(game.size(seats), hand) for hand in hands]
    state = game.start(stack(PACK, *parts, (0, pile)), seats)
    return state if seats == 1 else go(game, state, *KEEN_FIRST[:seats])


def coast(game: TheGame, *plans: list[str]) -> Table:
    """The table when the pile has just run out: each seat has laid its plan, two cards a turn.

    A plan is 49 cards for each of two seats: 42 of them written with their row, seven still held.
    """
    cards = [[int(text.partition(">")[0]) for text in plan] for plan in plans]
    size = game.size(len(plans))
    deck = [card for hand in cards for card in hand[:size]]
    for at in range(size, len(cards[0]), 2):
        deck += [card for hand in cards for card in hand[at : at + 2]]
    state = game.start(deck, len(plans))
    state = go(game, state, *KEEN_FIRST[: len(plans)])
    for at in range(0, len(cards[0]) - size, 2):
        for plan in plans:
            state = go(game, state, *plan[at : at + 2], "end")
    assert not state.pile
    return state


def up(cards: range | list[int]) -> list[str]:
    return [f"{card}>up1" for card in cards]


def down(cards: range | list[int]) -> list[str]:
    return [f"{card}>down1" for card in cards]


EASY = up(range(2, 51)), down(range(99, 50, -1))  # 49 cards each; all of them can be laid
BLOCKED = (  # three rows are as good as closed, and the second seat holds 49 to 55
    ["99>up2", "2>down2", *up(range(10, 49)), "98>up1", *down(range(9, 2, -1))],
    down(range(97, 48, -1)),
)


def tops(game: TheGame, state: Table) -> list[Any]:
    rows: Any = game.view(state, None)["rows"]
    return [row["top"] for row in rows.values()]


# --- the digest ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "size"), [(1, 8), (2, 7), (3, 6), (4, 6), (5, 6)])
def test_setup(seats: int, size: int) -> None:
    """Two ascending rows from 1, two descending rows from 100; cards 2–99. Hands: 8 solo, 7 for
    two, 6 for three to five. Everyone looks at their hand, then the team decides together who
    begins; clockwise."""
    state = GAME.start(PACK, seats)
    assert GAME.pack == tuple(range(2, 100))
    assert tops(GAME, state) == [1, 1, 100, 100]
    assert [len(hand) for hand in state.hands] == [size] * seats
    assert GAME.view(state, seats - 1)["hand"] == list(range(2, 100))[(seats - 1) * size :][:size]
    if seats > 1:
        assert GAME.view(state, 0)["phase"] == "begin"
        state = go(GAME, state, *["begin rather-not"] * (seats - 1), "begin could")
        assert GAME.turn(state) == seats - 1
    assert GAME.view(state, 0)["phase"] == "play"
    card = state.hand[0]
    state = go(GAME, state, f"{card}>up1", f"{card + 1}>up1", "end")
    assert GAME.turn(state) == 0


@pytest.mark.parametrize(
    ("said", "first"),
    [
        ("gladly could rather-not", 0),
        ("could rather-not gladly", 2),
        ("could could could", 0),
        ("rather-not rather-not could", 2),
        ("rather-not gladly gladly", 1),
    ],
)
def test_the_keenest_begins(said: str, first: int) -> None:
    """The starter is the seat that would begin most gladly; of several the one asked first."""
    state = GAME.start(PACK, 3)
    for seat, word in enumerate(said.split()):
        assert GAME.turn(state) == seat
        assert moves(GAME, state) == {"begin gladly", "begin could", "begin rather-not"}
        state = go(GAME, state, f"begin {word}")
    assert GAME.turn(state) == first
    assert GAME.view(state, None)["said"] == said.split()


def test_a_turn() -> None:
    """A turn: play at least two cards, one after another, on any rows in any mixture, up to the
    whole hand; then draw back up to the hand size."""
    state = deal([3, 5, 60, 70, 80, 90, 97], [40], pile=(20, 21, 22, 23, 24, 25, 26))
    assert "end" not in texts(GAME, state)
    state = go(GAME, state, "3>up1")
    assert GAME.view(state, 0)["required"] == 1
    assert "end" not in texts(GAME, state)
    state = go(GAME, state, "97>down1")
    assert "end" in texts(GAME, state)
    assert GAME.view(go(GAME, state, "end"), 0)["hand"] == [5, 20, 21, 60, 70, 80, 90]
    state = go(GAME, state, "5>up2", "60>up1", "90>down2", "80>down1", "70>up1")
    assert moves(GAME, state) == {"end"}
    state = go(GAME, state, "end")
    assert GAME.view(state, 0)["hand"] == [20, 21, 22, 23, 24, 25, 26]
    assert GAME.turn(state) == 1


def test_backwards_trick() -> None:
    """Backwards trick: exactly ten lower on an ascending row, exactly ten higher on a descending
    one; as often as you like, on different rows, chained."""
    state = deal([47, 37, 27, 36, 65, 75, 85], [40])
    state = go(GAME, state, "47>up1", "65>down1")
    assert {"37>up1", "75>down1"} <= texts(GAME, state)
    assert not {"36>up1", "27>up1", "85>down1"} & texts(GAME, state)
    state = go(GAME, state, "37>up1", "75>down1", "27>up1", "85>down1")
    assert tops(GAME, state) == [27, 1, 85, 100]


def test_talk() -> None:
    """Talk: never the value of a card, nor any code for one. Everything else is allowed ("not on
    the last row", "no big jump there")."""
    state = deal([3, 5], [40], [50])
    words = {"not-here", "no-jump", "fine"}
    for seat in range(3):
        said = {text for text in texts(GAME, state, seat) if text.startswith("signal")}
        rows = ("up1", "up2", "down1", "down2")
        assert said == {f"signal {row} {word} by {seat + 1}" for row in rows for word in words}
    assert not texts(GAME, state, 1) - {text for text in texts(GAME, state, 1) if "by 2" in text}
    state = go(GAME, state, "signal down2 not-here by 3", "signal up1 no-jump by 2")
    assert GAME.view(state, 0)["signals"] == [
        {"seat": 2, "about": "down2", "word": "not-here"},
        {"seat": 1, "about": "up1", "word": "no-jump"},
    ]
    assert GAME.turn(state) == 0


def test_no_word_tells_of_a_card() -> None:
    """So a signal is a wish about a row, never a statement about a card: "I hold the trick" on a row
    showing 47 would say 37."""
    state = deal([47, 5], [37], [50])
    state = go(GAME, state, "47>up1")
    others = deal([47, 5], [38], [50])
    others = go(GAME, others, "47>up1")
    assert texts(GAME, state, 1) == texts(GAME, others, 1)
    for word in ("trick", "close", "37", "off"):
        with pytest.raises(BadAction):
            GAME.read(f"signal up1 {word} by 2")


def test_a_wish_can_be_taken_back() -> None:
    """As you like: what was said of the row no longer stands, and nothing stands in its place."""
    state = deal([3, 5], [40], [50])
    assert "signal up1 free by 2" not in texts(GAME, state, 1)
    state = go(GAME, state, "signal up1 not-here by 2", "signal up2 fine by 2")
    assert "signal up1 free by 1" not in texts(GAME, state, 0)
    state = go(GAME, state, "signal up1 free by 2")
    assert [(s.seat, s.about, s.word) for s in state.signals] == [(1, "up2", "fine")]
    assert "signal up1 free by 2" not in texts(GAME, state, 1)


def test_talk_is_told_from_what_is_done() -> None:
    """Nobody waits for a wish; how gladly a seat would begin is waited for."""
    talk = {text for text in ("signal up1 fine by 1", "begin gladly", "end", "3>up1")
            if GAME.says(GAME.read(text))}  # fmt: skip
    assert talk == {"signal up1 fine by 1"}


def test_signals_stand_until_they_are_out_of_date() -> None:
    """A signal stands until its row is laid on, its seat's turn ends, or it is said otherwise; what
    stands is not said again."""
    state = deal([3, 5], [40], [50])
    state = go(
        GAME, state, "signal up1 no-jump by 2", "signal up2 not-here by 2", "signal up2 fine by 1"
    )
    assert "signal up1 no-jump by 2" not in texts(GAME, state, 1)
    state = go(GAME, state, "signal up1 not-here by 2")
    said = [(s.seat, s.about, s.word) for s in state.signals]
    assert said == [(1, "up2", "not-here"), (0, "up2", "fine"), (1, "up1", "not-here")]
    state = go(GAME, state, "3>up1")
    assert [(s.seat, s.about) for s in state.signals] == [(1, "up2"), (0, "up2")]
    state = go(GAME, state, "5>up1", "end")
    assert [(s.seat, s.about) for s in state.signals] == [(1, "up2")]


def test_signals_before_the_first_turn_and_alone() -> None:
    """Signals may be given while it is settled who begins; one who plays alone gives none."""
    state = go(GAME, GAME.start(PACK, 2), "signal up1 no-jump by 2", "begin could")
    assert GAME.turn(state) == 1
    assert moves(GAME, deal([3, 5])) == texts(GAME, deal([3, 5]))


def test_the_end_of_the_pile() -> None:
    """Draw pile empty: nobody draws, the minimum is **one**; a player with no cards is skipped. A
    turn that empties the pile while drawing takes what is left."""
    state = coast(GAME, *EASY)
    assert GAME.view(state, 0)["required"] == 1
    state = go(GAME, state, "44>up1", "end")
    assert [len(hand) for hand in state.hands] == [6, 7]
    state = go(GAME, state, "57>down1", "end", *up(range(45, 51)), "end")
    assert [len(hand) for hand in state.hands] == [0, 6]
    state = go(GAME, state, "56>down1", "end")
    assert GAME.turn(state) == 1  # the other seat has no cards
    alone = deal([*range(2, 10)], pile=tuple(range(10, 100)))
    for low in range(2, 92, 6):
        alone = go(GAME, alone, *up(range(low, low + 6)), "end")
    assert not alone.pile
    assert alone.hand == bytes(range(92, 100))
    more = deal([*range(2, 10)], pile=tuple(range(10, 100)))
    for low in (*range(2, 86, 6), 86):
        more = go(GAME, more, *up(range(low, min(low + 6, 90))), "end")
    assert len(more.pile) == 2
    more = go(GAME, more, *up(range(90, 95)), "end")
    assert not more.pile
    assert more.hand == bytes(range(95, 100))


def test_the_game_ends_at_once() -> None:
    """The game ends at once when the player on turn cannot play the minimum. One playable card of a
    required two is still played and counted."""
    state = deal([99, 98, 2, 3, 50, 51, 52], [4, 5, 6, 7, 8, 9, 97], pile=(10, 11, 12, 13))
    state = go(GAME, state, "99>up1", "98>up2", "2>down1", "3>down2")
    lost = ended(GAME, go(GAME, state, "end"))
    assert (lost.won, lost.reason) == (False, "minimum")
    assert lost.facts["seat"] == 1
    assert lost.facts["laid"] == 0
    assert lost.facts["required"] == 2
    state = deal([99, 98, 2, 4, 50, 51, 52], [3, 5, 6, 7, 8, 9, 97], pile=(10, 11, 12, 14))
    state = go(GAME, state, "99>up1", "98>up2", "2>down1", "4>down2", "end")
    assert moves(GAME, state) == {"3>down2"}
    assert GAME.view(state, 1)["dooms"] == {"3>down2": "minimum"}
    left = state.left
    lost = ended(GAME, go(GAME, state, "3>down2"))
    assert (lost.reason, lost.facts["laid"], lost.facts["left"]) == ("minimum", 1, left - 1)


def test_score() -> None:
    """Score: cards left in hands and pile. Under ten is excellent; none is a win."""
    state = coast(GAME, *EASY)
    state = go(GAME, state, *up(range(44, 51)), "end", *down(range(57, 51, -1)))
    assert GAME.outcome(state) is None
    won = ended(GAME, go(GAME, state, "51>down1"))
    assert (won.won, won.scores, won.reason) == (True, (0, 0), "won")
    state = coast(GAME, *BLOCKED)
    lost = ended(GAME, go(GAME, state, "3>down1", "end"))
    assert (lost.scores, lost.facts["excellent"]) == ((13, 13), False)
    lost = ended(GAME, go(GAME, state, *down(range(9, 2, -1)), "end"))
    assert (lost.won, lost.scores, lost.reason) == (False, (7, 7), "minimum")
    assert lost.facts["left"] == 7
    assert lost.facts["hands"] == [0, 7]
    assert lost.facts["pile"] == 0
    assert lost.facts["excellent"]


@pytest.mark.parametrize(("seats", "size"), [(1, 7), (2, 6), (3, 5), (4, 5), (5, 5)])
def test_experts(seats: int, size: int) -> None:
    """For experts: minimum three instead of two (still one once the pile is empty); harder still,
    hands of 7 / 6 / 5 as well."""
    game = the_game(minimum=3)
    state = go(game, deal([3, 4, 5, 6], [40], game=game), "3>up1", "4>up1")
    assert "end" not in texts(game, state)
    assert game.view(state, 0)["required"] == 1
    assert "end" in texts(game, go(game, state, "5>up1"))
    smaller = the_game(minimum=3, smaller_hands=True)
    assert [len(hand) for hand in smaller.start(PACK, seats).hands] == [size] * seats
    alone = deal([*range(2, 10)], pile=tuple(range(10, 100)), game=game)
    for low in range(2, 92, 6):
        alone = go(game, alone, *up(range(low, low + 6)), "end")
    assert game.view(alone, 0)["required"] == 1
    assert "end" in texts(game, go(game, alone, "92>up1"))


FIRE = the_game(fire=True)


def test_on_fire() -> None:
    """**On Fire** (the expansion in the box): 22, 33, 44, 55, 66, 77 are burning; a burning card
    must be covered by the end of the next player's turn (next player holding cards; solo: your
    next turn) or the game is lost at once. All 98 played is a win even with a fire on top."""
    state = deal([22, 3, 4], [30, 95, 94, 93], pile=(5, 6, 7, 8), game=FIRE)
    state = go(FIRE, state, "22>up1", "3>up2")
    assert FIRE.view(state, 0)["fires"] == {"up1": "next"}
    assert FIRE.view(state, 0)["dooms"] == {}
    state = go(FIRE, state, "end", "95>down1", "94>down1")
    assert FIRE.view(state, 1)["fires"] == {"up1": "now"}
    assert FIRE.view(state, 1)["dooms"] == {"end": "fire"}
    assert FIRE.outcome(go(FIRE, state, "30>up1", "end")) is None
    lost = ended(FIRE, go(FIRE, state, "end"))
    assert (lost.reason, lost.facts["seat"], lost.facts["broken"]) == ("fire", 1, ["fire"])
    assert GAME.outcome(go(GAME, state, "end")) is None


def test_on_fire_skips_players_without_cards() -> None:
    """A burning card must be covered by the end of the next turn of a player holding cards."""
    low = [card for card in range(2, 46) if card not in (25, 44)]
    high = [card for card in range(99, 56, -1) if card != 70]
    state = coast(
        FIRE,
        [*up(low), "25>up2", *up(range(46, 52))],
        [*down(high), "70>up2", *down([56, 55, 54, 53, 52, 44])],
    )
    state = go(FIRE, state, "25>up2", *up(range(46, 52)), "end")
    state = go(FIRE, state, "56>down1", "55>down1", "end")
    assert FIRE.turn(state) == 1
    state = go(FIRE, state, "70>up2")
    assert FIRE.view(state, 1)["dooms"] == {"end": "fire"}
    won = ended(FIRE, go(FIRE, state, "54>down1", "53>down1", "52>down1", "44>down1"))
    assert won.won  # with a fire on top


def test_on_fire_alone() -> None:
    """Solo, a burning card must be covered by the end of your next turn."""
    state = deal([22, 23, 3, 4, 5, 6, 7, 8], pile=(9, 10), game=FIRE)
    state = go(FIRE, state, "3>up2", "22>up1", "end", "4>up2", "5>up2")
    assert FIRE.view(state, 0)["dooms"] == {"end": "fire"}
    assert ended(FIRE, go(FIRE, state, "end")).reason == "fire"
    state = go(FIRE, state, "23>up1", "end")
    assert FIRE.view(state, 0)["fires"] == {}


def test_on_fire_with_nothing_to_cover_it() -> None:
    """When no card can be laid any more and a fire is due, the game is lost at once."""
    state = deal([95, 66, 2, 3], [96, 97, 4, 5, 6, 7, 8], game=FIRE)
    state = go(FIRE, state, "95>up1", "66>up2", "2>down1", "3>down2", "end", "96>up1")
    assert moves(FIRE, state) == {"97>up1", "97>up2"}
    assert FIRE.view(state, 1)["dooms"] == {"97>up1": "fire"}
    assert ended(FIRE, go(FIRE, state, "97>up1")).reason == "fire"
    assert FIRE.outcome(go(FIRE, state, "97>up2")) is None


# --- dooms, views and undo -----------------------------------------------------------------------


def test_a_seat_is_not_warned_of_what_it_cannot_know() -> None:
    """A move that dooms the team is legal but marked: only as far as the seat's own cards tell."""
    state = deal([99, 98, 2, 3, 50, 51, 52], [4, 5, 6, 7, 8, 9, 97], pile=(10, 11, 12, 13))
    state = go(GAME, state, "99>up1", "98>up2", "2>down1", "3>down2")
    assert GAME.view(state, 0)["dooms"] == {}
    assert GAME.outcome(go(GAME, state, "end")) is not None


def test_a_seat_is_warned_of_what_only_it_can_know() -> None:
    """When nobody else holds a card, the player on turn knows the next turn as well."""
    plan = [*range(3, 40), *range(44, 97)]
    held = [2, 40, 41, 42, 43, 97, 98, 99]
    state = GAME.start([*plan, *held], 1)
    for at in range(0, len(plan), 6):
        state = go(GAME, state, *up(plan[at : at + 6]), "end")
    assert state.hand == bytes(held)
    state = go(GAME, state, "2>down1", "40>down2", "99>up2", "97>up1", "98>up1")
    assert moves(GAME, state) == {"end"}
    assert GAME.view(state, 0)["dooms"] == {"end": "minimum"}
    assert ended(GAME, go(GAME, state, "end")).facts["left"] == 3


def test_views() -> None:
    """A seat sees its hand, the tops (row history is a table option), counts; a spectator no
    hand."""
    state = go(GAME, deal([3, 5, 7], [40], pile=(20, 21)), "3>up1", "5>up1")
    seen: Any = GAME.view(state, 1)
    assert seen["rows"]["up1"] == {"top": 5, "count": 2, "rising": True}
    assert seen["hand"] == list(state.hands[1])
    assert seen["hands"] == [5, 7]
    assert seen["pile"] == 84
    assert seen["dooms"] == {}
    assert seen["lays"] == [{"card": 3, "row": "up1"}, {"card": 5, "row": "up1"}]
    assert GAME.view(state, None)["hand"] is None
    spread: Any = the_game(history=True).view(state, None)
    assert spread["rows"]["up1"]["cards"] == [3, 5]


def test_a_view_says_by_which_rules_the_table_plays() -> None:
    """How many cards a turn must have and whether cards burn, before either has shown."""
    state = deal([3, 5, 7], [40])
    plain, hot = GAME.view(state, 1), the_game(minimum=3, fire=True).view(state, None)
    assert (plain["minimum"], plain["fire"]) == (2, False)
    assert (hot["minimum"], hot["fire"]) == (3, True)


def test_undo_reaches_back_to_the_last_drawn_card() -> None:
    """Undo reaches back to the last drawn card and no further."""
    state = deal([3, 5], [40])
    laid = go(GAME, state, "3>up1")
    said = go(GAME, laid, "signal up1 not-here by 2")
    assert not GAME.reveals(state, laid)
    assert not GAME.reveals(laid, said)
    second = go(GAME, said, "5>up1")
    assert GAME.reveals(second, go(GAME, second, "end"))
    empty = go(GAME, coast(GAME, *EASY), "44>up1")
    assert not GAME.reveals(empty, go(GAME, empty, "end"))


# --- the examples of the sheet -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "cards"),
    [
        ("up1", (3, 11, 12, 13, 18, 20, 34, 35, 51)),
        ("up2", (2, 7, 19, 25, 28, 29, 49)),
        ("up1", (4, 8, 13)),
        ("up1", (3, 11, 12, 13, 20, 34)),
        ("down1", (94, 90, 78, 61, 60, 57)),
        ("down2", (98, 97, 88, 83, 81)),
    ],
)
def test_rows_of_the_sheet(row: str, cards: tuple[int, ...]) -> None:
    """Το διάστημα μεταξύ των δύο καρτών δεν έχει σημασία, π.χ. 3, 11, 12, 13, 18, 20, 34, 35, 51, ή
    2, 7, 19, 25, 28, 29, 49 κλπ. ... το 4 τοποθετήθηκε πρώτο, ακολούθησε το 8 και έπειτα το 13. ...
    π.χ. 94, 90, 78, 61, 60, 57 ή 98, 97, 88, 83, 81 κλπ."""
    state = deal(list(cards[:8]), pile=cards[8:])
    state = go(GAME, state, *(f"{card}>{row}" for card in cards[:8]))
    if cards[8:]:
        state = go(GAME, state, "end", *(f"{card}>{row}" for card in cards[8:]))
    assert state.rows[("up1", "up2", "down1", "down2").index(row)] == bytes(cards)


def test_lukas() -> None:
    """Είναι σειρά του Λουκά. Τοποθετεί μια κάρτα στην πρώτη αύξουσα στοίβα, έπειτα δύο κάρτες στην
    δεύτερη αύξουσα στοίβα, και έπειτα άλλη μια κάρτα στην τελευταία φθίνουσα στοίβα. ... Ο Λουκάς
    έπαιξε τέσσερις κάρτες και τραβάει τέσσερις νέες κάρτες."""
    state = deal([4, 6, 9, 95, 50, 51], [40], [60], pile=(70, 71, 72, 73))
    state = go(GAME, state, "4>up1", "6>up2", "9>up2", "95>down2", "end")
    assert tops(GAME, state) == [4, 9, 100, 95]
    assert GAME.view(state, 0)["hand"] == [50, 51, 70, 71, 72, 73]


def test_tasos() -> None:
    """Κανονικά μια κάρτα μεγαλύτερη του 47 θα έπρεπε να τοποθετηθεί σε αυτή την αύξουσα στοίβα.
    Είναι σειρά του Τάσου. Έχει τον αριθμό 37 στο χέρι του και μπορεί να παίξει αυτή την κάρτα στη
    συγκεκριμένη στοίβα, μιας και είναι ακριβώς κατά 10 μικρότερη."""
    state = go(GAME, deal([46, 47], [37, 38, 48]), "46>up1", "47>up1", "end")
    assert {"37>up1", "48>up1"} <= texts(GAME, state)
    assert "38>up1" not in texts(GAME, state)


def test_sara() -> None:
    """Κανονικά μια κάρτα μικρότερη του 65 θα έπρεπε να τοποθετηθεί σε αυτή την φθίνουσα στοίβα.
    Είναι σειρά της Σάρας. Έχει τον αριθμό 75 στο χέρι της και μπορεί να παίξει αυτή την κάρτα στη
    συγκεκριμένη στοίβα, μιας και είναι ακριβώς κατά 10 μεγαλύτερη."""
    state = go(GAME, deal([66, 65], [75, 74, 64]), "66>down1", "65>down1", "end")
    assert {"75>down1", "64>down1"} <= texts(GAME, state)
    assert "74>down1" not in texts(GAME, state)


def test_tricks_mixed_with_plain_cards() -> None:
    """Για παράδειγμα, μπορείτε πρώτα να παίξετε μια κάρτα σύμφωνα με τους βασικούς κανόνες,
    έπειτα να χρησιμοποιήσετε το ανάποδο κόλπο, έπειτα να τοποθετήσετε άλλες δύο κάρτες κανονικά
    και έπειτα ξανά το ανάποδο κόλπο, και έπειτα άλλη μια κάρτα κανονικά, κλπ."""
    state = deal([40, 30, 32, 96, 22, 23])
    state = go(GAME, state, "40>up1", "30>up1", "32>up1", "96>down1", "22>up1", "23>up1")
    assert tops(GAME, state) == [23, 1, 96, 100]


def test_what_may_be_said() -> None:
    """Για παράδειγμα, μπορείτε να πείτε: «Μην τοποθετήσεις στην τελευταία στοίβα», ή «Μην κάνεις
    μεγάλο άλμα σε αυτή τη στοίβα.»"""
    state = go(GAME, deal([3, 5], [40]), "signal down2 not-here by 2", "signal up1 no-jump by 2")
    assert [(said.about, said.word) for said in state.signals] == [
        ("down2", "not-here"),
        ("up1", "no-jump"),
    ]


def test_what_was_said_in_older_logs_is_read_as_a_wish() -> None:
    """A table that was begun when other words were spoken goes on; nobody can say those words now."""
    for old, new in (("trick", "fine"), ("close", "fine"), ("off", "not-here")):
        session = Session("the-game", seats=2, deal=1)
        for _ in range(2):
            session.play("begin could")
        with pytest.raises(BadAction):
            session.play(f"signal up1 {old} by 2", 1)
        session.play(f"signal up1 {old} by 2", 1, checked=True)
        assert session.game.write(session.actions[-1][1]) == f"signal up1 {new} by 2"
    game = extreme()
    assert game.read(game.renewed("signal hand skull by 1")) == game.read("signal skull hold by 1")
