"""Runs the engine's blocking calls off the UI thread and brings their outcomes back as queued signals.

Plain Qt, not qasync: the engine below is synchronous by design, so nothing is left for a coroutine to await except
"call me back on the UI thread", and that is what a queued signal is. qasync is untyped, replaces the event loop of the
whole program and hangs at exit on Python 3.14; a query that is no longer wanted is cancelled here by one flag.

The threads are daemons, so a call that never returns (a keyring, a dead disk) can't keep the program alive.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from trayrecall.core.errors import TrayRecallError
from trayrecall.core.linguist import QT_TRANSLATE_NOOP
from trayrecall.core.model import Status
from trayrecall.ui.outcome import Deliver, Done, Failed, Outcome

log = logging.getLogger(__name__)

T = TypeVar("T")
STATUS_INTERVAL_MS = 1000
CALM = 5  # while nothing happens, this many intervals lie between two looks


class _Job:
    """One call under way. Only the UI thread reads and sets `wanted` after the call began."""

    __slots__ = ("deliver", "outcome", "wanted", "work")

    def __init__(self, work: Callable[[], Any], deliver: Deliver[Any]) -> None:
        self.work, self.deliver = work, deliver
        self.outcome: Outcome[Any] | None = None
        self.wanted = True

    def cancel(self) -> None:
        """The outcome is not delivered; work that has not begun is not done."""
        self.wanted = False


class Bridge(QObject):
    """A few threads for blocking calls. Lives in the UI thread; `run` and all deliveries happen there.

    Calls that may hang for long (keyring, network) belong to a bridge of their own, so that they can't hold up a search.
    """

    _arrived = Signal()

    def __init__(self, name: str, *, threads: int = 2) -> None:
        super().__init__()
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._finished: deque[_Job] = deque()
        self._open = True
        self._arrived.connect(self._deliver, Qt.ConnectionType.QueuedConnection)
        self._threads = [
            threading.Thread(target=self._work, name=f"{name}-{number}", daemon=True)
            for number in range(threads)
        ]
        for thread in self._threads:
            thread.start()

    def run(self, work: Callable[[], T], deliver: Deliver[T]) -> _Job:
        """Do the work on another thread and call `deliver` with its outcome here, unless it is cancelled before."""
        job = _Job(work, deliver)
        self._jobs.put(job)
        return job

    def close(self, seconds: float = 0.5) -> bool:
        """Deliver nothing more and end the threads; False when a call still runs after `seconds`."""
        self._open = False
        for _ in self._threads:
            self._jobs.put(None)
        share = seconds / max(1, len(self._threads))
        for thread in self._threads:
            thread.join(share)
        return not any(thread.is_alive() for thread in self._threads)

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            if not (job.wanted and self._open):
                continue
            job.outcome = _outcome(job.work)
            self._finished.append(job)
            if not self._announce():
                return

    def _announce(self) -> bool:
        """Tell the UI thread that an outcome is there; False when the program is being torn down."""
        try:
            if self._open:
                self._arrived.emit()
        except RuntimeError:  # the C++ half is gone already
            return False
        return self._open

    def _deliver(self) -> None:
        while self._finished:
            job = self._finished.popleft()
            if job.wanted and self._open and job.outcome is not None:
                job.wanted = False
                job.deliver(job.outcome)


def _outcome(work: Callable[[], Any]) -> Outcome[Any]:
    try:
        return Done(work())
    except TrayRecallError as failure:
        return Failed(failure)
    except Exception as failure:
        # A barrier: a surface stays alive whatever fails below it. The text may quote a secret, so only the kind is kept.
        log.exception("a call of the desktop failed")
        return Failed(
            TrayRecallError(type(failure).__name__, hint=QT_TRANSLATE_NOOP("errors", "The log says more."))
        )


class MainThread(QObject):
    """Lets another thread do something on the UI thread and wait for it."""

    _asked = Signal(object, object)
    SECONDS = 5.0

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._asked.connect(self._do, Qt.ConnectionType.QueuedConnection)

    def run(self, work: Callable[[], None]) -> None:
        """Do it there; raises what it raises, and TimeoutError when the UI thread has no time. Not for the UI thread."""
        done: Future[None] = Future()
        self._asked.emit(work, done)
        done.result(self.SECONDS)

    def _do(self, work: Callable[[], None], done: Future[None]) -> None:
        try:
            work()
        except BaseException as failure:  # noqa: BLE001 - raised where it was asked for
            done.set_exception(failure)
        else:
            done.set_result(None)


class StatusWatcher(QObject):
    """Asks for the engine's status off the UI thread (it reads the index), and tells only changes.

    Once a second while something is under way, else every fifth: a look costs as much as everything else that an idle
    application does.
    """

    changed = Signal(object)  # a core.model.Status

    def __init__(
        self,
        bridge: Bridge,
        read: Callable[[], Status],
        *,
        interval_ms: int = STATUS_INTERVAL_MS,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._bridge, self._read = bridge, read
        self._asking = False
        self.status: Status | None = None
        self._interval = interval_ms
        self._timer = QTimer(self)
        self._timer.setInterval(interval_ms)
        self._timer.timeout.connect(self.ask)

    def start(self) -> None:
        """Ask now and from now on."""
        self._timer.start()
        self.ask()

    def stop(self) -> None:
        """Ask no more."""
        self._timer.stop()

    def ask(self) -> None:
        """Ask once, unless the last question is still open."""
        if not self._asking:
            self._asking = True
            self._bridge.run(self._read, self._take)

    def _take(self, outcome: Outcome[Status]) -> None:
        self._asking = False
        if not isinstance(outcome, Done):
            return
        calm = outcome.value == self.status and not _is_busy(outcome.value)
        wanted = self._interval * (CALM if calm else 1)
        if self._timer.interval() != wanted:
            self._timer.setInterval(wanted)
        if outcome.value != self.status:
            self.status = outcome.value
            self.changed.emit(outcome.value)


def _is_busy(status: Status) -> bool:
    """Whether a person watches something going on."""
    loads = status.state == "starting" or status.degraded == "loading_model"
    return loads or status.progress is not None or status.pending > 0
