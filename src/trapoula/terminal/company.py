"""Who sits at a table in the terminal: people who hand it over to one another, and bots."""

from collections.abc import Iterator, Sequence
from typing import Any

from trapoula import deals
from trapoula.bots import Player, Talker, levels, observe
from trapoula.bots.outside import SECONDS, sit_down
from trapoula.coach import get_ready
from trapoula.errors import BadAction, BadOption, BadSeats
from trapoula.game import CHANCE, Seat, is_talk
from trapoula.patience import Patience
from trapoula.session import Session
from trapoula.terminal.table import Table, at


def _named(game: str, bots: str, level: str | None) -> list[str]:
    """The bots that a command line asks for: so many of a level, or one after another by name."""
    text = bots.strip()
    if not text or text == "0":
        return []
    if not text.lstrip("-").isdecimal():
        return text.split(",")
    if text.startswith("-") or len(text) > 2:
        raise BadOption("{bots} is not a number of bots.", bots=repr(bots))
    if not levels(game):
        raise BadOption("{game} has no bots.", game=game)
    return [level or levels(game)[-1]] * int(text)


class Company:
    """The players of one session: the first seats are people, the last ones bots."""

    def __init__(
        self,
        table: Session | Table,
        bots: str = "",
        level: str | None = None,
        seconds: float = SECONDS,
    ) -> None:
        self._table = at(table)
        session = self._session
        names = _named(session.id, bots, level)
        if names and len(names) >= session.seats:
            raise BadSeats(
                "Of the seats ({seats}), at most {most} may be taken by bots, not {bots}.",
                seats=session.seats,
                most=session.seats - 1,
                bots=len(names),
            )
        first = session.seats - len(names)
        self.bots: dict[Seat, Player] = {
            seat: sit_down(session.id, name, seat, seconds)
            for seat, name in enumerate(names, first)
        }
        self.people: Sequence[Seat] = range(first)
        if not isinstance(session.game, Patience):
            get_ready(session.id)  # somebody may ask the coach

    @property
    def _session(self) -> Session:
        return self._table.session

    @property
    def waiting(self) -> Seat | None:
        """The person who is on turn; None when a bot is, or nobody."""
        turn = self._session.turn
        return turn if turn is not None and turn in self.people else None

    def play(self) -> Iterator[tuple[Seat, str]]:
        """Let the bots speak and play until a person is on turn; what each of them does."""
        while (turn := self._session.turn) is not None and turn != CHANCE:
            yield from self._talk(turn)
            if turn not in self.bots:
                return
            session = self._session
            view = observe(session.id, session.game, session.state, turn)
            legal = session.legal(turn)
            dice = deals.dice(self._session.deck, self._session.steps)
            text = self.bots[turn].choose(view, legal, dice)
            self._table.play(text, turn)
            yield turn, text

    def _talk(self, turn: Seat) -> Iterator[tuple[Seat, str]]:
        for seat, bot in self.bots.items():
            while seat != turn and isinstance(bot, Talker):
                text = bot.remark(self._session.view(seat))
                if text is None:
                    break
                self._table.play(text, seat)
                yield seat, text

    def speaker(self, text: str) -> Seat | None:
        """The person who may do that now: the one on turn, or one who speaks out of turn."""
        found = (seat for seat in self.people if text in self._session.legal(seat))
        return next(found, self.waiting) if talks(self._session, text) else self.waiting


def talks(session: Session, text: str) -> bool:
    """Whether a text is talk; what cannot be read is not."""
    try:
        return is_talk(session.game, session.game.read(text))
    except BadAction:
        return False


def doomed(session: Session, seat: Seat, text: str) -> str | None:
    """The rule that an action would lose the game to, if it would."""
    dooms: Any = session.view(seat).get("dooms") or {}
    rule: str | None = dooms.get(text)
    return rule
