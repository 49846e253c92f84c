"""The SQL that puts notes and vectors into the file and takes them out; one function a statement group.

Called inside a transaction of `store.index`, which decides what belongs together.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

import apsw
import numpy as np

from trayrecall.core.documents import NoteDocument, NoteRow, compact_json, payload_base
from trayrecall.core.kin import relations_of
from trayrecall.core.model import (
    Area,
    Attribute,
    Converted,
    ExcerptFrom,
    Fault,
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
from trayrecall.core.prepare import Labels, labels_of, told_terms
from trayrecall.store.database import column, rows
from trayrecall.store.reading import labels_in, passage_count
from trayrecall.store.records import Cursor, NoteRecord
from trayrecall.store.vectors import MirrorRow, Neutral, VectorMirror


def set_cursor(connection: apsw.Connection, instance: InstanceId, cursor: Cursor) -> None:
    """Note how far an instance is known."""
    connection.execute(
        "INSERT INTO instance(id, change_mark, confirmed_at, listed_at) VALUES (?1, ?2, ?3, ?4) ON CONFLICT(id) DO"
        " UPDATE SET change_mark = ?2, confirmed_at = ?3, listed_at = coalesce(?4, listed_at)",
        (instance, cursor.change_mark, cursor.confirmed_at, cursor.listed_at),
    )


# Of an instance those notes that are named in a list. `CROSS` because SQLite would else look at all of the instance.
_LISTED = "FROM json_each(?) j CROSS JOIN note n ON n.instance = ? AND n.note_id = j.value"


def note_keys(connection: apsw.Connection, instance: InstanceId, note_ids: Iterable[NoteId]) -> list[int]:
    """The row keys of these notes, as far as they are there."""
    return column(connection, f"SELECT n.key {_LISTED}", (json.dumps(list(note_ids)), instance))


def delete_notes(connection: apsw.Connection, keys: list[int]) -> tuple[list[int], set[bytes]]:
    """Delete notes with their sections, passages and terms; returns the passages' ids and text hashes."""
    given = json.dumps(keys)
    found = rows(
        connection, "SELECT p.id, p.hash FROM json_each(?) j JOIN passage p ON p.note_key = j.value", (given,)
    )
    ids = [passage_id for passage_id, _ in found]
    _delete_terms(connection, ids)
    connection.execute("DELETE FROM note WHERE key IN (SELECT value FROM json_each(?))", (given,))
    return ids, {bytes(digest) for _, digest in found}


_SOME = 50  # passages
_MERGED_MEANWHILE = 1000  # passages of the index that are merged while one is taken out alone, at the least


def _delete_terms(connection: apsw.Connection, ids: Sequence[int]) -> None:
    """Take passages out of the word index."""
    _mark_only_if_many(connection, len(ids))
    connection.executemany("DELETE FROM term WHERE rowid = ?", [(passage_id,) for passage_id in ids])


def _mark_only_if_many(connection: apsw.Connection, passages: int) -> None:
    """Before so many passages leave the word index or change in it: whether their words leave the file at once.

    FTS5 takes 1 to 7 ms for each to do so, and writes up to a megabyte. Where many go they are only marked as deleted,
    and what is left of them goes with `forget_words`, once for however many batches. That it is owed stands in the file.
    """
    if passages >= _SOME and passages * _MERGED_MEANWHILE >= passage_count(connection):
        connection.execute("INSERT INTO term(term, rank) VALUES ('secure-delete', 0)")


def owes_words(connection: apsw.Connection) -> bool:
    """Whether words of passages that left the word index may still be in the file."""
    return bool(rows(connection, "SELECT 1 FROM term_config WHERE k = 'secure-delete' AND v = 0"))


def forget_words(connection: apsw.Connection) -> None:
    """Merge the whole word index when words are owed: it leaves nothing of them, and takes 6 µs a passage of the index."""
    if owes_words(connection):
        connection.execute("INSERT INTO term(term) VALUES ('optimize')")
        connection.execute("INSERT INTO term(term, rank) VALUES ('secure-delete', 1)")


def orphans(connection: apsw.Connection, hashes: Iterable[bytes]) -> list[bytes]:
    """Those texts that no passage holds any more."""
    return [h for h in hashes if not rows(connection, "SELECT 1 FROM passage WHERE hash = ? LIMIT 1", (h,))]


def passages_of(connection: apsw.Connection, hashes: Iterable[bytes]) -> list[int]:
    """The passages that hold any of these texts."""
    return [
        passage_id
        for digest in hashes
        for passage_id in column(connection, "SELECT id FROM passage WHERE hash = ?", (digest,))
    ]


