"""Messages that are written once for all who hear them, with blanks for what is each one's own."""

from typing import Any

from msgspec import Raw, Struct

from trapoula.room.wire import encode

_GAP = b"\0"  # which nothing that is written holds
BLANK: Any = Raw(_GAP)  # stands in a form for whatever it will be filled with
YES_OR_NO = (b"false", b"true")  # how a blank is filled that asks for one of them


def beginning(values: Any) -> Any:
    """Some values by their names, already written, with a blank for those that are still to come."""
    return Raw(encode(values)[:-1] + b"," + _GAP)


def rest(values: Any) -> bytes:
    """The values that such a blank is filled with."""
    return encode(values)[1:]


class Form:
    """A message with blanks, which are filled in the order in which they are written."""

    def __init__(self, message: Struct) -> None:
        self._parts = encode(message).split(_GAP)

    def fill(self, blanks: tuple[bytes, ...]) -> bytes:
        """The message with its blanks filled."""
        whole = [b""] * (2 * len(blanks) + 1)
        whole[::2], whole[1::2] = self._parts, blanks
        return b"".join(whole)
