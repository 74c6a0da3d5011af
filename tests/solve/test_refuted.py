"""Positions that were once called lost although they can be won."""

from dataclasses import replace

from tests.effort import EFFORT
from tests.solve.referee import refuted
from tests.solve.variants import shaken
from trapoula.catalogue.entries import find
from trapoula.core.cards import HIDDEN, read_card, read_cards
from trapoula.core.deals import deck
from trapoula.core.game import check
from trapoula.patience import (
    ALTERNATE,
    ANY,
    DOWN,
    KINGS,
    QUEEN,
    SAME_SUIT,
    TOP,
    TWO_DECKS,
    Bare,
    Cards,
    Carry,
    Chore,
    Home,
    Patience,
    Phase,
    Refill,
    Rest,
    Reveal,
    Rows,
    Sweep,
    Table,
    Turn,
    Uncover,
    When,
    Zone,
    column,
    foundation,
    of_suit,
    only,
    reserve,
    run,
    stock,
    waste,
)
from trapoula.patience import NONE as NO_CARD
from trapoula.solve import Limits, judge
from trapoula.solve.proofs import prove


def turning(picture: str, turn: Turn, *, chores: tuple[Chore, ...] = (), **zones: Zone) -> Patience:
    """A game that is all turned from a stock, and goes home from wherever it comes to."""
    sources = "".join(letter for letter, zone in zones.items() if zone.kind != "foundation")
    return Patience(
        picture=picture,
        zones={"S": stock(), **zones},
        deal=(Rest("S"),),
        moves=(Carry(sources, to="F"), Carry(sources, to="T"), turn),
        chores=chores,
        goal=Home("F"),
        score=Cards("F"),
    )


def played(game: Patience, table: Table, line: str) -> Table:
    """The table after a line of actions."""
    for text in line.replace("\n", " ").split(","):
        table = game.play(table, check(game, table, 0, text.strip()))
    return table


BEFORE = """
    T6>T2, T7>T5, T6>T7, T2:2>T1, T4>T7, T4>T7, turn, turn, turn, turn, W>T2, turn, turn, turn, W>T2,
    T1:3>T2, turn, W>T4, T7:4>T4, T7>T6, T7>T4, T7>T2, turn, turn, turn, turn, turn, turn, W>F1, W>T3,
    T5:2>T3, T7>T5, T7>F1, turn, turn, W>T6, W>T1, turn, turn, turn, W>T1, W>F2, T3>F2, T2:7>T1, turn,
    T1:2>T5, T1:7>T2, T2:7>T7, T4:7>T6
"""
THEN = """
    T4>T5, turn, turn, turn, turn, turn, turn, turn, turn, W>T5, turn, turn, turn, turn, W>T7, T3:3>T7,
    T3>T1, W>F2, T5>F1, T5>F2, W>T2, turn, turn, turn, W>T7, W>T1, turn, turn, turn, W>T1, W>T1, turn,
    turn, turn, turn, W>T1, T5:4>T1, T5>F1, T1>F1, T3>T5, W>F1, W>F2, T7:4>T1, T7>F2, T1:5>T7, T5>F2,
    T1>F1, T5>F1, T1>F2, W>F2, turn, W>T5, W>T3, W>F3, T7>F3, F2>T5, F2>T1, F1>T5, F3>T7, F2>T5, F1>T1,
    T7>F3, F2>T1, F1>T5, F3>T7, F2>T5, F1>T1, T7>F3, F2>T1, F1>T5, F3>T7, F2>T5, F1>T1, T7>F3, T6>T5,
    T6>F3, T1>F1, T7>T1, T7>F3, F2>T1, T5:2>T6, T5>F1, T6:3>T5, T6>F3, T1>F2, T1:2>T7, T1>F1, T7:3>T1,
    T7>F3, F2>T1, T5:4>T6, F3>T7, T5>F1, T1>F2, T7>F3, T6:5>T5, T6>F3, T1:4>T7, T1>F1, T7:5>T1, T7>F3,
    F2>T1, T5:6>T6, F3>T7, T5>F1, T1>F2, T7>F3, T6:7>T5, T1:6>T7, T1>F1, T6>F3, T7:7>T1, T7>F3, T6>F1,
    T1:8>T7, T6>F3, T6>T3, T6>T2, T6>F4, T5>F4, T5>F2, T7>F4, T5>F4, T7>F2, T5>F2, T7>F4, T5>F4, T7>F2,
    T5>F2, T7>F4, T5>F4, T7>F2, T5>F2, T7>F4, T5>F4, T7>F2, T1>F1, T5>F2, T3>F1, T7>F4, T1>F3, T2>F4,
    T3>F3, T7>F2, T1>F4, T2>F2, T7>F1
"""


