"""docs/wire.md is the contract: it describes exactly what exists."""

import json
import re
from functools import partial
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import msgspec

from bench._load import SEATS, Load
from bench._ours import GAME, OurTable
from bench._wire import Address
from tests.server import make_wire
from tests.server.house import Clock, house, played, seated
from tests.server.test_people import win
from trapoula.catalogue.entries import entries, ids
from trapoula.core.errors import TrapoulaError
from trapoula.core.game import is_common
from trapoula.host import answers
from trapoula.machine.extras import NotInstalled
from trapoula.play.session import Session
from trapoula.room import commands, events, frames, wire
from trapoula.room.actions import parts
from trapoula.room.errors import Refused
from trapoula.room.forms import BLANK, Form
from trapoula.room.room import Room
from trapoula.room.wire import encode
from trapoula.server.app import application
from trapoula.server.house import House
from trapoula.server.pages import ROUTES
from trapoula.server.qr import matrix, paint
from trapoula.server.store import Store, open_database

NEVER_SENT = {  # errors before or without a server
    "error",
    *("cannot-serve", "cannot-write", "bad-bot", "unreachable"),
    *("crew-lost", "other-rules", "bad-results", "bad-row", "bad-board"),
}
WALKED = 12  # moves of a walk
WIRE = (Path(__file__).parents[2] / "docs" / "wire.md").read_text("utf-8")


def test_generated_files_are_up_to_date() -> None:
    """The schema and the client's types: `python -m tests.server.make_wire` writes them."""
    assert make_wire.SCHEMA.read_text("utf-8") == make_wire.schema()
    assert make_wire.TYPES.read_text("utf-8") == make_wire.types()


def test_every_event_of_a_log_has_its_word_on_the_wire() -> None:
    said = {event.__name__.lower() for event in events.AnyEvent.__args__}  # type: ignore[attr-defined]
    assert said == set(wire.What.__args__)  # type: ignore[attr-defined]


def test_every_command_every_event_and_every_error_is_documented() -> None:
    for command in commands.Said.__args__:  # type: ignore[attr-defined]
        assert f'"type": "{command.__name__.lower()}"' in WIRE, command
    for event in events.AnyEvent.__args__:  # type: ignore[attr-defined]
        assert f"`{event.__name__.lower()}`" in WIRE, event
    kinds = [TrapoulaError, Refused, NotInstalled]  # whatever else has been imported
    while kinds:
        kind = kinds.pop()
        kinds += kind.__subclasses__()
        if kind.code not in NEVER_SENT:
            assert f"`{kind.code}`" in WIRE, kind


def test_every_path_is_documented(tmp_path: Path) -> None:
    app = application(House(Store(open_database(str(tmp_path / "a.db")))))
    for route in app.routes:
        path = getattr(route, "path", "").partition("{path:path}")[0]
        path = re.sub(r"export\.\{kind\}", "export.json", path)
        path = path.replace("/assets/{version}/api", "/api").replace("{replay}", "{id}")
        path = path.replace("/game/{game}", "/game/{id}")
        assert path in WIRE, path


