from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.etapi.tools import closing
from tests.fakes import FakeServer, note
from trayrecall.etapi import EtapiSource


@pytest.fixture(scope="package")
def running() -> Iterator[FakeServer]:
    with FakeServer.with_notes() as one:
        yield one


@pytest.fixture
def server(running: FakeServer) -> FakeServer:
    running.start_over(
        note("wiki", "Wiki"),
        note("rope", "Knots", "<p>A bowline holds.</p>", parents=("wiki",)),
    )
    return running


@pytest.fixture
def source(server: FakeServer) -> Iterator[EtapiSource]:
    with closing(server.url) as one:
        yield one
