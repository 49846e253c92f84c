"""One sync of one instance: look, plan without I/O, apply.

Nothing is deleted before a believable listing was compared, and the cursor moves with the last batch only: whatever
ends a sync early, the next one finds its work by comparing again.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from trayrecall.core.areas import place
from trayrecall.core.changes import Changes, LedgerEntry, compare, digest, taken_away
from trayrecall.core.errors import (
    ImplausibleListing,
    NoteGone,
    ProtectedNote,
    ServerFault,
    SourceError,
    UnpreparedNote,
)
from trayrecall.core.model import (
    AreaRule,
    Converted,
    Fault,
    InstanceId,
    LeftOut,
    NoteId,
    NoteMeta,
    Placement,
)
from trayrecall.core.ports import NoteSource, SecondOpinion
from trayrecall.core.prepare import Prepared, labels_of, prepare_text
from trayrecall.core.storable import storable
from trayrecall.engine.contents import Contents
from trayrecall.engine.schedule import fault_after, keeps_text
from trayrecall.store.index import Index
from trayrecall.store.records import Cursor, NoteRecord

log = logging.getLogger(__name__)

BATCH_NOTES = 100  # a commit costs as much as 20 notes
BATCH_CHARS = 1_000_000
RELABELLED = 10  # times as large are batches of mostly metadata: then what words change, change together
FULL_LISTING_EVERY = timedelta(minutes=30)
SYNCED_WITHIN = timedelta(hours=1)  # servers that are synced with each other

_NO_TEXT = Converted(())
Progress = Callable[[int, int], None]  # notes done, notes to do
Write = Callable[[Callable[[], None]], None]  # carries a job out on the thread that writes, and waits


@dataclass(frozen=True, slots=True)
class SyncReport:
    """What one sync did."""

    unchanged: bool = False
    deferred: bool = False  # something changed, but comparing all would take too much of the server's time
    notes: int = 0
    fetched: int = 0
    relabelled: int = 0
    left_out: int = 0
    deleted: int = 0
    faulty: int = 0
    seconds: float = 0.0  # that the listing took


def _at_once(job: Callable[[], None]) -> None:
    job()


class Sync:
    """The syncs of one instance. `stop` is asked between notes; a stopped sync simply ends early.

    It may run on any thread: all that changes the index goes through `write`.
    """

    def __init__(
        self,
        instance: InstanceId,
        source: NoteSource,
        index: Index,
        *,
        stop: Callable[[], bool] = lambda: False,
        progress: Progress = lambda _done, _all: None,
        retry: Callable[[Fault], bool] = lambda _: True,
        rules: Sequence[AreaRule] = (),
        write: Write = _at_once,
    ) -> None:
        """`retry` says which notes whose content could not be read are asked for again; `rules` are the person's own."""
        self.instance, self.source, self.index = instance, source, index
        self._stop, self._progress, self._retry, self._rules = stop, progress, retry, rules
        self._write = write
        self._known: Mapping[NoteId, LedgerEntry] = {}
        self._now = datetime.fromtimestamp(0, UTC)
        self._faulty = 0
        self._work = self._done = 0  # notes to write, and written
        self._heeded_until: str | None = None

    def run(
        self, now: datetime, *, full: bool = False, accept_deletions: bool = False, may_list: bool = True
    ) -> SyncReport:
        """Bring the index up to the server. Raises `SourceError` and `ImplausibleListing`; done batches stay.

        Without `may_list` only the change mark is asked for.
        """
        self._now = now
        if not accept_deletions:  # then it may be another Trilium that the address leads to now
            self._heeded_until = (now + SYNCED_WITHIN).isoformat()
        cursor = self.index.cursor(self.instance)
        # Read before the listing: a change in between is seen next time.
        mark = self.source.change_mark()
        if not full and _is_fresh(cursor, mark, now):
            self._write(lambda: self.index.confirm(self.instance, Cursor(mark, now.isoformat())))
            return SyncReport(unchanged=True)
        if not may_list and not full:
            return SyncReport(deferred=True)
        began = time.monotonic()
        listing = self.source.listing(self.index.note_count(self.instance))
        seconds = time.monotonic() - began
        try:
            changes, placements = self._plan(listing, accept_deletions=accept_deletions)
        except ImplausibleListing as doubt:
            listing = self._asked_again(doubt)  # nothing is deleted on one odd answer
            changes, placements = self._plan(listing, accept_deletions=accept_deletions)
        contents = Contents(
            self.source, listing, self._known, mark, stop=self._stop, give_way=self.index.give_way
        )
        done = self._apply(changes, placements, contents)
        if done:
            confirmed = Cursor(mark, now.isoformat(), now.isoformat())
            self._write(lambda: self.index.confirm(self.instance, confirmed))
        return SyncReport(
            notes=len(listing),
            fetched=len(changes.fetch),
            relabelled=len(changes.relabel),
            left_out=len(changes.leave_out),
            deleted=len(changes.delete),
            faulty=self._faulty,
            seconds=seconds,
        )

    def _asked_again(self, doubt: ImplausibleListing) -> tuple[NoteMeta, ...]:
        """The listing in another form, where the source has one; else, or when that fails too, the doubt stays."""
        if not isinstance(self.source, SecondOpinion):
            raise doubt
        try:
            return self.source.relisting()
        except ServerFault:
            raise doubt from None

    def _plan(
        self, listed: Sequence[NoteMeta], *, accept_deletions: bool
    ) -> tuple[Changes, dict[NoteId, Placement]]:
        """What is to be done. Raises ImplausibleListing."""
        listing = {meta.id: meta for meta in map(storable, listed)}
        placements = place(listing.values(), self._rules)
        self._known = self.index.ledger(self.instance)
        try:
            changes = compare(
                self._known, listing, placements, accept_deletions=accept_deletions, retry=self._retry
            )
        except ImplausibleListing:
            # It may be held for days, and what a person takes away meanwhile must go all the same.
            gone = [
                _record(meta, placements[meta.id]) for meta in taken_away(self._known, listing, placements)
            ]
            if gone:
                self._write(lambda: self._purge(gone, ()))
            raise
        return changes, placements

    def _apply(self, changes: Changes, placements: Mapping[NoteId, Placement], contents: Contents) -> bool:
        """Carry the plan out; False when it was stopped."""
        # What must go, goes first and at once.
        gone = [_record(meta, placements[meta.id]) for meta in changes.leave_out]
        if gone or changes.delete:
            self._write(lambda: self._purge(gone, changes.delete))
        self._work, self._done = len(changes.relabel) + len(changes.fetch), 0
        lost: list[NoteMeta] = []  # of those to relabel, what has no text any more
        return (
            self._store(self._relabelled(changes.relabel, placements, lost), RELABELLED)
            and self._store(self._fetched([*changes.fetch, *lost], placements, contents))
            and self._store(self._fetched(contents.disproved(), placements, contents))
        )

    def _store(self, records: Generator[NoteRecord, None, None], times: int = 1) -> bool:
        """Write them batch by batch; False when it was stopped."""
        with closing(records):  # its threads end here, whatever happens
            for batch in _batches(records, times):
                self._put(batch)
                self._done += len(batch)
                self._progress(self._done, self._work)
                if self._stop():
                    return False
        return not self._stop()

    def _purge(self, records: Sequence[NoteRecord], deleted: Sequence[NoteId]) -> None:
        self.index.put(self.instance, records, delete=deleted, heeded_until=self._heeded_until)
        self.index.database.checkpoint()  # also out of the log

    def _put(self, batch: Sequence[NoteRecord]) -> None:
        purges = any(record.placement.left_out is not None for record in batch)
        self._write(lambda: self._purge(batch, ()) if purges else self.index.put(self.instance, batch))

    def _relabelled(
        self, metas: Sequence[NoteMeta], placements: Mapping[NoteId, Placement], lost: list[NoteMeta]
    ) -> Generator[NoteRecord, None, None]:
        """Notes whose text is the same: split again from what is stored only where title or labels are embedded too.

        `lost` is told of those that aren't stored any more: a record without text would never be fetched again.
        """
        for meta in metas:
            stored = self.index.stored_record(self.instance, meta.id)
            if stored is None:
                lost.append(meta)
            else:  # what could not be read is still to be asked for
                placement = placements[meta.id]
                yield stored.relabelled(meta, placement, digest(meta, placement))

    def _fetched(
        self, metas: Sequence[NoteMeta], placements: Mapping[NoteId, Placement], contents: Contents
    ) -> Generator[NoteRecord, None, None]:
        """Notes with new content, newest first."""
        newest = sorted(metas, key=lambda meta: meta.utc_modified, reverse=True)
        with closing(contents.read(newest)) as reads:
            for meta, found in reads:
                if isinstance(found, Prepared):
                    yield _record(meta, placements[meta.id], found)
                elif not isinstance(found, NoteGone):  # deleted since the listing: the next one lacks it
                    yield self._unread(meta, placements[meta.id], found, contents)

    def _unread(
        self,
        meta: NoteMeta,
        placement: Placement,
        failure: SourceError | UnpreparedNote,
        contents: Contents,
    ) -> NoteRecord:
        """A note whose content can't be read or prepared: it is found by title and labels, and for a while by its older text.

        One that was protected since the listing is left out at once.
        """
        if isinstance(failure, ProtectedNote):
            return _record(meta, replace(placement, left_out=LeftOut.PROTECTED))
        fault = self._fault(meta, failure, contents.fault_before(meta))
        passes = isinstance(failure, SourceError) and not failure.is_spoken
        kept = passes and keeps_text(fault, self._now) and not contents.is_unproven(meta.id)
        stored = self.index.stored_record(self.instance, meta.id) if kept else None
        return _record(meta, placement, _text_of(meta, stored.converted if stored else None), fault=fault)

    def _fault(self, meta: NoteMeta, failure: SourceError | UnpreparedNote, known: Fault | None) -> Fault:
        """The fault, after the one that was `known` of the same content."""
        self._faulty += 1
        if known is None or known.name != failure.name:  # logged once, not at every try
            log.warning("the content of note %s of %s can't be read: %s", meta.id, self.instance, failure)
        return fault_after(known, failure, self._now)


