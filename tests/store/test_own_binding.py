"""A Python whose `sqlite3` can't load extensions, or that has none, is no hindrance: the product brings its own binding."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.pipeline import ROOT

# What many Python builds are like: the class without the method, or no module at all.
_WITHOUT_EXTENSIONS = """
import sqlite3
class Lacking(sqlite3.Connection):
    def __getattribute__(self, name):
        if name in ("enable_load_extension", "load_extension"):
            raise AttributeError(name)
        return super().__getattribute__(name)
sqlite3.Connection = Lacking
sqlite3.connect = lambda *given, **named: Lacking(*given, **named)
assert not hasattr(sqlite3.connect(":memory:"), "enable_load_extension")
"""
_WITHOUT_MODULE = """
import sys
sys.modules["sqlite3"] = sys.modules["_sqlite3"] = None  # importing it raises ImportError
"""
_INDEX_AND_SEARCH = """
import pathlib, sys
from tests.pipeline import NotesInMemory, default_embedder, note, running_engine
source = NotesInMemory([note("owl", "Tawny owl")], {"owl": "<p>It hunts mice along the hedge at dusk.</p>"})
with running_engine(pathlib.Path(sys.argv[1]), {"home": source}, default_embedder()) as engine:
    words, meaning = engine.search("hedge"), engine.search("bird that catches rodents")
    assert [hit.note_id for hit in words.hits] == ["owl"], words
    assert [(hit.note_id, hit.matched) for hit in meaning.hits] == [("owl", "meaning")], meaning
    assert (meaning.degraded, engine.status().pending) == (None, 0)
print("found by words and by meaning")
"""


@pytest.mark.case("SC08")
@pytest.mark.parametrize("python", [_WITHOUT_EXTENSIONS, _WITHOUT_MODULE], ids=["no extensions", "no module"])
def test_indexing_and_searching_need_nothing_of_the_sqlite_that_python_brings(
    python: str, tmp_path: Path
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", python + _INDEX_AND_SEARCH, str(tmp_path / "index.db")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "found by words and by meaning\n"), done.stderr
