"""A server that changes, the client of it, and an index that follows: what the tests of the sync stand on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from tests.fakes import FakeServer, note
from tests.store.checker import assert_consistent
from trayrecall.core.model import Fault, InstanceId, NoteId
from trayrecall.core.ports import NoteSource
from trayrecall.demo.notes import DemoNote
from trayrecall.engine.schedule import may_retry
from trayrecall.engine.sync import Sync, SyncReport
from trayrecall.etapi import EtapiSource
from trayrecall.store import Index, reading
from trayrecall.store.database import rows

HOME = InstanceId("home")
NOW = datetime(2031, 6, 1, 12, 0, tzinfo=UTC)
LISTING = "/etapi/notes?"


@dataclass
class Bench:
    """A running server, the client of it, and the index that follows it."""

    server: FakeServer
    source: EtapiSource
    index: Index
    now: datetime = NOW

    def sync(
        self,
        source: NoteSource | None = None,
        *,
        full: bool = False,
        accept_deletions: bool = False,
        stop: Callable[[], bool] = lambda: False,
    ) -> SyncReport:
        """One sync a minute later; what the server was asked before is forgotten first."""
        self.server.app.asked.clear()
        self.now += timedelta(minutes=1)
        now = self.now
        runner = Sync(
            HOME,
            source or self.source,
            self.index,
            stop=stop,
            retry=lambda fault: may_retry(fault.retry_at, now),
        )
        try:
            return runner.run(self.now, full=full, accept_deletions=accept_deletions)
        finally:
            assert_consistent(self.index)

    @property
    def listings(self) -> int:
        return sum(target.startswith(LISTING) for _, target in self.server.app.asked)

    @property
    def contents(self) -> list[str]:
        return sorted(self.server.app.contents_asked())

    def found(self, word: str) -> list[str]:
        """Ids of the notes that the word index has for a word."""
        with self.index.database.read() as connection:
            found = rows(
                connection,
                "SELECT DISTINCT n.note_id FROM term t JOIN passage p ON p.id = t.rowid"
                " JOIN note n ON n.key = p.note_key WHERE term MATCH ? ORDER BY 1",
                (f'"{word}"',),
            )
        return [note_id for (note_id,) in found]

    def left_out(self) -> dict[str, str]:
        return {str(i): str(e.left_out) for i, e in self.index.ledger(HOME).items() if e.left_out}

    def mark(self) -> str | None:
        return self.index.cursor(HOME).change_mark


def many(number: int) -> list[DemoNote]:
    return [note(f"n{i}", f"Note {i}", f"<p>thing number {i}</p>") for i in range(number)]


def counts(bench: Bench) -> tuple[int, int]:
    with bench.index.database.read() as connection:
        numbers = reading.counts(connection)["home"]
    return numbers["notes"], numbers["faulty"]


def area(bench: Bench, note_id: str) -> str:
    record = bench.index.stored_record(HOME, NoteId(note_id))
    assert record is not None
    return record.placement.area.value


def fault_of(bench: Bench, note_id: str) -> Fault:
    fault = bench.index.ledger(HOME)[NoteId(note_id)].fault
    assert fault is not None
    return fault
