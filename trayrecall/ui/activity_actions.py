"""What the activity window asks others to do. All of it may block, so it is called off the UI thread only. No Qt."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from trayrecall.core.gate import Gate
from trayrecall.core.inspection import FoundNote
from trayrecall.core.model import Decision, InstanceId, NoteId
from trayrecall.core.totals import Totals
from trayrecall.questions import Question

DAYS = 30  # that the totals tell of
PAGE = 200  # decisions read at once


@dataclass(frozen=True, slots=True)
class Sought:
    """Which decisions are looked for: with one of these outcomes (any without), and with this text."""

    reasons: frozenset[str] = frozenset()
    text: str = ""


@dataclass(frozen=True, slots=True)
class Look:
    """What is there at one moment."""

    mark: tuple[int, int] = (0, 0)  # another one whenever a decision came or went
    decisions: tuple[Decision, ...] | None = (
        None  # newest first; None: as they were at the mark that was known
    )
    totals: tuple[Totals, ...] = ()  # of the last days, oldest first
    gate: Gate = field(default_factory=Gate)
    keep_days: int = 0
    own: Mapping[str, Question] = field(default_factory=dict)  # what the person said of a prompt
    instances: Mapping[InstanceId, str] = field(default_factory=dict)  # their names


class ActivityActions(Protocol):
    """The work behind the window. Every method may block and may raise `TrayRecallError`."""

    def look(self, sought: Sought, limit: int, known: tuple[int, int] | None) -> Look:
        """What is there now; without the decisions when their mark is the `known` one."""

    def should_match(self, prompt: str, notes: Collection[str]) -> None:
        """These notes (`home/noteId`) should have come to the prompt; without any, something should have."""

    def was_noise(self, prompt: str) -> None:
        """Silence would have been right."""

    def forget(self, prompt: str) -> None:
        """Take back what was said of the prompt."""

    def forget_questions(self) -> None:
        """Delete all test questions."""

    def questions_file(self) -> Path:
        """The file of the test questions."""

    def clear(self) -> None:
        """Forget all decisions; the totals stay."""

    def keep(self, days: int) -> None:
        """Keep decisions so long from now on; 0 keeps none."""

    def find_notes(self, text: str) -> Sequence[FoundNote]:
        """The notes with that id, or with the text in their title."""

    def url(self, instance: InstanceId, note_id: NoteId) -> str:
        """The address that opens the note in Trilium; empty when its instance isn't known any more."""
