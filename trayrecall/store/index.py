"""Writing the index: notes with their sections, passages and terms, the ledger, and vectors by content hash.

A vector belongs to the text it was made from, not to a place: two notes with the same passage share one vector, a note
that moves keeps its vectors, and "pending" is simply every passage whose text has no vector in the current space.
"""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import apsw
import numpy as np

from trayrecall.core.changes import LedgerEntry
from trayrecall.core.documents import NoteDocument, NoteRow, payload_base
from trayrecall.core.errors import StoreError
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
from trayrecall.store.compaction import compact
from trayrecall.store.damage import DamagedStore, may_pass
from trayrecall.store.database import Database, rows
from trayrecall.store.records import NoteRecord, PendingText
from trayrecall.store.repair import drop_space, mend, read_sections, stray_rows, word_faults
from trayrecall.store.terms import term_columns
from trayrecall.store.vectors import MirrorRow, Neutral, VectorMirror

# The passages that have no vector in a space.
_WITHOUT_VECTOR = "NOT EXISTS (SELECT 1 FROM vector v WHERE v.space = ? AND v.hash = p.hash)"
_PENDING = f"FROM passage p WHERE {_WITHOUT_VECTOR}"

FLUSH_SECONDS = 600.0

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Cursor:
    """How far an instance is known: stored with the last batch of a sync, never before."""

    change_mark: str | None = None
    confirmed_at: str | None = None
    listed_at: str | None = None


