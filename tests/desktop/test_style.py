"""Dark or light, and who decides."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QImage, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
    QTreeWidget,
    QVBoxLayout,
    QWidget,
)

from tests.desktop.conftest import Until, destroy
from trayrecall.ui.sidebar import Sidebar
from trayrecall.ui.style import DARK, LIGHT, Mode, Style, palette_of, scaled
from trayrecall.ui.window import Window


class Hints:
    """The system's hints, as a desktop with a color scheme has them."""

    def __init__(self, scheme: Qt.ColorScheme) -> None:
        self.scheme = scheme

    def colorScheme(self) -> Qt.ColorScheme:  # noqa: N802 - Qt's name
        return self.scheme


@pytest.mark.parametrize(("scheme", "dark"), [(Qt.ColorScheme.Dark, True), (Qt.ColorScheme.Light, False)])
def test_auto_follows_the_system(
    app: QApplication, monkeypatch: pytest.MonkeyPatch, scheme: Qt.ColorScheme, dark: bool
) -> None:
    style = Style(app, Mode.AUTO)
    monkeypatch.setattr(style, "_scheme", Hints(scheme).colorScheme)
    style.system_changed()
    assert style.colors is (DARK if dark else LIGHT)


def test_without_a_system_scheme_its_palette_decides(
    app: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    style = Style(app, Mode.AUTO)
    monkeypatch.setattr(style, "_scheme", Hints(Qt.ColorScheme.Unknown).colorScheme)
    for colors in (DARK, LIGHT):
        style._system_palette = palette_of(colors)
        style.system_changed()
        assert style.colors is colors


def test_a_forced_scheme_does_not_follow(app: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    style = Style(app, Mode.LIGHT)
    monkeypatch.setattr(style, "_scheme", Hints(Qt.ColorScheme.Dark).colorScheme)
    style.system_changed()
    assert style.colors is LIGHT
    changed: list[bool] = []
    style.changed.connect(lambda: changed.append(True))
    style.set_mode(Mode.DARK)
    assert style.colors is DARK
    assert changed == [True]
    assert app.palette().color(QPalette.ColorRole.Window).name() == DARK.ground


def test_a_second_style_does_not_take_our_own_palette_for_the_systems(app: QApplication) -> None:
    Style(app, Mode.DARK)
    again = Style(app, Mode.AUTO)
    assert again._system_palette != palette_of(DARK)


def test_fonts_scale_whether_sized_in_points_or_pixels() -> None:
    points, pixels = QFont("Sans"), QFont("Sans")
    points.setPointSizeF(10)
    pixels.setPixelSize(20)
    assert scaled(points, 1.5).pointSizeF() == pytest.approx(15)
    assert scaled(pixels, 0.5, strong=True).pixelSize() == 10


def seen(widget: QWidget) -> QImage:
    QApplication.processEvents()
    return widget.grab().toImage()


def colors_in(image: QImage) -> set[str]:
    return {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}


@pytest.mark.parametrize("kind", [QLineEdit, QPlainTextEdit])
@pytest.mark.parametrize("mode", [Mode.LIGHT, Mode.DARK])
def test_placeholders_are_as_readable_as_other_quiet_texts(
    style: Style, mode: Mode, kind: type[QLineEdit | QPlainTextEdit]
) -> None:
    style.set_mode(mode)
    window, field = Window(style, "Fields"), kind()
    column, other = QVBoxLayout(window), QPushButton("Other")
    field.setPlaceholderText("▇▇▇▇")
    column.addWidget(field)
    column.addWidget(other)
    window.come()
    other.setFocus()
    assert style.colors.dim in colors_in(seen(field))
    destroy(window)


@pytest.mark.parametrize("kind", [QTreeWidget, QListWidget, Sidebar])
def test_a_list_shows_that_it_has_the_keyboard(
    style: Style, until: Until, kind: type[QAbstractItemView]
) -> None:
    window, other = Window(style, "Lists"), QPushButton("Other")
    view = Sidebar("Pages", ["One"], least_width=100) if kind is Sidebar else kind()
    if isinstance(view, QListWidget) and kind is not Sidebar:
        view.addItem("One")
    column = QVBoxLayout(window)
    column.addWidget(view)
    column.addWidget(other)
    window.come()
    until(window.isActiveWindow, "its having the keys")
    other.setFocus()
    before = seen(view)
    view.setFocus()
    after = seen(view)
    assert style.colors.accent in colors_in(after)
    assert after != before
    destroy(window)
