"""Records and vectors for tests of the store, made by the real placing, conversion and splitting.

The vectors are arbitrary unit vectors: the store keeps and compares them, and no test here is about what they mean.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from tests.pipeline import note
from trayrecall.core.areas import place
from trayrecall.core.changes import digest
from trayrecall.core.model import Fingerprint, InstanceId, NoteId, NoteMeta
from trayrecall.core.ports import Matrix, Vector
from trayrecall.core.prepare import prepare, raw_note
from trayrecall.store import Index, NoteRecord

HOME, WORK = InstanceId("home"), InstanceId("work")
DIMENSION = 16
SPACE = Fingerprint("arbitrary", "1", "w", "t", "fp32", DIMENSION, "", "", "1")
ROOT = NoteMeta(NoteId("root"), "root", "text", "text/html", None)


def record_of(meta: NoteMeta, html: str = "", *others: NoteMeta) -> NoteRecord:
    """The record of a note as a sync makes it; `others` are its ancestors."""
    placement = place([ROOT, *others, meta])[meta.id]
    known = digest(meta, placement)
    if placement.left_out is not None:
        return NoteRecord(meta, placement, known)
    return NoteRecord.of(meta, placement, known, prepare(raw_note(meta, html)))


def text_note(note_id: str, html: str, title: str = "", *labels: tuple[str, str]) -> NoteRecord:
    """A plain note below the root."""
    return record_of(note(note_id, title or f"Title {note_id}", labels=labels), html)


def protected(record: NoteRecord) -> NoteRecord:
    """The same note after it was protected."""
    return record_of(replace(record.meta, is_protected=True, title="x" * 44))


def vector_of(text: str) -> Vector:
    """An arbitrary unit vector, the same for the same text."""
    seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])
    vector = np.random.default_rng(seed).standard_normal(DIMENSION).astype(np.float32)
    return vector / np.linalg.norm(vector)


def matrix_of(texts: Sequence[str]) -> Matrix:
    """One arbitrary unit vector a text."""
    return np.stack([vector_of(text) for text in texts])


def embed_pending(index: Index) -> int:
    """Give every pending text its vector; returns how many there were."""
    made = 0
    while wanted := index.pending(50):
        index.put_vectors([item.hash for item in wanted], matrix_of([item.text for item in wanted]))
        made += len(wanted)
    return made
