"""Names that look alike: a number keeps them apart at a table, so that players cannot be confused."""

import unicodedata
from collections.abc import Iterable

# Letters and digits of other scripts that look like ours: the single letters among the confusables of
# Unicode Technical Standard 39 (version 15.1), and those of Greek and Cyrillic with the same shape.
ALIKE = {
    "2": "ƧϨᒿꙄꛯꝚ",
    "3": "ƷȜЗӠⳌꝪꞫ𑣊𖼻",
    "4": "Ꮞ𑢯",
    "5": "Ƽ𑢻",
    "6": "бᏮⳒ𑣕",
    "7": "𐓒𑣆",
    "8": "Ȣȣ৪੪𐌚",
    "9": "৭੧୨൭ⳊꝮ𑢬𑣌𑣖",
    "A": "ΑАᎪᗅꓮ𐊠𖽀",
    "B": "ΒВᏴᗷꓐꞴ𐊂𐊡𐌁",
    "C": "СᏟⲤꓚ𐊢𐌂𐐕𐔜𑣩𑣲",
    "D": "Ꭰᗞᗪꓓ",
    "E": "ΕЕᎬⴹꓰ𐊆𑢦𑢮",
    "F": "ϜᖴꓝꞘ𐊇𐊥𐔥𑢢𑣂",
    "G": "ԌᏀᏳꓖ",
    "H": "ΗНᎻᕼⲎꓧ𐋏",
    "J": "ͿЈᎫᒍꓙꞲ",
    "K": "ΚКᏦᛕⲔꓗ𐔘",
    "L": "ᏞᒪⳐꓡ𐐛𐔦𑢣𑢲𖼖",
    "M": "ΜϺМᎷᗰᛖⲘꓟ𐊰𐌑",
    "N": "ΝⲚꓠ𐔓",
    "O": "ΟОՕ০ଠ୦ዐⲞⵔ〇ꓳ𐊒𐊫𐐄𐓂𐔖𑓐𑢵𑣠",
    "P": "ΡРᏢᑭⲢꓑ𐊕",
    "Q": "ⵕ",
    "R": "ƦᎡᏒᖇꓣ𐒴𖼵",
    "S": "ЅՏᏕᏚꓢ𐊖𐐠𖼺",
    "T": "ΤТᎢⲦꓔ𐊗𐊱𐌕𑢼𖼊",
    "U": "Սሀᑌꓴ𐓎𑢸𖽂",
    "V": "Ѵ۷Ꮩᐯⴸꓦꛟ𐔝𑢠𖼈",
    "W": "ԜᎳᏔꓪ𑣦𑣯",
    "X": "ΧХᚷⲬⵝꓫꞳ𐊐𐊴𐌗𐌢𐔧𑣬",
    "Y": "ΥУҮᎩᎽⲨꓬ𐊲𑢤𖽃",
    "Z": "ΖᏃꓜ𐋵𑢩𑣥",
    "a": "ɑαа",
    "b": "ƄЬᏏᑲᖯ",
    "c": "сᴄⲥꮯ𐐽",
    "d": "ԁᏧᑯꓒ",
    "e": "еҽꬲ",
    "f": "քẝꞙꬵ",
    "g": "ƍɡցᶃ",
    "h": "һհᏂ",
    "i": "ıɩɪιіӏᎥꙇꭵ𑣃",
    "j": "ϳј",
    "l": "ƖǀΙІӀ۱ᛁⲒⵏꓲ𐊊𐌉𐌠𖼨",
    "n": "ոռ",
    "o": "οσоօ۵०੦૦௦౦೦ഠ൦๐໐ဝ၀ჿᴏᴑⲟꬽ𐐬𐓪𑣈𑣗",
    "p": "ρрⲣ",
    "q": "ԛգզ",
    "r": "гᴦⲅꭇꭈꮁ",
    "s": "ƽѕꜱꮪ𐑈𑣁",
    "u": "ʋυսᴜꞟꭎꭒ𐓶𑣘",
    "v": "νѵᴠꮩ𑜆𑣀",
    "w": "ɯѡԝաᴡꮃ𑜊𑜎𑜏",
    "x": "хᕁᕽ",
    "y": "ɣʏγуүყᶌỿꭚ𑣜",
    "z": "ᴢꮓ𑣄",
    "Γ": "ГⲄ",
    "Δ": "Ⲇ",
    "Λ": "ɅⲖ",
    "Π": "ПⲠ",
    "Φ": "ФՓⲪ",
    "Ψ": "ѰⲮ",
    "Ω": "ⲰꙌ",
    "ε": "єꞓ",
    "κ": "ĸк",
    "π": "п",
    "τ": "тᴛ",
    "φ": "ɸф",
    "ψ": "ѱ",
    "ω": "ⲱꙍ",
}  # fmt: skip
_LOOKS = {ord(other): letter for letter, others in ALIKE.items() for other in others}
_SHAPES = str.maketrans({"i": "l", "1": "l", "|": "l", "0": "o", "m": "rn", "w": "vv"})
MARKS = ("Mn", "Me")


def shape(name: str) -> str:
    """Return how a name looks at a glance. Names with equal shapes can be confused."""
    plain = "".join(
        str(unicodedata.digit(letter)) if letter.isdigit() else letter
        for letter in _bare(name).translate(_LOOKS)
    )
    return plain.casefold().translate(_SHAPES)


def alike(one: str, other: str) -> bool:
    """Return whether two names can be confused."""
    return shape(one) == shape(other) or _bare(one).casefold() == _bare(other).casefold()


def _bare(name: str) -> str:
    """Return the letters of a name in their plainest form, without marks and invisible characters."""
    letters = unicodedata.normalize("NFKD", name)
    return "".join(
        letter
        for letter in letters
        if (kind := unicodedata.category(letter)) not in MARKS and kind[0] != "C"
    )


def told_apart(name: str, others: Iterable[str]) -> str:
    """Return a name, with a number appended if it looks like one of the others."""
    taken, told, number = [*others], name, 1
    while any(alike(told, other) for other in taken):
        number += 1
        told = f"{name} ({number})"
    return told
