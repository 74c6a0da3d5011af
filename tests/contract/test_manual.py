"""Where the manual, the record and we say different things: a test for every line of docs/manual.md."""

import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.oracle.options import RECORD
from trapoula.catalogue.entries import find, ids
from trapoula.core.cards import HIDDEN, read_cards
from trapoula.core.deals import deck
from trapoula.patience import Patience, Reach, Table
from trapoula.play.session import Session

PAGE = Path(__file__).parents[2] / "docs" / "manual.md"
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.read_text("utf-8").splitlines()
    if line.startswith("| `")
]
HIGHER = {low + suit: high + suit for low, high in pairwise("A23456789TJQK") for suit in "CDHS"}
SETTING = re.compile(r"`(\w+)=(\w+)`")

MAXIMA = {  # where the manual tells one, and ours is not as many points as there are cards
    **dict.fromkeys(("accordion", "eliminator"), 51),
    **dict.fromkeys(("auld-lang-syne", "beleaguered-castle", "block-ten", "carpet", "clock"), 48),
    **dict.fromkeys(("cover", "cruel", "doublets", "fortunes", "gaps", "hopscotch"), 48),
    **dict.fromkeys(("labyrinth", "maze", "scuffle", "spiderette", "straight-up"), 48),
    **dict.fromkeys(("elevator", "escalator"), 28),
    **dict.fromkeys(("diamond-mine", "scorpion"), 100),
    **dict.fromkeys(("forty-thieves", "gypsy"), 1000),
    "camelot": 40,
    "first-law": 13,
    "golf": 35,
    "odessa": 412,
    "spider": 96,
    "spider-three-decks": 144,
    "triple-peaks": 466,
    "will-o-the-wisp": 48,
    "zebra": 96,
    **dict.fromkeys(("plait", "ten-across", "valentine")),  # it says that there is no scoring
    "wall": None,  # it tells none: what defends depends on the deal
    "thieves": 204,  # it tells none: see test_thieves_can_score_what_the_dearest_cards_are_worth
    "poker": 254,  # it says 276: see test_poker_cannot_score_more_than_254
}


def made(id_: str, **options: Any) -> Patience:
    game = find(id_).make(options)
    assert isinstance(game, Patience)
    return game


def lay(game: Patience, *, phase: int = 0, gone: str = "", **piles: str) -> Table:
    """A table with just these cards; a question mark after a card says that it lies face down."""

    def pile(text: str) -> bytes:
        words = text.split()
        cards = read_cards(text.replace("?", ""))
        return bytes(
            card | HIDDEN if word.endswith("?") else card
            for card, word in zip(cards, words, strict=True)
        )

    laid = tuple(pile(piles.get(name, "")) for name in game.names)
    return Table(laid, gone=bytes(read_cards(gone)), phase=phase)


def legal(game: Patience, table: Table) -> set[str]:
    return {game.write(action) for action in game.legal(table)}


def after(game: Patience, table: Table, *actions: str) -> Table:
    for text in actions:
        assert text in legal(game, table)
        table = game.play(table, game.read(text))
    return table


def shown(game: Patience, table: Table, pile: str) -> str:
    view: Any = game.view(table, 0)
    return " ".join(view["piles"][pile])


def score(game: Patience, table: Table) -> int:
    return game.score.of(game, table)


# --- the page ------------------------------------------------------------------------------------


def test_every_line_has_a_test_and_every_test_a_line() -> None:
    named = [name for row in ROWS for name in re.findall(r"`(test_\w+)`", row[-1])]
    assert all(re.search(r"`test_\w+`", row[-1]) for row in ROWS)
    assert len(set(named)) == len(named)
    here = {name for name in globals() if name.startswith("test_")}
    about_the_page = {
        "test_every_line_has_a_test_and_every_test_a_line",
        "test_the_comparison_plays_by_the_settings_of_the_page",
        "test_the_highest_score_is_the_manuals",
    }
    assert set(named) == here - about_the_page


