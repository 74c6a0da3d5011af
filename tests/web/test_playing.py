"""Tables for several under hands: what is safe, what explains itself, and the story that is told."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.web.board import expect, hears, until
from tests.web.test_axe import AXE, audit
from tests.web.test_company import INSIDE
from tests.web.test_seats import ROOM, make_table, number
from trapoula import Session, record
from trapoula.catalogue import entries
from trapoula.core.deals import SplitMix
from trapoula.tables.take_that import TOADS

PHONE = {"size": (390, 844), "has_touch": True, "is_mobile": True}
POST = """async ([path, body, type]) => {
    const answer = await fetch(path, { method: 'POST', headers: { 'Content-Type': type }, body });
    return answer.json(); }"""
MAKE = """async (wanted) => {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch('/api/rooms', { method: 'POST', headers, body: JSON.stringify(wanted) });
    return (await answer.json()).room; }"""
PLAY = """(action) => script('room.js').then((room) => room.command('act', { action })).then(() => true)"""
STILL = """() => { const animate = Element.prototype.animate; // what flies stays in the air
    Element.prototype.animate = function (...how) {
        const flight = animate.apply(this, how);
        flight.pause();
        return flight; }; }"""
SHOWN_AGAIN = """() => { document.querySelector('.show-again').click();
    const skip = document.querySelector('.skip'), targets = document.querySelectorAll('.target').length;
    skip?.click();
    return [skip !== null, targets, document.querySelector('.skip') !== null]; }"""
COVERED = """() => { const said = document.querySelector('.toast').getBoundingClientRect();
    return [...document.querySelectorAll('.hint')].filter((node) => {
        const box = node.getBoundingClientRect();
        return box.top < said.bottom && said.top < box.bottom
            && box.left < said.right && said.left < box.right;
    }).map((node) => node.outerHTML.slice(0, 90)); }"""
BREAKS = """(word) => { const text = word.lastChild, range = document.createRange(), found = [];
    for (let at = 1, top; at < text.length; at += 1) {
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        const own = [...range.getClientRects()].at(-1).top;
        if (top !== undefined && own > top) found.push(text.data[at - 1]);
        top = own;
    }
    return found; }"""
QUICK = "script('prefs.js').then((prefs) => prefs.prefer({ bots: 'quick' }))"


def sit(page: Any, **wanted: Any) -> None:
    """Make a table, as its form would, and go there."""
    page.goto("/stats")
    page.wait_for_selector("h1")
    page.evaluate(QUICK)
    page.goto(f"/table/{page.evaluate(MAKE, wanted)}")
    page.wait_for_selector(".hand .num")


def sit_at(page: Any, session: Session, **wanted: Any) -> None:
    """Play a game on from where it stands; the first seat is the page's own."""
    page.goto("/stats")
    page.wait_for_selector("h1")
    page.evaluate(QUICK)
    text = record.write(session.record())
    kept = page.evaluate(POST, ["/api/replays", text, "text/plain"])["replay"]
    room = page.evaluate(MAKE, {"replay": kept, "step": session.steps, **wanted})
    page.goto(f"/table/{room}")
    page.wait_for_selector(".hand")


def room(page: Any, path: str) -> Any:
    return page.evaluate(f"{ROOM}.then((room) => room.{path})")


def card(page: Any, value: int) -> Any:
    return page.locator(f".hand [data-card='{value}']").first


def drag(page: Any, value: int, target: str) -> Iterator[None]:
    """Lift a card, let something happen, and let it go on a target."""
    box, to = card(page, value).bounding_box(), page.locator(target).bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 40, box["y"] - 60, steps=3)
    yield
    page.mouse.move(to["x"] + to["width"] / 2, to["y"] + to["height"] / 2, steps=3)
    page.mouse.up()


