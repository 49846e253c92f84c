"""The parts of the rules' editor: the list of rules, and the fields of one."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QStringListModel, Qt, Signal
from PySide6.QtWidgets import (
    QCompleter,
    QFrame,
    QGridLayout,
    QLineEdit,
    QTreeWidget,
    QTreeWidgetItem,
)

from trayrecall.core.model import Area, AreaRule
from trayrecall.core.taken import Taken
from trayrecall.ui.popup_parts import field_label
from trayrecall.ui.rule_words import TYPES, is_usable, rule_words
from trayrecall.ui.scroll import Choice
from trayrecall.ui.trees import height_of, shape
from trayrecall.ui.words import area_words, number, plain_tip, translate

_LEFT_OUT = "left out"
_LEAST_ROWS = 3


class RuleFields(QFrame):
    """The conditions and the area of one rule."""

    edited = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("panel")
        self._silent = False
        self.below, self.label = QLineEdit(), QLineEdit()
        self.below.setPlaceholderText(translate("settings", "anywhere: titles joined by ›, or a noteId"))
        self.label.setPlaceholderText(translate("settings", "any: name, or name=value"))
        self.type, self.area = Choice(), Choice()
        self.type.addItem(translate("settings", "any"), None)
        for name in TYPES:
            self.type.addItem(name, name)
        for area in (*Area, None):
            self.area.addItem(area_words(area), area.value if area else _LEFT_OUT)
        self.folders = QStringListModel()
        completer = QCompleter(self.folders, self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        if (offered := completer.popup()) is not None:
            offered.setObjectName("completions")
        self.below.setCompleter(completer)
        self._lay_out()
        for field in (self.below, self.label):
            field.textChanged.connect(self._tell)
        for choice in (self.type, self.area):
            choice.currentIndexChanged.connect(self._tell)

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(16, 12, 16, 12)
        grid.setHorizontalSpacing(14)
        grid.setVerticalSpacing(7)
        grid.setColumnStretch(1, 1)
        fields = (
            (translate("settings", "In &folder"), self.below),
            (translate("settings", "With &label"), self.label),
            (translate("settings", "Of t&ype"), self.type),
            (translate("settings", "Belong &to"), self.area),
        )
        for row, (text, field) in enumerate(fields):
            label = field_label(text, field)
            field.setAccessibleName(text.replace("&", ""))
            grid.addWidget(label, row, 0)
            grid.addWidget(field, row, 1)

    def show_rule(self, rule: AreaRule | None) -> None:
        """Show it; without one there is nothing to edit."""
        self._silent = True
        self.setEnabled(rule is not None)
        shown = rule or AreaRule()
        self.below.setText(shown.below or "")
        self.label.setText(shown.label or "")
        if shown.type is not None and self.type.findData(shown.type) < 0:
            self.type.addItem(shown.type, shown.type)
        self.type.setCurrentIndex(self.type.findData(shown.type) if shown.type is not None else 0)
        self.area.setCurrentIndex(self.area.findData(shown.area.value if shown.area else _LEFT_OUT))
        self._silent = False

    @property
    def rule(self) -> AreaRule:
        """What the fields say."""
        area = self.area.currentData()
        return AreaRule(
            label=self.label.text().strip() or None,
            below=self.below.text().strip() or None,
            type=self.type.currentData(),
            area=None if area == _LEFT_OUT else Area(area),
        )

    def _tell(self) -> None:
        if not self._silent:
            self.edited.emit()


class RuleList(QTreeWidget):
    """The rules in their order, with the area and the number of notes of each."""

    def __init__(self) -> None:
        super().__init__()
        shape(
            self,
            translate("settings", "Rules, the first one that fits decides"),
            (translate("settings", "Rule"), translate("settings", "Area"), translate("settings", "Notes")),
            stretched=0,
            is_flat=True,
        )
        self.header().setSectionsMovable(False)
        self.setMinimumHeight(height_of(self, _LEAST_ROWS))
        self.headerItem().setTextAlignment(2, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)

    @property
    def row(self) -> int:
        """The chosen rule; -1 for none."""
        item = self.currentItem()
        return -1 if item is None else self.indexOfTopLevelItem(item)

    def fill(self, rules: Sequence[AreaRule], row: int) -> None:
        """Show these, with that one chosen."""
        self.blockSignals(True)  # noqa: FBT003 - Qt's own
        self.clear()
        for rule in rules:
            item = QTreeWidgetItem(["", "", "…"])
            item.setTextAlignment(2, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self.addTopLevelItem(item)
            _describe(item, rule)
        chosen = self.topLevelItem(min(max(row, 0), len(rules) - 1))
        if chosen is not None:
            self.setCurrentItem(chosen)
        self.blockSignals(False)  # noqa: FBT003 - Qt's own

    def describe(self, row: int, rule: AreaRule) -> None:
        """The rule of that row was changed."""
        item = self.topLevelItem(row)
        if item is not None:
            _describe(item, rule)

    def count(self, rules: Sequence[AreaRule], taken: Taken | None) -> None:
        """Show how many notes each takes; the counts are those of the usable rules, in their order."""
        counts = iter(taken.by_rule if taken else ())
        for row, rule in enumerate(rules):
            item = self.topLevelItem(row)
            if item is not None:
                item.setText(2, number(next(counts, 0)) if taken and is_usable(rule) else "–")


def _describe(item: QTreeWidgetItem, rule: AreaRule) -> None:
    item.setText(0, rule_words(rule))
    item.setToolTip(0, plain_tip(rule_words(rule)))
    item.setText(1, area_words(rule.area))
