"""Connections to the index file: one writer behind a lock, readers with their own snapshots, WAL between them.

apsw brings its own SQLite with FTS5 and can load sqlite-vec; the `sqlite3` module of many Pythons can't.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, cast

import apsw
from filelock import FileLock, Timeout

from trayrecall.core.errors import StoreError
from trayrecall.core.linguist import QT_TRANSLATE_NOOP
from trayrecall.store.damage import (
    DamagedStore,
    ended_cleanly,
    faults,
    is_damage,
    leave_as_it_is,
    set_aside,
    size_fits,
    told,
)
from trayrecall.store.functions import add_functions
from trayrecall.store.schema import MIGRATIONS, missing

BUSY_MS = 5000
_MOVE_AWAY = QT_TRANSLATE_NOOP(
    "errors", "Move the file away; it is built anew from Trilium at the next start."
)
_LOOK_AT_FOLDER = QT_TRANSLATE_NOOP(
    "errors", "Look whether its folder is there, and whether both are yours to read and write."
)
_NOT_STORED = (
    QT_TRANSLATE_NOOP(
        "errors", "Nothing of it was stored. Make room on the disk if it is full; it is tried again."
    )  # vec0 says no more
)
_HINTS: tuple[tuple[type[Exception], str], ...] = (
    (
        apsw.FullError,
        QT_TRANSLATE_NOOP("errors", "Make room on the disk; what was stored before is still there."),
    ),
    (apsw.BusyError, QT_TRANSLATE_NOOP("errors", "Another program holds the index file; it is tried again.")),
    (
        apsw.LockedError,
        QT_TRANSLATE_NOOP("errors", "Another program holds the index file; it is tried again."),
    ),
    (
        apsw.ReadOnlyError,
        QT_TRANSLATE_NOOP("errors", "The index file can't be written; look at its permissions."),
    ),
    (apsw.CantOpenError, _LOOK_AT_FOLDER),
    (apsw.IOError, QT_TRANSLATE_NOOP("errors", "Look after the disk: reading or writing it failed.")),
    (OSError, _LOOK_AT_FOLDER),
    (apsw.CorruptError, _MOVE_AWAY),
    (apsw.NotADBError, _MOVE_AWAY),
)


def vec_extension() -> str:
    """Where sqlite-vec lies, found without its Python package, which needs the `sqlite3` that some Pythons lack."""
    found = find_spec("sqlite_vec")
    if found is None or found.origin is None:
        raise StoreError(
            QT_TRANSLATE_NOOP("errors", "sqlite-vec is not installed"),
            hint=QT_TRANSLATE_NOOP("errors", "Install TrayRecall anew."),
        )
    return str(Path(found.origin).with_name("vec0"))


class _Connection(apsw.Connection):
    """A connection that remembers that its file was found damaged, and of which file it is: see `generation`."""

    damaged = False
    generation = 0


def rows(connection: apsw.Connection, sql: str, given: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """All rows of a statement. The column types are the schema's; SQLite's bindings can't know them."""
    try:
        return cast("list[tuple[Any, ...]]", connection.execute(sql, given).fetchall())
    except apsw.Error as error:
        if is_damage(error) and isinstance(connection, _Connection):
            connection.damaged = True  # also when the caller can do without these rows
        raise


def column(connection: apsw.Connection, sql: str, given: tuple[Any, ...] = ()) -> list[Any]:
    """The values of a statement of one column."""
    return [value for (value,) in rows(connection, sql, given)]


def number(connection: apsw.Connection, sql: str, given: tuple[Any, ...] = ()) -> int:
    """The one number that a statement gives."""
    (found,) = column(connection, sql, given)
    return int(found)


def writers_lock(path: Path) -> FileLock:
    """The lock that the one writer of the index file holds; any thread may give it back."""
    return FileLock(f"{path}.lock", timeout=0, thread_local=False)


