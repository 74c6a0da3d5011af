"""Results: the rows of studies in one SQLite file, each written as it comes and never twice."""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from datetime import UTC, datetime
from os import PathLike
from pathlib import Path
from typing import Any, Self, cast

from trapoula.folders import data_folder
from trapoula.odds import Count
from trapoula.study.errors import BadResults, BadRow
from trapoula.study.machine import machine
from trapoula.study.row import Row, sound
from trapoula.study.study import Study

VERSION = 1
WAIT = 60.0  # seconds for another process that is writing
SCHEMA = """
    create table studies (
        study integer primary key,
        game text not null,
        options text not null,    -- JSON: those that differ from the usual ones
        limit_seconds real not null,
        limit_states integer not null,
        rules text not null,      -- digests of source
        solver text not null,
        machine text not null,    -- where it was begun
        unique (game, options, limit_seconds, limit_states, rules, solver)
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
        date text not null,
        seal text not null,       -- a digest of the study and the row
        primary key (study, deal)
    ) without rowid;
"""
KEY = "game, options, limit_seconds, limit_states, rules, solver"
COLUMNS = ", ".join(field.name for field in fields(Row))


def results_file() -> Path:
    """Where results are kept unless somebody says otherwise."""
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
        # what is committed outlives a kill at once, and each row can be committed by itself
        self._file.execute("pragma journal_mode = wal")
        self._file.execute("pragma synchronous = normal")
        with self._writing():
            (version,) = self._file.execute("pragma user_version").fetchone()
            if version == 0 and not self._file.execute("select * from sqlite_master").fetchone():
                for statement in SCHEMA.split(";\n"):
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
        """A transaction that is begun for writing, so that two writers wait for one another."""
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
        """Every study of the file, in the order they were begun."""
        return [
            _study(row) for row in self._file.execute(f"select {KEY} from studies order by study")
        ]

    def _number(self, study: Study) -> int | None:
        asked = f"select study from studies where ({KEY}) = (?, ?, ?, ?, ?, ?)"
        found = self._file.execute(asked, _key(study)).fetchone()
        return None if found is None else int(found[0])

    def _begun(self, study: Study) -> int:
        """The number of a study, which is begun if it was not."""
        self._file.execute(
            f"insert or ignore into studies ({KEY}, machine) values (?, ?, ?, ?, ?, ?, ?)",
            (*_key(study), machine()),
        )
        return cast(int, self._number(study))

    def machine(self, study: Study) -> str:
        """On what kind of machine a study was begun."""
        asked = "select machine from studies where study = ?"
        return str(self._file.execute(asked, (self._number(study),)).fetchone()[0])

    # --- rows ------------------------------------------------------------------------------------

    def add(self, study: Study, rows: Iterable[Row]) -> None:
        """Write rows, each of which must be sound and contradict nothing that is known."""
        sealed = [(sound(row), row.seal(study)) for row in rows]
        date = datetime.now(UTC).date().isoformat()
        with self._writing():
            number = self._begun(study)
            for row, seal in sealed:
                self._no_contradiction(study, row)
                self._file.execute(
                    f"insert or ignore into verdicts (study, {COLUMNS}, date, seal)"
                    " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    (number, *(getattr(row, field.name) for field in fields(row)), date, seal),
                )

    def _no_contradiction(self, study: Study, row: Row) -> None:
        """Whatever the limits and the solver: what can be won by some rules is not lost by them."""
        known = self._file.execute(
            "select verdict from verdicts join studies using (study)"
            " where (game, options, rules) = (?, ?, ?) and deal = ? and verdict <> 'unknown'",
            (*_key(study)[:2], study.rules, row.deal),
        )
        for (verdict,) in known:
            if row.verdict not in (verdict, "unknown"):
                raise BadRow(
                    "Deal {deal} of {game} is {verdict} by one result and {other} by another:"
                    " one of them is wrong.",
                    deal=row.deal,
                    game=study.game,
                    verdict=verdict,
                    other=row.verdict,
                )

    def take_over(self, study: Study) -> int:
        """Take what was decided with other limits: a proof holds whatever it cost. How many there were."""
        with self._writing():
            number = self._begun(study)
            taken = self._file.execute(
                f"insert or ignore into verdicts (study, {COLUMNS}, date, seal)"
                f" select ?, {COLUMNS}, date, seal from verdicts join studies using (study)"
                " where (game, options, rules, solver) = (?, ?, ?, ?) and verdict <> 'unknown'"
                " and seconds <= ? and states <= ?",
                (number, *_key(study)[:2], *_key(study)[4:], study.seconds, study.states),
            )
            return taken.rowcount

    def missing(self, study: Study, deals: Iterable[int]) -> list[int]:
        """Those of some deals that have no verdict yet."""
        asked = "select deal from verdicts where study = ?"
        known = {deal for (deal,) in self._file.execute(asked, (self._number(study),))}
        return [deal for deal in deals if deal not in known]

    def rows(self, study: Study) -> Iterator[Row]:
        """The rows of a study in the order of their deals, each as it was written."""
        for seal, simple, *values in self._file.execute(
            f"select seal, simple, {COLUMNS} from verdicts where study = ? order by deal",
            (self._number(study),),
        ):
            known = dict(zip(COLUMNS.split(", "), values, strict=True))
            row = Row(**{**known, "simple": None if simple is None else bool(simple)})
            if row.seal(study) != seal:
                raise BadRow(
                    "The row of deal {deal} of {game} in {path} is not as it was written.",
                    deal=row.deal,
                    game=study.game,
                    path=str(self.path),
                )
            yield sound(row)

    def date(self, study: Study) -> str:
        """When the last deal of a study was judged."""
        asked = "select max(date) from verdicts where study = ?"
        return str(self._file.execute(asked, (self._number(study),)).fetchone()[0] or "")

    def count(self, study: Study) -> Count:
        """What the deals of a study came to so far."""
        asked = (
            "select count(*), sum(verdict = 'winnable'), sum(verdict = 'lost')"
            " from verdicts where study = ?"
        )
        deals, winnable, lost = self._file.execute(asked, (self._number(study),)).fetchone()
        return Count(deals, winnable or 0, lost or 0)

    def spent(self, study: Study) -> float:
        """The processor time that the rows of a study took."""
        asked = "select total(seconds) from verdicts where study = ?"
        return float(self._file.execute(asked, (self._number(study),)).fetchone()[0])


def _key(study: Study) -> tuple[Any, ...]:
    options = json.dumps(dict(study.options))
    return study.game, options, study.seconds, study.states, study.rules, study.solver


def _study(row: tuple[Any, ...]) -> Study:
    game, options, *rest = row
    return Study(game, tuple(json.loads(options).items()), *rest)
