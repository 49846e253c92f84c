"""A window that reads what it shows again and again, as long as somebody can see it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QTimer
from PySide6.QtGui import QHideEvent

from trayrecall.ui.bridge import Bridge
from trayrecall.ui.notice import Notice
from trayrecall.ui.outcome import Done, Failed, Outcome, Ticket
from trayrecall.ui.settings_actions import Words, words_of
from trayrecall.ui.state import Tone
from trayrecall.ui.style import Style
from trayrecall.ui.window import Window

LOOK_MS = 1000


class LookingWindow(Window):
    """It looks once a second from `come` until it is hidden; `_asking` is the look under way.

    Reading and doing run behind the bridge, and `notice` says how they end.
    """

    def __init__(self, style: Style, bridge: Bridge, title: str, open_url: Callable[[str], None]) -> None:
        super().__init__(style, title)
        self._bridge, self._open_url = bridge, open_url
        self.notice = Notice()
        self._asking: Ticket | None = None
        self._failed = False  # the last look
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_MS)
        self._timer.timeout.connect(self.look)

    def look(self) -> None:
        """Read what is shown, unless that is under way. Each window has its own."""
        raise NotImplementedError

    def look_anew(self) -> None:
        """Read it now: what is under way may be old."""
        self._forget_look()
        self.look()

    def come(self) -> None:
        """Come to the front; looks from now on."""
        super().come()
        self._timer.start()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802 - Qt's name
        """Nobody looks: nothing is read."""
        self._timer.stop()
        self._forget_look()
        super().hideEvent(event)

    def _forget_look(self) -> None:
        if self._asking is not None:
            self._asking.cancel()
            self._asking = None

    def _looked(self, outcome: Outcome[Any]) -> None:
        """A look ended: a failure is said until the next one ends well."""
        self._asking = None
        if isinstance(outcome, Failed):
            self.notice.say(words_of(outcome.failure))
        elif self._failed:
            self.notice.clear()
        self._failed = isinstance(outcome, Failed)

    def _do(self, work: Callable[[], object], said: str = "") -> None:
        """Do it behind the bridge, say what became of it, and look again."""

        def done(outcome: Outcome[object]) -> None:
            match outcome:
                case Done() if said:
                    self.notice.say(Words(said, tone=Tone.GOOD))
                case Done():
                    self.notice.clear()
                case Failed(failure):
                    self.notice.say(words_of(failure))
            self.look_anew()

        self._bridge.run(work, done)

    def _open_found(self, find: Callable[[], str]) -> None:
        """Open the address that is found behind the bridge; none for an empty one."""

        def found(outcome: Outcome[str]) -> None:
            if isinstance(outcome, Done) and outcome.value:
                self._open_url(outcome.value)

        self._bridge.run(find, found)
