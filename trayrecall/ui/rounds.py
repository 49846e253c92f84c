"""What is done again and again: looks at the servers, and what waits for a keyring that comes up or is unlocked late."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QObject, QTimer, Signal

from trayrecall.core.model import Status
from trayrecall.core.rhythm import BEAT_SECONDS, Due, Rhythm
from trayrecall.ui.bridge import Bridge
from trayrecall.ui.state import WAITING

# Right after login a keyring may come late or wait for its password: instances without a token are tried more often.
LOGIN_MS, LOGIN_TRIES = 10_000, 12


class Followed(Protocol):
    """The part of the house that is called on; only `listen` may block."""

    @property
    def trouble(self) -> Exception | None:
        """Why nothing listens, when nothing does."""

    @property
    def waits_for_keyring(self) -> bool:
        """Whether nothing listens because a token could not be read."""

    def listen(self) -> None:
        """Try to listen."""

    def follow(self, due: Due) -> None:
        """Let the engine do what a beat is for."""


class Rounds(QObject):
    """Begins with `start`; then `house` gives the house."""

    changed = Signal()  # what a person is told may be other now

    def __init__(
        self, bridge: Bridge, house: Callable[[], Followed | None], status: Callable[[], Status | None]
    ) -> None:
        """`bridge` is one whose calls may hang; `status` is the last that was heard of."""
        super().__init__()
        self._bridge, self._house, self._status = bridge, house, status
        self._rhythm = Rhythm(time.time(), time.monotonic())
        self._asks_to_listen = False
        self._trouble: Exception | None = None  # as it was last told
        self.beat = QTimer(self)
        self.beat.setInterval(int(BEAT_SECONDS * 1000))
        self.beat.timeout.connect(self._follow)
        self._login = QTimer(self)
        self._login.setInterval(LOGIN_MS)
        self._login.timeout.connect(self._try_waiting)
        self._login_tries = LOGIN_TRIES

    def start(self) -> None:
        """The house is open."""
        self.beat.start()
        self._login.start()

    def stop(self) -> None:
        """No more rounds."""
        self.beat.stop()
        self._login.stop()

    @property
    def is_login_over(self) -> bool:
        """Whether a keyring has had its time to come up."""
        return self._login_tries <= 0

    def _follow(self) -> None:
        due, house = self._rhythm.beat(time.time(), time.monotonic()), self._house()
        if house is not None:
            house.follow(due)
            if house.trouble is not self._trouble:  # the settings may have mended it
                self._trouble = house.trouble
                self.changed.emit()
        if due is not Due.NOTHING:
            self.listen_again()

    def _try_waiting(self) -> None:
        self._login_tries -= 1
        if self.is_login_over:
            self._login.stop()
            self.changed.emit()  # what was held back until now is told
        status, house = self._status(), self._house()
        waits = status is not None and any(i.enabled and i.state in WAITING for i in status.instances)
        if waits and house is not None:
            house.follow(Due.TICK)
        self.listen_again()

    def listen_again(self) -> None:
        """Nothing listens because its token could not be read: by now it may be there."""
        house = self._house()
        if house is not None and house.waits_for_keyring and not self._asks_to_listen:
            self._asks_to_listen = True
            self._bridge.run(house.listen, self._listens)

    def _listens(self, _outcome: object) -> None:
        self._asks_to_listen = False
        self.changed.emit()
