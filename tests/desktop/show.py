"""Shows popup, menu or dialog with sample data, to be looked at: `python -m tests.desktop.show popup --query vents`.

Without `--shot` it stays open. With it, the picture of the whole screen is taken with ImageMagick's `import`.
`python -m tests.desktop.pictures` makes all of them on a desktop of its own.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.desktop import samples, show_records, show_settings
from trayrecall.core import errors
from trayrecall.core.linguist import Told
from trayrecall.core.model import Status
from trayrecall.ui.bridge import Bridge
from trayrecall.ui.icons import icon
from trayrecall.ui.language import speak
from trayrecall.ui.outcome import Deliver, Ticket
from trayrecall.ui.popup import Popup
from trayrecall.ui.popup_filters import Question
from trayrecall.ui.popup_keys import Command
from trayrecall.ui.rows import Found, Preview, Row
from trayrecall.ui.start_failure import StartFailure
from trayrecall.ui.state import face_of
from trayrecall.ui.style import Mode, Style
from trayrecall.ui.tray import Tray

_SETTLE_MS = 900

STATUSES: dict[str, Status] = {
    "ready": samples.READY,
    "building": samples.building(0.42),
    "attention": samples.status(samples.instance_status(state="token_rejected"), state="degraded"),
    "unreachable": samples.status(samples.instance_status(state="unreachable"), state="degraded"),
    "paused": replace(
        samples.status(samples.instance_status(), state="paused"),
        paused_projects=("/src/greenhouse/controller",),
    ),
    "keyword-only": samples.status(samples.instance_status(), state="degraded", degraded="no_model"),
}


class Shown:
    """The pieces, and which of them are to be seen."""

    def __init__(self, app: QApplication, arguments: argparse.Namespace) -> None:
        self.app, self.arguments = app, arguments
        self.style = Style(app, Mode(arguments.mode))
        self.bridge = Bridge("show")
        self.tray = Tray()
        self.tray.render(face_of(STATUSES[arguments.status]))
        self.popup = Popup(self.style, self, lambda url: print(f"opens {url}", flush=True))
        self.popup.set_instances(tuple((i.id, i.name) for i in samples.INSTANCES.values()))
        self.popup.keeps_open = True
        self.popup.set_status(self.tray.face.lines[0])
        self.popup.set_menu(self.tray.menu)
        self.settings = show_settings.SettingsShown(self.style, self.bridge, arguments)
        self.records = show_records.RecordsShown(self.style, self.bridge, arguments)
        self.tray.search_requested.connect(self.popup.toggle)
        self.tray.menu.settings_requested.connect(self.settings.dialog.open)
        self.tray.menu.quit_requested.connect(app.quit)
        self.tray.unavailable.connect(lambda: print("no tray", flush=True))

    def search(self, question: Question, deliver: Deliver[Found]) -> Ticket:
        print(f"asks {question.words!r}", flush=True)
        return self.bridge.run(lambda: samples.asked(question, degraded=self.arguments.degraded), deliver)

    def preview(self, row: Row, words: str, deliver: Deliver[Preview]) -> Ticket:
        print(f"reads {row.id}", flush=True)
        return self.bridge.run(lambda: samples.read(row, words), deliver)

    def remember(self, words: str) -> None:
        """Nothing is kept here."""

    def forget(self, words: str | None, deliver: Deliver[None]) -> Ticket:
        return self.bridge.run(lambda: print(f"forgets {words}"), deliver)

    def begin(self) -> None:
        self.tray.start()
        what: dict[str, Callable[[], object]] = {
            "popup": self._popup,
            "menu": self._menu,
            "pause-menu": self._pause_menu,
            "start-failure": self._start_failure,
            **self.settings.views(),
            **self.records.views(),
            "tray": lambda: None,
        }
        what[self.arguments.what]()

    def _popup(self) -> None:
        self.popup.open(self.arguments.hint)
        self.popup.field.edit.setText(self.arguments.query)
        if self.arguments.read is not None:
            QTimer.singleShot(300, lambda: self._read(self.arguments.read))

    def _read(self, entry: int) -> None:
        self.popup.results.move_by(entry)
        self.popup.card.do(Command.PREVIEW)

    def _menu(self) -> None:
        self.tray.menu.popup(QPoint(40, 40))

    def _pause_menu(self) -> None:
        """Opened by the keys, as a person without a mouse does."""
        self.tray.menu.set_recent(["/src/greenhouse/controller", "/src/loom", "/src/mill"])
        self._menu()
        for key in (Qt.Key.Key_P, Qt.Key.Key_P):
            menu = QApplication.activePopupWidget()
            assert menu is not None
            QTest.keyClick(menu, key)

    def _start_failure(self) -> None:
        failure = errors.SettingsError(
            "{path}, line {line}: {key}: {why}",
            values={
                "path": "~/.config/trayrecall/settings.json",
                "line": 3,
                "key": "port",
                "why": Told("must be a whole number from {least} to {most}", least=1, most=65535),
            },
        )
        self.failed = StartFailure(self.style, failure)
        self.failed.come()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    views = (
        "popup",
        "menu",
        "pause-menu",
        "start-failure",
        *show_settings.VIEWS,
        *show_records.VIEWS,
        "tray",
    )
    parser.add_argument("what", choices=views)
    parser.add_argument("--mode", choices=[mode.value for mode in Mode], default="auto")
    parser.add_argument("--language", default="en")
    parser.add_argument("--query", default="")
    parser.add_argument("--hint", default="")
    parser.add_argument("--read", type=int, help="open the preview of that entry below the first")
    parser.add_argument("--degraded")
    parser.add_argument("--status", choices=STATUSES, default="ready")
    parser.add_argument("--failure", help="the name of an error that the test or save of the form ends with")
    parser.add_argument("--save", action="store_true")
    parser.add_argument("--held", action="store_true", help="a list of notes is held back")
    parser.add_argument("--empty", action="store_true")
    parser.add_argument("--wait", type=int, default=_SETTLE_MS)
    parser.add_argument("--shot", help="the picture's file; the program ends then")
    arguments = parser.parse_args()
    app = QApplication(sys.argv[:1])
    app.setApplicationName("trayrecall")
    app.setQuitOnLastWindowClosed(False)
    app.setWindowIcon(icon())
    speak(app, arguments.language)
    shown = Shown(app, arguments)
    shown.begin()
    if arguments.shot:
        QTimer.singleShot(arguments.wait, _Camera(app, arguments.shot).take)
    return app.exec()


class _Camera(QObject):
    def __init__(self, app: QApplication, file: str) -> None:
        super().__init__(app)
        self._app, self._file = app, file

    def take(self) -> None:
        subprocess.run(["import", "-window", "root", self._file], check=True)
        self._app.exit()  # quit would ask about what is typed


if __name__ == "__main__":
    raise SystemExit(main())
