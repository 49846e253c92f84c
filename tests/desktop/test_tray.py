"""The tray icon as a panel sees it, over D-Bus; each program under test is a process of its own."""

from __future__ import annotations

import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QSystemTrayIcon

from tests.desktop import samples
from tests.desktop.session import Desktop, wait_for
from tests.desktop.sni import Host
from trayrecall.ui.state import face_of
from trayrecall.ui.tray import Tray

PANEL_GONE = "QDBusTrayIcon encountered a D-Bus error"  # Qt's word when a panel ends in the midst of a call
ROOT = Path(__file__).resolve().parents[2]


class Program:
    """`tests.desktop.tray_program` and what it said."""

    def __init__(self, desktop: Desktop, wait_ms: int) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.desktop.tray_program", str(wait_ms)],
            env=desktop.env | {"QT_QPA_PLATFORM": "xcb"},
            cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.lines: queue.Queue[str] = queue.Queue()
        self.said: list[str] = []
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.lines.put(line.strip())

    def hear(self, word: str, seconds: float = 15.0) -> None:
        """Wait until it says the word."""
        while word not in self.said:
            self.said.append(self.lines.get(timeout=seconds))

    def tell(self, word: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(word + "\n")
        self._process.stdin.flush()

    def end(self) -> tuple[int, str]:
        """Its exit code, and what it said on standard error."""
        try:
            with suppress(BrokenPipeError):
                self.tell("quit")
            code = self._process.wait(10)
            assert self._process.stderr is not None
            return code, "".join(line for line in self._process.stderr if not line.startswith(PANEL_GONE))
        finally:
            self._process.kill()
            for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
                if pipe is not None:
                    with suppress(BrokenPipeError):
                        pipe.close()


@pytest.fixture
def start(desktop: Desktop, panel: object) -> Iterator[Callable[[int], Program]]:
    """Starts the program; it ends before its panel does."""
    del panel
    started: list[Program] = []

    def go(wait_ms: int = 10_000) -> Program:
        started.append(Program(desktop, wait_ms))
        return started[-1]

    yield go
    for program in started:
        assert program.end() == (0, "")


@pytest.fixture
def panel(desktop: Desktop) -> Iterator[Callable[[], Host]]:
    """Starts a panel."""
    open_: list[Host] = []

    def go() -> Host:
        open_.append(Host(desktop.env["DBUS_SESSION_BUS_ADDRESS"]))
        return open_[-1]

    yield go
    for host in open_:
        host.close()


def test_the_menu_is_read_and_clicked_by_the_panel(
    start: Callable[..., Program], panel: Callable[[], Host]
) -> None:
    host = panel()
    program = start()
    with host.item() as item:
        program.tell("ready")
        program.hear("rendered ready")
        labels = [("—" if e.separator else e.label, e.enabled) for e in item.menu()]
        assert labels == [
            ("Search…", True), ("—", True),
            ("Ready · 2,040 notes", False), ("Home: 1,234 notes", False), ("Work: 806 notes", False), ("—", True),
            ("Sync now", True), ("Pause", True), ("Activity…", True), ("Inspector…", True), ("Settings…", True),
                ("—", True), ("Quit", True),
        ]  # fmt: skip
        words = {
            "Search…": "search",
            "Sync now": "sync",
            "Activity…": "activity",
            "Inspector…": "inspector",
            "Settings…": "settings",
        }
        for label, word in words.items():
            item.click(label)
            program.hear(word)
        item.click("Quit")
        program.hear("quit")


def test_the_menu_pauses_for_a_time_or_a_project_and_resumes(
    start: Callable[..., Program], panel: Callable[[], Host]
) -> None:
    host = panel()
    program = start()
    with host.item() as item:
        program.tell("ready")
        program.hear("rendered ready")
        item.click("Pause", "For an hour")
        program.hear("hour")
        item.click("Pause", "Until tomorrow")
        program.hear("tomorrow")
        item.click("Pause", "In a project", "/src/loom")
        program.hear("pause /src/loom")
        program.tell("paused")
        program.hear("rendered paused")
        pause = next(entry for entry in item.menu() if entry.label == "Pause")
        projects = next(entry for entry in pause.below if entry.label == "In a project")
        assert [entry.label for entry in projects.below] == ["/src/mill", "/src/loom"]
        item.click("Pause", "In a project", "/src/mill")
        program.hear("resume /src/mill")
        item.click("Resume")
        program.hear("resume")


def test_a_click_on_the_icon_asks_for_the_search(
    start: Callable[..., Program], panel: Callable[[], Host]
) -> None:
    host = panel()
    program = start()
    with host.item() as item:
        item.activate()
        program.hear("search")


def test_an_equal_state_is_not_drawn_again_and_a_time_alone_leaves_the_icon(
    app: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert app is not None
    drawn: list[str] = []
    monkeypatch.setattr(QSystemTrayIcon, "setIcon", lambda _self, _icon: drawn.append("icon"))
    monkeypatch.setattr(QSystemTrayIcon, "setToolTip", lambda _self, _text: drawn.append("tooltip"))
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", lambda: True)
    tray = Tray()
    tray.start()
    nine = replace(
        samples.READY, instances=(replace(samples.instance_status(), last_sync="2031-06-01T09:00:00+00:00"),)
    )
    ten = replace(nine, instances=(replace(nine.instances[0], last_sync="2031-06-01T10:00:00+00:00"),))
    drawn.clear()
    tray.render(face_of(nine))
    assert drawn == ["icon", "tooltip"]
    tray.render(face_of(nine))
    assert drawn == ["icon", "tooltip"]
    tray.render(face_of(ten))
    assert drawn == ["icon", "tooltip", "tooltip"]
    tray.stop()


def test_a_click_on_a_message_does_what_it_was_said_with(
    app: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert app is not None
    said: list[str] = []
    monkeypatch.setattr(QSystemTrayIcon, "showMessage", lambda _self, title, _text, _icon: said.append(title))
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", lambda: True)
    tray = Tray()
    assert not tray.say("too early", "")
    tray.start()
    assert tray.say("Home refuses the token", "Enter it.", lambda: said.append("clicked"))
    icon = tray.findChild(QSystemTrayIcon)
    assert icon is not None
    icon.messageClicked.emit()
    assert said == ["Home refuses the token", "clicked"]
    tray.stop()


def test_a_new_state_changes_icon_tooltip_and_menu(
    start: Callable[..., Program], panel: Callable[[], Host]
) -> None:
    host = panel()
    program = start()
    with host.item() as item:
        program.tell("ready")
        program.hear("rendered ready")
        before = item.properties["IconPixmap"]
        assert {16, 22, 24, 32, 48} <= {width for width, _, _ in before}
        program.tell("rejected")
        program.hear("rendered rejected")
        assert item.tooltip == "TrayRecall: Needs attention · 1,234 notes\nHome: the token is refused"
        assert "Home: the token is refused" in [entry.label for entry in item.menu()]
        assert item.properties["IconPixmap"] != before


def test_a_panel_that_comes_late_gets_one_icon(
    start: Callable[..., Program], panel: Callable[[], Host]
) -> None:
    program = start()
    program.hear("started")
    host = panel()
    program.hear("appeared")
    with host.item() as item:
        wait_for(lambda: item.properties["Status"] == "Active", "the icon's showing")
        item.click("Sync now")
        program.hear("sync")
        time.sleep(0.5)  # in which another one would come
    assert (host.count, program.said.count("appeared")) == (1, 1)
    assert "unavailable" not in program.said


@pytest.mark.case("UI01")
def test_without_a_tray_it_says_so_once_and_a_later_panel_still_gets_the_icon(
    start: Callable[..., Program], panel: Callable[[], Host]
) -> None:
    program = start(300)
    program.hear("unavailable")
    host = panel()
    program.hear("appeared")
    with host.item() as item:
        item.activate()
        program.hear("search")
    assert program.said.count("unavailable") == 1


def test_a_panel_that_starts_anew_gets_the_icon_again(
    start: Callable[..., Program], panel: Callable[[], Host]
) -> None:
    first = panel()
    program = start()
    with first.item():
        program.hear("appeared")
    first.close()
    second = panel()
    with second.item() as item:
        item.activate()
        program.hear("search")
