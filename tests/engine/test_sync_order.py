"""In which order a sync brings notes, and how far it runs ahead of what is written."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from tests.engine.following import HOME, NOW
from tests.pipeline import NotesInMemory
from tests.pipeline import note as meta
from trayrecall.core.changes import blob_id
from trayrecall.core.model import Attribute, NoteId
from trayrecall.engine import contents as contents_module
from trayrecall.engine import sync as sync_module
from trayrecall.engine.contents import Contents
from trayrecall.engine.sync import Sync
from trayrecall.store import Database, Index

PATIENCE = 20.0  # seconds


@dataclass
class Counting(NotesInMemory):
    """Remembers whose contents were asked for."""

    asked: list[NoteId] = field(default_factory=list)

    def content(self, note_id: NoteId) -> str:
        self.asked.append(note_id)
        return super().content(note_id)


def source_of(number: int, html: str) -> Counting:
    """That many notes, listed oldest first."""
    metas = [
        meta(f"n{i:02d}", f"Note {i}", modified=f"2026-03-01 09:{i:02d}:00.000Z", blob=blob_id(html.encode()))
        for i in range(number)
    ]
    return Counting(metas, {each.id: html for each in metas})


def test_the_newest_notes_are_there_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sync_module, "BATCH_NOTES", 5)
    index, done = Index(Database(tmp_path / "index.db")), list[int]()
    Sync(
        HOME,
        source_of(30, "<p>thing</p>"),
        index,
        stop=lambda: bool(done),
        progress=lambda so_far, _all: done.append(so_far),
    ).run(NOW)
    there = {note_id for note_id, entry in index.ledger(HOME).items() if not entry.left_out}
    assert there == {"n25", "n26", "n27", "n28", "n29"}
    index.close()


def test_beside_a_slow_writer_no_more_than_a_few_huge_notes_are_fetched_ahead(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    html = f"<p>{'word ' * 400}</p>"
    monkeypatch.setattr(contents_module, "FETCH_AHEAD", 12)
    monkeypatch.setattr(sync_module, "BATCH_NOTES", 1)
    monkeypatch.setattr(contents_module, "CHARS_AHEAD", len(html))
    source, index, ahead = source_of(40, html), Index(Database(tmp_path / "index.db")), list[int]()

    made: list[Contents] = []

    def making(*given: Any, **how: Any) -> Contents:
        made.append(Contents(*given, **how))
        return made[0]

    monkeypatch.setattr(sync_module, "Contents", making)

    def slowly(job: Callable[[], None]) -> None:
        """Until another note has come, as long as one is to come."""
        job()
        if not source.asked:  # what is left out comes first
            return
        ahead.append(len(source.asked) - len(ahead) - 1)
        end = time.monotonic() + PATIENCE
        while made[0]._chars_ahead < len(html) and len(source.asked) < len(source.notes):
            assert time.monotonic() < end
            time.sleep(0.001)

    Sync(HOME, source, index, write=slowly).run(NOW)
    assert len(source.asked) == len(source.notes)
    # How long they are is known once the first have come: what was asked for before is not counted.
    later = ahead[contents_module.FETCH_AHEAD + 1 :]
    assert later
    assert max(later) <= contents_module.FETCH_THREADS
    index.close()


def test_notes_that_keep_their_text_are_written_in_large_batches_and_not_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that a label from a folder above thousands of them leaves one word index to merge, and not one a batch."""
    monkeypatch.setattr(sync_module, "BATCH_NOTES", 2)
    source, index, done = source_of(30, "<p>thing</p>"), Index(Database(tmp_path / "index.db")), list[int]()
    Sync(HOME, source, index).run(NOW)
    label = Attribute("label", "place", "attic", owned=False)
    source.notes = [replace(each, attributes=(label,)) for each in source.notes]
    source.mark = "2"
    source.asked.clear()
    monkeypatch.setattr("trayrecall.store.records.prepare_text", None)
    Sync(HOME, source, index, progress=lambda so_far, _all: done.append(so_far)).run(NOW)
    assert (done, source.asked) == ([20, 30], [])
    record = index.stored_record(HOME, NoteId("n07"))
    assert record is not None
    assert record.meta.labels("place") == ("attic",)
    index.close()
