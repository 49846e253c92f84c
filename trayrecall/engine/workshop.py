"""Child processes that prepare notes while this one fetches and writes: a first build then uses all of two cores.

A child holds nothing but the notes at hand and lives as long as its standard input does, so none is ever left behind.
One that takes too long, or too much memory, ends itself. Its notes are then prepared by another one, each alone: a note
that ends this one, too, is at fault (`UnpreparedNote`). `python -m trayrecall.engine.workshop` is the child.

Notes go there and come back as frames: four bytes that tell a length, and plain tuples as `marshal` writes them, which
takes a quarter of the time of a pickle. Both sides are the same Python.
"""

from __future__ import annotations

import faulthandler
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
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import suppress
from itertools import starmap
from typing import IO, Any

from trayrecall.core.errors import UnpreparedNote
from trayrecall.core.model import Converted, Link, Passage, Section
from trayrecall.core.prepare import Prepared, RawNote, prepare

log = logging.getLogger(__name__)

WORTH_A_CHILD = 300  # notes: fewer are prepared before a child has started (0.3 s)
LONG = 200_000  # code points of a note that is worth one alone
CHILDREN = 2  # as preparing a note takes longer than to fetch and write one
CHILD = ("-m", __name__)  # what Python runs in it
PATIENCE = 60.0  # seconds in which a child answers what came at once, and what its length takes beside:
_SLOWEST = 100_000  # code points a second, a tenth of what is usual
_MOST_MEMORY = 2 << 30  # bytes of a child's own, where the system counts them: a note of 64 MB takes 650 MB
_AT_ONCE = 1 << 16  # bytes read at once: a pipe holds as many
_LENGTH = struct.Struct("!I")
_NICENESS = 10  # as the threads that embed: it must not slow down what a person waits for
_CLOSING_LOOKS = 0.1  # seconds between two looks whether the reader has ended
_ANY_NOTE = RawNote("", (), "text", "text/html", "<p>words</p>")
_GONE = (EOFError, OSError, ValueError, TypeError, IndexError)  # the child has ended, or talks nonsense


class Preparing:
    """How the notes of one sync are prepared: few in the calling thread, many by children; and by a child, too, what
    might hold up or bring down the process that prepares it. Close it at the end.
    """

    def __init__(self, notes: int) -> None:
        """`notes` is how many there are."""
        self._are_many = notes >= WORTH_A_CHILD and (os.cpu_count() or 1) > 1
        self._workshops: list[Workshop] = []
        self._opening, self._closed = threading.Lock(), False
        if self._are_many:
            self._open(CHILDREN)

    def prepare(self, raw: RawNote, *, apart: bool = False) -> Future[Prepared]:
        """Prepare the note, where it can be `apart` from this process. The future may raise `UnpreparedNote`."""
        if not (self._are_many or apart or len(raw.content) > LONG):
            return prepared_here(raw)
        if not self._workshops:
            self._open(1)
        if not self._workshops:
            return Future() if self._closed else prepared_here(raw)
        return min(self._workshops, key=lambda each: each.waiting).prepare(raw)

    def close(self) -> None:
        """End the children; what is still under way is not wanted any more."""
        with self._opening:
            self._closed = True
        for workshop in self._workshops:
            workshop.close()

    def _open(self, workshops: int) -> None:
        """Open as many, once. What is frozen into one file has no Python for a child."""
        with self._opening:
            if not (self._workshops or self._closed or getattr(sys, "frozen", False)):
                self._workshops = [Workshop() for _ in range(workshops)]


def prepared_here(raw: RawNote) -> Future[Prepared]:
    """Prepare the note in the calling thread."""
    done: Future[Prepared] = Future()
    _fill(done, raw)
    return done


def _fill(future: Future[Prepared], raw: RawNote) -> None:
    """Prepare it here. A barrier: what one note meets, whatever it is, holds up no other."""
    try:
        future.set_result(prepare(raw))
    except Exception as failure:  # noqa: BLE001 - see above; its text may quote the note
        log.warning("preparing a note ended with %s", type(failure).__name__)
        future.set_exception(UnpreparedNote())


