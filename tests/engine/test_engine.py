"""What the engine answers, and what it says of itself: over notes in memory, with the real model unless said."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import apsw
import numpy as np
import pytest

from tests.engine.embedders import Altered, failing, waiting
from tests.engine.sources import Between, Failing
from tests.pipeline import NotesInMemory, note, running_engine
from tests.store.checker import assert_consistent
from trayrecall.app import everyday_sentences
from trayrecall.core import errors
from trayrecall.core.lean import score_of
from trayrecall.core.model import Area, Filters, Instance, InstanceId, InstanceStatus, NoteId, NoteMeta
from trayrecall.core.ports import Embedder, NoteSource
from trayrecall.embed import DEFAULT_MODEL, spec_of
from trayrecall.engine.engine import Engine
from trayrecall.engine.worker import Model
from trayrecall.store import Database, Index, reading

HOME, WORK = InstanceId("home"), InstanceId("work")
TEXTS: dict[str, tuple[str, str]] = {
    "stove": ("Tiled stove", "<p>The flue of the tiled stove is 150 mm wide and is swept every October.</p>"),
    "knots": ("Knots", "<p>The bowline makes a fixed loop at the end of a rope and never slips.</p>"),
    "bread": ("Sourdough", "<p>The levain is fed with rye flour twice a day before baking.</p>"),
    "vat": ("Reverse charge", "<p>Invoices to firms abroad carry no value added tax.</p>"),
    "owl": ("Tawny owl", "<p>The owl hunts mice along the hedge at dusk.</p>"),
}
STOVE_QUESTION = "how wide is the flue of the tiled stove?"


def notes_of(texts: Mapping[str, tuple[str, str]], **labels: tuple[str, str]) -> NotesInMemory:
    """Notes as a source; a label can be given by note id."""
    metas = [note(i, title, labels=[labels[i]] if i in labels else []) for i, (title, _) in texts.items()]
    return NotesInMemory(metas, {NoteId(i): html for i, (_, html) in texts.items()})


def ids(answer: object) -> list[str]:
    return [hit.note_id for hit in answer.hits]  # type: ignore[attr-defined]


@contextmanager
def engine_of(
    folder: Path,
    sources: Mapping[str, NoteSource],
    load: Callable[[], Model],
    *,
    disabled: frozenset[str] = frozenset(),
) -> Iterator[Engine]:
    """An engine that was started and told to sync; nothing is waited for."""
    instances = [
        Instance(InstanceId(name), name.title(), f"http://{name}.example", enabled=name not in disabled)
        for name in sources
    ]
    engine = Engine(Index(Database(folder / "index.db")), instances, lambda i: sources[i.id], load)
    engine.start()
    engine.request_sync()
    try:
        yield engine
    finally:
        engine.close(10.0)


def loading(embedder: Embedder) -> Callable[[], Model]:
    return lambda: Model(embedder, spec_of(DEFAULT_MODEL).scale, everyday_sentences())


def no_model() -> Model:
    raise errors.ModelUnavailable


@pytest.fixture(scope="module")
def engine(model: Embedder, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """The five notes at home, two of them again at work; the model is loaded and everything is embedded."""
    sources: dict[str, NoteSource] = {
        "home": notes_of(TEXTS, stove=("wikiLayer", "concept"), owl=("dateNote", "2026-01-01")),
        "work": notes_of({"knots": ("Ties", "<p>Tie a bowline for the crane.</p>"), "vat": TEXTS["vat"]}),
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
    def fail(*_: object) -> object:
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


# ---- instances --------------------------------------------------------------------------------------------


def test_a_disabled_instance_is_hidden_at_once(tmp_path: Path) -> None:
    sources = {"home": notes_of(TEXTS), "work": notes_of({"crane": ("Crane", "<p>Tie a bowline.</p>")})}
    with engine_of(tmp_path, sources, no_model) as one:
        assert one.wait_until_idle(20)
        assert ids(one.search("bowline")) == ["crane", "knots"] or ids(one.search("bowline")) == [
            "knots",
            "crane",
        ]
    with engine_of(tmp_path, sources, no_model, disabled=frozenset({"work"})) as one:
        assert ids(one.search("bowline")) == ["knots"]
        assert one.note(WORK, NoteId("crane")) is None
        assert "crane" not in [row.note_id for row in one.notes()]
        assert one.search("bowline", filters=Filters(instances=frozenset({WORK}))).hits == ()
        assert [(i.id, i.state) for i in one.status().instances][1] == (WORK, "disabled")


def test_an_instance_that_is_in_the_settings_no_more_is_hidden(tmp_path: Path) -> None:
    sources = {"home": notes_of(TEXTS), "work": notes_of({"crane": ("Crane", "<p>Tie a bowline.</p>")})}
    with engine_of(tmp_path, sources, no_model) as one:
        assert one.wait_until_idle(20)
    with engine_of(tmp_path, {"home": sources["home"]}, no_model) as one:
        for _ in range(2):
            assert ids(one.search("bowline")) == ["knots"]
            assert one.note(WORK, NoteId("crane")) is None
            assert "crane" not in [row.note_id for row in one.notes()]
            assert one.wait_until_idle(20)
        assert one.status().notes == len(TEXTS)


FAILURES = [
    (errors.SourceTimeout(), "busy"),
    (errors.ServerFault("503"), "busy"),
    (errors.WrongToken(), "token_rejected"),
    (errors.NotSetUp(), "not_set_up"),
    (errors.NotTrilium(), "wrong_address"),
    (errors.HtmlInsteadOfJson(), "wrong_address"),
    (errors.LoginPageInTheWay(), "login_page"),
    (errors.TlsFailure(), "certificate"),
    (errors.BadRequest(), "failed"),
]


@pytest.mark.case("AU01")
@pytest.mark.parametrize(("failure", "state"), FAILURES, ids=[f.name for f, _ in FAILURES])
def test_a_failing_server_has_a_state_with_a_hint_and_keeps_its_old_index(
    tmp_path: Path, failure: errors.SourceError, state: str
) -> None:
    sources: dict[str, NoteSource] = {"home": notes_of(TEXTS), "work": notes_of(TEXTS)}
    with engine_of(tmp_path, sources, no_model) as one:
        assert one.wait_until_idle(20)
        assert [i.state for i in one.status().instances] == ["up_to_date", "up_to_date"]
    sources["home"] = Failing(failure)
    with engine_of(tmp_path, sources, no_model) as one:
        assert one.wait_until_idle(20)
        home, work = one.status().instances
        assert (home.state, home.last_error, home.hint) == (state, failure.name, failure.hint)
        assert home.notes == len(TEXTS)
        assert home.last_sync is not None
        assert work.state == "up_to_date"
        assert one.status().state == "degraded"
        assert HOME in {hit.instance for hit in one.search("bowline").hits}
        assert HOME in {row.instance for row in one.notes()}


@pytest.mark.case("NW10")
def test_a_server_that_was_well_is_called_unreachable_after_three_minutes_only(tmp_path: Path) -> None:
    now = [datetime(2026, 3, 1, 12, tzinfo=UTC)]
    source: list[NoteSource] = [notes_of(TEXTS)]
    engine = Engine(
        Index(Database(tmp_path / "index.db")),
        [Instance(HOME, "Home", "http://h")],
        lambda _: source[0],
        no_model,
        clock=lambda: now[0],
    )
    engine.start()

    def look(minutes: int) -> InstanceStatus:
        now[0] += timedelta(minutes=minutes)
        engine.request_sync()
        assert engine.wait_until_idle(20)
        return engine.status().instances[0]

    assert look(0).state == "up_to_date"
    source[0] = Failing(errors.Unreachable())
    engine.update_instances([Instance(HOME, "Home", "http://h")])
    assert [(look(0).state, look(1).state, look(1).state, look(1).state)] == [
        ("up_to_date", "up_to_date", "up_to_date", "unreachable")
    ]
    assert engine.status().instances[0].last_error == "Unreachable"
    source[0] = notes_of(TEXTS)
    engine.update_instances([Instance(HOME, "Home", "http://h")])
    assert look(1).state == "up_to_date"
    engine.close()


@pytest.mark.parametrize(
    ("failure", "state"),
    [
        (errors.SecretStoreLocked, "keyring_locked"),
        (errors.NoSecretStore, "no_keyring"),
        (errors.SecretStoreError, "no_token"),
    ],
)
def test_each_trouble_with_the_keyring_has_its_state(
    failure: type[errors.SecretStoreError], state: str, tmp_path: Path
) -> None:
    def fails(_: Instance) -> NoteSource:
        raise failure

    engine = Engine(
        Index(Database(tmp_path / "index.db")), [Instance(HOME, "Home", "http://h")], fails, no_model
    )
    engine.start()
    engine.request_sync()
    assert engine.wait_until_idle(20)
    assert [i.state for i in engine.status().instances] == [state]
    engine.close()


def test_a_missing_token_and_a_listing_that_is_held_have_their_states(tmp_path: Path) -> None:
    def locked(_: Instance) -> NoteSource:
        raise errors.UserInputError("there is no token")

    engine = Engine(
        Index(Database(tmp_path / "index.db")), [Instance(HOME, "Home", "http://h")], locked, no_model
    )
    engine.start()
    engine.request_sync()
    assert engine.wait_until_idle(20)
    assert [i.state for i in engine.status().instances] == ["no_token"]
    engine.close()

    class Empty(NotesInMemory):
        def listing(self) -> tuple[NoteMeta, ...]:
            return ()

    with engine_of(tmp_path, {"home": Empty([])}, no_model) as one:
        assert one.wait_until_idle(20)
        (home,) = one.status().instances
        assert (home.state, home.last_error) == ("held", "ImplausibleListing")
        assert home.hint


@pytest.mark.case("AU01")
def test_a_new_token_is_read_at_the_next_try(tmp_path: Path) -> None:
    opened: list[NoteSource] = [Failing(errors.WrongToken()), notes_of(TEXTS)]
    engine = Engine(
        Index(Database(tmp_path / "index.db")),
        [Instance(HOME, "Home", "http://h")],
        lambda _: opened.pop(0),
        no_model,
    )
    engine.start()
    try:
        sync(engine)
        assert [i.state for i in engine.status().instances] == ["token_rejected"]
        sync(engine)
        assert [i.state for i in engine.status().instances] == ["up_to_date"]
    finally:
        engine.close()


def test_a_full_disk_is_a_state_and_not_an_endless_building(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> object:
        raise apsw.FullError

    source = NotesInMemory([])
    with engine_of(tmp_path, {"home": source}, no_model) as one:
        assert one.wait_until_idle(20)
        source.mark = "2"  # without a change nothing is written
        with monkeypatch.context() as patch:
            patch.setattr("trayrecall.store.writing.set_cursor", full)
            sync(one)
            (home,) = one.status().instances
            assert (home.state, home.last_error) == ("failed", "StoreError")
        sync(one)
        assert one.status().instances[0].state == "up_to_date"


def test_status_counts_notes_and_reasons(tmp_path: Path) -> None:
    source = notes_of(TEXTS, owl=("archived", ""), vat=("recallIgnore", ""))
    with engine_of(tmp_path, {"home": source}, no_model) as one:
        assert one.wait_until_idle(20)
        (home,) = one.status().instances
        assert (home.notes, home.faulty) == (3, 0)
        assert home.left_out == {"archived": 1, "ignored": 1, "no_text": 1}
        assert (one.status().notes, one.status().passages) == (3, 3)


def test_an_engine_that_was_not_started_is_starting(tmp_path: Path) -> None:
    engine = Engine(Index(Database(tmp_path / "index.db")), [], lambda _: NotesInMemory([]), no_model)
    assert engine.status().state == "starting"
    assert engine.search("anything").reason == "nothing"
    engine.close()


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
        assert replace(after, passage_id=0, as_of="") == replace(before, passage_id=0, as_of="")
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
    eventually(lambda: not any(thread.is_alive() for thread in one._worker._threads))
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
            waiting_jobs.append(one._worker._outstanding)
            time.sleep(0.005)
        assert len(waiting_jobs) > 20
        assert max(waiting_jobs) <= 3
        assert one.wait_until_idle(60)
        assert one.status().pending == 0


# ---- small steps ------------------------------------------------------------------------------------------


def edit(source: NotesInMemory, note_id: str, html: str) -> None:
    """New content on the server."""
    source.notes = [replace(n, blob_id=f"{n.blob_id}x") if n.id == note_id else n for n in source.notes]
    source.contents = {**source.contents, NoteId(note_id): html}
    source.mark = f"{source.mark}x"


def sync(engine: Engine) -> None:
    """One sync, to its end."""
    engine.request_sync()
    assert engine.wait_until_idle(20)


def eventually(holds: Callable[[], bool], seconds: float = 20.0) -> None:
    """Wait for something that another thread does."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it never came about"
        time.sleep(0.005)
