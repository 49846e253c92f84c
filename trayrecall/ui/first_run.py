"""The window of the first start, in three steps: a server or the demo, building, connecting an agent.

It can be left at any moment; what was done stays, and it never comes again by itself. The search works from the first
stored notes on, so nothing here has to be waited for.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from enum import IntEnum
from itertools import pairwise

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QMessageBox,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from trayrecall.core.errors import TrayRecallError
from trayrecall.core.model import Status
from trayrecall.ui.bridge import Bridge
from trayrecall.ui.first_run_building import BuildingStep
from trayrecall.ui.first_run_steps import AgentsStep, NotesStep
from trayrecall.ui.popup_parts import announce, plain_label, push_button, set_tone
from trayrecall.ui.questions import ask_to_discard
from trayrecall.ui.scroll import Scroll
from trayrecall.ui.settings_ports import SettingsWork
from trayrecall.ui.state import NAME
from trayrecall.ui.style import SMALL_SCALE, Style, scaled
from trayrecall.ui.window import Window
from trayrecall.ui.words import translate

_SIZE = (680, 590)
_SIDE = 32


class Step(IntEnum):
    """Where a person is."""

    NOTES = 0
    BUILDING = 1
    AGENTS = 2


class FirstRun(Window):
    """The window. `work` is that of the settings window; `ended` tells that it was finished, skipped or closed."""

    search_wanted = Signal()
    ended = Signal()

    def __init__(self, style: Style, bridge: Bridge, work: Callable[[], SettingsWork]) -> None:
        super().__init__(style, translate("first run", "Welcome to {program}").format(program=NAME))
        self._bridge, self._work = bridge, work
        self.question: QMessageBox | None = None
        self._leaving = False  # closing was agreed to
        self.steps = _Steps()
        self.notes = NotesStep(bridge, work)
        self.building = BuildingStep(lambda: self.notes.added)
        self.agents = AgentsStep(style, bridge, work)
        self._stack = QStackedWidget()
        for page in (self.notes, Scroll(self.building), self.agents):
            self._stack.addWidget(page)
        self.skip_button = push_button(translate("first run", "Skip"), "flat")
        self.back_button = push_button(translate("first run", "Back"))
        self.next_button = push_button(translate("first run", "Continue"), "primary")
        self._lay_out()
        self.notes.chosen.connect(lambda: self.go(Step.BUILDING))
        self.building.search_wanted.connect(self.search_wanted)
        self.building.change_wanted.connect(self._change)
        self.notes.currentChanged.connect(lambda _view: self.skip_button.setVisible(not self.notes.is_typing))
        self.agents.list.filled.connect(self._order_buttons)
        self.skip_button.clicked.connect(self.close)
        self.back_button.clicked.connect(lambda: self.go(Step(max(0, self.step - 1))))
        self.next_button.clicked.connect(self._next)
        self.go(Step.NOTES)

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for button in (self.skip_button, self.back_button, self.next_button):
            buttons.addWidget(button)
        buttons.insertStretch(1, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(_SIDE, 26, _SIDE, 22)
        column.setSpacing(16)
        column.addWidget(self.steps)
        column.addWidget(self._stack, 1)
        column.addLayout(buttons)
        self.prefer(*_SIZE)

    @property
    def step(self) -> Step:
        """Where it stands."""
        return Step(self._stack.currentIndex())

    def go(self, step: Step) -> None:
        """Show that step."""
        if self.step is Step.NOTES:
            self.notes.leave()
        self._stack.setCurrentIndex(step)
        self.steps.show_step(step)
        self.back_button.setVisible(step is not Step.NOTES)
        self.next_button.setVisible(step is not Step.NOTES)
        self.skip_button.setVisible(step is not Step.AGENTS)
        last = step is Step.AGENTS
        self.next_button.setText(
            translate("first run", "Done") if last else translate("first run", "Continue")
        )
        if last:
            self.agents.come()
        if step is not Step.NOTES:
            self.next_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def take(self, status: Status) -> None:
        """The engine's state, once a second."""
        self.building.take(status, time.monotonic())

    def before_end(self, then: Callable[[], None]) -> None:
        """The program is to end: do that now, or when what was typed may be lost."""
        if self.isVisible() and self.notes.unsaved():
            self.come()
            self.question = ask_to_discard(self, then)
        else:
            then()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        """Finished or skipped: it doesn't come again by itself. What is typed is never lost without asking."""
        if not self._leaving and self.isVisible() and self.notes.unsaved():
            event.ignore()
            self.question = ask_to_discard(self, self._close_anyway)
            return
        self.notes.leave()
        event.accept()
        self.ended.emit()

    def reject(self) -> None:
        """Escape leaves a form first, then the window."""
        if not (self.step is Step.NOTES and self.notes.is_typing):
            self.close()
        elif self.notes.unsaved():
            self.question = ask_to_discard(self, self.notes.begin)
        else:
            self.notes.begin()

    def _change(self, failure: TrayRecallError | None) -> None:
        self.go(Step.NOTES)
        self.notes.change_server(failure)

    def _order_buttons(self) -> None:
        """The tab key comes to the window's buttons last, also after rows that were made later."""
        buttons = (self.skip_button, self.back_button, self.next_button)
        last = self.previousInFocusChain()
        for before, button in pairwise((last or self._stack, *buttons)):
            QWidget.setTabOrder(before, button)

    def _close_anyway(self) -> None:
        self._leaving = True
        self.close()

    def _next(self) -> None:
        if self.step is Step.AGENTS:
            self.close()
        else:
            self.go(Step(self.step + 1))


class _Steps(QWidget):
    """The three steps by name, the present one marked."""

    def __init__(self) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(18)
        self.labels: list[QLabel] = []
        for position, text in enumerate(
            (
                translate("first run", "Your notes"),
                translate("first run", "The index"),
                translate("first run", "Your agents"),
            )
        ):
            label = plain_label("step", f"{position + 1}  {text}")
            label.setFont(scaled(label.font(), SMALL_SCALE, strong=True))
            self.labels.append(label)
            row.addWidget(label)
        row.addStretch(1)

    def show_step(self, step: Step) -> None:
        """Mark that one."""
        for position, label in enumerate(self.labels):
            set_tone(label, "now" if position == step else "done" if position < step else "later")
        self.setAccessibleName(self.labels[step].text())
        announce(self, self.accessibleName())
