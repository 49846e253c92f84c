"""The log file: writing it, and reading its end. It never holds a token or a note's text."""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from logging.handlers import RotatingFileHandler
from pathlib import Path

from trayrecall import paths

_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_ENTRY = re.compile(r"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d),\d{3} ([A-Z]+) ([\w.]+): (.*)")
TAIL = 400_000  # bytes


class _LogFile(RotatingFileHandler):
    """A log file that nobody hears of when its disk is full: what is logged about goes on, and tells a person itself."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - Python's own name
        """Print no traceback for an entry that can't be written."""
        if not isinstance(sys.exception(), OSError):
            super().handleError(record)

    def close(self) -> None:
        """Close the file, whether its last entries can be written or not."""
        with suppress(OSError):
            super().close()


@contextmanager
def log_to_file() -> Iterator[None]:
    """Send the log to its file, 1 MB and one older file at most; it never holds a token or a note's text.

    Where no file can be written, warnings go to standard error.
    """
    handler: logging.Handler
    try:
        handler = _LogFile(paths.log_file(), maxBytes=1_000_000, backupCount=1, encoding="utf-8")
    except OSError:
        handler = logging.StreamHandler()
        handler.setLevel(logging.WARNING)
    handler.setFormatter(logging.Formatter(_FORMAT))
    root = logging.getLogger("trayrecall")
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    try:
        yield
    finally:
        root.removeHandler(handler)
        handler.close()


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the log; `more` are the lines below the first, such as a traceback."""

    at: str  # local time, YYYY-MM-DD HH:MM:SS
    level: int  # as in `logging`
    source: str  # the module
    text: str
    more: tuple[str, ...] = ()


def tail(path: Path, most: int = TAIL) -> str:
    """The end of the log, from the beginning of an entry on; empty when there is none. Raises OSError."""
    try:
        with path.open("rb") as file:
            size = file.seek(0, 2)
            file.seek(max(0, size - most))
            text = file.read().decode("utf-8", "replace")
    except FileNotFoundError:
        return ""
    return text if size <= most else text.partition("\n")[2]


def entries(text: str) -> list[Entry]:
    """The entries of a log, oldest first; lines before the first one are left away."""
    found: list[Entry] = []
    more: list[str] = []
    for line in text.splitlines():
        begun = _ENTRY.match(line)
        if begun is None:
            more.append(line)
            continue
        _put(found, more)
        at, level, source, told = begun.groups()
        found.append(Entry(at, logging.getLevelNamesMapping().get(level, logging.INFO), source, told))
    _put(found, more)
    return found


def _put(found: list[Entry], more: list[str]) -> None:
    if found and more:
        found[-1] = replace(found[-1], more=tuple(more))
    more.clear()
