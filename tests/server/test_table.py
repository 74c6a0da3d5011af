"""Play at a table, over the wire."""

import threading
from pathlib import Path
from typing import Any

import pytest

from tests.server.house import ADVICE, FREE, OPINION, Clock, Place, house, played, seated, until
from trapoula.play.session import Session
from trapoula.solve.hints.history import Kept
from trapoula.thinking import thoughts

pytestmark = pytest.mark.usefixtures("thinking")
PATIENCE, TEAM, RIVALS = "klondike", "the-game", "take-that"


def plain(legal: list[str]) -> str:
    """Return a legal action that is not talk."""
    return next(action for action in legal if not action.startswith("signal"))


@played
async def test_a_patience_is_one_request(tmp_path: Path) -> None:
    """The answer to making the room has everything needed to play."""
    async with house(tmp_path) as place:
        anna = place.person()
        made = await anna.make(PATIENCE, deal=617, options={"draw": 3})
        session = Session(PATIENCE, {"draw": 3}, deal=617)
        assert made["type"] == "room"
        assert made["seat"] == 0
        assert made["sitting"]["phase"] == "playing"
        assert made["deal"] == 617
        assert made["table"]["view"] == session.view(0)
        assert made["table"]["legal"] == session.legal(0)
        line = await anna.line(made["room"])
        assert line.number == made["number"]
        event = await line.act("turn")
        session.play("turn")
        assert event["table"]["view"] == session.view(0)
        turned = {"seat": 0, "action": "turn", "verb": "turn", "from": "S"}
        assert event["table"]["last"] == [turned]
        assert event["table"]["undo"]


@played
async def test_a_repeated_command_is_done_once(tmp_path: Path) -> None:
    """The same id gets the same number, over another socket and after a restart too."""
    async with house(tmp_path) as place:
        anna = place.person()
        room = (await anna.make(PATIENCE, deal=1))["room"]
        line = await anna.line(room)
        number = line.number
        first = await line.act("turn", id="once")
        again = await line.act("turn", id="once", number=number)
        assert again == {"type": "done", "id": "once", "number": first["number"]}
        await line.cut()
        other = await anna.line(room)
        assert (await other.act("turn", id="once", number=number))["number"] == first["number"]
    async with house(tmp_path) as place:
        line = await place.person(anna.token).line(room)
        assert line.number >= first["number"]
        assert (await line.act("turn", id="once", number=number))["number"] == first["number"]


@played
async def test_a_stale_command_changes_nothing(tmp_path: Path) -> None:
    """A double click with two ids plays once; the second is refused as stale."""
    async with house(tmp_path) as place:
        anna = place.person()
        line = await anna.line((await anna.make(PATIENCE, deal=1))["room"])
        number = line.number
        first = await line.act("turn", number=number)
        second = await line.act("turn", number=number)
        assert second["code"] == "stale"
        assert second["number"] == first["number"]
        ahead = await line.act("turn", number=first["number"] + 5)
        assert ahead["code"] == "stale"


