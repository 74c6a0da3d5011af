"""The handlers of HTTP requests; `routes` maps paths to them."""

from collections.abc import Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from trapoula.core.errors import BadRequest, TrapoulaError
from trapoula.core.game import Json
from trapoula.host import answers, bodies, catalogue_view, queries
from trapoula.host.listings import Summary, line_of, rounds_of, unfinished
from trapoula.host.logs import check_own, log_of
from trapoula.host.names import Person, clean_label
from trapoula.host.ports import Caller, Host, Table
from trapoula.play import record as records
from trapoula.play.record import Record
from trapoula.room import wire
from trapoula.room.errors import NoRoom, NotFound, WrongPhase
from trapoula.room.wire import told
from trapoula.stats import achievements, statistics
from trapoula.stats import wire as figures
from trapoula.stats.results import Result
from trapoula.stats.tally import Tally
from trapoula.texts import ENGLISH
from trapoula.thinking import thoughts
from trapoula.thinking.questions import Question

TEXT, MARKDOWN, CSV = "text/plain", "text/markdown", "text/csv"
LOBBY = 100  # rooms in a list
HISTORY = 500  # games in one answer
ROWS_A_MESSAGE = 20  # rows of a log, record or list of results that cost as much as a message
BYTES_A_MESSAGE = 5000  # bytes of an import that cost as much as a message
LATELY = 3600.0  # seconds since the last event of a table that the lobby still lists as in play
Body = TypeVar("Body")


class Call(NamedTuple, Generic[Body]):
    """A request: the host, the caller, the path's parameters, the query and the body."""

    host: Host
    caller: Caller
    parts: Mapping[str, str]
    query: Mapping[str, str]
    body: Body

    @property
    def player(self) -> str:
        """Return the caller's player id."""
        return self.caller.person.id

    async def table(self) -> Table:
        """Return the room in the path."""
        return await self.host.open_table(self.parts["room"], self.caller)

    def charge(self, rows: float) -> None:
        """Charge rows as if they had come over the socket."""
        self.host.charge(self.caller, "messages", rows / ROWS_A_MESSAGE)


class File(NamedTuple):
    """An answer that is not JSON, or is encoded already. With a name it is a download."""

    body: bytes
    kind: str = "application/json"
    name: str = ""


# --- people --------------------------------------------------------------------------------------


async def me(call: Call[None]) -> answers.Me:
    """Return who the caller is."""
    return _me(call.caller.person)


async def rename(call: Call[bodies.NewName]) -> answers.Me:
    """Rename the caller."""
    return _me(await call.host.rename(call.caller, call.body.name))


def _me(person: Person) -> answers.Me:
    return answers.Me(name=person.name, named=person.named)


async def make_link(call: Call[None]) -> answers.Link:
    """Return a link that gives another device the caller's identity, once."""
    return await call.host.make_link(call.caller)


async def devices(call: Call[None]) -> answers.Devices:
    """Return the devices that have the caller's identity by a link."""
    return answers.Devices(devices=await call.host.devices(call.caller))


async def sign_out(call: Call[None]) -> answers.Gone:
    """Take the caller's identity from a device."""
    if not await call.host.sign_out(call.caller, call.parts["device"]):
        raise NotFound("There is no such device of yours.")
    return answers.Gone()


# --- push ----------------------------------------------------------------------------------------


async def push(call: Call[None]) -> answers.Push:
    """Return the key for Web Push subscriptions."""
    return answers.Push(key=await call.host.push_key())


async def subscribe(call: Call[bodies.NewPush]) -> answers.Push:
    """Send notifications to this browser."""
    await call.host.subscribe(call.caller, call.body)
    return answers.Push(key=await call.host.push_key())


async def unsubscribe(call: Call[bodies.OldPush]) -> answers.Gone:
    """Stop notifications to this browser."""
    await call.host.unsubscribe(call.caller, call.body.endpoint)
    return answers.Gone()


# --- the catalogue -------------------------------------------------------------------------------


async def games(call: Call[None]) -> File:
    """Return all games, in one language or in all."""
    return File(await call.host.aside(catalogue_view.catalogue, call.query.get("lang", "")))


