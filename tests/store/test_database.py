from __future__ import annotations

import errno
import os
import stat
import threading
from pathlib import Path

import apsw
import pytest
from filelock import FileLock

from trayrecall.core.errors import StoreError
from trayrecall.store import Database
from trayrecall.store.database import rows
from trayrecall.store.schema import MIGRATIONS


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "index.db"


def add_instance(database: Database, name: str) -> None:
    with database.write() as connection:
        connection.execute("INSERT INTO instance(id) VALUES (?)", (name,))


def instances(database: Database) -> list[str]:
    with database.read() as connection:
        return [name for (name,) in rows(connection, "SELECT id FROM instance ORDER BY id")]


def set_version(file: Path, version: int) -> None:
    with apsw.Connection(str(file)) as connection:
        connection.execute(f"PRAGMA user_version = {version}")
    connection.close()


def test_a_new_file_gets_every_migration_and_is_its_owners_alone(file: Path) -> None:
    database = Database(file)
    with database.read() as connection:
        assert rows(connection, "PRAGMA user_version") == [(len(MIGRATIONS),)]
        assert rows(connection, "PRAGMA journal_mode") == [("wal",)]
    database.close()
    if os.name == "posix":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_file_of_an_older_version_gets_what_it_lacks_and_keeps_what_it_has(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = Database(file)
    add_instance(database, "home")
    database.close()
    later = ("later", lambda cursor: cursor.execute("CREATE TABLE later(x)"))
    monkeypatch.setattr("trayrecall.store.database.MIGRATIONS", (*MIGRATIONS, later))
    database = Database(file)
    with database.read() as connection:
        assert rows(connection, "SELECT count(*) FROM later") == [(0,)]
        assert rows(connection, "PRAGMA user_version") == [(len(MIGRATIONS) + 1,)]
    assert instances(database) == ["home"]
    database.close()


def test_a_migration_that_fails_changes_nothing_and_is_tried_again(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Database(file).close()

    def half(cursor: apsw.Connection) -> None:
        cursor.execute("CREATE TABLE half(x)")
        cursor.execute("CREATE TABLE half(x)")

    with monkeypatch.context() as patch:
        patch.setattr("trayrecall.store.database.MIGRATIONS", (*MIGRATIONS, ("half", half)))
        with pytest.raises(StoreError):
            Database(file)
    database = Database(file)
    with database.read() as connection:
        assert rows(connection, "SELECT name FROM sqlite_schema WHERE name = 'half'") == []
    database.close()


def test_a_second_writer_is_refused_with_a_hint_and_the_first_goes_on(file: Path) -> None:
    first = Database(file)
    with pytest.raises(StoreError, match="another TrayRecall") as refused:
        Database(file)
    assert "Quit the other one" in refused.value.hint
    add_instance(first, "home")
    first.close()
    second = Database(file)
    assert instances(second) == ["home"]
    second.close()


def test_a_writer_that_another_thread_closed_is_gone(file: Path) -> None:
    database = Database(file)
    closing = threading.Thread(target=database.close)
    closing.start()
    closing.join()
    Database(file).close()


def test_what_the_system_refuses_is_said_as_the_system_says_it(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as a folder on a file system without locks."""

    def refuse(_lock: FileLock) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(FileLock, "acquire", refuse)
    with pytest.raises(StoreError, match="No locks available") as refused:
        Database(file)
    assert "yours to read and write" in refused.value.hint


@pytest.mark.case("SC01")
@pytest.mark.parametrize("writable", [True, False])
@pytest.mark.parametrize("damage", [b"not a database at all, " * 300, b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_damaged_file_is_named_with_a_hint_and_left_as_it_is(
    file: Path, damage: bytes, *, writable: bool
) -> None:
    file.write_bytes(damage)
    with pytest.raises(StoreError) as refused:
        Database(file, writable=writable)
    assert str(file) in str(refused.value)
    assert "Move the file away" in refused.value.hint
    assert file.read_bytes() == damage
    with pytest.raises(StoreError):  # and the lock was given back: it isn't "another TrayRecall" now
        Database(file, writable=writable)


@pytest.mark.parametrize("writable", [True, False])
def test_a_file_of_a_newer_version_is_refused_and_left_as_it_is(file: Path, *, writable: bool) -> None:
    Database(file).close()
    set_version(file, len(MIGRATIONS) + 1)
    before = file.read_bytes()
    with pytest.raises(StoreError, match="newer TrayRecall") as refused:
        Database(file, writable=writable)
    assert "Update TrayRecall" in refused.value.hint
    assert file.read_bytes() == before


def test_a_file_of_an_older_version_is_not_read_before_it_was_migrated(file: Path) -> None:
    Database(file).close()
    set_version(file, 0)
    with pytest.raises(StoreError, match="older TrayRecall"):
        Database(file, writable=False)


def test_a_file_that_is_not_there_is_not_made_by_reading(file: Path) -> None:
    with pytest.raises(StoreError) as refused:
        Database(file, writable=False)
    assert "yours to read and write" in refused.value.hint
    assert list(file.parent.iterdir()) == []


def test_a_reader_beside_the_writer_sees_what_was_committed_and_writes_nothing(file: Path) -> None:
    writer = Database(file)
    reader = Database(file, writable=False)
    add_instance(writer, "home")
    assert instances(reader) == ["home"]
    with pytest.raises(StoreError, match="open for writing"), reader.write():
        pass
    with reader.read() as connection, pytest.raises(apsw.ReadOnlyError):
        connection.execute("DELETE FROM instance")
    reader.close()
    writer.close()


def test_what_is_read_together_belongs_together(file: Path) -> None:
    database = Database(file)
    add_instance(database, "home")
    with database.read() as connection:
        assert rows(connection, "SELECT count(*) FROM instance") == [(1,)]
        add_instance(database, "work")
        assert rows(connection, "SELECT count(*) FROM instance") == [(1,)]
    assert instances(database) == ["home", "work"]
    database.close()


def test_a_batch_that_fails_leaves_nothing_behind(file: Path) -> None:
    database = Database(file)

    def half_a_batch() -> None:
        with database.write() as connection:
            connection.execute("INSERT INTO instance(id) VALUES ('half')")
            raise LookupError

    with pytest.raises(LookupError):
        half_a_batch()
    assert instances(database) == []
    add_instance(database, "whole")
    assert instances(database) == ["whole"]
    database.close()


def test_many_readers_and_one_writer_never_wait_for_each_other(file: Path) -> None:
    database = Database(file)
    failures: list[BaseException] = []

    def read() -> None:
        try:
            for _ in range(100):
                instances(database)
        except BaseException as failure:  # noqa: BLE001 - told to the test's own thread
            failures.append(failure)

    readers = [threading.Thread(target=read) for _ in range(4)]
    for reader in readers:
        reader.start()
    for number in range(50):
        add_instance(database, f"i{number}")
    for reader in readers:
        reader.join()
    assert failures == []
    assert len(instances(database)) == 50
    database.close()
