"""The right half of the activity window: one decision, what was considered, and what the person says of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMenu,
    QPlainTextEdit,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from trayrecall.core.inspection import FoundNote
from trayrecall.core.model import Considered, Decision, InstanceId
from trayrecall.core.snippet import one_line
from trayrecall.core.visible import shortened
from trayrecall.questions import Question
from trayrecall.ui import decision_words as words
from trayrecall.ui.bridge import Bridge
from trayrecall.ui.considered_row import ConsideredRow
from trayrecall.ui.folding import FoldingRow
from trayrecall.ui.note_finder import NoteFinder
from trayrecall.ui.painting import color_of
from trayrecall.ui.popup_parts import plain_label, push_button
from trayrecall.ui.scroll import Scroll
from trayrecall.ui.style import Style, grown
from trayrecall.ui.window import heading
from trayrecall.ui.words import translate

_PROMPT_LINES, _PROMPT_FRAME = 5, 24
_FINDER_HEIGHT = 190
_LONGEST_TITLE = 60  # in the menu


class DecisionDetails(Scroll):
    """Shows one decision; it draws and tells, and does nothing itself."""

    opened = Signal(object)  # a Considered
    inspected = Signal(object)  # a Considered
    matched = Signal(object)  # a list of note names that should have come; empty: something should have
    silenced = Signal()  # it was noise
    taken_back = Signal()

    def __init__(
        self, style: Style, bridge: Bridge, find_notes: Callable[[str], Sequence[FoundNote]]
    ) -> None:
        super().__init__(QWidget())
        self._style = style
        self.decision: Decision | None = None
        self._instances: Mapping[InstanceId, str] = {}
        self.rows: list[ConsideredRow] = []
        self._dot = plain_label("dot")
        self.title = heading("")
        self.why = plain_label("why", wraps=True)
        self.prompt = QPlainTextEdit()
        self.prompt.setReadOnly(True)
        self.prompt.setTabChangesFocus(True)
        self.prompt.setAccessibleName(translate("activity", "The prompt"))
        self.prompt.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.prompt.document().documentLayout().documentSizeChanged.connect(lambda _size: self._fit_prompt())
        self.facts = plain_label("intro", wraps=True)
        self.considered = plain_label("label", wraps=True)
        self._notes = QVBoxLayout()
        self._notes.setSpacing(6)
        self.finder = NoteFinder(bridge, find_notes)
        self.finder.setFixedHeight(grown(_FINDER_HEIGHT, self.font()))
        self.finder.chosen.connect(lambda found: self._match([f"{found.instance}/{found.note_id}"]))
        leave = QShortcut(QKeySequence(Qt.Key.Key_Escape), self.finder)
        leave.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        leave.activated.connect(self._leave_finder)
        self._lay_out()
        style.changed.connect(self._color)
        self.show_decision(None, {}, {})

    def _lay_out(self) -> None:
        self.match_button = push_button(translate("activity", "Should have &matched"))
        self.noise_button = push_button(translate("activity", "Was &noise"))
        self.note_button = push_button(translate("activity", "Which note?"))
        self.back_button = push_button(translate("activity", "Take back"))
        self.match_button.clicked.connect(lambda: self._match([]))
        self.noise_button.clicked.connect(self.silenced)
        self.back_button.clicked.connect(self.taken_back)
        self._menu = QMenu(self.note_button)
        self.note_button.setMenu(self._menu)
        self.said = plain_label("note", wraps=True)
        judging = FoldingRow(
            (self.match_button, self.noise_button), (self.note_button, self.back_button), spacing=8
        )
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(self._dot)
        top.addWidget(self.title, 1)
        column = QVBoxLayout(self._content)
        column.setContentsMargins(0, 4, 0, 4)
        column.setSpacing(9)
        column.addLayout(top)
        for part in (self.why, self.prompt, self.facts):
            column.addWidget(part)
        column.addWidget(judging)
        column.addWidget(self.said)
        column.addWidget(self.finder)
        column.addSpacing(4)
        column.addWidget(self.considered)
        column.addLayout(self._notes)
        column.addStretch(1)

    def _fit_prompt(self) -> None:
        """As high as its lines, up to a few; the document's height counts lines."""
        lines = min(max(1, round(self.prompt.document().size().height())), _PROMPT_LINES)
        self.prompt.setFixedHeight(self.prompt.fontMetrics().lineSpacing() * lines + _PROMPT_FRAME)

    # ---- showing

    def show_decision(
        self, decision: Decision | None, own: Mapping[str, Question], instances: Mapping[InstanceId, str]
    ) -> None:
        """Show this decision; None shows nothing."""
        is_new = decision is None or self.decision is None or decision.id != self.decision.id
        self.decision, self._instances = decision, instances
        self._content.setVisible(decision is not None)
        bars = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(
            bars.ScrollBarAlwaysOff if decision is None else bars.ScrollBarAsNeeded
        )
        if decision is None:
            return
        self.title.setText(words.outcome(decision.reason))
        self.why.setText(words.explanation(decision))
        self.facts.setText(_facts(decision))
        if is_new:
            self.prompt.setPlainText(decision.prompt)
            self.finder.hide()
            self._fill_notes(decision)
            self.verticalScrollBar().setValue(0)
        self._fill_menu(decision)
        self.show_said(own.get(decision.prompt))
        self._color()

    def show_said(self, question: Question | None) -> None:
        """What the person said of the prompt."""
        self.said.setText(words.verdict(question))
        self.said.setVisible(question is not None)
        self.back_button.setVisible(question is not None)
        self.note_button.setVisible(question is not None and not question.wants_silence)
        self.match_button.setVisible(question is None or question.wants_silence)
        self.noise_button.setVisible(question is None or not question.wants_silence)
        if question is None or question.expect:
            self.finder.hide()
        self.updateGeometry()  # fewer buttons need less room, which no scrolled part tells by itself

    def _fill_notes(self, decision: Decision) -> None:
        for row in self.rows:
            self._notes.removeWidget(row)
            row.deleteLater()
        strengths = [note.strength for note in decision.notes if note.strength is not None]
        most = max([*strengths, 2 * (decision.threshold or 0), 1e-6])
        self.rows = [self._row(note, decision, most) for note in decision.notes]
        before: QWidget = self.finder.list
        for row in self.rows:
            self._notes.addWidget(row)
            for button in (row.open_button, row.inspect_button):  # made after the rest of the window
                QWidget.setTabOrder(before, button)
                before = button
        self.considered.setText(
            translate("activity", "What was considered; the stroke is what was needed")
            if decision.threshold is not None
            else translate("activity", "What was considered")
        )
        self.considered.setVisible(bool(self.rows))

    def _row(self, note: Considered, decision: Decision, most: float) -> ConsideredRow:
        several = len(self._instances) > 1
        instance = one_line(self._instances.get(note.instance, note.instance)) if several else ""
        row = ConsideredRow(self._style, note, threshold=decision.threshold, most=most, instance=instance)
        row.opened.connect(lambda: self.opened.emit(note))
        row.inspected.connect(lambda: self.inspected.emit(note))
        return row

    def _fill_menu(self, decision: Decision) -> None:
        self._menu.clear()
        for note in decision.notes:
            title = shortened(one_line(note.title) or note.note_id, _LONGEST_TITLE)
            action = self._menu.addAction(title.replace("&", "&&"))
            name = f"{note.instance}/{note.note_id}"
            action.triggered.connect(lambda _checked=False, name=name: self._match([name]))
        if decision.notes:
            self._menu.addSeparator()
        self._menu.addAction(translate("activity", "Another note…")).triggered.connect(self._look_for_note)
        self._menu.addAction(translate("activity", "Any note")).triggered.connect(lambda: self._match([]))

    def _look_for_note(self) -> None:
        self.finder.show()
        self.finder.begin()
        self.ensureWidgetVisible(self.finder)

    def _leave_finder(self) -> None:
        self.finder.hide()
        self.note_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _match(self, notes: list[str]) -> None:
        self.finder.hide()
        self.matched.emit(notes)

    def _color(self) -> None:
        if self.decision is not None:
            color = color_of(self._style.colors, words.tone(self.decision.reason))
            self._dot.setText("●")
            self._dot.setStyleSheet(f"color: {color};")
            self._dot.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)


def _facts(decision: Decision) -> str:
    session = (decision.session or "")[:8]
    parts = [
        words.moment(decision.at),
        decision.cwd or "",
        translate("activity", "session {id}").format(id=session) if session else "",
        words.milliseconds(decision.milliseconds),
    ]
    return " · ".join(part for part in parts if part)
