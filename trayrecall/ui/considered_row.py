"""One note that a prompt might have been answered with: its title, how strong it was against what was needed."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from trayrecall.core.model import Considered
from trayrecall.core.snippet import one_line
from trayrecall.ui import decision_words as words
from trayrecall.ui.popup_parts import OneLine, plain_label, push_button
from trayrecall.ui.style import SMALL_SCALE, Style, scaled
from trayrecall.ui.words import listed, named, plain_tip, translate

_METER = QSize(120, 12)
_BAR = 5


class StrengthMeter(QWidget):
    """A bar as long as the strength, with a stroke where the threshold stands."""

    def __init__(self, style: Style, strength: float, threshold: float | None, most: float) -> None:
        super().__init__()
        self._style = style
        self.share = min(1.0, max(0.0, strength / most))
        self.needed = None if threshold is None else min(1.0, threshold / most)
        self.is_enough = threshold is None or strength >= threshold
        self.setFixedSize(_METER)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """The track, the bar, the stroke."""
        colors = self._style.colors
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        track = QRectF(0, (self.height() - _BAR) / 2, self.width(), _BAR)
        for share, color in (
            (1.0, colors.line),
            (self.share, colors.accent if self.is_enough else colors.dim),
        ):
            bar = QRectF(track)
            bar.setWidth(track.width() * share)
            if bar.width() >= 1:
                painter.setBrush(QColor(color))
                painter.drawRoundedRect(bar, _BAR / 2, _BAR / 2)
        if self.needed is not None:
            x = min(self.width() - 1.0, self.needed * self.width())
            painter.setPen(QPen(QColor(colors.text), 1.6))
            painter.drawLine(QPointF(x, 0), QPointF(x, self.height()))


class ConsideredRow(QFrame):
    """The row. `opened` asks for the note in Trilium, `inspected` for the inspector."""

    opened = Signal()
    inspected = Signal()

    def __init__(
        self, style: Style, note: Considered, *, threshold: float | None, most: float, instance: str
    ) -> None:
        super().__init__()
        self.setObjectName("panel")
        title = one_line(note.title) or note.note_id
        self.title = OneLine("")
        self.title.setFont(scaled(self.font(), 1.0, strong=note.sent))
        self.title.setText(title)
        self.title.setToolTip(plain_tip(title))
        self.sent = plain_label("sentMark", translate("activity", "sent"))
        self.sent.setVisible(note.sent)
        spoken = named(translate("activity", "Open in Trilium"), title)
        self.open_button = push_button(translate("activity", "Open"), "flat", spoken=spoken)
        self.open_button.clicked.connect(self.opened)
        inspect = translate("activity", "Inspect")
        self.inspect_button = push_button(inspect, "flat", spoken=named(inspect, title))
        self.inspect_button.clicked.connect(self.inspected)
        top = QHBoxLayout()
        top.setSpacing(6)
        for part in (self.title, self.sent, self.open_button, self.inspect_button):
            top.addWidget(part, 1 if part is self.title else 0)
        below = QHBoxLayout()
        below.setSpacing(10)
        if note.strength is not None:
            below.addWidget(StrengthMeter(style, note.strength, threshold, most))
        figures = OneLine("intro")
        figures.setFont(scaled(self.font(), SMALL_SCALE))
        figures.setText(_figures(note, instance))
        below.addWidget(figures, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 6, 8, 8)
        column.setSpacing(2)
        column.addLayout(top)
        column.addLayout(below)
        sent = translate("activity", "sent") if note.sent else ""
        self.setAccessibleName(listed((title, sent, figures.text())))


def _figures(note: Considered, instance: str) -> str:
    strength = "" if note.strength is None else words.figure(note.strength)
    return " · ".join(part for part in (strength, words.signals(note), instance) if part)
