"""The index inspector: a note and what became of it, and the health of the index. What is looked at is read every second."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from trayrecall.core.inspection import FoundNote, Inspection
from trayrecall.core.model import InstanceId, NoteId
from trayrecall.ui import inspection_words as words
from trayrecall.ui.bridge import Bridge
from trayrecall.ui.folding import FoldingSplitter
from trayrecall.ui.health_view import HealthView
from trayrecall.ui.inspector_actions import Health, InspectorActions
from trayrecall.ui.looking import LookingWindow
from trayrecall.ui.note_finder import NoteFinder
from trayrecall.ui.note_view import NoteView
from trayrecall.ui.outcome import Done, Failed, Outcome
from trayrecall.ui.popup_parts import Message, push_button
from trayrecall.ui.scroll import Scroll
from trayrecall.ui.settings_actions import Words, words_of
from trayrecall.ui.sidebar import Sidebar
from trayrecall.ui.state import NAME
from trayrecall.ui.style import Style, grown
from trayrecall.ui.window import centred
from trayrecall.ui.words import translate

_SIZE = (1020, 690)
_SIDEBAR, _FINDER, _LEAST_FINDER = 122, 250, 150
_BESIDE = 620  # pixels that finder and note need beside each other


class InspectorWindow(LookingWindow):
    """`inspect` shows a note; without one the window waits for a title or an id."""

    def __init__(
        self,
        style: Style,
        bridge: Bridge,
        actions: Callable[[], InspectorActions],
        open_url: Callable[[str], None],
    ) -> None:
        super().__init__(
            style, bridge, translate("inspector", "{name} inspector").format(name=NAME), open_url
        )
        self._actions = actions
        self._shown: tuple[InstanceId, NoteId] | None = None
        self.finder = NoteFinder(bridge, lambda text: actions().find_notes(text))
        self.note, self.health = NoteView(style), HealthView()
        self.nobody = Message()
        self.nobody.say(
            translate("inspector", "Find a note"),
            translate("inspector", "By its title or id: how it is split, and why it is found, or isn't."),
        )
        self._lay_out()
        self._connect()
        self.prefer(*_SIZE)

    def _lay_out(self) -> None:
        self.pages = Sidebar(
            translate("inspector", "Pages"),
            [translate("inspector", "Note"), translate("inspector", "Health")],
            least_width=_SIDEBAR,
        )
        self._stack = QStackedWidget()
        self._stack.addWidget(self._note_page())
        self._stack.addWidget(Scroll(self.health))
        self.close_button = push_button(translate("inspector", "Close"))
        bottom = QHBoxLayout()
        bottom.addWidget(self.notice, 1)
        bottom.addStretch(0)
        bottom.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignRight)
        column = QVBoxLayout()
        column.setContentsMargins(16, 18, 16, 16)
        column.setSpacing(12)
        column.addWidget(self._stack, 1)
        column.addLayout(bottom)
        whole = QHBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.pages)
        whole.addLayout(column, 1)

    def _note_page(self) -> QWidget:
        self.finder.setMinimumWidth(grown(_LEAST_FINDER, self.font()))
        self._notes = QStackedWidget()
        self._notes.addWidget(centred(self.nobody))
        self._notes.addWidget(self.note)
        self.halves = FoldingSplitter(
            self.finder, self._notes, room=_BESIDE, shares=(_FINDER, _SIZE[0] - _SIDEBAR - _FINDER)
        )
        return self.halves

    def _connect(self) -> None:
        self.pages.currentRowChanged.connect(self._turn)
        self.pages.setCurrentRow(0)
        self.close_button.clicked.connect(self.reject)
        self.finder.chosen.connect(self._choose)
        QShortcut(QKeySequence.StandardKey.Find, self, self._find)
        self.note.opened.connect(self._open)
        self.note.reindexed.connect(self._reindex)
        self.note.retried.connect(self._retry)
        self.note.followed.connect(self._follow)
        self.health.inspected.connect(
            lambda instance, note_id: self.inspect(InstanceId(instance), NoteId(note_id))
        )
        self.health.checked.connect(self._check)
        self.health.retried.connect(self._retry_all)

    def _find(self) -> None:
        self.pages.setCurrentRow(0)
        self.finder.field.setFocus()
        self.finder.field.selectAll()

    # ---- looking

    def come(self) -> None:
        """Come to the front, and look from now on."""
        super().come()
        if self._shown is None:
            self.finder.field.setFocus()
        self.look()

    def inspect(self, instance: InstanceId, note_id: NoteId) -> None:
        """Come to the front with this note."""
        self._shown = instance, note_id
        self.notice.clear()
        self.pages.setCurrentRow(0)
        self.look_anew()
        self.come()

    def look(self) -> None:
        """Read what the page shows, unless that is under way."""
        if self._asking is not None:
            return
        if self._stack.currentIndex() == 1:
            self._asking = self._bridge.run(lambda: self._actions().health(), self._take_health)
        elif self._shown is not None:
            instance, note_id = self._shown
            self._asking = self._bridge.run(
                lambda: self._actions().inspect(instance, note_id), self._take_note
            )

    def _take_note(self, outcome: Outcome[Inspection]) -> None:
        self._looked(outcome)
        if isinstance(outcome, Done):
            self.note.show_inspection(outcome.value)
            self._notes.setCurrentIndex(1)

    def _take_health(self, outcome: Outcome[Health]) -> None:
        self._looked(outcome)
        if isinstance(outcome, Done):
            self.health.show_health(outcome.value)

    def _turn(self, row: int) -> None:
        self._stack.setCurrentIndex(row)
        self.notice.clear()
        self.look_anew()

    # ---- doing

    def _choose(self, found: FoundNote) -> None:
        self.inspect(found.instance, found.note_id)

    def _follow(self, note_id: str) -> None:
        if self._shown is not None:
            self.inspect(self._shown[0], NoteId(note_id))

    def _open(self) -> None:
        if self._shown is not None:
            instance, note_id = self._shown
            self._open_found(lambda: self._actions().url(instance, note_id))

    def _reindex(self) -> None:
        if self._shown is not None:
            instance, note_id = self._shown
            self._do(
                lambda: self._actions().reindex(instance, note_id),
                translate("inspector", "It is split and embedded anew from what is stored."),
            )

    def _retry(self) -> None:
        if self._shown is not None:
            instance, note_id = self._shown
            self._do(
                lambda: self._actions().retry(instance, note_id),
                translate("inspector", "What failed is tried again."),
            )

    def _retry_all(self) -> None:
        self._do(lambda: self._actions().retry_all(), translate("inspector", "What failed is tried again."))

    def _check(self) -> None:
        def done(outcome: Outcome[Sequence[str]]) -> None:
            self.health.check_button.setEnabled(True)
            match outcome:
                case Done(found):
                    self.health.notice.say(words.checked(found))
                case Failed(failure):
                    self.health.notice.say(words_of(failure))

        self.health.check_button.setEnabled(False)
        self.health.notice.say(Words(translate("inspector", "Checking…")))
        self._bridge.run(lambda: self._actions().check(), done)
