"""What the record's options are called with us."""

from typing import Any

Options = dict[str, Any]

# game -> option of the record -> our keywords when it is on; when it is off, nothing is said
ON: dict[str, dict[str, Options]] = {
    "athena": {"Three card deals": {"draw": 3}},
    "eliminator": {
        "Six Foundations": {"foundations": 6},
        "Five Foundations": {"foundations": 5},
        "Four Foundations": {"foundations": 4},
    },
    "gaps": {"Randomly Placed Gaps on Redeal": {"gaps": "anywhere"}},
    "giant": {"Same suit": {"match": "suit"}, "Alternating colors": {"match": "colours"}},
    "klondike": {
        "Three card deals": {"draw": 3, "redeals": "unlimited"},
        "Single card deals": {"draw": 1, "redeals": 2},
        "No redeals": {"draw": 1, "redeals": 0},
        "Unlimited redeals": {"draw": 1, "redeals": "unlimited"},
    },
    "napoleons-tomb": {
        "Three card deals": {"draw": 3},
        "Single card deals": {"draw": 1},
        "Autoplay": {"autoplay": True},
    },
    "osmosis": {"Three card deals": {"draw": 3}},
    "peek": {"Three card deals": {"draw": 3}},
    "poker": {"Shuffle mode": {"swaps": True}},
    "saratoga": {"Three card deals": {"draw": 3}},
    "spider": {"Four Suits": {"suits": 4}, "Two Suits": {"suits": 2}, "One Suit": {"suits": 1}},
    "ten-across": {"Allow temporary spots use": {"spots": True}},
    "terrace": {
        "Terrace": {"variant": "terrace"},
        "General's Patience": {"variant": "general"},
        "Falling Stars": {"variant": "stars"},
        "Signora": {"variant": "signora"},
        "Redheads": {"variant": "redheads"},
        "Blondes and Brunettes": {"variant": "blondes"},
        "Wood": {"variant": "wood"},
    },
    "triple-peaks": {
        "Progressive Rounds": {"rounds": True},
        "Multiplier Scoring": {"multiplier": True},
    },
}

# what an option that is off says, where that is not our default
OFF: dict[str, dict[str, Options]] = {"ten-across": {"Allow temporary spots use": {"spots": False}}}


# what the record plays, where the manual, and so our default, says otherwise: docs/manual.md
RECORD: dict[str, Options] = {
    "agnes": {"corner": "stops"},
    "bakers-game": {"gaps": "any"},
    "beleaguered-castle": {"aces": "fixed"},
    "bristol": {"kings": "sunk"},
    "camelot": {"clearing": "ended", "points": "none"},
    "canfield": {"base": "fixed"},
    "clock": {"hidden": "lose"},
    "cruel": {"redeal": "moved"},
    "easthaven": {"gaps": "few"},
    "fortunes": {"aces": "apart"},
    "glenwood": {"first": "any", "gaps": "any"},
    "kings-audience": {"ace": "leaves"},
    "lady-jane": {"corner": "stops"},
    "maze": {"start": "gap"},
    "neighbor": {"kings": "stock"},
    "odessa": {"dealt": "runs"},
    "plait": {"edges": "homeward"},
    "saratoga": {"redeals": "unlimited"},
    "seahaven": {"points": "moves"},
    "terrace": {"reserve": "any", "corner": "stops", "gaps": "reserve"},
    "triple-peaks": {"debt": False},
}


def our_options(game: str, recorded: dict[str, bool]) -> Options:
    """Our keywords for a trace's options."""
    ours = dict(RECORD.get(game, {}))
    for name, on in recorded.items():
        ours |= ON[game][name] if on else OFF.get(game, {}).get(name, {})
    return ours
