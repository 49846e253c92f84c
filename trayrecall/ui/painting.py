"""What lists of lines have in common when they draw: a tone's colour, one line of text, and entries of two lines."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter

from trayrecall.ui.state import Tone
from trayrecall.ui.style import SMALL_SCALE, Colors, scaled

BAR_WIDTH = 3
SIDE, PADDING, BETWEEN = 14, 9, 4  # of an entry of two lines, the second one smaller


def color_of(colors: Colors, tone: Tone) -> str:
    """The colour of a tone's dot."""
    return {Tone.GOOD: colors.good, Tone.WARN: colors.warn, Tone.BAD: colors.bad}.get(tone, colors.dim)


def draw_choice(painter: QPainter, rect: QRectF, colors: Colors, radius: float) -> None:
    """The ground of the chosen line, with a bar: its colour alone is faint on a light screen."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colors.selected))
    painter.drawRoundedRect(rect, radius, radius)
    painter.setBrush(QColor(colors.accent))
    bar = QRectF(rect.left(), rect.top() + radius / 2, BAR_WIDTH, rect.height() - radius)
    painter.drawRoundedRect(bar, BAR_WIDTH / 2, BAR_WIDTH / 2)


def size_of_two_lines(font: QFont) -> QSize:
    """How large such an entry wants to be; lists are as wide as their windows let them."""
    small = QFontMetrics(scaled(font, SMALL_SCALE))
    return QSize(240, QFontMetrics(font).height() + small.height() + 2 * PADDING + BETWEEN)


def draw_line(painter: QPainter, font: QFont, color: str, rect: QRect, text: str) -> None:
    """One line of text in the middle of the rectangle's height; what doesn't fit is elided."""
    painter.setFont(font)
    painter.setPen(QColor(color))
    shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
    painter.drawText(rect, int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine), shown)
