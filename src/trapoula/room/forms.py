"""Messages that are encoded once for all recipients, with blanks for what differs."""

from typing import Any

from msgspec import Raw, Struct

from trapoula.room.wire import encode

_GAP = b"\0"  # occurs in no encoded message
BLANK: Any = Raw(_GAP)  # the place of a value to fill in
YES_OR_NO = (b"false", b"true")  # the values of a boolean blank


def beginning(values: Any) -> Any:
    """Encode an object with a blank at its end, for further fields."""
    return Raw(encode(values)[:-1] + b"," + _GAP)


def rest(values: Any) -> bytes:
    """Return the encoded further fields for such a blank."""
    return encode(values)[1:]


class Form:
    """An encoded message with blanks, which are filled in their order."""

    def __init__(self, message: Struct) -> None:
        self._parts = encode(message).split(_GAP)

    def fill(self, blanks: tuple[bytes, ...]) -> bytes:
        """Return the message with its blanks filled."""
        whole = [b""] * (2 * len(blanks) + 1)
        whole[::2], whole[1::2] = self._parts, blanks
        return b"".join(whole)
