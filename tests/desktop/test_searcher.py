"""The popup's searcher over a real engine: two answers to a question, the latest notes, what is read."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.desktop.conftest import Until, destroy
from tests.pipeline import NotesInMemory, note, running_engine
from trayrecall.core.errors import StoreError
from trayrecall.core.model import Answer, Area, Filters, NoteId, Status
from trayrecall.core.ranking import CosineScale
from trayrecall.embed import spec_of
from trayrecall.engine.engine import Engine
from trayrecall.ui.bridge import Bridge, StatusWatcher
from trayrecall.ui.outcome import Done, Failed, Outcome
from trayrecall.ui.popup import Popup
from trayrecall.ui.popup_filters import Question
from trayrecall.ui.popup_history import History
from trayrecall.ui.rows import Found, Group, Heading, Past, Preview, Row
from trayrecall.ui.search import EngineSearcher, built
from trayrecall.ui.style import Style

NOTES = [
    note("vents", "Greenhouse vents", labels=[("topic", "garden")], modified="2026-03-02 09:00:00.000Z"),
    note("kiln", "Kiln controller", modified="2026-01-05 09:00:00.000Z"),
    note("tomato", "Tomatoes", modified="2026-05-20 09:00:00.000Z"),
]
TEXTS = {
    "vents": "<h2>Opening</h2><p>The greenhouse vents open at 24 degrees.</p><p>They close at dusk.</p>",
    "kiln": "<h2>First</h2><p>The kiln stops at 1200 degrees.</p><h2>Second</h2><p>Then it cools.</p>",
    "tomato": "<p>Tomatoes want a warm greenhouse.</p>",
}


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    source = NotesInMemory(NOTES, {NoteId(i): html for i, html in TEXTS.items()})
    with running_engine(tmp_path_factory.mktemp("searcher") / "index.db", {"home": source}, None) as one:
        yield one


@pytest.fixture
def words(app: object) -> Iterator[Bridge]:  # noqa: ARG001 - it must be there
    made = Bridge("words", threads=1)
    yield made
    made.close()


class Slow:
    """An engine whose whole answer waits; its answer by words does not."""

    def __init__(self, engine: Engine) -> None:
        self._engine, self.gate, self.failure = engine, threading.Event(), False

    def search(self, query: str, *, words_only: bool = False, **more: Any) -> Answer:
        if not words_only:
            self.gate.wait(10)
        elif self.failure:
            raise StoreError("gone")
        return self._engine.search(query, words_only=words_only, **more)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._engine, name)


@pytest.fixture
def slow(engine: Engine) -> Iterator[Slow]:
    made = Slow(engine)
    yield made
    made.gate.set()


def searching(bridge: Bridge, words: Bridge, engine: Any, tmp_path: Path) -> EngineSearcher:
    return EngineSearcher(
        bridge,
        words,
        engine,
        History(tmp_path / "searches.json"),
        scale_of=lambda model: spec_of(model).scale,
        clock=lambda: datetime(2026, 6, 1, tzinfo=UTC),
    )


@pytest.fixture
def searcher(bridge: Bridge, words: Bridge, slow: Slow, tmp_path: Path) -> EngineSearcher:
    return searching(bridge, words, slow, tmp_path)


Answers = list[Outcome[Found]]


def found(answers: Answers, number: int) -> Found:
    outcome = answers[number]
    assert isinstance(outcome, Done)
    return outcome.value


def test_the_words_answer_before_the_whole_answer_is_there(
    searcher: EngineSearcher, slow: Slow, until: Until
) -> None:
    answers: Answers = []
    searcher.search(Question("vents"), answers.append)
    until(lambda: len(answers) == 1, "the quick answer")
    assert found(answers, 0).is_quick
    assert [row.id for row in found(answers, 0).rows] == ["home/vents"]
    slow.gate.set()
    until(lambda: len(answers) == 2, "the whole answer")
    assert not found(answers, 1).is_quick


def test_of_words_that_no_note_holds_only_the_whole_answer_is_told(
    searcher: EngineSearcher, slow: Slow, until: Until
) -> None:
    answers: Answers = []
    slow.gate.set()
    searcher.search(Question("xylophone"), answers.append)
    until(lambda: bool(answers), "the answer")
    until(searcher._quick._jobs.empty, "the quick one's end")
    assert [found(answers, 0).is_quick, found(answers, 0).entries] == [False, ()]


def test_a_failure_of_the_quick_answer_is_not_told(
    searcher: EngineSearcher, slow: Slow, until: Until
) -> None:
    answers: Answers = []
    slow.failure = True
    slow.gate.set()
    searcher.search(Question("vents"), answers.append)
    until(lambda: bool(answers), "the whole answer")
    assert not any(isinstance(outcome, Failed) for outcome in answers)


def test_a_cancelled_question_is_answered_neither_way(
    searcher: EngineSearcher, slow: Slow, until: Until
) -> None:
    cancelled: Answers = []
    searcher.search(Question("vents"), cancelled.append).cancel()
    slow.gate.set()
    answers: Answers = []
    searcher.search(Question("tomatoes"), answers.append)
    until(lambda: bool(answers) and not found(answers, -1).is_quick, "the next answer")
    assert cancelled == []


def test_filters_narrow_and_an_empty_answer_tells_what_they_exclude(
    searcher: EngineSearcher, slow: Slow
) -> None:
    slow.gate.set()
    garden = Filters(labels=frozenset({"topic=garden"}))
    assert [row.id for row in searcher.find(Question("greenhouse", garden)).rows] == ["home/vents"]
    nothing = searcher.find(Question("kiln", garden))
    assert (nothing.entries, nothing.elsewhere, nothing.notes) == ((), 1, 3)
    assert searcher.find(Question("kiln", Filters(areas=frozenset({Area.JOURNAL})))).elsewhere == 1
    assert searcher.find(Question("xylophone")).elsewhere == 0
    assert nothing.has_server


def test_without_a_server_an_empty_answer_tells_that(bridge: Bridge, words: Bridge, tmp_path: Path) -> None:
    with running_engine(tmp_path / "index.db", {}, None) as engine:
        nothing = searching(bridge, words, engine, tmp_path).find(Question("kiln"))
    assert (nothing.notes, nothing.has_server) == (0, False)


def test_without_words_the_latest_notes_come_with_the_own_searches(
    searcher: EngineSearcher, until: Until
) -> None:
    searcher.remember("vents")
    answers: Answers = []
    until(lambda: searcher._history.latest(1) == ("vents",), "the keeping")
    searcher.search(Question(), answers.append)
    until(lambda: bool(answers), "the answer")
    entries = found(answers, 0).entries
    assert entries[0] == Heading(Group.NOTES)
    assert [row.id for row in found(answers, 0).rows] == ["home/tomato", "home/vents", "home/kiln"]
    assert entries[-2:] == (Heading(Group.SEARCHES), Past("vents"))
    done: list[object] = []
    searcher.forget(None, done.append)
    until(lambda: bool(done), "the forgetting")
    assert searcher.latest(Filters()).entries == entries[:-2]


def test_a_hit_is_read_as_its_whole_section_another_note_as_a_whole(
    searcher: EngineSearcher, slow: Slow, until: Until
) -> None:
    slow.gate.set()
    (hit, *_) = searcher.find(Question("vents")).rows
    previews: list[Outcome[Preview]] = []
    searcher.preview(hit, "vents dusk", previews.append)
    until(lambda: bool(previews), "the text")
    (outcome,) = previews
    assert isinstance(outcome, Done)
    text = outcome.value.text
    assert text.text == "The greenhouse vents open at 24 degrees.\n\nThey close at dusk."
    assert [text.text[a:b] for a, b in text.places] == ["vents", "dusk"]
    (_, _, kiln) = searcher.latest(Filters()).rows
    assert "Second\nThen it cools." in searcher.read(kiln, "").text.text


@pytest.mark.parametrize("typed", ["greenhouse", ""])
def test_a_note_that_is_deleted_goes_from_the_open_popup(
    style: Style, words: Bridge, tmp_path: Path, until: Until, typed: str
) -> None:
    source = NotesInMemory(NOTES, {NoteId(i): html for i, html in TEXTS.items()})
    with running_engine(tmp_path / "index.db", {"home": source}, None) as engine:
        popup = Popup(style, searching(words, words, engine, tmp_path), lambda _url: None)
        watcher = StatusWatcher(words, engine.status)
        watcher.changed.connect(lambda status: popup.set_departures(status.departures))
        watcher.start()
        popup.keeps_open = True
        popup.open()
        popup.field.edit.setText(typed)
        until(lambda: "home/vents" in shown(popup), "the note")
        source.notes = [each for each in NOTES if each.id != "vents"]
        source.mark = "2"
        engine.request_sync()
        until(lambda: shown(popup) and "home/vents" not in shown(popup), "that it goes")
        assert "home/tomato" in shown(popup)
        watcher.stop()
        destroy(popup)


def shown(popup: Popup) -> list[str]:
    return [entry.id for entry in popup.results.entries if isinstance(entry, Row)]


def test_the_score_bar_has_the_scale_of_the_model_in_use(
    bridge: Bridge, words: Bridge, slow: Slow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def scale_of(model: str) -> CosineScale:
        asked.append(model)
        return spec_of(model).scale

    history = History(tmp_path / "searches.json")
    searcher = EngineSearcher(bridge, words, slow, history, scale_of=scale_of)
    searcher.find(Question("vents"), words_only=True)
    assert asked == [], "words alone answer while there is no model"
    monkeypatch.setattr(slow, "status", lambda: Status("ok", model="all-MiniLM-L6-v2"), raising=False)
    searcher.find(Question("vents"), words_only=True)
    assert asked == ["all-MiniLM-L6-v2"]


def test_how_much_of_the_index_is_built() -> None:
    assert built(Status("ok", passages=100)) is None
    assert built(Status("ok", passages=100, pending=25)) == 0.75
    assert built(Status("ok", passages=100, pending=25, progress=0.4)) == 0.4