@played
async def test_an_illegal_action_is_refused_in_a_sentence(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        anna = place.person()
        line = await anna.line((await anna.make(PATIENCE, deal=1))["room"])
        refused = await line.act("T1:9>T2")
        assert refused["code"] == "illegal-action"
        assert refused["message"] == refused["template"].format(**refused["facts"])
        assert (await line.act("nonsense"))["code"] == "bad-action"
        assert (await line.act("turn"))["type"] == "event"


@played
async def test_undo_redo_restart(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        anna = place.person()
        line = await anna.line((await anna.make(PATIENCE, deal=1))["room"])
        assert (await line.ask("undo", number=line.number))["code"] == "nothing-to-undo"
        one = await line.act("turn")
        two = await line.act("turn")
        undone = await line.ask("undo", id="u", number=line.number)
        assert undone["table"]["view"] == one["table"]["view"]
        (last,) = undone["table"]["last"]
        assert (last["action"], last["from"], last["undone"]) == ("turn", "S", True)
        assert undone["table"]["redo"]
        redone = await line.ask("redo", number=line.number)
        assert redone["table"]["view"] == two["table"]["view"]
        fresh = await line.ask("restart", number=line.number)
        assert fresh["table"]["steps"] == 0
        assert (await line.ask("redo", number=line.number))["table"]["view"] == one["table"]["view"]
        await line.ask("restart", number=line.number)
        everything = await line.ask("redo", number=line.number, all=True)
        assert everything["table"]["view"] == two["table"]["view"]
        assert not everything["table"]["redo"]


@played
async def test_cards_move_home_automatically_if_a_player_likes(tmp_path: Path) -> None:
    """The cards that follow a move are in its row: sent with it, undone with it, kept at a restart."""
    async with house(tmp_path) as place:
        anna = place.person()
        made = await anna.make("freecell", deal=7, options={"autoplay": False})
        line = await anna.line(made["room"])
        event = await line.act("T3>T8", home="safe")
        assert [one["action"] for one in event["table"]["last"]] == ["T3>T8", "T2>F1"]
        assert event["table"]["view"]["piles"]["F1"] == ["AC"]
    async with house(tmp_path) as place:
        line = await place.person(anna.token).line(made["room"])
        undone = await line.ask("undo", id="u", number=line.number)
        assert undone["table"]["view"] == made["table"]["view"]
        assert [one["action"] for one in undone["table"]["last"]] == ["T2>F1", "T3>T8"]
        assert (await line.ask("redo", id="r", number=line.number))["table"]["steps"] == 2
        line.send("act", action="T1>T2", number=line.number, home="sometimes")
        assert (await line.hear("error"))["code"] == "bad-message"


@played
async def test_a_returning_guest_gets_the_missed_events(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        one, two = await seated(place, TEAM, 2)
        seen = two.number
        await two.cut()
        await one.hear("presence", here=[0])
        turn = (await one.enter(next(iter(place.house.rooms.open))))["table"]
        assert turn["turn"] == 0
        await one.act(plain(turn["legal"]))
        room = next(iter(place.house.rooms.open))
        bob = place.person(two._scope["headers"][2][1].decode().partition("=")[2])
        back = await (await bob.line()).enter(room, seen)
        assert [event["what"] for event in back["missed"]] == ["act"]
        assert back["missed"][0]["number"] == seen + 1
        assert back["number"] == one.number
        far = await (await bob.line()).enter(room, 10**6)
        assert far["missed"] is None


@played
async def test_only_the_seat_on_turn_and_only_with_its_own_hand(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        one, two = await seated(place, TEAM, 2)
        room = next(iter(place.house.rooms.open))
        mine, yours = await one.enter(room), await two.enter(room)
        assert mine["table"]["view"]["hand"] != yours["table"]["view"]["hand"]
        assert (await two.act(plain(mine["table"]["legal"])))["code"] == "illegal-action"
        watcher = await place.person().line()
        seen = await watcher.enter(room)
        assert seen["seat"] is None
        assert seen["table"]["view"]["hand"] is None
        assert seen["table"]["legal"] == []
        assert (await watcher.act(plain(mine["table"]["legal"])))["code"] == "not-seated"


@played
async def test_a_signal_of_another_does_not_make_a_move_stale(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        one, two = await seated(place, TEAM, 2)
        room = next(iter(place.house.rooms.open))
        number, legal = one.number, (await one.enter(room))["table"]["legal"]
        signals = [a for a in (await two.enter(room))["table"]["legal"] if a.startswith("signal")]
        if not signals:  # signals are possible once the start is settled
            for line in (one, two):
                await line.act("begin could")
            await one.hear("event", seat=1)
            state = await one.enter(room)
            number, legal = one.number, state["table"]["legal"]
            signals = [
                a for a in (await two.enter(room))["table"]["legal"] if a.startswith("signal")
            ]
        assert (await two.act(signals[0]))["type"] == "event"
        assert (await one.act(plain(legal), number=number))["type"] == "event"


@played
async def test_a_closed_table_has_no_spectators(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        await seated(place, TEAM, 2, watch="nobody")
        room = next(iter(place.house.rooms.open))
        stranger = await place.person().line()
        assert (await stranger.enter(room))["code"] == "no-room"
        assert (await place.person().get(f"/api/rooms/{room}", 404))["code"] == "no-room"
        assert (await stranger.enter("nowhere"))["code"] == "no-room"


@played
async def test_a_player_who_stands_up_cannot_see_another_hand(tmp_path: Path) -> None:
    """During a round a player can only return to the seat whose hand they have seen."""
    async with house(tmp_path) as place:
        lines = await seated(place, TEAM, 3)
        await lines[2].ask("stand")
        await lines[1].ask("stand")
        assert (await lines[2].ask("sit", seat=1))["code"] == "seat-taken"
        assert (await lines[2].ask("sit"))["seat"] == 2
        assert (await lines[1].ask("sit", seat=1))["type"] == "event"


@played
async def test_bots_fill_seats_and_hand_them_back(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        anna, bob = place.person(), place.person()
        wanted = {"bots": [{"seat": 1}], "start": True, "join": "anytime"}
        room = (await anna.make(RIVALS, seats=2, **wanted))["room"]
        line = await anna.line(room)
        other = await bob.line(room)
        sat = await other.ask("sit", seat=1)
        assert sat["sitting"]["seats"][1]["kind"] == "person"
        left = await other.ask("stand")
        assert left["sitting"]["seats"][1]["kind"] == "empty"
        assert (await other.ask("bot", seat=1))["code"] == "not-host"
        await line.hear("event", what="stand")
        put = await line.ask("bot", seat=1)
        assert put["sitting"]["seats"][1]["kind"] == "bot"


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        ({"bots": [{"seat": 2}]}, "This table has 2 seats."),
        ({"bots": [{"seat": 0}]}, "Somebody sits at seat 1."),
        ({"bots": [{"seat": 1}, {"seat": 1}]}, "Somebody sits at seat 2."),
        ({"bots": [{"seat": 1, "level": "mighty"}]}, "no 'mighty' bot for this game; there is "),
        ({"game": "accordion", "seats": 1, "preset": "easy"}, "has no presets, so not 'easy'."),
        ({"preset": "easy"}, "has no preset 'easy'; it has "),
    ],
)
@played
async def test_an_impossible_room_is_refused_with_the_choices(
    tmp_path: Path, wanted: dict[str, Any], told: str
) -> None:
    async with house(tmp_path) as place:
        asked = {"game": RIVALS, "seats": 2, **wanted}
        answer = await place.person().request("POST", "/api/rooms", json=asked)
        assert answer.status_code == 400
        assert told in answer.json()["message"]


@played
async def test_bots_play_a_whole_game_with_a_person(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        anna = place.person()
        made = await anna.make(RIVALS, seats=3, bots=[{"seat": 1}, {"seat": 2}], start=True)
        line = await anna.line(made["room"])
        table = (await line.enter(made["room"]))["table"]
        for _ in range(2000):
            if table["outcome"] is not None:
                break
            if table["turn"] == 0:
                table = (await line.act(plain(table["legal"])))["table"]
            else:
                table = (await line.hear("event", what="act"))["table"]
        assert table["outcome"]["reason"]
        stats = await anna.get("/api/stats")
        assert stats["games"][0]["played"] == 1
        record = await anna.request("GET", f"/api/rooms/{made['room']}/record")
        assert record.text.startswith("trapoula record 1")


@played
async def test_the_turn_clock_lets_a_bot_stand_in(tmp_path: Path) -> None:
    clock = Clock()
    async with house(tmp_path, clock=clock) as place:
        one, two = await seated(place, RIVALS, 2, clock=30)
        room = next(iter(place.house.rooms.open))
        table = (await one.enter(room))["table"]
        slow, other = (one, two) if table["turn"] == 0 else (two, one)
        seat = table["turn"]
        assert table["deadline"] == clock.now + 30
        clock.now += 31
        await slow.enter(room)  # entering starts the dealer's bot too
        flag = await other.hear("event", what="flag")
        assert flag["seat"] == seat
        assert flag["sitting"]["seats"][seat]["away"]
        while "sitting" not in (done := await other.hear("event", what="act", seat=seat)):
            pass  # still the same turn
        assert not done["sitting"]["seats"][seat]["away"], "the turn is over, and the seat theirs"
        assert (await slow.ask("back"))["code"] == "wrong-phase"


@played
async def test_an_absent_player_never_blocks_the_others(tmp_path: Path) -> None:
    from dataclasses import replace

    async with house(tmp_path, limits=replace(FREE, absent=0.05)) as place:
        one, two = await seated(place, RIVALS, 2, absent="bot")
        room = next(iter(place.house.rooms.open))
        turn = (await one.enter(room))["table"]["turn"]
        gone, here = (one, two) if turn == 0 else (two, one)
        await gone.cut()
        await here.hear("event", what="flag", seat=turn)
        await here.hear("event", what="act", seat=turn)


@played
async def test_more_than_half_can_end_a_round(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        lines = await seated(place, TEAM, 3)
        first = await lines[0].ask("vote", end=True)
        assert first["sitting"]["votes"] == [0]
        assert first["sitting"]["phase"] == "playing"
        ended = await lines[1].ask("vote", end=True)
        assert ended["sitting"]["phase"] == "over"
        assert ended["table"]["outcome"]["reason"] == "vote"
        assert (await lines[0].act("begin could"))["code"] in ("wrong-phase", "stale")


@played
async def test_the_host_removes_a_player_for_good(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        one, two = await seated(place, TEAM, 2)
        assert (await two.ask("remove", seat=0))["code"] == "not-host"
        await one.ask("remove", seat=1)
        await two.hear("event", what="remove")
        assert (await two.ask("sit"))["code"] == "no-seat"


@played
async def test_the_next_host_is_a_seated_player(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        one, two = await seated(place, TEAM, 2)
        await one.ask("stand")
        event = await two.hear("event", what="stand")
        assert event["you"] == {"seat": 1, "held": [1], "hosting": True}


@played
async def test_a_rematch_is_another_round_with_the_same_players(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        one, two = await seated(place, TEAM, 2)
        assert (await one.ask("again", number=one.number))["code"] == "wrong-phase"
        await one.ask("vote", end=True)
        await two.ask("vote", end=True)
        await one.hear("event", what="vote", seat=1)
        assert (await one.ask("again", number=one.number))["what"] == "wish"
        again = await two.ask("again", number=two.number)
        assert again["round"] == 2
        assert again["sitting"]["phase"] == "playing"
        assert again["table"]["steps"] == 0


@played
async def test_a_finished_round_is_replayed_together(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        one, two = await seated(place, TEAM, 2)
        room = next(iter(place.house.rooms.open))
        state = await one.enter(room)
        await one.act(plain(state["table"]["legal"]))
        await two.hear("event", what="act")
        assert (await one.ask("show", step=0))["code"] == "wrong-phase"
        for line in (one, two):
            await line.ask("vote", end=True)
        await one.hear("event", what="vote", seat=1)
        shown = await one.ask("show", step=1)
        assert shown["shown"]["table"]["view"]["seat"] == 0
        theirs = await two.hear("event", what="show")
        assert theirs["shown"]["table"]["view"]["seat"] == 1
        assert theirs["shown"]["of"] == 1
        assert (await one.ask("show", step=2))["code"] == "wrong-phase"
        assert (await one.ask("show", step=None))["shown"] is None


@played
async def test_talk_is_by_signals_unless_the_table_allows_words(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        one, _ = await seated(place, TEAM, 2)
        assert (await one.ask("say", text="hello"))["code"] == "closed-talk"
        three, four = await seated(place, TEAM, 2, talk="chat")
        assert (await three.ask("say", text="I hold the 37"))["code"] == "no-numbers"
        assert (await three.ask("say", text="έχω το τριάντα επτά"))["code"] == "no-numbers"
        said = await three.ask("say", text="<b>careful</b>")
        assert said["text"] == "<b>careful</b>"
        heard = await four.hear("event", what="say")
        assert heard["seat"] == 0
        room = (await four.enter([*place.house.rooms.open][-1]))["chat"]
        assert room[0]["text"] == "<b>careful</b>"


@played
async def test_a_clock_stops_while_a_player_alone_is_away(tmp_path: Path) -> None:
    clock = Clock()
    async with house(tmp_path, clock=clock) as place:
        anna = place.person()
        room = (await anna.make(PATIENCE, deal=1))["room"]
        line = await anna.line(room)
        clock.now += 5
        await line.act("turn")
        clock.now += 5
        await line.cut()
        await until(lambda: place.house.rooms.open[room].room.number > line.number)
        clock.now += 86_400 * 3
        back = await (await anna.line()).enter(room, line.number)
        assert back["table"]["seconds"] == 10.0
        assert not back["table"]["running"]


@played
async def test_hints_are_legal_and_verdicts_are_given(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        anna = place.person()
        line = await anna.line((await anna.make(PATIENCE, deal=1))["room"])
        legal = (await line.enter(next(iter(place.house.rooms.open))))["table"]["legal"]
        advice = await line.ask("hint")
        assert advice["type"] == "hint"
        assert advice["action"] in legal
        verdict = await line.ask("verdict", seconds=0.5)
        assert verdict["type"] == "verdict"
        assert verdict["verdict"] in ("winnable", "lost", "unknown")


@played
async def test_a_deal_that_can_be_won_is_found_and_dealt(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        anna = place.person()
        line = await anna.line((await anna.make("freecell", deal=1))["room"])
        found = await line.ask("pick", level="easy")
        told = found["difficulty"]
        assert told["level"] == "easy"
        assert 0 <= told["simple"] <= told["tries"]
        assert (told["narrow"] == 0) is (told["simple"] > 0)
        dealt = await line.ask("again", number=line.number, deal=found["deal"])
        assert dealt["deal"] == found["deal"]
        assert (await line.ask("verdict"))["verdict"] == "winnable"


@played
@pytest.mark.parametrize(
    ("deal", "winnable", "lost"), [(1, None, 0), (2, 3, 4)], ids=["from the start", "by a move"]
)
async def test_a_lost_game_has_a_fatal_move(
    tmp_path: Path, deal: int, winnable: int | None, lost: int
) -> None:
    """The action is named only if the states before and after it are proved."""
    async with house(tmp_path) as place:
        anna = place.person()
        room = (await anna.make("fortress", deal=deal))["room"]
        line = await anna.line(room)
        table, actions = (await line.enter(room))["table"], []
        while table["legal"]:
            actions.append(table["legal"][0])
            table = (await line.ask("act", number=line.number, action=actions[-1]))["table"]
        found = await line.ask("fatal", seconds=30)
        assert (found["winnable"], found["lost"]) == (winnable, lost)
        if winnable is None:
            assert found["action"] is None
        else:
            assert found["action"]["text"] == actions[winnable]
            assert {"verb", "from", "to"} <= {*found["action"]}


@played
async def test_a_long_verdict_does_not_delay_a_hint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """During one player's verdicts, the next player's hint arrives."""
    pondered = threading.Event()

    def slow(record: object, seconds: float) -> dict[str, Any]:
        pondered.wait(50)
        return OPINION

    monkeypatch.setattr(thoughts, "verdict", slow)
    monkeypatch.setattr(thoughts, "hint", lambda *about: (ADVICE, Kept()))
    async with house(tmp_path) as place:
        lines = []
        for _ in range(4):
            person = place.person()
            lines.append(await person.line((await person.make(PATIENCE, deal=1))["room"]))
        for line in lines[:3]:
            line.send("verdict")
        assert (await lines[3].ask("hint"))["action"] == "turn"
        pondered.set()


@played
async def test_records_of_others_stay_closed_while_the_round_is_played(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        lines = await seated(place, TEAM, 2)
        room = next(iter(place.house.rooms.open))
        player = place.person(lines[0]._scope["headers"][2][1].decode().partition("=")[2])
        assert (await player.get(f"/api/rooms/{room}/record", 409))["code"] == "wrong-phase"
        answer = await player.request("POST", f"/api/rooms/{room}/share")
        assert answer.status_code == 409


@played
async def test_play_on_from_a_replay(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        anna = place.person()
        room = (await anna.make(PATIENCE, deal=5))["room"]
        line = await anna.line(room)
        one = await line.act("turn")
        await line.act("turn")
        replay = (await anna.request("POST", f"/api/rooms/{room}/share")).json()["replay"]
        told = await anna.get(f"/api/replays/{replay}")
        assert told["steps"] == 2
        steps = (await anna.get(f"/api/replays/{replay}/steps?from=0&to=9"))["steps"]
        assert [step["step"] for step in steps] == [0, 1, 2]
        assert steps[1]["view"] == one["table"]["view"]
        answer = await anna.request("POST", "/api/rooms", json={"replay": replay, "step": 1})
        assert answer.json()["table"]["view"] == one["table"]["view"]
        assert answer.json()["table"]["steps"] == 1


@played
async def test_only_the_host_can_delete_a_room(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        anna, eve = place.person(), place.person()
        room = (await anna.make(PATIENCE))["room"]
        line = await anna.line(room)
        assert (await eve.request("DELETE", f"/api/rooms/{room}")).status_code == 403
        assert (await anna.request("DELETE", f"/api/rooms/{room}")).json() == {"gone": True}
        assert (await line.hear("bye"))["code"] == "removed"
        assert (await line.act("turn"))["code"] == "not-in-room"
        assert (await line.enter(room))["code"] == "no-room"


@played
async def test_lobby_and_own_tables(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        anna, bob = place.person(), place.person()
        await anna.make(PATIENCE)
        await anna.make(TEAM, seats=2, lobby=True)
        await anna.make(TEAM, seats=2)
        lists = await bob.get("/api/rooms")
        assert [room["game"] for room in lists["lobby"]] == [TEAM]
        assert lists["mine"] == []
        own = await anna.get("/api/rooms")
        assert len(own["mine"]) == 3
        assert own["lobby"][0]["mine"]


@pytest.mark.parametrize("count", [1, 2])
@played
async def test_a_stop_loses_nothing(tmp_path: Path, count: int) -> None:
    """Everyone gets a goodbye, and finds the table unchanged."""
    async with house(tmp_path) as place:
        lines = await seated(place, TEAM, count)
        room = next(iter(place.house.rooms.open))
        before = await lines[0].enter(room)
        token = lines[0]._scope["headers"][2][1].decode().partition("=")[2]
        await _stop(place)
        assert (await lines[0].hear("bye"))["code"] == "going-away"
    async with house(tmp_path) as place:
        line = await place.person(token).line()
        after = await line.enter(room)
        assert after["table"]["view"] == before["table"]["view"]
        assert after["seat"] == 0


async def _stop(place: Place) -> None:
    await place.house.say_goodbye()


@played
async def test_hints_continue_the_line_they_began(tmp_path: Path) -> None:
    """A player who follows only hints wins what the solver wins."""
    async with house(tmp_path) as place:
        anna = place.person()
        line = await anna.line((await anna.make("freecell", deal=617))["room"])
        asked: list[str] = []
        while True:
            advice = await line.ask("hint")
            if advice["type"] != "hint":
                break
            asked.append(advice["action"])
            await line.act(advice["action"])
        assert advice["code"] != "busy"
        session = Session("freecell", deal=617)
        for action in asked:
            session.play(action)
        assert session.outcome is not None
        assert session.outcome.won


@played
@pytest.mark.parametrize("game", ["the-game", "extreme", "take-that", "triggs"])
async def test_hints_at_a_table_game_use_the_seat_s_view(tmp_path: Path, game: str) -> None:
    """The strong bot's action, with its reason and the chance; no other seat gets advice."""
    async with house(tmp_path) as place:
        anna, ben = place.person(), place.person()
        room = (await anna.make(game, seats=2))["room"]
        lines = [await person.line(room) for person in (anna, ben)]
        for seat, line in enumerate(lines):
            await line.ask("sit", seat=seat)
        await lines[0].ask("start")
        answers = [await line.ask("hint") for line in lines]
        advised = [answer for answer in answers if answer["type"] == "hint"]
        refused = [answer for answer in answers if answer["type"] == "error"]
        assert len(advised) == len(refused) == 1
        assert advised[0]["action"]
        assert advised[0]["because"]
        assert advised[0]["chance"] is None or 0 <= advised[0]["chance"] <= 1
        assert refused[0]["code"] == "not-available"
