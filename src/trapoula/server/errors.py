"""Errors of a server: each has a code on the wire and a status over HTTP."""

from trapoula.core.errors import TrapoulaError
from trapoula.room.errors import Failed, Refused


class Busy(Refused):
    """The server is at its limit."""

    code, status = "busy", 503


class TooFast(Refused):
    """Too many messages."""

    code, status = "rate", 429


class BadOrigin(Refused):
    """The request comes from another site."""

    code, status = "bad-origin", 403


class NotForYou(Refused):
    """Only the operators of this server can see this."""

    code, status = "not-for-you", 403


class Unsure(Failed):
    """It is unknown whether the change was stored. The log will show it."""

    code, status = "unsure", 503


class Damaged(Failed):
    """The log of a room cannot be read."""


class CannotServe(TrapoulaError):
    """The server cannot start as configured."""

    code = "cannot-serve"
