"""The desktop application: tray, popup and settings over the engine. The only module beside `ui` that knows Qt.

The icon comes first: everything that may take long or block (settings, keyring, index, listener) is opened on a thread
of its own, and until it is there the popup says so. Shut down in reverse, within two seconds.
"""

from __future__ import annotations

import logging
import signal
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication, QMessageBox

from trayrecall import paths
from trayrecall.core.documents import NoteDocument, NoteRow
from trayrecall.core.errors import TrayRecallError, explain
from trayrecall.core.model import Answer, Filters, Instance, InstanceId, NoteId, Status
from trayrecall.engine.api import ALL_NOTES
from trayrecall.logs import log_to_file
from trayrecall.single import TOGGLE, SingleInstance
from trayrecall.ui.bridge import Bridge, StatusWatcher
from trayrecall.ui.icons import icon
from trayrecall.ui.popup import Popup
from trayrecall.ui.popup_history import History
from trayrecall.ui.search import EngineSearcher
from trayrecall.ui.settings_actions import Draft, Listed, Tested
from trayrecall.ui.settings_dialog import SettingsDialog
from trayrecall.ui.state import NAME, WAITING, face_of
from trayrecall.ui.style import Style
from trayrecall.ui.tray import Tray

if TYPE_CHECKING:
    from trayrecall.house import House, Servers

log = logging.getLogger(__name__)

PROGRAM = "trayrecall"  # the class of its windows, by which desktops group them
TICK_MS = 60_000
# Right after login a keyring may come late or wait for its password: instances without a token are tried more often.
LOGIN_MS, LOGIN_TRIES = 10_000, 12
START_SECONDS = 1.0
BEAT_MS = 200
SWITCH_SECONDS = 0.0005
STARTING = Status("starting")
OpenUrl = Callable[[str], None]


def open_house(env: Mapping[str, str]) -> House:
    """The house of settings and environment; see `house.open_house`."""
    from trayrecall import house  # noqa: PLC0415 - loading the engine must not keep the icon waiting

    return house.open_house(env)


def favour_windows() -> None:
    """Let the UI thread have the interpreter back soon after a call of Qt, however busy the other threads are.

    With Python's own 5 ms, painting a list of notes beside a busy thread takes as many turns of 5 ms as it has calls.
    """
    sys.setswitchinterval(SWITCH_SECONDS)


class LateEngine:
    """The engine for windows that are there before it: it answers `starting` until the house is open."""

    def __init__(self) -> None:
        self.house: House | None = None

    def search(
        self,
        query: str,
        *,
        limit: int = 10,
        min_score: float | None = None,
        order: str = "relevance",
        filters: Filters = ALL_NOTES,
        deadline: float | None = None,
        typing: bool = False,
        words_only: bool = False,
    ) -> Answer:
        """See `Engine.search`."""
        if self.house is None:
            return Answer(query, (), "starting", degraded="starting")
        return self.house.engine.search(
            query,
            limit=limit,
            min_score=min_score,
            order=order,
            filters=filters,
            deadline=deadline,
            typing=typing,
            words_only=words_only,
        )

    def notes(self, *, filters: Filters = ALL_NOTES, limit: int = 50, offset: int = 0) -> list[NoteRow]:
        """See `Engine.notes`."""
        return (
            [] if self.house is None else self.house.engine.notes(filters=filters, limit=limit, offset=offset)
        )

    def note(self, instance: InstanceId, note_id: NoteId) -> NoteDocument | None:
        """See `Engine.note`."""
        return None if self.house is None else self.house.engine.note(instance, note_id)

    def status(self) -> Status:
        """See `Engine.status`."""
        return STARTING if self.house is None else self.house.engine.status()

    def instance(self, instance: InstanceId) -> Instance | None:
        """See `Engine.instance`."""
        return None if self.house is None else self.house.engine.instance(instance)


