from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.store.building import SPACE
from trayrecall.store import Database, Index


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Index]:
    """An index with an embedding space, empty."""
    one = Index(Database(tmp_path / "index.db"))
    one.open_space(SPACE)
    yield one
    one.close()
