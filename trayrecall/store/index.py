"""Writing the index: notes with their sections, passages and terms, the ledger, and vectors by content hash.

A vector belongs to the text it was made from, not to a place: two notes with the same passage share one vector, a note
that moves keeps its vectors, and "pending" is simply every passage whose text has no vector in the current space.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import apsw
import numpy as np

from trayrecall.core.changes import LedgerEntry
from trayrecall.core.documents import NoteDocument, NoteRow, payload_base
from trayrecall.core.language import language_of
from trayrecall.core.model import (
    Area,
    Attribute,
    Converted,
    ExcerptFrom,
    Fingerprint,
    InstanceId,
    LeftOut,
    Link,
    NoteId,
    NoteMeta,
    Placement,
    Section,
)
from trayrecall.core.ports import Matrix
from trayrecall.core.text import index_terms
from trayrecall.store.database import Database, rows
from trayrecall.store.records import NoteRecord, PendingText
from trayrecall.store.vectors import MirrorRow, Neutral, VectorMirror


@dataclass(frozen=True, slots=True)
class Cursor:
    """How far an instance is known: stored with the last batch of a sync, never before."""

    change_mark: str | None = None
    confirmed_at: str | None = None
    listed_at: str | None = None


class Index:
    """The write side of the index. One thread writes; `mirror` holds the vectors of `space` for searching."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.mirror: VectorMirror | None = None
        self.space: int | None = None
        self._changing = threading.RLock()

    # ---- instances and ledger

    def cursor(self, instance: InstanceId) -> Cursor:
        """How far the instance is known; empty when it was never synced."""
        with self.database.read() as connection:
            found = rows(
                connection,
                "SELECT change_mark, confirmed_at, listed_at FROM instance WHERE id = ?",
                (instance,),
            )
        return Cursor(*found[0]) if found else Cursor()

    def ledger(self, instance: InstanceId) -> dict[NoteId, LedgerEntry]:
        """Every note of the instance's last listing, those left out included."""
        with self.database.read() as connection:
            found = rows(
                connection,
                "SELECT note_id, blob_id, type, mime, digest, left_out, fault FROM note WHERE instance = ?",
                (instance,),
            )
        return {
            NoteId(note_id): LedgerEntry(blob, kind, mime, digest, LeftOut(out) if out else None, fault)
            for note_id, blob, kind, mime, digest, out, fault in found
        }

    def confirm(self, instance: InstanceId, cursor: Cursor) -> None:
        """Note that the index equals the server at this time."""
        with self.database.write() as connection:
            _set_cursor(connection, instance, cursor)

    def remove_instance(self, instance: InstanceId) -> None:
        """Forget an instance with all its notes."""
        with self._changing:
            with self.database.write() as connection:
                found = rows(connection, "SELECT key FROM note WHERE instance = ?", (instance,))
                keys = [key for (key,) in found]
                removed, hashes = _delete_notes(connection, keys)
                _drop_vectors(connection, _orphans(connection, hashes))
                connection.execute("DELETE FROM instance WHERE id = ?", (instance,))
            self._after(removed, [])

    # ---- notes

    def put(
        self,
        instance: InstanceId,
        records: Sequence[NoteRecord] = (),
        *,
        delete: Iterable[NoteId] = (),
        cursor: Cursor | None = None,
        reembed: bool = False,
    ) -> None:
        """Write one batch: notes, their terms, deletions and (with the last batch) the cursor, in one transaction.

        A text that stays keeps its vector, unless `reembed` says that all vectors of these notes are to be made anew.
        """
        # Making terms is the slow part: it is done before the transaction.
        prepared = [(record, _term_columns(record)) for record in records]
        with self._changing:
            with self.database.write() as connection:
                connection.execute("INSERT OR IGNORE INTO instance(id) VALUES (?)", (instance,))
                replaced = [*delete, *(record.meta.id for record in records)]
                removed, hashes = _delete_notes(connection, _keys(connection, instance, replaced))
                if reembed:
                    removed += _passages_of(connection, hashes)  # other notes may hold the same text
                added = [
                    passage_id
                    for record, columns in prepared
                    for passage_id in _insert_note(connection, instance, record, columns)
                ]
                _drop_vectors(connection, hashes if reembed else _orphans(connection, hashes))
                if cursor is not None:
                    _set_cursor(connection, instance, cursor)
            self._after(removed, added)

    def stored_text(self, instance: InstanceId, note_id: NoteId) -> Converted | None:
        """A note's converted text as it was stored, so that it can be split again offline; None if unknown."""
        record = self.stored_record(instance, note_id)
        return record.converted if record else None

    def stored_record(self, instance: InstanceId, note_id: NoteId) -> NoteRecord | None:
        """An indexed note as it was put, without its passages; None when it is unknown or left out."""
        with self.database.read() as connection:
            found = rows(
                connection,
                "SELECT key, title, type, mime, blob_id, digest, area, path, path_ids, utc_created, utc_modified,"
                " attributes, links, fault, partial FROM note"
                " WHERE instance = ? AND note_id = ? AND left_out IS NULL",
                (instance, note_id),
            )
            if not found:
                return None
            sections = read_sections(connection, found[0][0])
        return _stored(note_id, found[0], sections)

    # ---- vectors

    def open_space(
        self, fingerprint: Fingerprint, neutral: Callable[[], Mapping[str, Neutral]] = dict
    ) -> None:
        """Use the vectors of this fingerprint; a new fingerprint starts empty and everything is pending.

        `neutral` tells where each language's texts lie; it is asked once in the life of a space.
        """
        with self._changing:
            with self.database.read() as connection:
                known = rows(connection, "SELECT 1 FROM space WHERE fingerprint = ?", (fingerprint.key,))
            if not known:
                self._create_space(fingerprint, neutral())
            self.load_mirror(fingerprint)

    def _create_space(self, fingerprint: Fingerprint, neutral: Mapping[str, Neutral]) -> None:
        with self.database.write() as connection:
            connection.execute(
                "INSERT INTO space(fingerprint, model, dimension) VALUES (?, ?, ?)",
                (fingerprint.key, fingerprint.model, fingerprint.dimension),
            )
            space = connection.last_insert_rowid()
            connection.executemany(
                "INSERT INTO neutral(space, language, passage, query) VALUES (?, ?, ?, ?)",
                [
                    (space, language, *(v.astype(np.float32).tobytes() for v in n))
                    for language, n in neutral.items()
                ],
            )
            connection.execute(
                f"CREATE VIRTUAL TABLE vector_{space} "
                f"USING vec0(embedding float[{fingerprint.dimension}] distance_metric=cosine)"
            )

    def load_mirror(self, fingerprint: Fingerprint) -> bool:
        """Read the vectors of a fingerprint into memory; False when the file has none of it."""
        with self._changing, self.database.read() as connection:
            found = rows(connection, "SELECT id FROM space WHERE fingerprint = ?", (fingerprint.key,))
            if not found:
                return False
            ((space,),) = found
            mirror = VectorMirror(fingerprint.dimension, _neutral(connection, space))
            mirror.add(*_mirror_rows(connection, space, None, fingerprint.dimension))
            self.space, self.mirror = space, mirror
            return True

    def pending_count(self) -> int:
        """How many passages have no vector in the current space (all of them without a space)."""
        with self.database.read() as connection:
            ((count,),) = rows(
                connection,
                "SELECT count(*) FROM passage p WHERE NOT EXISTS"
                " (SELECT 1 FROM vector v WHERE v.space = ? AND v.hash = p.hash)",
                (self.space,),
            )
        return int(count)

    def pending(self, limit: int) -> list[PendingText]:
        """Texts without a vector in the current space: wiki and journal first, then newest first."""
        with self.database.read() as connection:
            found = rows(
                connection,
                "SELECT p.hash, p.header, p.text FROM passage p JOIN note n ON n.key = p.note_key WHERE NOT EXISTS"
                " (SELECT 1 FROM vector v WHERE v.space = ? AND v.hash = p.hash)"
                " ORDER BY n.area IN ('wiki', 'journal') DESC, n.utc_modified DESC, p.id LIMIT ?",
                (self.space, limit),
            )
        texts = {bytes(digest): f"{header}\n{text}" if text else header for digest, header, text in found}
        return [PendingText(digest, text) for digest, text in texts.items()]

    def put_vectors(self, hashes: Sequence[bytes], matrix: Matrix) -> list[bytes]:
        """Store one batch of vectors in one transaction; a text that went meanwhile is left away.

        A zero vector, or one with a NaN, has no direction to compare: it is never stored. Returns the texts of those.
        """
        lengths = np.linalg.norm(matrix, axis=1)
        usable = np.isfinite(lengths) & (lengths > 0)
        with self._changing:
            added: list[int] = []
            with self.database.write() as connection:
                for digest, vector, good in zip(hashes, matrix, usable, strict=True):
                    if good:
                        blob = vector.astype(np.float32).tobytes()
                        added += _insert_vector(connection, self.space, digest, blob)
            self._after([], added)
        return [digest for digest, good in zip(hashes, usable, strict=True) if not good]

    def _after(self, removed: list[int], added: list[int]) -> None:
        """Bring the mirror up to what was just committed."""
        if self.mirror is None or self.space is None:
            return
        self.mirror.remove(removed)
        if added:
            with self.database.read() as connection:
                self.mirror.add(*_mirror_rows(connection, self.space, added, self.mirror.dimension))

    def close(self) -> None:
        """Close the file."""
        self.database.close()


