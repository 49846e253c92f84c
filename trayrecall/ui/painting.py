"""What lists of lines have in common when they draw: a tone's colour, and one line of text."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter

from trayrecall.ui.state import Tone
from trayrecall.ui.style import Colors


def color_of(colors: Colors, tone: Tone) -> str:
    """The colour of a tone's dot."""
    return {Tone.GOOD: colors.good, Tone.WARN: colors.warn, Tone.BAD: colors.bad}.get(tone, colors.dim)


def draw_line(painter: QPainter, font: QFont, color: str, rect: QRect, text: str) -> None:
    """One line of text in the middle of the rectangle's height; what doesn't fit is elided."""
    painter.setFont(font)
    painter.setPen(QColor(color))
    shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
    painter.drawText(rect, int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine), shown)
