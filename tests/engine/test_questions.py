"""An agent's own question gets as many notes as it asks for, when so many answer it."""

from __future__ import annotations

from pathlib import Path

from tests.engine.engines import STOVE_QUESTION, TEXTS, ids, notes_of
from tests.pipeline import running_engine
from trayrecall.core.lean import HOOK_PASSAGES
from trayrecall.core.ports import Embedder

FLUES = {
    f"flue{n}": ("Tiled stove", f"<p>The flue of the tiled stove is {n} cm wide.</p>") for n in range(11, 19)
}

OTHERS = {name: text for name, text in TEXTS.items() if name != "stove"}


def test_a_question_gets_more_notes_than_a_prompt_does_when_it_asks_for_them(
    model: Embedder, tmp_path: Path
) -> None:
    with running_engine(tmp_path / "index.db", {"home": notes_of(FLUES | OTHERS)}, model) as engine:
        assert set(ids(engine.recall(STOVE_QUESTION, limit=len(FLUES)))) == set(FLUES)
        assert len(engine.recall(STOVE_QUESTION, limit=5).hits) == 5
        assert len(engine.prompt(STOVE_QUESTION).hits) == HOOK_PASSAGES
