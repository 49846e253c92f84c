"""Background work steps aside while a question is answered, and a moment longer, while its answer is drawn.

Python's threads take turns: a window that draws a list gives its turn away some hundred times, and waits each time until
a thread that reads notes has used its own.
"""

from __future__ import annotations

import threading
import time
from types import TracebackType

# Seconds after an answer. Until the next letter of somebody who types fast; meanwhile a build still writes a dozen notes a
# second, more than are embedded.
DRAWN_WITHIN = 0.08
# Seconds after that in which somebody is taken to sit there: each piece of work then gives its turn away, which sleeping
# for no time does too, and windows that move or scroll go on. A build that did so all the time would take a sixth more CPU.
THERE = 2.0
LONGEST = 0.25  # seconds that a question may hold work up, so that a build never starves


class Courtesy:
    """`with courtesy:` around what somebody waits for; `give_way` before each piece of work that nobody waits for."""

    def __init__(self) -> None:
        self._counting = threading.Lock()
        self._asked = 0  # questions under way
        self._quiet = threading.Event()
        self._quiet.set()
        self._drawn_at = 0.0
        self._waited_enough = False  # for the questions under way

    def __enter__(self) -> None:
        with self._counting:
            if not self._asked:
                self._quiet.clear()
            self._asked += 1

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._counting:
            self._asked -= 1
            self._drawn_at = time.monotonic() + DRAWN_WITHIN
            if not self._asked:
                self._waited_enough = False  # its answer is drawn in peace, however long it took
                self._quiet.set()

    def give_way(self) -> None:
        """Wait for the end of the questions under way, and no longer; returns at once when there is none."""
        if self._waited_enough:
            return
        if not self._quiet.wait(LONGEST):
            self._waited_enough = True
            return
        drawn = time.monotonic() - self._drawn_at  # seconds ago
        if drawn < THERE:
            time.sleep(max(0.0, -drawn))
