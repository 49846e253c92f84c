"""Searches while the index is built (case CO01), and over ten thousand notes (case PF03); the model is the real one."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from tests.bench.library import FOLDER, INSTANCE, Vectors, key_of
from tests.bench.measuring import Row, p95, row, timed
from tests.bench.notes import NoteWriter, in_memory
from tests.bench.recall import Client
from tests.bench.served import engine_over, served
from tests.bench.sync import engine_of
from tests.bench.texts import Writer
from tests.bench.trilium import trilium
from tests.pipeline import Lasting
from trayrecall.app import everyday_sentences
from trayrecall.core.ports import Embedder
from trayrecall.embed import DEFAULT_MODEL, spec_of
from trayrecall.engine.engine import Engine
from trayrecall.engine.model import Model
from trayrecall.engine.sync import Sync
from trayrecall.store import Index
from trayrecall.ui.rows import Found, Source, found_of

BUILT = 2_000
A_SECOND = 20  # searches
SECONDS = 30
SEARCHERS = 4
NOTES = 10_000
QUERIES = 1_000
WARM_UP = 25
ROWS, PATIENCE = 20, 2.0  # of the popup: hits, and seconds
IDLE_SECONDS = 300.0


def benchmark(embedder: Embedder) -> dict[str, Row]:
    """`load_building`, `load_popup` and `load_recall`."""
    return {"load_building": _while_building(embedder), **_many_notes(embedder)}


# ---- while the index is built -----------------------------------------------------------------------------


def _while_building(embedder: Embedder) -> Row:
    """Case CO01: a full build of 2,000 notes, meanwhile 20 searches a second for 30 seconds."""
    model = Model(Lasting(embedder), spec_of(DEFAULT_MODEL).scale, everyday_sentences())
    questions = Writer(seed=9).questions(A_SECOND * SECONDS)
    with trilium(BUILT) as server, tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "index.sqlite"
        with (
            engine_of(file, server, lambda: datetime.now(UTC), lambda: model) as engine,
            ThreadPoolExecutor(SEARCHERS) as searchers,
        ):
            began = time.perf_counter()
            moments = [began + number / A_SECOND for number in range(len(questions))]
            asked = list(searchers.map(partial(_asked_at, engine), moments, questions))
            status = engine.status()
    told = Counter(degraded or "whole" for _, degraded in asked)
    assert "keywords_failed" not in told, told
    return row(
        [taken for taken, _ in asked],
        against="",
        errors=0,  # one would have ended the run
        notes_then=status.notes,
        vectors_then=status.passages - status.pending,
        pending_then=status.pending,
        **{f"answers_{name}": count for name, count in told.items()},
        load=round(os.getloadavg()[0], 1),
    )


def _asked_at(engine: Engine, moment: float, question: str) -> tuple[float, str | None]:
    """Milliseconds from the moment at which the search was due to its answer, and what the answer lacks."""
    time.sleep(max(0.0, moment - time.perf_counter()))
    answer = engine.search(question)
    return (time.perf_counter() - moment) * 1000, answer.degraded


# ---- ten thousand notes -----------------------------------------------------------------------------------


def _many_notes(embedder: Embedder) -> dict[str, Row]:
    """Case PF03: 10,000 notes of 150-600 words, 1,000 mixed queries in the popup, and as many by HTTP."""
    file = _notes(embedder)
    engine = engine_over(file)
    engine.start()
    assert engine.wait_until_idle(IDLE_SECONDS)
    prompts = Writer(seed=7).prompts(QUERIES + WARM_UP)
    popup, popup_cpu = _times([partial(_popup, engine, text) for text in _typed()])
    _, prompt_cpu = _times([partial(engine.prompt, text) for text in prompts])
    passages = engine.status().passages
    engine.close(10.0)
    with served(file) as port:
        client = Client(port)
        recall, _ = _times([partial(client.prompt, text) for text in prompts])
        client.close()
    told = {"passages": passages, "load": round(os.getloadavg()[0], 1)}
    return {
        "load_popup": row(popup, against="", cpu_p95_ms=p95(popup_cpu), **told),
        "load_recall": row(recall, against="", cpu_p95_ms=p95(prompt_cpu), **told),
    }


def _popup(engine: Engine, text: str) -> Found:
    """What the popup does on its thread: see `ui.search`, which needs Qt."""
    answer = engine.search(text, limit=ROWS, deadline=time.monotonic() + PATIENCE)
    several = len(engine.status().instances) > 1
    return found_of(answer, Source(engine.instance, datetime.now(UTC), several=several))


def _typed() -> list[str]:
    """What is typed into the popup: words, two words, and whole questions."""
    questions = Writer(seed=8).questions(QUERIES + WARM_UP)
    return [text if n % 3 else " ".join(text.split()[:2]) for n, text in enumerate(questions)]


def _times(calls: Sequence[Callable[[], object]]) -> tuple[list[float], list[float]]:
    """Milliseconds of each call, and of this process's CPU in it, which other programs of the machine disturb less."""
    taken, used = [], []
    for call in calls:
        before = time.process_time()
        taken.append(timed(call)[0])
        used.append((time.process_time() - before) * 1000)
    return taken[WARM_UP:], used[WARM_UP:]


def _notes(embedder: Embedder) -> Path:
    """The index of the notes, gone through a sync, with vectors around their topics' centres; built once and kept."""
    made_by = [Path(__file__), Path(__file__).with_name("notes.py")]
    file = FOLDER / f"notes-{NOTES}-{key_of(embedder, *made_by)}" / "index.sqlite"
    if not file.exists():
        for old in FOLDER.glob(f"notes-{NOTES}-*"):
            shutil.rmtree(old)
        index = Index.open(file.with_name("unfinished.sqlite"))
        _fill(index, embedder)
        index.close()
        file.with_name("unfinished.sqlite").rename(file)
    return file


def _fill(index: Index, embedder: Embedder) -> None:
    writer = NoteWriter()
    source = in_memory(writer, NOTES)
    Sync(INSTANCE, source, index).run(datetime.now(UTC))
    model = Model(embedder, spec_of(DEFAULT_MODEL).scale, everyday_sentences())
    index.open_space(embedder.fingerprint, model.neutral)
    vectors = Vectors(embedder)
    while pending := index.pending(5_000):
        # The title, the passage's first line, ends in the number of its note.
        numbers = [each.text.partition("\n")[0].split()[-1] for each in pending]
        around = vectors.around([writer.subjects[f"n{number}"] for number in numbers])
        index.put_vectors([each.hash for each in pending], around)
