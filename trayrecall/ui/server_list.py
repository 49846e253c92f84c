"""The settings' list of instances: name, address, and how each stands."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from trayrecall.core.model import Instance, InstanceId
from trayrecall.core.snippet import one_line
from trayrecall.ui.painting import BETWEEN, PADDING, SIDE, color_of, draw_choice, draw_line, size_of_two_lines
from trayrecall.ui.settings_actions import Listed
from trayrecall.ui.state import standing_of
from trayrecall.ui.style import SMALL_SCALE, Colors, Style, scaled
from trayrecall.ui.words import listed, translate

_MOST_STANDING = 0.6  # of a line; the rest is the name's, and below the list it is told in full
_LISTED = Qt.ItemDataRole.UserRole + 1


class ServerList(QListWidget):
    """The list; `chosen` is the instance that buttons act on."""

    def __init__(self, style: Style) -> None:
        super().__init__()
        self.setObjectName("servers")
        self.wanted: InstanceId | None = None  # the one to be chosen when the list comes next
        self.setAccessibleName(translate("settings", "Trilium servers"))
        self._delegate = _Delegate(style)
        self.setItemDelegate(self._delegate)
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    @property
    def listed(self) -> Listed | None:
        """The current line."""
        item = self.currentItem()
        listed = item.data(_LISTED) if item is not None else None
        return listed if isinstance(listed, Listed) else None

    @property
    def chosen(self) -> Instance | None:
        """The instance of the current line."""
        return self.listed.instance if self.listed else None

    def fill(self, entries: Sequence[Listed]) -> None:
        """Show these; the choice stays where it was if it can. Nothing is told: nobody has chosen."""
        before = self.wanted or (self.chosen.id if self.chosen else None)
        self.wanted = None
        self.blockSignals(True)  # noqa: FBT003 - Qt's own
        self.clear()
        for entry in entries:
            text, _ = standing_of(entry.status)
            item = QListWidgetItem(listed((one_line(entry.instance.name), entry.instance.url, text)))
            item.setData(_LISTED, entry)
            self.addItem(item)
        ids = [entry.instance.id for entry in entries]
        if ids:
            self.setCurrentRow(ids.index(before) if before in ids else 0)
        self.blockSignals(False)  # noqa: FBT003 - Qt's own

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Enter ends here: it opens the form, and the window would press the form's button with the same key."""
        super().keyPressEvent(event)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()


class _Delegate(QStyledItemDelegate):
    def __init__(self, style: Style) -> None:
        super().__init__()
        self._style = style

    def sizeHint(  # noqa: N802 - Qt's name
        self,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,  # noqa: ARG002
    ) -> QSize:
        return size_of_two_lines(option.font)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        listed = index.data(_LISTED)
        if not isinstance(listed, Listed):
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _draw(painter, option, self._style.colors, listed)
        painter.restore()


def _draw(painter: QPainter, option: QStyleOptionViewItem, colors: Colors, listed: Listed) -> None:
    rect: QRect = option.rect
    font: QFont = option.font
    state: QStyle.StateFlag = option.state
    if state & QStyle.StateFlag.State_Selected:
        draw_choice(painter, QRectF(rect).adjusted(2, 1, -2, -1), colors, 7)
    inner = rect.adjusted(SIDE, PADDING, -SIDE, -PADDING)
    strong, small = scaled(font, 1.0, strong=True), scaled(font, SMALL_SCALE)
    standing, tone = standing_of(listed.status)
    width = min(QFontMetrics(small).horizontalAdvance(standing), int(_MOST_STANDING * inner.width()))
    top = QRect(inner.left(), inner.top(), inner.width(), QFontMetrics(strong).height())
    name_width = inner.width() - width - 34
    draw_line(
        painter,
        strong,
        colors.text,
        QRect(top.topLeft(), QSize(name_width, top.height())),
        one_line(listed.instance.name),
    )
    place = QRect(top.right() - width, top.top(), width + 1, top.height())
    draw_line(painter, small, colors.dim, place, standing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(color_of(colors, tone)))
    painter.drawEllipse(QRectF(place.left() - 15, place.center().y() - 3, 7, 7))
    below = QRect(inner.left(), top.bottom() + BETWEEN, inner.width(), QFontMetrics(small).height())
    draw_line(painter, small, colors.dim, below, listed.instance.url)
