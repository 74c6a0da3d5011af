"""The command line as a person uses it, in a process of its own and a home of its own."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import trapoula
from trapoula.play.record import write
from trapoula.play.session import Session


class Terminal:
    """Runs `trapoula` in an empty home."""

    def __init__(self, home: Path) -> None:
        self.home = home

    def run(
        self, *words: str, typed: str = "", **environment: str
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "trapoula", *words],
            input=typed,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
            cwd=self.home,
            env={
                "PATH": os.environ["PATH"],
                "HOME": str(self.home),
                "LANG": "C.UTF-8",
                "TRAPOULA_LANG": "en",
                "PYTHONPATH": str(Path(trapoula.__file__).parents[1]),
                **environment,
            },
        )


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    return Terminal(tmp_path)


def test_list_names_every_game_with_its_options(terminal: Terminal) -> None:
    listed = terminal.run("list").stdout.splitlines()
    assert len(listed) == 94
    assert any(line.startswith("klondike ") and "draw=1|3" in line for line in listed)


def test_list_searches_and_filters(terminal: Terminal) -> None:
    assert terminal.run("list", "pyramid").stdout.count("\n") in range(1, 10)
    spiders = terminal.run("list", "--family", "spiders").stdout
    assert "spiderette" in spiders
    assert "klondike " not in spiders
    nothing = terminal.run("list", "xyzzy")
    assert nothing.returncode == 3
    assert "No game matches" in nothing.stderr


def test_show_draws_the_table(terminal: Terminal) -> None:
    shown = terminal.run("show", "klondike", "--deal", "17").stdout
    assert "J♥" in shown
    assert shown.count("▒▒▒") == 22
    assert "\033[" not in shown


def test_a_whole_game_by_lines_is_kept_and_resumed(terminal: Terminal) -> None:
    played = terminal.run(
        "play", "klondike", "--deal", "17", typed="turn\nT3>F1\nundo\nnonsense\n99\nhelp\nquit\n"
    )
    assert played.returncode == 0
    assert "'nonsense' is not a move here: " in played.stdout
    assert "no move 99" in played.stdout
    resumed = terminal.run("play", "--resume", typed="redo\n")
    assert resumed.returncode == 0
    assert "klondike" in resumed.stdout.lower()
    assert "W" in resumed.stdout


def test_save_and_replay(terminal: Terminal) -> None:
    terminal.run("play", "golf", "--deal", "5", typed="turn\nturn\nsave mine.trapoula\nquit\n")
    shown = terminal.run("replay", "mine.trapoula", "--steps")
    assert shown.returncode == 0
    assert shown.stdout.count("> turn") == 2
    piped = terminal.run("replay", "-", typed=(terminal.home / "mine.trapoula").read_text())
    assert piped.returncode == 0


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("show", "klondik"), 1, "klondike"),
        (("show", "klondike", "-o", "draw=2"), 1, "one of 1, 3"),
        (("show", "klondike", "-o", "colour=red"), 1, "no option 'colour'"),
        (("show", "klondike", "-o", "fast"), 1, "three"),
        (("show", "klondike", "--deal", "0"), 1, "from 1 to"),
        (("show", "klondike", "--deal", "x"), 2, "--deal"),
        (("show", "klondike", "--deck", "AS AS"), 1, "missing"),
        (("show", "klondike", "--seats", "2"), 1, "not for 2"),
        (("replay", "nowhere.trapoula"), 1, "nowhere.trapoula"),
        (("play", "--resume"), 1, "No unfinished game"),
        (("dance",), 2, "dance"),
        ((), 2, "COMMAND"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(
    terminal: Terminal, words: tuple[str, ...], code: int, said: str
) -> None:
    ran = terminal.run(*words)
    assert ran.returncode == code
    assert said in ran.stderr
    assert "Traceback" not in ran.stderr
    assert ran.stderr.count("\n") == 1


def test_a_record_that_is_junk_is_refused(terminal: Terminal) -> None:
    (terminal.home / "junk").write_bytes(bytes(range(256)))
    ran = terminal.run("replay", "junk")
    assert ran.returncode == 1
    assert "not a record" in ran.stderr


def test_the_engine_answers_on_a_pipe(terminal: Terminal) -> None:
    ran = terminal.run(
        "engine", typed='{"do":"start","game":"golf","deal":1}\n\x00\n{"do":"legal"}\n'
    )
    assert [line[:12] for line in ran.stdout.splitlines()] == [
        '{"ok": true,',
        '{"ok": false',
        '{"ok": true,',
    ]
    assert ran.returncode == 0


def test_greek_is_spoken(terminal: Terminal) -> None:
    ran = terminal.run("show", "ομίχλη", TRAPOULA_LANG="el")
    assert ran.returncode == 1
    assert any("α" <= letter <= "ω" for letter in ran.stderr.replace("ομίχλη", ""))


def offered(terminal: Terminal) -> list[str]:
    """The games to go on with, by their letters."""
    lines = terminal.run("play", typed="").stdout.splitlines()
    dated = re.compile(r"([a-z] .*), \d{4}-\d\d-\d\d \d\d:\d\d")
    return [found[1] for line in lines if (found := dated.fullmatch(line))]


def test_every_game_that_is_left_can_be_gone_on_with(terminal: Terminal) -> None:
    """Klondike is left, then Spider, then a table for two: all are offered, the newest first."""
    terminal.run("play", "klondike", "--deal", "17", typed="turn\nquit\n")
    terminal.run("play", "spider", "--deal", "3", typed="deal\nquit\n")
    terminal.run("play", "triggs", "--seats", "2", "--deal", "3", typed="\n1\nquit\n")
    assert offered(terminal) == [
        "a Triggs, deal 3",
        "b Spider, deal 3",
        "c Klondike, deal 17",
    ]
    gone_on = terminal.run("play", typed="c\nundo\nredo\nturn\nquit\n").stdout
    assert "Klondike, deal 17" in gone_on
    assert offered(terminal)[0] == "a Klondike, deal 17"
    again = terminal.run("play", "--resume", typed="quit\n").stdout
    assert "Klondike, deal 17" in again
    triggs = terminal.run("play", typed="b\n").stdout
    assert "Triggs, deal 3" in triggs


def test_unfinished_games_are_listed(terminal: Terminal) -> None:
    """As sentences, or as facts for a program; where there is none the answer is no."""
    assert terminal.run("list", "--kept").returncode == 3
    for seats in ("2", "3"):
        words = ("--seats", seats, "--bots", "1", "--level", "greedy")
        terminal.run("play", "take-that", *words, typed="\n1\n\n1\nquit\n")
    told = terminal.run("list", "--kept").stdout.splitlines()
    assert [line.partition(",")[0] for line in told] == ["Take That", "Take That"]
    (one, _) = map(json.loads, terminal.run("list", "--kept", "--json").stdout.splitlines())
    assert (one["game"], one["deal"]) == ("take-that", None)


def test_a_line_deals_anew_for_the_same_players(terminal: Terminal) -> None:
    """The game that was left stays unfinished."""
    words = ("--seats", "2", "--bots", "1", "--level", "greedy", "--deal", "3")
    ran = terminal.run("play", "take-that", *words, typed="1\nagain\n1\nquit\n")
    assert ran.stdout.count("seat 2: ") >= 2
    assert len(offered(terminal)) + len(terminal.run("list", "--kept").stdout.splitlines()) == 4


def test_a_deal_that_was_only_looked_at_is_not_offered(terminal: Terminal) -> None:
    terminal.run("play", "golf", typed="quit\n")
    assert not offered(terminal)


def test_the_game_that_an_earlier_version_kept_is_taken_over_once(terminal: Terminal) -> None:
    old = terminal.home / ".local" / "share" / "trapoula" / "last.trapoula"
    old.parent.mkdir(parents=True)
    session = Session("klondike", deal=17)
    session.play("turn")
    old.write_text(write(session.record()))
    assert offered(terminal) == ["a Klondike, deal 17"]
    assert not old.exists()
    terminal.run("play", typed="a\nquit\n")
    assert offered(terminal) == ["a Klondike, deal 17"], "it was only looked at"
    terminal.run("play", typed="a\nundo\nredo\nquit\n")
    assert offered(terminal) == ["a Klondike, deal 17"]


def test_finished_games_count_and_can_be_taken_elsewhere(terminal: Terminal) -> None:
    """A game dealt by chance counts as it does at a server; one whose deal was chosen does not."""
    assert "No game has been finished" in terminal.run("stats").stdout
    moves = "1\n" * 60
    terminal.run("play", "golf", typed=f"hint\n{moves}")
    terminal.run("play", "golf", "--deal", "1", typed=moves)
    (golf,) = json.loads(terminal.run("stats", "--json").stdout)["games"]
    assert (golf["game"], golf["played"], golf["hints"]) == ("golf", 1, 1)
    assert "Golf" in terminal.run("stats").stdout
    terminal.run("stats", "--export", "mine.json")
    assert len(json.loads((terminal.home / "mine.json").read_text())["history"]) == 1
    assert not offered(terminal)


def test_where_nothing_can_be_kept_one_may_play_all_the_same(terminal: Terminal) -> None:
    (terminal.home / ".local").write_text("a file in the way")
    ran = terminal.run("play", "golf", "--deal", "1", typed="1\nquit\n")
    assert ran.returncode == 0
    assert "Games cannot be kept on this device: " in ran.stdout
