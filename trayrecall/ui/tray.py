"""The tray icon. It draws a `Face` and tells what was clicked; it decides nothing.

Two facts shape it. A panel that starts after the program (autostart) is never found by a `QSystemTrayIcon` that exists
already, so `org.kde.StatusNotifierWatcher` is watched and a new icon is made when it appears. And some desktops have no
tray at all: then `unavailable` is emitted, once, and the program shows its window instead.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtDBus import QDBusConnection, QDBusServiceWatcher
from PySide6.QtWidgets import QSystemTrayIcon

from trayrecall.ui.icons import icon
from trayrecall.ui.state import NAME, Face, face_of
from trayrecall.ui.tray_menu import TrayMenu
from trayrecall.ui.words import unmarked

WATCHER = "org.kde.StatusNotifierWatcher"
WAIT_MS = 10_000  # how long a desktop may take after login to bring up its panel
_LOOK_MS = 250
_SETTLE_MS = 300  # a watcher registers its host a moment after its own name
_CLICKS = (QSystemTrayIcon.ActivationReason.Trigger, QSystemTrayIcon.ActivationReason.DoubleClick)


class Tray(QObject):
    """The icon in the panel. Call `start` once the signals are connected."""

    search_requested = Signal()  # by a click; what the menu is asked for, `menu` tells
    appeared = Signal()
    unavailable = Signal()  # emitted at most once: there is no tray here, at least not yet

    def __init__(self, *, wait_ms: int = WAIT_MS, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.face = face_of(None)
        self.menu = TrayMenu()
        self.menu.search_requested.connect(self.search_requested)
        self._then: Callable[[], None] = lambda: None
        self._icon: QSystemTrayIcon | None = None
        self._said_unavailable = False
        self._looks_left = max(1, wait_ms // _LOOK_MS)
        self._timer = QTimer(self)
        self._timer.setInterval(_LOOK_MS)
        self._timer.timeout.connect(self._look)
        self._watcher = self._watch()
        self.menu.draw(self.face)

    def start(self) -> None:
        """Show the icon now, or as soon as there is a tray."""
        self._look()
        if self._icon is None and not self._said_unavailable:
            self._timer.start()

    def stop(self) -> None:
        """Take the icon away."""
        self._timer.stop()
        self._drop_icon()

    def render(self, face: Face) -> None:
        """Draw the face; an equal one costs nothing, because every change is sent to the panel with all pictures."""
        if face == self.face:
            return
        before, self.face = self.face, face
        self.menu.draw(face)
        if self._icon is not None:
            if face.icon is not before.icon:
                self._icon.setIcon(icon(face.icon))
            if face.tooltip != before.tooltip:
                self._icon.setToolTip(unmarked(face.tooltip))

    # ---- the icon

    def _watch(self) -> QDBusServiceWatcher | None:
        if not sys.platform.startswith("linux"):
            return None
        bus = QDBusConnection.sessionBus()
        if not bus.isConnected():
            return None
        watcher = QDBusServiceWatcher(
            WATCHER, bus, QDBusServiceWatcher.WatchModeFlag.WatchForRegistration, self
        )
        watcher.serviceRegistered.connect(self._host_comes)
        return watcher

    def _look(self) -> None:
        if QSystemTrayIcon.isSystemTrayAvailable():
            self._timer.stop()
            if self._icon is None:
                self._make_icon()
            return
        self._looks_left -= 1
        if self._looks_left <= 0:
            self._timer.stop()
            if not self._said_unavailable:
                self._said_unavailable = True
                self.unavailable.emit()

    def _host_comes(self) -> None:
        """A StatusNotifier panel (re)appeared: only a new icon finds it, even when one was shown before."""
        self._timer.stop()  # else an icon is made at once, and replaced when the panel has settled
        QTimer.singleShot(_SETTLE_MS, self, self._make_icon)

    def _make_icon(self) -> None:
        self._drop_icon()
        made = QSystemTrayIcon(icon(self.face.icon), self)
        made.setToolTip(unmarked(self.face.tooltip))
        made.setContextMenu(self.menu)
        made.activated.connect(self._activated)
        made.messageClicked.connect(self._message_clicked)
        made.show()
        self._icon = made
        self.appeared.emit()

    def _drop_icon(self) -> None:
        if self._icon is not None:
            self._icon.hide()
            self._icon.deleteLater()
            self._icon = None

    def _activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason in _CLICKS:
            self.search_requested.emit()

    def _message_clicked(self) -> None:
        self._then()

    def say(self, title: str, text: str, then: Callable[[], None] = lambda: None) -> bool:
        """Show a message at the icon, `then` when it is clicked; False when there is no icon to show it at."""
        if self._icon is None:
            return False
        self._then = then
        self._icon.showMessage(unmarked(title or NAME), unmarked(text), icon(self.face.icon))
        return True