@played
async def test_http_answers_match_their_types(tmp_path: Path) -> None:
    """Every JSON answer has a closed type, and contains nothing beyond it."""
    async with house(tmp_path, clock=Clock()) as place:
        anna = place.person()
        room, _ = await win(place, anna)
        friends = (await anna.make("the-game", seats=2, lobby=True))["room"]
        link = (await anna.request("POST", "/api/me/link")).json()["link"]
        used = await place.person().request("POST", link)
        phone = place.person(used.headers["set-cookie"].partition("=")[2].partition(";")[0])
        device = (await phone.get("/api/me/devices"))["devices"][0]["device"]
        record = (await anna.request("GET", f"/api/rooms/{room}/record")).content
        replay = (await anna.request("POST", f"/api/rooms/{room}/share")).json()["replay"]
        code = (await anna.request("POST", f"/api/rooms/{room}/code")).json()["code"]
        named = {"game": "klondike", "room": room, "replay": replay, "device": device, "code": code}
        bodies: dict[str, dict[str, Any]] = {
            "PATCH /api/me": {"json": {"name": "Anna"}},
            "POST /api/rooms": {"json": {"game": "golf"}},
            "PATCH /api/rooms/{room}": {"json": {"label": "Sunday"}},
            "POST /api/rooms/{room}/invite": {"json": {"people": friends}},
            "POST /api/rooms/{room}/log": {"json": {"said": []}},
            "POST /api/replays": {"content": record},
            "POST /api/push": {
                "json": {
                    "endpoint": "https://fcm.googleapis.com/fcm/send/x",
                    "p256dh": "B" * 87,
                    "auth": "A" * 22,
                    "site": "https://cards.example",
                }
            },
            "DELETE /api/push": {"json": {"endpoint": "https://fcm.googleapis.com/fcm/send/x"}},
            "POST /api/stats": {"json": {"history": []}},
            "GET /api/daily": {"params": {"today": "2026-11-16"}},
        }
        for path, kind in sorted(make_wire.ANSWERED.items(), key=lambda one: "DELETE" in one[0]):
            method, _, where = path.format(**named).partition(" ")
            if where.endswith("/invite"):
                where = where.replace(room, friends)  # to a table with a free seat
            answer = await anna.request(method, where, **bodies.get(path, {}))
            assert answer.status_code in (200, 201), (path, answer.text)
            told = msgspec.json.decode(answer.content, type=kind)
            assert json.loads(encode(told)) == answer.json(), path
        for game in ids():
            drawn = await anna.get(f"/api/rules/{game}/pictures")
            assert json.loads(encode(msgspec.convert(drawn, answers.Pictures))) == drawn, game


def test_every_answer_has_a_type(tmp_path: Path) -> None:
    """Untyped answers are not JSON, or are tables of words or figures."""
    app = application(House(Store(open_database(str(tmp_path / "a.db")))))
    typed = {path.partition(" ")[2] for path in make_wire.ANSWERED}
    for route in app.routes:
        path = getattr(route, "path", "").replace("export.{kind}", "export.json")
        still = path.startswith(("/assets", "/api/odds", "/api/texts"))
        if (
            path.startswith(("/api/", "/health"))
            and not still
            and not path.endswith(("/record", "/rules/{game}"))
        ):
            assert path in typed, path


def test_structured_actions_match_their_texts() -> None:
    """A client needs no action texts: at every game, their content is in the parts."""
    for id_ in ids():
        session = Session(id_)
        for seat in range(session.seats):
            for text in session.legal(seat):
                told = json.loads(encode(parts(session.game, text)))
                assert told["text"] == text
                written = {"carry": ">", "pair": "+"}.get(told["verb"])
                if written:
                    many = f":{told['size']}" if told.get("size", 1) > 1 else ""
                    assert f"{told['from']}{many}{written}{told['to']}" == text
                elif "from" in told and "to" in told:
                    tries = session.game.tries
                    tried = next(text for to, text in tries if to in (told["to"], "*"))
                    tried = tried.format(**{"from": told["from"], "to": told["to"]})
                    assert session.game.read(tried) == session.game.read(text)
                else:
                    assert text.startswith(told["verb"])
    lay = parts(Session("take-that", seats=2).game, "lay 12")
    assert (lay.verb, lay.facts) == ("lay", {"card": 12})
    lay = parts(Session("the-game", seats=2).game, "37>up1")
    assert (lay.verb, lay.source, lay.target, lay.facts["card"]) == ("lay", "37", "up1", 37)


def test_done_actions_of_a_patience_are_structured_too() -> None:
    """Done and undone actions and the cards that follow: no text need be parsed to draw them."""
    dice, chanced = Random(5), False
    for entry in entries():
        if entry.family == "table":
            continue
        made = events.Create(
            game=entry.id, options={}, seats=1, deal=5, settings=events.Settings(), by="p"
        )
        room = Room.new("r", 0.0, made)
        room.apply(room.number + 1, 0.0, events.Sit(seat=0, name="", by="p"))
        room.apply(room.number + 1, 0.0, events.Start(by="p"))
        session = room.session
        assert session is not None
        for _ in range(6 * WALKED if entry.id == "scuffle" else WALKED):  # until it is shuffled
            if room.turn is None:
                break
            act = dice.choice(session.legal(0))
            room.apply(room.number + 1, 0.0, events.Act(seat=0, action=act))
            told = json.loads(encode(frames.table(0, frames.common(room, 0.0))))
            assert [one["text"] for one in told["actions"]] == told["legal"]
            for done in told["last"]:
                apart = {key: done[key] for key in ("verb", "from", "to", "size") if key in done}
                if done["seat"] < 0:
                    chanced = True
                    assert apart == {"verb": done["action"]}
                else:
                    text = done["action"]
                    assert {"text": text, **apart} == json.loads(encode(parts(session.game, text)))
    assert chanced


