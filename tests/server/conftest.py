import itertools
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from tests import ready
from tests.server.cluster import cluster


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    with cluster() as address:
        yield address


@pytest.fixture(scope="session")
def thinking() -> None:
    """Load solver and bots before any test's timeout: on a new machine they are compiled first."""
    ready.solver()
    ready.bots()


@pytest.fixture
def fresh(postgres: str) -> Callable[[], str]:
    """Return a function that makes a new, empty database and returns its address."""
    count = itertools.count()

    def make() -> str:
        name = f"t{next(count)}_{next(_COUNT)}"
        with psycopg.connect(postgres, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return postgres.replace("/postgres", f"/{name}")

    return make


_COUNT = itertools.count()


@pytest.fixture(params=["sqlite", "postgres"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return a database, once of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "trapoula.db")
    make: Callable[[], str] = request.getfixturevalue("fresh")
    return make()
