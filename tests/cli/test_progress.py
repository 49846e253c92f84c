"""What a person sees while a command builds the index."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.engine.embedders import Altered, Arbitrary, waiting
from tests.engine.engines import engine_of, loading
from tests.pipeline import NotesInMemory, note
from trayrecall.cli.verbs import wait_with_progress
from trayrecall.core.model import NoteId


class SlowNotes(NotesInMemory):
    """A server that takes its time for each note."""

    def content(self, note_id: NoteId) -> str:
        time.sleep(0.02)
        return super().content(note_id)


def test_reading_and_building_are_told_apart_so_that_nothing_seems_to_begin_anew(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    notes = [note(f"n{i}", f"Note {i}") for i in range(250)]
    source = SlowNotes(notes, {n.id: f"<p>The lamp of room {n.id} burns.</p>" for n in notes})
    embedder = Altered(Arbitrary(), before_passages=waiting(0.2))
    with engine_of(tmp_path, {"home": source}, loading(embedder)) as engine:
        wait_with_progress(engine)
    told = [line.rsplit(maxsplit=2) for line in capsys.readouterr().err.splitlines()]
    works = [work for work, _share, _sign in told]
    assert works == sorted(works, reverse=True), "first one work, then the other"
    for work in ("reading the notes", "building the index"):
        shares = [int(share) for known, share, _sign in told if known == work]
        assert shares == sorted(shares), "it only grows"
        assert shares[-1] == 100
