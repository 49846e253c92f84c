"""Connections to the index file: one writer behind a lock, readers with their own snapshots, WAL between them.

apsw brings its own SQLite with FTS5 and can load sqlite-vec; the `sqlite3` module of many Pythons can't.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import apsw
import sqlite_vec
from filelock import FileLock, Timeout

from trayrecall.core.errors import StoreError
from trayrecall.store.schema import MIGRATIONS

BUSY_MS = 5000


def rows(connection: apsw.Connection, sql: str, given: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """All rows of a statement. The column types are the schema's; SQLite's bindings can't know them."""
    return cast("list[tuple[Any, ...]]", connection.execute(sql, given).fetchall())


class Database:
    """One index file. Thread-safe. Raises `StoreError` when the file can't be opened or is of a newer version.

    `writable=False` opens an existing file for reading only, beside a running writer.
    """

    def __init__(self, path: Path, *, writable: bool = True) -> None:
        self.path = path
        self._readers: queue.LifoQueue[apsw.Connection] = queue.LifoQueue()
        self._writing = threading.RLock()
        self._writer: apsw.Connection | None = None
        self._lock: FileLock | None = None
        try:
            if writable:
                self._open_writer()
            else:
                self._open_reader()
        except (apsw.Error, OSError) as error:
            self.close()
            raise StoreError(
                f"{path}: {type(error).__name__}",
                hint="Move the file away; it is built anew from Trilium at the next start.",
            ) from error
        except StoreError:
            self.close()
            raise

    def _open_writer(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._lock = FileLock(f"{self.path}.lock", timeout=0, thread_local=False)  # any thread may close
        try:
            self._lock.acquire()
        except Timeout:
            self._lock = None
            raise StoreError(
                f"{self.path} is written by another TrayRecall",
                hint="Quit the other one, or use its own commands while it runs.",
            ) from None
        fresh = not self.path.exists()
        self._writer = self._connect(apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE)
        if fresh:
            self.path.chmod(0o600)
        self._version(self._writer)  # before anything is changed
        for pragma in ("journal_mode = WAL", "secure_delete = ON"):
            self._writer.execute(f"PRAGMA {pragma}")
        self._migrate(self._writer)

    def _open_reader(self) -> None:
        reader = self._connect(apsw.SQLITE_OPEN_READONLY)
        self._readers.put(reader)
        if self._version(reader) < len(MIGRATIONS):
            raise StoreError(
                f"{self.path} was written by an older TrayRecall",
                hint="Start TrayRecall once: it brings the file up to date.",
            )

    def _connect(self, flags: int) -> apsw.Connection:
        connection = apsw.Connection(str(self.path), flags=flags)
        connection.set_busy_timeout(BUSY_MS)
        connection.enable_load_extension(enable=True)
        connection.load_extension(sqlite_vec.loadable_path())
        connection.enable_load_extension(enable=False)
        for pragma in ("foreign_keys = ON", "synchronous = NORMAL", "cache_size = -16000"):
            connection.execute(f"PRAGMA {pragma}")
        return connection

    def _migrate(self, connection: apsw.Connection) -> None:
        """Run what is missing, each migration in its own transaction; the file's `user_version` counts them."""
        done = self._version(connection)
        for number, (_, migration) in enumerate(MIGRATIONS[done:], start=done + 1):
            with self._transaction(connection):
                migration(connection)
                connection.execute(f"PRAGMA user_version = {number}")

    def _version(self, connection: apsw.Connection) -> int:
        """How many migrations the file has. Raises `StoreError` for more than this program knows."""
        ((done,),) = rows(connection, "PRAGMA user_version")
        if done > len(MIGRATIONS):
            raise StoreError(
                f"{self.path} was written by a newer TrayRecall",
                hint="Update TrayRecall, or move the file away; it is built anew from Trilium.",
            )
        return int(done)

    @contextmanager
    def _transaction(self, connection: apsw.Connection) -> Iterator[apsw.Connection]:
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield connection
        except BaseException:
            if connection.in_transaction:  # SQLite ends it by itself when the disk is full
                connection.execute("ROLLBACK")
            raise
        connection.execute("COMMIT")

    @contextmanager
    def write(self) -> Iterator[apsw.Connection]:
        """The write connection inside one transaction: all of it happens, or nothing.

        Raises `StoreError` when SQLite can't write: disk full, file gone or damaged.
        """
        with self._writing:
            if self._writer is None:
                raise StoreError("the index is open for reading only")
            try:
                with self._transaction(self._writer) as connection:
                    yield connection
            except apsw.Error as error:
                raise StoreError(f"{self.path}: {type(error).__name__}") from error

    @contextmanager
    def read(self) -> Iterator[apsw.Connection]:
        """A read connection inside one snapshot: everything read in it belongs together."""
        try:
            connection = self._readers.get_nowait()
        except queue.Empty:
            connection = self._connect(apsw.SQLITE_OPEN_READONLY)
        try:
            connection.execute("BEGIN")
            try:
                yield connection
            finally:
                connection.execute("COMMIT")
        finally:
            self._readers.put(connection)

    def checkpoint(self) -> None:
        """Bring everything from the write-ahead log into the file and empty the log, which holds what was deleted."""
        self.run(lambda connection: connection.execute("PRAGMA wal_checkpoint(TRUNCATE)"))

    def run(self, work: Callable[[apsw.Connection], object]) -> None:
        """Run `work` on the write connection outside any transaction (VACUUM, checkpoints)."""
        with self._writing:
            if self._writer is not None:
                work(self._writer)

    def close(self) -> None:
        """Close every connection; a reader still at work keeps its own until it is done."""
        with self._writing:
            while True:
                try:
                    self._readers.get_nowait().close()
                except queue.Empty:
                    break
            if self._writer is not None:
                self._writer.close()
                self._writer = None
            if self._lock is not None:
                self._lock.release()
                self._lock = None
