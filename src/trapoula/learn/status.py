"""Constants shared with compiled code: tasks, the status of a table, and observation codes."""

LOOK, STEP = range(2)  # tasks: observe tables that were just dealt, or play the chosen actions
GOING, WON, OVER = range(3)
HIDDEN_AS = 64  # a face-down card
WANTS = 256  # masks in a kernel's scratch space
