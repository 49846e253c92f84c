"""The word index is damaged while the engine runs: meaning answers alone, and the index is mended afterwards."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.pipeline import NotesInMemory, note, running_engine
from trayrecall.core.model import NoteId
from trayrecall.core.ports import Embedder

TEXTS = {
    "heat": "<p>A state-of-the-art review of pre-heating and re-use.</p>",
    "standup": "<p>status: done; owner: Mirek; what is the plan, roughly? don't panic</p>",
    "cache": "<p>Why we use redis and not memcached. Near real time.</p>",
}
SOURCE = NotesInMemory(
    [
        note("heat", "State of the art in heat storage"),
        note("standup", "Standup"),
        note("cache", "Cache choice"),
    ],
    {NoteId(name): text for name, text in TEXTS.items()},
)


@pytest.mark.case("QP13")
@pytest.mark.parametrize(
    ("statement", "degraded", "noticed"),
    [
        ("UPDATE term_data SET block = zeroblob(40) WHERE id > 10", "keywords_failed", True),
        (
            "DELETE FROM term_content",
            None,
            False,
        ),  # words are found, without their text: seen at the next start
        ("DROP TABLE term_data", "keywords_failed", True),
    ],
)
def test_a_search_is_answered_by_meaning_when_the_word_index_is_damaged(
    tmp_path: Path, model: Embedder, statement: str, degraded: str | None, *, noticed: bool
) -> None:
    file = tmp_path / "index.db"
    with running_engine(file, {"home": SOURCE}, model):
        pass
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(statement)
        connection.commit()
    with running_engine(file, {"home": SOURCE}, model) as engine:
        answer = engine.search("heat storage overview")
        assert answer.hits[0].note_id == "heat"
        assert answer.degraded == degraded
        index = engine._index
        assert index.database.damaged == noticed
        index.database.damaged = True
        assert index.mend() is not None
        answer = engine.search("heat storage overview")
        assert (answer.hits[0].note_id, answer.degraded) == ("heat", None)
