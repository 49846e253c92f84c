"""The real engine and listener over an index file, in a process of their own: `python -m tests.bench.served FILE`.

Tells its port in one line of JSON when it is ready, and ends when its standard input does. With `building` as second
argument a second server's notes are read, split and embedded meanwhile, into a copy of the file.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tests.bench.library import INSTANCE
from tests.bench.models import embedder
from tests.bench.notes import NoteWriter, in_memory
from tests.bench.processes import child
from tests.pipeline import NotesInMemory
from trayrecall.app import everyday_sentences
from trayrecall.core.model import Instance, InstanceId
from trayrecall.embed import DEFAULT_MODEL, spec_of
from trayrecall.engine.engine import Engine
from trayrecall.engine.model import Model
from trayrecall.server.guard import Grant
from trayrecall.server.serving import Serving
from trayrecall.store import Database, Index

TOKEN = "bench-token"
IDLE_SECONDS = 120.0
MORE = InstanceId("more")
MORE_NOTES = 2_000  # whose passages take minutes to embed


def engine_over(file: Path) -> Engine:
    """An engine that answers from the file; nothing comes from its server."""
    return _engine(file, {INSTANCE: NotesInMemory([])})


def _engine(file: Path, sources: Mapping[InstanceId, NotesInMemory]) -> Engine:
    return Engine(
        Index(Database(file)),
        [Instance(each, each.title(), f"http://{each}.example") for each in sources],
        lambda instance: sources[instance.id],
        lambda: Model(embedder(), spec_of(DEFAULT_MODEL).scale, everyday_sentences()),
    )


@contextmanager
def _building(file: Path) -> Iterator[Engine]:
    """One that knows the file's notes and is about to know many more. Raises TimeoutError when it doesn't begin."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(shutil.copy(file, folder))
        engine = _engine(copy, {INSTANCE: NotesInMemory([]), MORE: in_memory(NoteWriter(), MORE_NOTES)})
        with _started(engine):
            engine.request_sync(instance=MORE)
            end = time.monotonic() + IDLE_SECONDS
            while not engine.status().pending:
                if time.monotonic() > end:
                    raise TimeoutError("no build began")
                time.sleep(0.05)
            yield engine


@contextmanager
def _idle(file: Path) -> Iterator[Engine]:
    with _started(engine_over(file)) as engine:
        yield engine


@contextmanager
def _started(engine: Engine) -> Iterator[Engine]:
    """Ready to answer; closed at the end. Raises TimeoutError."""
    engine.start()
    try:
        if not engine.wait_until_idle(IDLE_SECONDS):
            raise TimeoutError("the engine did not get idle")
        yield engine
    finally:
        engine.close()


async def bare(_request: Request) -> Response:
    """What a route costs that does nothing."""
    return JSONResponse({"found": None})


def main() -> int:
    state = _building if sys.argv[2:] == ["building"] else _idle
    with state(Path(sys.argv[1])) as engine:
        serving = Serving(
            engine,
            grants=lambda: (Grant("bench", TOKEN),),
            port=0,
            more_routes=(Route("/bare", bare, methods=["POST"]),),
        )
        try:
            print(json.dumps({"port": serving.start()}), flush=True)
            sys.stdin.read()
        finally:
            serving.stop()
    return 0


@contextmanager
def served(file: Path, *state: str) -> Iterator[int]:
    """The port of a process that serves the file; `building` is a state."""
    with child("tests.bench.served", str(file), *state) as process:
        yield json.loads(process.output.readline())["port"]


if __name__ == "__main__":
    sys.exit(main())
