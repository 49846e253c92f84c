"""Rows under load, and the fault of a binding that must not come back."""

from __future__ import annotations

import importlib.util
import sys
from dataclasses import replace

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QFont, QFontMetrics, QImage, QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from tests.desktop import samples
from tests.pipeline import ROOT
from trayrecall.core.graphemes import is_boundary
from trayrecall.core.model import Answer
from trayrecall.core.snippet import Marked
from trayrecall.ui.icons import SIZES, pixmap
from trayrecall.ui.popup_filters import Question
from trayrecall.ui.result_list import ResultModel
from trayrecall.ui.result_rows import RowDelegate, Shape, height_of
from trayrecall.ui.result_text import Look, laid_out, utf16
from trayrecall.ui.rows import found_of
from trayrecall.ui.server_list import ServerList
from trayrecall.ui.settings_actions import Listed
from trayrecall.ui.state import HELD, IconState, standing_of
from trayrecall.ui.style import DARK, LIGHT, Colors, Mode, Style


def painted(
    style: Style, model: ResultModel, times: int = 1, width: int = 740, *, narrow: bool = False
) -> QImage:
    delegate = RowDelegate(style)
    delegate.narrow = narrow
    option = QStyleOptionViewItem()
    option.rect = QRect(0, 0, width, height_of(Shape.FULL, option.font))
    option.state = QStyle.StateFlag.State_Enabled
    image = QImage(width, option.rect.height(), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(style.colors.ground)
    painter = QPainter(image)
    for _ in range(times):
        for number in range(model.rowCount()):
            delegate.paint(painter, option, model.index(number))
            delegate.sizeHint(option, model.index(number))
    painter.end()
    return image


@pytest.fixture
def model() -> ResultModel:
    made = ResultModel()
    hostile = found_of(Answer("valve", (samples.HOSTILE,), "found"), samples.SOURCE)
    hits = samples.found("greenhouse vents 天窗").entries + hostile.entries
    made.set_entries(hits + samples.asked(Question()).entries)
    return made


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None is immortal from Python 3.12 on")
def test_thousands_of_paints_do_not_use_up_none(style: Style, model: ResultModel) -> None:
    """PySide6 6.12.0 on Python 3.11 lost a reference to None at every such call, until the interpreter aborted."""
    painted(style, model, times=5)
    before = sys.getrefcount(None)
    painted(style, model, times=400)
    assert sys.getrefcount(None) > before - 400


@pytest.mark.parametrize("mode", [Mode.DARK, Mode.LIGHT])
def test_a_row_is_drawn_with_its_marks_and_its_area(style: Style, mode: Mode) -> None:
    style.set_mode(mode)
    model = ResultModel()
    model.set_entries(samples.found("greenhouse vents").entries[:1])
    image = painted(style, model)
    seen = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}
    assert {style.colors.mark, style.colors.wiki, style.colors.accent, style.colors.words} <= seen


def test_the_meter_of_a_quick_answer_is_empty_until_the_meaning_is_known(style: Style) -> None:
    model = ResultModel()
    quick = found_of(samples.answer_to("greenhouse vents"), replace(samples.SOURCE, is_quick=True))
    assert quick.is_quick
    model.set_entries(quick.entries[:1])
    image = painted(style, model)
    seen = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}
    assert style.colors.line in seen
    assert {style.colors.accent, style.colors.words}.isdisjoint(seen)


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("width", [40, 160, 3000])
def test_any_width_can_be_drawn(style: Style, model: ResultModel, width: int, narrow: bool) -> None:
    assert not painted(style, model, width=width, narrow=narrow).isNull()


@pytest.mark.usefixtures("style")
@pytest.mark.parametrize(
    "text",
    [
        "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen" * 4,
        "👩\u200d🌾" * 80,
        "温室的天窗在二十四度开始打开到三十一度完全打开" * 8,
        "التهوية الليلية للبيت الزجاجي تبدأ عند أربع وعشرين درجة " * 8,
    ],
)
@pytest.mark.parametrize("lines", [1, 2])
def test_a_text_is_cut_between_two_visible_characters_and_fills_its_lines(text: str, lines: int) -> None:
    font = QFont()
    look = Look(font, LIGHT.text, lines)
    layout = laid_out(Marked(text, ((0, len(text)),)), 300, look, LIGHT)
    shown = layout.text()
    kept = shown.removesuffix("…")
    assert shown.endswith("…")
    assert is_boundary(text, len(kept))
    assert [(mark.start, mark.length) for mark in layout.formats()] == [(0, utf16(kept))]
    assert QFontMetrics(font).horizontalAdvance(shown) > (300 * lines) * 0.8
    assert laid_out(Marked(shown), 300, look, LIGHT).text() == shown


