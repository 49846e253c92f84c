"""The icon in its states: one SVG, and a small sign in its corner that differs by shape, not by colour alone.

A coloured tile is readable on light and dark panels alike, so nothing has to be known about the panel.
"""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from trayrecall import paths
from trayrecall.ui.state import IconState

SIZES = (16, 20, 22, 24, 32, 44, 48, 64, 96, 128, 256)
_SMALL = 24  # up to here the sign takes more of the tile, or nobody could read it
_TINY = 20  # up to here it is drawn in a simpler form, whose edges fall on whole pixels of a 16-pixel icon
_QUIET = frozenset({IconState.UNREACHABLE, IconState.PAUSED})


@lru_cache(maxsize=len(IconState))
def icon(state: IconState = IconState.READY) -> QIcon:
    """The icon in that state, sharp in every size that panels use."""
    made = QIcon()
    for size in SIZES:
        made.addPixmap(pixmap(state, size))
    return made


def pixmap(state: IconState, size: int) -> QPixmap:
    """The icon as a square of that many physical pixels."""
    made = QPixmap(size, size)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _svg("tile-quiet" if state in _QUIET else "tile").render(painter, QRectF(0, 0, size, size))
    if state is not IconState.READY:
        _draw_sign(painter, state, size)
    painter.end()
    return made


def _draw_sign(painter: QPainter, state: IconState, size: int) -> None:
    side = round(size * (0.62 if size <= _SMALL - 2 else 0.58 if size <= _SMALL else 0.46))
    place = QRectF(size - side, size - side, side, side)
    gap = max(1.0, size / 24)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Clear)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(Qt.GlobalColor.black)
    painter.drawEllipse(place.adjusted(-gap, -gap, gap, gap))
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
    _svg(f"sign-{state.value}{'-small' if size <= _TINY else ''}").render(painter, place)


@lru_cache(maxsize=32)
def _svg(name: str) -> QSvgRenderer:
    return QSvgRenderer(str(paths.resources_dir() / "icons" / f"{name}.svg"))
