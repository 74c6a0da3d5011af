"""A referee who knows only the printed sheets looks on while table games are played at random.

It shares no code with the rules: it works out from the open cards and hands what may be done, what is drawn
and what everything counts, and compares. Comments name what the sheets say, in Greek as they do.
"""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement
from random import Random
from typing import Any

import pytest

from tests.effort import EFFORT
from trapoula.core.game import CHANCE
from trapoula.play.session import Session

GAMES = 3 * EFFORT


def played(game: str, seats: int, deal: int, **options: Any) -> Iterator[tuple[Any, str, Any]]:
    """Each action of a random game that loses nothing at once: the session then, and the table before."""
    session: Any = Session(game, options, deal=deal, seats=seats)
    rng = Random(deal)
    while (turn := session.turn) is not None:
        dooms: Any = session.view(turn).get("dooms", {})
        able = [text for text in session.legal(turn) if not text.startswith("signal")]
        sound = [text for text in able if text not in dooms] or able
        before, text = session.state, rng.choice(sound)
        session.play(text, turn)
        yield session, text, before


# --- The Game and Extreme ------------------------------------------------------------------------

ROWS = ("up1", "up2", "down1", "down2")


def lays(table: Any, commands: dict[int, str]) -> set[str]:
    """«μεγαλύτερος … από της προηγούμενης κάρτας», «ακριβώς το αντίθετο», «ακριβώς κατά 10»."""
    tops = [
        row[-1] if row else first for row, first in zip(table.rows, (1, 1, 100, 100), strict=True)
    ]
    visible = [commands.get(top, "") for top in tops]
    open_rows = set(range(4))
    for row, command in enumerate(visible):
        if (
            command == "one-row"
        ):  # «όλες τις κάρτες … σε μια και μοναδική στοίβα», «από τη στιγμή» που δίνεται
            given = [at + 1 for at, lay in enumerate(table.laid) if lay.card == tops[row]]
            since = table.laid[given[0] if given else 0 :]
            open_rows &= {lay.row for lay in since[:1]} or open_rows
    back = (
        0 if "no-way-back" in visible else 10
    )  # «κανένα τρικ οπισθοχώρησης … και για τις 4 στοίβες»
    found = set()
    for card in table.hands[table.seat]:
        for row in open_rows:
            ahead = card - tops[row] if row < 2 else tops[row] - card
            if ahead > 0 or (back and ahead == -back):
                found.add(f"{card}>{ROWS[row]}")
    return found


@pytest.mark.parametrize("game", ["the-game", "extreme"])
@pytest.mark.parametrize(("seats", "full"), [(1, 8), (2, 7), (3, 6), (4, 6), (5, 6)])
def test_rows(game: str, seats: int, full: int) -> None:
    for deal in range(1, GAMES + 1):
        for session, text, before in played(game, seats, deal):
            table, names = session.state, session.view(0).get("carriers", {})
            commands = {card: name for name, own in names.items() for card in own}
            if text.startswith("begin"):
                continue
            cards = [*table.pile, *b"".join(table.hands), *b"".join(table.rows)]
            assert sorted(cards) == [*range(2, 100)]
            tops = [row[-1] for row in table.rows if row]
            shown = {commands.get(top, "") for top in tops}
            turn_over = table.seat != before.seat or not table.laid
            stopped = ">" in text and commands.get(int(text.split(">")[0])) == "stop"
            if not table.broken and table.left:
                assert turn_over == (text == "end" or stopped)  # «η ενέργειά του θα λήξει άμεσα»
            if turn_over and not table.broken and table.left:
                laid = len(before.laid) + (text != "end")
                three = [*before.laid, *([text] if stopped else [])]
                least = 2 if before.pile else 1  # «τουλάχιστον δύο κάρτες», «μια μόνο κάρτα»
                assert laid >= least or stopped
                assert "skull" not in shown  # «στην ίδια κίνηση»
                if any(commands.get(getattr(lay, "card", 0)) == "three" for lay in three):
                    assert laid == 3  # «ακριβώς 3 κάρτες»
                held = len(before.hands[before.seat]) - (text != "end")
                drawn = 1 if "draw-one" in shown else full - held  # «μια και μοναδική κάρτα»
                assert len(table.hands[before.seat]) == held + min(drawn, len(before.pile))
                order = [(before.seat + step) % seats for step in range(1, seats + 1)]
                assert table.seat == next(seat for seat in order if table.hands[seat])
            if session.turn is not None:
                able = {one for one in session.legal(table.seat) if ">" in one}
                assert able == lays(table, commands), session.steps
                talk = any("signal" in one for one in session.legal(table.seat))
                assert talk == (seats > 1 and "silence" not in shown)  # «ούτε να μιλάει»
        assert session.outcome is not None
        skull = any(commands.get(row[-1]) == "skull" for row in table.rows if row)
        assert session.outcome.won == (table.left == 0 and not skull)


# --- Take That -----------------------------------------------------------------------------------


