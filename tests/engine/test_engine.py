"""What the engine answers, and what it says of itself: over notes in memory, with the real model unless said."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import Any

import apsw
import numpy as np
import pytest

from tests.engine.embedders import Altered, failing, waiting
from tests.engine.engines import (
    HOME,
    STOVE_QUESTION,
    TEXTS,
    WORK,
    edit,
    engine_of,
    eventually,
    ids,
    loading,
    no_model,
    notes_of,
    sync,
)
from tests.engine.sources import Between
from tests.pipeline import NotesInMemory, note, running_engine
from tests.store.checker import assert_consistent
from trayrecall.core.lean import score_of
from trayrecall.core.model import Area, Filters, Instance, InstanceId, NoteId
from trayrecall.core.ports import Embedder, NoteSource, Vector
from trayrecall.engine import recall
from trayrecall.engine.engine import Engine
from trayrecall.engine.model import Model
from trayrecall.store import Database, Index, reading


@pytest.fixture(scope="module")
def engine(model: Embedder, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """The five notes at home, and at work two others of the same ids; the model is loaded and everything is embedded."""
    work = notes_of({"knots": ("Ties", "<p>Tie a bowline for the crane.</p>"), "vat": TEXTS["vat"]})
    work.notes = [replace(each, utc_created="2025-08-01 10:00:00.000Z") for each in work.notes]
    sources: dict[str, NoteSource] = {
        "home": notes_of(TEXTS, stove=("wikiLayer", "concept"), owl=("dateNote", "2026-01-01")),
        "work": work,
    }
    with running_engine(tmp_path_factory.mktemp("engine") / "index.db", sources, model) as one:
        yield one


# ---- searching --------------------------------------------------------------------------------------------


def test_a_search_finds_by_words_and_by_meaning(engine: Engine) -> None:
    answer = engine.search("flue width")
    assert (answer.reason, answer.degraded, ids(answer)[0]) == ("found", None, "stove")
    assert ids(engine.search("wie mache ich eine feste Schlaufe ins Seil?"))[0] == "knots"
    assert engine.search("bird that catches rodents").hits[0].matched == "meaning"


def test_a_search_with_nothing_in_it_says_why(engine: Engine) -> None:
    for blank in ("", "   ", "?!"):
        answer = engine.search(blank)
        assert (answer.reason, answer.detail, answer.hits) == ("nothing", "blank", ())


def test_the_limit_is_kept_and_each_note_comes_once(engine: Engine) -> None:
    answer = engine.search("bowline rope tax owl levain flue", limit=3)
    assert len(answer.hits) == 3
    whole = engine.search("bowline rope tax owl levain flue", limit=50)
    found = [(hit.instance, hit.note_id) for hit in whole.hits]
    assert len(found) == len(set(found))


def test_a_score_copied_from_an_answer_and_used_as_floor_keeps_its_hit(engine: Engine) -> None:
    answer = engine.search("who hunts at dusk")
    assert ids(answer)[0] == "owl"
    for hit in answer.hits:
        score = score_of(hit)
        assert score is not None
        again = engine.search("who hunts at dusk", min_score=score)
        assert hit.note_id in ids(again)
        assert all((score_of(other) or -1) >= score for other in again.hits)
        above = engine.search("who hunts at dusk", min_score=np.nextafter(score, 2.0))
        assert (hit.instance, hit.note_id) not in [(h.instance, h.note_id) for h in above.hits]
    assert engine.search("who hunts at dusk", min_score=0.999).reason == "nothing"


def test_the_order_by_score_is_by_cosine_alone(engine: Engine) -> None:
    answer = engine.search("invoice flue bowline", order="score", limit=10)
    scores = [score_of(hit) or -1 for hit in answer.hits]
    assert scores == sorted(scores, reverse=True)
    assert len(scores) >= 5
    assert all(hit.signals.bm25 is None for hit in answer.hits)


def test_filters_narrow_before_the_best_are_chosen(engine: Engine) -> None:
    question = STOVE_QUESTION
    work = engine.search(question, limit=1, filters=Filters(instances=frozenset({WORK})))
    assert [hit.instance for hit in work.hits] in ([], [WORK])
    journal = engine.search("owl at dusk stove", limit=1, filters=Filters(areas=frozenset({Area.JOURNAL})))
    assert ids(journal) == ["owl"]
    for order in ("relevance", "score"):
        only = Filters(instances=frozenset({WORK}), areas=frozenset({Area.OTHER}))
        found = engine.search("a loop in a rope", order=order, limit=1, filters=only)
        assert [(h.instance, h.note_id) for h in found.hits] == [(WORK, "knots")]
    nowhere = Filters(instances=frozenset({InstanceId("nowhere")}))
    assert engine.search(question, filters=nowhere).hits == ()
    assert engine.notes(filters=nowhere) == []


def test_the_same_content_on_two_servers_is_one_hit(engine: Engine) -> None:
    assert ids(engine.search("value added tax abroad")).count("vat") == 1


# ---- an agent's own questions -----------------------------------------------------------------------------

QUESTIONS = (
    STOVE_QUESTION,
    "and how wide is the flue of that tiled stove?",
    "which bird hunts mice along the hedge at dusk?",
    "wie mache ich eine feste Schlaufe ins Seil?",
    "how does the borrow checker handle lifetimes of closures",
    "a regular expression that matches an IPv6 address in Go",
)


@pytest.mark.case("MH19")
@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_and_a_prompt_of_the_same_words_agree(engine: Engine, question: str) -> None:
    asked, prompted = engine.recall(question, limit=3), engine.prompt(question)
    assert prompted.reason in {"sent", "gated"}
    assert ids(asked) == ids(prompted)
    assert (asked.reason, prompted.reason) in {("found", "sent"), ("gated", "gated")}


def test_a_question_is_skipped_only_when_blank_and_is_never_a_repetition(engine: Engine) -> None:
    assert engine.prompt("/stove flue").reason == "skipped"
    assert ids(engine.recall("/stove flue width"))[:1] == ["stove"]
    for _ in range(2):
        assert ids(engine.recall(STOVE_QUESTION))[:1] == ["stove"]
    assert (engine.recall(" ").reason, engine.recall(" ").detail) == ("nothing", "blank")


def test_a_floor_takes_the_gates_place(engine: Engine) -> None:
    question = "a regular expression that matches an IPv6 address in Go"
    assert engine.recall(question).hits == ()
    lifted = engine.recall(question, limit=20, min_score=-1.0)
    assert len(lifted.hits) >= 5
    floor = sorted(score_of(hit) or -1 for hit in lifted.hits)[-2]
    assert len(engine.recall(question, limit=20, min_score=floor).hits) == 2
    assert engine.recall(STOVE_QUESTION, min_score=0.999).hits == ()
    assert len(engine.recall(question, limit=2, min_score=-1.0).hits) == 2
    only = Filters(instances=frozenset({WORK}))
    assert {hit.instance for hit in engine.recall(question, min_score=-1.0, filters=only).hits} == {WORK}


# ---- prompts ----------------------------------------------------------------------------------------------


def test_a_prompt_about_a_note_is_answered_with_it(engine: Engine) -> None:
    answer = engine.prompt(STOVE_QUESTION)
    assert (answer.reason, ids(answer)[:1], answer.degraded) == ("sent", ["stove"], None)
    assert len(answer.hits) <= 3


@pytest.mark.parametrize("prompt", ["ok", "/compact", "weiter", "<task-notification>x", "", "谢谢"])
def test_a_prompt_that_asks_nothing_is_skipped(engine: Engine, prompt: str) -> None:
    answer = engine.prompt(prompt)
    assert (answer.reason, answer.hits) == ("skipped", ())
    assert answer.detail


@pytest.mark.case("MH14")
def test_prompts_that_are_no_questions_run_no_model(tmp_path: Path, model: Embedder) -> None:
    counted = Altered(model)
    prompts = (
        "ok", "yes please", "continue", "go on", "/clear", "/model opus", "thanks!", "👍", "1", "do it", "fix it",
        "weiter", "да", "y", "ultrathink", "!git status", "# remember this",
    )  # fmt: skip
    with engine_of(tmp_path, {"home": notes_of(TEXTS)}, loading(counted)) as one:
        sync(one)
        asked = list(counted.queries)
        assert [one.prompt(prompt, session="s").reason for prompt in prompts] == ["skipped"] * len(prompts)
        assert counted.queries == asked
        one.prompt(STOVE_QUESTION, session="s")
        assert len(counted.queries) > len(asked)


def test_a_prompt_about_something_else_is_gated(engine: Engine) -> None:
    answer = engine.prompt("rename the variable in the parser to lower case and run pytest again")
    assert (answer.reason, answer.hits) == ("gated", ())


def test_an_empty_index_has_nothing_to_say(tmp_path: Path, model: Embedder) -> None:
    with running_engine(tmp_path / "index.db", {"home": NotesInMemory([])}, model) as empty:
        assert empty.prompt(STOVE_QUESTION).reason == "nothing"
        assert empty.search(STOVE_QUESTION).reason == "nothing"
        assert empty.status().state == "ok"


def test_a_prompt_past_its_deadline_is_silent(engine: Engine) -> None:
    answer = engine.prompt(STOVE_QUESTION, session="late", deadline=time.monotonic() - 1)
    assert (answer.reason, answer.hits) == ("late", ())
    assert engine.prompt(STOVE_QUESTION, session="late").reason == "sent"  # and wasn't counted as sent


# ---- the memory of sessions -------------------------------------------------------------------------------


def test_a_session_gets_a_note_once_and_another_session_gets_it_too(engine: Engine) -> None:
    assert engine.prompt(STOVE_QUESTION, session="one").reason == "sent"
    again = engine.prompt("and how wide is the flue of that tiled stove?", session="one")
    assert "stove" not in ids(again)
    assert engine.prompt(STOVE_QUESTION, session="one").reason == "repeated"
    assert engine.prompt(STOVE_QUESTION, session="two").reason == "sent"
    for _ in range(2):
        assert engine.prompt(STOVE_QUESTION).reason == "sent"  # nobody's session
    engine.forget_session("one")
    assert engine.prompt(STOVE_QUESTION, session="one").reason == "sent"


def test_calls_at_once_of_one_session_get_a_note_once(engine: Engine) -> None:
    answers = []
    start = threading.Barrier(6)

    def ask() -> None:
        start.wait()
        answers.append(engine.prompt(STOVE_QUESTION, session="crowd"))

    threads = [threading.Thread(target=ask) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answer.reason for answer in answers) == ["repeated"] * 5 + ["sent"]


def test_an_edited_note_may_be_sent_again(tmp_path: Path, model: Embedder) -> None:
    source = notes_of(TEXTS)
    with running_engine(tmp_path / "index.db", {"home": source}, model) as one:
        assert ids(one.prompt(STOVE_QUESTION, session="s"))[:1] == ["stove"]
        edit(source, "stove", "<p>The flue of the tiled stove is 180 mm wide now.</p>")
        sync(one)
        again = one.prompt(STOVE_QUESTION, session="s")
        assert (again.reason, ids(again)) == ("sent", ["stove"])
        assert "180 mm" in again.hits[0].passage_text


# ---- without the model, or with a late one ----------------------------------------------------------------


def test_without_a_model_words_answer_and_the_answer_says_so(tmp_path: Path) -> None:
    with engine_of(tmp_path, {"home": notes_of(TEXTS)}, no_model) as one:
        assert one.wait_until_idle(20)
        answer = one.search("bowline")
        assert (ids(answer), answer.degraded) == (["knots"], "no_model")
        assert answer.hits[0].signals.cosine is None
        assert one.search("bowline", min_score=-1.0).hits == ()  # it has no score to compare
        assert one.search("bowline", order="score").hits == ()
        prompted = one.prompt(STOVE_QUESTION)
        assert (prompted.reason, ids(prompted), prompted.degraded) == ("sent", ["stove"], "no_model")
        status = one.status()
        assert (status.state, status.degraded, status.model) == ("degraded", "no_model", None)
        assert status.pending == len(TEXTS)


def test_a_model_library_that_breaks_leaves_words(tmp_path: Path) -> None:
    def broken() -> Model:
        raise ImportError("libonnxruntime")

    with engine_of(tmp_path, {"home": notes_of(TEXTS)}, broken) as one:
        assert one.wait_until_idle(20)
        assert (ids(one.search("bowline")), one.status().degraded) == (["knots"], "embedder_failed")


def test_words_answer_while_the_model_loads(tmp_path: Path, model: Embedder) -> None:
    loaded = threading.Event()

    def slowly() -> Model:
        loaded.wait(20)
        return loading(model)()

    with engine_of(tmp_path, {"home": notes_of(TEXTS)}, slowly) as one:
        eventually(lambda: one.status().notes == len(TEXTS))
        answer = one.search("bowline")
        assert (ids(answer), answer.degraded) == (["knots"], "loading_model")
        assert one.status().degraded == "loading_model"
        loaded.set()
        assert one.wait_until_idle(20)
        assert one.search("bowline").degraded is None
        assert one.status().pending == 0


def test_a_vector_that_is_late_leaves_words(tmp_path: Path, model: Embedder) -> None:
    slow = Altered(model)
    with running_engine(tmp_path / "index.db", {"home": notes_of(TEXTS)}, slow) as one:
        slow.before_query = waiting(1.0)
        began = time.monotonic()
        answer = one.prompt(STOVE_QUESTION, deadline=began + 0.4)
        assert time.monotonic() - began < 0.9
        assert (answer.reason, ids(answer), answer.degraded) == ("sent", ["stove"], "late_vector")
        assert one.search("bowline", deadline=time.monotonic() + 0.2).degraded == "late_vector"
        assert one.search("bowline").degraded is None  # who has time waits for it


@pytest.mark.case("QP13")
def test_a_failing_query_embedding_leaves_words(tmp_path: Path, model: Embedder) -> None:
    moody = Altered(model)
    with running_engine(tmp_path / "index.db", {"home": notes_of(TEXTS)}, moody) as one:
        moody.before_query = failing(1)
        assert ids(answer := one.search("bowline")) == ["knots"]
        assert answer.degraded == "embedder_failed"
        assert one.search("bowline").degraded is None


@pytest.mark.case("SC10")
@pytest.mark.parametrize("value", [0.0, np.nan])
def test_a_query_vector_without_direction_leaves_words(
    tmp_path: Path, model: Embedder, monkeypatch: pytest.MonkeyPatch, value: float
) -> None:
    odd = Altered(model)
    with running_engine(tmp_path / "index.db", {"home": notes_of(TEXTS)}, odd) as one:
        empty = np.full(model.fingerprint.dimension, value, np.float32)
        monkeypatch.setattr(odd, "query", lambda _text: empty, raising=False)
        answer = one.search("bowline")
        assert (ids(answer), answer.degraded) == (["knots"], "embedder_failed")


@pytest.mark.case("QP13")
def test_a_failing_word_index_leaves_meaning(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> object:
        raise apsw.CorruptError

    monkeypatch.setattr(reading, "keyword_leg", fail)
    answer = engine.search("a loop at the end of a rope")
    assert (ids(answer)[0], answer.degraded) == ("knots", "keywords_failed")


@pytest.mark.case("SY12")
@pytest.mark.parametrize("from_the_start", [True, False])
def test_a_note_whose_embedding_fails_is_found_by_words_and_embedded_later(
    tmp_path: Path, model: Embedder, *, from_the_start: bool
) -> None:
    moody = Altered(model, before_passages=failing(10 if from_the_start else 0))
    source = NotesInMemory([])
    with running_engine(tmp_path / "index.db", {"home": source}, moody) as one:
        if not from_the_start:
            moody.before_passages = failing(10)
        source.notes = [note("lake", "Reservoir")]
        source.contents, source.mark = {NoteId("lake"): "<p>Sluice opens at 3.4 m.</p>"}, "2"
        sync(one)
        assert ids(one.search("sluice opens")) == ["lake"]
        assert one.status().pending == 1
        assert one.status().degraded == ("embedder_failed" if from_the_start else "building")
        for _ in range(10):
            sync(one)
        assert one.status().pending == 0
        assert ids(one.search("when is water let out")) == ["lake"]
        assert one.search("when is water let out").degraded is None


def test_a_model_that_makes_vectors_without_direction_ends_the_build(
    tmp_path: Path, model: Embedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    zeros = Altered(model)
    monkeypatch.setattr(
        zeros,
        "passages",
        lambda t: np.zeros((len(t), model.fingerprint.dimension), np.float32),
        raising=False,
    )
    with running_engine(tmp_path / "index.db", {"home": notes_of(TEXTS)}, zeros) as one:
        assert one.status().pending == len(TEXTS)
        assert ids(one.search("bowline")) == ["knots"]


def test_a_minute_in_which_nothing_happens_counts_and_embeds_nothing(
    tmp_path: Path, model: Embedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = notes_of(TEXTS)
    with running_engine(tmp_path / "index.db", {"home": source}, model) as one:
        sync(one)
        looked: list[str] = []
        for module, name in ((reading, "counts"), (Index, "pending"), (Index, "pending_count")):
            monkeypatch.setattr(module, name, recording(looked, name, getattr(module, name)))
        for _ in range(3):
            one.tick()
            assert one.wait_until_idle(20)
        assert looked == []
        edit(source, "stove", "<p>The flue of the tiled stove is 180 mm wide now.</p>")
        sync(one)
        assert set(looked) == {"counts", "pending", "pending_count"}
        assert (one.status().notes, one.status().pending) == (len(TEXTS), 0)


def recording(names: list[str], name: str, call: Callable[..., Any]) -> Callable[..., Any]:
    """The call, which tells its name first."""

    def told(*given: Any) -> Any:
        names.append(name)
        return call(*given)

    return told


# ---- one note anew, and the end ---------------------------------------------------------------------------


def test_reindex_splits_and_embeds_one_note_anew_offline(tmp_path: Path, model: Embedder) -> None:
    seen = Altered(model)
    asked: list[str] = []
    source = Between(notes_of(TEXTS), before_content=asked.append)
    with running_engine(tmp_path / "index.db", {"home": source}, seen) as one:
        before = one.search("bowline").hits[0]
        seen.embedded.clear()
        asked.clear()
        assert one.reindex(HOME, NoteId("knots"))
        assert one.wait_until_idle(20)
        assert [text.splitlines()[0] for text in seen.embedded] == ["Knots"]
        assert asked == []
        after = one.search("bowline").hits[0]
        assert replace(after, as_of="") == replace(before, as_of="")
        assert not one.reindex(HOME, NoteId("nope"))
        assert not one.reindex(WORK, NoteId("knots"))
        assert_consistent(one._index)


def test_a_start_after_a_build_embeds_nothing_again(tmp_path: Path, model: Embedder) -> None:
    for expected in (len(TEXTS), 0):
        seen = Altered(model)
        with running_engine(tmp_path / "index.db", {"home": notes_of(TEXTS)}, seen) as one:
            titles = {text.splitlines()[0] for text in seen.embedded}
            assert len(titles & {title for title, _ in TEXTS.values()}) == expected
            assert bool(seen.embedded) == bool(expected)
            assert ids(one.search("bird that catches rodents"))[0] == "owl"


def test_closing_while_building_takes_no_longer_than_two_seconds_and_loses_nothing(
    tmp_path: Path, model: Embedder
) -> None:
    texts = {f"n{i}": (f"Note {i}", f"<p>{f'thing {i} and its use. ' * 30}</p>") for i in range(300)}
    one = Engine(
        Index(Database(tmp_path / "index.db")),
        [Instance(HOME, "Home", "http://h")],
        lambda _: notes_of(texts),
        loading(model),
    )
    one.start()
    one.request_sync()
    eventually(lambda: 0 < one.status().pending < 300 and one.status().notes == 300)
    began = time.monotonic()
    one.close(2.0)
    assert time.monotonic() - began < 2.5
    eventually(lambda: not any(thread.is_alive() for thread in one._worker._thread._threads))
    one._index.close()
    index = Index(Database(tmp_path / "index.db"))
    index.load_mirror(model.fingerprint)
    assert 0 < index.pending_count() < 300
    assert_consistent(index)
    index.close()


def test_many_syncs_during_a_long_build_do_not_queue_up(
    tmp_path: Path, model: Embedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("trayrecall.engine.building.BATCH", 2)
    texts = {f"n{i}": (f"Note {i}", f"<p>thing {i}</p>") for i in range(240)}
    with engine_of(tmp_path, {"home": notes_of(texts)}, loading(model)) as one:
        eventually(lambda: 0 < one.status().pending < 240)
        waiting_jobs = []
        while one.status().pending:
            one.tick()
            waiting_jobs.append(one._worker._thread._outstanding)
            time.sleep(0.005)
        assert len(waiting_jobs) > 20
        assert max(waiting_jobs) <= 6  # a look, a sync with its write and its end, the embedding
        assert one.wait_until_idle(60)
        assert one.status().pending == 0


def test_an_embedding_that_came_too_late_is_not_made_any_more() -> None:
    waiting: Future[Vector] = Future()
    assert recall._finished(waiting, None, time.monotonic() - 1) == (None, "late_vector")
    assert waiting.cancelled()