# ---- SQL, one function a statement group -----------------------------------------------------------------


def _set_cursor(connection: apsw.Connection, instance: InstanceId, cursor: Cursor) -> None:
    connection.execute(
        "INSERT INTO instance(id, change_mark, confirmed_at, listed_at) VALUES (?1, ?2, ?3, ?4) ON CONFLICT(id) DO"
        " UPDATE SET change_mark = ?2, confirmed_at = ?3, listed_at = coalesce(?4, listed_at)",
        (instance, cursor.change_mark, cursor.confirmed_at, cursor.listed_at),
    )


def _keys(connection: apsw.Connection, instance: InstanceId, note_ids: Iterable[NoteId]) -> list[int]:
    found = rows(
        connection,
        "SELECT n.key FROM json_each(?) j JOIN note n ON n.instance = ? AND n.note_id = j.value",
        (json.dumps(list(note_ids)), instance),
    )
    return [key for (key,) in found]


def _delete_notes(connection: apsw.Connection, keys: list[int]) -> tuple[list[int], set[bytes]]:
    """Delete notes with their sections, passages and terms; returns the passages' ids and text hashes."""
    given = json.dumps(keys)
    found = rows(
        connection, "SELECT p.id, p.hash FROM json_each(?) j JOIN passage p ON p.note_key = j.value", (given,)
    )
    ids = [passage_id for passage_id, _ in found]
    connection.executemany("DELETE FROM term WHERE rowid = ?", [(passage_id,) for passage_id in ids])
    connection.execute("DELETE FROM note WHERE key IN (SELECT value FROM json_each(?))", (given,))
    return ids, {bytes(digest) for _, digest in found}