def test_a_frame_shows_each_seat_its_view() -> None:
    """The common part is encoded once; with the seat's own part it makes the view."""
    shared = 0
    for entry in entries():
        if entry.family == "table":
            room = Room.new(
                "r",
                0.0,
                events.Create(
                    game=entry.id, options={}, seats=3, deal=5, settings=events.Settings(), by="p"
                ),
            )
            for seat in range(3):
                room.apply(room.number + 1, 0.0, events.Sit(seat=seat, name="", by=f"p{seat}"))
            room.apply(room.number + 1, 0.0, events.Start(by="p"))
            while room.turn is not None and room.number < 60:
                told = frames.common(room, 0.0)
                assert room.session is not None
                for looks in (0, 1, 2, None):
                    table = json.loads(encode(frames.table(looks, told)))
                    assert table["view"] == json.loads(json.dumps(room.session.view(looks)))
                shared += is_common(room.session.game)
                act = room.session.legal(room.turn)[0]
                room.apply(room.number + 1, 0.0, events.Act(seat=room.turn, action=act))
    assert shared > 100


def test_a_form_is_filled_whatever_is_written_in_it() -> None:
    """Blanks are filled in order, and no other part of a message is taken for one."""
    words = wire.Phrase(template="100 %b \0 {card}", facts={"card": "%"})
    form = Form(wire.Done(seat=1, action=BLANK, words=words, place=BLANK))
    for action, place in (("37>up1", "up1"), ("%s \0", "\u2028")):
        told = json.loads(form.fill((encode(action), encode(place))))
        assert told == {
            "seat": 1,
            "action": action,
            "to": place,
            "words": {"template": words.template, "facts": words.facts},
        }


@played
async def test_the_benchmark_reads_today_s_frames(tmp_path: Path) -> None:
    """The load test of bench.server parses its moves from today's frames."""
    async with house(tmp_path) as place:
        lines = await seated(place, GAME, SEATS)
        load = Load([], 0, OurTable, [])
        table = OurTable(load, [Address("", 0)], 0)
        for seat, line in enumerate(lines):
            for frame in line.frames:
                table.hear(seat, frame)
        assert table.next is not None
        seat, move = table.next
        command = json.loads(move + b"}")
        done = await lines[seat].act(command["action"], number=command["number"])
        assert done["type"] == "event"


def test_the_benchmark_counts_no_request_as_a_move() -> None:
    """Each asks once for another round after a round, and only the deal that follows counts."""
    load = Load([], 0, OurTable, [])
    table = OurTable(load, [Address("", 0)], 0)
    sent: list[tuple[int, bytes]] = []
    table.wires = [SimpleNamespace(send=partial(_note, sent, seat)) for seat in range(SEATS)]  # type: ignore[misc]
    load.racing = True
    table.hear(0, b'{"type":"event","number":7,"what":"act","table":{"legal":[],"turn":null}}')
    for number in range(8, 8 + SEATS):
        (asked, said), what = sent[-1], "again" if number == 7 + SEATS else "wish"
        assert asked == number - 8
        assert said.startswith(b'{"type":"again","number":%d,' % (number - 1))
        for seat in range(SEATS):
            own = b',"id":"m%d"' % table.count if seat == asked else b""
            table.hear(
                seat, b'{"type":"event","number":%d,"what":"%b"%b}' % (number, what.encode(), own)
            )
    assert len(sent) == SEATS
    assert len(load.took) == 1


def _note(sent: list[tuple[int, bytes]], seat: int, said: bytes) -> None:
    sent.append((seat, said))


