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
    """Part of a sentence: a template and its facts, translated with the sentence around it."""

    def __init__(self, message: str, **facts: object) -> None:
        self.message = message
        self.facts = facts

    def __str__(self) -> str:
        return self.message.format(**self.facts)


class TrapoulaError(Exception):
    """An error to show to a person, in one sentence."""

    code = "error"

    def __init__(self, message: str, **facts: object) -> None:
        super().__init__(message, facts)
        self.message = message
        self.facts = facts

    def __str__(self) -> str:
        return self.message.format(**self.facts)


class UnknownGame(TrapoulaError):
    """There is no game with that name."""

    code = "unknown-game"


class BadGame(TrapoulaError):
    """A game whose file or declaration cannot be played."""

    code = "bad-game"


class BadOption(TrapoulaError):
    """No such option, or not one of its values."""

    code = "bad-option"


class BadSeats(TrapoulaError):
    """The game cannot be played by that many players."""

    code = "bad-seats"


class BadDeal(TrapoulaError):
    """The deal number is out of range."""

    code = "bad-deal"


class BadCard(TrapoulaError):
    """A text that is not a card."""

    code = "bad-card"


class BadDeck(TrapoulaError):
    """A deck with missing or extra cards."""

    code = "bad-deck"


class BadAction(TrapoulaError):
    """A text that is not an action of this game."""

    code = "bad-action"


class IllegalAction(TrapoulaError):
    """An action that is not allowed now."""

    code = "illegal-action"


class BadRecord(TrapoulaError):
    """A record that cannot be read; the message names the line."""

    code = "bad-record"


class NothingToUndo(TrapoulaError):
    """There is no move to undo, or undoing it is not allowed."""

    code = "nothing-to-undo"


class NothingToRedo(TrapoulaError):
    """There is no undone move to redo."""

    code = "nothing-to-redo"


class NoPage(TrapoulaError):
    """A rules page that does not exist."""

    code = "not-found"


class BadRequest(TrapoulaError):
    """A request that the engine cannot understand."""

    code = "bad-request"


MESSAGES = {  # our sentences for errors of the operating system
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
    """Return why the system refused, as part of a sentence; without one of ours, use the system's text."""
    message = MESSAGES.get(error.errno or 0)
    return Phrase(message) if message else Phrase("{words}", words=error.strerror or str(error))