def test_the_comparison_plays_by_the_settings_of_the_page() -> None:
    """What the page calls the record's setting is what the oracle compares with, and no default."""
    told: dict[str, dict[str, object]] = {}
    for link, *cells in ROWS:
        game = link.strip("`")
        assert game in ids()
        for name, choice in SETTING.findall(cells[1]):
            option = find(game).option(name)
            told.setdefault(game, {})[name] = option.read(choice)
            assert option.default != option.read(choice)
    assert told == RECORD


@pytest.mark.parametrize("id_", [id_ for id_ in ids() if isinstance(find(id_).make(), Patience)])
def test_the_highest_score_is_the_manuals(id_: str) -> None:
    """The game tells it: as many points as there are cards, unless the manual tells otherwise."""
    game = made(id_)
    assert game.maximum == MAXIMA.get(id_, len(game.cards))


# --- the manual is right, and the record's rule is a setting --------------------------------------


def test_kings_audience_keeps_the_ace_under_its_jack() -> None:
    """A jack and an ace of the same suit begin a foundation, with the jack on top."""
    for ace, foundation in (("stays", "AD JD TD"), ("leaves", "JD TD")):
        game = made("kings-audience", ace=ace)
        table = lay(game, A1="AD", A2="JD", A3="TD")
        table = after(game, table, "A1+A2", "A3>F1")
        assert shown(game, table, "F1") == foundation
        assert score(game, table) == 52


def test_odessa_pays_for_each_card_dealt_after_another() -> None:
    """Greek: when dealt, each card in order after its proper card counts one point."""
    added, runs = made("odessa"), made("odessa", dealt="runs")
    for number in range(1, 200):
        table = added.start(deck(added.pack, number))
        columns = [shown(added, table, f"T{at}").split() for at in range(1, 8)]
        follows = [
            [one in HIGHER and HIGHER[one] == other for other, one in pairwise(column)]
            for column in columns
        ]
        first = sum(
            not before and here for row in follows for before, here in pairwise([False, *row])
        )
        assert score(added, table) == sum(map(sum, follows))
        assert score(runs, runs.start(deck(runs.pack, number))) == sum(map(sum, follows)) + first


def test_terrace_plays_the_top_card_of_the_reserve() -> None:
    """All cards of the reserve are seen, but only the top one may be played."""
    for reserve, found in (("top", {"R>F1"}), ("any", {"R>F1", "R:2>F1"})):
        game = made("terrace", reserve=reserve)
        table = lay(game, phase=5, F1="5C", R="KD 6H", T1="9S")
        assert {text for text in legal(game, table) if text.startswith("R")} == found


def test_glenwood_fills_gaps_from_the_reserve() -> None:
    """Empty slots are filled by any available card of the reserves, or from the waste after that."""
    for gaps, found in (("reserve", {"R1>T2"}), ("any", {"R1>T2", "T1:2>T2"})):
        game = made("glenwood", gaps=gaps)
        table = lay(game, B="5C", R1="9C KS", T1="8D 7C", T3="9H", T4="3H", W="2C")
        moves = {text for text in legal(game, table) if text.endswith(">T2")}
        assert moves - {"T3>T2", "T4>T2"} == found
        assert ("T3>T2" in moves) == (gaps == "any")


def test_maze_begins_in_the_corner() -> None:
    """Each suit in ascending order, with an ace in the top left corner."""
    line = [rank + suit for suit in "CDHS" for rank in "A23456789TJQ"]
    for start, after_a_gap in (("corner", 47), ("gap", 48)):
        game = made("maze", start=start)
        for first, points in ((1, 48), (2, after_a_gap)):
            table = lay(game, **{f"M{at}": card for at, card in enumerate(line, first)})
            assert score(game, table) == points
            assert game.goal.met(game, table) == (points == 48)


def test_terrace_packs_round_the_corner() -> None:
    """Columns go down in alternating colours, round the corner."""
    for corner, allowed in (("round", True), ("stops", False)):
        game = made("terrace", corner=corner)
        table = lay(game, phase=1, F1="AC", T1="AH", T2="KS", W="7D")
        assert ("T2>T1" in legal(game, table)) == allowed


