"""The person's own searches, in a private file. Blocks, so never on the UI thread.

A file that can't be read or written only costs the searches: nothing here may stop a search.
"""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable
from pathlib import Path

from trayrecall.paths import read_own, write_private

log = logging.getLogger(__name__)

MOST = 200  # that are kept, whatever is wanted
LONGEST = 200  # code points; who pastes more doesn't type it again


class History:
    """The searches, the latest first. Thread-safe.

    `most` tells at each call how many are kept; when it is 0, nothing is, and what was kept is gone.
    """

    def __init__(self, file: Path, most: Callable[[], int] = lambda: MOST) -> None:
        self._file, self._most = file, most
        self._lock = threading.Lock()

    def latest(self, most: int) -> tuple[str, ...]:
        """At most so many of them."""
        with self._lock:
            return tuple(self._read()[:most])

    def add(self, text: str) -> None:
        """The person searched for this; the same text again only moves to the front."""
        text = " ".join(text.split())
        if not text or len(text) > LONGEST:
            return
        with self._lock:
            others = [old for old in self._read() if old.casefold() != text.casefold()]
            self._write([text, *others][: self._most()])

    def forget(self, text: str | None = None) -> None:
        """Forget one of them, or all."""
        with self._lock:
            self._write([] if text is None else [old for old in self._read() if old != text])

    def _read(self) -> list[str]:
        try:
            most = self._most()
            if not most:
                self._file.unlink(missing_ok=True)
                return []
            raw = json.loads(read_own(self._file))
        except FileNotFoundError:
            return []
        except (OSError, ValueError) as failure:
            log.warning("the searches can't be read (%s)", type(failure).__name__)
            return []
        return [text for text in raw if isinstance(text, str)][:most] if isinstance(raw, list) else []

    def _write(self, texts: list[str]) -> None:
        try:
            if texts:
                write_private(self._file, json.dumps(texts, ensure_ascii=False, indent=1) + "\n")
            else:
                self._file.unlink(missing_ok=True)
        except OSError as failure:
            log.warning("the searches can't be kept (%s)", type(failure).__name__)
