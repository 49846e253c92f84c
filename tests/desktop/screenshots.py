"""`make screenshots`: the README's pictures, of the real application on the demo notes, at 2x, on a desktop of its own.

Each language and scheme is a process of its own, because Qt takes both at its start; they share one index.
"""

from __future__ import annotations

import argparse
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QSystemTrayIcon, QWidget

from tests.desktop.card.tools import rows_of
from tests.desktop.person import share_the_model
from tests.desktop.pictures import picom_runs
from tests.desktop.session import Desktop as Screen
from tests.desktop.session import wait_for
from tests.pipeline import ROOT
from trayrecall.cli.demo import open_demo_house
from trayrecall.core.model import InstanceId, NoteId
from trayrecall.desktop import Desktop
from trayrecall.paths import settings_file
from trayrecall.settings import change_settings
from trayrecall.single import SingleInstance
from trayrecall.ui.popup_parts import draw_shadow

FOLDER = ROOT / "resources" / "pictures"
SCALE = 2
MARGIN, CORNER, SHADOW = 36, 12, 26
BACKDROPS = {"light": ("#dfe7f7", "#c3d0ee"), "dark": ("#2b3350", "#1a2036")}
SECONDS = 300.0
# What each process takes: language and scheme, and the names of its pictures.
RUNS: dict[tuple[str, str], tuple[str, ...]] = {
    ("en", "light"): ("popup", "settings", "first-run", "inspector", "preview"),
    ("en", "dark"): ("popup-dark", "activity", "menu", "connections"),
    ("de", "light"): ("popup-de",),
    ("zh_CN", "dark"): ("popup-zh",),
}
QUERIES = {
    "popup": "off-site backup disks",
    "popup-dark": "when do the greenhouse vents open",
    "popup-de": "Wie lange muss das Brot in den Ofen?",
    "popup-zh": "番茄牛肉要炖多久",
    "preview": "greenhouse vents",
}
# Questions as agents ask them, for the activity window; the last one is shown.
PROMPTS = (
    "ok thanks, go on",
    "Refactor this loop into a comprehension and add type hints",
    "Welches VLAN bekommen die Gäste auf dohle?",
    "番茄牛肉要炖多久？",
    "What is the capital of Mongolia?",
    "Which port does the broker publish in compose.yaml?",
    "At what temperature do the greenhouse vents begin to open?",
    "Which disks rotate between the cellar and the bee hut for off-site backups?",
)


