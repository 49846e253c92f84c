"""Whatever happens to the notes, and wherever a sync is interrupted: afterwards the index equals a fresh build."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.engine.sync_machine import SyncMachine
from tests.fakes import FakeServer


@pytest.fixture(scope="module", autouse=True)
def server() -> Iterator[None]:
    """One for all examples: each begins it anew."""
    with FakeServer.with_notes() as SyncMachine.server:
        yield


TestSync = SyncMachine.TestCase
TestSync.settings = settings(
    max_examples=100,
    stateful_step_count=12,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
