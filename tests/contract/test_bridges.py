"""Deals and boards of other programs, by samples that these programs made or document."""

import json
from pathlib import Path

import pytest

from trapoula.catalogue.entries import find
from trapoula.core.cards import read_cards
from trapoula.core.deals import deck
from trapoula.core.errors import BadDeal, BadOption, TrapoulaError
from trapoula.core.game import write_deck
from trapoula.play.bridges import BadBoard, deck_of_number, read_board, write_board
from trapoula.play.session import Session
from trapoula.terminal.cli import main

# pysol_cards 0.24's boards of FreeCell (`make_pysol_freecell_board.py -t`), column after column
PYSOLFC = {
    "24": """4C 2C 9C 8C QS 4S 2H
5H QH 3C AC 3H 4H QD
QC 9S 6H 9H 3S KS 3D
5D 2S JC 5C JH 6D AS
2D KD TH TC TD 8D
7H JS KH TS KC 7C
AH 5S 6S AD 8H JD
7S 6C 7D 4D 8S 9D
""",
    "100000": """5C 5S JD 7H QC 3S 3H
2D 2H 8H 8S AH 9D 3C
9H 6S 5H 7C 9C 7D 3D
6D 4D QS JH 7S KS AC
TH JS 2C 6H KH AS
4S 9S 5D 2S JC 6C
TD QD 4C AD TC QH
4H TS 8C KC 8D KD
""",
    "123456789012": """7S TH AC KH 7D QS 8S
2C 2D 9D 6D QC 3D 7C
8C 9C 5S 2H 6C JS 8H
TC 2S 7H KD 9H QD 4S
AD JC KS 3S TS 3H
9S KC 6S 4C 6H 8D
5D 5C 3C AH 5H JD
4H QH 4D TD JH AS
""",
}
CELLS = {"617": "JD KS KC 4H"}  # the freecells of its Eight Off
# KPatience's own test of its shuffle, number 24; it deals the last card first
KPATIENCE = (
    "AS 3D QD 2H 9D JD 7C 8D 6D KS 4H 4S 8S 8H KC TD JH 3S 3H QS 4D AD TS TC 5C 9H AC 8C 7D 6S KH TH"
    " JC 6H 3C 9C 6C 5S JS KD 2S 9S QH 2C 7S AH 7H 2D 5D QC 5H 4C"
)
# fc-solve's board 384243, as it ships it, and Solvitaire's FreeCell 11982 and Klondike
FC_SOLVE = """Foundations: H-0 C-0 D-0 S-0
: 3H 9C 5H TS 9H QD JS
: TC 8H 9S AC 6S 3D 4D
: 5S AS 7H 9D 2C KD KC
: 2S 5C 7S JC 8C 7D AH
: AD QC 8S 6H 7C 3S
: 6D JH JD 2D 4H TD
: KH 4C TH 6C 3C QH
: QS 2H 5D 8D 4S KS
"""
SOLVITAIRE = {
    "tableau piles": [
        ["AH", "3D", "KD", "JC", "6C", "JD", "KC"],
        ["AS", "3H", "6H", "5D", "2C", "7D", "8D"],
        ["4H", "QS", "5S", "5C", "10H", "8H", "2S"],
        ["AC", "QC", "4D", "8C", "QH", "9C", "3S"],
        ["2D", "8S", "9H", "9D", "6D", "2H"],
        ["6S", "7H", "JH", "10D", "10C", "QD"],
        ["10S", "AD", "9S", "KH", "4S", "4C"],
        ["JS", "KS", "3C", "7C", "7S", "5H"],
    ]
}
ALIKE = ["freecell", "bakers-game", "eight-off", "seahaven", "klondike", "yukon", "whitehead"]


@pytest.mark.parametrize("number", PYSOLFC)
def test_numbers_of_pysolfc_deal_its_boards(number: str) -> None:
    game = find("freecell").make()
    dealt = deck_of_number("pysolfc", "freecell", number)
    assert write_board("fc-solve", game, game.start(dealt)) == PYSOLFC[number]
    assert read_board("fc-solve", game, PYSOLFC[number]) == dealt


