"""The coach: advice and a review from what a seat sees, and from nothing else."""

import json
import re
import sys
from random import Random
from subprocess import run
from threading import Event
from typing import Any, cast

import pytest

from tests.tables.test_leaks import redealt
from tests.terminal.tables import played
from tests.terminal.tables import table as terminal_table
from trapoula.bots import coach, levels, player, seated
from trapoula.bots._team import _signs
from trapoula.bots.calibration import MESSAGES as NAMES
from trapoula.bots.calibration import Calibrated, called, chance
from trapoula.bots.coach import MESSAGES, TURNING, advise, review
from trapoula.catalogue.entries import ids
from trapoula.core.deals import SplitMix
from trapoula.core.game import is_talk
from trapoula.play.session import Session
from trapoula.terminal.engine import Engine
from trapoula.terminal.play import Player
from trapoula.texts import speak

PLAYED = [game for game in ids() if levels(game)]
FOR_EACH_GAME = pytest.mark.parametrize("game", PLAYED)


def some_play(game: str, steps: int, level: str = "greedy", deal: int = 3) -> Session:
    """A game among bots, as far as it was played in so many steps."""
    table = Session(game, deal=deal, seats=2)
    players = [seated(game, level) for _ in range(2)]
    while (turn := table.turn) is not None and table.steps < steps:
        text = players[turn].choose(table.view(turn), table.legal(turn), SplitMix(table.steps))
        table.play(text, turn)
    return table


def late_play(game: str) -> Session:
    """A game in which much has been done."""
    table = some_play(game, 60, "strong", deal=8)
    assert table.turn is not None
    return table


@FOR_EACH_GAME
def test_advice_is_legal_and_gives_its_reason(game: str) -> None:
    """For the seat on turn, and for no other."""
    table = late_play(game)
    seat = table.turn
    assert seat is not None
    found = advise(table, seat)
    assert found is not None
    assert found.action in table.legal(seat)
    assert found.chance is not None
    assert 0 <= found.chance <= 1
    assert "{share}" in found.odds
    assert found.reason in MESSAGES
    assert "{" not in found.message.format(**found.facts)
    assert advise(table, 1 - seat) is None
    assert advise(table, seat) == found, "the same sight, the same advice"


@FOR_EACH_GAME
def test_it_is_too_early_to_tell_a_chance_at_first(game: str) -> None:
    """A hint has its reason all the same; no decision gives anything away yet."""
    table = some_play(game, 6)
    found = advise(table, table.turn or 0)
    assert found is not None
    assert (found.chance, found.odds) == (None, "Too early to say how this ends.")
    assert not any(one.given_away for one in review(table, 0).decisions)


@pytest.mark.parametrize("share", [0, 0.05, 0.2, 0.5, 0.8, 0.99, 1])
def test_every_chance_has_a_name(share: float) -> None:
    """A better one never has a worse one's."""
    order = [name for name in NAMES.values() if name != called(None)]
    assert order.index(called(share)) >= order.index(called(share / 2))


def test_a_patience_has_no_coach() -> None:
    table = Session("golf", deal=1)
    assert advise(table, 0) is None
    assert not review(table, 0).decisions


class Twin:
    """A session whose hidden cards are others at every step: to the seat it looks the same."""

    def __init__(self, table: Session, seat: int, rng: Random) -> None:
        self.id, self.game, self.turn = table.id, table.game, table.turn
        self.steps, self.actions = table.steps, table.actions
        tables = [table.state_at(step) for step in range(table.steps + 1)]
        self.states = [redealt(one, seat, rng) for one in tables]
        for one, other in zip(tables, self.states, strict=True):
            assert table.game.view(one, seat) == table.game.view(other, seat)

    def state_at(self, step: int) -> Any:
        return self.states[step]


@FOR_EACH_GAME
def test_what_a_seat_cannot_see_changes_no_advice(game: str) -> None:
    """The hidden cards are dealt anew behind the seat: advice and review stay the same."""
    table = some_play(game, 30)
    seat = table.turn
    assert seat is not None
    twin: Any = Twin(table, seat, Random(7))
    assert twin.states[-1] != table.state
    assert advise(table, seat) == advise(twin, seat)
    assert review(table, seat) == review(twin, seat)