async def game(call: Call[None]) -> dict[str, Json]:
    """Return one game, under the options of the query."""
    game = call.parts["game"]
    chosen = catalogue_view.options(game, call.query)
    return await call.host.aside(catalogue_view.describe, game, chosen)


async def rules(call: Call[None]) -> File:
    """Return the rules of a game, under the options of the query."""
    asked = dict(call.query)
    language = asked.pop("lang", ENGLISH)
    text = catalogue_view.rules_page(call.parts["game"], language, asked)
    return File(text.encode(), MARKDOWN)


async def pictures(call: Call[None]) -> dict[str, Json]:
    """Return the pictures of a rules page."""
    return catalogue_view.pictures(call.parts["game"], call.query)


async def odds(call: Call[None]) -> File:
    """Return how often each patience can be won."""
    return File(catalogue_view.odds_table())


async def languages(call: Call[None]) -> dict[str, Any]:
    """Return the languages of the interface."""
    return {"languages": catalogue_view.languages()}


async def texts(call: Call[None]) -> dict[str, Any]:
    """Return the messages of the interface."""
    return catalogue_view.messages(call.parts["lang"], call.query.get("part", ""))


# --- rooms ---------------------------------------------------------------------------------------


async def rooms(call: Call[None]) -> answers.Rooms:
    """Return the public tables and the caller's own."""
    lobby = await call.host.store.lobby(LOBBY)
    mine = await call.host.store.rooms_of(call.player, LOBBY)
    own, lately = {one.room for one in mine}, call.host.clock() - LATELY
    return answers.Rooms(
        lobby=[
            line_of(one, call.player, mine=one.room in own)
            for one in lobby
            if one.phase == "waiting" or _worth_watching(one, lately)
        ],
        mine=[line_of(one, call.player, mine=True) for one in mine],
    )


def _worth_watching(one: Summary, lately: float) -> bool:
    return one.active > lately and one.summary.get("watch") == "anyone"


async def tables(call: Call[None]) -> answers.Tables:
    """Return the caller's shared tables whose round is over."""
    found = await call.host.store.standing_of(call.player, LOBBY)
    return answers.Tables(standing=[line_of(one, call.player, mine=True) for one in found])


async def rounds(call: Call[None]) -> answers.Rounds:
    """Return the finished rounds of a table."""
    found = rounds_of((await call.table()).room)
    call.charge(ROWS_A_MESSAGE + len(found))
    return answers.Rounds(rounds=found)


async def make_room(call: Call[bodies.NewRoom]) -> wire.Room:
    """Make a room."""
    return await call.host.make(call.body, call.caller)


async def room(call: Call[None]) -> wire.Room:
    """Return a room as the caller would see it on entering."""
    return (await call.table()).picture(call.player)


async def keep_table(call: Call[bodies.KeptTable]) -> answers.Kept:
    """Label a table of the caller, put it away, or mute it."""
    wish = call.body
    label = None if wish.label is None else clean_label(wish.label)
    room = call.parts["room"]
    kept = await call.host.store.keep_table(call.player, room, label, wish.closed)
    if kept and wish.muted is not None:
        kept = await call.host.store.mute_table(call.player, room, wish.muted)
    if not kept:
        raise NoRoom("There is no such room, or it is not for you.")
    return answers.Kept(label=label, closed=wish.closed, muted=wish.muted)


async def make_code(call: Call[None]) -> answers.Code:
    """Return a short-lived code for a table where the caller sits."""
    table = await call.table()
    if call.player != table.room.sitting.host:
        table.room.sitting.own(call.player)
    call.host.charge(call.caller, "messages")
    return await call.host.make_code(table.room.id)


async def invite(call: Call[bodies.Invitation]) -> answers.Invited:
    """Invite the players of another table of the caller to one where they sit."""
    table, there = await call.table(), await call.host.open_table(call.body.people, call.caller)
    for one in (table, there):
        one.room.sitting.own(call.player)
    call.host.charge(call.caller, "messages")
    found = await call.host.invite(table.room, there.room, call.caller)
    return answers.Invited(invited=found)


