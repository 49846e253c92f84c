"""Space that was used once is given back or used again."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import apsw
import numpy as np
import pytest

from tests.store.building import HOME, SPACE, WORK, text_note
from tests.store.checker import assert_consistent, assert_sound
from trayrecall.core.model import InstanceId, NoteId
from trayrecall.store import Database, Index, NoteRecord
from trayrecall.store.compaction import is_worth
from trayrecall.store.database import rows

WIDE = replace(SPACE, dimension=384)
WORDS = "kesselwagen ofenrohr lantern fog tax "


def notes(instance: InstanceId, turn: int, count: int) -> list[NoteRecord]:
    return [text_note(f"n{i}", f"<p>{instance} {i} {turn}: {WORDS * 20}</p>") for i in range(count)]


def fill(index: Index, instance: InstanceId, turn: int, count: int) -> None:
    """As a sync does it: batches of 50, then vectors."""
    records = notes(instance, turn, count)
    for start in range(0, count, 50):
        index.put(instance, records[start : start + 50])
    while wanted := index.pending(200):
        matrix = np.random.default_rng(turn).standard_normal((len(wanted), WIDE.dimension)).astype(np.float32)
        matrix /= np.linalg.norm(matrix, axis=1, keepdims=True)
        index.put_vectors([item.hash for item in wanted], matrix)


def size(index: Index) -> int:
    index.database.checkpoint()
    return index.database.path.stat().st_size


def worth(index: Index) -> bool:
    with index.database.read() as connection:
        return is_worth(connection)


def vectors(index: Index) -> dict[bytes, bytes]:
    """Each text's vector, as it stands in the file."""
    with index.database.read() as connection:
        return dict(
            rows(
                connection,
                f"SELECT v.hash, x.embedding FROM vector v JOIN vector_{index.space} x ON x.rowid = v.id",
            )
        )


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Index]:
    one = Index.open(tmp_path / "index.db")
    one.open_space(WIDE)
    yield one
    one.close()


@pytest.fixture
def low(monkeypatch: pytest.MonkeyPatch) -> None:
    """Much is little: so that small files will do."""
    monkeypatch.setattr("trayrecall.store.compaction.WORTH_BYTES", 200_000)


@pytest.mark.case("PF07")
def test_twenty_rewrites_of_all_notes_at_most_double_the_file(index: Index) -> None:
    fill(index, HOME, 0, 200)
    first = size(index)
    largest = 0
    for turn in range(1, 21):
        fill(index, HOME, turn, 200)
        index.compact_if_worth()
        largest = max(largest, size(index))
    assert largest <= 2 * first
    assert_sound(index.database)


@pytest.mark.case("DL08")
def test_the_space_of_a_removed_instance_is_used_again(index: Index) -> None:
    fill(index, HOME, 0, 500)
    fill(index, WORK, 0, 500)
    both = size(index)
    index.remove_instance(WORK)
    fill(index, WORK, 1, 500)
    assert size(index) <= 1.1 * both
    assert_consistent(index)


@pytest.mark.case("DL08")
@pytest.mark.usefixtures("low")
def test_the_space_of_a_removed_instance_is_given_back(index: Index) -> None:
    fill(index, HOME, 0, 500)
    alone = size(index)
    fill(index, WORK, 0, 900)  # more than one chunk of vectors
    both, known = size(index), index.ledger(HOME)
    assert not index.compact_if_worth()
    index.remove_instance(WORK)
    before = vectors(index)
    assert index.compact_if_worth()
    assert size(index) <= 1.3 * alone < both
    assert not index.compact_if_worth()
    assert (index.ledger(HOME), vectors(index), index.pending_count()) == (known, before, 0)
    assert_sound(index.database)
    assert vectors(index) == before


def test_a_small_file_is_left_alone_whatever_is_free_in_it(index: Index) -> None:
    fill(index, HOME, 0, 300)
    index.remove_instance(HOME)
    assert not index.compact_if_worth()


def test_holes_between_vectors_are_closed(index: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of ten chunks keeps a few vectors that never go: vec0 alone would keep all of its space."""
    monkeypatch.setattr("trayrecall.store.compaction.WORTH_BYTES", 2_000_000)
    records = [text_note(f"n{i}", f"<p>text {i}</p>") for i in range(4500)]
    index.put(HOME, records)
    while wanted := index.pending(1500):
        matrix = np.random.default_rng(3).standard_normal((len(wanted), WIDE.dimension)).astype(np.float32)
        index.put_vectors([item.hash for item in wanted], matrix)
    full = size(index)
    index.put(HOME, delete=[NoteId(f"n{i}") for i in range(4500) if i % 50])
    before = vectors(index)
    assert index.compact_if_worth()
    assert size(index) < full / 3
    assert vectors(index) == before
    assert_sound(index.database)


@pytest.mark.usefixtures("low")
def test_it_ends_as_soon_as_it_is_told_and_goes_on_the_next_time(index: Index) -> None:
    fill(index, HOME, 0, 500)
    index.remove_instance(HOME)
    assert not index.compact_if_worth(lambda: True)
    assert worth(index)
    assert index.compact_if_worth()
    assert not worth(index)


@pytest.mark.usefixtures("low")
def test_a_file_of_an_earlier_version_is_written_anew_once_and_shrinks_in_steps_from_then_on(
    tmp_path: Path,
) -> None:
    path = tmp_path / "old.db"
    with apsw.Connection(str(path)) as connection:  # as it was begun then
        connection.execute("CREATE TABLE t(x)")
        connection.execute("DROP TABLE t")
    connection.close()
    index = Index(Database(path))
    index.open_space(WIDE)
    assert shrinks_in_steps(index) is False
    fill(index, HOME, 0, 1200)  # more than a chunk, so that numbers of chunks have a gap
    fill(index, HOME, 1, 1200)
    fill(index, WORK, 0, 300)
    index.put(HOME, delete=[NoteId(f"n{i}") for i in range(1150)])
    before = vectors(index)
    asked = iter([False, False])  # it is told in the middle of writing the file anew
    assert not index.compact_if_worth(lambda: next(asked, True))
    assert shrinks_in_steps(index) is False
    assert index.compact_if_worth()
    assert shrinks_in_steps(index) is True
    assert vectors(index) == before
    assert_sound(index.database)
    index.close()


@pytest.mark.usefixtures("low")
def test_searches_go_on_meanwhile(index: Index) -> None:
    fill(index, HOME, 0, 500)
    fill(index, WORK, 0, 200)
    index.remove_instance(HOME)
    ended = threading.Event()
    seen: list[int] = []

    def read() -> None:
        while not ended.is_set():
            with index.database.read() as connection:
                ((count,),) = rows(connection, "SELECT count(*) FROM note")
                seen.append(count)

    reader = threading.Thread(target=read)
    reader.start()
    try:
        assert index.compact_if_worth()
    finally:
        ended.set()
        reader.join()
    assert set(seen) == {200}


@pytest.mark.usefixtures("low")
def test_a_disk_without_room_for_it_is_no_failure(index: Index) -> None:
    fill(index, HOME, 0, 500)
    index.remove_instance(HOME)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("trayrecall.store.compaction._in_steps", full_disk)
        assert not index.compact_if_worth()
    assert not index.compact_if_worth()  # not tried again and again
    assert_sound(index.database)


def shrinks_in_steps(index: Index) -> bool:
    with index.database.write() as connection:  # a reader doesn't notice the change
        return rows(connection, "PRAGMA auto_vacuum") == [(2,)]


def full_disk(database: Database, _stop: object) -> None:
    with database.write():
        raise apsw.FullError
