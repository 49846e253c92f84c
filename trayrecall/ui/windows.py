"""Every window but the popup, each made when it is first asked for: the icon and the popup don't wait for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from trayrecall.core.model import InstanceId, NoteId, Status
from trayrecall.ui.activity import ActivityWindow
from trayrecall.ui.activity_actions import ActivityActions
from trayrecall.ui.bridge import Bridge
from trayrecall.ui.desktop_actions import Autostart, Hotkey
from trayrecall.ui.first_run import FirstRun
from trayrecall.ui.inspector import InspectorWindow
from trayrecall.ui.inspector_actions import InspectorActions
from trayrecall.ui.log_window import LogWindow
from trayrecall.ui.notices import Page
from trayrecall.ui.settings_dialog import SettingsDialog
from trayrecall.ui.settings_ports import SettingsWork
from trayrecall.ui.style import Style
from trayrecall.ui.window import Window


class Records(ActivityActions, InspectorActions, Protocol):
    """What stands behind activity and inspector."""


class Windows(QObject):
    """The windows and how they lead to each other. What stands behind them raises TrayRecallError while it starts."""

    search_wanted = Signal()  # the first window's last step leads to the popup

    def __init__(
        self,
        style: Style,
        slow: Bridge,
        reading: Bridge,
        *,
        work: Callable[[], SettingsWork],
        records: Callable[[], Records],
        diagnose: Callable[[Sequence[str]], str],
        open_url: Callable[[str], None],
        autostart: Autostart,
        hotkey: Hotkey,
    ) -> None:
        """`slow` is for settings, whose work may hang; `reading` for what the index knows."""
        super().__init__()
        self._style, self._slow, self._reading = style, slow, reading
        self._work, self._records, self._diagnose, self._open_url = work, records, diagnose, open_url
        self._autostart, self._hotkey = autostart, hotkey
        self._made: list[Window] = []
        self.first_run: FirstRun | None = None

    @cached_property
    def settings(self) -> SettingsDialog:
        """The settings."""
        made = SettingsDialog(
            self._style,
            self._slow,
            self._work,
            autostart=self._autostart,
            hotkey=self._hotkey,
            open_log=self.show_log,
        )
        self._made.append(made)
        return made

    @cached_property
    def activity(self) -> ActivityWindow:
        """What was decided about prompts."""
        made = ActivityWindow(self._style, self._reading, self._records, self._open_url)
        made.inspected.connect(self.inspect)
        made.inspector_requested.connect(self.show_inspector)
        made.log_requested.connect(self.show_log)
        self._made.append(made)
        return made

    @cached_property
    def inspector(self) -> InspectorWindow:
        """What the index knows of a note."""
        made = InspectorWindow(self._style, self._reading, self._records, self._open_url)
        self._made.append(made)
        return made

    @cached_property
    def log(self) -> LogWindow:
        """The log."""
        made = LogWindow(self._style, self._reading, self._diagnose, self._open_url)
        self._made.append(made)
        return made

    def show_settings(self, page: Page | None = None) -> None:
        """Open the settings, or bring them to the front; with a page, that one."""
        if page is None:
            self.settings.open()
            return
        pages = {
            Page.SERVERS: self.settings.servers,
            Page.ENDPOINT: self.settings.endpoint,
            Page.CONNECTIONS: self.settings.connections,
            Page.GENERAL: self.settings.general,
        }
        self.settings.show_page(pages[page])

    def show_activity(self) -> None:
        """Open the activity window, or bring it to the front."""
        self.activity.come()

    def show_inspector(self) -> None:
        """Open the inspector, or bring it to the front."""
        self.inspector.come()

    def show_log(self) -> None:
        """Open the log window, or bring it to the front."""
        self.log.come()

    def inspect(self, instance: str, note_id: str) -> None:
        """Show a note in the inspector."""
        self.inspector.inspect(InstanceId(instance), NoteId(note_id))

    def welcome(self) -> None:
        """Lead a new person through the first steps."""
        self.first_run = FirstRun(self._style, self._slow, self._work)
        self.first_run.search_wanted.connect(self.search_wanted)
        self.first_run.ended.connect(self._welcomed)
        self.first_run.come()

    def _welcomed(self) -> None:
        if self.first_run is not None:
            self.first_run.deleteLater()
            self.first_run = None
        self._slow.run(lambda: self._work().values.put("welcomed", raw=True), lambda _outcome: None)

    def follow(self, status: Status) -> None:
        """Show a new status in those that tell of it."""
        if "settings" in self.__dict__:  # made already
            self.settings.follow()
        if self.first_run is not None:
            self.first_run.take(status)

    def before_end(self, end: Callable[[], None]) -> None:
        """End the program, once every window agrees: what is typed somewhere is not lost without asking."""
        first = [] if self.first_run is None else [self.first_run]
        for window in (*self._made, *first):
            end = partial(window.before_end, end)
        end()

    def hide(self) -> None:
        """Close all of them without a question."""
        for window in self._made:
            window.hide()
