"""When nothing changed, nothing is written; and every reader of the process still knows the time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.store.building import HOME, WORK, text_note
from trayrecall.core.errors import StoreError
from trayrecall.core.model import Filters, NoteId
from trayrecall.store import Database, Index, reading
from trayrecall.store.database import rows
from trayrecall.store.records import Cursor


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def index(tmp_path: Path, clock: Clock) -> Iterator[Index]:
    one = Index(Database(tmp_path / "index.db"), clock=clock)
    for instance in (HOME, WORK):
        one.put(instance, [text_note("a", "<p>lantern</p>")])
        one.confirm(instance, Cursor("7", "first", "first"))
    yield one
    one.close()


def written(index: Index) -> str | None:
    """What another process sees."""
    other = Database(index.database.path, writable=False)
    with other.read() as connection:
        ((found,),) = rows(connection, "SELECT confirmed_at FROM instance WHERE id = ?", (HOME,))
    other.close()
    return None if found is None else str(found)


def shown(index: Index) -> set[str]:
    """What an answer says of home's note, by each way of reading."""
    with index.database.read() as connection:
        one = reading.find_note(connection, HOME, NoteId("a"))
        assert one is not None
        listed = reading.list_notes(connection, Filters(instances=frozenset({HOME})), 9, 0)
        facts = [one, *listed, *reading.note_facts(connection, [one.key]).values()]
    return {fact.confirmed_at for fact in facts}


def files(index: Index) -> list[tuple[int, int]]:
    stats = [path.stat() for path in (index.database.path, Path(f"{index.database.path}-wal"))]
    return [(stat.st_mtime_ns, stat.st_size) for stat in stats]


@pytest.mark.case("PF10")
def test_an_hour_without_a_change_writes_six_times_and_each_answer_tells_the_minute(
    index: Index, clock: Clock
) -> None:
    writes, before = 0, files(index)
    for minute in range(1, 61):
        clock.now = minute * 60.0
        listed = f"{minute}" if minute % 30 == 0 else None
        index.confirm(HOME, Cursor("7", f"{minute}", listed))
        assert index.cursor(HOME).confirmed_at == f"{minute}"
        assert shown(index) == {f"{minute}"}
        after = files(index)
        writes += after != before
        before = after
        if minute < 10:
            assert (writes, written(index)) == (0, "first")
    assert writes == 6
    assert index.cursor(HOME) == Cursor("7", "60", "60")
    assert index.cursor(WORK) == Cursor("7", "first", "first")


@pytest.mark.case("PF10")
def test_what_is_kept_in_memory_is_written_at_the_end(index: Index) -> None:
    index.confirm(HOME, Cursor("7", "later"))
    assert written(index) == "first"
    index.close()
    assert written(index) == "later"
    again = Index(Database(index.database.path))
    assert again.cursor(HOME) == Cursor("7", "later", "first")
    again.close()


def test_a_new_mark_is_written_at_once(index: Index) -> None:
    index.confirm(HOME, Cursor("7", "later"))
    index.confirm(HOME, Cursor("8", "at once", "at once"))
    assert (written(index), shown(index)) == ("at once", {"at once"})
    index.confirm(HOME, Cursor("8", "then"))
    index.put(HOME, [text_note("b", "<p>b</p>")])
    index.confirm(HOME, Cursor("9", "last", "last"))
    assert (written(index), shown(index)) == ("last", {"last"})
    assert index.cursor(HOME) == Cursor("9", "last", "last")


def test_the_first_confirmation_of_an_instance_is_written_at_once(index: Index) -> None:
    index.remove_instance(HOME)
    assert index.cursor(HOME).confirmed_at is None
    index.confirm(HOME, Cursor(None, "now", "now"))
    assert written(index) == "now"


def test_an_instance_that_was_removed_does_not_come_back_with_what_was_in_memory(index: Index) -> None:
    index.confirm(HOME, Cursor("7", "later"))
    index.remove_instance(HOME)
    assert index.cursor(HOME) == Cursor()
    index.flush()
    with index.database.read() as connection:
        assert rows(connection, "SELECT id FROM instance") == [("work",)]


def test_a_time_that_cannot_be_written_stays_in_memory(index: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    index.confirm(HOME, Cursor("7", "later"))

    def full(**_: object) -> None:
        raise StoreError("full")

    with monkeypatch.context() as patch:
        patch.setattr(index.database, "write", full)
        with pytest.raises(StoreError):
            index.flush()
    assert shown(index) == {"later"}
    index.flush()
    assert written(index) == "later"
