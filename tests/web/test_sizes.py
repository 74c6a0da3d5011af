"""What can be read: every patience as it is dealt, on every size of screen, in usual and large print."""

from collections.abc import Callable
from typing import Any

import pytest

from trapoula.catalogue.entries import ids
from trapoula.patience import Patience
from trapoula.play.session import Session

BOARDS = {
    "phone": (360, 600),
    "tiny": (320, 450),
    "tall": (390, 700),
    "sideways": (700, 320),
    "tablet": (820, 980),
    "desk": (1280, 680),
}
NEEDS = {
    "flat": 20 / 140,
    "low": 28 / 140,
    "large": 43 / 140,
    "open": 57 / 140,
}  # of a card, by how it is drawn
LEAST = 24  # pixels: the width of the smallest card
PLANS = """async ([games, boards]) => {
    const { plan, style } = await script('geometry.js'), found = [];
    for (const [game, layout, piles] of games)
        for (const [width, height, large] of boards) {
            const made = plan(layout, piles, width, height, {}, { largePrint: large }), strips = [];
            for (const { pile, fan } of layout) {
                const points = made.points.get(pile), drawn = style(made, pile, fan === 'right');
                if (fan === 'down') points.slice(0, -1).forEach((at, index) => piles[pile][index] !== '--'
                    && strips.push([drawn, (points[index + 1].y - at.y) / made.height]));
            }
            const ends = [...made.points.values()].flat();
            const xs = ends.map(({ x }) => x), ys = ends.map(({ y }) => y);
            found.push({ game, width, height, large, card: made.width, strips,
                right: Math.max(...xs) + made.width, bottom: Math.max(...ys) + made.height,
                left: Math.min(...xs), top: Math.min(...ys) });
        }
    return found;
}"""

FANS = """async ([layout, piles, boards]) => {
    const { plan } = await script('geometry.js');
    return boards.flatMap(([width, height]) => {
        const made = plan(layout, piles, width, height);
        return layout.filter(({ fan }) => fan === 'right').flatMap(({ pile }) => {
            const xs = made.points.get(pile).map(({ x }) => x / made.width);
            return xs.slice(1).map((x, index) => [width, pile, made.compact, x - xs[index]]);
        });
    });
}"""
BESIDE = 0.3  # of a small card's width: so wide is a ten


@pytest.fixture(scope="module")
def games() -> list[tuple[str, Any, Any]]:
    """Every patience with its layout and its first deal."""
    found = []
    for id_ in ids():
        session = Session(id_)
        if isinstance(session.game, Patience):
            found.append((id_, session.game.layout(), session.view()["piles"]))
    return found


def test_nothing_is_cut_or_off_the_screen_and_ranks_and_suits_are_seen(
    open_page: Callable[..., Any], games: list[tuple[str, Any, Any]]
) -> None:
    """Whatever is seen of a covered card is as high as the rank and the suit side by side on it."""
    page = open_page()
    page.goto("/")
    boards = [[*size, large] for size in BOARDS.values() for large in (False, True)]
    plans = page.evaluate(PLANS, [games, boards])
    assert len(plans) == len(games) * len(boards)
    faults = []
    for made in plans:
        told = [made[name] for name in ("game", "width", "height", "large", "card")]
        hardly = [strip for strip in made["strips"] if strip[1] < NEEDS[strip[0]]]
        inside = made["right"] <= made["width"] + 1 and made["bottom"] <= made["height"] + 1
        if hardly or not inside or min(made["left"], made["top"]) < -4 or made["card"] < LEAST:
            faults.append((*told, hardly[:2], inside))
    assert not faults, "\n".join(map(str, faults))


COLUMNS = """([games, width, height]) => script('geometry.js').then(({ plan }) =>
    games.map(([game, layout, piles]) => [game, Math.floor(Math.max(...layout.map(({ x }) => x))) + 1,
        plan(layout, piles, width, height).width]))"""
LEAST_WIDE = {7: 44, 8: 44, 9: 41, 10: 40}  # pixels of a card on a phone, by the columns of a game


def test_cards_are_as_wide_as_a_finger_on_a_phone(
    open_page: Callable[..., Any], games: list[tuple[str, Any, Any]]
) -> None:
    """Neighbours lap a little where ten lie side by side; squares of thirteen lie like fans."""
    page = open_page()
    page.goto("/")
    found = page.evaluate(COLUMNS, [games, 390, 700])
    small = [told for told in found if told[2] < LEAST_WIDE.get(told[1], 0)]
    assert not small
    wide = {game: width for game, _, width in found}
    assert wide["gaps"] >= 50
    assert wide["triple-peaks"] >= 40


def test_fans_at_the_edge_are_read_too(
    open_page: Callable[..., Any], games: list[tuple[str, Any, Any]]
) -> None:
    """Bristol packs on eight fans: of each of five cards enough is seen for its rank, on every screen."""
    page = open_page()
    page.goto("/")
    _, layout, dealt = next(told for told in games if told[0] == "bristol")
    fan = ["2H", "4C", "10D", "QS", "KH"]
    piles = {pile: fan if pile[0] == "T" else cards for pile, cards in dealt.items()}
    strips = page.evaluate(FANS, [layout, piles, [*BOARDS.values()]])
    assert len(strips) == 8 * 4 * len(BOARDS)
    assert [told for told in strips if told[2] and told[3] < BESIDE] == []


TOUCHING = """async () => {
    const { reference } = await script('cards/sprite.js'), found = [];
    const inside = ({ left, right, top, bottom }, other) => Math.min(right, other.right)
        - Math.max(left, other.left) > 0 && Math.min(bottom, other.bottom) - Math.max(top, other.top) > 0;
    for (const style of ['full', 'flat']) for (const rank of 'A23456789TJQK') for (const suit of 'CDHS') {
        const symbol = document.querySelector(reference(rank + suit, style));
        const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
        svg.setAttribute('viewBox', '0 0 100 140');
        svg.style.cssText = 'position:fixed;left:0;top:0;width:500px;height:700px';
        svg.append(...[...symbol.children].map((child) => child.cloneNode(true)));
        document.body.append(svg);
        const [middle, ...corners] = svg.querySelector('g').children;
        const signs = corners.flatMap((one) => one.tagName === 'g' ? [...one.children] : [one])
            .filter(({ tagName }) => tagName !== 'rect');
        const drawn = 'JQK'.includes(rank) ? [middle] : [...middle.children];
        const touch = drawn.some((one) => signs.some((sign) =>
            inside(one.getBoundingClientRect(), sign.getBoundingClientRect())));
        if (touch) found.push(`${rank}${suit} ${style}`);
        svg.remove();
    }
    return found;
}"""


def test_no_pip_touches_an_index(open_page: Callable[..., Any]) -> None:
    """Nor a court: what lies between the corners stays clear of them, on every card and in columns."""
    page = open_page()
    page.goto("/game/golf")
    page.wait_for_selector("#sprite", state="attached")
    assert page.evaluate(TOUCHING) == []
