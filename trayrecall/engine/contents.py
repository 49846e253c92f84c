"""The contents of the notes of one listing: fetched a few ahead, told from what is somebody else's, and prepared."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from itertools import islice

from trayrecall.core.areas import EMPTY_BLOB
from trayrecall.core.changes import LedgerEntry, blob_id
from trayrecall.core.errors import (
    NotSetUp,
    OtherContent,
    ServerFault,
    SourceError,
    TooLarge,
    UnpreparedNote,
    WrongToken,
)
from trayrecall.core.model import Fault, NoteId, NoteMeta
from trayrecall.core.ports import NoteSource
from trayrecall.core.prepare import Prepared, raw_note
from trayrecall.engine.workshop import Preparing

FETCH_THREADS = 4  # the sweet spot against one Trilium, and it stays responsive
FETCH_AHEAD = 96  # notes that may be ready before they are written: about twice what comes while a batch is,
CHARS_AHEAD = 4_000_000  # as long as they are together no longer than this
TOO_MANY_REQUESTS = 429
BELIEVED_AFTER = 4  # tries, a quarter of an hour

_UNPREPARED = UnpreparedNote.__name__  # of a fault
_STOP_ASKED_EVERY = 0.5  # seconds, while a note is waited for

# A note as it is prepared, or why its content could not be read or prepared.
Read = tuple[NoteMeta, Prepared | SourceError | UnpreparedNote]
# The same while it is prepared, and how long its content is.
_Coming = tuple[NoteMeta, "Future[Prepared] | SourceError", int]


class Contents:
    """What a server gives for the notes that it has `listed`, after it told that `mark`.

    `known` is the ledger, `stop` is asked between notes, `give_way` waits while somebody else is to go first.
    """

    def __init__(
        self,
        source: NoteSource,
        listed: Iterable[NoteMeta],
        known: Mapping[NoteId, LedgerEntry],
        mark: str | None,
        *,
        stop: Callable[[], bool],
        give_way: Callable[[], None],
    ) -> None:
        self._source, self._known, self._mark = source, known, mark
        self._stop, self._give_way = stop, give_way
        self._counting, self._chars_ahead = threading.Lock(), 0
        self._refused: SourceError | None = None  # what ends the run: nothing is asked any more
        # Whether a content, be it an empty one, has the blob that we say it has.
        self._hash_fits = any(meta.blob_id == EMPTY_BLOB for meta in listed)
        self._unproven: dict[NoteId, NoteMeta] = {}  # what came under another name before that was known

    def read(self, metas: Sequence[NoteMeta]) -> Generator[Read, None, None]:
        """The notes in this order. Raises the `SourceError` that concerns more than one of them, and ends when stopped."""
        with closing(self._read(metas)) as reads:
            yield from self._answered(reads)

    def disproved(self) -> list[NoteMeta]:
        """What was taken under another name than its blob's before it was known that this server's names tell."""
        return list(self._unproven.values()) if self._hash_fits else []

    def is_unproven(self, note_id: NoteId) -> bool:
        """Whether what came for the note, under another name than its blob's, was taken all the same."""
        return note_id in self._unproven

    def fault_before(self, meta: NoteMeta) -> Fault | None:
        """The fault that this same content had already."""
        entry = self._known.get(meta.id)
        same = entry is not None and (entry.blob_id, entry.mime) == (meta.blob_id, meta.mime)
        return entry.fault if entry is not None and same else None

    def _answered(self, reads: Iterable[Read]) -> Iterator[Read]:
        """What was read; raises the failures that concern more than one note.

        What Trilium says of a note is this note's alone. Anything else, be it a time-out, a page of a proxy or a broken
        connection, is told of the note only when the server answers all the same; else the run ends with the server's
        own failure, and no note is at fault.
        """
        doubtful: list[Read] = []
        for meta, found in reads:
            if isinstance(found, Prepared | UnpreparedNote):
                yield meta, found
                continue
            if _is_of_all(found):
                continue  # what came beside it is still told
            if found.is_spoken or isinstance(found, TooLarge):
                yield meta, found
                continue
            doubtful.append((meta, found))
            if len(doubtful) == FETCH_THREADS:
                self._source.app_version()
                yield from doubtful
                doubtful = []
        if self._refused is not None:
            raise self._refused
        if doubtful:
            self._source.app_version()
            yield from doubtful

    def _read(self, metas: Sequence[NoteMeta]) -> Generator[Read, None, None]:
        """The notes, a few ahead: they are fetched and prepared while others are written."""
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
        self._give_way()
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
            return self._source.content(meta.id)
        except SourceError as failure:
            if _is_of_all(failure):
                self._refused = failure
            return failure

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
        if self._source.change_mark() != self._mark:
            return held
        if not is_text or self._comes_always(meta, held):
            return meta
        if not self._hash_fits:  # yet, or on a server that makes its names in another way
            self._unproven[meta.id] = meta
            return meta
        return None

    def _comes_always(self, meta: NoteMeta, held: NoteMeta) -> bool:
        """Whether the same came so often, and for no other note, that it must be Trilium's.

        A content that was changed in the database by hand has the name of the one before.
        """
        fault = self.fault_before(meta)
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
