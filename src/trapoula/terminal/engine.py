"""`trapoula engine`: the line protocol for programs in any language.

Each request is one JSON object on a line, and each gets one in reply, in order. A reply is {"ok":
true, ...} or {"ok": false, "error": {"code", "message"}}, with the request's "id" if it has one. No
input ends the process.
"""

import json
import sys
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, BinaryIO

from trapoula.bots import levels
from trapoula.bots.coach import get_ready
from trapoula.catalogue.entries import Entry, entries, find
from trapoula.core import deals
from trapoula.core.errors import BadRequest, Phrase, TrapoulaError
from trapoula.core.game import ALL, Json, Seat, is_guided, read_deck
from trapoula.machine.extras import missing, need
from trapoula.patience import Patience
from trapoula.play import record as records
from trapoula.play.session import Session
from trapoula.texts import chosen, say, summary, tell, title

if TYPE_CHECKING:
    from trapoula.bots import Player
    from trapoula.bots.coach import Advice

LONGEST = 5_000_000  # bytes in a line
MOST_TABLES = 1_000
EVERYWHERE = ("do", "id", "table")  # keys that every request may have
MOST_SECONDS = 3600  # limit for a verdict
Request = dict[str, Any]
Reply = dict[str, Json]


class Engine:
    """Tables that the client names, driven by requests; the default table's name is empty."""

    def __init__(self) -> None:
        self._sessions: dict[str, Session] = {}
        # bots by table, seat and level; they remember the game
        self._bots: dict[tuple[str, Seat, str], Player] = {}
        self._name = ""  # the table of the current request
        self._commands: dict[str, tuple[Callable[[Request], Reply], tuple[str, ...]]] = {
            "games": (self._games, ()),
            "tables": (self._tables, ()),
            "start": (self._start, ("game", "options", "deal", "deck", "seats")),
            "close": (self._close, ()),
            "view": (self._view, ("seat",)),
            "legal": (self._legal, ("seat",)),
            "play": (self._play, ("action", "seat")),
            "undo": (self._undo, ()),
            "redo": (self._redo, ()),
            "outcome": (self._outcome, ()),
            "record": (self._record, ()),
            "load": (self._load, ("record",)),
            "hint": (self._hint, ("seat",)),
            "review": (self._review, ("seat",)),
            "verdict": (self._verdict, ("seconds",)),
            "bot": (self._bot, ("level", "seat")),
        }

    def answer(self, line: bytes) -> Reply:
        """Answer one line, whatever it contains."""
        request: Request = {}
        try:
            request = _decode(line)
            reply = {"ok": True, **self._do(request)}
        except TrapoulaError as error:
            reply = {"ok": False, "error": {"code": error.code, "message": tell(error)}}
        except ModuleNotFoundError as error:
            reply = {"ok": False, "error": _failure(missing(error) or error)}
        except Exception as error:  # a game from outside may raise anything: keep serving
            reply = {"ok": False, "error": _failure(error)}
        if isinstance(given := request.get("id"), (str, int, float)):
            reply["id"] = given
        return reply

    def _do(self, request: Request) -> Reply:
        word = request.get("do")
        command, known = (
            self._commands.get(word, (None, ())) if isinstance(word, str) else (None, ())
        )
        if command is None and word is None:
            raise BadRequest(
                "A line says what to do: {commands}.", commands=", ".join(self._commands)
            )
        if command is None:
            raise BadRequest(
                "{word} is not something to do: {commands}.",
                word=repr(word),
                commands=", ".join(self._commands),
            )
        for key in request:
            if key not in (*EVERYWHERE, *known):
                raise _unknown(key, str(word), known)
        if not isinstance(request.get("id", ""), (str, int, float)):
            raise BadRequest("'id' should be a text or a number.")
        self._name = _get(request, "table", str, "")
        return command(request)

    @property
    def _table(self) -> Session:
        if self._name not in self._sessions:
            raise BadRequest('No game is on the table: {{"do": "start", "game": ...}} begins one.')
        return self._sessions[self._name]

    def _seat_at(self, session: Session) -> None:
        """Put a session on the current table, replacing any other."""
        if self._name not in self._sessions and len(self._sessions) >= MOST_TABLES:
            raise BadRequest(
                "There are {most} tables already: close one of them first.", most=MOST_TABLES
            )
        self._clear()
        self._sessions[self._name] = session
        if not isinstance(session.game, Patience):
            get_ready(session.id)  # the client may ask for a hint

    def _clear(self) -> None:
        self._bots = {key: bot for key, bot in self._bots.items() if key[0] != self._name}

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
        self._seat_at(Session(game, options, deal=deal, deck=deck, seats=seats))
        return {"seats": self._table.seats, **self._standing()}

    def _tables(self, request: Request) -> Reply:
        return {
            "tables": {
                name: {"game": session.id, "turn": session.turn}
                for name, session in self._sessions.items()
            }
        }

    def _close(self, request: Request) -> Reply:
        self._clear()
        return {"closed": self._sessions.pop(self._name, None) is not None}

    def _view(self, request: Request) -> Reply:
        table = self._table
        seat = ALL if request.get("seat") == "all" else self._seat(request, 0, spectator=True)
        task = None
        if is_guided(table.game) and seat is not None:
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
        self._seat_at(Session.resume(record))
        return {"game": record.game, "seats": record.seats, **self._standing()}

    def _hint(self, request: Request) -> Reply:
        table = self._table
        if table.seats > 1 or levels(table.id):
            from trapoula.bots.coach import advise

            seat = self._seat(request, table.turn)
            advice = None if seat is None else advise(table, seat)
            return {"hint": None if advice is None else _told(advice)}
        from trapoula.solve import hint

        need("solve")
        found = hint(table)
        if found is None:
            return {"hint": None}
        because = say(found.message, **found.facts)
        return {"hint": {"action": found.action, "reason": found.reason, "because": because}}

    def _review(self, request: Request) -> Reply:
        from trapoula.bots.coach import review

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

        need("solve")
        seconds = request.get("seconds", 10)
        if type(seconds) not in (int, float) or not 0 < seconds <= MOST_SECONDS:
            raise BadRequest(
                "seconds should be a number above 0, {most} at most.", most=MOST_SECONDS
            )
        found = verdict(self._table, float(seconds))
        lost = fatal(self._table, float(seconds)).facts() if found.finding == "lost" else None
        return {**found.facts(), "fatal": lost}

    def _bot(self, request: Request) -> Reply:
        """Return what a built-in bot would do, given its seat's view."""
        from trapoula.bots import observe, seated

        table = self._table
        seat = self._seat(request, table.turn)
        if seat is None or not (legal := table.legal(seat)):
            raise BadRequest("Nobody is on turn, so no bot has anything to choose.")
        known = levels(table.id)
        level = _get(request, "level", str, known[-1] if known else "")
        key = (self._name, seat, level)
        if key not in self._bots:
            self._bots[key] = seated(table.id, level)
        dice = deals.dice(table.deck, table.steps)
        view = observe(table.id, table.game, table.state, seat)
        return {"seat": seat, "action": self._bots[key].choose(view, legal, dice)}

    # --- parts of replies ------------------------------------------------------------------------

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
    """Return advice with its sentence."""
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


