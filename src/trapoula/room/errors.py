"""Errors of a room and its host: each has a code on the wire and a status over HTTP."""

from trapoula.core.errors import TrapoulaError


class Refused(TrapoulaError):
    """The server refuses to do something."""

    status = 400


class NotSeated(Refused):
    """Only for players with a seat."""

    code, status = "not-seated", 403


class NotHost(Refused):
    """Only for the host."""

    code, status = "not-host", 403


class SeatTaken(Refused):
    """The seat is taken."""

    code, status = "seat-taken", 409


class NoSeat(Refused):
    """There is no such seat, or it is not this player's."""

    code, status = "no-seat", 409


class WrongPhase(Refused):
    """Not in this phase: the round has not started, is in play, or is over."""

    code, status = "wrong-phase", 409


class Stale(Refused):
    """The table has changed since."""

    code, status = "stale", 409


class ClosedTalk(Refused):
    """No chat at this table, or not now."""

    code, status = "closed-talk", 403


class NoNumbers(Refused):
    """The message names a number."""

    code, status = "no-numbers", 403


class TooMany(Refused):
    """Too many rooms or connections."""

    code, status = "too-many", 429


class BadMessage(Refused):
    """An unknown message, or a field that is missing, unknown or of the wrong type."""

    code = "bad-message"


class NoRoom(Refused):
    """There is no such room, or this player may not see it."""

    code, status = "no-room", 404


class NotFound(Refused):
    """There is no such page."""

    code, status = "not-found", 404


class NotInRoom(Refused):
    """The player must enter a room first."""

    code, status = "not-in-room", 409


class NotAvailable(Refused):
    """This host cannot do that."""

    code, status = "not-available", 501


class TooLong(Refused):
    """The message or the file is too long."""

    code, status = "too-long", 413


class Failed(Refused):
    """An error on our side; nothing was changed."""

    code, status = "failed", 500


def status_of(error: TrapoulaError) -> int:
    """Return the HTTP status of an error."""
    if isinstance(error, Refused):
        return error.status
    return 404 if error.code in ("unknown-game", "not-found") else 400


def unreadable(error: Exception) -> BadMessage:
    """Return the error for bytes that cannot be decoded."""
    return BadMessage("That message cannot be read: {reason}.", reason=str(error))
