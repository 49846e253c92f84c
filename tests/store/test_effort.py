"""What a change costs SQLite, counted in steps of its virtual machine: it must not grow with the notes beside it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.store.building import HOME, SPACE, embed_pending, text_note
from trayrecall.core.model import NoteId
from trayrecall.store import Database, Index, NoteRecord

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
