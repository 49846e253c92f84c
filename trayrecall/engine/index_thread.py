"""The index thread: it takes jobs in order and owns the write connection. And the count of all that is under way."""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable

log = logging.getLogger(__name__)


class IndexThread:
    """The thread with its queue of jobs, and the threads of work that somebody may wait for."""

    def __init__(self) -> None:
        self.stopping = threading.Event()
        self._jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._outstanding = 0
        self._quiet = threading.Condition()
        self._threads: list[threading.Thread] = []

    def start(self, patience: Callable[[], float | None], meanwhile: Callable[[], None]) -> None:
        """Begin. When no job came for `patience()` seconds (None: however long), `meanwhile` is done."""
        self._thread("index", lambda: self._work(patience, meanwhile)).start()

    def begin(self, name: str, work: Callable[[], None]) -> None:
        """Do something on a thread of its own, which counts as work to be done until it ends."""
        self.expect()

        def run() -> None:
            try:
                work()
            finally:
                self.done()

        self._thread(name, run).start()

    def _thread(self, name: str, work: Callable[[], None]) -> threading.Thread:
        thread = threading.Thread(target=work, name=name, daemon=True)
        self._threads = [*(known for known in self._threads if known.is_alive()), thread]
        return thread

    def post(self, job: Callable[[], None]) -> None:
        """Let the index thread do something; returns at once."""
        self.expect()
        self._jobs.put(job)

    @property
    def is_wanted(self) -> bool:
        """Whether something more urgent waits for the index thread."""
        return self.stopping.is_set() or not self._jobs.empty()

    def expect(self) -> None:
        """There is something more to be done, until `done` is called."""
        with self._quiet:
            self._outstanding += 1

    def done(self) -> None:
        """Something expected is done."""
        with self._quiet:
            self._outstanding -= 1
            self._quiet.notify_all()

    def wait_until_idle(self, seconds: float) -> bool:
        """Wait until nothing is queued and nothing expected; False when that takes longer."""
        with self._quiet:
            return self._quiet.wait_for(lambda: self._outstanding == 0, seconds)

    def stop(self) -> None:
        """End after the job under way."""
        self.stopping.set()
        self._jobs.put(None)

    def join(self, seconds: float) -> bool:
        """Wait for all threads to end; False when one is still at work after `seconds`."""
        end = time.monotonic() + seconds
        threads = list(self._threads)
        for thread in threads:
            if thread.ident is not None:
                thread.join(max(0.0, end - time.monotonic()))
        return not any(thread.is_alive() for thread in threads)

    def _work(self, patience: Callable[[], float | None], meanwhile: Callable[[], None]) -> None:
        while not self.stopping.is_set():
            try:
                job = self._jobs.get(timeout=patience())
            except queue.Empty:
                _guarded(meanwhile)
                continue
            if job is None:
                return
            _guarded(job)
            self.done()


def _guarded(job: Callable[[], None]) -> None:
    try:
        job()
    except Exception:  # a barrier: one failed job must not end the thread that keeps the index fresh
        log.exception("a job of the index thread failed")
