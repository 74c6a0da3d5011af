"""Tables for several, each player in a browser of their own."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.web.board import expect, hears, until
from tests.web.serving import Server

ROOM = "script('store.js').then((store) => store.now().room)"
PLAN = """() => script('store.js').then(({ now }) => {
    const { table, sitting } = now().room;
    if (!table || sitting.phase !== 'playing') return { over: Boolean(table?.outcome) };
    const { view, legal } = table, done = table.actions.filter(({ talk }) => !talk);
    const forced = done.every(({ text }) => text in view.dooms);
    const begin = legal.find((text) => text.startsWith('begin '));
    if (begin) return { begin };
    if (view.turn !== view.seat) return {};
    const found = legal.map((text) => /^(\\d+)>(\\w+)$/.exec(text)).filter(Boolean);
    const lays = found.map(([text, card, row]) => {
        const ahead = (row.startsWith('up') ? 1 : -1) * (Number(card) - view.rows[row].top);
        const doom = text in view.dooms;
        return { text, card, row, ahead, doom, asked: doom && !forced };
    }).sort((one, other) => one.doom - other.doom || one.ahead - other.ahead);
    if (legal.includes('end') && !('end' in view.dooms) && !(lays[0]?.ahead < 3)) return { lays, end: true };
    return { lays, end: !lays.length && legal.includes('end') };
})"""


def with_whom(page: Any, company: str, players: int) -> None:
    """Fill the page's own form: with friends, with bots or here, and how many."""
    page.wait_for_selector("form.create")
    page.locator(f".whom:has([value='{company}'])").click()
    page.locator(f"input[name=seats][value='{players}']").check()


def make_table(page: Any, game: str, players: int) -> str:
    """Set a table for friends with the page's own form; the address of it."""
    page.goto(f"/game/{game}")
    with_whom(page, "friends", players)
    page.get_by_role("button", name="Set the table").click()
    page.wait_for_url("**/table/*")
    page.wait_for_selector(".lobby")
    return str(page.url)


def number(page: Any) -> int:
    found: int = page.evaluate(f"{ROOM}.then((room) => room.number)")
    return found


def play_a_move(page: Any, pages: list[Any]) -> bool:
    """Whoever is on turn does one thing with the mouse, and all have seen it; whether the game is over."""
    plan = page.evaluate(PLAN)
    if plan.get("over"):
        return True
    before = number(page)
    if "begin" in plan:
        page.locator(".asked .button").first.click()
    elif plan.get("end"):
        page.locator("[data-focus=end]").click()
    elif plan.get("lays"):
        lay = plan["lays"][0]
        page.locator(f".hand [data-card='{lay['card']}']").click()
        page.locator(f"[data-drop={lay['row']}] .row-place").click()
        if lay["asked"]:
            page.locator("dialog .button.main").click()
    else:
        return False
    for each in pages:  # nobody else does anything, so that is what they wait for
        until(each, f"(before) => {ROOM}.then((room) => room.number > before)", before)
    return False


def test_four_browsers_play_the_game_to_its_end(open_page: Callable[..., Any]) -> None:
    """They meet by a link, one of them reloads in the middle, and all see the same end."""
    pages = [open_page(size=(900, 700)) for _ in range(4)]
    link = make_table(pages[0], "the-game", 4)
    for page in pages[1:]:
        page.goto(link)
        page.get_by_role("button", name="Sit here").first.click()
        until(page, f"() => {ROOM}.then((room) => room.seat !== null)")
    start = pages[0].get_by_role("button", name="Start")
    start.click()
    for page in pages:
        page.wait_for_selector(".rows-table")
    over = False
    for turn in range(400):
        over = any(play_a_move(page, pages) for page in pages)
        if over:
            break
        if turn == 12:
            seen = pages[2].evaluate(f"{ROOM}.then((room) => room.table.view.hand)")
            pages[2].reload()
            pages[2].wait_for_selector(".rows-table")
            assert pages[2].evaluate(f"{ROOM}.then((room) => room.table.view.hand)") == seen
    assert over
    last = max(number(page) for page in pages)
    for page in pages:
        until(page, f"(last) => {ROOM}.then((room) => room.number === last)", last)
        page.wait_for_selector(".verdict")
    ends = {page.locator(".verdict h2").inner_text() for page in pages}
    assert len(ends) == 1
    leader, other = pages[0], pages[1]
    leader.get_by_role("button", name="Watch it together").click()
    other.get_by_text("Move 0 of").wait_for()
    leader.get_by_text("Move 0 of").wait_for()
    leader.keyboard.press("ArrowRight")
    other.get_by_text("Move 1 of").wait_for()
    expect(other.locator(".together .turned-up p")).to_have_count(4)  # everybody's hand
    other.select_option(".together select", "1")
    other.wait_for_selector(".turned-up", state="detached")
    leader.locator(".together [type=range]").fill("9")
    other.get_by_text("Move 9 of").wait_for()
    expect(other.locator(".together .deed b")).to_have_count(1)  # who did it, in words
    leader.locator(".together [data-tool=close]").click()
    leader.get_by_role("button", name="Watch it again").click()
    leader.wait_for_url("**/replay/*")
    until(leader, "Boolean(document.querySelector('.where')?.textContent.startsWith('Move 0 of'))")
    leader.keyboard.press("ArrowRight")
    until(leader, "document.querySelector('.where').textContent.startsWith('Move 1 of')")
    expect(leader.locator(".seat-table .rows-table")).to_have_count(1)
    leader.go_back()
    for page in pages:
        page.get_by_role("button", name="Play again").click()
    other.wait_for_selector(".asked, .task")
    until(other, f"() => {ROOM}.then((room) => room.sitting.round === 2)")


