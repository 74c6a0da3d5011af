"""The tables of docs/library.md: every public name, with its own sentence.

python -m tests.contract.library      write them into the page again
"""

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import trapoula
from trapoula import cards, record, solve, views
from trapoula.catalogue import entries, odds
from trapoula.core import deals, game
from trapoula.play import session

PAGE = Path(__file__).parents[2] / "docs" / "library.md"
TABLE = re.compile(r"<!-- (\S+) -->\n(?:\|.*\n)*")
SHOWN: dict[str, Any] = {
    "trapoula": trapoula,
    "Session": session.Session,
    "Game": game.Game,
    "Outcome": game.Outcome,
    "Entry": entries.Entry,
    "Option": entries.Option,
    "Record": record.Record,
    "record": record,
    "views": views,
    "cards": cards,
    "deals": deals,
    "solve": solve,
    "Verdict": solve.Verdict,
    "Hint": solve.Hint,
    "Fatal": solve.Fatal,
    "Odds": odds.Odds,
}
CONSTANTS = {  # names that cannot have a docstring
    "ALL": "In place of a seat: sees every card, for people who study games.",
    "CHANCE": "The seat that shuffles; its actions are recorded like any other.",
    "View": "What one seat may know, as plain JSON.",
    "LAST": "The largest deal number.",
    "LAST_MICROSOFT": "Up to this number, a deal of one pack is Microsoft FreeCell's.",
    "Verdict.finding": "winnable, lost, or unknown.",
    "Verdict.states": "How many positions were searched.",
    "Verdict.seconds": "How long the search took.",
    "Verdict.shuffles": "Whether the verdict holds only up to a shuffle.",
    "Hint.action": "The suggested action.",
    "Hint.reason": "The code of its reason.",
    "Hint.facts": "The cards and piles that the reason's sentence names.",
    "Hint.kept": "The winning line that later hints can follow, if there is one.",
    "Fatal.winnable": "After this many actions the game could still be won.",
    "Fatal.lost": "After this many actions it could no longer be won.",
}


def sentence(value: object) -> str:
    """The first line of what is said of a name."""
    told = value.fget if isinstance(value, property) else value
    return (inspect.getdoc(told) or "").partition("\n")[0]


def public(name: str) -> Iterator[tuple[str, str]]:
    """The public names of a module or a class, each with its sentence."""
    owner = SHOWN[name]
    if hasattr(owner, "__all__"):
        own = [(each, getattr(owner, each)) for each in owner.__all__]
    elif inspect.ismodule(owner):
        own = [
            (each, value)
            for each, value in vars(owner).items()
            if not each.startswith("_")
            and (each in CONSTANTS or getattr(value, "__module__", "") == owner.__name__)
        ]
    else:
        fields = {each: comment for each, comment in _fields(owner) if not each.startswith("_")}
        members = [
            each
            for kind in _ours(owner)
            for each in vars(kind)
            if not each.startswith("_") and each not in fields
        ]
        for each, told in fields.items():
            own_words = CONSTANTS.get(f"{name}.{each}", told)
            yield each, own_words[:1].upper() + own_words[1:].rstrip(".") + "."
        own = [(each, getattr(owner, each)) for each in members]
    for each, value in own:
        yield each, CONSTANTS.get(each) or sentence(value)


def _fields(owner: type) -> Iterator[tuple[str, str]]:
    """The fields of a value, with what stands beside them."""
    if not hasattr(owner, "__dataclass_fields__"):
        return
    source = "".join(map(inspect.getsource, _ours(owner)))
    for each in owner.__dataclass_fields__:
        found = re.search(rf"^    {each}: [^\n#]*(?:  # ([^\n]*))?$", source, re.MULTILINE)
        yield each, ((found[1] if found else "") or "").strip()


def _ours(owner: type) -> list[type]:
    """A class with those of ours that it is made from, the plainest first."""
    return [kind for kind in reversed(owner.__mro__) if kind.__module__.startswith("trapoula")]


def written(page: str) -> str:
    """The page with every table as it should be."""

    def fill(found: re.Match[str]) -> str:
        rows = "".join(f"| `{each}` | {told} |\n" for each, told in public(found[1]))
        return f"<!-- {found[1]} -->\n| name | what it is |\n|---|---|\n{rows}"

    return TABLE.sub(fill, page)


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")
