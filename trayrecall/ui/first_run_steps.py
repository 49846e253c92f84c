"""The first and the last step of the first start's window: which notes, and which agents."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from trayrecall.core.errors import TrayRecallError
from trayrecall.core.model import Instance
from trayrecall.ui.agent_list import AgentList
from trayrecall.ui.bridge import Bridge
from trayrecall.ui.instance_editor import InstanceEditor
from trayrecall.ui.notice import Notice
from trayrecall.ui.outcome import Failed, Outcome
from trayrecall.ui.popup_parts import plain_label, push_button
from trayrecall.ui.scroll import Scroll
from trayrecall.ui.settings_actions import words_of
from trayrecall.ui.settings_page import Panel
from trayrecall.ui.settings_ports import SettingsWork
from trayrecall.ui.style import Style, scaled
from trayrecall.ui.window import heading, intro
from trayrecall.ui.words import translate

TITLE_SCALE = 1.7


class NotesStep(QStackedWidget):
    """Which notes: a server's, by a form, or the demo's."""

    chosen = Signal()

    def __init__(self, bridge: Bridge, work: Callable[[], SettingsWork]) -> None:
        super().__init__()
        self._bridge, self._work = bridge, work
        self.added: Instance | None = None  # coming back changes it instead of adding another one
        self.server_button = push_button(translate("first run", "Connect Trilium…"), "primary")
        self.demo_button = push_button(translate("first run", "Try the demo notes"))
        self.notice = Notice()
        self.editor = InstanceEditor(bridge, lambda: work().servers)
        self.addWidget(Scroll(self._choices()))
        self.addWidget(self.editor)
        self.server_button.clicked.connect(self.connect_server)
        self.demo_button.clicked.connect(self._try_demo)
        self.editor.saved.connect(self._saved)
        self.editor.left.connect(self.begin)

    def _choices(self) -> QWidget:
        view = QWidget()
        column = QVBoxLayout(view)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addWidget(heading(translate("first run", "Recall your own notes"), scale=TITLE_SCALE))
        column.addWidget(
            intro(
                translate(
                    "first run",
                    "TrayRecall keeps a local index of your Trilium notes. You search it from anywhere with a key of"
                    " your choice, and your coding agents get what your notes say, when they say something.",
                )
            )
        )
        column.addSpacing(4)
        for title, about, button in (
            (
                translate("first run", "Your Trilium"),
                translate(
                    "first run",
                    "You need its address and an ETAPI token, which Trilium makes under Options › ETAPI. Notes are read,"
                    " never changed, and stay on this computer.",
                ),
                self.server_button,
            ),
            (
                translate("first run", "No Trilium at hand?"),
                translate(
                    "first run",
                    "Sample notes show how it works. You remove them later like any server, in the settings.",
                ),
                self.demo_button,
            ),
        ):
            column.addWidget(_card(title, about, button))
        column.addWidget(self.notice)
        column.addStretch(1)
        return view

    @property
    def is_typing(self) -> bool:
        """Whether the form is open."""
        return self.currentWidget() is self.editor

    def unsaved(self) -> bool:
        """Whether something was typed that leaving would lose."""
        return self.is_typing and self.editor.unsaved()

    def begin(self) -> None:
        """Show the two ways."""
        self.leave()
        self.setCurrentIndex(0)
        self.server_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def leave(self) -> None:
        """A typed token is forgotten."""
        self.editor.leave()
        self.notice.clear()

    def connect_server(self) -> None:
        """Show the form."""
        self.editor.edit(self.added)
        self.setCurrentWidget(self.editor)
        self.editor.form.name.setFocus(Qt.FocusReason.OtherFocusReason)

    def change_server(self, failure: TrayRecallError | None) -> None:
        """Show the form again, with what went wrong with the server since."""
        self.connect_server()
        self.editor.tell(failure)

    def _saved(self, instance: Instance) -> None:
        self.added = instance
        self._done()

    def _try_demo(self) -> None:
        self.demo_button.setEnabled(False)
        self._bridge.run(self._have_demo, self._tried)

    def _have_demo(self) -> None:
        self._work().servers.try_demo()

    def _tried(self, outcome: Outcome[None]) -> None:
        self.demo_button.setEnabled(True)
        if isinstance(outcome, Failed):
            self.notice.say(words_of(outcome.failure))
        else:
            self._done()

    def _done(self) -> None:
        self.setCurrentIndex(0)
        self.chosen.emit()


class AgentsStep(QWidget):
    """The coding agents that were found, each connected with one click."""

    def __init__(self, style: Style, bridge: Bridge, work: Callable[[], SettingsWork]) -> None:
        super().__init__()
        self.list = AgentList(style, bridge, lambda: work().agents, ask_first=False, only_here=True)
        inside = QWidget()
        within = QVBoxLayout(inside)
        within.setContentsMargins(0, 0, 0, 0)
        within.addWidget(self.list)
        within.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addWidget(heading(translate("first run", "Connect a coding agent"), scale=TITLE_SCALE))
        column.addWidget(
            intro(
                translate(
                    "first run",
                    "An agent gets a prompt hook, which adds what your notes say to your prompts, and an MCP server, by"
                    " which it asks itself. Your own settings of it are changed, never a project's; the settings window"
                    " takes everything out again.",
                )
            )
        )
        column.addWidget(Scroll(inside), 1)

    def come(self) -> None:
        """Look for them."""
        self.list.come()


def _card(title: str, about: str, button: QPushButton) -> QFrame:
    card = Panel()
    card.column.setContentsMargins(18, 14, 18, 16)
    card.column.setSpacing(6)
    name = plain_label("rowLabel", title)
    name.setFont(scaled(name.font(), 1.08, strong=True))
    card.column.addWidget(name)
    card.column.addWidget(plain_label("note", about, wraps=True))
    card.column.addSpacing(4)
    card.column.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
    return card
