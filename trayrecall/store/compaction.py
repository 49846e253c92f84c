"""Giving space back after much was purged: in small steps, so that a write never waits long and a reader not at all."""

from __future__ import annotations

from collections.abc import Callable

import apsw

from trayrecall.store.database import Database, column, number, rows

WORTH_BYTES = 8 * 2**20
WORTH_SHARE = 0.25
_STEP_PAGES = 2000  # 8 MB: some 30 ms
_INCREMENTAL = 2
_FLOAT = 4
_LOOK_EVERY = 200  # steps of SQLite's machine between two looks whether to stop


def compact(database: Database, stop: Callable[[], bool]) -> bool:
    """Give back what is unused when that is much; False when it isn't, or `stop` came first.

    Raises `StoreError`, e.g. when the disk has no room for it. Whatever ends it early, the file is whole.
    """
    with database.read() as connection:
        if not is_worth(connection):
            return False
        spaces = column(connection, "SELECT id FROM space")
    for space in spaces:
        _fill_chunks(database, space, stop)
    with database.write() as connection:  # a reader that was opened before doesn't notice the change
        incremental = number(connection, "PRAGMA auto_vacuum") == _INCREMENTAL
    if stop():
        return False
    if incremental:
        _in_steps(database, stop)
    else:
        _at_once(database, stop)
    database.checkpoint()
    return not stop()


def is_worth(connection: apsw.Connection) -> bool:
    """Whether the file has many free pages, or its vectors many holes between them."""
    page = number(connection, "PRAGMA page_size")
    size = page * number(connection, "PRAGMA page_count")
    unused = page * number(connection, "PRAGMA freelist_count")
    for space, dimension in rows(connection, "SELECT id, dimension FROM space"):
        unused += _holes(connection, space) * dimension * _FLOAT
    return unused > max(WORTH_BYTES, WORTH_SHARE * size)


def _holes(connection: apsw.Connection, space: int) -> int:
    """Places for vectors that are never used again: vec0 fills only its latest chunk, and drops one that is empty."""
    return number(
        connection,
        f"SELECT coalesce(sum(size), 0) - (SELECT count(*) FROM vector_{space}_rowids) FROM vector_{space}_chunks"
        f" WHERE chunk_id < (SELECT max(chunk_id) FROM vector_{space}_chunks)",
    )


def _fill_chunks(database: Database, space: int, stop: Callable[[], bool]) -> None:
    """Move the vectors of half-empty chunks to the end, one chunk a transaction."""
    with database.read() as connection:
        sparse = column(
            connection,
            f"SELECT c.chunk_id FROM vector_{space}_chunks c LEFT JOIN vector_{space}_rowids r USING (chunk_id)"
            f" WHERE c.chunk_id < (SELECT max(chunk_id) FROM vector_{space}_chunks)"
            " GROUP BY c.chunk_id HAVING count(r.rowid) < c.size / 2",
        )
    for chunk in sparse:
        if stop():
            return
        with database.write() as connection:
            found = column(
                connection, f"SELECT rowid FROM vector_{space}_rowids WHERE chunk_id = ?", (chunk,)
            )
            for rowid in found:
                (vector,) = column(
                    connection, f"SELECT embedding FROM vector_{space} WHERE rowid = ?", (rowid,)
                )
                connection.execute(f"DELETE FROM vector_{space} WHERE rowid = ?", (rowid,))
                connection.execute(
                    f"INSERT INTO vector_{space}(rowid, embedding) VALUES (?, ?)", (rowid, vector)
                )


def _in_steps(database: Database, stop: Callable[[], bool]) -> None:
    left = 1
    while left and not stop():
        with database.write() as connection:
            rows(connection, f"PRAGMA incremental_vacuum({_STEP_PAGES})")
            left = number(connection, "PRAGMA freelist_count")


def _at_once(database: Database, stop: Callable[[], bool]) -> None:
    """A file that was begun before it could shrink in steps is written anew, once; from then on it can."""

    def vacuum(connection: apsw.Connection) -> None:
        connection.set_progress_handler(stop, _LOOK_EVERY)
        try:
            connection.execute(f"PRAGMA auto_vacuum = {_INCREMENTAL}")
            connection.execute("VACUUM")
        except apsw.InterruptError:
            pass  # `stop` came; nothing was changed
        finally:
            connection.set_progress_handler(None)

    database.run(vacuum)