class Workshop:
    """A child with its pipes. `prepare` may be called by several threads; notes come back in the order they went.

    Where no child works at all, notes are prepared by who calls.
    """

    def __init__(self) -> None:
        self._sending, self._closing = threading.Lock(), False
        self._under_way: deque[tuple[Future[Prepared], RawNote]] = deque()
        self._child = _started()
        self._works = self._child is not None
        self._one_by_one = False  # each note is sent when the one before it has come back
        self._reader: threading.Thread | None = None
        if self._works:
            self._reader = threading.Thread(target=self._work, name="workshop", daemon=True)
            self._reader.start()

    @property
    def waiting(self) -> float:
        """How many notes it has to prepare; no number is as large as that of one without a child."""
        return len(self._under_way) if self._works else math.inf

    def prepare(self, raw: RawNote) -> Future[Prepared]:
        """Let the child prepare the note; without a child it is done at once, after `close` not at all."""
        future: Future[Prepared] = Future()
        with self._sending:
            if self._works or self._closing:
                self._under_way.append((future, raw))
                if not self._one_by_one:
                    # When it fails the child is gone, and the reader takes care of what is under way.
                    with suppress(*_GONE):
                        self._send(raw)
                return future
        _fill(future, raw)
        return future

    def close(self) -> None:
        """End the child; what is still under way is not wanted any more."""
        self._closing = True
        while self._reader is not None and self._reader.is_alive():
            if self._child is not None:  # another one may just have taken its place
                self._child.kill()
            self._reader.join(_CLOSING_LOOKS)

    # ---- the reader's thread ------------------------------------------------------------------------------

    def _work(self) -> None:
        """What comes back, and what to do when nothing more comes."""
        while self._works and not self._closing:
            with suppress(*_GONE):
                while True:
                    made = self._received()
                    self._under_way.popleft()[0].set_result(made)
            if not self._closing:
                log.warning("the process that prepares notes ended; another one takes them one by one")
                self._start_anew()
                self._prepare_one_by_one()
        _end(self._child)

    def _prepare_one_by_one(self) -> None:
        """All notes under way, so that it is known which of them ends a child."""
        while not self._closing:
            with self._sending:
                if not self._under_way:
                    self._one_by_one = False
                    return
                future, raw = self._under_way[0]
            if not self._works:
                _fill(future, raw)
            else:
                try:
                    future.set_result(self._exchanged(raw))
                except _GONE:
                    if self._closing:
                        return
                    future.set_exception(UnpreparedNote())
                    self._start_anew()
            self._under_way.popleft()

    def _start_anew(self) -> None:
        """Another child in place of the one that ended. When it can't prepare anything either, do without."""
        _end(self._child)  # also when it only talked nonsense: who sends to it must not wait
        with self._sending:
            self._one_by_one = True
            self._child = _started()
        with suppress(*_GONE):
            self._exchanged(_ANY_NOTE)
            return
        if not self._closing:
            log.warning("no process can prepare notes; they are prepared here")
        with self._sending:
            self._works = False

    def _exchanged(self, raw: RawNote) -> Prepared:
        self._send(raw)
        return self._received()

    def _send(self, raw: RawNote) -> None:
        """Raises one of `_GONE`, as `_received` does."""
        if self._child is None or self._child.stdin is None:
            raise EOFError
        self._child.stdin.write(_frame(_as_tuple(raw)))
        self._child.stdin.flush()

    def _received(self) -> Prepared:
        if self._child is None or self._child.stdout is None:
            raise EOFError
        (length,) = _LENGTH.unpack(_all_of(self._child.stdout, _LENGTH.size))
        return _prepared(_all_of(self._child.stdout, length))


def _started() -> subprocess.Popen[bytes] | None:
    """The child, with our import path; None when the system refuses."""
    flags = getattr(subprocess, "CREATE_NO_WINDOW", 0)  # no console on Windows
    try:
        return subprocess.Popen(  # noqa: S603 - our own interpreter and module
            [sys.executable, "-P", *CHILD],  # -P: nothing of the folder that we stand in
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


def _end(child: subprocess.Popen[bytes] | None) -> None:
    if child is None:
        return
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


def main(patience: float = PATIENCE) -> None:
    """The child: notes from standard input, prepared ones to standard output, until the input ends.

    All that have come are answered together, so that the parent is not interrupted for each of them. It exits at the
    end of its `patience` (s) with them, whatever it is at: no other thread of it might get to run.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is the parent's; its end is ours
    if sys.platform != "win32":
        os.nice(_NICENESS)
    _limit_memory()
    come = bytearray()
    with suppress(BrokenPipeError):
        while more := os.read(sys.stdin.fileno(), _AT_ONCE):
            come += more
            if notes := [RawNote(*raw) for raw in _whole_frames(come)]:
                faulthandler.dump_traceback_later(patience + _length(notes) / _SLOWEST, exit=True)
                answer = b"".join(_answer(prepare(raw)) for raw in notes)
                faulthandler.cancel_dump_traceback_later()
                sys.stdout.buffer.write(answer)
                sys.stdout.buffer.flush()


def _length(notes: Sequence[RawNote]) -> int:
    return sum(len(raw.content) for raw in notes)


def _limit_memory() -> None:
    """So that a note that takes too much ends this process, and no other one on the machine."""
    if sys.platform == "linux":  # elsewhere it has no effect
        import resource  # noqa: PLC0415 - of some systems alone

        with suppress(OSError, ValueError):  # less may be allowed already
            resource.setrlimit(
                resource.RLIMIT_DATA, (_MOST_MEMORY, resource.getrlimit(resource.RLIMIT_DATA)[1])
            )


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