@pytest.mark.parametrize("professional", [False, True])
@pytest.mark.parametrize(("seats", "full"), [(2, 9), (3, 9), (4, 8)])
def test_twists(seats: int, full: int, *, professional: bool) -> None:
    toads = {22, 33, 44, 55, 66, 77, 88}
    for deal in range(1, GAMES + 1):
        plus, minus, round_ = [0] * seats, [0] * seats, 1
        for session, text, before in played("take-that", seats, deal, professional=professional):
            seat, row, hand = before.seat, before.row, before.hands[before.seat]
            near = [card for card in hand if not row or abs(card - row[-1]) <= 10]
            twins = [card for card in hand if card not in toads and int(str(card)[::-1]) in row]
            able = {f"lay {card}" for card in near} | {f"twist {card}" for card in twins}
            able |= {"take"} if row else set()
            assert {session.game.write(one) for one in session.game.legal(before, seat)} == able
            if text.startswith("twist"):
                plus[seat] += 2  # «έναν πόντο συν» each
            if text == "take":
                fined = [*row, *before.pile[: professional and len(row) == 1]]
                minus[seat] += sum(5 if card in toads else 1 for card in fined)
            view: Any = session.view(0)
            totals = [one - other for one, other in zip(plus, minus, strict=True)]
            closed = not before.pile[1:] and not session.state.row
            if view["round"] == round_ and session.turn is not None:
                if text != "take":  # «ούτως ώστε να έχει στο χέρι του πάλι 9 κάρτες»
                    assert len(session.state.hands[seat]) == len(hand) - 1 + bool(before.pile)
            else:
                assert closed  # «μέχρι να ληφθεί (ή να αντιστραφεί εντελώς) και η σειρά»
                round_ = view["round"]
                assert all(len(own) == full for own in session.state.hands) or session.turn is None
        assert session.outcome is not None
        assert [*session.outcome.scores] == totals
        facts: Any = session.outcome.facts
        best = max(totals)
        assert facts["winners"] == [seat for seat in range(seats) if totals[seat] == best]


# --- Triggs --------------------------------------------------------------------------------------


def crossings(hand: Counter[int], value: int, most: int) -> Iterator[str]:
    """«χρησιμοποιώντας μία κάρτα ή το άθροισμα δύο καρτών», «όσες φορές θέλετε», up to the open boxes."""
    parts = [(value,), *((low, value - low) for low in range(1, value // 2 + 1))]
    for count in range(1, most + 1):
        for chosen in combinations_with_replacement(parts, count):
            if not Counter(card for part in chosen for card in part) - hand:
                yield " ".join("+".join(map(str, part)) for part in chosen)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_crosses(seats: int) -> None:
    """Boxes, piles, new hands and cards that leave."""
    sheet, piles = (2, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5, 5), ("left", "middle", "right")
    for deal in range(1, EFFORT + 1):
        for session, text, before in played("triggs", seats, deal):
            table, seat = session.state, before.seat
            cards = Counter(b"".join((*table.hands, *table.piles, table.discards, table.gone)))
            assert cards == Counter(dict.fromkeys(range(1, 13), 9))
            if session.turn in (None, CHANCE):
                continue
            hand, held = table.hands[table.seat], Counter(table.hands[table.seat])
            done = table.crossed[table.seat]
            able = {session.game.write(one) for one in session.game.legal(table, table.seat)}
            for name, pile in zip(piles, table.piles, strict=True):
                assert pile or not table.discards  # «Ανακατέψτε τις κάρτες … με τις σκάρτες»
                may = bool(pile) and len(hand) < 10 and not table.bonus
                assert (f"draw {name}" in able) == may  # «μέχρι 10 κάρτες στο χέρι»
            needless = set()
            for value in (12, 11):
                if all(own[value - 1] == sheet[value - 1] for own in table.crossed):
                    needless.add(value)
                else:
                    break
            assert not {pile[0] for pile in (table.piles[0], table.piles[2]) if pile} & needless
            if table.bonus:
                open_rows = [value for value in range(1, 13) if done[value - 1] < sheet[value - 1]]
                assert able == {f"bonus {value}" for value in open_rows}
                continue
            if table.drawing:
                assert not any(one.startswith(("cross", "discard")) for one in able)
                continue
            assert {one for one in able if one.startswith("discard")} == {
                f"discard {value}" + (f"x{count}" if count > 1 else "")
                for value, most in held.items()
                for count in range(1, most + 1)
            }
            crosses = {
                (one.split(": ")[0], *sorted(one.split(": ")[1].split()))
                for one in able
                if "cross" in one
            }
            assert crosses == {
                (f"cross {value}", *sorted(way.split()))
                for value in range(1, 13)
                for way in crossings(held, value, sheet[value - 1] - done[value - 1])
            }
            if table.seat != seat and text.startswith(("discard", "cross")):
                _, _, many = text.partition("x")
                spent = len(re.findall(r"\d+", text.partition(": ")[2])) or int(many or 1)
                left = len(before.hands[seat]) - spent
                assert len(table.hands[seat]) == (
                    left or 5
                )  # «πρέπει αμέσως να τραβήξετε 5 νέες κάρτες»
        assert session.outcome is not None
        full = [seat for seat in range(seats) if tuple(table.crossed[seat]) == sheet]
        facts: Any = session.outcome.facts
        assert not full or facts["winners"] == full
