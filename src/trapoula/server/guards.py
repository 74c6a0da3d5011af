"""Who may speak to this server: the host it is called by, the origin of a page, and the cookie."""

from collections.abc import Iterable
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from urllib.parse import urlsplit

from trapoula.server.people import COOKIE, COOKIE_SECONDS, is_token

SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self';"
        " connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self';"
        " frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
}


def headers_of(raw: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """The headers of a request, names in small letters."""
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in raw}


@dataclass(frozen=True, slots=True)
class Guards:
    """The names this server answers to, and further origins it trusts."""

    names: frozenset[str] = frozenset()  # empty: any
    origins: frozenset[str] = frozenset()

    def knows_host(self, headers: dict[str, str]) -> bool:
        """Whether a request calls this server by a name of its own."""
        if not self.names:
            return True
        host = urlsplit(f"//{headers.get('host', '')}").hostname or ""
        return host in self.names or any(
            urlsplit(origin).hostname == host for origin in self.origins
        )

    def trusts(self, headers: dict[str, str], scheme: str) -> bool:
        """Whether a request comes from a page of this site, or from no page at all."""
        origin = headers.get("origin")
        if origin is None:
            return True
        own = {"ws": "http", "wss": "https"}.get(scheme, scheme) + "://" + headers.get("host", "")
        return origin == own or origin in self.origins


def token_of(headers: dict[str, str]) -> str | None:
    """The token in a request's cookie, if it is one of ours."""
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return None
    return found.value if found is not None and is_token(found.value) else None


def set_cookie(token: str, *, secure: bool) -> str:
    """The header that gives a browser its token."""
    rest = "; Secure" if secure else ""
    return f"{COOKIE}={token}; Path=/; Max-Age={COOKIE_SECONDS}; HttpOnly; SameSite=Lax{rest}"
