"""Prose of a Markdown page: its sentences, without code, tables, pictures and addresses."""

import re

_CODE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_FRONT = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
_HTML = re.compile(r"<!--.*?-->|<[^>\n]+>", re.DOTALL)
_PICTURE = re.compile(r"!\[[^\]]*\]\([^)]*\)")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_SPAN = re.compile(r"`[^`]*`")
_ITEM = re.compile(r"^\s*(?:[-*+]|\d+\.) ")
NO_PROSE = ("|", "#", "![", ":::")
_END = re.compile(r"(?<=[.!?])[*_)\"”»]*\s+(?=[*_(\"“«]*[A-ZΑ-ΩΆ-Ώ0-9`])")


def sentences(markdown: str) -> list[str]:
    """The sentences of a page; a span of code counts as one word, a list's item by itself."""
    text = _HTML.sub("", _CODE.sub("\n\n", _FRONT.sub("", markdown)))
    text = _SPAN.sub("Code", _LINK.sub(r"\1", _PICTURE.sub("", text)))
    found: list[str] = []
    for line in text.splitlines():
        if not line.strip() or line.startswith("    ") or line.lstrip().startswith(NO_PROSE):
            found.append("")
        elif _ITEM.match(line) or not found or not found[-1]:
            found.append(_ITEM.sub("", line, count=1).strip())
        else:
            found[-1] += f" {line.strip()}"
    return [one for block in found if block for one in _END.split(block) if one.split()]


def words(sentence: str) -> int:
    """How many words a sentence has."""
    return len(sentence.split())
