"""A page of plain settings: every row comes from the declaration, each value is kept as soon as it is entered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Signal

from trayrecall.settings import SETTINGS
from trayrecall.settings.rows import Page as Place
from trayrecall.ui.bridge import Bridge
from trayrecall.ui.outcome import Failed, Outcome
from trayrecall.ui.settings_actions import Offer, words_of
from trayrecall.ui.settings_page import ScrolledPage
from trayrecall.ui.settings_ports import ValueActions, Values
from trayrecall.ui.settings_rows import SettingRow


class PlainPage(ScrolledPage):
    """The rows of one place. A value that could not be kept is told in its row and stays in the editor."""

    kept = Signal(str, object)  # key and JSON value

    def __init__(
        self, bridge: Bridge, work: Callable[[], ValueActions], place: Place, title: str, about: str
    ) -> None:
        super().__init__(bridge, title, about)
        self._work = work
        self._waiting: dict[str, Any] = {}  # entered, and not kept yet; one is kept after the other
        self._keeping = False
        self._unread = False  # the values could not be read
        self.rows: dict[str, SettingRow] = {}
        self.panel_of_rows = self.panel()
        for key, setting in SETTINGS.items():
            if setting.row is not None and setting.row.page is place:
                row = SettingRow(key, setting, first=not self.rows)
                row.entered.connect(self._entered)
                self.rows[key] = row
                self.panel_of_rows.addWidget(row)
        self.notice.taken.connect(self._again)

    def come(self) -> None:
        """Read all values anew."""
        self._bridge.run(lambda: self._work().values(), self._take)

    def follow(self) -> None:
        """What could not be read while the application was starting may be there now."""
        if self._unread:
            self.come()

    def unsaved(self) -> bool:
        """Whether something can't be kept as it stands; what can is kept now."""
        for row in self.rows.values():
            row.flush()
        return any(row.is_unsaved and key not in self._pending() for key, row in self.rows.items())

    def leave(self) -> None:
        """Give up what can't be kept."""
        super().leave()
        for key, row in self.rows.items():
            if key not in self._pending():
                row.restore()

    def took(self, values: Values) -> None:
        """The values are there; for pages that show more of them than their rows."""

    def _pending(self) -> set[str]:
        return set(self._waiting) | ({self._now} if self._keeping else set())

    def _take(self, outcome: Outcome[Values]) -> None:
        self._unread = isinstance(outcome, Failed)
        if isinstance(outcome, Failed):
            self.notice.say(words_of(outcome.failure))
            return
        self.notice.clear()
        for row in self.rows.values():
            row.take(outcome.value)
        self.took(outcome.value)

    def _entered(self, key: str, raw: object) -> None:
        self._waiting[key] = raw
        self._keep_next()

    def _keep_next(self) -> None:
        if self._keeping or not self._waiting:
            return
        key, raw = next(iter(self._waiting.items()))
        del self._waiting[key]
        self._keeping, self._now = True, key
        self._bridge.run(
            lambda: self._work().put(key, raw), lambda outcome: self._was_kept(key, raw, outcome)
        )

    def _was_kept(self, key: str, raw: Any, outcome: Outcome[None]) -> None:
        self._keeping = False
        if isinstance(outcome, Failed):
            self.rows[key].say(words_of(outcome.failure).line, "bad")
        else:
            self.rows[key].kept(raw)
            self.kept.emit(key, raw)
        self._keep_next()

    def _again(self, offer: Offer) -> None:
        if offer is Offer.AGAIN:
            self.notice.clear()
            self.come()
