"""How a slice of a search in a kernel ends: it goes on, or it is done, or something is full."""

GOING, WON, EMPTY, FULL_TABLE, FULL_STACK, FULL_TRAIL, FULL_LOG = range(7)
