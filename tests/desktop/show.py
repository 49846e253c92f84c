"""Shows popup, menu or dialog with sample data, to be looked at: `python -m tests.desktop.show popup --query vents`.

Without `--shot` it stays open. With it, the picture of the whole screen is taken with ImageMagick's `import`.
`python -m tests.desktop.pictures` makes all of them on a desktop of its own.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable

from PySide6.QtCore import QObject, QPoint, QTimer
from PySide6.QtWidgets import QApplication

from tests.desktop import samples
from tests.desktop.activity_samples import FakeActivity
from tests.desktop.inspector_samples import FakeInspector
from trayrecall.core import errors
from trayrecall.core.errors import TrayRecallError
from trayrecall.core.model import InstanceId, NoteId, Status
from trayrecall.ui.activity import ActivityWindow
from trayrecall.ui.bridge import Bridge
from trayrecall.ui.icons import icon
from trayrecall.ui.inspector import InspectorWindow
from trayrecall.ui.outcome import Deliver, Ticket
from trayrecall.ui.popup import Popup
from trayrecall.ui.rows import Found
from trayrecall.ui.settings_dialog import SettingsDialog
from trayrecall.ui.state import face_of
from trayrecall.ui.style import Mode, Style
from trayrecall.ui.tray import Tray

_SETTLE_MS = 900

STATUSES: dict[str, Status] = {
    "ready": samples.READY,
    "building": samples.building(0.42),
    "attention": samples.status(samples.instance_status(state="token_rejected"), state="degraded"),
    "unreachable": samples.status(samples.instance_status(state="unreachable"), state="degraded"),
    "paused": samples.status(samples.instance_status(), state="paused"),
    "keyword-only": samples.status(samples.instance_status(), state="degraded", degraded="no_model"),
}


class Shown:
    """The pieces, and which of them are to be seen."""

    def __init__(self, app: QApplication, arguments: argparse.Namespace) -> None:
        self.app, self.arguments = app, arguments
        self.style = Style(app, Mode(arguments.mode))
        self.bridge = Bridge("show")
        self.actions = samples.FakeActions(states={samples.WORK.id: "token_rejected"})
        if arguments.held:
            self.actions.states = {samples.HOME.id: "held"}
        if arguments.empty:
            self.actions.instances.clear()
        self.tray = Tray()
        self.tray.render(face_of(STATUSES[arguments.status]))
        self.popup = Popup(self.style, self._search, lambda url: print(f"opens {url}", flush=True))
        self.popup.keeps_open = True
        self.popup.set_status(self.tray.face.lines[0])
        self.popup.set_menu(self.tray.menu)
        self.dialog = SettingsDialog(self.style, self.bridge, self.actions)
        self.activity = ActivityWindow(self.style, self.bridge, lambda: self._recorded, print)
        self._recorded = FakeActivity(keep_days=0, made=[]) if arguments.empty else FakeActivity()
        looked_into = FakeInspector()
        self.inspector = InspectorWindow(self.style, self.bridge, lambda: looked_into, print)
        self.tray.search_requested.connect(self.popup.toggle)
        self.tray.settings_requested.connect(self.dialog.open)
        self.tray.quit_requested.connect(app.quit)
        self.tray.unavailable.connect(lambda: print("no tray", flush=True))

    def _search(self, text: str, deliver: Deliver[Found]) -> Ticket:
        return self.bridge.run(lambda: samples.found(text, degraded=self.arguments.degraded), deliver)

    def begin(self) -> None:
        self.tray.start()
        what: dict[str, Callable[[], None]] = {
            "popup": self._popup,
            "menu": self._menu,
            "dialog": self.dialog.open,
            "form": self._form,
            "remove": self._remove,
            "activity": self._activity,
            "inspector": self._inspector,
            "health": self._health,
            "tray": lambda: None,
        }
        what[self.arguments.what]()

    def _popup(self) -> None:
        self.popup.open(self.arguments.hint)
        self.popup.field.edit.setText(self.arguments.query)

    def _activity(self) -> None:
        if self.arguments.query:
            self._recorded.should_match(
                next(d.prompt for d in self._recorded.made if d.reason == "gated"), []
            )
        self.activity.come()
        if self.arguments.query:
            QTimer.singleShot(400, self._find_in_activity)

    def _find_in_activity(self) -> None:
        self.activity.list.setCurrentIndex(self.activity.list.decisions.index(2))
        self.activity.details._look_for_note()
        self.activity.details.finder.field.setText(self.arguments.query)

    def _inspector(self) -> None:
        if self.arguments.query:
            self.inspector.inspect(InstanceId("home"), NoteId(self.arguments.query))
        self.inspector.come()
        self.inspector.finder.field.setText("o")

    def _health(self) -> None:
        self.inspector.come()
        self.inspector.pages.setCurrentRow(1)

    def _menu(self) -> None:
        self.tray.menu.popup(QPoint(40, 40))

    def _form(self) -> None:
        self.dialog.open()
        self.dialog.edit(samples.HOME)
        if self.arguments.failure == "TlsFailure":
            self.dialog.form.url.setText("https://notes.lan:8443")
        self.dialog.form.token.setText("sixteen-letters!")
        QTimer.singleShot(300, self._press)  # as a person would: after the window is there

    def _press(self) -> None:
        if self.arguments.failure:
            self.actions.failure = _failure(self.arguments.failure)
            (self.dialog.form.save_button if self.arguments.save else self.dialog.form.test_button).click()
        elif self.arguments.save:
            self.actions.gate.clear()
            self.dialog.form.save_button.click()

    def _remove(self) -> None:
        self.dialog.open()
        QTimer.singleShot(300, self.dialog.remove_button.click)


def _failure(name: str) -> TrayRecallError:
    kind = getattr(errors, name)
    assert issubclass(kind, TrayRecallError)
    if kind is errors.TlsFailure:
        return errors.TlsFailure(
            "self-signed certificate (CN=notes.lan, valid until 2031-06-01)",
            hint="Name the file of its authority, or compare its fingerprint and pin it.",
            presented="3f" * 32,
        )
    made: TrayRecallError = kind()
    return made


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "what",
        choices=("popup", "menu", "dialog", "form", "remove", "tray", "activity", "inspector", "health"),
    )
    parser.add_argument("--mode", choices=[mode.value for mode in Mode], default="auto")
    parser.add_argument("--query", default="")
    parser.add_argument("--hint", default="")
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
        self._app.quit()


if __name__ == "__main__":
    raise SystemExit(main())
