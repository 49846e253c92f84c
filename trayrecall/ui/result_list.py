"""The popup's list of entries: which one is chosen, how far a page goes, how high it wants to be."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QListView

from trayrecall.ui.popup_texts import group_name, spoken, title_text, why_text
from trayrecall.ui.result_rows import ENTRY, Index, RowDelegate, Shape, height_of, shape_of
from trayrecall.ui.rows import Entry, Heading, Past, Row
from trayrecall.ui.style import SIZES, Style
from trayrecall.ui.words import plain_tip, translate

_MARGIN = 6


class ResultModel(QAbstractListModel):
    """The entries of one answer."""

    def __init__(self) -> None:
        super().__init__()
        self.entries: tuple[Entry, ...] = ()

    def set_entries(self, entries: tuple[Entry, ...]) -> None:
        """Show these entries instead."""
        self.beginResetModel()
        self.entries = entries
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt's signature
        """Qt's question."""
        return 0 if parent.isValid() else len(self.entries)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """A heading can't be chosen."""
        if index.isValid() and isinstance(self.entries[index.row()], Heading):
            return Qt.ItemFlag.ItemNeverHasChildren
        return super().flags(index)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The entry itself for the delegate, texts for screen readers and the tooltip."""
        if not index.isValid() or index.row() >= len(self.entries):
            return None
        entry = self.entries[index.row()]
        match role:
            case int() if role == ENTRY:
                return entry
            case Qt.ItemDataRole.DisplayRole:
                return _name(entry)
            case Qt.ItemDataRole.AccessibleTextRole:
                return spoken(entry) if isinstance(entry, Row) else _name(entry)
            case Qt.ItemDataRole.AccessibleDescriptionRole:
                return entry.excerpt.text if isinstance(entry, Row) else None
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tip(why_text(entry)) if isinstance(entry, Row) else None
            case _:
                return None


def _name(entry: Entry) -> str:
    match entry:
        case Row():
            return title_text(entry)
        case Past(text):
            return text
        case Heading(group):
            return group_name(group)


class ResultList(QListView):
    """Entries to choose from. It never takes the keyboard: that stays in the field."""

    moved = Signal(int)  # the person chose another entry

    def __init__(self, style: Style) -> None:
        super().__init__()
        self.setObjectName("results")
        self.setAccessibleName(translate("popup", "Search results"))
        self.results = ResultModel()
        self._delegate = RowDelegate(style)
        self.setModel(self.results)
        self.setItemDelegate(self._delegate)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setViewportMargins(0, _MARGIN, 0, _MARGIN)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What is shown."""
        return self.results.entries

    @property
    def chosen(self) -> int:
        """The number of the chosen entry; -1 when there is none."""
        return self.currentIndex().row()

    @property
    def chosen_entry(self) -> Entry | None:
        """The chosen entry."""
        return self.entries[self.chosen] if 0 <= self.chosen < len(self.entries) else None

    def show_entries(self, entries: tuple[Entry, ...], chosen: int) -> None:
        """Show these entries, that one chosen; the same ones again change nothing but the choice.

        When an entry below the first one stays chosen, the list is not scrolled.
        """
        if entries is not self.results.entries:
            at = self.verticalScrollBar().value() if chosen == self.chosen and chosen > 0 else 0
            self.results.set_entries(entries)
            self.setCurrentIndex(self.results.index(chosen) if chosen >= 0 else QModelIndex())
            self.verticalScrollBar().setValue(at)
        elif chosen != self.chosen:
            self.setCurrentIndex(self.results.index(chosen))

    def set_narrow(self, narrow: bool) -> None:
        """Draw the entries beside the preview, or in full width."""
        self._delegate.narrow = narrow
        self.scheduleDelayedItemsLayout()

    def move_by(self, entries: int) -> None:
        """Choose another entry; past the end it goes on at the other one."""
        choices = self._choices()
        if choices:
            at = choices.index(self.chosen) if self.chosen in choices else -1
            self._choose(choices[(at + entries) % len(choices)] if at >= 0 else choices[0])

    def page_by(self, pages: int) -> None:
        """Choose an entry so many screens away; the ends hold."""
        choices = self._choices()
        if choices:
            page = max(1, self.viewport().height() // max(1, self.sizeHintForRow(choices[-1])))
            at = choices.index(self.chosen) if self.chosen in choices else 0
            self._choose(choices[min(len(choices) - 1, max(0, at + pages * page))])

    def move_to_end(self, *, first: bool) -> None:
        """Choose the first or the last entry."""
        choices = self._choices()
        if choices:
            self._choose(choices[0 if first else -1])

    def number_of(self, number: int) -> int:
        """The entry of the note with that number, counted from 1; -1 when there is none."""
        notes = [n for n, entry in enumerate(self.entries) if isinstance(entry, Row)]
        return notes[number - 1] if 0 < number <= len(notes) else -1

    def fit(self, most_height: int) -> None:
        """Take the height that the entries need: at most so much, at most six hits, and whole hits."""
        narrow = self._delegate.narrow
        each = height_of(Shape.FULL, self.font())
        most = max(1, min(SIZES.popup_rows, (most_height - 2 * _MARGIN) // each)) * each
        heights = [height_of(shape_of(entry, narrow=narrow), self.font()) for entry in self.entries]
        self.setFixedHeight((most if narrow else min(sum(heights) or each, most)) + 2 * _MARGIN)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """A press chooses too."""
        super().mousePressEvent(event)
        self.moved.emit(self.chosen)

    def _choices(self) -> list[int]:
        return [n for n, entry in enumerate(self.entries) if not isinstance(entry, Heading)]

    def _choose(self, entry: int) -> None:
        index = self.results.index(entry)
        self.setCurrentIndex(index)
        self.scrollTo(index)
        if entry == 1 and isinstance(self.entries[0], Heading):
            self.scrollToTop()
        self.moved.emit(entry)
