"""Which language is spoken, and how cards, piles, numbers and errors are told in it."""

import json
import re
import subprocess
import sys
from typing import Any

import pytest

from tests.texts.extract import TEXTS
from trapoula import record, texts
from trapoula.catalogue.entries import find, ids, write_choice
from trapoula.core.cards import FACE_DOWN, NAMES
from trapoula.core.errors import BadRecord, Phrase, TrapoulaError
from trapoula.host.catalogue_view import describe
from trapoula.terminal.cli import main
from trapoula.texts.facts import facts
from trapoula.texts.languages import (
    ENGLISH,
    accepted,
    language,
    languages,
    preferred,
    speak,
)

KINDS = ("stock", "waste", "foundation", "column", "reserve", "cell")


@pytest.mark.parametrize(
    ("environment", "lang"),
    [
        ({}, "en"),
        ({"LANG": "el_GR.UTF-8"}, "el"),
        ({"LANG": "el"}, "el"),
        ({"LC_MESSAGES": "el_GR", "LANG": "en_US.UTF-8"}, "el"),
        ({"LC_ALL": "C", "LANG": "el_GR.UTF-8"}, "en"),
        ({"LC_ALL": "", "LANG": "el_GR.UTF-8"}, "el"),
        ({"LANG": "xx_XX.UTF-8"}, "en"),
        ({"TRAPOULA_LANG": "el", "LC_ALL": "en_US.UTF-8"}, "el"),
        ({"TRAPOULA_LANG": "en", "LANG": "el_GR.UTF-8"}, "en"),
        ({"TRAPOULA_LANG": "xx", "LANG": "el_GR.UTF-8"}, "el"),
    ],
)
def test_the_environment_chooses_the_language(environment: dict[str, str], lang: str) -> None:
    assert preferred(environment) == lang


@pytest.mark.parametrize(
    ("header", "lang"),
    [
        ("", "en"),
        ("el-GR,el;q=0.9,en;q=0.8", "el"),
        ("xx, el;q=0.5", "el"),
        ("en-GB", "en"),
        ("*", "en"),
    ],
)
def test_a_browser_says_which_languages_it_reads(header: str, lang: str) -> None:
    assert accepted(header) == lang


def test_a_message_that_is_not_known_stays_english() -> None:
    speak("el")
    assert texts.say("No such {thing}.", thing="thing") == "No such thing."


def test_what_is_counted_takes_its_form() -> None:
    speak("el")
    told = [texts.say_many("{n} move made.", "{n} moves made.", n) for n in (0, 1, 2)]
    assert told == ["Έγιναν 0 κινήσεις.", "Έγινε 1 κίνηση.", "Έγιναν 2 κινήσεις."]
    speak("en")
    assert texts.say_many("{n} move made.", "{n} moves made.", 1) == "1 move made."


def test_figures_have_the_marks_of_the_language() -> None:
    """As a number by itself and as a fact in a sentence."""
    told = "There is no deal {number}: deals are numbered from 1 to {last:,}."
    for lang, ending, alone in (
        ("en", " 1 to 1,234.", "1,234.5"),
        ("el", " 1 έως 1.234.", "1.234,5"),
    ):
        speak(lang)
        assert texts.say(told, number=0, last=1234).endswith(ending)
        assert texts.figure(1234.5, ",.1f") == alone


def test_an_error_inside_an_error_is_told_in_the_same_language() -> None:
    with pytest.raises(BadRecord) as caught:
        record.read("trapoula record 1\ngame golf\ngame golf\nresult open\n")
    assert str(caught.value) == "Line 3 of the record: game is said twice."
    told = language("el").tell(caught.value)
    assert told == "Γραμμή 3 του αρχείου παρτίδας: η γραμμή game υπάρχει δύο φορές."
    outer = TrapoulaError("{key} should be {kind}.", key="'deal'", kind=Phrase("a whole number"))
    assert language("el").tell(outer) == "Το 'deal' πρέπει να είναι ακέραιος αριθμός."


@pytest.mark.parametrize(
    ("form", "card", "told"),
    [
        ("", "KH", "Ρήγας Κούπα"),
        ("the", "QC", "η Ντάμα Σπαθί"),
        ("accusative", "AS", "Άσσο Μπαστούνι"),
        ("the accusative", "KH", "τον Ρήγα Κούπα"),
        ("the accusative", "QD", "την Ντάμα Καρό"),
        ("the accusative", "7D", "το επτά Καρό"),
        ("the accusative", "RJ", "τον κόκκινο μπαλαντέρ"),
    ],
)
def test_cards_bend(form: str, card: str, told: str) -> None:
    assert texts.card("el", card, form) == told


