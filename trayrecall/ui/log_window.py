"""The log, as it is written, and the diagnostics that a person may give to somebody else."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Sequence

from PySide6.QtCore import QUrl, qVersion
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QPlainTextEdit,
    QSystemTrayIcon,
    QVBoxLayout,
)

from trayrecall import logs, paths
from trayrecall.ui.bridge import Bridge
from trayrecall.ui.looking import LookingWindow
from trayrecall.ui.outcome import Done, Failed, Outcome
from trayrecall.ui.popup_parts import field_label, push_button
from trayrecall.ui.settings_actions import Words, words_of
from trayrecall.ui.state import NAME, Tone
from trayrecall.ui.style import SMALL_SCALE, Style, scaled
from trayrecall.ui.window import heading, intro
from trayrecall.ui.words import translate

DIAGNOSTICS = -1  # in the place of a level
_SIZE = (920, 600)
Diagnose = Callable[[Sequence[str]], str]  # with lines about the desktop; may block


class LogWindow(LookingWindow):
    """Shows the end of the log file, by level."""

    def __init__(
        self,
        style: Style,
        bridge: Bridge,
        diagnose: Diagnose,
        open_url: Callable[[str], None],
        read: Callable[[], str] = lambda: logs.tail(paths.log_file()),
    ) -> None:
        super().__init__(style, bridge, translate("log", "{name} log").format(name=NAME), open_url)
        self._diagnose, self._read = diagnose, read
        self._log = ""
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName(translate("log", "The log"))
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        self.text.setFont(scaled(fixed, SMALL_SCALE))
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self.levels = QComboBox()
        for name, level in (
            (translate("log", "Everything"), logging.DEBUG),
            (translate("log", "Warnings and errors"), logging.WARNING),
            (translate("log", "Errors"), logging.ERROR),
            (translate("log", "Diagnostics"), DIAGNOSTICS),
        ):
            self.levels.addItem(name, level)
        self.copy_button = push_button(translate("log", "&Copy diagnostics"), "primary")
        self.folder_button = push_button(translate("log", "Open &folder"))
        self.close_button = push_button(translate("log", "Close"))
        self._lay_out()
        self.levels.currentIndexChanged.connect(lambda _row: self._switch())
        self.copy_button.clicked.connect(self._copy)
        self.folder_button.clicked.connect(
            lambda: self._open_url(QUrl.fromLocalFile(str(paths.log_dir())).toString())
        )
        self.close_button.clicked.connect(self.reject)
        self.prefer(*_SIZE)

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.addWidget(heading(translate("log", "Log")), 1)
        top.addWidget(field_label(translate("log", "What is shown"), self.levels))
        top.addSpacing(8)
        top.addWidget(self.levels)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.copy_button)
        buttons.addWidget(self.folder_button)
        buttons.addStretch(1)
        buttons.addWidget(self.close_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(22, 18, 22, 16)
        column.setSpacing(11)
        column.addLayout(top)
        column.addWidget(
            intro(
                translate(
                    "log",
                    "Diagnostics are for somebody who helps you: versions, states, numbers and the last errors. They hold"
                    " no token, no address, no prompt, and no title or text of a note.",
                )
            )
        )
        column.addWidget(self.text, 1)
        column.addWidget(self.notice)
        column.addLayout(buttons)

    # ---- looking

    def come(self) -> None:
        """Come to the front, and look from now on."""
        super().come()
        self.notice.clear()
        self.look()

    def look(self) -> None:
        """Read the end of the log, unless that is under way or something else is shown."""
        if self._asking is None and self.levels.currentData() != DIAGNOSTICS:
            self._asking = self._bridge.run(self._read, self._take)

    def _take(self, outcome: Outcome[str]) -> None:
        self._looked(outcome)
        if self.text.textCursor().hasSelection():
            return  # a person is about to copy it: newer lines come once nothing is selected
        if isinstance(outcome, Done) and (outcome.value != self._log or not self.text.toPlainText()):
            self._log = outcome.value
            self._show_log()

    def _show_log(self) -> None:
        least = self.levels.currentData()
        if least == DIAGNOSTICS:
            return
        shown = [line for entry in logs.entries(self._log) if entry.level >= least for line in _lines(entry)]
        bar = self.text.verticalScrollBar()
        at_end, before = bar.value() >= bar.maximum(), bar.value()
        self.text.setPlainText("\n".join(shown) or translate("log", "Nothing of that kind is in the log."))
        bar.setValue(bar.maximum() if at_end else before)

    def _switch(self) -> None:
        self.notice.clear()
        if self.levels.currentData() == DIAGNOSTICS:
            self.text.setPlainText(translate("log", "Gathering…"))
            self._gather(self._show_diagnostics, self._show_none)
        else:
            self._show_log()
            self.text.verticalScrollBar().setValue(self.text.verticalScrollBar().maximum())

    # ---- diagnostics

    def _show_diagnostics(self, text: str) -> None:
        if self.levels.currentData() == DIAGNOSTICS:  # else something else was chosen meanwhile
            self.text.setPlainText(text)

    def _show_none(self) -> None:
        self._show_diagnostics("")

    def _copy(self) -> None:
        self.copy_button.setEnabled(False)
        self._gather(self._copied)

    def _copied(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self.notice.say(Words(translate("log", "The diagnostics are in the clipboard"), tone=Tone.GOOD))

    def _gather(self, then: Callable[[str], object], failed: Callable[[], object] = lambda: None) -> None:
        about = desktop_lines()

        def done(outcome: Outcome[str]) -> None:
            self.copy_button.setEnabled(True)
            match outcome:
                case Done(text):
                    then(text)
                case Failed(failure):
                    self.notice.say(words_of(failure))
                    failed()

        self._bridge.run(lambda: self._diagnose(about), done)


def _lines(entry: logs.Entry) -> list[str]:
    return [f"{entry.at} {logging.getLevelName(entry.level)} {entry.source}: {entry.text}", *entry.more]


def desktop_lines() -> list[str]:
    """What Qt and the desktop are; to be asked on the UI thread."""
    screens = ", ".join(
        f"{screen.size().width()}x{screen.size().height()}@{screen.devicePixelRatio():g}"
        for screen in QGuiApplication.screens()
    )
    session, desktop = (os.environ.get(name, "-") for name in ("XDG_SESSION_TYPE", "XDG_CURRENT_DESKTOP"))
    return [
        f"Qt {qVersion()} on {QGuiApplication.platformName()}, session {session}, desktop {desktop}",
        f"screens {screens}, tray {'yes' if QSystemTrayIcon.isSystemTrayAvailable() else 'no'}",
    ]
