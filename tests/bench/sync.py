"""The sync against the test server in a process of its own: a first build, an idle hour, a full comparison, freshness.

The clock of the engine is a fake one whose minutes pass at once; everything else is the program as it runs, over real
HTTP. Words alone are built (no model), so that the sync is measured and not the embedding; for the idle hour every
passage has a vector, because a minute in which nothing happens asks what lacks one.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import httpx
import numpy as np

from tests.bench.measuring import Row, p50, row, timed
from tests.bench.trilium import Trilium, trilium
from tests.pipeline import ROOT
from trayrecall.core.errors import EmbedderError, ModelUnavailable
from trayrecall.core.model import Fingerprint, Instance, InstanceId, NoteId
from trayrecall.core.passages import SPLITTER
from trayrecall.core.ports import Matrix, Vector
from trayrecall.embed import DEFAULT_MODEL, spec_of
from trayrecall.engine.contents import FETCH_THREADS
from trayrecall.engine.engine import Engine
from trayrecall.engine.model import Model
from trayrecall.etapi import EtapiSource
from trayrecall.store import Index

INSTANCE = InstanceId("bench")
BUILT = 3_000
BUILDS = 3
SLOWER = 932  # contents a second: one Trilium was measured to give so many, a newer one on other cores 2,000
CALIBRATED = 600  # contents, three times, until the test server gives as many
LARGE = 20_000
MINUTE = timedelta(minutes=1)  # between two ticks
HOUR = 60  # ticks
QUIET = 20  # minutes without a change
VECTORS_AT_ONCE = 20_000
LONGEST = 1800.0  # seconds
AGAINST = f"{FETCH_THREADS} threads of bare httpx that load the same contents"


def benchmark() -> dict[str, Row]:
    """`sync_build`, `sync_build_slower` (a first build from a server as fast as it can, and at a slower rate), and of a large server: `sync_idle_hour`, `sync_full`, `sync_fresh`."""
    found = {"sync_build": _building(), "sync_build_slower": _building(SLOWER)}
    with trilium(LARGE) as server, tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "index.sqlite"
        with engine_of(file, server, lambda: datetime.now(UTC), no_model) as engine:
            wait(engine)
        embedder = RandomVectors()
        index = Index.open(file)
        fill_vectors(index, embedder)
        index.close()
        found["sync_full"] = _full(file, server)
        clock = Clock()
        with engine_of(file, server, clock, lambda: Model(embedder, spec_of(DEFAULT_MODEL).scale)) as engine:
            wait(engine)
            found["sync_idle_hour"] = _idle_hour(engine, server, clock)
            found["sync_fresh"] = _fresh(engine, server, clock)
    return found


class Clock:
    """A clock that stands still until it is told to go on."""

    def __init__(self) -> None:
        self.now = datetime(2031, 6, 1, 12, 0, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def passes(self, minutes: int = 1) -> None:
        """So many minutes pass."""
        self.now += MINUTE * minutes


@contextmanager
def engine_of(
    file: Path, server: Trilium, clock: Callable[[], datetime], load: Callable[[], Model]
) -> Iterator[Engine]:
    """An engine that was started and told to sync; nothing is waited for."""
    engine = Engine(
        Index.open(file),
        [Instance(INSTANCE, "Bench", server.url)],
        lambda instance: EtapiSource(instance.url, server.token),
        load,
        clock=clock,
    )
    engine.start()
    engine.request_sync()
    try:
        yield engine
    finally:
        engine.close(30.0)


def wait(engine: Engine) -> None:
    """Until nothing is left to do."""
    if not engine.wait_until_idle(LONGEST):
        raise TimeoutError("the engine did not get idle")


def no_model() -> Model:
    """A machine without a model: words alone."""
    raise ModelUnavailable


# ---- the first build --------------------------------------------------------------------------------------


def _building(rate: int | None = None) -> Row:
    """From an empty file to every note being found by its words, against loading the same contents.

    With a `rate` the server gives about so many contents a second, by itself as many as it can.
    """
    ours: list[float] = []
    bare: list[float] = []
    latencies: list[float] = []
    cpu = {"ours": 0.0, "bare": 0.0, "server": 0.0}
    with trilium(BUILT) as server:
        ids = [f"n{number}" for number in range(BUILT)]
        if rate is not None:
            _slow_down(server, ids[:CALIBRATED], rate)
        for _ in range(BUILDS):
            used, served = time.process_time(), server.cpu_seconds()
            taken, each = timed(lambda: _load(server, ids))
            bare.append(taken)
            latencies += each
            cpu["bare"] += time.process_time() - used
            cpu["server"] += server.cpu_seconds() - served
            used = time.process_time()
            ours.append(_build(server))
            cpu["ours"] += time.process_time() - used
    return row(
        ours,
        bare=p50(bare),
        against=AGAINST,
        bare_p50_ms=p50(bare),
        ratio_of_cpu=round(cpu["ours"] / cpu["bare"], 2),
        cpu_ms_a_note=round(cpu["ours"] / BUILT / BUILDS * 1000, 2),
        server_cpu_ms_a_content=round(cpu["server"] / BUILT / BUILDS * 1000, 2),
        content_p50_ms=p50(latencies),
        contents_a_second=round(BUILT / p50(bare) * 1000),
        load=round(os.getloadavg()[0], 1),
    )


def _slow_down(server: Trilium, ids: Sequence[str], rate: int) -> None:
    """Let each content take so long that all threads together load `rate` of them a second."""
    seconds = 0.0
    for _ in range(3):
        taken = timed(lambda: _load(server, ids))[0] / 1000
        seconds = max(0.0, seconds + FETCH_THREADS * (1 / rate - taken / len(ids)))
        server.tell("slow", str(seconds))


def _build(server: Trilium) -> float:
    """Milliseconds of one build."""
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        with engine_of(Path(folder) / "index.sqlite", server, lambda: datetime.now(UTC), no_model) as engine:
            wait(engine)
            taken = (time.perf_counter() - began) * 1000
            assert engine.status().notes >= BUILT
            for number in range(0, BUILT, BUILT // 20):
                hits = engine.search(f"{number}", limit=50).hits
                assert any(hit.note_id == f"n{number}" for hit in hits), number
    return taken


def _load(server: Trilium, ids: Sequence[str]) -> list[float]:
    """Load the contents with plain httpx, each thread on a connection of its own; the milliseconds of each request."""
    own = threading.local()

    def load(note_id: str) -> float:
        if not hasattr(own, "client"):
            headers = {"Authorization": server.token, "Accept-Encoding": "identity"}
            own.client = httpx.Client(headers=headers, trust_env=False)
        taken, response = timed(lambda: own.client.get(f"{server.url}/etapi/notes/{note_id}/content"))
        assert response.status_code == httpx.codes.OK
        assert response.text
        return taken

    with ThreadPoolExecutor(FETCH_THREADS) as pool:
        return list(pool.map(load, ids))


# ---- an idle hour -----------------------------------------------------------------------------------------


class RandomVectors:
    """A model of the default one's dimension whose vectors mean nothing: their number counts, and words answer."""

    def __init__(self) -> None:
        spec = spec_of(DEFAULT_MODEL)
        self._random = np.random.default_rng(1)
        self.fingerprint = Fingerprint(
            "random",
            "1",
            "0",
            "0",
            "float32",
            spec.dimension,
            spec.query_prefix,
            spec.passage_prefix,
            SPLITTER,
        )

    def query(self, text: str) -> Vector:
        """There is nothing to compare."""
        del text
        raise EmbedderError("these vectors mean nothing")

    def passages(self, texts: Sequence[str]) -> Matrix:
        """A direction for each."""
        made = self._random.standard_normal((len(texts), self.fingerprint.dimension)).astype(np.float32)
        return np.asarray(made / np.linalg.norm(made, axis=1, keepdims=True), np.float32)

    def count_tokens(self, text: str) -> int:
        """Roughly."""
        return len(text) // 4

    def close(self) -> None:
        """Nothing is held."""


