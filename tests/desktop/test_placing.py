"""Where the popup goes, on screens of every arrangement."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QRect, QSize

from trayrecall.ui.placing import placed, screen_for, within

MAIN = QRect(0, 27, 1920, 1053)  # a panel at the top
LEFT = QRect(-2560, 0, 2560, 1440)


@pytest.mark.case("UI03")
@pytest.mark.parametrize(
    ("pointer", "screen"),
    [
        (QPoint(960, 500), MAIN),
        (QPoint(-1, 10), LEFT),
        (QPoint(-2560, 1439), LEFT),
        (QPoint(960, 5), MAIN),  # on the panel
        (QPoint(5000, 400), MAIN),  # on a screen that was unplugged
        (QPoint(-9000, -9000), LEFT),
    ],
)
def test_the_screen_with_the_pointer_or_else_the_nearest(pointer: QPoint, screen: QRect) -> None:
    assert screen_for(pointer, [MAIN, LEFT]) == screen


@pytest.mark.case("UI03")
def test_it_stands_centred_in_the_upper_third() -> None:
    at = placed(QSize(760, 560), LEFT, 0.18)
    assert at.center().x() == pytest.approx(LEFT.center().x(), abs=1)
    assert LEFT.top() < at.top() < LEFT.top() + LEFT.height() / 3


_SIZES = st.tuples(st.integers(1, 3000), st.integers(1, 3000))
_SCREENS = st.tuples(
    st.integers(-4000, 4000), st.integers(-4000, 4000), st.integers(200, 4000), st.integers(200, 3000)
)


@pytest.mark.case("UI03")
@given(_SIZES, _SCREENS)
def test_it_is_always_whole_on_the_screen(size: tuple[int, int], screen: tuple[int, int, int, int]) -> None:
    assert QRect(*screen).contains(placed(QSize(*size), QRect(*screen), 0.18))


_FRAME = QSize(16, 40)


@given(_SIZES, _SIZES, _SCREENS)
def test_a_window_is_on_the_screen_with_its_title_and_as_large_as_it_must_be(
    wanted: tuple[int, int], least: tuple[int, int], screen: tuple[int, int, int, int]
) -> None:
    area, minimum = QRect(*screen), QSize(*least)
    at = within(QSize(*wanted), minimum, area, _FRAME)
    assert area.contains(at.topLeft())
    assert at.size().expandedTo(minimum) == at.size()
    if minimum.boundedTo(area.size() - _FRAME) == minimum:
        assert area.contains(at.adjusted(0, 0, 0, _FRAME.height()))
