"""The settings: the Trilium servers that are read. Opened with `open()`, never `exec()`, so that nothing waits for it.

Everything that is clicked is done by `SettingsActions` behind the bridge; a slow keyring or server leaves the window
alive, and closing it only means that nobody looks at the outcome any more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QMessageBox,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from trayrecall.core.model import Instance
from trayrecall.core.snippet import one_line
from trayrecall.ui.bridge import Bridge
from trayrecall.ui.instance_form import InstanceForm
from trayrecall.ui.notice import Notice
from trayrecall.ui.outcome import Done, Failed, Outcome, Ticket
from trayrecall.ui.popup_parts import plain_label
from trayrecall.ui.server_list import ServerList
from trayrecall.ui.settings_actions import (
    APPLYING,
    KEYRING_WAITS,
    LOOKING,
    REMOVING,
    SAVING,
    TESTING,
    Listed,
    Offer,
    SettingsActions,
    Tested,
    Words,
    trouble_of,
    words_of,
)
from trayrecall.ui.state import NAME, Tone
from trayrecall.ui.style import Style, scaled, window_sheet

T = TypeVar("T")
KEYRING_PATIENCE_MS = 1500  # a keyring that takes longer is most likely asking for its password
_SIZE = (600, 560)


class SettingsDialog(QDialog):
    """The window. Its bridge must not be the one of the search: a locked keyring holds a thread for seconds."""

    changed = Signal()  # instances were added, changed or removed

    def __init__(self, style: Style, bridge: Bridge, actions: SettingsActions) -> None:
        super().__init__(None)
        self._style, self._bridge, self._actions = style, bridge, actions
        self._ticket: Ticket | None = None
        self._again: Callable[[], None] | None = None
        self._on_standing = False  # whether the notice says how the chosen server stands
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(KEYRING_PATIENCE_MS)
        self.setWindowTitle(f"{NAME} settings")
        self.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, on=False)
        self.list = ServerList(style)
        self.form = InstanceForm()
        self.notice = Notice()
        self.question: QMessageBox | None = None
        self._pages = QStackedWidget()
        self._pages.addWidget(self._list_page())
        self._pages.addWidget(self.form)
        column = QVBoxLayout(self)
        column.setContentsMargins(22, 20, 22, 20)
        column.addWidget(self._pages)
        self.resize(*_SIZE)
        self._connect()
        self._restyle()

    def _list_page(self) -> QWidget:
        page = QWidget()
        heading = plain_label("heading")
        heading.setText("Trilium servers")
        heading.setFont(scaled(self.font(), 1.3, strong=True))
        intro = plain_label("intro", wraps=True)
        intro.setText(
            "Their notes are read, never changed. Everything that is made from them stays on this computer."
        )
        self.nobody = plain_label("nobody", wraps=True)
        self.nobody.setText("No server yet.\nAdd the address of your Trilium and a token for it.")
        self.nobody.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.add_button, self.edit_button = QPushButton("&Add…"), QPushButton("&Change…")
        self.remove_button, self.close_button = QPushButton("&Remove…"), QPushButton("Close")
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for button in (self.add_button, self.edit_button, self.remove_button):
            buttons.addWidget(button)
        buttons.addStretch(1)
        buttons.addWidget(self.close_button)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        for part in (heading, intro, self.list, self.nobody, self.notice):
            column.addWidget(part, 1 if part in (self.list, self.nobody) else 0)
        column.addLayout(buttons)
        return page

    def _connect(self) -> None:
        self._style.changed.connect(self._restyle)
        self._patience.timeout.connect(lambda: self.form.notice.say(KEYRING_WAITS))
        self.add_button.clicked.connect(lambda: self.edit(None))
        self.edit_button.clicked.connect(lambda: self.edit(self.list.chosen))
        self.remove_button.clicked.connect(self._ask_to_remove)
        self.close_button.clicked.connect(self.reject)
        self.list.itemActivated.connect(lambda _item: self.edit(self.list.chosen))
        self.list.currentRowChanged.connect(lambda _row: self._chosen())
        self.form.tested.connect(self._test)
        self.form.saved.connect(self._save)
        self.form.left.connect(self._back)
        for notice in (self.notice, self.form.notice):
            notice.taken.connect(self._take_offer)
            notice.said.connect(lambda: QTimer.singleShot(0, self, self._grow))

    # ---- coming and going

    def open(self) -> None:
        """Show the list, read anew; come to the front when open already."""
        if not self.isVisible():
            self._back()
        self.setWindowModality(Qt.WindowModality.NonModal)
        self.show()
        self.raise_()
        self.activateWindow()

    def done(self, result: int) -> None:
        """Closed, in whatever way: the typed token is forgotten."""
        self._forget()
        self.form.end()
        super().done(result)

    def edit(self, instance: Instance | None) -> None:
        """Show the form, for a new instance without one."""
        self.notice.clear()
        self.form.begin(instance)
        self._pages.setCurrentWidget(self.form)

    def _back(self) -> None:
        self._forget()
        self.form.end()
        self._pages.setCurrentIndex(0)
        self.notice.clear()
        self.refresh()

    def refresh(self) -> None:
        """Read the list anew."""
        self._bridge.run(self._actions.listed, self._fill)

    def follow(self) -> None:
        """How the servers stand has changed: read the list anew while it is looked at."""
        if self.isVisible() and self._pages.currentIndex() == 0:
            self.refresh()

    def _fill(self, outcome: Outcome[Sequence[Listed]]) -> None:
        if isinstance(outcome, Failed):
            self._say_list(words_of(outcome.failure), self.refresh)
            return
        self.list.fill(outcome.value)
        self.list.setVisible(bool(outcome.value))
        self.nobody.setVisible(not outcome.value)
        self._allow()
        if self._on_standing or not self.notice.isVisible():
            self._chosen()

    def _chosen(self) -> None:
        """Say what is wrong with the chosen server, if anything."""
        self._allow()
        listed = self.list.listed
        trouble = trouble_of(listed) if listed else None
        if listed is None or trouble is None:
            self.notice.clear()
        else:
            self._say_list(trouble, lambda: self._sync(listed.instance))
            self._on_standing = True

    def _allow(self) -> None:
        for button in (self.edit_button, self.remove_button):
            button.setEnabled(self.list.chosen is not None)

    # ---- work

    def _begin(self, work: Callable[[], T], deliver: Callable[[Outcome[T]], None]) -> None:
        """One piece of work at a time; what is begun replaces what was wanted before."""
        self._forget()
        self._ticket = self._bridge.run(work, deliver)

    def _forget(self) -> None:
        self._patience.stop()
        if self._ticket is not None:
            self._ticket.cancel()
            self._ticket = None

    def _test(self) -> None:
        draft, token = self.form.draft, self.form.typed_token
        self.form.set_busy(busy=True)
        self.form.notice.say(TESTING)
        self._begin(lambda: self._actions.test(draft, token), self._tested)

    def _tested(self, outcome: Outcome[Tested]) -> None:
        self._ended()
        match outcome:
            case Done(tested):
                self.form.notice.say(Words(tested.title, tested.detail, Tone.GOOD))
            case Failed(failure):
                self._say_form(words_of(failure), self._test)

    def _save(self, *_clicked: Any, this_run_only: bool = False) -> None:
        draft, token = self.form.draft, self.form.typed_token
        self.form.set_busy(busy=True)
        self.form.notice.say(SAVING)
        self._begin(lambda: self._actions.save(draft, token, this_run_only=this_run_only), self._saved)
        self._patience.start()

    def _saved(self, outcome: Outcome[Instance]) -> None:
        self._ended()
        match outcome:
            case Done(instance):
                self._back()
                self.notice.say(Words(f"{one_line(instance.name)} is saved", tone=Tone.GOOD))
                self.changed.emit()
            case Failed(failure):
                self._say_form(words_of(failure, saving=True), self._save)

    def _ended(self) -> None:
        self._patience.stop()
        self._ticket = None
        self.form.set_busy(busy=False)

    # ---- removing

    def _ask_to_remove(self) -> None:
        instance = self.list.chosen
        if instance is None:
            return
        box = QMessageBox(self)
        box.setIcon(QMessageBox.Icon.NoIcon)
        box.setWindowTitle(NAME)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(f"Remove {one_line(instance.name)}?")
        box.setInformativeText(
            "Its notes leave the index and its token leaves the keyring. In Trilium nothing is changed."
        )
        remove = box.addButton("Remove", QMessageBox.ButtonRole.DestructiveRole)
        cancel = box.addButton("Cancel", QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(cancel)
        box.setEscapeButton(cancel)
        remove.clicked.connect(lambda: self._remove(instance))
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.open()
        self.question = box

    def _remove(self, instance: Instance) -> None:
        self.question = None
        self.notice.say(REMOVING)
        self._begin(
            lambda: self._actions.remove(instance.id), lambda outcome: self._removed(instance, outcome)
        )

    def _removed(self, instance: Instance, outcome: Outcome[None]) -> None:
        self._ticket = None
        match outcome:
            case Done():
                self._back()
                self.notice.say(Words(f"{one_line(instance.name)} is removed", tone=Tone.GOOD))
                self.changed.emit()
            case Failed(failure):
                self._say_list(words_of(failure), lambda: self._remove(instance))

    # ---- words and look

    def _say_form(self, words: Words, again: Callable[[], None]) -> None:
        self._again = again
        self.form.notice.say(words)

    def _say_list(self, words: Words, again: Callable[[], None]) -> None:
        self._again, self._on_standing = again, False
        self.notice.say(words)

    def _take_offer(self, offer: Offer) -> None:
        if offer is Offer.THIS_RUN:
            self._save(this_run_only=True)
        elif offer is Offer.APPLY and self.list.chosen is not None:
            self._sync(self.list.chosen, accept_deletions=True)
        elif offer in {Offer.AGAIN, Offer.TRUST} and self._again is not None:
            if offer is Offer.TRUST:
                self.form.trust.pin(self.form.notice.words.certificate)
            self._again()

    def _sync(self, instance: Instance, *, accept_deletions: bool = False) -> None:
        self._say_list(APPLYING if accept_deletions else LOOKING, self.refresh)
        self._on_standing = True
        self._begin(lambda: self._actions.sync(instance.id, accept_deletions=accept_deletions), self._asked)

    def _asked(self, outcome: Outcome[None]) -> None:
        self._ticket = None
        if isinstance(outcome, Failed):
            self._say_list(words_of(outcome.failure), self.refresh)

    def _grow(self) -> None:
        """Make room for a long notice; the window never shrinks by itself."""
        page = self._pages.currentWidget()
        layout = page.layout() if page is not None else None
        if page is None or layout is None:
            return
        needed = layout.totalHeightForWidth(page.width()) + self.height() - page.height()
        if needed > self.height():
            self.resize(self.width(), needed)

    def _restyle(self) -> None:
        self.setStyleSheet(window_sheet(self._style.colors))
        self.update()
