"""The popup's entries, and beside them the preview of the chosen note."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from trayrecall.ui.outcome import Done, Failed, Outcome, Ticket
from trayrecall.ui.popup_preview import PreviewPane
from trayrecall.ui.result_list import ResultList
from trayrecall.ui.rows import Preview, Row
from trayrecall.ui.search import Searcher
from trayrecall.ui.style import Style
from trayrecall.ui.words import told


class Body(QWidget):
    """The list, which has all the width while nothing is read."""

    turned = Signal()  # the preview came or went

    def __init__(self, style: Style, searcher: Searcher) -> None:
        super().__init__()
        self._searcher = searcher
        self._reading: Ticket | None = None
        self.results = ResultList(style)
        self.preview = PreviewPane(style)
        self.preview.hide()
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.results, 2, Qt.AlignmentFlag.AlignTop)  # also beside a note that needs more height
        row.addWidget(self.preview, 3)

    @property
    def is_reading(self) -> bool:
        """Whether the preview is open."""
        return not self.preview.isHidden()

    def open_preview(self, row: Row, words: str) -> None:
        """Read that note; the keyboard goes to its text."""
        self.results.set_narrow(True)
        self.preview.show()
        self.read(row, words)
        self.preview.setFocus(Qt.FocusReason.TabFocusReason)
        self.turned.emit()

    def close_preview(self, keys_go_to: QWidget) -> None:
        """Back to the list; the keyboard goes to that widget."""
        if not self.is_reading:
            return
        # Before it is hidden: Qt would give the focus on as by Tab, and that chooses the whole text of the field.
        keys_go_to.setFocus(Qt.FocusReason.OtherFocusReason)
        self.preview.hide()
        self.results.set_narrow(False)
        self.turned.emit()
        self.results.scrollTo(self.results.currentIndex())

    def read(self, row: Row, words: str) -> None:
        """Show another note in the preview."""
        if self._reading is not None:
            self._reading.cancel()
        self.preview.begin(row)
        self._reading = self._searcher.preview(row, words, self._read_out)

    def follow(self, words: str) -> None:
        """Other entries are shown: read the chosen one, or say what is known of it by now."""
        row, before = self.results.chosen_entry, self.preview.row
        if not self.is_reading or not isinstance(row, Row) or before is None or row == before:
            return
        if row.id == before.id:
            self.preview.say_facts(row)
        else:
            self.read(row, words)

    def _read_out(self, outcome: Outcome[Preview]) -> None:
        match outcome:
            case Done(preview):
                self.preview.show_text(preview)
            case Failed(failure):
                self.preview.fail("\n".join(told(failure)).strip())

    def fit(self, most_height: int) -> None:
        """Take the height that the entries need, at most so much."""
        self.results.fit(most_height)
        self._row.activate()
