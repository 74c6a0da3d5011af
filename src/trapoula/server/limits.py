"""All limits in one place: sizes, rates and times."""

from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Network, ip_address
from time import monotonic


@dataclass(frozen=True, slots=True)
class Limits:
    """What one player, one address and one connection can use."""

    burst: int = 100  # messages of a connection at once
    rate: float = 25.0  # messages a second after that
    faults: int = 100  # messages over the rate before the connection is closed
    requests_burst: int = 200  # HTTP requests from an address at once
    requests_rate: float = 40.0
    messages_burst: int = (
        2000  # messages of all connections of an address at once; entering counts as several
    )
    messages_rate: float = 200.0
    new_rooms_burst: int = (
        60  # rooms a player makes at once; one from a record counts by its length
    )
    new_rooms_rate: float = 0.5
    address_rooms_burst: int = 120  # rooms made from an address at once
    address_rooms_rate: float = 1.0
    push_hosts: tuple[str, ...] = (  # push services that messages are sent to
        "fcm.googleapis.com", "push.services.mozilla.com", "push.apple.com", "notify.windows.com",
    )  # fmt: skip
    codes_burst: int = 10  # codes tried from an address at once
    codes_rate: float = 1 / 6
    lobby_burst: int = 10  # public tables made from an address at once
    lobby_rate: float = 1 / 60
    records_burst: int = 120  # records imported by a player, or from an address, by their length
    records_rate: float = 0.5
    loads_burst: int = 200  # rooms loaded from their logs for an address, by their length
    loads_rate: float = 10.0
    rooms_alone: int = 1000  # unfinished rooms of a player
    rooms_shared: int = 20
    connections_address: int = 200  # open HTTP connections of an address
    arrival: float = 20.0  # seconds in which a whole request must arrive
    sockets_player: int = 20
    sockets_address: int = 200
    sockets: int = 10_000
    queue: int = 512 * 1024  # bytes queued for a slow reader
    beat: float = 4.0  # seconds between heartbeats, and until one must be answered
    idle: float = 90.0  # seconds without a message before a connection is closed
    linger: float = 20.0  # seconds that an empty room stays in memory
    absent: float = 30.0  # seconds until a bot stands in for an absent player on turn
    bot_pause: float = 0.9  # seconds that a bot seems to think
    replays: float = 400 * 86_400.0  # seconds that an imported or shared record is stored
    sweep: float = 86_400.0  # seconds until an untouched room is deleted


HOUSEHOLD = 64  # bits of an IPv6 address that a household has to itself


def household(client: tuple[str, int] | None) -> str:
    """Return the address that a client counts under. A household's IPv6 addresses count as one."""
    return _household(client[0]) if client else ""


@lru_cache(4096)
def _household(address: str) -> str:
    try:
        known = ip_address(address)
    except ValueError:  # a Unix socket, or a name from a proxy
        return address
    if isinstance(known, IPv4Address):
        return str(known)
    if known.ipv4_mapped is not None:
        return str(known.ipv4_mapped)
    return str(IPv6Network((int(known), HOUSEHOLD), strict=False).network_address)


class Bucket:
    """A token bucket: it refills over time, up to `burst`."""

    __slots__ = ("_at", "_burst", "_level", "_rate")

    def __init__(self, burst: float, rate: float) -> None:
        self._burst, self._rate = burst, rate
        self._level, self._at = burst, monotonic()

    def take(self, cost: float = 1) -> bool:
        """Take tokens. Return False if none is left; a cost above the rest is owed."""
        now = monotonic()
        self._level = min(self._burst, self._level + (now - self._at) * self._rate)
        self._at = now
        if self._level < 1:
            return False
        self._level -= cost
        return True

    @property
    def full(self) -> bool:
        """Return whether the bucket is full, like a new one."""
        return self._level + (monotonic() - self._at) * self._rate >= self._burst


class Buckets:
    """A token bucket for each name. Full ones are dropped."""

    def __init__(self, burst: float, rate: float, most: int = 20_000) -> None:
        self._burst, self._rate, self._most = burst, rate, most
        self._buckets: dict[str, Bucket] = {}

    def take(self, name: str, cost: float = 1) -> bool:
        """Take tokens of a name. Return False if none is left; a cost above the rest is owed."""
        bucket = self._buckets.get(name)
        if bucket is None:
            if len(self._buckets) >= self._most:
                self._buckets = {who: one for who, one in self._buckets.items() if not one.full}
            bucket = self._buckets.setdefault(name, Bucket(self._burst, self._rate))
        return bucket.take(cost)
