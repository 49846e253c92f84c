"""The page for the Trilium servers: the list with how they stand, the form for one, the rules for its notes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QMessageBox, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from trayrecall.core.model import Instance
from trayrecall.core.snippet import one_line
from trayrecall.ui.bridge import Bridge
from trayrecall.ui.instance_editor import InstanceEditor
from trayrecall.ui.outcome import Done, Failed, Outcome
from trayrecall.ui.popup_parts import plain_label, push_button
from trayrecall.ui.questions import ask
from trayrecall.ui.server_list import ServerList
from trayrecall.ui.settings_actions import (
    Draft,
    Listed,
    Offer,
    ServerActions,
    Words,
    trouble_of,
    words_of,
)
from trayrecall.ui.settings_page import SIDE, Page
from trayrecall.ui.settings_rules import RulesForm
from trayrecall.ui.state import Tone
from trayrecall.ui.style import Style
from trayrecall.ui.window import heading, intro
from trayrecall.ui.words import translate


class ServersPage(Page):
    """Three views of one stack. The form and the rules keep what was typed until it is saved or given up."""

    def __init__(self, style: Style, bridge: Bridge, work: Callable[[], ServerActions]) -> None:
        super().__init__(bridge)
        self._work = work
        self._again: Callable[[], None] | None = None
        self._on_standing = False  # whether the notice says how the chosen server stands
        self.question: QMessageBox | None = None
        self.list = ServerList(style)
        self.editor = InstanceEditor(bridge, work)
        self.form = self.editor.form
        self.rules = RulesForm(bridge, work)
        self.nobody = plain_label("nobody", wraps=True)
        self.add_button = push_button(translate("settings", "&Add server…"))
        self.edit_button = push_button(translate("settings", "&Change…"))
        self.rules_button = push_button(translate("settings", "Ar&eas…"))
        self.pause_button = push_button(translate("settings", "&Pause"))
        self.remove_button = push_button(translate("settings", "Re&move…"))
        self._pages = QStackedWidget()
        for view in (self._list_view(), self.editor, self.rules):
            self._pages.addWidget(view)
        column = QVBoxLayout(self)
        column.setContentsMargins(SIDE, 22, SIDE, 22)
        column.addWidget(self._pages)
        self._connect()

    def _list_view(self) -> QWidget:
        self.nobody.setText(
            translate("settings", "No server yet.\nAdd the address of your Trilium and a token for it.")
        )
        self.nobody.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.nobody.hide()
        head, buttons = QHBoxLayout(), QHBoxLayout()
        head.addWidget(heading(translate("settings", "Trilium servers")), 1)
        head.addWidget(self.add_button)
        for button in self._row_buttons():
            buttons.addWidget(button)
        buttons.addStretch(1)
        view = QWidget()
        column = QVBoxLayout(view)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        column.addLayout(head)
        column.addWidget(
            intro(
                translate(
                    "settings",
                    "Their notes are read, never changed. Everything that is made from them stays on this computer.",
                )
            )
        )
        for part in (self.list, self.nobody, self.notice):
            column.addWidget(part, 0 if part is self.notice else 1)
        column.addLayout(buttons)
        return view

    def _row_buttons(self) -> tuple[QPushButton, ...]:
        return self.edit_button, self.rules_button, self.pause_button, self.remove_button

    def _connect(self) -> None:
        self.add_button.clicked.connect(lambda: self.edit(None))
        self.edit_button.clicked.connect(lambda: self.edit(self.list.chosen))
        self.rules_button.clicked.connect(self._edit_rules)
        self.pause_button.clicked.connect(self._pause)
        self.remove_button.clicked.connect(self._ask_to_remove)
        self.list.itemActivated.connect(lambda _item: self._activated())
        self.list.currentRowChanged.connect(lambda _row: self._chosen())
        self.editor.saved.connect(self._saved)
        self.editor.left.connect(self.back)
        self.editor.changed.connect(self.changed)
        self.rules.left.connect(self.back)
        self.rules.saved.connect(self._save_rules)
        self.notice.taken.connect(self._take_offer)

    # ---- coming and going

    def come(self) -> None:
        """Show the list, unless something is being typed."""
        if self._pages.currentIndex() == 0 or not self.unsaved():
            self.back()

    def unsaved(self) -> bool:
        """Whether the form or the rules hold something that leaving would lose."""
        view = self._pages.currentWidget()
        if view is self.editor:
            return self.editor.unsaved()
        return view is self.rules and self.rules.is_changed

    @property
    def is_within(self) -> bool:
        """Whether the form or the rules are shown."""
        return self._pages.currentIndex() != 0

    def leave(self) -> None:
        """Back to the list: what was typed is given up."""
        super().leave()
        self.editor.leave()
        self.rules.end()
        self._pages.setCurrentIndex(0)

    def edit(self, instance: Instance | None) -> None:
        """Show the form, for a new instance without one."""
        self.notice.clear()
        self.editor.edit(instance)
        self._pages.setCurrentWidget(self.editor)
        self.form.name.setFocus(Qt.FocusReason.OtherFocusReason)

    def back(self) -> None:
        """Show the list, read anew."""
        self.leave()
        self.notice.clear()
        self.refresh()
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def refresh(self) -> None:
        """Read the list anew."""
        self._bridge.run(lambda: self._work().listed(), self._fill)

    def follow(self) -> None:
        """How the servers stand has changed: read the list anew while it is looked at."""
        if self._pages.currentIndex() == 0:
            self.refresh()

    def _fill(self, outcome: Outcome[Sequence[Listed]]) -> None:
        if isinstance(outcome, Failed):
            self._say(words_of(outcome.failure), self.refresh)
            return
        self.list.fill(outcome.value)
        if not outcome.value and self.list.hasFocus():
            self.add_button.setFocus(Qt.FocusReason.OtherFocusReason)
        self.list.setVisible(bool(outcome.value))
        self.nobody.setVisible(not outcome.value)
        self._allow()
        if self._on_standing or not self.notice.isVisible() or self._is_overtaken:
            self._chosen()

    @property
    def _is_overtaken(self) -> bool:
        """Whether the notice tells what went well, of a server that has come into trouble since."""
        listed = self.list.listed
        in_trouble = listed is not None and trouble_of(listed.status) is not None
        return self.notice.words.tone is Tone.GOOD and in_trouble

    def _chosen(self) -> None:
        """Say what is wrong with the chosen server, if anything."""
        self._allow()
        listed = self.list.listed
        trouble = trouble_of(listed.status) if listed else None
        if listed is None or trouble is None:
            self.notice.clear()
        else:
            self._say(trouble, lambda: self._sync(listed.instance))
            self._on_standing = True

    def _allow(self) -> None:
        listed = self.list.listed
        own = listed is not None and not listed.is_demo
        for button in (self.edit_button, self.rules_button, self.pause_button):
            button.setEnabled(own)
        self.remove_button.setEnabled(listed is not None)
        enabled = listed is None or listed.instance.enabled
        self.pause_button.setText(
            translate("settings", "&Pause") if enabled else translate("settings", "&Resume")
        )

    def _activated(self) -> None:
        if self.edit_button.isEnabled():
            self.edit(self.list.chosen)

    # ---- what is done

    def _saved(self, instance: Instance) -> None:
        self.list.wanted = instance.id
        self.back()
        told = translate("settings", "{server} is saved").format(server=one_line(instance.name))
        self.notice.say(Words(told, tone=Tone.GOOD))

    def _edit_rules(self) -> None:
        if self.list.chosen is not None:
            self.notice.clear()
            self.rules.begin(self.list.chosen)
            self._pages.setCurrentWidget(self.rules)

    def _save_rules(self) -> None:
        instance, rules = self.rules.instance, self.rules.rules
        if instance is not None:
            self.rules.notice.say(Words(translate("settings", "Saving…")))
            self.begin(lambda: self._work().keep_rules(instance.id, rules), self._rules_saved)

    def _rules_saved(self, outcome: Outcome[None]) -> None:
        if isinstance(outcome, Failed):
            self.rules.notice.say(words_of(outcome.failure))
            return
        self.back()
        told = translate("settings", "The notes are placed by these rules now")
        self.notice.say(Words(told, tone=Tone.GOOD))
        self.changed.emit()

    def _pause(self) -> None:
        instance = self.list.chosen
        if instance is None:
            return
        draft = Draft(
            instance.name,
            instance.url,
            instance.web_url,
            enabled=not instance.enabled,
            id=instance.id,
            ca_file=instance.ca_file,
            pinned_sha256=instance.pinned_sha256,
        )
        self.begin(lambda: self._work().save(draft, None), self._paused)

    def _paused(self, outcome: Outcome[Instance]) -> None:
        if isinstance(outcome, Failed):
            self._say(words_of(outcome.failure), self._pause)
            return
        self.refresh()
        self.changed.emit()

    def _ask_to_remove(self) -> None:
        listed = self.list.listed
        if listed is None:
            return
        demo = translate("settings", "The demo notes leave the index.")
        own = translate(
            "settings",
            "Its notes leave the index and its token leaves the keyring. In Trilium nothing is changed.",
        )
        self.question = ask(
            self,
            translate("settings", "Remove {server}?").format(server=one_line(listed.instance.name)),
            demo if listed.is_demo else own,
            translate("settings", "Remove"),
            lambda: self._remove(listed.instance),
        )

    def _remove(self, instance: Instance) -> None:
        self.question = None
        self._say(Words(translate("settings", "Removing…")), self.refresh)
        self.begin(lambda: self._work().remove(instance.id), lambda outcome: self._removed(instance, outcome))

    def _removed(self, instance: Instance, outcome: Outcome[None]) -> None:
        match outcome:
            case Done():
                self.back()
                told = translate("settings", "{server} is removed").format(server=one_line(instance.name))
                self.notice.say(Words(told, tone=Tone.GOOD))
                self.changed.emit()
            case Failed(failure):
                self._say(words_of(failure), lambda: self._remove(instance))

    def _sync(self, instance: Instance, *, accept_deletions: bool = False) -> None:
        applying, looking = (
            translate("settings", "The list is applied as it is…"),
            translate("settings", "It is asked again…"),
        )
        self._say(Words(applying if accept_deletions else looking), self.refresh)
        self._on_standing = True
        self.begin(
            lambda: self._work().sync(instance.id, accept_deletions=accept_deletions),
            self._asked,
        )

    def _asked(self, outcome: Outcome[None]) -> None:
        if isinstance(outcome, Failed):
            self._say(words_of(outcome.failure), self.refresh)

    # ---- words

    def _say(self, words: Words, again: Callable[[], None]) -> None:
        self._again, self._on_standing = again, False
        self.notice.say(words)

    def _take_offer(self, offer: Offer) -> None:
        if offer is Offer.APPLY and self.list.chosen is not None:
            self._sync(self.list.chosen, accept_deletions=True)
        elif offer is Offer.TOKEN:
            self.edit(self.list.chosen)
            self.form.ask_token()
        elif offer is Offer.AGAIN and self._again is not None:
            self._again()
