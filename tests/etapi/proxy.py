"""A small proxy on the loopback address: CONNECT and plain forwarding, every name leading to one server."""

from __future__ import annotations

import base64
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field


@dataclass
class Proxy:
    """Its port, and the head of each request as it arrived. `status` other than 200 refuses all of them."""

    target: int
    status: int = 200
    user: str = ""
    port: int = 0
    heads: list[str] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://{self.user + '@' if self.user else ''}127.0.0.1:{self.port}"

    @property
    def lines(self) -> list[str]:
        """The first line of each request."""
        return [head.split("\r\n")[0] for head in self.heads]

    def serve(self, client: socket.socket) -> None:
        client.settimeout(3)
        head = b""
        while b"\r\n\r\n" not in head:
            if not (piece := client.recv(65536)):
                return
            head += piece
        text = head.decode("latin-1")
        self.heads.append(text)
        wanted = base64.b64encode(self.user.encode()).decode()
        status = (
            407
            if self.user and f"proxy-authorization: basic {wanted}".lower() not in text.lower()
            else self.status
        )
        if status != 200:
            client.sendall(f"HTTP/1.1 {status} No\r\ncontent-length: 0\r\n\r\n".encode())
            return
        with socket.create_connection(("127.0.0.1", self.target), 3) as server:
            if text.startswith("CONNECT "):
                client.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
            else:
                method, url, rest = text.split(" ", 2)
                path = "/" + url.split("://", 1)[1].split("/", 1)[1]
                kept = "\r\n".join(
                    line
                    for line in rest.split("\r\n")
                    if not line.lower().startswith(("proxy-", "connection:"))
                )
                kept = kept.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n")
                server.sendall(f"{method} {path} {kept}".encode("latin-1"))
            back = threading.Thread(target=_pump, args=(server, client))
            back.start()
            _pump(client, server)
            back.join()


def _pump(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while piece := source.recv(65536):
            target.sendall(piece)
    with suppress(OSError):
        target.shutdown(socket.SHUT_WR)


@contextmanager
def proxying(target: int, *, status: int = 200, user: str = "") -> Iterator[Proxy]:
    """A running proxy in front of the server at that port of this machine."""
    proxy = Proxy(target, status, user)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        proxy.port = listening.getsockname()[1]
        listening.settimeout(0.02)
        stop = threading.Event()
        served: list[threading.Thread] = []

        def one(client: socket.socket) -> None:
            with client, suppress(OSError):
                proxy.serve(client)

        def take() -> None:
            while not stop.is_set():
                with suppress(TimeoutError):
                    client, _ = listening.accept()
                    served.append(threading.Thread(target=one, args=(client,)))
                    served[-1].start()

        thread = threading.Thread(target=take)
        thread.start()
        try:
            yield proxy
        finally:
            stop.set()
            thread.join()
            for each in served:
                each.join()
