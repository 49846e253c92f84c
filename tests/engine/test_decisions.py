"""What was decided about each prompt is kept with its scores, and goes with the notes it is about."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import apsw
import pytest

from tests.engine.engines import HOME, STOVE_QUESTION, TEXTS, ids, loading, notes_of, sync, wait_for
from tests.pipeline import running_engine
from trayrecall.core.model import Instance, InstanceId, NoteId
from trayrecall.core.ports import Embedder, NoteSource
from trayrecall.engine.engine import Engine
from trayrecall.store import Database, Index


def deciding(folder: Path, sources: Mapping[str, NoteSource], model: Embedder) -> Engine:
    """An engine that keeps what it decides."""
    engine = Engine(
        Index(Database(folder / "index.db")),
        [Instance(InstanceId(name), name.title(), f"http://{name}.example") for name in sources],
        lambda i: sources[i.id],
        loading(model),
        keep_prompts=timedelta(days=30),
    )
    engine.start()
    sync(engine)
    return engine


@pytest.mark.case("MH19")
def test_each_prompt_leaves_a_decision_with_its_reason_and_scores(tmp_path: Path, model: Embedder) -> None:
    one = deciding(tmp_path, {"home": notes_of(TEXTS)}, model)
    one.prompt(STOVE_QUESTION, session="s", cwd="/src")
    one.prompt(STOVE_QUESTION, session="s")
    one.prompt("ok")
    one.prompt("Write a function that reverses a linked list in C")
    assert one.wait_until_idle(20)
    gated, skipped, repeated, sent = one.decisions()
    assert [d.reason for d in (sent, repeated, skipped, gated)] == ["sent", "repeated", "skipped", "gated"]
    assert (sent.prompt, sent.session, sent.cwd, sent.event) == (
        STOVE_QUESTION,
        "s",
        "/src",
        "UserPromptSubmit",
    )
    assert (sent.notes[0].note_id, sent.notes[0].sent) == ("stove", True)
    assert not any(n.sent for n in sent.notes[1:])
    assert sent.notes[0].cosine is not None
    assert sent.notes[0].coverage > 0.5
    assert sent.milliseconds > 0
    assert skipped.notes == ()
    assert gated.notes
    assert not any(n.sent for n in (*gated.notes, *repeated.notes))
    one.clear_decisions()
    assert one.wait_until_idle(20)
    assert one.decisions() == []
    one.close()


@pytest.mark.case("DL09")
def test_a_note_taken_away_takes_its_decisions_and_the_memory_of_sessions_with_it(
    tmp_path: Path, model: Embedder
) -> None:
    source = notes_of(TEXTS)
    one = deciding(tmp_path, {"home": source}, model)
    one.prompt(STOVE_QUESTION, session="s")
    one.prompt("which bird hunts mice along the hedge at dusk?", session="s")
    assert one.wait_until_idle(20)
    assert len(one.decisions()) == 2
    kept, source.notes = (
        source.notes,
        [replace(n, is_protected=True) if n.id == "stove" else n for n in source.notes],
    )
    source.mark = "2"
    sync(one)
    (left,) = one.decisions()
    assert "mice" in left.prompt
    assert not any(n.note_id == "stove" for n in left.notes)
    for file in tmp_path.glob("index.db*"):
        assert b"tiled stove" not in file.read_bytes(), "nor in any file"
    source.notes, source.mark = kept, "3"
    sync(one)
    assert ids(one.prompt(STOVE_QUESTION, session="s")) == ["stove"], "nothing remembers that it was sent"
    one.close()


def test_a_decision_on_its_way_about_a_note_taken_away_is_not_kept(tmp_path: Path, model: Embedder) -> None:
    source = notes_of(TEXTS)
    one = deciding(tmp_path, {"home": source}, model)
    going_on = threading.Event()
    one._worker.post(lambda: wait_for(going_on))  # the index thread is at work
    one._worker.post(lambda: one._index.put(HOME, delete=[NoteId("stove")]))
    assert one.prompt(STOVE_QUESTION).hits
    going_on.set()
    assert one.wait_until_idle(20)
    assert one.decisions() == []
    one.close()


def test_a_decision_tells_what_the_gate_asked_for_and_what_each_note_had(
    tmp_path: Path, model: Embedder
) -> None:
    one = deciding(tmp_path, {"home": notes_of(TEXTS)}, model)
    assert one.prompt(STOVE_QUESTION).hits
    one.prompt("What do they charge for a haircut at the station these days?")
    assert one.wait_until_idle(20)
    gated, sent = one.decisions()
    assert sent.threshold is not None
    assert sent.tokens > 0
    assert sent.notes[0].strength is not None
    assert sent.notes[0].strength >= sent.threshold
    assert gated.reason == "gated"
    assert gated.tokens == 0
    assert gated.notes
    assert all(n.strength is not None and n.strength < sent.threshold for n in gated.notes)
    one.close()


def test_without_prompts_kept_only_the_numbers_of_the_day_are(tmp_path: Path, model: Embedder) -> None:
    with running_engine(tmp_path / "index.db", {"home": notes_of(TEXTS)}, model) as one:
        one.prompt(STOVE_QUESTION)
        one.prompt("ok")
        assert one.wait_until_idle(20)
        assert one.decisions() == []
        *before, today = one.totals(7)
        assert [day.prompts for day in before] == [0] * 6
        assert dict(today.reasons) == {"sent": 1, "skipped": 1}
        assert today.passages == 1
        assert today.tokens > 0
        assert today.p95 is not None
    for file in tmp_path.glob("index.db*"):
        assert b"how wide is the flue" not in file.read_bytes()


def test_clearing_and_switching_off_forget_the_prompts_and_not_the_numbers(
    tmp_path: Path, model: Embedder
) -> None:
    one = deciding(tmp_path, {"home": notes_of(TEXTS)}, model)
    one.prompt(STOVE_QUESTION)
    one.clear_decisions()
    one.prompt("ok")
    assert one.wait_until_idle(20)
    assert [d.prompt for d in one.decisions()] == ["ok"]
    one.keep_prompts(timedelta())
    one.prompt("thanks")
    assert one.wait_until_idle(20)
    assert one.decisions() == []
    assert one.totals(1)[0].prompts == 3
    one.close()


def test_a_prompt_that_broke_is_kept_as_failed(
    tmp_path: Path, model: Embedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = deciding(tmp_path, {"home": notes_of(TEXTS)}, model)

    def broken(*_: object, **__: object) -> object:
        raise RuntimeError("broken")

    monkeypatch.setattr(one._recall, "find", broken)
    with pytest.raises(RuntimeError):
        one.prompt(STOVE_QUESTION)
    assert one.wait_until_idle(20)
    assert [d.reason for d in one.decisions()] == ["failed"]
    one.close()


def test_on_a_full_disk_decisions_wait_and_that_is_logged_once(
    tmp_path: Path, model: Embedder, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*_: object, **__: object) -> object:
        raise apsw.FullError

    one = deciding(tmp_path, {"home": notes_of(TEXTS)}, model)
    with monkeypatch.context() as patch:
        patch.setattr("trayrecall.store.decisions.insert", full)
        for prompt in ("ok", "thanks", "yes"):
            one.prompt(prompt)
            assert one.wait_until_idle(20)
    told = [record for record in caplog.records if "decided about prompts" in record.getMessage()]
    assert [(record.levelname, record.exc_info) for record in told] == [("WARNING", None)]
    one.tick()
    assert one.wait_until_idle(20)
    assert [d.prompt for d in one.decisions()] == ["yes", "thanks", "ok"]
    one.close()
