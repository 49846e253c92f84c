"""Child processes that prepare notes while this one fetches and writes: a first build then uses all of two cores.

A child holds nothing but the note at hand and lives as long as its standard input does, so none is ever left behind.
Whatever happens to it, its notes are prepared elsewhere. `python -m trayrecall.engine.workshop` is the child.
"""

from __future__ import annotations

import logging
import math
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress

from trayrecall.core.prepare import Prepared, RawNote, prepare

log = logging.getLogger(__name__)

WORTH_A_CHILD = 300  # notes: fewer are prepared before a child has started (0.3 s)
CHILDREN = 2  # as preparing a note takes longer than to fetch and write one
_NICENESS = 10  # as the threads that embed: it must not slow down what a person waits for

Prepare = Callable[[RawNote], "Future[Prepared]"]


@contextmanager
def preparing(notes: int) -> Iterator[Prepare]:
    """How that many notes are prepared: at once in the calling thread, or many of them by children."""
    if notes < WORTH_A_CHILD or (os.cpu_count() or 1) == 1 or getattr(sys, "frozen", False):
        yield prepared_here
        return
    workshops = [Workshop() for _ in range(CHILDREN)]
    try:
        yield lambda raw: min(workshops, key=lambda each: each.waiting).prepare(raw)
    finally:
        for workshop in workshops:
            workshop.close()


def prepared_here(raw: RawNote) -> Future[Prepared]:
    """Prepare the note in the calling thread."""
    done: Future[Prepared] = Future()
    _fill(done, raw)
    return done


def _fill(future: Future[Prepared], raw: RawNote) -> None:
    try:
        future.set_result(prepare(raw))
    except Exception as failure:  # noqa: BLE001 - it is raised where the note is wanted
        future.set_exception(failure)


class Workshop:
    """A child with its pipes. `prepare` may be called by several threads; notes come back in the order they went."""

    def __init__(self) -> None:
        self._sending, self._closing = threading.Lock(), False
        self._under_way: deque[tuple[Future[Prepared], RawNote]] = deque()
        self._child = _started()
        self._reader: threading.Thread | None = None
        if self._child is not None:
            self._reader = threading.Thread(target=self._receive, name="workshop", daemon=True)
            self._reader.start()

    @property
    def waiting(self) -> float:
        """How many notes it has to prepare; no number is as large as that of a child that is gone."""
        return math.inf if self._child is None else len(self._under_way)

    def prepare(self, raw: RawNote) -> Future[Prepared]:
        """Let the child prepare the note; without a child it is done at once."""
        future: Future[Prepared] = Future()
        with self._sending:
            if self._child is not None and self._child.stdin is not None:
                self._under_way.append((future, raw))
                # When it fails the child is gone, and the reader takes what is under way back.
                with suppress(OSError, ValueError):
                    pickle.dump(raw, self._child.stdin, pickle.HIGHEST_PROTOCOL)
                    self._child.stdin.flush()
                return future
        _fill(future, raw)
        return future

    def _receive(self) -> None:
        """The reader's thread: what comes back, until nothing more comes."""
        child = self._child
        assert child is not None
        assert child.stdout is not None
        with suppress(EOFError, OSError, ValueError, pickle.UnpicklingError):
            while True:
                made: Prepared = pickle.load(child.stdout)  # noqa: S301 - from our own child
                self._under_way.popleft()[0].set_result(made)
        with self._sending:
            self._child = None
        if not self._closing:
            log.warning("the process that prepares notes ended with %s; they are prepared here", child.poll())
            while self._under_way:
                _fill(*self._under_way.popleft())
        _end(child)

    def close(self) -> None:
        """End the child; what is still under way is not wanted any more."""
        self._closing = True
        child = self._child
        if child is not None:
            child.kill()
        if self._reader is not None:
            self._reader.join()


def _started() -> subprocess.Popen[bytes] | None:
    """The child, with our import path; None when the system refuses."""
    flags = getattr(subprocess, "CREATE_NO_WINDOW", 0)  # no console on Windows
    try:
        return subprocess.Popen(  # noqa: S603 - our own interpreter and module
            [sys.executable, "-m", __name__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            creationflags=flags,
        )
    except OSError as failure:
        log.warning("no process to prepare notes could be started: %s", failure.strerror)
        return None


def _end(child: subprocess.Popen[bytes]) -> None:
    child.kill()
    for pipe in (child.stdin, child.stdout):
        if pipe is not None:
            with suppress(OSError):
                pipe.close()
    child.wait()


def main() -> None:
    """The child: notes from standard input, prepared ones to standard output, until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is the parent's; its end is ours
    if sys.platform != "win32":
        os.nice(_NICENESS)
    source, target = sys.stdin.buffer, sys.stdout.buffer
    with suppress(EOFError, BrokenPipeError):
        while True:
            pickle.dump(prepare(pickle.load(source)), target, pickle.HIGHEST_PROTOCOL)  # noqa: S301 - our parent's
            target.flush()


if __name__ == "__main__":
    main()
