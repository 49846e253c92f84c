"""How far the index file grows when all notes change again and again (case PF07): 2,000 notes, 20 times."""

from __future__ import annotations

import os
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from tests.bench.measuring import Row, row, timed
from tests.bench.notes import NoteWriter
from tests.bench.sync import INSTANCE, RandomVectors, fill_vectors
from tests.pipeline import NotesInMemory, note
from trayrecall.core.model import NoteId
from trayrecall.engine.sync import Sync
from trayrecall.store import Index

NOTES = 2_000
TURNS = 20


def benchmark() -> dict[str, Row]:
    """`growth`: `ratio` is the largest size of file and log together over the first one."""
    embedder, source = RandomVectors(), NotesInMemory([])
    with tempfile.TemporaryDirectory() as folder:
        index = Index.open(Path(folder) / "index.sqlite")
        sync = Sync(INSTANCE, source, index)
        sizes: list[int] = []
        times: list[float] = []
        for turn in range(TURNS + 1):
            _change_all(source, turn)
            taken, report = timed(lambda: sync.run(datetime.now(UTC)))
            assert report.fetched >= NOTES
            fill_vectors(index, embedder)
            index.compact_if_worth()
            times.append(taken)
            sizes.append(sum(each.stat().st_size for each in Path(folder).glob("index.sqlite*")))
        faults = index.check()
        index.close()
        last = (Path(folder) / "index.sqlite").stat().st_size
    assert faults == []
    return {
        "growth": {
            **row(times, against="the size after the first sync (file and log)"),
            "ratio": round(max(sizes[1:]) / sizes[0], 3),
            "first_megabytes": round(sizes[0] / 1e6, 1),
            "largest_megabytes": round(max(sizes[1:]) / 1e6, 1),
            "closed_megabytes": round(last / 1e6, 1),
            "turns": TURNS,
            "load": round(os.getloadavg()[0], 1),
        }
    }


def _change_all(source: NotesInMemory, turn: int) -> None:
    """Other content in every note, as after a day on which all were edited."""
    written = [each for each in NoteWriter(seed=turn).tree(NOTES) if each.content]
    source.notes = [
        note(each.id, each.title, kind=each.type, mime=each.mime, blob=f"{each.id}-{turn}")
        for each in written
    ]
    source.contents = {NoteId(each.id): (each.content or b"").decode() for each in written}
    source.mark = str(turn)
