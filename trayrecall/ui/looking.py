"""A window that reads what it shows again and again, as long as somebody can see it."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QHideEvent

from trayrecall.ui.outcome import Ticket
from trayrecall.ui.style import Style
from trayrecall.ui.window import Window

LOOK_MS = 1000


class LookingWindow(Window):
    """A look is `due` once a second from `come` until it is hidden; `_asking` is the one under way."""

    due = Signal()

    def __init__(self, style: Style, title: str) -> None:
        super().__init__(style, title)
        self._asking: Ticket | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_MS)
        self._timer.timeout.connect(self.due)

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
