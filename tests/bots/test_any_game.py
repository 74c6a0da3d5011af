"""Players for any game: they need its rules, see what a seat sees, and are better the more they think."""

import json
import pickle
from collections.abc import Iterator
from pathlib import Path
from statistics import mean
from typing import Any

import pytest

from tests.bots.small import CrazyEights, Hearts, small_eights, small_hearts
from tests.terminal.tables import table as terminal_table
from trapoula import cards
from trapoula.bots import Observation, levels, observe, player
from trapoula.bots._anygame import LEVELS, Searcher
from trapoula.bots._search import MANY, Search
from trapoula.bots.coach import advise, review
from trapoula.catalogue import discovery
from trapoula.catalogue.entries import find
from trapoula.core.deals import SplitMix, deck
from trapoula.core.determinization import Unseen, dealt_anew
from trapoula.core.errors import BadOption
from trapoula.core.game import CHANCE, Game
from trapoula.local.file import at_once
from trapoula.play.session import Session
from trapoula.play.standing import leads, learnt, points, standing
from trapoula.tables import sort
from trapoula.terminal.engine import Engine
from trapoula.terminal.match import match_of, play_deal
from trapoula.thinking import thoughts

EIGHTS = Session(small_eights).id  # from then on this process knows the two
HEARTS = Session(small_hearts).id
BOTH = {EIGHTS: (small_eights, 2), HEARTS: (small_hearts, 4)}
EACH = pytest.mark.parametrize("game", BOTH)
QUICK = Searcher(300)
EXAMPLES = Path(__file__).parents[2] / "examples"


def table(game: str, steps: int, deal: int = 3) -> Session:
    """A table at which some actions of chance's choosing were made."""
    recipe, seats = BOTH[game]
    session, dice = Session(recipe, deal=deal, seats=seats), SplitMix(deal)
    while session.turn is not None and session.steps < steps:
        legal = session.legal(session.turn)
        session.play(legal[dice.below(len(legal))], session.turn)
    return session


def seen(session: Session) -> Any:
    assert session.turn is not None
    return observe(session.id, session.game, session.state, session.turn)


# --- what they are handed ------------------------------------------------------------------------


@EACH
def test_every_table_game_has_bots_at_once(game: str) -> None:
    assert levels(game) == tuple(LEVELS) == ("random", "greedy", "good", "skilled", "strong")
    assert thoughts.levels(game) == levels(game)
    with pytest.raises(BadOption, match="no bots of the level 'perfect'"):
        player(game, "perfect")


def test_games_with_their_own_players_keep_them() -> None:
    made = find("take-that").make()
    state = made.start(deck(made.pack, 1), 2)
    assert levels("take-that") == ("random", "greedy", "strong")
    assert type(observe("take-that", made, state, 0)) is dict
    assert levels("golf") == ()


@EACH
@pytest.mark.parametrize("steps", [0, 9, 22])
def test_a_seat_cannot_tell_its_imagined_table_from_the_real_one(game: str, steps: int) -> None:
    """Nor can its player tell two real ones apart that look the same: the imagined one is the same."""
    session = table(game, steps)
    assert session.turn is not None
    rules, state, seat = session.game, session.state, session.turn
    twins = [dealt_anew(rules, state, seat, seed) for seed in range(1, 6)]
    assert any(twin != state for twin in twins)
    first = seen(session).imagined.state
    assert first != state
    for twin in twins:
        assert rules.view(twin, seat) == rules.view(state, seat)
        assert observe(game, rules, twin, seat).imagined.state == first  # type: ignore[attr-defined]


@EACH
@pytest.mark.parametrize("bot", [*map(LEVELS.get, ("random", "greedy")), lambda: QUICK])
def test_two_tables_that_look_the_same_are_played_the_same(game: str, bot: Any) -> None:
    session = table(game, 10)
    assert session.turn is not None
    rules, seat, legal = session.game, session.turn, session.legal(session.turn)
    chosen = {
        bot().choose(
            observe(game, rules, dealt_anew(rules, session.state, seat, seed), seat),
            legal,
            SplitMix(4),
        )
        for seed in range(5)
    }
    assert len(chosen) == 1
    assert chosen <= set(legal)


