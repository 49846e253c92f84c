"""The activity window: each prompt with what became of it and why, and numbers over days. It looks again every second.

Reading and writing run behind the bridge; a look that is late only means that the window shows what it knew.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QMessageBox,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from trayrecall.core.model import Considered
from trayrecall.ui import decision_words as words
from trayrecall.ui.activity_actions import PAGE, ActivityActions, Look, Sought
from trayrecall.ui.activity_details import DecisionDetails
from trayrecall.ui.activity_list import DecisionList
from trayrecall.ui.activity_totals import TotalsRow
from trayrecall.ui.bridge import Bridge
from trayrecall.ui.folding import FoldingRow, FoldingSplitter
from trayrecall.ui.looking import LookingWindow
from trayrecall.ui.outcome import Failed, Outcome
from trayrecall.ui.popup_parts import Message, field_label, plain_label, push_button
from trayrecall.ui.questions import ask
from trayrecall.ui.scroll import Choice
from trayrecall.ui.state import NAME
from trayrecall.ui.style import SMALL_SCALE, Style, scaled
from trayrecall.ui.window import centred, heading
from trayrecall.ui.words import plain_tip, plural, translate

KEEP_DAYS = (0, 7, 30, 90, 365)
_SIZE = (1060, 690)
_LIST_WIDTH = 430
_BESIDE = 700  # pixels that list and details need beside each other


class ActivityWindow(LookingWindow):
    """`inspected` asks for the inspector of a note, the others for a window."""

    inspected = Signal(str, str)  # instance and note id
    inspector_requested = Signal()
    log_requested = Signal()

    def __init__(
        self,
        style: Style,
        bridge: Bridge,
        actions: Callable[[], ActivityActions],
        open_url: Callable[[str], None],
    ) -> None:
        super().__init__(style, bridge, translate("activity", "{name} activity").format(name=NAME), open_url)
        self._actions = actions
        self.seen = Look()
        self._sought, self._limit = Sought(), PAGE
        self._fresh = True  # the next look reads the decisions whatever their mark
        self.question: QMessageBox | None = None
        self.totals = TotalsRow(style)
        self.list = DecisionList(style)
        self.details = DecisionDetails(style, bridge, lambda text: actions().find_notes(text))
        self._lay_out()
        self._connect()
        self.prefer(*_SIZE)

    # ---- laying out

    def _lay_out(self) -> None:
        self.gate = plain_label("intro", wraps=True)
        self.gate.setFont(scaled(self.font(), SMALL_SCALE))
        shares = (_LIST_WIDTH, _SIZE[0] - _LIST_WIDTH)
        self.halves = FoldingSplitter(self._left(), self.details, room=_BESIDE, shares=shares)
        column = QVBoxLayout(self)
        column.setContentsMargins(22, 18, 22, 16)
        column.setSpacing(11)
        column.addWidget(heading(translate("activity", "Activity")))
        column.addWidget(self.totals)
        column.addWidget(self.gate)
        column.addWidget(self.halves, 1)
        column.addWidget(self.notice)
        column.addWidget(self._bottom())

    def _left(self) -> QWidget:
        self.search = QLineEdit()
        self.search.setPlaceholderText(translate("activity", "Filter"))
        self.search.setAccessibleName(translate("activity", "Filter prompts and folders"))
        self.search.setToolTip(plain_tip(self.search.accessibleName()))
        self.search.setClearButtonEnabled(True)
        QShortcut(QKeySequence.StandardKey.Find, self, self.search.setFocus)
        self.outcomes = QComboBox()
        spoken = field_label(translate("activity", "Outcome"), self.outcomes)
        spoken.hide()  # seen on no screen, and read by those who see none
        for name, reasons in words.choices():
            self.outcomes.addItem(name, reasons)
        filters = QHBoxLayout()
        filters.setSpacing(8)
        filters.addWidget(self.search, 1)
        filters.addWidget(spoken)
        filters.addWidget(self.outcomes)
        self.nothing = Message()
        self._pages = QStackedWidget()
        self._pages.addWidget(self.list)
        self._pages.addWidget(centred(self.nothing))
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(9)
        column.addLayout(filters)
        column.addWidget(self._pages, 1)
        return left

    def _bottom(self) -> FoldingRow:
        self.keep = Choice()
        for days in KEEP_DAYS:
            self.keep.addItem(_kept(days), days)
        label = field_label(translate("activity", "Keep prompts"), self.keep)
        self.clear_button = push_button(translate("activity", "C&lear…"))
        self.own_button = push_button("")
        menu = QMenu(self.own_button)
        menu.addAction(translate("activity", "Show the file")).triggered.connect(self._show_questions)
        menu.addAction(translate("activity", "Delete all…")).triggered.connect(self._ask_to_forget_questions)
        self.own_button.setMenu(menu)
        self.inspector_button = push_button(translate("activity", "&Inspector…"))
        self.log_button = push_button(translate("activity", "L&og…"))
        self.close_button = push_button(translate("activity", "Close"))
        about = (label, self.keep, self.clear_button, self.own_button)
        windows = (self.inspector_button, self.log_button, self.close_button)
        return FoldingRow(about, windows, spacing=8, apart=True)

    def _connect(self) -> None:
        self.search.textChanged.connect(lambda _text: self._filter())
        self.outcomes.currentIndexChanged.connect(lambda _row: self._filter())
        self.keep.activated.connect(lambda _row: self._keep_for(int(self.keep.currentData())))
        self.clear_button.clicked.connect(self._ask_to_clear)
        self.close_button.clicked.connect(self.reject)
        self.inspector_button.clicked.connect(self.inspector_requested)
        self.log_button.clicked.connect(self.log_requested)
        self.list.chosen_changed.connect(self._show_chosen)
        self.list.end_neared.connect(self._read_more)
        self.details.opened.connect(self._open)
        self.details.inspected.connect(lambda note: self.inspected.emit(note.instance, note.note_id))
        self.details.matched.connect(self._matched)
        self.details.silenced.connect(self._silenced)
        self.details.taken_back.connect(self._take_back)

    # ---- looking

    def come(self) -> None:
        """Come to the front, and look from now on."""
        super().come()
        self.look_anew()

    def look_anew(self) -> None:
        """Read what is there now, the decisions whatever their mark."""
        self._fresh = True
        super().look_anew()

    def look(self) -> None:
        """Read what is there, unless that is under way."""
        if self._asking is not None:
            return
        sought, limit = self._sought, self._limit
        known = None if self._fresh else self.seen.mark
        self._asking = self._bridge.run(lambda: self._actions().look(sought, limit, known), self._take)

    def _take(self, outcome: Outcome[Look]) -> None:
        self._looked(outcome)
        if isinstance(outcome, Failed):
            return
        look, self._fresh = outcome.value, False
        before = self.seen
        self.seen = look if look.decisions is not None else replace(look, decisions=before.decisions)
        if self.seen == before:
            return
        if look.totals != before.totals:
            self.totals.show_totals(look.totals)
        if look.gate != before.gate or not self.gate.text():
            self.gate.setText(words.gate_line(look.gate))
        if look.decisions is not None:
            self.list.show_decisions(look.decisions)
        if look.own != before.own:
            self.list.decisions.set_own(look.own)
        self._say_nothing()
        self._show_retention()
        self._show_chosen()

    def _show_chosen(self) -> None:
        self.details.show_decision(self.list.chosen, self.seen.own, self.seen.instances)

    def _say_nothing(self) -> None:
        """What stands in the place of the list when there is nothing in it."""
        self._pages.setCurrentIndex(0 if self.seen.decisions else 1)
        if self.seen.decisions:
            return
        if self._sought != Sought():
            self.nothing.say(translate("activity", "Nothing fits the filter"), "")
        elif not self.seen.keep_days:
            self.nothing.say(
                translate("activity", "Prompts are not kept"),
                translate(
                    "activity", "Only the numbers above are. Choose below for how long to keep prompts."
                ),
            )
        else:
            self.nothing.say(
                translate("activity", "No prompt yet"),
                translate("activity", "Connect a coding agent; each prompt that you give it is told here."),
            )

    def _show_retention(self) -> None:
        days = self.seen.keep_days
        if self.keep.findData(days) < 0:
            self.keep.addItem(_kept(days), days)
        if not self.keep.view().isVisible():
            self.keep.setCurrentIndex(self.keep.findData(days))
        count = len(self.seen.own)
        self.own_button.setVisible(bool(count))
        self.own_button.setText(
            plural(
                count, translate("activity", "{n} test question"), translate("activity", "{n} test questions")
            )
        )

    def _filter(self) -> None:
        reasons = self.outcomes.currentData()
        self._sought, self._limit = Sought(frozenset(reasons or ()), self.search.text().strip()), PAGE
        self.look_anew()

    def _read_more(self) -> None:
        if self._asking is None and self.seen.decisions and len(self.seen.decisions) >= self._limit:
            self._limit += PAGE
            self.look_anew()

    # ---- doing

    def _open(self, note: Considered) -> None:
        self._open_found(lambda: self._actions().url(note.instance, note.note_id))

    def _matched(self, notes: list[str]) -> None:
        decision = self.details.decision
        if decision is not None:
            kept = translate("activity", "Kept as a test question. Ask them all: trayrecall eval")
            self._do(lambda: self._actions().should_match(decision.prompt, notes), kept)

    def _silenced(self) -> None:
        decision = self.details.decision
        if decision is not None:
            kept = translate("activity", "Kept as a test question. Ask them all: trayrecall eval")
            self._do(lambda: self._actions().was_noise(decision.prompt), kept)

    def _take_back(self) -> None:
        decision = self.details.decision
        if decision is not None:
            self._do(lambda: self._actions().forget(decision.prompt))

    def _keep_for(self, days: int) -> None:
        if days < self.seen.keep_days and self.seen.decisions:
            self._ask(
                translate("activity", "Keep prompts: {time}?").format(time=_kept(days)),
                translate("activity", "What is older is forgotten now. The numbers above stay."),
                translate("activity", "Forget the older ones"),
                lambda: self._do(lambda: self._actions().keep(days)),
            )
            self._show_retention()  # until it is answered
        else:
            self._do(lambda: self._actions().keep(days))

    def _ask_to_clear(self) -> None:
        self._ask(
            translate("activity", "Forget all prompts?"),
            translate(
                "activity",
                "What was decided about them is deleted. The numbers above and your test questions stay.",
            ),
            translate("activity", "Forget them"),
            lambda: self._do(lambda: self._actions().clear()),
        )

    def _ask_to_forget_questions(self) -> None:
        self._ask(
            translate("activity", "Delete all test questions?"),
            translate("activity", "Also those that you wrote into the file yourself."),
            translate("activity", "Delete them"),
            lambda: self._do(lambda: self._actions().forget_questions()),
        )

    def _show_questions(self) -> None:
        self._open_found(lambda: QUrl.fromLocalFile(str(self._actions().questions_file())).toString())

    def _ask(self, title: str, text: str, yes: str, then: Callable[[], None]) -> None:
        self.question = ask(self, title, text, yes, then)


def _kept(days: int) -> str:
    if days == 0:
        return translate("activity", "not at all")
    return plural(days, translate("activity", "for {n} day"), translate("activity", "for {n} days"))
