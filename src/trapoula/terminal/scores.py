"""The statistics of this device, as a table in the terminal."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from trapoula.catalogue.entries import find, write_choice
from trapoula.terminal.device import Device
from trapoula.texts import chosen, figure, say, title

MINUTE = 60


def stats_facts() -> dict[str, Any]:
    """Return the statistics as `GET /api/stats` does."""
    found: dict[str, Any] = json.loads(Device().ask("GET", "/api/stats").body)
    return found


def export(path: Path) -> None:
    """Write all finished games to a file that browsers and servers can import."""
    path.write_bytes(Device().ask("GET", "/api/stats/export.json").body)


def table(stats: Mapping[str, Any]) -> Iterator[str]:
    """Yield a line for each game and its options."""
    rows: list[tuple[str, ...]] = [
        (say("Game"), say("played"), say("won"), "%", say("streak"), say("best time"))
    ]
    rows += [_row(one) for one in stats["games"] if one["played"]]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        name, *figures = (cell.ljust(w) for cell, w in zip(row, widths, strict=True))
        yield "  ".join((name, *(cell.strip().rjust(len(cell)) for cell in figures)))


def _row(one: Mapping[str, Any]) -> tuple[str, ...]:
    best = one["best_seconds"]
    return (
        _named(one["game"], one["options"]),
        str(one["played"]),
        str(one["won"]),
        figure(100 * one["won"] / one["played"], ".0f"),
        f"{one['streak']:+}",
        "–" if best is None else f"{int(best) // MINUTE}:{int(best) % MINUTE:02}",
    )


def _named(game: str, options: Mapping[str, Any]) -> str:
    """Name a game with the options that differ from the defaults."""
    usual = find(game).settle({})
    other = [
        f"{name}={write_choice(value)}"
        for name, value in options.items()
        if value != usual.get(name)
    ]
    name = title(chosen().code, game)
    return f"{name} ({', '.join(other)})" if other else name