def _unknown(key: str, word: str, known: Sequence[str]) -> BadRequest:
    """Return the error for an unknown key of a request, so that a typo is not ignored."""
    near = get_close_matches(key, (*EVERYWHERE, *known), n=1, cutoff=0.5)
    if near:
        return BadRequest(
            "{word} has no key {key}; the nearest is {near}.",
            word=repr(word),
            key=repr(key[:60]),
            near=repr(near[0]),
        )
    return BadRequest(
        "{word} has no key {key}: it has {known}.",
        word=repr(word),
        key=repr(key[:60]),
        known=", ".join((*EVERYWHERE, *known)),
    )


def _failure(error: Exception) -> Json:
    """Describe an error of ours, or any other exception."""
    if isinstance(error, TrapoulaError):
        return {"code": error.code, "message": tell(error)}
    return {"code": "failed", "message": f"{type(error).__name__}: {error}"}


_KINDS = {
    str: Phrase("a text"),
    int: Phrase("a whole number"),
    dict: Phrase("an object"),
    list: Phrase("a list"),
}


def _decode(line: bytes) -> Request:
    if len(line) > LONGEST:
        raise BadRequest("The line is too long: over {most:,} bytes.", most=LONGEST)
    if not line.strip():
        raise BadRequest('The line is empty: a request is an object such as {{"do": "games"}}.')
    try:
        request = json.loads(line, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise BadRequest("The line is not JSON: one object a line, in UTF-8.") from None
    if not isinstance(request, dict):
        raise BadRequest('The line is not a JSON object such as {{"do": "games"}}.')
    return request


def _no_number(text: str) -> None:
    """Reject NaN and infinities, which are not JSON."""
    raise ValueError(text)


def _get(request: Request, key: str, kind: type, *default: Any) -> Any:
    """Return a field of the request after checking its type."""
    if key not in request and default:
        return default[0]
    value = request.get(key)
    if type(value) is not kind and not (default and value is default[0] is None):
        raise BadRequest("{key} should be {kind}.", key=repr(key), kind=_KINDS[kind])
    return value


def serve(source: BinaryIO = sys.stdin.buffer, sink: BinaryIO = sys.stdout.buffer) -> None:
    """Answer line by line until the input ends."""
    engine = Engine()
    while line := source.readline(LONGEST + 1):
        if len(line) > LONGEST:
            while line[-1:] not in (b"\n", b"") and (more := source.readline(LONGEST)):
                line = line[:LONGEST] + more[-1:]
        reply = json.dumps(engine.answer(line), ensure_ascii=False)
        sink.write(reply.encode("utf-8", "backslashreplace") + b"\n")
        sink.flush()
