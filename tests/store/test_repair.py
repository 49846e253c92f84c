"""Text, words and vectors out of step: found, mended from what is stored, and what was lost is fetched again."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from tests.store.building import HOME, SPACE, WORK, embed_pending, matrix_of, text_note
from tests.store.checker import assert_consistent, assert_sound
from trayrecall.core.model import Filters, Query
from trayrecall.core.pausing import Pause
from trayrecall.core.query import parse_search
from trayrecall.store import Index, reading
from trayrecall.store.database import rows
from trayrecall.store.records import Cursor

NOTES = [
    text_note(
        f"n{i}",
        f"<p>lantern{i} before</p><h2>Flue {i}</h2><p>size{i} in <a href='https://x.example/{i}'>link</a></p>",
        f"Stove {i}",
        ("supplier", f"Quarzwerke{i}"),
    )
    for i in range(12)
]


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Index]:
    one = Index.open(tmp_path / "index.db")
    one.open_space(SPACE)
    one.put(HOME, NOTES)
    one.confirm(HOME, Cursor("7", "now", "now"))
    one.put(WORK, NOTES[:3])
    one.confirm(WORK, Cursor("1", "now", "now"))
    embed_pending(one)
    yield one
    one.close()


def behind_its_back(index: Index, *statements: str) -> None:
    """Close, change the file with another program, and open again."""
    index.database.close()
    with closing(sqlite3.connect(index.database.path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def opened(index: Index) -> Index:
    again = Index.open(index.database.path)
    again.open_space(SPACE)
    return again


def terms(index: Index) -> list[tuple[object, ...]]:
    with index.database.read() as connection:
        return rows(connection, "SELECT rowid, title, heading, body, extra FROM term ORDER BY rowid")


def query(text: str) -> Query:
    parsed = parse_search(text)
    assert isinstance(parsed, Query)
    return parsed


def by_keyword(index: Index, text: str) -> set[str]:
    with index.database.read() as connection:
        found = reading.keyword_leg(connection, query(text).terms, Filters(), 9)
        return {row.note_id for row in reading.passage_rows(connection, [i for i, _ in found]).values()}


def test_of_a_healthy_index_nothing_is_found_and_repairing_changes_nothing(index: Index) -> None:
    assert index.check() == []
    before, known = terms(index), index.ledger(HOME)
    index.repair()
    assert terms(index) == before
    assert index.ledger(HOME) == known
    assert index.cursor(HOME) == Cursor("7", "now", "now")
    assert index.pending_count() == 0
    assert (index.mend(), index.notice) == (None, None)
    assert_consistent(index)


@pytest.mark.case("SC03")
def test_deleted_text_is_noticed_at_the_next_start_and_fetched_again(index: Index) -> None:
    behind_its_back(index, "DELETE FROM passage WHERE id IN (1, 2, 5, 6, 9)")
    again = opened(index)
    assert again.notice is not None
    assert "\n" not in again.notice
    assert again.check() == []
    lost = {f"n{i}" for i in range(12)} - set(again.ledger(HOME))
    assert {"n0", "n2", "n4"} <= lost  # the next sync finds that they are missing,
    assert (
        again.cursor(HOME).change_mark is None
    )  # and it looks although the server says that nothing changed
    assert again.cursor(WORK).change_mark == "1"
    assert_consistent(again)
    assert by_keyword(again, "lantern0") == {"n0"}  # of the other server
    again.put(HOME, [record for record in NOTES if record.meta.id in lost])
    embed_pending(again)
    assert by_keyword(again, "lantern4") == {"n4"}
    assert_sound(again.database)
    again.close()


@pytest.mark.case("SC03")
@pytest.mark.parametrize("table", ["passage", "note", "term_content", "term_docsize", "vector_1_rowids"])
def test_lost_rows_of_any_kind_are_noticed_at_the_next_start_also_after_a_clean_end(
    index: Index, table: str
) -> None:
    behind_its_back(index, f"DELETE FROM {table} WHERE rowid IN (2, 3)")
    again = opened(index)
    assert again.notice is not None
    assert again.check() == []
    assert_consistent(again)
    again.close()


@pytest.mark.case("SC03")
@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM note WHERE note_id = 'n3'",  # without its text: another program knows no foreign keys
        "DELETE FROM section WHERE note_key = 4",
        "DELETE FROM term_content WHERE id < 4",
        "DELETE FROM term_docsize WHERE id < 4",
        "DELETE FROM term_data WHERE id > 10",
        "UPDATE term_data SET block = zeroblob(40) WHERE id > 10",
        "DELETE FROM vector WHERE id < 4",
        "DELETE FROM vector_1_rowids WHERE rowid < 4",
        "INSERT INTO vector(space, hash) VALUES (1, 'nothing')",
        "INSERT INTO vector(space, hash) VALUES (9, 'nothing')",
        "UPDATE section SET text = 'another' WHERE note_key = 4",
        "DELETE FROM instance WHERE id = 'work'",
    ],
)
def test_whatever_is_out_of_step_is_in_step_after_a_repair(index: Index, statement: str) -> None:
    behind_its_back(index, statement)
    again = opened(index)
    again.repair()
    assert again.check() == []
    assert_consistent(again)
    again.put(HOME, [record for record in NOTES if record.meta.id not in again.ledger(HOME)])
    embed_pending(again)
    for i in range(12):
        assert f"n{i}" in by_keyword(again, f"lantern{i}")
        assert f"n{i}" in by_keyword(again, f"size{i}")
    assert_sound(again.database)
    again.close()


@pytest.mark.case("SC03")
def test_a_damaged_word_index_is_mended_after_the_first_search_that_met_it(index: Index) -> None:
    behind_its_back(index, "UPDATE term_data SET block = zeroblob(40) WHERE id > 10")
    again = opened(index)
    before = again.ledger(HOME)
    assert again.mend() is None
    with again.database.read() as connection, pytest.raises(apsw.CorruptError):  # caught by the engine
        reading.keyword_leg(connection, query("lantern3").terms, Filters(), 9)
    assert again.database.damaged
    told = again.mend()
    assert told is not None
    assert told == again.notice
    assert by_keyword(again, "lantern3") == {"n3"}
    assert again.ledger(HOME) == before
    assert again.mend() is None
    assert_consistent(again)
    again.close()


@pytest.mark.case("SC09")
def test_a_note_without_a_title_that_lost_its_only_passage_is_fetched_again(index: Index) -> None:
    index.put(HOME, [text_note("untitled", "<p>heron</p>", " ")])
    with index.database.write() as connection:
        ((passage,),) = rows(
            connection,
            "SELECT p.id FROM passage p JOIN note n ON n.key = p.note_key WHERE n.note_id = 'untitled'",
        )
        connection.execute("DELETE FROM term WHERE rowid = ?", (passage,))
        connection.execute("DELETE FROM passage WHERE id = ?", (passage,))
    index.repair()
    assert set(index.ledger(HOME)) == {record.meta.id for record in NOTES}
    assert index.cursor(HOME).listed_at is None


@pytest.mark.case("SC01")
def test_a_file_damaged_while_it_runs_is_begun_anew(index: Index) -> None:
    highest = max(int(str(passage)) for passage, *_ in terms(index))
    index.put_pauses([Pause("/src/mill")])
    index.database.checkpoint()
    with index.database.path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xa5" * (index.database.path.stat().st_size - 4096))
    index.database.damaged = True  # as after the first read that met it
    told = index.mend()
    assert told is not None
    assert ".damaged-" in told
    assert index.cursor(HOME) == Cursor()  # so that the next sync fetches everything
    assert index.pauses() == [Pause("/src/mill")], "no server could give it back"
    index.put(HOME, NOTES)
    embed_pending(index)
    assert min(int(str(passage)) for passage, *_ in terms(index)) > highest
    assert by_keyword(index, "lantern3") == {"n3"}
    assert_consistent(index)


@pytest.mark.case("SC01")
def test_pages_that_went_bad_without_a_trace_are_found_at_opening_or_by_the_first_that_reads_them(
    index: Index,
) -> None:
    """The size fits and the last run ended cleanly; each page in turn holds something else."""
    index.database.checkpoint()
    pages = index.database.path.stat().st_size // 4096
    index.close()
    whole = index.database.path.read_bytes()
    for page in range(pages):
        index.database.path.write_bytes(whole[: page * 4096] + b"\xa5" * 4096 + whole[(page + 1) * 4096 :])
        again = opened(index)
        again.database.damaged = True  # as after the first that reads it
        again.mend()
        again.put(HOME, [record for record in NOTES if record.meta.id not in again.ledger(HOME)])
        embed_pending(again)
        assert again.check() == []
        assert_consistent(again)
        again.close()


@pytest.mark.case("SC09")
def test_a_repair_that_is_cut_short_changes_nothing(index: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    def cut(_: object) -> Iterator[tuple[int | str, ...]]:
        raise KeyboardInterrupt

    before = terms(index)
    monkeypatch.setattr("trayrecall.store.repair._terms", cut)
    with pytest.raises(KeyboardInterrupt):
        index.repair()
    assert terms(index) == before
    assert_consistent(index)


@pytest.mark.case("QP13")
@pytest.mark.parametrize(
    "statements",
    [
        ("DROP TABLE term_count", "DROP TABLE term"),
        ("UPDATE term_data SET block = zeroblob(40)",),
        ("DELETE FROM term_content",),
        ("DROP TABLE term_content",),
    ],
)
def test_meaning_finds_its_passages_although_the_word_index_is_damaged(
    index: Index, statements: tuple[str, ...]
) -> None:
    assert index.mirror is not None
    near = index.mirror.nearest(matrix_of(["a question"])[0], 5, Filters()).ids
    behind_its_back(index, *statements)
    again = Index.open(index.database.path, writable=False)
    with again.database.read() as connection:
        found = reading.passage_rows(connection, near)
    assert list(found) == near
    assert all(row.note_id for row in found.values())
    again.close()


@pytest.mark.case("SC03")
def test_every_search_goes_on_while_words_and_text_are_out_of_step(index: Index) -> None:
    """Text rows deleted while it runs: no exception, and no note without its text."""
    with closing(sqlite3.connect(index.database.path)) as other:
        other.execute("DELETE FROM passage WHERE id IN (1, 2, 5)")
        other.commit()
    for i in range(5):
        by_keyword(index, f"lantern{i} size{i}")
    assert index.check() == ["words without a passage: 3"]
    index.repair()
    assert_consistent(index)
