"""Studies: keyed by what verdicts depend on, written as they come, gone on with after a kill."""

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from trapoula.catalogue.odds import Count, wilson
from trapoula.study import Alone, Judged, Processes, Results, Row, Study, digest, grounds, run
from trapoula.study.errors import BadResults, BadRow, CrewLost, OtherRules
from trapoula.study.judging import SIMPLY, judge_batch
from trapoula.study.recheck import recheck
from trapoula.study.row import replays, sound
from trapoula.study.run import check_answer
from trapoula.study.table import tabled, unbroken
from trapoula.texts import tell

GAME = "clock"  # a deal of it is judged in no time
AMPLE = 60  # seconds for one: no machine is so slow that it is broken off
WON = Row(1, "winnable", "line", 12, 40, 0.01, None)
LOST = Row(1, "lost", "search", None, 40, 0.01, False)
OPEN = Row(1, "unknown", "none", None, 40, 0.01, None)


def judged_of(study: Study, deals: Iterable[int]) -> list[Judged]:
    return [one for judged in run(study, deals, Alone()) for one in judged]


def rows_of(study: Study, deals: Iterable[int]) -> list[Row]:
    return [one.row for one in judged_of(study, deals)]


def bare(*rows: Row) -> list[Judged]:
    """Rows as if somebody had judged them, without the lines of those that are won."""
    return [*map(Judged, rows)]


def told(rows: Iterable[Row]) -> list[Row]:
    """What does not depend on how fast the machine is."""
    return [replace(row, seconds=0.0) for row in rows]


@pytest.fixture
def results(tmp_path: Path) -> Iterable[Results]:
    with Results(tmp_path / "studies.db") as opened:
        yield opened


# --- the odds of a game that is known exactly --------------------------------------------------------


def test_the_clock_runs_out_for_one_deal_in_thirteen(results: Results) -> None:
    """Every card comes up just if the last one is a king, as one in thirteen is; and each verdict is that."""
    study = Study.of(GAME, {"hidden": "lose"})
    results.add(study, judged_of(study, range(1, 601)))
    count = results.count(study)
    low, high = count.bounds
    assert low < 1 / 13 < high
    assert count.unknown == 0
    assert count.bounds == wilson(count.winnable, 600)
    assert count.told == count.winnable / 600


def test_simple_play_is_counted_where_it_was_asked_and_nowhere_else() -> None:
    """Of the deals after the last that it is asked for, the lost ones tell nothing either."""
    rows = rows_of(Study.of(GAME), range(SIMPLY - 20, SIMPLY + 20))
    assert [row.simple is not None for row in rows] == [row.deal <= SIMPLY for row in rows]


@pytest.mark.parametrize("states", [100, 50_000_000])
def test_simple_play_is_asked_wherever_a_search_decides_nothing(states: int) -> None:
    """The limits may be reached, and none sees beyond a shuffle; not only among deals by which it counts."""
    (row,) = rows_of(Study.of("scuffle", seconds=AMPLE, states=states), [679])
    assert row.deal > SIMPLY
    assert (row.verdict, row.proof, row.simple) == ("winnable", "simple", None)


# --- the key -----------------------------------------------------------------------------------------


def test_verdicts_belong_to_a_game_its_options_and_its_rules(results: Results) -> None:
    study = Study.of(GAME, {}, seconds=1)
    results.add(study, bare(WON))
    for other in Study.of("golf"), Study.of(GAME, {"hidden": "lose"}), replace(study, rules="0"):
        assert results.count(other) == Count(0, 0, 0)
    for other in Study.of(GAME, {}, seconds=2, states=9), replace(study, solver="0" * 12):
        assert results.count(other) == Count(1, 1, 0), "whatever it costs, and whoever asks"
        assert results.missing(other, [1, 2]) == [2]
    results.add(replace(study, rules="0"), bare(LOST))  # by other rules the same deal may be lost
    assert results.count(study) == Count(1, 1, 0)
    assert Study.of(GAME, {"hidden": "count"}, seconds=1) == study, "a usual option changes nothing"


def test_an_undecided_deal_is_asked_again_with_more_effort_or_another_solver(
    results: Results,
) -> None:
    study = Study.of(GAME, {}, seconds=2)
    results.add(study, bare(OPEN, replace(WON, deal=2), replace(LOST, deal=3)))
    assert results.undecided(study) == []
    assert results.undecided(Study.of(GAME, {}, seconds=1)) == [], "that was tried already"
    for more in Study.of(GAME, {}, seconds=3), replace(study, solver="0" * 12):
        assert results.undecided(more) == [1]
    results.add(Study.of(GAME, {}, seconds=3), bare(LOST))
    assert results.count(study) == Count(3, 1, 2)
    results.add(study, bare(OPEN))
    assert results.count(study) == Count(3, 1, 2), "nothing decided is forgotten"


