"""Solvitaire, the peer where cards are hidden or dealt from a stock: the same deals, by the same rules.

It is built by hand, and the variable SOLVITAIRE names the program (Debian's libboost-program-options-dev has
what it needs):

    git clone https://github.com/thecharlieblake/Solvitaire /tmp/solvitaire && cd /tmp/solvitaire
    g++ -std=c++14 -O3 -flto -DNDEBUG -include cstdint -o solvitaire $(find src/main -name '*.cpp') \
        -lboost_program_options -pthread
"""

import json
import os
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from shutil import which
from typing import NamedTuple

from trapoula.core.cards import HIDDEN, NAMES
from trapoula.patience import Patience, Table

SOLVITAIRE = os.environ.get("SOLVITAIRE", "/tmp/solvitaire/solvitaire")


class Same(NamedTuple):
    """A game of ours that Solvitaire plays: with these options of ours, by these rules of its."""

    game: str
    rules: Mapping[str, object]
    options: Mapping[str, object] = {}

    @property
    def name(self) -> str:
        """What stands in the table."""
        return " ".join([self.game, *(f"{key}={value}" for key, value in self.options.items())])


def _columns(count: int, build: str, **more: object) -> dict[str, object]:
    told = {word.replace("_", " "): value for word, value in more.items()}
    return {"count": count, "build policy": build, **told}


def _klondike(draw: int) -> Same:
    runs = "partial-if-card-above-buildable"
    columns = _columns(
        7, "red-black", spaces_policy="kings", move_built_group=runs, face_up_cards="top"
    )
    rules = {
        "tableau piles": columns,
        "foundations": {"removable": True},
        "stock": {"size": 24, "deal count": draw, "redeal": True},
    }
    return Same("klondike", rules, {"draw": draw, "redeals": "unlimited"})


def _runs(game: str, count: int, stock: int, **more: object) -> Same:
    columns = _columns(
        count, "any-suit", move_built_group="yes", move_built_group_policy="same-suit",
        face_up_cards="top",
    )  # fmt: skip
    rules = {
        "tableau piles": columns,
        "foundations": {"only complete pile moves": True},
        "stock": {"size": stock, "deal type": "tableau piles"},
        **more,
    }
    return Same(game, rules)


# Others it plays by other rules than the manual's: Canfield, Easthaven, Golf, King Albert.
SAME = (
    _klondike(3),
    _klondike(1),
    Same("streets-and-alleys", {"tableau piles": _columns(8, "any-suit")}),
    Same(
        "beleaguered-castle",
        {"tableau piles": _columns(8, "any-suit"), "foundations": {"initial cards": "all"}},
    ),
    _runs("spiderette", 7, 24),
    _runs("will-o-the-wisp", 7, 31),
    _runs("spider", 10, 50, **{"two decks": True}),
    Same(
        "forty-thieves",
        {
            "tableau piles": _columns(10, "same-suit"),
            "stock": {"size": 64, "redeal": False},
            "two decks": True,
        },
    ),
)


def missing() -> str | None:
    """Why there is no comparison, or None where there is one."""
    return (
        None if which(SOLVITAIRE) else f"no {SOLVITAIRE}; bench/_solvitaire.py says how it is built"
    )


def written(game: Patience, table: Table) -> dict[str, object]:
    """A deal as Solvitaire reads it; the cards of the castles that begin at home it knows."""
    told: dict[str, list[object]] = {"tableau piles": []}
    for at, pile in enumerate(table.piles):
        cards = [_card(card) for card in pile]
        match game.zone[at].kind:
            case "column":
                told["tableau piles"].append(cards)
            case "stock":
                told["stock"] = [card.upper() for card in cards]
            case "waste":
                told["waste"] = [*cards]
    return {**told}


def _card(card: int) -> str:
    name = NAMES[card & ~HIDDEN].replace("T", "10")
    return name[:-1] + name[-1].lower() if card & HIDDEN else name


def judged(same: Same, game: Patience, table: Table, seconds: float) -> bool | None:
    """Whether Solvitaire wins a deal or proves it lost; None where it cannot tell in that time."""
    with tempfile.TemporaryDirectory() as folder:
        rules, deal = Path(folder) / "rules.json", Path(folder) / "deal.json"
        rules.write_text(json.dumps(same.rules))
        deal.write_text(json.dumps(written(game, table)))
        asked = [SOLVITAIRE, "--custom-rules", str(rules), "--classify"]
        asked += ["--streamliners", "smart-solvability", "--timeout", str(round(1000 * seconds))]
        told = subprocess.run([*asked, str(deal)], capture_output=True, text=True, check=True)
    word = told.stdout.strip().rpartition(", ")[2]
    return {"solved": True, "unsolvable": False}.get(word)
