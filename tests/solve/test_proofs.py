"""What a search leaves out: every proof beside a plain search through the rules, in games nobody plays."""

from dataclasses import fields, replace
from itertools import permutations

import pytest

from tests.effort import EFFORT
from tests.solve import make_proofs
from tests.solve.positions import NARROW, endgame, made, narrow, thinned, wandering
from tests.solve.referee import by_the_rules, refuted, searches
from tests.solve.variants import ROUND, Dice, early, in_sight, late, strange, strewn, variant
from trapoula.catalogue.entries import find
from trapoula.core.cards import HIDDEN, name, read_card
from trapoula.core.game import Choice
from trapoula.patience import (
    Auto,
    Both,
    Cards,
    Carry,
    Chore,
    CloseUp,
    During,
    Full,
    Home,
    Lay,
    Onto,
    Patience,
    Refill,
    Rest,
    Reveal,
    Settle,
    Spread,
    Sweep,
    Table,
    Uncover,
    Zone,
    column,
    foundation,
    stock,
)
from trapoula.solve.kernel import layout as at
from trapoula.solve.lowering.lower import lower
from trapoula.solve.lowering.open_games import opened
from trapoula.solve.lowering.program import NotLowered
from trapoula.solve.open_kernel import layout as open_at
from trapoula.solve.proofs import CLAIMS, Proofs, grounded, prove
from trapoula.solve.proofs.conditions import AT_REST
from trapoula.solve.proofs.declaration import spread
from trapoula.terminal.cli import main
from trapoula.texts import language, languages

SEEDS = range(1, 25 * EFFORT)
MOST = 600 * EFFORT  # positions that the referee looks at


@pytest.mark.parametrize("seed", SEEDS)
def test_verdicts_are_those_of_a_plain_search(seed: int) -> None:
    """With every proof, with none, with each left out and with each alone, on every kernel."""
    game = variant(seed)
    tables = [late(game, number, 4 + number % 9) for number in range(8 * EFFORT)]
    tables += [early(game, number, 2) for number in range(3 * EFFORT)]
    for table, truth, wrong in refuted(game, tables, MOST):
        assert not wrong, (table, truth)


@pytest.mark.parametrize("seed", SEEDS)
def test_so_are_those_where_every_card_is_in_sight(seed: int) -> None:
    game = in_sight(seed)
    tables = [late(game, number, 4 + number) for number in range(8 * EFFORT)]
    tables += [early(game, number, 2) for number in range(3 * EFFORT)]
    for table, truth, wrong in refuted(game, tables, MOST):
        assert not wrong, (table, truth)


@pytest.mark.parametrize("seed", range(48 * EFFORT))
def test_so_are_those_of_games_with_strange_words(seed: int) -> None:
    game = strange(seed)
    tables = [strewn(game, 100 * seed + number) for number in range(60 * EFFORT)]
    for table, truth, wrong in refuted(game, tables, MOST):
        assert not wrong, (table, truth)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_kernel_plays_what_nobody_plays_by_the_rules(seed: int) -> None:
    game = variant(seed)
    tables = [late(game, number, 12) for number in range(5)]
    assert by_the_rules(game, lower(game), [*tables, *wandering(game, range(1, 2), 12)])


SMALL: list[
    tuple[str, dict[str, Choice], int]
] = [  # with as many ranks left as a plain search can do
    ("klondike", {"draw": 1, "redeals": "unlimited"}, 3),
    ("klondike", {"draw": 3, "redeals": "unlimited"}, 3),
    ("klondike", {"draw": 1, "redeals": 0}, 3),
    ("saratoga", {"draw": 1}, 3),
    ("fortress", {}, 3),
    ("bakers-dozen", {}, 3),
    ("eight-off", {}, 1),
    ("yukon", {}, 3),
    ("golf", {}, 3),
    ("golf", {}, 5),
    ("elevator", {}, 4),
    ("easthaven", {}, 3),
]
# compared in ways of their own
BESIDES: list[tuple[str, dict[str, Choice], int]] = [("thirteen", {}, 0), ("gaps", {}, 0)]


def check(game: Patience, tables: list[Table], most: int) -> None:
    found = list(refuted(game, tables, most))
    assert found
    for table, truth, wrong in found:
        assert not wrong, (table, truth)


