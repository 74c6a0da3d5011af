"""The Game Extreme, paragraph by paragraph, and the examples of its sheet."""

from collections.abc import Iterable
from random import Random

import pytest

from tests.tables.scripts import Dice, ended, go, moves, stack, texts
from trapoula.core.errors import BadAction
from trapoula.core.game import CHANCE
from trapoula.tables.extreme import COMMANDS, NAMES, Extreme, extreme
from trapoula.tables.the_game import PACK, Table, the_game

GAME = extreme()
RANDOM = extreme(commands="random")


def deal(*hands: list[int], pile: tuple[int, ...] = (), game: Extreme = GAME) -> Table:
    """A table where the first seat begins, with at least these cards in the hands."""
    seats = len(hands)
    parts = [(game.size(seats), hand) for hand in hands]
    state = game.start(stack(PACK, *parts, (0, pile)), seats)
    return state if seats == 1 else go(game, state, *["begin could"] * seats)


def dealt(**chosen: Iterable[int]) -> str:
    """The text in which chance deals the commands: the chosen cards, and others to make them
    four."""
    groups = {name: list(chosen.get(name.replace("-", "_"), ())) for name in NAMES}
    taken = {card for cards in groups.values() for card in cards}
    spare = [card for card in range(90, 40, -1) if card not in taken]
    for size in range(1, 5):
        for cards in groups.values():
            if len(cards) < size:
                cards.append(spare.pop())
    told = (f"{name} {' '.join(map(str, sorted(cards)))}" for name, cards in groups.items())
    return f"commands {', '.join(told)}"


def run_out(state: Table, left: int) -> Table | None:
    """The table at a turn with so many cards left, all others laid in order on the first row."""
    if state.left == left:
        return state
    for count in range(1, min(len(state.hand), state.left - left) + 1):
        after = state
        for card in state.hand[:count]:
            after = go(RANDOM, after, f"{card}>up1")
            if after.over or not after.laid:
                break  # lost, or stopped
        if after.laid and not after.over and "end" in texts(RANDOM, after):
            after = go(RANDOM, after, "end")
        if not after.laid and not after.over and (found := run_out(after, left)):
            return found
    return None


def late(left: int, **chosen: Iterable[int]) -> Table:
    """One player with so many cards left, the highest ones, and all the others on the first row."""
    state = run_out(go(RANDOM, RANDOM.start(PACK, 1), dealt(**chosen)), left)
    assert state is not None
    return state


def dooms(state: Table, game: Extreme = GAME) -> dict[str, object]:
    """What the player on turn is warned of."""
    return {**game.view(state, state.seat)["dooms"]}  # type: ignore[dict-item]


# --- the digest ----------------------------------------------------------------------------------


def test_commands() -> None:
    """All of the above, and 28 of the 98 cards carry a command (7 kinds, 4 of each). A command
    played must be obeyed exactly, all of them if several, or the game is lost at once. Players
    may say which commands they hold, never numbers."""
    cards = [card for group in COMMANDS.values() for card in group]
    assert len(cards) == len(set(cards)) == 28
    assert {len(group) for group in COMMANDS.values()} == {4}
    assert set(cards) <= set(GAME.pack)
    state = go(GAME, deal([30, 33, 34, 98], [40]), "33>up1", "30>up2")
    assert dooms(state)["98>down1"] == "skull"
    assert dooms(state)["end"] == "three"
    assert "34>up2" not in dooms(state)


def test_which_commands_one_has_may_be_said() -> None:
    """Επίσης επιτρέπεται, μέσω των εντολών να γίνεται επικοινωνία, επομένως π.χ. θα πρέπει να
    αναφερθεί, ποιες εντολές έχει: what one does not have cannot be said."""
    state = deal([3, 4, 6, 7, 8, 10, 11], [5, 2, 40, 41, 42, 43, 45])
    has = {text for text in texts(GAME, state, 1) if " hold " in text}
    assert has == {f"signal {name} hold by 2" for name in ("skull", "stop", "no-way-back")}
    state = go(GAME, state, "signal skull hold by 2", "signal stop hold by 2")
    assert [(said.about, said.word) for said in state.signals] == [
        ("skull", "hold"),
        ("stop", "hold"),
    ]
    assert "signal skull hold by 2" not in texts(GAME, state, 1)
    state = go(GAME, state, "signal stop free by 2", "3>up1", "4>up1", "end")
    assert [said.about for said in state.signals] == ["skull"]
    state = go(GAME, state, "5>up1")
    assert not state.signals


