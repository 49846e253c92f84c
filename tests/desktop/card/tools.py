"""What the tests of the popup's card share."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from tests.desktop.asking import Asking
from trayrecall.ui.popup import Popup
from trayrecall.ui.rows import Row

KEY, MODIFIER = Qt.Key, Qt.KeyboardModifier
CTRL, ALT, SHIFT, NONE = (
    MODIFIER.ControlModifier,
    MODIFIER.AltModifier,
    MODIFIER.ShiftModifier,
    MODIFIER.NoModifier,
)
LINK = "http://trilium.example:8080/#root/folder/"
Ask = Callable[[str], None]  # types a question and waits for the answer
Hold = Callable[[str], Asking]  # types a question that is answered by hand


def press(popup: Popup, key: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
    QTest.keyClick(popup.card.keys_go_to, key, modifiers)


def rows_of(popup: Popup) -> list[Row]:
    return [entry for entry in popup.results.entries if isinstance(entry, Row)]


def titles(popup: Popup) -> list[str]:
    return [row.title.text for row in rows_of(popup)]


def copied() -> str:
    return QGuiApplication.clipboard().text()
