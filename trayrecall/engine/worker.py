"""The index thread and the model thread: all syncing, writing and embedding of passages.

One *index* thread takes jobs in order and owns the write connection; one *model* thread loads the embedding model and
ends. Everything else in the engine only reads what they publish here.
"""

from __future__ import annotations

import logging
import queue
import random
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

import numpy as np

from trayrecall.core.errors import (
    EmbedderError,
    HtmlInsteadOfJson,
    ImplausibleListing,
    LoginPageInTheWay,
    NoSecretStore,
    NotSetUp,
    NotTrilium,
    SecretStoreError,
    SecretStoreLocked,
    ServerFault,
    SourceTimeout,
    TlsFailure,
    TrayRecallError,
    Unreachable,
    UserInputError,
    WrongToken,
)
from trayrecall.core.model import Instance, InstanceId, InstanceStatus, NoteId, Status
from trayrecall.core.ports import Embedder, NoteSource
from trayrecall.core.ranking import CosineScale
from trayrecall.engine.building import Building
from trayrecall.engine.calibration import Calibration
from trayrecall.engine.recall import Meaning
from trayrecall.engine.schedule import Faults, Schedule
from trayrecall.engine.sync import Sync, SyncReport, resplit
from trayrecall.store import reading
from trayrecall.store.index import Index
from trayrecall.store.vectors import Neutral

log = logging.getLogger(__name__)

# How a failure of a sync is called in the status, the narrower kind first; any other is `failed`.
STATES: Mapping[type[TrayRecallError], str] = {
    Unreachable: "unreachable",
    SourceTimeout: "busy",
    ServerFault: "busy",
    WrongToken: "token_rejected",
    NotSetUp: "not_set_up",
    NotTrilium: "wrong_address",
    HtmlInsteadOfJson: "wrong_address",
    LoginPageInTheWay: "login_page",
    TlsFailure: "certificate",
    ImplausibleListing: "held",
    SecretStoreLocked: "keyring_locked",
    NoSecretStore: "no_keyring",
    SecretStoreError: "no_token",
    UserInputError: "no_token",
}
WELL = frozenset({"up_to_date", "syncing", "building", "never_synced"})

LOADING = "loading_model"


@dataclass(frozen=True, slots=True)
class Model:
    """A loaded embedding model with what its cosines mean."""

    embedder: Embedder
    scale: CosineScale
    languages: Mapping[str, Sequence[str]] = field(default_factory=dict)  # everyday sentences of each
    off_topic: Mapping[str, Sequence[str]] = field(default_factory=dict)  # prompts that measure the gate

    def neutral(self) -> dict[str, Neutral]:
        """Where each language lies: the means of its sentences as queries, and of a few together as passages."""
        found = {}
        for language, sentences in self.languages.items():
            texts = [" ".join(sentences[i : i + _A_PASSAGE]) for i in range(0, len(sentences), _A_PASSAGE)]
            queries = [self.embedder.query(sentence) for sentence in sentences]
            found[language] = Neutral(self.embedder.passages(texts).mean(axis=0), np.mean(queries, axis=0))
        return found


_A_PASSAGE = 5  # sentences


@dataclass(slots=True)
class _Tracked:
    """What is remembered of one instance between syncs."""

    instance: Instance
    source: NoteSource | None = None
    state: str = "never_synced"
    detail: str = ""
    hint: str = ""
    last_error: str | None = None
    schedule: Schedule = field(default_factory=Schedule)
    faults: Faults = field(default_factory=Faults)
    changed: bool = (
        False  # its address or rules are new: everything is compared, whatever the change mark says
    )


