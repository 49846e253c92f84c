"""What the inspector asks others to do. All of it may block, so it is called off the UI thread only. No Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from trayrecall.core.inspection import FoundNote, Inspection, StoreHealth
from trayrecall.core.model import InstanceId, NoteId, Status


@dataclass(frozen=True, slots=True)
class Health:
    """How the index as a whole stands."""

    status: Status
    store: StoreHealth


class InspectorActions(Protocol):
    """The work behind the window. Every method may block and may raise `TrayRecallError`."""

    def find_notes(self, text: str) -> Sequence[FoundNote]:
        """The notes with that id, or with the text in their title."""

    def inspect(self, instance: InstanceId, note_id: NoteId) -> Inspection:
        """What the index knows of a note."""

    def url(self, instance: InstanceId, note_id: NoteId) -> str:
        """The address that opens the note in Trilium; empty when its instance isn't known any more."""

    def reindex(self, instance: InstanceId, note_id: NoteId) -> None:
        """Split and embed the note anew from what is stored."""

    def retry(self, instance: InstanceId, note_id: NoteId) -> None:
        """Try again what failed with this note: reading its content, or embedding its passages."""

    def retry_all(self) -> None:
        """Try again all that failed, of all instances."""

    def health(self) -> Health:
        """How the index stands."""

    def check(self) -> Sequence[str]:
        """What is wrong with the index file, one line a kind; takes a second a gigabyte."""
