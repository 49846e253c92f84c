"""The coding agents of this machine: a row for each, which connects it after showing what changes, tests and removes it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QFontDatabase, QSyntaxHighlighter, QTextCharFormat, QTextDocument
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from trayrecall.ui.bridge import Bridge
from trayrecall.ui.outcome import Done, Failed, Outcome
from trayrecall.ui.popup_parts import plain_label, push_button
from trayrecall.ui.questions import ask
from trayrecall.ui.settings_actions import words_of
from trayrecall.ui.settings_page import LabelledRow, Panel
from trayrecall.ui.settings_ports import AgentActions, KnownAgent, Trial
from trayrecall.ui.style import Style
from trayrecall.ui.words import marked, number, sentences, translate

CONNECTED, OTHER, NOT, UNREADABLE = "connected", "other", "not", "unreadable"
_DIFF_LINES = 12


class DiffView(QPlainTextEdit):
    """A unified diff, its lines coloured; can be read and copied."""

    def __init__(self, style: Style) -> None:
        super().__init__()
        self.setObjectName("diff")
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.setAccessibleName(translate("settings", "What changes in the agent's files"))
        self._paints = _DiffColors(self.document(), style)
        style.changed.connect(self._paints.rehighlight)

    def show_diff(self, text: str) -> None:
        """Show it, as high as it needs within reason."""
        self.setPlainText(text)
        lines = min(_DIFF_LINES, max(3, text.count("\n") + 1))
        self.setFixedHeight(self.fontMetrics().lineSpacing() * lines + 30)


class _DiffColors(QSyntaxHighlighter):
    def __init__(self, document: QTextDocument, style: Style) -> None:
        super().__init__(document)
        self._style = style

    def highlightBlock(self, text: str) -> None:  # noqa: N802 - Qt's name
        colors = self._style.colors
        color = {"+": colors.good, "-": colors.bad, "@": colors.dim}.get(text[:1])
        if text.startswith(("+++", "---")):
            color = colors.dim
        if color is not None:
            shade = QTextCharFormat()
            shade.setForeground(QColor(color))
            self.setFormat(0, len(text), shade)


class AgentRow(LabelledRow):
    """One agent. Its buttons are those that make sense now."""

    connect_wanted = Signal()  # show what would change
    confirmed = Signal()  # connect it now
    test_wanted = Signal()
    remove_wanted = Signal()

    def __init__(self, style: Style, agent: KnownAgent, *, first: bool) -> None:
        super().__init__(agent.title, "", first=first)
        self.agent = agent
        self._pressed: QPushButton | None = None  # while work is under way
        self._waits_at: QWidget | None = None  # where Qt has put the focus meanwhile
        self.connect_button, self.test_button, self.remove_button = (
            push_button(text, spoken=spoken.format(agent=agent.title))
            for text, spoken in (
                (translate("settings", "Connect…"), translate("settings", "Connect {agent}")),
                (translate("settings", "Test"), translate("settings", "Test {agent}")),
                (translate("settings", "Remove…"), translate("settings", "Remove {agent}")),
            )
        )
        self.put_beside(self.connect_button, self.test_button, self.remove_button)
        self.diff = DiffView(style)
        self.confirm_button = push_button(translate("settings", "Connect"), "primary")
        self.cancel_button = push_button(translate("settings", "Cancel"))
        self._preview = QFrame()
        self._lay_out_preview()
        self.put_below(self._preview)
        self._preview.hide()
        self.connect_button.clicked.connect(self.connect_wanted)
        self.test_button.clicked.connect(self.test_wanted)
        self.remove_button.clicked.connect(self.remove_wanted)
        self.confirm_button.clicked.connect(self.confirmed)
        self.cancel_button.clicked.connect(self.close_preview)
        self.show_agent(agent)

    def _lay_out_preview(self) -> None:
        self.promise = plain_label(
            "note",
            translate(
                "settings",
                "Only these lines change. The files as they are now are kept beside them, and Remove takes"
                " everything out again.",
            ),
            wraps=True,
        )
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        for button in (self.cancel_button, self.confirm_button):
            buttons.addWidget(button)
        column = QVBoxLayout(self._preview)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.diff)
        column.addWidget(self.promise)
        column.addLayout(buttons)

    def show_agent(self, agent: KnownAgent) -> None:
        """How it stands now."""
        self.agent = agent
        self.help.setText(_about(agent))
        self.help.show()
        for button, standings in (
            (self.connect_button, {NOT, OTHER}),
            (self.test_button, {CONNECTED}),
            (self.remove_button, {CONNECTED, OTHER}),
        ):
            button.setVisible(agent.standing in standings)

    def show_preview(self, text: str) -> None:
        """Show what connecting changes, and ask for a word."""
        self.diff.show_diff(text)
        self._preview.show()
        self.confirm_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def close_preview(self) -> None:
        """Nothing is changed."""
        self._preview.hide()
        if self.connect_button.isVisible():
            self.connect_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def set_busy(self, *, busy: bool) -> None:
        """Nothing can be begun while work is under way. The focus comes back afterwards, if nobody has moved it."""
        # From the last one on: Qt gives the focus to the next that is enabled.
        buttons = (self.confirm_button, self.remove_button, self.test_button, self.connect_button)
        before = self.window().focusWidget()
        for button in buttons:
            button.setEnabled(not busy)
        if busy:
            self._pressed = next((button for button in buttons if button is before), None)
            self._waits_at = self.window().focusWidget()
        elif self._pressed is not None and before is self._waits_at:
            self._pressed.setFocus(Qt.FocusReason.OtherFocusReason)


def _about(agent: KnownAgent) -> str:
    what = translate("settings", "prompt hook and MCP") if agent.has_hook else translate("settings", "MCP")
    if agent.standing == CONNECTED:
        return translate("settings", "Connected: {what}").format(what=what)
    if agent.standing == OTHER:
        return translate("settings", "Connected to another port or place. Connect again to mend it.")
    if agent.standing == UNREADABLE:
        return translate("settings", "One of its files can't be understood, so it is left alone.")
    if not agent.is_here:
        return translate("settings", "Not found on this computer")
    return translate("settings", "Not connected. It gets: {what}").format(what=what)


class AgentList(QWidget):
    """The rows over the work behind them. `ask_first` shows what changes before anything does."""

    changed = Signal()  # an agent was connected or removed
    filled = Signal()  # there may be more rows now

    def __init__(
        self,
        style: Style,
        bridge: Bridge,
        work: Callable[[], AgentActions],
        *,
        ask_first: bool = True,
        only_here: bool = False,
    ) -> None:
        super().__init__()
        self._style, self._bridge, self._work = style, bridge, work
        self._ask_first, self._only_here = ask_first, only_here
        self.rows: dict[str, AgentRow] = {}
        self.question: QMessageBox | None = None
        self._panel = Panel()
        self.message = plain_label("note", wraps=True)
        self.message.setContentsMargins(16, 12, 16, 12)
        self._panel.column.addWidget(self.message)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._panel)

    def come(self) -> None:
        """Look at the agents' files anew."""
        if not self.rows:
            self.message.setText(translate("settings", "Looking for coding agents…"))
            self.message.show()
        self._bridge.run(lambda: self._work().listed(), self._fill)

    def close_previews(self) -> None:
        """Nothing is changed."""
        for row in self.rows.values():
            row.close_preview()

    def _fill(self, outcome: Outcome[Sequence[KnownAgent]]) -> None:
        if isinstance(outcome, Failed):
            self.message.setText(words_of(outcome.failure).line)
            self.message.show()
            return
        agents = [agent for agent in outcome.value if agent.is_here or not self._only_here]
        for agent in agents:
            if agent.id in self.rows:
                self.rows[agent.id].show_agent(agent)
            else:
                self._add(agent)
        self.message.setText(
            translate(
                "settings",
                "No coding agent was found on this computer. One that comes later is connected in the settings.",
            )
        )
        self.message.setVisible(not self.rows)
        self.filled.emit()

    def _add(self, agent: KnownAgent) -> None:
        row = self.rows[agent.id] = AgentRow(self._style, agent, first=not self.rows)
        if not self._ask_first:
            row.connect_button.setText(translate("settings", "Connect"))
        row.connect_wanted.connect(partial(self._preview if self._ask_first else self._connect, row))
        row.confirmed.connect(partial(self._connect, row))
        row.test_wanted.connect(partial(self._test, row))
        row.remove_wanted.connect(partial(self._ask_to_remove, row))
        self._panel.column.addWidget(row)

    def _begin(self, row: AgentRow, text: str) -> str:
        row.set_busy(busy=True)
        row.say(text)
        return row.agent.id

    def _preview(self, row: AgentRow) -> None:
        agent = self._begin(row, translate("settings", "Reading its files…"))
        self._bridge.run(lambda: self._work().preview(agent), partial(self._previewed, row))

    def _previewed(self, row: AgentRow, outcome: Outcome[str]) -> None:
        row.set_busy(busy=False)
        if isinstance(outcome, Done):
            row.say("")
            row.show_preview(outcome.value)
        else:
            self._failed(row, outcome)

    def _connect(self, row: AgentRow) -> None:
        agent = self._begin(row, translate("settings", "Connecting, then asking through it…"))
        self._bridge.run(lambda: self._work().connect(agent), partial(self._connected, row))

    def _connected(self, row: AgentRow, outcome: Outcome[Sequence[Trial]]) -> None:
        row.close_preview()
        self._tried(row, outcome, translate("settings", "Connected."))
        if isinstance(outcome, Done):
            self.changed.emit()
        self.come()

    def _test(self, row: AgentRow) -> None:
        agent = self._begin(row, translate("settings", "Asking through it…"))
        self._bridge.run(lambda: self._work().test(agent), partial(self._tried, row))

    def _tried(self, row: AgentRow, outcome: Outcome[Sequence[Trial]], lead: str = "") -> None:
        row.set_busy(busy=False)
        if isinstance(outcome, Failed):
            self._failed(row, outcome)
            return
        told = [_told(trial) for trial in outcome.value]
        well = not any(trial.trouble for trial in outcome.value)
        after = [translate("settings", row.agent.then)] if lead and well and row.agent.then else []
        row.say(sentences(lead, *told, *after), "good" if well else "bad")

    def _ask_to_remove(self, row: AgentRow) -> None:
        self.question = ask(
            self,
            translate("settings", "Disconnect {agent}?").format(agent=row.agent.title),
            translate("settings", "Our entries leave its files, and its token opens nothing any more."),
            translate("settings", "Disconnect"),
            partial(self._remove, row),
        )

    def _remove(self, row: AgentRow) -> None:
        agent = self._begin(row, translate("settings", "Removing…"))
        self._bridge.run(lambda: self._work().disconnect(agent), partial(self._removed, row))

    def _removed(self, row: AgentRow, outcome: Outcome[None]) -> None:
        row.set_busy(busy=False)
        if isinstance(outcome, Failed):
            self._failed(row, outcome)
            return
        row.say(translate("settings", "Disconnected. Its files hold nothing of ours."), "good")
        self.changed.emit()
        self.come()

    def _failed(self, row: AgentRow, outcome: Failed) -> None:
        row.say(words_of(outcome.failure).line, "bad")


def _told(trial: Trial) -> str:
    words = {
        "hook": (
            translate("settings", "The prompt hook was answered in {ms} ms."),
            translate("settings", "The prompt hook failed: {why}"),
        ),
        "mcp": (
            translate("settings", "MCP answered in {ms} ms."),
            translate("settings", "MCP failed: {why}"),
        ),
    }
    well, ill = words[trial.what]
    return (
        ill.format(why=marked(trial.trouble))
        if trial.trouble
        else well.format(ms=number(round(trial.milliseconds)))
    )
