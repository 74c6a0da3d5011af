"""Every game explains itself, in every language, and its page says what its rules say."""

import re
from itertools import product

import pytest

from tests.texts.extract import TEXTS
from trapoula.catalogue.entries import Entry, find, ids, write_choice
from trapoula.core.game import Choice
from trapoula.texts import glossary, language, languages, page, summary, title
from trapoula.texts.facts import CHOSEN, NAMES, facts
from trapoula.texts.pages import GLOSSARY, ONLY, OPTION, PLACEHOLDER, source, under

HEADINGS = {lang: list(language(lang).words.headings) for lang in languages()}
NEEDED = 4  # the first headings, which no page may be without
OPTIONS = 5  # where among them the options are
FEWEST, MOST, MOST_AT_TABLES = 80, 400, 700  # words
ANCHORS = {
    *("foundation", "tableau", "stock", "waste", "reserve", "cell", "column", "base-card", "suit"),
    *("build", "pack", "in-suit", "alternating-colours", "regardless-of-suit", "sequence"),
    *("redeal", "gap", "pair", "pyramid", "deal", "rank", "deck", "in-colour", "other-suit"),
}
PAGES = [TEXTS / lang / f"{game}.md" for lang in languages() for game in ids()]
ALL = [(path.parent.name, path.stem) for path in PAGES if path.exists()]


def test_every_page_is_written() -> None:
    missing = [str(path.relative_to(TEXTS)) for path in PAGES if not path.exists()]
    assert not missing, f"{len(missing)} pages are not written: {', '.join(missing)}"


def test_every_page_belongs_to_a_game() -> None:
    """Or is the glossary."""
    for path in TEXTS.glob("*/*.md"):
        assert path.stem in (*ids(), GLOSSARY), path


def combinations(entry: Entry) -> list[dict[str, Choice]]:
    names = [option.name for option in entry.options]
    found = product(*(option.choices for option in entry.options))
    return [dict(zip(names, choices, strict=True)) for choices in found][:64]


def body(text: str) -> str:
    """What is read of a page: without headings, and without where its links lead."""
    return re.sub(r"\]\([^)]*\)", "]", re.sub(r"^#.*$", "", text, flags=re.MULTILINE))


def option_lines(text: str, lang: str) -> dict[str, set[str]]:
    """The options that a page explains, and for each the choices that it explains by name."""
    section = text.partition(f"## {HEADINGS[lang][OPTIONS]}\n")[2].partition("\n## ")[0]
    found: dict[str, set[str]] = {}
    for line in section.splitlines():
        if bullet := OPTION.match(line):
            if bullet[1] == "- ":
                found[bullet[2]] = set()
            else:
                found[list(found)[-1]].add(bullet[2])
    return found


@pytest.mark.parametrize(("lang", "game"), ALL)
def test_a_page_has_its_headings_in_their_order(lang: str, game: str) -> None:
    text = source(lang, game)
    found = re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert found == [heading for heading in HEADINGS[lang] if heading in found]
    assert found[:NEEDED] == HEADINGS[lang][:NEEDED]
    assert found[-1] == HEADINGS[lang][-1], "one piece of good advice"
    assert (HEADINGS[lang][OPTIONS] in found) == bool(find(game).options)


@pytest.mark.parametrize(("lang", "game"), ALL)
def test_a_page_begins_with_a_title_and_a_line(lang: str, game: str) -> None:
    """Both stand in lists, where no game is loaded: so they hold no placeholders."""
    head, blank, line, after = source(lang, game).splitlines()[:4]
    assert head.startswith("# ")
    assert not blank
    assert not after
    assert line.endswith(".")
    assert not line.startswith(("#", "-"))
    assert not PLACEHOLDER.search(head + line)
    assert title(lang, game) == head.removeprefix("# ")
    assert summary(lang, game) == line


@pytest.mark.parametrize(("lang", "game"), ALL)
def test_a_page_is_short(lang: str, game: str) -> None:
    for options in combinations(find(game)):
        text = body(under(source(lang, game), options))
        words = [word for word in text.split() if re.search(r"\w", word)]
        most = MOST_AT_TABLES if find(game).family == "table" else MOST
        assert FEWEST <= len(words) <= most, options


@pytest.mark.parametrize(("lang", "game"), ALL)
def test_every_option_is_explained(lang: str, game: str) -> None:
    """With every choice that has a name of its own."""
    wanted = {
        option.name: {choice for choice in option.choices if isinstance(choice, str)}
        for option in find(game).options
    }
    assert option_lines(source(lang, game), lang) == wanted


