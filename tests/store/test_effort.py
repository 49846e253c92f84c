"""What a change costs SQLite, counted in steps of its virtual machine: it must not grow with the notes beside it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from tests.pipeline import note
from tests.store.building import HOME, SPACE, WORK, embed_pending, record_of, text_note
from trayrecall.core.model import Filters, NoteId
from trayrecall.store import Database, Index, NoteRecord, reading
from trayrecall.store.kin import kin_of, taken_away

FEW, MANY = 100, 2_000
BATCH = 10
STEP = 20  # the counter runs once in so many steps
NEW = [text_note(f"new{n}", f"<p>A kettle of kind {n}.</p>") for n in range(BATCH)]


def notes(count: int, text: str = "A lantern") -> list[NoteRecord]:
    return [text_note(f"n{n}", f"<p>{text} of kind {n}.</p>") for n in range(count)]


def put_new(index: Index) -> None:
    index.put(HOME, NEW)


def put_changed(index: Index) -> None:
    index.put(HOME, notes(BATCH, "A candle"))


def put_same(index: Index) -> None:
    index.put(HOME, notes(BATCH))


def delete(index: Index) -> None:
    index.put(HOME, (), delete=[NoteId(f"n{n}") for n in range(BATCH)])


def steps_among(count: int, change: Callable[[Index], None], folder: Path) -> int:
    """The steps that the change takes in an index of so many notes."""
    index = Index(Database(folder / f"{count}.db"))
    index.open_space(SPACE)
    index.put(HOME, notes(count))
    embed_pending(index)
    taken = 0

    def count_up() -> bool:
        nonlocal taken
        taken += STEP
        return False

    assert index.database._writer is not None
    index.database._writer.set_progress_handler(count_up, STEP)
    change(index)
    index.close()
    return taken


@pytest.mark.parametrize("change", [put_new, put_changed, put_same, delete])
def test_a_batch_costs_no_more_among_many_notes_than_among_few(
    change: Callable[[Index], None], tmp_path: Path
) -> None:
    few, many = (steps_among(count, change, tmp_path) for count in (FEW, MANY))
    assert 0 < many < 2 * few


def list_some(connection: apsw.Connection) -> None:
    assert len(reading.list_notes(connection, Filters(), BATCH, 0)) == BATCH


def find_kin(connection: apsw.Connection) -> None:
    assert len(kin_of(connection, range(BATCH + 1, 3 * BATCH), Filters()).newest) == 2 * BATCH - 1


def find_what_is_gone(connection: apsw.Connection) -> None:
    assert len(taken_away(connection, range(1, 2 * BATCH), Filters())) == BATCH


@pytest.mark.parametrize("question", [list_some, find_kin, find_what_is_gone])
def test_copies_on_two_servers_cost_no_more_among_many_notes_than_among_few(
    question: Callable[[apsw.Connection], None], tmp_path: Path
) -> None:
    few, many = (question_among(count, question, tmp_path) for count in (FEW, MANY))
    assert 0 < many < 2 * few


def note_of_its_minute(n: int) -> NoteRecord:
    moment = f"2026-03-01 {n // 60:02}:{n % 60:02}:00.000Z"
    return record_of(note(f"n{n}", f"Note {n}", modified=moment), f"<p>A lantern of kind {n}.</p>")


def question_among(count: int, question: Callable[[apsw.Connection], None], folder: Path) -> int:
    """The steps that the question takes in an index of two servers with so many notes each, all of them equal."""
    index = Index(Database(folder / f"{count}.db"))
    for server in (HOME, WORK):
        index.put(server, [note_of_its_minute(n) for n in range(count)])
    deleted = [NoteId(f"n{n}") for n in range(BATCH)]
    index.put(WORK, (), delete=deleted, heeded_until="2026-03-01T09:00:00+00:00")
    taken = 0

    def count_up() -> bool:
        nonlocal taken
        taken += STEP
        return False

    with index.database.read() as connection:
        connection.set_progress_handler(count_up, STEP)
        question(connection)
        connection.set_progress_handler(None)
    index.close()
    return taken
