"""Which passages are embedded next, and how often the index is asked for them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engine.embedders import Arbitrary
from tests.store.building import HOME, SPACE, text_note
from trayrecall.engine import building
from trayrecall.engine.building import Building
from trayrecall.store import Database, Index

NOTES = [text_note(f"n{n}", f"<p>A lantern of kind {n}.</p>") for n in range(10)]


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Index]:
    monkeypatch.setattr(building, "BATCH", 2)
    monkeypatch.setattr(building, "AHEAD", 20)
    made = Index(Database(tmp_path / "index.db"))
    made.open_space(SPACE)
    made.put(HOME, NOTES)
    yield made
    made.close()


def test_the_index_looks_once_for_what_many_steps_embed(
    index: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = 0
    pending = index.pending

    def counted(limit: int, without: dict[bytes, str]) -> object:
        nonlocal asked
        asked += 1
        return pending(limit, without)

    monkeypatch.setattr(index, "pending", counted)
    build = Building(index, Arbitrary())
    assert [build.step() for _ in range(5)] == [2] * 5
    assert asked == 1
    assert build.step() == 0
    assert index.pending_count() == 0


def test_what_comes_meanwhile_is_embedded_first_and_what_went_not_at_all(index: Index) -> None:
    build = Building(index, Arbitrary())
    build.step()
    left = index.pending_count()
    index.put(HOME, [text_note("page", "<p>A page.</p>", "Page", ("wikiLayer", "concept"))])
    index.put(HOME, delete=[note.meta.id for note in NOTES])
    assert left == 8
    assert (build.step(), build.step()) == (1, 0)
    assert index.pending_count() == 0
