"""What holds for every game of the catalogue, with every setting of its options."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from tests.walks import Setting, all_settings, may_act, name_of, session_of, walk
from trapoula import record as records
from trapoula.cards import HIDDEN, face_up
from trapoula.catalogue import find, ids
from trapoula.deals import SplitMix
from trapoula.errors import NothingToUndo
from trapoula.game import ALL, CHANCE, Choice
from trapoula.patience import SHUFFLE, Action, Patience, Table, Turn
from trapoula.session import Session

STEPS, DEALS = 60, (1, 2)
SETTINGS = all_settings()
PATIENCES = [setting for setting in SETTINGS if isinstance(find(setting[0]).make(), Patience)]

every_setting = pytest.mark.parametrize("setting", SETTINGS, ids=name_of)
every_patience = pytest.mark.parametrize("setting", PATIENCES, ids=name_of)


def game_of(setting: Setting) -> Any:
    return find(setting[0]).make(setting[1])


def test_the_catalogue_holds_the_ninety_patiences() -> None:
    assert len({id_ for id_ in ids() if isinstance(find(id_).make(), Patience)}) == 90


@every_setting
def test_play_is_pure(setting: Setting) -> None:
    """The same action on the same state gives an equal state, and leaves the old one as it was."""
    game = game_of(setting)
    for deal in DEALS:
        for state, _, action in walk(setting, deal, STEPS):
            before = hash(state), repr(state)
            assert game.play(state, action) == game.play(state, action)
            assert (hash(state), repr(state)) == before


@every_setting
def test_actions_are_unique_and_their_texts_read_back(setting: Setting) -> None:
    """No action is offered twice, no two are written alike, and each text reads back to itself."""
    game = game_of(setting)
    for deal in DEALS:
        for state, seat, action in walk(setting, deal, STEPS):
            for other in range(setting[2]):
                legal = list(game.legal(state, other))
                texts = [game.write(each) for each in legal]
                assert len(set(legal)) == len(legal)
                assert len(set(texts)) == len(texts)
                assert [game.read(text) for text in texts] == legal
            assert action in game.legal(state, seat)
            assert game.read(game.write(action)) == action


@every_setting
def test_one_action_asked_is_answered_as_all_of_them_are(setting: Setting) -> None:
    """`allows` says of every action, of this table, of another or made up, what `legal` says."""
    game = game_of(setting)
    steps = list(walk(setting, 3, STEPS))
    asked = {action for _, _, action in steps}
    for state, _, action in steps[::6]:
        asked |= (
            {action, *game.legal(state, game.turn(state))}
            if game.turn(state) != CHANCE
            else {action}
        )
    for action in [one for one in asked if isinstance(one, Action) and one.verb != SHUFFLE]:
        asked |= {
            action._replace(source=action.target, target=action.source),
            *(action._replace(size=size) for size in (-1, 0, action.size + 1, 99)),
        }
    for state, _, _ in steps[::12]:
        for seat in (CHANCE, *range(setting[2] + 1)):
            legal = game.legal(state, seat)
            again = state._replace()  # an equal table that nobody has asked about yet
            assert [one for one in asked if game.allows(again, one, seat)] == [
                one for one in asked if one in legal
            ]


def test_what_may_be_done_is_made_once_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """However often a session asks whose move it is, what is legal, and how the game stands."""
    made: Counter[int] = Counter()
    tables = []  # kept, so that no two have the same number

    def offers(self: Turn, game: Patience, table: Table) -> Iterator[Action]:
        tables.append(table)
        made[id(table)] += 1
        return own(self, game, table)

    own = Turn.offers
    monkeypatch.setattr(Turn, "offers", offers)
    session = Session("klondike", deal=1)
    for step in range(40):
        assert session.turn == 0
        legal = session.legal()
        assert session.outcome is None
        assert session.legal() == legal
        assert session.view()
        session.play(legal[step % len(legal)])
    assert len(made) == 41
    assert set(made.values()) == {1}


@every_setting
def test_the_one_on_turn_can_move_and_nobody_can_when_it_is_over(setting: Setting) -> None:
    """A game goes on just as long as whoever is on turn has something to do."""
    game = game_of(setting)
    for deal in DEALS:
        last = None
        for state, _, action in walk(setting, deal, STEPS):
            turn = game.turn(state)
            assert turn is not None
            assert game.outcome(state) is None
            if turn != CHANCE:
                assert game.legal(state, turn)
            last = game.play(state, action)
        if last is not None and game.turn(last) is None:
            assert game.outcome(last) is not None
            assert not may_act(game, last, setting[2])


@every_patience
def test_cards_are_conserved(setting: Setting) -> None:
    """No card appears, disappears or turns into another."""
    game: Patience = game_of(setting)

    def held(table: Table) -> Counter[int]:
        return Counter(face_up(b"".join((*table.piles, table.gone, table.loose))))

    for deal in DEALS:
        first = None
        for table, _, action in walk(setting, deal, STEPS):
            first = first or held(table)
            assert held(game.play(table, action)) == first


@every_patience
def test_the_view_keeps_the_secret_of_hidden_cards(setting: Setting) -> None:
    """Deal the face-down cards anew among their places: the view does not change by a byte."""
    game: Patience = game_of(setting)
    dice = SplitMix(3)
    for table, _, _ in walk(setting, 1, STEPS):
        hidden = [card for pile in table.piles for card in pile if card & HIDDEN]
        other = iter(dice.shuffled(hidden))
        piles = tuple(
            bytes(next(other) if card & HIDDEN else card for card in pile) for pile in table.piles
        )
        changed = table._replace(piles=piles, loose=bytes(dice.shuffled(table.loose)))
        for seat in (0, None):
            assert json.dumps(game.view(table, seat)) == json.dumps(game.view(changed, seat))


@every_setting
def test_a_view_is_json(setting: Setting) -> None:
    """What a seat, a spectator or a student of the game sees can be sent as it is."""
    game = game_of(setting)
    for state, _, _ in walk(setting, 2, 10):
        for seat in (*range(setting[2]), None, ALL):
            view = game.view(state, seat)
            assert json.loads(json.dumps(view)) == view


@pytest.mark.parametrize(
    ("game", "options", "left"),
    [
        ("klondike", {}, 2),
        ("klondike", {"redeals": 0}, None),
        ("klondike", {"redeals": "unlimited"}, None),
        ("glenwood", {}, 1),
        ("scuffle", {}, 2),
        ("gaps", {}, 2),
        ("golf", {}, None),
    ],
)
def test_the_view_says_how_many_redeals_are_left(
    game: str, options: dict[str, Choice], left: int | None
) -> None:
    """Where there are some and not endlessly many, however the game words its redeal."""
    assert Session(game, options, deal=1).view()["redeals"] == left


def test_each_redeal_takes_one_from_those_left() -> None:
    session, seen = Session("klondike", deal=1), []
    while "turn" in session.legal():
        seen.append(session.view()["redeals"])
        session.play("turn")
    assert seen == sorted(seen, reverse=True)
    assert set(seen) == {0, 1, 2}


@every_setting
def test_a_record_replays_to_the_same_table(setting: Setting) -> None:
    """Written, read and replayed, a game is what it was."""
    session = played(setting, deal=5, steps=25)
    text = records.write(session.record())
    record = records.read(text)
    assert records.replay(record)[-1] == session.state
    assert records.write(record) == text
    assert Session.resume(record).state == session.state


@every_setting
def test_undo_and_redo_lead_back_and_forth(setting: Setting) -> None:
    """Each undo restores the table before; each redo restores the one after."""
    session = played(setting, deal=3, steps=20)
    last, undone = session.state, 0
    trail = [session.state]
    try:
        while True:
            session.undo()
            undone += 1
            trail.append(session.state)
    except NothingToUndo:
        pass
    if len(find(setting[0]).make().seats) == 1:
        assert undone == sum(seat != CHANCE for seat, _ in played(setting, 3, 20).record().actions)
    for expected in trail[-2::-1]:
        session.redo()
        assert session.state == expected
    assert session.state == last


def played(setting: Setting, deal: int, steps: int) -> Session:
    """A session in which some actions of chance's choosing were made."""
    session, dice = session_of(setting, deal), SplitMix(deal)
    for _ in range(steps):
        turn = session.turn
        if turn is None:
            break
        legal = session.legal(turn)
        session.play(legal[dice.below(len(legal))], turn)
    return session


@every_setting
def test_restart_goes_back_to_the_deal_or_changes_nothing(setting: Setting) -> None:
    """A restart leads to the first table, and redo back again; where cards were seen, it is refused."""
    session = played(setting, deal=4, steps=12)
    last = session.state
    try:
        session.restart()
    except NothingToUndo:
        assert session.state == last
    else:
        assert session.state == session_of(setting, 4).state
        while session.taken_back:
            session.redo()
        assert session.state == last
