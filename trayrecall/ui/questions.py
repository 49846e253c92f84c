"""Questions in a box of their own. They are opened, never waited for: what is to be done comes along."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from trayrecall.ui.state import NAME
from trayrecall.ui.words import breakable, translate


def ask(
    parent: QWidget,
    title: str,
    text: str,
    do_it: str,
    then: Callable[[], None],
    *,
    leave_it: str | None = None,
) -> QMessageBox:
    """Ask whether something that can't be taken back is wanted. The safe answer is the default and Escape's."""
    box = QMessageBox(parent)
    box.setIcon(QMessageBox.Icon.NoIcon)
    box.setWindowTitle(NAME)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(breakable(title))
    box.setInformativeText(text)
    if (grid := box.layout()) is not None:
        grid.setContentsMargins(3, 18, 24, 18)  # at the left Qt keeps 21 pixels for an icon
    done = box.addButton(do_it, QMessageBox.ButtonRole.DestructiveRole)
    left = box.addButton(leave_it or translate("settings", "Cancel"), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(left)
    box.setEscapeButton(left)
    done.clicked.connect(then)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.open()
    return box


def ask_to_discard(parent: QWidget, then: Callable[[], None]) -> QMessageBox:
    """Ask whether what was typed may be lost."""
    return ask(
        parent,
        translate("settings", "Discard what you typed?"),
        translate("settings", "It is not saved yet."),
        translate("settings", "Discard"),
        then,
        leave_it=translate("settings", "Keep editing"),
    )
