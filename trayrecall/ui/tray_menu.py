"""The menu of the tray icon: what can be asked for, and how every server stands. It draws a `Face`; it decides nothing."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QTimer, Signal, SignalInstance
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from trayrecall.core.pausing import is_within
from trayrecall.ui.state import MOST_LINES, Face, folder_text
from trayrecall.ui.words import translate


class TrayMenu(QMenu):
    """Everything is made once; what changes is shown, hidden and renamed, so that a panel is told only of changes."""

    search_requested = Signal()
    sync_requested = Signal()
    activity_requested = Signal()
    inspector_requested = Signal()
    settings_requested = Signal()
    quit_requested = Signal()
    hour_requested = Signal()  # a pause of an hour
    tomorrow_requested = Signal()  # a pause until tomorrow
    resume_requested = Signal()
    project_toggled = Signal(str, bool)  # a project's folder, and whether it is to be paused

    def __init__(self) -> None:
        super().__init__()
        self._lines: list[QAction] = []
        self._recent: tuple[str, ...] = ()
        self._paused: tuple[str, ...] = ()
        self._shown: tuple[tuple[str, bool], ...] | None = None
        self._fill()

    def draw(self, face: Face) -> None:
        """Draw what has changed."""
        for number, action in enumerate(self._lines):
            shown = number < len(face.lines)
            if shown:
                action.setText(_plain(face.lines[number]))
            action.setVisible(shown)
        self._resume.setVisible(face.is_paused or bool(face.projects))
        self._paused = face.projects
        self._draw_projects()

    def set_recent(self, folders: Sequence[str]) -> None:
        """The projects that may be paused, the latest first."""
        self._recent = tuple(folders)
        self._draw_projects()

    def _fill(self) -> None:
        self._add(self, translate("tray", "&Search…"), self.search_requested)
        self.addSeparator()
        for _ in range(MOST_LINES):
            line = self.addAction("")
            line.setEnabled(False)
            self._lines.append(line)
        self.addSeparator()
        self._add(self, translate("tray", "Sync &now"), self.sync_requested)
        pause = self.addMenu(translate("tray", "&Pause"))
        self._add(pause, translate("tray", "For an &hour"), self.hour_requested)
        self._add(pause, translate("tray", "Until &tomorrow"), self.tomorrow_requested)
        self._projects = pause.addMenu(translate("tray", "In a &project"))
        self._resume = self._add(self, translate("tray", "&Resume"), self.resume_requested)
        self._add(self, translate("tray", "&Activity…"), self.activity_requested)
        self._add(self, translate("tray", "&Inspector…"), self.inspector_requested)
        self._add(self, translate("tray", "S&ettings…"), self.settings_requested)
        self.addSeparator()
        self._add(self, translate("tray", "&Quit"), self.quit_requested)

    def _add(self, menu: QMenu, text: str, signal: SignalInstance) -> QAction:
        action = menu.addAction(text)
        # Not within the click itself: the menu still holds the pointer and the keyboard then.
        action.triggered.connect(lambda: QTimer.singleShot(0, self, signal.emit))
        return action

    def _draw_projects(self) -> None:
        others = [f for f in self._recent if not any(is_within(f, paused) for paused in self._paused)]
        wanted = (*((folder, True) for folder in self._paused), *((folder, False) for folder in others))
        if wanted == self._shown:
            return
        self._shown = wanted
        self._projects.clear()
        for folder, paused in wanted:
            action = self._projects.addAction(_plain(folder_text(folder)))
            action.setCheckable(True)
            action.setChecked(paused)
            action.triggered.connect(lambda on, asked=folder: self.project_toggled.emit(asked, on))
        if not wanted:
            none = self._projects.addAction(translate("tray", "No agent has asked from a project yet"))
            none.setEnabled(False)


def _plain(text: str) -> str:
    """A text whose `&` marks no key."""
    return text.replace("&", "&&")
