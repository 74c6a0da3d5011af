"""Random play of OpenSpiel's solitaire, run by an interpreter that has it: prints steps a second."""

from random import Random
from time import process_time

import pyspiel

SECONDS = 5.0


def main() -> None:
    """Play at random for a while; a step is a move of the player, with the card that it turns up."""
    dice, steps, game = Random(1), 0, pyspiel.load_game("solitaire")
    since = process_time()
    while process_time() - since < SECONDS:
        state = game.new_initial_state()
        while not state.is_terminal():
            steps += not state.is_chance_node()
            state.apply_action(dice.choice(state.legal_actions()))
    print(round(steps / (process_time() - since)))


if __name__ == "__main__":
    main()