def test_a_sight_is_a_view_and_travels_to_other_processes() -> None:
    session = table(HEARTS, 12)
    here = seen(session)
    there = pickle.loads(pickle.dumps(here))
    assert isinstance(there, Observation)
    assert there == here == session.view(session.turn)
    assert json.loads(json.dumps(here)) == session.view(session.turn)
    assert there.imagined == here.imagined
    with pytest.raises(BadOption, match="needs a view that"):
        QUICK.choose(session.view(0), session.legal(0), SplitMix(1))


def test_a_game_may_deal_the_unseen_itself() -> None:
    """And what a seat sees by a sum stays as it is."""

    class Own(Hearts):
        def determinize(self, state: Any, seat: int, dice: Any) -> Any:
            return state._replace(points=(dice.below(9),) * 4)

        def view(self, state: Any, seat: int | None) -> Any:
            return {**super().view(state, seat), "scores": None}

    class Odd(Hearts):
        def view(self, state: Any, seat: int | None) -> Any:
            return {**super().view(state, seat), "sum": sum(map(hash, state.hands[2:]))}

    own, odd = Own(), Odd()
    state = own.start(deck(own.pack, 1))
    assert len(set(Unseen(own, state, 0).deal(SplitMix(1)).points)) == 1
    same = odd.start(deck(odd.pack, 1))
    assert dealt_anew(odd, same, 0, 1).hands[2:] == same.hands[2:], "those it sees by their sum"


# --- what they make of it ------------------------------------------------------------------------


def test_points_are_understood_from_a_few_games() -> None:
    """At hearts few points are good; at eights whoever gets rid of cards wins."""
    hearts, eights = Hearts(), CrazyEights(free=True)
    ahead = leads(hearts, (0, 5, 5, 16))
    assert ahead[0] > 0.5 > ahead[3]
    assert not learnt(hearts, 4).gains
    gains = learnt(eights, 2).gains
    assert gains[eights.read("draw")] < 0 < gains[eights.read("7C")]
    assert points(hearts, hearts.start(deck(hearts.pack, 1))) == (0, 0, 0, 0)


def test_what_foretells_points_is_found() -> None:
    """At eights fewer cards are better, at xeri more that were captured; at gin the game itself says it."""
    for name in ("crazy_eights", "xeri", "gin_rummy", "hearts"):
        discovery.put(str(EXAMPLES / f"{name}.py"))
    eights, xeri, gin, hearts = (
        find(name).make() for name in ("crazy-eights", "xeri", "gin-rummy", "hearts")
    )
    assert (learnt(eights, 2).number, learnt(xeri, 2).number) == ("hands", "captured")
    assert learnt(eights, 2).worth < 0 < learnt(xeri, 2).worth
    assert not learnt(hearts, 4).number, "a trick may cost points or not"
    state = gin.start(deck(gin.pack, 1))
    low, high = "AC 2C 3C 4H 5H 6H 7D 8D 9D AS", "2D 4C 6S 8C TC QC KH JH 9S 7S"
    for hands, better in ((low, high), 0), ((high, low), 1):
        mine = state._replace(hands=tuple(sort(cards.read_cards(own)) for own in hands))
        assert standing(gin, mine, 2)[better] > 0.5


def test_of_many_actions_those_with_good_cards_are_tried() -> None:
    """At hearts three high cards are given away rather than three low ones."""
    discovery.put(str(EXAMPLES / "hearts.py"))
    game = find("hearts").make()
    low = sort(cards.read_cards("2C 3C 4C 5C 2D 3D 4D 5D 2H 3H QS KS AS"))
    others = sorted({*game.pack} - {*low})
    state = game.start(deck(game.pack, 1), 4)
    hands = (low, *(bytes(others[at::3]) for at in range(3)))
    state = state._replace(hands=hands)
    search = Search(game, state, 0, SplitMix(1))
    found = search.run(game.legal(state, 0), 20_000)
    tried = [one for one, node in found.items() if node.tries]
    assert len(tried) == MANY
    spades = sum(sum(card >= 0 and card % 4 == 3 for card in one.cards) for one in tried)
    assert spades > len(tried), "most of them have more than one of the three"


def test_bots_remember_cards_that_everybody_saw() -> None:
    """Captured cards stay where they are when what is unseen is dealt anew."""
    discovery.put(str(EXAMPLES / "xeri.py"))
    session, dice = Session("xeri", deal=4), SplitMix(4)
    while session.steps < 20:
        legal = session.legal(session.turn or 0)
        session.play(legal[dice.below(len(legal))])
    state = session.state
    assert any(state.won)
    for seed in range(3):
        other = dealt_anew(session.game, state, session.turn or 0, seed)
        assert (other.won, other.pile) == (state.won, state.pile)
        assert other.stock != state.stock


