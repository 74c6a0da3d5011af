"""Web Push: messages encrypted for one browser and signed by this server (RFC 8291 and 8292)."""

import base64
import json
from collections.abc import Sequence
from http.client import HTTPException
from typing import Any, Final, NamedTuple
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from trapoula.machine.extras import need

LATER: Final = 86_400  # seconds that a push service stores an undelivered message
SIGNED: Final = 12 * 3600.0  # seconds that a signature is valid
PATIENCE: Final = 10.0  # seconds until a request to a push service times out
GONE: Final = (404, 410)  # statuses for a subscription that no longer exists
LOOPBACK: Final = ("127.0.0.1", "localhost")


class Subscription(NamedTuple):
    """A browser's subscription, with its quiet hours."""

    endpoint: str
    player: str
    p256dh: str  # the browser's public key
    auth: str  # the secret it shares with us
    lang: str
    site: str  # the site it subscribed at, which some push services require
    quiet: str = ""  # hours of its day, such as "22-8"
    zone: int = 0  # minutes that its clock is ahead of UTC


class _NoRedirects(HTTPRedirectHandler):
    """Follow no redirects: they could lead anywhere."""

    def redirect_request(self, *about: Any) -> None:
        """Return no new request."""


_OPEN = build_opener(_NoRedirects)


def is_push_service(endpoint: str, hosts: Sequence[str]) -> bool:
    """Return whether messages can be sent there: to a known push service, over https."""
    try:
        there = urlsplit(endpoint)
        host, _ = there.hostname or "", there.port
    except ValueError:
        return False
    known = any(host == one or host.endswith(f".{one}") for one in hosts)
    return known and (there.scheme == "https" or host in LOOPBACK)


def new_key() -> str:
    """Return a new private key for a server, as text."""
    need("push")
    from py_vapid import Vapid02

    vapid = Vapid02()
    vapid.generate_keys()
    return str(vapid.private_pem().decode())


class WebPush:
    """Signs and encrypts messages with this server's key."""

    def __init__(self, key: str) -> None:
        need("push")
        from py_vapid import Vapid02

        self._vapid = Vapid02.from_pem(key.encode())
        self.public = _text(_point(self._vapid.public_key))  # for subscriptions

    def post(self, to: Subscription, message: dict[str, str], now: float) -> int:
        """Send a message. Return the push service's status, or 0 if there is no answer."""
        request = Request(to.endpoint, *self._sealed(to, message, now), method="POST")
        try:
            with _OPEN.open(request, timeout=PATIENCE) as answer:
                return int(answer.status)
        except HTTPError as error:
            return int(error.code)
        except (URLError, HTTPException, OSError, ValueError):
            return 0

    def _sealed(
        self, to: Subscription, message: dict[str, str], now: float
    ) -> tuple[bytes, dict[str, str]]:
        """Return the encrypted body and the headers of a message."""
        import http_ece
        from cryptography.hazmat.primitives.asymmetric import ec

        body = http_ece.encrypt(
            json.dumps(message, ensure_ascii=False).encode(),
            private_key=ec.generate_private_key(ec.SECP256R1()),
            dh=_bytes(to.p256dh),
            auth_secret=_bytes(to.auth),
            version="aes128gcm",
        )
        there = urlsplit(to.endpoint)
        claims = {
            "aud": f"{there.scheme}://{there.netloc}",
            "exp": int(now + SIGNED),
            "sub": to.site,
        }
        headers = {
            **self._vapid.sign(claims),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(LATER),
            "Urgency": "high",
        }
        return body, headers


def _point(key: Any) -> bytes:
    """Return a public key in the browsers' format."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    found: bytes = key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return found


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
