"""Results of studies in one SQLite file; each verdict is written as it comes.

A verdict is a fact about the rules: a win is stored with its line, a loss with the proofs behind
it. So it holds whatever it cost and whichever solver found it. Only undecided deals depend on the
limits and the solver.
"""

import json
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields
from datetime import UTC, datetime
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple, Self, cast

from trapoula.catalogue.odds import Count
from trapoula.core.errors import TrapoulaError
from trapoula.machine.folders import data_folder
from trapoula.study.errors import BadResults, BadRow
from trapoula.study.grounds import stands
from trapoula.study.machine import machine
from trapoula.study.row import Judged, Row, replays, sound
from trapoula.study.study import Study

VERSION = 2
WAIT = 60.0  # seconds to wait for another process's transaction
SCHEMA = """
    create table studies (
        study integer primary key,
        game text not null,
        options text not null,    -- JSON: those that differ from the usual ones
        rules text not null,      -- a digest
        unique (game, options, rules)
    );
    create table verdicts (
        study integer not null references studies,
        deal integer not null,
        verdict text not null,    -- winnable, lost, unknown
        proof text not null,      -- line, simple; search, rules; shuffle, none
        length integer,           -- of the line that wins, in actions
        states integer not null,  -- positions that were looked at
        seconds real not null,    -- of processor time
        simple integer,           -- whether simple play wins
        grounds text not null,    -- the proofs that a lost deal rests on
        line blob,                -- the actions that win, packed by zlib
        solver text not null,     -- the digest of the solver that judged
        limit_seconds real not null,
        limit_states integer not null,
        date text not null,
        machine text not null,
        seal text not null,       -- a digest of all of this
        primary key (study, deal)
    ) without rowid;
"""
OLDER = (  # migration from version 1: its verdicts stay, without lines and grounds
    "alter table studies rename to older_studies",
    "alter table verdicts rename to older_verdicts",
)
COLUMNS = ", ".join(field.name for field in fields(Row))
ROOM = ", ".join("?" * len(fields(Row)))


class Attempt(NamedTuple):
    """The solver and limits by which a deal was judged."""

    solver: str
    seconds: float
    states: int

    @classmethod
    def of(cls, study: Study) -> Self:
        """Return how the deals of a study are judged."""
        return cls(study.solver, study.seconds, study.states)

    def covers(self, other: "Attempt") -> bool:
        """Return whether another attempt would add nothing."""
        same = self.solver == other.solver
        return same and self.seconds >= other.seconds and self.states >= other.states


def results_file() -> Path:
    """Return the default file of results."""
    return data_folder() / "studies.db"


