"""Tips for new players of rising and falling rows, each when it first matters."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from trapoula.core.errors import Phrase
from trapoula.core.game import Seat, Tip
from trapoula.tables._rows import BACK, RISING, ROWS

if TYPE_CHECKING:
    from trapoula.tables.the_game import Lay, Table, TheGame

NEAR = 12  # a step small enough to recommend


def rows_tips(game: "TheGame", table: "Table", seat: Seat) -> Iterator[Tip]:
    """Yield tips on laying cards, the minimum, losing, and talk."""
    if not table.begun:
        yield Tip(
            "begin",
            Phrase(
                "You are a team: lay every card on the four rows, and never name a number."
                " If yours are very low or very high, say that you would gladly begin."
            ),
        )
        return
    dooms, needed = game.dooms(table), game.least(table) - len(table.laid)
    lays = sorted(
        (lay for lay in game.lays(table) if game.write(lay) not in dooms),
        key=lambda lay: _step(table, lay),
    )
    if "now" in game.fires(table).values():
        burning = [row for row, state in game.fires(table).items() if state == "now"]
        yield Tip(
            "fire",
            Phrase("A card burns: cover it in this turn, or the game is lost."),
            next((lay for lay in lays if ROWS[lay.row] in burning), None),
        )
    if lays:
        yield from _laying(table, lays, needed)
    if dooms and lays:
        yield Tip(
            "lost",
            Phrase(
                "Careful: the game is lost for all when a turn cannot get its {n} cards."
                " What is marked red now would lose it; you are asked before it happens.",
                n=game.least(table),
            ),
        )
    if not table.pile:
        yield Tip(
            "empty",
            Phrase("The pile is empty. Nobody draws any more, and one card a turn is enough."),
        )
    if any(said.seat != seat and said.about in ROWS for said in table.signals):
        yield Tip(
            "wish",
            Phrase(
                "Another player wishes something of a row: read the bubble below it."
                " You decide, but perhaps they hold just the right card."
            ),
        )
    if needed <= 0:
        yield Tip(
            "end",
            Phrase(
                "Each turn has at least {n} cards, so you may end it now, and draw as many as you laid."
                " Lay more only where the step is small.",
                n=game.least(table),
            ),
            game.deeds(table)[-1],
        )
    elif table.laid:
        yield Tip(
            "least",
            Phrase(
                "Each turn has at least {n} cards. The next may go on another row.",
                n=game.least(table),
            ),
        )
    if game.talk(table, seat):
        yield Tip(
            "talk",
            Phrase(
                "Do you need a row for yourself? Tap the speech bubble above it, and tell the others"
                " without naming a number."
            ),
        )


def _laying(table: "Table", lays: "list[Lay]", needed: int) -> Iterator[Tip]:
    """Yield tips on laying a card; `lays` are those that do not lose, smallest step first."""
    back = next((lay for lay in lays if _step(table, lay) < 0), None)
    first = next((lay for lay in lays if _step(table, lay) > 0), None)
    if first is not None and needed > 0:
        words = (
            Phrase(
                "Two rows rise from 1, two fall from 100. Small steps leave room for more cards:"
                " tap {cards}, then its row.",
                cards=[first.card],
            )
            if _step(table, first) <= NEAR
            else Phrase(
                "Two rows rise from 1, two fall from 100. Small steps leave room for more cards."
                " Yours are all far; {cards} does least harm. Tap it, then its row.",
                cards=[first.card],
            )
        )
        yield Tip("rows", words, first)
    if back is not None:
        yield Tip(
            "back",
            Phrase(
                "The trick: a card exactly {back} back may be laid too, and wins the row room again."
                " {cards} does that here.",
                back=BACK,
                cards=[back.card],
            ),
            back,
        )


def _step(table: "Table", lay: "Lay") -> int:
    """Return how far a card moves its row; negative for the trick."""
    ahead = lay.card - table.top(lay.row)
    return ahead if RISING[lay.row] else -ahead
