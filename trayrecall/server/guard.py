"""The guard in front of every route. Plain ASGI, so nothing reaches a route around it.

In this order: Host, Origin, Sec-Fetch-Site, OPTIONS, declared length, content type, token, body, JSON. What a web page
or a stranger sends is refused from the headers alone, before a byte of the body is read.
A request that passes carries its `Grant` (None only on `/health`) and its parsed JSON in `scope["state"]`.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from trayrecall.core.clients import KINDS
from trayrecall.core.model import InstanceId
from trayrecall.server.answers import refusal

log = logging.getLogger(__name__)

MAX_BODY_BYTES = 1024 * 1024
BODY_SECONDS = 5.0
FAILED_ATTEMPTS = 20
FAILED_SECONDS = 60.0
OPEN_PATH = "/health"
_KIND_OF_PATH = {"/recall": "hook", "/mcp": "mcp"}  # every other path is `rest`
_WITH_BODY = frozenset({"POST", "PUT", "PATCH", "DELETE"})
_OWN_HEADERS = (
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


@dataclass(frozen=True, slots=True)
class Grant:
    """What a client's token opens. No instances named means all of them."""

    client: str
    token: str = field(repr=False)
    instances: frozenset[InstanceId] = frozenset()
    kinds: frozenset[str] = frozenset(KINDS)

    def opens(self, instance: InstanceId) -> bool:
        """Whether the client may see the instance."""
        return not self.instances or instance in self.instances


@dataclass(frozen=True, slots=True)
class GuardRules:
    """What the guard lets in. `grants` is asked at every request and must answer from memory, as must `used`."""

    port: int
    grants: Callable[[], Iterable[Grant]]
    allowed_origins: frozenset[str] = frozenset()
    body_seconds: float = BODY_SECONDS
    clock: Callable[[], float] = time.monotonic
    used: Callable[[Grant], None] = lambda _grant: None  # told of each grant that was let in

    @property
    def hosts(self) -> frozenset[str]:
        """The only Host headers that are ours."""
        return frozenset(f"{name}:{self.port}" for name in ("127.0.0.1", "localhost", "[::1]"))