@played
async def test_every_game_can_be_listed_and_opened(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        anna = place.person()
        games = (await anna.get("/api/games"))["games"]
        assert [game["game"] for game in games] == [*ids()]
        for game in games:
            assert game["titles"]["en"]
            made = await anna.make(game["game"])
            alone = game["seats"][0] == 1
            assert (made["table"] is not None) == alone
            if game["layout"] is not None:
                piles = {pile["pile"] for pile in game["layout"]}
                assert set(made["table"]["view"]["piles"]) == piles
                assert all(set(places) <= piles for places in game["taps"].values())
                stocks = {pile["pile"] for pile in game["layout"] if pile["kind"] == "stock"}
                tapped = {pile for places in game["taps"].values() for pile in places}
                assert {one["to"] for one in game["tries"]} == stocks & tapped


@played
async def test_the_catalogue_has_odds_and_lengths(tmp_path: Path) -> None:
    """Odds and length for studied games, null for others."""
    async with house(tmp_path) as place:
        games = (await place.person().get("/api/games"))["games"]
        told = {game["game"]: (game["odds"], game["length"]) for game in games}
        odds, length = told["freecell"]
        assert 0.8 < odds["low"] < odds["share"] <= odds["high"] <= 1
        assert length > 0
        assert told["the-game"] == (None, None)


@played
async def test_the_catalogue_is_sent_once(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        first = await place.http.get("/api/games")
        again = await place.http.get("/api/games", headers={"if-none-match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")


@played
async def test_the_catalogue_in_one_language_says_the_same(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        anna = place.person()
        everything, greek = await anna.get("/api/games"), await anna.get("/api/games?lang=el")
        for game, own in zip(everything["games"], greek["games"], strict=True):
            assert own["summaries"] == {"el": game["summaries"]["el"]}
            assert (own["titles"], own["names"]) == (game["titles"], game["names"])
        assert (await anna.get("/api/games?lang=none")) == everything


@played
async def test_live_answers_are_compressed_for_clients_that_accept_it(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        asked = "/api/daily?today=2026-11-16&from=2026-11-01"
        plain = await place.http.get(asked, headers={"accept-encoding": "identity"})
        packed = await place.http.get(asked, headers={"accept-encoding": "gzip"})
        assert packed.headers["content-encoding"] == "gzip"
        assert "content-encoding" not in plain.headers
        assert packed.json() == plain.json()


@played
async def test_a_layout_under_options(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        anna = place.person()
        game = await anna.get("/api/games/klondike?draw=3")
        assert game["chosen"]["draw"] == 3
        waste = next(pile for pile in game["layout"] if pile["kind"] == "waste")
        assert waste["shown"] == 3
        assert game["taps"]["turn"] == ["S"]
        assert (await anna.get("/api/games/klondike?draw=2", 400))["code"] == "bad-option"
        assert (await anna.get("/api/games/none", 404))["code"] == "unknown-game"


@played
async def test_every_client_route_is_the_page(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        for route in ROUTES:
            answer = await place.http.get(re.sub(r"\{\w+\}", "x", route))
            assert answer.status_code == 200
            assert answer.headers["content-type"].startswith("text/html")


@played
async def test_a_record_is_uploaded_and_replayed(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        anna = place.person()
        room = (await anna.make("klondike", deal=3))["room"]
        record = (await anna.request("GET", f"/api/rooms/{room}/record")).text
        kept = await anna.request("POST", "/api/replays", content=record.encode())
        assert kept.status_code == 201
        assert kept.json()["record"] == record
        broken = await anna.request(
            "POST", "/api/replays", content=record.replace("7", "8", 1).encode()
        )
        assert broken.json()["code"].startswith("bad")
        steps = await anna.get(f"/api/replays/{kept.json()['replay']}/steps?seat=all")
        assert "--" not in json.dumps(steps)


def test_a_code_for_phones_has_its_marks() -> None:
    """Three finders, timing, and the size of the smallest version that holds the text."""
    code = matrix("http://192.168.1.17:8017/")
    assert len(code) == 25
    for top, left in ((0, 0), (0, 18), (18, 0)):
        assert code[top][left : left + 7] == [True] * 7
        assert code[top + 3][left : left + 7] == [True, False, True, True, True, False, True]
    assert [code[6][at] for at in range(8, 17)] == [at % 2 == 0 for at in range(8, 17)]
    assert len(paint("http://x/").splitlines()) == 15