@FOR_EACH_GAME
def test_a_review_looks_at_every_decision(game: str) -> None:
    """Where the seat had a choice: its own action, the bot's, and both chances; no best is worse."""
    table = some_play(game, 40, "random")
    found = review(table, 0)
    assert found.decisions
    for one in found.decisions:
        who, action = table.actions[one.step]
        assert (who, table.game.write(action)) == (0, one.own.action)
        legal = [table.game.write(a) for a in table.game.legal(table.state_at(one.step), 0)]
        assert one.best.action in legal
        assert (one.best.chance or 0) >= (one.own.chance or 0)
    assert all(one.given_away >= TURNING for one in found.turning)
    assert len(found.turning) <= 3
    assert [step for step, _ in found.curve] == sorted(step for step, _ in found.curve)
    assert json.loads(json.dumps(found.plain()))["seat"] == 0


def test_a_blunder_is_a_turning_point() -> None:
    """One who ends the turn under an open skull is told so."""
    table = Session("extreme", deal=1, seats=1)
    for text in ("end",):
        assert text not in table.legal(0)
    while table.outcome is None:
        dooms: Any = table.view(0)["dooms"]
        losing = [text for text in table.legal(0) if text in dooms]
        sound = [text for text in table.legal(0) if text not in dooms]
        if losing and sound and table.steps > 3:
            table.play(losing[0], 0)
            break
        table.play((sound or losing)[0], 0)
    last = review(table, 0).decisions[-1]
    assert last.own.chance == 0.0


@FOR_EACH_GAME
def test_the_engine_gives_hints_and_reviews(game: str) -> None:
    """As plain values with a sentence in the language of the player."""
    engine = Engine()

    def ask(**request: Any) -> Any:
        reply = engine.answer(json.dumps(request).encode())
        assert reply["ok"], reply
        return json.loads(json.dumps(reply))

    ask(do="start", game=game, seats=2, deal=4)
    for _ in range(6):
        turn = ask(do="legal")["turn"]
        hint = ask(do="hint", seat=turn)["hint"]
        assert {"action", "reason", "because", "chance"} <= set(hint)
        assert ask(do="view", seat=turn)["task"]
        ask(do="play", action=hint["action"], seat=turn)
    found = ask(do="review", seat=0)
    assert {"decisions", "turning", "curve", "seat"} <= set(found)
    ask(do="start", game="golf", deal=1)
    refused = engine.answer(b'{"do": "review"}')
    assert not refused["ok"]


