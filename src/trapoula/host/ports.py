"""What a host provides, so that routes and commands are the same everywhere."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypeVar

from trapoula.host import answers
from trapoula.host.bodies import NewPush, NewRoom
from trapoula.host.listings import Summary
from trapoula.host.names import Person
from trapoula.host.rounds import Replayed
from trapoula.room import commands, wire
from trapoula.room.events import PlayerId, Row
from trapoula.room.room import Room
from trapoula.stats.results import Result
from trapoula.stats.tally import Tally
from trapoula.stats.wire import Ladder
from trapoula.thinking.questions import Question

if TYPE_CHECKING:
    from trapoula.host.replays import Replays

Cost = Literal["messages", "loads", "records"]  # what a caller may spend: see `Host.charge`
Made = TypeVar("Made")


class Caller(NamedTuple):
    """Who asks, and from where."""

    person: Person
    address: str = ""
    device: str = ""  # the key of the token that the caller came with


class Store(Protocol):
    """What is kept beside the logs of rooms."""

    async def lobby(self, most: int) -> Sequence[Summary]:
        """The tables that everyone may find."""

    async def rooms_of(self, player: PlayerId, most: int) -> Sequence[Summary]:
        """The player's unfinished tables, newest first."""

    async def standing_of(self, player: PlayerId, most: int) -> Sequence[Summary]:
        """The player's tables for several where a round is over, newest first."""

    async def keep_table(
        self, player: PlayerId, room: str, label: str | None, closed: bool | None
    ) -> bool:
        """Label a table, or put it away. False: the player has no such table."""

    async def mute_table(self, player: PlayerId, room: str, muted: bool) -> bool:
        """Whether the player is called to a table. False: the player has no such table."""

    async def results(
        self, player: PlayerId, *, game: str | None = None, before: float | None = None,
        most: int | None = None,
    ) -> list[Result]:  # fmt: skip
        """The player's finished games, newest first."""

    async def tally(self, player: PlayerId) -> tuple[Tally, int]:
        """What the player's finished games come to, and how many were read for it."""

    async def ladder(self, game: str, player: PlayerId) -> Ladder | None:
        """The ratings at a game as the player may see them. None: nobody is anybody's rival."""

    async def bring(self, results: Sequence[Result]) -> None:
        """Keep imported results."""

    async def weigh(self, player: PlayerId, room: str, round_: int, level: str) -> None:
        """Keep how hard the deal of a finished round was."""

    async def forget(self, player: PlayerId, game: str | None) -> int:
        """Delete the results of one game, or of all; return how many."""

    async def keep_replay(self, replay: str, record: str, player: PlayerId, at: float) -> None:
        """Keep a record under a name."""

    async def replay(self, replay: str) -> str | None:
        """The record with this name."""


class Table(Protocol):
    """A room that a caller may see."""

    @property
    def room(self) -> Room:
        """The room as its log tells it."""

    def picture(self, player: PlayerId) -> wire.Room:
        """The room as the player sees it on entering."""

    async def obey(
        self, command: commands.Logged, person: Person, levels: tuple[str, ...]
    ) -> Exception | None:
        """Do a command and return why it was refused, if it was."""

    async def advise(self, number: int, *, whole: bool = False) -> None:
        """Note that the player was advised at this number, or shown a whole line that wins."""


class Host(Protocol):
    """One who hosts tables: a server process, or a device by itself."""

    @property
    def store(self) -> Store:
        """Where results, replays and lists are kept."""

    @property
    def clock(self) -> Callable[[], float]:
        """The time, in seconds since 1970."""

    @property
    def replays(self) -> "Replays":
        """The shared records."""

    async def aside(self, work: Callable[..., Made], *about: Any) -> Made:
        """Run slow work without holding up others, where that can be done."""

    def charge(self, caller: Caller, what: Cost, cost: float = 1) -> None:
        """Count what a caller uses; raise when it is too much."""

    def share(self, seconds: float) -> float:
        """How long a search may take that asks for so many seconds."""

    async def replayed(self, room: Room, round_: int, caller: Caller) -> Replayed:
        """A round of a room that was dealt, and whether it is over."""

    async def log(self, room: Room) -> Sequence[Row]:
        """The whole log of a room."""

    async def wonder(self, question: Question, caller: Caller) -> Any:
        """Have a question thought about and return the thought."""

    async def open_table(self, room: str, caller: Caller) -> Table:
        """Find a room that the caller may see."""

    async def make(self, wanted: NewRoom, caller: Caller) -> wire.Room:
        """Make a room."""

    async def delete(self, room: str, caller: Caller) -> None:
        """Delete a room with its log."""

    async def rename(self, caller: Caller, name: str) -> Person:
        """Give the caller a name."""

    async def make_link(self, caller: Caller) -> answers.Link:
        """A link that makes another device the caller's too."""

    async def make_code(self, room: str) -> answers.Code:
        """A code that stands for a table for a while."""

    async def invite(self, room: Room, people: Room, caller: Caller) -> Sequence[str]:
        """Invite the people of another room, and call those who can be called; their names."""

    async def find_code(self, code: str, caller: Caller) -> str:
        """The room that a code stands for."""

    async def push_key(self) -> str | None:
        """The key that browsers subscribe with; None where nothing can be sent to them."""

    async def subscribe(self, caller: Caller, wanted: NewPush) -> None:
        """Tell a browser of the caller from now on."""

    async def unsubscribe(self, caller: Caller, endpoint: str) -> None:
        """Tell a browser of the caller no longer."""

    async def devices(self, caller: Caller) -> Sequence[answers.Device]:
        """The devices that became the caller's by a link."""

    async def sign_out(self, caller: Caller, device: str) -> bool:
        """Take a device away from the caller. False: it is not the caller's."""
