"""What is seen at a patience's table beside the cards: lit tools, counted lines, heaps that stay small."""

from collections.abc import Callable

from tests.web.board import Board, expect, until

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


def test_standard_and_vegas_points_are_a_choice(sit: Callable[..., Board]) -> None:
    board = sit("klondike", "deal=7")
    page = board.page
    assert "Score0" in page.evaluate(FACTS)
    for points, told in (("vegas", "Vegas bank−52"), ("standard", "Standard0")):
        page.evaluate(
            f"script('prefs.js').then(({{ prefer }}) => prefer({{ points: '{points}' }}))"
        )
        until(page, f"{FACTS}.map((one) => one.replace('-', '−')).includes('{told}')")
