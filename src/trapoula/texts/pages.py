"""The pages of rules: one a game and language, with the numbers filled in by the game itself."""

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from trapoula.core.errors import NoPage
from trapoula.texts.heads import head, read_head, without_notes
from trapoula.texts.languages import ENGLISH, Language, language

if TYPE_CHECKING:
    from trapoula.catalogue.entries import Entry, Option
    from trapoula.core.game import Choice
    from trapoula.texts.facts import Facts

GLOSSARY = "glossary"
PLACEHOLDER = re.compile(r"\{([\w-]+)(?::([mfn]))?\}")
OPTION = re.compile(r"^(- |  - )([\w-]+): ", re.MULTILINE)
ONLY = re.compile(r"^((?:  )?- )?\{(\w+)=([\w|-]+)\} ")  # a line that holds for some choices
_PARAGRAPH = re.compile(r"(?!#|- |  - |\|).")  # neither blank, heading, bullet nor row of a table
_ANCHOR = re.compile(r"^##+ (.+?) \{#([\w-]+)\}$", re.MULTILINE)
_MARKS = re.compile(r"\[([^\]]*)\]\([^)]*\)")  # a link
_SENTENCE = re.compile(r"(?:^|\n\n|^- |\n- |[.!?] )$")  # what stands before the first word of one


class Page(NamedTuple):
    """A page, ready to be read."""

    title: str
    summary: str
    markdown: str

    @property
    def anchors(self) -> dict[str, str]:
        """The headings that can be linked to, by their anchors."""
        return {key: title for title, key in _ANCHOR.findall(self.markdown)}


def page(lang: str, game: str, options: "Mapping[str, Choice] | None" = None) -> Page:
    """The rules of a game as they are under some options."""
    from trapoula.catalogue.entries import find
    from trapoula.texts.facts import facts

    entry = find(game)
    settled = entry.settle(options or {})
    try:
        speaker = _writer(lang, game)
    except NoPage:
        return _page(_introduction(entry, lang))
    text = under(source(lang, game), settled)
    filled = fill(text, facts(entry.make(settled)), speaker)
    told = {option.name: choices(option, settled[option.name], speaker) for option in entry.options}
    return _page("\n".join(_completed(filled.splitlines(), told)))


def _introduction(entry: "Entry", lang: str) -> str:
    """The page of a game that has none in the collection: what its file says of it."""
    title, _, rest = entry.told(lang).partition(": ")
    return f"# {title}\n\n{rest}" if rest else f"# {head(ENGLISH, entry.id).title}\n\n{title}"


def glossary(lang: str) -> Page:
    """What the words of the rules mean."""
    return _page(source(lang, GLOSSARY))


def source(lang: str, name: str) -> str:
    """The text of a page without its notes; in English where it is not yet written in a language."""
    return without_notes((_writer(lang, name).folder / f"{name}.md").read_text("utf-8"))


def _writer(lang: str, name: str) -> Language:
    """The language that a page is written in."""
    for code in (lang, ENGLISH):
        if (language(code).folder / f"{name}.md").exists():
            return language(code)
    raise NoPage("There is no page about {name} yet.", name=repr(name))


def under(text: str, options: "Mapping[str, Choice]") -> str:
    """The text without the lines that hold only for other choices, each paragraph in one line."""
    from trapoula.catalogue.entries import write_choice

    found = [""]
    for written in text.splitlines():
        line, only = written, ONLY.match(written)
        if only:
            if write_choice(options[only[2]]) not in only[3].split("|"):
                continue
            line = (only[1] or "") + written[only.end() :]
        if _PARAGRAPH.match(line) and _PARAGRAPH.match(found[-1]):
            found[-1] += f" {line}"
        else:
            found.append(line)
    return "\n".join(found[1:])


def fill(text: str, known: "Facts", speaker: Language) -> str:
    """The text with its placeholders filled; a word that begins a sentence is capitalised."""

    def word(match: re.Match[str]) -> str:
        name, gender = match[1], match[2] or ""
        if name not in known:
            return match[0]
        found = speaker.words.number(known[name], gender)
        begins = _SENTENCE.search(text, max(0, match.start() - 3), match.start())
        return found[:1].upper() + found[1:] if begins else found

    return PLACEHOLDER.sub(word, text)


def choices(option: "Option", now: "Choice", speaker: Language) -> str:
    """What an option may be, what it is unless one chooses, and what was chosen."""
    if isinstance(option.default, bool):
        if option.default:
            usual = speaker.say("On unless you switch it off.")
            here = speaker.say("Here it is off.")
        else:
            usual = speaker.say("Off unless you switch it on.")
            here = speaker.say("Here it is on.")
    else:
        usual = speaker.say(
            "Choose from {choices}; {default} unless you do.",
            choices=", ".join(map(_named, option.choices)),
            default=_named(option.default),
        )
        here = speaker.say("Here it is {choice}.", choice=_named(now))
    return usual if now == option.default else f"{usual} {here}"


def _named(choice: "Choice") -> str:
    """A choice as it is written; one that is a word is stressed, so that a client can name it."""
    from trapoula.catalogue.entries import write_choice

    return f"*{choice}*" if isinstance(choice, str) else write_choice(choice)


def _completed(lines: list[str], told: Mapping[str, str]) -> Iterator[str]:
    """The lines, where each option's says what it may be."""
    own = ""
    for line in lines:
        bullet = OPTION.match(line)
        if own and not line.startswith("  "):
            own = ""
        if bullet and bullet[1] == "- " and bullet[2] in told:
            own = bullet[2]
            yield f"- *{own}*: {line[bullet.end() :]} {told[own]}"
        elif bullet and own:
            yield f"  - *{bullet[2]}*: {line[bullet.end() :]}"
        else:
            yield line


def explained(lang: str, game: str) -> dict[str, dict[str, str]]:
    """What the page of a game says of each option, and by their names of those choices that it explains."""
    from trapoula.catalogue.entries import find
    from trapoula.texts.facts import facts

    entry = find(game)
    try:
        text = under(source(lang, game), entry.settle({}))
    except NoPage:
        return {}
    told: dict[str, dict[str, str]] = {option.name: {} for option in entry.options}
    own = ""
    for line in fill(text, facts(entry.make({})), _writer(lang, game)).splitlines():
        bullet = OPTION.match(line)
        if not line.startswith("  "):
            own = bullet[2] if bullet and bullet[2] in told else ""
        if bullet and own:
            told[own][bullet[2] if bullet[1] != "- " else ""] = _plain(line[bullet.end() :])
    return told


def _plain(text: str) -> str:
    """A line as a sentence by itself, without links and stresses."""
    bare = _MARKS.sub(r"\1", text).replace("*", "")
    return bare[:1].upper() + bare[1:]


def _page(markdown: str) -> Page:
    head = read_head(markdown)
    return Page(head.title, head.summary, markdown.rstrip() + "\n")