@pytest.mark.parametrize(
    ("game", "sign"), [("take-that", ".strip-table"), ("triggs", ".sheet-table")]
)
def test_the_other_tables_are_drawn_and_played(
    game: str, sign: str, open_page: Callable[..., Any]
) -> None:
    """Two browsers make some moves each, with what the server offers."""
    pages = [open_page(size=(900, 760)) for _ in range(2)]
    link = make_table(pages[0], game, 2)
    pages[1].goto(link)
    pages[1].get_by_role("button", name="Sit here").first.click()
    pages[0].get_by_role("button", name="Start").click()
    for page in pages:
        page.wait_for_selector(sign)
    for step in range(6):
        turn = pages[0].evaluate(f"{ROOM}.then((room) => room.table.turn)")
        page = pages[turn]
        until(page, f"(turn) => {ROOM}.then((room) => room.table.turn === turn)", turn)
        before = number(page)
        if game == "triggs":
            page.locator("button.draw.target").nth(step % 2).click()  # twice would be a double tap
        else:
            able = page.locator(".hand .num:not(.idle)")
            if able.count():
                able.first.click()
            page.locator(".task .button:enabled").first.click()  # lay, twist, or at last take
        for each in pages:
            until(each, f"(before) => {ROOM}.then((room) => room.number > before)", before)
    expect(pages[0].locator(sign)).to_have_count(1)


