"""The real engine and listener over an index file, in a process of their own: `python -m tests.bench.served FILE`.

Tells its port in one line of JSON when it is ready, and ends when its standard input does.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tests.bench.library import INSTANCE
from tests.bench.models import embedder
from tests.pipeline import ROOT, NotesInMemory
from trayrecall.app import everyday_sentences
from trayrecall.core.model import Instance
from trayrecall.embed import DEFAULT_MODEL, spec_of
from trayrecall.engine.engine import Engine
from trayrecall.engine.model import Model
from trayrecall.server.guard import Grant
from trayrecall.server.serving import Serving
from trayrecall.store import Database, Index

TOKEN = "bench-token"
IDLE_SECONDS = 120.0


def engine_over(file: Path) -> Engine:
    """An engine that answers from the file and never syncs."""
    instance = Instance(INSTANCE, "Bench", "http://bench.example")
    return Engine(
        Index(Database(file)),
        [instance],
        lambda _instance: NotesInMemory([]),
        lambda: Model(embedder(), spec_of(DEFAULT_MODEL).scale, everyday_sentences()),
    )


async def bare(_request: Request) -> Response:
    """What a route costs that does nothing."""
    return JSONResponse({"found": None})


def main() -> int:
    engine = engine_over(Path(sys.argv[1]))
    serving = Serving(
        engine,
        grants=lambda: (Grant("bench", TOKEN),),
        port=0,
        forget_session=engine.forget_session,
        more_routes=(Route("/bare", bare, methods=["POST"]),),
    )
    engine.start()
    try:
        if not engine.wait_until_idle(IDLE_SECONDS):
            return 1
        print(json.dumps({"port": serving.start()}), flush=True)
        sys.stdin.read()
    finally:
        serving.stop()
        engine.close()
    return 0


@contextmanager
def served(file: Path) -> Iterator[int]:
    """The port of a process that serves the file."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.bench.served", str(file)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        yield json.loads(process.stdout.readline())["port"]
    finally:
        process.stdin.close()
        process.wait(10.0)
        process.stdout.close()


if __name__ == "__main__":
    sys.exit(main())
