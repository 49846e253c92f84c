"""The listener: uvicorn in a thread of its own with its own loop, on loopback and, when a person wants that, further.

The socket is bound and listens before the thread starts, so a taken port is an error that a person sees. uvicorn keeps
silent: its messages could quote what a request said, and the guard logs failures without that.
"""

from __future__ import annotations

import asyncio
import errno
import ipaddress
import logging
import os
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from trayrecall.core.errors import TrayRecallError
from trayrecall.core.linguist import QT_TRANSLATE_NOOP
from trayrecall.running import Running, forget_running, write_running

log = logging.getLogger(__name__)

PORTS_TRIED = 10
HEADER_SECONDS = 5.0
MOST_CONNECTIONS = 200  # at once; a process has as few as 256 files
STOP_SECONDS = 2.0
_START_SECONDS = 10.0
_TICK_SECONDS = 1.0
_HIGHEST_PORT = 65535
_LOOPBACK = "127.0.0.1"
_TAKEN = frozenset({errno.EADDRINUSE, errno.EACCES, getattr(errno, "WSAEACCES", errno.EACCES)})


class ListenerError(TrayRecallError):
    """The listener can't start."""

    title = QT_TRANSLATE_NOOP("errors", "TrayRecall can't listen")
    hint = QT_TRANSLATE_NOOP("errors", "Agents and the command line can't reach it; see the log.")


class PortsTaken(ListenerError):
    """All ports that were tried are taken by other programs."""

    title = QT_TRANSLATE_NOOP("errors", "The ports are taken by other programs")
    hint = QT_TRANSLATE_NOOP(
        "errors", "Set another port in the settings (“port”), or end the program that holds them."
    )


class NotLoopback(ListenerError):
    """The address can be reached from other machines, and nothing is set up for that."""

    title = QT_TRANSLATE_NOOP("errors", "Other machines could reach this address")
    hint = QT_TRANSLATE_NOOP(
        "errors",
        "Listen on 127.0.0.1, or first set an https base URL and a password (trayrecall remote on"
        " https://recall.example, or RECALL_BASE_URL and RECALL_LOGIN_PASSWORD) and a proxy that speaks HTTPS there.",
    )


class NoAddress(ListenerError):
    """What should be listened on is no address."""

    title = QT_TRANSLATE_NOOP("errors", "That is no address to listen on")
    hint = QT_TRANSLATE_NOOP("errors", "Give it in numbers, such as 0.0.0.0 or 192.168.1.4.")


class Listener:
    """Serves one ASGI application, which is built once the port is known.

    `build` gets the port and gives the application, guard and all. Each listener is started and stopped once.
    This machine's own clients always find it on loopback, whatever `host` is listened on besides.
    """

    def __init__(
        self,
        build: Callable[[int], ASGIApp],
        *,
        host: str = "127.0.0.1",
        port: int,
        runtime_file: Path | None = None,
        may_be_reached: bool = False,
    ) -> None:
        """Raises NoAddress, and NotLoopback unless other machines may reach it."""
        self._build = build
        self._host = _numeric(host)
        if not may_be_reached and not _is_loopback(self._host):
            raise NotLoopback(self._host)
        self.wanted = port  # as it was asked for
        self._runtime_file = runtime_file
        self._running: Running | None = None
        self._server: _Server | None = None
        self._thread: threading.Thread | None = None

    @property
    def port(self) -> int:
        """The port that is listened on. Raises ListenerError before `start`."""
        if self._running is None:
            raise ListenerError("not started")
        return self._running.port

    @property
    def serves(self) -> bool:
        """Whether it was started."""
        return self._running is not None

    @property
    def url(self) -> str:
        """The base address for clients on this machine."""
        host = self._host if _is_loopback(self._host) else _LOOPBACK
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}"

    @property
    def moved(self) -> bool:
        """Whether the wanted port was taken, so that clients must be told of another one."""
        return self.wanted not in (0, self.port)

    def start(self) -> int:
        """Listen and serve; the port, which is the wanted one or the next free of ten.

        Raises PortsTaken, or ListenerError when serving fails to begin.
        """
        socks = _listening_sockets(_hosts(self._host), self.wanted)
        self._running = Running(socks[0].getsockname()[1], os.getpid(), time.time())
        try:
            self._server = _Server(_config(self._build(self._running.port)))
        except BaseException:
            _close(socks)
            self._running = None
            raise
        self._thread = threading.Thread(target=self._serve, args=(socks,), name="http", daemon=True)
        self._thread.start()
        if not self._server.ready.wait(_START_SECONDS) or not self._server.started:
            _close(socks)
            self._running = None
            raise ListenerError(QT_TRANSLATE_NOOP("errors", "its thread ended at once"))
        if self._runtime_file is not None:
            write_running(self._runtime_file, self._running)
        return self._running.port

    def stop(self) -> None:
        """Stop serving and take the runtime file back. Open connections get a second; returns within two."""
        if self._runtime_file is not None and self._running is not None:
            forget_running(self._runtime_file, self._running)
        if self._server is None or self._thread is None:
            return
        self._server.end()
        self._thread.join(STOP_SECONDS)
        if self._thread.is_alive():
            log.warning("the listener's thread did not end in time")

    def _serve(self, socks: list[socket.socket]) -> None:
        assert self._server is not None
        try:
            self._server.run(sockets=socks)
        except Exception as failure:  # noqa: BLE001 - named barrier: the end of the thread
            log.error("the listener ended: %s", type(failure).__name__)  # noqa: TRY400
        finally:
            self._server.ready.set()
            _close(socks)


