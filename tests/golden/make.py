"""`python -m tests.golden.make`: write the playthroughs and perft counts anew. Read the diff."""

from pathlib import Path

from trapoula.catalogue.entries import ids
from trapoula.core import deals
from trapoula.core.deals import SplitMix
from trapoula.core.game import CHANCE
from trapoula.patience import Patience
from trapoula.play import record as records
from trapoula.play.session import Session
from trapoula.terminal.picture import draw

HERE = Path(__file__).parent
PLAYTHROUGHS = HERE / "playthroughs"
PERFT = HERE / "perft.txt"
STEPS = 50
DEEPEST, MOST = 4, 1_500  # perft goes this deep, and no deeper than so many positions


def playthrough(id_: str) -> str:
    """A game of fifty moves by dice, as a record with the number of choices and the last table."""
    session = Session(id_, deal=1, clock=lambda: 0.0)
    dice, choices = SplitMix(1), []
    for _ in range(STEPS):
        turn = session.turn
        if turn is None:
            break
        legal = session.legal(turn)
        choices.append(str(len(legal)))
        session.play(legal[dice.below(len(legal))], turn)
    text = f"{records.write(session.record())}\nchoices {' '.join(choices)}\n"
    if isinstance(session.game, Patience):
        view = session.view()
        table = draw(session.game, view, colour=False)  # type: ignore[arg-type]
        text += f"score {view['score']}\n\n{table}\n"
    return text


def perft(id_: str) -> str:
    """How many different positions lie one, two and more actions from deal 1."""
    session = Session(id_, deal=1)
    game, level, counts = session.game, {session.state}, []
    while len(counts) < DEEPEST:
        after = set()
        for state in level:
            turn = game.turn(state)
            if turn == CHANCE:
                after.add(game.play(state, game.draw(state, deals.dice(session.deck, 0))))
            elif turn is not None:
                after |= {game.play(state, action) for action in game.legal(state, turn)}
        level = after
        counts.append(str(len(level)))
        if len(level) > MOST:
            break
    return f"{id_} {' '.join(counts)}\n"


def path_of(id_: str) -> Path:
    """Where a game's playthrough is kept."""
    return PLAYTHROUGHS / f"{id_}.txt"


def main() -> None:
    """Write them all."""
    PLAYTHROUGHS.mkdir(exist_ok=True)
    for old in PLAYTHROUGHS.glob("*.txt"):
        if old.stem not in ids():
            old.unlink()
    for id_ in ids():
        path_of(id_).write_text(playthrough(id_), encoding="utf-8")
    PERFT.write_text("".join(perft(id_) for id_ in ids()), encoding="utf-8")


if __name__ == "__main__":
    main()
