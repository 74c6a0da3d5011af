"""Codes to read aloud: six letters that stand for a table for half an hour.

The letters look the same in Latin and Greek, so a code can be typed on either keyboard."""

import secrets
import unicodedata
from typing import Final

from trapoula.room.errors import Failed, NotFound
from trapoula.server.store import Store

LETTERS: Final = "ABEHIKMNOPTXYZ"
LENGTH: Final = 6
SECONDS: Final = 1800.0
ATTEMPTS: Final = 20  # codes drawn to find a free one
_LATIN: Final = str.maketrans("ΑΒΕΗΙΚΜΝΟΡΤΧΥΖ", LETTERS)


def plain(said: str) -> str:
    """Return a typed code in its stored form, or nothing if it is none."""
    letters = unicodedata.normalize("NFD", said.upper()).translate(_LATIN)
    found = "".join(letter for letter in letters if letter.isalpha())
    return found if len(found) == LENGTH and set(found) <= set(LETTERS) else ""


async def code_of(store: Store, room: str, now: float) -> str:
    """Return the code of a table. An existing one is renewed."""
    known = await store.code_of(room, now)
    for code in [known] if known else [_drawn() for _ in range(ATTEMPTS)]:
        if await store.keep_code(code, room, now + SECONDS, now):
            return code
    raise Failed("No code is free just now. Try again in a moment.")


async def room_of(store: Store, said: str, now: float) -> str:
    """Return the table of a code."""
    code = plain(said)
    room = await store.room_of_code(code, now) if code else None
    if room is None:
        raise NotFound(
            "No table has this code. Codes are valid for half an hour: ask for a new one."
        )
    return room


def _drawn() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