def test_which_commands_had_better_not_be_played_may_be_said() -> None:
    """… ή ποιες είναι αυτές που καλύτερα θα ήταν να μην παιχτούν τη δεδομένη."""
    state = deal([23, 4], [40])
    said = {text for text in texts(GAME, state, 1) if "not-now" in text}
    assert said == {f"signal {name} not-now by 2" for name in NAMES}
    state = go(GAME, state, "signal draw-one not-now by 2", "signal draw-one not-now by 1")
    assert GAME.view(state, 0)["signals"] == [
        {"seat": 1, "about": "draw-one", "word": "not-now"},
        {"seat": 0, "about": "draw-one", "word": "not-now"},
    ]
    state = go(GAME, state, "23>up1")
    assert len(state.signals) == 2, "it is advice: it stands, and does not bind"


def test_numbers_stay_taboo() -> None:
    """Ταμπού παραμένουν όπως και πριν μόνο οι αναφορές περί συγκεκριμένων αριθμητικών τιμών: of two
    hands with the same commands one may say the same."""
    one, two = deal([3], [5, 40, 41, 42, 43, 45, 46]), deal([3], [96, 85, 51, 52, 53, 56, 58])
    assert texts(GAME, one, 1) == texts(GAME, two, 1)


def test_stop() -> None:
    """⚡ Stop: the turn ends at once, even on its first card; it satisfies the minimum"""
    state = go(GAME, deal([26, 3, 4], [40], pile=(50,)), "26>up1")
    assert GAME.turn(state) == 1
    assert len(state.hands[0]) == 7
    assert 50 in state.hands[0]
    state = go(GAME, deal([26, 3, 4], [40]), "3>up1", "4>up1", "26>up1")
    assert GAME.turn(state) == 1


def test_skull() -> None:
    """⚡ Skull: must be covered in the same turn; a skull left visible at the end of any turn, the
    very last included, loses"""
    state = go(GAME, deal([30, 31, 3, 4], [40]), "3>up2", "30>up1")
    assert dooms(state)["end"] == "skull"
    lost = ended(GAME, go(GAME, state, "end"))
    assert (lost.won, lost.reason) == (False, "skull")
    assert lost.facts["commands"] == {"up1": "skull"}
    assert GAME.outcome(go(GAME, state, "31>up1", "end")) is None
    last = late(2, skull=(99,))
    assert last.hand == bytes((98, 99))
    assert dooms(go(RANDOM, last, "98>up1"), RANDOM)["99>up1"] == "skull"
    lost = ended(RANDOM, go(RANDOM, last, "98>up1", "99>up1"))
    assert (lost.won, lost.reason, lost.scores) == (False, "skull", (0,))
    won = ended(RANDOM, go(RANDOM, last, "99>down1", "98>down1"))
    assert (won.won, won.reason) == (True, "won")


def test_three() -> None:
    """⚡ Three!: this turn has exactly three cards in all, those before it included; a Stop may be
    the third and only the third; starting the turn with one or two cards and playing it loses"""
    state = deal([33, 34, 35, 36, 99], [40])
    two = go(GAME, state, "33>up1", "34>up1")
    assert dooms(two)["end"] == "three"
    assert ended(GAME, go(GAME, two, "end")).reason == "three"
    three = go(GAME, two, "35>up1")
    assert "end" not in dooms(three)
    assert dooms(three)["36>up1"] == "three"
    assert ended(GAME, go(GAME, three, "36>up1")).reason == "three"
    assert GAME.outcome(go(GAME, three, "end")) is None
    assert dooms(go(GAME, state, "33>up1"))["99>up1"] == "three"
    assert "99>up1" not in dooms(two)
    assert GAME.turn(go(GAME, two, "99>up1")) == 1
    for left in (1, 2):
        last = late(left, three=(99,))
        assert dooms(last, RANDOM)["99>up1"] == "three"
        assert ended(RANDOM, go(RANDOM, last, "99>up1")).reason == "three"
    last = late(3, three=(99,))
    assert ended(RANDOM, go(RANDOM, last, "97>up1", "98>up1", "99>up1")).won


