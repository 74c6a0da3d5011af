"""Pages that teach: each with its deal, a worked move that is legal, its odds and its relatives."""

import re
import sys
from dataclasses import replace

import pytest

from trapoula.catalogue.entries import find, ids
from trapoula.catalogue.odds import odds, table
from trapoula.core.game import Choice
from trapoula.host.lesson import DEAL, EXAMPLE, lesson, pictures, told_odds
from trapoula.patience import Patience
from trapoula.play.session import Session
from trapoula.room.points import sheet
from trapoula.terminal.cli import main
from trapoula.texts import card, language, languages, title
from trapoula.texts.heads import head, relatives
from trapoula.texts.notes import Played, example, played

PATIENCES = [game for game in ids() if find(game).family != "table"]
BOTH = [(lang, game) for lang in languages() for game in ids()]


def section(text: str, heading: str) -> str:
    return text.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


@pytest.mark.parametrize("game", ids())
def test_a_worked_move_is_legal(game: str) -> None:
    """In the position that its deal and the actions before it lead to."""
    drawn, shown = pictures(game, {}), example(game)
    assert shown
    assert EXAMPLE in drawn, f"{shown.move} cannot be played"
    if ">" in shown.move or "+" in shown.move:
        assert drawn[EXAMPLE].lifted


@pytest.mark.parametrize(("lang", "game"), [pair for pair in BOTH if pair[1] in PATIENCES])
def test_a_worked_move_is_told_by_its_cards(lang: str, game: str) -> None:
    """Every card that the sentence names lies open there, and it names one, or tells their ranks."""
    words = language(lang).words
    told = section(lesson(lang, game), words.headings[4])
    move = pictures(game, {})[EXAMPLE]
    open_cards = {own for pile in move.piles.values() for own in pile}
    named = {
        text
        for text in words.cards
        for form in ("the", "the accusative")
        if re.search(rf"{card(lang, text, form)}\b", told, re.IGNORECASE)
    }
    assert named or game == "wall"
    wanted = {"diamond-mine": {"8D"}, "freecell": {"AH"}}.get(
        game, set()
    )  # what it waits for, or frees
    assert named - wanted <= open_cards


@pytest.mark.parametrize(("lang", "game"), BOTH)
def test_a_lesson_is_whole(lang: str, game: str) -> None:
    text = lesson(lang, game)
    assert text.startswith(f"# {title(lang, game)}\n")
    assert text.count(f"]({DEAL})") == 1
    assert text.count(f"]({EXAMPLE})") == 1
    for name in head(lang, game).names:
        assert name in text
    for other in relatives(game):
        assert f"[{title(lang, other)}]({other})" in text
    known, bots = odds(game), played(game)
    deals = known.deals if known else bots.games if bots else 0
    assert f" {language(lang).figure(deals, ',')} " in text
    assert not re.search(r"\n\n\n|\{", text)


@pytest.mark.parametrize("game", ids())
def test_the_deal_shows_every_open_card(game: str) -> None:
    made, drawn = find(game).make(), pictures(game, {})[DEAL]
    if isinstance(made, Patience):
        assert set(drawn.piles) == set(made.names)
    else:
        assert drawn.piles["hand"]
    assert not drawn.lifted


def test_a_move_that_other_options_do_not_allow_is_not_told() -> None:
    """The section and its picture are left out; what remains is whole."""
    unstudied = {"variant": "stars", "reserve": "any", "corner": "stops"}
    assert odds("terrace", unstudied) is None
    text = lesson("en", "terrace", unstudied)
    assert EXAMPLE not in pictures("terrace", unstudied)
    assert "## Example" not in text
    assert "## Options\n\n" in text
    assert "with the usual options" in text
    assert "with the usual options" not in lesson("en", "terrace")


def test_too_little_is_called_too_little() -> None:
    studied = odds("golf")
    assert studied is not None
    known = replace(studied, deals=5, winnable=0, lost=0, simple=(0, 0))
    told = " ".join(told_odds(known, 52, language("en")))
    assert "too little" in told
    assert "%" not in told


def test_a_move_at_a_table_shows_what_is_lifted_and_where_it_goes() -> None:
    """The numbers of the sheets' own examples lie there, under whatever options allow the move."""

    def lifted(game: str, **options: Choice) -> tuple[list[str], tuple[str, ...]]:
        move = pictures(game, options)[EXAMPLE]
        return [move.piles[pile][at] for pile, at in move.lifted], move.to

    assert lifted("the-game", smaller_hands=True) == (["37"], ("up1",))
    assert pictures("the-game", {})[EXAMPLE].piles["up1"] == ["47"]
    assert lifted("extreme") == (["26"], ("up1",))
    assert lifted("take-that", professional=True) == (["49", "94"], ())
    assert lifted("triggs") == (["1", "4", "7", "10", "11", "11"], ())