async def find_code(call: Call[None]) -> answers.Found:
    """Return the table of a code."""
    return answers.Found(room=await call.host.find_code(call.parts["code"], call.caller))


async def delete_room(call: Call[None]) -> answers.Gone:
    """Delete a room."""
    await call.host.delete(call.parts["room"], call.caller)
    return answers.Gone()


async def record(call: Call[None]) -> File:
    """Return the record of a round, as a download."""
    found = await _record(call)
    call.charge(len(found.actions))
    text = await call.host.aside(records.write, found)
    name = f"{found.game}{f'-{found.deal}' if found.deal else ''}.txt"
    return File(text.encode(), TEXT, name)


async def share(call: Call[None]) -> answers.Shared:
    """Share the replay of a round."""
    return answers.Shared(replay=await call.host.replays.share(await _record(call), call.caller))


async def _record(call: Call[None]) -> Record:
    """Return the record of a finished round, or of the caller's own patience."""
    room = (await call.table()).room
    round_ = queries.number(call.query, "round", room.sitting.round)
    session, over = await call.host.replayed(room, round_, call.caller)
    own = room.sitting.alone and room.sitting.seat_of(call.player) == 0
    if not over and not own:
        raise WrongPhase("The round is not over.")
    return session.record()


async def log(call: Call[None]) -> File:
    """Return the log of the caller's own table."""
    room = (await call.table()).room
    check_own(room, call.player)
    call.charge(room.number)
    rows = await call.host.log(room)
    return File(await call.host.aside(log_of, room.id, rows, call.player))


async def add_to_log(call: Call[bodies.Owed]) -> answers.Delivered:
    """Do commands that were given offline, up to the first refusal."""
    table, said = await call.table(), call.body.said
    check_own(table.room, call.player)
    call.host.charge(call.caller, "messages", len(said))
    levels, refused = thoughts.levels(table.room.made.game), None
    for command in said:
        wrong = await table.run_command(command, call.caller.person, levels)
        if isinstance(wrong, TrapoulaError):
            refused = told(wrong, id_=command.id, number=table.room.number)
            break
        if wrong is not None:
            raise wrong
    done = [
        answers.Did(id=one.id, number=number)
        for one in said
        if (number := table.room.log.number_of(call.player, one.id)) is not None
    ]
    return answers.Delivered(done=done, refused=refused)


async def solution(call: Call[None]) -> answers.Solution:
    """Find a line that wins from the position on the table. Return it as a replay with all cards open."""
    table = await call.table()
    room, session, number = table.room, table.room.session, table.room.number
    check_own(room, call.player)
    if session is None:
        raise WrongPhase("The game has not begun.")
    seconds = call.host.time_limit(queries.number(call.query, "seconds", 10, 60))
    about = session.id, session.options, session.state, seconds
    question = Question("verdicts", thoughts.solution, about, number)
    finding, line = await call.host.answer(question, call.caller)
    if finding != "winnable":
        return answers.Solution(verdict=finding, replay=None, step=session.steps)
    shown = session.fork(lambda: 0.0)
    for text in line:
        shown.play(text)
    await table.advise(number, whole=True)
    name = await call.host.replays.keep(shown.record(), call.caller)
    return answers.Solution(verdict=finding, replay=name, step=session.steps)


async def weigh(call: Call[None]) -> answers.Weighed:
    """Return how hard the deal of a won patience was. It counts for the caller's achievements."""
    room = (await call.table()).room
    check_own(room, call.player)
    session, outcome = room.session, room.outcome
    if session is None or outcome is None or not outcome.won or session.deal is None:
        return answers.Weighed(level=None)
    about = session.id, session.options, session.deal
    level = await call.host.answer(
        Question("studies", thoughts.level, about, room.number), call.caller
    )
    await call.host.store.weigh(call.player, room.id, room.sitting.round, level or "")
    return answers.Weighed(level=level)


async def solver(call: Call[None]) -> answers.Solver:
    """Return how much of the solver is compiled."""
    question = Question("hints", thoughts.progress, (), 0)
    return answers.Solver(percent=await call.host.answer(question, call.caller))


