"""Texts with marked words, laid out in a few lines and cut with an ellipsis between two visible characters."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QTextCharFormat, QTextLayout, QTextOption

from trayrecall.core.graphemes import cut_before
from trayrecall.core.snippet import Marked
from trayrecall.ui.style import Colors

_ELLIPSIS = "…"
_STRONG = frozenset({"L", "R", "AL"})
_MOST_KNOWN = 256  # texts whose layout is remembered: a row is drawn again at every move


@dataclass(frozen=True, slots=True)
class Look:
    """How a text is drawn."""

    font: QFont
    color: str
    lines: int = 1


class MarkedText:
    """Draws such texts, and remembers how it laid them out."""

    def __init__(self) -> None:
        self._known: dict[tuple[Marked, str, int, int, str], QTextLayout] = {}

    def draw(self, painter: QPainter, marked: Marked, rect: QRect, look: Look, colors: Colors) -> None:
        """The text within the rectangle, its marked places on a ground of their own."""
        if not marked.text or rect.width() <= 0:
            return
        layout = self._laid_out(marked, rect.width(), look, colors)
        painter.setPen(QColor(look.color))
        layout.draw(painter, QPointF(rect.topLeft()))

    def _laid_out(self, marked: Marked, width: int, look: Look, colors: Colors) -> QTextLayout:
        key = (marked, look.font.key(), width, look.lines, colors.mark)
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            known = self._known[key] = laid_out(marked, width, look, colors)
        return known


def laid_out(marked: Marked, width: int, look: Look, colors: Colors) -> QTextLayout:
    """The layout of the text, cut with an ellipsis so that it needs no more lines than allowed."""
    layout, end = _broken(marked, width, look, colors)
    if end >= utf16(marked.text):
        return layout
    kept = _head(marked.text, end).rstrip()
    while True:
        places = tuple((a, min(b, len(kept))) for a, b in marked.places if a < len(kept))
        shown = Marked(kept + _ELLIPSIS, places)
        layout, end = _broken(shown, width, look, colors)
        if not kept or end >= utf16(shown.text):
            return layout
        kept = kept[: cut_before(kept, len(kept) - 1)].rstrip()


def _broken(marked: Marked, width: int, look: Look, colors: Colors) -> tuple[QTextLayout, int]:
    """The text broken into the lines that are allowed, and where the last of them ends, in UTF-16 units."""
    layout = _layout(marked.text, look.font, look.lines)
    layout.setFormats([_mark(marked.text, start, end, colors) for start, end in marked.places])
    return layout, _break(layout, width, look.lines)


def utf16(text: str) -> int:
    """The length in UTF-16 units: Qt counts these, Python code points."""
    return len(text) + sum(1 for sign in text if sign > "\uffff")


def _mark(text: str, start: int, end: int, colors: Colors) -> QTextLayout.FormatRange:
    made = QTextLayout.FormatRange()
    made.start = utf16(text[:start])
    made.length = utf16(text[start:end])
    look = QTextCharFormat()
    look.setBackground(QColor(colors.mark))
    look.setForeground(QColor(colors.mark_text))
    made.format = look
    return made


def _layout(text: str, font: QFont, lines: int) -> QTextLayout:
    """Several lines are broken between words, a single one is only cut, wherever it must be.

    Lines of a script that is written from right to left begin at the right; a single one stays beside what it belongs to.
    """
    layout = QTextLayout(text, font)
    option = QTextOption()
    mode = QTextOption.WrapMode
    option.setWrapMode(mode.WrapAnywhere if lines == 1 else mode.WrapAtWordBoundaryOrAnywhere)
    if lines > 1 and _begins_at_the_right(text):
        option.setAlignment(Qt.AlignmentFlag.AlignRight)
    layout.setTextOption(option)
    return layout


def _begins_at_the_right(text: str) -> bool:
    """By the first letter that has a direction, as Unicode's bidirectional algorithm has it."""
    directions = (unicodedata.bidirectional(sign) for sign in text)
    return next((direction for direction in directions if direction in _STRONG), "L") != "L"


def _break(layout: QTextLayout, width: int, lines: int) -> int:
    """Break into lines; returns where the last of them ends, in UTF-16 units."""
    layout.beginLayout()
    height, end = 0.0, 0
    for _ in range(lines):
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(width)
        line.setPosition(QPointF(0, height))
        height += line.height()
        end = line.textStart() + line.textLength()
    layout.endLayout()
    return end


def _head(text: str, units: int) -> str:
    """The first so many UTF-16 units, cut between two visible characters."""
    head = text.encode("utf-16-le", "replace")[: 2 * units].decode("utf-16-le", "ignore")
    return head if head == text else text[: cut_before(text, len(head))]
