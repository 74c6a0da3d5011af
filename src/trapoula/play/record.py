"""The plain-text record of a game: the deal, the actions and the result.

    trapoula record 1
    game klondike draw=3 redeals=unlimited
    seats 1
    deal 17
    deck 7C 2S 6D ...
    seconds 83
    > turn
    > W>T4
    result open

The version line comes first, the result last. `game`, `seats` and `deck` are required, once each.
`deal`, the number of the deck, and `seconds`, the time spent, are optional. Every other line has a
`>` and is one action. The seat comes before the `>` if there are several, and `*` is chance.

A record is read as a whole or not at all: reading replays each action through the rules and
compares the result.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from trapoula.catalogue.entries import find, write_choice
from trapoula.core.cards import Deck
from trapoula.core.deals import check_number
from trapoula.core.errors import BadRecord, Phrase, TrapoulaError
from trapoula.core.game import CHANCE, Choice, Game, Seat, check, read_deck, write_deck

VERSION = 1
LONGEST = 4_000_000  # characters; a longer text is refused
_TITLE = "trapoula record"
_FIELDS = ("game", "seats", "deal", "deck", "seconds")
_NEEDED = ("game", "seats", "deck")


@dataclass(frozen=True, slots=True)
class Record:
    """A played game: everything needed to replay it."""

    game: str  # its id
    options: Mapping[str, Choice]  # all of them, with defaults filled in
    seats: int  # the player count
    deck: Deck  # the first card is dealt first
    actions: tuple[tuple[Seat, str], ...] = ()  # texts, each with its seat
    deal: int | None = None  # the number of the deck, if it has one
    seconds: int = 0  # spent at the table

    def make(self) -> Game[Any, Any]:
        """Make the game with its options."""
        return find(self.game).make(self.options)


def standing(game: Game[Any, Any], state: Any) -> str:
    """Write the result of a game: open, or the reason it ended and the scores."""
    outcome = game.outcome(state)
    return "open" if outcome is None else " ".join([outcome.reason, *map(str, outcome.scores)])


def replay(record: Record) -> tuple[Any, ...]:
    """Return every state of the game, from the deal to the last action."""
    game = record.make()
    states = [game.start(record.deck, record.seats)]
    for seat, text in record.actions:
        states.append(game.play(states[-1], check(game, states[-1], seat, text)))
    return tuple(states)


def write(record: Record) -> str:
    """Write a record as text."""
    game = record.make()
    options = "".join(f" {name}={write_choice(value)}" for name, value in record.options.items())
    lines = [f"{_TITLE} {VERSION}", f"game {record.game}{options}", f"seats {record.seats}"]
    if record.deal is not None:
        lines.append(f"deal {record.deal}")
    lines.append(f"deck {' '.join(write_deck(game, record.deck))}")
    if record.seconds:
        lines.append(f"seconds {record.seconds}")
    lines += [f"{_write_seat(seat, record.seats)}> {text}" for seat, text in record.actions]
    lines.append(f"result {standing(game, replay(record)[-1])}")
    return "\n".join(lines) + "\n"


def read(text: str) -> Record:
    """Read a record from text; replay it to check every action and the result."""
    if len(text) > LONGEST:
        raise BadRecord("This is too long for a record: over {most:,} characters.", most=LONGEST)
    lines = text.split("\n")
    _check_version(lines[0].strip())
    while lines and not lines[-1].strip():
        lines.pop()
    if not lines[-1].startswith("result "):
        raise _fault(
            len(lines), Phrase("the record breaks off: its last line should be the result.")
        )
    fields: dict[str, str] = {}
    moves: list[tuple[int, str, str]] = []
    for number, line in enumerate(lines[1:-1], 2):
        word, _, rest = line.strip().partition(" ")
        if word in _FIELDS and not moves:
            if word in fields:
                raise _fault(number, Phrase("{word} is said twice.", word=word))
            fields[word] = rest.strip()
        elif ">" in word:
            seat, _, action = line.partition(">")
            moves.append((number, seat.strip(), action.strip()))
        else:
            raise _fault(
                number,
                Phrase(
                    "{line} is neither an action nor one of {fields}.",
                    line=repr(line[:60]),
                    fields=", ".join(_FIELDS),
                ),
            )
    return _build(fields, moves, lines[-1].removeprefix("result ").strip(), len(lines))


def _build(
    fields: dict[str, str], moves: list[tuple[int, str, str]], result: str, last: int
) -> Record:
    for word in _NEEDED:
        if not fields.get(word):
            raise _fault(last, Phrase("the line with the {word} is missing.", word=word))
    name, *words = fields["game"].split()
    entry = find(name)
    options = {}
    for word in words:
        key, _, value = word.partition("=")
        options[key] = entry.option(key).read(value)
    options = entry.recorded(options)
    game = entry.make(options)
    seats = _number("seats", fields["seats"])
    deck = read_deck(game, fields["deck"])
    state = game.start(deck, seats)
    actions = []
    for number, who, text in moves:
        try:
            seat = _read_seat(who, seats)
            state = game.play(state, check(game, state, seat, text))
        except TrapoulaError as error:
            raise _fault(number, error) from None
        actions.append((seat, text))
    if result != standing(game, state):
        raise _fault(
            last,
            Phrase(
                "the result is said to be {said} and is {result}.",
                said=repr(result),
                result=repr(standing(game, state)),
            ),
        )
    return Record(
        name,
        options,
        seats,
        deck,
        tuple(actions),
        check_number(_number("deal", fields["deal"])) if "deal" in fields else None,
        _number("seconds", fields.get("seconds", "0")),
    )


def _check_version(line: str) -> None:
    if not line.startswith(f"{_TITLE} "):
        raise BadRecord(
            "This is not a record of a game: its first line should be {line}.",
            line=repr(f"{_TITLE} {VERSION}"),
        )
    if line != f"{_TITLE} {VERSION}":
        raise BadRecord(
            "This record is of version {version}, and only version {known} can be read here.",
            version=repr(line.removeprefix(_TITLE).strip()[:20]),
            known=VERSION,
        )


def _fault(line: int, reason: Phrase | TrapoulaError) -> BadRecord:
    return BadRecord("Line {line} of the record: {reason}", line=line, reason=reason)


def _number(word: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 15):
        raise BadRecord(
            "The record's {word} should be a number, not {text}.", word=word, text=repr(text)
        )
    return int(text)


def _write_seat(seat: Seat, seats: int) -> str:
    if seat == CHANCE:
        return "*"
    return "" if seats == 1 else str(seat + 1)


def _read_seat(text: str, seats: int) -> Seat:
    if text == "*":
        return CHANCE
    if text == "" and seats == 1:
        return 0
    if text.isascii() and text.isdigit() and len(text) <= 3 and 1 <= int(text) <= seats:
        return int(text) - 1
    raise BadRecord("{text} is not a seat at this table of {seats}.", text=repr(text), seats=seats)