def test_its_microsoft_numbers_are_ours() -> None:
    for number in (1, 617, 31_999):
        assert deck_of_number("pysolfc", "freecell", str(number)) == deck(
            find("freecell").make().pack, number
        )
    assert deck_of_number("pysolfc", "freecell", "ms617000") == deck(range(52), 617_000)
    assert deck_of_number("pysolfc", "freecell", "617000") != deck(range(52), 617_000)
    game = find("eight-off").make()
    told = write_board("fc-solve", game, game.start(deck_of_number("pysolfc", "eight-off", "617")))
    assert CELLS["617"].split() == [
        word for word in told.splitlines()[0].split()[1:] if word != "-"
    ]


def test_numbers_of_kpatience_shuffle_like_its_own_test() -> None:
    want = read_cards(KPATIENCE.split())[::-1]
    assert deck_of_number("kpatience", "klondike", "24") == (*want,)
    assert deck_of_number("kpatience", "freecell", "24") == deck(range(52), 24)


def test_boards_of_fc_solve_and_solvitaire_are_read() -> None:
    game = find("freecell").make()
    assert write_deck(game, read_board("fc-solve", game, FC_SOLVE))[:8] == (
        ["3H", "TC", "5S", "2S", "AD", "6D", "KH", "QS"]
    )
    assert read_board("solvitaire", game, json.dumps(SOLVITAIRE)) == deck(game.pack, 11_982)


@pytest.mark.parametrize("program", ["fc-solve", "solvitaire"])
@pytest.mark.parametrize("id_", ALIKE)
def test_every_deal_written_is_read_back(program: str, id_: str) -> None:
    game = find(id_).make()
    for number in (1, 5, 2_000_000):
        dealt = deck(game.pack, number)
        assert read_board(program, game, write_board(program, game, game.start(dealt))) == dealt


def test_a_table_in_mid_play_is_written() -> None:
    table = Session("freecell", deal=617)
    for text in ("T7>C1", "T7>C2"):
        table.play(text)
    first, *_ = write_board("fc-solve", table.game, table.state).splitlines()
    assert first.startswith("Freecells: ")
    assert first.endswith(" - -")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Foundations: H-2\n: AS\n", "only deals"),
        ("Rows: AS\n", "'rows' is not known"),
        ("AS\nAX\n", "AX"),
        ("AS\n" * 9, "piles too many"),
        (PYSOLFC["24"].replace("4C 2C", "4C"), "missing 2C"),
        ("\n".join(["AS " * 30]), "lies where none is dealt"),
    ],
)
def test_a_board_that_is_none_is_told_in_a_sentence(text: str, words: str) -> None:
    with pytest.raises(TrapoulaError, match=words):
        read_board("fc-solve", find("freecell").make(), text)


def test_what_cannot_be_reproduced_is_said() -> None:
    with pytest.raises(BadOption, match="known for freecell, klondike"):
        deck_of_number("kpatience", "spider", "1")
    with pytest.raises(BadDeal, match="no deal of pysolfc"):
        deck_of_number("pysolfc", "freecell", "zero")
    spider = find("spider").make()
    with pytest.raises(BadBoard, match="fixed place"):
        read_board("fc-solve", spider, "AS\n")
    with pytest.raises(BadBoard, match="no JSON"):
        read_board("solvitaire", find("freecell").make(), "[]")
    with pytest.raises(BadOption, match="no way to 'aisleriot'"):
        read_board("aisleriot", spider, "")


def test_the_command_converts_both_ways(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = tmp_path / "board"
    board.write_text(FC_SOLVE, "utf-8")
    assert main(["convert", "freecell", str(board), "--from", "fc-solve"]) == 0
    record = capsys.readouterr().out
    assert record.startswith("trapoula record 1\n")
    kept = tmp_path / "kept"
    kept.write_text(record, "utf-8")
    assert main(["convert", "freecell", str(kept), "--to", "solvitaire"]) == 0
    assert json.loads(capsys.readouterr().out)["tableau piles"][0][0] == "3H"
    assert main(["convert", "freecell", "24", "--from", "pysolfc", "--to", "fc-solve"]) == 0
    assert capsys.readouterr().out == PYSOLFC["24"]
    assert main(["convert", "freecell", "--deal", "24", "--to", "deck"]) == 0
    assert capsys.readouterr().out.startswith("4C 5H QC 5D")
    assert main(["convert", "klondike", str(kept)]) == 1
    assert "is a record of freecell" in capsys.readouterr().err
