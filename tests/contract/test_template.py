"""The template of docs/adding-a-game.md is a game that works."""

from trapoula.core.cards import read_cards
from trapoula.core.deals import SplitMix, deck
from trapoula.games._template import template


def test_the_template_plays_to_an_end() -> None:
    """Random play never meets a mistake, and ends."""
    for draw in (1, 2):
        game = template(draw=draw)
        for deal in range(1, 6):
            state, dice = game.start(deck(game.pack, deal)), SplitMix(deal)
            for _ in range(400):
                legal = tuple(game.legal(state))
                if not legal:
                    break
                assert [game.read(game.write(action)) for action in legal] == list(legal)
                state = game.play(state, legal[dice.below(len(legal))])
            assert sum(map(len, state.piles)) == 52


def test_columns_are_packed_down_whatever_the_suit() -> None:
    """A five goes on any six; a run moves together only in suit."""
    game = template()
    columns = "6S 5S 9H 2C 9C QD 8D 5H 9S 2D 9D QC"
    rest = [card for card in map(game.faces.__getitem__, game.faces) if card < 52]
    first = read_cards(columns)
    state = game.start(first + tuple(card for card in rest if card not in first))
    texts = {game.write(action) for action in game.legal(state)}
    assert all(">" in text or text == "turn" for text in texts)


def test_the_template_is_not_in_the_catalogue() -> None:
    from trapoula.catalogue.entries import ids

    assert "template" not in ids()
    assert not any(id_.startswith("-") for id_ in ids())
