"""One sync of one instance: look, plan without I/O, apply. Runs on the index thread, which owns the write connection.

Nothing is deleted before a believable listing was compared, and the cursor moves with the last batch only: whatever
ends a sync early, the next one finds its work by comparing again.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import islice

from trayrecall.core.areas import EMPTY_BLOB, place
from trayrecall.core.changes import Changes, LedgerEntry, blob_id, compare, digest, taken_away
from trayrecall.core.errors import (
    ImplausibleListing,
    NoteGone,
    NotSetUp,
    OtherContent,
    ProtectedNote,
    ServerFault,
    SourceError,
    TooLarge,
    TrayRecallError,
    UnpreparedNote,
    WrongToken,
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
from trayrecall.core.prepare import Prepared, labels_of, prepare_text, raw_note
from trayrecall.core.storable import storable
from trayrecall.engine.schedule import fault_after, keeps_text
from trayrecall.engine.workshop import Preparing
from trayrecall.store.index import Index
from trayrecall.store.records import Cursor, NoteRecord

log = logging.getLogger(__name__)

FETCH_THREADS = 4  # the sweet spot against one Trilium, and it stays responsive
BATCH_NOTES = 100  # a commit costs as much as 20 notes
BATCH_CHARS = 1_000_000
RELABELLED = 10  # times as large are batches of mostly metadata: then what words change, change together
FETCH_AHEAD = 96  # notes that may be ready before they are written: about twice what comes while a batch is,
CHARS_AHEAD = 4 * BATCH_CHARS  # as long as they are together no longer than this
FULL_LISTING_EVERY = timedelta(minutes=30)
SYNCED_WITHIN = timedelta(hours=1)  # servers that are synced with each other
TOO_MANY_REQUESTS = 429
BELIEVED_AFTER = 4  # tries, a quarter of an hour

_NO_TEXT = Converted(())
_UNPREPARED = UnpreparedNote.__name__  # of a fault
_STOP_ASKED_EVERY = 0.5  # seconds, while a note is waited for

# A note, or why its content could not be read or prepared.
_Read = tuple[NoteMeta, NoteRecord | SourceError | UnpreparedNote]
# The same while it is prepared, and how long its content is.
_Coming = tuple[NoteMeta, "Future[Prepared] | SourceError", int]
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
        self._mark: str | None = None  # read before the listing
        self._counting, self._chars_ahead = threading.Lock(), 0
        self._refused: SourceError | None = None  # what ends the run: nothing is asked any more
        self._heeded_until: str | None = None
        self._hash_fits = False  # whether a content, be it an empty one, has the blob that we say it has
        self._unproven: dict[NoteId, NoteMeta] = {}  # what came under another name before that was known

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
        mark = self._mark = self.source.change_mark()
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
        done = self._apply(changes, placements)
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
        self._hash_fits = any(meta.blob_id == EMPTY_BLOB for meta in listed)
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

    def _apply(self, changes: Changes, placements: Mapping[NoteId, Placement]) -> bool:
        """Carry the plan out; False when it was stopped."""
        # What must go, goes first and at once.
        gone = [_record(meta, placements[meta.id]) for meta in changes.leave_out]
        if gone or changes.delete:
            self._write(lambda: self._purge(gone, changes.delete))
        self._work, self._done = len(changes.relabel) + len(changes.fetch), 0
        lost: list[NoteMeta] = []  # of those to relabel, what has no text any more
        return (
            self._store(self._relabelled(changes.relabel, placements, lost), RELABELLED)
            and self._store(self._fetched([*changes.fetch, *lost], placements))
            and self._store(self._fetched(self._disproved(), placements))
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
        self, metas: Sequence[NoteMeta], placements: Mapping[NoteId, Placement]
    ) -> Generator[NoteRecord, None, None]:
        """Notes with new content, newest first."""
        newest = sorted(metas, key=lambda meta: meta.utc_modified, reverse=True)
        with closing(self._read(newest, placements)) as reads:
            for meta, found in self._answered(reads):
                if isinstance(found, NoteRecord):
                    yield found
                elif not isinstance(found, NoteGone):  # deleted since the listing: the next one lacks it
                    yield self._unread(meta, placements[meta.id], found)

    def _answered(self, reads: Iterable[_Read]) -> Iterator[_Read]:
        """The same; raises the failures that concern more than one note.

        What Trilium says of a note is this note's alone. Anything else, be it a time-out, a page of a proxy or a broken
        connection, is told of the note only when the server answers all the same; else the run ends with the server's
        own failure, and no note is at fault.
        """
        doubtful: list[_Read] = []
        for meta, found in reads:
            if isinstance(found, NoteRecord | UnpreparedNote):
                yield meta, found
                continue
            if _is_of_all(found):
                continue  # what came beside it is still told
            if found.is_spoken or isinstance(found, TooLarge):
                yield meta, found
                continue
            doubtful.append((meta, found))
            if len(doubtful) == FETCH_THREADS:
                self.source.app_version()
                yield from doubtful
                doubtful = []
        if self._refused is not None:
            raise self._refused
        if doubtful:
            self.source.app_version()
            yield from doubtful

    def _unread(
        self, meta: NoteMeta, placement: Placement, failure: SourceError | UnpreparedNote
    ) -> NoteRecord:
        """A note whose content can't be read or prepared: it is found by title and labels, and for a while by its older text.

        One that was protected since the listing is left out at once.
        """
        if isinstance(failure, ProtectedNote):
            return _record(meta, replace(placement, left_out=LeftOut.PROTECTED))
        fault = self._fault(meta, failure)
        passes = isinstance(failure, SourceError) and not failure.is_spoken
        kept = passes and keeps_text(fault, self._now) and meta.id not in self._unproven
        stored = self.index.stored_record(self.instance, meta.id) if kept else None
        return _record(meta, placement, _text_of(meta, stored.converted if stored else None), fault=fault)

    def _read(
        self, metas: Sequence[NoteMeta], placements: Mapping[NoteId, Placement]
    ) -> Generator[_Read, None, None]:
        """Notes in this order, a few ahead: they are fetched and prepared while batches are written."""
        # The children end before the threads, which may wait for one of them.
        with (
            ThreadPoolExecutor(FETCH_THREADS, thread_name_prefix="fetch") as pool,
            closing(Preparing(len(metas))) as preparing,
        ):
            ahead: deque[Future[_Coming]] = deque()
            waiting = iter(metas)
            try:
                while True:
                    most = FETCH_AHEAD if self._chars_ahead < CHARS_AHEAD else FETCH_THREADS
                    for meta in islice(waiting, max(0, most - len(ahead)) if self._refused is None else 0):
                        ahead.append(pool.submit(self._read_one, meta, preparing))
                    if not ahead or self._stop():
                        return
                    meta, found, length = ahead.popleft().result()
                    self._count_ahead(-length)
                    made = found if isinstance(found, SourceError) else self._prepared(found)
                    if made is None:
                        return
                    if isinstance(made, Prepared):
                        yield meta, _record(meta, placements[meta.id], made)
                    else:
                        yield meta, made
            finally:
                for future in ahead:
                    future.cancel()

    def _prepared(self, coming: Future[Prepared]) -> Prepared | UnpreparedNote | None:
        """The note when it is prepared, or why it can't be; None when the sync is stopped before."""
        while True:
            try:
                return coming.result(_STOP_ASKED_EVERY)
            except UnpreparedNote as failure:
                return failure
            except TimeoutError:
                if self._stop():
                    return None

    def _read_one(self, meta: NoteMeta, preparing: Preparing) -> _Coming:
        self.index.give_way()
        content: str | SourceError = self._content(meta)
        held: NoteMeta | None = meta
        if isinstance(content, str) and not self._fits(meta, content):
            content = self._content(meta)  # changed for a moment, and back? The second look counts
            if isinstance(content, str):
                held = self._as_held(meta, content)
        if isinstance(content, SourceError):
            return meta, content, 0
        if held is None:
            return meta, OtherContent(_blob_of(content)), 0
        self._count_ahead(len(content))
        entry = self._known.get(meta.id)
        was_unprepared = entry is not None and entry.fault is not None and entry.fault.name == _UNPREPARED
        return held, preparing.prepare(raw_note(meta, content), apart=was_unprepared), len(content)

    def _count_ahead(self, characters: int) -> None:
        with self._counting:
            self._chars_ahead += characters

    def _content(self, meta: NoteMeta) -> str | SourceError:
        """One note's content, or why it could not be read. Nothing more is asked once a failure concerns all notes."""
        if meta.blob_id == EMPTY_BLOB or meta.blob_id is None:
            return ""
        if self._refused is not None:
            return self._refused
        try:
            return self.source.content(meta.id)
        except SourceError as failure:
            if _is_of_all(failure):
                self._refused = failure
            return failure

    def _fault(self, meta: NoteMeta, failure: TrayRecallError) -> Fault:
        self._faulty += 1
        known = self._fault_before(meta)
        if known is None or known.name != failure.name:  # logged once, not at every try
            log.warning("the content of note %s of %s can't be read: %s", meta.id, self.instance, failure)
        return fault_after(known, failure, self._now)

    def _fault_before(self, meta: NoteMeta) -> Fault | None:
        """The fault that this same content had already."""
        entry = self._known.get(meta.id)
        same = entry is not None and (entry.blob_id, entry.mime) == (meta.blob_id, meta.mime)
        return entry.fault if entry is not None and same else None

    def _fits(self, meta: NoteMeta, content: str) -> bool:
        """Whether what came is what was listed, as far as the name of its blob tells."""
        if meta.blob_id is None:
            return True
        fits = meta.blob_id == _blob_of(content)
        self._hash_fits |= fits
        return fits

    def _as_held(self, meta: NoteMeta, content: str) -> NoteMeta | None:
        """The note under the blob of what came, when it was changed since the listing: it may change back unseen.

        None when it can't have been changed, so that what came is somebody else's.
        """
        if self._fits(meta, content):
            return meta
        held = replace(meta, blob_id=_blob_of(content))
        is_text = "\ufffd" not in content  # bytes that are no text arrive as others and never fit
        if self._mark is None:
            return held if self._hash_fits and is_text else meta
        if self.source.change_mark() != self._mark:
            return held
        if not is_text or self._comes_always(meta, held):
            return meta
        if not self._hash_fits:  # yet, or on a server that makes its names in another way
            self._unproven[meta.id] = meta
            return meta
        return None

    def _disproved(self) -> list[NoteMeta]:
        """What was taken under another name than its blob's before it was known that this server's names tell."""
        return list(self._unproven.values()) if self._hash_fits else []

    def _comes_always(self, meta: NoteMeta, held: NoteMeta) -> bool:
        """Whether the same came so often, and for no other note, that it must be Trilium's.

        A content that was changed in the database by hand has the name of the one before.
        """
        fault = self._fault_before(meta)
        if (
            fault is None
            or fault.tries < BELIEVED_AFTER
            or fault.detail != str(OtherContent(held.blob_id or ""))
        ):
            return False
        return sum(e.fault is not None and e.fault.detail == fault.detail for e in self._known.values()) == 1


def _blob_of(content: str) -> str:
    return blob_id(content.encode("utf-8", "replace"))


def _is_of_all(failure: SourceError) -> bool:
    """Whether the next note would fail in the same way, or the server asks to be left alone."""
    if isinstance(failure, ServerFault):
        return failure.retry_after is not None or failure.status == TOO_MANY_REQUESTS
    return isinstance(failure, WrongToken | NotSetUp)


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
