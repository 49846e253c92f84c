"""What every surface may ask of the engine. The engine itself is `trayrecall.engine.engine`."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol, TypedDict, Unpack

from trayrecall.core.documents import NoteDocument, NoteRow
from trayrecall.core.model import Answer, Decision, Filters, Instance, InstanceId, NoteId, Status

ALL_NOTES = Filters()


class SearchOptions(TypedDict, total=False):
    """How a search is asked for; without any it gives the ten best notes of all, by relevance."""

    limit: int
    min_score: float | None  # drops hits whose emitted cosine is below it
    order: str  # `relevance` (keyword and meaning fused) or `score` (meaning alone)
    filters: Filters
    deadline: float | None
    typing: bool  # the last word may still be unfinished
    words_only: bool  # the keyword leg alone: the quick first answer to a person who types


class RecallEngine(Protocol):
    """The one thread-safe object behind all surfaces. A `deadline` is a value of `time.monotonic()`."""

    def search(self, query: str, **options: Unpack[SearchOptions]) -> Answer:
        """The notes that fit the query, best first, without gate, skip and session steps."""

    def recall(
        self,
        question: str,
        *,
        limit: int = 5,
        min_score: float | None = None,
        filters: Filters = ALL_NOTES,
        deadline: float | None = None,
    ) -> Answer:
        """What the notes have to say to a question: as `prompt`, gate included, without skip and session.

        `min_score` takes the gate's place: every note whose emitted cosine reaches it, by relevance.
        """

    def prompt(
        self,
        prompt: str,
        *,
        session: str | None = None,
        event: str = "UserPromptSubmit",
        cwd: str | None = None,
        filters: Filters = ALL_NOTES,
        deadline: float | None = None,
    ) -> Answer:
        """What the notes have to say to a prompt: skip, search, gate, and nothing that this session got before."""

    def forget_session(self, session: str) -> None:
        """A session's context was cleared or compacted: what it was sent may be sent again."""

    def notes(self, *, filters: Filters = ALL_NOTES, limit: int = 50, offset: int = 0) -> list[NoteRow]:
        """Indexed notes, last modified first."""

    def note(self, instance: InstanceId, note_id: NoteId) -> NoteDocument | None:
        """The whole note from the index (never from the server), or None when it isn't there."""

    def decisions(self, *, limit: int = 100, before: int | None = None) -> list[Decision]:
        """What was decided about the last prompts, newest first; `before` is the id of one, to page on."""

    def absence(self, instance: InstanceId, note_id: NoteId) -> str | None:
        """Why a note is not in the index, as a person reads it; None when it is in it or nothing is known of it."""

    def status(self) -> Status:
        """The present picture; answers at once."""

    def instance(self, instance: InstanceId) -> Instance | None:
        """The instance of that id."""

    def request_sync(
        self, *, full: bool = False, accept_deletions: bool = False, instance: InstanceId | None = None
    ) -> None:
        """Let a sync of all instances, or of one, begin soon; returns at once.

        `full` compares everything whatever the change marks say; `accept_deletions` believes that many notes are gone.
        """

    def pause(self, until: datetime | None = None) -> None:
        """Answer prompts and agents with silence until then, or until `resume`; a person's own searches go on."""

    def pause_project(self, folder: str) -> None:
        """Answer prompts asked in this folder, or below it, with silence until `resume`."""

    def resume(self, folder: str | None = None) -> None:
        """End the pause of this project; without one, all pauses."""

    def reindex(self, instance: InstanceId, note_id: NoteId) -> bool:
        """Split and embed one note anew from what is stored; False when it isn't there."""
