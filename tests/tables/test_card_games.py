"""Card games of one file each: their rules, their choices, and their words in both languages."""

from pathlib import Path
from typing import Any

import pytest

from trapoula import texts
from trapoula.catalogue import discovery
from trapoula.catalogue.entries import find
from trapoula.core.cards import read_cards, write_cards
from trapoula.core.deals import SplitMix
from trapoula.core.errors import Phrase
from trapoula.core.game import ALL, CHANCE, Face, check, looks_of
from trapoula.play.session import Session
from trapoula.tables import Act

EXAMPLES = Path(__file__).parents[2] / "examples"
CLASSICS = ("xeri", "crazy-eights", "hearts", "gin-rummy")
EACH = pytest.mark.parametrize("name", CLASSICS)


@pytest.fixture(autouse=True)
def shelved(monkeypatch: pytest.MonkeyPatch) -> None:
    """The examples are on the shelf."""
    monkeypatch.setenv(discovery.VARIABLE, str(EXAMPLES))


def dealt(game: str, hands: list[str], rest: str = "", **options: Any) -> Session:
    """A table at which everybody holds these cards, dealt one hand after another."""
    made = find(game).make(options)
    first = read_cards(" ".join([*hands, rest]))
    deck = [*first, *(card for card in made.pack if card not in first)]
    return Session(game, options, deck=deck, seats=len(hands))


def why(session: Session, text: str) -> str:
    """What is said to somebody who tries that."""
    with pytest.raises(Exception) as refused:  # noqa: PT011 - its sentence is what is asked
        check(session.game, session.state, session.turn or 0, text)
    return str(refused.value)


