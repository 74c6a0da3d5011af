"""People: an unguessable cookie is a player. There is nothing else to know."""

import hashlib
import secrets
from collections.abc import Awaitable, Callable
from typing import Generic, NamedTuple, TypeVar

from trapoula.host.names import Person, clean_name, made_up
from trapoula.room.errors import BadMessage
from trapoula.room.events import PlayerId
from trapoula.server.store import Store

COOKIE = "trapoula"
COOKIE_SECONDS = 400 * 86_400  # as long as browsers keep one
LINK_SECONDS = 900
DEVICE = 12  # letters by which a device is known
TOKEN = r"[\w-]{43}"  # how a token looks
_KNOWN = 50_000  # people remembered in memory
Found = TypeVar("Found")


class Device(NamedTuple):
    """A device that is a player's by a link: a name for it, since when, and what is kept of its token."""

    name: str
    since: float
    token: str


def new_token() -> str:
    """A token that cannot be guessed."""
    return secrets.token_urlsafe(32)


def digest(token: str) -> str:
    """What is kept of a token: not the token."""
    return hashlib.sha256(token.encode()).hexdigest()[:40]


class Remembered(Generic[Found]):
    """What was looked up, until it changes; an answer that a change has overtaken is asked for again."""

    def __init__(self, look_up: Callable[[str], Awaitable[Found]]) -> None:
        self._look_up, self._found = look_up, dict[str, Found]()
        self._changes = 0

    async def of(self, key: str) -> Found:
        """What belongs to a key now."""
        while key not in self._found:
            before = self._changes
            found = await self._look_up(key)
            if before != self._changes:
                continue
            if len(self._found) >= _KNOWN:
                self._found.clear()
            self._found[key] = found
        return self._found[key]

    def forget(self, key: str) -> None:
        """It has changed: look it up again when it is next needed."""
        self._changes += 1
        self._found.pop(key, None)

    def forget_all(self) -> None:
        """Anything may have changed."""
        self._changes += 1
        self._found.clear()


class People:
    """Everybody who ever came."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known = Remembered(store.player_of)
        self._names = Remembered(self._name_of)

    async def _name_of(self, player: PlayerId) -> str | None:
        """The name that a player chose, unless it is one that nobody may have any more."""
        name = await self._store.name_of(player)
        try:
            return None if name is None else clean_name(name)
        except BadMessage:
            return None

    async def of(self, token: str) -> Person:
        """The person with a token. A token stands for itself until a link ties it to another."""
        return await self.behind(digest(token))

    async def behind(self, key: str) -> Person:
        """The person with the token of which this is kept."""
        return await self.called(await self._known.of(key) or key)

    async def called(self, player: PlayerId) -> Person:
        """A player with the present name."""
        name = await self._names.of(player)
        return Person(player, name or made_up(player), name is not None)

    async def rename(self, player: PlayerId, name: str, now: float) -> Person:
        """Give a player a name."""
        await self._store.rename(player, clean_name(name), now)
        self.forget_name(player)
        return await self.called(player)

    def forget_name(self, player: PlayerId) -> None:
        """Look the name up again when it is next needed."""
        self._names.forget(player)

    async def make_link(self, player: PlayerId, now: float) -> str:
        """A link's token, good once and not for long."""
        token = new_token()
        await self._store.make_link(digest(token), player, now + LINK_SECONDS, now)
        return token

    async def use_link(self, link: str, now: float) -> str | None:
        """A new token for the player of a link; None when the link is spent."""
        token = new_token()
        player = await self._store.use_link(digest(link), digest(token), now)
        return None if player is None else token

    async def devices(self, player: PlayerId) -> list[Device]:
        """The devices that links have made this player's too."""
        found = await self._store.tokens_of(player)
        return [Device(token[:DEVICE], since, token) for token, since in found]

    async def sign_out(self, player: PlayerId, device: str) -> bool:
        """Let a device be itself again. False: it is none of this player's."""
        for one in await self.devices(player):
            if one.name == device:
                untied = await self._store.untie(player, one.token)
                self.forget_token(one.token)
                return untied
        return False

    def forget_token(self, token: str) -> None:
        """Look up again whose token it is when it next comes."""
        self._known.forget(token)

    def forget_all(self) -> None:
        """Look everybody up again: something may have been told that was not heard."""
        self._known.forget_all()
        self._names.forget_all()
