"""The schema and its migrations. A database is only ever migrated forward; a newer one is refused."""

from collections.abc import Sequence

from trapoula.server.errors import CannotServe

STEPS: Sequence[Sequence[str]] = (
    (  # version 1
        """CREATE TABLE log (
            room TEXT NOT NULL, number INTEGER NOT NULL, at DOUBLE PRECISION NOT NULL, body BYTEA NOT NULL,
            PRIMARY KEY (room, number))""",
        """CREATE TABLE rooms (
            id TEXT PRIMARY KEY, game TEXT NOT NULL, seats INTEGER NOT NULL, host TEXT NOT NULL,
            lobby INTEGER NOT NULL, phase TEXT NOT NULL, created DOUBLE PRECISION NOT NULL,
            summary TEXT NOT NULL)""",
        "CREATE INDEX rooms_lobby ON rooms (lobby, phase, created)",
        """CREATE TABLE members (
            player TEXT NOT NULL, room TEXT NOT NULL, since DOUBLE PRECISION NOT NULL,
            PRIMARY KEY (player, room))""",
        """CREATE TABLE players (
            id TEXT PRIMARY KEY, name TEXT NOT NULL, created DOUBLE PRECISION NOT NULL)""",
        """CREATE TABLE tokens (
            token TEXT PRIMARY KEY, player TEXT NOT NULL, created DOUBLE PRECISION NOT NULL)""",
        """CREATE TABLE links (
            token TEXT PRIMARY KEY, player TEXT NOT NULL, expires DOUBLE PRECISION NOT NULL)""",
        """CREATE TABLE results (
            player TEXT NOT NULL, room TEXT NOT NULL, round INTEGER NOT NULL, seat INTEGER NOT NULL,
            game TEXT NOT NULL, options TEXT NOT NULL, seats INTEGER NOT NULL, deal BIGINT,
            won INTEGER NOT NULL, score BIGINT, reason TEXT NOT NULL, seconds DOUBLE PRECISION NOT NULL,
            moves INTEGER NOT NULL, at DOUBLE PRECISION NOT NULL,
            PRIMARY KEY (player, room, round))""",
        "CREATE INDEX results_at ON results (player, at)",
        """CREATE TABLE replays (
            id TEXT PRIMARY KEY, record TEXT NOT NULL, player TEXT NOT NULL,
            created DOUBLE PRECISION NOT NULL)""",
    ),
    (  # version 2: deleting a room deletes its log, and every row needs a room
        "ALTER TABLE rooms ADD COLUMN visited DOUBLE PRECISION NOT NULL DEFAULT 0",
        "UPDATE rooms SET visited = created",
        """CREATE TABLE log_of_room (
            room TEXT NOT NULL REFERENCES rooms (id) ON DELETE CASCADE, number INTEGER NOT NULL,
            at DOUBLE PRECISION NOT NULL, body BYTEA NOT NULL, PRIMARY KEY (room, number))""",
        # rows without a room were written after it was swept, and cannot be used
        """INSERT INTO log_of_room SELECT room, number, at, body FROM log
            WHERE room IN (SELECT id FROM rooms)""",
        "DROP TABLE log",
        "ALTER TABLE log_of_room RENAME TO log",
        """CREATE TABLE members_of_room (
            player TEXT NOT NULL, room TEXT NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
            since DOUBLE PRECISION NOT NULL, PRIMARY KEY (player, room))""",
        """INSERT INTO members_of_room SELECT player, room, since FROM members
            WHERE room IN (SELECT id FROM rooms)""",
        "DROP TABLE members",
        "ALTER TABLE members_of_room RENAME TO members",
        "CREATE INDEX members_room ON members (room)",
    ),
    (  # version 3: the health check's pulse, and players' labels for tables
        """CREATE TABLE pulse (
            process TEXT PRIMARY KEY, at DOUBLE PRECISION NOT NULL)""",
        "ALTER TABLE members ADD COLUMN label TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE members ADD COLUMN closed INTEGER NOT NULL DEFAULT 0",
        "CREATE INDEX replays_player ON replays (player, created)",
        "CREATE INDEX rooms_host ON rooms (host, phase)",
    ),
    (  # version 4: hints and undos of a result, and the kind of its deal
        "ALTER TABLE results ADD COLUMN hints INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE results ADD COLUMN undos INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE results ADD COLUMN cards TEXT NOT NULL DEFAULT 'chance'",
    ),
    (  # version 5: the other players of a result
        "ALTER TABLE results ADD COLUMN company TEXT NOT NULL DEFAULT ''",
        "CREATE INDEX results_game ON results (game, at)",
    ),
    (  # version 6: short-lived codes for tables
        """CREATE TABLE codes (
            code TEXT PRIMARY KEY, expires DOUBLE PRECISION NOT NULL,
            room TEXT NOT NULL UNIQUE REFERENCES rooms (id) ON DELETE CASCADE)""",
    ),
    (  # version 7: tallies and ratings, and an index for every query
        "ALTER TABLE results ADD COLUMN counted INTEGER NOT NULL DEFAULT 0",  # whether it is in the tally
        """CREATE TABLE tallies (
            player TEXT PRIMARY KEY, version INTEGER NOT NULL, body TEXT NOT NULL)""",
        "CREATE INDEX results_fresh ON results (player, at, room, round) WHERE counted = 0",
        "CREATE INDEX results_of_game ON results (player, game, at)",
        "CREATE INDEX results_room ON results (room, round)",
        """CREATE TABLE unrated (
            room TEXT NOT NULL, round INTEGER NOT NULL, game TEXT NOT NULL, at DOUBLE PRECISION NOT NULL,
            company TEXT NOT NULL, PRIMARY KEY (room, round))""",
        """INSERT INTO unrated SELECT room, round, max(game), min(at), max(company) FROM results
            WHERE company LIKE '{"rivals":true,%' GROUP BY room, round""",
        "CREATE INDEX unrated_next ON unrated (game, at, room, round)",
        "DROP INDEX results_game",
        "CREATE TABLE raters (game TEXT PRIMARY KEY, version INTEGER NOT NULL)",
        """CREATE TABLE ratings (
            game TEXT NOT NULL, who TEXT NOT NULL, name TEXT NOT NULL, level TEXT NOT NULL,
            rating DOUBLE PRECISION NOT NULL, deviation DOUBLE PRECISION NOT NULL,
            volatility DOUBLE PRECISION NOT NULL, rounds INTEGER NOT NULL, PRIMARY KEY (game, who))""",
        "CREATE INDEX ratings_who ON ratings (who, game)",
        # ratings before a round, in case it is taken back
        """CREATE TABLE rated (
            room TEXT NOT NULL, round INTEGER NOT NULL, who TEXT NOT NULL, game TEXT NOT NULL,
            rating DOUBLE PRECISION NOT NULL, deviation DOUBLE PRECISION NOT NULL,
            volatility DOUBLE PRECISION NOT NULL, rounds INTEGER NOT NULL,
            PRIMARY KEY (room, round, who))""",
        "CREATE INDEX rated_who ON rated (who, game)",
        """CREATE TABLE met (
            game TEXT NOT NULL, player TEXT NOT NULL, who TEXT NOT NULL, name TEXT NOT NULL,
            level TEXT NOT NULL, at DOUBLE PRECISION NOT NULL, PRIMARY KEY (game, player, who))""",
        "CREATE INDEX met_player ON met (player, game, at)",
        # whether nothing has been played yet
        "ALTER TABLE rooms ADD COLUMN fresh INTEGER NOT NULL DEFAULT 1",
        """UPDATE rooms SET fresh = 0
            WHERE EXISTS (SELECT 1 FROM log WHERE log.room = rooms.id AND log.number = 4)""",
        "CREATE INDEX rooms_fresh ON rooms (visited) WHERE fresh = 1",
        # whether the room's game is over
        "ALTER TABLE members ADD COLUMN ended INTEGER NOT NULL DEFAULT 0",
        "UPDATE members SET ended = 1 WHERE room IN (SELECT id FROM rooms WHERE phase = 'over')",
        "CREATE INDEX members_open ON members (player) WHERE ended = 0",
        "CREATE INDEX replays_created ON replays (created)",
        "CREATE INDEX tokens_player ON tokens (player, created)",
        "CREATE INDEX links_expires ON links (expires)",
        "CREATE INDEX codes_expires ON codes (expires)",
    ),
    (  # version 8: push subscriptions, and the server's key for them
        """CREATE TABLE pushes (
            endpoint TEXT PRIMARY KEY, player TEXT NOT NULL, p256dh TEXT NOT NULL, auth TEXT NOT NULL,
            lang TEXT NOT NULL, site TEXT NOT NULL, quiet TEXT NOT NULL, zone INTEGER NOT NULL,
            since DOUBLE PRECISION NOT NULL)""",
        "CREATE INDEX pushes_player ON pushes (player, since)",
        "CREATE TABLE secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
        "ALTER TABLE members ADD COLUMN muted INTEGER NOT NULL DEFAULT 0",
    ),
    (  # version 9: an index of a player's latest finished rooms
        "CREATE INDEX members_ended ON members (player, since) WHERE ended = 1",
    ),
    (  # version 10: when a room without guests needs attention
        "ALTER TABLE rooms ADD COLUMN rings DOUBLE PRECISION NOT NULL DEFAULT 0",
        "CREATE INDEX rooms_rings ON rooms (rings) WHERE rings > 0",
    ),
    (  # version 11: checkpoints of rooms, so that a long log need not be replayed from the start
        """CREATE TABLE checkpoints (
            room TEXT PRIMARY KEY REFERENCES rooms (id) ON DELETE CASCADE, number INTEGER NOT NULL,
            rules TEXT NOT NULL, body BYTEA NOT NULL)""",
    ),
    (  # version 12: the player who invited a member, until the member sits down
        "ALTER TABLE members ADD COLUMN invited TEXT NOT NULL DEFAULT ''",
    ),
    (  # version 13: how hard the deal of a result was
        "ALTER TABLE results ADD COLUMN level TEXT NOT NULL DEFAULT ''",
    ),
)
VERSION = len(STEPS)


def missing(version: int) -> list[tuple[int, Sequence[str]]]:
    """Return the migrations that a version lacks, with their numbers."""
    if version > VERSION:
        raise CannotServe(
            "This data is of version {version}, from a newer Trapoula; this one knows version {known}.",
            version=version,
            known=VERSION,
        )
    return [(number, STEPS[number - 1]) for number in range(version + 1, VERSION + 1)]