def test_a_drag_survives_what_others_say(open_page: Callable[..., Any]) -> None:
    """The partner speaks while a card is in the air: it stays there, and is laid where it is let go."""
    own, other = open_page(size=(900, 760)), open_page(size=(900, 760))
    link = make_table(own, "the-game", 2)
    other.goto(link)
    other.get_by_role("button", name="Sit here").first.click()
    own.get_by_role("button", name="Start").click()
    own.locator(".asked .button").first.click()
    other.locator(".asked .button").last.click()
    until(own, f"() => {ROOM}.then((room) => room.table.view.phase === 'play')")
    status = own.locator(".task [role=status]").element_handle()
    lay = next(one for one in room(own, "table.actions") if one["verb"] == "lay")
    before, hand = number(own), drag(own, int(lay["from"]), f"[data-drop={lay['to']}] .row-place")
    next(hand)
    own.wait_for_selector("[data-lifted]")
    other.locator("[data-focus=talk-up1]").click()
    other.locator("[role=menuitem]").first.click()
    until(own, f"(before) => {ROOM}.then((room) => room.number > before)", before)
    own.wait_for_selector(".bubble")
    expect(own.locator("[data-lifted]")).to_have_count(1)
    assert list(hand) == []
    until(
        own,
        f"(card) => {ROOM}.then((room) => !room.table.view.hand.includes(card))",
        int(lay["from"]),
    )
    expect(own.locator(f"[data-drop={lay['to']}] [data-card='{lay['from']}']")).to_have_count(1)
    assert own.evaluate("(node) => node.isConnected", status), "live regions stay"
    other.wait_for_selector(f".row-slot [data-card='{lay['from']}'].last")  # and it is ringed
    line = other.locator(".story li").last.inner_text()
    assert lay["from"] in line
    assert "row" in line


@pytest.mark.parametrize(("game", "seats"), [("the-game", 2), ("take-that", 2), ("triggs", 2)])
def test_a_double_tap_plays_nothing_on_a_phone(
    game: str, seats: int, open_page: Callable[..., Any]
) -> None:
    """The first tap moves nothing, the second puts the card back; then each lit place is alive."""
    page = open_page(**PHONE)
    session = Session(game, deal=5, seats=seats)
    if game == "triggs":  # until the first seat is on turn
        while session.turn != 0:
            session.play("draw middle")
    elif game == "the-game":
        session.play("begin gladly", 0)
        session.play("begin rather-not", 1)
    else:
        session.play(session.legal(0)[0], 0)
        session.play("take", 1)
        session.play(session.legal(1)[0], 1)
    sit_at(page, session, bots=[{"seat": 1, "level": "random"}], start=True)
    value = room(page, "table.view.hand")[0]
    box, before = card(page, value).bounding_box(), number(page)
    at = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.touchscreen.tap(*at)
    page.wait_for_selector(".hand .num.held")
    assert abs(card(page, value).bounding_box()["x"] - box["x"]) < 1
    page.touchscreen.tap(*at)
    page.wait_for_selector(".hand .num.held", state="detached")
    assert number(page) == before
    if game == "triggs":
        page.touchscreen.tap(*at)
        page.locator("[data-to=aside].target").tap()
        until(page, f"(before) => {ROOM}.then((room) => room.number > before)", before)
        assert value in room(page, "table.view.discards")
        return
    able = [one for one in room(page, "table.actions") if one.get("from")]
    if able:
        card(page, int(able[0]["from"])).tap()
        page.locator(f"[data-to='{able[0]['to']}']:is(.target, .target *)").tap()
        until(page, f"(before) => {ROOM}.then((room) => room.number > before)", before)
    else:
        card(page, value).tap()
        hears(page, "at most 10 away")


def first_with(
    game: str, wanted: Callable[[set[int]], int | None], seats: int = 1
) -> tuple[int, int]:
    """The first deal whose first hand has what is wanted, and the card."""
    for deal in range(1, 3000):
        view: Any = Session(game, deal=deal, seats=seats).view(0)
        found = wanted(set(view["hand"]))
        if found is not None:
            return deal, found
    raise AssertionError("no such deal")


