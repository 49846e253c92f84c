"""`trayrecall mcp`: MCP over standard input and output, for clients that don't speak HTTP.

Each line is one message and goes to `/mcp` of the application that runs; the answer comes back as one line. The
application is looked for at every message, so that it may start, stop or move to another port at any time. Of the
protocol is known here what HTTP carries in headers, and in `closed` what is answered while no application runs.
"""

from __future__ import annotations

import argparse
import base64
import json
import math
import os
import re
import sys
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import IO, Any

from trayrecall.cli import closed
from trayrecall.cli.client import NotRunning, RunningApp, running_app
from trayrecall.cli.main import Exit
from trayrecall.core.errors import TrayRecallError, UserInputError, explain
from trayrecall.secrets import open_secret_store

AT_ONCE = 8
UNAVAILABLE = -32000  # of JSON-RPC's range for servers' own errors
_PARSE_ERROR = -32700
_METHOD_NOT_FOUND = -32601
_VERSION_META = "io.modelcontextprotocol/protocolVersion"
_PLAIN = re.compile(r"[!-~](?:[ -~]*[!-~])?")  # what a header carries as it is
_ENCODED = "=?base64?"

Message = dict[str, Any]


def mcp(arguments: argparse.Namespace) -> int:  # noqa: ARG001 - every verb takes its arguments
    """Forward until the client closes standard input. Raises UserInputError when there is none."""
    if sys.stdin is None or sys.stdout is None:
        raise UserInputError("MCP is spoken over standard input and output, and one of them is closed")
    secrets = open_secret_store(os.environ)
    bridge = Bridge(lambda: running_app(secrets))
    run(bridge, sys.stdin.buffer, sys.stdout.buffer)
    return Exit.OK


def run(bridge: Bridge, lines: Iterable[bytes], out: IO[bytes]) -> None:
    """Answer the lines, several at once, each answer a line of its own. Raises BrokenPipeError at the end."""
    writing = threading.Lock()

    def answer(line: bytes) -> None:
        told = bridge.answer(line)
        if told is not None:
            with writing, suppress(BrokenPipeError):
                out.write(told + b"\n")
                out.flush()

    with ThreadPoolExecutor(AT_ONCE) as pool:
        for line in lines:
            if line.strip():
                pool.submit(answer, line)
    out.flush()  # raises BrokenPipeError when nobody read the answers


class Bridge:
    """Forwards messages to the application that `find` finds."""

    def __init__(self, find: Callable[[], RunningApp | None]) -> None:
        self._find = find
        self._agreed: str | None = (
            None  # the revision of the handshake, which HTTP wants in a header ever after
        )

    def answer(self, line: bytes) -> bytes | None:
        """The answer to one line, or None when there is none to give; failures are answers too."""
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            return _line(_failure(_PARSE_ERROR, "the line is not JSON"))
        if isinstance(message, list) and message:  # a batch of revision 2025-03-26
            found = [told for told in map(self._told, message) if told is not None]
            return _line(found) if found else None
        told = self._told(message)
        return None if told is None else _line(told)

    def _told(self, message: Any) -> Message | None:
        """The answer to one message; None for one that wants none."""
        told = self._outcome(message)
        if _is_notice(message):
            return None
        told = {**told, "id": _id_of(message)}
        self._remember(message, told)
        return told

    def _outcome(self, message: Any) -> Message:
        try:
            return self._forwarded(message) or _refused(message, "TrayRecall gave no answer")
        except NotRunning as failure:
            return _by_itself(message) or _refused(message, explain(failure))
        except TrayRecallError as failure:
            return _refused(message, explain(failure))
        except Exception as failure:  # noqa: BLE001 - named barrier: a request without an answer would be waited for
            return _refused(message, type(failure).__name__)

    def _forwarded(self, message: Any) -> Message | None:
        """The application's answer; None when it has none. Raises the failures of `cli.client`."""
        app = self._find()
        if app is None:
            raise NotRunning
        return app.forward("/mcp", json.dumps(message).encode(), self._headers(message))

    def _headers(self, message: Any) -> dict[str, str]:
        """What HTTP carries beside the message: the revision, and for the stateless one method and name."""
        params = message.get("params") if isinstance(message, dict) else None
        params = params if isinstance(params, dict) else {}
        meta = params.get("_meta")
        version = meta.get(_VERSION_META) if isinstance(meta, dict) else None
        if not isinstance(version, str):
            return {"MCP-Protocol-Version": self._agreed} if self._agreed else {}
        headers = {"MCP-Protocol-Version": version, "Mcp-Method": message.get("method")}
        headers["Mcp-Name"] = params.get("name", params.get("uri"))
        return {name: _as_header(value) for name, value in headers.items() if isinstance(value, str)}

    def _remember(self, message: Any, told: Message) -> None:
        result = told.get("result")
        if isinstance(message, dict) and message.get("method") == "initialize" and isinstance(result, dict):
            version = result.get("protocolVersion")
            self._agreed = version if isinstance(version, str) else None


def _as_header(value: str) -> str:
    if _PLAIN.fullmatch(value) and not value.startswith(_ENCODED):
        return value
    return f"{_ENCODED}{base64.b64encode(value.encode('utf-8', 'replace')).decode()}?="


def _by_itself(message: Any) -> Message | None:
    """What is answered while no application runs."""
    if not isinstance(message, dict) or not isinstance(message.get("method"), str):
        return None
    if message["method"] == "server/discover":  # so the client falls back to the handshake
        return _failure(_METHOD_NOT_FOUND, "TrayRecall is not running")
    params = message.get("params")
    result = closed.result_of(message["method"], params if isinstance(params, dict) else {})
    return None if result is None else {"jsonrpc": "2.0", "result": result}


def _is_notice(message: Any) -> bool:
    """Whether it wants no answer: a notification, or an answer of the client's own."""
    if not isinstance(message, dict):
        return False
    return ("method" in message and "id" not in message) or "result" in message or "error" in message


def _id_of(message: Any) -> str | float | None:
    """The id as it came, when it is one; `NaN` and the like are none, and would make no JSON of the answer."""
    number = message.get("id") if isinstance(message, dict) else None
    is_one = isinstance(number, str | int) or (isinstance(number, float) and math.isfinite(number))
    return number if is_one else None


def _refused(message: Any, text: str) -> Message:
    """A failure of ours: that of a tool's call goes to the model, as the application's own do, any other to the client."""
    if isinstance(message, dict) and message.get("method") == "tools/call":
        result = {"content": [{"type": "text", "text": text}], "isError": True}
        return {"jsonrpc": "2.0", "result": result}
    return _failure(UNAVAILABLE, text)


def _failure(code: int, text: str) -> Message:
    return {"jsonrpc": "2.0", "id": None, "error": {"code": code, "message": text}}


def _line(message: Message | list[Message]) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode()
