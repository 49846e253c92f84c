"""Do text, words and vectors belong together? Finding where they don't, and mending it from the stored text.

What was lost itself is forgotten, so that the next sync fetches it again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

import apsw

from trayrecall.core.terms import term_columns
from trayrecall.store import reading, writing
from trayrecall.store.database import column, number, rows
from trayrecall.store.records import hash_of_sections
from trayrecall.store.schema import TERM, forgetful_terms, run_all

# What is told of rows that belong to nothing, and how they are counted. All of it takes some 20 ms for 10,000 passages.
_STRAY = (
    (
        "passages without words",
        "SELECT count(*) FROM passage p WHERE NOT EXISTS (SELECT 1 FROM term_docsize t WHERE t.id = p.id)",
    ),
    (
        "words without a passage",
        "SELECT count(*) FROM term_docsize t WHERE NOT EXISTS (SELECT 1 FROM passage p WHERE p.id = t.id)",
    ),
    (
        "words without their text",
        "SELECT count(*) FROM term_docsize t WHERE NOT EXISTS (SELECT 1 FROM term_content c WHERE c.id = t.id)",
    ),
    (
        "passages without a note",
        "SELECT count(*) FROM passage p WHERE NOT EXISTS (SELECT 1 FROM note n WHERE n.key = p.note_key)",
    ),
    (
        "sections without a note",
        "SELECT count(*) FROM section s WHERE NOT EXISTS (SELECT 1 FROM note n WHERE n.key = s.note_key)",
    ),
    (
        "vectors without a text",
        "SELECT count(*) FROM vector v WHERE NOT EXISTS (SELECT 1 FROM passage p WHERE p.hash = v.hash)",
    ),
    (
        "vectors without a space",
        "SELECT count(*) FROM vector v WHERE NOT EXISTS (SELECT 1 FROM space s WHERE s.id = v.space)",
    ),
)


def stray_rows(connection: apsw.Connection) -> list[str]:
    """What belongs to nothing, one line a kind; cheap enough for every start."""
    told = [line for what, sql in _STRAY for line in _counted(connection, what, sql)]
    for space in _spaces(connection):
        told += _counted(connection, f"vectors missing in space {space}", _MISSING.format(space=space), space)
        told += _counted(connection, f"stray vectors in space {space}", _SURPLUS.format(space=space), space)
    return told


_MISSING = (
    "SELECT count(*) FROM vector v WHERE v.space = ? AND NOT EXISTS"
    " (SELECT 1 FROM vector_{space}_rowids r WHERE r.rowid = v.id)"
)
_SURPLUS = (
    "SELECT count(*) FROM vector_{space}_rowids r WHERE NOT EXISTS"
    " (SELECT 1 FROM vector v WHERE v.id = r.rowid AND v.space = ?)"
)


def _counted(connection: apsw.Connection, what: str, sql: str, *given: int) -> list[str]:
    try:
        count = number(connection, sql, given)
    except apsw.Error as error:  # a table that is gone or can't be read
        return [f"{what}: {type(error).__name__}"]
    return [f"{what}: {count}"] if count else []


def word_faults(connection: apsw.Connection) -> list[str]:
    """FTS5 compares its index with the text that it holds: 2 ms a megabyte. Needs the write connection."""
    try:
        connection.execute("INSERT INTO term(term) VALUES ('integrity-check')")
    except (apsw.CorruptError, apsw.SQLError) as error:
        return [f"the word index: {type(error).__name__}"]
    return []


def mend(connection: apsw.Connection) -> None:
    """Make words anew from the stored text and drop what belongs to nothing. For one transaction."""
    lost = [*_beside_lost_passages(connection), *_with_other_text(connection), *_without_passages(connection)]
    for table in ("term_count", "term"):
        connection.execute(f"DROP TABLE IF EXISTS {table}")
    _forget(connection, lost)
    for table in ("passage", "section"):
        connection.execute(
            f"DELETE FROM {table} WHERE note_key NOT IN (SELECT key FROM note WHERE left_out IS NULL)"
        )
    _mend_vectors(connection)
    run_all(connection, TERM)
    forgetful_terms(connection)
    connection.executemany(
        "INSERT INTO term(rowid, title, heading, body, extra) VALUES (?, ?, ?, ?, ?)",
        _terms(connection),  # one by one: all at once take 1 to 3 KB each
    )


def _beside_lost_passages(connection: apsw.Connection) -> list[int]:
    """The notes that passages may have belonged to of which only the words are left.

    A note's passages have numbers in a row, so it is one of the two that stand beside the gap.
    """
    try:
        found = rows(
            connection,
            "SELECT (SELECT note_key FROM passage p WHERE p.id < t.id ORDER BY p.id DESC LIMIT 1),"
            " (SELECT note_key FROM passage p WHERE p.id > t.id ORDER BY p.id LIMIT 1)"
            " FROM term_docsize t WHERE NOT EXISTS (SELECT 1 FROM passage p WHERE p.id = t.id)",
        )
    except apsw.Error:  # no word index to learn from
        return []
    return [key for pair in found for key in pair if key is not None]


def _with_other_text(connection: apsw.Connection) -> Iterator[int]:
    """The notes whose stored text isn't what was put."""
    notes = rows(
        connection, "SELECT key, content_hash FROM note WHERE content_hash <> '' AND left_out IS NULL"
    )
    for key, content_hash in notes:
        if hash_of_sections(reading.sections(connection, key)) != content_hash:
            yield key


