"""The desktop application: tray, popup and settings over the engine. The only module beside `ui` that knows Qt.

The icon comes first: everything that may take long or block (settings, keyring, index, listener) is opened on a thread
of its own, and until it is there the popup says so. Shut down in reverse, within two seconds.
"""

from __future__ import annotations

import logging
import os
import socket
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import (
    QMessageLogContext,
    QObject,
    QSocketNotifier,
    QtMsgType,
    QUrl,
    Signal,
    qInstallMessageHandler,
)
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication

from trayrecall import paths
from trayrecall.autostart import APP_ID, autostart
from trayrecall.core.errors import TrayRecallError
from trayrecall.core.linguist import QT_TRANSLATE_NOOP
from trayrecall.core.model import Status
from trayrecall.ending import let_signals_write
from trayrecall.hotkey import Backend, GlobalHotkey, open_backend
from trayrecall.late import LateEngine
from trayrecall.logs import log_to_file
from trayrecall.settings import Settings, change_settings, load_settings
from trayrecall.single import SHOW, TOGGLE, SingleInstance
from trayrecall.ui.bridge import Bridge, MainThread, StatusWatcher
from trayrecall.ui.icons import icon
from trayrecall.ui.language import speak
from trayrecall.ui.notices import (
    Notices,
    Notification,
    Page,
    agents_notice,
    listening_concerns,
    listening_notice,
)
from trayrecall.ui.outcome import Done, Outcome
from trayrecall.ui.pausing import PauseControl, PausingEngine
from trayrecall.ui.popup import Popup
from trayrecall.ui.popup_history import History
from trayrecall.ui.rounds import Rounds
from trayrecall.ui.search import EngineSearcher
from trayrecall.ui.settings_ports import KnownAgent
from trayrecall.ui.start_failure import StartFailure
from trayrecall.ui.state import NAME, face_of
from trayrecall.ui.style import Mode, Style, scaled
from trayrecall.ui.tray import Tray
from trayrecall.ui.words import sentences, told, translate

if TYPE_CHECKING:
    from trayrecall.core.ranking import CosineScale
    from trayrecall.house import House
    from trayrecall.ui.windows import Windows

log = logging.getLogger(__name__)

PROGRAM = "trayrecall"  # the class of its windows, by which desktops group them
START_SECONDS = 1.0
OpenUrl = Callable[[str], None]


def open_house(env: Mapping[str, str]) -> House:
    """The house of settings and environment; see `house.open_house`."""
    from trayrecall import house  # noqa: PLC0415 - loading the engine must not keep the icon waiting

    return house.open_house(env)


def _scale_of(model: str) -> CosineScale:
    """What the cosines of the model of that name mean; asked once there is an engine that uses it."""
    from trayrecall.embed import spec_of  # noqa: PLC0415 - as above

    return spec_of(model).scale


