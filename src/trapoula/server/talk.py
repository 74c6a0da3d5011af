"""Free words at a table: where they are allowed, and that they name no number."""

import re
import unicodedata
from collections.abc import Collection
from typing import Any, Protocol, runtime_checkable

from trapoula.game import Seat
from trapoula.server.errors import ClosedTalk, NoNumbers

_ENGLISH = """
    zero nil one once two twice three thrice four five six seven eight nine ten eleven twelve dozen
    thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fourty fifty
    sixty seventy eighty ninety hundred
    first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth
    fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth thirtieth fortieth
    fiftieth sixtieth seventieth eightieth ninetieth hundredth
"""
_GREEK = """
    μηδεν ενα εναν ενας μια μιαν δυο δυω τρια τρεις τριων τεσσερα τεσσερις τεσσερεις τεσσαρα τεσσαρων
    πεντε εξι
    εφτα επτα οχτω οκτω εννια εννεα δεκα εντεκα ενδεκα δωδεκα ντουζινα δεκατρια δεκατρεις δεκατεσσερα
    δεκαπεντε δεκαεξι δεκαξι δεκαεφτα δεκαεπτα δεκαοχτω δεκαοκτω δεκαεννια δεκαεννεα εικοσι εικοσα
    τριαντα σαραντα πενηντα εξηντα εβδομηντα ογδοντα ενενηντα εκατο εκατον εκατοσταρι
    πρωτο πρωτη πρωτος δευτερο δευτερη δευτερος τριτο τριτη τριτος τεταρτο τεταρτη τεταρτος
    πεμπτο πεμπτη πεμπτος εκτο εκτη εκτος εβδομο εβδομη εβδομος ογδοο ογδοη ογδοος ενατο ενατη ενατος
    δεκατο δεκατη δεκατος εικοστο τριακοστο τεσσαρακοστο πεντηκοστο εξηκοστο εβδομηκοστο ογδοηκοστο
    ενενηκοστο εκατοστο
"""
_WORDS = {
    unicodedata.normalize("NFC", word).replace("ς", "σ") for word in (_ENGLISH + _GREEK).split()
}
_SEVERAL = re.compile(f"(?:{'|'.join(sorted(_WORDS, key=len, reverse=True))})+(?:s|ies)?")


@runtime_checkable
class Talkative(Protocol):
    """A game that says what a seat may say: at such a game words could give a hand away."""

    def talk(self, table: Any, seat: Seat) -> Collection[Any]:
        """What a seat may say now."""


def names_number(text: str) -> bool:
    """Whether a text has a digit or a number word in it, in English or in Greek."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter)).replace(
        "ς", "σ"
    )
    if any(letter.isnumeric() for letter in text + plain):
        return True
    return any(_SEVERAL.fullmatch(word) for word in re.findall(r"[^\W\d_]+", plain))


def check_words(text: str, game: Any, state: Any, seat: Seat) -> None:
    """Nothing, when a seat may say this while its game is being played."""
    if not isinstance(game, Talkative):
        return
    if not game.talk(state, seat):
        raise ClosedTalk("Silence: nobody may speak now.")
    if names_number(text):
        raise NoNumbers("No numbers, please: say it without them.")