def to_the_end(session: Session, dice: SplitMix) -> list[Phrase]:
    """A game by chance to its end; everything that was said on the way."""
    said, game = [], session.game
    while (turn := session.turn) is not None:
        legal = session.legal(turn)
        texts = legal[:: max(1, len(legal) // 20)]
        actions = [game.read(text) for text in texts]
        said += [game.label(action) for action in actions]
        said += [pick for action in actions for both in game.reach(action).picks for pick in both]
        said.append(game.task(session.state, turn))
        text = texts[dice.below(len(texts))]
        said.append(game.story(session.state, game.read(text)))
        session.play(text)
    assert session.outcome is not None
    return [*said, *game.ending(session.outcome)]


@EACH
def test_a_file_is_short_and_played_to_its_end(name: str) -> None:
    """Two hundred lines with rules in two languages; any play ends, and somebody has won."""
    assert len((EXAMPLES / f"{name.replace('-', '_')}.py").read_text("utf-8").splitlines()) <= 200
    preset = dict(find(name).presets["short"])
    for deal in range(1, 4):
        session = Session(name, preset, deal=deal)
        to_the_end(session, SplitMix(deal))
        assert session.outcome is not None
        assert session.outcome.facts["winners"]
        assert Session.resume(session.record()).state == session.state


@EACH
def test_everything_is_said_in_greek_too(name: str) -> None:
    """The title, the page, the options, and whatever is said during a game."""
    greek, english = texts.language("el"), texts.page("en", name)
    page = texts.page("el", name)
    assert page.title != english.title
    assert "## " in page.markdown or len(page.markdown) > 300
    assert texts.title("el", name) == page.title
    assert texts.option("el", "until") == "Ώς τους πόντους"
    said = to_the_end(Session(name, dict(find(name).presets["short"]), deal=1), SplitMix(1))
    made: Any = find(name).make()
    messages = {phrase.message for phrase in said if phrase} | {*made.words.values()}
    untold = [one for one in messages if one.strip("{}").isascii() and greek.template(one) == one]
    assert not [one for one in untold if not one.startswith("{")], untold


@EACH
def test_a_hand_is_seen_by_its_holder_alone(name: str) -> None:
    """Dealing the cards of others and of the stock anew changes nothing that a seat sees."""
    session, dice = Session(name, deal=4), SplitMix(4)
    for _ in range(30):
        turn = session.turn
        if turn is None:
            break
        state, game = session.state, session.game
        others = [seat for seat in range(session.seats) if seat != turn]
        hidden = b"".join([*(state.hands[seat] for seat in others), getattr(state, "stock", b"")])
        anew = bytes(dice.shuffled(hidden))
        hands, at = [*state.hands], 0
        for seat in others:
            hands[seat] = anew[at : at + len(hands[seat])]
            at += len(hands[seat])
        other = state._replace(hands=tuple(hands))
        if hasattr(state, "stock"):
            other = other._replace(stock=anew[at:])
        assert game.view(state, turn) == game.view(other, turn)
        assert game.view(state, None) == game.view(other, None)
        assert game.view(state, ALL)["secret"]["hands"]  # type: ignore[index,call-overload]
        legal = session.legal(turn)
        session.play(legal[dice.below(len(legal))])


# --- xeri ------------------------------------------------------------------------------------------


def xeri(pile: str, one: str, other: str) -> Session:
    made = find("xeri").make()
    first = read_cards(f"{pile} {one} {other}")
    deck = [*first, *(card for card in made.pack if card not in first)]
    return Session("xeri", deck=deck, seats=2)


def test_an_equal_or_a_jack_captures_the_pile() -> None:
    session = xeri("2C 3C 4C 5C", "5H 6H 7H 8H 9H TH", "JS 2H 3H 4H QH KH")
    session.play("play 5H>pile")
    assert write_cards(session.state.won[0]) == "2C 3C 4C 5C 5H"
    session.play("play JS>pile")  # on an empty pile it stays there
    assert write_cards(session.state.pile) == "JS"
    assert session.state.xeri == (0, 0)


def test_a_lone_card_captured_by_its_equal_is_a_xeri() -> None:
    """Ten points, twenty for jacks; a jack that takes another lone card is none."""
    session = xeri("2C 3C 4C 5C", "5H 6H JH 8H 9H TH", "6S JS 3H 4H QH KH")
    for text in ("play 5H>pile", "play 6S>pile", "play 6H>pile"):
        session.play(text)
    assert session.state.xeri == (10, 0)
    for text in ("play JS>pile", "play JH>pile"):
        session.play(text)
    assert session.state.xeri == (30, 0)
    assert str(session.game.story(session.state_at(2), Act("play", (23,), "pile")))  # told in words


# --- crazy eights ----------------------------------------------------------------------------------


def test_an_eight_asks_for_the_suit() -> None:
    """One card, four answers: each is an action of its own, read back from its text."""
    hands = ["8C 2D 3D 4D 5D 6D 7D", "2S 3S 4S 5S 6S 7S 9S"]
    session = dealt("crazy-eights", hands, "KH")
    game: Any = session.game
    eights = [text for text in session.legal(0) if "8C" in text]
    assert eights == [f"play 8C>heap:{suit}" for suit in ("clubs", "diamonds", "hearts", "spades")]
    reach = game.reach(game.read(eights[3]))
    assert [(str(ask), str(answer)) for ask, answer in reach.picks] == [("Which suit?", "♠ Spades")]
    assert why(session, "play 2D>heap") == "It has neither the suit nor the rank."
    session.play("play 8C>heap:spades")
    assert "play 2S>heap" in session.legal(1)


def test_whoever_cannot_play_draws_one_and_passes() -> None:
    hands = ["2D 3D 4D 5D 6D 7D 9D", "2S 3S 4S 5S 6S 7S 9S"]
    session = dealt("crazy-eights", hands, "KH TC")
    assert session.legal(0) == ["draw>stock"]
    session.play("draw>stock")
    assert session.legal(0) == ["pass"]
    assert len(session.state.hands[0]) == 8


def test_a_blocked_round_goes_to_the_hand_that_counts_least_and_equal_ones_share() -> None:
    session = dealt("crazy-eights", ["2D 3D 4D 5D 9D", "2S 3S 4S 5S 9S", "TC TD TH TS 6H"], "KH")
    blocked = session.state._replace(stock=b"", passes=2)
    after = session.game.play(blocked, session.game.read("pass"))
    assert after.rounds == ((11, 11, 0),)
    lone = session.game.play(
        blocked._replace(hands=(b"", *blocked.hands[1:])), session.game.read("pass")
    )
    assert lone.rounds == ((69, 0, 0),)


# --- hearts ----------------------------------------------------------------------------------------

HANDS = [
    "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC",
    "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD",
    "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH",
    "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS",
]


def test_three_cards_go_to_the_left_and_nobody_else_hears_which() -> None:
    session = dealt("hearts", HANDS)
    assert len(session.legal(0)) == 286
    session.play("give QC KC AC>left", 0)
    assert session.game.told(session.game.read("give QC KC AC>left"), 1) == "give"
    assert "cards" not in session.game.story(session.state_at(0), session.actions[0][1]).facts
    for text in ("give QD KD AD>left", "give QH KH AH>left", "give QS KS AS>left"):
        session.play(text)
    assert {*read_cards("QC KC AC")} < {*session.state.hands[1]}
    assert session.turn == 0  # still holds the two of clubs


def test_the_rules_of_a_trick_are_told_to_who_breaks_them() -> None:
    session = dealt("hearts", HANDS)
    for seat, three in enumerate(("2C 3C 4C", "2D 3D 4D", "2H 3H 4H", "2S 3S 4S")):
        session.play(f"give {three}>left", seat)
    assert session.turn == 1  # who was given the two of clubs
    assert why(session, "play 5D>trick") == "The two of clubs leads."
    session.play("play 2C>trick")
    assert why(session, "play QC>trick") == "QC is not in your hand."
    session.play("play 2D>trick")
    assert why(session, "play 2H>trick") == "Not in the first trick."
    session.play("play 5S>trick")
    session.play("play 5C>trick")
    assert session.turn == 0
    assert session.view(0)["places"]["trick"]["count"] == 4  # type: ignore[index,call-overload]


def test_all_the_points_are_twenty_six_for_the_others() -> None:
    """Played to its end, every round counts twenty-six, or three times that."""
    session = Session("hearts", {"until": 26}, deal=2)
    to_the_end(session, SplitMix(9))
    assert session.outcome is not None
    assert {sum(own) for own in session.state.rounds} <= {26, 78}
    best = min(session.outcome.scores)
    assert [session.outcome.scores[seat] for seat in session.outcome.facts["winners"]] == [best]  # type: ignore[union-attr]


# --- gin -------------------------------------------------------------------------------------------

GIN = "AC 2C 3C 4D 5D 6D KH KD KS 2S"


def test_a_knock_lays_both_hands_down_and_counts() -> None:
    session = dealt("gin-rummy", [GIN, "9C TC JC 9D 9H 9S 4S 5S 7D QH"], "8D 2D")
    for text in ("pass", "pass", "draw>stock"):
        session.play(text)
    knocks = [text for text in session.legal(0) if text.startswith("knock")]
    assert "knock 2S>knock" in knocks
    assert "knock KH>knock" not in knocks
    session.play("knock 2S>knock")
    assert session.turn == 0
    assert session.legal(0) == ["next"]
    # two against 4S 5S QH: the seven of diamonds is added to the run
    assert session.state.rounds == ((17, 0),)
    places: Any = session.view(1)["places"]
    assert places["left-0"]["points"] == 2
    session.play("next", 0)
    assert session.turn is not None
    assert session.actions[-1][0] == CHANCE


def test_what_was_taken_from_the_heap_is_not_discarded_at_once() -> None:
    session = dealt("gin-rummy", [GIN, "9C TC JC 9D 9H 9S 4S 5S 7D QH"], "8D 2D")
    session.play("take>heap")
    assert why(session, "discard 8D>heap") == "You just took it from the heap."


def test_the_first_card_of_the_heap_is_offered_to_both() -> None:
    """If neither takes it, whoever was asked first draws from the stock."""
    hands = [GIN, "9C TC JC 9D 9H 9S 4S 5S 7D QH"]
    session = dealt("gin-rummy", hands, "8D 2D")
    assert session.legal(0) == ["pass", "take>heap"]
    session.play("pass")
    assert session.legal(1) == ["pass", "take>heap"]
    session.play("pass", 1)
    assert session.legal(0) == ["draw>stock"]
    session.play("draw>stock")
    session.play("discard KS>heap")
    assert session.legal(1) == ["draw>stock", "take>heap"]
    taken = dealt("gin-rummy", hands, "8D 2D")
    for text in ("pass", "take>heap", "discard QH>heap"):
        taken.play(text)
    assert taken.legal(0) == ["draw>stock", "take>heap"]


# --- faces of one's own ----------------------------------------------------------------------------

UNO = '''"""Colours: play a card."""
from collections.abc import Iterator
from dataclasses import dataclass
from trapoula.tables import *

class Table(NamedTuple):
    """The table."""
    hands: tuple[Pile, ...]
    heap: Pile = b""
    seat: Seat = 0

@dataclass(frozen=True)
class Colours(CardGame[Table]):
    """The rules."""
    seats = range(2, 3)
    pack = tuple(range(20))
    faces = {f"{colour}{n}": 10 * at + n for at, colour in enumerate("RB") for n in range(10)}
    looks = {text: Face(text[1], "●", "red" if text[0] == "R" else "blue") for text in faces}
    example = "play R7>heap"

    def hand_order(self, card):
        return card

    def deal(self, deck, seats, before):
        return Table(deal_hands(deck, seats, 3)[0])

    def turn(self, state):
        return state.seat if state.hands[state.seat] else None

    def moves(self, state):
        return [Act("play", (card,), "heap") for card in state.hands[state.seat]]

    def after(self, state, act):
        hand = without(state.hands[state.seat], *act.cards)
        return Table(put(state.hands, state.seat, hand), bytes(act.cards), 1 - state.seat)

    def points(self, state):
        return (0, 0)

    def places(self, state):
        return {"heap": discard(state.heap)}

@game("table")
def colours() -> Colours:
    return Colours()
'''


def test_cards_may_have_faces_of_their_own(tmp_path: Path) -> None:
    from trapoula.host.catalogue_view import describe
    from trapoula.terminal.tables import draw

    file = tmp_path / "colours.py"
    file.write_text(UNO, "utf-8")
    discovery.put(str(file))
    session = Session("colours", deal=1)
    assert looks_of(session.game)["B3"] == Face("3", "●", "blue")
    drawn = draw(session.view(0), session.game, colour=False)
    assert "●" in drawn
    told: Any = describe("colours")
    assert told["faces"]["13"] == "B3"
    assert told["looks"]["B3"] == {"text": "3", "sign": "●", "colour": "blue"}
