"""Writing the index: notes with their sections, passages and terms, the ledger, and vectors by content hash.

A vector belongs to the text it was made from, not to a place: two notes with the same passage share one vector, a note
that moves keeps its vectors, and "pending" is simply every passage whose text has no vector in the current space.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

import apsw
import numpy as np

from trayrecall.core.changes import SAID_OF_ITSELF, LedgerEntry
from trayrecall.core.errors import StoreError
from trayrecall.core.gate import Gate
from trayrecall.core.linguist import QT_TRANSLATE_NOOP
from trayrecall.core.model import Decision, Fingerprint, InstanceId, LeftOut, NoteId
from trayrecall.core.pausing import Pause
from trayrecall.core.ports import Matrix
from trayrecall.store import decisions, pauses, reading, writing
from trayrecall.store.compaction import compact
from trayrecall.store.cursors import Cursors
from trayrecall.store.damage import DamagedStore, may_pass, remove_set_aside
from trayrecall.store.database import Database, column, number, rows
from trayrecall.store.gate import off_topic, stored_gate
from trayrecall.store.kin import forget_taken_away, note_taken_away
from trayrecall.store.records import Cursor, NoteRecord, PendingText
from trayrecall.store.repair import mend, stray_rows, word_faults
from trayrecall.store.vectors import MirrorRow, Neutral, VectorMirror

_NO_SPACE = 0  # of a fingerprint that has no vectors: every passage is pending in it

log = logging.getLogger(__name__)


class Index:
    """The write side of the index. One thread writes; `mirror` holds the vectors of `space` for searching."""

    def __init__(self, database: Database, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.database = database
        self.mirror: VectorMirror | None = None
        self.space: int | None = None
        self.gate = Gate()  # of the space
        self.notice: str | None = None  # one line for a person: the file was damaged, and what became of it
        self._changing = threading.RLock()
        self._opened: tuple[Fingerprint, Callable[[], Mapping[str, Neutral]]] | None = None
        self._cursors = Cursors(database, clock)
        self._false_alarms = 0
        self._too_full = False
        self.on_purge: Callable[[InstanceId, Sequence[NoteId]], None] = lambda *_: None  # told of what left
        self.give_way: Callable[[], None] = lambda: None  # before each note that is read or written; may wait
        self.rebuilt = 0  # rises when notes were lost to a damage: what was planned before no longer holds
        self._removals: Counter[InstanceId] = Counter()
        self._pauses: Sequence[Pause] = ()  # as they were read or written last

    @classmethod
    def open(cls, path: Path, *, writable: bool = True) -> Index:
        """The index in this file; the writer sets a damaged file aside and mends what is out of step.

        Both are told in `notice`. Raises `StoreError`.
        """
        if not writable:
            return cls(Database(path, writable=False))
        database, told = Database.open_or_rebuild(path)
        index = cls(database)
        index.notice = told
        try:
            index._look_over()
            index.mend()
        except BaseException:
            database.close()
            raise
        return index

    def _look_over(self) -> None:
        try:
            if self.check(thorough=self.database.unclean):
                self.database.damaged = True
        except DamagedStore as failure:
            log.warning("%s", failure)  # and the database knows

    # ---- being whole

    def check(self, *, thorough: bool = True) -> list[str]:
        """What doesn't belong together in the file, one line a kind; nothing when all is well.

        A thorough check compares the word index with its text too, which takes 2 ms a megabyte and the write lock.
        """
        found: list[str] = []
        if thorough:
            self.database.run(lambda connection: found.extend(word_faults(connection)))
        with self.database.read() as connection:
            return found + stray_rows(connection)

    def repair(self) -> None:
        """Make the words anew from the stored text and drop what belongs to nothing, in one transaction.

        Notes that lost text are forgotten: the next sync fetches them again.
        """
        with self._changing:
            self.flush()
            with self.database.write() as connection:
                mend(connection)
            self.rebuilt += 1
            if self._opened is not None:
                self._open_space(*self._opened)

    def mend(self) -> str | None:
        """After SQLite found damage, mend what can be mended, else begin the file anew; None when nothing was done.

        Costs nothing as long as nothing was found. For the thread that writes, outside of a write; the next sync fills
        in what was lost. What was done is also kept in `notice`.
        """
        if not self.database.damaged:
            return None
        with self._changing:
            told = self._mended()
            if told is None:
                told = self.database.begin_anew()
                self._start_over()
            self.notice = told or self.notice
            return told or None

    def _mended(self) -> str | None:
        """What was mended in place; nothing for a false alarm or when it can't be now, None when it can't be at all."""
        try:
            if not self.database.is_whole():
                return None
            found = self.check()
            if not found:
                self._false_alarms += 1
                if self._false_alarms > 1:
                    return None
            else:
                self.repair()
        except StoreError as failure:
            log.warning("the index file can't be mended: %s", failure)
            return "" if may_pass(failure) else None  # then it is tried again
        self.database.damaged = False
        if not found:
            return ""
        log.warning("the index was out of step: %s", "; ".join(found))
        return QT_TRANSLATE_NOOP(
            "errors", "The index was out of step with itself and was mended; what was lost is fetched again."
        )

    def _start_over(self) -> None:
        """After the file was begun anew: no passage gets a number that a query or a session still holds."""
        self.rebuilt += 1
        used = self.mirror.highest() if self.mirror is not None else 0
        with self.database.write() as connection:
            connection.execute("INSERT INTO sqlite_sequence(name, seq) VALUES ('passage', ?)", (used,))
            pauses.replace_all(connection, self._pauses)  # no server could give them back
        self._cursors.forget()
        self.mirror = self.space = None
        self.gate = Gate()
        if self._opened is not None:
            self._open_space(*self._opened)

    def drop_set_aside(self) -> None:
        """Delete the damaged files that were set aside: all that they held is in the index again, or was taken away."""
        try:
            removed = remove_set_aside(self.database.path)
        except OSError as failure:
            log.warning("a damaged index file can't be deleted: %s", failure.strerror)
            return
        if removed:
            self.notice = QT_TRANSLATE_NOOP(
                "errors", "The index file was damaged, and the index was built anew from Trilium."
            )
            log.info("%d damaged index files were deleted", removed)

    def compact_if_worth(self, stop: Callable[[], bool] = lambda: False) -> bool:
        """Give space back after much was purged; True when it was done. Readers go on meanwhile.

        `stop` is asked between small steps and ends it early. When it fails, e.g. because the disk is full, it is left
        alone until the next start.
        """
        if self._too_full:
            return False
        with self._changing:
            try:
                return compact(self.database, stop)
            except StoreError as failure:
                self._too_full = True
                log.warning("the index file can't be made smaller: %s", failure)
                return False

    # ---- instances and ledger

    def cursor(self, instance: InstanceId) -> Cursor:
        """How far the instance is known; empty when it was never synced."""
        return self._cursors.of(instance)

    def ledger(self, instance: InstanceId) -> dict[NoteId, LedgerEntry]:
        """Every note of the instance's last listing, those left out included."""
        with self.database.read() as connection:
            found = rows(
                connection,
                "SELECT note_id, blob_id, type, mime, digest, left_out, fault, fault_detail, fault_tries, fault_retry_at"
                " FROM note WHERE instance = ?",
                (instance,),
            )
        return {
            NoteId(note_id): LedgerEntry(
                blob, kind, mime, digest, LeftOut(out) if out else None, writing.fault_of(*fault)
            )
            for note_id, blob, kind, mime, digest, out, *fault in found
        }

    def note_count(self, instance: InstanceId) -> int:
        """How many notes the instance's last listing had, those left out included."""
        with self.database.read() as connection:
            return number(connection, "SELECT count(*) FROM note WHERE instance = ?", (instance,))

    def confirm(self, instance: InstanceId, cursor: Cursor) -> None:
        """Note that the index equals the server at this time.

        When nothing but the time is new, it is kept in memory and written every ten minutes and at the end: a machine
        on which nothing happens writes nothing. All readers of this process see it at once.
        """
        self._cursors.confirm(instance, cursor)

    def flush(self) -> None:
        """Write the times that are kept in memory."""
        self._cursors.flush()

    def generation(self, instance: InstanceId) -> tuple[int, int]:
        """Another value once notes of the instance were lost or removed: what was planned before no longer holds."""
        return self.rebuilt, self._removals[instance]

    def remove_instance(self, instance: InstanceId) -> None:
        """Forget an instance with all its notes."""
        with self._changing:
            with self.database.write() as connection:
                keys = column(connection, "SELECT key FROM note WHERE instance = ?", (instance,))
                removed, hashes = writing.delete_notes(connection, keys)
                writing.forget_words(connection)
                writing.drop_vectors(connection, writing.orphans(connection, hashes))
                decisions.forget_instance(connection, instance)
                connection.execute("DELETE FROM taken_away WHERE instance = ?", (instance,))
                connection.execute("DELETE FROM instance WHERE id = ?", (instance,))
            self._removals[instance] += 1
            self._cursors.are_written(instance)
            self._after(removed, [])

    # ---- notes

    def put(
        self,
        instance: InstanceId,
        records: Sequence[NoteRecord] = (),
        *,
        delete: Sequence[NoteId] = (),
        reembed: bool = False,
        heeded_until: str | None = None,
    ) -> None:
        """Write one batch: notes, their terms and deletions, in one transaction.

        What a person took away is hidden on other servers too, while these were confirmed before `heeded_until` (ISO
        8601 UTC); without it their copies stay.

        A text that stays keeps its vector, unless `reembed` says that all vectors of these notes are to be made anew.
        A note whose text stays, as after a move, keeps its terms too. Replaced words may stay until `forget_words`.
        """
        purged = [*delete, *(r.meta.id for r in records if r.placement.left_out is not None)]
        by_a_person = [*delete, *(r.meta.id for r in records if r.placement.left_out in SAID_OF_ITSELF)]
        with self._changing:
            with self.database.write() as connection:
                connection.execute("INSERT OR IGNORE INTO instance(id) VALUES (?)", (instance,))
                gone = set(delete)
                if by_a_person and heeded_until is not None:
                    note_taken_away(connection, instance, by_a_person, heeded_until)
                staying = [] if reembed else [r for r in records if r.meta.id not in gone]
                kept = writing.with_same_text(connection, instance, staying)
                fresh = [record for record in records if record.meta.id not in kept]
                removed, added = self._replace(connection, instance, fresh, delete, reembed=reembed)
                moved = writing.update_notes(connection, instance, records, kept)
                there = (r.meta.id for r in records if r.placement.left_out is None)
                forget_taken_away(connection, instance, there)
                if purged:
                    writing.forget_words(connection)
                    decisions.forget_notes(connection, instance, purged)
            self._after(removed, added, moved)
            if purged:
                self.on_purge(instance, purged)

    def _replace(
        self,
        connection: apsw.Connection,
        instance: InstanceId,
        records: Sequence[NoteRecord],
        delete: Sequence[NoteId],
        *,
        reembed: bool,
    ) -> tuple[list[int], list[int]]:
        """Write these notes in place of what is stored of them, and take others out; the passages that went and came."""
        replaced = [*delete, *(record.meta.id for record in records)]
        removed, hashes = writing.delete_notes(connection, writing.note_keys(connection, instance, replaced))
        if reembed:
            removed += writing.passages_of(connection, hashes)  # other notes may hold the same text
        added: list[int] = []
        for record in records:
            self.give_way()
            added += writing.insert_note(connection, instance, record)
        writing.drop_vectors(connection, hashes if reembed else writing.orphans(connection, hashes))
        return removed, added

    def forget_words(self) -> None:
        """Take out of the file what many replaced passages left in its word index, if any did."""
        with self.database.read() as connection:
            owed = writing.owes_words(connection)
        if owed:
            with self.database.write(counts=False) as connection:
                writing.forget_words(connection)
            self.database.checkpoint()  # also out of the log

    def retry_now(self, instance: InstanceId, note_id: NoteId | None) -> None:
        """Let the next sync ask for contents that couldn't be read: of one note, or of all of the instance."""
        with self.database.write() as connection:
            connection.execute(
                "UPDATE note SET fault_retry_at = '' WHERE instance = ?1 AND fault IS NOT NULL"
                " AND (?2 IS NULL OR note_id = ?2)",
                (instance, note_id),
            )

    def put_decisions(
        self,
        made: Sequence[Decision],
        oldest: str | None,
        counts: Mapping[str, Mapping[str, int]] = MappingProxyType({}),
    ) -> None:
        """Keep these decisions, and forget those older than `oldest`; None forgets all that were kept before.

        `counts` are added to those of each day (YYYY-MM-DD); they hold no text and stay.
        """
        with self.database.write(counts=False) as connection:
            decisions.prune(connection, oldest)
            for decision in made:
                decisions.insert(connection, decision)
            for day, numbers in counts.items():
                decisions.count(connection, day, numbers)

    def pauses(self) -> list[Pause]:
        """What a person has paused, also what is over."""
        with self.database.read() as connection:
            found = self._pauses = pauses.stored(connection)
        return found

    def put_pauses(self, held: Sequence[Pause]) -> None:
        """Keep these pauses and no others."""
        with self.database.write(counts=False) as connection:
            pauses.replace_all(connection, held)
        self._pauses = tuple(held)

    def stored_record(self, instance: InstanceId, note_id: NoteId) -> NoteRecord | None:
        """An indexed note as it was put, without its passages; None when it is unknown or left out."""
        with self.database.read() as connection:
            found = rows(
                connection,
                "SELECT key, title, type, mime, blob_id, digest, area, path, path_ids, utc_created, utc_modified,"
                " attributes, links, partial, journal_date, given_by, fault, fault_detail, fault_tries, fault_retry_at FROM note"
                " WHERE instance = ? AND note_id = ? AND left_out IS NULL",
                (instance, note_id),
            )
            if not found:
                return None
            sections = reading.sections(connection, found[0][0])
        return writing.stored_note(note_id, found[0], sections)

    # ---- vectors

    def open_space(
        self, fingerprint: Fingerprint, neutral: Callable[[], Mapping[str, Neutral]] = dict
    ) -> None:
        """Use the vectors of this fingerprint; a new fingerprint starts empty and everything is pending.

        `neutral` tells where each language's texts lie; it is asked once in the life of a space. Vectors that can't be
        read are a damage, and are mended at once.
        """
        with self._changing:
            self._opened = fingerprint, neutral
            try:
                self._open_space(fingerprint, neutral)
            except StoreError:
                if not self.mend():  # which opens the space again
                    raise

    def _open_space(self, fingerprint: Fingerprint, neutral: Callable[[], Mapping[str, Neutral]]) -> None:
        with self._changing:
            with self.database.read() as connection:
                known = writing.space_of(connection, fingerprint)
            if known is None:
                means = neutral()
                with self.database.write() as connection:
                    writing.create_space(connection, fingerprint, means)
            try:
                self.load_mirror(fingerprint)
            except StoreError as failure:
                if isinstance(failure.__cause__, apsw.SQLError):  # so vec0 tells of rows that it can't read
                    self.database.damaged = True
                raise

    def load_mirror(self, fingerprint: Fingerprint) -> None:
        """Read the vectors of a fingerprint into memory, when the file has any of it."""
        with self._changing, self.database.read() as connection:
            space = writing.space_of(connection, fingerprint)
            if space is None:
                self.space = _NO_SPACE
                return
            mirror = writing.mirror_of(connection, space, fingerprint.dimension)
            mirror.set_off_topic(off_topic(connection, space))
            self.space, self.mirror, self.gate = space, mirror, stored_gate(connection, space)

    def find_space(self, fingerprint: Fingerprint) -> None:
        """Tell of the vectors of a fingerprint, when the file has any of it, without reading them."""
        with self.database.read() as connection:
            self.space = writing.space_of(connection, fingerprint) or _NO_SPACE
            self.gate = stored_gate(connection, self.space)

    def pending_count(self) -> int:
        """How many passages have no vector in the current space; until one is opened, in any that is stored."""
        with self.database.read() as connection:
            return reading.pending_count(connection, self.space)

    def pending(self, limit: int, without: Collection[bytes] = ()) -> list[PendingText]:
        """Texts without a vector in the current space, but for these: wiki and journal first, then newest first.

        They are those of `limit` passages; copies of one text come once.
        """
        with self.database.read() as connection:
            return reading.pending(connection, self.space, limit, without)

    def put_vectors(self, hashes: Sequence[bytes], matrix: Matrix) -> list[bytes]:
        """Store one batch of vectors in one transaction; a text that went meanwhile is left away.

        A zero vector, or one with a NaN, has no direction to compare: it is never stored. Returns the texts of those.
        """
        lengths = np.linalg.norm(matrix, axis=1)
        usable = np.isfinite(lengths) & (lengths > 0)
        with self._changing:
            added: list[int] = []
            with self.database.write() as connection:
                for digest, vector, good in zip(hashes, matrix, usable, strict=True):
                    if good:
                        blob = vector.astype(np.float32).tobytes()
                        added += writing.insert_vector(connection, self.space, digest, blob)
            self._after([], added)
        return [digest for digest, good in zip(hashes, usable, strict=True) if not good]

    def drop_other_spaces(self, refused: Collection[bytes] = ()) -> int:
        """Forget the vectors of all spaces but the current one, once that one is complete; how many spaces went.

        `refused` are texts that the model gives no vector for: they don't keep the space from being complete.
        """
        with self._changing:
            if self.space is None:
                return 0
            with self.database.read() as connection:
                waiting = column(
                    connection,
                    f"SELECT DISTINCT p.hash FROM passage p WHERE {reading.WITHOUT_VECTOR}",
                    (self.space,),
                )
                if any(bytes(digest) not in refused for digest in waiting):
                    return 0
                others = column(connection, "SELECT id FROM space WHERE id <> ?", (self.space,))
            if others:
                with self.database.write() as connection:
                    for space in others:
                        writing.drop_space(connection, space)
            return len(others)

    def _after(self, removed: list[int], added: list[int], moved: Sequence[MirrorRow] = ()) -> None:
        """Bring the mirror up to what was just committed."""
        if self.mirror is None or self.space is None:
            return
        self.mirror.remove(removed)
        self.mirror.regroup(moved)
        if added:
            with self.database.read() as connection:
                self.mirror.add(*writing.mirror_rows(connection, self.space, added, self.mirror.dimension))

    def close(self) -> None:
        """Write what is kept in memory, and close the file."""
        try:
            self.flush()
        except StoreError as failure:
            log.warning("when the notes were last compared can't be written: %s", failure)
        self.database.close()