def test_redheads_fill_gaps_from_the_waste() -> None:
    """A gap is filled from the waste, or from the stock when that is empty."""
    for gaps, filled in (("waste", "9D"), ("reserve", "QS")):
        game = made("terrace", variant="redheads", gaps=gaps)
        table = lay(game, phase=5, F1="5C", R="QS", T1="6H", W="2C 9D", S="3D?")
        assert shown(game, after(game, table, "T1>F1"), "T1") == filled


def test_neighbor_takes_only_kings_in_the_square() -> None:
    """Kings are removed by a click on them; the stock is dealt and nothing else."""
    for kings, found in (("seen", {"drop T1"}), ("stock", {"drop S", "drop T1"})):
        game = made("neighbor", kings=kings)
        table = lay(game, S="2C? KS?", T1="KD", T2="4C")
        assert legal(game, table) == found


def test_camelot_is_cleared_freely_once_all_is_laid() -> None:
    """Stock and waste being empty, pairs may be removed to the end."""
    for clearing, tap in (("open", False), ("ended", True)):
        game = made("camelot", clearing=clearing)
        table = after(game, lay(game, W="4C", M1="6H", M2="TD"), "W>M3")
        assert {"M1+M3", "drop M2"} <= legal(game, table)
        assert ("turn" in legal(game, table)) == tap
        if tap:
            assert game.outcome(after(game, table, "turn")) is not None


def test_camelot_scores_each_card_removed() -> None:
    """One point a card, forty at the most."""
    for points, worth in (("cards", 3), ("none", 0)):
        game = made("camelot", points=points)
        table = after(game, lay(game, W="4C", M1="6H", M2="TD"), "W>M3", "M1+M3", "drop M2")
        assert score(game, table) == worth


def test_seahaven_scores_each_card_at_home_once() -> None:
    """One point for each card on the foundations: fifty-two at the most."""
    for points, worth in (("home", 1), ("moves", 2)):
        game = made("seahaven", points=points)
        table = lay(game, F1="AC", T1="9D")
        assert score(game, after(game, table, *("F1>C1", "C1>F1") * 2)) == worth


def test_cruel_ends_when_a_redeal_changes_nothing() -> None:
    """When the only move is one that the redeal undoes, the game is over."""
    for redeal, reason in (("useful", "lost"), ("moved", None)):
        game = made("cruel", redeal=redeal)
        table = lay(game, F1="AC", F2="AD", F3="AH", F4="AS", T1="9D 2S 7H 8C", T2="7C")
        end = game.outcome(table)
        assert (end and end.reason) == reason
        assert "redeal" not in legal(game, table)


def test_bakers_game_fills_gaps_with_kings() -> None:
    """Gaps take kings only, a build moves by way of the free cells, and cards may come back."""
    for gaps, king_only in (("kings", True), ("any", False)):
        game = made("bakers-game", gaps=gaps, autoplay=False)
        full = {"C1": "2C", "C2": "2D", "C3": "2S", "C4": "4S"}
        table = lay(game, **full, F1="AC", T1="KS", T2="9H 8H", T3="TH", T4="6D")
        assert ("T4>T5" in legal(game, table)) != king_only
        assert ("T2:2>T3" in legal(game, table)) != king_only, "an empty column does not help"
        aced = lay(game, F1="AC", T1="2C", T2="5D")
        assert ("F1>T1" in legal(game, aced)) == king_only
        kings = lay(game, C1="KD", T1="5C")
        assert "C1>T2" in legal(game, kings)


def test_saratoga_is_redealt_like_klondike() -> None:
    """Two redeals: through the pack three times."""
    for options, left in (({}, 2), ({"redeals": "unlimited"}, None), ({"draw": 3}, None)):
        assert Session("saratoga", options, deal=1).view()["redeals"] == left


def test_klondike_by_threes_is_redealt_without_end() -> None:
    """Three at a time: no limit; one at a time: two redeals."""
    for options, left in (({"draw": 3}, None), ({}, 2), ({"draw": 3, "redeals": 2}, 2)):
        assert Session("klondike", options, deal=1).view()["redeals"] == left


