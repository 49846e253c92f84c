"""Which processor cores the calling thread may run on, where the system lets us choose (Linux).

Python's threads take turns, so more cores don't make them faster; but each turn on another core finds none of what it
needs in that core's caches. A build whose threads share one core takes a third less of the processor's time.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

Cores = frozenset[int]  # their numbers; none where the system doesn't let us choose

_PROCESSOR = 36  # the field of /proc/<pid>/stat behind the name; see proc(5)


def mine() -> Cores:
    """The cores that the calling thread may run on."""
    if sys.platform != "linux":
        return frozenset()
    return frozenset(os.sched_getaffinity(0))


def current() -> Cores:
    """The one core that the calling thread runs on at the moment; those that it may when the system doesn't tell."""
    try:
        told = Path("/proc/thread-self/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return mine()
    return frozenset({int(told.rpartition(")")[2].split()[_PROCESSOR])})


@contextmanager
def running_on(cores: Cores) -> Iterator[None]:
    """The calling thread, and the threads and processes that it starts meanwhile, run on these cores alone."""
    before = mine()
    _stay_on(cores)
    try:
        yield
    finally:
        _stay_on(before)


def _stay_on(cores: Cores) -> None:
    if sys.platform == "linux" and cores:
        with suppress(OSError):  # none of them is ours any more; then all stays as it is
            os.sched_setaffinity(0, cores)
