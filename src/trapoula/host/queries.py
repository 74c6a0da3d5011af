"""Parse the values in a query: whole numbers, times, days and seats."""

from collections.abc import Mapping
from datetime import date, timedelta

from trapoula.core.errors import BadRequest
from trapoula.core.game import ALL, Seat
from trapoula.solve import read_day

LONGEST_CALENDAR = timedelta(400)


def number(query: Mapping[str, str], name: str, default: int, most: int = 10**9) -> int:
    """Return a whole number of a query."""
    text = query.get(name)
    if text is None:
        return default
    if text.isascii() and text.isdigit() and len(text) < 12 and int(text) <= most:
        return int(text)
    raise BadRequest("{name} should be a whole number from 0 to {most}.", name=name, most=most)


def moment(query: Mapping[str, str], name: str) -> float | None:
    """Return a time of a query, or None."""
    try:
        return float(query[name]) if name in query else None
    except ValueError:
        raise BadRequest("{name} should be a time.", name=name) from None


def days(query: Mapping[str, str]) -> tuple[date, date]:
    """Return the first and the last day of a calendar."""
    today = read_day(query.get("today", ""))
    first = read_day(query.get("from", today.isoformat()))
    if not timedelta() <= today - first <= LONGEST_CALENDAR:
        raise BadRequest("A calendar shows at most {most} days.", most=LONGEST_CALENDAR.days)
    return first, today


def seat(query: Mapping[str, str]) -> Seat | None:
    """Return the seat to watch from, ALL for all cards, or None."""
    seats: dict[str, Seat | None] = {"all": ALL, "none": None}
    asked = query.get("seat", "0")
    return seats[asked] if asked in seats else number(query, "seat", 0)
