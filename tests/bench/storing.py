"""The index file: what a note costs to write and to keep, how long the vectors take to load, and the two ways to search.

The mirror in memory is searched, not `vec0`: `store_nearest` is why.
"""

from __future__ import annotations

import tempfile
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np

from tests.bench.library import INSTANCE, Vectors, batches, library, record
from tests.bench.measuring import Row, p50, repeated, row, timed
from tests.bench.texts import Writer
from trayrecall.core.model import Filters, Passage
from trayrecall.core.ports import Embedder, Vector
from trayrecall.store import Database, Index
from trayrecall.store.database import rows

NOTES = 1000
BATCH = 50  # notes, as in a sync
LOADS = 5
SEARCHES = 60
NEAREST = 60


def benchmark(embedder: Embedder, *, large: bool = False) -> dict[str, Row]:
    """`store_put`, `store_load_10k` (and `_100k`), `store_nearest_10k` (and `_100k`)."""
    found = {"store_put": _putting(embedder)}
    sizes = {"10k": library(10_000, embedder)}
    with tempfile.TemporaryDirectory() as folder:
        if large:
            sizes["100k"] = _vectors_only(Path(folder) / "large.sqlite", 100_000, embedder)
        for name, file in sizes.items():
            opened = Index(Database(file, writable=False))
            loads = repeated(partial(opened.load_mirror, embedder.fingerprint), LOADS)
            found[f"store_load_{name}"] = row(loads, megabytes=_megabytes(file), against="")
            found[f"store_nearest_{name}"] = _nearest(opened)
            opened.close()
    return found


def _putting(embedder: Embedder) -> Row:
    """1,000 notes with their terms, in batches, then their vectors."""
    texts = list(Writer(seed=3).texts(NOTES))
    records = [record(text, number) for number, text in enumerate(texts)]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "index.sqlite"
        opened = Index(Database(file))
        opened.open_space(embedder.fingerprint)
        parts = [records[at : at + BATCH] for at in range(0, NOTES, BATCH)]
        puts = [timed(partial(opened.put, INSTANCE, batch))[0] for batch in parts]
        pairs = [(p.content_hash, t) for r, t in zip(records, texts, strict=True) for p in r.passages]
        matrix = Vectors(embedder).around([text for _, text in pairs])
        vectors, _ = timed(lambda: opened.put_vectors([h for h, _ in pairs], matrix))
        opened.database.run(_checkpoint)
        size = file.stat().st_size
        opened.close()
    return row(
        puts,
        against=f"a batch of {BATCH} notes",
        notes_per_second=round(NOTES / sum(puts) * 1000),
        passages_per_second=round(len(pairs) / sum(puts) * 1000),
        vectors_per_second=round(len(pairs) / vectors * 1000),
        kilobytes_a_passage=round(size / len(pairs) / 1000, 2),
    )


def _nearest(opened: Index) -> Row:
    """The nearest passages by the mirror, against vec0 in the file; both exact. `ratio` below 1: the mirror is faster."""
    mirror, space = opened.mirror, opened.space
    assert mirror is not None
    generator = np.random.default_rng(5)
    chosen = generator.integers(0, len(mirror), SEARCHES)
    noise = generator.standard_normal((SEARCHES, mirror.dimension)).astype(np.float32)
    queries = mirror._state.matrix[chosen] + 0.02 * noise
    queries /= np.linalg.norm(queries, axis=1, keepdims=True)
    in_memory, in_file, products = [], [], []
    with opened.database.read() as connection:
        statement = f"SELECT rowid, distance FROM vector_{space} WHERE embedding MATCH ? AND k = {NEAREST}"

        def by_vec0(query: Vector) -> object:
            return rows(connection, statement, (query.tobytes(),))

        for query in queries:
            in_memory.append(timed(partial(mirror.nearest, query, NEAREST, Filters()))[0])
            in_file.append(timed(partial(by_vec0, query))[0])
            products.append(timed(partial(np.matmul, mirror._state.matrix[: len(mirror)], query))[0])
    return row(
        in_memory,
        bare=p50(in_file),
        against="vec0 in the file",
        vec0_p50_ms=p50(in_file),
        blas_matmul_p50_ms=p50(products),
    )


def _vectors_only(file: Path, count: int, embedder: Embedder) -> Path:
    """A file with so many passages of a few words each: only their vectors count here."""
    opened = Index(Database(file))
    opened.open_space(embedder.fingerprint)
    vectors = Vectors(embedder)
    opened.mirror = None  # filled from the file later
    number = 0
    for batch in batches(Writer().texts(count), 2000):
        records = []
        for text in batch:
            whole = record(text, number)
            short = Passage(0, (), text.title, str(number))
            records.append(
                replace(whole, passages=(short,), terms=whole.terms[:1], languages=whole.languages[:1])
            )
            number += 1
        opened.put(INSTANCE, records)
        hashes = [passage.content_hash for each in records for passage in each.passages]
        opened.put_vectors(hashes, vectors.around(batch))
    opened.database.run(_checkpoint)
    opened.close()
    return file


def _checkpoint(connection: object) -> None:
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # type: ignore[attr-defined]


def _megabytes(file: Path) -> float:
    return round(file.stat().st_size / 1e6, 1)
