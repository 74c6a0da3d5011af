"""Checks of host and origin, the cookie, and the security headers."""

import re
from base64 import b64encode
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from ipaddress import ip_address
from urllib.parse import urlsplit

from trapoula.server.assets import files
from trapoula.server.people import COOKIE, COOKIE_SECONDS, TOKEN

_OURS = re.compile(rf"(?:^|;)[ \t]*{COOKIE}=({TOKEN})[ \t]*(?=;|$)", re.ASCII)

CONTENT_POLICY = (
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:",
    "font-src 'self'", "connect-src 'self'", "manifest-src 'self'", "worker-src 'self'",
    "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'",
)  # fmt: skip
CAGE = "js/workshop/cage.js"  # the one inline script: that of the workshop's frame
POLICY = "Content-Security-Policy"
SECURITY_HEADERS = {
    POLICY: "; ".join(CONTENT_POLICY),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
}
PART_HEADERS = {
    name: SECURITY_HEADERS[name]
    for name in ("X-Content-Type-Options", "Cross-Origin-Resource-Policy")
}  # for scripts, styles, fonts and texts: browsers read the others only on pages and workers


@cache
def wasm_policy() -> str:
    """Return the policy for pages that run Python: it allows its code and the workshop's frame.

    The frame has no origin. Its own policy, added to this one, allows only what it makes itself."""
    cage = b64encode(sha256(files()[CAGE].body).digest()).decode()
    more = {
        "script-src": f" 'wasm-unsafe-eval' blob: 'sha256-{cage}'",
        "worker-src": " blob:",
    }
    return "; ".join(part + more.get(part.partition(" ")[0], "") for part in CONTENT_POLICY)


def headers_of(raw: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """Return the headers of a request with lower-case names. Several cookie headers are joined."""
    headers: dict[str, str] = {}
    for name, value in raw:
        key, text = name.decode("latin-1").lower(), value.decode("latin-1")
        headers[key] = f"{headers[key]}; {text}" if key == "cookie" and key in headers else text
    return headers


@dataclass(frozen=True, slots=True)
class Guards:
    """The host names this server answers to, and further origins it trusts."""

    names: frozenset[str] = frozenset()  # empty for any name
    origins: frozenset[str] = frozenset()
    addresses: bool = False  # whether any IP address is accepted as a host

    def knows_host(self, headers: dict[str, str]) -> bool:
        """Return whether the request's host is a name of this server."""
        if not self.names:
            return True
        host = _host_of(f"//{headers.get('host', '')}")
        if host is None:
            return False
        if host in self.names or any(_host_of(origin) == host for origin in self.origins):
            return True
        return self.addresses and _is_address(host)

    def trusts(self, headers: dict[str, str], scheme: str) -> bool:
        """Return whether a request comes from a page of this site, or from no page."""
        origin, site = headers.get("origin"), headers.get("sec-fetch-site")
        if origin is None:
            return site in (None, "same-origin", "none")
        if origin == "null":  # a form on our page, which sends no referrer
            return site == "same-origin"
        own = {"ws": "http", "wss": "https"}.get(scheme, scheme) + "://" + headers.get("host", "")
        return origin == own or origin in self.origins


def _host_of(address: str) -> str | None:
    """Return the host of an address, or None if it is malformed."""
    try:
        return urlsplit(address).hostname
    except ValueError:
        return None


def _is_address(host: str) -> bool:
    """Return whether a host is an IP address: foreign names cannot be rebound to it."""
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def token_of(headers: dict[str, str]) -> str | None:
    """Return the token in a request's cookie, or None. Values that are not ours are ignored."""
    found = _OURS.search(headers.get("cookie", ""))
    return None if found is None else found[1]


def set_cookie(token: str, base: str, *, secure: bool) -> str:
    """Return the Set-Cookie value that gives a browser its token, under the base path."""
    rest = "; Secure" if secure else ""
    return f"{COOKIE}={token}; Path={base}/; Max-Age={COOKIE_SECONDS}; HttpOnly; SameSite=Lax{rest}"
