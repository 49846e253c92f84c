"""A window's pages by name, one below the other."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QListWidget, QListWidgetItem

_ITEM_PADDING = 18
_SIDES = 60


class Sidebar(QListWidget):
    """As wide as the longest name needs."""

    def __init__(self, name: str, titles: Sequence[str], *, least_width: int) -> None:
        super().__init__()
        self.setObjectName("sidebar")
        self.setAccessibleName(name)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        metrics = self.fontMetrics()
        for title in titles:
            item = QListWidgetItem(title)
            item.setSizeHint(QSize(0, metrics.height() + _ITEM_PADDING))
            self.addItem(item)
        widest = max(metrics.horizontalAdvance(title) for title in titles)
        self.setFixedWidth(max(least_width, widest + _SIDES))
        self.setCurrentRow(0)
