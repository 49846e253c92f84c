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
from trayrecall.core.changes import Changes, LedgerEntry, blob_id, compare, digest
from trayrecall.core.convert.plain import without_surrogates
from trayrecall.core.errors import (
    BadRequest,
    HtmlInsteadOfJson,
    ImplausibleListing,
    NoteGone,
    ProtectedNote,
    ServerFault,
    SourceError,
    SourceTimeout,
    TrayRecallError,
    UnpreparedNote,
)
from trayrecall.core.model import AreaRule, Converted, Fault, InstanceId, NoteId, NoteMeta, Placement
from trayrecall.core.ports import NoteSource, SecondOpinion
from trayrecall.core.prepare import Prepared, labels_of, prepare_text, raw_note
from trayrecall.engine.schedule import fault_after
from trayrecall.engine.workshop import Preparing
from trayrecall.store.index import Index
from trayrecall.store.records import Cursor, NoteRecord

log = logging.getLogger(__name__)

FETCH_THREADS = 4  # the sweet spot against one Trilium, and it stays responsive
BATCH_NOTES = 100  # a commit costs as much as 20 notes
BATCH_CHARS = 1_000_000
FETCH_AHEAD = 96  # notes that may be ready before they are written: about twice what comes while a batch is,
CHARS_AHEAD = 4 * BATCH_CHARS  # as long as they are together no longer than this
FULL_LISTING_EVERY = timedelta(minutes=30)

# Failures of one note that leave the rest of the run alone; a time-out does as long as other notes still come.
_NOTE_FAULTS = (ServerFault, BadRequest, ProtectedNote, HtmlInsteadOfJson, SourceTimeout)

_UNPREPARED = UnpreparedNote.__name__  # of a fault
_STOP_ASKED_EVERY = 0.5  # seconds, while a note is waited for

# A note, or the failure that concerns this note alone.
_Read = tuple[NoteMeta, NoteRecord | SourceError | UnpreparedNote]
# The same while it is prepared, and how long its content is.
_Coming = tuple[NoteMeta, "Future[Prepared] | SourceError", int]
Progress = Callable[[int, int], None]  # notes done, notes to do
Write = Callable[
    [Callable[[], None]], None
]  # carries a job out on the thread that writes, and waits for its end


