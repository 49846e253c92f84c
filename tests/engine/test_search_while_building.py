"""Searches from several threads while the index is built: none fails, and what is found is right."""

from __future__ import annotations

import logging
import threading
from pathlib import Path

import pytest

from tests.pipeline import NotesInMemory, note
from trayrecall.app import everyday_sentences
from trayrecall.core.model import Instance, InstanceId, NoteId
from trayrecall.core.ports import Embedder
from trayrecall.embed import DEFAULT_MODEL, spec_of
from trayrecall.engine.engine import Engine
from trayrecall.engine.model import Model
from trayrecall.store import Index

NOTES = 64  # more than one batch, and some seconds of embedding
SEARCHERS = 2


def code_of(number: int) -> str:
    """A word that stands in one title alone: never a part of another one."""
    return "".join("qwzxjkvbpf"[int(digit)] for digit in f"{number:04d}") + "ium"


@pytest.mark.case("CO01")
def test_searches_during_a_build_meet_no_lock_and_find_what_is_there(
    tmp_path: Path, model: Embedder, caplog: pytest.LogCaptureFixture
) -> None:
    metas = [note(f"n{i}", code_of(i)) for i in range(NOTES)]
    contents = {NoteId(f"n{i}"): f"<p>Chapter {i} of the ship's log.</p>" for i in range(NOTES)}
    loaded = Model(model, spec_of(DEFAULT_MODEL).scale, everyday_sentences())
    home = Instance(InstanceId("home"), "Home", "http://home.example")
    engine = Engine(
        Index.open(tmp_path / "index.db"), [home], lambda _: NotesInMemory(metas, contents), lambda: loaded
    )
    failures: list[Exception] = []
    searches: list[int] = []
    built = threading.Event()

    def search(first: int) -> None:
        number = first
        try:
            while not built.is_set():
                answer = engine.search(code_of(number), limit=3)
                assert answer.degraded in {None, "loading_model", "building"}
                at_words = [hit.note_id for hit in answer.hits if hit.signals.bm25 is not None]
                assert at_words in ([], [f"n{number}"]), number
                searches.append(len(at_words))
                number = (number + SEARCHERS) % NOTES
        except Exception as failure:  # noqa: BLE001 - told by the test's own thread
            failures.append(failure)

    threads = [threading.Thread(target=search, args=(first,)) for first in range(SEARCHERS)]
    with caplog.at_level(logging.WARNING):
        for thread in threads:
            thread.start()
        engine.start()
        engine.request_sync()
        try:
            assert engine.wait_until_idle(300)
        finally:
            built.set()
            for thread in threads:
                thread.join(30)
        for number in range(0, NOTES, 7):
            assert engine.search(code_of(number)).hits[0].note_id == f"n{number}"
        assert (engine.status().notes, engine.status().pending) == (NOTES, 0)
        engine.close(10.0)
    assert failures == []
    assert 0 in searches  # they began before the build
    assert 1 in searches  # and saw it grow
    assert [record.getMessage() for record in caplog.records] == []
