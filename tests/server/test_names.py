"""Names deceive no one: all are visible, none looks made up, and two at a table differ."""

from pathlib import Path

import pytest

from tests.server.house import house, played
from trapoula.host.names import clean_label, clean_name, clean_text, made_up
from trapoula.room.errors import BadMessage
from trapoula.room.lookalikes import alike, told_apart

INVISIBLE = ["\u3164", "\u2800", "\u115f", "\u1160", "\uffa0", "\u17b4", "\u17b5", "\u034f", "\u2061",
             "\ufe0f", "\U000e0041", "\u200d", "\u180b", "\u0301", "\u0489"]  # fmt: skip
BIDI = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


@pytest.mark.parametrize("letter", INVISIBLE, ids=ascii)
def test_invisible_text_is_no_name_and_no_message(letter: str) -> None:
    for text in (letter, letter * 5, f" {letter} {letter}\u00a0"):
        for clean in (clean_name, clean_label, clean_text):
            with pytest.raises(BadMessage):
                clean(text)


@pytest.mark.parametrize("letter", [*INVISIBLE[:9], *BIDI], ids=ascii)
def test_invisible_characters_are_removed(letter: str) -> None:
    """Otherwise names could differ invisibly, or reverse the text around them."""
    assert clean_name(f"{letter}An{letter}na{letter}") == "Anna"
    assert clean_text(f"a{letter}b") == "ab"


@pytest.mark.parametrize("clean", [clean_name, clean_text])
def test_marks_do_not_pile_up(clean: object) -> None:
    """More than a few reach into other lines."""
    stacked = clean("a" + "\u0301\u0302\u0489" * 6 + "b")  # type: ignore[operator]
    assert (stacked[-1], len(stacked)) == ("b", 5)
    for real in ("Ἀχιλλεύς", "Nguyễn", "שָׁלוֹם", "สวัสดีที่", "नमस्ते", "José"):
        assert clean(real) == real  # type: ignore[operator]


@pytest.mark.parametrize(
    "name", ["{}", "{} ", "\u2660{}", "♡350", "♠ 35O", "♠ ３５０", "♦\ufe0f 123", "♣-٣٥٠"]
)
def test_a_guests_name_cannot_be_taken(name: str) -> None:
    with pytest.raises(BadMessage, match="Guests"):
        clean_name(name.format(made_up("0" * 40)))


def test_cards_may_be_part_of_a_name() -> None:
    for name in ("♠ Anna", "Anna ♥", "7♦", "♠"):
        assert clean_name(name) == name


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "Аnnа"), ("Anna", "ANNA"), ("Άννα", "ΑΝΝΑ"), ("Νίκος", "Nίκος"), ("paypal", "ραураⅼ"),
        ("Bob", "B0b"), ("Ill", "111"), ("modern", "rnodern"), ("Anna", "𝐀𝓃𝕟𝖆"), ("Anna", "Ꭺnna"),
        ("José", "Jose"), ("Пётр", "Πётр"), ("Anna 2", "Anna ２"), ("Anna", "An\u200dna"),
    ],
)  # fmt: skip
def test_names_that_look_alike(one: str, other: str) -> None:
    """By Unicode's list of confusable letters, in any script."""
    assert alike(one, other)
    assert told_apart(one, [other, "Zoe"]) == f"{one} (2)"


@pytest.mark.parametrize(("one", "other"), [("Anna", "Hanna"), ("Άννα", "Anna"), ("Bob", "Rob")])
def test_names_that_do_not(one: str, other: str) -> None:
    assert not alike(one, other)
    assert told_apart(one, [other]) == one


def test_the_appended_number_keeps_names_apart() -> None:
    assert told_apart("Anna", ["Anna", "Anna (2)", "Аnna (З)"]) == "Anna (4)"


@played
async def test_equal_names_at_a_table_get_numbers(where: str) -> None:
    """In their seats, on sitting down or renaming, and in chat from outside."""
    async with house(where) as place:
        anna, fake, third = (place.person() for _ in range(3))
        await anna.request("PATCH", "/api/me", json={"name": "Anna"})
        await fake.request("PATCH", "/api/me", json={"name": "Аnnа"})  # Cyrillic
        made = await anna.make("the-game", seats=3, talk="chat")
        line = await anna.line(made["room"])
        other, watcher = await fake.line(made["room"]), await third.line(made["room"])
        sat = await other.ask("sit", seat=1)
        assert sat["sitting"]["seats"][1]["name"] == "Аnnа (2)"
        assert (await other.ask("say", text="hi"))["name"] == "Аnnа (2)"
        await third.request("PATCH", "/api/me", json={"name": "anna"})
        assert (await watcher.ask("say", text="hi"))["name"] == "anna (3)"
        sat = await watcher.ask("sit", seat=2)
        assert sat["sitting"]["seats"][2]["name"] == "anna (3)"
        await third.request("PATCH", "/api/me", json={"name": "Zoe"})
        await line.hear("event", what="rename", name="Zoe")
        await third.request("PATCH", "/api/me", json={"name": "Anna"})
        await line.hear("event", what="rename", name="Anna (3)")
        assert (await third.get("/api/me"))["name"] == "Anna"


@played
async def test_stored_names_that_are_no_longer_allowed_are_replaced(where: str) -> None:
    async with house(where) as place:
        anna = place.person()
        me = await place.house.people.of(anna.token)
        await place.house.store.rename(me.id, "\u3164", 1.0)
        place.house.people.forget_all()
        assert await anna.get("/api/me") == {"name": made_up(me.id), "named": False}


@played
async def test_names_at_one_screen_get_numbers(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        anna = place.person()
        await anna.request("PATCH", "/api/me", json={"name": "Anna"})
        hold = [{"seat": 1, "name": "Anna"}, {"seat": 2, "name": "ANNA"}]
        made = await anna.make("the-game", seats=3, hold=hold)
        names = [seat["name"] for seat in made["sitting"]["seats"]]
        assert names == ["Anna", "Anna (2)", "ANNA (3)"]
