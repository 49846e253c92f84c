"""A full disk, or a file that another program holds: a failure with a hint, nothing half-written, and it goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path

import apsw
import pytest

from tests.store.building import HOME, SPACE, WORK, embed_pending, matrix_of, text_note
from tests.store.checker import assert_consistent, assert_sound
from trayrecall.core.errors import StoreError
from trayrecall.core.model import NoteId
from trayrecall.store import Database, Index
from trayrecall.store.database import rows
from trayrecall.store.records import Cursor

MANY = [text_note(f"m{i}", f"<p>number {i} {'word ' * 200}</p>") for i in range(100)]


@contextmanager
def full_disk(index: Index, pages: int = 2) -> Iterator[None]:
    """Room for a few pages more."""

    def limit(connection: apsw.Connection) -> None:
        ((used,),) = rows(connection, "PRAGMA page_count")
        connection.execute(f"PRAGMA max_page_count = {used + pages}").fetchall()

    index.database.run(limit)
    try:
        yield
    finally:
        index.database.run(lambda c: c.execute("PRAGMA max_page_count = 1000000").fetchall())


@contextmanager
def held(index: Index) -> Iterator[None]:
    """Another program writes, and goes on with it for longer than we wait."""
    other = apsw.Connection(str(index.database.path))
    index.database.run(lambda c: c.set_busy_timeout(10))
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


def put_many(index: Index) -> None:
    index.put(HOME, MANY, delete=[NoteId("a")])


def embed(index: Index) -> None:
    if wanted := index.pending(1000):
        index.put_vectors([item.hash for item in wanted], matrix_of([item.text for item in wanted]))


def another_space(index: Index) -> None:
    index.open_space(replace(SPACE, model="other"))


def embed_until_full(index: Index) -> None:
    for number in range(50):
        index.put(WORK, [text_note(f"more{number}", f"<p>more {number}</p>")])
        embed(index)


def repair(index: Index) -> None:
    index.repair()


def state(index: Index) -> object:
    with index.database.read() as connection:
        tables = ("instance", "note", "section", "passage", "term", "space", "vector")
        return [rows(connection, f"SELECT * FROM {table}") for table in tables]


@pytest.fixture
def filled(index: Index) -> Index:
    index.put(HOME, [text_note("a", "<p>lantern</p>")])
    index.confirm(HOME, Cursor("1", "then", "then"))
    index.put(WORK, MANY[:30])
    index.confirm(WORK, Cursor("1", "then", "then"))
    embed_pending(index)
    return index


@pytest.mark.case("SC09")
@pytest.mark.parametrize(
    ("write", "trouble", "hint"),
    [
        (put_many, full_disk, "Make room"),
        (another_space, full_disk, "Make room"),
        (put_many, held, "Another program"),
        (another_space, held, "Another program"),
        (repair, held, "Another program"),
    ],
)
def test_what_can_not_be_written_is_told_with_a_hint_and_leaves_nothing_half_written(
    filled: Index,
    write: Callable[[Index], None],
    trouble: Callable[[Index], AbstractContextManager[None]],
    hint: str,
) -> None:
    before = state(filled)
    with trouble(filled):
        for _ in range(3):  # however often it is tried
            with pytest.raises(StoreError) as failed:
                write(filled)
    assert hint in failed.value.hint
    assert state(filled) == before
    assert not filled.database.damaged  # a full disk is no reason to begin anew
    assert_consistent(filled)
    write(filled)  # and as soon as there is room it goes on
    embed(filled)
    assert_sound(filled.database)


@pytest.mark.case("SC03")
def test_an_index_out_of_step_that_can_not_be_mended_now_is_mended_later(filled: Index) -> None:
    filled.database.run(lambda c: c.execute("DELETE FROM term_content WHERE id = 2").fetchall())
    filled.database.damaged = True
    with held(filled):
        for _ in range(3):
            assert filled.mend() is None
    assert [path.name for path in filled.database.path.parent.iterdir() if ".damaged-" in path.name] == []
    assert filled.mend() is not None
    assert filled.check() == []
    assert_consistent(filled)


@pytest.mark.case("SC10")
def test_a_disk_that_fills_up_while_vectors_are_made_keeps_those_that_were_stored(filled: Index) -> None:
    put_many(filled)
    with full_disk(filled), pytest.raises(StoreError, match="FullError"):
        embed_until_full(filled)
    assert_consistent(filled)
    embed_pending(filled)
    assert filled.pending_count() == 0
    assert_sound(filled.database)


def test_a_commit_that_fails_leaves_no_transaction_open(filled: Index) -> None:
    refuse = [True]
    filled.database.run(lambda c: c.set_commit_hook(lambda: refuse[0]))
    with pytest.raises(StoreError):
        put_many(filled)
    refuse[0] = False
    assert set(filled.ledger(HOME)) == {"a"}
    put_many(filled)
    assert set(filled.ledger(HOME)) == {record.meta.id for record in MANY}
    assert_sound(filled.database)


def test_a_folder_that_can_not_be_written_is_told_with_a_hint(tmp_path: Path) -> None:
    (tmp_path / "index.db").mkdir()
    with pytest.raises(StoreError) as failed:
        Database.open_or_rebuild(tmp_path / "index.db")
    assert failed.value.hint
    assert (tmp_path / "index.db").is_dir()