def fill_vectors(index: Index, embedder: RandomVectors) -> None:
    """Give every passage a vector, in larger batches than the program, which embeds 32 at a time."""
    index.open_space(embedder.fingerprint)
    while pending := index.pending(VECTORS_AT_ONCE):
        index.put_vectors([each.hash for each in pending], embedder.passages([each.text for each in pending]))


def _idle_hour(engine: Engine, server: Trilium, clock: Clock) -> Row:
    """Sixty ticks in which nothing happens; every half hour all is compared all the same."""
    server.tell("traffic")
    used, ticks = time.process_time(), []
    for _ in range(HOUR):
        clock.passes()
        ticks.append(timed(lambda: _tick(engine))[0])
    cpu = time.process_time() - used
    told = server.tell("traffic")
    marks = told["paths"].count("/api/health-check")
    return row(
        ticks,
        against="",
        requests=len(told["paths"]),
        small_requests=marks,
        listing_requests=told["paths"].count("/etapi/notes"),
        other_requests=len(told["paths"]) - marks - told["paths"].count("/etapi/notes"),
        megabytes=round(told["bytes"] / 1e6, 2),
        cpu_seconds=round(cpu, 2),
        cpu_seconds_without_listings=round(_cpu_of_quiet_ticks(engine, clock) * HOUR, 2),
        passages=engine.status().passages,
        load=round(os.getloadavg()[0], 1),
    )


