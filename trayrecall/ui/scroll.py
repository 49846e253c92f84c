"""What may be higher than its window, and choices that the wheel passes by."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QFrame, QScrollArea, QWidget

_LEAST_HEIGHT = 120


class Scroll(QScrollArea):
    """Lets its content be higher than itself, never wider. The keyboard goes to the content alone."""

    def __init__(self, content: QWidget) -> None:
        super().__init__()
        self._content = content
        content.setObjectName("page")
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.verticalScrollBar().setObjectName("beside")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(content)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """As wide as the content must be, so that nothing of it is cut off at the side."""
        width = self._content.minimumSizeHint().width() + self.verticalScrollBar().sizeHint().width()
        return QSize(width, _LEAST_HEIGHT)


class Choice(QComboBox):
    """A choice that the wheel changes only where it has the focus: else it would change while a page scrolls."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802 - Qt's name
        """Leave the wheel to the page, unless the person is here."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()