def drop_vectors(connection: apsw.Connection, hashes: Iterable[bytes]) -> None:
    """Delete the vectors of these texts, in every space."""
    for digest in hashes:
        vectors = rows(connection, "SELECT space, id FROM vector WHERE hash = ?", (digest,))
        for space, vector_id in vectors:
            connection.execute(f"DELETE FROM vector_{int(space)} WHERE rowid = ?", (vector_id,))
        connection.execute("DELETE FROM vector WHERE hash = ?", (digest,))


def create_space(
    connection: apsw.Connection, fingerprint: Fingerprint, neutral: Mapping[str, Neutral]
) -> None:
    """An embedding space without vectors; `neutral` tells where each language's texts lie in it."""
    connection.execute(
        "INSERT INTO space(fingerprint, model, dimension) VALUES (?, ?, ?)",
        (fingerprint.key, fingerprint.model, fingerprint.dimension),
    )
    space = connection.last_insert_rowid()
    connection.executemany(
        "INSERT INTO neutral(space, language, passage, query) VALUES (?, ?, ?, ?)",
        [(space, language, *(v.astype(np.float32).tobytes() for v in n)) for language, n in neutral.items()],
    )
    connection.execute(
        f"CREATE VIRTUAL TABLE vector_{space} "
        f"USING vec0(embedding float[{fingerprint.dimension}] distance_metric=cosine)"
    )


def drop_space(connection: apsw.Connection, space: int) -> None:
    """Forget one embedding space with all its vectors."""
    connection.execute(f"DROP TABLE IF EXISTS vector_{int(space)}")
    for table in ("vector", "neutral", "off_topic", "gate"):
        connection.execute(f"DELETE FROM {table} WHERE space = ?", (space,))
    connection.execute("DELETE FROM space WHERE id = ?", (space,))


_COLUMNS = (
    "title", "type", "mime", "blob_id", "digest", "area", "path", "path_ids", "utc_created", "utc_modified",
    "attributes", "links", "author", "description", "payload_base", "content_hash", "left_out", "partial",
    "fault", "fault_detail", "fault_tries", "fault_retry_at", "journal_date", "given_by",
)  # fmt: skip


def _values(instance: InstanceId, record: NoteRecord) -> tuple[Any, ...]:
    """What `note` holds of a record, in the order of `_COLUMNS`."""
    meta, placement, converted = record.meta, record.placement, record.converted
    attributes = [(a.type, a.name, a.value, a.owned) for a in meta.attributes]
    return (
        meta.title, meta.type, meta.mime, meta.blob_id, record.digest,
        placement.area, compact_json(placement.path), compact_json(placement.path_ids), meta.utc_created, meta.utc_modified,
        compact_json(attributes), _links(record), _first_label(record, "author"),
        _first_label(record, "description", "summary"), _payload_base(instance, record), record.content_hash,
        placement.left_out, record.partial or (converted.partial if converted else None),
        *_fault_columns(record.fault), placement.journal_date, placement.given_by,
    )  # fmt: skip


def _links(record: NoteRecord) -> str:
    return compact_json(
        [(link.kind, link.target, link.text) for link in record.converted.links] if record.converted else []
    )


def with_same_text(
    connection: apsw.Connection, instance: InstanceId, records: Sequence[NoteRecord]
) -> dict[NoteId, int]:
    """The keys of those notes whose passages are in the file already, as after a move to another folder or a new label."""
    given = json.dumps([record.meta.id for record in records])
    found = rows(
        connection,
        "SELECT n.note_id, n.key, n.title, n.type, n.mime, n.content_hash, n.links"
        f" {_LISTED} WHERE n.left_out IS NULL",
        (given, instance),
    )
    stored = {note_id: (key, columns) for note_id, key, *columns in found}
    same: dict[NoteId, int] = {}
    for record in records:
        meta = record.meta
        if meta.id not in stored or record.converted is None:
            continue
        key, columns = stored[meta.id]
        now = [meta.title, meta.type, meta.mime, record.content_hash, _links(record)]
        if columns == now and (record.stays or _passages(connection, key) == _as_stored(record)):
            same[meta.id] = key
    return same


def _passages(connection: apsw.Connection, key: int) -> list[tuple[int, str, bytes]]:
    found = rows(
        connection, "SELECT section, language, hash FROM passage WHERE note_key = ? ORDER BY id", (key,)
    )
    return [(section, language, bytes(digest)) for section, language, digest in found]


def _as_stored(record: NoteRecord) -> list[tuple[int, str, bytes]]:
    pairs = zip(record.passages, record.languages, strict=True)
    return [(passage.section, language, passage.content_hash) for passage, language in pairs]


