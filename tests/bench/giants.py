"""Notes that are far larger than others (cases PF01, PF02 and PF09), each among 500 common ones, with the real model."""

from __future__ import annotations

import os
import tempfile
import time
from functools import partial
from pathlib import Path

from tests.bench.measuring import Row, row, timed
from tests.bench.processes import forget_peak, megabytes
from tests.bench.texts import Writer
from tests.pipeline import Lasting, NotesInMemory, note, running_engine
from trayrecall.core.model import NoteId
from trayrecall.core.ports import Embedder

OTHERS = 500
WORDS = 190_000
SECTION = 70_000  # characters
ROWS = 180_000  # of data on one line, five megabytes
ASKED = 100
LAST = "The brass heron stands behind the east window."
QUESTION = "brass heron east window"


def benchmark(embedder: Embedder) -> dict[str, Row]:
    """`giant_note` (190,000 words), `giant_section` (70,000 characters, no heading), `giant_line` (5 MB of JSON).

    The times are those of searches for other notes while the giant is there; `found_ms` is that of its own last words.
    """
    rows = ",".join(f'{{"id":{i},"v":"{i * 2654435761 % 2**32:x}"}}' for i in range(ROWS))
    line = f'{{"rows":[{rows}],"note":"{LAST}"}}'
    return {
        "giant_note": _measured(embedder, _words(WORDS), "text", "text/html"),
        "giant_section": _measured(embedder, _words(WORDS)[:SECTION], "text", "text/html"),
        "giant_line": _measured(embedder, line, "code", "application/json"),
    }


def _words(count: int) -> str:
    writer = Writer(seed=3)
    return " ".join(writer.body(number % writer.topics, "en", 100) for number in range(count // 100))


def _measured(embedder: Embedder, text: str, kind: str, mime: str) -> Row:
    content = text if kind == "code" else f"<p>{text} {LAST}</p>"
    with tempfile.TemporaryDirectory() as folder:
        common = _common()
        with running_engine(Path(folder) / "index.sqlite", {"bench": common}, Lasting(embedder)) as engine:
            before = engine.status()
            giant = note("giant", "Chronicle", kind=kind, mime=mime)
            common.notes = [*common.notes, giant]
            common.contents = {**common.contents, giant.id: content}
            common.mark = "2"
            resident, began = forget_peak(), time.perf_counter()
            engine.request_sync()
            assert engine.wait_until_idle(3600.0)
            seconds = time.perf_counter() - began
            grown = megabytes("VmHWM") - resident
            found, answer = timed(lambda: engine.search(QUESTION))
            assert answer.hits[0].note_id == "giant", answer
            times = [timed(partial(engine.search, text))[0] for text in Writer(seed=5).questions(ASKED)]
            passages = engine.status().passages - before.passages
    return row(
        times,
        index_seconds=round(seconds, 1),
        grown_mb=round(grown),
        passages=passages,
        found_ms=round(found, 1),
        load=round(os.getloadavg()[0], 1),
    )


def _common() -> NotesInMemory:
    texts = list(Writer(seed=4).texts(OTHERS))
    metas = [note(f"n{number}", text.title) for number, text in enumerate(texts)]
    return NotesInMemory(metas, {NoteId(f"n{number}"): text.body for number, text in enumerate(texts)})
