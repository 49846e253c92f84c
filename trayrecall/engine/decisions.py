"""The log of decisions: prompts are answered at once, and what was decided is written when the index thread has time."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from trayrecall.core.model import Decision
from trayrecall.store.index import Index

LONGEST_PROMPT = 2000  # code points kept of a prompt
WAITING = 500  # decisions kept in memory while the index thread is at work


class Decisions:
    """Thread-safe. `keep` is for how long a decision is kept; nothing is kept with none.

    `post` lets the index thread do something; `clock` dates the decisions.
    """

    def __init__(
        self,
        index: Index,
        post: Callable[[Callable[[], None]], None],
        clock: Callable[[], datetime],
        keep: timedelta,
    ) -> None:
        self._index, self._post, self._clock, self._keep = index, post, clock, keep
        self._waiting: deque[Decision] = deque(maxlen=WAITING)
        self._lock = threading.Lock()
        self._is_posted = False

    def note(self, decision: Decision) -> None:
        """Keep a decision; returns at once."""
        if self._keep <= timedelta():
            return
        with self._lock:
            self._waiting.append(decision)
            posted, self._is_posted = self._is_posted, True
        if not posted:
            self._post(self._write)

    def now(self) -> str:
        """The moment of a decision, ISO 8601 UTC."""
        return self._clock().astimezone(UTC).isoformat()

    def keep_for(self, keep: timedelta) -> None:
        """Keep decisions so long from now on; what is older, or all of them, is forgotten at once."""
        self._keep = keep
        self._post(self._write)

    def _write(self) -> None:
        with self._lock:
            batch = list(self._waiting)
            self._waiting.clear()
            self._is_posted = False
        self._index.put_decisions(batch, (self._clock() - self._keep).astimezone(UTC).isoformat())

    def clear(self) -> None:
        """Forget all decisions, those on their way too."""
        with self._lock:
            self._waiting.clear()
        self._post(lambda: self._index.put_decisions([], None))
