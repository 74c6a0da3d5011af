"""What bots say: wishes that no card can be read from, and commands that they have."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from trapoula.bots import Talker, player, seated
from trapoula.bots._team import Planner
from trapoula.catalogue.entries import find
from trapoula.core.deals import deck
from trapoula.tables._talk import Signal
from trapoula.tables.extreme import Extreme
from trapoula.tables.the_game import PACK, ROWS, Table, TheGame
from trapoula.terminal.match import Table as Match

GAMES = ("the-game", "extreme")
SURE = 0.5  # a card that is there more often than not when a word is said is as good as told


def hands(rng: Random, tops: tuple[int, ...], size: int) -> Iterator[Table]:
    """Tables with the same tops, where the second seat holds other cards each time."""
    free = [card for card in PACK if card not in tops]
    rows = tuple(bytes([top]) for top in tops)
    while True:
        cards = rng.sample(free, len(free))
        dealt = (bytes(sorted(cards[:size])), bytes(sorted(cards[size : 2 * size])))
        yield Table(rows, dealt, bytes(cards[2 * size :]), said=("gladly", "could"))


def remarks(name: str, game: TheGame, state: Table, seat: int = 1) -> list[Signal]:
    """Everything that a bot has to say at a table, said one after another."""
    bot, found = player(name, "strong"), list[Signal]()
    assert isinstance(bot, Talker)
    while (text := bot.remark(game.view(state, seat))) is not None:
        action = game.read(text)
        assert isinstance(action, Signal)
        assert action in game.legal(state, seat)
        found.append(action)
        state = game.play(state, action)
    return found


@pytest.mark.parametrize("tops", [(47, 20, 65, 80), (30, 61, 72, 40)], ids=str)
def test_no_card_can_be_read_from_a_wish(tops: tuple[int, ...]) -> None:
    """Whatever a bot says of a row, no card is more likely in its hand than not, the trick as little
    as any other: the same wish comes from many hands."""
    game, rng = TheGame(), Random(5)
    said, held_then = Counter[str](), Counter[tuple[str, int]]()
    for state, _ in zip(hands(rng, tops, 6), range(1500), strict=False):
        words = {signal.about: signal.word for signal in remarks("the-game", game, state)}
        word = words.get(ROWS[0], "")
        said[word] += 1
        for card in state.hands[1]:
            held_then[word, card] += 1
    assert {word for word, count in said.items() if count > 30} == {"", "not-here"}
    for (word, card), count in held_then.items():
        if word and said[word] > 30:
            assert count / said[word] < SURE, (word, card)


@pytest.mark.parametrize("name", GAMES)
def test_wishes_are_about_rows_that_serve_the_hand(name: str) -> None:
    """One whose cards lie close above a row asks for it; one whose cards lie elsewhere does not."""
    game = find(name).make()
    assert isinstance(game, TheGame)
    near, far = bytes([42, 43, 45, 46]), bytes([6, 7, 10, 11])
    for hand, wishes in ((near, True), (far, False)):
        said = {signal.about: signal.word for signal in remarks(name, game, middle(game, hand))}
        assert (said.get("up1") == "not-here") == wishes


def middle(game: TheGame, hand: bytes, *others: Signal) -> Table:
    """A table where the second seat has some hand, and much is still to be drawn."""
    tops = (40, 35, 88, 80)
    free = [card for card in PACK if card not in (*tops, *hand, 86)]
    cards = Random(3).sample(free, 50)
    return Table(
        tuple(bytes([top]) for top in tops),
        (bytes(sorted(cards[:6])), hand),
        bytes(cards[6:]),
        said=("gladly", "could"),
        signals=others,
        commands=game.start(PACK, 2).commands,
    )


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("word", ["not-here", "no-jump", "fine"])
def test_no_bot_wishes_for_a_row_that_another_speaks_of(name: str, word: str) -> None:
    """Nor does its own wish stay when a person then says something about the row."""
    game, near = find(name).make(), bytes([42, 43, 45, 46])
    assert isinstance(game, TheGame)
    alone, another = middle(game, near), Signal(0, "up1", word)
    assert Signal(1, "up1", "not-here") in remarks(name, game, alone)
    said = remarks(name, game, middle(game, near, another))
    assert not any(signal.about == "up1" for signal in said)
    both = middle(game, near, Signal(1, "up1", "not-here"), another)
    assert Signal(1, "up1", "free") in remarks(name, game, both)


def test_a_wish_that_changes_nothing_is_not_told() -> None:
    """One who has all the cards that a row still takes needs it most, and nobody else could lay there."""
    game, bot, last = TheGame(), player("the-game", "strong"), bytes([97, 98, 99])
    assert isinstance(bot, Planner)
    rows = (bytes([96]), bytes([70]), bytes([60]), bytes([86]))
    state = middle(game, last)._replace(rows=rows)
    assert bot._wish(game.seen(state, 1), [*last]) == "up1"
    assert not remarks("the-game", game, state)


@pytest.mark.parametrize("name", GAMES)
def test_bots_have_one_wish_for_a_row_among_them(name: str) -> None:
    """At any moment of whole games for four, and few words in all."""
    game = find(name).make()
    assert isinstance(game, TheGame)
    for deal in (1, 2):
        table = Watched(name, game, [seated(name, "strong") for _ in range(4)], deck(PACK, deal), 1)
        table.play()
        assert table.wishes
        assert table.wishes < 2 * table.turns


class Watched(Match):
    """A game among bots, looked at after every word."""

    wishes = 0

    def _do(self, action: object) -> None:
        super()._do(action)
        about = [said.about for said in self.state.signals if said.about in ROWS]
        assert len(about) == len(set(about))
        self.wishes += isinstance(action, Signal) and action.about in ROWS


def test_a_wish_that_is_gone_is_taken_back() -> None:
    """When a card was laid elsewhere and the row no longer serves the hand, the bot says so."""
    game = TheGame()
    state = middle(game, bytes([42, 43, 45]))
    for signal in remarks("the-game", game, state):
        state = game.play(state, signal)
    assert any(said.about == "up1" for said in state.signals)
    state = state._replace(hands=(state.hands[0], bytes([6, 7])))
    assert Signal(1, "up1", "free") in remarks("the-game", game, state)


def test_bots_say_which_commands_they_have() -> None:
    """And only those, and nothing at all while a silence is visible."""
    game = Extreme()
    start = game.start(PACK, 2)
    state = start._replace(
        hands=(bytes([50, 51]), bytes([5, 26, 60])), pile=bytes([70, 72]), said=("gladly", "could")
    )
    told = {signal.about for signal in remarks("extreme", game, state) if signal.word == "hold"}
    assert told == {"skull", "stop"}
    silent = state._replace(rows=(bytes([12]), b"", b"", b""))
    assert not remarks("extreme", game, silent)