def resplit(record: NoteRecord) -> NoteRecord:
    """A stored note split anew, offline."""
    prepared = _text_of(record.meta, record.converted)
    return _record(record.meta, record.placement, prepared, known=record.digest, fault=record.fault)


def _is_fresh(cursor: Cursor, mark: str | None, now: datetime) -> bool:
    """Whether the server says that nothing changed, and the last whole comparison is not too old to believe it."""
    if mark is None or mark != cursor.change_mark or cursor.listed_at is None:
        return False
    age = now - datetime.fromisoformat(cursor.listed_at).astimezone(UTC)
    return timedelta() <= age < FULL_LISTING_EVERY  # one of the future is of a clock that was wrong


def _record(
    meta: NoteMeta,
    placement: Placement,
    prepared: Prepared | None = None,
    *,
    known: bytes | None = None,
    fault: Fault | None = None,
) -> NoteRecord:
    known = known or digest(meta, placement)
    if prepared is None:
        return NoteRecord(meta, placement, known)
    return NoteRecord.of(meta, placement, known, prepared, fault)


def _text_of(meta: NoteMeta, converted: Converted | None) -> Prepared:
    """A text as it is stored, made ready anew; without one, of the title and labels alone."""
    return prepare_text(meta.title, labels_of(meta), converted or _NO_TEXT)


def _batches(records: Iterable[NoteRecord], times: int) -> Iterator[list[NoteRecord]]:
    """The records in batches; when they end with a failure, what had come until then is given before it is raised."""
    batch: list[NoteRecord] = []
    size, failure = 0, None
    try:
        for record in records:
            batch.append(record)
            size += sum(len(section.text) for section in (record.converted or _NO_TEXT).sections)
            if len(batch) >= times * BATCH_NOTES or size >= times * BATCH_CHARS:
                yield batch
                batch, size = [], 0
    except SourceError as ended:
        failure = ended
    if batch:
        yield batch
    if failure is not None:
        raise failure
