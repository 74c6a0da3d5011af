"""What the kernel of open games can be asked to do."""

LOAD, OFFERS, PLAY, DEEPEN, WIDEN, TRACE_BEAM, REHASH, ADVANCE, TRACE_FRONT, FORGET = range(10)
