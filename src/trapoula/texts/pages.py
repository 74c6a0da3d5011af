"""The rules pages: one per game and language, with numbers that the game provides."""

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
ONLY = re.compile(r"^((?:  )?- )?\{(\w+)=([\w|-]+)\} ")  # a line for some choices only
_PARAGRAPH = re.compile(r"(?!#|- |  - |\|).")  # not a blank line, heading, bullet or table row
_ANCHOR = re.compile(r"^##+ (.+?) \{#([\w-]+)\}$", re.MULTILINE)
_MARKS = re.compile(r"\[([^\]]*)\]\([^)]*\)")  # a link
# what comes before the first word of a sentence
_SENTENCE = re.compile(r"(?:^|\n\n|^- |\n- |[.!?] )$")


class Page(NamedTuple):
    """A page, ready to read."""

    title: str
    summary: str
    markdown: str

    @property
    def anchors(self) -> dict[str, str]:
        """The headings that can be linked to, by anchor."""
        return {key: title for title, key in _ANCHOR.findall(self.markdown)}


def page(lang: str, game: str, options: "Mapping[str, Choice] | None" = None) -> Page:
    """Return the rules of a game with some options."""
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
    """Return a page for a game outside the collection, from its file."""
    title, _, rest = entry.told(lang).partition(": ")
    return f"# {title}\n\n{rest}" if rest else f"# {head(ENGLISH, entry.id).title}\n\n{title}"


def glossary(lang: str) -> Page:
    """Return the glossary of the rules."""
    return _page(source(lang, GLOSSARY))


def source(lang: str, name: str) -> str:
    """Return a page's text without notes; in English if it is not translated."""
    return without_notes((_writer(lang, name).folder / f"{name}.md").read_text("utf-8"))


def _writer(lang: str, name: str) -> Language:
    """Return the language that a page is written in."""
    for code in (lang, ENGLISH):
        if (language(code).folder / f"{name}.md").exists():
            return language(code)
    raise NoPage("There is no page about {name} yet.", name=repr(name))


def under(text: str, options: "Mapping[str, Choice]") -> str:
    """Remove the lines for other choices, and put each paragraph on one line."""
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
    """Fill in placeholders; capitalize a word that starts a sentence."""

    def word(match: re.Match[str]) -> str:
        name, gender = match[1], match[2] or ""
        if name not in known:
            return match[0]
        found = speaker.words.number(known[name], gender)
        begins = _SENTENCE.search(text, max(0, match.start() - 3), match.start())
        return found[:1].upper() + found[1:] if begins else found

    return PLACEHOLDER.sub(word, text)


def choices(option: "Option", now: "Choice", speaker: Language) -> str:
    """Describe an option's choices, its default and the current choice."""
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
    """Write a choice; emphasize a word, so that a client can translate it."""
    from trapoula.catalogue.entries import write_choice

    return f"*{choice}*" if isinstance(choice, str) else write_choice(choice)


def _completed(lines: list[str], told: Mapping[str, str]) -> Iterator[str]:
    """Yield the lines, adding the choices to each option's line."""
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
    """Return a page's text for each option, and for each choice that it explains."""
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
    """Return a line as a sentence, without links and emphasis."""
    bare = _MARKS.sub(r"\1", text).replace("*", "")
    return bare[:1].upper() + bare[1:]


def _page(markdown: str) -> Page:
    head = read_head(markdown)
    return Page(head.title, head.summary, markdown.rstrip() + "\n")
