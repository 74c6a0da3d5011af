"""Hands at the table: fast, clumsy and with fingers; no card is ever left in the air."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.web.board import FIND, Board, expect, until
from trapoula.play.session import Session

PHONE = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}


def first(board: Board, **like: Any) -> dict[str, Any]:
    """The first move of a sort."""
    return next(m for m in board.moves if all(m[key] == value for key, value in like.items()))


def test_legal_targets_light_up_while_a_card_is_held(sit: Callable[..., Board]) -> None:
    board = sit("freecell")
    board.let_taps("picks")
    move = first(board)
    board.page.mouse.click(*board.grip(move))
    lit = board.page.locator("card-board .target").count()
    targets = {m["target"] for m in board.moves if m["source"] == move["source"] and m["size"] == 1}
    assert lit == len(targets)
    board.page.keyboard.press("Escape")
    board.page.mouse.click(5, 400)
    expect(board.page.locator("card-board .held, card-board .target")).to_have_count(0)


def test_no_text_of_an_action_is_read(sit: Callable[..., Board]) -> None:
    """Whatever actions are called, hands find what they do, advice lights it, and it is told who listens."""
    page = None
    for game, deal, verb, told in (
        ("thirteen", 2, "pair", "Taken together"),
        ("freecell", 7, "carry", "Moved"),
    ):
        board = sit(game, f"deal={deal}", page=page)
        page = board.page
        page.evaluate(
            """async () => {
                const { now, commit } = await script('store.js'), { room } = now();
                const actions = room.table.actions.map((own, at) => ({ ...own, text: `#${at}` }));
                const onto = actions.find(({ to }) => room.table.view.piles[to]?.length);
                const last = [{ ...onto, seat: 0, action: '#' }];
                commit({ room: { ...room, table: { ...room.table, steps: 1, actions, legal: [], last } } });
                document.querySelector('card-board').act = (text) => { window.asked = text; };
            }"""
        )
        assert all(own["text"].startswith("#") for own in (*board.moves, *board.taps))
        expect(page.locator("[role=log]")).to_contain_text(told)
        move = first(board, kind=verb)
        page.evaluate(f"(text) => {FIND}.hint(text)", move["text"])
        expect(page.locator("card-board .hint")).to_have_count(move["size"] + 1)
        board.let_taps("picks")
        page.mouse.click(*board.grip(move))
        page.wait_for_selector("card-board .held")
        page.mouse.click(*board.point(move["target"], top=True))
        until(page, "(text) => window.asked === text", move["text"])


def test_a_card_dropped_beside_every_target_goes_back(sit: Callable[..., Board]) -> None:
    board = sit("klondike")
    move = next(iter(board.moves), None)
    while move is None:
        board.press(board.taps[0])
        move = next(iter(board.moves), None)
    number = board.number
    x, y = board.grip(move)
    board.page.mouse.move(x, y)
    board.page.mouse.down()
    board.page.mouse.move(x + 20, y + 20)
    board.page.mouse.move(4, 700)
    board.page.mouse.up()
    board.page.wait_for_timeout(50)
    assert board.number == number
    board.check_drawn()


def test_fast_double_clicks_leave_no_ghost(sit: Callable[..., Board]) -> None:
    """Even with movement on, forty clicks in a row end with each card where the server says."""
    board = sit("klondike", reduced_motion="no-preference")
    x, y = board.point("S")
    for _ in range(20):
        board.page.mouse.dblclick(x, y, delay=0)
    for _ in range(7):
        board.page.keyboard.press("u")
    for pile in ("T1", "T4", "T7", "W"):
        board.page.mouse.dblclick(*board.point(pile), delay=0)
    settle(board)
    board.check_drawn()
    assert_same_as_server(board)


def test_undo_in_mid_flight_leaves_no_ghost(sit: Callable[..., Board]) -> None:
    board = sit("freecell", reduced_motion="no-preference")
    for turn in range(6):
        moves = board.moves
        board.tap(moves[turn * 3 % len(moves)])
        number = board.number
        board.page.keyboard.press("u")
        board.wait_beyond(number)
    settle(board)
    board.check_drawn()
    assert_same_as_server(board)


def test_a_double_tap_plays_to_the_foundation(sit: Callable[..., Board]) -> None:
    deal = next(
        n
        for n in range(1, 500)
        if any(">F" in text for text in Session("freecell", deal=n).legal())
    )
    board = sit("freecell", query=f"deal={deal}")
    number, move = board.number, next(m for m in board.moves if m["target"].startswith("F"))
    board.page.mouse.dblclick(*board.grip(move))
    board.wait_beyond(number)
    assert sum(len(cards) for pile, cards in board.piles.items() if pile.startswith("F")) == 1


def test_a_covered_card_is_shown_while_the_right_button_is_down(sit: Callable[..., Board]) -> None:
    board = sit("freecell")
    board.page.mouse.move(*board.point("T1", 4))
    board.page.mouse.down(button="right")
    expect(board.page.locator(".card.peek")).to_have_count(1)
    board.page.mouse.up(button="right")
    expect(board.page.locator(".card.peek")).to_have_count(0)


class Finger:
    """A finger on a touch screen."""

    def __init__(self, page: Any) -> None:
        self._line = page.context.new_cdp_session(page)

    def _touch(self, kind: str, *points: tuple[float, float]) -> None:
        where = [{"x": x, "y": y} for x, y in points]
        self._line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": where})

    def down(self, x: float, y: float) -> None:
        self._touch("touchStart", (x, y))

    def move(self, x: float, y: float) -> None:
        self._touch("touchMove", (x, y))

    def up(self) -> None:
        self._touch("touchEnd")


def test_fingers_drag_on_a_phone(sit: Callable[..., Board]) -> None:
    board = sit("freecell", size=(390, 780), **PHONE)
    number, move = board.number, first(board)
    (x, y), (to_x, to_y) = board.grip(move), board.landing(move)
    finger = Finger(board.page)
    finger.down(x, y)
    for step in range(1, 9):
        finger.move(x + (to_x - x) * step / 8, y + (to_y - y) * step / 8)
    finger.up()
    board.wait_beyond(number)
    board.check_drawn()


def test_a_phone_with_tiny_cards_is_told_to_turn(sit: Callable[..., Board]) -> None:
    """Held upright, and only then; sideways the cards are indeed larger."""
    board = sit("bakers-dozen", size=(390, 780), **PHONE)
    board.page.wait_for_selector(".toast:has-text('sideways')")
    upright = board.ask("board.plan.width")
    board.page.set_viewport_size({"width": 780, "height": 390})
    until(board.page, f"{FIND}.plan.room[0] > {FIND}.plan.room[1]")
    assert board.ask("board.plan.width") > 1.4 * upright
    other = sit("klondike", size=(390, 780), **PHONE)
    assert other.page.locator(".toast").count() == 0


def test_a_long_press_shows_a_covered_card(sit: Callable[..., Board]) -> None:
    """While the finger stays, the whole card; then it lies as before and nothing was picked up."""
    board = sit("freecell", size=(390, 780), **PHONE)
    number, finger = board.number, Finger(board.page)
    finger.down(*board.point("T1", 4))
    board.page.wait_for_selector(".card.peek")
    shown = board.page.locator(".card.peek").get_attribute("data-card")
    assert shown == board.piles["T1"][-4]
    finger.up()
    board.page.wait_for_selector(".card.peek", state="detached")
    expect(board.page.locator(".held")).to_have_count(0)
    assert board.number == number
    board.check_drawn()


def test_a_long_look_goes_over_into_a_drag(sit: Callable[..., Board]) -> None:
    """Whoever holds a covered card before drawing it away still draws it away."""
    board = sit("yukon", size=(390, 780), **PHONE)
    own = next(move for move in board.moves if move["size"] > 1)
    number, finger = board.number, Finger(board.page)
    (x, y), (to_x, to_y) = board.grip(own), board.landing(own)
    finger.down(x, y)
    board.page.wait_for_selector(".card.peek")
    for step in range(1, 9):
        finger.move(x + (to_x - x) * step / 8, y + (to_y - y) * step / 8)
    finger.up()
    board.wait_beyond(number)
    expect(board.page.locator(".card.peek")).to_have_count(0)


def test_fingers_tap_on_a_phone(sit: Callable[..., Board]) -> None:
    board = sit("golf", size=(360, 640), **PHONE)
    number = board.number
    board.page.touchscreen.tap(*board.point("S"))
    board.wait_beyond(number)
    board.check_drawn()


@pytest.mark.parametrize("way", ["new deal", "by number", "restart"])
def test_what_sweeps_the_table_can_be_undone(way: str, sit: Callable[..., Board]) -> None:
    """By the tool and by the offer in the toast; the number of the deal is told each time."""
    board = sit("klondike")
    page = board.page
    for _ in range(3):
        board.press(board.taps[0])
    for again in ("u", "toast"):
        left, number = board.piles, page.locator(".deal").inner_text()
        sweep(page, way)
        page.wait_for_selector(".toast button")
        until(page, "script('store.js').then((s) => s.now().room.table.steps === 0)")
        assert board.piles != left
        told = page.locator(".deal").inner_text()
        assert told == {"by number": "Deal 99 · chosen", "restart": number}.get(way, told)
        assert (told == number) is (way == "restart")
        page.keyboard.press("u") if again == "u" else page.click(".toast button")
        page.wait_for_selector(".toast button", state="detached")
        until(page, "script('store.js').then((s) => s.now().room.table.steps === 3)")
        assert board.piles == left
        expect(page.locator(".deal")).to_have_text(number)
        board.check_drawn()
    page.reload()
    until(page, f"Boolean({FIND}?.plan)")
    assert board.piles == left


def sweep(page: Any, way: str) -> None:
    """Deal anew or start again, with the tools there are for it."""
    if way == "new deal":
        page.click("[data-tool=fresh]")
        return
    page.click("[data-tool=more]")
    name = "New game…" if way == "by number" else "Restart this deal"
    page.get_by_role("menuitem", name=name).click()
    if way == "by number":
        page.fill("#deal-number", "99")
        page.keyboard.press("Enter")


def test_a_number_that_no_deal_has_is_refused_in_the_language(sit: Callable[..., Board]) -> None:
    """In Greek too, whatever the browser speaks; the next one is dealt."""
    page = sit("klondike", lang="el").page
    page.click("[data-tool=more]")
    page.get_by_role("menuitem", name="Νέο παιχνίδι…").click()
    page.fill("#deal-number", "-4")
    page.locator("#deal-number").press("Enter")
    told = page.locator("#deal-number").evaluate("(node) => node.validationMessage")
    assert told == "Τα μοιράσματα έχουν αριθμούς από 1 έως 1.000.000.000.000."
    page.fill("#deal-number", "12")
    page.locator("#deal-number").press("Enter")
    expect(page.locator(".deal")).to_contain_text("12")


def test_an_untouched_deal_is_dealt_anew_at_once(sit: Callable[..., Board]) -> None:
    """There is nothing to go back to, and the new number is told."""
    board = sit("klondike")
    number, told = board.number, board.page.locator(".deal").inner_text()
    board.page.keyboard.press("n")
    board.wait_beyond(number)
    expect(board.page.locator(".deal")).not_to_have_text(told)
    expect(board.page.locator(".toast button")).to_have_count(0)


def test_letters_work_the_tools(sit: Callable[..., Board]) -> None:
    """d deals, u takes back, r does it again, h hints, ? explains."""
    board = sit("klondike")
    dealt = board.piles
    for key, same in (("d", False), ("u", True), ("r", False), ("u", True)):
        number = board.number
        board.page.keyboard.press(key)
        board.wait_beyond(number)
        assert (board.piles == dealt) is same
    board.page.keyboard.press("h")
    until(board.page, "document.querySelectorAll('card-board .hint, .toast').length > 0")
    board.page.keyboard.press("?")
    board.page.wait_for_selector("dialog[open] kbd")


def test_keys_do_here_what_they_do_everywhere(sit: Callable[..., Board]) -> None:
    """Ctrl or Cmd and Z, with Shift, and Y; the space bar is for the stock, whatever was clicked last."""
    board = sit("klondike")
    page, dealt = board.page, board.piles
    for keys, same in (
        (" ", False),
        ("Control+z", True),
        ("Control+Shift+z", False),
        ("Meta+z", True),
        ("Control+y", False),
    ):
        number = board.number
        page.keyboard.press(keys)
        board.wait_beyond(number)
        assert (board.piles == dealt) is same, keys
    number = board.number
    page.click("[data-tool=undo]")
    board.wait_beyond(number)
    number = board.number
    page.keyboard.press(" ")  # not the tool that was clicked last
    board.wait_beyond(number)
    assert len(board.piles["W"]) == 1
    page.mouse.click(*board.point("T1"))
    number = board.number
    page.keyboard.press(" ")
    board.wait_beyond(number)


def test_a_pause_hides_the_cards_and_stops_the_clock(sit: Callable[..., Board]) -> None:
    board = sit("klondike")
    page = board.page
    board.press(board.taps[0])
    running = "script('store.js').then((store) => store.now().room.table.running)"
    until(page, running)
    page.keyboard.press("p")
    until(page, f"{running}.then((goes) => !goes)")
    x, y = board.point("T7")
    covered = "([x, y]) => Boolean(document.elementFromPoint(x, y).closest('.curtain'))"
    assert page.evaluate(covered, [x, y])
    page.keyboard.press("Enter")
    page.wait_for_selector(".curtain", state="detached")
    board.press(board.taps[0])
    until(page, running)


def test_what_is_done_is_announced(sit: Callable[..., Board]) -> None:
    board = sit("freecell")
    board.tap(first(board))
    until(board.page, "document.getElementById('voice').textContent.startsWith('Moved the ')")


def settle(board: Board) -> None:
    """Until nothing is on its way, to the server or over the table."""
    until(
        board.page,
        """() => script('room.js').then((room) => !room.pending()
            && document.getAnimations().every((one) => one.playState !== 'running'))""",
    )
    board.page.wait_for_timeout(30)


def assert_same_as_server(board: Board) -> None:
    told = board.page.evaluate(
        """() => script('store.js').then(async (store) =>
            (await (await fetch(`/api/rooms/${store.now().room.room}`)).json()).table.view.piles)"""
    )
    assert board.piles == told
    places = board.page.evaluate(
        f"""() => {{ const board = {FIND}; return board.lying.every(({{ pile, index, node }}) => {{
            const at = board.plan.points.get(pile)[index];
            const seen = new DOMMatrixReadOnly(getComputedStyle(node).transform);
            return Math.abs(seen.e - at.x) < 1 && Math.abs(seen.f - at.y) < 1; }}) }}"""
    )
    assert places


def test_a_stock_tapped_in_vain_says_why(sit: Callable[..., Board]) -> None:
    """In the words of the rule, and nothing is changed."""
    board = sit("sir-tommy")
    board.press(board.taps[0])
    number = board.number
    board.page.mouse.click(*board.point("S"))
    board.page.wait_for_selector(".toast")
    expect(board.page.locator(".toast")).to_have_text("Play the card on the waste first.")
    assert board.number == number


def test_a_double_click_on_a_foundation_brings_home_all_that_can_go(
    sit: Callable[..., Board],
) -> None:
    session = Session("carpet", deal=7)
    while (action := session.game.obvious(session.state)) is not None:
        session.play(session.game.write(action))
    assert session.steps > 1, "a deal with several cards to bring home"
    board = sit("carpet")
    number = board.number
    board.page.mouse.dblclick(*board.point("F1"))
    board.wait_beyond(number + session.steps - 1)
    assert board.piles == session.view()["piles"]
    board.check_drawn()


def test_one_tap_plays_a_card_and_the_next_sends_it_further(sit: Callable[..., Board]) -> None:
    board = sit("freecell")
    ends: dict[str, set[str]] = {m["source"]: set() for m in board.moves if m["size"] == 1}
    for move in board.moves:
        ends[move["source"]].add(move["target"])
    source, targets = next(own for own in ends.items() if not any("F" in to for to in own[1]))
    card = board.piles[source][-1]
    been = [source]
    for _ in range(2):
        number = board.number
        board.page.mouse.click(*board.point(been[-1]))
        board.wait_beyond(number)
        been.append(next(pile for pile, cards in board.piles.items() if card in cards))
        board.page.wait_for_timeout(400)  # longer than a double tap
    assert len(set(been)) == len(been)
    assert been[1] in targets


def test_a_double_click_sends_one_card_and_not_the_next_one_after_it(
    sit: Callable[..., Board],
) -> None:
    board = sit("freecell")
    move = first(board)
    number, cards = board.number, len(board.piles[move["source"]])
    board.page.mouse.dblclick(*board.grip(move), delay=0)
    board.wait_beyond(number)
    settle(board)
    assert board.number == number + 1
    assert len(board.piles[move["source"]]) == cards - 1


def test_one_tap_leaves_the_choice_where_a_card_has_several_partners(
    sit: Callable[..., Board],
) -> None:
    deal, source = next(
        (n, pile)
        for n in range(1, 900)
        for pairs in [[m.split("+") for m in Session("thirteen", deal=n).legal() if "+" in m]]
        for pile in {end for pair in pairs for end in pair}
        if sum(pile in pair for pair in pairs) > 1
    )
    board = sit("thirteen", query=f"deal={deal}")
    number = board.number
    board.page.mouse.click(*board.point(source))
    board.page.wait_for_selector("card-board .held")
    assert board.page.locator("card-board .target").count() > 1
    assert board.number == number


def test_arrows_work_on_arrival_and_walk_between_lit_places_while_a_card_is_held(
    sit: Callable[..., Board],
) -> None:
    board = sit("freecell")
    page = board.page
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowDown")
    expect(page.locator("card-board .cursor")).to_have_count(1)
    move = first(board)
    page.evaluate(f"(pile) => {FIND}.slots.get(pile).focus()", move["source"])
    page.keyboard.press("Enter")
    lit = {m["target"] for m in board.moves if m["source"] == move["source"] and m["size"] == 1}
    for key in ("ArrowUp", "ArrowLeft", "ArrowRight", "ArrowDown", "ArrowRight"):
        page.keyboard.press(key)
        at = page.evaluate("document.activeElement.dataset.pile")
        assert at in lit | {move["source"]}
    page.locator("[data-tool=hint]").focus()
    page.keyboard.press("Escape")
    expect(page.locator("card-board .held")).to_have_count(0)


def test_a_pause_hides_the_table_from_keys_until_it_ends(sit: Callable[..., Board]) -> None:
    board = sit("klondike")
    board.press(board.taps[0])
    number = board.number
    board.page.keyboard.press("p")
    board.page.wait_for_selector(".curtain")
    board.wait_beyond(number)  # the clock has stopped
    paused = board.number
    for key in ("u", "h", "d"):
        board.page.keyboard.press(key)
    board.page.keyboard.press("p")
    board.page.wait_for_selector(".curtain", state="detached")
    assert board.number == paused
    board.page.keyboard.press("u")
    board.wait_beyond(paused)


def test_sentences_do_not_pile_up_and_go_with_their_move(sit: Callable[..., Board]) -> None:
    board = sit("klondike")
    board.page.wait_for_timeout(100)
    for _ in range(3):
        board.page.keyboard.press("h")
        board.page.wait_for_selector(".toast")
    expect(board.page.locator(".toast")).to_have_count(1)
    board.press(board.taps[0])
    expect(board.page.locator(".toast")).to_have_count(0)


def test_no_sentence_covers_a_menu(sit: Callable[..., Board]) -> None:
    """Whatever was just said, the last line of a menu is seen and touched."""
    page = sit("klondike", size=(390, 844), has_touch=True).page
    page.evaluate(
        "script('parts/toast.js').then(({ toast }) => toast('A '.repeat(60), null, true))"
    )
    page.locator("[data-tool=more]").click()
    page.wait_for_selector(".menu")
    assert page.evaluate(
        """[...document.querySelectorAll('.menu button')].every((node) => {
            const { x, y, width, height } = node.getBoundingClientRect();
            return node.contains(document.elementFromPoint(x + width / 2, y + height / 2)); })"""
    )


def test_faces_sounds_and_the_whole_screen_are_a_choice(sit: Callable[..., Board]) -> None:
    """Plain faces are drawn at once; sounds are off by one touch in the menu; the table fills the screen."""
    board = sit("klondike")
    page = board.page
    seen = "document.querySelector('symbol[id^=card-f]').innerHTML"
    classic = page.evaluate(seen)
    page.evaluate("script('prefs.js').then((prefs) => prefs.prefer({ face: 'plain' }))")
    assert page.evaluate(seen) != classic
    page.evaluate("script('prefs.js').then((prefs) => prefs.prefer({ face: 'classic' }))")
    assert page.evaluate(seen) == classic
    page.click("[data-tool=more]")
    page.click(".menu >> text=Sounds off")
    assert page.evaluate("script('store.js').then((store) => store.now().prefs.sound)") is False
    page.click("[data-tool=more]")
    page.click(".menu >> text=Full screen")
    until(page, "document.fullscreenElement !== null")
    board.check_drawn()


def test_an_empty_place_among_lapped_cards_is_seen_and_hit(sit: Callable[..., Board]) -> None:
    """It lies over its left neighbour, as a card there would; on a phone it would be hidden else."""
    board = sit("gaps", size=(390, 844), **PHONE)
    gaps = [pile for pile, cards in board.piles.items() if not cards]
    for pile in gaps:
        x, y = board.ask(f"Object.values(board.plan.slots.get('{pile}'))")
        strip = [x + 6, y + 40]
        assert board.ask(f"board.hit(...{strip})") == {"pile": pile, "index": -1}
        top = board.ask(
            f"""(() => {{ const box = board.getBoundingClientRect(), slot = board.slots.get('{pile}');
            slot.parentElement.style.pointerEvents = 'auto';
            return document.elementFromPoint(box.x + {strip[0]}, box.y + {strip[1]}) === slot; }})()"""
        )
        assert top
    move = next(move for move in board.moves if move["target"] in gaps)
    board.touch(move)
    assert board.piles[move["target"]]