class Index:
    """The write side of the index. One thread writes; `mirror` holds the vectors of `space` for searching."""

    def __init__(self, database: Database, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.database = database
        self.mirror: VectorMirror | None = None
        self.space: int | None = None
        self.notice: str | None = None  # one line for a person: the file was damaged, and what became of it
        self._changing = threading.RLock()
        self._opened: tuple[Fingerprint, Callable[[], Mapping[str, Neutral]]] | None = None
        self._clock = clock
        self._flushed = clock()
        self._unwritten: dict[InstanceId, Cursor] = {}  # nothing but the time is newer than in the file
        self._false_alarms = 0
        self._too_full = False

    @classmethod
    def open(cls, path: Path, *, writable: bool = True) -> Index:
        """The index in this file; the writer sets a damaged file aside and mends what is out of step.

        Both are told in `notice`. Raises `StoreError`.
        """
        if not writable:
            return cls(Database(path, writable=False))
        database, told = Database.open_or_rebuild(path)
        index = cls(database)
        index.notice = told
        try:
            index._look_over()
            index.mend()
        except BaseException:
            database.close()
            raise
        return index

    def _look_over(self) -> None:
        try:
            if self.check(thorough=self.database.unclean):
                self.database.damaged = True
        except DamagedStore as failure:
            log.warning("%s", failure)  # and the database knows

    # ---- being whole

    def check(self, *, thorough: bool = True) -> list[str]:
        """What doesn't belong together in the file, one line a kind; nothing when all is well.

        A thorough check compares the word index with its text too, which takes 2 ms a megabyte and the write lock.
        """
        found: list[str] = []
        if thorough:
            self.database.run(lambda connection: found.extend(word_faults(connection)))
        with self.database.read() as connection:
            return found + stray_rows(connection)

    def repair(self) -> None:
        """Make the words anew from the stored text and drop what belongs to nothing, in one transaction.

        Notes that lost text are forgotten: the next sync fetches them again.
        """
        with self._changing:
            self.flush()
            with self.database.write() as connection:
                mend(connection)
            if self._opened is not None:
                self._open_space(*self._opened)

    def mend(self) -> str | None:
        """After SQLite found damage, mend what can be mended, else begin the file anew; None when nothing was done.

        Costs nothing as long as nothing was found. For the thread that writes, outside of a write; the next sync fills
        in what was lost. What was done is also kept in `notice`.
        """
        if not self.database.damaged:
            return None
        with self._changing:
            told = self._mended()
            if told is None:
                told = self.database.begin_anew()
                self._start_over()
            self.notice = told or self.notice
            return told or None

    def _mended(self) -> str | None:
        """What was mended in place; nothing for a false alarm or when it can't be now, None when it can't be at all."""
        try:
            if not self.database.is_whole():
                return None
            found = self.check()
            if not found:
                self._false_alarms += 1
                if self._false_alarms > 1:
                    return None
            else:
                self.repair()
        except StoreError as failure:
            log.warning("the index file can't be mended: %s", failure)
            return "" if may_pass(failure) else None  # then it is tried again
        self.database.damaged = False
        if not found:
            return ""
        log.warning("the index was out of step: %s", "; ".join(found))
        return "The index was out of step with itself and was mended; what was lost is fetched again."

    def _start_over(self) -> None:
        """After the file was begun anew: no passage gets a number that a query or a session still holds."""
        used = self.mirror.highest() if self.mirror is not None else 0
        with self.database.write() as connection:
            connection.execute("INSERT INTO sqlite_sequence(name, seq) VALUES ('passage', ?)", (used,))
        self._is_written(*self._unwritten)
        self.mirror = self.space = None
        if self._opened is not None:
            self._open_space(*self._opened)

    def compact_if_worth(self, stop: Callable[[], bool] = lambda: False) -> bool:
        """Give space back after much was purged; True when it was done. Readers go on meanwhile.

        `stop` is asked between small steps and ends it early. When it fails, e.g. because the disk is full, it is left
        alone until the next start.
        """
        if self._too_full:
            return False
        with self._changing:
            try:
                return compact(self.database, stop)
            except StoreError as failure:
                self._too_full = True
                log.warning("the index file can't be made smaller: %s", failure)
                return False

    # ---- instances and ledger

    def cursor(self, instance: InstanceId) -> Cursor:
        """How far the instance is known; empty when it was never synced."""
        waiting = self._unwritten.get(instance)
        if waiting is not None:
            return waiting
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
        """Note that the index equals the server at this time.

        When nothing but the time is new, it is kept in memory and written every ten minutes and at the end: a machine
        on which nothing happens writes nothing. All readers of this process see it at once.
        """
        known = self.cursor(instance)
        moment = cursor.confirmed_at
        if moment is not None and known.confirmed_at is not None and cursor.change_mark == known.change_mark:
            self._unwritten[instance] = replace(cursor, listed_at=cursor.listed_at or known.listed_at)
            self.database.confirmed[instance] = moment
            if self._clock() - self._flushed >= FLUSH_SECONDS:
                self.flush()
            return
        with self.database.write() as connection:
            _set_cursor(connection, instance, cursor)
        self._is_written(instance)

    def confirmed_at(self, instance: InstanceId) -> str | None:
        """When the index was last known to equal the server; None when it never was."""
        return self.cursor(instance).confirmed_at

    def flush(self) -> None:
        """Write the times that are kept in memory."""
        waiting = dict(self._unwritten)
        self._flushed = self._clock()
        if waiting:
            with self.database.write() as connection:
                for instance, cursor in waiting.items():
                    _set_cursor(connection, instance, cursor)
            self._is_written(*waiting)

    def _is_written(self, *instances: InstanceId) -> None:
        for instance in instances:
            self._unwritten.pop(instance, None)
            self.database.confirmed.pop(instance, None)

    def remove_instance(self, instance: InstanceId) -> None:
        """Forget an instance with all its notes."""
        with self._changing:
            with self.database.write() as connection:
                found = rows(connection, "SELECT key FROM note WHERE instance = ?", (instance,))
                keys = [key for (key,) in found]
                removed, hashes = _delete_notes(connection, keys)
                _drop_vectors(connection, _orphans(connection, hashes))
                connection.execute("DELETE FROM instance WHERE id = ?", (instance,))
            self._is_written(instance)
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
            if cursor is not None:
                self._is_written(instance)
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

        `neutral` tells where each language's texts lie; it is asked once in the life of a space. Vectors that can't be
        read are a damage, and are mended at once.
        """
        with self._changing:
            self._opened = fingerprint, neutral
            try:
                self._open_space(fingerprint, neutral)
            except StoreError:
                if not self.mend():  # which opens the space again
                    raise

    def _open_space(self, fingerprint: Fingerprint, neutral: Callable[[], Mapping[str, Neutral]]) -> None:
        with self._changing:
            with self.database.read() as connection:
                known = rows(connection, "SELECT 1 FROM space WHERE fingerprint = ?", (fingerprint.key,))
            if not known:
                self._create_space(fingerprint, neutral())
            try:
                self.load_mirror(fingerprint)
            except StoreError as failure:
                if isinstance(failure.__cause__, apsw.SQLError):  # so vec0 tells of rows that it can't read
                    self.database.damaged = True
                raise

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
                f"SELECT count(*) {_PENDING}",
                (self.space,),
            )
        return int(count)

    def pending(self, limit: int) -> list[PendingText]:
        """Texts without a vector in the current space: wiki and journal first, then newest first."""
        with self.database.read() as connection:
            found = rows(
                connection,
                "SELECT p.hash, p.header, p.text FROM passage p JOIN note n ON n.key = p.note_key"
                f" WHERE {_WITHOUT_VECTOR}"
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

    def drop_other_spaces(self, refused: Collection[bytes] = ()) -> int:
        """Forget the vectors of all spaces but the current one, once that one is complete; how many spaces went.

        `refused` are texts that the model gives no vector for: they don't keep the space from being complete.
        """
        with self._changing:
            if self.space is None:
                return 0
            with self.database.read() as connection:
                waiting = rows(connection, f"SELECT DISTINCT p.hash {_PENDING}", (self.space,))
                if any(bytes(digest) not in refused for (digest,) in waiting):
                    return 0
                others = rows(connection, "SELECT id FROM space WHERE id <> ?", (self.space,))
            if others:
                with self.database.write() as connection:
                    for (space,) in others:
                        drop_space(connection, space)
            return len(others)

    def _after(self, removed: list[int], added: list[int]) -> None:
        """Bring the mirror up to what was just committed."""
        if self.mirror is None or self.space is None:
            return
        self.mirror.remove(removed)
        if added:
            with self.database.read() as connection:
                self.mirror.add(*_mirror_rows(connection, self.space, added, self.mirror.dimension))

    def close(self) -> None:
        """Write what is kept in memory, and close the file."""
        try:
            self.flush()
        except StoreError as failure:
            log.warning("when the notes were last compared can't be written: %s", failure)
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


_UNSPOKEN = frozenset({LeftOut.PROTECTED, LeftOut.IGNORED, LeftOut.RULE})


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
    labels = [f"{a.name} {a.value}" for a in record.meta.attributes if a.type == "label"]
    targets = (
        [link.target for link in record.converted.links if link.kind == "external"]
        if record.converted
        else []
    )
    passages = [(passage.heading_path, passage.text) for passage in record.passages]
    return term_columns(record.meta.title, labels + targets, passages)


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


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
