"""The rules of one server: which notes belong to which area, with how many notes each rule takes while it is written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from trayrecall.core.model import Area, AreaRule, Instance
from trayrecall.core.snippet import one_line
from trayrecall.core.taken import Taken
from trayrecall.ui.bridge import Bridge
from trayrecall.ui.notice import Notice
from trayrecall.ui.outcome import Done, Outcome, Ticket
from trayrecall.ui.popup_parts import plain_label, push_button, single_shot
from trayrecall.ui.rule_parts import RuleFields, RuleList
from trayrecall.ui.rule_words import (
    drafts_preset,
    is_usable,
    journal_preset,
    sum_words,
    wiki_preset,
)
from trayrecall.ui.scroll import Scroll
from trayrecall.ui.settings_actions import ServerActions, words_of
from trayrecall.ui.window import heading, intro
from trayrecall.ui.words import translate

PAUSE_MS = 250  # after the last key, before notes are counted


class RulesForm(QWidget):
    """The editor. It keeps nothing itself: `saved` tells that `rules` are to be kept, `left` that they are not."""

    saved = Signal()
    left = Signal()

    def __init__(self, bridge: Bridge, work: Callable[[], ServerActions]) -> None:
        super().__init__()
        self._bridge, self._work = bridge, work
        self.instance: Instance | None = None
        self._rules: list[AreaRule] = []
        self._kept: tuple[AreaRule, ...] = ()
        self._counting: Ticket | None = None
        self._folders: Sequence[str] = ()
        self.heading = heading("", wraps=True)
        self.list, self.fields, self.notice = RuleList(), RuleFields(), Notice()
        self.sums = plain_label("note", wraps=True)
        self.add_button = push_button(translate("settings", "Add"))
        self.add_button.setMenu(self._menu())
        self.remove_button = push_button(translate("settings", "Remove"))
        self.up_button = push_button("↑", "small", spoken=translate("settings", "Move the rule up"))
        self.down_button = push_button("↓", "small", spoken=translate("settings", "Move the rule down"))
        self.cancel_button = QPushButton(translate("settings", "Cancel"))
        self.save_button = QPushButton(translate("settings", "&Save"))
        self.save_button.setProperty("primary", "true")
        self._pause = single_shot(self, self._count, PAUSE_MS)
        self._lay_out()
        self._connect()

    def _menu(self) -> QMenu:
        menu = QMenu(self)
        for text, make in (
            (translate("settings", "A rule of your own"), lambda: [AreaRule(area=Area.OTHER)]),
            (translate("settings", "An LLM wiki"), lambda: wiki_preset(self._folders)),
            (translate("settings", "A journal"), lambda: journal_preset(self._folders)),
            (translate("settings", "Leave out drafts"), drafts_preset),
        ):
            menu.addAction(text).triggered.connect(partial(self._add, make))
        return menu

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        column.addWidget(self.heading)
        column.addWidget(
            intro(
                translate(
                    "settings",
                    "The first rule that fits a note decides where it belongs. What no rule fits is placed by its"
                    " labels. Nothing brings in what is archived, protected or #recallIgnore.",
                )
            )
        )
        buttons, ends = QHBoxLayout(), QHBoxLayout()
        for button in (self.add_button, self.remove_button, self.up_button, self.down_button):
            buttons.addWidget(button)
        buttons.addStretch(1)
        ends.addStretch(1)
        ends.addWidget(self.cancel_button)
        ends.addWidget(self.save_button)
        column.addWidget(Scroll(self._editor(buttons)), 1)
        column.addWidget(self.notice)
        column.addLayout(ends)

    def _editor(self, buttons: QHBoxLayout) -> QWidget:
        """The list above the fields of one rule; a low screen scrolls it."""
        editor = QWidget()
        column = QVBoxLayout(editor)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        column.addWidget(self.list, 1)
        column.addWidget(self.sums)
        column.addLayout(buttons)
        column.addWidget(self.fields)
        return editor

    def _connect(self) -> None:
        self.list.currentItemChanged.connect(lambda *_: self._chosen())
        self.fields.edited.connect(self._edited)
        self.remove_button.clicked.connect(self._remove)
        self.up_button.clicked.connect(lambda: self._move(-1))
        self.down_button.clicked.connect(lambda: self._move(1))
        self.cancel_button.clicked.connect(self.left)
        self.save_button.clicked.connect(self.saved)

    # ---- coming and going

    def begin(self, instance: Instance) -> None:
        """Show the rules of the instance."""
        self.instance, self._kept, self._rules = instance, instance.rules, list(instance.rules)
        self._folders = ()
        self.heading.setText(
            translate("settings", "Areas of {server}").format(server=one_line(instance.name))
        )
        self.notice.clear()
        self.sums.setText(translate("settings", "Asking the server for its list of notes…"))
        self._fill(0)
        self._bridge.run(lambda: self._work().folders(instance.id), partial(self._take_folders, instance))
        self._count()
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def end(self) -> None:
        """It is left: nobody waits for a count."""
        self._pause.stop()
        if self._counting is not None:
            self._counting.cancel()
            self._counting = None

    @property
    def rules(self) -> tuple[AreaRule, ...]:
        """As they were written."""
        return tuple(self._rules)

    @property
    def is_changed(self) -> bool:
        """Whether leaving would lose something."""
        return self.rules != self._kept

    # ---- editing

    def _fill(self, row: int) -> None:
        self.list.fill(self._rules, row)
        self._chosen()
        self._allow()

    def _chosen(self) -> None:
        row = self.list.row
        self.fields.show_rule(self._rules[row] if 0 <= row < len(self._rules) else None)
        self._allow()

    def _edited(self) -> None:
        row = self.list.row
        if 0 <= row < len(self._rules):
            self._rules[row] = self.fields.rule
            self.list.describe(row, self._rules[row])
        self._changed()

    def _add(self, make: Callable[[], list[AreaRule]]) -> None:
        made = make()
        row = self.list.row + 1
        self._rules[row:row] = made
        self._fill(row)
        self._changed()
        self.fields.below.setFocus(Qt.FocusReason.OtherFocusReason)

    def _remove(self) -> None:
        row = self.list.row
        if 0 <= row < len(self._rules):
            del self._rules[row]
            self._fill(row)
            self._changed()

    def _move(self, by: int) -> None:
        row = self.list.row
        if 0 <= row + by < len(self._rules):
            self._rules[row], self._rules[row + by] = self._rules[row + by], self._rules[row]
            self._fill(row + by)
            self._changed()

    def _changed(self) -> None:
        self._allow()
        self._pause.start()

    def _allow(self) -> None:
        row, last = self.list.row, len(self._rules) - 1
        self.remove_button.setEnabled(row >= 0)
        self.up_button.setEnabled(row > 0)
        self.down_button.setEnabled(0 <= row < last)
        self.save_button.setEnabled(self.is_changed and all(map(is_usable, self._rules)))

    # ---- counting

    def _count(self) -> None:
        if self.instance is None:
            return
        if self._counting is not None:
            self._counting.cancel()
        instance, usable = self.instance.id, [rule for rule in self._rules if is_usable(rule)]
        self._counting = self._bridge.run(lambda: self._work().taken(instance, usable), self._counted)

    def _counted(self, outcome: Outcome[Taken]) -> None:
        self._counting = None
        if isinstance(outcome, Done):
            self.list.count(self._rules, outcome.value)
            self.sums.setText(sum_words(outcome.value))
        else:
            self.list.count(self._rules, None)
            why = words_of(outcome.failure).line
            self.sums.setText(translate("settings", "Notes can't be counted now: {why}").format(why=why))

    def _take_folders(self, instance: Instance, outcome: Outcome[Sequence[str]]) -> None:
        if isinstance(outcome, Done) and instance is self.instance:
            self._folders = outcome.value
            self.fields.folders.setStringList(list(outcome.value))