@dataclass(frozen=True, slots=True)
class SyncReport:
    """What one sync did."""

    unchanged: bool = False
    deferred: bool = (
        False  # something changed, but a full comparison would take too much of the server's time yet
    )
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
        self._mark: str | None = None  # read before the listing
        self._counting, self._chars_ahead = threading.Lock(), 0
        self._hash_fits = False  # whether a content of this run had the blob that we say it has

    def run(
        self, now: datetime, *, full: bool = False, accept_deletions: bool = False, may_list: bool = True
    ) -> SyncReport:
        """Bring the index up to the server. Raises `SourceError` and `ImplausibleListing`; done batches stay.

        Without `may_list` only the change mark is asked for.
        """
        self._now = now
        cursor = self.index.cursor(self.instance)
        # Read before the listing: a change in between is seen next time.
        mark = self._mark = self.source.change_mark()
        if not full and _is_fresh(cursor, mark, now):
            self._write(lambda: self.index.confirm(self.instance, Cursor(mark, now.isoformat())))
            return SyncReport(unchanged=True)
        if not may_list and not full:
            return SyncReport(deferred=True)
        began = time.monotonic()
        listing = self.source.listing()
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
        self._known = self.index.ledger(self.instance)
        changes = compare(
            self._known, listing, placements, accept_deletions=accept_deletions, retry=self._retry
        )
        return changes, placements

    def _apply(self, changes: Changes, placements: Mapping[NoteId, Placement]) -> bool:
        """Carry the plan out; False when it was stopped."""
        # What must go, goes first and at once.
        gone = [_record(meta, placements[meta.id]) for meta in changes.leave_out]
        if gone or changes.delete:
            self._write(lambda: self._purge(gone, changes.delete))
        work = len(changes.relabel) + len(changes.fetch)
        done = 0
        for records in (
            self._relabelled(changes.relabel, placements),
            self._fetched(changes.fetch, placements),
        ):
            with closing(records):  # its threads end here, whatever happens
                for batch in _batches(records):
                    self._put(batch)
                    done += len(batch)
                    self._progress(done, work)
                    if self._stop():
                        return False
        return not self._stop()

    def _purge(self, gone: Sequence[NoteRecord], deleted: Sequence[NoteId]) -> None:
        self.index.put(self.instance, gone, delete=deleted)
        self.index.database.checkpoint()  # also out of the log

    def _put(self, batch: Sequence[NoteRecord]) -> None:
        self._write(lambda: self.index.put(self.instance, batch))

    def _relabelled(
        self, metas: Sequence[NoteMeta], placements: Mapping[NoteId, Placement]
    ) -> Generator[NoteRecord, None, None]:
        """Notes whose text is the same: split again from what is stored, because title and labels are embedded too."""
        for meta in metas:
            stored = self.index.stored_record(self.instance, meta.id)
            text = _text_of(meta, stored.converted if stored else None)
            fault = stored.fault if stored else None  # what could not be read is still to be asked for
            yield _record(meta, placements[meta.id], text, fault=fault)

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
                    yield _record(
                        meta, placements[meta.id], _text_of(meta, None), fault=self._fault(meta, found)
                    )

    def _answered(self, reads: Iterable[_Read]) -> Iterator[_Read]:
        """The same; a content that doesn't come in time is told only when the server is known to answer meanwhile.

        Else it is busy, the run ends with `SourceTimeout`, and no note is at fault.
        """
        late: list[_Read] = []
        for meta, found in reads:
            if isinstance(found, SourceTimeout):
                late.append((meta, found))
                if len(late) == FETCH_THREADS:
                    self.source.app_version()
            else:
                yield meta, found
            if len(late) == FETCH_THREADS or not isinstance(found, SourceTimeout):
                yield from late
                late = []
        if late:
            self.source.app_version()
            yield from late

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
                    for meta in islice(waiting, max(0, most - len(ahead))):
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
        content, held = self._content(meta), meta
        if isinstance(content, str) and not self._fits(meta, content):
            content = self._content(meta)  # changed for a moment, and back? The second look counts
            held = meta if isinstance(content, SourceError) else self._as_held(meta, content)
        if isinstance(content, SourceError):
            return meta, content, 0
        self._count_ahead(len(content))
        entry = self._known.get(meta.id)
        was_unprepared = entry is not None and entry.fault is not None and entry.fault.name == _UNPREPARED
        return held, preparing.prepare(raw_note(meta, content), apart=was_unprepared), len(content)

    def _count_ahead(self, characters: int) -> None:
        with self._counting:
            self._chars_ahead += characters

    def _content(self, meta: NoteMeta) -> str | SourceError:
        """One note's content, or the failure that concerns this note alone. Other failures end the run."""
        if meta.blob_id == EMPTY_BLOB or meta.blob_id is None:
            return ""
        try:
            return self.source.content(meta.id)
        except (*_NOTE_FAULTS, NoteGone) as failure:
            return failure

    def _fault(self, meta: NoteMeta, failure: TrayRecallError) -> Fault:
        self._faulty += 1
        entry = self._known.get(meta.id)
        same = entry is not None and (entry.blob_id, entry.mime) == (meta.blob_id, meta.mime)
        known = entry.fault if entry is not None and same else None
        if known is None or known.name != failure.name:  # logged once, not at every try
            log.warning("note %s of %s is indexed by its title only: %s", meta.id, self.instance, failure)
        return fault_after(known, failure, self._now)

    def _fits(self, meta: NoteMeta, content: str) -> bool:
        """Whether what came is what was listed, as far as the name of its blob tells."""
        if meta.blob_id is None:
            return True
        fits = meta.blob_id == _blob_of(content)
        self._hash_fits |= fits
        return fits

    def _as_held(self, meta: NoteMeta, content: str) -> NoteMeta:
        """The note under the blob of what came, when it was changed since the listing: it may change back unseen."""
        if self._fits(meta, content):
            return meta
        held = replace(meta, blob_id=_blob_of(content))
        if self._mark is not None:  # on a server at rest what came is what was listed, whatever it is called
            return meta if self.source.change_mark() == self._mark else held
        # Bytes that are no text arrive as others and never fit.
        return held if self._hash_fits and "\ufffd" not in content else meta


def _blob_of(content: str) -> str:
    return blob_id(content.encode("utf-8", "replace"))


def storable(meta: NoteMeta) -> NoteMeta:
    """The note with halves of surrogate pairs replaced: JSON can hold them in a title or label, no file can."""
    told = [meta.title, *(part for a in meta.attributes for part in (a.name, a.value))]
    if "".join(told).isascii() or all(text == without_surrogates(text) for text in told):
        return meta
    attributes = tuple(
        replace(a, name=without_surrogates(a.name), value=without_surrogates(a.value))
        for a in meta.attributes
    )
    return replace(meta, title=without_surrogates(meta.title), attributes=attributes)


def resplit(record: NoteRecord) -> NoteRecord:
    """A stored note split anew, offline."""
    prepared = _text_of(record.meta, record.converted)
    return _record(record.meta, record.placement, prepared, known=record.digest, fault=record.fault)


def _is_fresh(cursor: Cursor, mark: str | None, now: datetime) -> bool:
    """Whether the server says that nothing changed, and the last whole comparison is not too old to believe it."""
    if mark is None or mark != cursor.change_mark or cursor.listed_at is None:
        return False
    return now - datetime.fromisoformat(cursor.listed_at).astimezone(UTC) < FULL_LISTING_EVERY


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
    return prepare_text(meta.title, labels_of(meta), converted or Converted(()))


def _batches(records: Iterable[NoteRecord]) -> Iterator[list[NoteRecord]]:
    batch: list[NoteRecord] = []
    size = 0
    for record in records:
        batch.append(record)
        size += sum(len(passage.text) for passage in record.passages)
        if len(batch) >= BATCH_NOTES or size >= BATCH_CHARS:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch
