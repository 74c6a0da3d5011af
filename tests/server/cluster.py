"""A temporary PostgreSQL cluster for tests, from the installed binaries, on loopback."""

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
    """Return the folder of initdb and postgres."""
    found = shutil.which("initdb")
    places = [Path(found).resolve().parent] if found else []
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((place for place in places if (place / "initdb").exists()), None)


def free_port() -> int:
    """Return an unused port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _user() -> str | None:
    """Return a user to run PostgreSQL, which refuses to run as root."""
    if os.getuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            pwd.getpwnam(name)
        except KeyError:
            continue
        return name
    return None


class Cluster:
    """A PostgreSQL that can be killed, stopped and restarted."""

    def __init__(self, place: Path, folder: Path) -> None:
        self._place, self._folder, self._port = place, folder, free_port()
        user = _user()
        self._as_user: dict[str, str] = {} if user is None else {"user": user}
        if user is not None:
            shutil.chown(folder, user)
        self._data = str(folder / "data")
        words = ("-D", self._data, "-U", "trapoula", "--auth=trust", "-E", "UTF8", "--no-sync")
        done = subprocess.run(
            [place / "initdb", *words],
            capture_output=True,
            text=True,
            cwd=folder,
            check=False,
            **self._as_user,  # type: ignore[call-overload]
        )
        assert done.returncode == 0, done.stderr
        self.address = f"postgresql://trapoula@127.0.0.1:{self._port}/postgres"
        self.start()

    def start(self) -> None:
        """Start it and wait until it answers."""
        self.process = subprocess.Popen(
            [
                str(self._place / "postgres"), "-D", self._data, "-p", str(self._port),
                "-h", "127.0.0.1", "-k", str(self._folder), "-c", "max_connections=60",
            ],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=self._folder,
            **self._as_user,  # type: ignore[call-overload]
        )  # fmt: skip
        ready = [str(self._place / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self._port)]
        for _ in range(100):
            if subprocess.run(ready, cwd=self._folder, check=False).returncode == 0:
                return
            try:
                self.process.wait(0.1)
            except subprocess.TimeoutExpired:
                continue
            raise AssertionError("PostgreSQL stopped while it was starting")

    def stop(self) -> None:
        """Stop it at once, like a crash."""
        self.process.send_signal(signal.SIGQUIT)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


@contextmanager
def stoppable() -> Iterator[Cluster]:
    """Yield a new cluster and delete it afterwards."""
    place = binaries()
    if place is None:
        pytest.skip(
            "PostgreSQL IS NOT INSTALLED: the tests on it were NOT run (./run test installs it)"
        )
    folder = Path(tempfile.mkdtemp(prefix="trapoula-pg-"))
    try:
        one = Cluster(place, folder)
        try:
            yield one
        finally:
            one.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def cluster() -> Iterator[str]:
    """Yield the address of a new database; delete its cluster afterwards."""
    with stoppable() as one:
        yield one.address
