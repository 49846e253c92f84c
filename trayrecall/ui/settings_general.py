"""The page for what concerns the desktop itself: starting at login, the key for the search, the log."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox

from trayrecall.core.errors import TrayRecallError
from trayrecall.ui.bridge import Bridge
from trayrecall.ui.desktop_actions import Autostart, Hotkey
from trayrecall.ui.hotkey_field import HotkeyField
from trayrecall.ui.outcome import Done, Failed, Outcome
from trayrecall.ui.popup_parts import push_button
from trayrecall.ui.settings_actions import words_of
from trayrecall.ui.settings_page import LabelledRow, ScrolledPage
from trayrecall.ui.words import translate


class GeneralPage(ScrolledPage):
    """How the application lives on this desktop."""

    def __init__(
        self, bridge: Bridge, autostart: Autostart, hotkey: Hotkey, open_log: Callable[[], None]
    ) -> None:
        super().__init__(
            bridge, translate("settings", "General"), translate("settings", "How it lives on this computer.")
        )
        self._autostart, self._hotkey = autostart, hotkey
        self.starts = QCheckBox()
        self.field = HotkeyField()
        self._add_desktop()
        self._add_help(open_log)
        self.end()

    def _add_desktop(self) -> None:
        self.starts_row = LabelledRow(
            translate("settings", "Start at login"),
            translate("settings", "The index stays fresh and agents get answers from the first minute on."),
            first=True,
        )
        self.starts.setProperty("bare", "true")  # its words stand at the left
        self.starts.setAccessibleName(self.starts_row.label.text())
        self.starts.setAccessibleDescription(self.starts_row.help.text())
        self.starts_row.label.setBuddy(self.starts)
        self.starts_row.put_beside(self.starts)
        self.starts.clicked.connect(self._set_autostart)
        self.key_row = LabelledRow(
            translate("settings", "Key for the search"),
            translate(
                "settings",
                "Brings up the search from anywhere. Press Escape to leave it, Backspace for none.",
            ),
            first=False,
        )
        self.field.setAccessibleDescription(self.key_row.help.text())
        self.key_row.put_beside(self.field)
        self.field.recorded.connect(self._set_hotkey)
        self.field.refused.connect(lambda why: self.key_row.say(why, "warn"))
        panel = self.panel()
        panel.addWidget(self.starts_row)
        panel.addWidget(self.key_row)

    def _add_help(self, open_log: Callable[[], None]) -> None:
        row = LabelledRow(
            translate("settings", "When something is wrong"),
            translate(
                "settings",
                "The log, and in its window the diagnostics for others. Neither holds a token or the text of a note.",
            ),
            first=True,
        )
        button = push_button(translate("settings", "Open the log"))
        button.clicked.connect(open_log)
        row.put_beside(button)
        self.panel().addWidget(row)

    def come(self) -> None:
        """Ask the desktop how it stands."""
        self._bridge.run(self._autostart.enabled, self._show_autostart)
        self._bridge.run(self._hotkey.current, self._show_hotkey)

    def _show_autostart(self, outcome: Outcome[bool]) -> None:
        if isinstance(outcome, Done):
            self.starts.setChecked(outcome.value)

    def _set_autostart(self, wanted: bool) -> None:
        self.starts.setEnabled(False)
        self._bridge.run(
            lambda: self._autostart.set(wanted), lambda outcome: self._autostart_set(wanted, outcome)
        )

    def _autostart_set(self, wanted: bool, outcome: Outcome[None]) -> None:
        self.starts.setEnabled(True)
        self.starts.setFocus(Qt.FocusReason.OtherFocusReason)
        if isinstance(outcome, Failed):
            self.starts.setChecked(not wanted)
            self.starts_row.say(words_of(outcome.failure).line, "bad")
        else:
            self.starts_row.say("")

    def _show_hotkey(self, outcome: Outcome[str]) -> None:
        if isinstance(outcome, Done) and not self.field.records:
            self.field.show_keys(outcome.value)

    def _set_hotkey(self, keys: str) -> None:
        self.field.setEnabled(False)
        self.key_row.say(translate("settings", "The desktop is asked…"))
        self._bridge.run(lambda: self._hotkey.set(keys), lambda outcome: self._hotkey_set(keys, outcome))

    def _hotkey_set(self, keys: str, outcome: Outcome[TrayRecallError | None]) -> None:
        self.field.setEnabled(True)
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        if isinstance(outcome, Failed):
            self.key_row.say(words_of(outcome.failure).line, "bad")
        elif outcome.value is not None:
            self.key_row.say(words_of(outcome.value).line, "warn")
        else:
            self.field.show_keys(keys)
            self.key_row.say(translate("settings", "In use from now on.") if keys else "", "good")
