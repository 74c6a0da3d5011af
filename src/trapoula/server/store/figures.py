"""Tallies of players and ratings, updated in steps so that no query reads all results."""

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from trapoula.room.events import PlayerId
from trapoula.server.store.database import RESULT, UNRATED, Change, Database, Step
from trapoula.stats import tally as tallies
from trapoula.stats import wire
from trapoula.stats.ratings import Rating, Standing, Who, ratings
from trapoula.stats.results import BOT, Company, Mate, Result
from trapoula.stats.statistics import rated_company, told_ratings
from trapoula.stats.tally import Tally

COLUMNS = """player, room, round, seat, game, options, seats, deal, won, score, reason, seconds,
    moves, at, hints, undos, cards, company, level"""
LATEST = 100  # latest results of a player, not in the tally yet because they can be taken back
CHUNK = 1000  # results counted in one step
ROUNDS = 100  # rounds rated in one step
FEW = 20  # rounds rated during a request
MET = 100  # players on a ladder: those met last
_KNOWN = (
    "SELECT who, rating, deviation, volatility, rounds, name, level FROM ratings WHERE game = ?"
)
_HERE = "(SELECT player FROM results WHERE room = ? AND round = ? AND counted = 1)"


class Figures:
    """Tallies and ratings, kept up to date with the results."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # --- steps of changes ------------------------------------------------------------------------

    def ended(self, results: Sequence[Result]) -> list[Step]:
        """Return the steps that store the results of a round."""
        steps: list[Step] = [self.result(one) for one in results]
        first = next((one for one in results if one.company), None)
        if first is not None and rated_company(first.company):
            steps.append((UNRATED, (first.room, first.round, first.game, first.at, first.company)))
        return steps

    def result(self, result: Result) -> Step:
        """Return the step that stores a result."""
        return RESULT, (*result[:8], int(result.won), *result[9:])

    def weighed(self, player: PlayerId, room: str, round_: int, level: str) -> Step:
        """Return the step that stores how hard the deal of a round was."""
        where = "WHERE player = ? AND room = ? AND round = ?"
        return f"UPDATE results SET level = ? {where}", (level, player, room, round_)

    def taken_back(self, room: str, round_: int) -> list[Step]:
        """Return the steps that delete the results of a round that was taken back."""
        where = (room, round_)
        return [
            (
                f"UPDATE tallies SET version = version + 1, body = '' WHERE player IN {_HERE}",
                where,
            ),
            (f"UPDATE results SET counted = 0 WHERE counted = 1 AND player IN {_HERE}", where),
            ("DELETE FROM results WHERE room = ? AND round = ?", where),
            (
                """UPDATE raters SET version = version + 1 WHERE game IN (
                SELECT game FROM unrated WHERE room = ? AND round = ?
                UNION SELECT game FROM rated WHERE room = ? AND round = ?)""",
                where * 2,
            ),
            ("DELETE FROM unrated WHERE room = ? AND round = ?", where),
            (  # unless other rounds have been rated since
                """UPDATE ratings SET rating = rated.rating, deviation = rated.deviation,
                volatility = rated.volatility, rounds = rated.rounds FROM rated
                WHERE rated.room = ? AND rated.round = ? AND ratings.game = rated.game
                AND ratings.who = rated.who AND ratings.rounds = rated.rounds + 1""",
                where,
            ),
            ("DELETE FROM rated WHERE room = ? AND round = ?", where),
        ]

    def recount(self, player: PlayerId) -> list[Step]:
        """Return the steps that reset a player's tally, so that it is counted again."""
        return [
            (
                """INSERT INTO tallies (player, version, body) VALUES (?, 1, '')
                ON CONFLICT (player) DO UPDATE SET version = tallies.version + 1, body = ''""",
                (player,),
            ),
            ("UPDATE results SET counted = 0 WHERE player = ? AND counted = 1", (player,)),
        ]

    def forgotten(self, player: PlayerId, game: str | None) -> list[Step]:
        """Return the steps that delete a player's results and ratings."""
        steps = self.recount(player)
        for table, who in (
            ("results", "player"),
            ("ratings", "who"),
            ("rated", "who"),
            ("met", "player"),
        ):
            if game is None:
                steps.append((f"DELETE FROM {table} WHERE {who} = ?", (player,)))
            else:
                steps.append((f"DELETE FROM {table} WHERE {who} = ? AND game = ?", (player, game)))
        return steps

    # --- tallies ---------------------------------------------------------------------------------

    async def tally(self, player: PlayerId) -> tuple[Tally, int]:
        """Return a player's tally and the number of results read for it, mostly only the latest."""
        read = 0
        while True:
            version, body = await self._kept(player)
            found = await self._database.query(
                f"""SELECT {COLUMNS} FROM results WHERE player = ? AND counted = 0
                ORDER BY at, room, round LIMIT ?""",
                player,
                CHUNK,
            )
            if (await self._kept(player))[0] != version:  # another request has just counted
                continue
            fresh = results_of_rows(found)
            read += len(fresh)
            if len(found) <= 2 * LATEST:
                return await asyncio.to_thread(_count, body, fresh), read
            cut = fresh[-LATEST]
            counted = await asyncio.to_thread(_count, body, fresh[:-LATEST])
            text = tallies.write(counted).decode()
            keep: Step = (
                "UPDATE tallies SET version = version + 1, body = ? WHERE player = ? AND version = ?",
                (text, player, version),
            )
            if not version:
                keep = (
                    "INSERT INTO tallies (body, player, version) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                    (text, player, 1),
                )
            done: Step = (
                """UPDATE results SET counted = 1 WHERE player = ? AND counted = 0
                AND (at, room, round) < (?, ?, ?)""",
                (player, cut.at, cut.room, cut.round),
            )
            await self._database.commit(Change([keep, done]))

    async def _kept(self, player: PlayerId) -> tuple[int, str]:
        found = await self._database.query(
            "SELECT version, body FROM tallies WHERE player = ?", player
        )
        return (found[0][0], found[0][1]) if found else (0, "")

    async def uncounted(self) -> list[PlayerId]:
        """Return the players with enough new results to count them now."""
        found = await self._database.query(
            "SELECT player FROM results WHERE counted = 0 GROUP BY player HAVING count(*) > ?",
            2 * LATEST,
        )
        return [player for (player,) in found]

    # --- ratings ---------------------------------------------------------------------------------

    async def unrated(self) -> list[str]:
        """Return the games with rounds to rate."""
        found = await self._database.query("SELECT game FROM unrated GROUP BY game")
        return [game for (game,) in found]

    async def rate(self, game: str, most: int = ROUNDS) -> bool:
        """Rate some rounds of a game, oldest first. Return whether there may be more."""
        query = self._database.query
        held = await query("SELECT version FROM raters WHERE game = ?", game)
        rounds = await query(
            """SELECT room, round, at, company FROM unrated WHERE game = ?
            ORDER BY at, room, round LIMIT ?""",
            game,
            most,
        )
        if not rounds:
            return False
        companies = [msgspec.json.decode(company, type=Company) for *_, company in rounds]
        whos = sorted({mate.who for one in companies for mate in one.mates})
        marks = ", ".join("?" * len(whos))
        found = await query(f"{_KNOWN} AND who IN ({marks})", game, *whos)
        known = {who: Rating(*numbers) for who, *numbers, _, _ in found}
        steps = await asyncio.to_thread(_rate, game, rounds, companies, known)
        hold: Step = (
            "UPDATE raters SET version = version + 1 WHERE game = ? AND version = ?",
            (game, held[0][0] if held else 0),
        )
        if not held:
            hold = (
                "INSERT INTO raters (game, version) VALUES (?, 1) ON CONFLICT DO NOTHING",
                (game,),
            )
        made = await self._database.commit(Change([hold, *steps]))
        return made and len(rounds) == most

    async def ladder(self, game: str, player: PlayerId) -> wire.Ladder | None:
        """Return the ratings that a player can see, or None for a game without rivals."""
        await self.rate(game, FEW)
        query = self._database.query
        bots = await query(f"{_KNOWN} AND who > ? AND who < ?", game, BOT, f"{BOT}\U0010ffff")
        own = await query(f"{_KNOWN} AND who = ?", game, player)
        others = await query(
            """SELECT ratings.who, rating, deviation, volatility, rounds, latest.name, latest.level
            FROM (SELECT who, name, level FROM met WHERE player = ? AND game = ?
                ORDER BY at DESC LIMIT ?) AS latest
            JOIN ratings ON ratings.game = ? AND ratings.who = latest.who""",
            player,
            game,
            MET,
            game,
        )
        shown = {
            who: (Mate(who=who, name=name, level=level, won=False), Rating(*numbers))
            for who, *numbers, name, level in (*bots, *others, *own)
        }
        return told_ratings(game, shown, player) if own else None


