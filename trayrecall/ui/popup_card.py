"""What stands in the popup: the field, the filters, the entries, the preview, the footer; and what its keys do.

`query.QueryMachine` decides when to ask and what to show; the card carries its effects out. Searching happens
elsewhere: a `Searcher`'s calls return at once, and outcomes are delivered on the UI thread.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import QCoreApplication, QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QFrame, QMessageBox, QVBoxLayout, QWidget

from trayrecall.core.model import InstanceId
from trayrecall.ui.outcome import Outcome, Ticket
from trayrecall.ui.popup_actions import actions_menu
from trayrecall.ui.popup_bar import FilterBar
from trayrecall.ui.popup_body import Body
from trayrecall.ui.popup_filters import Known, Question, Unclear, joined, parse
from trayrecall.ui.popup_keys import Command
from trayrecall.ui.popup_parts import (
    Footer,
    KeysHelp,
    Message,
    SearchField,
    announce,
    plain_label,
    single_shot,
)
from trayrecall.ui.popup_texts import answer_spoken, footer_keys, footer_text, nothing_text, unclear_text
from trayrecall.ui.query import Ask, Cancel, Effects, Kind, Open, QueryMachine, Show, View
from trayrecall.ui.questions import ask
from trayrecall.ui.rows import Found, Past, Row, citation
from trayrecall.ui.search import Searcher
from trayrecall.ui.style import Style
from trayrecall.ui.words import told, translate

SAID_MS = 2500  # for how long the footer says what was done
REST_MS = 600  # without a new answer, before a screen reader is told how the last one stands
FRESH_SECONDS = 90.0  # opened again later than this, the popup begins anew, without text and filters
_LEAST_KEPT = 3  # letters of a search that is kept although nothing was opened


class Card(QFrame):
    """The popup's contents. It tells when it wants another size, and when it is done."""

    opened = Signal(str)  # the address that was opened
    done = Signal()  # the person is done with the popup
    stays = Signal()  # another window will come to the front, and the popup stays all the same
    grown = Signal()  # it wants another height
    inspect_requested = Signal(str)  # the id of a note

    def __init__(
        self,
        style: Style,
        searcher: Searcher,
        open_url: Callable[[str], None],
        clock: Callable[[], float],
    ) -> None:
        super().__init__()
        self.question: QMessageBox | None = None
        self.setObjectName("card")
        self._searcher, self._open_url, self._clock = searcher, open_url, clock
        self.machine = QueryMachine()
        self._ticket: Ticket | None = None
        self._instances: tuple[tuple[InstanceId, str], ...] = ()
        self._status_line = self._opening_hint = ""
        self._unclear: Unclear | None = None
        self._departures = 0
        self._left_at = self._clock()
        self._timer = single_shot(self, lambda: self._carry_out(self.machine.elapsed(self._clock())))
        self._said = single_shot(self, self._say_footer)
        self._rest = single_shot(self, self._announce_answer)
        self._announced: tuple[Question, str] | None = None
        self._build(style)
        self._connect()
        self._draw(self.machine.view)

    def _build(self, style: Style) -> None:
        self.field = SearchField()
        self.hint = plain_label("hint", wraps=True)
        self.hint.hide()
        self.bar = FilterBar(style)
        self._rule = QFrame()
        self._rule.setObjectName("rule")
        self.body = Body(style, self._searcher)
        self.results, self.preview = self.body.results, self.body.preview
        self.message = Message()
        self.help = KeysHelp()
        self.footer = Footer()
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        self._parts: tuple[QWidget, ...] = (
            self.field,
            self.bar,
            self.hint,
            self._rule,
            self.body,
            self.message,
            self.help,
            self.footer,
        )
        for part in self._parts:
            column.addWidget(part)

    def _connect(self) -> None:
        self.field.typed.connect(self._typed)
        self.field.commanded.connect(self.do)
        self.field.emptied.connect(self.bar.take_last)
        self.bar.changed.connect(self._asks)
        self.bar.changed.connect(self.grown)
        self.results.clicked.connect(lambda index: self._open_entry(index.row(), keeping=False))
        self.results.moved.connect(self._moved)
        self.results.customContextMenuRequested.connect(
            lambda at: self._offer_actions(self.results.viewport().mapToGlobal(at))
        )
        self.body.turned.connect(self._settle)
        self.preview.left.connect(self.close_preview)
        self.preview.commanded.connect(self.do)
        self.preview.typed.connect(self._typed_in_preview)

    # ---- what the window tells

    def set_status(self, line: str) -> None:
        """How the notes stand, which the footer says while nothing is typed; there may be notes now."""
        self._status_line = line
        if self.machine.view.kind is not Kind.EMPTY:
            return
        if not self._said.isActive():
            self._say_footer()
        if not self.results.entries and not self.machine.pending:
            self._carry_out(self.machine.again(self._clock()))

    def set_departures(self, departures: int) -> None:
        """How often notes have left the index: none of them stays on the screen."""
        if departures != self._departures:
            self._departures = departures
            self._weed()

    def _weed(self) -> None:
        self._carry_out(self.machine.weed(self._clock()) if self.isVisible() else self.machine.clear())

    def set_instances(self, instances: tuple[tuple[InstanceId, str], ...]) -> None:
        """The servers that filters can name."""
        if set(self._instances) - set(instances):
            self._weed()
        self._instances = instances
        self.bar.set_instances(instances)

    def come(self, hint: str) -> None:
        """The popup opens: ask anew. `hint` is said above the entries until it is closed."""
        self._opening_hint = hint
        self.close_preview()
        if self._clock() - self._left_at > FRESH_SECONDS:
            self.field.edit.clear()
            self.bar.clear()
        self._asks()
        self._carry_out(self.machine.again(self._clock()))
        self.field.offer_to_type_over()

    def go(self) -> None:
        """The popup is closed, in whatever way: nothing that is under way is wanted any more."""
        words = self.machine.view.question.words
        if self.machine.view.kind is Kind.FOUND and not self.machine.pending and len(words) >= _LEAST_KEPT:
            self._searcher.remember(words)
        self._carry_out(self.machine.closed())
        self._said.stop()
        self._rest.stop()
        self._announced = None
        self._left_at = self._clock()

    @property
    def keys_go_to(self) -> QWidget:
        """The part that has the keyboard, or should have it."""
        return self.preview.text if self.body.is_reading else self.field.edit

    # ---- what is asked

    def _known(self) -> Known:
        return Known(self._instances, datetime.now().astimezone().date())

    def _typed(self, text: str) -> None:
        typed = parse(text, self._known())
        if typed.rest != text:  # filters were finished: they become chips
            self.field.edit.blockSignals(True)  # noqa: FBT003 - Qt's signature
            self.field.edit.setText(typed.rest)
            self.field.edit.blockSignals(False)  # noqa: FBT003
            self.bar.add(typed.chips)
        self._asks()

    def _asks(self) -> None:
        typed = parse(self.field.edit.text(), self._known())
        self._unclear = typed.unclear
        self._say_hint()
        filters = joined(self.bar.filters, typed.filters)
        self._carry_out(self.machine.typed(Question(typed.words, filters), self._clock()))

    def _carry_out(self, effects: Effects) -> None:
        for effect in effects:
            match effect:
                case Ask(number, question):
                    self._ticket = self._searcher.search(question, self._answer_to(number))
                case Cancel():
                    if self._ticket is not None:
                        self._ticket.cancel()
                        self._ticket = None
                case Show(view):
                    self._draw(view)
                case Open(entry):
                    self._open(entry, keeping=False)
        due = self.machine.due
        if due is None:
            self._timer.stop()
        else:
            self._timer.start(max(0, round((due - self._clock()) * 1000) + 1))

    def _answer_to(self, number: int) -> Callable[[Outcome[Found]], None]:
        return lambda outcome: self._carry_out(self.machine.answered(number, outcome, self._clock()))

    # ---- what keys do

    def do(self, command: Command, number: int = 0) -> None:
        """Do what a key or the menu asks for."""
        match command:
            case Command.MOVE:
                self.results.move_by(number)
            case Command.PAGE:
                self.results.page_by(number)
            case Command.FIRST | Command.LAST:
                self.results.move_to_end(first=command is Command.FIRST)
            case Command.OPEN | Command.OPEN_KEEPING:
                self._open_entry(self.results.chosen, keeping=command is Command.OPEN_KEEPING)
            case Command.OPEN_NUMBER:
                self._open_entry(self.results.number_of(number), keeping=False)
            case Command.FILTER:
                self.bar.toggle(number)
            case Command.ALL:
                self.bar.clear()
            case Command.ACTIONS:
                self._offer_actions(None)
            case Command.CLOSE:
                self.done.emit()
            case _:
                self._do_with_chosen(command)

    def _do_with_chosen(self, command: Command) -> None:
        entry = self.results.chosen_entry
        match entry:
            case Row():
                self._do_with_row(command, entry)
            case Past() if command is Command.FORGET_ALL:
                self._ask_to_forget_all()
            case Past(text) if command is Command.FORGET:
                self._forget(text)

    def _do_with_row(self, command: Command, row: Row) -> None:
        match command:
            case Command.COPY_LINK if row.url:
                self._copy(row.url, translate("popup", "Link copied"))
            case Command.COPY_LINK:
                self._say_unknown()
            case Command.COPY_CITATION:
                self._copy(citation(row), translate("popup", "Citation copied"))
            case Command.PREVIEW:
                self._remember()
                self.machine.moved(self.results.chosen)
                self.body.open_preview(row, self.machine.view.question.words)
            case Command.INSPECT:
                self.inspect_requested.emit(row.id)

    def _open_entry(self, entry: int, *, keeping: bool) -> None:
        if keeping:
            self._open(entry, keeping=True)
        else:
            self._carry_out(self.machine.enter(entry, self._clock()))

    def _open(self, number: int, *, keeping: bool) -> None:
        entry = self.results.entries[number] if 0 <= number < len(self.results.entries) else None
        if isinstance(entry, Past):
            self.field.edit.setText(entry.text)
        elif isinstance(entry, Row) and not entry.url:
            self._say_unknown()
        elif isinstance(entry, Row):
            self._remember()
            if keeping:
                self.stays.emit()
            self._open_url(entry.url)
            self.opened.emit(entry.url)
            if not keeping:
                self.done.emit()

    def _copy(self, text: str, said: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self._remember()
        self._say_for_a_moment(said, "good")

    def _say_unknown(self) -> None:
        self._say_for_a_moment(
            translate("popup", "This note’s server is not in the settings any more"), "warn"
        )

    def _remember(self) -> None:
        if self.machine.view.question.words:
            self._searcher.remember(self.machine.view.question.words)

    def _forget(self, text: str | None) -> None:
        self._searcher.forget(text, lambda _: self._carry_out(self.machine.again(self._clock())))

    def _ask_to_forget_all(self) -> None:
        self.stays.emit()  # although the question comes to the front
        self.question = ask(
            self,
            translate("popup", "Forget all searches?"),
            translate("popup", "They are offered no more while nothing is typed."),
            translate("popup", "Forget all"),
            lambda: self._forget(None),
        )

    def _offer_actions(self, at: QPoint | None) -> None:
        entry = self.results.chosen_entry
        if entry is None:
            return
        menu = actions_menu(self, self.do, searched=isinstance(entry, Past))
        if at is None:
            corner = self.footer.mapToGlobal(self.footer.rect().topRight())
            at = corner - QPoint(menu.sizeHint().width() + 8, menu.sizeHint().height())
        menu.popup(at)

    def _moved(self, entry: int) -> None:
        self.machine.moved(entry)
        announce(self.results, self.results.currentIndex().data(Qt.ItemDataRole.AccessibleTextRole))
        row = self.results.chosen_entry
        if self.body.is_reading and isinstance(row, Row):
            self.body.read(row, self.machine.view.question.words)

    def _announce_answer(self) -> None:
        """Once for each answer: how many there are and which one is chosen, or why there is none."""
        view = self.machine.view
        said = view.question, answer_spoken(view, self.results.chosen_entry)
        if said != self._announced:
            self._announced = said
            announce(self, said[1])

    def close_preview(self) -> None:
        """Back to the field."""
        self.body.close_preview(self.field.edit)

    def _typed_in_preview(self, event: QKeyEvent) -> None:
        self.close_preview()
        QCoreApplication.sendEvent(self.field.edit, event)

    # ---- drawing

    def _draw(self, view: View) -> None:
        entries = view.found.entries if view.found else ()
        self.results.show_entries(entries, view.chosen)
        self.body.follow(view.question.words)
        if view.kind is Kind.NOTHING:
            self.message.say(*nothing_text(view))
        elif view.kind is Kind.FAILED and view.failure is not None:
            self.message.say(*told(view.failure))
        self._settle()
        if not self.machine.pending:
            self._rest.start(REST_MS)

    def _settle(self) -> None:
        """Show the parts that the view needs."""
        view = self.machine.view
        entries = bool(self.results.entries)
        if not entries and self.body.is_reading:
            self.close_preview()
            return
        parts: dict[QWidget, bool] = {
            self.body: entries,
            self.message: view.kind in (Kind.NOTHING, Kind.FAILED),
            self.help: view.kind is Kind.EMPTY and not self.body.is_reading,
        }
        # Hide before show: with both there for a moment the window would jump to the height of both.
        for part, seen in sorted(parts.items(), key=lambda item: item[1]):
            part.setVisible(seen)
        self._say_footer()
        self.grown.emit()

    def fit(self, room: int) -> None:
        """Take the height that the entries need, so that all of the card fits into the room."""
        others = [part for part in self._parts if part is not self.body and not part.isHidden()]
        self.body.fit(room - sum(_height(part, self.width()) for part in others))
        self._column.activate()  # after the parts in it, so that its height is right at once

    def _say_hint(self) -> None:
        text = unclear_text(self._unclear, self._known()) if self._unclear else self._opening_hint
        if text != self.hint.text() or bool(text) == self.hint.isHidden():
            self.hint.setText(text)
            self.hint.setVisible(bool(text))
            self.grown.emit()
            announce(self.hint, text)

    def _say_footer(self) -> None:
        view = self.machine.view
        self._said.stop()
        self.footer.say(*footer_text(view, self._status_line))
        self.footer.show_keys(footer_keys(view, reading=self.body.is_reading))

    def _say_for_a_moment(self, text: str, tone: str) -> None:
        self.footer.say(text, tone)
        announce(self.footer, text)
        self._said.start(SAID_MS)


def _height(part: QWidget, width: int) -> int:
    return part.heightForWidth(width) if part.hasHeightForWidth() else part.sizeHint().height()
