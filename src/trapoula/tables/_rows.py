"""Rows that rise and fall, and how far the backwards trick goes."""

from typing import Final

ROWS: Final = ("up1", "up2", "down1", "down2")
FIRST: Final = (1, 1, 100, 100)  # the card that each row begins with; it is never laid
RISING: Final = (True, True, False, False)
BACK: Final = 10  # how far the backwards trick goes
