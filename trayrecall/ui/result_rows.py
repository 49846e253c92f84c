"""The popup's list: its model, and the delegate that draws a row. Everything drawn was computed before, in `ui.rows`."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from trayrecall.core.snippet import Marked
from trayrecall.ui.rows import Row
from trayrecall.ui.style import SIZES, SMALL_SCALE, Style, mixed, scaled

Index = QModelIndex | QPersistentModelIndex
ROW = Qt.ItemDataRole.UserRole + 1
EXCERPT_LINES = 2
_SIDE = 18
_GAP = 3


class ResultModel(QAbstractListModel):
    """The rows of one answer."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: tuple[Row, ...] = ()

    def set_rows(self, rows: tuple[Row, ...]) -> None:
        """Show these rows instead."""
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt's signature
        """Qt's question."""
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The row itself for the delegate, texts for screen readers and the tooltip."""
        if not index.isValid() or index.row() >= len(self.rows):
            return None
        row = self.rows[index.row()]
        match role:
            case int() if role == ROW:
                return row
            case Qt.ItemDataRole.DisplayRole:
                return row.title.text
            case Qt.ItemDataRole.AccessibleTextRole:
                return row.spoken
            case Qt.ItemDataRole.AccessibleDescriptionRole:
                return row.excerpt.text
            case _:
                return None


class RowDelegate(QStyledItemDelegate):
    """Draws a row: title, date and score; the area and the path; two lines of the text with the words marked."""

    def __init__(self, style: Style) -> None:
        super().__init__()
        self._style = style

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: ARG002, N802
        """All rows are of one height."""
        font: QFont = option.font
        return QSize(320, row_height(font))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Qt's call for each row that is seen."""
        row = index.data(ROW)
        if isinstance(row, Row):
            painter.save()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            _RowPainter(painter, option, self._style, row).paint()
            painter.restore()


def row_height(font: QFont) -> int:
    """The height of a row in that font."""
    title, small = QFontMetrics(scaled(font, 1.0, strong=True)), QFontMetrics(scaled(font, SMALL_SCALE))
    excerpt = EXCERPT_LINES * small.lineSpacing()
    return 2 * (SIZES.row_padding + 2) + title.height() + small.height() + excerpt + 2 * _GAP