def searches_kept() -> int:
    """How many of the person's own searches are kept; reads the settings, so never on the UI thread."""
    try:
        return load_settings(paths.settings_file()).remember_searches
    except TrayRecallError:
        return 0


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
        self._main = MainThread(self)
        self._application, self._env, self._single = application, env, single
        self._open_house, self._open_url = open_house, open_url
        self._late = LateEngine()
        self._style = _dressed(application)
        self._searching, self._slow = Bridge("search"), Bridge("settings")
        self._words = Bridge("words", threads=1)
        self._reading = Bridge("records")
        self.tray = Tray(parent=self)
        history = History(paths.searches_file(), searches_kept)
        searcher = EngineSearcher(self._searching, self._words, self._late, history, scale_of=_scale_of)
        self.popup = Popup(self._style, searcher, open_url)
        self.popup.set_menu(self.tray.menu)
        self.hotkey = GlobalHotkey(self._way_to_a_key, keep_hotkey)
        self._watcher = StatusWatcher(self._searching, self._late.status, parent=self)
        self._pauses = PauseControl(self.tray.menu, self._searching, self._engine, self._watcher.ask)
        self._notices = Notices()
        self._rounds = Rounds(self._slow, lambda: self._late.house, lambda: self._watcher.status)
        self._start: threading.Thread | None = None
        self._failed: StartFailure | None = None
        self._connect()

    def _connect(self) -> None:
        self.tray.search_requested.connect(self.popup.toggle)
        self.popup.inspect_requested.connect(self._inspect_row)
        self.tray.menu.sync_requested.connect(self._sync)
        self.tray.menu.settings_requested.connect(self.show_settings)
        self.tray.menu.activity_requested.connect(self.show_activity)
        self.tray.menu.inspector_requested.connect(self.show_inspector)
        self.tray.menu.quit_requested.connect(self._quit)
        self.tray.unavailable.connect(self._no_tray)
        self._watcher.changed.connect(self._render)
        self._rounds.changed.connect(lambda: self._render(self._watcher.status))
        self._commanded.connect(self._obey)
        self._opened.connect(self._moved_in)
        self._application.aboutToQuit.connect(self.close)

    def start(self) -> None:
        """Show the icon and begin to open the house."""
        self.tray.start()
        self._single.listen(self._commanded.emit)
        self._begin()

    def _begin(self) -> None:
        self._start = threading.Thread(target=self._open, name="start", daemon=True)
        self._start.start()

    def _open(self) -> None:
        try:
            opened: object = self._open_house(self._env)
            self._late.house = cast("House", opened)
            import_module("trayrecall.ui.windows")  # now, so that the first window comes at once
        except TrayRecallError as failure:
            opened = failure
        except Exception as failure:  # a barrier: the person must hear of it, whatever it is
            log.exception("the start failed")
            opened = TrayRecallError(
                type(failure).__name__,
                hint=QT_TRANSLATE_NOOP("errors", "See {file}"),
                values={"file": paths.log_file()},
            )
        self._opened.emit(opened)

    def _moved_in(self, opened: object) -> None:
        if isinstance(opened, TrayRecallError):
            self._say_and_wait(opened)
            return
        house = cast("House", opened)  # a signal carries objects
        self._watcher.start()
        self._rounds.start()
        self._pauses.refresh()
        self._slow.run(lambda: self.hotkey.begin(house.settings.hotkey), self._has_hotkey)
        if (notice := listening_notice(house.trouble)) is not None:
            self._notify(notice)
        self._slow.run(self._agents, self._has_agents)
        if not house.engine.status().instances:
            self.windows.show_settings() if house.settings.welcomed else self.windows.welcome()

    def _agents(self) -> Sequence[KnownAgent]:
        """How the agents stand; reads their files."""
        return self._late.work().agents.listed()

    def _has_agents(self, outcome: Outcome[Sequence[KnownAgent]]) -> None:
        if isinstance(outcome, Done) and (notice := agents_notice(outcome.value)) is not None:
            self._notify(notice)

    def _say_and_wait(self, failure: TrayRecallError) -> None:
        """It could not start: a person mends it and tries again, or leaves."""
        log.error("the start failed: %s", failure)
        window = StartFailure(self._style, failure)
        window.retried.connect(self._begin)
        window.file_requested.connect(lambda: self._open_url(paths.settings_file().as_uri()))
        window.left.connect(lambda: self._application.exit(1))
        self._failed = window
        window.come()

    def _way_to_a_key(self) -> Backend:
        return open_backend(
            lambda: self._commanded.emit(TOGGLE),
            self._env,
            self._main.run,
            app_id=APP_ID,
            description=translate("hotkey", "Search your notes"),
        )

    def _has_hotkey(self, outcome: Outcome[TrayRecallError | None]) -> None:
        if isinstance(outcome, Done) and outcome.value is not None:
            log.warning("the hotkey can't be used: %s", outcome.value)
            title = translate("hotkey", "The key for the search can't be used")
            self._notify(Notification(title, sentences(*told(outcome.value)), Page.GENERAL))

    # ---- what is asked for

    def _obey(self, command: str) -> None:
        if command == TOGGLE:
            self.popup.toggle()
        elif command == SHOW:
            self.popup.open()

    def _sync(self) -> None:
        if self._late.house is not None:
            self._late.house.engine.request_sync()
            self._watcher.ask()
        self._rounds.listen_again()

    def _engine(self) -> PausingEngine | None:
        return None if self._late.house is None else self._late.house.engine

    def _inspect_row(self, row: str) -> None:
        instance, _, note_id = row.partition("/")
        self.windows.inspect(instance, note_id)

    def _diagnose(self, windows: Sequence[str]) -> str:
        house = self._late.house
        more: dict[str, int | str] = {}
        if house is not None:
            port = house.serving.listener.port if house.serving is not None else 0
            more["listens"] = port or (house.trouble.name if house.trouble else "nowhere")
        return self._late.records().diagnose(windows, more)

    @cached_property
    def windows(self) -> Windows:
        """All windows but the popup. Their modules are loaded beside the house, so that nobody waits for them."""
        from trayrecall.ui.windows import Windows  # noqa: PLC0415

        made = Windows(
            self._style,
            self._slow,
            self._reading,
            work=self._late.work,
            records=self._late.records,
            diagnose=self._diagnose,
            open_url=self._open_url,
            autostart=autostart(self._env),
            hotkey=self.hotkey,
        )
        made.search_wanted.connect(self.popup.open)
        return made

    def show_settings(self) -> None:
        """Open the settings, or bring them to the front."""
        self.windows.show_settings()

    def show_activity(self) -> None:
        """Open the activity window, or bring it to the front."""
        self.windows.show_activity()

    def show_inspector(self) -> None:
        """Open the inspector, or bring it to the front."""
        self.windows.show_inspector()

    @property
    def _has_windows(self) -> bool:
        return "windows" in self.__dict__

    def _quit(self) -> None:
        if self._has_windows:
            self.windows.before_end(self._application.exit)
        else:
            self._application.exit()

    def _no_tray(self) -> None:
        """No panel takes icons here: the popup is the way in, and it says once how to reach it."""
        self.popup.open(
            translate(
                "tray",
                "No tray here. Search comes up with “trayrecall toggle”: bind it to a key of your desktop.",
            )
        )

    def _render(self, status: object) -> None:
        if isinstance(status, Status):
            house = self._late.house
            concerns = [] if house is None else listening_concerns(house.trouble, house.moved_to)
            face = face_of(status, concerns, datetime.now().astimezone())
            self.tray.render(face)
            self.popup.set_status(face.summary)
            self.popup.set_departures(status.departures)
            self.popup.set_instances(tuple((i.id, i.name) for i in status.instances if i.enabled))
            if self._has_windows:
                self.windows.follow(status)
            for notice in self._notices.take(status, settled=self._rounds.is_login_over):
                self._notify(notice)

    def _notify(self, notice: Notification) -> None:
        self.tray.say(notice.title, notice.text, lambda: self.windows.show_settings(notice.page))

    # ---- the end

    def close(self) -> None:
        """Everything in reverse."""
        self._rounds.stop()
        self._watcher.stop()
        self.popup.hide()
        if self._has_windows:
            self.windows.hide()
        self.tray.stop()
        self.hotkey.close()
        self._searching.close(0.2)
        self._words.close(0.1)
        self._slow.close(0.1)
        self._reading.close(0.1)
        if self._start is not None:
            self._start.join(START_SECONDS)  # quit while it still opens: what it opened must be closed too
        if self._late.house is not None:
            self._late.house.close()
        self._single.close()