# --- replays -------------------------------------------------------------------------------------


async def new_replay(call: Call[bytes]) -> wire.Replay:
    """Import a record."""
    try:
        text = call.body.decode()
    except UnicodeDecodeError:
        raise BadRequest("A record is text in UTF-8.") from None
    replays = call.host.replays
    found = await replays.read(text, call.caller)
    return await replays.told(await replays.keep(found, call.caller), call.caller)


async def replay(call: Call[None]) -> wire.Replay:
    """Return a replay before its first step."""
    return await call.host.replays.told(call.parts["replay"], call.caller)


async def steps(call: Call[None]) -> answers.Steps:
    """Return some steps of a replay."""
    first = queries.number(call.query, "from", 0)
    last = queries.number(call.query, "to", first)
    seat, name = queries.seat(call.query), call.parts["replay"]
    found = await call.host.replays.steps(name, first, last, seat, call.caller)
    return answers.Steps(steps=found)


# --- statistics ----------------------------------------------------------------------------------


async def stats(call: Call[None]) -> figures.Statistics:
    """Return the caller's statistics."""
    store, tally = call.host.store, await _tally(call)
    counted = await call.host.aside(statistics.told, tally)
    rooms = await store.rooms_of(call.player, LOBBY)
    games = dict.fromkeys(one.game for one in counted if one.rivals)
    ladders = [await store.ladder(game, call.player) for game in games]
    return figures.Statistics(
        games=counted,
        left=unfinished(line_of(one, call.player, mine=True) for one in rooms),
        ladders=[one for one in ladders if one is not None],
        shelf=await call.host.aside(achievements.shelf_of, tally),
    )


async def _tally(call: Call[Any]) -> Tally:
    """Return the tally of the caller's results, charged by the work to read and send it."""
    call.host.charge(call.caller, "messages")
    tally, read = await call.host.store.tally(call.player)
    call.charge(read + len(tally.groups))
    return tally


async def _results(call: Call[Any]) -> list[Result]:
    """Return all results of the caller, charged by their number."""
    call.host.charge(call.caller, "messages")
    found = await call.host.store.results(call.player)
    call.charge(len(found))
    return found


async def import_stats(call: Call[bytes]) -> figures.Brought:
    """Import statistics. Known results are not counted twice."""
    known = await _results(call)
    call.host.charge(call.caller, "messages", len(call.body) / BYTES_A_MESSAGE)
    brought = await call.host.aside(statistics.exported, call.body)
    fresh = await call.host.aside(statistics.fresh, brought, known, call.player)
    await call.host.store.bring(fresh)
    return figures.Brought(brought=len(fresh))


async def delete_stats(call: Call[None]) -> figures.Forgotten:
    """Delete the statistics of a game, or all. Counting the others again is charged to the next question."""
    await _tally(call)
    forgotten = await call.host.store.forget(call.player, call.query.get("game"))
    return figures.Forgotten(forgotten=forgotten)


async def history(call: Call[None]) -> figures.History:
    """Return the caller's finished games."""
    results = await call.host.store.results(
        call.player,
        game=call.query.get("game"),
        before=queries.moment(call.query, "before"),
        most=queries.number(call.query, "limit", 50, HISTORY),
    )
    return statistics.history(results)


async def export(call: Call[None]) -> File:
    """Return the caller's whole history, as a download."""
    results, kind = await _results(call), call.parts["kind"]
    name = f"trapoula.{kind}"
    if kind == "csv":
        sheet = await call.host.aside(statistics.write_csv, results)
        return File(sheet.encode(), CSV, name)
    if kind == "json":
        found = await call.host.aside(statistics.history, results)
        return File(wire.encode(found), name=name)
    raise NotFound("Statistics come as json or as csv.")


async def daily(call: Call[None]) -> figures.Calendar:
    """Return the deals of the days, and which of them the caller has won."""
    first, today = queries.days(call.query)
    tally = await _tally(call)
    return await call.host.aside(statistics.calendar_of, tally, first, today)