def test_a_loss_falls_with_its_proof(results: Results, monkeypatch: pytest.MonkeyPatch) -> None:
    """With one that is stated otherwise today, or was refuted; not with one that was only left out."""
    study = Study.of("klondike", {}, seconds=1)
    proofs = grounds.grounds_of(study.patience).split()
    own, (name, digest_) = " ".join(proofs), proofs[0].split(":")
    gone, changed = f"{own} gone:0123456789ab", own.replace(digest_, "0123456789ab")
    lost = [replace(LOST, deal=at, grounds=told) for at, told in enumerate((own, gone, changed), 1)]
    results.add(study, [*map(Judged, lost)])
    assert [row.verdict for row in results.rows(study)] == ["lost", "lost", "unknown"]
    assert results.undecided(study) == [3]
    results.add(study, bare(replace(WON, deal=3)))
    assert results.count(study) == Count(3, 1, 2)
    assert not grounds.stands(own, refuted={f"{name}:{digest_}"})
    assert grounds.stands(gone, refuted={f"{name}:0123456789ab"})
    assert not grounds.stands(gone, refuted={"gone:0123456789ab"})


def test_a_loss_is_kept_with_the_proofs_of_its_game() -> None:
    study = Study.of("streets-and-alleys", {}, seconds=AMPLE)
    judged = next(one for one in judged_of(study, range(1, 9)) if one.row.proof == "search")
    assert judged.row.grounds == grounds.grounds_of(study.patience)
    assert "safe:" in judged.row.grounds


def test_a_win_is_kept_with_its_line_and_taken_over_by_other_rules_that_replay_it(
    results: Results,
) -> None:
    study = Study.of("athena", {}, seconds=1)
    judged = judged_of(study, range(1, 7))
    won = [one.row.deal for one in judged if one.row.verdict == "winnable"]
    older = replace(study, rules="0" * 12)
    results.add(older, judged)
    assert [*results.judged(older)] == judged
    spoilt = next(one for one in judged if one.line)
    results.add(replace(study, rules="1"), [replace(spoilt, row=replace(spoilt.row, deal=7))])
    assert results.take_over(study) == len(won), "not what these rules do not replay"
    assert [row.deal for row in results.rows(study)] == won
    assert results.take_over(study) == 0


def test_verdicts_are_judged_again_in_another_way(results: Results) -> None:
    study = Study.of("canfield", {}, seconds=AMPLE)
    judged = judged_of(study, range(1, 6))
    results.add(study, judged)
    assert all(one.confirmed for one in recheck(results, [study], 10))
    line = next(one for one in judged if one.line)
    wrong = replace(line, row=replace(line.row, deal=9))
    results.add(other := Study.of("canfield", {"base": "fixed"}), [wrong])
    (found,) = recheck(results, [other], 1)
    assert found.wrong
    assert tell(found.sentence).startswith("Deal 9 of canfield is winnable in the file")


def test_the_rules_digest_is_of_what_the_game_is_written_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    own = {path.name for path in digest.sources("bakers-game")}
    assert {"bakers_game.py", "freecell.py", "deals.py", "cards.py", "moves.py"} <= own
    assert not own & {"klondike.py", "portfolio.py", "session.py"}
    judging = {"portfolio.py", "tree_search.py", "decide.py", "simple_play.py"}
    assert judging <= {p.name for p in digest.solver()}
    assert digest.rules_digest("freecell") != digest.rules_digest("bakers-game")


def test_a_changed_source_changes_the_digest(tmp_path: Path) -> None:
    path = tmp_path / "rules.py"
    path.write_text("one = 1\n")
    before = digest.digest_of([path])
    path.write_text("one = 2\n")
    assert digest.digest_of([path]) != before
    path.write_bytes(b'"""A page."""\r\nfrom os import path\r\none = 1  # card\r\n')
    assert digest.digest_of([path]) == before, "line ends, comments, texts and imports are no rules"
    path.rename(other := tmp_path / "moved.py")
    assert digest.digest_of([other]) == before, "nor is the name of a file"


# --- rows ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "row",
    [
        replace(WON, length=None),
        replace(WON, proof="search"),
        replace(LOST, length=7),
        replace(LOST, simple=True),
        replace(LOST, verdict="won"),  # type: ignore[arg-type]
        replace(WON, seconds=float("nan")),
        replace(WON, states=-1),
        replace(WON, deal=0),
    ],
)
def test_a_row_that_contradicts_itself_is_refused(results: Results, row: Row) -> None:
    with pytest.raises(BadRow):
        sound(row)
    with pytest.raises(BadRow):
        results.add(Study.of(GAME), bare(WON, row))
    assert results.count(Study.of(GAME)).deals == 0, "nor is what came with it written"


def test_a_deal_is_not_won_by_one_result_and_lost_by_another(results: Results) -> None:
    study = Study.of(GAME, {}, seconds=1)
    results.add(study, bare(WON))
    for other in study, Study.of(GAME, {}, seconds=2), replace(study, solver="0" * 12):
        with pytest.raises(BadRow, match="one of them is wrong"):
            results.add(other, bare(LOST))
    assert results.count(study) == Count(1, 1, 0)