def _orphans(connection: apsw.Connection, hashes: Iterable[bytes]) -> list[bytes]:
    """Those texts that no passage holds any more."""
    return [h for h in hashes if not rows(connection, "SELECT 1 FROM passage WHERE hash = ? LIMIT 1", (h,))]


def _passages_of(connection: apsw.Connection, hashes: Iterable[bytes]) -> list[int]:
    """The passages that hold any of these texts."""
    return [
        passage_id
        for digest in hashes
        for (passage_id,) in rows(connection, "SELECT id FROM passage WHERE hash = ?", (digest,))
    ]


def _drop_vectors(connection: apsw.Connection, hashes: Iterable[bytes]) -> None:
    """Delete the vectors of these texts, in every space."""
    for digest in hashes:
        vectors = rows(connection, "SELECT space, id FROM vector WHERE hash = ?", (digest,))
        for space, vector_id in vectors:
            connection.execute(f"DELETE FROM vector_{int(space)} WHERE rowid = ?", (vector_id,))
        connection.execute("DELETE FROM vector WHERE hash = ?", (digest,))


def _insert_note(
    connection: apsw.Connection, instance: InstanceId, record: NoteRecord, columns: list[tuple[str, ...]]
) -> list[int]:
    """Insert one note and all that belongs to it; returns the ids of its passages."""
    if record.placement.left_out in _UNSPOKEN:
        record = _unspoken(record)
    meta, placement, converted = record.meta, record.placement, record.converted
    attributes = [(a.type, a.name, a.value, a.owned) for a in meta.attributes]
    links = [(link.kind, link.target, link.text) for link in converted.links] if converted else []
    connection.execute(
        "INSERT INTO note(instance, note_id, title, type, mime, blob_id, digest, area, path, path_ids, utc_created,"
        " utc_modified, attributes, links, author, description, payload_base, content_hash, left_out, fault, partial)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            instance, meta.id, meta.title, meta.type, meta.mime, meta.blob_id, record.digest,
            placement.area, _json(placement.path), _json(placement.path_ids), meta.utc_created, meta.utc_modified,
            _json(attributes), _json(links), _first_label(record, "author"),
            _first_label(record, "description", "summary"), _payload_base(instance, record), record.content_hash, placement.left_out, record.fault,
            record.partial or (converted.partial if converted else None),
        ),
    )  # fmt: skip
    key = connection.last_insert_rowid()
    if converted is not None:
        connection.executemany(
            "INSERT INTO section(note_key, position, heading_path, text, is_code) VALUES (?, ?, ?, ?, ?)",
            [
                (key, i, _json(s.heading_path), s.text, int(s.is_code))
                for i, s in enumerate(converted.sections)
            ],
        )
    added = []
    of_note = language_of("\n".join(passage.text for passage in record.passages[:8]))
    for passage, terms in zip(record.passages, columns, strict=True):
        language = language_of(passage.embedded_text) or of_note
        connection.execute(
            "INSERT INTO passage(note_key, section, header, text, language, hash) VALUES (?, ?, ?, ?, ?, ?)",
            (key, passage.section, passage.header, passage.text, language, passage.content_hash),
        )
        added.append(connection.last_insert_rowid())
        connection.execute(
            "INSERT INTO term(rowid, title, heading, body, extra) VALUES (?, ?, ?, ?, ?)", (added[-1], *terms)
        )
    return added


