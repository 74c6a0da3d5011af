"""Who may speak to this server: the host it is called by, the origin of a page, and the cookie."""

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
CAGE = "js/workshop/cage.js"  # the one script that stands in the text of a page: a frame's
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
}  # of scripts, styles, fonts and texts: browsers read the others on pages and workers only


@cache
def wasm_policy() -> str:
    """What pages are allowed where browsers run Python: its code, and the frame of the workshop.

    That frame has no origin; its policy, which it adds to this one, leaves it only what it makes itself."""
    cage = b64encode(sha256(files()[CAGE].body).digest()).decode()
    more = {
        "script-src": f" 'wasm-unsafe-eval' blob: 'sha256-{cage}'",
        "worker-src": " blob:",
    }
    return "; ".join(part + more.get(part.partition(" ")[0], "") for part in CONTENT_POLICY)


def headers_of(raw: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """The headers of a request, names in small letters; cookies may come in several."""
    headers: dict[str, str] = {}
    for name, value in raw:
        key, text = name.decode("latin-1").lower(), value.decode("latin-1")
        headers[key] = f"{headers[key]}; {text}" if key == "cookie" and key in headers else text
    return headers


@dataclass(frozen=True, slots=True)
class Guards:
    """The names this server answers to, and further origins it trusts."""

    names: frozenset[str] = frozenset()  # empty: any
    origins: frozenset[str] = frozenset()
    addresses: bool = False  # whether it may be called by any IP address, too

    def knows_host(self, headers: dict[str, str]) -> bool:
        """Whether a request calls this server by a name of its own."""
        if not self.names:
            return True
        host = _host_of(f"//{headers.get('host', '')}")
        if host is None:
            return False
        if host in self.names or any(_host_of(origin) == host for origin in self.origins):
            return True
        return self.addresses and _is_address(host)

    def trusts(self, headers: dict[str, str], scheme: str) -> bool:
        """Whether a request comes from a page of this site, or from no page at all."""
        origin, site = headers.get("origin"), headers.get("sec-fetch-site")
        if origin is None:
            return site in (None, "same-origin", "none")
        if origin == "null":  # a form of ours, whose pages tell no referrer
            return site == "same-origin"
        own = {"ws": "http", "wss": "https"}.get(scheme, scheme) + "://" + headers.get("host", "")
        return origin == own or origin in self.origins


def _host_of(address: str) -> str | None:
    """The host of an address; none where there is no sense in it."""
    try:
        return urlsplit(address).hostname
    except ValueError:
        return None


def _is_address(host: str) -> bool:
    """Whether a host is an IP address, which no foreign name can be made to stand for."""
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def token_of(headers: dict[str, str]) -> str | None:
    """The token in a request's cookie, if it is one of ours; what others keep there is passed over."""
    found = _OURS.search(headers.get("cookie", ""))
    return None if found is None else found[1]


def set_cookie(token: str, base: str, *, secure: bool) -> str:
    """The header that gives a browser its token, for what lies under a path."""
    rest = "; Secure" if secure else ""
    return f"{COOKIE}={token}; Path={base}/; Max-Age={COOKIE_SECONDS}; HttpOnly; SameSite=Lax{rest}"