def test_clock_counts_hidden_cards_that_are_in_place() -> None:
    """A card in the right pile is all right even if it lies face down."""
    hours = {hour: f"{hour}C {hour}D {hour}H {hour}S" for hour in "A23456789TJQ"}
    down = {"A": "AC? AD? AH? AS?"}
    for hidden, reason, worth in (("count", "won", 48), ("lose", "lost", 44)):
        game = made("clock", hidden=hidden)
        table = after(game, lay(game, K="KC? KD KH KS", **hours | down), "stay")
        end = game.outcome(table)
        assert end is not None
        assert (end.reason, end.scores) == (reason, (worth,))
        astray = hours | {"A": "AC? AD? AH? 2S?", "2": "2C? 2D? 2H? AS?"}
        lost = game.outcome(after(game, lay(game, K="KC? KD KH KS", **astray), "stay"))
        assert lost is not None
        assert not lost.won


def test_glenwood_begins_with_the_base() -> None:
    """The first item of play is to select a card for the first foundation."""
    for first, packs in (("base", False), ("any", True)):
        session = Session("glenwood", {"first": first}, deal=1)
        assert any(">T" in text for text in session.legal()) == packs
        session.play("R3>B")
        assert "R2>T1" in session.legal()


def test_bristol_leaves_kings_where_they_are_dealt() -> None:
    """Eight piles of three cards, dealt face up: nothing is said of kings."""
    for kings, moved in (("dealt", False), ("sunk", True)):
        game = made("bristol", kings=kings)
        cards = deck(game.pack, 1)
        fans = [bytes(cards[at : at + 17 : 8]) for at in range(8)]
        assert ([game.start(cards).piles[at] for at in game.where("T")] != fans) == moved


def test_plait_refills_every_edge() -> None:
    """The edges are refilled from the plait by themselves."""
    for edges, found in (("refilled", "9D"), ("homeward", "")):
        game = made("plait", edges=edges)
        table = lay(game, F1="5C", E1="JH", P="3S 9D", T2="KC")
        assert shown(game, after(game, table, "E1>T1"), "E1") == found


def test_easthaven_fills_every_gap_it_can() -> None:
    """Gaps must be filled, if that is possible, before more cards are dealt."""
    for gaps, dealt in (("always", False), ("few", True)):
        game = made("easthaven", gaps=gaps)
        table = lay(game, T1="5C KH", S="2D? 3D?")
        assert ("deal" in legal(game, table)) == dealt
        assert "deal" in legal(game, after(game, table, "T1>T2"))


def test_fortunes_is_won_when_four_aces_are_left() -> None:
    """All cards but the aces removed, wherever the aces lie."""
    others = " ".join(f"{rank}{suit}" for rank in "23456789TJQK" for suit in "CDHS")
    for aces, won in (("together", True), ("apart", False)):
        game = made("fortunes", aces=aces)
        table = lay(game, gone=others, T1="AC AD", T2="AH", T3="AS")
        assert game.goal.met(game, table) == won


def test_beleaguered_castle_lets_an_ace_come_back() -> None:
    """The topmost card of each foundation may be played back to the tableau."""
    for aces, back in (("free", True), ("fixed", False)):
        game = made("beleaguered-castle", aces=aces)
        table = lay(game, F1="AC", F2="AD 2D", T1="3S", T2="2H")
        assert ("F1>T2" in legal(game, table)) == back
        assert "F2>T1" in legal(game, table)
        assert score(game, table) == 1
    assert score(made("beleaguered-castle"), after(made("beleaguered-castle"), table, "F1>T2")) == 1


