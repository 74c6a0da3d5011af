"""What a room refuses, in sentences; each has a code on the wire and a status over HTTP."""

from trapoula.errors import TrapoulaError


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
