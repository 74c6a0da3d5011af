"""Back up and restore a server's database. Backups run while the server does; restores do not."""

import os
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path

from trapoula.core.errors import reason
from trapoula.server.errors import CannotServe
from trapoula.server.store.schema import VERSION

SQLITE, DUMP = b"SQLite format 3\0", b"PGDMP"  # magic bytes of the files
BESIDE = ("-wal", "-shm")  # SQLite's companion files


def back_up(where: str, file: Path, *, shared: bool) -> None:
    """Copy a consistent snapshot of a database to a file, which appears whole or not at all."""
    part = file.with_name(f"{file.name}.part")
    try:
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_WRONLY, 0o600))  # it holds every secret deck
        if shared:
            _run("pg_dump", ["--format=custom", f"--file={part}", where])
        else:
            _copy(Path(where), part)
        os.replace(part, file)
    except (OSError, sqlite3.Error) as error:
        raise CannotServe(
            "{path} cannot be written: {reason}.", path=str(file), reason=_why(error)
        ) from None
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def restore(file: Path, where: str, *, shared: bool) -> Path | None:
    """Restore a backup. Return the new name of the database it replaces, if there was one.

    A shared database must be empty."""
    try:
        with file.open("rb") as begin:
            kind = begin.read(len(SQLITE))
    except OSError as error:
        raise CannotServe(
            "{path} cannot be read: {reason}.", path=str(file), reason=_why(error)
        ) from None
    if not kind.startswith(DUMP if shared else SQLITE):
        raise CannotServe("{path} is no backup of such a database.", path=str(file))
    if shared:
        _run(
            "pg_restore",
            [
                "--exit-on-error",
                "--single-transaction",
                "--no-owner",
                f"--dbname={where}",
                str(file),
            ],
        )
        return None
    return _put_back(file, Path(where))


def _copy(source: Path, target: Path) -> None:
    if not source.exists():
        raise CannotServe("There is no {path}.", path=str(source))
    address = f"{source.absolute().as_uri()}?mode=ro"
    with (
        closing(sqlite3.connect(address, uri=True)) as own,
        closing(sqlite3.connect(target)) as other,
    ):
        own.backup(other)
        other.execute("PRAGMA journal_mode = DELETE")
        (found,) = other.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise sqlite3.DatabaseError(str(found).rpartition("\n")[2])


def _put_back(file: Path, target: Path) -> Path | None:
    from trapoula.server.store.sqlite import hold

    part = target.with_name(f"{target.name}.part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        lock = os.open(target, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            hold(lock, target)
            shutil.copyfile(file, part)
            part.chmod(0o600)
            _check(part)
            _flush(part)
            old = _rename_old(target)
            os.replace(part, target)
            _flush(target.parent)
        finally:
            os.close(lock)
    except (OSError, sqlite3.Error) as error:
        raise CannotServe(
            "{path} cannot be restored: {reason}.", path=str(file), reason=_why(error)
        ) from None
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
    return old


def _check(file: Path) -> None:
    """Refuse a damaged or newer copy before anything is changed."""
    with closing(sqlite3.connect(file)) as copy:
        (version,) = copy.execute("PRAGMA user_version").fetchone()
        (found,) = copy.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok" or not 1 <= version <= VERSION:
        raise sqlite3.DatabaseError(
            "it is damaged" if found != "ok" else f"it is of version {version}"
        )


def _rename_old(target: Path) -> Path | None:
    """Rename the existing database. Return its new path, or None if there was none."""
    if not target.stat().st_size:
        return None
    old = target.with_name(f"{target.name}.{time.strftime('%Y%m%d-%H%M%S')}")
    for end in BESIDE:
        with suppress(FileNotFoundError):
            os.replace(f"{target}{end}", f"{old}{end}")
    os.replace(target, old)
    return old


def _flush(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _run(program: str, words: Sequence[str]) -> None:
    """Run one of PostgreSQL's own programs."""
    found = shutil.which(program) or next(
        (
            str(path)
            for path in sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"), reverse=True)
        ),
        None,
    )
    if found is None:
        raise CannotServe("{program} is needed, which comes with PostgreSQL.", program=program)
    done = subprocess.run([found, *words], capture_output=True, text=True, check=False)
    if done.returncode:
        why = done.stderr.strip().partition("\n")[0]
        raise CannotServe("{program} failed: {reason}", program=program, reason=why)


def _why(error: Exception) -> str:
    return str(reason(error)) if isinstance(error, OSError) else str(error)
