"""What the status tells of the index, in numbers."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from trayrecall.core.model import FaultyNote, InstanceId
from trayrecall.store import reading
from trayrecall.store.index import Index
from trayrecall.store.kin import surplus_copies

FAULTS_SHOWN = 20  # of each instance


@dataclass(slots=True)
class Counts:
    """Counted anew only after something was written: it looks at every note and passage."""

    notes: Mapping[str, Mapping[str, int]] = field(default_factory=dict)  # see `reading.counts`
    faults: Mapping[str, tuple[FaultyNote, ...]] = field(default_factory=dict)
    copies: int = 0  # notes that are counted for more than one instance
    passages: int = 0
    pending: int | None = None  # None: never counted
    writes: int = -1  # how many there were when it was counted
    at: float = 0.0  # `time.monotonic`
    took: float = 0.0  # seconds

    @property
    def age(self) -> float:
        """Seconds since the last count."""
        return time.monotonic() - self.at

    def renew(self, index: Index) -> None:
        """Count, if anything was written since."""
        self.at = time.monotonic()
        writes = index.database.writes
        if writes == self.writes:
            return
        with index.database.read() as connection:
            notes = reading.counts(connection)
            self.faults = {
                instance: reading.faulty_notes(connection, InstanceId(instance), FAULTS_SHOWN)
                for instance, numbers in notes.items()
                if numbers["faulty"]
            }
            self.notes = notes
            self.copies = surplus_copies(connection) if len(notes) > 1 else 0
            self.passages = reading.passage_count(connection)
        self.pending = index.pending_count()
        self.writes = writes
        self.took = time.monotonic() - self.at
