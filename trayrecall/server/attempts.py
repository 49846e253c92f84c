"""How often something may be guessed, or asked for by strangers, within a minute."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

SECONDS = 60.0


class Attempts:
    """Counts attempts; memory for the last few only. Not thread-safe: it belongs to one event loop."""

    def __init__(self, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        """`most` are allowed within a minute; `clock` gives seconds."""
        self._clock = clock
        self._times: deque[float] = deque(maxlen=most)

    def wait(self) -> float:
        """The seconds to wait before the next one, 0 when it may come now."""
        now = self._clock()
        while self._times and now - self._times[0] >= SECONDS:
            self._times.popleft()
        return SECONDS - (now - self._times[0]) if len(self._times) == self._times.maxlen else 0.0

    def count(self) -> float:
        """Count one more if it may come; what `wait` gave before."""
        wait = self.wait()
        if wait == 0:
            self._times.append(self._clock())
        return wait