class IndexWorker:
    """Keeps the index up to date. `open_source` and `load_model` are called on its own threads only."""

    def __init__(
        self,
        index: Index,
        instances: Sequence[Instance],
        open_source: Callable[[Instance], NoteSource],
        load_model: Callable[[], Model],
        clock: Callable[[], datetime],
    ) -> None:
        self._index, self._open_source, self._load_model, self._clock = index, open_source, load_model, clock
        self._tracked = {
            i.id: _Tracked(i, state=self._first_state(i), changed=bool(i.rules)) for i in instances
        }
        self._model: Model | str = LOADING
        self._unready: Model | None = None  # loaded, but its first texts failed
        self._jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._outstanding = 0
        self._quiet = threading.Condition()
        self._stopping = threading.Event()
        self._sync_waits = threading.Event()
        self._build_waits = False  # the index thread's alone
        self._calibration = Calibration(index)  # the index thread's alone
        self._threads: list[threading.Thread] = []
        self._counts: dict[str, dict[str, int]] = {}
        self._passages = 0
        self._pending: int | None = None
        self._progress: float | None = None

    def _first_state(self, instance: Instance) -> str:
        if not instance.enabled:
            return "disabled"
        return "up_to_date" if self._index.cursor(instance.id).confirmed_at else "never_synced"

    # ---- life

    def start(self) -> None:
        """Start both threads: what is stored answers by keyword while the model loads."""
        self._outstanding += 1  # the model thread
        for name, work in (("index", self._work), ("model", self._open_model)):
            thread = threading.Thread(target=work, name=name, daemon=True)
            self._threads.append(thread)
            thread.start()
        self.post(self._recount)

    def close(self, seconds: float) -> bool:
        """Stop after the batch under way; False when a thread is still at work after `seconds`."""
        self._stopping.set()
        self._jobs.put(None)
        end = time.monotonic() + seconds
        for thread in self._threads:
            thread.join(max(0.0, end - time.monotonic()))
        for tracked in self._tracked.values():
            if tracked.source is not None:
                tracked.source.close()
        for model in (self._model, self._unready):
            if isinstance(model, Model):
                model.embedder.close()
        return not any(thread.is_alive() for thread in self._threads)

    def post(self, job: Callable[[], None]) -> None:
        """Let the index thread do something; returns at once."""
        with self._quiet:
            self._outstanding += 1
        self._jobs.put(job)

    def wait_until_idle(self, seconds: float) -> bool:
        """Wait until nothing is queued, synced, loaded or embedded; False when that takes longer."""
        with self._quiet:
            return self._quiet.wait_for(lambda: self._outstanding == 0, seconds)

    def _done(self) -> None:
        with self._quiet:
            self._outstanding -= 1
            self._quiet.notify_all()

    def _work(self) -> None:
        while not self._stopping.is_set():
            job = self._jobs.get()
            if job is None:
                return
            try:
                job()
            except Exception:  # a barrier: one failed job must not end the thread that keeps the index fresh
                log.exception("a job of the index thread failed")
            finally:
                self._done()

    # ---- the instances

    def update_instances(self, instances: Sequence[Instance]) -> None:
        """Work with these instances from now on; one that is gone or disabled is hidden at once.

        The notes of one that is gone are deleted, one with a new address is read anew with the next sync.
        """
        before = self._tracked
        self._tracked = {i.id: self._taken_over(i, before.get(i.id)) for i in instances}
        gone = [instance_id for instance_id in before if instance_id not in self._tracked]
        sources = [tracked.source for tracked in before.values() if tracked.source is not None]
        self.post(lambda: self._let_go(gone, sources))
        self.request_sync()

    def _taken_over(self, instance: Instance, known: _Tracked | None) -> _Tracked:
        if known is not None and known.instance == instance:
            return replace(known, source=None, schedule=Schedule())  # its token may be another one
        return _Tracked(instance, state=self._first_state(instance), changed=True)

    def _let_go(self, gone: Sequence[InstanceId], sources: Sequence[NoteSource]) -> None:
        for source in sources:
            source.close()
        for instance_id in gone:
            self._index.remove_instance(instance_id)
        self._index.compact_if_worth(self._is_wanted)
        self._recount()

    def _is_wanted(self) -> bool:
        """Whether something more urgent waits for the index thread."""
        return self._stopping.is_set() or not self._jobs.empty()

    # ---- syncing

    def tick(self) -> None:
        """A minute has passed: look at the instances that are due. Adds nothing while a sync waits."""
        if not self._sync_waits.is_set():
            self._sync_waits.set()
            self.post(lambda: self._sync_all(due_only=True))

    def request_sync(self, *, full: bool = False, accept_deletions: bool = False) -> None:
        """Let a sync of all enabled instances begin soon, also of those that are left in peace for a while."""
        self._sync_waits.set()
        self.post(lambda: self._sync_all(full=full, accept_deletions=accept_deletions))

    def _sync_all(
        self, *, full: bool = False, accept_deletions: bool = False, due_only: bool = False
    ) -> None:
        self._sync_waits.clear()
        self._index.mend()  # does nothing unless damage was met
        for tracked in self._tracked.values():
            due = not due_only or tracked.schedule.is_due(self._clock())
            if tracked.instance.enabled and due and not self._stopping.is_set():
                self._sync_one(tracked, full=full, accept_deletions=accept_deletions, forced=not due_only)
        self._recount()
        if self._unready is not None:
            self._use_model(self._unready)
        else:
            self._build()

    def _sync_one(
        self, tracked: _Tracked, *, full: bool, accept_deletions: bool, forced: bool
    ) -> SyncReport | None:
        now = self._clock()
        was = tracked.state
        tracked.state = "syncing" if was == "up_to_date" else "building"
        try:
            if tracked.source is None:
                tracked.source = self._open_source(tracked.instance)
            sync = Sync(
                tracked.instance.id,
                tracked.source,
                self._index,
                stop=self._stopping.is_set,
                progress=self._synced,
                retry=lambda note_id: tracked.faults.is_due(note_id, now),
                rules=tracked.instance.rules,
            )
            report = sync.run(
                now,
                full=full or tracked.changed,
                accept_deletions=accept_deletions,
                may_list=forced or tracked.schedule.may_list(now),
            )
        except TrayRecallError as failure:
            self._failed(tracked, failure, was)
            return None
        finally:
            self._progress = None
        self._succeeded(tracked, report, now)
        return report

    def _succeeded(self, tracked: _Tracked, report: SyncReport, now: datetime) -> None:
        tracked.state, tracked.detail, tracked.hint, tracked.last_error = "up_to_date", "", "", None
        took = None if report.unchanged or report.deferred else timedelta(seconds=report.seconds)
        tracked.schedule = tracked.schedule.succeeded(self._clock(), took)
        tracked.faults.remember(report.faulty_ids, now)
        tracked.changed = False
        if took is not None:
            log.info("synced %s: %s", tracked.instance.id, report)

    def _synced(self, done: int, work: int) -> None:
        self._progress = done / work if work else None
        self._recount()

    def _failed(self, tracked: _Tracked, failure: TrayRecallError, was: str) -> None:
        """Note the failure. A server that was well and doesn't answer is called unreachable after three minutes only."""
        now = self._clock()
        tracked.schedule = tracked.schedule.failed(now, failure, random.random())  # noqa: S311 - spreads load
        state = next((name for kind, name in STATES.items() if isinstance(failure, kind)), "failed")
        if (
            state == "unreachable"
            and was == "up_to_date"
            and not tracked.schedule.is_unreachable(now, failure)
        ):
            state = was
        if failure.name != tracked.last_error:  # logged once, not at every try
            log.warning("sync of %s failed: %s", tracked.instance.id, failure)
        tracked.state, tracked.detail, tracked.hint = state, str(failure), failure.hint
        tracked.last_error = failure.name
        if isinstance(failure, WrongToken) and tracked.source is not None:
            tracked.source.close()  # the next try reads the token anew
            tracked.source = None

    def _recount(self) -> None:
        with self._index.database.read() as connection:
            self._counts = reading.counts(connection)
            self._passages = reading.passage_count(connection)
        self._pending = self._index.pending_count()

    def request_reindex(self, instance: InstanceId, note_id: NoteId) -> None:
        """Let one note be split and embedded anew from what is stored, offline."""
        self.post(lambda: self._reindex(instance, note_id))

    def _reindex(self, instance: InstanceId, note_id: NoteId) -> None:
        record = self._index.stored_record(instance, note_id)
        if record is not None:
            self._index.put(instance, [resplit(record)], reembed=True)
            self._recount()
            self._build()

    # ---- the model and its vectors

    def _open_model(self) -> None:
        """The model thread: load, then let the index thread use it."""
        try:
            model = self._load_model()
        except TrayRecallError as failure:
            log.warning("%s. %s", failure, failure.hint)
            self._model = "no_model"
        except Exception:  # a barrier: keyword search goes on whatever a model's library does
            log.exception("the embedding model could not be loaded")
            self._model = "embedder_failed"
        else:
            self.post(lambda: self._use_model(model))
        finally:
            self._done()

    def _use_model(self, model: Model) -> None:
        """Begin to use a loaded model; when it fails at its first texts, it is tried again after the next sync."""
        self._unready = model
        try:
            self._index.open_space(model.embedder.fingerprint, model.neutral)
        except EmbedderError as failure:
            if self._model != "embedder_failed":  # logged once, not at every try
                log.warning("the embedding model can't be used yet: %s", failure)
            self._model = "embedder_failed"
            return
        except Exception:
            self._model = "embedder_failed"  # said plainly: not "still loading" for ever
            raise
        self._unready = None
        self._recount()
        self._model = model
        self._build()

    def attach(self) -> None:
        """Load what answers queries on the calling thread and write nothing: for a command beside no running app."""
        try:
            model = self._load_model()
        except TrayRecallError as failure:
            log.info("%s", failure)
            self._model = "no_model"
        else:
            self._index.load_mirror(model.embedder.fingerprint)
            self._model = model
        self._recount()

    def _build(self) -> None:
        """Embed what is pending, batch by batch; a waiting job goes first and the rest comes after it."""
        if not isinstance(self._model, Model):
            return
        building = Building(self._index, self._model.embedder)
        total = self._pending or 0
        while not self._stopping.is_set():
            made = building.step()
            if made == 0:
                self._pending, self._progress = self._index.pending_count(), None
                if self._index.mirror is not None:
                    self._index.mirror.settle()
                self._index.drop_other_spaces(building.refused)
                self._index.compact_if_worth(self._is_wanted)
                if not self._calibration.go_on(self._model, self._clock, self._is_wanted):
                    self._go_on_later()
                return
            self._pending = max(0, (self._pending or 0) - made)
            self._progress = 1 - self._pending / total if total else None
            if not self._jobs.empty():
                self._go_on_later()
                return

    def _go_on_later(self) -> None:
        if not self._build_waits:  # else each sync would add another that works on beside it
            self._build_waits = True
            self.post(self._build_on)

    def _build_on(self) -> None:
        self._build_waits = False
        self._build()

    def meaning(self) -> Meaning | str:
        """What the meaning leg may use at this moment, or the reason why there is none."""
        model, mirror = self._model, self._index.mirror
        if isinstance(model, str):
            return model
        if mirror is None or (len(mirror) == 0 and self._pending):
            return "building"
        return Meaning(model.embedder, mirror, model.scale, self._index.gate)

    # ---- what it says of itself

    def instances(self) -> list[Instance]:
        """All instances, disabled ones too."""
        return [tracked.instance for tracked in self._tracked.values()]

    def enabled(self) -> frozenset[InstanceId]:
        """The instances whose notes may be shown."""
        return frozenset(i.id for i in self.instances() if i.enabled)

    def holds_others(self) -> bool:
        """Whether the file has, or may have, notes of instances that are disabled or in the settings no more."""
        return self._pending is None or not self.enabled().issuperset(map(InstanceId, self._counts))

    def instance(self, instance: InstanceId) -> Instance | None:
        """The instance of that id."""
        tracked = self._tracked.get(instance)
        return tracked.instance if tracked else None

    def status(self) -> Status:
        """The present picture; answers at once."""
        instances = tuple(self._instance_status(tracked) for tracked in self._tracked.values())
        meaning = self.meaning()
        degraded = meaning if isinstance(meaning, str) else None
        model = self._model.embedder.fingerprint if isinstance(self._model, Model) else None
        troubled = any(i.enabled and i.state not in WELL for i in instances)
        return Status(
            state="starting" if self._pending is None else ("degraded" if degraded or troubled else "ok"),
            instances=instances,
            notes=sum(i.notes for i in instances),
            passages=self._passages,
            pending=self._pending or 0,
            model=model.model if model else None,
            dimension=model.dimension if model else None,
            degraded=degraded,
            progress=self._progress,
            notice=self._index.notice,
            gate=self._index.gate,
        )

    def _instance_status(self, tracked: _Tracked) -> InstanceStatus:
        instance = tracked.instance
        numbers = self._counts.get(instance.id, {})
        left_out = {k.removeprefix("left_out:"): n for k, n in numbers.items() if k.startswith("left_out:")}
        return InstanceStatus(
            id=instance.id,
            name=instance.name,
            url=instance.url,
            enabled=instance.enabled,
            state=tracked.state,
            detail=tracked.detail,
            hint=tracked.hint,
            notes=numbers.get("notes", 0),
            left_out=left_out,
            faulty=numbers.get("faulty", 0),
            last_sync=self._index.cursor(instance.id).confirmed_at,
            last_error=tracked.last_error,
        )