_UNSPOKEN = frozenset({LeftOut.PROTECTED, LeftOut.IGNORED})


def _unspoken(record: NoteRecord) -> NoteRecord:
    """What the ledger keeps of a note that a person wants kept out: that it is there, and nothing that it says."""
    meta = replace(record.meta, title="", attributes=())
    return replace(record, meta=meta, placement=replace(record.placement, path=()))


def _stored(note_id: NoteId, row: tuple[Any, ...], sections: tuple[Section, ...]) -> NoteRecord:
    (
        _, title, kind, mime, blob_id, digest, area, path, path_ids, created, modified, attributes, links, fault, partial,
    ) = row  # fmt: skip
    meta = NoteMeta(
        id=note_id,
        title=title,
        type=kind,
        mime=mime,
        blob_id=blob_id,
        utc_created=created,
        utc_modified=modified,
        attributes=tuple(Attribute(*fields) for fields in json.loads(attributes)),
    )
    placement = Placement(Area(area), tuple(json.loads(path)), tuple(json.loads(path_ids)))
    converted = Converted(sections, tuple(Link(*fields) for fields in json.loads(links)), partial)
    return NoteRecord(meta, placement, digest, converted, (), fault, partial)


def _term_columns(record: NoteRecord) -> list[tuple[str, ...]]:
    """The four columns of the keyword index for each passage. Labels and links stand with the first one only."""
    title = " ".join(index_terms(record.meta.title))
    labels = [f"{a.name} {a.value}" for a in record.meta.attributes if a.type == "label"]
    targets = (
        [link.target for link in record.converted.links if link.kind == "external"]
        if record.converted
        else []
    )
    columns: list[tuple[str, ...]] = []
    for i, passage in enumerate(record.passages):
        heading = " ".join(index_terms("\n".join(passage.heading_path)))
        extra = " ".join(index_terms("\n".join(labels + targets))) if i == 0 else ""
        columns.append((title, heading, " ".join(index_terms(passage.text)), extra))
    return columns


