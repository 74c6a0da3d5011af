"""What the solver says at the browser's table: the fatal move, and deals that can be won."""

import re
from collections.abc import Callable

from tests.web.board import Board, until
from trapoula.play.session import Session
from trapoula.solve import verdict

PATIENCE = 60_000  # the first thought of a server loads the solver
SAY = """([sentence, label]) => Promise.all([script('texts.js'), script('parts/toast.js')]).then(
    ([{ t }, { toast }]) => {
        toast(t(sentence, { first: 12, last: 51 }), { label: t(label), act() {} }, true);
    })"""


def test_a_lost_game_is_told_which_move_lost_it(sit: Callable[..., Board]) -> None:
    """Fortress is played by the first move until nothing is left."""
    deal = next(
        n for n in range(1, 50) if verdict(Session("fortress", deal=n), 10).finding == "winnable"
    )
    board = sit("fortress", query=f"deal={deal}")
    page = board.page
    seen = []
    while board.moves or board.taps:
        seen.append(page.evaluate("JSON.stringify(document.querySelector('card-board').piles)"))
        number, action = board.number, (board.moves or board.taps)[0]["text"]
        page.evaluate("(text) => document.querySelector('card-board').act(text)", action)
        board.wait_beyond(number)
    page.locator(".verdict").wait_for()
    told = page.locator(".where-lost [role=status]")
    told.filter(has_text="Until then it could be won").wait_for(timeout=PATIENCE)
    assert re.match(r"Move \d+ lost it: .+ → (Column|Foundation) \d+\. Until", told.inner_text())
    fatal = int(re.findall(r"\d+", told.inner_text())[0])
    page.get_by_role("button", name="Play on from before it").click()
    page.get_by_text("From here it can still be won.").wait_for()
    until(
        page,
        "(then) => JSON.stringify(document.querySelector('card-board').piles) === then",
        seen[fatal - 1],
    )


def test_what_is_offered_is_read_in_one_line(sit: Callable[..., Board]) -> None:
    """On a small phone a long sentence leaves the way back its own line; a short one keeps it beside."""
    page = sit("klondike", size=(360, 640), lang="el").page
    for sentence, label, beside in (
        ("It was lost between move {first} and move {last}.", "Play on from before it", False),
        ("Back at the deal.", "Undo", True),
    ):
        page.evaluate(SAY, [sentence, label])
        told, offered = page.locator(".toast span"), page.locator(".toast button").first
        text, button = told.bounding_box(), offered.bounding_box()
        line = float(offered.evaluate("(node) => parseFloat(getComputedStyle(node).lineHeight)"))
        assert button["height"] < max(45, 2 * line)
        assert (button["y"] < text["y"] + text["height"]) is beside


def test_a_deal_that_can_be_won_is_dealt(sit: Callable[..., Board]) -> None:
    """The wish is made in the menu; how hard the deal is is told before the table is laid anew."""
    board = sit("freecell", query="deal=1")
    page, dealt = board.page, board.piles
    page.click("[data-tool=more]")
    page.get_by_role("menuitem", name="A deal that can be won").click()
    page.get_by_label("Easy").check()
    page.get_by_role("dialog").get_by_role("button", name="Look for one").click()
    offered = page.get_by_role("dialog", name=re.compile(r"^Deal \d+$"))
    offered.wait_for(timeout=PATIENCE)
    assert re.search(r"Easy\.\s+Simple play.*wins \d of 4 games", offered.inner_text())
    assert board.piles == dealt
    lying = page.evaluate("JSON.stringify(document.querySelector('card-board').piles)")
    offered.get_by_role("button", name="Deal", exact=True).click()
    page.wait_for_function(
        "(dealt) => JSON.stringify(document.querySelector('card-board').piles) !== dealt",
        arg=lying,
        timeout=PATIENCE,
    )
    assert board.piles != dealt
