"""A model that loads slowly, or whose file was cut short or is gone from its folder: what is said; words answer meanwhile."""

from __future__ import annotations

import logging
import os
import shutil
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.engine.engines import TEXTS, engine_of, eventually, loading, notes_of, sync, wait_for
from tests.pipeline import MODELS_CACHE, RESOURCES
from trayrecall.app import everyday_sentences
from trayrecall.core import errors
from trayrecall.core.ports import Embedder
from trayrecall.embed import DEFAULT_MODEL, MODELS, ModelSpec, open_embedder, repack, spec_of
from trayrecall.embed.locate import Places
from trayrecall.embed.models import GRAPH_FILE
from trayrecall.engine import vectors
from trayrecall.engine.engine import Engine
from trayrecall.engine.model import Model

KILOBYTE = 1024
WITHOUT_PACKAGE = {
    name: replace(spec, package=replace(spec.package, distribution="no-such-package"))
    for name, spec in MODELS.items()
}


@pytest.fixture
def prepared(tmp_path: Path, model: Embedder) -> Path:
    """The folder of the prepared default model in a cache of its own."""
    assert model.fingerprint.model == DEFAULT_MODEL  # so it is prepared
    spec = MODELS[DEFAULT_MODEL]
    folder = Places(None, tmp_path / "cache", RESOURCES).repacked(spec)
    shutil.copytree(Places(None, MODELS_CACHE, RESOURCES).repacked(spec), folder, copy_function=os.link)
    return folder


def cut_short(folder: Path) -> None:
    """Leave a kilobyte of the graph."""
    head = (folder / GRAPH_FILE).read_bytes()[:KILOBYTE]
    (folder / GRAPH_FILE).unlink()  # not the one that it is a link to
    (folder / GRAPH_FILE).write_bytes(head)


def deleted(folder: Path) -> None:
    """Take the graph away; its folder stays."""
    (folder / GRAPH_FILE).unlink()


@contextmanager
def engine_with(folder: Path, cache: Path, models: Mapping[str, ModelSpec]) -> Iterator[Engine]:
    """An engine over one note that loads the default model from this cache."""
    source = notes_of({"owl": ("Tawny owl", "<p>It hunts mice along the hedge at dusk.</p>")})

    def load() -> Model:
        embedder = open_embedder(DEFAULT_MODEL, Places(None, cache, RESOURCES), models=models)
        return Model(embedder, spec_of(DEFAULT_MODEL).scale, everyday_sentences())

    with engine_of(folder, {"home": source}, load) as engine:
        assert engine.wait_until_idle(120)
        yield engine


@pytest.mark.case("SC05")
@pytest.mark.parametrize("damage", [cut_short, deleted])
def test_a_model_cut_short_leaves_words_and_a_line_that_says_what_to_do(
    prepared: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture, damage: Callable[[Path], None]
) -> None:
    damage(prepared)
    with (
        caplog.at_level(logging.WARNING),
        engine_with(tmp_path, prepared.parent, WITHOUT_PACKAGE) as engine,
    ):
        answer = engine.search("hedge")
        assert ([hit.note_id for hit in answer.hits], answer.degraded) == (["owl"], "no_model")
        assert engine.status().degraded == "no_model"
    assert f"{prepared} was damaged" in caplog.text
    assert "trayrecall model install" in caplog.text


@pytest.mark.case("SC05")
def test_a_model_cut_short_is_made_again_once_from_its_package(
    prepared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = repacks(monkeypatch)
    cut_short(prepared)
    for _ in range(2):  # the second start finds it whole
        with engine_with(tmp_path, prepared.parent, MODELS) as engine:
            answer = engine.search("bird that catches rodents")
            assert ([hit.note_id for hit in answer.hits], answer.degraded) == (["owl"], None)
            assert answer.hits[0].matched == "meaning"
    assert made == [prepared]


@pytest.mark.case("SC05")
def test_a_model_that_comes_out_damaged_again_is_left_alone_with_a_line_that_says_so(
    prepared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    made = repacks(monkeypatch, then=cut_short)  # as on a disk that loses what is written
    cut_short(prepared)
    with engine_with(tmp_path, prepared.parent, MODELS) as engine:
        engine.request_sync()
        assert engine.wait_until_idle(20)
        assert [hit.note_id for hit in engine.search("hedge").hits] == ["owl"]
        assert engine.status().degraded == "no_model"
    assert made == [prepared]
    assert "is damaged and can't be replaced" in caplog.text


# An EmbedderError is what an installed model gives when a library of its is missing.
@pytest.mark.parametrize("failure", [errors.ModelUnavailable, errors.EmbedderError, MemoryError])
def test_a_model_that_could_not_be_loaded_is_looked_for_again_and_logged_once(
    tmp_path: Path,
    model: Embedder,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    failure: type[Exception],
) -> None:
    state = "no_model" if failure is errors.ModelUnavailable else "embedder_failed"
    found: list[Model] = []

    def load() -> Model:
        if not found:
            raise failure
        return found[0]

    with caplog.at_level(logging.WARNING), engine_of(tmp_path, {"home": notes_of(TEXTS)}, load) as engine:
        assert engine.wait_until_idle(20)
        sync(engine)
        found.append(loading(model)())
        sync(engine)
        assert engine.status().degraded == state, "not at every look"
        found.clear()
        monkeypatch.setattr(vectors, "LOAD_RETRY", 0.0)
        engine._worker._vectors._load_at = 0.0  # as after ten minutes
        sync(engine)
        sync(engine)
        assert engine.status().degraded == state
        found.append(loading(model)())
        sync(engine)
        assert (engine.status().degraded, engine.status().pending) == (None, 0)
    assert len([r for r in caplog.records if r.name == vectors.__name__]) == 1


def repacks(monkeypatch: pytest.MonkeyPatch, then: Callable[[Path], None] | None = None) -> list[Path]:
    """The folders that are made from a package from now on; `then` is done to each."""
    made: list[Path] = []
    genuine = repack.repack

    def counted(source: Path, folder: Path, **given: Any) -> None:
        genuine(source, folder, **given)
        made.append(folder)
        if then is not None:
            then(folder)

    monkeypatch.setattr(repack, "repack", counted)
    return made


def test_after_a_restart_nothing_seems_to_wait_for_a_vector_while_the_model_loads(
    tmp_path: Path, model: Embedder
) -> None:
    loaded = threading.Event()

    def slowly() -> Model:
        wait_for(loaded)
        return loading(model)()

    for load in (loading(model), slowly):
        with engine_of(tmp_path, {"home": notes_of(TEXTS)}, load) as one:
            eventually(lambda: one.status().notes == len(TEXTS))
            if load is slowly:
                assert (one.status().degraded, one.status().pending) == ("loading_model", 0)
                loaded.set()
            assert one.wait_until_idle(20)
            assert (one.status().degraded, one.status().pending) == (None, 0)


def test_a_model_that_is_installed_while_it_runs_is_taken_at_once_when_it_is_told(
    prepared: Path, tmp_path: Path
) -> None:
    aside = prepared.rename(tmp_path / "aside")
    with engine_with(tmp_path, prepared.parent, WITHOUT_PACKAGE) as engine:
        assert engine.search("hedge").degraded == "no_model"
        aside.rename(prepared)
        engine.look_for_model()
        assert engine.wait_until_idle(120)
        answer = engine.search("bird that catches rodents")
        assert ([hit.note_id for hit in answer.hits], answer.degraded) == (["owl"], None)