def test_canfield_lets_a_base_card_come_back() -> None:
    """Cards in the foundations are still in play."""
    for base, back in (("free", True), ("fixed", False)):
        game = made("canfield", base=base)
        table = lay(game, phase=5, F1="5C", T1="6D", T2="KC", T3="QC", T4="JC", W="8S")
        assert ("F1>T1" in legal(game, table)) == back
    game = made("canfield")
    table = after(game, lay(game, phase=5, F1="5C", T1="6D", T2="KC", T3="2C", T4="JC"), "F1>T1")
    assert {text for text in legal(game, table) if ">F" in text} == {
        f"T1>F{n}" for n in (1, 2, 3, 4)
    }


def test_triple_peaks_takes_five_points_even_from_nothing() -> None:
    """Five points are deducted when a card is flipped."""
    for debt, worth in ((True, -5), (False, 0)):
        session = Session("triple-peaks", {"debt": debt}, deal=1)
        session.play("turn")
        assert session.view()["score"] == worth


def test_agnes_moves_whole_sequences() -> None:
    """Groups in sequence and in colour move as a unit."""
    for corner, together in (("round", True), ("stops", False)):
        game = made("agnes", corner=corner)
        table = lay(game, phase=5, F1="5C", T1="5H 4D", T2="6D", S="9C?")
        assert ("T1:2>T2" in legal(game, table)) == together


def test_lady_jane_packs_on_the_base_rank() -> None:
    """Columns go down in alternating colours; no rank is left out."""
    for corner, allowed in (("round", True), ("stops", False)):
        game = made("lady-jane", corner=corner)
        table = lay(game, phase=5, F1="5C", T1="5H", T2="4C")
        assert ("T2>T1" in legal(game, table)) == allowed


# --- the manual is wrong, or says two things ------------------------------------------------------


def test_whitehead_is_packed_in_colour() -> None:
    game = made("whitehead")
    assert "T2>T1" in legal(game, lay(game, T1="9H", T2="8D"))


def test_poker_is_won_with_seventy_five() -> None:
    game = made("poker")
    assert game.goal == Reach(75, filled="P")
    table = lay(game, **{f"P{n}": card for n, card in enumerate(_twenty_five(), 1)})
    just_enough = replace(game, goal=Reach(score(game, table), filled="P"))
    assert just_enough.goal.met(just_enough, table)


def _twenty_five() -> list[str]:
    return [f"{rank}{suit}" for rank in "A23456" for suit in "CDHS"] + ["7C"]


def test_triple_peaks_doubles_to_thirty_one() -> None:
    game = made("triple-peaks", multiplier=True)
    row = {f"P{19 + n}": f"{rank}C" for n, rank in enumerate("6789T")}
    table = lay(game, W="5D", P1="2H?", P2="2S?", P3="2D?", P28="KD", **row)
    assert score(game, after(game, table, *(f"{pile}>W" for pile in row))) == 1 + 2 + 4 + 8 + 16


def test_auld_lang_syne_scores_forty_eight() -> None:
    game = made("auld-lang-syne")
    home = lay(game, **{f"F{n}": " ".join(f"{r}C" for r in "A23456789TJQK") for n in range(1, 5)})
    assert (game.goal.met(game, home), score(game, home)) == (True, 48)


def test_accordion_has_fifty_two_places() -> None:
    assert len(made("accordion").places) == 52


def test_agnes_is_packed_downwards() -> None:
    game = made("agnes")
    table = lay(game, phase=5, F1="5C", T1="9H", T2="8D", S="2C?")
    assert {"T2>T1"} == {text for text in legal(game, table) if ">T" in text}


def test_cruel_has_twelve_piles_packed_downwards() -> None:
    game = made("cruel")
    assert len(game.where("T")) == 12
    table = lay(game, F1="AC", T1="3C 9D", T2="8D", T3="2C 5H 6H")
    assert {"T2>T1"} == legal(game, table) - {"redeal"}
    assert "T1>F1" in legal(game, lay(game, F1="AC", T1="9D 2C"))


def test_lady_jane_fills_gaps_with_one_rank() -> None:
    game = made("lady-jane")
    table = lay(game, phase=5, F1="5C", T1="KC 4H", T2="KD 3S")
    assert {"T1>T3"} <= legal(game, table)
    assert "T2>T3" not in legal(game, table)


