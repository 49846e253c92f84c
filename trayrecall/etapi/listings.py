"""The list of all notes: in one answer, in pages, or by a walk through the tree. Asks through what it is given."""

from __future__ import annotations

import time
from collections.abc import Callable

import httpx

from trayrecall.core.errors import ServerFault, SourceTimeout
from trayrecall.core.linguist import QT_TRANSLATE_NOOP
from trayrecall.core.model import NoteId, NoteMeta
from trayrecall.etapi.walk import ROOT, Family, walk

# All notes: a query that starts with `#` skips the two-phase search of 0.98+.
EVERYTHING = "#!trNoSuchLabel"
PAGE_ABOVE = 10_000  # one shot is cheapest up to here
PAGE_SIZE = 2_000
_LEFT_AT_LEAST = 0.98  # of the notes seen before, or pages are checked against one answer
_ENDLESS = "Maximum call stack size exceeded"  # what a search says while the tree has a cycle


class Listings:
    """The listings of one server, which know what the one before was like.

    `search` gives what a query finds, `family` a note with its children within so many seconds.
    """

    def __init__(
        self,
        search: Callable[[str], list[NoteMeta]],
        family: Callable[[NoteId, float], Family],
        *,
        page_above: int,
        page_size: int,
        walk_seconds: float,
    ) -> None:
        self._search, self._family = search, family
        self._page_above, self._page_size = page_above, page_size
        self._walk_seconds = walk_seconds
        self._last_count = 0
        self._last_in_pages = False
        self._search_failed = False

    def listing(self, known: int = 0) -> tuple[NoteMeta, ...]:
        """All notes, in the form that is cheapest for as many as there were: here before, or `known` from elsewhere."""
        self._last_count = max(self._last_count, known)
        return self._listed(in_pages=self._last_count > self._page_above)

    def relisting(self) -> tuple[NoteMeta, ...]:
        """All notes, in the other form than the last time."""
        return self._listed(in_pages=not self._last_in_pages)

    def _listed(self, *, in_pages: bool) -> tuple[NoteMeta, ...]:
        failure: ServerFault | None = None
        try:
            notes = self._searched(in_pages=in_pages)
        except ServerFault as fault:
            # A cycle in the tree, or a 500 that stays; a single one may pass by itself.
            may_walk = _ENDLESS in fault.detail or self._search_failed
            self._search_failed = fault.status == httpx.codes.INTERNAL_SERVER_ERROR
            if not (self._search_failed and may_walk):
                raise
            failure = fault
        if failure is None:
            self._search_failed = False
        else:
            notes = self._walked(failure)
        self._last_count, self._last_in_pages = len(notes), in_pages
        return tuple(notes.values())

    def _searched(self, *, in_pages: bool) -> dict[NoteId, NoteMeta]:
        """By search. Pages that lost some of the notes may have had no order, and are checked."""
        if in_pages:
            notes = self._paged()
            if notes is not None and len(notes) >= _LEFT_AT_LEAST * self._last_count:
                return notes
        return {note.id: note for note in self._search(EVERYTHING)}

    def _paged(self) -> dict[NoteId, NoteMeta] | None:
        """Keyset pages by modification date; None when they don't look as asked for, in order and start.

        A note edited meanwhile moves to the end and is seen again. A limit that is ignored does no harm.
        """
        notes: dict[NoteId, NoteMeta] = {}
        last, size, end = "", self._page_size, time.monotonic() + self._walk_seconds
        while time.monotonic() < end:
            since = f" AND note.utcDateModified >= '{last}'" if last else ""
            page = self._search(f"{EVERYTHING}{since} orderBy note.utcDateModified asc limit {size}")
            dates = [note.utc_modified for note in page]
            if dates != sorted(dates) or (last and (not page or dates[0] < last)):
                return None
            notes.update((note.id, note) for note in page)
            if len(page) != size:  # the last page, or all at once
                return notes
            latest = dates[-1].replace("'", "")
            if latest == last:  # a whole page of one single moment hides what follows
                size *= 2
            last = latest
        raise SourceTimeout(QT_TRANSLATE_NOOP("errors", "the list of notes took too long"))

    def _walked(self, failure: ServerFault) -> dict[NoteId, NoteMeta]:
        """By the tree, since every search fails; raises that failure when the notes fail too."""
        end = time.monotonic() + self._walk_seconds

        def fetch(note_id: NoteId) -> Family:
            left = end - time.monotonic()
            if left <= 0:
                raise SourceTimeout(QT_TRANSLATE_NOOP("errors", "the walk through the tree took too long"))
            return self._family(note_id, left)

        try:
            notes = walk(fetch)
        except ServerFault:
            notes = {}
        if ROOT not in notes:
            raise failure
        return notes
