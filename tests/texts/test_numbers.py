"""Free words at a table: everything may be said but a number, or a plain code for one."""

import sys
from types import FrameType
from typing import Any

import pytest

from trapoula.texts.numbers import names_number

ALLOWED = """
Μην κάνεις ένα μεγάλο άλμα
Άσε μια γραμμή
την πρώτη στοίβα
Μην τοποθετήσεις στην τελευταία στοίβα
Μην κάνεις μεγάλο άλμα σε αυτή τη στοίβα.
Όχι στη δεύτερη γραμμή, σε παρακαλώ
Η τρίτη είναι δική σου
Την τέταρτη γραμμή άσ' τη σε μένα
Στη Β΄ γραμμή μην ακουμπήσεις
Εκτός από αυτή, παίξε όπου θέλεις
Έχω μία καλή ιδέα
Ένας μένει χωρίς φύλλα
Έναν γύρο ακόμη, και βλέπουμε
Έχω δύο φύλλα για εκεί
Μπορώ να παίξω τρία φύλλα στον γύρο μου
Μένουν δύο γραμμές καλές
Παίξε τα ένα ένα
Μ΄ αρέσει αυτή η γραμμή
Απ΄ όλες, άφησε αυτή
Θ' αφήσω την πάνω
Μετρείς τα φύλλα που έμειναν;
Πολύ καλά τα πάμε!
Πρώτη φορά κερδίζουμε
Περίμενε ένα δευτερόλεπτο
Ωραία, συνέχισε
Κανένας δεν έχει κάτι κοντινό
Έχω μια νεκροκεφαλή, μην την ανοίξεις
Ο δέκτης της εντολής είμαι εγώ
Not on the last row, please
No big jump on this row
Don't make one big jump
Leave one row for me
the first row is fine
The second one is mine
Keep off the third row
The fourth row is yours
Wait a second, please
I, I think you should go up
I'll take it from here
I've got nothing for that row
No one can play there
Anyone for the lower rows?
I can lay two cards there
Three cards this turn, if I may
Four rows, and none of them good
That weighs a lot: what a weight!
A great height, and so often
The stone is on the tenement
Someone money honey alone
I mix them up
Mild and civil, as ever
Great!!! Well played...
Once more, twice if you can
Draw one is still open
C'mon, you can do it
I hold a skull and would rather not play it
💕 🍀 well done
""".strip().splitlines()

REFUSED = """
37
I hold the 37
f1ve
３７
½
Ⅳ
¹²
I hold twenty-one
Seventeen!
twentyone
thirtysevenish
ninety nine
two's
fives
It is in the forties
Two is mine
two or so
three four
seven cards
the fifth
My thirty-second is close
a dozen
one zero
one one
t h r e e
s-e-v-e-n
s.i.x
sev en
thir-ty
seveeeen
THIRTY
tеn
s\u200beven
a hundred less one
Say XXXVII
xlii
IX
X X X V I I
ΧΧΙ
I have ||| || of them
🔟
🕖
⚅
🂧
έχω το τριάντα επτά
έχω τριάντα εφτά
ΕΊΚΟΣΙ
δέκα-τρία
πέντε!
εικοσιένα
τριανταεφτά
δεκαεξιδεκαεξιξ
έχω το εξάρι
ένα δεκάρι
τα εβδομηντάρια
το πέμπτο
στο τριακοστό πρώτο
το έκτο είναι δικό μου
δύο
επτά φύλλα
τ ρ ί α
τρiα
πεν-τε
λζ΄
ΚΘ'
το μβ
ντουζίνα
μηδέν
trianta efta
dekaeksi
exw to saranta
""".strip().splitlines()


@pytest.mark.parametrize("text", ALLOWED)
def test_what_names_no_value_may_be_said(text: str) -> None:
    """Articles, the order of rows and how many cards there are name no card."""
    assert not names_number(text)


@pytest.mark.parametrize("text", REFUSED)
def test_a_value_is_heard_in_any_dress(text: str) -> None:
    """Digits, number words and plain codes are refused, in English, Greek and Greek in Latin letters."""
    assert names_number(text)


def steps(text: str) -> int:
    """How many lines of Python a text costs."""
    count = 0

    def trace(frame: FrameType, event: str, arg: Any) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        names_number(text)
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize(
    "part", ["δεκαεξι", "ena", "one", "i ", "κζα ", "xi-", "a", "'", "΄ν ", "ten"]
)
def test_a_long_text_costs_as_much_as_it_is_long(part: str) -> None:
    """Twice the text is twice the work, whatever it says: one message never holds up a table."""
    names_number(part)  # the words are read from their files once
    short, long = ((part * 300)[:size] + "ξ" for size in (300, 600))
    assert steps(long) <= 2.5 * steps(short)
