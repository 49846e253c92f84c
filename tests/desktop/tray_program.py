"""A program that is only its tray icon: says on standard output what happens, does what standard input says."""

from __future__ import annotations

import sys
import threading
from contextlib import suppress

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication

from tests.desktop import samples
from trayrecall.core.model import Status
from trayrecall.ui.state import face_of
from trayrecall.ui.tray import Tray

STATUSES: dict[str, Status] = {
    "ready": samples.READY,
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
        (tray.sync_requested, "sync"),
        (tray.settings_requested, "settings"),
        (tray.appeared, "appeared"),
        (tray.unavailable, "unavailable"),
    ):
        signal.connect(lambda w=word: say(w))
    tray.quit_requested.connect(lambda: say("quit"))
    tray.quit_requested.connect(app.quit)
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
