"""The wire towards Trilium: GET only, never a read that writes, and never longer than its deadline.

`ReadOnlyTransport` refuses before a byte is sent; `Deadline` and `DeadlineBackend` end a request whose
server sends one byte now and then, which httpx's own timeouts (per read) would follow for ever.
It knows nothing of notes or tokens.
"""

from __future__ import annotations

import queue
import re
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any
from urllib.parse import unquote
from weakref import WeakSet

import httpcore
import httpx

from trayrecall.core.errors import WriteRefused
from trayrecall.etapi.trust import verifying_context

KEPT_ALIVE = 5.0  # seconds for which a resting connection is used again
MAX_CONNECTIONS = 4  # more make one Trilium slower, not faster (measured: 932 requests/s with 4, 615 with 16)

# These create notes although they are GETs.
_WRITES_ON_READ = re.compile(r"/etapi/(?:calendar|inbox)(?:[/;]|$)")


def writes_on_read(raw_path: bytes) -> bool:
    """Whether the path, in whatever spelling and behind whatever prefix, is a read that creates notes."""
    path = raw_path.split(b"?", 1)[0].decode("latin-1")
    while (decoded := unquote(path, encoding="latin-1")) != path:
        path = decoded
    path = re.sub(r"/(?:\.?/)+", "/", path.replace("\\", "/").lower())
    return _WRITES_ON_READ.search(path) is not None


class ReadOnlyTransport(httpx.BaseTransport):
    """Lets harmless GETs pass to `inner` and raises `WriteRefused` for everything else.

    `passed` and `refused` count the requests, so that anyone can check that nothing else was ever sent.
    """

    def __init__(self, inner: httpx.BaseTransport) -> None:
        self._inner = inner
        self._lock = threading.Lock()
        self.passed = 0
        self.refused = 0

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Pass the request on, or refuse it before any byte is sent."""
        reason = self._objection(request)
        with self._lock:
            if reason:
                self.refused += 1
            else:
                self.passed += 1
        if reason:
            raise WriteRefused(reason)
        return self._inner.handle_request(request)

    def close(self) -> None:
        """Close the connections beneath."""
        self._inner.close()

    @staticmethod
    def _objection(request: httpx.Request) -> str:
        if request.method != "GET":
            return "only GET is ever sent to Trilium"
        if writes_on_read(request.url.raw_path):
            return "/etapi/calendar and /etapi/inbox create notes when read"
        return ""


class Deadline:
    """The moment at which the running request of the current thread must have ended (`time.monotonic`)."""

    def __init__(self) -> None:
        self._local = threading.local()

    @contextmanager
    def within(self, seconds: float) -> Iterator[None]:
        """Everything in the block, in this thread, has that long in all."""
        self._local.end = time.monotonic() + seconds
        try:
            yield
        finally:
            self._local.end = None

    def remaining(self) -> float | None:
        """Seconds left, at least 0; None when no deadline is set."""
        end: float | None = getattr(self._local, "end", None)
        return None if end is None else max(0.0, end - time.monotonic())

    def cut(self, timeout: float | None, passed: type[Exception]) -> float | None:
        """The timeout for one network step, never past the deadline. Raises `passed` when it is over."""
        remaining = self.remaining()
        if remaining is None:
            return timeout
        if remaining == 0.0:
            raise passed
        return remaining if timeout is None else min(timeout, remaining)


class _DeadlineStream(httpcore.NetworkStream):
    def __init__(self, inner: httpcore.NetworkStream, deadline: Deadline) -> None:
        self._inner = inner
        self._deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._inner.read(max_bytes, self._deadline.cut(timeout, httpcore.ReadTimeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._inner.write(buffer, self._deadline.cut(timeout, httpcore.WriteTimeout))

    def close(self) -> None:
        self._inner.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        """As beneath, but slow TLS counts as a slow server: the connection itself already stands."""
        try:
            left = self._deadline.cut(timeout, httpcore.ReadTimeout)
            inner = self._inner.start_tls(ssl_context, server_hostname, left)
        except httpcore.ConnectTimeout as late:
            raise httpcore.ReadTimeout from late
        return _DeadlineStream(inner, self._deadline)

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)

    def abort(self) -> None:
        """End what another thread waits for on this connection; closing it alone would let it wait on."""
        beneath = self.get_extra_info("socket")
        if isinstance(beneath, socket.socket):
            with suppress(OSError):  # it has ended already
                beneath.shutdown(socket.SHUT_RDWR)


class DeadlineBackend(httpcore.NetworkBackend):
    """httpcore's sockets with every step cut at the deadline of the current thread.

    The look-up of a host name is the system's and can't be cut.
    """

    def __init__(self, deadline: Deadline) -> None:
        self._inner = httpcore.SyncBackend()
        self._deadline = deadline
        self._open: WeakSet[_DeadlineStream] = WeakSet()
        self._lock = threading.Lock()
        self._aborted = False

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        """Open a connection within the deadline."""
        left = self._deadline.cut(timeout, httpcore.ConnectTimeout)
        inner = self._inner.connect_tcp(host, port, left, local_address, socket_options)
        stream = _DeadlineStream(inner, self._deadline)
        with self._lock:
            self._open.add(stream)
            too_late = self._aborted
        if too_late:
            stream.abort()
        return stream

    def abort(self) -> None:
        """End every request under way, whatever it waits for; each fails as a broken connection does. For good."""
        with self._lock:
            self._aborted = True
            streams = list(self._open)
        for stream in streams:
            stream.abort()


class Lanes(httpx.BaseTransport):
    """Connections that are never shared: a request holds one from its first byte to the end of its answer.

    A pool that threads share may close a connection on which another thread waits, and that request then hangs
    until its deadline (encode/httpcore issue 1110; four threads met it within a few hundred requests here).

    A lane that rested for long by the clock on the wall starts with a fresh connection: while the machine sleeps the
    clock of httpcore stands still, and what it takes for fresh is dead and would be waited on in vain.
    """

    def __init__(
        self,
        lanes: Iterable[httpx.BaseTransport],
        clock: Callable[[], float] = time.time,
        abort: Callable[[], None] = lambda: None,
    ) -> None:
        self._all = tuple(lanes)
        self._abort = abort
        self._clock = clock
        self._used: dict[httpx.BaseTransport, float] = {}
        self._free: queue.LifoQueue[httpx.BaseTransport] = queue.LifoQueue()
        for lane in self._all:
            self._free.put(lane)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send on the lane that rested shortest. Raises `httpx.PoolTimeout` when all stay taken."""
        try:
            lane = self._free.get(timeout=request.extensions.get("timeout", {}).get("pool"))
        except queue.Empty:
            raise httpx.PoolTimeout("all connections are in use", request=request) from None
        try:
            if abs(self._clock() - self._used.get(lane, 0.0)) > KEPT_ALIVE:
                lane.close()  # its connections; it opens new ones
            response = lane.handle_request(request)
        except BaseException:
            self._rest(lane)
            raise
        return httpx.Response(
            response.status_code,
            headers=response.headers,
            stream=_LeasedStream(response, lambda: self._rest(lane)),
            extensions=response.extensions,
        )

    def _rest(self, lane: httpx.BaseTransport) -> None:
        self._used[lane] = self._clock()
        self._free.put(lane)

    def close(self) -> None:
        """End what is under way, and close every lane."""
        self._abort()
        for lane in self._all:
            lane.close()


