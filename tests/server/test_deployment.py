"""The commands in the manual, the Dockerfile and compose.yaml are run here, outside containers."""

import grp
import json
import os
import pwd
import re
import shlex
import shutil
import subprocess
import sys
import venv
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml

from tests.server.cluster import free_port

ROOT = Path(__file__).parents[2]
PROGRAM = (sys.executable, "-m", "trapoula")
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")


def listed(word: str) -> list[list[str]]:
    """Return the words of each instruction that is written as a list."""
    return [json.loads(one) for one in re.findall(rf"{word} (\[.*\])$", DOCKERFILE, re.MULTILINE)]


@contextmanager
def served(words: list[str], folder: Path, program: Sequence[str] = PROGRAM) -> Iterator[int]:
    """Start a server with a container's command line, on a port of its own. Its needs are stubbed."""
    port = free_port()
    command = [*program, *words, "--port", str(port)]
    environment = {**os.environ, "HOME": str(folder)}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment, text=True
    ) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline().startswith("Trapoula is at")
            yield port
        finally:
            process.terminate()
            assert process.wait(15) == 0


def plays(port: int, host: str) -> None:
    """Check that a room can be made under this host name, and under no other."""
    body: dict[str, Any] = {"game": "klondike"}
    with httpx.Client(base_url=f"http://127.0.0.1:{port}") as http:
        made = http.post(
            "/api/rooms", json=body, headers={"host": host, "origin": f"http://{host}"}
        )
        assert made.status_code == 201, made.text
        assert http.get("/", headers={"host": "evil.test"}).status_code == 403


def test_the_commands_of_the_dockerfile_work(tmp_path: Path) -> None:
    """The files it copies and its extras exist, its server serves, and its health check passes."""
    copied = [
        word
        for line in re.findall(r"^COPY (.*) ", DOCKERFILE, re.MULTILINE)
        for word in shlex.split(line)
    ]
    assert all((ROOT / name).exists() for name in copied)
    ignored = (ROOT / ".dockerignore").read_text("utf-8").split()
    assert {f"!{name}" for name in copied} <= set(ignored)
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    extras = re.search(r"/src\[([\w,]+)\]", DOCKERFILE)
    assert extras
    assert all(f"\n{extra} = [" in project for extra in extras[1].split(","))
    assert listed("ENTRYPOINT") == [["trapoula"]]
    (python, *check), words = listed("CMD")
    assert python == "python"
    words = [str(tmp_path / "data") if word == "/data" else word for word in words]
    with served(words, tmp_path) as port:
        command = [word.replace("8017", str(port)) for word in check]
        subprocess.run([sys.executable, *command], check=True)
        plays(port, f"192.0.2.1:{port}")


@pytest.mark.slow
def test_the_image_is_built_of_what_is_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each COPY and RUN is done in an empty folder; then the image's own program serves from there.

    The package's dependencies are this environment's, and no user is added to this machine."""
    places = {"/src": tmp_path / "src", "/data": tmp_path / "data"}
    for instruction in re.findall(r"^COPY (.*)$", DOCKERFILE, re.MULTILINE):
        *names, target = shlex.split(instruction)
        place = tmp_path / target.lstrip("/")
        for name in names:
            if (ROOT / name).is_dir():
                ignored = shutil.ignore_patterns("__pycache__")
                shutil.copytree(ROOT / name, place, dirs_exist_ok=True, ignore=ignored)
            else:
                place.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, place)
    image = tmp_path / "image"
    venv.create(image, with_pip=True)
    added = tmp_path / "added"
    (image / "bin" / "useradd").write_text(f'#!/bin/sh\necho "$@" > {added}\n')
    (image / "bin" / "useradd").chmod(0o755)
    lines = DOCKERFILE.replace("\\\n", " ").splitlines()
    (run,) = (line.removeprefix("RUN ") for line in lines if line.startswith("RUN "))
    for name, real in places.items():
        run = re.sub(rf"(?<![\w/]){name}\b", str(real), run)
    user, group = pwd.getpwuid(os.getuid()).pw_name, grp.getgrgid(os.getgid()).gr_name
    run = run.replace("-o trapoula -g trapoula", f"-o {user} -g {group}")
    run = run.replace("pip install", "pip install --no-deps")
    monkeypatch.setenv("PATH", f"{image / 'bin'}:{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", "")
    subprocess.run(["sh", "-euc", run], check=True, cwd=tmp_path, stdout=subprocess.DEVNULL)
    assert added.read_text() == "--create-home trapoula\n"
    assert not places["/src"].exists()
    assert places["/data"].stat().st_mode & 0o777 == 0o700
    needed = [path for path in sys.path if path.endswith("site-packages")]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(needed))
    monkeypatch.chdir(tmp_path)
    _, words = listed("CMD")
    words = [str(places["/data"]) if word == "/data" else word for word in words]
    with served(words, tmp_path, [str(image / "bin" / "trapoula")]) as port:
        plays(port, f"192.0.2.1:{port}")
    assert (places["/data"] / "trapoula.db").exists()


def test_the_commands_of_compose_work(fresh: Callable[[], str], tmp_path: Path) -> None:
    """The database has the name, user and health check that the server's address needs."""
    services = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))["services"]
    server, database = services["server"], services["database"]
    address = next(word for word in server["command"] if word.startswith("postgresql://"))
    user, name = database["environment"]["POSTGRES_USER"], database["environment"]["POSTGRES_DB"]
    assert re.fullmatch(
        rf"postgresql://{user}:\$\{{POSTGRES_PASSWORD:\?[^}}]+\}}@database/{name}", address
    )
    assert server["depends_on"]["database"]["condition"] == "service_healthy"
    assert database["healthcheck"]["test"] == ["CMD-SHELL", f"pg_isready -U {user}"]
    words = [fresh() if word == address else word for word in server["command"]]
    words = [re.sub(r"\$\{TRAPOULA_ORIGIN:-(.*)\}", r"\1", word) for word in words]
    with served(words, tmp_path) as port:
        plays(port, f"localhost:{port}")


def test_the_unit_keeps_what_was_compiled() -> None:
    """A restart that compiles everything again costs half a minute of CPU time."""
    page = (ROOT / "docs" / "operating.md").read_text("utf-8")
    unit = page.partition("[Service]")[2].partition("[Install]")[0]
    told = dict(line.split("=", 1) for line in unit.split() if "=" in line)
    assert told["CacheDirectory"] == "trapoula"
    assert told["Environment"] == "XDG_CACHE_HOME=/var/cache"