def update_notes(
    connection: apsw.Connection,
    instance: InstanceId,
    records: Sequence[NoteRecord],
    keys: Mapping[NoteId, int],
) -> list[MirrorRow]:
    """Bring notes up to their records where their passages stay as they are; returns these as they stand now."""
    staying = [(keys[record.meta.id], record) for record in records if record.meta.id in keys]
    told = [
        (told_terms(labels_of(record.meta), record.converted or Converted(())), key)
        for key, record in staying
        if labels_of(record.meta) != _labels(connection, key)
    ]
    _mark_only_if_many(connection, len(told))
    connection.executemany(
        "UPDATE term SET extra = ? WHERE rowid = (SELECT min(id) FROM passage WHERE note_key = ?)", told
    )
    return [row for key, record in staying for row in _update_note(connection, key, instance, record)]


def _labels(connection: apsw.Connection, key: int) -> Labels:
    (attributes,) = column(connection, "SELECT attributes FROM note WHERE key = ?", (key,))
    return labels_in(json.loads(attributes))


def _update_note(
    connection: apsw.Connection, key: int, instance: InstanceId, record: NoteRecord
) -> list[MirrorRow]:
    sets = ", ".join(f"{name} = ?" for name in _COLUMNS)
    connection.execute(f"UPDATE note SET {sets} WHERE key = ?", (*_values(instance, record), key))
    connection.execute("DELETE FROM relation WHERE note_key = ?", (key,))
    _insert_relations(connection, key, record)
    found = rows(connection, "SELECT id, language FROM passage WHERE note_key = ?", (key,))
    area = record.placement.area
    return [MirrorRow(passage_id, key, instance, area, language) for passage_id, language in found]


def insert_note(connection: apsw.Connection, instance: InstanceId, record: NoteRecord) -> list[int]:
    """Insert one note and all that belongs to it; returns the ids of its passages."""
    record = _unspoken(record) if record.placement.left_out in _UNSPOKEN else record.made()
    converted = record.converted
    places = ", ".join("?" * (len(_COLUMNS) + 2))
    connection.execute(
        f"INSERT INTO note(instance, note_id, {', '.join(_COLUMNS)}) VALUES ({places})",
        (instance, record.meta.id, *_values(instance, record)),
    )
    key = connection.last_insert_rowid()
    if converted is not None:
        connection.executemany(
            "INSERT INTO section(note_key, position, heading_path, text, is_code) VALUES (?, ?, ?, ?, ?)",
            [
                (key, i, compact_json(s.heading_path), s.text, int(s.is_code))
                for i, s in enumerate(converted.sections)
            ],
        )
    if record.placement.left_out is None:
        _insert_relations(connection, key, record)
    return _insert_passages(connection, key, record)


def _insert_passages(connection: apsw.Connection, key: int, record: NoteRecord) -> list[int]:
    """The ids are those that SQLite would give: the next ones of its own sequence."""
    (last,) = column(connection, "SELECT seq FROM sqlite_sequence WHERE name = 'passage'") or [0]
    ids = list(range(last + 1, last + 1 + len(record.passages)))
    connection.executemany(
        "INSERT INTO passage(id, note_key, section, header, text, language, hash) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
            (id_, key, passage.section, passage.header, passage.text, language, passage.content_hash)
            for id_, passage, language in zip(ids, record.passages, record.languages, strict=True)
        ],
    )
    connection.executemany(
        "INSERT INTO term(rowid, title, heading, body, extra) VALUES (?, ?, ?, ?, ?)",
        [(id_, *terms) for id_, terms in zip(ids, record.terms, strict=True)],
    )
    return ids


def _insert_relations(connection: apsw.Connection, key: int, record: NoteRecord) -> None:
    connection.executemany(
        "INSERT OR IGNORE INTO relation(note_key, kind, target) VALUES (?, ?, ?)",
        [(key, kind, target) for kind, target in relations_of(record.meta)],
    )


def _fault_columns(fault: Fault | None) -> tuple[str | None, str | None, int, str | None]:
    return (fault.name, fault.detail, fault.tries, fault.retry_at) if fault else (None, None, 0, None)


def fault_of(name: str | None, detail: str | None, tries: int, retry_at: str | None) -> Fault | None:
    """The four columns of a note as a fault; files of before the detail was kept have the name alone."""
    return None if name is None else Fault(name, detail or "", tries, retry_at or "")


_UNSPOKEN = frozenset({LeftOut.PROTECTED, LeftOut.IGNORED, LeftOut.RULE})


def _unspoken(record: NoteRecord) -> NoteRecord:
    """What the ledger keeps of a note that a person wants kept out: that it is there, and nothing that it says."""
    meta = replace(record.meta, title="", attributes=())
    return replace(record, meta=meta, placement=replace(record.placement, path=()))


