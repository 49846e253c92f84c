"""Threads of one build share a core, and nothing else does."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.pipeline import NotesInMemory, note
from trayrecall.core.model import InstanceId, NoteId
from trayrecall.engine import workshop
from trayrecall.engine.cores import Cores, current, mine, running_on
from trayrecall.engine.sync import Sync
from trayrecall.engine.workshop import preparing
from trayrecall.store.index import Index
from trayrecall.store.records import NoteRecord

INSTANCE = InstanceId("home")

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux lets a thread choose its cores")


def of_process(pid: int) -> Cores:
    return frozenset(os.sched_getaffinity(pid))


def in_a_thread() -> Cores:
    found: list[Cores] = []
    thread = threading.Thread(target=lambda: found.append(mine()))
    thread.start()
    thread.join()
    return found[0]


def test_a_thread_stays_on_the_core_with_those_that_it_starts() -> None:
    before, other = mine(), in_a_thread()
    with running_on(current()):
        assert len(mine()) == 1
        assert mine() <= before
        assert in_a_thread() == mine()
    assert mine() == before == other


def test_a_core_that_is_not_ours_changes_nothing() -> None:
    before = mine()
    with running_on(frozenset({4095})):
        assert mine() == before
    assert mine() == before


def test_it_ends_with_a_failure_too() -> None:
    before = mine()
    with pytest.raises(KeyError), running_on(current()):
        raise KeyError
    assert mine() == before


@pytest.mark.skipif(len(os.sched_getaffinity(0)) == 1, reason="one core has room for one process")
def test_the_children_of_a_build_run_where_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    before = mine()
    children: list[subprocess.Popen[bytes] | None] = []
    start = workshop.started

    def started() -> subprocess.Popen[bytes] | None:
        children.append(start())
        return children[-1]

    monkeypatch.setattr(workshop, "started", started)
    with preparing(workshop.WORTH_A_CHILD):
        assert len(mine()) == 1
        assert children
        assert all(child is not None and of_process(child.pid) == before for child in children)
    assert mine() == before


def test_a_batch_is_written_where_it_was_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    index = Index.open(tmp_path / "index.sqlite")
    wrote: list[Cores] = []
    put = index.put

    def watched(
        instance: InstanceId, records: Sequence[NoteRecord], *, delete: Sequence[NoteId] = ()
    ) -> None:
        if not delete and records[0].converted is not None:
            wrote.append(mine())
        put(instance, records, delete=delete)

    monkeypatch.setattr(index, "put", watched)
    made = [note("n1", "A note")]
    source = NotesInMemory(made, {NoteId("n1"): "<p>text</p>"})
    with ThreadPoolExecutor(1) as writer:
        assert writer.submit(mine).result() == mine()  # it has begun
        sync = Sync(INSTANCE, source, index, write=lambda job: writer.submit(job).result())
        own = current()
        with running_on(own):
            sync.run(datetime(2026, 1, 1, tzinfo=UTC))
        assert wrote == [own]
        assert writer.submit(mine).result() == mine()
    index.close()
