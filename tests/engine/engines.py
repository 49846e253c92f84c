"""Engines over notes in memory, and small steps with them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from tests.pipeline import NotesInMemory, note
from trayrecall.app import everyday_sentences
from trayrecall.core import errors
from trayrecall.core.model import Instance, InstanceId, NoteId
from trayrecall.core.ports import Embedder, NoteSource
from trayrecall.embed import DEFAULT_MODEL, spec_of
from trayrecall.engine.engine import Engine
from trayrecall.engine.model import Model
from trayrecall.engine.preferences import AS_USUAL, Preferences
from trayrecall.store import Database, Index

HOME, WORK = InstanceId("home"), InstanceId("work")
TEXTS: dict[str, tuple[str, str]] = {
    "stove": ("Tiled stove", "<p>The flue of the tiled stove is 150 mm wide and is swept every October.</p>"),
    "knots": ("Knots", "<p>The bowline makes a fixed loop at the end of a rope and never slips.</p>"),
    "bread": ("Sourdough", "<p>The levain is fed with rye flour twice a day before baking.</p>"),
    "vat": ("Reverse charge", "<p>Invoices to firms abroad carry no value added tax.</p>"),
    "owl": ("Tawny owl", "<p>The owl hunts mice along the hedge at dusk.</p>"),
}
STOVE_QUESTION = "how wide is the flue of the tiled stove?"


def notes_of(texts: Mapping[str, tuple[str, str]], **labels: tuple[str, str]) -> NotesInMemory:
    """Notes as a source; a label can be given by note id."""
    metas = [note(i, title, labels=[labels[i]] if i in labels else []) for i, (title, _) in texts.items()]
    return NotesInMemory(metas, {NoteId(i): html for i, (_, html) in texts.items()})


def ids(answer: object) -> list[str]:
    return [hit.note_id for hit in answer.hits]  # type: ignore[attr-defined]


@contextmanager
def engine_of(
    folder: Path,
    sources: Mapping[str, NoteSource],
    load: Callable[[], Model],
    *,
    disabled: frozenset[str] = frozenset(),
    preferences: Preferences = AS_USUAL,
    clock: Callable[[], datetime] = lambda: datetime.now(UTC),
) -> Iterator[Engine]:
    """An engine that was started and told to sync; nothing is waited for."""
    instances = [
        Instance(InstanceId(name), name.title(), f"http://{name}.example", enabled=name not in disabled)
        for name in sources
    ]
    index = Index(Database(folder / "index.db"))
    engine = Engine(index, instances, lambda i: sources[i.id], load, preferences=preferences, clock=clock)
    engine.start()
    engine.request_sync()
    try:
        yield engine
    finally:
        engine.close(10.0)


def loading(embedder: Embedder) -> Callable[[], Model]:
    return lambda: Model(embedder, spec_of(DEFAULT_MODEL).scale, everyday_sentences())


def no_model() -> Model:
    raise errors.ModelUnavailable


def edit(source: NotesInMemory, note_id: str, html: str) -> None:
    """New content on the server."""
    source.notes = [replace(n, blob_id=f"{n.blob_id}x") if n.id == note_id else n for n in source.notes]
    source.contents = {**source.contents, NoteId(note_id): html}
    source.mark = f"{source.mark}x"


def sync(engine: Engine) -> None:
    """One sync, to its end."""
    engine.request_sync()
    assert engine.wait_until_idle(20)


def eventually(holds: Callable[[], bool], what: str = "it", seconds: float = 20.0) -> None:
    """Wait for something that another thread or program does."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, f"{what} never came about"
        time.sleep(0.005)


def wait_for(event: threading.Event, seconds: float = 20.0) -> None:
    """Until another thread says so."""
    assert event.wait(seconds), "it never came about"