def test_silence() -> None:
    """∞ Silence: no communication about the game while it is visible"""
    state = go(GAME, deal([37, 38, 39], [40]), "signal up2 not-here by 2", "37>up1")
    assert texts(GAME, state, 1) == set()
    assert moves(GAME, state) == texts(GAME, state)
    state = go(GAME, state, "38>up1")
    assert "signal up1 no-jump by 2" in texts(GAME, state, 1)


def test_no_way_back() -> None:
    """∞ No way back: no backwards trick on any row while it is visible"""
    state = go(GAME, deal([40, 41, 47, 37, 30, 31], [38]), "47>up2", "40>up1")
    assert not {"37>up2", "30>up1"} & texts(GAME, state)
    state = go(GAME, state, "41>up1")
    assert {"37>up2", "31>up1"} <= texts(GAME, state)


def test_one_row() -> None:
    """∞ One row: all cards played while it is visible go on one row of the player's choice"""
    state = go(GAME, deal([3, 44, 4], [50, 51, 52, 98, 97, 94]), "3>up2", "44>up1", "end")
    assert GAME.view(state, 1)["open"] == ["up1", "up2", "down1", "down2"]
    state = go(GAME, state, "98>down1")
    assert GAME.view(state, 1)["open"] == ["down1"]
    assert all(text.endswith("down1") for text in moves(GAME, state))
    state = go(GAME, state, "97>down1", "94>down1", "end")
    assert GAME.view(state, 0)["open"] == ["up1", "up2", "down1", "down2"]


def test_draw_one() -> None:
    """∞ Draw one: after the turn draw exactly one card, whatever was played; once covered, draw
    up to the full hand again"""
    state = deal([3, 23, 4, 24, 25], [50, 51, 52], pile=(60, 61, 62, 63, 64, 65, 66, 67, 70, 72))
    state = go(GAME, state, "3>up2", "4>up2", "23>up1", "end")
    assert len(state.hands[0]) == 5
    assert 60 in state.hands[0]
    state = go(GAME, state, "51>up2", "52>up2", "end")
    assert len(state.hands[1]) == 6
    state = go(GAME, state, "24>up1", "25>up1", "end")
    assert len(state.hands[0]) == 7


def test_whom_a_command_binds() -> None:
    """⚡ binds only the active player in that turn; ∞ binds everyone, at once, while the card is
    on top of a row; several hold together; covering one ends it."""
    state = deal([33, 34, 26, 3], [47, 40, 50, 51, 60, 37, 41])
    state = go(GAME, state, "33>up1", "34>up1", "26>up2")
    assert [*GAME.view(state, 1)["commands"].items()] == [("up2", "stop")]  # type: ignore[union-attr]
    state = go(GAME, state, "47>up1", "40>up2")
    assert GAME.view(state, 1)["commands"] == {"up1": "draw-one", "up2": "no-way-back"}
    assert "37>up1" not in texts(GAME, state)
    state = go(GAME, state, "end")
    assert len(state.hands[1]) == 6
    assert GAME.view(state, 0)["commands"] == {"up1": "draw-one", "up2": "no-way-back"}


