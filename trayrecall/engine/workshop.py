"""Child processes that prepare notes while this one fetches and writes: a first build then uses all of two cores.

A child holds nothing but the notes at hand and lives as long as its standard input does, so none is ever left behind.
Whatever happens to it, its notes are prepared elsewhere. `python -m trayrecall.engine.workshop` is the child.

Notes go there and come back as frames: four bytes that tell a length, and plain tuples as `marshal` writes them, which
takes a quarter of the time of a pickle. Both sides are the same Python.
"""

from __future__ import annotations

import logging
import marshal
import math
import os
import signal
import struct
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from itertools import starmap
from typing import IO, Any

from trayrecall.core.model import Converted, Link, Passage, Section
from trayrecall.core.prepare import Prepared, RawNote, prepare

log = logging.getLogger(__name__)

WORTH_A_CHILD = 300  # notes: fewer are prepared before a child has started (0.3 s)
CHILDREN = 2  # as preparing a note takes longer than to fetch and write one
_AT_ONCE = 1 << 16  # bytes read at once: a pipe holds as many
_LENGTH = struct.Struct("!I")
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
                    self._child.stdin.write(_frame(_as_tuple(raw)))
                    self._child.stdin.flush()
                return future
        _fill(future, raw)
        return future

    def _receive(self) -> None:
        """The reader's thread: what comes back, until nothing more comes."""
        child = self._child
        assert child is not None
        assert child.stdout is not None
        with suppress(EOFError, OSError, ValueError, TypeError):  # as `marshal` says, too
            while True:
                (length,) = _LENGTH.unpack(_all_of(child.stdout, _LENGTH.size))
                made = _prepared(_all_of(child.stdout, length))
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
            [sys.executable, "-P", "-m", __name__],  # -P: nothing of the folder that we stand in
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=_AT_ONCE,
            env=_without_secrets() | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            creationflags=flags,
        )
    except OSError as failure:
        log.warning("no process to prepare notes could be started: %s", failure.strerror)
        return None


def _without_secrets() -> dict[str, str]:
    """The environment without what is ours: a child needs no token."""
    return {name: value for name, value in os.environ.items() if not name.startswith("RECALL_")}


def _end(child: subprocess.Popen[bytes]) -> None:
    child.kill()
    for pipe in (child.stdin, child.stdout):
        if pipe is not None:
            with suppress(OSError):
                pipe.close()
    child.wait()


# ---- frames -----------------------------------------------------------------------------------------------


def _frame(value: Any) -> bytes:
    body = marshal.dumps(value)
    return _LENGTH.pack(len(body)) + body


def _all_of(source: IO[bytes], length: int) -> bytes:
    """So many bytes. Raises EOFError when no more come."""
    found = source.read(length)
    if len(found) < length:
        raise EOFError
    return found


def _as_tuple(raw: RawNote) -> tuple[Any, ...]:
    return raw.title, raw.labels, raw.type, raw.mime, raw.content


def _answer(prepared: Prepared) -> bytes:
    """What the child made of a note, as a frame."""
    converted = prepared.converted
    return _frame(
        (
            tuple((s.heading_path, s.text, s.is_code) for s in converted.sections),
            tuple((link.kind, link.target, link.text) for link in converted.links),
            converted.partial,
            tuple((p.section, p.heading_path, p.text, p.header, p.is_code) for p in prepared.passages),
            prepared.terms,
            prepared.languages,
            prepared.partial,
        )
    )


def _prepared(body: bytes) -> Prepared:
    """An answer's frame, without its length, as what it was made from."""
    sections, links, partly_converted, passages, *others = marshal.loads(body)  # noqa: S302 - from our own child
    converted = Converted(tuple(starmap(Section, sections)), tuple(starmap(Link, links)), partly_converted)
    return Prepared(converted, tuple(starmap(Passage, passages)), *others)


# ---- the child --------------------------------------------------------------------------------------------


def main() -> None:
    """The child: notes from standard input, prepared ones to standard output, until the input ends.

    All that have come are answered together, so that the parent is not interrupted for each of them.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is the parent's; its end is ours
    if sys.platform != "win32":
        os.nice(_NICENESS)
    come = bytearray()
    with suppress(BrokenPipeError):
        while more := os.read(sys.stdin.fileno(), _AT_ONCE):
            come += more
            sys.stdout.buffer.write(b"".join(_answer(prepare(RawNote(*raw))) for raw in _whole_frames(come)))
            sys.stdout.buffer.flush()


def _whole_frames(come: bytearray) -> Iterator[tuple[Any, ...]]:
    """Takes the frames out that are there from beginning to end."""
    while len(come) >= _LENGTH.size:
        end = _LENGTH.size + _LENGTH.unpack_from(come)[0]
        if len(come) < end:
            return
        body = bytes(come[_LENGTH.size : end])
        del come[:end]
        yield marshal.loads(body)  # noqa: S302 - from our parent


if __name__ == "__main__":
    main()
