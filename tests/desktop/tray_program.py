"""A program that is only its tray icon: says on standard output what happens, does what standard input says."""

from __future__ import annotations

import sys
import threading
from contextlib import suppress
from dataclasses import replace

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication

from tests.desktop import samples
from trayrecall.core.model import Status
from trayrecall.ui.state import face_of
from trayrecall.ui.tray import Tray

STATUSES: dict[str, Status] = {
    "ready": samples.READY,
    "paused": replace(
        samples.status(samples.instance_status(), state="paused"), paused_projects=("/src/mill",)
    ),
    "rejected": samples.status(samples.instance_status(state="token_rejected"), state="degraded"),
}


class Listener(QObject):
    """Lines of standard input, on the UI thread."""

    told = Signal(str)

    def listen(self) -> None:
        with suppress(RuntimeError):  # the program ended by itself meanwhile
            for line in sys.stdin:
                self.told.emit(line.strip())


def say(word: str) -> None:
    print(word, flush=True)


def main() -> int:
    app = QApplication(sys.argv[:1])
    app.setApplicationName("trayrecall")
    app.setQuitOnLastWindowClosed(False)
    tray = Tray(wait_ms=int(sys.argv[1]))
    for signal, word in (
        (tray.search_requested, "search"),
        (tray.menu.sync_requested, "sync"),
        (tray.menu.activity_requested, "activity"),
        (tray.menu.inspector_requested, "inspector"),
        (tray.menu.settings_requested, "settings"),
        (tray.menu.hour_requested, "hour"),
        (tray.menu.tomorrow_requested, "tomorrow"),
        (tray.menu.resume_requested, "resume"),
        (tray.appeared, "appeared"),
        (tray.unavailable, "unavailable"),
    ):
        signal.connect(lambda w=word: say(w))
    tray.menu.quit_requested.connect(lambda: say("quit"))
    tray.menu.quit_requested.connect(app.quit)
    tray.menu.project_toggled.connect(lambda folder, on: say(f"{'pause' if on else 'resume'} {folder}"))
    tray.menu.set_recent(["/src/mill/", "/src/mill/wheel", "/src/loom"])
    tray.start()

    def told(line: str) -> None:
        if line == "quit":
            app.quit()
        else:
            tray.render(face_of(STATUSES[line]))
            say(f"rendered {line}")

    listener = Listener()
    listener.told.connect(told, Qt.ConnectionType.QueuedConnection)
    threading.Thread(target=listener.listen, daemon=True).start()
    say("started")
    code = app.exec()
    tray.stop()
    return code


if __name__ == "__main__":
    raise SystemExit(main())
