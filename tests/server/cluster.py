"""A PostgreSQL of the test's own: a temporary cluster from the installed binaries, on loopback."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


def binaries() -> Path | None:
    """Where initdb and postgres are."""
    found = shutil.which("initdb")
    places = [Path(found).resolve().parent] if found else []
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((place for place in places if (place / "initdb").exists()), None)


def free_port() -> int:
    """A port that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _user() -> str | None:
    """Who may run PostgreSQL, which refuses to be root."""
    if os.getuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            pwd.getpwnam(name)
        except KeyError:
            continue
        return name
    return None


@contextmanager
def cluster() -> Iterator[str]:
    """The address of a fresh database; the cluster is gone afterwards."""
    place = binaries()
    if place is None:
        pytest.skip(
            "PostgreSQL IS NOT INSTALLED: the tests on it were NOT run (./run test installs it)"
        )
    user = _user()
    folder = Path(tempfile.mkdtemp(prefix="trapoula-pg-"))
    if user is not None:
        shutil.chown(folder, user)
    data, port = folder / "data", free_port()
    as_user = {} if user is None else {"user": user}

    def run(*words: str) -> None:
        done = subprocess.run(
            [str(place / words[0]), *words[1:]],
            capture_output=True,
            text=True,
            cwd=folder,
            check=False,
            **as_user,
        )
        assert done.returncode == 0, done.stderr

    run("initdb", "-D", str(data), "-U", "trapoula", "--auth=trust", "-E", "UTF8", "--no-sync")
    server = subprocess.Popen(
        [
            str(place / "postgres"), "-D", str(data), "-p", str(port), "-h", "127.0.0.1",
            "-k", str(folder), "-c", "max_connections=60",
        ],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder, **as_user,
    )  # fmt: skip
    try:
        for _ in range(100):
            asked = subprocess.run(
                [str(place / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(port)],
                cwd=folder,
                check=False,
            )
            if asked.returncode == 0:
                break
            try:
                server.wait(0.1)
            except subprocess.TimeoutExpired:
                continue
            raise AssertionError("PostgreSQL stopped while it was starting")
        yield f"postgresql://trapoula@127.0.0.1:{port}/postgres"
    finally:
        server.send_signal(signal.SIGQUIT)  # at once: nothing here is to be kept
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()
        shutil.rmtree(folder, ignore_errors=True)
