"""A reverse proxy on loopback: it hands on what comes under a path, with the path or without it."""

import socket
import threading
from contextlib import suppress
from socketserver import BaseRequestHandler, ThreadingTCPServer
from typing import Any

HEAD_END = b"\r\n\r\n"


class Proxy:
    """Hands on to a port what is asked under a base; everything else is somebody else's."""

    def __init__(self, port: int, base: str, *, strips: bool) -> None:
        proxy = self
        self.port, self.base, self.strips = port, base, strips

        class Handler(BaseRequestHandler):
            def handle(self) -> None:
                with suppress(OSError):
                    proxy._hand_on(self.request)

        self._server = ThreadingTCPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.origin = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def _hand_on(self, client: socket.socket) -> None:
        asked = b""
        while HEAD_END not in asked:
            piece = client.recv(65536)
            if not piece:
                return
            asked += piece
        head, _, body = asked.partition(HEAD_END)
        first, *lines = head.decode("latin-1").split("\r\n")
        method, path, version = first.split(" ")
        if path != self.base and not path.startswith(f"{self.base}/"):
            client.sendall(
                b"HTTP/1.1 404 Elsewhere\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            )
            return
        if self.strips:
            path = path.removeprefix(self.base) or "/"
        if not any(line.lower().startswith("upgrade:") for line in lines):  # one request a line
            lines = [line for line in lines if not line.lower().startswith("connection:")]
            lines.append("Connection: close")
        lines.append("X-Forwarded-For: 127.0.0.1")
        told = "\r\n".join((f"{method} {path} {version}", *lines)).encode("latin-1")
        with socket.create_connection(("127.0.0.1", self.port)) as server:
            server.sendall(told + HEAD_END + body)
            back = threading.Thread(target=_pour, args=(client, server), daemon=True)
            back.start()
            _pour(server, client)


def _pour(source: Any, into: Any) -> None:
    """Everything that comes, until nothing more comes."""
    with suppress(OSError):
        while piece := source.recv(65536):
            into.sendall(piece)
    with suppress(OSError):
        into.shutdown(socket.SHUT_WR)