def _dressed(application: QApplication) -> Style:
    """The look that the settings ask for, before the first window is made. A file that can't be read changes nothing."""
    try:
        settings = load_settings(paths.settings_file())
    except TrayRecallError:  # whoever opens the house says so
        settings = Settings()
    speak(application, settings.language)
    application.setFont(scaled(application.font(), settings.text_size))
    return Style(application, Mode(settings.appearance))


def keep_hotkey(keys: str) -> None:
    """Write the chosen key down. Raises SettingsError."""
    change_settings(paths.settings_file(), lambda settings: replace(settings, hotkey=keys))


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
    qInstallMessageHandler(_explain_abort)
    application = QApplication([PROGRAM])
    qInstallMessageHandler(None)
    application.setApplicationName(NAME)
    application.setDesktopFileName(APP_ID)  # by which Wayland finds the icon
    application.setWindowIcon(icon())
    application.setQuitOnLastWindowClosed(False)
    desktop = Desktop(application, env, single, open_url=open_url, open_house=open_house)
    QuitOnSignals(application)
    with log_to_file():
        desktop.start()
        return application.exec()


def _explain_abort(kind: QtMsgType, _context: QMessageLogContext, text: str) -> None:
    """What Qt says while it starts; where it finds no way to a screen it says so and would abort, which looks like a crash."""
    print(text, file=sys.stderr)  # noqa: T201 - as Qt would
    if kind is QtMsgType.QtFatalMsg:
        print("What to install: trayrecall doctor. Without windows: trayrecall serve", file=sys.stderr)  # noqa: T201
        os._exit(1)  # the code of `Exit.NOT_CLEAN`; nothing is open yet


class QuitOnSignals(QObject):
    """Ctrl+C, a closed terminal and a session's end quit cleanly, also when they come before Qt's loop runs; no window is asked.

    Python writes into a socket when a signal comes, which wakes Qt: nothing has to look again and again.
    """

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._heard, self._told = socket.socketpair()
        self._heard.setblocking(False)  # noqa: FBT003 - Python's own
        let_signals_write(self._told)
        self._notifier = QSocketNotifier(self._heard.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._end)
        self._application = application

    def _end(self) -> None:
        self._heard.recv(16)
        self._application.exit()
