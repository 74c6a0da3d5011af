"""What a room and its host refuse, in sentences; each has a code on the wire and a status over HTTP."""

from trapoula.core.errors import TrapoulaError


class Refused(TrapoulaError):
    """Something that the server will not do."""

    status = 400


class NotSeated(Refused):
    """That is for those who sit."""

    code, status = "not-seated", 403


class NotHost(Refused):
    """That is for the host."""

    code, status = "not-host", 403


class SeatTaken(Refused):
    """Somebody sits there."""

    code, status = "seat-taken", 409


class NoSeat(Refused):
    """There is no such seat, or none for this player."""

    code, status = "no-seat", 409


class WrongPhase(Refused):
    """Not now: the round has not begun, or is over, or is being played."""

    code, status = "wrong-phase", 409


class Stale(Refused):
    """The table has changed since."""

    code, status = "stale", 409


class ClosedTalk(Refused):
    """No free words at this table, or not now."""

    code, status = "closed-talk", 403


class NoNumbers(Refused):
    """A message that names a number."""

    code, status = "no-numbers", 403


class TooMany(Refused):
    """Too many rooms or sockets."""

    code, status = "too-many", 429


class BadMessage(Refused):
    """No such message, or a field that is missing, unknown or of the wrong kind."""

    code = "bad-message"


class NoRoom(Refused):
    """No such room, or it is not for this player."""

    code, status = "no-room", 404


class NotFound(Refused):
    """No such page."""

    code, status = "not-found", 404


class NotInRoom(Refused):
    """A room must be entered first."""

    code, status = "not-in-room", 409


class NotAvailable(Refused):
    """Nobody here can do that."""

    code, status = "not-available", 501


class TooLong(Refused):
    """The message or the file is too long."""

    code, status = "too-long", 413


class Failed(Refused):
    """Our fault; nothing was changed."""

    code, status = "failed", 500


def status_of(error: TrapoulaError) -> int:
    """The HTTP status that goes with an error."""
    if isinstance(error, Refused):
        return error.status
    return 404 if error.code in ("unknown-game", "not-found") else 400


def unreadable(error: Exception) -> BadMessage:
    """What is said to bytes that are no message."""
    return BadMessage("That message cannot be read: {reason}.", reason=str(error))
