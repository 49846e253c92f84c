"""The popup's searcher over the engine: searching, and making the rows, on the bridges' threads."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Protocol, Unpack

from PySide6.QtCore import QTimer

from trayrecall.core.documents import NoteDocument, NoteRow, to_text
from trayrecall.core.model import Answer, Filters, Instance, InstanceId, NoteId, Status
from trayrecall.core.ranking import CosineScale
from trayrecall.engine.api import SearchOptions
from trayrecall.ui.bridge import Bridge
from trayrecall.ui.outcome import Deliver, Done, Outcome, Ticket
from trayrecall.ui.popup_filters import Question
from trayrecall.ui.popup_history import History
from trayrecall.ui.rows import Found, Meter, Preview, Row, Source, found_of, latest, preview_of

LIMIT = 20
LATEST_NOTES, LATEST_SEARCHES = 5, 4
DEADLINE_SECONDS = 2.0  # a person waits this long for the meaning; after it, the keywords answer alone


class Searcher(Protocol):
    """What the popup asks for. Every call returns at once; outcomes come on the UI thread."""

    def search(self, question: Question, deliver: Deliver[Found]) -> Ticket:
        """Begin to search; without words the answer is the latest notes and the person's own searches.

        `deliver` may get a quick answer first (`Found.is_quick`), then always the whole one.
        """

    def preview(self, row: Row, words: str, deliver: Deliver[Preview]) -> Ticket:
        """Read the whole section of a hit, or the whole of another note, with the words marked."""

    def remember(self, words: str) -> None:
        """The person found something by these words, or looked at what they find."""

    def forget(self, words: str | None, deliver: Deliver[None]) -> Ticket:
        """Forget one of the person's own searches, or all."""


class Asked(Protocol):
    """What the popup asks of the engine; `engine.api.RecallEngine` is one."""

    def search(self, query: str, **options: Unpack[SearchOptions]) -> Answer:
        """The notes that fit the query, best first."""

    def notes(self, *, filters: Filters = ..., limit: int = ...) -> Sequence[NoteRow]:
        """Indexed notes, last modified first."""

    def note(self, instance: InstanceId, note_id: NoteId) -> NoteDocument | None:
        """The whole note from the index."""

    def status(self) -> Status:
        """The present picture."""

    def instance(self, instance: InstanceId) -> Instance | None:
        """The instance of that id."""


class EngineSearcher:
    """Implements `Searcher`. The words have a thread of their own, so that a slow whole answer can't hold them up.

    `scale_of` tells what the cosines of the model of that name mean, for the score bar.
    """

    def __init__(
        self,
        whole: Bridge,
        quick: Bridge,
        engine: Asked,
        history: History,
        *,
        scale_of: Callable[[str], CosineScale],
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._whole, self._quick, self._engine, self._history = whole, quick, engine, history
        self._scale_of, self._clock = scale_of, clock

    def search(self, question: Question, deliver: Deliver[Found]) -> Ticket:
        """See `Searcher.search`."""
        if not question.words:
            return self._whole.run(lambda: self.latest(question.filters), deliver)
        return _TwoAnswers(
            self._quick,
            self._whole,
            lambda: self.find(question, words_only=True),
            lambda: self.find(question),
            deliver,
        )

    def preview(self, row: Row, words: str, deliver: Deliver[Preview]) -> Ticket:
        """See `Searcher.preview`."""
        return self._whole.run(lambda: self.read(row, words), deliver)

    def remember(self, words: str) -> None:
        """See `Searcher.remember`."""
        self._whole.run(lambda: self._history.add(words), lambda _outcome: None)

    def forget(self, words: str | None, deliver: Deliver[None]) -> Ticket:
        """See `Searcher.forget`."""
        return self._whole.run(lambda: self._history.forget(words), deliver)

    # ---- what blocks, so never on the UI thread

    def find(self, question: Question, *, words_only: bool = False) -> Found:
        """Search and make the rows; when nothing is found, what a person should know about it."""
        answer = self._engine.search(
            question.words,
            limit=LIMIT,
            filters=question.filters,
            deadline=time.monotonic() + DEADLINE_SECONDS,
            typing=True,
            words_only=words_only,
        )
        found = found_of(answer, replace(self._source(), is_quick=words_only))
        return found if found.entries or words_only else self._explained(found, question)

    def latest(self, filters: Filters) -> Found:
        """The notes that were changed last, and the person's own searches."""
        notes = self._engine.notes(filters=filters, limit=LATEST_NOTES)
        return latest(notes, self._history.latest(LATEST_SEARCHES), self._source())

    def read(self, row: Row, words: str) -> Preview:
        """The text of the row's section; for a note that was not searched for, all of it."""
        if row.is_hit:
            return preview_of(row, row.section or row.passage, words)
        instance, _, note_id = row.id.partition("/")
        document = self._engine.note(InstanceId(instance), NoteId(note_id))
        return preview_of(row, to_text(document) if document else "", words)

    def _source(self) -> Source:
        status = self._engine.status()
        meter = Meter.of(self._scale_of(status.model)) if status.model else Meter()
        return Source(self._engine.instance, self._clock(), meter, len(status.instances) > 1)

    def _explained(self, found: Found, question: Question) -> Found:
        status = self._engine.status()
        elsewhere = 0
        if question.filters != Filters():
            answer = self._engine.search(question.words, limit=LIMIT, typing=True, words_only=True)
            elsewhere = len(answer.hits)
        return replace(
            found,
            elsewhere=elsewhere,
            notes=status.notes,
            has_server=bool(status.instances),
            building=built(status),
        )


def built(status: Status) -> float | None:
    """How much of the index is built, 0..1; None when it is whole."""
    if status.progress is not None:
        return status.progress
    if status.pending and status.passages:
        return 1 - status.pending / status.passages
    return None


class _TwoAnswers:
    """One question under way. The whole answer is begun once the quick one is drawn.

    Side by side they would take turns in the one interpreter, and the quick one would come late.
    """

    def __init__(
        self,
        quick: Bridge,
        whole: Bridge,
        find_quick: Callable[[], Found],
        find: Callable[[], Found],
        deliver: Deliver[Found],
    ) -> None:
        self._bridge, self._find, self._deliver = whole, find, deliver
        self._wanted = True
        self._ticket: Ticket = quick.run(find_quick, self._told_quick)

    def cancel(self) -> None:
        """See `ui.outcome.Ticket`."""
        self._wanted = False
        self._ticket.cancel()

    def _told_quick(self, outcome: Outcome[Found]) -> None:
        if isinstance(outcome, Done) and outcome.value.entries:
            self._deliver(outcome)
        QTimer.singleShot(0, self._begin_whole)  # drawing is done before timers are looked at

    def _begin_whole(self) -> None:
        if self._wanted:
            self._ticket = self._bridge.run(self._find, self._deliver)
