"""The card games of the examples, each a file of its own: played to their ends by taps."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.web.board import expect, until
from tests.web.serving import PLAIN, ROOT, Server, serving

ROOM = "script('store.js').then((store) => store.now().room)"
NEW = """async ([game, seats, options, bots]) => {
    const body = JSON.stringify({ game, seats, options, bots, start: bots.length > 0 });
    const headers = { 'Content-Type': 'application/json' };
    return (await (await fetch('/api/rooms', { method: 'POST', headers, body })).json()).room; }"""
QUICK = "script('prefs.js').then((prefs) => prefs.prefer({ bots: 'quick' }))"
NUMBER = f"{ROOM}.then((room) => room.number)"
SEEN = f"(number) => {ROOM}.then((room) => room.number > number)"
LINES = """(all) => all.map((own) => {
    const words = document.createRange();
    words.selectNodeContents(own);
    return Math.round(words.getBoundingClientRect().height / 8); })"""
PHONE = {"has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    own = str(ROOT / "tests" / "tables" / "own")
    more = (*PLAIN, "--games", str(ROOT / "examples"), "--games", own)
    with serving(tmp_path_factory.mktemp("cards"), more=more) as running:
        yield running


def table(page: Any) -> Any:
    """The table as this page has it."""
    return page.evaluate(f"{ROOM}.then((room) => ({{...room.table, number: room.number}}))")


def gather(pages: list[Any], game: str, options: dict[str, Any]) -> None:
    """Everybody sits down at a new table, and the first page starts it."""
    pages[0].goto("/")
    room = pages[0].evaluate(NEW, [game, len(pages), options, []])
    pages[0].goto(f"/table/{room}")
    pages[0].wait_for_selector(".lobby")
    for page in pages[1:]:
        page.goto(f"/table/{room}")
        page.locator(".lobby-seat.empty .button").first.click()
    pages[0].locator(".lobby-start .button").click()
    for page in pages:
        page.wait_for_selector(".play .hand")


def tap(page: Any, action: Any) -> None:
    """Do an action as a finger does it: cards, a place or a button, and an answer to each question."""
    if (go_on := page.locator("[data-focus=go-on]")).count():  # the score sheet of a round
        go_on.tap()
    for card in action.get("from", "").split():
        page.locator(f".hand [data-card='{card}']:not(.held)").first.tap()
    before = page.evaluate(NUMBER)
    while page.evaluate(NUMBER) == before and not page.locator(".task.asked .ghost").count():
        press(page, action)  # once more where it was the second half of a double tap
        for _ in range(40):
            if page.evaluate(NUMBER) != before or page.locator(".task.asked .ghost").count():
                break
            page.wait_for_timeout(10)
    for pick in action.get("picks", []):
        words = page.evaluate(
            "([own]) => script('texts.js').then(({ t }) => t(own.template, own.facts))",
            [pick["answer"]],
        )
        page.locator(".task.asked .button").get_by_text(words, exact=True).tap()


def press(page: Any, action: Any) -> None:
    """Tap the place of an action, or its button."""
    place = page.locator(f".play [data-to='{action.get('to')}']")
    if "to" in action and place.count():
        place.first.tap()
        return
    words = page.evaluate(
        "([label]) => script('scenes/telling.js').then(({ told }) => told(label, [])"
        ".map((one) => one.textContent ?? one).join(''))",
        [action["label"]],
    )
    page.locator(".task .button:enabled").filter(has_text=words).first.tap()


def test_bids_gifts_sets_and_calls_are_chosen_by_taps(open_page: Callable[..., Any]) -> None:
    """A number is bid, three cards are given, an ace asks twice and is taken back half-way."""
    pages = [
        open_page(size=(360, 640), **PHONE),
        open_page(size=(1280, 800), has_touch=True),
    ]
    gather(pages, "bazaar", {})
    for page in pages:
        answers = page.locator(".task.asked .button")
        expect(answers).to_have_text(["0", "1", "2", "3", "4"])
        answers.nth(3).tap()
        expect(page.locator(".sides.own")).to_contain_text("Bid: 3")
    for page in pages:
        until(page, f"() => {ROOM}.then((room) => room.table.actions.length > 0)")
        for at in (0, 2, 5):
            page.locator(".hand [data-card]").nth(at).tap()
        before = page.locator(".hand [data-card]").count()
        page.locator(".task .button:enabled").filter(has_text="Give").tap()
        until(page, f"() => {ROOM}.then((room) => room.table.actions.length === 0)")
        assert before == 8
    called = 0
    while (now := table(pages[0]))["turn"] is not None:
        page = pages[now["turn"]]
        until(page, f"(number) => {ROOM}.then((room) => room.number === number)", now["number"])
        actions = table(page)["actions"]
        chosen = next((own for own in actions if own["verb"] in ("set", "add")), actions[0])
        aces = [own for own in actions if own.get("picks")]
        if aces and not called:
            chosen, called = aces[-1], 1
            page.locator(f".hand [data-card='{chosen['from']}']").tap()
            page.locator("[data-to=trick]").tap()
            page.locator(".task.asked .button").nth(0).tap()
            expect(page.locator(".task.asked")).to_contain_text("For how many points?")
            page.locator(".task.asked .ghost").tap()
            expect(page.locator(".task.asked")).to_contain_text("Which suit?")
            page.locator(".task.asked .ghost").tap()
            page.locator(f".hand [data-card='{chosen['from']}']").tap()  # and put down again
        tap(page, chosen)
        for each in pages:
            until(each, SEEN, now["number"])
    assert called, "an ace was among the cards of both"
    expect(pages[0].locator(".verdict")).to_be_visible()


def play_on(pages: list[Any], steps: int, pick: Callable[[list[Any]], Any]) -> int:
    """Play so many steps, or to the end; how many were made."""
    for step in range(steps):
        now = table(pages[0])
        if now["turn"] is None:
            return step
        page = pages[now["turn"]]
        until(page, f"(number) => {ROOM}.then((room) => room.number === number)", now["number"])
        action = pick(table(page)["actions"])
        tap(page, action)
        for each in pages:
            until(each, SEEN, now["number"])
    return steps


def a_middle_one(actions: list[Any]) -> Any:
    return actions[len(actions) // 2]


def test_xeri_is_played_to_its_end(open_page: Callable[..., Any]) -> None:
    """Real cards, captured piles and points, on a small phone in Greek and on a laptop in English."""
    pages = [
        open_page(size=(360, 640), lang="el", **PHONE),
        open_page(size=(1280, 800), has_touch=True),
    ]
    gather(pages, "xeri", {"until": 21})
    greek, english = pages
    expect(greek.locator("h1")).to_have_text("Ξερή")
    expect(english.locator("h1")).to_have_text("Xeri")
    expect(greek.locator(".hand .playing .card-picture")).to_have_count(6)
    expect(english.locator("[data-to=pile] .card-picture")).to_have_count(1)
    expect(english.locator("[data-to=stock] .caption")).to_have_text("Stock")
    english.locator(".hand .num").first.tap()
    english.locator("[data-to=pile]").tap()
    until(english, "toasts.includes('It is not your turn.')")
    expect(greek.locator(".play").get_by_text("NaN")).to_have_count(0)
    play_on(pages, 400, a_middle_one)
    assert table(greek)["turn"] is None
    for page in pages:
        expect(page.locator(".verdict .tally tbody tr").first).to_be_visible()
    expect(english.locator(".verdict .tally")).to_contain_text("Round 1")


def test_an_eight_asks_for_its_suit_and_can_be_put_back(open_page: Callable[..., Any]) -> None:
    """One question after another, with words; half-way back; then on to the end."""
    pages = [
        open_page(size=(360, 640), lang="el", **PHONE),
        open_page(size=(1280, 800), has_touch=True),
    ]
    gather(pages, "crazy-eights", {"until": 50})
    for _ in range(200):
        now = table(pages[0])
        eights = [own for own in table(pages[now["turn"]])["actions"] if own.get("picks")]
        if eights:
            break
        play_on(pages, 1, lambda actions: actions[-1])  # draws until there is one
    page = pages[now["turn"]]
    words = ["♣ Σπαθιά", "♦ Καρό", "♥ Κούπες", "♠ Μπαστούνια"]
    if now["turn"]:
        words = ["♣ Clubs", "♦ Diamonds", "♥ Hearts", "♠ Spades"]
    page.locator(f".hand [data-card='{eights[0]['from']}']").tap()
    page.locator("[data-to=heap]").tap()
    expect(page.locator(".task.asked p")).to_have_text(
        "Which suit?" if now["turn"] else "Ποια φυλή;"
    )
    expect(page.locator(".task.asked .button.main")).to_have_text(words)
    assert len({*page.locator(".task.asked .button").evaluate_all(LINES)}) == 1, "a word is broken"
    page.locator(".task.asked .button.ghost").tap()
    expect(page.locator(".task.asked")).to_have_count(0)
    expect(page.locator(".hand .held")).to_have_count(1)
    page.locator("[data-to=heap]").tap()
    page.locator(".task.asked .button.main").nth(3).tap()
    for each in pages:
        until(each, f"(number) => {ROOM}.then((room) => room.number > number)", now["number"])
    follow = "To follow: ♠ Spades"
    expect(pages[1].locator("[data-to=heap] .caption")).to_have_text(follow)
    play_on(pages, 600, lambda actions: actions[0])
    for each in pages:
        expect(each.locator(".verdict")).to_be_visible()


def test_gin_is_played_to_its_end(open_page: Callable[..., Any]) -> None:
    """Draw, discard or knock with buttons and places; both hands lie open after a knock."""
    pages = [
        open_page(size=(360, 640), **PHONE),
        open_page(size=(1280, 800), lang="el", has_touch=True),
    ]
    gather(pages, "gin-rummy", {"until": 50})
    done: list[str] = []

    def lowest(actions: list[Any]) -> Any:
        knocks = [own for own in actions if own["verb"] == "knock"]
        best = knocks or sorted(actions, key=lambda own: -(int(own.get("from", "0")) // 4))
        done.append(best[0]["verb"])
        return best[0]

    while play_on(pages, 1, lowest):
        if done[-1] == "knock" and done.count("knock") == 1:
            expect(
                pages[0].locator(".side .of-meld .playing, .side .of-hand .playing")
            ).not_to_have_count(0)
    assert "knock" in done
    for each in pages:
        expect(each.locator(".verdict")).to_be_visible()


def with_bots(page: Any, game: str, bots: int, options: dict[str, Any]) -> None:
    """Sit down with bots that do anything."""
    page.goto("/")
    page.evaluate(QUICK)
    named = [{"seat": seat, "level": "random"} for seat in range(1, bots + 1)]
    room = page.evaluate(NEW, [game, bots + 1, options, named])
    page.goto(f"/table/{room}")
    page.wait_for_selector(".play .hand")


def play_with_bots(page: Any, steps: int) -> None:
    """Do what comes in the middle whenever one's turn comes, so many times or to the end."""
    for _ in range(steps):
        until(page, f"{ROOM}.then(({{ table }}) => table.turn === null || table.turn === 0)")
        if table(page)["turn"] is None:
            return
        tap(page, a_middle_one(table(page)["actions"]))


