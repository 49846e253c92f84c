"""A running server and an index that follows it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engine.following import Bench
from tests.fakes import TOKEN, FakeServer, note
from tests.store.building import SPACE
from trayrecall.etapi import EtapiSource
from trayrecall.store import Database, Index


@pytest.fixture(scope="module")
def running() -> Iterator[FakeServer]:
    with FakeServer.with_notes() as one:
        yield one


@pytest.fixture
def bench(running: FakeServer, tmp_path: Path) -> Iterator[Bench]:
    running.start_over(
        note("folder", "Folder", "<p>A shelf of things.</p>"),
        note("rope", "Knots", "<p>The bowline holds a boat.</p>", parents=("folder",)),
        note("stove", "Stove", "<p>Flue size 150.</p>", parents=("folder",)),
        note("owl", "Owl", "<p>The owl hunts at dusk.</p>"),
    )
    source, index = EtapiSource(running.url, TOKEN), Index(Database(tmp_path / "index.db"))
    index.open_space(SPACE)
    yield Bench(running, source, index)
    source.close()
    index.close()
