"""The append-only log and what is stored beside it, in SQLite or PostgreSQL."""

from trapoula.server.store.database import Database
from trapoula.server.store.store import Store

__all__ = ["ADDRESS", "Database", "Store", "open_database"]

ADDRESS = ("postgresql://", "postgres://")  # prefixes of a shared database's address


def open_database(where: str) -> Database:
    """Return the database for a PostgreSQL address or a file path."""
    if where.startswith(ADDRESS):
        from trapoula.server.store.postgres import Postgres

        return Postgres(where)
    from trapoula.server.store.sqlite import Sqlite

    return Sqlite(where)
