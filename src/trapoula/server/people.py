"""People: each is known only by an unguessable cookie."""

import hashlib
import secrets
from collections.abc import Awaitable, Callable
from typing import Generic, NamedTuple, TypeVar

from trapoula.host.names import Person, clean_name, made_up
from trapoula.room.errors import BadMessage
from trapoula.room.events import PlayerId
from trapoula.server.store import Store

COOKIE = "trapoula"
COOKIE_SECONDS = 400 * 86_400  # the longest that browsers keep a cookie
LINK_SECONDS = 900
DEVICE = 12  # letters of a device's name
TOKEN = r"[\w-]{43}"  # the form of a token
_KNOWN = 50_000  # players cached in memory
Found = TypeVar("Found")


class Device(NamedTuple):
    """A device with a player's identity by a link: its name, since when, and its token's digest."""

    name: str
    since: float
    token: str


def new_token() -> str:
    """Return a token that cannot be guessed."""
    return secrets.token_urlsafe(32)


def digest(token: str) -> str:
    """Return the digest of a token, which is stored in its place."""
    return hashlib.sha256(token.encode()).hexdigest()[:40]


class Remembered(Generic[Found]):
    """A cache of lookups. A lookup that a change overtakes is repeated."""

    def __init__(self, look_up: Callable[[str], Awaitable[Found]]) -> None:
        self._look_up, self._found = look_up, dict[str, Found]()
        self._changes = 0

    async def of(self, key: str) -> Found:
        """Return the present value of a key."""
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
        """Drop a key that has changed."""
        self._changes += 1
        self._found.pop(key, None)

    def forget_all(self) -> None:
        """Drop everything."""
        self._changes += 1
        self._found.clear()


class People:
    """The players, with their tokens and names."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known = Remembered(store.player_of)
        self._names = Remembered(self._name_of)

    async def _name_of(self, player: PlayerId) -> str | None:
        """Return the name a player chose, or None if it is no longer allowed."""
        name = await self._store.name_of(player)
        try:
            return None if name is None else clean_name(name)
        except BadMessage:
            return None

    async def of(self, token: str) -> Person:
        """Return the person of a token. A token is its own player until a link ties it to another."""
        return await self.behind(digest(token))

    async def behind(self, key: str) -> Person:
        """Return the person of a token's digest."""
        return await self.called(await self._known.of(key) or key)

    async def called(self, player: PlayerId) -> Person:
        """Return a player with their present name."""
        name = await self._names.of(player)
        return Person(player, name or made_up(player), name is not None)

    async def rename(self, player: PlayerId, name: str, now: float) -> Person:
        """Store a player's name."""
        await self._store.rename(player, clean_name(name), now)
        self.forget_name(player)
        return await self.called(player)

    def forget_name(self, player: PlayerId) -> None:
        """Drop a player's name from the cache."""
        self._names.forget(player)

    async def make_link(self, player: PlayerId, now: float) -> str:
        """Return a token for a link, valid once and for `LINK_SECONDS`."""
        token = new_token()
        await self._store.make_link(digest(token), player, now + LINK_SECONDS, now)
        return token

    async def use_link(self, link: str, now: float) -> str | None:
        """Return a new token for the player of a link, or None if the link is used up or expired."""
        token = new_token()
        player = await self._store.use_link(digest(link), digest(token), now)
        return None if player is None else token

    async def devices(self, player: PlayerId) -> list[Device]:
        """Return the devices that have this player's identity by a link."""
        found = await self._store.tokens_of(player)
        return [Device(token[:DEVICE], since, token) for token, since in found]

    async def sign_out(self, player: PlayerId, device: str) -> bool:
        """Take a player's identity from a device. Return False if the device does not have it."""
        for one in await self.devices(player):
            if one.name == device:
                untied = await self._store.untie(player, one.token)
                self.forget_token(one.token)
                return untied
        return False

    def forget_token(self, token: str) -> None:
        """Drop a token's digest from the cache."""
        self._known.forget(token)

    def forget_all(self) -> None:
        """Drop all cached players: a notification may have been missed."""
        self._known.forget_all()
        self._names.forget_all()
