"""The guard in front of every route. Plain ASGI, so nothing reaches a route around it.

In this order: Host, Origin, Sec-Fetch-Site, OPTIONS, declared length, content type (`headers`), token, body, JSON. What
a web page or a stranger sends is refused from the headers alone, before a byte of the body is read.
A request that passes carries its `Grant` (None on `/health` and on the paths of OAuth) and its parsed JSON in
`scope["state"]`.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
import time
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from starlette.datastructures import Headers
from starlette.routing import BaseRoute, Match, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from trayrecall.core.clients import KINDS
from trayrecall.core.model import InstanceId
from trayrecall.server.answers import refusal
from trayrecall.server.attempts import Attempts
from trayrecall.server.headers import (
    WITH_BODY,
    HeaderRules,
    Refused,
    body_bytes,
    check_headers,
    too_long,
)

log = logging.getLogger(__name__)

BODY_SECONDS = 5.0
FAILED_ATTEMPTS = 20  # within a minute
OPEN_PATH = "/health"
_NOT_ALLOWED = 405
RESOURCE_METADATA = "/.well-known/oauth-protected-resource/mcp"  # tells an MCP client where to log in
_KIND_OF_PATH = {"/recall": "hook", "/mcp": "mcp"}  # every other path is `rest`
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
    """What the guard lets in. All that it calls is called at every request and must answer from memory.

    `issued` gives the grant of a token of which only a hash is kept. `guessable` are the grants whose tokens a person
    chose: they are compared only while few wrong ones come.
    """

    headers: HeaderRules
    grants: Callable[[], Iterable[Grant]]
    issued: Callable[[str], Grant | None] = lambda _token: None
    guessable: Callable[[], Iterable[Grant]] = tuple
    body_seconds: float = BODY_SECONDS
    clock: Callable[[], float] = time.monotonic
    used: Callable[[Grant], None] = lambda _grant: None  # told of each grant that was let in


class _ClientGone(Exception):
    """The client closed the connection in the middle of its request; nobody waits for an answer."""


class Guard:
    """Lets requests through to the application, or refuses them. Never adds a CORS header, and removes any."""

    def __init__(self, application: ASGIApp, rules: GuardRules, routes: Sequence[BaseRoute] = ()) -> None:
        """`routes` are those of the application, by which a refused method is told the ones that are answered."""
        self._application = application
        self._routes = routes
        self._rules = rules
        self._failures = Attempts(FAILED_ATTEMPTS, rules.clock)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, by the ASGI protocol. The listener speaks HTTP alone; anything else would reach nothing."""
        if scope["type"] == "http":
            await self._answer(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The barrier: no failure of a route leaves it, and none is logged with what the request said."""
        answer = _Answer(send)
        try:
            await self._let_through(scope, receive, answer)
        except _ClientGone:
            log.debug("a client went away in the middle of its request")
        except Refused as no:
            await refusal(no.status, no.detail, self._headers_of(no, scope))(scope, receive, answer)
        except Exception as failure:  # noqa: BLE001 - named barrier
            log.error("a request failed: %s at %s", type(failure).__name__, _place(failure))  # noqa: TRY400
            if not answer.begun:
                await refusal(500, "TrayRecall failed on this request; its log names the place")(
                    scope, receive, answer
                )

    def _headers_of(self, no: Refused, scope: Scope) -> Mapping[str, str] | None:
        if no.status != _NOT_ALLOWED:
            return no.headers
        return {"Allow": ", ".join(_methods(self._routes, scope))}

    async def _let_through(self, scope: Scope, receive: Receive, answer: _Answer) -> None:
        headers = Headers(scope=scope)
        check_headers(scope, headers, self._rules.headers)
        open_path = self._rules.headers.open_path(scope["path"])
        state = scope.setdefault("state", {})
        state["grant"] = self._grant(scope, headers) if open_path is None else None
        body = b""
        if scope["method"] in WITH_BODY:
            body = await _whole_body(receive, self._rules.body_seconds, body_bytes(open_path))
            state["json"] = _parsed(body) if open_path is None else None
        work = asyncio.ensure_future(self._application(scope, given(body), answer))
        await _while_the_client_waits(work, receive, answer)

    def _grant(self, scope: Scope, headers: Headers) -> Grant | None:
        presented = headers.getlist("authorization")
        path = scope["path"]
        if not presented:
            if path == OPEN_PATH and scope["method"] in {"GET", "HEAD"}:
                return None
            raise Refused(401, "a Bearer token is needed", self._challenge(path))
        scheme, _, token = presented[0].partition(" ")
        if len(presented) == 1 and scheme.lower() == "bearer":
            found = self._found(token.strip())
            if found is not None:
                return self._within(found, path)
        wait = self._failures.count()
        if wait > 0:
            raise Refused(429, "too many wrong tokens", {"Retry-After": str(int(wait) + 1)})
        raise Refused(401, "the token is wrong", self._challenge(path, 'error="invalid_token"'))

    def _found(self, token: str) -> Grant | None:
        found = _grant_of(token, self._rules.grants()) or self._rules.issued(token)
        if found is None and self._failures.wait() == 0:
            found = _grant_of(token, self._rules.guessable())
        return found

    def _challenge(self, path: str, *parameters: str) -> dict[str, str]:
        """How to get a token: an MCP client that finds a base URL here asks a person to log in."""
        base_url = self._rules.headers.base_url
        if base_url is not None and _KIND_OF_PATH.get(path) == "mcp":
            parameters = (f'resource_metadata="{base_url}{RESOURCE_METADATA}"', *parameters)
        return {"WWW-Authenticate": " ".join(["Bearer", ", ".join(parameters)]).strip()}

    def _within(self, grant: Grant, path: str) -> Grant | None:
        """The grant if it is for this path; on the open one, a client of another kind counts as a stranger."""
        kind = _KIND_OF_PATH.get(path, "rest")
        if kind not in grant.kinds and path != OPEN_PATH:
            raise Refused(403, f"this token is not for {kind}")
        self._rules.used(grant)
        return grant if kind in grant.kinds else None


class _Answer:
    """`send` with our own headers added and every CORS and cache header taken out; knows whether an answer has begun."""

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
                if not name.lower().startswith(b"access-control-") and name.lower() != b"cache-control"
            ]
            message = {**message, "headers": [*kept, *_OWN_HEADERS]}
        self.is_whole = message["type"] == "http.response.body" and not message.get("more_body", False)
        await self._send(message)


# ---- small pure steps ---------------------------------------------------------------------------------


def _grant_of(token: str, grants: Iterable[Grant]) -> Grant | None:
    """The grant of that token. Every grant is compared, each in constant time."""
    presented = token.encode("latin-1", "replace")
    found = None
    for grant in grants:
        if grant.token and hmac.compare_digest(presented, grant.token.encode()):
            found = grant
    return found


def _methods(routes: Iterable[BaseRoute], scope: Scope) -> list[str]:
    """What may be done with that path."""
    found = (
        route.methods
        for route in routes
        if isinstance(route, Route) and route.matches(scope)[0] is not Match.NONE
    )
    return sorted({method for methods in found for method in methods or ()} - {"OPTIONS"})


async def _whole_body(receive: Receive, seconds: float, most: int) -> bytes:
    """The body, read within the time and the size allowed, whatever length was declared."""
    body = bytearray()
    try:
        async with asyncio.timeout(seconds):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise _ClientGone
                body += message.get("body", b"")
                if len(body) > most:
                    raise too_long(most)
                if not message.get("more_body", False):
                    return bytes(body)
    except TimeoutError:
        raise Refused(408, "the body did not come in time", {"Connection": "close"}) from None


def _parsed(body: bytes) -> Any:
    """The JSON value of the body; None for an empty one."""
    if not body.strip():
        return None
    try:
        return json.loads(body.decode("utf-8-sig"), parse_constant=_no_constant)
    except (ValueError, RecursionError):  # also of bytes that aren't UTF-8, and of numbers without end
        raise Refused(400, "the body is not JSON") from None


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


def with_body(scope: Scope, body: bytes) -> tuple[Scope, Receive]:
    """The same request with another body."""
    headers = [(name, value) for name, value in scope["headers"] if name.lower() != b"content-length"]
    length = (b"content-length", str(len(body)).encode())
    return {**scope, "headers": [*headers, length]}, given(body)


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
    raised = traceback.extract_tb(failure.__traceback__)[-1]
    return f"{raised.filename}:{raised.lineno}"
