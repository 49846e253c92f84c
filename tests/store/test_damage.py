"""A damaged index file: noticed, set aside under another name, begun anew; a healthy or a held one is left alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from tests.store.building import HOME, SPACE, embed_pending, text_note
from tests.store.checker import assert_sound
from trayrecall.core.errors import StoreError
from trayrecall.store import Database, Index
from trayrecall.store.damage import DamagedStore
from trayrecall.store.database import rows
from trayrecall.store.schema import MIGRATIONS


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """An index of 60 notes, closed."""
    index = Index(Database(tmp_path / "index.db"))
    index.open_space(SPACE)
    index.put(HOME, [text_note(f"n{i}", f"<p>text {i} {'word ' * 50}</p>") for i in range(60)])
    embed_pending(index)
    index.close()
    return tmp_path / "index.db"


def aside(file: Path) -> list[Path]:
    return sorted(p for p in file.parent.iterdir() if ".damaged-" in p.name)


def notes(database: Database) -> int:
    with database.read() as connection:
        ((count,),) = rows(connection, "SELECT count(*) FROM note")
    return int(count)


def half(data: bytes) -> bytes:
    return data[: len(data) // 2]


def half_and_odd(data: bytes) -> bytes:
    return data[: len(data) // 2 + 100]


def other(_: bytes) -> bytes:
    return b"not a database at all, " * 300


def garbage(data: bytes) -> bytes:
    return data[:16] + b"\xff" * 5000


def zeroes_within(data: bytes) -> bytes:
    return data[:100] + b"\0" * (len(data) - 100)


def test_a_file_of_another_form_is_set_aside(file: Path) -> None:
    connection = apsw.Connection(str(file))
    connection.execute("DROP TABLE neutral")
    connection.close()
    database, told = Database.open_or_rebuild(file)
    assert told is not None
    assert aside(file)
    Index(database).open_space(SPACE)


DAMAGES = [half, half_and_odd, other, garbage, zeroes_within]


@pytest.mark.case("SC01")
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_set_aside_and_a_fresh_one_begun(
    file: Path, damage: Callable[[bytes], bytes]
) -> None:
    damaged = damage(file.read_bytes())
    file.write_bytes(damaged)
    database, told = Database.open_or_rebuild(file)
    (kept,) = aside(file)
    assert kept.read_bytes() == damaged
    assert told is not None
    assert kept.name in told
    assert "\n" not in told
    assert notes(database) == 0
    index = Index(database)
    index.open_space(SPACE)
    index.put(HOME, [text_note("a", "<p>again</p>")])
    embed_pending(index)
    assert_sound(database)
    index.close()
    database, told = Database.open_or_rebuild(file)
    assert (notes(database), told) == (1, None)
    database.close()


@pytest.mark.case("SC01")
def test_a_second_damaged_file_never_overwrites_the_first(file: Path) -> None:
    for text in ("first", "second", "third"):
        file.write_text(text * 300)
        Database.open_or_rebuild(file)[0].close()
    assert {p.read_text()[:5] for p in aside(file)} == {"first", "secon", "third"}


@pytest.mark.case("SC01")
def test_the_log_of_a_damaged_file_goes_with_it(file: Path) -> None:
    """A log beside a fresh file would be taken for its own."""
    killed_while_writing(file)
    log = Path(f"{file}-wal").read_bytes()
    file.write_bytes(other(b""))
    database, told = Database.open_or_rebuild(file)
    assert told is not None
    kept = {p.name.partition("Z")[2]: p for p in aside(file)}
    assert kept["-wal"].read_bytes() == log
    assert notes(database) == 0
    database.close()


@pytest.mark.case("SC01")
def test_a_torn_page_after_a_power_cut_is_found_at_opening(file: Path) -> None:
    killed_while_writing(file)
    with file.open("r+b") as opened:
        opened.seek(4096 * 5)
        opened.write(b"\xa5" * 4096 * 6)
    database, told = Database.open_or_rebuild(file)
    assert told is not None
    assert len(aside(file)) >= 1
    database.close()


@pytest.mark.case("SC09")
def test_a_killed_run_is_looked_at_and_its_file_is_kept(file: Path) -> None:
    killed_while_writing(file)
    database, told = Database.open_or_rebuild(file)
    assert (database.unclean, told, aside(file)) == (True, None, [])
    assert notes(database) == 61
    database.close()
    database, _ = Database.open_or_rebuild(file)
    assert not database.unclean
    database.close()


def test_a_clean_end_is_clean_although_another_process_still_reads(file: Path) -> None:
    writer, reader = Database(file), Database(file, writable=False)
    Index(writer).put(HOME, [text_note("more", "<p>more</p>")])
    assert notes(reader) == 61
    writer.close()
    again, told = Database.open_or_rebuild(file)
    assert (again.unclean, told) == (False, None)
    again.close()
    reader.close()


@pytest.mark.case("SC01")
def test_a_file_that_another_holds_or_that_is_newer_is_not_damaged(file: Path) -> None:
    first = Database(file)
    with pytest.raises(StoreError, match="another TrayRecall"):
        Database.open_or_rebuild(file)
    first.close()
    connection = apsw.Connection(str(file))
    connection.execute("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE").fetchall()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("trayrecall.store.database.BUSY_MS", 10)
        with pytest.raises(StoreError) as held:
            Database.open_or_rebuild(file)
    connection.close()
    assert not isinstance(held.value, DamagedStore)
    assert "Another program" in held.value.hint
    with apsw.Connection(str(file)) as connection:
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    connection.close()
    with pytest.raises(StoreError, match="newer TrayRecall"):
        Database.open_or_rebuild(file)
    assert aside(file) == []


def test_opening_a_healthy_file_reads_only_a_little_of_it(file: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("trayrecall.store.database.faults", lambda _: pytest.fail("looked at every page"))
        database, told = Database.open_or_rebuild(file)
    assert (notes(database), told) == (60, None)
    database.close()


@pytest.mark.case("SC01")
def test_a_file_damaged_while_it_is_open_is_begun_anew_beside_its_readers(file: Path) -> None:
    database = Database(file)
    with database.read() as held:
        assert rows(held, "SELECT count(*) FROM note") == [(60,)]
        told = database.begin_anew()
        assert rows(held, "SELECT count(*) FROM note") == [(60,)]  # its own snapshot
    assert aside(file)[0].name in told
    assert notes(database) == 0
    Index(database).put(HOME, [text_note("a", "<p>again</p>")])
    assert notes(database) == 1
    database.close()
    database, more = Database.open_or_rebuild(file)
    assert (notes(database), more) == (1, None)
    database.close()


def killed_while_writing(file: Path) -> None:
    """The file and its log as a killed process leaves them: one note more, in the log alone."""
    index = Index(Database(file))
    index.put(HOME, [text_note("late", "<p>late</p>")])
    saved = {p: p.read_bytes() for p in (file, Path(f"{file}-wal"))}
    assert len(saved) == 2
    index.close()
    for path, data in saved.items():
        path.write_bytes(data)
    Path(f"{file}-shm").unlink(missing_ok=True)
