"""Whole processes, as a person's shell starts them: `trayrecall --help`, and `trayrecall recall` over a small index."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from tests.bench.library import INSTANCE, Vectors, record
from tests.bench.measuring import Row, p50, row, timed
from tests.bench.texts import Writer
from tests.pipeline import MODELS_CACHE, ROOT
from trayrecall.core.ports import Embedder
from trayrecall.paths import HOME_VARIABLE
from trayrecall.store import Database, Index

NOTES = 100
STARTS = 7


def benchmark(embedder: Embedder) -> dict[str, Row]:
    """`cold_help` and `cold_recall`, both against a Python that does nothing."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ,
            HOME_VARIABLE: folder,
            "RECALL_BENCH_URL": "http://127.0.0.1:9",
            "RECALL_BENCH_TOKEN": "x",
        }
        _index(Path(folder) / "data", embedder)
        commands = {
            "bare": ["-c", "pass"],
            "cold_help": ["-m", "trayrecall", "--help"],
            "cold_recall": ["-m", "trayrecall", "recall", "insulin glucose"],
        }
        times: dict[str, list[float]] = {name: [] for name in commands}
        for _ in range(STARTS):
            for name, command in commands.items():
                times[name].append(timed(partial(_run, command, environment))[0])
    bare = p50(times.pop("bare"))
    return {
        name: row(taken, bare=bare, against="python -c pass", bare_p50_ms=bare)
        for name, taken in times.items()
    }


def _index(data: Path, embedder: Embedder) -> None:
    data.mkdir(parents=True)
    (data / "models").symlink_to(MODELS_CACHE)
    texts = list(Writer(seed=3).texts(NOTES))
    records = [record(text, number) for number, text in enumerate(texts)]
    opened = Index(Database(data / "index.sqlite"))
    opened.open_space(embedder.fingerprint)
    opened.put(INSTANCE, records)
    pairs = [(p.content_hash, t) for r, t in zip(records, texts, strict=True) for p in r.passages]
    opened.put_vectors([h for h, _ in pairs], Vectors(embedder).around([text for _, text in pairs]))
    opened.close()


def _run(command: Sequence[str], environment: dict[str, str]) -> None:
    done = subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
