"""What a browser is sent of the texts."""

import re

import pytest

from trapoula.core.errors import BadOption, BadRecord, NoPage, Phrase, UnknownGame
from trapoula.host import catalogue_view
from trapoula.room.errors import NotFound, status_of
from trapoula.room.wire import told
from trapoula.texts import languages


def test_a_page_is_sent_with_its_numbers_and_its_links() -> None:
    page = catalogue_view.rules_page("klondike", "el")
    assert page.startswith("# Κλόνταϊκ\n")
    assert "{" not in page
    assert "](/rules/glossary#stock)" in page
    assert "{#stock}" in catalogue_view.rules_page("glossary", "el")


def test_a_page_is_sent_as_it_is_under_the_options_of_the_query() -> None:
    assert "onto the waste, one at a time" in plain(catalogue_view.rules_page("klondike", "en"))
    told = plain(catalogue_view.rules_page("klondike", "en", {"draw": "3", "redeals": "unlimited"}))
    assert "onto the waste, three at a time" in told
    assert "Redeals: unlimited." in told
    with pytest.raises(BadOption):
        catalogue_view.rules_page("klondike", "en", {"draw": "2"})


def plain(page: str) -> str:
    """A page without its links."""
    return re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", page)


def test_a_page_that_is_not_there_is_not_found() -> None:
    for game, lang in (("klondike", "xx"), ("klondike", "../en")):
        with pytest.raises(NotFound):
            catalogue_view.rules_page(game, lang)
    for game in ("nonsense", "../glossary", "words"):
        with pytest.raises(UnknownGame):
            catalogue_view.rules_page(game, "en")
    assert status_of(NoPage("There is no page about {name} yet.", name="x")) == 404


def test_the_catalogue_has_titles_in_every_language() -> None:
    game = catalogue_view.describe("klondike")
    titles, summaries = game["titles"], game["summaries"]
    assert isinstance(titles, dict)
    assert isinstance(summaries, dict)
    assert titles.items() >= {"en": "Klondike", "el": "Κλόνταϊκ"}.items()
    assert set(titles) == set(summaries) == set(languages())


def test_the_languages_are_sent_by_the_names_they_have_in_themselves() -> None:
    """With the plural form of every number, which a browser has no other way to know."""
    sent = {one["code"]: one for one in catalogue_view.languages()}
    assert list(sent) == [*languages()]
    assert (sent["en"]["name"], sent["en"]["short"]) == ("English", "EN")
    assert (sent["el"]["name"], sent["el"]["short"]) == ("Ελληνικά", "ΕΛ")
    assert sent["el"]["plurals"] == "10" + "1" * 198


def test_a_sentence_in_an_error_is_sent_to_be_told_in_any_language() -> None:
    error = BadRecord("Line {line} of the record: {reason}", line=3, reason=Phrase("a {b}", b="c"))
    sent = told(error)
    assert sent.message == "Line 3 of the record: a c"
    assert sent.facts == {"line": 3, "reason": {"template": "a {b}", "facts": {"b": "c"}}}
