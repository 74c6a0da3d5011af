"""Each language is written by one hand: the forms that docs/translating.md rules out are nowhere."""

import re
from collections.abc import Iterator
from pathlib import Path

import polib
import pytest

from tests.texts.extract import TEXTS, code_messages, script_messages
from trapoula.texts import ENGLISH

GUIDE = Path(__file__).parents[2] / "docs" / "translating.md"
SHEETS = {"en": "### English", "el": "### Ελληνικά"}
WORD = r"[^\W\d_]"


def ruled_out(lang: str) -> list[str]:
    """The forms in the second column of a language's table."""
    section = GUIDE.read_text("utf-8").partition(SHEETS[lang])[2]
    section = re.split(r"^##", section, maxsplit=1, flags=re.MULTILINE)[0]
    rows = [line for line in section.splitlines() if line.startswith("| ")][1:]
    return [form for row in rows for form in re.findall(r"`([^`]+)`", row.split("|")[2])]


def pattern(forms: list[str]) -> re.Pattern[str]:
    written = (re.escape(form).replace(r"\*", rf"{WORD}*") for form in forms)
    return re.compile(rf"(?<!{WORD})(?:{'|'.join(written)})(?!{WORD})", re.IGNORECASE)


def plain(text: str) -> str:
    """A text without where its links lead and without its stresses."""
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text).replace("*", "")


def told(lang: str) -> Iterator[tuple[str, str]]:
    """Everything that is read in a language, and where it stands."""
    for path in sorted((TEXTS / lang).glob("*.md")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            yield f"{path.name}:{number}", plain(line)
    for line in (TEXTS / lang / "words.json").read_text("utf-8").splitlines():
        yield "words.json", line
    if lang == ENGLISH:
        for said in (*code_messages(), *script_messages()):
            yield said.where, f"{said.message} {said.many}"
    for path in sorted((TEXTS / lang).glob("*.po")):
        for entry in polib.pofile(str(path)):
            yield path.name, " ".join([entry.msgstr, *entry.msgstr_plural.values()])


@pytest.mark.parametrize("lang", sorted(SHEETS))
def test_no_form_is_used_that_the_guide_rules_out(lang: str) -> None:
    forms = pattern(ruled_out(lang))
    found = [
        f"{where}: {hit[0]!r} in {text}"
        for where, text in told(lang)
        for hit in forms.finditer(text)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("lang", sorted(SHEETS))
def test_the_guide_rules_out_something_in_every_row(lang: str) -> None:
    """And a form that is ruled out would be found, at the start of a sentence too."""
    forms = ruled_out(lang)
    assert len(forms) > 20
    for form in forms:
        text = form.replace("*", "").capitalize()
        assert pattern(forms).search(f"… {text}.") or "*" in form, form


ORDER = re.compile(rf"(?<!{WORD})με(?: {WORD}+){{0,3}} σειρά(?!{WORD})")
SERIES = re.compile(rf"(?<!{WORD})σειρ(?:ά|άς|ές|ών)(?!{WORD})", re.IGNORECASE)


def test_series_means_only_what_comes_first() -> None:
    """A row is γραμμή, a sequence ακολουθία, a turn γύρος; σειρά is said with «με», of an order."""
    found = [f"{where}: {text}" for where, text in told("el") if SERIES.search(ORDER.sub("", text))]
    assert not found, "\n".join(found)