def test_a_message_asks_for_the_form_it_needs() -> None:
    """Cards and piles are never glued into sentences."""
    told = language("el").say("{card:the accusative} {pile:to}", card="KH", pile="column 3")
    assert told == "τον Ρήγα Κούπα στη στήλη 3"
    assert language("en").say("{card:the} {pile:to}", card="KH", pile="column 3") == (
        "the king of hearts to column 3"
    )
    assert language("el").say("{card}", card="37") == "37"


@pytest.mark.parametrize("lang", languages())
def test_every_card_and_pile_has_all_its_forms(lang: str) -> None:
    """In each language the same forms for every word of a sort."""
    words = language(lang).words
    for form in words.hidden:
        names = [words.card(card, form) for card in NAMES]
        assert len(set(names)) == len(NAMES)
        assert all(names)
        assert words.card(FACE_DOWN, form)
    assert {frozenset(forms) for forms in words.ranks.values()} == {frozenset(words.ranks["A"])}
    assert set(words.piles) == set(words.numbered) == set(KINDS)
    for kind in KINDS:
        assert set(words.piles[kind]) == set(words.numbered[kind]) == set(words.piles["stock"])
        assert all("{n}" in text for text in words.numbered[kind].values())


@pytest.mark.parametrize("lang", languages())
def test_a_language_is_one_folder(lang: str) -> None:
    """With its words, its messages and its pages."""
    files = {path.name for path in (TEXTS / lang).iterdir()}
    wanted = {"words.json", "glossary.md"} | (
        {"messages.po", "first.po", "web.po"} if lang != ENGLISH else set()
    )
    assert wanted <= files
    assert {path.suffix for path in (TEXTS / lang).iterdir()} <= {".json", ".po", ".md"}


def test_a_client_is_sent_the_names_of_cards_too() -> None:
    found = texts.messages("el")
    assert found["king of hearts"] == "Ρήγας Κούπα"
    assert found["the king of hearts"] == "τον Ρήγα Κούπα"
    assert found["Column {n}"] == "Στήλη {n}"
    assert found["KH:the accusative"] == "τον Ρήγα Κούπα"
    assert found["column {n}:to"] == "στη στήλη {n}"
    assert found["{n} move made."] == ["Έγινε {n} κίνηση.", "Έγιναν {n} κινήσεις."]
    assert texts.messages("en") == texts.messages("xx") == {}
    assert json.dumps(found)


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("klondike", {"cards": 52, "packs": 1, "columns": 7, "foundations": 4, "redeals": 2}),
        ("canfield", {"redeals": "unlimited", "draw": 3, "best": 52}),
        ("freecell", {"cells": 4, "columns": 8, "best": 52}),
        ("forty-thieves", {"cards": 104, "packs": 2, "best": 1000}),
        ("spider", {"best": 96, "foundations": 8}),
        ("golf", {"best": 35, "redeals": 0}),
        ("block-ten", {"best": 48}),
        ("take-that", {"cards": 79}),
        ("the-game", {"cards": 98, "minimum": 2}),
    ],
)
def test_a_declaration_tells_its_facts(game: str, told: dict[str, object]) -> None:
    assert told.items() <= facts(find(game).make()).items()


