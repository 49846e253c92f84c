"""The pauses that a person has asked for: held at once, and written when the index thread has time."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime

from trayrecall.core.pausing import EVERYTHING, Pause, covering, is_same, lasting
from trayrecall.store.index import Index


class Pauses:
    """Thread-safe. `post` lets the index thread do something; `clock` tells when a pause is over."""

    def __init__(
        self, index: Index, post: Callable[[Callable[[], None]], None], clock: Callable[[], datetime]
    ) -> None:
        self._index, self._post, self._clock = index, post, clock
        self._lock = threading.Lock()
        self._held: tuple[Pause, ...] = ()

    def load(self) -> None:
        """Go on with the pauses of an earlier run."""
        with self._lock:
            self._held = tuple(lasting(self._index.pauses(), self._clock()))

    def add(self, pause: Pause) -> None:
        """Begin a pause, in place of an older one of the same folder."""
        self._change(lambda held: [*(p for p in held if not is_same(p, pause.folder)), pause])

    def end(self, folder: str | None) -> None:
        """End the pause of this folder; None ends all."""
        self._change(lambda held: [] if folder is None else [p for p in held if not is_same(p, folder)])

    def _change(self, change: Callable[[list[Pause]], list[Pause]]) -> None:
        with self._lock:
            self._held = tuple(change(lasting(self._held, self._clock())))
        self._post(lambda: self._index.put_pauses(self._held))

    def covering(self, cwd: str | None) -> Pause | None:
        """The pause that holds for a prompt asked in this folder now."""
        return covering(self._held, cwd, self._clock())

    @property
    def everything(self) -> Pause | None:
        """The pause of everything, while there is one."""
        return self.covering(None)

    @property
    def projects(self) -> tuple[str, ...]:
        """The folders of the paused projects."""
        held = lasting(self._held, self._clock())
        return tuple(pause.folder for pause in held if pause.folder != EVERYTHING)
