"""The operators' page: who is connected, how the server is doing, and what failed."""

from collections import Counter
from collections.abc import Iterable
from html import escape
from time import monotonic, process_time
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse

from trapoula import __version__
from trapoula.server.errors import NotForYou
from trapoula.server.house import House
from trapoula.texts import accepted, language, title
from trapoula.texts.languages import Language

FORWARDED = ("x-forwarded-for", "forwarded", "x-real-ip", "via")  # headers that a proxy adds
HERE = ("127.0.0.1", "::1")
WRONG = ("errors", "refused", "failures")  # counters of failures


def check(request: Request) -> None:
    """Refuse a request that does not come directly from this machine."""
    passed_on = any(name in request.headers for name in FORWARDED)
    if request.client is None or request.client.host not in HERE or passed_on:
        raise NotForYou("This is for the operators of the server, on its own machine.")


async def page(request: Request, house: House) -> HTMLResponse:
    """Return the operators' page."""
    check(request)
    speaker = language(accepted(request.headers.get("accept-language", "")))
    well = await house.alive()
    parts = [
        _table(speaker.say("Server"), _server(speaker, house, well=well)),
        _table(speaker.say("Here now"), _people(speaker, house)),
        _table(speaker.say("Refused and failed"), house.metrics.counted(WRONG)),
        _table(speaker.say("Damaged tables"), [(room, "") for room in sorted(house.rooms.damaged)]),
    ]
    head = '<meta charset="utf-8"><meta http-equiv="refresh" content="15"><title>Trapoula</title>'
    text = f'<!doctype html><html lang="{speaker.code}">{head}{"".join(parts)}</html>'
    return HTMLResponse(text, headers={"Cache-Control": "no-store"})


def _server(speaker: Language, house: House, *, well: bool) -> Iterable[tuple[str, object]]:
    hours, minutes = divmod(int(monotonic() - house.began) // 60, 60)
    yield speaker.say("Version"), __version__
    yield speaker.say("Running for"), f"{hours}:{minutes:02}"
    yield (
        speaker.say("Database"),
        speaker.say("Answers") if well else speaker.say("Does not answer"),
    )
    yield speaker.say("Changes not stored"), house.store.database.unstored
    yield speaker.say("Tables in memory"), len(house.rooms.open)
    yield speaker.say("Connections"), len(house.presence.members)
    yield speaker.say("Processor time"), f"{process_time():.0f} s"
    yield speaker.say("A move is stored within"), f"{1000 * house.metrics.slowest(0.99):g} ms (99%)"


def _people(speaker: Language, house: House) -> Iterable[tuple[str, object]]:
    """Yield each person with the games they are at."""
    found: dict[tuple[str, str], Counter[str]] = {}
    for member in house.presence.members:
        table = member.table
        at = "–" if table is None else title(speaker.code, table.room.made.game)
        found.setdefault((member.person.id, member.person.name), Counter())[at] += 1
    for (_, name), games in sorted(found.items(), key=lambda one: one[0][1]):
        yield name, ", ".join(games)


def _table(caption: str, rows: Iterable[tuple[Any, Any]]) -> str:
    told = "".join(
        f"<tr><th align=left><bdi>{escape(str(name))}</bdi><td>{escape(str(what))}"
        for name, what in rows
    )
    return f"<h2>{escape(caption)}</h2><table>{told}</table>"
