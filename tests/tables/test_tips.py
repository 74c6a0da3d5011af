"""Rules that are told to somebody new when they first matter: true, in time, and giving nothing away."""

from collections.abc import Iterator
from typing import Any

import pytest

from trapoula import Session, bots, texts
from trapoula.catalogue import entries
from trapoula.core.deals import SplitMix
from trapoula.core.determinization import Unseen
from trapoula.core.errors import Phrase
from trapoula.core.game import Seat, is_teaching
from trapoula.tables._commands import NAMES

GAMES = [id_ for id_ in entries.ids() if is_teaching(entries.find(id_).make())]
ROWS = {"begin", "rows", "back", "least", "end", "lost", "empty", "wish", "talk"}
RULES = {
    "the-game": ROWS | {"fire"},
    "extreme": ROWS | {"signs", *NAMES},
    "take-that": {"open", "twist", "lay", "must", "toad", "danger", "early", "last"},
    "triggs": {"bonus", "second", "cross", "draw", "finish", "out", "full", "leaving"},
}
SETTINGS: dict[str, list[dict[str, Any]]] = {
    "the-game": [{}, {"fire": True}],
    "extreme": [{}],
    "take-that": [{}],
    "triggs": [{"sheet": "short"}],
}
STRONG = 6  # every sixth round is played well, so that it comes to its end
FEW = 40  # words of a rule: read in a quarter of a minute


def tips(session: Session, seat: Seat, state: Any = None) -> list[tuple[str, Phrase, str | None]]:
    """What a seat is told, its actions as texts; at another state, if one is given."""
    game = session.game
    assert is_teaching(game)
    return [
        (rule, words, None if action is None else session.text(action))
        for rule, words, action in game.tips(state or session.state, seat)
    ]


def rounds(game: str, many: int) -> Iterator[tuple[Session, SplitMix]]:
    """Tables of whole rounds, before each action: good players and rash ones, who talk as well."""
    for deal in range(1, many + 1):
        for options in SETTINGS[game]:
            session, dice = Session(game, options, deal=deal, seats=2), SplitMix(deal)
            player = bots.player(game, "greedy" if deal % STRONG else "strong")
            while (turn := session.turn) is not None:
                yield session, dice
                talk = [text for text in session.legal(1 - turn) if text.startswith("signal")]
                if talk and not dice.below(9):
                    session.play(talk[dice.below(len(talk))], 1 - turn)
                legal = [text for text in session.legal(turn) if not text.startswith("signal")]
                rash = deal % STRONG and not dice.below(3)
                act = legal[dice.below(len(legal))] if rash else ""
                session.play(act or player.choose(session.view(turn), legal, dice), turn)


def told(lang: str, words: Phrase) -> str:
    return texts.language(lang).tell(words)


def said(found: list[tuple[str, Phrase, str | None]]) -> list[str]:
    return [told("en", words) for _, words, _ in found]


def test_every_table_game_with_bots_of_its_own_teaches() -> None:
    assert set(GAMES) == set(RULES) == {id_ for id_ in entries.ids() if bots.has_own(id_)}


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_told_and_what_shows_it_may_be_done(game: str) -> None:
    """In both languages, in few words, on one's own turn only; each rule once at a table."""
    met: set[str] = set()
    for session, _ in rounds(game, 24):
        turn = session.turn
        assert turn is not None
        legal = session.legal(turn)
        now = tips(session, turn)
        assert len({rule for rule, _, _ in now}) == len(now)
        for rule, words, action in now:
            assert action is None or action in legal, (rule, action)
            if rule not in met:
                assert len(told("en", words).split()) <= FEW, rule
                assert told("el", words) != told("en", words)
                assert "{" not in told("el", words) + told("en", words)
            met.add(rule)
        assert tips(session, 1 - turn) == []
    assert met == RULES[game]


@pytest.mark.parametrize("game", GAMES)
def test_a_rule_gives_no_hidden_card_away(game: str) -> None:
    """At a table that looks the same to the seat, the same is told."""
    checked = 0
    for session, dice in rounds(game, 4):
        turn = session.turn
        if turn is None or dice.below(8):
            continue
        unseen = Unseen(session.game, session.state, turn)
        for _ in range(3):
            assert said(tips(session, turn, unseen.deal(dice))) == said(tips(session, turn))
            checked += 1
    assert checked > 20


@pytest.mark.parametrize("game", GAMES)
def test_the_first_decision_comes_at_once(game: str) -> None:
    """The first round begins with the newcomer, and one rule is enough to decide something."""
    first = entries.find(game).make().first_round  # type: ignore[attr-defined]
    assert first.level in bots.levels(game)
    session: Session = Session(game, dict(first.options), deal=first.deal, seats=first.seats)
    assert session.turn == 0
    rule, words, _ = tips(session, 0)[0]
    assert rule in {"begin", "open", "cross"}
    assert len(told("en", words).split()) <= FEW
    assert len(session.legal(0)) > 1