def test_a_row_that_was_changed_in_the_file_is_refused(results: Results) -> None:
    study = Study.of(GAME)
    results.add(study, bare(replace(LOST, deal=3)))
    assert [row.deal for row in results.rows(study)] == [3]
    with sqlite3.connect(results.path) as file:
        file.execute("update verdicts set verdict = 'winnable', proof = 'line', length = 50")
    file.close()
    with pytest.raises(BadRow, match="deal 3 of clock"):
        list(results.rows(study))


def test_a_batch_is_believed_only_when_a_line_of_it_wins_here() -> None:
    study = Study.of("athena", {}, seconds=1)
    judged = judge_batch(study, [1, 2, 3])
    check_answer(study, [1, 2, 3], judged)
    with pytest.raises(BadRow, match="others came back"):
        check_answer(study, [1, 2, 4], judged)
    won = next(one for one in judged if one.row.verdict == "winnable")
    deal, line = won.row.deal, won.line
    for poison in (line[:-1], line[1:], ("S>W", *line)):
        with pytest.raises(BadRow, match=f"deal {deal}"):
            check_answer(study, [deal], [Judged(replace(won.row, length=len(poison)), poison)])
    with pytest.raises(BadRow):
        replays(study, Judged(replace(won.row, deal=deal + 1), line))


def test_a_worker_with_other_rules_does_not_judge() -> None:
    with pytest.raises(OtherRules, match="same version"):
        judge_batch(replace(Study.of(GAME), solver="0" * 12), [1])


# --- stopping and going on ----------------------------------------------------------------------------


def test_a_study_goes_on_after_a_kill_and_does_nothing_twice(tmp_path: Path) -> None:
    """The process is killed with the signal that nobody can catch, in the middle of its writing."""
    path, deals = tmp_path / "studies.db", range(1, 401)
    study = Study.of(GAME, {}, seconds=AMPLE)
    command = [
        sys.executable,
        "-m",
        "trapoula",
        "study",
        GAME,
        "--deals",
        "1-400",
        "--seconds",
        str(AMPLE),
    ]
    ran = subprocess.Popen(
        [*command, "--json", "--file", str(path)], stdout=subprocess.PIPE, text=True
    )
    assert ran.stdout is not None
    seen = [ran.stdout.readline() for _ in range(20)]
    os.kill(ran.pid, signal.SIGKILL)
    seen += ran.stdout.readlines()
    ran.wait()
    with Results(path) as results:
        before = list(results.rows(study))
        whole = [line for line in seen if line.endswith("}\n")]
        assert len(whole) <= len(before) < 400, "all that was told is written"
        missing = results.missing(study, deals)
        assert len(missing) == 400 - len(before)
        for judged in run(study, missing, Alone()):
            results.add(study, judged)
        after = list(results.rows(study))
    assert after[: len(before)] == before
    assert told(after) == told(rows_of(study, deals))


def test_several_processes_find_what_one_finds(results: Results) -> None:
    study = Study.of(GAME)
    with Processes(2) as crew:
        rows = [one.row for judged in run(study, range(1, 41), crew) for one in judged]
        assert told(sorted(rows, key=lambda row: row.deal)) == told(rows_of(study, range(1, 41)))
        for process in crew._pool._processes.values():
            os.kill(process.pid, signal.SIGKILL)
        with pytest.raises(CrewLost, match="What is written stays"):
            list(run(study, range(41, 400), crew))


# --- files --------------------------------------------------------------------------------------------


def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("these are notes, long enough to be something that is no database at all" * 20)
    with pytest.raises(BadResults, match=r"notes\.txt"):
        Results(path)
    assert path.read_text().startswith("these are notes")
    with sqlite3.connect(path := tmp_path / "other.db") as file:
        file.execute("create table notes (text)")
    file.close()
    with pytest.raises(BadResults, match="version 0"):
        Results(path)


def test_a_file_of_the_first_version_is_brought_up_and_its_deals_are_asked_again(
    tmp_path: Path,
) -> None:
    """Its verdicts have neither lines nor proofs, so they are kept aside."""
    with sqlite3.connect(path := tmp_path / "old.db") as file:
        file.execute("create table studies (study integer primary key, game text)")
        file.execute("create table verdicts (study integer, deal integer, verdict text)")
        file.execute("insert into verdicts values (1, 1, 'lost')")
        file.execute("pragma user_version = 1")
    file.close()
    for _ in range(2):
        with Results(path) as results:
            assert results.missing(Study.of(GAME), [1]) == [1]
            results.add(Study.of("golf"), bare(LOST))
    with sqlite3.connect(path) as file:
        assert file.execute("select verdict from older_verdicts").fetchall() == [("lost",)]
    file.close()


def test_the_table_counts_the_deals_from_the_first_on(results: Results) -> None:
    """A deal that came back sooner than the one before it waits for that one."""
    study = Study.of(GAME)
    rows = [replace(LOST, deal=deal) for deal in (1, 2, 4)]
    assert [row.deal for row in unbroken(rows)] == [1, 2]
    results.add(study, bare(*rows))
    older = replace(study, rules="0" * 12)
    results.add(older, bare(*(replace(LOST, deal=deal) for deal in range(1, 9))))
    assert tabled(results)[GAME, ()].deals == 2, "today's rules, though there is more of others"
