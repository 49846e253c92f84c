from __future__ import annotations

from pathlib import Path

import pytest

from tests.pipeline import default_embedder
from trayrecall.core.ports import Embedder


@pytest.fixture(scope="session")
def model() -> Embedder:
    """The default model, loaded once for the whole run; closing an engine doesn't unload it."""
    return default_embedder()


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test ever sees the settings, index or runtime file of the person who runs it."""
    monkeypatch.setenv("TRAYRECALL_HOME", str(tmp_path / "home"))
