"""What many tables are told and tell: what is to be done with them, how each stands, and what is seen."""

LOOK, STEP = range(2)  # tasks: look at tables that were just dealt, or do what was chosen at each
GOING, WON, OVER = range(3)
HIDDEN_AS = 64  # a card of which only the back is seen
WANTS = 256  # masks that the kernel needs room for
