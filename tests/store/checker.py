"""Is an index sound? Every kind of row must belong to the others, whatever was written, deleted or interrupted."""

from __future__ import annotations

from typing import Any

import apsw

from trayrecall.store.database import Database, rows
from trayrecall.store.index import Index


def assert_consistent(index: Index) -> None:
    """Text, terms, passages, vectors and the copy in memory belong together."""
    with index.database.read() as connection:
        _check_rows(connection)
        _check_vectors(connection)
        if index.mirror is not None:
            state = index.mirror._state
            assert set(state.row_of) == {int(i) for i in state.ids[state.alive]}
            held = {passage_id: state.matrix[row].tobytes() for passage_id, row in state.row_of.items()}
            assert held == _with_vector(connection, index.space)
    index.database.run(_check_terms)


def assert_sound(database: Database) -> None:
    """SQLite's own checks, and that all rows belong together; for an index without a copy in memory."""
    found: list[object] = []
    # On the write connection: FTS5 3.54 checks a reader's old picture of the index against the new rows.
    database.run(lambda connection: found.extend(rows(connection, "PRAGMA integrity_check")))
    assert found == [("ok",)]
    with database.read() as connection:
        assert rows(connection, "PRAGMA foreign_key_check") == []
    assert_consistent(Index(database))


def _check_rows(connection: apsw.Connection) -> None:
    assert _ids(connection, "SELECT id FROM passage") == _ids(connection, "SELECT id FROM term_content")
    assert _ids(connection, "SELECT id FROM passage") == _ids(connection, "SELECT rowid FROM term")
    keys = _ids(connection, "SELECT key FROM note")
    assert _ids(connection, "SELECT note_key FROM passage") <= keys
    assert _ids(connection, "SELECT note_key FROM section") <= keys
    assert _ids(connection, "SELECT instance FROM note") <= _ids(connection, "SELECT id FROM instance")
    orphans = (
        "SELECT p.id FROM passage p LEFT JOIN section s ON s.note_key = p.note_key AND s.position = p.section"
        " WHERE s.note_key IS NULL AND p.text <> ''"
    )
    assert _ids(connection, orphans) == set(), "passages without their section"
    texts = "SELECT n.key FROM note n JOIN {} x ON x.note_key = n.key WHERE n.left_out IS NOT NULL"
    assert not _ids(connection, texts.format("passage")), "text of notes that are left out"
    assert not _ids(connection, texts.format("section")), "text of notes that are left out"


def _check_vectors(connection: apsw.Connection) -> None:
    assert _ids(connection, "SELECT hash FROM vector") <= _ids(connection, "SELECT hash FROM passage")
    for (space,) in rows(connection, "SELECT id FROM space"):
        named = _ids(connection, "SELECT id FROM vector WHERE space = ?", (space,))
        assert named == _ids(connection, f"SELECT rowid FROM vector_{space}")


def _with_vector(connection: apsw.Connection, space: int | None) -> dict[Any, Any]:
    """The passages that have a vector, and that vector."""
    vectors = dict(rows(connection, f"SELECT rowid, embedding FROM vector_{space}"))
    found = rows(
        connection,
        "SELECT p.id, v.id FROM passage p JOIN vector v ON v.hash = p.hash AND v.space = ?",
        (space,),
    )
    return {passage_id: vectors[vector_id] for passage_id, vector_id in found}


def _check_terms(connection: apsw.Connection) -> None:
    """FTS5 compares its index with the text that it holds; raises when they differ."""
    connection.execute("INSERT INTO term(term) VALUES ('integrity-check')")


def _ids(connection: apsw.Connection, sql: str, given: tuple[Any, ...] = ()) -> set[Any]:
    found = [row[0] for row in rows(connection, sql, given)]
    return set(found)
