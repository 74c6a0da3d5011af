"""`trapoula engine`: the line protocol for programs in any language.

One JSON object a line in, one out, in order. Every reply is {"ok": true, ...} or
{"ok": false, "error": {"code", "message"}}; no line ever ends the process.
"""

import json
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, BinaryIO

from trapoula import record as records
from trapoula.bots import levels
from trapoula.catalogue import Entry, entries, find
from trapoula.errors import BadRequest, Phrase, TrapoulaError
from trapoula.game import ALL, Guided, Json, Seat, read_deck
from trapoula.session import Session
from trapoula.texts import chosen, say, summary, tell, title

if TYPE_CHECKING:
    pass

if TYPE_CHECKING:
    from trapoula.coach import Advice

LONGEST = 5_000_000  # bytes in a line
MOST_SECONDS = 3600  # for a verdict
Request = dict[str, Any]
Reply = dict[str, Json]


class Engine:
    """One table, driven by requests."""

    def __init__(self) -> None:
        self._session: Session | None = None
        self._commands: dict[str, Callable[[Request], Reply]] = {
            "games": self._games,
            "start": self._start,
            "view": self._view,
            "legal": self._legal,
            "play": self._play,
            "undo": self._undo,
            "redo": self._redo,
            "outcome": self._outcome,
            "record": self._record,
            "load": self._load,
            "hint": self._hint,
            "review": self._review,
            "verdict": self._verdict,
        }

    def answer(self, line: bytes) -> Reply:
        """The reply to one line, whatever it holds."""
        try:
            return {"ok": True, **self._do(_decode(line))}
        except TrapoulaError as error:
            return {"ok": False, "error": {"code": error.code, "message": tell(error)}}

    def _do(self, request: Request) -> Reply:
        word = request.get("do")
        command = self._commands.get(word) if isinstance(word, str) else None
        if command is None:
            raise BadRequest(
                "{word} is not something to do: {commands}.",
                word=repr(word),
                commands=", ".join(self._commands),
            )
        return command(request)

    @property
    def _table(self) -> Session:
        if self._session is None:
            raise BadRequest('No game is on the table: {{"do": "start", "game": ...}} begins one.')
        return self._session

    # --- requests --------------------------------------------------------------------------------

    def _games(self, request: Request) -> Reply:
        return {"games": [_describe(entry) for entry in entries()]}

    def _start(self, request: Request) -> Reply:
        game, options = _get(request, "game", str), _get(request, "options", dict, {})
        seats, deal = _get(request, "seats", int, None), _get(request, "deal", int, None)
        words = _get(request, "deck", list, None)
        if words is not None and deal is not None:
            raise BadRequest("Give a deal number or a deck, not both.")
        deck = None
        if words is not None:
            if not all(isinstance(word, str) for word in words):
                raise BadRequest("A deck is a list of cards written as text.")
            deck = read_deck(find(game).make(options), words)
        self._session = Session(game, options, deal=deal, deck=deck, seats=seats)
        return {"seats": self._session.seats, **self._standing()}

    def _view(self, request: Request) -> Reply:
        table = self._table
        seat = ALL if request.get("seat") == "all" else self._seat(request, 0, spectator=True)
        task = None
        if isinstance(table.game, Guided) and seat is not None:
            task = table.game.task(table.state, seat)
        return {
            "view": table.view(seat),
            "task": None if task is None else say(task.message, **task.facts),
        }

    def _legal(self, request: Request) -> Reply:
        seat = self._seat(request, self._table.turn or 0)
        return {"turn": self._table.turn, "legal": list(self._table.legal(seat or 0))}

    def _play(self, request: Request) -> Reply:
        table = self._table
        seat = self._seat(request, None)
        table.play(_get(request, "action", str), seat)
        return self._standing()

    def _undo(self, request: Request) -> Reply:
        self._table.undo()
        return self._standing()

    def _redo(self, request: Request) -> Reply:
        self._table.redo()
        return self._standing()

    def _outcome(self, request: Request) -> Reply:
        outcome = self._table.outcome
        if outcome is None:
            return {"outcome": None}
        return {
            "outcome": {
                "won": outcome.won,
                "scores": list(outcome.scores),
                "reason": outcome.reason,
                "facts": outcome.facts,
            }
        }

    def _record(self, request: Request) -> Reply:
        return {"record": records.write(self._table.record())}

    def _load(self, request: Request) -> Reply:
        record = records.read(_get(request, "record", str))
        self._session = Session.resume(record)
        return {"game": record.game, "seats": record.seats, **self._standing()}

    def _hint(self, request: Request) -> Reply:
        table = self._table
        if table.seats > 1 or levels(table.id):
            from trapoula.coach import advise

            seat = self._seat(request, table.turn)
            advice = None if seat is None else advise(table, seat)
            return {"hint": None if advice is None else _told(advice)}
        from trapoula.solve import hint

        found = hint(table)
        if found is None:
            return {"hint": None}
        because = say(found.message, **found.facts)
        return {"hint": {"action": found.action, "reason": found.reason, "because": because}}

    def _review(self, request: Request) -> Reply:
        from trapoula.coach import review

        if not levels(self._table.id):
            raise BadRequest("A review is for table games; for a patience ask for a verdict.")
        found = review(self._table, self._seat(request, 0) or 0)
        decisions: list[Json] = [
            {"step": one.step, "own": _told(one.own), "best": _told(one.best)}
            for one in found.decisions
        ]
        return {**found.plain(), "decisions": decisions}

    def _verdict(self, request: Request) -> Reply:
        from trapoula.solve import fatal, verdict

        seconds = request.get("seconds", 10)
        if type(seconds) not in (int, float) or not 0 < seconds <= MOST_SECONDS:
            raise BadRequest("seconds should be a number from 0 to {most}.", most=MOST_SECONDS)
        found = verdict(self._table, float(seconds))
        lost = fatal(self._table, float(seconds)).facts() if found.finding == "lost" else None
        return {**found.facts(), "fatal": lost}

    # --- what replies are made of ----------------------------------------------------------------

    def _standing(self) -> Reply:
        return {"turn": self._table.turn, "over": self._table.outcome is not None}

    def _seat(
        self, request: Request, default: Seat | None, *, spectator: bool = False
    ) -> Seat | None:
        seat = request.get("seat", default)
        seats = self._table.seats
        if seat is None and (spectator or "seat" not in request):
            return None
        if type(seat) is int and 0 <= seat < seats:
            return seat
        raise BadRequest(
            "There is no seat {seat} at this table: seats are numbered from 0 to {last}.",
            seat=repr(seat),
            last=seats - 1,
        )


