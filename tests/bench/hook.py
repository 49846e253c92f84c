"""The prompt hook as an agent sees it: from the start of the client's process to its end. The application is open,
closed, or in the middle of a full build.

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

import httpx
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
    """`hook_open`, `hook_closed` and `hook_building`."""
    file = library(PASSAGES, embedder)
    with tempfile.TemporaryDirectory() as folder, _bare_route() as bare_port:
        with served(file) as port:
            idle, starts = _in_turn(Path(folder) / "idle", port, bare_port)
        with served(file, "building") as port:
            building, _ = _in_turn(Path(folder) / "building", port, bare_port)
            pending = _pending(port)
            assert pending, "the build was over too soon"
    return {
        "hook_open": _against_bare(idle, python_p50_ms=p50(starts)),
        "hook_closed": row(idle.closed.times, bare=p50(starts), against="a Python that starts and ends"),
        "hook_building": row(
            building.open.times,
            bare=p50(idle.open.times),
            against="hook_open",
            bare_p50_ms=p50(building.bare.times),
            sent=building.open.sent,
            closed_p50_ms=p50(building.closed.times),
            pending_at_the_end=pending,
        ),
    }


def _against_bare(clients: _Clients, **more: float) -> Row:
    """How the application stands beside the bare route."""
    whole, bare = clients.open, p50(clients.bare.times)
    silent = len(whole.times) - whole.sent
    against = "the same client at a bare Starlette route"
    return row(
        whole.times, bare=bare, against=against, bare_p50_ms=bare, sent=whole.sent, silent=silent, **more
    )


def _in_turn(folder: Path, port: int, bare_port: int) -> tuple[_Clients, list[float]]:
    """All clients in turn, prompt by prompt; and the milliseconds of a Python that starts and ends."""
    folder.mkdir()
    clients = _Clients(
        _Client(folder / "open", port), _Client(folder / "bare", bare_port), _Client(folder / "closed", None)
    )
    start = [sys.executable, "-I", "-S", "-E", "-c", "pass"]
    starts: list[float] = []
    for number, prompt in enumerate(Writer(seed=11).prompts(PROMPTS + WARM_UP)):
        for client in (clients.open, clients.bare, clients.closed):
            client.ask(prompt, counts=number >= WARM_UP)
        starts.append(timed(lambda: subprocess.run(start, check=True))[0])
    return clients, starts


def _pending(port: int) -> int:
    """How many passages have no vector yet."""
    headers = {"Authorization": f"Bearer {TOKEN}"}
    answer = httpx.get(f"http://127.0.0.1:{port}/health", headers=headers, timeout=30, trust_env=False)
    found: int = answer.json()["pending"]
    return found


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


@dataclass(frozen=True)
class _Clients:
    """The same client at the application, at a bare route, and where nothing runs."""

    open: _Client
    bare: _Client
    closed: _Client


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
