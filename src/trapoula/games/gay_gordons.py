"""Gay Gordons: open columns cleared by elevens, kings with queens, jacks with jacks."""

from dataclasses import dataclass

from trapoula.patience import *


@dataclass(frozen=True, slots=True)
class _InPairs:
    """A deal that can be won: pair after pair is laid, so that the last can be taken first.

    The next card goes on one pile, the first in the deck that matches it on another; how deep that
    one lay says how many piles further on, among those with room.
    """

    zones: str
    match: Join

    def deal(self, game: Patience, hand: Hand) -> None:
        room = {at: game.zone[at].room for at in game.where(self.zones)}
        turn = 0
        while hand.cards:
            card = hand.cards.pop()
            mate = next(
                i for i in reversed(range(len(hand.cards))) if self.match(card, hand.cards[i])
            )
            turn += len(hand.cards) - mate
            free = [at for at in room if room[at]]
            widest = max(free, key=room.__getitem__)
            one = widest if 2 * room[widest] == sum(room.values()) else free[turn % len(free)]
            free.remove(one)
            other = free[turn % len(free)]
            for at, laid in ((one, card), (other, hand.cards.pop(mate))):
                hand.piles[at].append(laid)
                room[at] -= 1


@game("pairs")
def gay_gordons() -> Patience:
    match = total(11) | SAME_RANK & on(only(JACK)) | total(12 + 13)
    return Patience(
        picture="""
            R
            T T T T T T T T T T
        """,
        zones={
            "R": Zone("reserve", lift=TOP, room=2, fan="right"),
            "T": column(room=5),
        },
        deal=(_InPairs("RT", match),),
        moves=(Pair("RT", match),),
        goal=Bare("RT"),
        score=Gone(),
    )
