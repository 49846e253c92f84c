"""What the command line reads from the index file itself while no TrayRecall runs."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import Mock

import pytest

from trayrecall import paths
from trayrecall.cli.verbs import stored_decisions
from trayrecall.core.model import Decision
from trayrecall.engine.engine import Engine
from trayrecall.store import Index


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRAYRECALL_HOME", str(tmp_path))
    monkeypatch.setenv("RECALL_SECRETS_FILE", str(tmp_path / "tokens.json"))


def test_what_was_decided_is_told_without_model_and_vectors(monkeypatch: pytest.MonkeyPatch) -> None:
    """With 50,000 notes their vectors take 7 seconds and 500 MB."""
    index = Index.open(paths.database_file())
    decision = Decision("2026-03-01T09:00:00Z", None, "UserPromptSubmit", None, "the kiln", "gated")
    index.put_decisions([decision], "2026-01-01")
    index.close()
    monkeypatch.setattr(Engine, "attach", Mock(side_effect=AssertionError))
    assert [told["prompt"] for told in stored_decisions(5)] == ["the kiln"]
