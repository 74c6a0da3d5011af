"""`trapoula serve`: one process, an address, and tables that outlive it."""

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
    """What the command line asks for."""

    host: str = "127.0.0.1"
    port: int = 8017
    data: str | None = None
    database: str | None = None
    lan: bool = False
    origins: tuple[str, ...] = ()
    proxy: bool = False  # whether to believe a reverse proxy on this machine about who is calling
    opened: str | None = None  # the page to open in the browser
    lends: bool = False  # whether browsers may play patiences themselves
    pyodide: str | None = None  # a folder with what they need for it, if it is here already
    base: str = ""  # the path under which it lies on its host
    warm: bool = True  # whether to load the solver before the first question
    limits: Limits = field(default_factory=Limits)


def lan_address() -> str:
    """This machine's address in its own network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent: only the route is looked up
            address: str = probe.getsockname()[0]
        except OSError:
            return "127.0.0.1"
    return address


def place_of(plan: Plan) -> str:
    """Where everything is kept: the address of a database, or a file."""
    if plan.database is not None and not plan.database.startswith(ADDRESS):
        raise CannotServe(
            "--database takes an address, postgresql://...; a folder is given with --data."
        )
    return plan.database or str((Path(plan.data) if plan.data else data_folder()) / FILE)


def _is_local(plan: Plan) -> bool:
    return plan.host in LOCAL and not plan.lan


def names_of(plan: Plan) -> frozenset[str]:
    """The names by which a server of this plan may be called, beside those of its origins."""
    if _is_local(plan):
        return LOCAL
    own = socket.gethostname().lower()
    return LOCAL | {plan.host.lower(), own, f"{own.partition('.')[0]}.local"}


def base_of(plan: Plan) -> str:
    """The path under which a server of this plan lies: "/cards", or nothing."""
    base = plan.base.strip("/")
    if base and not BASE.fullmatch(base):
        raise CannotServe(
            "--base takes a path of letters, digits and - . _ ~, such as /cards; {base} is none.",
            base=repr(plan.base),
        )
    return f"/{base}" if base else ""


def configure(plan: Plan) -> tuple[uvicorn.Config, House]:
    """The server of a plan."""
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
    """uvicorn, which says goodbye to everyone before it closes their sockets."""

    def __init__(self, plan: Plan) -> None:
        config, self.house = configure(plan)
        super().__init__(config)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin; whoever is told to stop meanwhile stops as always, once everything stands."""
        starting = asyncio.ensure_future(super().startup(sockets))
        try:
            await asyncio.shield(starting)
        except asyncio.CancelledError:
            await starting
            await self.shutdown(sockets)
            raise

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Send everyone home, and stop."""
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
        await server.house.open()  # what is wrong with the data is said before anything is promised
        spare_collector()
        open_wide()
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
    if not sys.stderr.isatty():  # whoever stops it by hand can see that it stopped
        logging.getLogger("trapoula").info("stopped after %.0f s", time() - begun)
    return 0


def open_wide() -> None:
    """Let this process have as many connections as the system would allow it."""
    if sys.platform != "win32":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def spare_collector() -> None:
    """Have Python look for garbage less often, and never among what stays till the end.

    Rooms and sockets are many small things that stay for long: at 2,000 sockets each full look holds up
    every table. Young things are looked at when there are more of them than all tables have in their hands
    at once, since most of those go by themselves; and what is left is looked at soon, in small heaps."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 0, 50)


def fast_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop's event loop where it is installed, else Python's own."""
    try:
        from uvloop import new_event_loop
    except ImportError:
        return None
    return new_event_loop


def listen(plan: Plan) -> socket.socket:
    """The port of a plan, taken."""
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