def stored_note(note_id: NoteId, row: tuple[Any, ...], sections: tuple[Section, ...]) -> NoteRecord:
    """A row of `note` as the record that was put, without its passages."""
    (
        _, title, kind, mime, blob_id, digest, area, path, path_ids, created, modified, attributes, links, partial, journal_date, given_by, *fault,
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
    placement = Placement(
        Area(area), tuple(json.loads(path)), tuple(json.loads(path_ids)), None, journal_date, given_by
    )
    converted = Converted(sections, tuple(Link(*fields) for fields in json.loads(links)), partial)
    return NoteRecord(meta, placement, digest, converted, (), fault_of(*fault), partial)


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
    return payload_base(
        NoteDocument(row, meta.type, meta.mime, labels_of(meta), converted.links, converted.sections)
    )


def _first_label(record: NoteRecord, *names: str) -> str | None:
    for name in names:
        for value in record.meta.labels(name):
            if value.strip():
                return value.strip()
    return None


def insert_vector(connection: apsw.Connection, space: int | None, digest: bytes, blob: bytes) -> list[int]:
    """Store a vector unless its text is gone or has one already; returns the passages that now have one."""
    passages = column(connection, "SELECT id FROM passage WHERE hash = ?", (digest,))
    known = rows(connection, "SELECT 1 FROM vector WHERE space = ? AND hash = ?", (space, digest))
    if not passages or known:
        return []
    connection.execute("INSERT INTO vector(space, hash) VALUES (?, ?)", (space, digest))
    vector_id = connection.last_insert_rowid()
    connection.execute(f"INSERT INTO vector_{space}(rowid, embedding) VALUES (?, ?)", (vector_id, blob))
    return passages


_MIRROR_ROWS = (
    "SELECT p.id, p.note_key, n.instance, n.area, p.language, v.id FROM passage p {chosen}"
    " JOIN note n ON n.key = p.note_key JOIN vector v ON v.space = ?1 AND v.hash = p.hash"
)
_READ_AT_ONCE = 4096  # vectors


def mirror_rows(
    connection: apsw.Connection, space: int, passage_ids: list[int], dimension: int
) -> tuple[list[MirrorRow], Matrix]:
    """Those of these passages that have a vector, and their vectors in the same order."""
    found = rows(
        connection,
        _MIRROR_ROWS.format(chosen="JOIN json_each(?2) j ON j.value = p.id"),
        (space, json.dumps(passage_ids)),
    )
    sql = f"SELECT embedding FROM vector_{space} WHERE rowid = ?"
    blobs = {vector_id: column(connection, sql, (vector_id,))[0] for *_, vector_id in found}
    return [MirrorRow(*row[:5]) for row in found], _matrix([blobs[row[5]] for row in found], dimension)


def space_of(connection: apsw.Connection, fingerprint: Fingerprint) -> int | None:
    """The number of a fingerprint's space; None when the file has none."""
    found = column(connection, "SELECT id FROM space WHERE fingerprint = ?", (fingerprint.key,))
    return int(found[0]) if found else None


def mirror_of(connection: apsw.Connection, space: int, dimension: int) -> VectorMirror:
    """All vectors of a space in memory."""
    mirror = VectorMirror(dimension, _neutral_means(connection, space), room=passage_count(connection))
    for some in _all_mirror_rows(connection, space, dimension):
        mirror.add(*some)
    mirror.settle()
    return mirror


def _all_mirror_rows(
    connection: apsw.Connection, space: int, dimension: int
) -> Iterator[tuple[list[MirrorRow], Matrix]]:
    """All passages that have a vector, some at a time: all vectors at once would take the mirror's memory again."""
    rows_of: dict[int, list[MirrorRow]] = {}
    for *row, vector_id in rows(connection, _MIRROR_ROWS.format(chosen=""), (space,)):
        rows_of.setdefault(vector_id, []).append(MirrorRow(*row))
    vectors = connection.execute(f"SELECT rowid, embedding FROM vector_{space}")
    while some := list(islice(vectors, _READ_AT_ONCE)):
        found = [(row, blob) for vector_id, blob in some for row in rows_of.get(vector_id, ())]
        yield [row for row, _ in found], _matrix([blob for _, blob in found], dimension)


def _matrix(blobs: list[bytes], dimension: int) -> Matrix:
    return np.frombuffer(b"".join(blobs), dtype=np.float32).reshape(len(blobs), dimension)


def _neutral_means(connection: apsw.Connection, space: int) -> dict[str, Neutral]:
    """Where each language lies in a space, as it was noted when the space was made."""
    found = rows(connection, "SELECT language, passage, query FROM neutral WHERE space = ?", (space,))
    return {
        language: Neutral(np.frombuffer(passage, np.float32), np.frombuffer(query, np.float32))
        for language, passage, query in found
    }
