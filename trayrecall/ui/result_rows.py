"""How the popup's entries are drawn. Everything that is drawn was computed before, in `ui.rows`."""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from trayrecall.core.snippet import Marked
from trayrecall.ui.painting import draw_choice
from trayrecall.ui.popup_texts import as_of_text, day_text, group_name, score_text, title_text
from trayrecall.ui.result_text import Look, MarkedText
from trayrecall.ui.rows import Entry, Heading, Past, Row
from trayrecall.ui.style import SIZES, SMALL_SCALE, Colors, Style, mixed, scaled
from trayrecall.ui.words import area_words

Index = QModelIndex | QPersistentModelIndex
ENTRY = Qt.ItemDataRole.UserRole + 1
EXCERPT_LINES = 2
_SIDE = 18
_GAP = 3
_SPACE = 14  # between two things on a line
_DOT = 7


class Shape(Enum):
    """How much of an entry there is room for."""

    FULL = "full"  # a hit: title, place, two lines of its text
    NARROW = "narrow"  # a hit beside the preview: title, place
    LINE = "line"  # one line: a latest note, a search of the person's own
    HEADING = "heading"


def shape_of(entry: Entry, *, narrow: bool) -> Shape:
    """The shape that an entry is drawn in."""
    if isinstance(entry, Heading):
        return Shape.HEADING
    if narrow and isinstance(entry, Row):
        return Shape.NARROW
    return Shape.FULL if isinstance(entry, Row) and entry.is_hit else Shape.LINE


class Fonts:
    """The fonts of the entries with what is measured in them: a row is drawn in less than a millisecond."""

    def __init__(self, plain: QFont) -> None:
        self.plain = QFont(plain)
        self.strong, self.small = scaled(plain, 1.0, strong=True), scaled(plain, SMALL_SCALE)
        self.of_plain, self.of_small = QFontMetrics(self.plain), QFontMetrics(self.small)
        self.strong_height = QFontMetrics(self.strong).height()
        self.small_height, self.plain_height = self.of_small.height(), self.of_plain.height()
        self.figure = self.of_small.horizontalAdvance("0.00")
        title, line, padding = self.strong_height, self.small_height, 2 * (SIZES.row_padding + 2)
        self.heights = {
            Shape.FULL: padding + title + line + EXCERPT_LINES * self.of_small.lineSpacing() + 2 * _GAP,
            Shape.NARROW: padding + title + line + _GAP - 4,
            Shape.LINE: padding + title - 6,
            Shape.HEADING: line + 14,
        }


_KNOWN: dict[str, Fonts] = {}  # by the font's key: asked for at every keystroke, for every entry


def fonts_of(font: QFont) -> Fonts:
    """What is measured in that font, once."""
    key = font.key()
    if key not in _KNOWN:
        _KNOWN[key] = Fonts(font)
    return _KNOWN[key]


def height_of(shape: Shape, font: QFont) -> int:
    """The height of an entry of that shape."""
    return fonts_of(font).heights[shape]


class RowDelegate(QStyledItemDelegate):
    """Draws the entries."""

    def __init__(self, style: Style) -> None:
        super().__init__()
        self._style, self._texts = style, MarkedText()
        self.narrow = False

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802 - Qt's name
        """Qt's question for each entry."""
        font: QFont = option.font
        entry = index.data(ENTRY)
        return QSize(160, height_of(shape_of(entry, narrow=self.narrow), font) if entry else 0)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Qt's call for each entry that is seen."""
        entry = index.data(ENTRY)
        if entry is None:
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        drawing = _Drawing(painter, option, self._style.colors, self._texts)
        match entry:
            case Heading(group):
                drawing.heading(group_name(group))
            case Past(text):
                drawing.past(text)
            case Row():
                drawing.row(entry, shape_of(entry, narrow=self.narrow))
        painter.restore()


