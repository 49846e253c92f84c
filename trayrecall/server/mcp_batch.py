"""Batches: several messages in one body, which revision 2025-03-26 asks a server to take and every later one forbids.

The SDK takes single messages alone, so a batch is handed on message by message and the answers are put together. A
client that names no revision in its header is taken for one of 2025-03-26, as that revision says.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from typing import Any

from starlette.datastructures import Headers
from starlette.types import Message, Receive, Scope, Send

from trayrecall.server.guard import with_body

REVISION = "2025-03-26"
MOST_MESSAGES = 20
_INVALID_REQUEST = -32600

Handle = Callable[[Scope, Receive, Send], Coroutine[Any, Any, None]]


def is_batch(scope: Scope) -> bool:
    """Whether the guard read a list of messages, and the client's revision knows such."""
    revisions = Headers(scope=scope).getlist("mcp-protocol-version")
    body = scope["state"]["json"]
    return isinstance(body, list) and bool(body) and set(revisions) <= {REVISION}


async def answer_batch(handle: Handle, scope: Scope, send: Send) -> None:
    """Hand each message to `handle` and send all answers as one list; 202 when there is none to give."""
    messages = scope["state"]["json"]
    if len(messages) > MOST_MESSAGES:
        told: list[Any] = [_refusal(None, f"a batch holds at most {MOST_MESSAGES} messages")]
    else:
        found = await asyncio.gather(*(_answered(handle, scope, message) for message in messages))
        told = [answer for answer in found if answer is not None]
    body = json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode() if told else b""
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200 if told else 202, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _answered(handle: Handle, scope: Scope, message: Any) -> Any:
    """The answer to one message; None for one that wants none."""
    if not isinstance(message, dict) or message.get("method") == "initialize":
        number = message.get("id") if isinstance(message, dict) else None
        return _refusal(number, "this may not stand in a batch")
    body = json.dumps(message).encode()
    whole = bytearray()

    async def send(part: Message) -> None:
        whole.extend(part.get("body", b""))

    await handle(*with_body(scope, body), send)
    return json.loads(whole) if whole else None


def _refusal(number: Any, text: str) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": number, "error": {"code": _INVALID_REQUEST, "message": text}}
