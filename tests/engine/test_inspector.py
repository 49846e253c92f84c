"""What a person is told of one note and of the index file, and what is tried again when they say so."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import SimpleNamespace

import apsw
import pytest

from tests.engine.embedders import Arbitrary
from tests.engine.engines import HOME, engine_of, loading
from tests.pipeline import NotesInMemory, note
from trayrecall.core.errors import EmbedderError, ServerFault
from trayrecall.core.inspection import Linked, Standing, VectorState
from trayrecall.core.model import Area, Attribute, InstanceId, LeftOut, NoteId
from trayrecall.core.ports import Matrix
from trayrecall.engine import vectors
from trayrecall.engine.engine import Engine

LINKED = '<p>See <a class="reference-link" href="#root/pump">the pump</a>.</p>'
SECTIONS = "<h2>Flue</h2><p>The flue is 150 mm wide.</p><h2>Sweeping</h2><p>Every October.</p>"


@dataclass
class Choosy(Arbitrary):
    """Takes no text with this word."""

    word: str = "poison"
    refusals: int = 0

    def passages(self, texts: Sequence[str]) -> Matrix:
        if any(self.word in text for text in texts):
            self.refusals += 1
            raise EmbedderError("it does not like that")
        return super().passages(texts)


@dataclass
class Moody(NotesInMemory):
    """Some contents can't be read."""

    broken: set[str] = field(default_factory=set)

    def content(self, note_id: NoteId) -> str:
        if note_id in self.broken:
            raise ServerFault("500")
        return super().content(note_id)


def source() -> Moody:
    stove = note("stove", "Tiled stove", labels=[("topic", "heating")], parents=["wiki"])
    related = Attribute("relation", "supersedes", "pump")
    return Moody(
        [
            note("wiki", "My wiki", labels=[("wikiRoot", "")]),
            replace(stove, attributes=(*stove.attributes, related)),
            note("pump", "Pump 2"),
            note("letter", "Letter"),
            note("old", "Old stove", labels=[("archived", "")]),
            note("secret", "Stove safe", labels=[("recallIgnore", "")]),
        ],
        {
            NoteId("wiki"): LINKED,
            NoteId("stove"): SECTIONS + LINKED,
            NoteId("pump"): "<p>Relay K4.</p>",
            NoteId("letter"): "<p>There is poison in it.</p>",
        },
    )


@contextmanager
def looked_into(folder: Path, notes: Moody, embedder: Arbitrary | None = None) -> Iterator[Engine]:
    with engine_of(folder, {"home": notes}, loading(embedder or Arbitrary())) as engine:
        assert engine.wait_until_idle(20)
        yield engine


def test_a_note_tells_how_it_was_split_where_it_stands_and_why(tmp_path: Path) -> None:
    with looked_into(tmp_path, source()) as engine:
        told = engine.inspector.inspect(HOME, NoteId("stove"))
        assert (told.standing, told.title, told.type) == (Standing.INDEXED, "Tiled stove", "text")
        assert (told.area, told.given_by, told.given_by_title) == (Area.WIKI, "below:wiki", "My wiki")
        assert told.path == ("My wiki", "Tiled stove")
        assert ("topic", "heating") in told.labels
        assert told.content_hash
        assert told.as_of
        assert [section.heading_path for section in told.sections] == [("Flue",), ("Sweeping",)]
        flue = told.sections[0]
        assert flue.characters == len("The flue is 150 mm wide.")
        assert [p.text for p in flue.passages] == ["The flue is 150 mm wide."]
        assert flue.passages[0].tokens > 5
        assert told.vectors == {VectorState.EMBEDDED: 2}


def test_links_and_relations_are_told_in_both_directions(tmp_path: Path) -> None:
    with looked_into(tmp_path, source()) as engine:
        stove, pump = (engine.inspector.inspect(HOME, NoteId(i)) for i in ("stove", "pump"))
        assert stove.links_out == (
            Linked("internal", "pump", "Pump 2"), Linked("~supersedes", "pump", "Pump 2"),
        )  # fmt: skip
        assert set(pump.links_in) == {
            Linked("internal", "stove", "Tiled stove"),
            Linked("~supersedes", "stove", "Tiled stove"),
            Linked("internal", "wiki", "My wiki"),
        }
        assert pump.links_out == ()


def test_a_note_that_is_not_there_tells_why_and_nothing_that_it_says(tmp_path: Path) -> None:
    with looked_into(tmp_path, source()) as engine:
        old, secret, never = (engine.inspector.inspect(HOME, NoteId(i)) for i in ("old", "secret", "never"))
        assert (old.standing, old.left_out, old.title) == (Standing.LEFT_OUT, LeftOut.ARCHIVED, "Old stove")
        assert (secret.standing, secret.left_out, secret.title) == (Standing.LEFT_OUT, LeftOut.IGNORED, "")
        assert (never.standing, never.sections) == (Standing.UNKNOWN, ())
        elsewhere = engine.inspector.inspect(InstanceId("work"), NoteId("stove"))
        assert (elsewhere.standing, elsewhere.instance) == (Standing.UNKNOWN, "work")