class _Drawing:
    """One entry being drawn."""

    def __init__(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        colors: Colors,
        texts: MarkedText,
    ) -> None:
        self.painter, self.colors, self._texts = painter, colors, texts
        self.fonts = fonts_of(option.font)
        self.rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        self._is_chosen = bool(state & QStyle.StateFlag.State_Selected)

    # ---- the entries

    def heading(self, text: str) -> None:
        """A quiet line over a group."""
        line = self.rect.adjusted(_SIDE, 8, -_SIDE, 0)
        self._text(line, text, self.colors.dim, scaled(self.fonts.small, 1.0, strong=True))

    def past(self, text: str) -> None:
        """A search of the person's own."""
        self._ground()
        inner = self._line()
        self._text(QRect(inner.left() - 2, inner.top(), 16, inner.height()), "↺", self.colors.dim)
        look = Look(self.fonts.plain, self.colors.text)
        self._marked(Marked(text), self._middle(inner.adjusted(17, 0, 0, 0)), look)

    def row(self, row: Row, shape: Shape) -> None:
        """A note."""
        self._ground()
        if shape is Shape.LINE:
            self._one_line(row)
            return
        inner = self.rect.adjusted(_SIDE, SIZES.row_padding + 2, -_SIDE, -SIZES.row_padding)
        top = QRect(inner.left(), inner.top(), inner.width(), self.fonts.strong_height)
        taken = self._figures(row, top) + _SPACE if shape is Shape.FULL else 0
        self._title(row, top.adjusted(0, 0, -taken, 0))
        line = self.fonts.small_height
        place = QRect(inner.left(), top.bottom() + 1 + _GAP, inner.width(), line)
        self._place(row, place, shape)
        if shape is Shape.FULL:
            rest = QRect(inner.left(), place.bottom() + 1 + _GAP, inner.width(), 2 * line)
            soft = mixed(self.colors.text, self.colors.dim, 0.7).name()
            self._marked(row.excerpt, rest, Look(self.fonts.small, soft, EXCERPT_LINES))

    # ---- parts of a note

    def _one_line(self, row: Row) -> None:
        inner = self._line()
        self._dot(row, inner)
        right = self._right(
            inner, [(as_of_text(row), self.colors.warn), (day_text(row.day), self.colors.dim)]
        )
        rest = inner.adjusted(17, 0, -right - _SPACE, 0)
        place = " › ".join(part for part in (row.instance, row.path) if part)
        title = self.fonts.of_plain.horizontalAdvance(title_text(row))
        width = min(title, rest.width() * 2 // 3 if place else rest.width())
        shown = Marked(title_text(row))
        self._marked(shown, self._middle(rest, width + 3), Look(self.fonts.plain, self.colors.text))
        path = rest.adjusted(width + 10, 0, 0, 0)
        shown_place = self.fonts.of_small.elidedText(place, Qt.TextElideMode.ElideMiddle, path.width())
        self._text(path, shown_place, self.colors.dim)

    def _title(self, row: Row, rect: QRect) -> None:
        title = row.title if row.title.text else Marked(title_text(row))
        self._marked(title, rect, Look(self.fonts.strong, self.colors.text))

    def _figures(self, row: Row, line: QRect) -> int:
        """Date, meter and score at the right end of the line; returns their width."""
        figure = self.fonts.figure
        right = line.right() + 1
        box = QRect(right - figure, line.top(), figure, line.height())
        self._text(box, score_text(row), self.colors.dim)
        meter = right - figure - 8 - SIZES.meter_width
        middle = line.center().y() - SIZES.meter_height / 2 + 0.5
        self._meter(row, QRectF(meter, middle, SIZES.meter_width, SIZES.meter_height))
        rest = QRect(line.left(), line.top(), meter - _SPACE - line.left(), line.height())
        taken = self._right(rest, [(as_of_text(row), self.colors.warn), (day_text(row.day), self.colors.dim)])
        return right - (meter - _SPACE - taken)

    def _meter(self, row: Row, track: QRectF) -> None:
        """The score bar: what the meaning gives, then what the words add."""
        radius = track.height() / 2
        self._fill(track, self.colors.line, radius)
        if not row.is_measured:  # a bar of words alone would jump when the meaning comes
            return
        whole = QRectF(track)
        whole.setWidth(track.width() * (row.meaning + row.words))
        if row.words and whole.width() >= 1:
            self._fill(whole, self.colors.words, radius)
        meaning = QRectF(track)
        meaning.setWidth(track.width() * row.meaning)
        if meaning.width() >= 1:
            self._fill(meaning, self.colors.accent, radius)

    def _place(self, row: Row, line: QRect, shape: Shape) -> None:
        """A dot in the area's colour, the area, the path; at the right the instance or, where it is narrow, the day."""
        self._dot(row, line)
        metrics = self.fonts.of_small
        name = area_words(row.area)
        width = metrics.horizontalAdvance(name)
        left = line.left() + 15
        self._text(QRect(left, line.top(), width, line.height()), name, self.colors.area(row.area))
        end = day_text(row.day)  # whole: half a day is another one
        if shape is Shape.FULL:
            end = metrics.elidedText(row.instance, Qt.TextElideMode.ElideRight, line.width() // 3)
        taken = self._right(line, [(end, self.colors.dim)])
        if shape is Shape.FULL:
            rest = line.adjusted(left + width + 9 - line.left(), 0, -taken - (_SPACE if taken else 0), 0)
            path = metrics.elidedText(row.path, Qt.TextElideMode.ElideMiddle, rest.width())
            self._text(rest, path, self.colors.dim)

    # ---- strokes

    def _line(self) -> QRect:
        return self.rect.adjusted(_SIDE, 1, -_SIDE, -1)

    def _ground(self) -> None:
        if self._is_chosen:
            draw_choice(self.painter, QRectF(self.rect).adjusted(8, 1, -8, -1), self.colors, 9)

    def _dot(self, row: Row, line: QRect) -> None:
        dot = QRectF(line.left() + 1, line.center().y() - _DOT / 2 + 0.5, _DOT, _DOT)
        self._fill(dot, self.colors.area(row.area), _DOT / 2)

    def _right(self, line: QRect, parts: list[tuple[str, str]]) -> int:
        """Texts in their colours, flush right; returns the width that they take."""
        metrics = self.fonts.of_small
        right = line.right() + 1
        for text, color in reversed([part for part in parts if part[0]]):
            width = metrics.horizontalAdvance(text)
            if right <= line.right():
                right -= 10
            self._text(QRect(right - width, line.top(), width, line.height()), text, color)
            right -= width
        return line.right() + 1 - right

    def _fill(self, rect: QRectF, color: str, radius: float) -> None:
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(QColor(color))
        self.painter.drawRoundedRect(rect, radius, radius)

    def _text(self, rect: QRect, text: str, color: str, font: QFont | None = None) -> None:
        self.painter.setFont(font or self.fonts.small)
        self.painter.setPen(QColor(color))
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextSingleLine
        self.painter.drawText(rect, int(flags), text)

    def _marked(self, marked: Marked, rect: QRect, look: Look) -> None:
        self._texts.draw(self.painter, marked, rect, look, self.colors)

    def _middle(self, line: QRect, width: int | None = None) -> QRect:
        """Where a text of one line stands in the middle of a row."""
        height = self.fonts.plain_height
        return QRect(line.left(), line.top() + (line.height() - height) // 2, width or line.width(), height)
