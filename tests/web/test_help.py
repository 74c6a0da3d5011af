"""What the table does for a player who wants it: cards that go home by themselves, and the whole solution."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.web.board import Board, arrive, expect, hears, until
from trapoula.catalogue.entries import find


def test_cards_go_home_by_themselves_and_are_taken_back_with_the_move(
    sit: Callable[..., Board],
) -> None:
    """The rules say which; one undo takes back the move and what followed it; every move is numbered."""
    board = sit("freecell", "autoplay=off&deal=7")
    page = board.page
    moves = ".facts div:has(dt:text-is('Moves')) dd"
    expect(page.locator(moves)).to_have_text("0")
    page.evaluate("script('prefs.js').then((prefs) => prefs.prefer({ home: 'safe' }))")
    before = board.piles
    move = next(one for one in board.moves if one["text"] == "T3>T8")
    board.drag(move)
    assert board.piles["F1"] == ["AC"]
    expect(page.locator(moves)).to_have_text("2")
    page.keyboard.press("u")
    until(page, "document.querySelector('card-board').piles.F1.length === 0")
    assert board.piles == before
    page.keyboard.press("r")
    until(page, "document.querySelector('card-board').piles.F1.length === 1")
    board.check_drawn()


def test_the_solution_is_shown_openly_and_played_on_from(sit: Callable[..., Board]) -> None:
    """With all cards open, step by step; whoever looked plays on, but that game no longer counts."""
    board = sit("klondike", "deal=4")
    page = board.page
    table = page.url
    page.click("[data-tool=more]")
    page.click("text=Show the solution")
    page.click("dialog .main")
    arrive(page, "/replay/", within=120)  # the first search may have to compile
    until(page, "Boolean(document.querySelector('card-board')?.plan)")
    expect(page.locator(".table-head")).to_contain_text("all cards open")
    assert not [card for cards in board.piles.values() for card in cards if card == "--"]
    before = board.piles
    page.keyboard.press("ArrowRight")
    until(page, "document.querySelector('.where').textContent.startsWith('Move 1 ')")
    assert board.piles != before
    page.click(".table-head a")
    page.wait_for_url(table)
    arrive(page, "/table/")
    until(page, "document.querySelector('.deal')?.textContent.includes('Deal 4')")
    page.go_back()
    arrive(page, "/replay/")
    page.click("text=Play on from here")
    arrive(page, "/table/")
    assert page.url != table


def dealt(page: Any) -> Board:
    arrive(page, "/table/")
    until(page, "Boolean(document.querySelector('card-board')?.plan)")
    return Board(page)


def suits(board: Board) -> set[str]:
    return {card[1] for cards in board.piles.values() for card in cards if card != "--"}


@pytest.mark.parametrize("game", ["klondike", "spider", "freecell"])
def test_a_game_deals_its_usual_setting_at_once(game: str, open_page: Callable[..., Any]) -> None:
    """Nothing is asked first."""
    page = open_page()
    page.goto(f"/game/{game}")
    dealt(page)
    assert page.locator("dialog").count() == 0
    asked = "script('store.js').then((store) => store.now().room.options)"
    assert find(game).settle(page.evaluate(asked)) == find(game).settle({})


def test_a_variant_is_one_tap_and_is_dealt_the_next_time(open_page: Callable[..., Any]) -> None:
    """On the untouched table; it goes with the first move, and comes back with the next game."""
    page = open_page(lang="el")
    page.goto("/game/spider")
    board = dealt(page)
    chooser = page.get_by_role("group", name="Αράχνη")
    expect(chooser.get_by_role("button")).to_have_text(["1 φυλή", "2 φυλές", "4 φυλές"])
    expect(chooser.get_by_role("button", name="4 φυλές")).to_have_attribute("aria-pressed", "true")
    before = page.url
    chooser.get_by_role("button", name="1 φυλή").click()
    page.wait_for_url(lambda url: url != before)
    board = dealt(page)
    assert suits(board) == {"S"}
    board.press(board.moves[0])
    expect(chooser).to_be_hidden()
    page.goto("/game/spider?deal=3")  # a link means what it says
    assert len(suits(dealt(page))) == 4
    page.goto("/game/spider")
    assert suits(dealt(page)) == {"S"}


COVERED = """() => {
    const own = document.querySelector('.board-box > .variants').getBoundingClientRect();
    return [...document.querySelectorAll('card-board .card, card-board .slot')].filter((node) => {
        const { left, right, top, bottom } = node.getBoundingClientRect();
        return left < own.right && right > own.left && top < own.bottom && bottom > own.top;
    }).length; }"""


@pytest.mark.parametrize("game", ["klondike", "napoleons-tomb", "osmosis"])
@pytest.mark.parametrize("size", [(320, 568), (390, 844), (1280, 600)])
def test_variants_on_the_table_cover_no_card(
    game: str, size: tuple[int, int], sit: Callable[..., Board]
) -> None:
    """Nor an empty place; where there is no room beside the cards, the tile and New game offer them."""
    assert sit(game, size=size).page.evaluate(COVERED) == 0


def test_options_are_explained_where_a_new_game_is_set_up(sit: Callable[..., Board]) -> None:
    """In plain words, with the deal number; the choice is remembered, and the old table can be had back."""
    board = sit("klondike")
    page = board.page
    board.press(board.taps[0])
    before = page.url
    page.click("[data-tool=more]")
    page.get_by_role("menuitem", name="New game…").click()
    field = page.locator("dialog fieldset:has([name=option-redeals])")
    expect(field).to_contain_text("Standard (2 redeals; unlimited with Draw 3)")
    expect(field).to_contain_text("How many times you can go through the stock again")
    page.get_by_label("Unlimited", exact=True).check()
    page.fill("#deal-number", "12")
    page.get_by_role("button", name="Deal", exact=True).click()
    page.wait_for_url(lambda url: url != before)
    board = dealt(page)
    expect(page.locator(".deal")).to_contain_text("12")
    chosen = "script('prefs.js').then(() => script('store.js')).then((s) => s.now().prefs.chosen)"
    assert page.evaluate(chosen) == {"klondike": {"redeals": "unlimited"}}
    page.locator(".toast button").click()
    page.wait_for_url(before)


def test_left_hands_have_a_mirrored_table_and_small_cards_a_larger_one(
    sit: Callable[..., Board],
) -> None:
    """Nothing else changes: every card is drawn once, inside the board, and is played as before."""
    board = sit("klondike", "draw=3&deal=7")
    page = board.page
    stock, waste = ("board.plan.slots.get('S').x", "board.plan.slots.get('W').x")
    assert board.ask(f"{stock} < {waste}")
    page.evaluate("script('prefs.js').then((prefs) => prefs.prefer({ hand: 'left' }))")
    assert board.ask(f"{stock} > {waste}")
    board.check_drawn()
    number = board.number
    page.mouse.click(*board.point("S"))
    board.wait_beyond(number)
    assert board.ask("board.plan.points.get('W').every((at, n, all) => !n || at.x > all[n - 1].x)")
    board.check_drawn()
    board.drag(board.moves[0])
    board.check_drawn()
    width = board.ask("board.plan.width")
    page.evaluate("script('prefs.js').then((prefs) => prefs.prefer({ zoom: '2' }))")
    until(page, f"document.querySelector('card-board').plan.width > {width} * 1.5")
    assert page.evaluate(
        "(box => box.scrollWidth > box.clientWidth)(document.querySelector('.board-box'))"
    )


def test_where_no_hint_is_given_none_is_made_up(
    open_page: Callable[..., Any], sit: Callable[..., Board]
) -> None:
    """Where nothing helps the player is told so: any other move would lead round in a circle.

    While that is found out, which takes long when a machine does it for the first time, the page says so."""
    page, said = (
        open_page(lang="el"),
        "No move seems to help any more: take some back, or deal again.",
    )
    asked: list[Callable[[], None]] = []

    def answer(line: Any) -> None:
        server = line.connect_to_server()

        def hear(message: str) -> None:
            told = json.loads(message)
            refused = {"type": "error", "code": "not-available", "message": said, "template": said}
            if told["type"] == "hint":
                told_so = json.dumps({**refused, "facts": {}, "id": told["id"]})
                asked.append(lambda: line.send(told_so))
            else:
                server.send(message)

        line.on_message(hear)

    page.route_web_socket("**/ws", answer)
    board = sit("klondike", page=page)
    assert board.moves
    page.keyboard.press("h")
    hears(page, "Σκέφτομαι…")
    (tell,) = asked
    tell()
    hears(page, "Καμία κίνηση δεν φαίνεται πια να βοηθάει")
    expect(page.locator("card-board .hint")).to_have_count(0)


def test_advice_given_twice_is_lit_for_its_own_time(
    open_page: Callable[..., Any], sit: Callable[..., Board]
) -> None:
    """Turning a card may be best again and again: the end of one takes nothing from the next."""
    page = open_page()
    page.clock.install()  # time can be moved on
    board = sit("klondike", page=page)
    lit = page.locator("card-board .hint")
    for _ in range(2):
        page.evaluate("document.querySelector('card-board').hint('turn')")
        expect(lit).to_have_count(1)
        page.clock.run_for(2000)
    expect(lit).to_have_count(1)
    assert board.ask("board.querySelector('.hint').dataset.card") == "--"
    page.clock.run_for(2000)
    expect(lit).to_have_count(0)


def test_places_of_a_grid_are_called_by_row_and_place(sit: Callable[..., Board]) -> None:
    """Who cannot see the table hears where a card lies."""
    board = sit("gaps")
    names = board.ask("[...board.slots.values()].map((slot) => slot.getAttribute('aria-label'))")
    assert names[0].startswith("Row 1, place 1:")
    assert names[-1].startswith("Row 4, place 13:")


def test_a_hint_says_what_goes_where_and_a_dialog_stops_the_clock(
    sit: Callable[..., Board],
) -> None:
    """The card that moves and the place it goes to are lit differently; nobody plays behind a dialog."""
    board = sit("gaps")
    page, move = board.page, board.moves[0]
    page.evaluate("(text) => document.querySelector('card-board').hint(text)", move["text"])
    expect(page.locator("card-board .hint")).to_have_count(2)
    expect(page.locator("card-board .slot.hint.to")).to_have_count(1)
    running = "script('store.js').then((store) => store.now().room.table.running)"
    assert page.evaluate(running)
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open]")
    until(page, running.replace("table.running", "table.running === false"))
