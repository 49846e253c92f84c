"""The settings' page for searching: a model that isn't on this computer is fetched by a click."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.desktop.conftest import Until, destroy
from tests.desktop.work import FakeAutostart, FakeHotkey, FakeWork, settings_window
from trayrecall.core.errors import NotDownloaded
from trayrecall.ui.bridge import Bridge
from trayrecall.ui.settings_dialog import SettingsDialog
from trayrecall.ui.settings_search import SearchPage
from trayrecall.ui.style import Style


@pytest.fixture
def window(style: Style, bridge: Bridge, work: FakeWork) -> Iterator[SettingsDialog]:
    work.values.has_model = False
    autostart, hotkey = FakeAutostart(work.behaviour), FakeHotkey(work.behaviour)
    made = settings_window(style, bridge, lambda: work, autostart=autostart, hotkey=hotkey)
    made.show_page(made.search)
    yield made
    destroy(made)


@pytest.fixture
def page(window: SettingsDialog, until: Until) -> SearchPage:
    until(window.search.rows["model"].editor.isEnabled, "the values")
    return window.search


def test_a_model_that_is_missing_is_downloaded_in_the_background_and_says_how_far_it_is(
    window: SettingsDialog, page: SearchPage, work: FakeWork, until: Until
) -> None:
    button = page.download_button
    assert button.isVisible()
    assert "135 MB" in page.download.help.text()
    work.behaviour.gate.clear()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    until(lambda: "42 %" in page.download.hint.text(), "how far it is")
    assert not button.isEnabled(), "once is enough"
    window.close()  # it goes on
    work.behaviour.gate.set()
    until(lambda: work.values.has_model, "the model")
    window.open()
    until(lambda: not page.download.isVisible(), "that nothing is missing")


def test_a_download_that_broke_off_says_why_and_can_be_begun_again(
    page: SearchPage, work: FakeWork, until: Until
) -> None:
    work.behaviour.failure = NotDownloaded("model.onnx: the hub answers 503")
    page.download_button.click()
    until(lambda: "503" in page.download.hint.text(), "the failure")
    page.download_button.click()
    until(lambda: not page.download.isVisible(), "the model")


def test_no_download_is_offered_where_a_model_is_here_or_a_folder_is_named(
    page: SearchPage, work: FakeWork, until: Until
) -> None:
    assert page.download.isVisible()
    work.values.now["model_folder"] = "/models/own"
    page.come()
    until(lambda: not page.download.isVisible(), "the folder's turn")
    work.values.now["model_folder"] = None
    page.come()
    until(page.download.isVisible, "the offer")
    work.values.has_model = True
    page.come()
    until(lambda: not page.download.isVisible(), "the model's turn")