@pytest.mark.parametrize(("id_", "options", "ranks"), SMALL)
def test_verdicts_on_ends_of_the_catalogue_are_those_of_a_plain_search(
    id_: str, options: dict[str, Choice], ranks: int
) -> None:
    game = made((id_, options))[0]
    ends = [endgame(game, number, 1 + number % ranks) for number in range(1, 6 * EFFORT)]
    check(game, ends, 8_000 * EFFORT)


@pytest.mark.parametrize(("id_", "above", "columns", "rows"), [row[:4] for row in NARROW])
def test_so_are_those_where_there_is_little_room(
    id_: str, above: str, columns: int, rows: int
) -> None:
    game = narrow(id_, above, columns, rows)
    ends = [endgame(game, number, 1 + number % 3) for number in range(1, 6 * EFFORT)]
    check(game, ends, 8_000 * EFFORT)


# games of dice with two packs, of which some tables are dead ends and most are not
TWINS = (39, 61, 65, 109, 116, 119, 151, 156, 182)


@pytest.mark.parametrize("seed", TWINS)
def test_so_are_those_where_every_card_is_there_twice(seed: int) -> None:
    game = variant(seed)
    assert prove(game).dead_ends is not None
    tables = [late(game, number, 4 + number % 12) for number in range(40 * EFFORT)]
    tables += [early(game, number, 2) for number in range(10 * EFFORT)]
    check(game, tables, MOST)


@pytest.mark.parametrize(
    ("id_", "above"), [("gypsy", "S F F F F F F F F"), ("forty-thieves", "S W F F F F F F F F")]
)
def test_so_are_those_of_two_packs_on_one_column(id_: str, above: str) -> None:
    game = narrow(id_, above, 1, 8)
    check(game, [late(game, number, 4 + number % 12) for number in range(40 * EFFORT)], 2_000)


PAIRS = [
    (rank, 11 - rank) for rank in range(6)
]  # ranks that go together, and leave alone the kings