def _cpu_of_quiet_ticks(engine: Engine, clock: Clock) -> float:
    """Seconds of a tick in which the change mark is all that is asked for."""
    used = time.process_time()
    for _ in range(10):
        clock.passes()
        _tick(engine)
    return (time.process_time() - used) / 10


def _tick(engine: Engine) -> None:
    engine.tick()
    wait(engine)


# ---- a full comparison ------------------------------------------------------------------------------------


def _full(file: Path, server: Trilium) -> Row:
    """All notes compared by a fresh process, first in one answer and then in pages, with its resident memory in MB."""
    command = [sys.executable, "-m", "tests.bench.comparing", str(file), server.url, server.token]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    told = json.loads(done.stdout)
    return row([told["ms"], told["paged_ms"]], against="", **told, load=round(os.getloadavg()[0], 1))


# ---- from a change to the right answer --------------------------------------------------------------------


def _fresh(engine: Engine, server: Trilium, clock: Clock) -> Row:
    """From a change on a server that was quiet, just after a tick, to the answer that shows it, in seconds of the clock."""
    search, path = partial(_ids, engine), partial(_path, engine)
    changes: dict[str, tuple[tuple[str, ...], Callable[[], bool]]] = {
        "label": (("label", "n10", "topic", "quagga"), lambda: "n10" in search("quagga")),
        "move": (("move", "n20", "folder7"), lambda: "Folder 7" in path("n20")),
        "delete": (("delete", "n30"), lambda: path("n30") == () and "n30" not in search("30")),
        "synced_edit": (
            ("arrive", "n40", "Okapi", "<p>The okapi is a shy axolotl.</p>"),
            lambda: "n40" in search("axolotl"),
        ),
    }
    seconds = {}
    for name, (change, is_right) in changes.items():
        clock.passes(QUIET)
        _tick(engine)
        assert not is_right(), name
        server.tell(*change)
        server.tell("warm")
        taken = 0.0
        while not is_right():
            clock.passes()
            taken += MINUTE.total_seconds() + timed(lambda: _tick(engine))[0] / 1000
            assert taken < LONGEST, name
        seconds[name] = round(taken, 1)
    worst = max(seconds.values())
    return row(
        [1000 * each for each in seconds.values()],
        against="",
        worst_seconds=worst,
        **seconds,
        load=round(os.getloadavg()[0], 1),
    )


def _ids(engine: Engine, query: str) -> list[str]:
    return [hit.note_id for hit in engine.search(query, limit=50).hits]


def _path(engine: Engine, note_id: str) -> tuple[str, ...]:
    found = engine.note(INSTANCE, NoteId(note_id))
    return found.row.path if found else ()
