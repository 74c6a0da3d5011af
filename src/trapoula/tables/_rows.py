"""Rows that rise and fall, and how far the backwards trick goes."""

from typing import Final

ROWS: Final = ("up1", "up2", "down1", "down2")
FIRST: Final = (1, 1, 100, 100)  # the card that each row begins with; it is never laid
RISING: Final = (True, True, False, False)
BACK: Final = 10  # how far the backwards trick goes

MESSAGES = {  # what rows are called, what is laid on them, and what the game is lost to
    "up1": "First rising row",
    "up2": "Second rising row",
    "down1": "First falling row",
    "down2": "Second falling row",
    "onto up1": "{cards} on the first rising row",
    "onto up2": "{cards} on the second rising row",
    "onto down1": "{cards} on the first falling row",
    "onto down2": "{cards} on the second falling row",
    "rising": "rising from 1",
    "falling": "falling from 100",
    "back": "Trick: ten back!",
    "burns now": "Cover it now!",
    "burns next": "Cover it next turn",
    "broken minimum": "too few cards can be laid in this turn",
    "broken fire": "a burning card is not covered in time",
}
