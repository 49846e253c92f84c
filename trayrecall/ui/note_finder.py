"""A line to type a title or an id into, and the notes that fit, as typed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from trayrecall.core.inspection import FoundNote
from trayrecall.core.snippet import one_line
from trayrecall.ui.bridge import Bridge
from trayrecall.ui.outcome import Done, Outcome, Ticket
from trayrecall.ui.popup_parts import plain_label, single_shot
from trayrecall.ui.words import plain_tip, translate

_PAUSE_MS = 80  # keys typed quickly are asked together
_FOUND = Qt.ItemDataRole.UserRole + 1


class NoteFinder(QWidget):
    """`chosen` tells the FoundNote that was clicked, or entered by keys."""

    chosen = Signal(object)

    def __init__(self, bridge: Bridge, find: Callable[[str], Sequence[FoundNote]]) -> None:
        super().__init__()
        self._bridge, self._find = bridge, find
        self._ticket: Ticket | None = None
        self._pause = single_shot(self, self._ask, _PAUSE_MS)
        self.field = QLineEdit()
        self.field.setPlaceholderText(translate("finder", "Title or id of a note"))
        self.field.setAccessibleName(self.field.placeholderText())
        self.field.setClearButtonEnabled(True)
        self.field.textChanged.connect(lambda _text: self._pause.start())
        self.field.installEventFilter(self)
        self.list = QListWidget()
        self.list.setObjectName("found")
        self.list.setAccessibleName(translate("finder", "Notes found"))
        self.list.itemClicked.connect(self._take)
        self.list.itemActivated.connect(self._take)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.nothing = plain_label("intro", wraps=True)
        self.nothing.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.field)
        column.addWidget(self.nothing)
        column.addWidget(self.list, 1)

    def begin(self) -> None:
        """Take the keyboard, with nothing typed yet."""
        self.field.clear()
        self.list.clear()
        self.nothing.hide()
        self.field.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Arrows choose in the list while the line keeps the keyboard."""
        if watched is self.field and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
            if step is not None:
                self.list.setCurrentRow(min(max(0, self.list.currentRow() + step), self.list.count() - 1))
                return True
            if Qt.Key(event.key()) in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._take(self.list.currentItem())
                return True
        return super().eventFilter(watched, event)

    def _ask(self) -> None:
        if self._ticket is not None:
            self._ticket.cancel()
        text = self.field.text()
        self._ticket = self._bridge.run(lambda: self._find(text), self._fill)

    def _fill(self, outcome: Outcome[Sequence[FoundNote]]) -> None:
        self._ticket = None
        found = outcome.value if isinstance(outcome, Done) else ()
        self.list.clear()
        for note in found:
            item = QListWidgetItem(one_line(note.title) or note.note_id)
            item.setToolTip(plain_tip(" › ".join(one_line(part) for part in note.path)))
            item.setData(_FOUND, note)
            self.list.addItem(item)
        if found:
            self.list.setCurrentRow(0)
        typed = bool(self.field.text().strip())
        self.nothing.setText(translate("finder", "No note has that in its title, or as its id."))
        self.nothing.setVisible(typed and not found)

    def _take(self, item: QListWidgetItem | None) -> None:
        note = item.data(_FOUND) if item is not None else None
        if isinstance(note, FoundNote):
            self.chosen.emit(note)