def _payload_base(instance: InstanceId, record: NoteRecord) -> int:
    meta, placement, converted = record.meta, record.placement, record.converted or Converted(())
    row = NoteRow(
        instance=instance,
        note_id=meta.id,
        title=meta.title,
        area=placement.area,
        path=placement.path,
        path_ids=placement.path_ids,
        utc_modified=meta.utc_modified,
        as_of="",
        author=_first_label(record, "author"),
        description=_first_label(record, "description", "summary"),
        lead_text="",
        lead_from=ExcerptFrom.NONE,
        payload_chars=0,
    )
    labels = tuple((a.name, a.value) for a in meta.attributes if a.type == "label")
    return payload_base(NoteDocument(row, meta.type, meta.mime, labels, converted.links, converted.sections))


def _first_label(record: NoteRecord, *names: str) -> str | None:
    for name in names:
        for value in record.meta.labels(name):
            if value.strip():
                return value.strip()
    return None


def _insert_vector(connection: apsw.Connection, space: int | None, digest: bytes, blob: bytes) -> list[int]:
    """Store a vector unless its text is gone or has one already; returns the passages that now have one."""
    passages = rows(connection, "SELECT id FROM passage WHERE hash = ?", (digest,))
    known = connection.execute(
        "SELECT 1 FROM vector WHERE space = ? AND hash = ?", (space, digest)
    ).fetchone()
    if not passages or known:
        return []
    connection.execute("INSERT INTO vector(space, hash) VALUES (?, ?)", (space, digest))
    vector_id = connection.last_insert_rowid()
    connection.execute(f"INSERT INTO vector_{space}(rowid, embedding) VALUES (?, ?)", (vector_id, blob))
    return [passage_id for (passage_id,) in passages]


def _mirror_rows(
    connection: apsw.Connection, space: int, passage_ids: list[int] | None, dimension: int
) -> tuple[list[MirrorRow], Matrix]:
    """Passages with a vector: all of them (None) or those asked for, and their vectors in the same order."""
    chosen = "" if passage_ids is None else "JOIN json_each(?2) j ON j.value = p.id"
    given = (space,) if passage_ids is None else (space, json.dumps(passage_ids))
    found = rows(
        connection,
        f"SELECT p.id, p.note_key, n.instance, n.area, p.language, v.id FROM passage p {chosen}"
        " JOIN note n ON n.key = p.note_key JOIN vector v ON v.space = ?1 AND v.hash = p.hash",
        given,
    )
    wanted = [vector_id for *_, vector_id in found]
    blobs = _blobs(connection, space, None if passage_ids is None else wanted)
    joined = b"".join(blobs[vector_id] for vector_id in wanted)
    matrix = np.frombuffer(joined, dtype=np.float32).reshape(len(wanted), dimension)
    return [MirrorRow(*row[:5]) for row in found], matrix


def _neutral(connection: apsw.Connection, space: int) -> dict[str, Neutral]:
    found = rows(connection, "SELECT language, passage, query FROM neutral WHERE space = ?", (space,))
    return {
        language: Neutral(np.frombuffer(passage, np.float32), np.frombuffer(query, np.float32))
        for language, passage, query in found
    }


def _blobs(connection: apsw.Connection, space: int, vector_ids: list[int] | None) -> dict[int, bytes]:
    if vector_ids is None:
        return dict(rows(connection, f"SELECT rowid, embedding FROM vector_{space}"))
    found = {}
    for vector_id in vector_ids:
        ((found[vector_id],),) = rows(
            connection, f"SELECT embedding FROM vector_{space} WHERE rowid = ?", (vector_id,)
        )
    return found


def read_sections(connection: apsw.Connection, key: int) -> tuple[Section, ...]:
    """The sections of a note, in reading order."""
    found = rows(
        connection,
        "SELECT heading_path, text, is_code FROM section WHERE note_key = ? ORDER BY position",
        (key,),
    )
    return tuple(Section(tuple(json.loads(path)), text, bool(code)) for path, text, code in found)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
