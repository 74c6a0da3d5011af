"""What is refused wherever tables are kept, in sentences; each has a code and a status, as on the wire."""

from msgspec import UNSET, UnsetType

from trapoula.errors import Phrase, TrapoulaError
from trapoula.game import Json
from trapoula.room import wire
from trapoula.room.errors import Refused


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


def told(error: TrapoulaError, *, id_: str = "", number: int | UnsetType = UNSET) -> wire.Error:
    """An error as it is sent, with the command it answers and the table it was refused at."""
    return wire.Error(
        code=error.code,
        message=str(error),
        template=error.message,
        facts={name: _fact(fact) for name, fact in error.facts.items()},
        id=id_ or UNSET,
        number=number,
    )


def _fact(fact: object) -> Json:
    if isinstance(fact, (TrapoulaError, Phrase)):  # told in the client's language too
        inner: dict[str, Json] = {name: _fact(part) for name, part in fact.facts.items()}
        return {"template": fact.message, "facts": inner}
    return fact if isinstance(fact, (bool, int, float, str)) else str(fact)


def unreadable(error: Exception) -> BadMessage:
    """What is said to bytes that are no message."""
    return BadMessage("That message cannot be read: {reason}.", reason=str(error))