class _LeasedStream(httpx.SyncByteStream):
    """An answer's body that gives its lane back when it is closed, once."""

    def __init__(self, response: httpx.Response, give_back: Callable[[], None]) -> None:
        self._response = response
        self._give_back = give_back
        self._is_open = True

    def __iter__(self) -> Iterator[bytes]:
        assert isinstance(self._response.stream, httpx.SyncByteStream)
        yield from self._response.stream

    def close(self) -> None:
        if self._is_open:
            self._is_open = False
            try:
                self._response.close()
            finally:
                self._give_back()


def http_transport(
    deadline: Deadline,
    context: ssl.SSLContext | None,
    proxy: httpx.Proxy | None = None,
    clock: Callable[[], float] = time.time,
) -> httpx.BaseTransport:
    """Four lanes over `DeadlineBackend`; `context` says which certificates are accepted (see `trust`).

    `clock` is the one on the wall: it only tells how long a connection has rested.
    """
    backend = DeadlineBackend(deadline)
    lanes = (_lane(backend, context, proxy) for _ in range(MAX_CONNECTIONS))
    return Lanes(lanes, clock, backend.abort)


def _lane(
    backend: DeadlineBackend, context: ssl.SSLContext | None, proxy: httpx.Proxy | None
) -> httpx.BaseTransport:
    """One connection behind httpx's own transport.

    httpx has no argument for a network backend. The pool that is put in place is httpcore's public class, and
    the tests of trickling servers fail should `_pool` ever stop being the one in use.
    """
    lane = httpx.HTTPTransport(verify=context or False, trust_env=False)
    lane._pool = (  # noqa: SLF001
        httpcore.ConnectionPool(
            ssl_context=context,
            max_connections=1,
            max_keepalive_connections=1,
            keepalive_expiry=KEPT_ALIVE,
            network_backend=backend,
        )
        if proxy is None
        else httpcore.HTTPProxy(
            proxy_url=httpcore.URL(
                scheme=proxy.url.raw_scheme, host=proxy.url.raw_host, port=proxy.url.port, target=b"/"
            ),
            proxy_auth=proxy.raw_auth,
            proxy_headers=proxy.headers.raw,
            ssl_context=context,
            # The certificate of the proxy is the trust store's business, never the pin's.
            proxy_ssl_context=verifying_context() if proxy.url.scheme == "https" else None,
            max_connections=1,
            max_keepalive_connections=1,
            keepalive_expiry=KEPT_ALIVE,
            network_backend=backend,
        )
    )
    return lane