@pytest.mark.parametrize("number", range(2 * EFFORT))
def test_so_are_those_of_cards_that_leave_in_pairs(number: int) -> None:
    """Some ranks of a pyramid, with more than one way to pair them, and kings in the way."""
    game = made(("thirteen", {}))[0]
    kept = {*PAIRS[number % 6], *PAIRS[(number + 1 + number // 6) % 6], 12}
    check(game, [thinned(game, seed, kept) for seed in range(1, 6)], 3_000)


def test_the_net_is_cast_over_every_proof() -> None:
    """Each proof is used by some game that is compared with the rules."""
    games = [variant(seed) for seed in SEEDS]
    games += [made((id_, options))[0] for id_, options, _ in [*SMALL, *BESIDES]]
    found = [prove(game) for game in games]
    for field in fields(Proofs):
        assert any(getattr(proofs, field.name) is not None for proofs in found), field.name


def klondike(**options: object) -> Patience:
    game = find("klondike").make(options)
    assert isinstance(game, Patience)
    return game


@pytest.mark.parametrize(
    ("id_", "name", "too"),
    [
        ("klondike", "whole_runs", {"traded"}),
        ("klondike", "turning", {"anywhere", "waiting", "dead_ends"}),
        ("klondike", "safe", {"anywhere"}),
        ("seahaven", "safe", {"parked"}),
        ("yukon", "turning", set()),
    ],
)
def test_a_proof_is_switched_off_with_those_that_need_it(
    id_: str, name: str, too: set[str]
) -> None:
    game = made((id_, {"draw": 1, "redeals": "unlimited"} if id_ == "klondike" else {}))[0]
    every = prove(game)
    assert (name in every.held) is (too != set())
    without = lower(game, replace(every, **{name: None}))
    assert set(every.held) - set(without.proofs.held) == too | ({name} & set(every.held))
    assert grounded(every) == every
    slots = {"traded": at.TRADED, "anywhere": at.SAFE_WASTE}
    slots |= {"waiting": at.WAITING}
    for one in too & set(slots):
        assert lower(game).code[slots[one]], one
        assert not without.code[slots[one]], one
    if "parked" in too:
        arrays, less = opened(lower(game)), opened(without)
        assert arrays is not None
        assert less is not None
        assert arrays.code[open_at.PARKED]
        assert not less.code[open_at.PARKED]


def test_a_game_that_meets_no_need_is_searched_without() -> None:
    proofs = prove(replace(klondike(), goal=Both(Home("F"), Full("W"))))
    held = {field.name for field in fields(Proofs) if getattr(proofs, field.name) is not None}
    assert held == {"trading"}


def test_piles_that_are_all_told_apart_trade_no_places() -> None:
    """Places in rows, and cells that the table sweeps one after another where two cards want one place."""
    assert prove(made(("gaps", {}))[0]).trading is None
    assert prove(made(("napoleons-tomb", {"autoplay": True}))[0]).trading is None
    assert prove(made(("napoleons-tomb", {}))[0]).trading is not None


CHORES: tuple[Chore, ...] = (
    Reveal("TR"),
    Uncover("T"),
    Settle("TF"),
    CloseUp("T"),
    CloseUp("RT"),
    Refill("T", "R"),
    Refill("TR", "R"),
    Refill("F", "R"),
)


def test_chores_are_at_rest_only_where_they_do_no_more() -> None:
    """Whichever two or three follow each other, on tables strewn at random."""
    game, dice, rested = klondike(), Dice(1), 0
    zones = {**game.zones, "R": Zone("reserve"), "T": Zone("column")}
    for chores in (*permutations(CHORES, 2), *permutations(CHORES, 3)):
        strewn = replace(
            game,
            picture="S W R R\nF F F F\nT T\nT T",
            zones=zones,
            deal=(Rest("S"),),
            chores=chores,
        )
        rested += AT_REST.holds(strewn)
        for _ in range(20 if AT_REST.holds(strewn) else 0):
            piles = [
                bytes(dice.below(52) | dice.one(0, HIDDEN) for _ in range(dice.below(3)))
                for _ in strewn.places
            ]
            once = tidied(strewn, Table(tuple(piles)))
            assert tidied(strewn, once) == once, (chores, piles)
    assert rested


def tidied(game: Patience, table: Table) -> Table:
    for chore in game.chores:
        table = chore.tidy(game, table)
    return table


def test_turning_does_not_wait_where_the_waste_is_looked_at() -> None:
    assert prove(klondike()).turning is not None
    assert prove(replace(klondike(), goal=Both(Home("F"), Full("W")))).turning is None
    assert prove(replace(klondike(), chores=(Reveal("TW"),))).turning is None


def test_piles_that_two_stocks_are_dealt_to_stay_in_their_places() -> None:
    """One stock alone lets them trade places once it is out."""
    game = Patience(
        picture="S R F F F F\nT T",
        zones={"S": stock(), "R": stock(), "F": foundation(lift=None), "T": column()},
        deal=(Rest("S"),),
        moves=(Carry("T", to="F"), Carry("T", to="T"), Spread("S", to="T"), Spread("R", to="T")),
        goal=Home("F"),
        score=Cards("F"),
    )
    trading = prove(game).trading
    assert trading is not None
    assert set(game.where("T")) <= trading.stay
    later = prove(replace(game, moves=game.moves[:3])).trading
    assert later is not None
    assert later.later == set(game.where("T"))
    assert later.stock == game.where("S")[0]


def test_a_carry_that_is_made_by_itself_is_left_to_the_rules() -> None:
    with pytest.raises(NotLowered):
        lower(replace(klondike(), chores=(Auto(Carry("T", to="F")),)))


def test_foundations_that_are_dealt_any_card_are_not_built_from_the_ace() -> None:
    game = klondike()
    dealt = prove(replace(game, deal=(Onto("F"), *game.deal)))
    assert (dealt.safe, dealt.dead_ends) == (None, None)
    aces = replace(game, pack=game.pack[4:], deal=(Lay("F", game.pack[:4]), *game.deal))
    assert prove(aces).safe is not None
    assert prove(aces).dead_ends is not None


def test_nothing_is_safe_where_the_table_sweeps_before_it_turns_up() -> None:
    """A card that it uncovers would wait for one more action, which there may not be."""
    game, packed = klondike(), klondike().zones["T"].build
    sweep = Sweep("T", to="F", packed=packed)  # type: ignore[arg-type]
    back = replace(game.zones["F"], lift=None)
    plain = replace(game, zones={**game.zones, "F": back})
    assert prove(replace(plain, chores=(sweep, Reveal("T")))).safe is not None
    assert prove(replace(plain, chores=(Reveal("T"), sweep))).safe is None


def test_a_pile_may_move_to_an_empty_one_where_that_begins_something() -> None:
    """A carry that changes nothing but the phase is needed when cards go home in the next phase only."""
    game = find("streets-and-alleys").make()
    assert isinstance(game, Patience)
    carry = Carry("T", to="T")
    phased = replace(game, moves=(During((1,), Carry("T", to="F")), During((0, 1), carry, then=1)))
    homes = [bytes(range(suit, 52, 4)) for suit in range(4)]
    columns = [homes[3][12:], *[b""] * 7]
    piles = dict(
        zip(
            phased.where("F") + phased.where("T"),
            [*homes[:3], homes[3][:12], *columns],
            strict=True,
        )
    )
    table = Table(tuple(piles[at] for at in range(len(piles))))
    ((_, truth, wrong),) = refuted(phased, [table], 1_000)
    assert truth
    assert not wrong


def backwards(game: Patience, seed: int, moves: int) -> Table:
    """Four rows in order, and so many moves taken back at random: what can be won for sure."""
    dice = Dice(seed)
    lies = {4 * (place % 13 + 1) + place // 13: place for place in range(52) if place % 13 < 12}
    for _ in range(moves):
        held = {place: card for card, place in lies.items()}
        last = [  # the cards that may have been moved last
            card
            for card, place in lies.items()
            if (place % 13 == 0 if card < 8 else held.get(place - 1) == card - 4 and place % 13)
        ]
        if not last:
            break
        card, place = dice.one(*last), dice.one(*(set(range(52)) - set(held)))
        if place % 13 or card >= 8:  # a two that lies at an edge stays there
            lies[card] = place
    piles = {place: bytes([card]) for card, place in lies.items()}
    table = Table(tuple(piles.get(place, b"") for place in range(52)))
    return table._replace(gone=bytes(range(4)))


@pytest.mark.parametrize("seed", range(12 * EFFORT))
def test_rows_that_can_be_put_in_order_are_never_called_lost(seed: int) -> None:
    game = made(("gaps", {}))[0]
    every = searches(game)
    for number in range(8):
        table = backwards(game, 100 * seed + number, 4 + 9 * number)
        for one in every:
            assert one.wins(table, 2_000) is not False, (one.name, table)


@pytest.mark.parametrize("seed", range(4 * EFFORT))
def test_rows_of_random_play_are_judged_like_a_plain_search(seed: int) -> None:
    game = made(("gaps", {}))[0]
    tables = list(wandering(game, range(10 * seed + 1, 10 * seed + 5), 60))[::9]
    check(game, tables, MOST)


def test_what_may_lie_on_a_card_is_followed_to_its_end() -> None:
    """Where each suit lies on the next, the third card is of one that the first two do not vouch for."""
    six_of_hearts = read_card("6H")
    needed = {
        name(card) for card in range(52) if spread(ROUND, six_of_hearts, back=False) >> card & 1
    }
    assert needed == {"5D", "4C", "3S"}


def test_every_proof_has_its_place_in_the_book() -> None:
    """`python -m tests.solve.make_proofs` writes the page again."""
    assert make_proofs.PAGE.read_text("utf-8") == make_proofs.page()


@pytest.mark.parametrize("lang", languages())
def test_every_proof_is_told_in_every_language(
    lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--lang", lang, "solve", "klondike", "--explain"]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    for claim in CLAIMS:
        assert language(lang).tell(claim.name) in printed
    safe = next(claim for claim in CLAIMS if claim.unmet(klondike()) is None)
    assert language(lang).tell(safe.argument) in printed


def test_a_game_that_the_kernel_does_not_speak_is_told_so(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["solve", "clock", "--explain"]) == 0
    assert "through its rules" in capsys.readouterr().out