class TestReadings:
    """Readings: a Stop may itself cover a skull; a Stop while a skull lies open elsewhere loses.
    Three! may be the first, second or third card; two Three! go together; the third card may not
    be a skull. A No-way-back card may itself be placed by a trick if no other is visible. One row
    binds only cards after it; covering it frees the rest of the turn. Draw one looks at the tops
    at the end of the turn. Fewer cards in hand than the minimum while the pile is not empty
    (through Draw one): lost, unless a Stop can be played. A move that dooms the team is legal:
    warn the person first; bots avoid it. If nothing legal keeps the commands, the game is lost
    and says why."""

    def test_stop_on_a_skull(self) -> None:
        """a Stop may itself cover a skull"""
        state = go(GAME, deal([71, 75], [40]), "71>up1", "75>up1")
        assert GAME.turn(state) == 1
        assert GAME.outcome(state) is None

    def test_stop_beside_a_skull(self) -> None:
        """a Stop while a skull lies open elsewhere loses"""
        state = go(GAME, deal([71, 75], [40]), "71>up1")
        assert dooms(state)["75>up2"] == "skull"
        assert "75>up1" not in dooms(state)
        assert ended(GAME, go(GAME, state, "75>up2")).reason == "skull"

    @pytest.mark.parametrize("order", ["33 34 35", "32 33 34", "31 32 33"])
    def test_three_in_any_place(self, order: str) -> None:
        """Three! may be the first, second or third card"""
        state = deal([31, 32, 33, 34, 35], [40])
        state = go(GAME, state, *(f"{card}>up1" for card in order.split()))
        assert "end" not in dooms(state)
        assert GAME.turn(go(GAME, state, "end")) == 1

    def test_three_as_the_fourth_card(self) -> None:
        """this turn has exactly three cards in all, those before it included"""
        state = go(GAME, deal([29, 31, 32, 33], [40]), "29>up1", "31>up1", "32>up1")
        assert dooms(state)["33>up1"] == "three"
        assert ended(GAME, go(GAME, state, "33>up1")).reason == "three"

    def test_two_threes(self) -> None:
        """two Three! go together"""
        state = go(GAME, deal([33, 68, 34], [40]), "33>up1", "34>up1", "68>up1", "end")
        assert GAME.turn(state) == 1

    def test_the_third_card_a_skull(self) -> None:
        """the third card may not be a skull"""
        state = go(GAME, deal([33, 34, 71, 72], [40]), "33>up1", "34>up1")
        assert dooms(state)["71>up1"] == "skull"
        lost = ended(GAME, go(GAME, state, "71>up1"))
        assert (lost.reason, lost.facts["laid"]) == ("skull", 3)

    def test_no_way_back_by_a_trick(self) -> None:
        """A No-way-back card may itself be placed by a trick if no other is visible."""
        state = go(GAME, deal([50, 40, 71, 61], [38]), "50>up1", "71>up2")
        assert {"40>up1", "61>up2"} <= texts(GAME, state)
        state = go(GAME, state, "40>up1")
        assert "61>up2" not in texts(GAME, state)

    def test_one_row_binds_only_cards_after_it(self) -> None:
        """One row binds only cards after it; covering it frees the rest of the turn."""
        state = go(GAME, deal([3, 44, 45, 98, 97, 50, 51], [60]), "3>up2", "44>up1")
        assert GAME.view(state, 0)["open"] == ["up1", "up2", "down1", "down2"]
        bound = go(GAME, state, "98>down1")
        assert GAME.view(bound, 0)["open"] == ["down1"]
        free = go(GAME, state, "45>up1")
        assert GAME.view(free, 0)["open"] == ["up1", "up2", "down1", "down2"]
        free = go(GAME, free, "98>down1", "50>up2")
        assert GAME.outcome(free) is None

    def test_two_one_rows(self) -> None:
        """several hold together; covering one ends it"""
        state = go(GAME, deal([3, 44], [45, 98]), "44>up1", "3>up2", "end", "45>up1")
        assert GAME.view(state, 1)["open"] == ["up1", "up2", "down1", "down2"]
        state = deal([44, 57], [83, 45, 46, 98, 97, 58])
        state = go(GAME, state, "44>up1", "57>up2", "end", "45>up1")
        assert GAME.view(state, 1)["open"] == ["up1"]  # the other one still binds this card
        state = deal([44, 3], [57, 58, 98, 97])
        state = go(GAME, state, "44>up1", "3>up2", "end", "57>up1")
        assert GAME.view(state, 1)["open"] == ["up1", "up2", "down1", "down2"]  # a new one

    def test_draw_one_looks_at_the_tops_at_the_end(self) -> None:
        """Draw one looks at the tops at the end of the turn."""
        state = go(GAME, deal([23, 24, 3], [40]), "23>up1", "24>up1", "end")
        assert len(state.hands[0]) == 7
        state = go(GAME, deal([23, 3, 4], [40]), "3>up1", "23>up1", "end")
        assert len(state.hands[0]) == 6

    def few(self, *held: int) -> Table:
        """A player alone with fewer cards than the minimum, and one drawn."""
        start = deal([23, 24, 25, 27, 28, 29, 31, 47], pile=(*held, 60))
        laid = (f"{card}>up1" for card in (23, 24, 25, 27, 28, 29, 31, 47))
        return go(GAME, start, *laid, "end")

    def test_fewer_cards_than_the_minimum(self) -> None:
        """Fewer cards in hand than the minimum while the pile is not empty (through Draw one):
        lost, unless a Stop can be played."""
        state = self.few(50)
        assert state.hand == bytes([50])
        assert set(dooms(state).values()) == {"minimum"}
        assert set(dooms(state)) == moves(GAME, state)
        lost = ended(GAME, go(GAME, state, "50>up1"))
        assert (lost.reason, lost.facts["left"]) == ("minimum", 98 - 9)
        state = self.few(75)
        assert dooms(state) == {}
        state = go(GAME, state, "75>up1")
        assert GAME.outcome(state) is None
        assert len(state.hand) == 8

    def test_a_doomed_move_is_legal(self) -> None:
        """A move that dooms the team is legal: warn the person first; bots avoid it."""
        state = go(GAME, deal([71, 75, 3, 4], [40]), "3>up1", "71>up2")
        assert {"end", "75>up1", "75>down1"} <= set(dooms(state))
        assert set(dooms(state)) <= texts(GAME, state)
        assert GAME.view(state, 1)["dooms"] == {}
        assert GAME.view(state, None)["dooms"] == {}

    def test_nothing_keeps_the_commands(self) -> None:
        """If nothing legal keeps the commands, the game is lost and says why."""
        state = deal([97, 98, 96, 3, 4, 6, 7], [40])
        state = go(GAME, state, "97>up1", "3>down1", "4>down2", "96>up2")
        assert moves(GAME, state) == {"98>up1", "98>up2", "end"}
        assert dooms(state) == {"98>up1": "skull", "end": "skull"}
        lost = ended(GAME, go(GAME, state, "98>up1"))
        assert (lost.reason, lost.facts["broken"]) == ("skull", ["skull"])

    def test_two_rules_broken_together(self) -> None:
        """A game lost to several rules at once names them all."""
        state = deal([97, 95, 3, 4], [96, 20, 21, 27, 28, 29, 31])
        state = go(GAME, state, "97>up1", "95>up2", "3>down1", "4>down2", "end")
        assert moves(GAME, state) == {"96>up2"}
        assert dooms(state) == {"96>up2": "minimum"}
        assert ended(GAME, go(GAME, state, "96>up2")).facts["broken"] == ["minimum", "skull"]