def test_notes_are_found_by_title_and_id_with_the_nearest_first(tmp_path: Path) -> None:
    with looked_into(tmp_path, source()) as engine:

        def found(text: str, limit: int = 9) -> list[str]:
            return [n.note_id for n in engine.inspector.find_notes(text, limit)]

        assert found("STOVE") == ["stove", "old"], (
            "its id first; one that is left out last; a secret one never"
        )
        assert found("pump 2") == ["pump"]
        assert found("o", 1) == ["old"], "a beginning before a middle"
        assert found(" ") == []
        (old,) = engine.inspector.find_notes("Old stove")
        assert old.path == ("Old stove",)


def test_a_passage_that_the_model_refuses_is_named_and_tried_again(tmp_path: Path) -> None:
    model = Choosy()
    with looked_into(tmp_path, source(), model) as engine:
        told = engine.inspector.inspect(HOME, NoteId("letter"))
        assert told.vectors == {VectorState.FAILED: 1}
        assert "it does not like that" in told.sections[0].passages[0].why
        (failed,) = engine.inspector.health().failed
        assert (failed.note_id, failed.title) == ("letter", "Letter")
        model.word = "nothing of the kind"
        engine.inspector.retry_embeddings()
        assert engine.wait_until_idle(20)
        assert engine.inspector.inspect(HOME, NoteId("letter")).vectors == {VectorState.EMBEDDED: 1}
        assert engine.inspector.health().failed == ()


def test_a_passage_that_the_model_refuses_is_tried_again_less_and_less(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = Choosy()
    with looked_into(tmp_path, source(), model) as engine:
        now = [time.monotonic()]
        monkeypatch.setattr(vectors, "time", SimpleNamespace(monotonic=lambda: now[0]))

        def tries(seconds: float) -> int:
            """How often it is tried within two looks after so many seconds."""
            now[0] += seconds
            before = model.refusals
            for _ in range(2):
                engine.tick()
                assert engine.wait_until_idle(20)
            return (model.refusals - before) // 2  # among all that is pending, and alone

        assert [tries(30), tries(31), tries(60), tries(61)] == [0, 1, 0, 1]
        for _ in range(10):
            tries(vectors.LAST_RETRY)
        assert [tries(vectors.LAST_RETRY / 2), tries(vectors.LAST_RETRY / 2)] == [0, 1]
        before = model.refusals
        engine.request_sync()
        assert engine.wait_until_idle(20)
        assert model.refusals > before, "who syncs now, wants it tried now"
        assert engine.inspector.inspect(HOME, NoteId("letter")).vectors == {VectorState.FAILED: 1}


def test_a_content_that_could_not_be_read_is_asked_for_again_at_once(tmp_path: Path) -> None:
    notes = source()
    notes.broken = {"pump", "letter"}
    with looked_into(tmp_path, notes) as engine:
        fault = engine.inspector.inspect(HOME, NoteId("pump")).fault
        assert fault is not None
        assert (fault.name, fault.tries) == ("ServerFault", 1)
        assert fault.retry_at
        notes.broken.clear()
        engine.inspector.retry_contents(HOME, NoteId("pump"))
        assert engine.wait_until_idle(20)
        assert engine.inspector.inspect(HOME, NoteId("pump")).fault is None
        assert engine.inspector.inspect(HOME, NoteId("letter")).fault is not None, "it was not asked for"
        engine.inspector.retry_contents(HOME)
        assert engine.wait_until_idle(20)
        assert engine.status().instances[0].faulty == 0


def test_the_file_is_told_in_numbers_and_is_whole(tmp_path: Path) -> None:
    with looked_into(tmp_path, source()) as engine:
        health = engine.inspector.health()
        assert health.size > 0
        (space,) = health.spaces
        assert (space.model, space.dimension, space.is_current) == ("arbitrary", 16, True)
        assert space.vectors == engine.status().passages
        assert not health.is_worth_compacting
        assert engine.inspector.check() == ()


def test_a_file_that_is_out_of_step_says_so(tmp_path: Path) -> None:
    with looked_into(tmp_path, source()) as engine:
        other = apsw.Connection(str(tmp_path / "index.db"))
        other.execute("PRAGMA foreign_keys = OFF")
        other.execute("DELETE FROM note WHERE note_id = 'pump'")
        other.close()
        assert engine.inspector.check() != ()
