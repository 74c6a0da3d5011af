"""What can go wrong, told in sentences.

    TrapoulaError
    ├── UnknownGame        no game of that name
    ├── BadGame            a game whose file or declaration cannot be played
    ├── BadOption          no such option, or not one of its values
    ├── BadSeats           the game is not for that many players
    ├── BadDeal            a deal number out of range
    ├── BadCard            a text that names no card
    ├── BadDeck            a deck with the wrong cards
    ├── BadAction          a text that is no action of this game
    ├── IllegalAction      an action that is not allowed now
    ├── BadRecord          a record that cannot be read, with the line
    ├── NothingToUndo      the first move is already taken back, or may not be
    ├── NothingToRedo      nothing was taken back
    ├── NoPage             a page of rules that is not written
    └── BadRequest         a request to the engine that makes no sense

Each keeps its sentence as a template and the facts that fill it, so that it can be told in any
language; `str` tells it in English. A fact may be another error, or a `Phrase`: it is told in the
same language. `code` is its name on the wire.
"""

import errno


class Phrase:
    """A part of a sentence, kept like the sentence itself as a template and its facts."""

    def __init__(self, message: str, **facts: object) -> None:
        self.message = message
        self.facts = facts

    def __str__(self) -> str:
        return self.message.format(**self.facts)


class TrapoulaError(Exception):
    """Something a person should be told about, in one sentence."""

    code = "error"

    def __init__(self, message: str, **facts: object) -> None:
        super().__init__(message, facts)
        self.message = message
        self.facts = facts

    def __str__(self) -> str:
        return self.message.format(**self.facts)


class UnknownGame(TrapoulaError):
    """No game of that name."""

    code = "unknown-game"


class BadGame(TrapoulaError):
    """A game whose file or declaration cannot be played."""

    code = "bad-game"


class BadOption(TrapoulaError):
    """No such option, or not one of its values."""

    code = "bad-option"


class BadSeats(TrapoulaError):
    """The game is not for that many players."""

    code = "bad-seats"


class BadDeal(TrapoulaError):
    """A deal number out of range."""

    code = "bad-deal"


class BadCard(TrapoulaError):
    """A text that names no card."""

    code = "bad-card"


class BadDeck(TrapoulaError):
    """A deck with the wrong cards."""

    code = "bad-deck"


class BadAction(TrapoulaError):
    """A text that is no action of this game."""

    code = "bad-action"


class IllegalAction(TrapoulaError):
    """An action that is not allowed now."""

    code = "illegal-action"


class BadRecord(TrapoulaError):
    """A record that cannot be read."""

    code = "bad-record"


class NothingToUndo(TrapoulaError):
    """The first move is already taken back, or may not be."""

    code = "nothing-to-undo"


class NothingToRedo(TrapoulaError):
    """Nothing was taken back."""

    code = "nothing-to-redo"


class NoPage(TrapoulaError):
    """A page of rules that is not written."""

    code = "not-found"


class BadRequest(TrapoulaError):
    """A request to the engine that makes no sense."""

    code = "bad-request"


MESSAGES = {  # what the system says of a file or an address
    errno.ENOENT: "there is no such file",
    errno.EISDIR: "that is a folder",
    errno.ENOTDIR: "a part of the path is not a folder",
    errno.EACCES: "that is not allowed",
    errno.EPERM: "that is not allowed",
    errno.ENOSPC: "the disk is full",
    errno.EADDRINUSE: "it is in use",
    errno.EADDRNOTAVAIL: "this machine has no such address",
}


def reason(error: OSError) -> Phrase:
    """Why the system refused, as a part of a sentence; in its own words where we have none."""
    message = MESSAGES.get(error.errno or 0)
    return Phrase(message) if message else Phrase("{words}", words=error.strerror or str(error))