# ---- sockets ------------------------------------------------------------------------------------------


def _numeric(host: str) -> str:
    """The address in numbers. Raises NoAddress."""
    try:
        return str(ipaddress.ip_address(_LOOPBACK if host.lower() == "localhost" else host.strip("[]")))
    except ValueError:
        raise NoAddress(host) from None


def _is_loopback(address: str) -> bool:
    return ipaddress.ip_address(address).is_loopback


def _hosts(address: str) -> list[str]:
    """All that is listened on: loopback too, where the address doesn't hold it already."""
    holds = _is_loopback(address) or ipaddress.ip_address(address).is_unspecified
    return [address] if holds else [_LOOPBACK, address]


def _listening_sockets(hosts: list[str], wanted: int) -> list[socket.socket]:
    """Sockets that listen on one port of all hosts: the wanted one, or the next free of ten; any free one for 0.

    Raises PortsTaken and ListenerError.
    """
    last = min(wanted + PORTS_TRIED - 1, _HIGHEST_PORT) if wanted else 0
    for port in range(wanted, last + 1):
        socks: list[socket.socket] = []
        try:
            for host in hosts:
                socks.append(_listening_socket(host, socks[0].getsockname()[1] if socks else port))
        except OSError as failure:
            _close(socks)
            if failure.errno not in _TAKEN:
                reason = failure.strerror or failure.errno
                raise ListenerError(
                    QT_TRANSLATE_NOOP("errors", "{hosts}, port {port}: {reason}"),
                    values={"hosts": ", ".join(hosts), "port": port, "reason": reason},
                ) from None
        except BaseException:
            _close(socks)
            raise
        else:
            return socks
    raise PortsTaken(QT_TRANSLATE_NOOP("errors", "{first} to {last}"), values={"first": wanted, "last": last})


def _listening_socket(host: str, port: int) -> socket.socket:
    sock = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    try:
        _claim_alone(sock)
        if host == "::":
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)  # 127.0.0.1 too
        sock.bind((host, port))
        sock.listen(128)
    except BaseException:
        sock.close()
        raise
    return sock


def _close(socks: list[socket.socket]) -> None:
    for sock in socks:
        sock.close()


def _claim_alone(sock: socket.socket) -> None:
    """Options before binding: a restart may take its port again, another program may not share it."""
    if sys.platform == "win32":
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # accepted connections inherit it


# ---- uvicorn ------------------------------------------------------------------------------------------


def _config(app: ASGIApp) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        loop="asyncio",
        http=_ImpatientProtocol,
        ws="none",
        lifespan="off",
        log_config=None,
        log_level=logging.CRITICAL,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        headers=[("Server", "TrayRecall")],  # by this a client knows that it talks to us
        timeout_graceful_shutdown=1,
    )


class _Server(uvicorn.Server):
    """uvicorn's server that tells when it serves, and wakes once a second for its Date header, not ten times."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ready = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ending = asyncio.Event()

    async def main_loop(self) -> None:
        """Until `end`."""
        self._loop = asyncio.get_running_loop()
        while not await self.on_tick(0):
            with suppress(TimeoutError):
                await asyncio.wait_for(self._ending.wait(), _TICK_SECONDS)

    def end(self) -> None:
        """Stop serving; from any thread."""
        self.should_exit = True
        if self._loop is not None:
            with suppress(RuntimeError):  # it has ended already
                self._loop.call_soon_threadsafe(self._ending.set)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve."""
        await super().startup(sockets)
        self.ready.set()


class _ImpatientProtocol(H11Protocol):
    """uvicorn's protocol, and connections that send no whole request header in time are closed, as are too many at once.

    uvicorn alone waits for ever for the rest of a header, and for the rest of a body that nobody wants any more.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._give_up_task: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client connected."""
        super().connection_made(transport)
        if len(self.connections) > MOST_CONNECTIONS:
            transport.abort()
        else:
            self._expect_header()

    def data_received(self, data: bytes) -> None:
        """A client sent something."""
        super().data_received(data)
        if self._is_between_requests():
            self._expect_header()
        else:
            self._stop_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _is_between_requests(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _expect_header(self) -> None:
        if self._give_up_task is None:
            self._give_up_task = self.loop.call_later(HEADER_SECONDS, self._give_up)

    def _stop_waiting(self) -> None:
        if self._give_up_task is not None:
            self._give_up_task.cancel()
            self._give_up_task = None

    def _give_up(self) -> None:
        self._give_up_task = None
        if self._is_between_requests():
            self.transport.close()