def _without_passages(connection: apsw.Connection) -> list[int]:
    """The notes of which nothing is found, although there is a title or a text to find."""
    return column(
        connection,
        "SELECT key FROM note n WHERE left_out IS NULL"
        " AND NOT EXISTS (SELECT 1 FROM passage p WHERE p.note_key = n.key)"
        " AND (trim(title) <> '' OR EXISTS (SELECT 1 FROM section s WHERE s.note_key = n.key))",
    )


def _forget(connection: apsw.Connection, keys: Iterable[int]) -> None:
    """Let the next sync compare the whole listing and fetch these notes anew."""
    given = json.dumps(sorted(set(keys)))
    connection.execute(
        "UPDATE instance SET change_mark = NULL, listed_at = NULL WHERE id IN"
        " (SELECT instance FROM note WHERE key IN (SELECT value FROM json_each(?)))",
        (given,),
    )
    connection.execute("DELETE FROM note WHERE key IN (SELECT value FROM json_each(?))", (given,))
    connection.execute("INSERT OR IGNORE INTO instance(id) SELECT DISTINCT instance FROM note")


def _mend_vectors(connection: apsw.Connection) -> None:
    connection.execute("DELETE FROM vector WHERE hash NOT IN (SELECT hash FROM passage)")
    spaces = _spaces(connection)
    for space in spaces:
        if not _is_readable(connection, space):
            writing.drop_space(connection, space)
            continue
        connection.execute(
            f"DELETE FROM vector WHERE space = ? AND id NOT IN (SELECT rowid FROM vector_{space}_rowids)",
            (space,),
        )
        stray = rows(
            connection,
            f"SELECT rowid FROM vector_{space}_rowids WHERE rowid NOT IN (SELECT id FROM vector WHERE space = ?)",
            (space,),
        )
        connection.executemany(f"DELETE FROM vector_{space} WHERE rowid = ?", stray)
    for table in ("vector", "neutral", "off_topic", "gate"):
        connection.execute(f"DELETE FROM {table} WHERE space NOT IN (SELECT id FROM space)")


def _is_readable(connection: apsw.Connection, space: int) -> bool:
    try:
        connection.execute(f"SELECT count(embedding) FROM vector_{space}").fetchall()
    except apsw.Error:
        return False
    return True


def _spaces(connection: apsw.Connection) -> list[int]:
    return column(connection, "SELECT id FROM space ORDER BY id")


def _terms(connection: apsw.Connection) -> Iterator[tuple[int | str, ...]]:
    """The rows of the keyword index, from what is stored of each note."""
    notes = rows(connection, "SELECT key, title, attributes, links FROM note WHERE left_out IS NULL")
    for key, title, attributes, links in notes:
        found = rows(
            connection,
            "SELECT p.id, coalesce(s.heading_path, '[]'), p.text FROM passage p LEFT JOIN section s"
            " ON s.note_key = p.note_key AND s.position = p.section WHERE p.note_key = ? ORDER BY p.id",
            (key,),
        )
        labels = [f"{name} {value}" for name, value in reading.labels_in(json.loads(attributes))]
        targets = [target for kind, target, _ in json.loads(links) if kind == "external"]
        columns = term_columns(title, labels + targets, [(json.loads(path), text) for _, path, text in found])
        for (passage_id, _, _), terms in zip(found, columns, strict=True):
            yield (passage_id, *terms)
