"""Games are found by everything they are called: with or without accents, in part, slightly misspelt."""

import pytest

from tests.texts.queries import NOWHERE, QUERIES
from trapoula.catalogue.entries import ids
from trapoula.core.errors import UnknownGame
from trapoula.terminal.cli import main
from trapoula.texts import languages, title
from trapoula.texts.heads import head, names, relatives
from trapoula.texts.search import fold, named, search


@pytest.mark.parametrize(("query", "game"), QUERIES)
def test_a_query_finds_its_game_first(query: str, game: str) -> None:
    assert search(query)[0] == game


@pytest.mark.parametrize("query", NOWHERE)
def test_a_query_that_names_nothing_finds_nothing(query: str) -> None:
    found = search(query)
    assert found == [] if fold(query) else found == list(ids())


def test_letters_may_be_wrong_only_where_nothing_fits() -> None:
    """Golf is not gold."""
    assert "gold-mine" not in search("golf")
    assert set(search("golg")[:2]) == {"golf", "gold-mine"}


def test_every_game_is_found_by_each_of_its_names() -> None:
    for game in ids():
        for own in names(game).values():
            for name in own:
                assert game in search(name), name


def test_no_name_means_two_games() -> None:
    """In one language: what a game is called leads to it and to no other."""
    for lang in languages():
        known: dict[str, str] = {}
        for game in ids():
            for name in map(fold, (title(lang, game), *head(lang, game).names)):
                assert known.setdefault(name, game) == game, (lang, name)


def test_a_game_is_called_by_its_id_or_any_name() -> None:
    assert named("klondike") == named("Πασιέντζα του εφτά") == named("SOLITAIRE") == "klondike"
    with pytest.raises(UnknownGame, match="the closest are golf"):
        named("golff")
    with pytest.raises(UnknownGame, match=r"There is no game 'xyzzy'\.$"):
        named("xyzzy")


def shown(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["--lang", "el", *words]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("word", ["Κλόνταϊκ", "κλονταικ", "Solitaire", "πασιεντζα του εφτα"])
def test_a_command_takes_any_name(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    usual = shown(capsys, "show", "klondike", "--deal", "1")
    assert shown(capsys, "show", word, "--deal", "1") == usual


def test_the_list_is_searched_without_accents(capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys, "list", "αραχνη").startswith("spider ")
    assert shown(capsys, "list", "montana").startswith("gaps ")
    assert "zebra" in shown(capsys, "list", "ριγες")


@pytest.mark.parametrize("game", ids())
def test_every_game_has_relatives(game: str) -> None:
    """Which are games, and not itself."""
    own = relatives(game)
    assert own
    assert set(own) <= set(ids()) - {game}
    assert len(set(own)) == len(own)
