"""A study on a Dask cluster: a scheduler and workers as processes of their own."""

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from time import monotonic, sleep

import pytest

import trapoula
from trapoula.core.errors import TrapoulaError
from trapoula.study import Alone, Results, Study, run
from trapoula.study.errors import CrewLost, OtherRules
from trapoula.study.table import tabled

distributed = pytest.importorskip("distributed")

from trapoula.study.cluster import Cluster  # noqa: E402

PATIENCE = 60.0
DEALS = range(1, 301)
SOURCE = Path(trapoula.__file__).parent


class Machines:
    """A scheduler and its workers."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "scheduler.json"
        self._running: list[subprocess.Popen[bytes]] = []
        self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        until = monotonic() + PATIENCE
        while not self._file.exists() and monotonic() < until:
            sleep(0.05)
        self.address = str(json.loads(self._file.read_text())["address"])

    def worker(self, source: Path = SOURCE) -> subprocess.Popen[bytes]:
        """Start one more, with trapoula as it is in some place."""
        return self._start(
            "worker", "--nthreads", "1", "--no-nanny", "--no-dashboard", "--death-timeout", "60",
            path=str(source.parent),
        )  # fmt: skip

    def _start(
        self, what: str, *words: str, path: str = str(SOURCE.parent)
    ) -> subprocess.Popen[bytes]:
        words = (*words, "--scheduler-file", str(self._file))
        self._running.append(
            subprocess.Popen(
                [sys.executable, "-m", f"distributed.cli.dask_{what}", *words],
                env={**os.environ, "PYTHONPATH": path},
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd=self._file.parent,
            )
        )
        return self._running[-1]

    def stop(self) -> None:
        for one in self._running:
            one.kill()
            one.wait()


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[Machines]:
    found = Machines(tmp_path)
    yield found
    found.stop()


def test_a_cluster_finds_what_one_machine_finds_though_a_worker_is_killed(
    machines: Machines, tmp_path: Path
) -> None:
    """Nothing is lost and nothing comes twice; a worker with other rules is named, and judges nothing."""
    other = tmp_path / "other" / "trapoula"
    shutil.copytree(SOURCE, other, ignore=shutil.ignore_patterns("web", "__pycache__"))
    with (other / "core" / "deals.py").open("a") as file:
        file.write("LAST = 10**11\n")
    victim, _, stranger = machines.worker(), machines.worker(), machines.worker(other)
    study, told, seen = Study.of("clock", seconds=60), list[TrapoulaError](), list[int]()
    with (
        Cluster(machines.address, 1, told.append) as crew,
        Results(tmp_path / "many.db") as many,
        Results(tmp_path / "one.db") as one,
    ):
        crew.client.wait_for_workers(3, timeout=PATIENCE)
        for judged in run(study, DEALS, crew):
            many.add(study, judged)
            seen += [one.row.deal for one in judged]
            if victim.poll() is None and len(seen) > 30:
                os.kill(victim.pid, signal.SIGKILL)
                victim.wait()
        for judged in run(study, DEALS, Alone()):
            one.add(study, judged)
        assert sorted(seen) == list(DEALS)
        assert victim.returncode == -signal.SIGKILL
        assert stranger.poll() is None
        assert [type(fault) for fault in told] == [OtherRules]
        plain = [replace(row, seconds=0.0) for row in many.rows(study)]
        assert plain == [replace(row, seconds=0.0) for row in one.rows(study)]
        (ours,), (theirs,) = tabled(many).values(), tabled(one).values()
        assert replace(ours, spent=0.0) == replace(theirs, spent=0.0)


def test_nobody_at_an_address_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trapoula.study.cluster.PATIENCE", 1)
    with pytest.raises(CrewLost, match="a Dask scheduler should listen there"):
        Cluster("tcp://127.0.0.1:9", 1, print)