@pytest.mark.parametrize(("lang", "game"), ALL)
def test_a_line_that_holds_for_some_choices_names_them(lang: str, game: str) -> None:
    """And whatever is chosen, no section of the page is left empty."""
    text, entry = source(lang, game), find(game)
    for only in filter(None, map(ONLY.match, text.splitlines())):
        assert set(only[3].split("|")) < set(map(write_choice, entry.option(only[2]).choices))
    for options in combinations(entry):
        told = under(text, options)
        assert "=" not in told, options
        assert not re.search(r"^## .*\n\n(?:##|\Z)", told, re.MULTILINE), options


@pytest.mark.parametrize(("lang", "game"), ALL)
def test_a_page_asks_only_for_what_the_game_can_tell(lang: str, game: str) -> None:
    """Under all options: page and rules can never disagree."""
    asked = {name for name, _ in PLACEHOLDER.findall(source(lang, game))}
    entry = find(game)
    assert asked <= {*NAMES, *CHOSEN, *getattr(entry.make(), "printed", {})}
    for options in combinations(entry):
        told = {
            name
            for name, _ in PLACEHOLDER.findall(under(source(lang, game), entry.settle(options)))
        }
        missing = told - set(facts(entry.make(options)))
        assert not missing, f"{missing} cannot be told of {game} with {options}"
        assert "{" not in page(lang, game, options).markdown


@pytest.mark.parametrize(("lang", "game"), ALL)
def test_numbers_come_from_the_game(lang: str, game: str) -> None:
    """No typed number where there is a placeholder for the fact, but in the line for lists."""
    text, known = body(source(lang, game).partition("\n## ")[2]), facts(find(game).make())
    words = language(lang).words
    for name, nouns in words.counted.items():
        if not isinstance(value := known.get(name), int) or value < 2:
            continue
        forms = {str(value), *(words.number(value, gender) for gender in "mfn")}
        typed = re.search(
            rf"\b(?:{'|'.join(forms)}) (?:\[?\w+ )?\[?(?:{'|'.join(nouns)})\b", text, re.IGNORECASE
        )
        assert not typed, f"{typed and typed[0]!r}: say {{{name}}}"
    cards = known["cards"]
    assert not re.search(rf"\b{cards}\b", text), f"say {{cards}} or {{best}}, not {cards}"


@pytest.mark.parametrize(("lang", "game"), [*ALL, *((lang, GLOSSARY) for lang in languages())])
def test_links_lead_somewhere(lang: str, game: str) -> None:
    text = source(lang, game)
    for label, link in re.findall(r"\[([^\]]*)\]\(([^)]*)\)", text):
        where, _, anchor = link.partition("#")
        assert label
        assert where in (GLOSSARY, *ids())
        assert where != GLOSSARY or anchor in ANCHORS
    assert not re.search(r"<\w|!\[", text, re.MULTILINE), "plain Markdown only"
    assert "/work" not in text


@pytest.mark.parametrize("lang", languages())
def test_the_glossary_explains_every_word(lang: str) -> None:
    assert set(glossary(lang).anchors) == ANCHORS
    titles = list(glossary(lang).anchors.values())
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize("lang", languages())
def test_no_two_games_have_the_same_title(lang: str) -> None:
    titles = [title(lang, game) for game in ids()]
    assert len(set(titles)) == len(titles)


def test_an_option_says_what_it_may_be() -> None:
    """The choices and the default are added from the declaration."""
    for lang, game in ALL:
        lines = page(lang, game).markdown.splitlines()
        for option in find(game).options:
            (line,) = (line for line in lines if line.startswith(f"- *{option.name}*: "))
            if not isinstance(option.default, bool):
                assert all(write_choice(choice) in line for choice in option.choices)


def test_a_page_follows_what_was_chosen() -> None:
    """Its numbers, its lines and what it says of the options are those of the table."""
    usual, other = page("en", "terrace"), page("en", "terrace", {"variant": "redheads"})
    assert "Eleven open cards are the" in usual.markdown
    assert "choose one for a foundation" in usual.markdown
    assert "Here it is" not in usual.markdown
    assert "21 open cards are the" in other.markdown
    assert "choose one for a foundation" not in other.markdown
    assert "then eight columns" in other.markdown
    assert "*terrace* unless you do. Here it is *redheads*.\n" in other.markdown
    swaps = page("el", "poker", {"swaps": True}).markdown
    assert "τουλάχιστον 120 πόντους" in swaps
    assert "Εδώ είναι ενεργή." in swaps


def test_a_word_that_begins_a_sentence_is_capitalised() -> None:
    from trapoula.texts.pages import fill

    speaker = language("el")
    known: dict[str, int | str] = {"columns": 4, "redeals": "unlimited", "cards": 52}
    assert fill("{columns:f} στήλες.", known, speaker) == "Τέσσερις στήλες."
    assert fill("Ναι. {columns:n} και {columns:f}", known, speaker) == "Ναι. Τέσσερα και τέσσερις"
    assert fill("- {redeals:n}, {cards}", known, speaker) == "- Απεριόριστα, 52"