def test_the_table_of_commands() -> None:
    """Which numbers carry which command is printed on the cards but not in the sheet. Default
    (ours, symmetric): Stop 2 26 75 99; Skull 5 30 71 96; Three! 9 33 68 92; Silence 12 37 64 89;
    No way back 16 40 61 85; One row 19 44 57 82; Draw one 23 47 54 78. An option deals the
    commands at random instead (recorded with the deal), and the table is data, easy to
    replace."""
    assert COMMANDS == {
        "stop": (2, 26, 75, 99),
        "skull": (5, 30, 71, 96),
        "three": (9, 33, 68, 92),
        "silence": (12, 37, 64, 89),
        "no-way-back": (16, 40, 61, 85),
        "one-row": (19, 44, 57, 82),
        "draw-one": (23, 47, 54, 78),
    }
    assert all({101 - card for card in cards} == set(cards) for cards in COMMANDS.values())
    state = RANDOM.start(PACK, 2)
    assert RANDOM.turn(state) == CHANCE
    assert RANDOM.view(state, 0)["phase"] == "commands"
    assert RANDOM.legal(state, 0) == ()
    action = RANDOM.draw(state, Dice(Random(5)))
    assert action in RANDOM.legal(state, CHANCE)
    text = RANDOM.write(action)
    assert RANDOM.read(text) == action
    state = RANDOM.play(state, action)
    assert RANDOM.turn(state) == 0
    carriers = RANDOM.view(state, 0)["carriers"]
    assert carriers == RANDOM.view(state, None)["carriers"]
    assert len({card for cards in carriers.values() for card in cards}) == 28  # type: ignore[union-attr]
    assert next(iter(RANDOM.legal(RANDOM.start(PACK), CHANCE))).order == bytes(range(2, 30))  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "text",
    [
        "commands",
        "commands stop 2 26",
        dealt(stop=(2,)).replace(" 2 ", " 1 "),
        "signal up1 stop by 1",
    ],
)
def test_texts_that_are_no_actions(text: str) -> None:
    """A text that deals no commands, or says of a row what is said of a hand, is refused."""
    with pytest.raises(BadAction):
        GAME.read(text)