def laid(game: Patience, **piles: str) -> Table:
    """A table of which some piles hold cards, those after a dash face down."""
    found = [b""] * len(game.places)
    for name, text in piles.items():
        cards = bytes(
            read_card(word.removeprefix("-")) | word.startswith("-") * HIDDEN
            for word in text.split()
        )
        found[game.names.index(name)] = cards
    return Table(tuple(found))


def home(**suits: str) -> dict[str, str]:
    """Foundations that are built up from the ace to a card each."""
    ranks = "A23456789TJQK"
    return {
        pile: " ".join(rank + card[1] for rank in ranks[: ranks.index(card[0]) + 1])
        for pile, card in suits.items()
    }


def test_cards_that_come_back_may_need_one_another() -> None:
    """The seven of diamonds needs the eight of clubs on the table, and the eight of diamonds off its pile."""
    game = find("klondike").make({"draw": 3, "redeals": "unlimited"})
    assert isinstance(game, Patience)
    table = played(game, game.start(deck(game.pack, 5125)), BEFORE)
    outcome = game.outcome(played(game, table, THEN))
    assert outcome is not None
    assert outcome.won
    assert judge(game, table, Limits(30)).finding != "lost"


def test_a_card_comes_back_for_a_whole_run() -> None:
    """The nine of spades is home and takes no top card, but the eight of hearts with the seven on it."""
    packed = DOWN & ALTERNATE
    game = Patience(
        picture="F F F F\nT T",
        zones={"F": foundation(), "T": column(packed, lift=run(packed))},
        deal=(Rows("T", 26),),
        moves=(Carry("T", to="F"), Carry("FT", to="T")),
        goal=Home("F"),
        score=Cards("F"),
    )
    first, second = (
        read_cards(text)
        for text in (
            "7H 6C 8H 7C",
            "KD QD JD TD 9D 8D 7D 6D KC QC JC TC 9C 8C KS QS JS TS KH QH JH 9H TH",
        )
    )
    homes = (
        read_cards(" ".join(f"{rank}{suit}" for rank in ranks))
        for ranks, suit in (("A23456", "H"), ("A2345", "C"), ("A2345", "D"), ("A23456789", "S"))
    )
    table = Table(tuple(bytes(pile) for pile in (*homes, first, second)))
    assert judge(game, table, Limits(10)).finding == "winnable"


def check_round(game: Patience, table: Table) -> None:
    """It can be won, and so says every search; nor is it otherwise wrong about tables like it."""
    assert judge(game, table, Limits(10)).finding == "winnable"
    others = [shaken(game, table, number) for number in range(12 * EFFORT)]
    found = list(refuted(game, [table, *others], 3_000))
    assert found
    for one, truth, wrong in found:
        assert not wrong, (one, truth)


def test_a_turn_matters_where_chores_have_more_to_do_after_it() -> None:
    """The queen of spades is turned up by the next action only, and there is none but a turn."""
    game = Patience(
        picture="S W F F F F\nT . R",
        zones={
            "S": stock(),
            "W": waste(),
            "F": foundation(lift=None),
            "T": column(start=NO_CARD),
            "R": reserve(),
        },
        deal=(Rows("T", 1), Rows("R", 10), Rest("S")),
        moves=(Carry("WTR", to="F"), Turn("S", to="W")),
        chores=(Reveal("R"), Refill("T", "R")),
        goal=Home("F"),
        score=Cards("F"),
    )
    homes = home(F1="KC", F2="KD", F3="JH", F4="TS")
    table = laid(game, **homes, T="JS", R="-QH -QS KS", S="-KH")
    check_round(game, table)
    assert prove(game).turning is None
    in_order = replace(game, chores=game.chores[::-1])
    assert prove(in_order).turning is not None


