"""The log window over a real log file."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator, Sequence

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtTest import QTest

from tests.desktop.conftest import Until, destroy
from trayrecall import logs, paths
from trayrecall.core.errors import StoreError
from trayrecall.ui.bridge import Bridge
from trayrecall.ui.log_window import LogWindow
from trayrecall.ui.style import Style

log = logging.getLogger("trayrecall.test")


@pytest.fixture
def window(style: Style, bridge: Bridge, opened: list[str], until: Until) -> Iterator[LogWindow]:
    with logs.log_to_file():
        log.info("synced home")
        log.warning("a server is slow")
        try:
            int("oh")
        except ValueError:
            log.exception("a job failed")
        made = LogWindow(style, bridge, diagnose, opened.append)
        made.come()
        until(lambda: "a job failed" in made.text.toPlainText(), "the log")
        yield made
        destroy(made)


def diagnose(windows: Sequence[str]) -> str:
    return "\n".join(["TrayRecall 0.1.0", *windows])


def show(window: LogWindow, name: str) -> None:
    window.levels.setCurrentIndex(window.levels.findText(name))


def test_the_log_is_shown_by_level_with_its_tracebacks(window: LogWindow) -> None:
    shown = window.text.toPlainText()
    assert "INFO trayrecall.test: synced home" in shown
    assert "ValueError: invalid literal" in shown
    show(window, "Warnings and errors")
    shown = window.text.toPlainText()
    assert "synced home" not in shown
    assert "a server is slow" in shown
    show(window, "Errors")
    shown = window.text.toPlainText()
    assert "a server is slow" not in shown
    assert "ValueError: invalid literal" in shown


def test_a_new_entry_appears_by_itself(window: LogWindow, until: Until) -> None:
    log.warning("and another one")
    until(lambda: "and another one" in window.text.toPlainText(), "the new entry")


def test_a_selection_stays_until_it_was_copied(window: LogWindow, until: Until) -> None:
    window.text.selectAll()
    selected = window.text.textCursor().selectedText()
    log.warning("and another one")
    window.look_anew()
    until(lambda: window._asking is None, "the look")
    assert window.text.textCursor().selectedText() == selected
    window.text.moveCursor(QTextCursor.MoveOperation.End)
    until(lambda: "and another one" in window.text.toPlainText(), "the new entry")


def test_that_the_log_cannot_be_read_is_told_until_it_can(
    style: Style, bridge: Bridge, opened: list[str], until: Until
) -> None:
    broken = True

    def read() -> str:
        if broken:
            raise StoreError("the disk is gone")
        return ""

    window = LogWindow(style, bridge, diagnose, opened.append, read)
    window.come()
    until(window.notice.isVisible, "the failure")
    broken = False
    window.look()
    until(lambda: not window.notice.isVisible(), "the end of the failure")
    destroy(window)


def test_the_diagnostics_are_copied_with_one_click_and_can_be_read_first(
    window: LogWindow, until: Until
) -> None:
    QTest.mouseClick(window.copy_button, Qt.MouseButton.LeftButton)
    until(window.notice.isVisible, "the word")
    copied = QGuiApplication.clipboard().text()
    assert copied.startswith("TrayRecall 0.1.0\nQt 6")
    assert "on xcb" in copied
    assert window.copy_button.isEnabled()
    show(window, "Diagnostics")
    until(lambda: window.text.toPlainText() == copied, "the same text")
    show(window, "Errors")
    assert "a job failed" in window.text.toPlainText()


def test_a_failure_to_gather_is_told(style: Style, bridge: Bridge, until: Until) -> None:
    def fail(_windows: Sequence[str]) -> str:
        raise StoreError("gone")

    made = LogWindow(style, bridge, fail, print)
    made.come()
    QTest.mouseClick(made.copy_button, Qt.MouseButton.LeftButton)
    until(made.notice.isVisible, "the failure")
    assert made.notice.title.text() == StoreError.title
    until(lambda: "Nothing of that kind" in made.text.toPlainText(), "an empty log")
    destroy(made)


def test_diagnostics_that_come_late_take_no_other_texts_place(
    style: Style, bridge: Bridge, until: Until
) -> None:
    gate, ended = threading.Event(), threading.Event()

    def slow(_windows: Sequence[str]) -> str:
        gate.wait(10)
        ended.set()
        return "TrayRecall 0.1.0"

    made = LogWindow(style, bridge, slow, print)
    made.come()
    show(made, "Diagnostics")
    show(made, "Errors")
    before = made.text.toPlainText()
    gate.set()
    until(ended.is_set, "the diagnostics")
    QTest.qWait(50)
    assert made.text.toPlainText() == before
    destroy(made)


def test_the_folder_opens(window: LogWindow, opened: list[str]) -> None:
    QTest.mouseClick(window.folder_button, Qt.MouseButton.LeftButton)
    assert opened == [QUrl.fromLocalFile(str(paths.log_dir())).toString()]
