"""What the command line reads from the index file itself while no TrayRecall runs."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

import pytest

from tests.cli.conftest import Cli, Run
from trayrecall import app, paths
from trayrecall.cli.verbs import reading_engine, stored_decisions
from trayrecall.core.gate import Gate, GateGroup
from trayrecall.core.model import Decision
from trayrecall.records import Records
from trayrecall.server.bodies import health_body
from trayrecall.server.guard import Grant
from trayrecall.settings import change_settings
from trayrecall.store import Index
from trayrecall.store.gate import put_gate


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRAYRECALL_HOME", str(tmp_path))
    monkeypatch.setenv("RECALL_SECRETS_FILE", str(tmp_path / "tokens.json"))


@pytest.fixture
def nothing_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the model nor the vectors can be loaded: with 50,000 notes the latter take 7 seconds and 500 MB."""
    monkeypatch.setattr("trayrecall.app.open_embedder", Mock(side_effect=AssertionError))
    monkeypatch.setattr(Index, "load_mirror", Mock(side_effect=AssertionError))


@contextmanager
def changed(**values: str) -> Iterator[None]:
    """The settings with these values, for a while."""
    file = paths.settings_file()
    before = file.read_bytes()
    change_settings(file, lambda settings: replace(settings, **values))  # type: ignore[arg-type]
    try:
        yield
    finally:
        file.write_bytes(before)


@pytest.mark.usefixtures("nothing_large")
def test_what_was_decided_is_told_without_model_and_vectors() -> None:
    index = Index.open(paths.database_file())
    decision = Decision("2026-03-01T09:00:00Z", None, "UserPromptSubmit", None, "the kiln", "gated")
    index.put_decisions([decision], "2026-01-01")
    index.close()
    assert [told["prompt"] for told in stored_decisions(5)] == ["the kiln"]


def test_that_no_prompt_is_kept_is_no_answer(synced: Cli) -> None:
    told = "No prompt is kept: none was asked yet, or your settings keep none.\n"
    assert synced("decisions") == Run(0, "", told)
    assert synced("decisions", "--json") == Run(0, "[]\n", "")


def test_without_model_and_vectors_the_same_is_told(synced: Cli, request: pytest.FixtureRequest) -> None:
    index = Index.open(paths.database_file())
    with index.database.write() as connection:
        put_gate(connection, 1, Gate({"": GateGroup("", 0.1, 0.04, 40, 0.05)}, 9, "2026-03-01T09:00:00Z"))
    index.close()
    with reading_engine(app.read_configuration(os.environ)) as engine:
        engine.attach()
        whole, report = health_body(engine.status(), Grant("cli", "")), Records(engine).diagnose()
    assert (whole["embedder_model"], whole["pending"], whole["degraded"]) == (
        "multilingual-e5-small",
        0,
        None,
    )
    assert whole["gate"] is not None
    request.getfixturevalue("nothing_large")
    assert json.loads(synced("status", "--json").out) == whole
    assert synced("doctor", "--report").out == report
    assert "1 embedded" in synced("inspect", "home/lease").out


@pytest.mark.usefixtures("nothing_large")
def test_without_vectors_of_the_chosen_model_all_are_pending(synced: Cli) -> None:
    with changed(model="all-MiniLM-L6-v2"):
        told = json.loads(synced("status", "--json").out)
        assert (told["embedder_model"], told["degraded"], told["gate"]) == (
            "all-MiniLM-L6-v2",
            "building",
            None,
        )
        assert told["pending"] == told["passages"] > 0
        assert "1 pending" in synced("inspect", "home/lease").out


@pytest.mark.usefixtures("nothing_large")
def test_without_a_model_that_is_told(synced: Cli) -> None:
    with changed(model_folder="/nowhere"):
        told = json.loads(synced("status", "--json").out)
        assert (told["embedder_model"], told["degraded"]) == (None, "no_model")
