"""What was removed leaves the file too, also when that can't be at once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import apsw
import pytest

from tests.engine.engines import HOME, STOVE_QUESTION, TEXTS, WORK, edit, engine_of, no_model, notes_of, sync
from tests.engine.following import Bench
from trayrecall.core.model import Instance, InstanceId
from trayrecall.engine.engine import Engine
from trayrecall.store import Database, Index, database

OTHER = {"crane": ("Crane", "<p>Tie a gammaworkzz.</p>")}
SERVERS = [Instance(HOME, "Home", "http://home.example"), Instance(WORK, "Work", "http://work.example")]


@contextmanager
def held(file: Path) -> Iterator[None]:
    """Another program writes into the file."""
    other = apsw.Connection(str(file))
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "BUSY_MS", 50)


def test_a_server_is_removed_from_file_and_log(tmp_path: Path) -> None:
    with engine_of(tmp_path, {"home": notes_of(TEXTS), "work": notes_of(OTHER)}, no_model) as one:
        assert one.wait_until_idle(20)
        assert b"gammaworkzz" in (tmp_path / "index.db-wal").read_bytes()
        one.update_instances(SERVERS[:1])
        assert one.wait_until_idle(20)
        for end in ("", "-wal"):
            assert b"gammaworkzz" not in (tmp_path / f"index.db{end}").read_bytes()


def test_the_words_of_many_edited_notes_leave_file_and_log_at_the_end_of_the_sync(tmp_path: Path) -> None:
    notes = {f"n{n}": (f"Note {n}", f"<p>The gammaworkzz of kind {n}.</p>") for n in range(60)}
    source = notes_of(notes)
    with engine_of(tmp_path, {"home": source}, no_model) as one:
        assert one.wait_until_idle(20)
        for note_id in notes:
            edit(source, note_id, "<p>nothing</p>")
        sync(one)
        for end in ("", "-wal"):
            assert b"gammaworkzz" not in (tmp_path / f"index.db{end}").read_bytes()


def test_a_server_that_could_not_be_removed_is_removed_at_the_next_look(tmp_path: Path) -> None:
    with engine_of(tmp_path, {"home": notes_of(TEXTS), "work": notes_of(OTHER)}, no_model) as one:
        assert one.wait_until_idle(20)
        with held(tmp_path / "index.db"):
            one.update_instances(SERVERS[:1])
            assert one.wait_until_idle(20)
            assert one._index.ledger(WORK)
        one.tick()
        assert one.wait_until_idle(20)
        assert one._index.ledger(WORK) == {}


@pytest.mark.parametrize(
    ("spared", "stays"), [((), False), ((WORK,), True), (None, True)], ids=["none", "it", "all"]
)
def test_a_server_that_was_removed_between_two_starts_is_removed_at_the_next(
    tmp_path: Path, spared: tuple[InstanceId, ...] | None, *, stays: bool
) -> None:
    with engine_of(tmp_path, {"home": notes_of(TEXTS), "work": notes_of(OTHER)}, no_model) as one:
        assert one.wait_until_idle(20)
    index = Index(Database(tmp_path / "index.db"))
    engine = Engine(index, SERVERS[:1], lambda _: notes_of(TEXTS), no_model, spared=spared)
    engine.start()
    engine.request_sync()
    assert engine.wait_until_idle(20)
    assert bool(index.ledger(WORK)) is stays
    assert index.ledger(HOME)
    engine.close()


def test_a_server_that_is_added_again_before_it_could_be_removed_is_read_anew(tmp_path: Path) -> None:
    with engine_of(tmp_path, {"home": notes_of(TEXTS), "work": notes_of(OTHER)}, no_model) as one:
        assert one.wait_until_idle(20)
        with held(tmp_path / "index.db"):
            one.update_instances(SERVERS[:1])
            assert one.wait_until_idle(20)
            one.update_instances(SERVERS)
        assert one.wait_until_idle(20)
        one.tick()
        assert one.wait_until_idle(20)
        assert one._index.ledger(WORK)


def test_the_log_is_emptied_when_the_reader_that_was_in_the_way_is_gone(bench: Bench) -> None:
    bench.sync()
    wal = Path(f"{bench.index.database.path}-wal")
    with bench.index.database.read() as connection:
        connection.execute("SELECT count(*) FROM note").fetchall()
        bench.server.tree.label("rope", "recallIgnore")
        bench.sync()
        assert bench.index.database.owes_checkpoint
    assert b"bowlin" in wal.read_bytes()
    engine = Engine(bench.index, [Instance(HOME, "Home", "http://h")], lambda _: bench.source, no_model)
    engine.start()
    engine.tick()
    assert engine.wait_until_idle(20)
    assert not bench.index.database.owes_checkpoint
    assert b"bowlin" not in wal.read_bytes()
    engine.close()


def test_prompts_are_forgotten_also_when_the_file_is_held_at_that_moment(tmp_path: Path) -> None:
    with engine_of(tmp_path, {"home": notes_of(TEXTS)}, no_model) as one:
        one.keep_prompts(timedelta(days=30))
        assert one.wait_until_idle(20)
        one.prompt(STOVE_QUESTION)
        assert one.wait_until_idle(20)
        assert len(one.decisions()) == 1
        with held(tmp_path / "index.db"):
            one.clear_decisions()
            assert one.wait_until_idle(20)
            one.prompt("how deep is the kiln in the yard?")
            assert one.wait_until_idle(20)
        one.tick()
        assert one.wait_until_idle(20)
        assert [d.prompt for d in one.decisions()] == ["how deep is the kiln in the yard?"]
        assert sum(t.prompts for t in one.totals(2)) == 2
        one.clear_decisions()
        assert one.wait_until_idle(20)
        for end in ("", "-wal"):
            assert b"kiln in the yard" not in (tmp_path / f"index.db{end}").read_bytes()