def test_commands_are_explained_when_they_bind(open_page: Callable[..., Any]) -> None:
    """What is to be done, and why something is not: from the rules, at the table, in words."""
    page = open_page()
    deal, skull = first_with("extreme", lambda hand: next(iter(hand & {30, 71}), None))
    sit(page, game="extreme", seats=1, deal=deal)
    assert (
        card(page, skull).get_attribute("aria-description")
        == "It must be covered in the same turn."
    )
    assert card(page, skull).inner_text().split("\n")[-1] == "⚡ Skull"
    card(page, skull).click()
    told = "document.querySelector('.task p').textContent"
    until(page, f"{told} === 'Skull: It must be covered in the same turn.'")
    page.locator("[data-drop=up1] .row-place").click()
    until(page, f"{told} === 'Cover the skull.'")
    deal, shut = first_with(
        "extreme", lambda hand: next((one for one in (16, 40, 61) if {one, one - 10} <= hand), None)
    )
    sit(page, game="extreme", seats=1, deal=deal)
    card(page, shut).click()
    page.locator("[data-drop=up1] .row-place").click()
    page.wait_for_selector(f"[data-drop=up1] [data-card='{shut}']")
    for _ in drag(page, shut - 10, "[data-drop=up1] .row-place"):
        pass
    hears(page, "No way back lies open: there is no backwards trick.")
    expect(card(page, shut - 10)).to_be_visible()
    before = number(page)
    page.locator("[data-tool=hint]").click()  # a question on its way holds nothing up
    lay = next(one for one in room(page, "table.actions") if one["verb"] == "lay")
    card(page, int(lay["from"])).press("Enter")
    page.locator(f"[data-drop={lay['to']}] .row-place").press("Enter")
    until(page, f"(before) => {ROOM}.then((room) => room.number > before)", before)


@pytest.mark.parametrize("game", ["the-game", "take-that", "triggs"])
def test_advice_stays_lit_until_it_is_followed(game: str, open_page: Callable[..., Any]) -> None:
    """Cards are picked as advised and the place still shows; or the place that is lit is pressed at once."""
    page = open_page(**PHONE, lang="el")
    sit(page, game=game, seats=2, deal=5, bots=[{"seat": 1, "level": "greedy"}], start=True)
    straight, followed = False, 0
    while followed < 5:
        until(page, f"() => {ROOM}.then((room) => room.table.turn === 0)")
        before, steps = number(page), room(page, "table.steps")
        page.locator("[data-tool=hint]").tap()
        page.wait_for_selector(".hint")
        until(page, "toasts.at(-1)?.startsWith('Υπόδειξη: ')")
        assert page.evaluate(COVERED) == []
        cards = [one.get_attribute("data-hand") for one in page.locator(".hand .hint").all()]
        lit = page.locator(".hint[data-to], .hint [data-to], .button.hint")
        place = lit.first.get_attribute("data-to") if lit.count() else None
        at_once = straight and place is not None
        for key in [] if at_once else cards:
            page.locator(f".hand [data-hand='{key}']").tap()
        assert lit.count() > 0, (cards, "the place went dark")
        lit.first.press("Enter") if at_once else lit.first.tap()
        followed += bool(cards)
        straight = not straight
        until(page, f"(before) => {ROOM}.then((room) => room.number > before)", before)
        assert room(page, "table.steps") > steps


def test_advice_is_lit_as_long_as_its_sentence_stands(open_page: Callable[..., Any]) -> None:
    """Who thinks it over for a while still sees which card was meant."""
    page = open_page(**PHONE, lang="el")
    page.clock.install()
    sit(page, game="take-that", seats=2, deal=5, bots=[{"seat": 1, "level": "greedy"}], start=True)
    until(page, f"() => {ROOM}.then((room) => room.table.turn === 0)")
    page.locator("[data-tool=hint]").tap()
    page.wait_for_selector(".hand .hint")
    page.clock.fast_forward(9_000)
    assert page.locator(".toast").count() == 1
    assert page.locator(".hand .hint").count() == 1


def test_words_on_cards_break_where_a_syllable_ends(open_page: Callable[..., Any]) -> None:
    page = open_page(**PHONE, lang="el")
    deal, skull = first_with("extreme", lambda hand: next(iter(hand & {30, 71}), None))
    sit(page, game="extreme", seats=1, deal=deal)
    assert card(page, skull).locator(".command").evaluate(BREAKS) == ["\u00ad"]
    page.set_viewport_size({"width": 430, "height": 930})
    deal, toad = first_with("take-that", lambda hand: next(iter(hand & {*TOADS}), None), seats=2)
    bots = [{"seat": 1, "level": "random"}]
    sit(page, game="take-that", seats=2, deal=deal, bots=bots, start=True)
    word = card(page, toad).locator(".command")
    assert word.evaluate(BREAKS) == []  # there is room for it
    card(page, toad).evaluate(
        "(node) => node.style.setProperty('--nw', '34px')"
    )  # as in a long row
    assert word.evaluate(BREAKS) == ["\u00ad"]


