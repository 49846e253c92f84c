"""Draws the hicolor icons from the one SVG: run it after changing that. `python packaging/linux/draw_icons.py`"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

SIZES = (16, 22, 24, 32, 48, 64, 128, 256)
_HERE = Path(__file__).resolve().parent
_SOURCE = _HERE.parents[1] / "resources" / "icons" / "trayrecall.svg"


def drawn(size: int) -> QImage:
    """The icon as a square of that many pixels."""
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    QSvgRenderer(str(_SOURCE)).render(painter, QRectF(0, 0, size, size))
    painter.end()
    return image


def main() -> None:
    """Write all of them."""
    application = QGuiApplication(["draw_icons", "-platform", "offscreen"])
    for size in SIZES:
        drawn(size).save(str(_HERE / "icons" / f"{size}.png"))
    application.quit()


if __name__ == "__main__":
    main()
