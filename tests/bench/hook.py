"""The prompt hook as an agent sees it: from the start of the client's process to its end, application open and closed.

In turn with the same client at a bare Starlette route that answers at once with as long a text, and with a Python that
starts and ends: what can't be done without. `python -m tests.bench.hook` is that route, in a process of its own.
"""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from tests.bench.library import library
from tests.bench.measuring import Row, p50, row, timed
from tests.bench.served import TOKEN, served
from tests.bench.texts import Writer
from tests.pipeline import ROOT
from trayrecall import hook
from trayrecall.core.ports import Embedder
from trayrecall.hook import write_hook_file

PASSAGES = 10_000
PROMPTS = 60
WARM_UP = 5
CONTEXT = "Relay K4 feeds pump 7. " * 90  # about as long as two passages
ANSWER = {"hookSpecificOutput": {"hookEventName": "UserPromptSubmit", "additionalContext": CONTEXT}}


def benchmark(embedder: Embedder) -> dict[str, Row]:
    """`hook_open` and `hook_closed`."""
    file = library(PASSAGES, embedder)
    with tempfile.TemporaryDirectory() as folder, served(file) as port, _bare_route() as bare_port:
        whole, bare = _Client(Path(folder) / "whole", port), _Client(Path(folder) / "bare", bare_port)
        closed = _Client(Path(folder) / "closed", None)
        start = [sys.executable, "-I", "-S", "-E", "-c", "pass"]
        starts: list[float] = []
        for number, prompt in enumerate(Writer(seed=11).prompts(PROMPTS + WARM_UP)):
            for client in (whole, bare, closed):
                client.ask(prompt, counts=number >= WARM_UP)
            starts.append(timed(lambda: subprocess.run(start, check=True))[0])
    return {
        "hook_open": row(
            whole.times,
            bare=p50(bare.times),
            against="the same client at a bare Starlette route",
            bare_p50_ms=p50(bare.times),
            python_p50_ms=p50(starts),
            sent=whole.sent,
            silent=len(whole.times) - whole.sent,
        ),
        "hook_closed": row(closed.times, bare=p50(starts), against="a Python that starts and ends"),
    }


@dataclass
class _Client:
    """The shipped client with a config file of its own; no port means that no application runs."""

    config: Path
    port: int | None
    times: list[float] = field(default_factory=list)
    sent: int = 0

    def __post_init__(self) -> None:
        if self.port is not None:
            write_hook_file(self.config, self.port, TOKEN)

    def ask(self, prompt: str, *, counts: bool) -> None:
        words = [*hook.command()[:-1], str(self.config)]
        call = json.dumps({"hook_event_name": "UserPromptSubmit", "prompt": prompt, "cwd": "/"}).encode()
        took, done = timed(lambda: subprocess.run(words, input=call, capture_output=True, check=True))
        assert not done.stderr
        if counts:
            self.times.append(took)
            self.sent += bool(done.stdout)


@contextmanager
def _bare_route() -> Iterator[int]:
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.bench.hook"], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    try:
        yield int(process.stdout.readline())
    finally:
        process.terminate()
        process.wait(10.0)
        process.stdout.close()


async def _answer(request: Request) -> JSONResponse:
    await request.json()
    return JSONResponse(ANSWER)


def main() -> None:
    app = Starlette(routes=[Route("/recall", _answer, methods=["POST"])])
    with socket.create_server(("127.0.0.1", 0)) as sock:
        print(sock.getsockname()[1], flush=True)
        headers = [("Server", "TrayRecall")]
        config = uvicorn.Config(
            app, log_level="critical", server_header=False, headers=headers, lifespan="off"
        )
        uvicorn.Server(config).run(sockets=[sock])


if __name__ == "__main__":
    main()