def test_hearts_is_played_with_bots(open_page: Callable[..., Any]) -> None:
    """Three cards are given away together, tricks lie before their players, points stand beside them."""
    page = open_page(size=(360, 640), lang="el", **PHONE)
    with_bots(page, "hearts", 3, {"until": 26})
    expect(page.locator(".hand .playing")).to_have_count(13)
    for at in (0, 1):
        page.locator(".hand .num").nth(at).tap()
    expect(page.locator(".task .button:enabled")).to_have_count(0)  # three, not two
    page.locator(".hand .num").nth(2).tap()
    expect(page.locator(".task .button:enabled")).to_have_count(1)
    page.locator(".task .button:enabled").tap()
    until(page, f"{ROOM}.then(({{ table }}) => table.turn === 0)")
    expect(page.locator(".hand .playing")).to_have_count(13)
    play_with_bots(page, 3)
    expect(page.locator(".sides .side")).to_have_count(4)
    page.get_by_role("button", name="Κανόνες").tap()
    expect(page.get_by_role("dialog")).to_contain_text("Ντάμα Μπαστούνι")
    page.keyboard.press("Escape")
    play_with_bots(page, 400)
    expect(page.locator(".verdict .tally tr.total td")).to_have_count(4)


@pytest.mark.parametrize(
    ("game", "bots", "options"),
    [
        ("xeri", 1, {"until": 21}),
        ("crazy-eights", 2, {"until": 50}),
        ("gin-rummy", 1, {"until": 50}),
    ],
)
def test_a_game_is_played_with_bots_to_its_end(
    game: str, bots: int, options: dict[str, Any], open_page: Callable[..., Any]
) -> None:
    """On a small phone in Greek: a knock where there is one, the first answer to each question."""
    page = open_page(size=(360, 640), lang="el", **PHONE)
    with_bots(page, game, bots, options)
    while True:
        until(
            page, f"{ROOM}.then(({{ table }}) => table.turn === null || table.actions.length > 0)"
        )
        if (now := table(page))["turn"] is None:
            break
        actions = sorted(now["actions"], key=lambda own: -int(own.get("from", "0").split()[0]) // 4)
        tap(page, next((own for own in actions if own["verb"] == "knock"), actions[0]))
    expect(page.locator(".verdict .tally tr.total td")).to_have_count(bots + 1)