def test_block_ten_leaves_the_tens() -> None:
    game = made("block-ten")
    gone = " ".join(f"{rank}{suit}" for rank in "A23456789JQK" for suit in "CDHS")
    table = lay(game, gone=gone, T1="TC", T2="TD", T3="TH", T4="TS")
    assert (game.goal.met(game, table), score(game, table)) == (True, 48)


def test_hopscotch_goes_on_after_the_king() -> None:
    game = made("hopscotch")
    table = lay(game, F=" ".join(f"{rank}C" for rank in "A23456789TJQK"), W="AD")
    assert "W>F" in legal(game, table)


def test_gold_mine_goes_on_when_the_stock_is_empty() -> None:
    game = made("gold-mine")
    table = lay(game, W="9C 2D", T1="3S")
    assert "W>T1" in legal(game, table)


def test_carpet_keeps_its_cards_at_home() -> None:
    game = made("carpet")
    table = lay(game, F1="AC 2C", F2="AD", T1="2D")
    assert legal(game, table) == {"T1>F2"}


def test_hamilton_lays_aces_on_kings() -> None:
    game = made("hamilton")
    table = lay(
        game, phase=7, F1="7C 8C 9C TC JC", F2="7D 8D 9D TD JD QD KD", T1="QC", T2="AC", T3="AD"
    )
    assert {"T1>F1", "T3>F2"} <= legal(game, table)
    assert "T2>F1" not in legal(game, table)


@pytest.mark.parametrize("id_", ["spiderette", "will-o-the-wisp"])
def test_little_spiders_are_won_in_the_columns_too(id_: str) -> None:
    game = made(id_)
    suits = {
        f"T{at}": " ".join(rank + suit for rank in "KQJT98765432A")
        for at, suit in enumerate("CDHS", 1)
    }
    assert game.goal.met(game, lay(game, **suits))
    assert not game.goal.met(game, lay(game, **suits | {"T1": suits["T1"][:-3], "T5": "AC"}))


@pytest.mark.parametrize("id_", ["golf", "elevator", "escalator", "thieves"])
def test_golf_and_its_kin_are_won_when_the_table_is_clear(id_: str) -> None:
    game = made(id_)
    assert game.goal.met(game, lay(game, W="9C", S="2D?"))


def test_freecell_moves_by_way_of_empty_columns() -> None:
    game = made("freecell", autoplay=False)
    table = lay(game, C1="2C", C2="2D", C3="2S", C4="4S", T1="9H 8S", T2="TS", T3="6D")
    assert "T1:2>T2" in legal(game, table)


def test_odessa_pays_for_the_whole_sequence() -> None:
    game = made("odessa")
    table = lay(game, T1="9C 8C", T2="7C")
    assert score(game, after(game, table, "T2>T1")) - score(game, table) == 3


def test_union_square_packs_its_heaps_either_way() -> None:
    game = made("union-square")
    table = lay(game, F1="AC 2C", T1="5D", T2="6D", T3="4D", T4="AD", W="AC")
    assert {"T2>T1", "T3>T1"} <= legal(game, table)
    assert "W>F1" not in legal(game, table)


def test_spider_has_three_packs_to_choose_from() -> None:
    assert set(find("spider").option("suits").choices) == {1, 2, 4}


def test_monte_carlo_closes_up_whenever_there_is_a_gap() -> None:
    game = made("monte-carlo")
    table = lay(game, T1="5C", T2="5D", T4="9C", S="2C?")
    assert {"T1+T2", "gather"} <= legal(game, table)


def test_plait_is_not_lost_while_a_redeal_is_left() -> None:
    game = made("plait")
    table = lay(game, F1="5C", W="9D 2S", T1="KH")
    assert game.outcome(table) is None
    assert "turn" in legal(game, table)


def test_jamestown_is_filled_from_the_stock() -> None:
    game = made("jamestown")
    table = after(game, lay(game, T1="5C", T2="5D", S="9C? 8C?"), "T1>T2")
    assert (shown(game, table, "T1"), shown(game, table, "T2")) == ("8C", "9C")


