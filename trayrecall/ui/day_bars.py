"""A number with its course over the last days as small bars; drawn by ourselves."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QToolTip, QVBoxLayout, QWidget

from trayrecall.ui.popup_parts import plain_label
from trayrecall.ui.style import SMALL_SCALE, Style, mixed, scaled

STAT_SCALE = 1.45
_BARS_HEIGHT = 30
_GAP = 0.28  # of a bar's place
_LEAST = 2.0  # pixels of a bar that isn't nothing


class DayBars(QWidget):
    """One bar a day, the last one today. A day without a value has only its ground line."""

    def __init__(self, style: Style, told: Callable[[int], str]) -> None:
        super().__init__()
        self._style, self._told = style, told
        self.values: tuple[float | None, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        style.changed.connect(self.update)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Any width, one height."""
        return QSize(120, _BARS_HEIGHT)

    def show_values(self, values: Sequence[float | None]) -> None:
        """Draw these."""
        self.values = tuple(values)
        self.update()

    def bar(self, day: int) -> QRectF:
        """Where the bar of a day stands; of no height without a value."""
        place = self.width() / max(1, len(self.values))
        value, most = self.values[day], max((v for v in self.values if v), default=0.0)
        height = max(_LEAST, value / most * (self.height() - 2)) if value and most else 0.0
        return QRectF(day * place + place * _GAP / 2, self.height() - 1 - height, place * (1 - _GAP), height)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """The bars over their ground line."""
        colors = self._style.colors
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colors.line))
        painter.drawRect(QRectF(0, self.height() - 1, self.width(), 1))
        past = mixed(colors.accent, colors.ground, 0.55)
        for day in range(len(self.values)):
            bar = self.bar(day)
            if bar.height():
                painter.setBrush(QColor(colors.accent) if day == len(self.values) - 1 else past)
                painter.drawRoundedRect(bar, 1.5, 1.5)

    def event(self, event: QEvent) -> bool:
        """The tooltip tells the day under the pointer."""
        if isinstance(event, QHelpEvent) and self.values:
            day = self.day_at(event.pos().toPointF())
            QToolTip.showText(event.globalPos(), self._told(day), self)
            return True
        return super().event(event)

    def day_at(self, point: QPointF) -> int:
        """The number of the day under a point."""
        day = int(point.x() / max(1, self.width()) * len(self.values))
        return min(max(day, 0), len(self.values) - 1)


class Stat(QFrame):
    """A framed number: its name, itself, and its bars."""

    def __init__(self, style: Style, name: str, told: Callable[[int], str]) -> None:
        super().__init__()
        self.setObjectName("panel")
        self.name = name
        label, self.number = plain_label("label", name, wraps=True), plain_label("stat")
        label.setAlignment(Qt.AlignmentFlag.AlignTop)  # in line with names beside it that need more lines
        label.setFont(scaled(self.font(), SMALL_SCALE))
        self.number.setFont(scaled(self.font(), STAT_SCALE, strong=True))
        self.bars = DayBars(style, told)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 14, 12)
        column.setSpacing(2)
        column.addWidget(label)
        column.addWidget(self.number)
        column.addSpacing(4)
        column.addWidget(self.bars)

    def say(self, number: str, values: Sequence[float | None], spoken: str) -> None:
        """Show the number and its course; `spoken` is both for a screen reader."""
        self.number.setText(number)
        self.bars.show_values(values)
        self.setAccessibleName(spoken)
