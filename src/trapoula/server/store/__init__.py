"""Where logs are kept: an append-only table of rows, on SQLite or on PostgreSQL."""

from trapoula.server.store.database import Database
from trapoula.server.store.store import Store

__all__ = ["ADDRESS", "Database", "Store", "open_database"]

ADDRESS = ("postgresql://", "postgres://")  # how the address of a shared database begins


def open_database(where: str) -> Database:
    """The database of a PostgreSQL address, or of the file of a path."""
    if where.startswith(ADDRESS):
        from trapoula.server.store.postgres import Postgres

        return Postgres(where)
    from trapoula.server.store.sqlite import Sqlite

    return Sqlite(where)