def _told(advice: "Advice") -> Json:
    """A piece of advice with its sentence."""
    return {**advice.plain(), "because": say(advice.message, **advice.facts)}


def _describe(entry: Entry) -> Json:
    seats, lang = entry.make().seats, chosen().code
    return {
        "game": entry.id,
        "title": title(lang, entry.id),
        "family": entry.family,
        "summary": summary(lang, entry.id),
        "seats": [seats[0], seats[-1]],
        "options": {
            option.name: {"choices": list(option.choices), "default": option.default}
            for option in entry.options
        },
        "presets": {name: dict(values) for name, values in entry.presets.items()},
    }


_KINDS = {
    str: Phrase("a text"),
    int: Phrase("a whole number"),
    dict: Phrase("an object"),
    list: Phrase("a list"),
}


def _decode(line: bytes) -> Request:
    if len(line) > LONGEST:
        raise BadRequest("The line is too long: over {most:,} bytes.", most=LONGEST)
    try:
        request = json.loads(line)
    except (ValueError, RecursionError):
        raise BadRequest("The line is not JSON: one object a line, in UTF-8.") from None
    if not isinstance(request, dict):
        raise BadRequest('The line is not a JSON object such as {{"do": "games"}}.')
    return request


def _get(request: Request, key: str, kind: type, *default: Any) -> Any:
    """A field of the request, which must be of its kind."""
    if key not in request and default:
        return default[0]
    value = request.get(key)
    if type(value) is not kind and not (default and value is default[0] is None):
        raise BadRequest("{key} should be {kind}.", key=repr(key), kind=_KINDS[kind])
    return value


def serve(source: BinaryIO = sys.stdin.buffer, sink: BinaryIO = sys.stdout.buffer) -> None:
    """Answer line after line until the input ends."""
    engine = Engine()
    while line := source.readline(LONGEST + 1):
        if len(line) > LONGEST:
            while line[-1:] not in (b"\n", b"") and (more := source.readline(LONGEST)):
                line = line[:LONGEST] + more[-1:]
        if not line.strip():
            continue
        sink.write(json.dumps(engine.answer(line), ensure_ascii=False).encode() + b"\n")
        sink.flush()
