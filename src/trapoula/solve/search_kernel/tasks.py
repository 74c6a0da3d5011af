"""What the kernel can be asked to do."""

LEGAL, PLAY, WON, DEEPEN, WIDEN, ADVANCE, PACK, REHASH, WANDER, VALUE, HOPELESS = range(11)