def lost_cause() -> Session:
    """A game for one, at a turn where whatever is done loses it."""
    for deal in range(1, 200):
        session, dice = Session("the-game", deal=deal, seats=1), SplitMix(deal)
        while session.turn is not None:
            view: Any = session.view(0)
            legal = session.legal(0)
            if legal and all(text in view["dooms"] for text in legal):
                return session
            session.play(legal[dice.below(len(legal))], 0)
    raise AssertionError("no such game")


def test_a_forced_loss_is_not_asked_about_and_the_end_is_told(
    open_page: Callable[..., Any],
) -> None:
    """Nothing else can be done: that is said, done without a question, and the panel can be put aside."""
    page = open_page(**PHONE, lang="el")
    session = lost_cause()
    sit_at(page, session)
    status = page.locator(".task p")
    expect(status).to_have_text("Δεν γίνεται τίποτα άλλο: η παρτίδα χάθηκε.")
    text = session.legal(0)[0]
    if text == "end":
        page.locator("[data-focus=end]").tap()
    else:
        card(page, int(text.partition(">")[0])).tap()
        page.locator(f"[data-drop={text.partition('>')[2]}] .row-place").tap()
    page.wait_for_selector(".verdict")
    expect(page.locator("dialog[open]")).to_have_count(0)
    panel = page.locator(".verdict").inner_text()
    assert "Κόλλησε" in panel
    page.locator(".verdict .close").tap()
    page.wait_for_selector(".verdict", state="detached")
    page.locator(".reopen").tap()
    page.wait_for_selector(".verdict")


def nearly(game: str, until_: Callable[[Any], bool]) -> Session:
    """A game of two that goes on until something is true of the first seat's next action."""
    for deal in range(3, 50):
        session, dice = Session(game, deal=deal, seats=2), SplitMix(deal)
        while session.turn is not None:
            turn = session.turn
            legal = session.legal(turn)
            if turn == 0 and any(until_(after(session, text)) for text in legal):
                return session
            session.play(legal[dice.below(len(legal))], turn)
    raise AssertionError("it never came to that")


def after(session: Session, text: str) -> Any:
    game = session.game
    return game.play(session.state, game.read(text))


def finish(page: Any, session: Session, until_: Callable[[Any], bool]) -> None:
    """Do what makes it true."""
    page.evaluate(PLAY, next(text for text in session.legal(0) if until_(after(session, text))))


