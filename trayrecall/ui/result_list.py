"""The popup's list of results: which row is chosen, how far a page goes, how high it wants to be."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListView

from trayrecall.ui.result_rows import ResultModel, RowDelegate, row_height
from trayrecall.ui.rows import Row
from trayrecall.ui.style import SIZES, Style

_MARGIN = 6


class ResultList(QListView):
    """Rows to choose from. It never takes the keyboard: that stays in the field."""

    def __init__(self, style: Style) -> None:
        super().__init__()
        self.setObjectName("results")
        self.setAccessibleName("Search results")
        self.results = ResultModel()
        self._delegate = RowDelegate(style)
        self.setModel(self.results)
        self.setItemDelegate(self._delegate)
        self.setUniformItemSizes(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setViewportMargins(0, _MARGIN, 0, _MARGIN)

    @property
    def rows(self) -> tuple[Row, ...]:
        """What is shown."""
        return self.results.rows

    @property
    def chosen(self) -> int:
        """The number of the chosen row; -1 when there is none."""
        return self.currentIndex().row()

    def show_rows(self, rows: tuple[Row, ...]) -> None:
        """Show these rows, the first one chosen; the same ones again change nothing."""
        if rows is self.results.rows:
            return
        self.results.set_rows(rows)
        if rows:
            self.setCurrentIndex(self.results.index(0))
            self.scrollToTop()

    def move_by(self, rows: int) -> None:
        """Choose another row; past the end it goes on at the other one."""
        if self.rows:
            self._choose((self.chosen + rows) % len(self.rows))

    def page_by(self, pages: int) -> None:
        """Choose a row so many screens away; the ends hold."""
        if self.rows:
            page = max(1, self.viewport().height() // row_height(self.font()))
            self._choose(min(len(self.rows) - 1, max(0, self.chosen + pages * page)))

    def fit(self, most_height: int) -> None:
        """Take the height that the rows need, whole rows and no more than that."""
        each = row_height(self.font())
        most = max(1, min(SIZES.popup_rows, most_height // each))
        self.setFixedHeight(min(max(1, len(self.rows)), most) * each + 2 * _MARGIN)

    def _choose(self, row: int) -> None:
        index = self.results.index(row)
        self.setCurrentIndex(index)
        self.scrollTo(index)
