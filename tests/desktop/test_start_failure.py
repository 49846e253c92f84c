"""The window that is shown when the application could not start."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from tests.desktop.conftest import Until, destroy
from tests.desktop.unclipped import clipped, larger_font, longer_words
from trayrecall.core.errors import SettingsError, StoreError, TrayRecallError
from trayrecall.ui.start_failure import StartFailure
from trayrecall.ui.style import Style


def opened(style: Style, failure: TrayRecallError, until: Until) -> tuple[StartFailure, list[str]]:
    window = StartFailure(style, failure)
    said: list[str] = []
    window.retried.connect(lambda: said.append("again"))
    window.file_requested.connect(lambda: said.append("file"))
    window.left.connect(lambda: said.append("left"))
    window.come()
    until(window.isVisible, "its showing")
    return window, said


def test_it_says_what_happened_and_what_to_do_and_tries_again(style: Style, until: Until) -> None:
    window, said = opened(style, StoreError("the disk is full", hint="Make room."), until)
    texts = [label.text() for label in window.findChildren(QLabel)]
    assert texts == ["The index can't be used", "The disk is full.", "Make room."]
    assert not window.file_button.isVisible()
    QTest.keyClick(window, Qt.Key.Key_Return)
    assert said == ["again"]
    assert not window.isVisible()


def test_a_settings_file_that_cant_be_read_can_be_opened(style: Style, until: Until) -> None:
    window, said = opened(style, SettingsError("line 3"), until)
    window.file_button.click()
    assert said == ["file"]
    assert window.isVisible()
    window.close()


def test_escape_leaves(style: Style, until: Until) -> None:
    window, said = opened(style, SettingsError("line 3"), until)
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert said == ["left"]
    assert not window.isVisible()


@pytest.mark.parametrize("points", [9, 16])
def test_its_buttons_are_whole_in_every_language_and_font(style: Style, until: Until, points: int) -> None:
    with larger_font(points), longer_words():
        window, _ = opened(style, SettingsError("line 3 of a file", hint="Mend it by hand."), until)
        assert clipped(window) == []
        destroy(window)
