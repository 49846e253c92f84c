"""`/mcp`: the thinnest layer in front of the SDK's server, behind our own guard.

What the SDK refuses and this layer allows:

- It answers 406 when a client's Accept doesn't name application/json. Here every Accept is answered: with JSON, or with
  the same JSON as one event of a stream that ends at once, to the client that takes nothing but text/event-stream.
- It takes no batch of messages: see `mcp_batch`.
- It refuses a body with half a surrogate pair, which clients send that cut a text within an emoji: it is replaced.
- Ids of sessions from before a restart, or of another server, are taken away: there are no sessions.

GET and DELETE are answered 405 by the route. The guard has checked Host, Origin, token, content type and length, and
has read the body. The SDK's server lives as a task of the listener's loop and ends with it.
"""

from __future__ import annotations

import asyncio
import importlib
import json
import re
from typing import Protocol

from starlette.datastructures import Headers
from starlette.routing import BaseRoute, Route
from starlette.types import Message, Receive, Scope, Send

from trayrecall.core.visible import whole
from trayrecall.server.guard import given, with_body
from trayrecall.server.mcp_batch import answer_batch, is_batch
from trayrecall.server.pool import CallPool
from trayrecall.server.tools import Tools

PATH = "/mcp"
LOAD_SECONDS = 60.0
_SERVER = "trayrecall.server.mcp_server"
_EVENT_STREAM = "text/event-stream"
_JSON = frozenset({"application/json", "application/*", "*/*"})
_TAKEN_AWAY = frozenset({b"accept", b"mcp-session-id", b"last-event-id"})
_HALF = re.compile(rb"\\u[dD][89a-fA-F]")  # whole pairs are written so as well
_BOTH = (b"accept", b"application/json, text/event-stream")


class _Manager(Protocol):
    async def handle_request(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, by the ASGI protocol."""


def load_ahead() -> None:
    """Import the SDK now, so that the first call needn't wait for it: a second and 31 MB. For a thread of its own."""
    importlib.import_module(_SERVER)


class McpEndpoint:
    """The ASGI application at `/mcp`. Belongs to one event loop."""

    def __init__(self, tools: Tools, calls: CallPool) -> None:
        self._tools = tools
        self._calls = calls
        self._loading: asyncio.Task[_Manager] | None = None
        self._living: asyncio.Task[None] | None = None

    def route(self) -> BaseRoute:
        """The route to it."""
        return Route(PATH, self, methods=["POST"])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, by the ASGI protocol."""
        manager = await self._manager()
        kept = [(name, value) for name, value in scope["headers"] if name.lower() not in _TAKEN_AWAY]
        answer = _OneEvent(send) if _takes_events_alone(scope) else send
        plain, receive = await _made_whole({**scope, "headers": [*kept, _BOTH]}, receive)
        if is_batch(plain):
            await answer_batch(manager.handle_request, plain, answer)
        else:
            await manager.handle_request(plain, receive, answer)

    async def _manager(self) -> _Manager:
        """The SDK's server; made at the first request, once, however many come at the same time."""
        if self._loading is None or (self._loading.done() and self._loading.exception() is not None):
            self._loading = asyncio.ensure_future(self._load())
        return await asyncio.shield(self._loading)

    async def _load(self) -> _Manager:
        module = await self._calls.run(lambda: importlib.import_module(_SERVER), seconds=LOAD_SECONDS)
        manager = module.build_manager(self._tools, self._calls)
        ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._living = asyncio.ensure_future(_live(manager, ready))
        await ready
        served: _Manager = manager
        return served


async def _live(manager: object, ready: asyncio.Future[None]) -> None:
    """Keep the SDK's server entered until the loop ends and cancels this."""
    async with manager.run():  # type: ignore[attr-defined] # the SDK is loaded late, so its type is not known here
        ready.set_result(None)
        await asyncio.Event().wait()


async def _made_whole(scope: Scope, receive: Receive) -> tuple[Scope, Receive]:
    """The same request, written anew without halves of surrogate pairs when there may be any in it."""
    body: bytes = (await receive()).get("body", b"")
    if not _HALF.search(body):
        return scope, given(body)
    text = whole(json.dumps(scope["state"]["json"], ensure_ascii=False))
    state = {**scope["state"], "json": json.loads(text)}
    return with_body({**scope, "state": state}, text.encode())


def _takes_events_alone(scope: Scope) -> bool:
    accept = ",".join(Headers(scope=scope).getlist("accept"))
    types = {part.partition(";")[0].strip().lower() for part in accept.split(",")}
    return _EVENT_STREAM in types and types.isdisjoint(_JSON)


class _OneEvent:
    """`send` that turns a JSON answer into one event of a stream which ends with it."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._start: Message | None = None
        self._body = b""

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._start = message
            return
        self._body += message.get("body", b"")
        if message.get("more_body", False) or self._start is None:
            return
        if not self._body:  # a notification's 202
            await self._send(self._start)
        else:
            self._body = b"event: message\r\ndata: " + self._body + b"\r\n\r\n"
            await self._send({**self._start, "headers": _of_a_stream(self._start, len(self._body))})
        await self._send({"type": "http.response.body", "body": self._body})


def _of_a_stream(start: Message, length: int) -> list[tuple[bytes, bytes]]:
    kept = [
        (name, value)
        for name, value in start.get("headers", [])
        if name.lower() not in {b"content-type", b"content-length"}
    ]
    stream = (b"content-type", _EVENT_STREAM.encode())
    return [*kept, stream, (b"content-length", str(length).encode())]