@pytest.mark.parametrize("game", ["plait", "ten-across", "valentine", "wall"])
def test_a_highest_score_that_nobody_knows_is_not_told(game: str) -> None:
    assert "best" not in facts(find(game).make())


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--lang", "el", "play", "klondik"], "Δεν υπάρχει παιχνίδι 'klondik'"),
        (["show", "golf", "--lang=el", "--deal", "0"], "Δεν υπάρχει μοίρασμα 0"),
        (["show", "golf", "--lang", "el", "-o", "x=1"], "δεν έχει επιλογές"),
        (["replay", "no-such-file", "--lang", "el"], "no-such-file: δεν υπάρχει τέτοιο αρχείο."),
        (["replay", ".", "--lang", "el"], ".: είναι φάκελος."),
        (["serve", "--port", "99999", "--lang", "el"], "Δεν υπάρχει θύρα 99999"),
    ],
)
def test_the_command_line_complains_in_the_language(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 1
    assert told in capsys.readouterr().err


COMMANDS = (
    *(
        "list",
        "rules",
        "show",
        "play",
        "replay",
        "check",
        "convert",
        "bots",
        "serve",
        "solve",
        "deal",
        "warm",
        "engine",
        "completion",
        "join",
        "stats",
        "study",
        "site",
        "backup",
        "restore",
    ),
)
CODES = {*languages(), *COMMANDS, "trapoula", "strong", "greedy", "JSON", "https", "postgresql"}
CODES |= {
    "module",
    "Class",
    "bash",
    "zsh",
    "fish",
    "record",
    "deck",
    "fc",
    "solvitaire",
    "pysolfc",
    "kpatience",
    "cards",
}
CODES |= {"all", "export", "local", "tcp", "Dask", "scheduler", "workers", "Pyodide", "npm"}


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_is_in_the_language(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """No English word is left in it, but for what is typed as it stands."""
    with pytest.raises(SystemExit):
        main(["--lang", "el", *filter(None, [command]), "--help"])
    said = capsys.readouterr().out
    assert "χρήση: " in said
    words = set(re.findall(r"[A-Za-z]{2,}", re.sub(r"--?[a-z]+", "", said)))
    assert words <= CODES


def test_every_command_is_asked_for_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--lang", "en", "--help"])
    assert set(re.findall(r"^    (\w+)", capsys.readouterr().out, re.MULTILINE)) == set(COMMANDS)


def test_a_wrong_command_is_told_in_the_language(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--lang", "el", "nonsense"])
    assert "δεν υπάρχει εντολή" in capsys.readouterr().err


def test_rules_are_read_in_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "klondike", "-o", "draw=3", "--lang", "el"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("Κλόνταϊκ\n")
    assert "τρία κάθε φορά" in said
    assert "](" not in said
    assert "{" not in said
    assert "#" not in said
    assert main(["rules", "--lang", "en"]) == 0
    assert "Alternating colours\n" in capsys.readouterr().out


def test_the_list_has_titles_in_the_language(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "klondike", "--lang", "el"]) == 0
    assert "Κλόνταϊκ: " in capsys.readouterr().out


def test_english_reads_no_catalogue() -> None:
    """A list of the games in English starts without the reader of .po files, or anything heavy."""
    code = "import sys; from trapoula.terminal.cli import main; main(['list']); print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={"TRAPOULA_LANG": "en"},
    )
    loaded = set(done.stdout.splitlines()[-1].split())
    assert not loaded & {
        "polib",
        "json",
        "dataclasses",
        "trapoula.catalogue.entries",
        "trapoula.patience",
    }


@pytest.mark.parametrize("lang", languages())
def test_every_option_its_choices_and_presets_have_a_name(lang: str) -> None:
    """In menus, in the terminal and in the library they go by it; and no name is left over."""
    words, entries = language(lang).words, [find(game) for game in ids()]
    options = {option.name for entry in entries for option in entry.options}
    written = {
        write_choice(one)
        for entry in entries
        for option in entry.options
        for one in option.choices
        if isinstance(one, (bool, str))
    }
    assert set(words.options) == options
    assert set(words.choices) == written
    assert set(words.presets) == {name for entry in entries for name in entry.presets}


def test_an_option_is_called_the_same_everywhere(capsys: pytest.CaptureFixture[str]) -> None:
    """The catalogue, the library and the terminal tell one name; a stranger's goes by its own."""
    assert texts.option("el", "draw") == "Φύλλα ανά άνοιγμα"
    assert (texts.choice("en", True), texts.choice("en", 3)) == ("Yes", "3")
    assert texts.option("el", "own_rule") == "Own rule"
    options: Any = describe("klondike")["options"]
    draw = options[0]
    assert draw["titles"]["el"] == texts.option("el", "draw")
    assert draw["words"]["en"] == ["1", "3"]
    assert main(["rules", "klondike", "--lang", "en"]) == 0
    assert f"- {texts.option('en', 'draw')} (-o draw=…): " in capsys.readouterr().out


def test_nothing_is_kept_of_languages_that_are_not_spoken_here() -> None:
    """Else whoever asks for ever longer ones would fill the memory of a server."""
    assert language("x" * 60_000) is language("xx") is language("en")
