"""A field that takes a key combination by its being pressed."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QMouseEvent
from PySide6.QtWidgets import QPushButton

from trayrecall.ui.words import named, translate

_MODIFIERS = {
    Qt.Key.Key_Control,
    Qt.Key.Key_Shift,
    Qt.Key.Key_Alt,
    Qt.Key.Key_AltGr,
    Qt.Key.Key_Meta,
    Qt.Key.Key_Super_L,
    Qt.Key.Key_Super_R,
}
_LONELY = range(Qt.Key.Key_F1, Qt.Key.Key_F35 + 1)  # keys that need no modifier


class HotkeyField(QPushButton):
    """Shows the keys; pressed, it waits for others. Escape leaves them, Backspace takes them away."""

    recorded = Signal(str)  # in PortableText, empty for none
    refused = Signal(str)  # why these keys can't be one, for a person

    def __init__(self) -> None:
        super().__init__()
        self._keys = ""
        self._records = False
        self.setAutoDefault(False)
        self.clicked.connect(self.record)
        self._show()

    @property
    def records(self) -> bool:
        """Whether it waits for keys."""
        return self._records

    def show_keys(self, keys: str) -> None:
        """Show this combination."""
        self._keys, self._records = keys, False
        self._show()

    def record(self) -> None:
        """Wait for keys."""
        self._records = True
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self._show()

    def _show(self) -> None:
        shown = QKeySequence.fromString(self._keys).toString(QKeySequence.SequenceFormat.NativeText)
        waits = translate("settings", "Press the keys…")
        self.setText(waits if self._records else shown or translate("settings", "None"))
        self.setAccessibleName(named(translate("settings", "Key for the search"), self.text()))
        self.setMinimumWidth(
            max(self.fontMetrics().horizontalAdvance(text) for text in (waits, "Ctrl+Alt+Shift+Space")) + 40
        )

    def event(self, event: QEvent) -> bool:
        """While it waits, every key is for it, Tab and the shortcuts of the window too."""
        if self._records and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        if self._records and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            self._pressed(event)
            return True
        return super().event(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """Leaving it leaves the keys as they were."""
        if self._records:
            self.show_keys(self._keys)
        super().focusOutEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """A second click leaves the keys as they were."""
        if self._records:
            self.show_keys(self._keys)
            event.accept()
        else:
            super().mousePressEvent(event)

    def _pressed(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        plain = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if key in _MODIFIERS or event.isAutoRepeat():
            return
        if key == Qt.Key.Key_Escape and not plain:
            self.show_keys(self._keys)
        elif key in (Qt.Key.Key_Backspace, Qt.Key.Key_Delete) and not plain:
            self._take("")
        elif key not in _LONELY and not plain & ~Qt.KeyboardModifier.ShiftModifier:
            self.show_keys(self._keys)
            self.refused.emit(
                translate("settings", "Hold Ctrl, Alt or the system's key together with another one.")
            )
        else:
            self._take(
                QKeySequence(event.keyCombination()).toString(QKeySequence.SequenceFormat.PortableText)
            )

    def _take(self, keys: str) -> None:
        self.show_keys(self._keys)
        self.recorded.emit(keys)
