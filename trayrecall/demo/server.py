"""A server on the loopback address in its own thread: bound and listening before the thread starts."""

from __future__ import annotations

import asyncio
import os
import socket
import threading
from collections.abc import Iterable
from types import TracebackType
from typing import Any, Self

import uvicorn

from trayrecall.demo.app import EtapiApp
from trayrecall.demo.notes import DemoNote
from trayrecall.demo.tree import Tree

DEMO_TOKEN = "demo_" + "0" * 52  # no secret: it opens the sample notes on this machine alone
_START_SECONDS = 5.0
_STOP_SECONDS = 5.0


class _Server(uvicorn.Server):
    """Uvicorn that tells when it accepts."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.is_up = threading.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.is_up.set()


class LoopbackServer:
    """Runs an ASGI application on 127.0.0.1; `port` 0 takes a free one. Also a context manager.

    Raises `OSError` at once when the port is taken. Once made, it answers. `close` may be called twice.
    """

    def __init__(self, app: Any, *, port: int = 0, name: str = "trayrecall-demo") -> None:
        self._socket = _listening(port)
        self.port: int = self._socket.getsockname()[1]
        config = uvicorn.Config(
            app,
            http="h11",
            ws="none",
            lifespan="off",
            interface="asgi3",
            log_config=None,
            access_log=False,
            server_header=False,
            date_header=False,
            timeout_keep_alive=60,
            timeout_graceful_shutdown=1,
        )
        self._server = _Server(config)
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()
        self._server.is_up.wait(_START_SECONDS)

    @property
    def url(self) -> str:
        """The base address."""
        return f"http://127.0.0.1:{self.port}"

    def close(self) -> None:
        """Stop listening, end what runs, and wait for the thread."""
        self._server.should_exit = True
        self._server.force_exit = True
        self._thread.join(_STOP_SECONDS)
        self._socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _run(self) -> None:
        asyncio.run(self._server.serve(sockets=[self._socket]))


def _listening(port: int) -> socket.socket:
    """A listening socket that says it is TCP: asyncio sets TCP_NODELAY only on those.

    `socket.create_server` leaves the protocol 0; then each answer waits 40 ms for the client's delayed ACK.
    """
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(("127.0.0.1", port))
        listening.listen(128)
    except OSError:
        listening.close()
        raise
    return listening


class DemoServer(LoopbackServer):
    """The demo's notes behind ETAPI. `token` opens them."""

    token = DEMO_TOKEN

    def __init__(self, notes: Iterable[DemoNote], *, port: int = 0) -> None:
        self.tree = Tree(notes)
        super().__init__(EtapiApp(self.tree, self.token), port=port)