@FOR_EACH_GAME
@pytest.mark.parametrize("lang", ["en", "el"])
def test_the_terminal_gives_hints_and_reviews(
    game: str, lang: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In words."""
    speak(lang)
    table = late_play(game)
    while table.turn != 0:
        table.play(table.legal(table.turn or 0)[0], table.turn)
    lines = iter(["hint", "review", "quit"])
    monkeypatch.setattr("builtins.input", lambda prompt="": next(lines))
    Player(played(table, "1")).run()
    out = capsys.readouterr().out
    assert "%" in out
    assert "{" not in out


@FOR_EACH_GAME
def test_the_first_advice_finds_everything_ready(game: str) -> None:
    """Once the coach is ready, nothing more is loaded for its first advice, and never the compiler."""
    code = f"""
import sys
from trapoula.bots.coach import advise, get_ready
from trapoula.play.session import Session
table = Session({game!r}, deal=3, seats=2)
assert "numpy" not in sys.modules, "whoever asks nothing waits for nothing"
get_ready(table.id).join()
before = set(sys.modules)
while advise(table, table.turn).reason == "begin":
    table.play(table.legal(table.turn)[0])
print(sorted(set(sys.modules) - before), "numba" in sys.modules)
"""
    asked = run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert asked.stdout.strip() == "[] False"


@FOR_EACH_GAME
def test_what_was_seen_before_is_not_worked_out_for_the_seat_again(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long the game: what only the seat sees is told of the table as it lies, and of none before."""
    table, told = some_play(game, 40), list[Any]()
    rules: Any = type(table.game)
    own = rules.own
    monkeypatch.setattr(rules, "own", lambda *given: told.append(given) or own(*given))
    assert table.turn is not None
    assert advise(table, table.turn) is not None
    assert len(told) == 1


def test_whoever_opens_a_table_waits_a_moment_for_the_coach(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """So that no hint does; but not for as long as compiling may take."""
    compiled, asked = Event(), list[str]()
    monkeypatch.setattr(coach, "ready", asked.append)
    assert not coach.get_ready("one game").is_alive()
    monkeypatch.setattr(coach, "ready", lambda game: compiled.wait(30))
    monkeypatch.setattr(coach, "MOMENT", 0.01)
    assert coach.get_ready("another game").is_alive()
    compiled.set()
    assert asked == ["one game"]


def test_a_table_that_is_opened_gets_its_coach_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the terminal and over the engine; a patience has no coach."""
    asked: list[str] = []
    for place in ("trapoula.terminal.engine", "trapoula.terminal.device"):
        monkeypatch.setattr(f"{place}.get_ready", asked.append)
    for game in ("golf", "triggs"):
        Engine().answer(json.dumps({"do": "start", "game": game}).encode())
        terminal_table(game, 1)
    assert asked == ["triggs", "triggs"]


@pytest.mark.parametrize(("game", "seats"), [("the-game", 3), ("extreme", 2)])
def test_a_plan_that_is_followed_keeps_its_chance(game: str, seats: int) -> None:
    """Nothing new is seen before the turn ends; the chance used to move by 12 points a card."""
    table, before, steps = Session(game, seats=seats, deal=900_001), None, []
    while table.turn is not None:
        seat = table.turn
        found = advise(table, seat)
        assert found is not None
        if found.chance is not None and before is not None:
            steps.append(abs(found.chance - before))
        table.play(found.action)
        before = found.chance if table.turn == seat else None
    steps.sort()
    assert len(steps) > 20
    assert steps[len(steps) * 95 // 100] <= 0.1


def test_a_chance_grows_with_what_is_won_by_playing_on() -> None:
    """Whatever the weights are: calibration keeps the order of actions."""
    for game in ("the-game", "extreme"):
        for seats, weights in cast(Calibrated, player(game, "strong")).chances.items():
            for begun in (20, 60, 98):
                shown = [
                    chance(weights, _signs(won, 20 * (1 - won), begun)) or 0
                    for won in (0.1, 0.4, 0.7, 1)
                ]
                assert shown == sorted(shown), (game, seats, begun)


def test_a_game_that_is_surely_lost_has_no_chance() -> None:
    assert chance((0.0, 1.0), None) == 0
    worst, best = (chance((sum_, 0.0), (1.0, 0.0)) or 0 for sum_ in (-99.0, 99.0))
    assert 0 < worst < best < 1


@FOR_EACH_GAME
def test_a_bot_says_why_and_tells_no_card_that_it_holds(game: str) -> None:
    """At every move of a game it names nothing but what lay open, and what it played."""
    table, reasons = some_play(game, 400, "strong"), set[str]()
    for step, (seat, action) in enumerate(table.actions):
        if seat < 0 or is_talk(table.game, action):
            continue
        state, text = table.state_at(step), table.game.write(action)
        template, facts = coach.explain(game, "strong", table.game.view(state, None), text)
        said = template.format(**facts)
        assert "{" not in said
        assert template in MESSAGES.values()
        reasons.add(template)
        shown = {str(fact) for fact in facts.values()} & set(re.findall(r"\d+", said))
        view = json.dumps(table.game.view(state, None))
        assert all(re.search(rf"\b{fact}\b", view + text) for fact in shown), said
    assert len(reasons) > 2


@FOR_EACH_GAME
def test_a_simple_bot_says_that_it_is_one(game: str) -> None:
    table = some_play(game, 4)
    view = table.game.view(table.state, None)
    assert coach.explain(game, "random", view, table.legal(table.turn or 0)[0]) == (
        MESSAGES["simple"],
        {},
    )
