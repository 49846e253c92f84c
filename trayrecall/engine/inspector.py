"""Looking into the index, and asking for what is wrong to be tried again. Thread-safe; reading may take a moment."""

from __future__ import annotations

from dataclasses import replace

from trayrecall.core.inspection import FoundNote, Inspection, Standing, StoreHealth
from trayrecall.core.model import Filters, InstanceId, NoteId
from trayrecall.engine.worker import IndexWorker
from trayrecall.store import inspecting
from trayrecall.store.damage import faults
from trayrecall.store.index import Index
from trayrecall.store.kin import elsewhere
from trayrecall.store.repair import stray_rows

FOUND = 30  # notes found by a title


class Inspector:
    """See `core.inspection` for what is told."""

    def __init__(self, index: Index, worker: IndexWorker) -> None:
        self._index, self._worker = index, worker
        self._last: tuple[object, Inspection] | None = None  # a window looks every second, mostly at the same

    def inspect(self, instance: InstanceId, note_id: NoteId) -> Inspection:
        """What the index knows of a note; of one whose instance is disabled or unknown, nothing."""
        if instance not in self._worker.enabled():
            return Inspection(instance, note_id, Standing.UNKNOWN)
        refused, as_of = self._worker.refused, self._index.cursor(instance).confirmed_at or ""
        key = (instance, note_id, self._index.database.writes, self._index.space, refused, as_of)
        last = self._last
        if last is None or last[0] != key:
            asked = Filters(self._worker.enabled())
            with self._index.database.read() as connection:
                told = inspecting.inspect(connection, instance, note_id, self._index.space, refused)
                newer, taken = elsewhere(connection, instance, note_id, asked)
            last = key, replace(told, newer_on=self._name(newer), taken_away_on=self._name(taken))
            self._last = last
        return replace(last[1], as_of=as_of)

    def _name(self, instance: InstanceId | None) -> str:
        known = None if instance is None else self._worker.instance(instance)
        return known.name if known is not None else instance or ""

    def find_notes(self, text: str, limit: int = FOUND) -> list[FoundNote]:
        """The notes with that id, or with the text in their title, also those that are left out."""
        with self._index.database.read() as connection:
            return inspecting.find(connection, text, self._worker.enabled(), limit)

    def health(self) -> StoreHealth:
        """The index file in numbers."""
        with self._index.database.read() as connection:
            return inspecting.health(
                connection, self._index.database.path, self._index.space, self._worker.refused
            )

    def fingerprint(self) -> str | None:
        """The key of the embedding space in use; None while there is no model."""
        return self._worker.fingerprint

    def check(self) -> tuple[str, ...]:
        """What is wrong with the file, one line a kind; nothing when all is well. Takes 1 ms a megabyte."""
        with self._index.database.read() as connection:
            return tuple(faults(connection) or stray_rows(connection))

    def retry_embeddings(self) -> None:
        """Let the passages that the model couldn't take be tried again; returns at once."""
        self._worker.request_embedding()

    def retry_contents(self, instance: InstanceId, note_id: NoteId | None = None) -> None:
        """Let the contents that couldn't be read be asked for now: of one note, or of all of the instance; returns at once."""
        self._worker.request_contents(instance, note_id)