class Studio:
    """The running application, and what is photographed of it."""

    def __init__(self, application: QApplication, shown: Desktop, folder: Path, scheme: str) -> None:
        self._application, self._shown, self._folder, self._scheme = application, shown, folder, scheme

    def take(self, name: str) -> None:
        """Bring it up, photograph it, put it away."""
        shots: dict[str, Callable[[], QWidget]] = {
            "settings": lambda: self._settings("appearance"),
            "connections": self._connections,
            "first-run": self._first_run,
            "activity": self._activity,
            "inspector": self._inspector,
            "menu": self._menu,
        }
        window = shots[name]() if name in shots else self._popup(name)
        self._settle(0.8)
        is_popup = name not in shots
        self._keep(name, window.grab(), framed=not is_popup)
        window.hide()

    def _popup(self, name: str) -> QWidget:
        popup = self._shown.popup
        popup.keeps_open = True
        popup.open()
        popup.field.edit.setText(QUERIES[name])
        self.until(lambda: bool(rows_of(popup)), "the results")
        self._settle(1.5)  # the meaning comes after the words
        if name == "preview":
            QTest.keyClick(popup.field.edit, Qt.Key.Key_Tab)
        return popup

    def _settings(self, page: str) -> QWidget:
        settings = self._shown.windows.settings
        settings.open()
        settings.show_page(getattr(settings, page))
        return settings

    def _connections(self) -> QWidget:
        for folder in (".claude", ".codex", ".cursor"):
            (Path.home() / folder).mkdir(exist_ok=True)  # the private one of this desktop
        self._shown._late.work().agents.connect("claude-code")
        return self._settings("connections")

    def _first_run(self) -> QWidget:
        self._shown.windows.welcome()
        window = self._shown.windows.first_run
        assert window is not None
        return window

    def _activity(self) -> QWidget:
        house = self._shown._late.house
        assert house is not None
        self.until(lambda: bool(self._shown._late.status().gate.groups), "the gate's being measured")
        for number, prompt in enumerate(PROMPTS):
            house.engine.prompt(
                prompt, session=f"s{number % 3}", cwd=f"/home/me/{('garden', 'lab')[number % 2]}"
            )
        window = self._shown.windows.activity
        window.resize(1080, 720)
        window.come()
        self.until(lambda: window.list.decisions.rowCount() >= len(PROMPTS), "the decisions")
        return window

    def _inspector(self) -> QWidget:
        window = self._shown.windows.inspector
        window.resize(980, 720)
        window.come()
        window.finder.field.setText("greenhouse")
        self._settle(1.0)
        window.inspect(InstanceId("demo"), NoteId("demoGreenh01"))
        return window

    def _menu(self) -> QWidget:
        menu = self._shown.tray.menu
        menu.popup(menu.pos())
        return menu

    def _keep(self, name: str, picture: QPixmap, *, framed: bool) -> None:
        """The picture on a backdrop: a window with round corners and a shadow; a popup brings its own."""
        ratio = picture.devicePixelRatio()
        size = picture.deviceIndependentSize()
        margin = MARGIN if framed else 0
        whole = QPixmap(
            round((size.width() + 2 * margin) * ratio), round((size.height() + 2 * margin) * ratio)
        )
        whole.setDevicePixelRatio(ratio)
        painter = QPainter(whole)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        area = QRectF(QPointF(0, 0), whole.deviceIndependentSize())
        slope = QLinearGradient(area.topLeft(), area.bottomRight())
        for at, colour in enumerate(BACKDROPS[self._scheme]):
            slope.setColorAt(at, QColor(colour))
        painter.fillRect(area, slope)
        if framed:
            inside = QRectF(QPointF(margin, margin), size)
            draw_shadow(painter, inside, SHADOW)
            outline = QPainterPath()
            outline.addRoundedRect(inside, CORNER, CORNER)
            painter.setClipPath(outline)
        painter.drawPixmap(QPointF(margin, margin), picture)
        painter.end()
        self._folder.mkdir(parents=True, exist_ok=True)
        whole.save(str(self._folder / f"{name}.png"), "PNG", 0)  # 0 packs most
        print(self._folder / f"{name}.png", flush=True)

    def until(self, condition: Callable[[], bool], what: str) -> None:
        """Let Qt work until it holds."""
        end = time.monotonic() + SECONDS
        while not condition():
            if time.monotonic() > end:
                raise TimeoutError(what)
            self._application.processEvents()
            self._application.sendPostedEvents(
                None, QEvent.Type.DeferredDelete.value
            )  # as Qt's own loop does
            time.sleep(0.01)

    def _settle(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        self.until(lambda: time.monotonic() > end, "a moment")


def photograph(folder: Path, language: str, scheme: str, names: list[str]) -> int:
    """One process's part."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    chosen = {"language": language, "appearance": scheme, "port": port}
    change_settings(settings_file(), lambda old: replace(old, **chosen))
    application = QApplication(["trayrecall"])
    application.setQuitOnLastWindowClosed(False)
    single = SingleInstance()
    assert single.acquire()
    wait_for(QSystemTrayIcon.isSystemTrayAvailable, "the tray")
    shown = Desktop(application, os.environ, single, open_url=print, open_house=open_demo_house)
    shown.start()
    studio = Studio(application, shown, folder, scheme)
    studio.until(lambda: _is_ready(shown), "the index")
    for name in names:
        studio.take(name)
    shown.close()
    return 0


def _is_ready(shown: Desktop) -> bool:
    status = shown._late.status()
    return status.notes > 0 and not status.pending and status.state == "ok"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    parser.add_argument("--names", nargs="*", help="only these pictures")
    parser.add_argument("--run", nargs=2, metavar=("LANGUAGE", "SCHEME"), help="within a desktop already")
    arguments = parser.parse_args()
    if arguments.run:
        return photograph(arguments.folder, arguments.run[0], arguments.run[1], arguments.names)
    with (
        tempfile.TemporaryDirectory() as home,
        Screen(geometry="2560x2000x24", keyring=False) as screen,
    ):
        share_the_model(Path(home))
        screen.start("picom", "--backend", "xrender")
        screen.start("tint2")  # without a tray the popup would say so
        wait_for(lambda: picom_runs(screen), "the compositor")
        env = screen.env | {
            "TRAYRECALL_HOME": home,
            "RECALL_SECRETS_FILE": str(Path(home) / "tokens.json"),
            "QT_SCALE_FACTOR": str(SCALE),
            "QT_QPA_PLATFORM": "xcb",
        }
        for (language, scheme), names in RUNS.items():
            wanted = [name for name in names if not arguments.names or name in arguments.names]
            if wanted:
                line = [sys.executable, "-m", "tests.desktop.screenshots", str(arguments.folder.resolve())]
                line += ["--run", language, scheme, "--names", *wanted]
                subprocess.run(line, env=env, cwd=ROOT, check=True, timeout=4 * SECONDS)
    return 0


if __name__ == "__main__":
    sys.exit(main())
