"""`trapoula serve`: run one server process."""

import asyncio
import gc
import logging
import re
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import time
from typing import Any, cast

import uvicorn

from trapoula.core.errors import reason
from trapoula.machine.folders import data_folder
from trapoula.room import commands
from trapoula.server import site
from trapoula.server.app import application
from trapoula.server.errors import CannotServe
from trapoula.server.guards import Guards
from trapoula.server.house import House
from trapoula.server.limits import Limits
from trapoula.server.logs import set_up_logs
from trapoula.server.protocols import Callers, Http, Outbox, Socket
from trapoula.server.qr import paint
from trapoula.server.store import ADDRESS, Store, open_database
from trapoula.texts import say

FILE = "trapoula.db"
LAST_PORT = 65535
BASE = re.compile(r"[\w.~-]+(?:/[\w.~-]+)*", re.ASCII)
LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})


@dataclass(frozen=True, slots=True)
class Plan:
    """The options of the command line."""

    host: str = "127.0.0.1"
    port: int = 8017
    data: str | None = None
    database: str | None = None
    lan: bool = False
    origins: tuple[str, ...] = ()
    proxy: bool = False  # whether to trust a reverse proxy on this machine about clients' addresses
    opened: str | None = None  # the page to open in the browser
    lends: bool = False  # whether browsers can run patiences themselves
    pyodide: str | None = None  # a folder with Pyodide, in place of a download
    base: str = ""  # its path on the host
    warm: bool = True  # whether to load the solver before the first question
    limits: Limits = field(default_factory=Limits)


def lan_address() -> str:
    """Return this machine's address in its network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing, only looks up the route
            address: str = probe.getsockname()[0]
        except OSError:
            return "127.0.0.1"
    return address


def place_of(plan: Plan) -> str:
    """Return where data is stored: a database address or a file."""
    if plan.database is not None and not plan.database.startswith(ADDRESS):
        raise CannotServe(
            "--database takes an address, postgresql://...; a folder is given with --data."
        )
    return plan.database or str((Path(plan.data) if plan.data else data_folder()) / FILE)


def _is_local(plan: Plan) -> bool:
    return plan.host in LOCAL and not plan.lan


def names_of(plan: Plan) -> frozenset[str]:
    """Return the host names that the server accepts, besides those of its origins."""
    if _is_local(plan):
        return LOCAL
    own = socket.gethostname().lower()
    return LOCAL | {plan.host.lower(), own, f"{own.partition('.')[0]}.local"}


def base_of(plan: Plan) -> str:
    """Return the base path, such as "/cards", or ""."""
    base = plan.base.strip("/")
    if base and not BASE.fullmatch(base):
        raise CannotServe(
            "--base takes a path of letters, digits and - . _ ~, such as /cards; {base} is none.",
            base=repr(plan.base),
        )
    return f"/{base}" if base else ""


def configure(plan: Plan) -> tuple[uvicorn.Config, House]:
    """Return the configured server and its house."""
    house = House(Store(open_database(place_of(plan))), limits=plan.limits)
    lent = site.lent(Path(plan.pyodide) if plan.pyodide else None) if plan.lends else None
    guards = Guards(names_of(plan), frozenset(plan.origins), addresses=not _is_local(plan))
    config = uvicorn.Config(
        application(house, guards, lent, base_of(plan)),
        host="0.0.0.0" if plan.lan else plan.host,
        port=plan.port,
        http=cast(Any, partial(Http, Callers(plan.limits, proxied=plan.proxy))),
        ws=cast(Any, partial(Socket, plan.limits, Outbox())),
        ws_max_size=commands.LONGEST,
        ws_per_message_deflate=False,
        ws_ping_interval=plan.limits.beat,
        ws_ping_timeout=plan.limits.beat,
        lifespan="on",
        server_header=False,
        proxy_headers=plan.proxy,
        forwarded_allow_ips="127.0.0.1",
        access_log=False,
        log_config=None,
        timeout_graceful_shutdown=5,
        backlog=2048,
    )
    return config, house


class Server(uvicorn.Server):
    """uvicorn, with a goodbye to every client before their connections close."""

    def __init__(self, plan: Plan) -> None:
        config, self.house = configure(plan)
        super().__init__(config)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start. If the process is told to stop meanwhile, finish starting and shut down properly."""
        starting = asyncio.ensure_future(super().startup(sockets))
        try:
            await asyncio.shield(starting)
        except asyncio.CancelledError:
            await starting
            await self.shutdown(sockets)
            raise

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close every connection, and stop."""
        await self.house.say_goodbye()
        await super().shutdown(sockets)


def run(plan: Plan) -> int:
    """Serve until told to stop."""
    server = Server(plan)
    listener = listen(plan)
    port = listener.getsockname()[1]
    set_up_logs()
    address = lan_address() if plan.lan else plan.host
    url = f"http://{f'[{address}]' if ':' in address else address}:{port}{base_of(plan)}/"

    async def serve() -> None:
        await server.house.open()  # data errors end the program before it prints an address
        tune_collector()
        raise_file_limit()
        print(say("Trapoula is at {url}", url=url), flush=True)
        if plan.lan:
            print(paint(url), flush=True)
        if plan.opened is not None:
            webbrowser.open(url + plan.opened)
        if plan.warm:
            server.house.spawn(server.house.lanes.warm())
        await server.serve(sockets=[listener])

    begun = time()
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
    try:
        with asyncio.Runner(loop_factory=fast_loop()) as runner:
            runner.run(serve())
    except KeyboardInterrupt:
        if not server.started:
            raise
    if not server.started:
        return 1
    if not sys.stderr.isatty():  # in a terminal, the operator sees that it stopped
        logging.getLogger("trapoula").info("stopped after %.0f s", time() - begun)
    return 0


def raise_file_limit() -> None:
    """Raise the limit of open connections to what the system allows."""
    if sys.platform != "win32":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def tune_collector() -> None:
    """Run the garbage collector less often, and never over objects that live to the end.

    Rooms and connections are many small, long-lived objects: at 2,000 connections a full collection
    holds up every table. The young generation is large enough for what all tables have in use at
    once, most of which is freed without the collector. What survives is collected soon, in small
    heaps."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 0, 50)


def fast_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Return uvloop's event loop if it is installed, else None."""
    try:
        from uvloop import new_event_loop
    except ImportError:
        return None
    return new_event_loop


def listen(plan: Plan) -> socket.socket:
    """Bind the port."""
    host = "0.0.0.0" if plan.lan else plan.host
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, plan.port))
    except OSError as error:
        listener.close()
        raise CannotServe(
            "Port {port} of {host} cannot be used: {reason}. Try another --port.",
            port=plan.port,
            host=host,
            reason=reason(error),
        ) from None
    except OverflowError:
        listener.close()
        raise CannotServe(
            "There is no port {port}: ports are numbered from 0 to {last}.",
            port=plan.port,
            last=LAST_PORT,
        ) from None
    listener.listen(2048)
    return listener
