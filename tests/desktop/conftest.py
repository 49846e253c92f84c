"""A desktop of our own for these tests, started once; without its programs they are skipped, saying which are missing.

Qt lives in the test process: the environment names our desktop while this package's tests run, and nothing else.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import PySide6
import pytest
import shiboken6
from PySide6.QtCore import QEvent, QMessageLogContext, Qt, QtMsgType, qInstallMessageHandler
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMessageBox, QPushButton, QWidget

from tests.desktop.asking import FakeSearcher
from tests.desktop.session import INSTALL, Desktop, missing_programs
from tests.desktop.work import FakeWork
from trayrecall.ui.bridge import Bridge
from trayrecall.ui.style import Mode, Style

Until = Callable[..., None]
_QT_GUI = Path(PySide6.__file__).parent / "Qt/lib/libQt6Gui.so.6"


@pytest.fixture(scope="package")
def desktop() -> Iterator[Desktop]:
    missing = missing_programs()
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)}; {INSTALL}")
    with Desktop() as running:
        yield running


@pytest.fixture(scope="package")
def app(desktop: Desktop) -> Iterator[QApplication]:
    """The one QApplication of the process; it ends before its X server does."""
    patch = pytest.MonkeyPatch()
    for name in ("DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "HOME"):
        patch.setenv(name, desktop.env[name])
    patch.setenv("QT_QPA_PLATFORM", "xcb")
    made = QApplication(["trayrecall"])
    made.setQuitOnLastWindowClosed(False)
    yield made
    made.shutdown()
    patch.undo()


@pytest.fixture
def style(app: QApplication) -> Style:
    return Style(app, Mode.LIGHT)


@pytest.fixture
def bridge(app: QApplication) -> Iterator[Bridge]:  # noqa: ARG001 - it must be there
    made = Bridge("test")
    yield made
    made.close()


@pytest.fixture
def until(app: QApplication) -> Until:
    """Let Qt work until the condition holds."""

    def wait(condition: Callable[[], bool], what: str = "it", seconds: float = 8.0) -> None:
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, f"{what} did not happen within {seconds:g} seconds"
            app.processEvents()
            time.sleep(0.002)

    return wait


def destroy(window: QWidget) -> None:
    """Close and really delete it: without a running loop `deleteLater` waits, and each new style dresses all that is left."""
    window.close()
    window.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    QApplication.processEvents()


def click(button: QPushButton) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def fill(field: QLineEdit, text: str) -> None:
    field.clear()
    QTest.keyClicks(field, text)


def press(box: QMessageBox | None, label: str) -> None:
    assert box is not None
    click(next(b for b in box.findChildren(QPushButton) if b.text() == label))


@pytest.fixture(autouse=True)
def no_qt_warnings() -> Iterator[None]:
    """A warning of Qt is a mistake of ours, until its reason stands here."""
    said: list[str] = []

    def hear(kind: QtMsgType, _context: QMessageLogContext, text: str) -> None:
        if kind in (QtMsgType.QtWarningMsg, QtMsgType.QtCriticalMsg, QtMsgType.QtFatalMsg):
            said.append(text)

    qInstallMessageHandler(hear)
    yield
    qInstallMessageHandler(None)
    assert said == [], f"Qt complained: {said}"


@pytest.fixture
def announced(app: QApplication) -> Iterator[list[str]]:  # noqa: ARG001 - it must be there
    """What a screen reader is told without being asked, as Qt hands it on to the desktop."""
    heard: list[str] = []

    def hear(event: int) -> None:
        told: Any = shiboken6.wrapInstance(event, QAccessibleEvent)
        if told.type() == QAccessible.Event.Announcement:
            told = shiboken6.wrapInstance(event, QAccessibleAnnouncementEvent)
            heard.append(told.message())

    # PySide has no name for it.
    install = ctypes.CDLL(str(_QT_GUI))["_ZN11QAccessible20installUpdateHandlerEPFvP16QAccessibleEventE"]
    install.restype = ctypes.c_void_p
    handler = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(hear)
    install.argtypes = [ctypes.c_void_p]
    before = install(ctypes.cast(handler, ctypes.c_void_p))
    yield heard
    install(before)


@pytest.fixture
def opened() -> list[str]:
    """The addresses that were to be opened."""
    return []


@pytest.fixture
def searcher() -> FakeSearcher:
    return FakeSearcher()


@pytest.fixture
def work() -> FakeWork:
    """The work behind the settings window; some tests bring another one."""
    return FakeWork()