def test_cards_that_come_back_at_some_time_come_back() -> None:
    """The queen of clubs comes back for the jack of hearts, as she may while the first phase lasts."""
    game = Patience(
        picture="F F F F\nT T T",
        zones={"F": foundation(), "T": column(DOWN & ALTERNATE, start=NO_CARD)},
        deal=(Rows("T", 17), Rows("T", piles=range(1))),
        moves=(Carry("T", to="F"), Carry("T", to="T"), When(Phase(0), Carry("F", to="T"))),
        goal=Home("F"),
        score=Cards("F"),
    )
    homes = home(F1="QC", F2="QD", F3="9H", F4="JS")
    table = laid(game, **homes, T1="QS TH JH", T2="KD", T3="KH QH KS KC")
    check_round(game, table)
    assert prove(game).dead_ends is not None


def test_a_column_that_is_turned_over_is_no_dead_end() -> None:
    """The queen of spades lies under the king until both are the stock again."""
    game = turning(
        "S F F F F\nT",
        Turn("S", to="T", redeals="unlimited"),
        F=foundation(),
        T=column(DOWN, start=NO_CARD),
    )
    game = replace(game, moves=(*game.moves, Carry("F", to="T")))
    homes = home(F1="KC", F2="KD", F3="KH", F4="JS")
    check_round(game, laid(game, **homes, T="QS KS"))


def test_what_is_turned_to_a_reserve_is_counted_there_too() -> None:
    """The queen of spades stays, so that the next round shows other cards."""
    game = turning(
        "S R F F F F\nT T",
        Turn("S", to="R", by=2, redeals="unlimited"),
        R=reserve(),
        F=foundation(lift=None),
        T=column(DOWN & ALTERNATE, start=NO_CARD),
    )
    homes = home(F1="JC", F2="KD", F3="JH", F4="TS")
    table = laid(game, **homes, S="-KH", R="QC JS QS", T1="KC", T2="QH KS")
    check_round(game, table)


def test_what_lies_on_a_waste_counts_the_cards_of_the_next_round() -> None:
    """The king of spades goes to the waste: without it the ten of hearts is covered in every round."""
    game = turning(
        "S W F F F F\nT",
        Turn("S", to="W", by=2, redeals=1),
        W=Zone("waste", start=KINGS & of_suit(3), lift=TOP),
        F=foundation(lift=None),
        T=column(DOWN & SAME_SUIT, start=NO_CARD),
    )
    game = replace(game, moves=(*game.moves, Carry("T", to="W")))
    homes = home(F1="KC", F2="KD", F3="8H", F4="QS")
    table = laid(game, **homes, S="-9H -JH -TH -QH -KH", T="KS")
    check_round(game, table)


def test_so_does_what_the_table_would_bring_home_from_there() -> None:
    """The queen of spades stays, so that her king stays on the waste until the second round."""
    game = turning(
        "S W F F F F\nT",
        Turn("S", to="W", by=2, redeals=1),
        chores=(Sweep("W", to="F", packed=DOWN & SAME_SUIT),),
        W=waste(),
        F=foundation(lift=None),
        T=column(DOWN & SAME_SUIT, start=NO_CARD),
    )
    homes = home(F1="KC", F2="KD", F3="8H", F4="JS")
    table = laid(game, **homes, S="-9H -JH -TH -QH -KS -KH", T="QS")
    check_round(game, table)


def test_every_pile_of_a_stock_counts() -> None:
    """The queen of spades lies on the second pile, from where she is carried home."""
    game = Patience(
        picture="S S F F F F\nT T",
        zones={
            "S": Zone("stock", lift=TOP),
            "F": foundation(lift=None),
            "T": column(DOWN, start=NO_CARD),
        },
        deal=(Rows("T", 26),),
        moves=(Carry("ST", to="F"), Carry("T", to="T")),
        goal=Home("F"),
        score=Cards("F"),
    )
    homes = home(F1="KC", F2="KD", F3="KH", F4="JS")
    check_round(game, laid(game, **homes, S2="QS", T1="KS"))


def twins(columns: int, **zones: Zone) -> Patience:
    """A game of two packs, packed in suit, in which the table brings cards home by itself."""
    packed, (rows, over) = DOWN & SAME_SUIT, divmod(104, columns)
    return Patience(
        picture=f"F F F F F F F F\n{'T ' * columns}",
        pack=TWO_DECKS,
        zones={"F": foundation(lift=None), **zones},
        deal=(Rows("T", rows), Rows("T", piles=range(over))),
        moves=(Carry("T", to="F"), Carry("T", to="T")),
        chores=(Sweep("T", to="F", packed=packed),),
        goal=Home("F"),
        score=Cards("F"),
    )