class _RowPainter:
    """One row being drawn."""

    def __init__(self, painter: QPainter, option: QStyleOptionViewItem, style: Style, row: Row) -> None:
        self.painter, self.row, self.colors = painter, row, style.colors
        self.base: QFont = option.font
        self.rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        self.selected = bool(state & QStyle.StateFlag.State_Selected)
        self.small = scaled(self.base, SMALL_SCALE)
        self._soft = mixed(self.colors.text, self.colors.dim, 0.7).name()

    def paint(self) -> None:
        card = QRectF(self.rect).adjusted(8, 1, -8, -1)
        if self.selected:
            self._fill(card, self.colors.selected, 9)
        inner = self.rect.adjusted(_SIDE, SIZES.row_padding + 2, -_SIDE, -SIZES.row_padding)
        strong = scaled(self.base, 1.0, strong=True)
        top = QRect(inner.left(), inner.top(), inner.width(), QFontMetrics(strong).height())
        self._title(top.adjusted(0, 0, -self._figures(top) - 14, 0), strong)
        line = QFontMetrics(self.small).height()
        place = QRect(inner.left(), top.bottom() + 1 + _GAP, inner.width(), line)
        self._place(place)
        text = QRect(inner.left(), place.bottom() + 1 + _GAP, inner.width(), inner.bottom() - place.bottom())
        self._marked(self.row.excerpt, text, self.small, self._soft, EXCERPT_LINES)

    # ---- parts

    def _title(self, rect: QRect, font: QFont) -> None:
        self._marked(self.row.title, rect, font, self.colors.text, 1)

    def _figures(self, line: QRect) -> int:
        """Date, meter and score at the right end of the line; returns their width."""
        metrics = QFontMetrics(self.small)
        figure = metrics.horizontalAdvance("0.00")
        right = line.right() + 1
        self._text(
            QRect(right - figure, line.top(), figure, line.height()), self.row.score_text, self.colors.dim
        )
        meter_left = right - figure - 8 - SIZES.meter_width
        self._meter(
            QRectF(
                meter_left,
                line.center().y() - SIZES.meter_height / 2 + 0.5,
                SIZES.meter_width,
                SIZES.meter_height,
            )
        )
        date = metrics.horizontalAdvance(self.row.date)
        self._text(
            QRect(meter_left - 14 - date, line.top(), date, line.height()), self.row.date, self.colors.dim
        )
        return right - (meter_left - 14 - date)

    def _meter(self, track: QRectF) -> None:
        """The score bar: what the meaning gives, then what the words add."""
        radius = track.height() / 2
        self._fill(track, self.colors.line, radius)
        whole = QRectF(track)
        whole.setWidth(track.width() * (self.row.meaning + self.row.words))
        if self.row.words and whole.width() >= 1:
            self._fill(whole, self.colors.words, radius)
        meaning = QRectF(track)
        meaning.setWidth(track.width() * self.row.meaning)
        if meaning.width() >= 1:
            self._fill(meaning, self.colors.accent, radius)

    def _place(self, line: QRect) -> None:
        """A dot in the area's colour, the area, the path."""
        color = self.colors.area(self.row.area)
        metrics = QFontMetrics(self.small)
        dot = QRectF(line.left() + 1, line.center().y() - 3, 7, 7)
        self._fill(dot, color, 3.5)
        name = self.row.area.value.capitalize()
        left = line.left() + 15
        width = metrics.horizontalAdvance(name)
        self._text(QRect(left, line.top(), width, line.height()), name, color)
        instance = metrics.elidedText(self.row.instance, Qt.TextElideMode.ElideRight, line.width() // 4)
        taken = metrics.horizontalAdvance(instance)
        self._text(
            QRect(line.right() + 1 - taken, line.top(), taken, line.height()), instance, self.colors.dim
        )
        rest = line.adjusted(left + width + 9 - line.left(), 0, -taken - (14 if taken else 0), 0)
        path = metrics.elidedText(self.row.path, Qt.TextElideMode.ElideMiddle, rest.width())
        self._text(rest, path, self.colors.dim)

    # ---- strokes

    def _fill(self, rect: QRectF, color: str, radius: float) -> None:
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(QColor(color))
        self.painter.drawRoundedRect(rect, radius, radius)

    def _text(self, rect: QRect, text: str, color: str) -> None:
        self.painter.setFont(self.small)
        self.painter.setPen(QColor(color))
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextSingleLine
        self.painter.drawText(rect, int(flags), text)

    def _marked(self, marked: Marked, rect: QRect, font: QFont, color: str, most: int) -> None:
        """A text over at most that many lines, its marked places on a ground of their own."""
        if not marked.text or rect.width() <= 0:
            return
        shown = _fitted(marked, font, rect.width(), most)
        layout = _layout(shown.text, font)
        layout.setFormats([self._mark(shown.text, start, end) for start, end in shown.places])
        _break(layout, rect.width(), most)
        self.painter.setPen(QColor(color))
        layout.draw(self.painter, QPointF(rect.topLeft()))

    def _mark(self, text: str, start: int, end: int) -> QTextLayout.FormatRange:
        made = QTextLayout.FormatRange()
        made.start = _utf16(text[:start])
        made.length = _utf16(text[start:end])
        look = QTextCharFormat()
        look.setBackground(QColor(self.colors.mark))
        look.setForeground(QColor(self.colors.mark_text))
        made.format = look
        return made


def _utf16(text: str) -> int:
    """Qt counts UTF-16 units, Python code points."""
    return len(text) + sum(1 for sign in text if sign > "\uffff")


def _layout(text: str, font: QFont) -> QTextLayout:
    layout = QTextLayout(text, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    return layout


def _break(layout: QTextLayout, width: int, most: int) -> int:
    """Break into lines; returns where the last of them ends, in UTF-16 units."""
    layout.beginLayout()
    height, end = 0.0, 0
    for _ in range(most):
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(width)
        line.setPosition(QPointF(0, height))
        height += line.height()
        end = line.textStart() + line.textLength()
    layout.endLayout()
    return end


def _fitted(marked: Marked, font: QFont, width: int, most: int) -> Marked:
    """The text cut with an ellipsis so that it needs no more lines than allowed."""
    text = marked.text
    end = _break(_layout(text, font), width, most)
    if end >= _utf16(text):
        return marked
    ellipsis = QFontMetrics(font).horizontalAdvance("…") + 2
    while end > 0:
        kept = _head(text, end).rstrip()
        if _break(_layout(kept + "…", font), width, most) >= _utf16(kept) + 1:
            break
        end = min(end, _utf16(kept)) - max(1, ellipsis // 8)
    kept = _head(text, max(0, end)).rstrip()
    places = tuple((a, min(b, len(kept))) for a, b in marked.places if a < len(kept))
    return Marked(kept + "…", places)


def _head(text: str, units: int) -> str:
    """The first so many UTF-16 units, never half a character."""
    return text.encode("utf-16-le", "replace")[: 2 * units].decode("utf-16-le", "ignore")
