"""What only a server refuses, in sentences; each has a code on the wire and a status over HTTP."""

from trapoula.core.errors import TrapoulaError
from trapoula.room.errors import Failed, Refused


class Busy(Refused):
    """Too much is asked of the server just now."""

    code, status = "busy", 503


class TooFast(Refused):
    """Too many messages."""

    code, status = "rate", 429


class BadOrigin(Refused):
    """Not from this site."""

    code, status = "bad-origin", 403


class NotForYou(Refused):
    """Only the operators of this server may see that."""

    code, status = "not-for-you", 403


class Unsure(Failed):
    """Nobody can tell yet whether it was stored: the log will."""

    code, status = "unsure", 503


class Damaged(Failed):
    """The log of a room cannot be read."""


class CannotServe(TrapoulaError):
    """The server cannot be started as it was asked to."""

    code = "cannot-serve"