def games(game: Game[Any, Any], line_up: list[Any], deals: range) -> Iterator[float]:
    """How far ahead the first of some players ends each game, level being 0.5; chairs move on."""
    for deal in deals:
        state, dice = game.start(deck(game.pack, deal), len(line_up)), SplitMix(deal)
        while (turn := game.turn(state)) is not None:
            if turn == CHANCE:
                state = game.play(state, game.draw(state, dice))
                continue
            bot = line_up[(turn + deal) % len(line_up)]
            legal = [game.write(action) for action in game.legal(state, turn)]
            view = observe(game_id(game), game, state, turn)
            state = game.play(state, game.read(bot.choose(view, legal, dice)))
        outcome = game.outcome(state)
        assert outcome is not None
        yield leads(game, outcome.scores)[-deal % len(line_up)]


def game_id(game: Game[Any, Any]) -> str:
    return EIGHTS if isinstance(game, CrazyEights) else HEARTS


def test_thinking_beats_chance() -> None:
    """At eights drawing is free: where it is not, the cards decide most games."""
    chance = LEVELS["random"]()
    eights, hearts = CrazyEights(free=True), Hearts()
    assert mean(games(eights, [Searcher(1500), chance], range(1, 21))) > 0.7
    assert mean(games(eights, [LEVELS["greedy"](), chance], range(1, 31))) > 0.6
    assert mean(games(hearts, [Searcher(1500), *[chance] * 3], range(1, 9))) > 0.6


def test_a_search_stops_when_it_is_told_to() -> None:
    session, asked = table(HEARTS, 8), list[int]()
    bot = Searcher(10**9, stop=lambda: bool(asked.append(1)) or len(asked) > 5)
    legal = session.legal(session.turn or 0)
    assert bot.choose(seen(session), legal, SplitMix(1)) in legal


# --- where they are met --------------------------------------------------------------------------


@EACH
def test_the_coach_advises_and_reviews(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LEVELS, "strong", lambda: QUICK)  # type: ignore[arg-type]
    session = table(game, 30)
    assert session.turn is not None
    found = advise(session, session.turn)
    assert found is not None
    assert found.action in session.legal(session.turn)
    assert found.reason == "playouts"
    assert found.chance is not None
    assert 0 <= found.chance <= 1
    looked = review(session, session.turn)
    assert looked.decisions
    assert all((one.best.chance or 0) >= (one.own.chance or 0) for one in looked.decisions)


@EACH
def test_they_sit_at_tables_in_the_terminal_and_in_matches(game: str) -> None:
    seats = BOTH[game][1]
    shared, dice = terminal_table(game, 2, seats, str(seats - 1), "good"), SplitMix(1)
    at_once(shared.begin())
    while shared.waiting == 0 and shared.session.steps < 15:
        legal = shared.session.legal(0)
        at_once(shared.play(legal[dice.below(len(legal))]))
    assert shared.session.steps >= 15
    played = play_deal(match_of(game, BOTH[game][1], "greedy", 1, {}), 4)
    assert played.winners


def test_the_server_and_the_engine_ask_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LEVELS, "strong", lambda: QUICK)  # type: ignore[arg-type]
    session = table(EIGHTS, 5)
    assert session.turn is not None
    legal = session.legal(session.turn)
    text, _ = thoughts.choose(EIGHTS, "good", b"", [seen(session)], legal, 7)
    assert text in legal
    engine = Engine()

    def ask(**request: Any) -> Any:
        reply = engine.answer(json.dumps(request).encode())
        assert reply["ok"], reply
        return reply

    ask(do="start", game=EIGHTS, seats=2)
    assert ask(do="bot", level="greedy")["action"] in ask(do="legal")["legal"]
    assert ask(do="hint")["hint"]["because"]


def test_a_file_of_ones_own_has_them_too(monkeypatch: pytest.MonkeyPatch) -> None:
    file = Path(__file__).parents[2] / "examples" / "last_straw.py"
    monkeypatch.setenv("TRAPOULA_GAMES", str(file))
    assert levels("last-straw") == tuple(LEVELS)
    played = play_deal(match_of("last-straw", 3, "greedy,random,random", 1, {}), 4)
    assert played.winners is not None
