"""Generated notes of all kinds at once: what is asked of them is answered from this machine alone.

How fast, over ten thousand of them, is `make bench`'s to say (`tests.bench.load`).
"""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from tests.bench.notes import NoteWriter, in_memory
from tests.bench.texts import Writer
from tests.engine.engines import HOME, engine_of, loading
from trayrecall.core.ports import Embedder

NOTES = 40
QUERIES = 40
PATIENCE = 300.0  # seconds


@pytest.mark.case("PF03")
def test_mixed_queries_over_many_notes_are_answered_whole_and_without_a_network(
    tmp_path: Path, model: Embedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise AssertionError("a query went to the network")

    with engine_of(tmp_path, {HOME: in_memory(NoteWriter(), NOTES)}, loading(model)) as engine:
        assert engine.wait_until_idle(PATIENCE)
        assert (engine.status().notes, engine.status().pending) == (NOTES, 0)
        for name in ("connect", "connect_ex", "sendto"):
            monkeypatch.setattr(socket.socket, name, refused)
        monkeypatch.setattr(socket, "getaddrinfo", refused)
        for question in Writer(seed=8).questions(QUERIES):
            for text in (question, " ".join(question.split()[:2])):
                answer = engine.search(text, limit=20)
                assert answer.degraded is None, text
                assert answer.hits, text
            assert engine.prompt(question).degraded is None, question
        for number in range(0, NOTES, 7):
            assert engine.search(f"{number}").hits[0].note_id == f"n{number}"
