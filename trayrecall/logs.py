"""The log file. It never holds a token or a note's text."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from logging.handlers import RotatingFileHandler

from trayrecall import paths


@contextmanager
def log_to_file() -> Iterator[None]:
    """Send the log to its file, 1 MB and one older file at most; it never holds a token or a note's text."""
    handler = RotatingFileHandler(paths.log_file(), maxBytes=1_000_000, backupCount=1, encoding="utf-8")
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger("trayrecall")
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    try:
        yield
    finally:
        root.removeHandler(handler)
        handler.close()