def test_bakers_dozen_has_its_kings_at_the_bottom() -> None:
    game = made("bakers-dozen")
    for at in game.where("T"):
        ranks = [card // 4 for card in game.start(deck(game.pack, 1)).piles[at]]
        assert sorted(ranks, key=lambda rank: rank != 12) == ranks


def test_doublets_leaves_the_kings() -> None:
    game = made("doublets")
    home = lay(game, F=" ".join(f"{rank}C" for rank in "A248T") + " 2C" * 43, R1="KC")
    assert game.goal.met(game, home)


def test_poker_turns_the_next_card_by_itself() -> None:
    session = Session("poker", deal=1)
    session.play("W>P1")
    view: Any = session.view()
    assert len(view["piles"]["W"]) == 1


def test_wall_begins_with_three_cards_dealt() -> None:
    game = made("wall")
    table = game.start(deck(game.pack, 1))
    sizes = [len(table.piles[at]) for at in game.where("SW")]
    assert (sizes, sum(sizes)) == ([36, 1, 1, 1], 39)


def test_treize_pairs_both_ends_of_the_waste() -> None:
    game = made("treize")
    table = lay(game, P1="2C", B="9C", W="3D 4H")
    assert "B+W" in legal(game, table)


def test_hamilton_packs_nothing_on_the_base_rank() -> None:
    game = made("hamilton")
    sevens = lay(game, phase=7, F1="7C", T1="7H", T2="6D", T3="AS", T4="KC")
    assert "T2>T1" not in legal(game, sevens)
    assert "T4>T3" in legal(game, sevens)
    aces = lay(game, phase=1, F1="AC", T3="AS", T4="KS", T1="2H")
    assert "T4>T3" not in legal(game, aces)


def test_poker_cannot_score_more_than_254() -> None:
    """Here is a square that scores it. With five rows of straight flushes, whose suits differ, no column
    or diagonal is one too. If all five columns are fours, a diagonal is none: its four equal cards
    would be the odd ones of four columns, and only two of their rows could still be straights; so
    150 + 80 + 24. With four such columns the diagonals would need six odd cards to be fours both, and
    with fewer 150 + 72 + 32 is no more. Four rows make 120 + 16 + 80 + 32 at best, three 234, and one
    or two rows and columns together, whose suit must be the same, 248.
    """
    game = made("poker")
    ranks = "23A45"  # the lowest in the middle, where a six makes both diagonals straights
    rows = [[f"{rank}{suit}" for rank in ranks] for suit in "CDHS"]
    rows.insert(2, ["8C", "7C", "6C", "TC", "9C"])
    square = {f"P{at}": card for at, card in enumerate((c for row in rows for c in row), 1)}
    assert score(game, lay(game, **square)) == game.maximum == 254


def test_thieves_can_score_what_the_dearest_cards_are_worth() -> None:
    """Aces, kings, and all others that pay most lie in the columns, in the order they are played."""
    game = made("thieves")
    low, high = "43" * 4 + "2A" * 4, "TJ" * 4 + "QK" * 4
    suits = {rank: iter("CDHS") for rank in "A23456789TJQK"}

    def cards(ranks: str) -> list[str]:
        return [rank + next(suits[rank]) for rank in ranks]

    first, played = cards("5"), cards(low + high + "555")
    turned = cards("9666" + "999" + "6" + "7777" + "8888")
    columns = {f"T{at}": " ".join(played[at - 1 :: 7][::-1]) for at in range(1, 8)}
    stock = [f"{card}?" for card in (*turned, "BJ", "RJ")]
    table = lay(game, W=first[0], S=" ".join(stock[::-1]), **columns)
    assert sorted(card & ~HIDDEN for pile in table.piles for card in pile) == sorted(game.pack)
    at = 0
    for length in (16, 16, 1, 1, 1):
        if at:
            table = after(game, table, "turn")
        table = after(game, table, *(f"T{(at + step) % 7 + 1}>W" for step in range(length)))
        at += length
    assert table.tally == game.maximum == 204
    assert game.outcome(table)
