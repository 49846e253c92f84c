"""Where windows go: whole on a visible screen, centred; the popup in the upper third of the one with the pointer. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, QSize


def screen_for(pointer: QPoint, screens: Sequence[QRect]) -> QRect:
    """The screen that holds the pointer, else the nearest one. `screens` is never empty and may be left of zero."""
    return min(screens, key=lambda screen: _distance(pointer, screen))


def placed(size: QSize, screen: QRect, top: float) -> QRect:
    """A window of that size (cut to the screen) centred on the screen, `top` of its height from above."""
    width, height = min(size.width(), screen.width()), min(size.height(), screen.height())
    x = screen.x() + (screen.width() - width) // 2
    y = screen.y() + min(round(screen.height() * top), screen.height() - height)
    return QRect(x, y, width, height)


def within(wanted: QSize, least: QSize, screen: QRect, frame: QSize) -> QRect:
    """A window of the wanted size in the middle of the screen, as far as the screen has room for it and its frame.

    Never smaller than `least`; then its title still is on the screen.
    """
    size = wanted.boundedTo(screen.size() - frame).expandedTo(least)
    x = screen.x() + max(0, screen.width() - size.width()) // 2
    y = screen.y() + max(0, screen.height() - size.height() - frame.height()) // 2
    return QRect(QPoint(x, y), size)


def _distance(point: QPoint, screen: QRect) -> int:
    """The square of the way from the point to the screen; 0 inside."""
    dx = max(screen.left() - point.x(), 0, point.x() - screen.right())
    dy = max(screen.top() - point.y(), 0, point.y() - screen.bottom())
    return dx * dx + dy * dy