class _Refused(Exception):
    """The request is refused with this status, detail and headers."""

    def __init__(self, status: int, detail: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.headers = headers


class _ClientGone(Exception):
    """The client closed the connection in the middle of its request; nobody waits for an answer."""


class Guard:
    """Lets requests through to the application, or refuses them. Never adds a CORS header, and removes any."""

    def __init__(self, application: ASGIApp, rules: GuardRules) -> None:
        self._application = application
        self._rules = rules
        self._hosts = rules.hosts
        self._failures = _FailedAttempts(rules.clock)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, by the ASGI protocol."""
        if scope["type"] == "http":
            await self._answer(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            await self._application(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The barrier: no failure of a route leaves it, and none is logged with what the request said."""
        answer = _Answer(send)
        try:
            await self._let_through(scope, receive, answer)
        except _ClientGone:
            log.debug("a client went away in the middle of its request")
        except _Refused as no:
            await refusal(no.status, no.detail, no.headers)(scope, receive, answer)
        except Exception as failure:  # noqa: BLE001 - named barrier
            log.error("a request failed: %s at %s", type(failure).__name__, _place(failure))  # noqa: TRY400
            if not answer.begun:
                await refusal(500, "TrayRecall failed on this request; its log names the place")(
                    scope, receive, answer
                )

    async def _let_through(self, scope: Scope, receive: Receive, answer: _Answer) -> None:
        headers = _values_by_name(scope)
        self._check_headers(scope, headers)
        state = scope.setdefault("state", {})
        state["grant"] = self._grant(scope, headers)
        body = b""
        if scope["method"] in _WITH_BODY:
            body = await _whole_body(receive, self._rules.body_seconds)
            state["json"] = _parsed(body)
        work = asyncio.ensure_future(_run(self._application, scope, given(body), answer))
        await _while_the_client_waits(work, receive, answer)

    def _check_headers(self, scope: Scope, headers: Mapping[str, Sequence[str]]) -> None:
        hosts = headers.get("host", ())
        if len(hosts) != 1 or hosts[0].lower() not in self._hosts:
            raise _Refused(403, "this Host is not served here")
        if any(origin not in self._rules.allowed_origins for origin in headers.get("origin", ())):
            raise _Refused(403, "requests of web pages are refused")
        if any(site != "none" for site in headers.get("sec-fetch-site", ())):
            raise _Refused(403, "requests of web pages are refused")
        if scope["method"] == "OPTIONS":
            raise _Refused(405, "OPTIONS is not answered here")
        if any(_is_too_long(length) for length in headers.get("content-length", ())):
            raise _Refused(413, f"the body is longer than {MAX_BODY_BYTES} bytes")
        if scope["method"] in _WITH_BODY and scope["method"] != "DELETE" and not _is_json(headers):
            raise _Refused(415, "the body must be application/json in UTF-8")

    def _grant(self, scope: Scope, headers: Mapping[str, Sequence[str]]) -> Grant | None:
        presented = headers.get("authorization", ())
        if not presented:
            if scope["path"] == OPEN_PATH and scope["method"] in {"GET", "HEAD"}:
                return None
            raise _Refused(401, "a Bearer token is needed", {"WWW-Authenticate": "Bearer"})
        scheme, _, token = presented[0].partition(" ")
        if len(presented) == 1 and scheme.lower() == "bearer":
            found = _grant_of(token.strip(), self._rules.grants())
            if found is not None:
                return self._within(found, scope["path"])
        raise self._wrong_token()

    def _within(self, grant: Grant, path: str) -> Grant | None:
        """The grant if it is for this path; on the open one, a client of another kind counts as a stranger."""
        kind = _KIND_OF_PATH.get(path, "rest")
        if kind not in grant.kinds and path != OPEN_PATH:
            raise _Refused(403, f"this token is not for {kind}")
        self._rules.used(grant)
        return grant if kind in grant.kinds else None

    def _wrong_token(self) -> _Refused:
        wait = self._failures.count()
        if wait > 0:
            return _Refused(429, "too many wrong tokens", {"Retry-After": str(int(wait) + 1)})
        return _Refused(401, "the token is wrong", {"WWW-Authenticate": 'Bearer error="invalid_token"'})


class _FailedAttempts:
    """Counts wrong tokens; memory for the last few only. Right tokens never come here."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._times: deque[float] = deque(maxlen=FAILED_ATTEMPTS)

    def count(self) -> float:
        """Count one more; the seconds to wait when there are too many, else 0."""
        now = self._clock()
        while self._times and now - self._times[0] >= FAILED_SECONDS:
            self._times.popleft()
        if len(self._times) == FAILED_ATTEMPTS:
            return FAILED_SECONDS - (now - self._times[0])
        self._times.append(now)
        return 0.0


class _Answer:
    """`send` with our own headers added and every CORS header taken out; knows whether an answer has begun."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.begun = False
        self.is_whole = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.begun = True
            kept = [
                (name, value)
                for name, value in message.get("headers", [])
                if not name.lower().startswith(b"access-control-")
            ]
            message = {**message, "headers": [*kept, *_OWN_HEADERS]}
        self.is_whole = message["type"] == "http.response.body" and not message.get("more_body", False)
        await self._send(message)


# ---- small pure steps ---------------------------------------------------------------------------------


def _values_by_name(scope: Scope) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, value in scope["headers"]:
        found.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1"))
    return found


def _grant_of(token: str, grants: Iterable[Grant]) -> Grant | None:
    """The grant of that token. Every grant is compared, each in constant time."""
    presented = token.encode("latin-1", "replace")
    found = None
    for grant in grants:
        if grant.token and hmac.compare_digest(presented, grant.token.encode()):
            found = grant
    return found


def _is_too_long(content_length: str) -> bool:
    return not content_length.isdecimal() or int(content_length[:20]) > MAX_BODY_BYTES


def _is_json(headers: Mapping[str, Sequence[str]]) -> bool:
    types = headers.get("content-type", ())
    if len(types) != 1 or any(coding.lower() != "identity" for coding in headers.get("content-encoding", ())):
        return False
    kind, *parameters = (part.strip().lower() for part in types[0].split(";"))
    charsets = [p.removeprefix("charset=").strip('"') for p in parameters if p.startswith("charset=")]
    return kind == "application/json" and all(charset in {"utf-8", "utf8"} for charset in charsets)


async def _whole_body(receive: Receive, seconds: float) -> bytes:
    """The body, read within the time and the size allowed, whatever length was declared."""
    body = bytearray()
    try:
        async with asyncio.timeout(seconds):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise _ClientGone
                body += message.get("body", b"")
                if len(body) > MAX_BODY_BYTES:
                    raise _Refused(413, f"the body is longer than {MAX_BODY_BYTES} bytes")
                if not message.get("more_body", False):
                    return bytes(body)
    except TimeoutError:
        raise _Refused(408, "the body did not come in time", {"Connection": "close"}) from None


def _parsed(body: bytes) -> Any:
    """The JSON value of the body; None for an empty one."""
    if not body.strip():
        return None
    try:
        return json.loads(body.decode("utf-8-sig"), parse_constant=_no_constant)
    except (ValueError, RecursionError):  # also of bytes that aren't UTF-8, and of numbers without end
        raise _Refused(400, "the body is not JSON") from None


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


def given(body: bytes) -> Receive:
    """A `receive` that gives the body once. That the client goes away is seen by the guard alone."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> Message:
        if not messages:
            await asyncio.Event().wait()
        return messages.pop()

    return receive


async def _run(application: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    await application(scope, receive, send)


async def _while_the_client_waits(work: asyncio.Future[None], receive: Receive, answer: _Answer) -> None:
    """Await the work, and give it up when the client goes away, so that nothing is computed for nobody.

    Raises what the work raises, or _ClientGone.
    """
    gone = asyncio.ensure_future(_until_gone(receive))
    try:
        await asyncio.wait({work, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not work.done() and not answer.is_whole:
            raise _ClientGone
        await work
    finally:
        work.cancel()
        gone.cancel()
        await asyncio.gather(work, gone, return_exceptions=True)


async def _until_gone(receive: Receive) -> None:
    """Until the connection is closed; a body that nobody asked for is thrown away."""
    while (await receive())["type"] != "http.disconnect":
        pass


def _place(failure: BaseException) -> str:
    """File and line where it was raised; never the failure's own text, which may quote a prompt."""
    frames = traceback.extract_tb(failure.__traceback__)
    return f"{frames[-1].filename}:{frames[-1].lineno}" if frames else "unknown"