class LateServers:
    """Implements `ui.settings_actions.SettingsActions` once the house is open."""

    def __init__(self, late: LateEngine) -> None:
        self._late = late

    def _servers(self) -> Servers:
        if self._late.house is None:
            raise TrayRecallError("it is still starting", hint="Try again in a moment.")
        from trayrecall.house import Servers  # noqa: PLC0415 - loaded by now

        return Servers(self._late.house)

    def listed(self) -> Sequence[Listed]:
        """See `house.Servers.listed`."""
        return self._servers().listed()

    def save(self, draft: Draft, token: str | None, *, this_run_only: bool = False) -> Instance:
        """See `house.Servers.save`."""
        return self._servers().save(draft, token, this_run_only=this_run_only)

    def test(self, draft: Draft, token: str | None) -> Tested:
        """See `house.Servers.test`."""
        return self._servers().test(draft, token)

    def sync(self, instance: InstanceId, *, accept_deletions: bool = False) -> None:
        """See `house.Servers.sync`."""
        self._servers().sync(instance, accept_deletions=accept_deletions)

    def remove(self, instance: InstanceId) -> None:
        """See `house.Servers.remove`."""
        self._servers().remove(instance)


class Desktop(QObject):
    """The application's windows and timers, wired to each other."""

    _commanded = Signal(str)
    _opened = Signal(object)  # a House, or the TrayRecallError that kept it shut

    def __init__(
        self,
        application: QApplication,
        env: Mapping[str, str],
        single: SingleInstance,
        *,
        open_url: OpenUrl,
        open_house: Callable[[Mapping[str, str]], House],
    ) -> None:
        super().__init__(application)
        self._application, self._env, self._single, self._open_house = application, env, single, open_house
        self._late = LateEngine()
        self._style = Style(application)
        self._searching, self._slow = Bridge("search"), Bridge("settings")
        self._words = Bridge("words", threads=1)
        self.tray = Tray(parent=self)
        searcher = EngineSearcher(self._searching, self._words, self._late, History(paths.searches_file()))
        self.popup = Popup(self._style, searcher, open_url)
        self.popup.set_menu(self.tray.menu)
        self.settings = SettingsDialog(self._style, self._slow, LateServers(self._late))
        self._watcher = StatusWatcher(self._searching, self._late.status, parent=self)
        self._tick = QTimer(self)
        self._tick.setInterval(TICK_MS)
        self._start = threading.Thread(target=self._open, name="start", daemon=True)
        self._login = QTimer(self)
        self._login.setInterval(LOGIN_MS)
        self._login_tries = LOGIN_TRIES
        self._connect()

    def _connect(self) -> None:
        self.tray.search_requested.connect(self.popup.toggle)
        self.tray.sync_requested.connect(self._sync)
        self.tray.settings_requested.connect(self.show_settings)
        self.tray.quit_requested.connect(self._application.quit)
        self.tray.unavailable.connect(self._no_tray)
        self._watcher.changed.connect(self._render)
        self._tick.timeout.connect(self._look)
        self._login.timeout.connect(self._try_waiting)
        self._commanded.connect(self._obey)
        self._opened.connect(self._moved_in)
        self._application.aboutToQuit.connect(self.close)

    def start(self) -> None:
        """Show the icon and begin to open the house."""
        self.tray.start()
        self._single.listen(self._commanded.emit)
        self._start.start()

    def _open(self) -> None:
        try:
            opened: object = self._open_house(self._env)
            self._late.house = cast("House", opened)
        except TrayRecallError as failure:
            opened = failure
        except Exception as failure:  # a barrier: the person must hear of it, whatever it is
            log.exception("the start failed")
            opened = TrayRecallError(type(failure).__name__, hint=f"See {paths.log_file()}")
        self._opened.emit(opened)

    def _moved_in(self, opened: object) -> None:
        if isinstance(opened, TrayRecallError):
            self._say_and_quit(opened)
            return
        house = cast("House", opened)  # a signal carries objects
        self._watcher.start()
        self._tick.start()
        self._login.start()
        if house.trouble is not None:
            self.tray.say(house.trouble.title, explain(house.trouble))
        elif not house.engine.status().instances:
            self.show_settings()

    def _say_and_quit(self, failure: TrayRecallError) -> None:
        log.error("the start failed: %s", failure)
        box = QMessageBox(QMessageBox.Icon.Critical, NAME, failure.title)
        box.setInformativeText("\n".join(part for part in (failure.detail, failure.hint) if part))
        box.finished.connect(lambda _code: self._application.exit(1))
        self._said = box
        box.open()

    # ---- what is asked for

    def _obey(self, command: str) -> None:
        if command == TOGGLE:
            self.popup.toggle()

    def _sync(self) -> None:
        if self._late.house is not None:
            self._late.house.engine.request_sync()

    def _look(self) -> None:
        if self._late.house is not None:
            self._late.house.engine.tick()

    def _try_waiting(self) -> None:
        self._login_tries -= 1
        if self._login_tries <= 0:
            self._login.stop()
        status = self._watcher.status
        if status is not None and any(i.enabled and i.state in WAITING for i in status.instances):
            self._look()

    def show_settings(self) -> None:
        """Open the settings, or bring them to the front."""
        self.settings.open()

    def _no_tray(self) -> None:
        """No panel takes icons here: the popup is the way in, and it says once how to reach it."""
        self.popup.open(
            "No tray here. Search comes up with `trayrecall toggle`: bind it to a key of your desktop."
        )

    def _render(self, status: object) -> None:
        if isinstance(status, Status):
            face = face_of(status, self._concerns())
            self.tray.render(face)
            self.popup.set_status(face.lines[0] if face.lines else "")
            self.popup.set_instances(tuple((i.id, i.name) for i in status.instances if i.enabled))
            self.settings.follow()

    def _concerns(self) -> list[str]:
        """What a person should know beside the engine's state: where nothing listens, or not where it should."""
        house = self._late.house
        if house is None or house.serving is None:
            return [f"Agents can't ask: {house.trouble.title}"] if house and house.trouble else []
        listener = house.serving.listener
        return [f"Its port is taken; it answers on {listener.port}"] if listener.moved else []

    # ---- the end

    def close(self) -> None:
        """Everything in reverse."""
        self._tick.stop()
        self._login.stop()
        self._watcher.stop()
        self.popup.hide()
        self.settings.hide()
        self.tray.stop()
        self._searching.close(0.2)
        self._words.close(0.1)
        self._slow.close(0.1)
        if self._start.ident is not None:
            self._start.join(START_SECONDS)  # quit while it still opens: what it opened must be closed too
        if self._late.house is not None:
            self._late.house.close()
        self._single.close()


def open_in_browser(url: str) -> None:
    """Open a note's page with the desktop's browser."""
    QDesktopServices.openUrl(QUrl(url))


def run(
    env: Mapping[str, str],
    single: SingleInstance,
    *,
    open_url: OpenUrl = open_in_browser,
    open_house: Callable[[Mapping[str, str]], House] = open_house,
) -> int:
    """The application until a person quits it; the exit code."""
    favour_windows()
    application = QApplication([PROGRAM])
    application.setApplicationName(NAME)
    application.setDesktopFileName(PROGRAM)
    application.setWindowIcon(icon())
    application.setQuitOnLastWindowClosed(False)
    desktop = Desktop(application, env, single, open_url=open_url, open_house=open_house)
    _quit_on_signals(application)
    with log_to_file():
        desktop.start()
        return application.exec()


def _quit_on_signals(application: QApplication) -> None:
    """Ctrl+C and a session's end quit cleanly, also when they come before Qt's loop runs.

    Python looks at signals only between its own steps, so a timer makes it take some while Qt waits.
    """
    asked = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: asked.set())
    beat = QTimer(application)
    beat.timeout.connect(lambda: application.quit() if asked.is_set() else None)
    beat.start(BEAT_MS)