class Results:
    """An open file of results."""

    def __init__(self, path: str | PathLike[str]) -> None:
        self.path = Path(path)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._file = sqlite3.connect(self.path, timeout=WAIT, isolation_level=None)
        try:
            self._prepare()
        except sqlite3.DatabaseError as error:
            self._file.close()
            raise BadResults(
                "{path} holds no results of studies: {why}.", path=str(self.path), why=str(error)
            ) from None

    def _prepare(self) -> None:
        # with WAL, a commit survives a kill immediately, and rows can be committed one by one
        self._file.execute("pragma journal_mode = wal")
        self._file.execute("pragma synchronous = normal")
        with self._writing():
            (version,) = self._file.execute("pragma user_version").fetchone()
            empty = not self._file.execute("select * from sqlite_master").fetchone()
            if version == 1 or (version == 0 and empty):
                for statement in (*(OLDER if version else ()), *SCHEMA.split(";\n")):
                    self._file.execute(statement)
                self._file.execute(f"pragma user_version = {VERSION}")
                version = VERSION
        if version != VERSION:
            raise BadResults(
                "{path} is of version {version}, and this trapoula reads version {own}.",
                path=str(self.path),
                version=version,
                own=VERSION,
            )

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """A write transaction from the start, so that two writers wait for each other."""
        self._file.execute("begin immediate")
        try:
            yield
        except BaseException:
            self._file.execute("rollback")
            raise
        self._file.execute("commit")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    # --- studies ---------------------------------------------------------------------------------

    def studies(self) -> list[Study]:
        """Return every study of the file in the order of creation, with its largest limits."""
        found = self._file.execute(
            "select game, options, max(limit_seconds), max(limit_states), rules, solver"
            " from studies join verdicts using (study) group by study order by study"
        )
        return [_study(row) for row in found]

    def _number(self, study: Study) -> int | None:
        asked = "select study from studies where (game, options, rules) = (?, ?, ?)"
        found = self._file.execute(asked, _key(study)).fetchone()
        return None if found is None else int(found[0])

    def _begun(self, study: Study) -> int:
        """Return the id of a study; create it if needed."""
        self._file.execute(
            "insert or ignore into studies (game, options, rules) values (?, ?, ?)", _key(study)
        )
        return cast(int, self._number(study))

    # --- rows ------------------------------------------------------------------------------------

    def add(self, study: Study, judged: Iterable[Judged]) -> None:
        """Write verdicts; each must be consistent and agree with what is known."""
        sound_ones = [Judged(sound(one.row), one.line) for one in judged]
        with self._writing():
            number = self._begun(study)
            for one in sound_ones:
                if self._is_news(study, number, one.row):
                    self._write(study, number, one)

    def _write(self, study: Study, number: int, one: Judged) -> None:
        line = zlib.compress(" ".join(one.line).encode()) if one.line else None
        attempt, date = Attempt.of(study), datetime.now(UTC).date().isoformat()
        values = [getattr(one.row, field.name) for field in fields(one.row)]
        seal = one.row.seal(study, line or b"", attempt)
        self._file.execute(
            f"insert or replace into verdicts (study, {COLUMNS}, line, solver, limit_seconds,"
            f" limit_states, date, machine, seal) values (?, {ROOM}, ?, ?, ?, ?, ?, ?, ?)",
            (number, *values, line, *attempt, date, machine(), seal),
        )

    def _is_news(self, study: Study, number: int, row: Row) -> bool:
        """Return whether a verdict adds to what is known of the deal."""
        known = self._file.execute(
            "select verdict, grounds from verdicts where (study, deal) = (?, ?)", (number, row.deal)
        ).fetchone()
        if known is None or known[0] == "unknown" or not stands(known[1]):
            return True
        if row.verdict not in (known[0], "unknown"):
            raise BadRow(
                "Deal {deal} of {game} is {verdict} by one result and {other} by another: one of them"
                " is wrong.",
                deal=row.deal,
                game=study.game,
                verdict=known[0],
                other=row.verdict,
            )
        return False

    def take_over(self, study: Study) -> int:
        """Import wins found under other rules, if these rules replay their lines; return how many."""
        others = self._file.execute(
            "select study, rules from studies where (game, options) = (?, ?) and rules <> ?",
            _key(study),
        ).fetchall()
        taken = 0
        for number, _ in others:
            unknown = set(self.missing(study, self._deals(number)))
            for one in self._judged(number, "verdict = 'winnable' and line is not null"):
                if one.row.deal in unknown and _replays(study, one):
                    self.add(study, [one])
                    taken += 1
        return taken

    def missing(self, study: Study, deals: Iterable[int]) -> list[int]:
        """Return the deals still to judge: new ones, and those undecided with less effort."""
        known, attempt = self._known(study), Attempt.of(study)
        return [deal for deal in deals if deal not in known or not _settled(*known[deal], attempt)]

    def undecided(self, study: Study) -> list[int]:
        """Return the deals in the file that this study may decide: undecided ones and doubtful losses."""
        return self.missing(study, self._known(study))

    def _known(self, study: Study) -> dict[int, tuple[str, str, Attempt]]:
        asked = (
            "select deal, verdict, grounds, solver, limit_seconds, limit_states from verdicts"
            " where study = ?"
        )
        return {
            deal: (verdict, grounds, Attempt(*attempt))
            for deal, verdict, grounds, *attempt in self._file.execute(
                asked, (self._number(study),)
            )
        }

    def _deals(self, number: int) -> list[int]:
        asked = "select deal from verdicts where study = ? order by deal"
        return [deal for (deal,) in self._file.execute(asked, (number,))]

    def judged(self, study: Study) -> Iterator[Judged]:
        """Yield a study's verdicts by deal, with their winning lines."""
        return self._judged(self._number(study), "1", study)

    def rows(self, study: Study) -> Iterator[Row]:
        """Yield a study's rows by deal; a loss with a doubtful proof counts as undecided."""
        for one in self.judged(study):
            yield one.row if stands(one.row.grounds) else one.row.doubted()

    def _judged(
        self, number: int | None, which: str, study: Study | None = None
    ) -> Iterator[Judged]:
        for *values, line, seal, solver, seconds, states in self._file.execute(
            f"select {COLUMNS}, line, seal, solver, limit_seconds, limit_states from verdicts"
            f" where study = ? and {which} order by deal",
            (number,),
        ):
            known = dict(zip(COLUMNS.split(", "), values, strict=True))
            simple = known.pop("simple")
            row = Row(**known, simple=None if simple is None else bool(simple))
            if study and row.seal(study, line or b"", Attempt(solver, seconds, states)) != seal:
                raise BadRow(
                    "The row of deal {deal} of {game} in {path} is not as it was written.",
                    deal=row.deal,
                    game=study.game,
                    path=str(self.path),
                )
            actions = zlib.decompress(line).decode().split(" ") if line else ()
            yield Judged(sound(row), tuple(actions))

    def source(self, study: Study) -> tuple[str, str, str]:
        """Return the date, solver and machine of the latest judged deal."""
        asked = (
            "select date, solver, machine from verdicts where study = ?"
            " order by date desc, deal desc limit 1"
        )
        return self._file.execute(asked, (self._number(study),)).fetchone() or ("", "", "")

    def count(self, study: Study) -> Count:
        """Return the results of a study so far."""
        verdicts = [row.verdict for row in self.rows(study)]
        return Count(len(verdicts), verdicts.count("winnable"), verdicts.count("lost"))

    def spent(self, study: Study) -> float:
        """Return the CPU time of a study's rows."""
        asked = "select total(seconds) from verdicts where study = ?"
        return float(self._file.execute(asked, (self._number(study),)).fetchone()[0])


def _settled(verdict: str, grounds: str, before: Attempt, now: Attempt) -> bool:
    """Return whether a deal need not be judged again."""
    if verdict == "unknown":
        return before.covers(now)
    return stands(grounds)


def _replays(study: Study, one: Judged) -> bool:
    try:
        replays(study, one)
    except TrapoulaError:
        return False
    return True


def _key(study: Study) -> tuple[str, str, str]:
    return study.game, json.dumps(dict(study.options)), study.rules


def _study(row: Sequence[Any]) -> Study:
    game, options, *rest = row
    return Study(game, tuple(json.loads(options).items()), *rest)
