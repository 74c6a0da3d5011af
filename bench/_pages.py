"""Figures that are noted on the English pages of rules, beside what they are about."""

from trapoula.texts.heads import DASHES
from trapoula.texts.languages import ENGLISH, language


def note(game: str, key: str, said: str) -> None:
    """Write a note of a page anew, as the last one."""
    path = language(ENGLISH).folder / f"{game}.md"
    _, notes, page = path.read_text("utf-8").split(f"{DASHES}\n", 2)
    kept = [line for line in notes.splitlines() if not line.startswith(f"{key}: ")]
    top = "\n".join([*kept, f"{key}: {said}"])
    path.write_text(f"{DASHES}\n{top}\n{DASHES}\n{page}", "utf-8")