@pytest.mark.parametrize("width", [120, 200, 300])
def test_the_day_of_a_row_is_never_cut(style: Style, monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    told: list[str] = []

    def hear(_drawing: object, _line: QRect, parts: list[tuple[str, str]]) -> int:
        told.extend(text for text, _ in parts)
        return 0

    monkeypatch.setattr("trayrecall.ui.result_rows._Drawing._right", hear)
    model = ResultModel()
    model.set_entries(samples.found("greenhouse vents").entries[:1])
    painted(style, model, width=width, narrow=True)
    assert told == ["12 Mar 2026"]


@pytest.mark.parametrize("width", [300, 500])
def test_a_long_state_leaves_a_servers_name_room(
    style: Style, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    places: dict[str, QRect] = {}
    monkeypatch.setattr(
        "trayrecall.ui.server_list.draw_line",
        lambda _painter, _font, _color, rect, text: places.__setitem__(text, QRect(rect)),
    )
    servers = ServerList(style)
    servers.resize(width, 200)
    held = samples.instance_status(state=HELD)
    servers.fill([Listed(samples.HOME, held)])
    servers.grab()
    name, state = places["Home"], places[standing_of(held)[0]]
    assert name.width() >= width // 5
    assert name.right() < state.left() < state.right() <= width


def _luminance(color: str) -> float:
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(one: str, other: str) -> float:
    high, low = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("colors", [DARK, LIGHT])
def test_every_text_has_contrast_enough(colors: Colors) -> None:
    c = colors
    for text in (c.text, c.dim, c.warn, c.wiki, c.sources, c.journal, c.other):
        for ground in (c.ground, c.selected):
            assert _contrast(text, ground) >= 4.5, (text, ground)
    for text, ground in (
        (c.mark_text, c.mark),
        (c.on_accent, c.accent),
        (c.warn, c.raised),
        (c.good, c.raised),
        (c.accent, c.raised),
        (c.text, c.raised),
        (c.dim, c.raised),
    ):
        assert _contrast(text, ground) >= 4.5, (text, ground)
    for text in (c.good, c.warn, c.bad):
        for ground in (c.ground, c.raised, c.selected):
            assert _contrast(text, ground) >= 4.5, (text, ground)
    for part in (
        c.accent,
        c.words,
        c.wiki,
        c.sources,
        c.journal,
        c.other,
        c.bar,
    ):  # bars, dots: WCAG asks for 3
        assert _contrast(part, c.ground) >= 3.0, part


@pytest.mark.case("UI05")
@pytest.mark.usefixtures("style")
@pytest.mark.parametrize("size", SIZES)
def test_every_state_of_the_icon_differs_by_shape(size: int) -> None:
    """Compared in grey, because some people and some panels see no colours."""
    greys = {
        state: pixmap(state, size).toImage().convertToFormat(QImage.Format.Format_Grayscale8)
        for state in IconState
    }
    shapes = {bytes(image.constBits())[: size * image.bytesPerLine()] for image in greys.values()}
    assert len(shapes) == len(IconState)


@pytest.mark.case("UI05")
@pytest.mark.usefixtures("style")
@pytest.mark.parametrize("panel", ["#ffffff", "#f0f0f0", "#2b2b2b", "#000000"])
@pytest.mark.parametrize("state", list(IconState))
def test_the_icon_stands_out_from_light_and_dark_panels_at_every_scale(state: IconState, panel: str) -> None:
    """Its own ground carries it: most of its pixels differ from the panel, and its strokes from that ground."""
    for size in (16, 22, 24, 33, 44):
        image = pixmap(state, size).toImage()
        colors = [image.pixelColor(x, y) for x in range(size) for y in range(size)]
        solid = [color.name() for color in colors if color.alpha() > 200]
        assert len(solid) > 0.6 * size * size
        apart = [name for name in solid if _contrast(name, panel) >= 2.0]
        assert len(apart) > 0.4 * len(solid), (size, len(apart) / len(solid))
        strokes = [
            name for name in solid if _contrast(name, "#ffffff") < 1.3 or _contrast(name, "#000000") < 2.0
        ]
        assert len(strokes) > 0.05 * len(solid), size


def test_the_icons_for_desktops_are_those_of_the_one_drawing(style: Style) -> None:
    assert style is not None
    spec = importlib.util.spec_from_file_location(
        "draw_icons", ROOT / "packaging" / "linux" / "draw_icons.py"
    )
    assert spec is not None
    assert spec.loader is not None
    drawing = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(drawing)
    for size in drawing.SIZES:
        kept = QImage(str(ROOT / "packaging" / "linux" / "icons" / f"{size}.png"))
        assert kept.convertToFormat(QImage.Format.Format_ARGB32) == drawing.drawn(size), size
