"""Keeping the index up to date: which instance is synced when, and the threads that do it.

Each sync looks, plans and fetches on a thread of its own, so that a server that hangs delays nobody else, and hands its
writes to the index thread. Everything else in the engine only reads what is published here.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from concurrent.futures import Future, wait
from datetime import datetime

from trayrecall.core.errors import StoreError, TrayRecallError, WrongToken
from trayrecall.core.linguist import QT_TRANSLATE_NOOP
from trayrecall.core.model import Fingerprint, Instance, InstanceId, InstanceStatus, NoteId, Status
from trayrecall.core.ports import NoteSource
from trayrecall.engine.counts import Counts
from trayrecall.engine.index_thread import IndexThread
from trayrecall.engine.model import Model
from trayrecall.engine.preferences import Preferences
from trayrecall.engine.recall import Meaning
from trayrecall.engine.schedule import may_retry
from trayrecall.engine.sync import Sync, SyncReport, resplit
from trayrecall.engine.tracked import WELL, Request, Tracked
from trayrecall.engine.vectors import Vectors
from trayrecall.store import reading
from trayrecall.store.index import Index

log = logging.getLogger(__name__)

RECOUNT_SECONDS = 1.0  # between two counts of a long sync: each looks at every note and passage,
RECOUNT_DUTY = 20  # and may take one part in so many of the time
_LOOK_ROUND = 0.5  # seconds between two looks whether to stop
_WRITES_FIRST = 2.0  # seconds that embedding waits after a sync's write for the next: words come first


_BROKE = QT_TRANSLATE_NOOP("errors", "an error of ours ({name}); the log says more")


class _Overtaken(Exception):
    """What a sync found is not written: its instance is gone or changed, its notes were lost or removed, or we stop."""


class IndexWorker:
    """Keeps the index up to date. `open_source` and `load_model` are called on its own threads only."""

    def __init__(
        self,
        index: Index,
        instances: Sequence[Instance],
        open_source: Callable[[Instance], NoteSource],
        load_model: Callable[[], Model],
        clock: Callable[[], datetime],
        *,
        preferences: Preferences,
        spared: Collection[InstanceId] | None,
    ) -> None:
        """The notes of instances that are none of these are removed, but for the `spared` ones; none are with None."""
        self._spared = None if spared is None else frozenset(spared)
        self._leaving: set[InstanceId] = set()  # their notes are still to be removed
        self._swapping = threading.Lock()
        self._index, self._open_source, self._clock = index, open_source, clock
        self._tracked = {i.id: self._first(i, changed=bool(i.rules)) for i in instances}
        self._look_waits = threading.Event()
        self._written = 0.0  # when a sync last wrote, `time.monotonic`
        self._counts = Counts()
        self._thread = IndexThread()
        self._vectors = Vectors(
            index, self._thread, self._counts, load_model, clock=clock, preferences=preferences
        )

    def _first(self, instance: Instance, *, changed: bool) -> Tracked:
        known = self._index.cursor(instance.id).confirmed_at is not None
        state = "disabled" if not instance.enabled else "up_to_date" if known else "never_synced"
        return Tracked(instance, state, changed)

    # ---- life

    def start(self) -> None:
        """Start both threads: what is stored answers by keyword while the model loads."""
        self._thread.start(self._patience, self._vectors.step)
        self._vectors.load()
        self.post(self._recount)

    def attach(self) -> None:
        """Load what answers queries on the calling thread and write nothing: for a command beside no running app."""
        self._vectors.attach()
        self._recount()

    def describe(self, fingerprint: Fingerprint | None) -> None:
        """Read what `status` and the inspector tell, with the vectors of this model, or without any, and no more."""
        self._vectors.describe(fingerprint)
        self._recount()

    def close(self, seconds: float) -> bool:
        """Stop after the batch under way; False when a thread is still at work after `seconds`."""
        self._thread.stop()
        for tracked in self._tracked.values():
            tracked.close_source()  # which ends what is asked of it
        ended = self._thread.join(seconds)
        for tracked in self._tracked.values():
            tracked.close_source()  # a sync that had just begun may have opened another one
        self._vectors.close()
        return ended

    def post(self, job: Callable[[], None]) -> None:
        """Let the index thread do something; returns at once."""
        self._thread.post(job)

    def wait_until_idle(self, seconds: float) -> bool:
        """Wait until nothing is queued, synced, loaded or embedded; False when that takes longer."""
        return self._thread.wait_until_idle(seconds)

    def _patience(self) -> float | None:
        """How long to wait for a job before passages are embedded, in seconds; None when there are none."""
        if not self._vectors.is_building:
            return None
        if not any(tracked.busy for tracked in self._tracked.values()):
            return 0.0
        return max(0.0, self._written + _WRITES_FIRST - time.monotonic())

    # ---- the instances

    def update_instances(self, instances: Sequence[Instance]) -> None:
        """Work with these instances from now on; one that is gone or disabled is hidden at once.

        The notes of one that is gone are deleted, one with a new address is read anew with the next sync.
        """
        with self._swapping:
            before = self._tracked
            self._tracked = {i.id: self._taken_over(i, before.get(i.id)) for i in instances}
            for old in before.values():
                old.retired = True
            gone = before.keys() - self._tracked.keys()
            self.post(lambda: self._let_go(gone, list(before.values())))
        self.request_sync()

    def _taken_over(self, instance: Instance, known: Tracked | None) -> Tracked:
        if known is None or (known.instance.url, known.instance.enabled) != (instance.url, instance.enabled):
            return self._first(instance, changed=True)
        return known.taken_over(instance)

    def _let_go(self, gone: AbstractSet[InstanceId], retired: Sequence[Tracked]) -> None:
        for tracked in retired:
            tracked.close_source()
        self._leaving |= gone
        self._clean_up()
        self._index.compact_if_worth(lambda: self._thread.is_wanted)
        self._recount()

    def _remove_what_leaves(self) -> None:
        """Delete the notes of instances that there are no more; what fails is tried again at the next look."""
        strangers: set[InstanceId] = set()
        if self._spared is not None:  # removed while another program or none was running
            strangers = {InstanceId(i) for i in self._counts.notes} - self._spared - self._tracked.keys()
        for instance in self._leaving | strangers:
            self._index.remove_instance(instance)
            self._leaving.discard(instance)
            self._index.database.checkpoint()  # also out of the log

    # ---- syncing

    def tick(self) -> None:
        """A minute has passed: look at the instances that are due. Adds nothing while a look waits."""
        if not self._look_waits.is_set():
            self._look_waits.set()
            self.post(lambda: self._look(Request()))

    def wake(self) -> None:
        """The machine slept, or its clock was set: look at all instances now, whatever failed before."""
        self.post(self._look_anew)

    def _look_anew(self) -> None:
        for tracked in self._tracked.values():
            tracked.schedule = tracked.schedule.rested()
        self._look(Request())

    def request_sync(
        self, *, full: bool = False, accept_deletions: bool = False, instance: InstanceId | None = None
    ) -> None:
        """Let a sync of all enabled instances, or of one, begin soon, also while they are left in peace for a while."""
        request = Request(full, accept_deletions, forced=True)
        if instance is None:
            self._look_waits.set()
        self.post(lambda: self._look(request, instance))

    def _look(self, request: Request, only: InstanceId | None = None) -> None:
        self._look_waits.clear()
        self._index.mend()  # does nothing unless damage was met
        self._clean_up()
        now = self._clock()
        for tracked in self._tracked.values():
            if only not in (None, tracked.instance.id):
                continue
            if tracked.busy and request.forced:
                tracked.again = request.with_that(tracked.again)  # the other may have looked too early
            elif tracked.instance.enabled and (request.forced or tracked.schedule.is_due(now)):
                self._begin(tracked, request)
        self._recount()
        self._vectors.go_on(with_refused=request.forced)
        self._vectors.rest()

    def _clean_up(self) -> None:
        """What could not be taken out of the file before is taken out now, when it can be."""
        try:
            self._remove_what_leaves()
            self._index.forget_words()
            if self._index.database.owes_checkpoint:
                self._index.database.checkpoint()
        except StoreError as failure:
            log.warning("what was removed is still in the file: %s", failure)

    def _begin(self, tracked: Tracked, request: Request) -> None:
        if tracked.busy or self._thread.stopping.is_set():
            return
        wanted = tracked.request = request.with_that(tracked.again)
        tracked.busy, tracked.again = True, None
        self._thread.begin(f"sync {tracked.instance.id}", lambda: self._sync(tracked, wanted))

    def _sync(self, tracked: Tracked, request: Request) -> None:
        """A sync's thread, from beginning to end."""
        again = None
        try:
            self._sync_one(tracked, request)
        except _Overtaken:
            again = request
        except Exception as broke:  # a barrier: whatever one sync meets, the next one begins afresh
            log.exception("the sync of %s broke", tracked.instance.id)
            if not (self._thread.stopping.is_set() or tracked.retired):
                values = {"name": type(broke).__name__}
                tracked.failed(TrayRecallError(_BROKE, values=values), self._clock())
        self.post(lambda: self._ended(tracked, again))

    def _ended(self, tracked: Tracked, again: Request | None) -> None:
        """The index thread's part of a sync's end."""
        tracked.busy, tracked.progress, tracked.request = False, None, None
        if tracked.retired:
            tracked.close_source()
        elif (next_ := again or tracked.again) is not None:
            self._begin(tracked, next_)
        elif self._is_whole():
            self._index.drop_set_aside()
        self._clean_up()
        self._recount()
        self._vectors.go_on()

    def _is_whole(self) -> bool:
        """Whether everything was compared with every server since notes may have been lost to a damage."""
        enabled = [tracked for tracked in self._tracked.values() if tracked.instance.enabled]
        return all(tracked.compared == self._index.rebuilt for tracked in enabled)

    def _sync_one(self, tracked: Tracked, request: Request) -> None:
        now, generation = self._clock(), self._index.rebuilt
        try:
            report = self._run(tracked, request, now)
        except TrayRecallError as failure:
            if self._thread.stopping.is_set() or tracked.retired:
                return
            tracked.failed(failure, self._clock())
            if isinstance(failure, WrongToken):
                tracked.close_source()  # the next try reads the token anew
        else:
            tracked.settled(report, self._clock(), generation)

    def _run(self, tracked: Tracked, request: Request, now: datetime) -> SyncReport:
        if tracked.source is None:
            tracked.source = self._open_source(tracked.instance)
        sync = Sync(
            tracked.instance.id,
            tracked.source,
            self._index,
            stop=lambda: tracked.retired or self._thread.stopping.is_set(),
            progress=lambda done, work: self._synced(tracked, done, work),
            retry=lambda fault: may_retry(fault.retry_at, now),
            rules=tracked.instance.rules,
            write=self._writing_of(tracked),
        )
        report = sync.run(
            now,
            full=request.full or tracked.changed or self._retry_is_due(tracked.instance.id, now),
            accept_deletions=request.accept_deletions,
            may_list=request.forced or tracked.schedule.may_list(now),
        )
        if report.unchanged and (request.forced or isinstance(tracked.failure, WrongToken)):
            tracked.source.app_version()  # the mark is told without a token: this proves it
        return report

    def _retry_is_due(self, instance: InstanceId, now: datetime) -> bool:
        with self._index.database.read() as connection:
            moment = reading.next_retry(connection, instance)
        return moment is not None and may_retry(moment, now)

    def _writing_of(self, tracked: Tracked) -> Callable[[Callable[[], None]], None]:
        """How a sync that begins now writes: on the index thread, and nothing once it was overtaken."""
        generation = self._index.generation(tracked.instance.id)

        def write(job: Callable[[], None]) -> None:
            outcome: Future[None] = Future()

            def perform() -> None:
                try:
                    if tracked.retired or self._index.generation(tracked.instance.id) != generation:
                        raise _Overtaken  # noqa: TRY301
                    job()
                except BaseException as failure:  # noqa: BLE001 - it is raised where it belongs
                    outcome.set_exception(failure)
                else:
                    outcome.set_result(None)
                self._written = time.monotonic()

            self.post(perform)
            while not wait([outcome], _LOOK_ROUND).done:
                if self._thread.stopping.is_set():
                    raise _Overtaken
            outcome.result()

        return write

    def _synced(self, tracked: Tracked, done: int, work: int) -> None:
        tracked.advanced(done, work)
        if self._counts.age >= max(RECOUNT_SECONDS, RECOUNT_DUTY * self._counts.took):
            self._recount()

    def _recount(self) -> None:
        self._counts.renew(self._index)

    def request_reindex(self, instance: InstanceId, note_id: NoteId) -> None:
        """Let one note be split and embedded anew from what is stored, offline."""
        self.post(lambda: self._reindex(instance, note_id))

    def _reindex(self, instance: InstanceId, note_id: NoteId) -> None:
        record = self._index.stored_record(instance, note_id)
        if record is not None:
            self._index.put(instance, [resplit(record)], reembed=True)
            self._recount()
            self._vectors.go_on(with_refused=True)

    def request_embedding(self) -> None:
        """Let what has no vector be tried again, also what the model couldn't take."""
        self.post(lambda: self._vectors.go_on(with_refused=True))

    def request_contents(self, instance: InstanceId, note_id: NoteId | None) -> None:
        """Let the contents that couldn't be read be asked for now, those of all notes without an id."""

        def begin() -> None:
            self._index.retry_now(instance, note_id)
            self._look(Request(forced=True), instance)

        self.post(begin)

    # ---- the model

    def prefer(self, preferences: Preferences) -> None:
        """Rest and measure in this way from now on."""
        self._vectors.prefer(preferences)

    def look_for_model(self) -> None:
        """Load a model that was installed meanwhile."""
        self._vectors.look_again()

    def meaning(self) -> Meaning | str:
        """What a question may use at this moment, or the reason why it is answered by keyword alone."""
        return self._vectors.meaning()

    # ---- what it says of itself

    @property
    def fingerprint(self) -> str | None:
        """The key of the embedding space in use; None while there is no model."""
        return self._vectors.space

    @property
    def refused(self) -> Mapping[bytes, str]:
        """The texts that the model couldn't take last, and why."""
        return self._vectors.refused

    def instances(self) -> list[Instance]:
        """All instances, disabled ones too."""
        return [tracked.instance for tracked in self._tracked.values()]

    def enabled(self) -> frozenset[InstanceId]:
        """The instances whose notes may be shown."""
        return frozenset(i.id for i in self.instances() if i.enabled)

    def holds_others(self) -> bool:
        """Whether the file has, or may have, notes of instances that are disabled or in the settings no more."""
        known = map(InstanceId, self._counts.notes)
        return self._counts.pending is None or not self.enabled().issuperset(known)

    def instance(self, instance: InstanceId) -> Instance | None:
        """The instance of that id."""
        tracked = self._tracked.get(instance)
        return tracked.instance if tracked else None

    def status(self) -> Status:
        """The present picture; answers at once."""
        counts, degraded, model = self._counts, self._vectors.degraded, self._vectors.model
        instances = tuple(map(self._status_of, self._tracked.values()))
        fetched = [i.progress for i in instances if i.progress is not None]
        return Status(
            state=self._state(instances, degraded),
            instances=instances,
            notes=max(0, sum(i.notes for i in instances) - counts.copies),
            passages=counts.passages,
            pending=counts.pending or 0,
            model=model.model if model else None,
            dimension=model.dimension if model else None,
            degraded=degraded,
            progress=min(fetched, default=self._vectors.progress),
            notice=self._vectors.trouble or self._index.notice,
            gate=self._index.gate,
        )

    def _status_of(self, tracked: Tracked) -> InstanceStatus:
        instance, counts = tracked.instance.id, self._counts
        confirmed_at = self._index.cursor(instance).confirmed_at
        return tracked.status(counts.notes.get(instance, {}), counts.faults.get(instance, ()), confirmed_at)

    def _state(self, instances: Iterable[InstanceStatus], degraded: str | None) -> str:
        if self._counts.pending is None:
            return "starting"
        troubled = any(i.enabled and i.state not in WELL for i in instances)
        return "degraded" if degraded or troubled else "ok"
