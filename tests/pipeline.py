"""The real pipeline over notes given in memory: sync, convert, split, store, embed, recall. Nothing is stubbed.

Only the seam to Trilium is replaced: `NotesInMemory` is a `NoteSource`, as `EtapiSource` is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from trayrecall.app import everyday_sentences
from trayrecall.core.model import Attribute, Fingerprint, Instance, InstanceId, NoteId, NoteMeta
from trayrecall.core.passages import SPLITTER
from trayrecall.core.ports import Embedder, Matrix, NoteSource, Vector
from trayrecall.embed import DEFAULT_MODEL, Places, open_embedder, spec_of
from trayrecall.engine.engine import Engine
from trayrecall.engine.model import Model
from trayrecall.store import Database, Index

ROOT = Path(__file__).resolve().parents[1]
MODELS_CACHE = ROOT / "build" / "models"
RESOURCES = ROOT / "resources"
IDLE_SECONDS = 3600.0
_SHORT = 8


@dataclass
class NotesInMemory:
    """A note source over a list; `contents` by note id. The root is added when it isn't there."""

    notes: Sequence[NoteMeta]
    contents: Mapping[NoteId, str] = field(default_factory=dict)
    mark: str | None = "1"

    def change_mark(self) -> str | None:
        return self.mark

    def listing(self, _known: int = 0) -> tuple[NoteMeta, ...]:
        root = NoteMeta(NoteId("root"), "root", "text", "text/html", "")
        return (root, *(note for note in self.notes if note.id != "root"))

    def content(self, note_id: NoteId) -> str:
        return self.contents[note_id]

    def app_version(self) -> str:
        return "0.102.1"

    def close(self) -> None:
        pass


class Lasting:
    """An embedder that outlives the engines that use it: closing one of them must not unload the model.

    It remembers short lists of texts (the everyday sentences that each new index asks for).
    """

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._query = lru_cache(1024)(embedder.query)
        self._short = lru_cache(256)(embedder.passages)

    @property
    def fingerprint(self) -> Fingerprint:
        return self._embedder.fingerprint

    def query(self, text: str) -> Vector:
        return self._query(text)

    def passages(self, texts: Sequence[str]) -> Matrix:
        return self._short(tuple(texts)) if len(texts) <= _SHORT else self._embedder.passages(texts)

    def count_tokens(self, text: str) -> int:
        return self._embedder.count_tokens(text)

    def close(self) -> None:
        pass


def default_embedder() -> Embedder:
    """The default model, prepared once in `build/models` and kept there between runs."""
    return Lasting(open_embedder(DEFAULT_MODEL, Places(None, MODELS_CACHE, RESOURCES), splitter=SPLITTER))


def note(
    note_id: str,
    title: str,
    *,
    kind: str = "text",
    mime: str = "text/html",
    parents: Sequence[str] = ("root",),
    labels: Sequence[tuple[str, str]] = (),
    modified: str = "2026-03-01 09:00:00.000Z",
    blob: str | None = None,
) -> NoteMeta:
    """A note's metadata with the usual defaults."""
    return NoteMeta(
        id=NoteId(note_id),
        title=title,
        type=kind,
        mime=mime,
        blob_id=blob or f"blob-{note_id}",
        utc_created=modified,
        utc_modified=modified,
        parent_ids=tuple(NoteId(parent) for parent in parents),
        attributes=tuple(Attribute("label", name, value) for name, value in labels),
    )


@contextmanager
def running_engine(
    database: Path,
    sources: Mapping[str, NoteSource],
    embedder: Embedder | None,
    off_topic: Mapping[str, Sequence[str]] | None = None,
) -> Iterator[Engine]:
    """An engine that has synced and embedded everything; `embedder` None is a machine without a model.

    `off_topic` are the prompts that measure its gate; without them it is as the model declares it.
    """
    instances = [Instance(InstanceId(name), name.title(), f"http://{name}.example") for name in sources]

    def load() -> Model:
        if embedder is None:
            return Model(
                open_embedder(DEFAULT_MODEL, Places(database.parent, database.parent, RESOURCES)),
                spec_of(DEFAULT_MODEL).scale,
            )
        return Model(embedder, spec_of(DEFAULT_MODEL).scale, everyday_sentences(), off_topic or {})

    engine = Engine(Index(Database(database)), instances, lambda i: sources[i.id], load)
    engine.start()
    engine.request_sync()
    try:
        if not engine.wait_until_idle(IDLE_SECONDS):
            raise TimeoutError("the engine did not get idle")
        yield engine
    finally:
        engine.close(10.0)