def test_commands_twice_on_a_card_are_not_dealt() -> None:
    """Chance gives each command four cards of its own."""
    state = RANDOM.start(PACK, 1)
    good = RANDOM.read(dealt())
    assert good in RANDOM.legal(state, CHANCE)
    twice = RANDOM.read(dealt().replace(" 41 ", " 42 "))
    assert twice not in RANDOM.legal(state, CHANCE)


# --- the examples of the sheet -------------------------------------------------------------------


def test_tim_plays_three() -> None:
    """Ο Τίμ παίζει αρχικά με μια κανονική κάρτα αριθμών και στη συνέχεια την „3!“- κάρτα και
    τέλος μια κάρτα Stopp. Όπως διατάχθηκε έπαιξε συνολικά ακριβώς 3 κάρτες και τραβάει 3."""
    state = deal([31, 33, 75], [40], pile=(50, 51, 52))
    state = go(GAME, state, "31>up1", "33>up1", "75>up1")
    assert GAME.turn(state) == 1
    assert {50, 51, 52} <= set(state.hands[0])
    assert len(state.hands[0]) == 7


def test_tim_plays_backwards() -> None:
    """Κανονικά σε αυτή την αυξανόμενη στοίβα μπορεί να τοποθετηθεί μια κάρτα, με αριθμό
    μεγαλύτερο του 47. Η σειρά του Τιμ. Έχει στο χέρι 37 και μπορεί να τα βάλει στη στοίβα, διότι
    είναι μικρότερο ακριβώς κατά 10."""
    state = go(GAME, deal([46, 47], [37, 38, 48]), "46>up1", "47>up1", "end")
    assert {"37>up1", "48>up1"} <= texts(GAME, state)
    assert "38>up1" not in texts(GAME, state)


def test_all_98_with_a_skull_on_top() -> None:
    """Εφόσον οι παίκτες καταφέρουν να τοποθετήσουν και τις 98 κάρτες στις στοίβες και στο τέλος
    μένει μια (στην τελευταία κίνηση) κάρτα με τη νεκροκεφαλή, το παιχνίδι ωστόσο θεωρείται ότι
    χάθηκε."""
    lost = ended(RANDOM, go(RANDOM, late(1, skull=(99,)), "99>up1"))
    assert (lost.won, lost.facts["left"], lost.reason) == (False, 0, "skull")


def test_a_three_with_one_or_two_cards() -> None:
    """Εάν στο τέλος του παιχνιδιού ο τελευταίος παίκτης στην αρχή της κίνησής του έχει μία, ή δύο
    κάρτες στο χέρι, να μην μπορεί να παίξει μια κάρτα „3!“- αλλά το παιχνίδι θεωρείται χαμένο."""
    state = late(2, three=(98,))
    assert ended(RANDOM, go(RANDOM, state, "98>up1")).reason == "three"
    assert ended(RANDOM, go(RANDOM, state, "99>down1", "98>down1")).reason == "three"


def test_all_options_of_the_game_hold() -> None:
    """Οι κανόνες του κανονικού παιχνιδιού είναι οι ίδιοι και έχουν πλήρη ισχύ."""
    hard = extreme(minimum=3, smaller_hands=True, fire=True)
    plain = the_game(minimum=3, smaller_hands=True, fire=True)
    for seats in hard.seats:
        one, other = hard.start(PACK, seats), plain.start(PACK, seats)
        assert one.hands == other.hands
        assert one.pile == other.pile
    state = go(hard, deal([22, 3, 4, 6], [95, 94, 93, 91], game=hard), "3>up2", "4>up2", "22>up1")
    assert "end" not in dooms(state, hard)
    state = go(hard, state, "end", "95>down1", "94>down1", "93>down1")
    assert dooms(state, hard)["end"] == "fire"
