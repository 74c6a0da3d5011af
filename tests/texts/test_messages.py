"""Every message is translated, none is left over, and each asks for the facts that it is given."""

import ast
import html.parser
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from string import Formatter

import polib
import pytest

from tests.texts.extract import (
    CODE,
    ROOT,
    SAYING,
    SCRIPTS,
    STRING,
    Said,
    code_messages,
    error_names,
    script_messages,
    tree_of,
    without_comments,
)
from trapoula.server import pages
from trapoula.texts import ENGLISH, language, languages

OTHERS = [lang for lang in languages() if lang != ENGLISH]


def strings_of(path: Path) -> list[str]:
    return re.findall(STRING, without_comments(path.read_text("utf-8")))


LITERALS = {literal for path in SCRIPTS for literal in strings_of(path)}
FIRST_SCRIPT = f"js/{pages.FIRST}"
OFFLINE = [f"js/offline/{path.name}" for path in (ROOT / "web/js/offline").iterdir()]  # at any page


def entries(lang: str, file: str) -> dict[str, polib.POEntry]:
    path = ROOT / "texts" / lang / file
    assert path.exists(), f"texts/{lang}/{file} is not written"
    found = polib.pofile(str(path))
    keys = [(entry.msgctxt, entry.msgid) for entry in found]
    assert len(set(keys)) == len(keys), "no message twice"
    return {entry.msgid: entry for entry in found}


def generated(lang: str) -> set[str]:
    """The names of cards and piles, which come from words.json."""
    return set(language(lang).words.labels(language(ENGLISH).words))


def missing(said: Iterable[Said], known: set[str]) -> list[str]:
    return [f"{one.where}: {one.message}" for one in said if one.message not in known]


@pytest.mark.parametrize("lang", OTHERS)
def test_everything_that_the_code_says_is_translated(lang: str) -> None:
    known = {key for key, entry in entries(lang, "messages.po").items() if entry.translated()}
    left = missing(code_messages(), known)
    assert not left, "\n".join(left)


@pytest.mark.parametrize("lang", OTHERS)
def test_everything_that_the_scripts_say_is_translated(lang: str) -> None:
    files = ("first.po", "web.po", "messages.po")
    found = [entry for file in files for entry in entries(lang, file).values()]
    known = {entry.msgid for entry in found if entry.translated()} | generated(lang)
    left = missing(script_messages(), known)
    assert not left, "\n".join(left)


@pytest.mark.parametrize("lang", OTHERS)
def test_no_translation_is_left_over(lang: str) -> None:
    said = {one.message for one in code_messages()}
    unused = [message for message in entries(lang, "messages.po") if message not in said]
    assert not unused, "\n".join(unused)
    escaped = {literal.replace('\\"', '"') for literal in LITERALS}
    told = [*entries(lang, "first.po"), *entries(lang, "web.po")]
    unused = [message for message in told if message not in escaped | said]
    assert not unused, "\n".join(unused)


@pytest.mark.parametrize("lang", OTHERS)
def test_what_the_first_page_says_comes_at_once(lang: str) -> None:
    """And nothing else does, so that little is fetched before it can be read."""
    scripts = [FIRST_SCRIPT, *pages.scripts("/"), *OFFLINE]
    said = {
        literal.replace('\\"', '"')
        for name in scripts
        for literal in strings_of(ROOT / "web" / name)
    }
    client = {*entries(lang, "first.po"), *entries(lang, "web.po")}
    assert {*entries(lang, "first.po")} == client & said