def results_of_rows(rows: Iterable[tuple[Any, ...]]) -> list[Result]:
    """Return database rows as results."""
    return [Result._make((*row[:8], bool(row[8]), *row[9:])) for row in rows]


def _count(body: str, results: Iterable[Result]) -> Tally:
    tally = tallies.read(body)
    for result in results:
        tally.add(result)
    return tally


def _rate(
    game: str,
    rounds: Sequence[tuple[Any, ...]],
    companies: Sequence[Company],
    known: dict[Who, Rating],
) -> list[Step]:
    """Return the steps that store the ratings after some rounds."""
    before: list[tuple[Any, ...]] = []
    met: dict[tuple[Who, Who], tuple[Any, ...]] = {}
    names: dict[Who, Mate] = {}
    for (room, round_, at, _), company in zip(rounds, companies, strict=True):
        mates = {mate.who: mate for mate in company.mates}
        names |= mates
        before += [(room, round_, who, game, *known.get(who, Rating())) for who in mates]
        for player, own in mates.items():
            if not own.level:
                for who, mate in mates.items():
                    if who != player:
                        met[player, who] = (game, player, who, mate.name, mate.level, at)
        known |= ratings([[Standing(m.who, m.won, m.score) for m in company.mates]], known)
    now = [(game, who, one.name, one.level, *known[who]) for who, one in names.items()]
    last = rounds[-1]
    return [
        (
            "DELETE FROM unrated WHERE game = ? AND (at, room, round) <= (?, ?, ?)",
            (game, last[2], last[0], last[1]),
        ),
        _wide(
            "INSERT INTO rated (room, round, who, game, rating, deviation, volatility, rounds) VALUES",
            before,
            "ON CONFLICT DO NOTHING",
        ),
        *(
            [
                _wide(
                    "INSERT INTO met (game, player, who, name, level, at) VALUES",
                    [*met.values()],
                    """ON CONFLICT (game, player, who) DO UPDATE
                    SET name = excluded.name, level = excluded.level, at = excluded.at""",
                )
            ]
            if met
            else []
        ),
        _wide(
            "INSERT INTO ratings (game, who, name, level, rating, deviation, volatility, rounds) VALUES",
            now,
            """ON CONFLICT (game, who) DO UPDATE SET name = excluded.name, level = excluded.level,
            rating = excluded.rating, deviation = excluded.deviation,
            volatility = excluded.volatility, rounds = excluded.rounds""",
        ),
    ]


def _wide(begin: str, rows: Sequence[tuple[Any, ...]], end: str) -> Step:
    """Return a statement that inserts many rows."""
    row = f"({', '.join('?' * len(rows[0]))})"
    values = tuple(value for one in rows for value in one)
    return f"{begin} {', '.join([row] * len(rows))} {end}", values
