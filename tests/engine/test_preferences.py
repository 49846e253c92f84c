"""What a person may change about the engine while it works: passages to a prompt, readiness, and rest."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

from tests.engine.embedders import Altered, Arbitrary
from tests.engine.engines import STOVE_QUESTION, TEXTS, edit, engine_of, ids, loading, notes_of
from trayrecall.core.model import Instance, InstanceId
from trayrecall.core.ports import Embedder
from trayrecall.embed import DEFAULT_MODEL, spec_of
from trayrecall.engine.engine import Engine
from trayrecall.engine.model import Model
from trayrecall.engine.preferences import Preferences
from trayrecall.store import Database, Index

HOME = Instance(InstanceId("home"), "Home", "http://home.example")
FLUES = {
    f"flue{n}": (f"Flue of stove {n}", f"<p>The flue of the tiled stove is {n} cm wide and swept.</p>")
    for n in range(5)
}


@contextmanager
def engine_with(folder: Path, preferences: Preferences, embedder: Embedder) -> Iterator[Engine]:
    sources = {"home": notes_of(TEXTS | FLUES)}
    with engine_of(folder, sources, loading(embedder), preferences=preferences) as engine:
        assert engine.wait_until_idle(60)
        yield engine


class Closing(Altered):
    """Tells how often it was closed; the model within is shared and stays open."""

    closed = 0

    def close(self) -> None:
        self.closed += 1


def test_a_prompt_gets_as_many_passages_as_a_person_wants(model: Embedder, tmp_path: Path) -> None:
    with engine_with(tmp_path, Preferences(prompt_passages=1), Altered(model)) as engine:
        assert len(engine.prompt(STOVE_QUESTION, deadline=time.monotonic() + 10).hits) == 1
        engine.prefer(Preferences(prompt_passages=3))
        assert len(engine.prompt(STOVE_QUESTION, deadline=time.monotonic() + 10).hits) == 3


def test_a_model_that_nobody_asks_leaves_the_memory_and_comes_back_with_a_question(
    model: Embedder, tmp_path: Path
) -> None:
    embedder = Closing(model)
    with engine_with(tmp_path, Preferences(), embedder) as engine:
        engine.prefer(
            Preferences(unload_after=timedelta())
        )  # not before: it might rest before a note has come
        rest(engine)
        assert embedder.closed == 1
        assert (engine.status().degraded, engine.status().state) == (None, "ok"), "it is no trouble"
        assert engine.status().model == model.fingerprint.model
        answer = engine.search("flue of the tiled stove")
        assert ids(answer), "words are found all the same"
        assert answer.degraded == "loading_model"
        assert engine.wait_until_idle(60)
        assert engine.search("flue of the tiled stove").degraded is None


def test_a_resting_model_comes_back_for_a_new_note_and_rests_again(tmp_path: Path) -> None:
    source, loaded = notes_of(TEXTS), list[int]()

    def load() -> Model:
        loaded.append(1)
        return Model(Arbitrary(), spec_of(DEFAULT_MODEL).scale)

    engine = Engine(
        Index(Database(tmp_path / "index.db")),
        [HOME],
        lambda _: source,
        load,
        preferences=Preferences(),
    )
    engine.start()
    engine.request_sync()
    assert engine.wait_until_idle(60)
    engine.prefer(Preferences(unload_after=timedelta()))
    for _ in range(3):
        rest(engine)
    assert len(loaded) == 1, "nothing is to be embedded"
    edit(source, "owl", "<p>The owl sleeps by day.</p>")
    engine.request_sync()
    assert engine.wait_until_idle(60)
    assert len(loaded) == 2
    assert engine.status().pending == 0
    for _ in range(3):
        rest(engine)
    assert len(loaded) == 2
    engine.close(10.0)


def test_a_model_that_was_just_asked_or_may_stay_does_not_rest(model: Embedder, tmp_path: Path) -> None:
    embedder = Closing(model)
    with engine_with(tmp_path, Preferences(unload_after=timedelta(hours=1)), embedder) as engine:
        rest(engine)
        engine.prefer(Preferences())
        rest(engine)
        assert embedder.closed == 0


def rest(engine: Engine) -> None:
    """A minute passes."""
    engine.tick()
    assert engine.wait_until_idle(60)