def test_of_twins_one_at_home_lets_the_table_bring_others_after_it() -> None:
    """The ten of spades stays: the table would bring home after it the queen that the other jack needs."""
    game = twins(5, T=column(DOWN & SAME_SUIT, start=NO_CARD))
    homes = home(F1="KC", F2="KD", F3="KH", F4="9S", F5="KC", F6="KD", F7="KH", F8="9S")
    table = laid(game, **homes, T1="KS KS", T2="TS", T3="JS", T4="QS", T5="QS TS JS")
    check_round(game, table)


def test_a_reserve_of_one_card_is_a_cell() -> None:
    """The run of the queen of spades is split: her jack goes to the queen of clubs, and she aside."""
    packed = DOWN & ALTERNATE
    game = Patience(
        picture="F F F F R\nT T T",
        zones={
            "F": foundation(lift=None),
            "R": Zone("reserve", start=ANY, lift=TOP, room=1),
            "T": column(packed, start=KINGS, lift=run(packed)),
        },
        deal=(Rows("T", 17), Rows("T", piles=range(1))),
        moves=(Carry("TR", to="F"), Carry("TR", to="T"), Carry("T", to="R")),
        goal=Home("F"),
        score=Cards("F"),
    )
    homes = home(F1="9C", F2="9D", F3="KH", F4="9S")
    table = laid(game, **homes, T1="TD TC QS JD", T2="KC KS TS JS QC", T3="KD QD JC")
    check_round(game, table)


def test_a_sweep_tells_columns_apart_by_their_order() -> None:
    """Of two jacks of spades the table brings home that of the first column, which decides the game."""
    packed = DOWN & SAME_SUIT
    game = twins(5, T=column(packed, start=only(QUEEN), lift=run(packed)))
    homes = home(F1="KC", F2="KD", F3="KH", F4="9S", F5="KC", F6="KD", F7="TH", F8="8S")
    table = laid(game, **homes, T1="QS JS", T2="JH TS 9S JS", T4="TS QH", T5="KS KS QS KH")
    check_round(game, table)
    proofs = prove(game)
    assert proofs.trading is not None
    assert proofs.trading.stay == set(game.where("T"))


def test_what_covers_a_card_that_is_uncovered_stays_in_its_place() -> None:
    """The king of diamonds moves off the queen, from one column of its zone to another."""
    zone = column(DOWN & ALTERNATE)
    game = Patience(
        picture="F F F F\nA A\nB B",
        zones={"F": foundation(lift=None), "A": zone, "B": zone},
        deal=(Rows("AB", 13),),
        moves=(Carry("AB", to="F"), Carry("B", to="B")),
        chores=(Uncover("A"),),
        goal=Home("F"),
        score=Cards("F"),
    )
    table = laid(game, **home(F1="KC", F2="JD", F3="KH", F4="KS"), A1="-QD", B1="KD")
    check_round(game, table)


def test_a_turn_matters_where_chores_are_still_to_be_done() -> None:
    """The deal leaves the queen of spades face down, and the first action turns her up."""
    game = turning(
        "S W F F F F\nT",
        Turn("S", to="W"),
        chores=(Reveal("T"),),
        W=waste(),
        F=foundation(lift=None),
        T=column(start=NO_CARD),
    )
    homes = home(F1="KC", F2="KD", F3="KH", F4="JS")
    check_round(game, laid(game, **homes, T="-QS", S="-KS"))
    assert prove(game).turning is not None


def test_so_does_a_pile_that_moves_to_a_gap() -> None:
    """The king of hearts moves to the other column only for the queen of spades to be turned up."""
    game = Patience(
        picture="F F F F R\nT T",
        zones={"F": foundation(lift=None), "R": reserve(), "T": column()},
        deal=(Rows("T", 26),),
        moves=(Carry("R", to="F"), Carry("T", to="T"), When(Bare("R"), Carry("T", to="F"))),
        chores=(Reveal("R"),),
        goal=Home("F"),
        score=Cards("F"),
    )
    homes = home(F1="KC", F2="KD", F3="QH", F4="JS")
    table = laid(game, **homes, R="KS -QS", T1="KH")
    check_round(game, table)
