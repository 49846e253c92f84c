"""The menu's pauses, carried out by the engine off the UI thread."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Protocol

from PySide6.QtCore import QObject

from trayrecall.core.pausing import tomorrow
from trayrecall.ui.bridge import Bridge
from trayrecall.ui.outcome import Done, Outcome
from trayrecall.ui.tray_menu import TrayMenu

log = logging.getLogger(__name__)

AN_HOUR = timedelta(hours=1)


class PausingEngine(Protocol):
    """The part of the engine that the menu's pauses need."""

    def pause(self, until: datetime | None = None) -> None:
        """See `engine.api.RecallEngine.pause`."""

    def pause_project(self, folder: str) -> None:
        """See `engine.api.RecallEngine.pause_project`."""

    def resume(self, folder: str | None = None) -> None:
        """See `engine.api.RecallEngine.resume`."""

    def recent_folders(self) -> list[str]:
        """Some folders in which prompts were asked last, the latest first."""


class PauseControl(QObject):
    """Between menu and engine; `changed` is called when the engine has done what was asked."""

    def __init__(
        self,
        menu: TrayMenu,
        bridge: Bridge,
        engine: Callable[[], PausingEngine | None],
        changed: Callable[[], None],
    ) -> None:
        super().__init__(menu)
        self._menu, self._bridge, self._engine, self._changed = menu, bridge, engine, changed
        menu.hour_requested.connect(lambda: self._do(lambda engine: engine.pause(_now() + AN_HOUR)))
        menu.tomorrow_requested.connect(lambda: self._do(lambda engine: engine.pause(tomorrow(_now()))))
        menu.resume_requested.connect(lambda: self._do(lambda engine: engine.resume()))
        menu.project_toggled.connect(self._toggle)
        menu.aboutToShow.connect(self.refresh)

    def refresh(self) -> None:
        """Ask which projects may be paused."""
        engine = self._engine()
        if engine is not None:
            self._bridge.run(engine.recent_folders, self._take)

    def _take(self, outcome: Outcome[list[str]]) -> None:
        if isinstance(outcome, Done):
            self._menu.set_recent(outcome.value)

    def _toggle(self, folder: str, on: bool) -> None:
        self._do(lambda engine: engine.pause_project(folder) if on else engine.resume(folder))

    def _do(self, work: Callable[[PausingEngine], None]) -> None:
        engine = self._engine()
        if engine is not None:
            self._bridge.run(lambda: work(engine), lambda _outcome: self._changed())


def _now() -> datetime:
    return datetime.now().astimezone()
