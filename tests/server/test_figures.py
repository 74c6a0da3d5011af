"""Tallies and ratings are updated as rounds end, and equal a count of everything."""

import random
from typing import Any

import msgspec

from tests.server.house import played
from trapoula.server.store import Store, open_database
from trapoula.server.store.database import Change
from trapoula.server.store.figures import LATEST
from trapoula.stats import statistics
from trapoula.stats.achievements import shelf, shelf_of
from trapoula.stats.results import Company, Mate, Result
from trapoula.stats.tally import tally_of

GAME = "take-that"
PLAYERS = ["anna", "bob", "carl", "dora"]
TOUCH = (  # a step that always changes something, like the row of a move
    "INSERT INTO pulse (process, at) VALUES ('t', 1) ON CONFLICT (process) DO UPDATE SET at = 2", ()
)  # fmt: skip


async def _deaf(news: str) -> None:
    return


def rounds(count: int, seed: int = 1) -> list[list[Result]]:
    """Return finished rounds, each with its players' results: patiences and tables of rivals."""
    dice, made = random.Random(seed), []
    for number in range(count):
        at = 1_700_000_000.0 + number
        common: dict[str, Any] = {
            "room": f"r{number}",
            "round": 1,
            "at": at,
            "seconds": float(number % 90),
        }
        if number % 3:
            who = dice.choice(PLAYERS)
            won = dice.random() < 0.4
            made.append([Result(
                who, common["room"], 1, 0, dice.choice(["golf", "klondike"]), "{}", 1, number, won,
                dice.randrange(60), "won" if won else "stuck", common["seconds"], dice.randrange(3), at,
                dice.randrange(2), dice.randrange(2), "chance", "",
            )])  # fmt: skip
            continue
        here = dice.sample(PLAYERS, 3)
        scores = [dice.randrange(30) for _ in here]
        mates = [
            Mate(who=who, name=who.title(), won=score == max(scores), score=score)
            for who, score in zip(here, scores, strict=True)
        ]
        mates.append(Mate(who="bot strong", level="strong", won=False, score=0))
        company = msgspec.json.encode(Company(rivals=True, mates=mates)).decode()
        made.append([
            Result(
                who, common["room"], 1, seat, GAME, "{}", 4, None, mates[seat].won, scores[seat], "out",
                10.0, 9, at, 0, 0, "chance", company,
            )
            for seat, who in enumerate(here)
        ])  # fmt: skip
    return made


async def keep(store: Store, ended: list[list[Result]]) -> None:
    """Store rounds as they end."""
    for results in ended:
        await store.database.commit(Change([TOUCH, *store.figures.ended(results)]))


async def check(store: Store, ended: list[list[Result]]) -> None:
    """Check that the stored figures equal a count of everything."""
    while any([await store.figures.rate(game) for game in await store.figures.unrated()]):
        pass
    companies = [results[0].company for results in ended if results]
    for player in PLAYERS:
        own = [one for results in ended for one in results if one.player == player]
        tally, _ = await store.tally(player)
        assert shelf_of(tally) == shelf(own)
        again, read = await store.tally(player)
        assert read <= 2 * LATEST
        assert again == tally == tally_of(own)
        found, wanted = await store.ladder(GAME, player), statistics.ladder(GAME, companies, player)
        assert (found and found.rated) == (wanted and wanted.rated)


@played
async def test_figures_equal_a_count_of_all_rounds(where: str) -> None:
    store, ended = Store(open_database(where)), rounds(1200)
    await store.database.open(_deaf)
    await keep(store, ended[:700])
    await check(store, ended[:700])
    await keep(store, ended[700:])
    await check(store, ended)
    await store.database.close()


@played
async def test_an_undone_round_no_longer_counts(where: str) -> None:
    """The last round and an old one; then they end differently."""
    store, ended = Store(open_database(where)), rounds(700, 2)
    await store.database.open(_deaf)
    await keep(store, ended)
    await check(store, ended)
    last = max(number for number, results in enumerate(ended) if results[0].company)
    for back in (last, 2):
        steps = store.figures.taken_back(ended[back][0].room, 1)
        await store.database.commit(Change([TOUCH, *steps]))
        ended[back] = []
        await check(store, ended)
    await store.database.close()
