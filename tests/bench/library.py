"""An index of generated notes with vectors around topic centres, built once and kept in `build/bench`.

Only the vectors are synthesised (embedding 10,000 passages takes minutes): each lies about as near to its topic's
centre, which the real model makes, as e5's passages lie to their question. All else goes the way of a sync.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

import numpy as np

from tests.bench.texts import LANGUAGES, SEED, Text, Writer
from tests.pipeline import ROOT, note
from trayrecall.core import cutting, documents, text
from trayrecall.core import passages as splitting
from trayrecall.core.model import Area, Converted, InstanceId, Placement, Section
from trayrecall.core.ports import Embedder, Matrix
from trayrecall.core.prepare import prepare_text
from trayrecall.store import Database, Index, database, index, schema
from trayrecall.store.records import Cursor, NoteRecord

FOLDER = ROOT / "build" / "bench"
INSTANCE = InstanceId("bench")
BATCH = 100
SPREAD = 0.42  # length of a passage's own direction beside its topic's: a cosine of .92 to the centre
_AREAS = tuple(Area)
_SHAPING = (text, splitting, cutting, documents, schema, index, database)


def library(passage_count: int, embedder: Embedder) -> Path:
    """The index file with (about) so many passages, all of them with vectors."""
    path = FOLDER / f"library-{passage_count}-{key_of(embedder)}" / "index.sqlite"
    if not path.exists():
        for old in FOLDER.glob(f"library-{passage_count}-*"):
            shutil.rmtree(old)
        unfinished = path.with_name("unfinished.sqlite")
        opened = Index(Database(unfinished))
        _fill(opened, passage_count, embedder)
        opened.database.run(lambda connection: connection.execute("PRAGMA wal_checkpoint(TRUNCATE)") and None)
        opened.close()
        unfinished.rename(path)
    return path


def key_of(embedder: Embedder, *makers: Path) -> str:
    """Of all that shapes the file, so that a stale one is never measured."""
    sources = [
        Path(__file__),
        Path(__file__).with_name("texts.py"),
        *makers,
        *(Path(str(m.__file__)) for m in _SHAPING),
    ]
    content = b"".join(source.read_bytes() for source in sources)
    return hashlib.sha256(content + embedder.fingerprint.key.encode()).hexdigest()[:12]


def _fill(opened: Index, passage_count: int, embedder: Embedder) -> None:
    vectors = Vectors(embedder)
    opened.open_space(embedder.fingerprint)
    opened.confirm(INSTANCE, Cursor("1", "2026-03-01T09:00:00Z", "2026-03-01T09:00:00Z"))
    notes = passages = 0
    for batch in batches(Writer().texts(passage_count), BATCH):
        records = [record(text, notes + n) for n, text in enumerate(batch)]
        opened.put(INSTANCE, records)
        pairs = [(p.content_hash, t) for r, t in zip(records, batch, strict=True) for p in r.passages]
        opened.put_vectors([h for h, _ in pairs], vectors.around([t for _, t in pairs]))
        notes, passages = notes + len(batch), passages + len(pairs)
        if passages >= passage_count:
            return


def batches(items: Iterable[Text], size: int) -> Iterator[list[Text]]:
    """The items in lists of at most `size`."""
    iterator = iter(items)
    while batch := list(islice(iterator, size)):
        yield batch


def record(text: Text, number: int) -> NoteRecord:
    """A generated note, converted and split, as a sync puts it."""
    meta = note(
        f"n{number}", text.title, modified=f"2026-{number % 12 + 1:02d}-{number % 28 + 1:02d} 09:00:00.000Z"
    )
    placement = Placement(_AREAS[number % len(_AREAS)], ("Notes", text.title), (meta.id,))
    converted = Converted((Section((), text.body),))
    return NoteRecord.of(meta, placement, b"", prepare_text(text.title, (), converted))


class Vectors:
    """Unit vectors around the centres of topic and language."""

    def __init__(self, embedder: Embedder, seed: int = SEED) -> None:
        writer = Writer()
        named = [(topic, language) for topic in range(writer.topics) for language in LANGUAGES]
        made = embedder.passages([writer.outline(*name) for name in named])
        self._centres = dict(zip(named, made, strict=True))
        self._random = np.random.default_rng(seed)

    def around(self, texts: Sequence[Text]) -> Matrix:
        """A vector for each text."""
        centres = np.stack([self._centres[text.topic, text.language] for text in texts])
        own = self._random.standard_normal(centres.shape).astype(np.float32)
        vectors = centres + SPREAD * own / np.linalg.norm(own, axis=1, keepdims=True)
        return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), np.float32)
