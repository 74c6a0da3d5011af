"""What is allowed: sizes, rates and times, all in one place."""

from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Network, ip_address
from time import monotonic


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on what one player, one address and one socket may ask of the server."""

    burst: int = 100  # messages of a socket at once
    rate: float = 25.0  # and then a second
    faults: int = 100  # messages over the rate before the socket is closed
    requests_burst: int = 200  # HTTP requests of an address at once
    requests_rate: float = 40.0
    messages_burst: int = (
        2000  # messages of all sockets of an address at once; coming in counts as several
    )
    messages_rate: float = 200.0
    new_rooms_burst: int = (
        60  # rooms a player makes at once; one from a record counts by its length
    )
    new_rooms_rate: float = 0.5
    address_rooms_burst: int = 120  # rooms made from an address at once, whoever makes them
    address_rooms_rate: float = 1.0
    push_hosts: tuple[str, ...] = (  # where messages for browsers may be sent
        "fcm.googleapis.com", "push.services.mozilla.com", "push.apple.com", "notify.windows.com",
    )  # fmt: skip
    codes_burst: int = 10  # codes of tables tried from an address at once
    codes_rate: float = 1 / 6
    lobby_burst: int = 10  # tables for everyone to find, made from an address at once
    lobby_rate: float = 1 / 60
    records_burst: int = 120  # records brought by a player, and from an address, by their length
    records_rate: float = 0.5
    loads_burst: int = 200  # rooms that an address has brought back into memory, by their length
    loads_rate: float = 10.0
    rooms_alone: int = 1000  # unfinished, a player
    rooms_shared: int = 20
    connections_address: int = 200  # open at once, sockets not counted
    arrival: float = 20.0  # seconds in which the whole of a request must have come
    sockets_player: int = 20
    sockets_address: int = 200
    sockets: int = 10_000
    queue: int = 512 * 1024  # bytes waiting for a slow reader
    beat: float = 4.0  # seconds between heartbeats, and for the answer to one
    idle: float = 90.0  # seconds without a word before a socket is closed
    linger: float = 20.0  # seconds that an empty room stays in memory
    absent: float = (
        30.0  # seconds that an absent player on turn is waited for, where a bot stands in
    )
    bot_pause: float = 0.9  # seconds that a bot seems to think
    replays: float = 400 * 86_400.0  # seconds for which a record that was shared or brought is kept
    sweep: float = 86_400.0  # seconds after which a room where nothing happened is forgotten


HOUSEHOLD = 64  # bits of an IPv6 address that are a household's; within them it may have any


def household(client: tuple[str, int] | None) -> str:
    """By what address a caller is known: everybody who could take it as well goes by the same."""
    return _household(client[0]) if client else ""


@lru_cache(4096)
def _household(address: str) -> str:
    try:
        known = ip_address(address)
    except ValueError:  # a socket of this machine, or what a proxy made of it
        return address
    if isinstance(known, IPv4Address):
        return str(known)
    if known.ipv4_mapped is not None:
        return str(known.ipv4_mapped)
    return str(IPv6Network((int(known), HOUSEHOLD), strict=False).network_address)


class Bucket:
    """Fills by the second, spills when it is full; each message takes a drop."""

    __slots__ = ("_at", "_burst", "_level", "_rate")

    def __init__(self, burst: float, rate: float) -> None:
        self._burst, self._rate = burst, rate
        self._level, self._at = burst, monotonic()

    def take(self, cost: float = 1) -> bool:
        """Whether there was a drop left; what costs more than is there is owed."""
        now = monotonic()
        self._level = min(self._burst, self._level + (now - self._at) * self._rate)
        self._at = now
        if self._level < 1:
            return False
        self._level -= cost
        return True

    @property
    def full(self) -> bool:
        """Whether it would be the same as a new one."""
        return self._level + (monotonic() - self._at) * self._rate >= self._burst


class Buckets:
    """A bucket for each name; those that are full again are forgotten."""

    def __init__(self, burst: float, rate: float, most: int = 20_000) -> None:
        self._burst, self._rate, self._most = burst, rate, most
        self._buckets: dict[str, Bucket] = {}

    def take(self, name: str, cost: float = 1) -> bool:
        """Whether there was a drop left for a name; what costs more than is there is owed."""
        bucket = self._buckets.get(name)
        if bucket is None:
            if len(self._buckets) >= self._most:
                self._buckets = {who: one for who, one in self._buckets.items() if not one.full}
            bucket = self._buckets.setdefault(name, Bucket(self._burst, self._rate))
        return bucket.take(cost)