def names(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize("file", ["messages.po", "first.po", "web.po"])
def test_a_translation_asks_for_the_same_facts(lang: str, file: str) -> None:
    for message, entry in entries(lang, file).items():
        if not entry.msgid_plural:
            assert names(entry.msgstr) == names(message), message
            continue
        for text in entry.msgstr_plural.values():
            assert names(text) - {"n"} == names(entry.msgid_plural) - {"n"}, message


@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize("file", ["messages.po", "first.po", "web.po"])
def test_every_plural_form_is_there(lang: str, file: str) -> None:
    found = polib.pofile(str(ROOT / "texts" / lang / file))
    forms = int(re.findall(r"nplurals=(\d)", found.metadata["Plural-Forms"])[0])
    for entry in found:
        if entry.msgid_plural:
            assert len(list(filter(None, entry.msgstr_plural.values()))) == forms, entry.msgid


@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize("file", ["messages.po", "first.po", "web.po"])
def test_nothing_is_in_doubt(lang: str, file: str) -> None:
    """No fuzzy and no obsolete entries."""
    for entry in polib.pofile(str(ROOT / "texts" / lang / file)):
        assert not entry.fuzzy, entry.msgid
        assert not entry.obsolete, entry.msgid


@pytest.mark.parametrize("lang", OTHERS)
def test_a_translation_ends_like_its_message(lang: str) -> None:
    """A sentence stays a sentence, and a label a label."""
    english_ends, ends = language(ENGLISH).words.ends, language(lang).words.ends
    for file in ("messages.po", "first.po", "web.po"):
        for message, entry in entries(lang, file).items():
            pairs = [(message, entry.msgstr)] if not entry.msgid_plural else []
            for english, text in pairs:
                assert (english[-1] in english_ends) == (text[-1] in ends), english
                assert text == text.strip(" ") or english != english.strip(" "), english


def test_the_same_message_has_the_same_plural() -> None:
    found: dict[str, str] = {}
    for said in [*code_messages(), *script_messages()]:
        assert found.setdefault(said.message, said.many) == said.many, said


# --- sentences that are said without being looked up -----------------------------------------------

SENTENCE = re.compile(r"[A-Za-z]{2,}[,;:]? [a-z]{2,}")
PRINTING = {"print", "input", "write", "add_argument", "add_parser"}


def printed(path: Path) -> Iterator[str]:
    """Sentences in Python that a person would read, and that nobody looks up."""
    heard = SAYING | error_names() | {"say_many"}
    for node in ast.walk(tree_of(path)):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        shown = [word.value for word in node.keywords if word.arg in ("help", "end", "description")]
        names = [word.value for word in node.keywords if word.arg == "metavar"]
        if name in PRINTING:
            for part in (text for arg in [*node.args, *shown] for text in literals(arg, heard)):
                if SENTENCE.search(part):
                    yield f"{path.name}:{node.lineno}: {part}"
            for part in (text for arg in names for text in literals(arg, heard)):
                if re.search(r"[A-Z]{2,}", part):  # N and A-B are the same in all languages
                    yield f"{path.name}:{node.lineno}: {part}"
        if name in heard and node.args and isinstance(node.args[0], ast.JoinedStr):
            yield f"{path.name}:{node.lineno}: an f-string cannot be looked up"


def literals(node: ast.AST, heard: set[str]) -> Iterator[str]:
    """The texts in an expression, but for those that are given to a function that looks them up."""
    if isinstance(node, ast.Call):
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if name in heard:
            return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    for child in ast.iter_child_nodes(node):
        if not (isinstance(node, ast.Subscript) and child is node.slice):  # a key is not read
            yield from literals(child, heard)


def test_no_sentence_is_printed_without_being_looked_up() -> None:
    found = [line for path in CODE for line in printed(path)]
    assert not found, "\n".join(found)


def test_facts_of_errors_are_not_sentences() -> None:
    """A fact that is English itself would stay English: it is a Phrase, or a message of its own."""
    found = []
    for path in CODE:
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.Call):
                name = node.func.id if isinstance(node.func, ast.Name) else ""
                if name in error_names() | {"say", "say_many", "Phrase"}:
                    for fact in node.keywords:
                        for text in literals(fact.value, {"Phrase", "say", "repr", "join"}):
                            if re.search(r"[A-Za-z]{2,}", text):
                                found.append(f"{path.relative_to(ROOT)}:{node.lineno}: {text!r}")
    assert not found, "\n".join(found)


QUOTED = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`')


def test_no_sentence_in_a_script_is_shown_without_being_looked_up() -> None:
    """A text that begins with a capital and has two words is one that people read."""
    known = {said.message for said in script_messages()} | {said.many for said in script_messages()}
    found = []
    for path in SCRIPTS:
        text = without_comments(path.read_text("utf-8"))
        for match in QUOTED.finditer(text):
            literal = (match[1] or match[2] or "").replace('\\"', '"')
            plain = re.sub(r"\$\{[^}]*\}", "", literal)
            if re.match(r"[A-Z][a-z]+[,;:]? [a-z]{2,}", plain) and literal not in known:
                found.append(f"{path.relative_to(ROOT)}: {literal}")
    assert not found, "\n".join(found)


class _Visible(html.parser.HTMLParser):
    """Collects the texts of a page that people see."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._hidden += tag in ("script", "style", "title", "noscript")
        self.texts += [
            v or "" for k, v in attrs if k in ("aria-label", "title", "placeholder", "alt")
        ]

    def handle_endtag(self, tag: str) -> None:
        self._hidden -= tag in ("script", "style", "title", "noscript")

    def handle_data(self, data: str) -> None:
        if not self._hidden and data.strip():
            self.texts.append(data.strip())


def test_templates_hold_no_words() -> None:
    """A page of HTML is empty until a script has filled it."""
    for path in (ROOT / "web").rglob("*.html"):
        seen = _Visible()
        seen.feed(path.read_text("utf-8"))
        words = [text for text in seen.texts if SENTENCE.search(text)]
        assert not words, f"{path.name}: {words}"
