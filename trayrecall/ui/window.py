"""The base of every window but the popup: dressed by the one style, opened without blocking, closed with Escape or Ctrl+W."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QCursor, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QDialog, QLabel, QPushButton, QVBoxLayout, QWidget

from trayrecall.ui.placing import screen_for, within
from trayrecall.ui.popup_parts import plain_label
from trayrecall.ui.style import Style, grown, scaled, window_sheet

HEADING_SCALE = 1.3
_FRAME = QSize(16, 40)  # what a desktop may draw around a window; it says so only once it is shown


class Window(QDialog):
    """A window of the application. Closing it never ends the program; `come` opens it or brings it to the front."""

    def __init__(self, style: Style, title: str) -> None:
        super().__init__(None, Qt.WindowType.Window)
        self._style = style
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, on=False)
        style.changed.connect(self._restyle)
        self._restyle()

    def come(self) -> None:
        """Come to the front, with the keyboard; never waits for anything."""
        if self.isMinimized():
            self.showNormal()
        if not self.isVisible():
            self._place()
        self.show()
        self.raise_()
        self.activateWindow()

    def prefer(self, width: int, height: int) -> None:
        """Open with this size, in pixels for the usual font; larger with a larger one, and never beyond the screen."""
        self.resize(grown(width, self.font()), grown(height, self.font()))

    def _place(self) -> None:
        """Before it is shown: whole on the screen with the pointer, unless a person has put it on one already."""
        areas = [screen.availableGeometry() for screen in QGuiApplication.screens()]
        moved = self.testAttribute(Qt.WidgetAttribute.WA_Moved)
        if moved and any(area.contains(self.frameGeometry()) for area in areas):
            return
        area = screen_for(QCursor.pos(), areas)
        at = within(self.size(), self.minimumSizeHint(), area, _FRAME)
        self.resize(at.size())
        self.move(at.topLeft())  # of the frame, other than `setGeometry`

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Enter presses the button with the focus, where a dialog of Qt would press its default one; Ctrl+W closes."""
        if event.matches(QKeySequence.StandardKey.Close):
            self.close()
            return
        button = self.focusWidget()
        entered = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if entered and isinstance(button, QPushButton):
            if not event.isAutoRepeat():
                button.click()
            event.accept()
            return
        super().keyPressEvent(event)

    def before_end(self, then: Callable[[], None]) -> None:
        """The program is to end: do that now, or once a person agreed to lose what is typed here."""
        then()

    def _restyle(self) -> None:
        self.setStyleSheet(window_sheet(self._style.colors))
        self.update()


def heading(text: str, *, scale: float = HEADING_SCALE, wraps: bool = False) -> QLabel:
    """The title of a page; one that holds a name wraps."""
    label = plain_label("heading", text, wraps=wraps)
    label.setFont(scaled(label.font(), scale, strong=True))
    return label


def intro(text: str) -> QLabel:
    """What a page or a part of it is for, in the quieter colour; wraps."""
    return plain_label("intro", text, wraps=True)


def centred(part: QWidget) -> QWidget:
    """The part in the middle of whatever room there is, no higher than it needs."""
    room = QWidget()
    column = QVBoxLayout(room)
    column.setContentsMargins(0, 0, 0, 0)
    column.addStretch(1)
    column.addWidget(part)
    column.addStretch(2)
    return room
