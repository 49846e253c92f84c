"""Passages a second: `Embedder.passages` against a bare session of the same file, blocks of both in turn."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from tests.bench.library import record
from tests.bench.measuring import Row, p50, p95
from tests.bench.models import BareModel
from tests.bench.texts import Writer
from trayrecall.core.ports import Embedder
from trayrecall.embed.fastembed_embedder import BULK_THREADS, _step_back

TEXTS = 200
BLOCK = 20
ROUNDS = 2  # over all texts


def benchmark(embedder: Embedder) -> dict[str, Row]:
    """`embedding`: `ratio` is our passages a second over the bare loop's; 1 would be free."""
    texts = [
        p.embedded_text for n, t in enumerate(Writer(seed=11).texts(TEXTS)) for p in record(t, n).passages
    ]
    texts = texts[:TEXTS]
    bare = BareModel.beside(embedder)
    with ThreadPoolExecutor(BULK_THREADS, initializer=_step_back) as pool:  # as low in rank as ours
        ours, theirs = _taking_turns(
            texts, embedder.passages, lambda block: list(pool.map(bare.passage, block))
        )
    tokens = [embedder.count_tokens(text) for text in texts]
    ratio = sum(theirs) / sum(ours)
    rate = ROUNDS * len(texts) / (sum(ours) / 1000)
    return {
        "embedding": {
            "p50_ms": p50([block / BLOCK for block in ours]),
            "p95_ms": p95([block / BLOCK for block in ours]),
            "ratio": round(ratio, 3),
            "against": "bare onnxruntime, batch 1, two threads (passages a second of ours over the bare loop's)",
            "passages_per_second": round(rate, 1),
            "bare_passages_per_second": round(rate / ratio, 1),
            "mean_tokens": round(float(np.mean(tokens)), 1),
            "n": ROUNDS * len(texts),
        }
    }


def _taking_turns(
    texts: Sequence[str], first: Callable[[list[str]], object], second: Callable[[list[str]], object]
) -> tuple[list[float], list[float]]:
    """Milliseconds of each block by each of the two; who begins changes with every block."""
    taken: tuple[list[float], list[float]] = ([], [])
    blocks = [list(texts[at : at + BLOCK]) for at in range(0, len(texts), BLOCK)] * ROUNDS
    for number, block in enumerate([blocks[0], *blocks]):  # the first one warms up
        order = [(0, first), (1, second)]
        for which, work in order if number % 2 else reversed(order):
            began = time.perf_counter()
            work(block)
            if number:
                taken[which].append((time.perf_counter() - began) * 1000)
    return taken