def test_a_lost_server_is_said_and_comes_back(
    server: Server, sit: Callable[..., Any], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """The table says that the line is down, and goes on by itself where it was."""
    board = sit("klondike")
    board.press(board.taps[0])
    piles = board.piles
    server.stop()
    board.page.wait_for_selector(".line-down")
    board.check_drawn()
    server.start()
    board.page.wait_for_selector(".line-down", state="detached")
    assert board.piles == piles
    board.press(board.taps[0])
    assert board.piles != piles


def test_a_page_waits_for_a_lost_server(server: Server, quiet_page: Callable[..., Any]) -> None:
    """Who goes to the hall while the server is away is told so, and gets there when it is back."""
    page = quiet_page()
    page.goto("/game/klondike?deal=7")
    page.wait_for_url("**/table/*")
    until(page, "Boolean(document.querySelector('card-board')?.plan)")
    server.stop()
    page.wait_for_selector(".line-down")
    page.locator("header a").first.click()
    page.get_by_role("heading", name="The server does not answer").wait_for()
    server.start()
    page.wait_for_selector(".tile")


def test_what_is_said_while_the_line_is_down_can_be_read(
    server: Server, quiet_page: Callable[..., Any]
) -> None:
    """On a phone both are said at the top, one below the other."""
    page = quiet_page(size=(360, 640), lang="el")
    page.goto("/game/the-game")
    with_whom(page, "here", 1)
    page.locator(".create-foot .button").click()
    page.wait_for_selector(".rows-table .hand .num")
    server.stop()
    try:
        page.wait_for_selector(".line-down")
        page.locator("[data-tool=hint]").click()
        hears(page, "η κίνηση δεν παίχτηκε")
        expect(page.locator(".toast")).to_have_count(1)
        line = page.locator(".line-down").bounding_box()
        until(page, "!document.getAnimations().length")
        told = page.locator(".toast").bounding_box()
        assert line["y"] + line["height"] <= told["y"]
    finally:
        server.start()


def test_numbered_cards_are_dragged_and_a_doom_is_asked_about(
    open_page: Callable[..., Any],
) -> None:
    """Alone at the table: cards go where they are dropped; a move that loses is confirmed first."""
    page = open_page(size=(1000, 760))
    page.goto("/game/the-game")
    with_whom(page, "here", 1)
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector(".rows-table .hand .num")
    for row in ("up1", "down1"):
        plan = page.evaluate(
            f"(end) => {ROOM}.then((room) => room.table.legal.find((text) => text.endsWith(end)))",
            f">{row}",
        )
        before, card = number(page), plan.split(">")[0]
        box = page.locator(f".hand [data-card='{card}']").bounding_box()
        to = page.locator(f"[data-drop={row}] .row-place").bounding_box()
        page.mouse.move(box["x"] + 20, box["y"] + 20)
        page.mouse.down()
        page.mouse.move(box["x"] + 40, box["y"] - 40)
        page.wait_for_selector(".row-slot.target")
        page.mouse.move(to["x"] + 40, to["y"] + 40)
        page.mouse.up()
        until(page, f"(before) => {ROOM}.then((room) => room.number > before)", before)
        page.wait_for_selector(f"[data-drop={row}] [data-card='{card}']")
    over = False
    for _ in range(200):
        lays = page.evaluate(PLAN).get("lays", [])
        asked = next((lay for lay in lays if lay["asked"]), None)
        if asked:
            page.locator(f".hand [data-card='{asked['card']}']").click()
            page.wait_for_selector(".row-slot.doom")
            page.locator(f"[data-drop={asked['row']}] .row-place").click()
            page.locator("dialog").get_by_role("button", name="Cancel").click()
            break
        over = play_a_move(page, [page])
        if over:
            break
    assert over or page.locator(".verdict").count() == 0


MAKE = """async ([game, seats]) => {
    const bots = Array.from({ length: seats - 1 }, (_, at) => ({ seat: at + 1 }));
    const body = JSON.stringify({ game, seats, bots, start: true });
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch('/api/rooms', { method: 'POST', headers, body });
    return (await answer.json()).room;
}"""
COVERED = """() => [...document.querySelectorAll(
    '.hand .num, .task .button:enabled, .row-place, button.draw')]
    .filter((node) => {
        node.scrollIntoView({ block: 'nearest' });
        const box = node.getBoundingClientRect();
        const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return !node.contains(top) || box.left < 0 || box.right > innerWidth;
    }).map((node) => node.outerHTML.slice(0, 90))"""


@pytest.mark.parametrize("lang", ["en", "el"])
@pytest.mark.parametrize(
    ("game", "seats"), [("the-game", 5), ("extreme", 5), ("take-that", 4), ("triggs", 4)]
)
def test_nothing_covers_a_hand_on_the_smallest_phone(
    game: str, seats: int, lang: str, open_page: Callable[..., Any]
) -> None:
    """Whatever can be touched can be reached, with as many players as there may be."""
    page = open_page(size=(360, 640), lang=lang, has_touch=True, is_mobile=True)
    page.goto("/")
    page.wait_for_selector(".tile")
    page.goto(f"/table/{page.evaluate(MAKE, [game, seats])}")
    page.wait_for_selector(".hand .num")
    assert page.evaluate(COVERED) == []
    page.locator(".asked .button, .hand .num").first.click()
    page.wait_for_selector(".task")
    assert page.evaluate(COVERED) == []
    wide = page.evaluate("document.querySelector('.seat-table').scrollWidth - innerWidth")
    assert wide <= 0


def test_chosen_cards_are_announced_to_everyone(open_page: Callable[..., Any]) -> None:
    """Who comes by the link reads it before sitting down; at a patience it stands beside the deal."""
    page, guest = open_page(), open_page(lang="el")
    page.goto("/stats")
    room = page.evaluate(
        """() => fetch('/api/rooms', { method: 'POST', body: JSON.stringify({ game: 'the-game', seats: 2,
            deal: 7 }) }).then((answer) => answer.json()).then(({ room }) => room)"""
    )
    guest.goto(f"/table/{room}")
    guest.wait_for_selector(".chosen-cards")
    expect(guest.locator(".chosen-cards")).to_contain_text("7")
    page.goto("/game/golf?deal=7")
    page.wait_for_selector(".deal.chosen")
    expect(page.locator(".deal")).to_contain_text("chosen")
    page.keyboard.press("n")
    page.wait_for_selector(".deal:not(.chosen)")
