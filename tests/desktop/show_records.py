"""The windows that look into the engine, with sample data, for `tests.desktop.show`."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping

from PySide6.QtCore import QTimer

from tests.desktop.activity_samples import FakeActivity
from tests.desktop.inspector_samples import FakeInspector
from trayrecall.core.model import InstanceId, NoteId
from trayrecall.ui.activity import ActivityWindow
from trayrecall.ui.bridge import Bridge
from trayrecall.ui.inspector import InspectorWindow
from trayrecall.ui.log_window import LogWindow
from trayrecall.ui.style import Style

VIEWS = ("activity", "inspector", "health", "log")
LOG = """\
2031-06-01 08:12:01,204 INFO trayrecall.engine.tracked: synced home: 1234 notes, 3 fetched, 1.2 s
2031-06-01 08:13:02,118 WARNING trayrecall.engine.tracked: sync of work failed: Nothing answers at the address
2031-06-01 08:14:40,007 ERROR trayrecall.engine.index_thread: a job of the index thread failed
Traceback (most recent call last):
  File "/usr/lib/trayrecall/engine/index_thread.py", line 100, in _guarded
    job()
OSError: [Errno 28] No space left on device
2031-06-01 08:15:03,550 INFO trayrecall.engine.tracked: synced work: 806 notes, 0 fetched, 0.4 s
"""


class RecordsShown:
    """Made when they are asked for."""

    def __init__(self, style: Style, bridge: Bridge, arguments: argparse.Namespace) -> None:
        self._style, self._bridge, self._arguments = style, bridge, arguments

    def views(self) -> Mapping[str, Callable[[], object]]:
        return {
            "activity": self._activity,
            "inspector": self._inspector,
            "health": self._health,
            "log": self._log,
        }

    def _activity(self) -> None:
        recorded = FakeActivity(keep_days=0, made=[]) if self._arguments.empty else FakeActivity()
        if self._arguments.query:
            recorded.should_match(next(d.prompt for d in recorded.made if d.reason == "gated"), [])
        self.activity = ActivityWindow(self._style, self._bridge, lambda: recorded, print)
        self.activity.come()
        if self._arguments.query:
            QTimer.singleShot(400, self._find)

    def _find(self) -> None:
        self.activity.list.setCurrentIndex(self.activity.list.decisions.index(2))
        self.activity.details._look_for_note()
        self.activity.details.finder.field.setText(self._arguments.query)

    def _make_inspector(self) -> InspectorWindow:
        looked_into = FakeInspector()
        self.inspector = InspectorWindow(self._style, self._bridge, lambda: looked_into, print)
        return self.inspector

    def _inspector(self) -> None:
        window = self._make_inspector()
        if self._arguments.query:
            window.inspect(InstanceId("home"), NoteId(self._arguments.query))
        window.come()
        window.finder.field.setText("o")

    def _health(self) -> None:
        window = self._make_inspector()
        window.come()
        window.pages.setCurrentRow(1)

    def _log(self) -> None:
        self.log = LogWindow(self._style, self._bridge, lambda _: "TrayRecall", print, lambda: LOG)
        self.log.come()
