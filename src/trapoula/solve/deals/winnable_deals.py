"""Deals that are known to be winnable: a small table of numbers, for games that take long to search.

`python -m bench.winnable_deals` looks for them; the lines that win them are kept with the tests, which play
them.
"""

import json
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_suffix(".json")


@cache
def _table() -> dict[str, dict[str, list[int]]]:
    read: dict[str, dict[str, list[int]]] = json.loads(FILE.read_text("utf-8"))
    return read


def winnable_deals(game: str, level: str | None = None) -> list[int]:
    """The winnable deals that are known of a game with its usual options, of one level or of all."""
    known = _table().get(game, {})
    return [deal for own, deals in known.items() if level in (None, own) for deal in deals]
