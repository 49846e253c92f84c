"""After any sequence of writes everything in the index belongs together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.store.building import (
    HOME,
    SPACE,
    WORK,
    embed_pending,
    text_note,
)
from tests.store.checker import assert_consistent
from trayrecall.core.model import NoteId
from trayrecall.store import Database, Index

_NOTE_IDS = st.sampled_from(["a", "b", "c", "d"])
_TEXTS = st.lists(st.sampled_from(["fog", "tax", "owl", ""]), max_size=3).map(
    lambda words: "".join(f"<h2>{word}</h2><p>{word} text</p>" for word in words)
)
_INSTANCES = st.sampled_from([HOME, WORK])
_WRITES = st.one_of(
    st.tuples(st.just("put"), _INSTANCES, _NOTE_IDS, _TEXTS),
    st.tuples(st.just("archive"), _INSTANCES, _NOTE_IDS, st.just("")),
    st.tuples(st.just("delete"), _INSTANCES, _NOTE_IDS, st.just("")),
    st.tuples(st.just("reembed"), _INSTANCES, _NOTE_IDS, _TEXTS),
    st.tuples(st.just("embed"), _INSTANCES, st.just(""), st.just("")),
    st.tuples(st.just("remove instance"), _INSTANCES, st.just(""), st.just("")),
)


@pytest.fixture(scope="module")
def shared_index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    one = Index(Database(tmp_path_factory.mktemp("writes") / "index.db"))
    one.open_space(SPACE)
    yield one
    one.close()


@settings(max_examples=40, deadline=None)
@given(st.lists(_WRITES, max_size=12))
def test_after_any_sequence_of_writes_everything_belongs_together(
    shared_index: Index, writes: list[tuple[str, Any, str, str]]
) -> None:
    index = shared_index
    for instance in (HOME, WORK):
        index.remove_instance(instance)
    for what, instance, note_id, html in writes:
        match what:
            case "put" | "reembed":
                index.put(instance, [text_note(note_id, html, "T")], reembed=what == "reembed")
            case "archive":
                index.put(instance, [text_note(note_id, "", "T", ("archived", ""))])
            case "delete":
                index.put(instance, delete=[NoteId(note_id)])
            case "embed":
                embed_pending(index)
            case _:
                index.remove_instance(instance)
        assert_consistent(index)
    embed_pending(index)
    assert index.pending_count() == 0
    assert_consistent(index)