class Database:
    """One index file. Thread-safe. Raises `StoreError` when the file can't be opened or is of a newer version.

    `writable=False` opens an existing file for reading only, beside a running writer. `rebuild` sets a damaged file
    aside and begins a fresh one; without it such a file is left as it is and `DamagedStore` is raised.
    """

    def __init__(self, path: Path, *, writable: bool = True, rebuild: bool = False) -> None:
        self.path = path
        self.unclean = False  # the last writer was killed, or the machine went down
        self.damaged = False  # SQLite said so since the file was opened; see `Index.mend`
        self.owes_checkpoint = False  # one was wanted and could not be made
        self.writes = 0  # committed so far, but for those that change nothing that is counted
        self.confirmed: dict[str, str] = {}  # newer than what the file says; see `Index.confirm`
        self._told: str | None = None
        self._generation = 0  # a connection of an earlier file is closed when it is given back
        self._readers: queue.LifoQueue[_Connection] = queue.LifoQueue()
        self._writing = threading.RLock()
        self._writer: _Connection | None = None
        self._lock: FileLock | None = None
        try:
            if path.exists() and not path.is_file():
                raise StoreError(  # noqa: TRY301
                    QT_TRANSLATE_NOOP("errors", "{path} is no file"),
                    hint=QT_TRANSLATE_NOOP(
                        "errors", "Move it away; the index is built anew from Trilium at the next start."
                    ),
                    values={"path": path},
                )
            if writable:
                self._open_writer(rebuild=rebuild)
            else:
                self._open_reader()
        except (apsw.Error, OSError) as error:
            self.damaged = is_damage(error)
            self.close()
            raise _store_error(path, error, _MOVE_AWAY) from error
        except StoreError as error:
            self.damaged = is_damage(error)
            self.close()
            raise

    @classmethod
    def open_or_rebuild(cls, path: Path) -> tuple[Database, str | None]:
        """The writer of the index file; a damaged one is set aside, and the line says so to a person.

        Raises `StoreError` for a file that another program holds, that is of a newer version, or that can't be opened.
        """
        database = cls(path, rebuild=True)
        return database, database._told

    def _open_writer(self, *, rebuild: bool) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._lock = writers_lock(self.path)
        try:
            self._lock.acquire()
        except Timeout:
            self._lock = None
            raise StoreError(
                QT_TRANSLATE_NOOP("errors", "{path} is written by another TrayRecall"),
                hint=QT_TRANSLATE_NOOP(
                    "errors", "Quit the other one, or use its own commands while it runs."
                ),
                values={"path": self.path},
            ) from None
        try:
            self._open_file()
        except (apsw.CorruptError, apsw.NotADBError, DamagedStore):
            if not rebuild:
                raise
            self._set_aside()
            self._open_file()

    def _open_file(self) -> None:
        fresh = not self.path.exists()
        self.unclean = not fresh and not ended_cleanly(self.path)
        doubtful = self.unclean or (not fresh and not size_fits(self.path))
        self._writer = self._connect(apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE)
        if fresh:
            self.path.chmod(0o600)
        self._version(self._writer)  # before anything is changed
        if doubtful and (found := faults(self._writer)):
            raise DamagedStore(f"{self.path}: {found[0]}", hint=_MOVE_AWAY)
        # auto_vacuum takes effect before the first table alone
        for pragma in ("auto_vacuum = INCREMENTAL", "journal_mode = WAL", "secure_delete = ON"):
            self._writer.execute(f"PRAGMA {pragma}")
        self._migrate(self._writer)
        if lacking := missing(self._writer):
            raise DamagedStore(
                QT_TRANSLATE_NOOP("errors", "{path}: {part} isn't as it should be"),
                hint=_MOVE_AWAY,
                values={"path": self.path, "part": lacking[0]},
            )

    def _set_aside(self) -> None:
        self._drop_connections(as_they_are=True)
        self._told = told(set_aside(self.path))
        self._generation += 1
        self.damaged = False

    def is_whole(self) -> bool:
        """Whether SQLite finds no fault in the file, the word index left aside."""
        with self._writing:
            return self._writer is not None and not faults(self._writer)

    def begin_anew(self) -> str:
        """Set the file aside and begin a fresh one, while readers go on with what they hold; the line to tell."""
        with self._writing:
            if self._lock is None:
                raise StoreError("the index isn't open for writing")
            try:
                self._set_aside()
                self._open_file()
            except (apsw.Error, OSError) as error:
                raise _store_error(self.path, error, _MOVE_AWAY) from error
            return self._told or ""

    def _drop_connections(self, *, as_they_are: bool) -> None:
        """Close what is idle; the writer brings its log into the file, unless that is to be left as it is."""
        while True:
            try:
                self._readers.get_nowait().close()
            except queue.Empty:
                break
        writer, self._writer = self._writer, None
        if writer is None:
            return
        if as_they_are:
            leave_as_it_is(writer)
            return
        try:  # also when a reader of another process keeps the log in use: an empty one tells of a clean end
            writer.set_busy_timeout(0)
            writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except apsw.Error:
            pass  # then the next start looks closer
        finally:
            writer.close()

    def _open_reader(self) -> None:
        reader = self._connect(apsw.SQLITE_OPEN_READONLY)
        self._readers.put(reader)
        if self._version(reader) < len(MIGRATIONS):
            raise StoreError(
                QT_TRANSLATE_NOOP("errors", "{path} was written by an older TrayRecall"),
                hint=QT_TRANSLATE_NOOP(
                    "errors", "Quit TrayRecall if it runs, and start it: it brings the file up to date."
                ),
                values={"path": self.path},
            )

    def _connect(self, flags: int) -> _Connection:
        connection = _Connection(str(self.path), flags=flags)
        connection.generation = self._generation
        try:
            connection.set_busy_timeout(BUSY_MS)
            connection.enable_load_extension(enable=True)
            connection.load_extension(vec_extension())
            connection.enable_load_extension(enable=False)
            connection.create_scalar_function("confirmed_at", self._confirmed_at, 2)
            add_functions(connection)
            for pragma in ("foreign_keys = ON", "synchronous = NORMAL", "cache_size = -16000"):
                connection.execute(f"PRAGMA {pragma}")
        except BaseException:
            leave_as_it_is(connection)
            raise
        return connection

    def _confirmed_at(self, *given: Any) -> Any:
        """In SQL: `confirmed_at(instance, what the file says)`."""
        instance, stored = given
        return self.confirmed.get(instance, stored)

    def _migrate(self, connection: apsw.Connection) -> None:
        """Run what is missing, each migration in its own transaction; the file's `user_version` counts them."""
        done = self._version(connection)
        for number, (_, migration) in enumerate(MIGRATIONS[done:], start=done + 1):
            with self._transaction(connection):
                migration(connection)
                connection.execute(f"PRAGMA user_version = {number}")

    def _version(self, connection: apsw.Connection) -> int:
        """How many migrations the file has. Raises `StoreError` for more than this program knows."""
        done = number(connection, "PRAGMA user_version")
        if done > len(MIGRATIONS):
            raise StoreError(
                QT_TRANSLATE_NOOP("errors", "{path} was written by a newer TrayRecall"),
                hint=QT_TRANSLATE_NOOP(
                    "errors", "Update TrayRecall, or move the file away; it is built anew from Trilium."
                ),
                values={"path": self.path},
            )
        return done

    @contextmanager
    def _transaction(self, connection: apsw.Connection) -> Iterator[apsw.Connection]:
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield connection
            connection.execute("COMMIT")  # may fail too, and then it leaves the transaction open
        except BaseException:
            if connection.in_transaction:  # SQLite ends it by itself when the disk is full
                connection.execute("ROLLBACK")
            raise

    @contextmanager
    def write(self, *, counts: bool = True) -> Iterator[apsw.Connection]:
        """The write connection inside one transaction: all of it happens, or nothing.

        Without `counts` it isn't one of `writes`: it changes neither notes nor passages nor vectors.
        Raises `StoreError` when SQLite can't write: disk full, file gone or damaged.
        """
        with self._writing:
            if self._writer is None:
                raise StoreError("the index isn't open for writing")
            try:
                with self._transaction(self._writer) as connection:
                    yield connection
            except apsw.Error as error:
                self.damaged |= is_damage(error)
                raise _store_error(self.path, error, _NOT_STORED) from error
            self.writes += counts

    @contextmanager
    def read(self) -> Iterator[apsw.Connection]:
        """A read connection inside one snapshot: everything read in it belongs together.

        Raises `StoreError` when SQLite can't read.
        """
        try:
            connection = self._reader()
            try:
                connection.execute("BEGIN")
                try:
                    yield connection
                finally:
                    if connection.in_transaction:
                        connection.execute("COMMIT")
            finally:
                self._give_back(connection)
        except apsw.Error as error:
            self.damaged |= is_damage(error)
            raise _store_error(self.path, error) from error

    def _reader(self) -> _Connection:
        while True:
            try:
                connection = self._readers.get_nowait()
            except queue.Empty:
                return self._connect(apsw.SQLITE_OPEN_READONLY)
            if connection.generation == self._generation:
                return connection
            connection.close()

    def _give_back(self, connection: _Connection) -> None:
        if connection.generation != self._generation:
            connection.close()
            return
        self.damaged |= connection.damaged
        connection.damaged = False
        self._readers.put(connection)

    def checkpoint(self) -> None:
        """Bring everything from the write-ahead log into the file and empty the log, which holds what was deleted.

        While a reader is at work it can't be; then `owes_checkpoint` says so.
        """
        self.owes_checkpoint = True
        self.run(self._checkpoint)

    def _checkpoint(self, connection: apsw.Connection) -> None:
        ((busy, *_),) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        self.owes_checkpoint = bool(busy)

    def run(self, work: Callable[[apsw.Connection], object]) -> None:
        """Run `work` on the write connection outside any transaction (VACUUM, checkpoints). Raises `StoreError`."""
        with self._writing:
            if self._writer is None:
                return
            try:
                work(self._writer)
            except apsw.Error as error:
                self.damaged |= is_damage(error)
                raise _store_error(self.path, error) from error

    def close(self) -> None:
        """Close every connection; a reader still at work keeps its own until it is done."""
        with self._writing:
            self._drop_connections(as_they_are=self.damaged)
            if self._lock is not None:
                self._lock.release()
                self._lock = None


def _store_error(path: Path, error: BaseException, hint: str = "") -> StoreError:
    """What SQLite or the system said, as a failure with a hint."""
    kind = DamagedStore if is_damage(error) else StoreError
    known = next((told_ for type_, told_ in _HINTS if isinstance(error, type_)), hint)
    why = error.strerror if isinstance(error, OSError) else None
    return kind(f"{path}: {why or type(error).__name__}", hint=known)
