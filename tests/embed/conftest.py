from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from trayrecall.core.ports import Embedder
from trayrecall.embed import DEFAULT_MODEL, Places, open_embedder

ROOT = Path(__file__).parents[2]
RESOURCES = ROOT / "resources"
MODELS_CACHE = ROOT / "build" / "models"  # kept between runs: the default model is prepared there once


@pytest.fixture(scope="session")
def embedder() -> Iterator[Embedder]:
    """The default model, loaded once for the whole run."""
    model = open_embedder(DEFAULT_MODEL, Places(None, MODELS_CACHE, RESOURCES))
    yield model
    model.close()


@pytest.fixture(scope="session")
def minilm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Embedder]:
    """The small English model, loaded once."""
    cache = tmp_path_factory.mktemp("models")
    model = open_embedder("all-MiniLM-L6-v2", Places(None, cache, RESOURCES))
    yield model
    model.close()
