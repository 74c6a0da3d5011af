"""What a kernel can be asked to do, and how a slice of a search ends."""

LEGAL, PLAY, OUTCOME, DEEPEN, WIDEN, ADVANCE, PACK, REHASH, WANDER, VALUE, HOPELESS = range(11)

# it goes on, or it is done, or something is full
GOING, WON, EMPTY, FULL_TABLE, FULL_STACK, FULL_TRAIL, FULL_LOG = range(7)