def test_rounds_are_summed_up_and_the_end_is_celebrated(open_page: Callable[..., Any]) -> None:
    """Between two rounds the parts of the points; at the end all of them, the places and every hand."""
    page = open_page(size=(1200, 800), reduced_motion="no-preference")
    one = nearly("take-that", lambda table: len(table.rounds) == 1)
    sit_at(page, one, bots=[{"seat": 1, "level": "random"}], start=True)
    standing = page.locator(".standing").first.inner_text().replace("−", "-")
    assert standing == f"Points so far: {one.view(0)['standing'][0]}"
    finish(page, one, lambda table: len(table.rounds) == 1)
    page.get_by_role("heading", name="Round 1").wait_for()
    panel = page.locator(".verdict")
    for part in ("Twisted cards", "Taken cards", "Taken toads"):
        expect(panel).to_contain_text(part)
    page.locator("[data-focus=go-on]").click()
    page.wait_for_selector(".verdict", state="detached")
    expect(page.locator(".story").get_by_text("Round 2 is dealt.")).to_have_count(1)

    def won(table: Any) -> bool:
        return len(table.rounds) == 2 and one.game.outcome(table).facts["winners"] == [0]

    for deal in range(1, 40):
        two = Session("take-that", deal=deal, seats=2)
        dice = SplitMix(deal)
        while two.turn is not None:
            able = two.legal(two.turn)
            if two.turn == 0 and any(won(after(two, text)) for text in able):
                break
            greedy = [text for text in able if text.startswith("twist")] if two.turn == 0 else []
            two.play((greedy or able)[dice.below(len(greedy or able))], two.turn)
        if two.turn is not None:
            break
    sit_at(page, two, bots=[{"seat": 1, "level": "random"}], start=True)
    page.evaluate(STILL)
    finish(page, two, won)
    page.wait_for_selector(".rain .small-card", state="attached")
    page.get_by_role("heading", name="You win!").wait_for()
    totals = after(two, next(text for text in two.legal(0) if won(after(two, text))))
    told = one.game.view(totals, 0)["standing"]
    expect(page.locator(".standing")).to_have_text([f"Points: {points}" for points in told])
    text = panel.inner_text()
    assert "All rounds" in text
    rows = panel.locator(".ladder li").all_inner_texts()
    assert [row.split()[0] for row in rows] == ["1", "2"]
    assert "You" in rows[0]
    expect(panel.locator(".hero.feast .medal.won")).to_have_count(1)
    hands = page.locator(".turned-up p")
    expect(hands).to_have_count(2)


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed")
@pytest.mark.parametrize(
    ("game", "lang"), [("the-game", "en"), ("extreme", "el"), ("take-that", "en"), ("triggs", "el")]
)
def test_axe_finds_nothing_serious_at_the_end(
    game: str, lang: str, open_page: Callable[..., Any]
) -> None:
    """The panel with its score sheet and hands, and the table when it is put aside, in both themes."""
    page = open_page(**PHONE, lang=lang)
    made = entries.find(game).make()
    session = nearly(game, lambda table: made.outcome(table) is not None)
    sit_at(page, session, bots=[{"seat": 1, "level": "random"}], start=True)
    finish(page, session, lambda table: made.outcome(table) is not None)
    page.wait_for_selector(".verdict .turned-up")
    assert page.locator(".verdict > .row .button.main").evaluate(INSIDE)
    faults = audit(page, "the end")
    page.emulate_media(color_scheme="dark")
    page.reload()  # colours that change by and by would be caught half way
    page.wait_for_selector(".verdict .turned-up")
    faults += audit(page, "the end in the dark")
    page.locator(".verdict .close").tap()
    page.wait_for_selector(".reopen")
    assert faults + audit(page, "put aside") == []


def test_what_bots_did_is_shown_again(open_page: Callable[..., Any]) -> None:
    """A line of the story for each turn, in words with cards, and all of it once more on the table."""
    page = open_page(size=(1200, 800))
    frames: list[str] = []

    def listen(socket: Any) -> None:
        socket.on("framesent", lambda frame: frames.append(str(frame)))

    page.on("websocket", listen)
    session = Session("triggs", deal=5, seats=3)
    while session.turn != 0:
        session.play("draw middle")
    sit_at(
        page,
        session,
        bots=[{"seat": 1, "level": "random"}, {"seat": 2, "level": "random"}],
        start=True,
    )
    assert any('"pace":"quick"' in frame for frame in frames)
    before = room(page, "table.steps")
    piles = page.locator("button.draw.target")
    piles.nth(0).click()
    until(page, f"() => {ROOM}.then((room) => room.table.view.phase === 'draw')")
    piles.nth(1).click()
    again = f"{ROOM}.then(({{ table }}) => table.turn === 0 && table.steps > before + 2)"
    until(page, f"(before) => {again}", before)
    name = page.locator("[data-key=person-2] span").first.inner_text()
    expect(page.locator(".story b", has_text=name)).not_to_have_count(0)
    page.locator(".story .why").click()
    expect(page.locator(".toast", has_text=f"{name}: ")).to_be_visible()
    expect(page.locator(".story .small-card")).not_to_have_count(0)
    expect(page.locator(".story").get_by_text("×2")).not_to_have_count(
        0
    )  # what is done twice is told once
    steps = room(page, "table.steps")
    page.get_by_role("button", name="Show me again").wait_for()
    # in one breath, for it is soon over: it is shown, only to be looked at, and ends when asked
    assert page.evaluate(SHOWN_AGAIN) == [True, 0, False]
    assert room(page, "table.steps") == steps
    page.wait_for_selector(".target")
