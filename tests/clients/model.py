"""A model that agents talk to, on loopback: it answers what a test wrote down, and keeps every request.

It speaks the two APIs that the agents of `make clients` use, streamed as they ask for it: Anthropic's Messages
(`POST /v1/messages`) and OpenAI's Responses (`POST /v1/responses`). What an agent asks beside the conversation (a
title, a count of tokens, a list of models) gets some answer and is not counted.
"""

from __future__ import annotations

import itertools
import json
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Event = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Text:
    """The model says this, and the turn ends."""

    text: str


@dataclass(frozen=True, slots=True)
class Call:
    """The model calls a tool of an MCP server. `before` runs first, while the agent waits."""

    server: str
    tool: str
    arguments: dict[str, Any]
    before: Callable[[], object] = lambda: None


Reply = Text | Call


class Model(ThreadingHTTPServer):
    """Answers conversations with `replies`, one a request, and remembers what it was asked."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.asked: list[dict[str, Any]] = []
        self.elsewhere: list[str] = []  # method and path of what is no model's business
        self._replies: Iterator[Reply] = iter(())
        self._writing = threading.Lock()

    @property
    def url(self) -> str:
        """Its base address."""
        return f"http://127.0.0.1:{self.server_port}"

    def expect(self, replies: Sequence[Reply]) -> None:
        """Answer the next conversation like this, and forget the last one."""
        self.asked.clear()
        self._replies = iter(replies)

    def reply(self, request: dict[str, Any]) -> Reply:
        """The answer to one request of a conversation."""
        with self._writing:
            self.asked.append(request)
            reply = next(self._replies, Text("There is nothing more to say."))
        if isinstance(reply, Call):
            reply.before()
        return reply

    def handle_error(self, *_: object) -> None:
        """Say nothing: an agent drops connections as it likes."""


@contextmanager
def model() -> Iterator[Model]:
    """A running model."""
    server = Model()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


# ---- Anthropic's Messages -----------------------------------------------------------------------------

_numbers = itertools.count(1)


def messages_events(request: dict[str, Any], reply: Reply) -> list[Event]:
    """https://docs.claude.com/en/docs/build-with-claude/streaming"""
    number = next(_numbers)
    if isinstance(reply, Text):
        block: Event = {"type": "text", "text": ""}
        delta: Event = {"type": "text_delta", "text": reply.text}
    else:
        name = f"mcp__{reply.server}__{reply.tool}"
        block = {"type": "tool_use", "id": f"toolu_{number}", "name": name, "input": {}}
        delta = {"type": "input_json_delta", "partial_json": json.dumps(reply.arguments)}
    start = {
        "id": f"msg_{number}",
        "type": "message",
        "role": "assistant",
        "model": request["model"],
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": {"input_tokens": 9, "output_tokens": 1},
    }
    why = "end_turn" if isinstance(reply, Text) else "tool_use"
    return [
        {"type": "message_start", "message": start},
        {"type": "content_block_start", "index": 0, "content_block": block},
        {"type": "content_block_delta", "index": 0, "delta": delta},
        {"type": "content_block_stop", "index": 0},
        {
            "type": "message_delta",
            "delta": {"stop_reason": why, "stop_sequence": None},
            "usage": {"output_tokens": 9},
        },
        {"type": "message_stop"},
    ]


def whole_message(events: Sequence[Event]) -> Event:
    """The same as one object, for requests that don't stream."""
    message: Event = dict(events[0]["message"])
    content = dict(events[1]["content_block"])
    delta = events[2]["delta"]
    if content["type"] == "text":
        content["text"] = delta["text"]
    else:
        content["input"] = json.loads(delta["partial_json"])
    return message | {"content": [content], "stop_reason": events[4]["delta"]["stop_reason"]}


# ---- OpenAI's Responses -------------------------------------------------------------------------------


def responses_events(request: dict[str, Any], reply: Reply) -> list[Event]:
    """https://platform.openai.com/docs/api-reference/responses-streaming"""
    number = next(_numbers)
    if isinstance(reply, Text):
        content = [{"type": "output_text", "text": reply.text, "annotations": []}]
        item: Event = {"type": "message", "id": f"msg_{number}", "role": "assistant", "content": content}
    else:
        item = {
            "type": "function_call",
            "id": f"fc_{number}",
            "call_id": f"call_{number}",
            "arguments": json.dumps(reply.arguments),
            **_named(request, reply),
        }
    usage = {"input_tokens": 9, "output_tokens": 9, "total_tokens": 18}
    response = {"id": f"resp_{number}", "object": "response", "model": request["model"], "output": [item]}
    return [
        {"type": "response.created", "response": response | {"status": "in_progress", "output": []}},
        {"type": "response.output_item.added", "output_index": 0, "item": item},
        {"type": "response.output_item.done", "output_index": 0, "item": item},
        {"type": "response.completed", "response": response | {"status": "completed", "usage": usage}},
    ]


def _named(request: dict[str, Any], call: Call) -> dict[str, str]:
    """The tool as the agent told of it: by one long name, or as one of a namespace."""
    long = f"mcp__{call.server}__{call.tool}"
    for tool in request.get("tools", []):
        if tool.get("type") == "namespace" and call.server in tool["name"]:
            return {"namespace": tool["name"], "name": call.tool}
    return {"name": long}


# ---- HTTP ---------------------------------------------------------------------------------------------


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Model

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        path = self.path.partition("?")[0]
        request = json.loads(body) if path in _APIS else {}
        if path not in _APIS:
            self._elsewhere()
            return
        is_talk = bool(request.get("tools"))  # a request for a title or a summary offers none
        events = _APIS[path](request, self.server.reply(request) if is_talk else Text("Fine."))
        if request.get("stream"):
            self._send(
                "text/event-stream",
                "".join(f"event: {e['type']}\ndata: {json.dumps(e)}\n\n" for e in events),
            )
        else:
            self._send("application/json", json.dumps(whole_message(events)))

    def do_GET(self) -> None:
        self._elsewhere()

    do_HEAD = do_GET  # noqa: N815 - http.server's name

    def _elsewhere(self) -> None:
        self.server.elsewhere.append(f"{self.command} {self.path}")
        self._send("application/json", '{"data": [], "models": [], "input_tokens": 9}')

    def _send(self, content_type: str, text: str) -> None:
        told = text.encode()
        self.send_response_only(200)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(told)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(told)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


_APIS = {"/v1/messages": messages_events, "/v1/responses": responses_events}
