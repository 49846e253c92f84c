"""The inspector's picture of the whole index: its size, its servers, and what failed. It draws and tells."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from trayrecall.core.snippet import one_line
from trayrecall.ui import inspection_words as words
from trayrecall.ui.day_bars import STAT_SCALE
from trayrecall.ui.decision_words import moment
from trayrecall.ui.inspector_actions import Health
from trayrecall.ui.notice import Notice
from trayrecall.ui.popup_parts import field_label, plain_label, push_button
from trayrecall.ui.state import standing_of
from trayrecall.ui.style import SMALL_SCALE, scaled
from trayrecall.ui.trees import fit, tree
from trayrecall.ui.window import heading, intro
from trayrecall.ui.words import kept, number, plain_tip, translate

_NOTE = Qt.ItemDataRole.UserRole + 1
_MOST_SERVERS, _MOST_FAILURES = 5, 8  # rows seen at once


class HealthView(QWidget):
    """Shows how the index stands. `inspected` tells instance and id of a note of the list of failures."""

    inspected = Signal(str, str)
    checked = Signal()
    retried = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.health: Health | None = None
        self._stats = QHBoxLayout()
        self._stats.setSpacing(10)
        self.numbers = {
            name: self._stat(label)
            for name, label in (
                ("size", translate("inspector", "Index file")),
                ("notes", translate("inspector", "Notes")),
                ("passages", translate("inspector", "Passages")),
                ("pending", translate("inspector", "Waiting for a vector")),
            )
        }
        self.about = intro("")
        self.servers = tree(
            translate("inspector", "Servers"),
            (
                translate("inspector", "Server"),
                translate("inspector", "State"),
                translate("inspector", "Left out"),
                translate("inspector", "As of"),
            ),
            stretched=1,
            is_flat=True,
        )
        self.failures = tree(
            translate("inspector", "What failed"),
            (translate("inspector", "Note"), translate("inspector", "Why")),
            stretched=1,
            is_flat=True,
        )
        self.failures.itemActivated.connect(self._inspect)
        self.well = intro(translate("inspector", "Every content could be read, and every passage embedded."))
        self.notice = Notice()
        self.check_button = push_button(translate("inspector", "&Check the file"))
        self.retry_button = push_button(translate("inspector", "&Try all again"))
        self.check_button.clicked.connect(self.checked)
        self.retry_button.clicked.connect(self.retried)
        self._lay_out()

    def _stat(self, label: str) -> QLabel:
        """A framed number below its name; the label of the number."""
        panel = QFrame()
        panel.setObjectName("panel")
        name, value = plain_label("label", label), plain_label("stat")
        name.setFont(scaled(self.font(), SMALL_SCALE))
        value.setFont(scaled(self.font(), STAT_SCALE, strong=True))
        column = QVBoxLayout(panel)
        column.setContentsMargins(14, 10, 14, 12)
        column.setSpacing(2)
        column.addWidget(name)
        column.addWidget(value)
        self._stats.addWidget(panel, 1)
        return value

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.check_button)
        buttons.addWidget(self.retry_button)
        buttons.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 0, 0, 0)
        column.setSpacing(11)
        column.addWidget(heading(translate("inspector", "Health of the index")))
        column.addLayout(self._stats)
        column.addWidget(self.about)
        column.addWidget(self.servers)
        column.addWidget(field_label(translate("inspector", "What failed")))
        column.addWidget(self.well)
        column.addWidget(self.failures)
        column.addWidget(self.notice)
        column.addLayout(buttons)
        column.addStretch(1)

    # ---- showing

    def show_health(self, health: Health) -> None:
        """Show this; the same again changes nothing."""
        if health == self.health:
            return
        self.health = health
        status, store = health.status, health.store
        for name, value in (
            ("size", words.size(store.size + store.log_size)),
            ("notes", number(status.notes)),
            ("passages", number(status.passages)),
            ("pending", number(status.pending)),
        ):
            self.numbers[name].setText(value)
        parts = [words.spaces(store), words.compaction(store), kept(status.notice or "")]
        self.about.setText("\n".join(part for part in parts if part))
        self._fill_servers()
        self._fill_failures()

    def _fill_servers(self) -> None:
        self.servers.clear()
        for instance in self.health.status.instances if self.health else ():
            told, _ = standing_of(instance)
            left_out = number(sum(instance.left_out.values()))
            row = [one_line(instance.name), told, left_out, moment(instance.last_sync or "")]
            self.servers.addTopLevelItem(QTreeWidgetItem(row))
        fit(self.servers, _MOST_SERVERS)

    def _fill_failures(self) -> None:
        assert self.health is not None
        self.failures.clear()
        for instance in self.health.status.instances:
            for found in instance.faults:
                self._add(instance.id, found.note_id, found.title, words.fault(found.fault))
            if (more := instance.faulty - len(instance.faults)) > 0:
                told = translate("inspector", "{n} more of {server}").format(
                    n=number(more), server=one_line(instance.name)
                )
                self.failures.addTopLevelItem(QTreeWidgetItem([told, ""]))
        for failed in self.health.store.failed:
            self._add(
                failed.instance, failed.note_id, failed.title, _no_vector(failed.characters, failed.why)
            )
        fit(self.failures, _MOST_FAILURES)
        any_failed = self.failures.topLevelItemCount() > 0
        self.failures.setVisible(any_failed)
        self.retry_button.setVisible(any_failed)
        self.well.setVisible(not any_failed)

    def _add(self, instance: str, note_id: str, title: str, what: str) -> None:
        item = QTreeWidgetItem([one_line(title) or note_id, what])
        item.setData(0, _NOTE, (instance, note_id))
        item.setToolTip(1, plain_tip(what))
        self.failures.addTopLevelItem(item)

    def _inspect(self, item: QTreeWidgetItem) -> None:
        if (note := item.data(0, _NOTE)) is not None:
            self.inspected.emit(*note)


def _no_vector(characters: int, why: str) -> str:
    return translate("inspector", "A passage of {size} has no vector: {why}").format(
        size=words.characters(characters), why=kept(why)
    )
