"""The hook's client as an agent runs it, and a listener that answers with any bytes in any way."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.known_secrets import known_secret
from tests.server.engine import ExampleEngine
from trayrecall import hook, paths
from trayrecall.hook import write_hook_file
from trayrecall.server.guard import Grant
from trayrecall.server.serving import Serving

TOKEN = known_secret("t0ken-of-the-hook-7Qz")
CALL = {
    "session_id": "s1",
    "hook_event_name": "UserPromptSubmit",
    "prompt": "which relay feeds pump 2?",
    "cwd": "/",
}
INNER = {"hookEventName": "UserPromptSubmit", "additionalContext": "Relay K4 feeds pump 7. „水泵“"}
ANSWER = {"hookSpecificOutput": INNER}


@dataclass(frozen=True, slots=True)
class HookRun:
    code: int
    out: bytes
    err: bytes
    seconds: float

    @property
    def is_silent(self) -> bool:
        return (self.code, self.out, self.err) == (0, b"", b"")


def run_hook(
    call: bytes | None = None, *, env: Mapping[str, str] | None = None, words: list[str] | None = None
) -> HookRun:
    """One run of the installed command."""
    given = json.dumps(CALL).encode() if call is None else call
    began = time.monotonic()
    done = subprocess.run(
        words or hook.command(),
        input=given,
        capture_output=True,
        env=os.environ | (env or {}),
        timeout=20,
        check=False,
    )
    return HookRun(done.returncode, done.stdout, done.stderr, time.monotonic() - began)


def http(
    body: bytes | str,
    *,
    status: str = "200 OK",
    server: str = "TrayRecall",
    kind: str = "application/json",
    more: str = "",
) -> bytes:
    """An answer as our server sends it, or not quite."""
    data = body.encode() if isinstance(body, str) else body
    head = f"HTTP/1.1 {status}\r\nserver: {server}\r\ncontent-type: {kind}\r\ncontent-length: {len(data)}\r\n{more}\r\n"
    return head.encode() + data


@dataclass
class Canned:
    """Listens, reads each request's header, and answers by `answer`; `seen` are the requests."""

    sock: socket.socket
    answer: Callable[[socket.socket], None]
    seen: list[bytes] = field(default_factory=list)
    ended: threading.Event = field(default_factory=threading.Event)

    def serve(self) -> None:
        while True:
            try:
                connection, _ = self.sock.accept()
            except OSError:
                return
            threading.Thread(target=self._one, args=(connection,), daemon=True).start()

    def _one(self, connection: socket.socket) -> None:
        with connection:
            try:
                self.seen.append(connection.recv(65536))
                self.answer(connection)
            except OSError:
                pass


@pytest.fixture
def canned() -> Iterator[Callable[..., Canned]]:
    """Starts a listener that answers with these bytes, or by a function; the hook's file names it."""
    made: list[Canned] = []

    def start(answer: bytes | Callable[[socket.socket], None]) -> Canned:
        sock = socket.create_server(("127.0.0.1", 0))
        send = (lambda connection: connection.sendall(answer)) if isinstance(answer, bytes) else answer
        one = Canned(sock, send)
        made.append(one)
        threading.Thread(target=one.serve, daemon=True).start()
        write_hook_file(paths.hook_config_file(), sock.getsockname()[1], TOKEN)
        return one

    yield start
    for one in made:
        one.ended.set()
        one.sock.close()


@pytest.fixture
def engine() -> ExampleEngine:
    return ExampleEngine()


@pytest.fixture
def serving(engine: ExampleEngine) -> Iterator[Serving]:
    """The real listener over the small engine; it writes the hook's file as the application does."""
    served = Serving(
        engine,
        grants=lambda: (Grant("hook", TOKEN),),
        port=0,
        hook_file=paths.hook_config_file(),
        hook_token=TOKEN,
    )
    served.start()
    yield served
    served.stop()


def script_alone(*arguments: str | Path) -> list[str]:
    """The script run without the loader."""
    return [sys.executable, "-I", "-S", "-E", str(paths.hook_script()), *map(str, arguments)]