def test_the_words_of_an_example_stay_where_the_picture_cannot_be_shown() -> None:
    """At a table they tell the sheet's examples, which hold for all options."""
    text = lesson("en", "extreme", {"commands": "random"})
    assert f"]({EXAMPLE})" not in text
    assert "## Example" in text
    assert "picture" not in text


@pytest.mark.parametrize("lang", languages())
def test_no_interval_runs_from_a_share_to_itself(lang: str) -> None:
    """Zebra's page said "between 100% and 100%": one share is told as one share."""
    for game, setting in table():
        assert not re.search(r"(\d+%)\D{1,12}\1", lesson(lang, game, dict(setting))), game


def test_a_share_without_an_interval_is_told_in_words() -> None:
    """Where both ends are the same whole percent."""
    deals = 10**9
    for share, words in ((1, "nearly every deal"), (0, "hardly any deal"), (0.5, "about 50%")):
        won = int(share * deals)
        known = replace(odds("zebra"), deals=deals, winnable=won, lost=deals - won)
        assert words in " ".join(told_odds(known, 104, language("en")))


def test_bots_tell_how_often_a_table_game_is_won() -> None:
    """Together as a team, or one against others; the interval is Wilson's."""
    from trapoula.host.lesson import _matches

    english = language("en")
    team = " ".join(_matches(Played(3, 100, 50, 40, together=True), english))
    assert "3 at the table, won 50 of 100 games" in team
    assert "between 40% and 60%" in team
    assert "about 40 turns" in team
    rivals = " ".join(_matches(Played(2, 100, 50, 40, together=False), english))
    assert "against simple ones" in rivals


def test_the_pages_tell_the_figures_of_the_docs() -> None:
    """Of bots at table games: `python -m bench.played` takes them from docs/bots.md."""
    from bench.played import published

    known = published()
    assert len(known) == 16
    noted = [game for game, _ in known if played(game)]
    assert {*noted} == {game for game, _ in known}
    for game in noted:
        told = played(game)
        assert told is not None
        assert f"{told.won / told.games:.1%}" == f"{known[game, told.seats]}%", game


def test_the_terminal_draws_the_pictures(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "athena", "--lang", "en"]) == 0
    said = capsys.readouterr().out
    assert "    turn" not in said
    assert re.search(r"^    W>T5$", said, re.MULTILINE)
    assert said.count("▒▒▒") > 20
    assert "![" not in said


@pytest.mark.parametrize("columns", ["88", "46"])
def test_pictures_are_whole_on_a_terminal_with_colours(
    columns: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Signs that only colour a card take no room, and a picture is not folded like a sentence."""
    monkeypatch.setenv("COLUMNS", columns)
    said = []
    for colour in (False, True):
        monkeypatch.setattr(sys.stdout, "isatty", lambda colour=colour: colour, raising=False)
        assert main(["rules", "klondike", "--lang", "en"]) == 0
        said.append(re.sub(r"\x1b\[\d+m", "", capsys.readouterr().out))
    plain, coloured = said
    assert coloured == plain
    assert re.search(r"^    T1 +T2 +T3 +T4 +T5 +T6 +T7$", plain, re.MULTILINE)
    assert max(map(len, plain.splitlines())) <= int(columns)


def test_every_tip_that_is_played_has_its_figures() -> None:
    """And they are those of what the tip says now."""
    from bench.advice import TIPS

    for tip in TIPS:
        assert head("en", tip.game).notes["tested"].startswith(f"{tip.says}: "), tip.game


@pytest.mark.parametrize("lang", languages())
def test_the_points_of_other_tables_are_told_where_they_are_counted(lang: str) -> None:
    """What a page says of the bank is what the sheet of a fresh deal says."""
    heading = language(lang).say("Other ways of counting")
    for game in PATIENCES:
        session = Session(game, deal=1)
        told = section(lesson(lang, game), heading)
        assert bool(told) is any(line.label.message == "Vegas bank" for line in sheet(session))
        assert not told or f"−{len(session.deck)}" in told


@pytest.mark.parametrize("lang", languages())
def test_the_points_that_win_are_told_on_the_page_and_at_the_table(lang: str) -> None:
    for options, points in (({}, 75), ({"swaps": True}, 120)):
        (aim,) = (
            line for line in sheet(Session("poker", options, deal=1)) if "goal" in line.label.facts
        )
        assert language(lang).say(aim.label.message, **aim.label.facts).endswith(f" {points}")
        assert f" {points} " in lesson(lang, "poker", options)
