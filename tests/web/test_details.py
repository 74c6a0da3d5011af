"""What is seen at a patience's table beside the cards: lit tools, counted lines, heaps that stay small."""

from collections.abc import Callable

from tests.web.board import Board, arrive, expect, until

SIZES = ((390, 780), (780, 360), (568, 320))  # of phones, upright and sideways
COVERED = """(one, other) => {
    const boxes = (which) => [...document.querySelectorAll(which)].filter((node) => node.offsetWidth)
        .map((node) => [node, node.getBoundingClientRect()]);
    return boxes(one).flatMap(([node, a]) => boxes(other).filter(([under, b]) => node !== under
        && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)
        .map(([under]) => `${node.className} ${under.className}`));
}"""
FACTS = "[...document.querySelectorAll('.facts > div')].map((one) => one.textContent)"


def play(board: Board, text: str) -> None:
    number = board.number
    board.page.evaluate("(text) => document.querySelector('card-board').act(text)", text)
    board.wait_beyond(number)


def test_advice_to_deal_lights_the_button_and_no_two_buttons_are_called_alike(
    sit: Callable[..., Board],
) -> None:
    """Whoever wants more cards from the stock does not press what sweeps the table."""
    board = sit("spider")
    page = board.page
    names = page.locator(".tools .tool:visible").all_inner_texts()
    assert [name for name in names if "deal" in name.lower()] == ["Deal"]
    assert names[0] == "New game"
    page.evaluate("document.querySelector('card-board').hint('deal')")
    expect(page.locator(".tool.lit:visible")).to_have_text(["Deal"])
    page.evaluate(
        "(text) => document.querySelector('card-board').hint(text)", board.moves[0]["text"]
    )
    expect(page.locator(".tool.lit:visible")).to_have_count(0)


def test_a_waste_of_backs_is_a_heap_and_no_card_is_seen_before_it_is_dealt(
    sit: Callable[..., Board],
) -> None:
    """Cards that are turned down again lie in one place, and few of them are drawn."""
    board = sit("triple-peaks")
    for _ in range(6):
        play(board, "turn")
    cards = board.piles["W"]
    backs = [at for at, card in enumerate(cards) if card == "--"]
    assert len(backs) >= 5
    points = board.ask("board.plan.points.get('W').map(({ x, y }) => [x, y])")
    assert len({tuple(points[at]) for at in backs}) == 1
    seen = "board.lying.filter(({ pile, node }) => pile === 'W' && !node.matches('.deep')).length"
    assert board.ask(seen) <= 4
    waiting = """script('table/motion.js').then(({ fly }) => {
        const card = document.createElement('div');
        document.body.append(card);
        card.at = { x: 0, y: 0 };
        fly(card, { x: 90, y: 0 }, 1, 200, 60_000);
        const { opacity } = getComputedStyle(card);
        card.remove();
        return opacity;
    })"""
    assert board.page.evaluate(waiting) == "0"


def test_a_square_tells_what_its_lines_are_worth(sit: Callable[..., Board]) -> None:
    """Each line that is full has its name and its points; they go with what is taken back."""
    board = sit("poker", "deal=7")
    page = board.page
    until(page, f"{FACTS}.includes('Score0 of 75')")
    for place in range(1, 6):
        play(board, f"W>P{place}")
    page.wait_for_selector(".worth")
    sign = page.locator(".worth")
    assert (sign.inner_text(), sign.get_attribute("title")) == ("0", "Nothing")
    assert sign.bounding_box()["height"] < 40
    page.keyboard.press("u")
    page.wait_for_selector(".worth", state="detached")


def test_nothing_at_the_table_covers_anything_on_a_phone_either_way(
    sit: Callable[..., Board],
) -> None:
    """A full square with all its signs, the words above it and the panel at its end."""
    board = sit("poker", "deal=7", lang="el", size=SIZES[0], has_touch=True, is_mobile=True)
    page = board.page
    for place in range(1, 26):
        play(board, f"W>P{place}")
    page.wait_for_selector(".verdict")
    expect(page.locator(".worth")).to_have_count(12)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        fits = (
            "board.plan.room[0] === board.clientWidth && board.plan.room[1] === board.clientHeight"
        )
        until(
            page,
            f"() => {{ const board = document.querySelector('card-board'); return {fits}; }}",
        )
        until(page, f"() => ({COVERED})('.worth', '.worth').length === 0")
        seen = [
            page.evaluate(f"({COVERED})('{one}', '{other}')")
            for one, other in (
                (".table-head > *", ".tools"),
                (".verdict", ".tools, .table-head"),
            )
        ]
        assert seen == [[], []], (width, seen)
        assert page.evaluate(
            "(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)(document.querySelector('h1'))"
        )
        own = page.locator(".verdict .button.main").bounding_box()
        x, y = own["x"] + own["width"] / 2, own["y"] + own["height"] - 4
        assert page.evaluate(
            "([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest('.main'))", [x, y]
        )


def test_the_words_above_a_table_fit_small_screens(sit: Callable[..., Board]) -> None:
    """A title is whole beside the number of its deal, and what is counted stands in one line."""
    page = None
    for game in ("triple-peaks", "klondike", "spider-three-decks"):
        page = sit(game, "deal=1234567", page=page, lang="el", size=SIZES[0]).page
        for width, height in (SIZES[0], (667, 375), (768, 1024)):
            page.set_viewport_size({"width": width, "height": height})
            until(
                page, "innerWidth === document.querySelector('.table-head').parentNode.offsetWidth"
            )
            title, facts, tops = page.evaluate(
                """[document.querySelector('h1'), document.querySelector('.facts')].map((node) =>
                    node.scrollWidth <= node.clientWidth).concat([[...document.querySelectorAll('.facts dd')]
                    .map((node) => Math.round(node.getBoundingClientRect().top))])"""
            )
            assert (title, facts, len({*tops})) == (True, True, 1), (game, width)


def test_standard_and_vegas_points_are_a_choice(sit: Callable[..., Board]) -> None:
    board = sit("klondike", "deal=7")
    page = board.page
    assert "Score0" in page.evaluate(FACTS)
    for points, told in (("vegas", "Vegas bank−52"), ("standard", "Standard0")):
        page.evaluate(
            f"script('prefs.js').then(({{ prefer }}) => prefer({{ points: '{points}' }}))"
        )
        until(page, f"{FACTS}.map((one) => one.replace('-', '−')).includes('{told}')")
    page.evaluate("script('parts/settings.js').then(({ showSettings }) => showSettings())")
    page.get_by_role("tab", name="Playing").click()
    page.get_by_role("link", name="How Klondike is scored").click()
    arrive(page, "/rules/klondike")
    expect(page.locator("main")).to_contain_text("each card at home brings 5")
    expect(page.locator("dialog[open]")).to_have_count(0)
