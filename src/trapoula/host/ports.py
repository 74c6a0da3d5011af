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

Cost = Literal["messages", "loads", "records"]  # what a caller is charged for: see `Host.charge`
Made = TypeVar("Made")


class Caller(NamedTuple):
    """Who sent a request, and from where."""

    person: Person
    address: str = ""
    device: str = ""  # the digest of the caller's token


class Store(Protocol):
    """What is stored besides the logs of rooms."""

    async def lobby(self, most: int) -> Sequence[Summary]:
        """Return the public tables."""

    async def rooms_of(self, player: PlayerId, most: int) -> Sequence[Summary]:
        """Return a player's unfinished tables, newest first."""

    async def standing_of(self, player: PlayerId, most: int) -> Sequence[Summary]:
        """Return a player's shared tables whose round is over, newest first."""

    async def keep_table(
        self, player: PlayerId, room: str, label: str | None, closed: bool | None
    ) -> bool:
        """Label a table, or put it away. Return False if it is none of the player's."""

    async def mute_table(self, player: PlayerId, room: str, muted: bool) -> bool:
        """Mute a table or not. Return False if it is none of the player's."""

    async def results(
        self, player: PlayerId, *, game: str | None = None, before: float | None = None,
        most: int | None = None,
    ) -> list[Result]:  # fmt: skip
        """Return a player's finished games, newest first."""

    async def tally(self, player: PlayerId) -> tuple[Tally, int]:
        """Return a player's tally, and the number of results read for it."""

    async def ladder(self, game: str, player: PlayerId) -> Ladder | None:
        """Return the ratings that a player can see, or None for a game without rivals."""

    async def bring(self, results: Sequence[Result]) -> None:
        """Store imported results."""

    async def weigh(self, player: PlayerId, room: str, round_: int, level: str) -> None:
        """Store how hard the deal of a finished round was."""

    async def forget(self, player: PlayerId, game: str | None) -> int:
        """Delete the results of one game, or of all. Return how many."""

    async def keep_replay(self, replay: str, record: str, player: PlayerId, at: float) -> None:
        """Store a record under an id."""

    async def replay(self, replay: str) -> str | None:
        """Return the record of a replay."""


class Table(Protocol):
    """A room that a caller can see."""

    @property
    def room(self) -> Room:
        """The room as of its last row."""

    def picture(self, player: PlayerId) -> wire.Room:
        """Return the room as a player sees it on entering."""

    async def run_command(
        self, command: commands.Logged, person: Person, levels: tuple[str, ...]
    ) -> Exception | None:
        """Run a command. Return its error, or None."""

    async def advise(self, number: int, *, whole: bool = False) -> None:
        """Record that the player used a hint at this row, or saw a whole solution."""


class Host(Protocol):
    """A host of tables: a server process, or a device without one."""

    @property
    def store(self) -> Store:
        """Results, replays and lists."""

    @property
    def clock(self) -> Callable[[], float]:
        """The clock, in seconds since 1970."""

    @property
    def replays(self) -> "Replays":
        """The shared records."""

    async def aside(self, work: Callable[..., Made], *about: Any) -> Made:
        """Run slow work in a thread, where there are threads."""

    def charge(self, caller: Caller, what: Cost, cost: float = 1) -> None:
        """Charge a caller for a request. Raise TooFast over the limit."""

    def time_limit(self, seconds: float) -> float:
        """Return the time limit for a search that asks for so many seconds."""

    async def replayed(self, room: Room, round_: int, caller: Caller) -> Replayed:
        """Replay a round of a room."""

    async def log(self, room: Room) -> Sequence[Row]:
        """Return all rows of a room."""

    async def answer(self, question: Question, caller: Caller) -> Any:
        """Answer a question in a worker."""

    async def open_table(self, room: str, caller: Caller) -> Table:
        """Return a room that the caller may see."""

    async def make(self, wanted: NewRoom, caller: Caller) -> wire.Room:
        """Make a room and return it as its maker sees it."""

    async def delete(self, room: str, caller: Caller) -> None:
        """Delete a room with its log."""

    async def rename(self, caller: Caller, name: str) -> Person:
        """Rename the caller."""

    async def make_link(self, caller: Caller) -> answers.Link:
        """Return a link that gives another device the caller's identity."""

    async def make_code(self, room: str) -> answers.Code:
        """Return a short-lived code for a table."""

    async def invite(self, room: Room, people: Room, caller: Caller) -> Sequence[str]:
        """Invite the players of another room and notify them. Return their names."""

    async def find_code(self, code: str, caller: Caller) -> str:
        """Return the room of a code."""

    async def push_key(self) -> str | None:
        """Return the public key for Web Push, or None if this host cannot send."""

    async def subscribe(self, caller: Caller, wanted: NewPush) -> None:
        """Send notifications to a browser of the caller."""

    async def unsubscribe(self, caller: Caller, endpoint: str) -> None:
        """Stop notifications to a browser of the caller."""

    async def devices(self, caller: Caller) -> Sequence[answers.Device]:
        """Return the devices that have the caller's identity by a link."""

    async def sign_out(self, caller: Caller, device: str) -> bool:
        """Take the caller's identity from a device. Return False if the device does not have it."""
