"""Notes whose passages stay while their labels or folders change."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.store.building import HOME, embed_pending, text_note
from tests.store.checker import assert_consistent
from tests.store.looking import bytes_on_disk, found, passages_of
from trayrecall.core.model import NoteId
from trayrecall.store import Index, records, writing

LANTERN = "<p>A lantern in the fog.</p>"
TAXES = "<p>Tax forms are due in May.</p>"


def test_a_new_label_changes_the_words_of_the_first_passage_alone(index: Index) -> None:
    index.put(
        HOME, [text_note("a", LANTERN + "<h2>Fog</h2><p>It hides the quay.</p>"), text_note("b", TAXES)]
    )
    embed_pending(index)
    before = passages_of(index, "a")
    for place in ("cellar", "attic"):
        labelled = text_note("a", LANTERN + "<h2>Fog</h2><p>It hides the quay.</p>", "", ("place", place))
        index.put(HOME, [labelled])
        assert passages_of(index, "a") == before
        assert found(index, place) == ["a"]
        assert_consistent(index)
    assert found(index, "cellar") == []
    assert b"cellar" not in bytes_on_disk(index)
    assert index.pending_count() == 0


def test_a_note_relabelled_from_what_is_stored_is_made_again_only_where_its_passages_change(
    index: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    index.put(HOME, [text_note("a", LANTERN, "", ("place", "cellar"))])
    embed_pending(index)
    before = passages_of(index, "a")
    stored = index.stored_record(HOME, NoteId("a"))
    assert stored is not None
    moved = text_note("a", LANTERN, "", ("place", "attic"))
    with monkeypatch.context() as without:
        without.setattr(records, "prepare_text", None)
        record = stored.relabelled(moved.meta, replace(moved.placement, path=("Attic", "a")), b"new")
        index.put(HOME, [record])
    assert passages_of(index, "a") == before
    assert (found(index, "attic"), found(index, "cellar")) == (["a"], [])
    assert_consistent(index)
    index.put(HOME, delete=[NoteId("a")])  # as a damage takes it
    index.put(HOME, [record])
    assert (found(index, "attic"), found(index, "lantern")) == (["a"], ["a"])
    assert_consistent(index)
    titled = text_note("a", LANTERN, "Beacon", ("place", "attic"))
    index.put(HOME, [stored.relabelled(titled.meta, titled.placement, titled.digest)])
    assert found(index, "beacon") == ["a"]
    assert_consistent(index)


def test_a_label_on_many_notes_marks_their_words_and_owes_one_merge(index: Index) -> None:
    notes = [text_note(f"n{n}", f"<p>A lantern of kind {n}.</p>", "", ("place", "cellar")) for n in range(60)]
    index.put(HOME, notes)
    moved = [text_note(f"n{n}", f"<p>A lantern of kind {n}.</p>", "", ("place", "attic")) for n in range(60)]
    index.put(HOME, moved)
    with index.database.read() as connection:
        assert writing.owes_words(connection)
    assert (len(found(index, "attic")), found(index, "cellar")) == (60, [])
    index.forget_words()
    with index.database.read() as connection:
        assert not writing.owes_words(connection)
    assert b"cellar" not in bytes_on_disk(index)
    assert_consistent(index)
