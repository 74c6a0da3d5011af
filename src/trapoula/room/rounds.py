"""The finished rounds of a shared table, and their totals."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from trapoula.core.game import Seat
from trapoula.core.shared_list import SharedList
from trapoula.room.events import PlayerId


class Finished(msgspec.Struct, frozen=True, kw_only=True, array_like=True):
    """The result of a round that was played to its end, with its players."""

    round: int
    won: bool
    scores: tuple[int, ...]
    facts: dict[str, Any]
    players: tuple[PlayerId, ...]  # seat and level for a bot
    names: tuple[str, ...]  # empty for a bot
    seconds: float
    at: float

    @property
    def winners(self) -> Sequence[Seat] | None:
        """Return the winning seats, if players are rivals."""
        found = self.facts.get("winners")
        return found if isinstance(found, list) else None

    @property
    def score(self) -> int:
        """Return the best score of the round; a team has one score."""
        return self.scores[0] if self.winners is None else max(self.scores)

    def won_by(self, seat: Seat) -> bool:
        """Return whether a seat won."""
        winners = self.winners
        return self.won if winners is None else seat in winners


def bot_of(seat: Seat) -> str:
    """Return the key of a seat's bot, whatever its level."""
    return f"{seat} "


class Score(msgspec.Struct, frozen=True, kw_only=True):
    """The totals of all rounds, updated with each one."""

    rounds: int = 0
    rivals: bool = False
    team: int = 0  # rounds that the team won
    won: Mapping[str, int] = {}  # rounds won by rivals
    streak: int = 0  # rounds in a row that the team won; negative if lost
    best: int | None = None  # the best score of a round
    before: int | None = None  # the best score before the last round

    def then(self, one: Finished) -> "Score":
        """Return the totals with one more round."""
        winners, won, best = one.winners, one.won, self.best
        better = min if winners is None else max
        keys = {_known(one.players[seat], seat) for seat in winners or ()}
        going_on = self.streak if self.streak and (self.streak > 0) == won else 0
        return Score(
            rounds=self.rounds + 1,
            rivals=winners is not None,
            team=self.team + won,
            won={**self.won, **{key: self.won.get(key, 0) + 1 for key in keys}},
            streak=0 if winners is not None else going_on + (1 if won else -1),
            best=one.score if best is None else better(best, one.score),
            before=best,
        )

    def won_by(self, player: PlayerId, seat: Seat) -> int:
        """Return the rounds won by a player, or by the bot of a seat."""
        return self.won.get(player or bot_of(seat), 0) if self.rivals else self.team


def _known(player: str, seat: Seat) -> str:
    return bot_of(seat) if player.startswith(bot_of(seat)) else player


class Rounds:
    """All finished rounds. Those from a checkpoint stay encoded until they are needed."""

    __slots__ = ("_later", "_written", "score")

    def __init__(self, written: bytes = b"", score: Score | None = None) -> None:
        self._written, self.score = written, score or Score()
        self._later: SharedList[Finished] = SharedList()

    def then(self, one: Finished) -> "Rounds":
        """Return the rounds with one more."""
        after = Rounds(self._written, self.score.then(one))
        after._later = self._later.then(one)
        return after

    def all(self) -> list[Finished]:
        """Return all rounds, oldest first."""
        return [*map(_read, self._written.splitlines()), *self._later]

    def write(self) -> bytes:
        """Encode the rounds, one a line."""
        return self._written + b"".join(_lines(self._later))


def _lines(rounds: Iterable[Finished]) -> Iterable[bytes]:
    return (_write(one) + b"\n" for one in rounds)


_write = msgspec.json.Encoder().encode
_read = msgspec.json.Decoder(Finished).decode
