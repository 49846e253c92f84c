"""Two parts that stand beside each other while there is room, and one above the other where a window is narrow."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QSizePolicy, QSplitter, QSplitterHandle, QWidget

from trayrecall.ui.style import grown

_BESIDE, _ABOVE = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
_HANDLES = {_BESIDE: 29, _ABOVE: 15}  # pixels to take hold of, with a line in the middle


class FoldingSplitter(QSplitter):
    """Its two parts share the room as `shares` says until a person moves the handle.

    It folds where both don't fit beside each other, in a window that is higher than wide below `room` pixels already.
    """

    def __init__(self, first: QWidget, second: QWidget, *, room: int, shares: Sequence[int]) -> None:
        super().__init__(_BESIDE)
        self._room = grown(room, self.font())
        self._shares = {_BESIDE: list(shares), _ABOVE: list(shares)}
        self.setHandleWidth(_HANDLES[_BESIDE])
        self.setChildrenCollapsible(False)
        self.addWidget(first)
        self.addWidget(second)
        self.setStretchFactor(1, 1)
        self.setSizes([grown(share, self.font()) for share in shares])

    def createHandle(self) -> QSplitterHandle:  # noqa: N802 - Qt's name
        """What a person moves."""
        return _Handle(self.orientation(), self)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """As narrow as the wider part, since it folds before both are too wide."""
        width = max(part.minimumSizeHint().width() for part in self._parts())
        return QSize(width, super().minimumSizeHint().height())

    def event(self, event: QEvent) -> bool:
        """Fold or unfold when it got another size, or a part needs more room than before."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self._fold()
        return super().event(event)

    def _fold(self) -> None:
        """What a person gave each part comes back with the arrangement."""
        needed = sum(part.minimumSizeHint().width() for part in self._parts()) + _HANDLES[_BESIDE]
        is_high = self.window().height() > self.window().width()
        wanted = _ABOVE if self.width() < (max(needed, self._room) if is_high else needed) else _BESIDE
        if wanted != self.orientation():
            self._shares[self.orientation()] = self.sizes()
            self.setOrientation(wanted)
            self.setHandleWidth(_HANDLES[wanted])
            room = self.width() if wanted is _BESIDE else self.height()
            shares = self._shares[wanted]
            self.setSizes([room * share // sum(shares) for share in shares])

    def _parts(self) -> list[QWidget]:
        parts = (self.widget(place) for place in range(self.count()))
        return [part for part in parts if part is not None]


class _Handle(QSplitterHandle):
    """A thin line with room around it; a style sheet can't leave that."""

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        line = self.rect()
        if self.orientation() is _BESIDE:
            line.adjust(line.width() // 2, 0, -(line.width() // 2), 0)
        else:
            line.adjust(0, line.height() // 2, 0, -(line.height() // 2))
        QPainter(self).fillRect(line, self.palette().mid())


class FoldingRow(QWidget):
    """Two groups of small parts on one line, `apart` at its two ends; the second one goes below the first."""

    def __init__(
        self, first: Sequence[QWidget], second: Sequence[QWidget], *, spacing: int, apart: bool = False
    ) -> None:
        super().__init__()
        self._groups = [_group(first, spacing), _group(second, spacing)]
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(spacing)
        left, right = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
        self._row.addWidget(self._groups[0], 0, left)
        self._row.addWidget(self._groups[1], 0 if apart else 1, right if apart else left)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """As narrow as the wider group."""
        width = max(group.minimumSizeHint().width() for group in self._groups)
        return QSize(width, super().minimumSizeHint().height())

    def event(self, event: QEvent) -> bool:
        """Fold or unfold when it was made narrower or wider, or a part of it came or went."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            needed = sum(group.minimumSizeHint().width() for group in self._groups) + self._row.spacing()
            ways = QBoxLayout.Direction
            self._row.setDirection(ways.LeftToRight if self.width() >= needed else ways.TopToBottom)
        return super().event(event)


def _group(parts: Sequence[QWidget], spacing: int) -> QWidget:
    group = QWidget()
    row = QHBoxLayout(group)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(spacing)
    for part in parts:
        row.addWidget(part)
    return group
