"""The manual's configurations for nginx and Caddy, run with those that are installed."""

import json
import re
import shutil
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect

from tests.loops import alone
from tests.server.cluster import free_port
from tests.server.test_deployment import ROOT, served

MANUAL = (ROOT / "docs" / "operating.md").read_text("utf-8")
SITES = re.findall(
    r"```(?:nginx)?\n(server \{.*?|    location /cards/.*?|\S+ \{\n.*?)```", MANUAL, re.S
)
WHOLE, PATH, CADDY = (
    SITES[0],
    *(next(one for one in SITES if mark in one) for mark in ("... ", "redir")),
)
NAME = "cards.example"
CASES = ["nginx", "nginx handed on", "nginx taken off", "caddy taken off", "caddy handed on"]


def program(name: str) -> str:
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin")
    if found is None or shutil.which("openssl") is None:
        pytest.skip(f"no {name} or no openssl")
    return found


def certificate(folder: Path) -> tuple[Path, Path]:
    """Return a certificate for the host name, and its key."""
    made, key = folder / "made.pem", folder / "key.pem"
    words = f"req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN={NAME} -keyout {key} -out {made}"
    subprocess.run(["openssl", *words.split()], check=True, capture_output=True)
    return made, key


def nginx(case: str, folder: Path, port: int, behind: int) -> list[str]:
    """Return the command for nginx with the manual's lines."""
    made, key = certificate(folder)
    site = WHOLE
    if case != "nginx":
        inner = re.search(r"location / \{\n(.*?)    \}", WHOLE, re.S)
        assert inner
        rest = "\n".join(line for line in inner[1].splitlines() if "proxy_pass" not in line)
        path = re.sub(r"^.*\.\.\. .*$", rest, PATH, flags=re.M)
        if case == "nginx taken off":
            path = path.replace("8017;", "8017/;")
        site = WHOLE.replace(WHOLE[WHOLE.index("    location") : WHOLE.rindex("}")], path)
    site = site.replace("8017", str(behind)).replace(
        "listen 443 ssl;",
        f"listen 127.0.0.1:{port} ssl; ssl_certificate {made}; ssl_certificate_key {key};",
    )
    here = "".join(
        f"{kind}_temp_path {folder}/{kind};"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    config = folder / "nginx.conf"
    config.write_text(
        f"daemon off; pid {folder}/pid; events {{}} http {{ access_log off; {here} {site} }}"
    )
    return ["-c", str(config), "-e", "stderr", "-p", str(folder)]


def caddy(case: str, folder: Path, port: int, behind: int) -> list[str]:
    """Return the command for Caddy with the manual's lines, and a certificate of its own."""
    made, key = certificate(folder)
    site = CADDY.replace("example.org {", f"https://{NAME}:{port} {{\n    tls {made} {key}")
    if case == "caddy handed on":
        site = site.replace("handle_path", "handle")
    config = folder / "Caddyfile"
    config.write_text(
        f"{{\n    admin off\n    auto_https off\n}}\n{site.replace('8017', str(behind))}"
    )
    return ["run", "--config", str(config), "--adapter", "caddyfile"]


@contextmanager
def between(case: str, folder: Path, behind: int) -> Iterator[int]:
    """Yield the port of a proxy in front of a server."""
    name, port = case.partition(" ")[0], free_port()
    words = (nginx if name == "nginx" else caddy)(case, folder, port, behind)
    environment = {
        "HOME": str(folder),
        "XDG_DATA_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
    }
    with subprocess.Popen(
        [program(name), *words], stderr=(folder / "said").open("wb"), env=environment
    ) as process:
        try:
            for _ in range(200):
                assert process.poll() is None, (folder / "said").read_text()
                try:
                    httpx.get(f"https://127.0.0.1:{port}/", verify=False)
                except httpx.ConnectError:
                    time.sleep(0.05)
                else:
                    break
            yield port
        finally:
            process.terminate()


@pytest.mark.parametrize("case", CASES)
def test_the_manual_s_proxies_pass_everything_on(case: str, tmp_path: Path) -> None:
    """Pages, files, cookies and sockets; but they make no outsider an operator."""
    program(case.partition(" ")[0])
    base = "" if case == "nginx" else "/cards"
    origin = f"https://{NAME}"
    words = ["serve", "--data", str(tmp_path / "data"), "--origin", origin, "--proxy"]
    words += ["--base", base] if base else []
    with served(words, tmp_path) as behind, between(case, tmp_path, behind) as port:

        def ask(method: str, path: str, **given: Any) -> httpx.Response:
            headers = {"host": NAME, "origin": origin} | given.pop("headers", {})
            url, more = f"https://127.0.0.1:{port}{path}", {"sni_hostname": NAME}
            return http.request(method, url, headers=headers, extensions=more, **given)

        with httpx.Client(verify=False) as http:
            if base:
                bare = ask("GET", base)
                assert bare.is_redirect
                assert httpx.URL(bare.headers["location"]).path == f"{base}/"
            page = ask("GET", f"{base}/")
            cookie = page.headers["set-cookie"]
            assert f"; Path={base}/;" in cookie
            assert cookie.endswith("; Secure")
            assert page.headers["strict-transport-security"]
            for address in re.findall(r'(?:src|href)="(/[^"]+)"', page.text):
                assert ask("GET", address).status_code == 200, address
            made = ask("POST", f"{base}/api/rooms", json={"game": "klondike", "deal": 1})
            assert made.status_code == 201, made.text
            foreign = {"origin": "https://evil.example"}
            assert ask("POST", f"{base}/api/rooms", json={}, headers=foreign).status_code == 403
            for path in ("metrics", "operators"):
                assert ask("GET", f"{base}/{path}").status_code == 403
        said = alone(play(port, base, made.json()["room"], cookie.partition(";")[0]), 30)
        assert said == ["welcome", "room", "event"]


async def play(port: int, base: str, room: str, cookie: str) -> list[str]:
    """Make a move over a socket. Return the types of the frames received."""
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    headers = {"cookie": cookie, "origin": f"https://{NAME}"}
    async with connect(
        f"wss://{NAME}{base}/ws", host="127.0.0.1", port=port, ssl=trusting,
        additional_headers=headers,
    ) as wire:  # fmt: skip
        heard = [json.loads(await wire.recv())]
        await wire.send(json.dumps({"type": "enter", "id": "e", "room": room}))
        heard.append(json.loads(await wire.recv()))
        move = {"type": "act", "id": "m", "action": "turn", "number": heard[-1]["number"]}
        await wire.send(json.dumps(move))
        while heard[-1].get("id") != "m":
            heard.append(json.loads(await wire.recv()))
    return [one["type"] for one in heard if one["type"] != "presence"]
