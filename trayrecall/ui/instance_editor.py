"""The form for one instance over the work behind it: testing, saving, and what helps when either fails."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout

from trayrecall.core.errors import NoToken, TrayRecallError, WrongToken
from trayrecall.core.model import Instance
from trayrecall.ui.bridge import Bridge
from trayrecall.ui.instance_form import InstanceForm
from trayrecall.ui.outcome import Done, Failed, Outcome
from trayrecall.ui.popup_parts import single_shot
from trayrecall.ui.settings_actions import Offer, ServerActions, Tested, Words, keyring_waits, words_of
from trayrecall.ui.settings_page import Page
from trayrecall.ui.state import Tone
from trayrecall.ui.words import translate

KEYRING_PATIENCE_MS = 1500  # a keyring that takes longer is most likely asking for its password


class InstanceEditor(Page):
    """Tells the instance that was saved. Its bridge must not be that of the search: a locked keyring holds a thread."""

    saved = Signal(object)  # the Instance
    left = Signal()

    def __init__(self, bridge: Bridge, work: Callable[[], ServerActions]) -> None:
        super().__init__(bridge)
        self._work = work
        self._again: Callable[[], None] | None = None
        self.form = InstanceForm()
        self.notice = self.form.notice
        self._patience = single_shot(self, lambda: self.notice.say(keyring_waits()), KEYRING_PATIENCE_MS)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.form)
        self.form.tested.connect(self._test)
        self.form.saved.connect(self._save)
        self.form.left.connect(self.left)
        self.notice.taken.connect(self._take_offer)

    def edit(self, instance: Instance | None) -> None:
        """Show the instance, or an empty form for a new one."""
        self.form.begin(instance)

    def tell(self, failure: TrayRecallError | None) -> None:
        """Say what is wrong with the instance as it was saved, and offer what helps."""
        if isinstance(failure, NoToken | WrongToken):
            self.form.ask_token()
        if failure is not None and not isinstance(failure, NoToken):  # whose words are for the command line
            self._say(words_of(failure), self._save)

    def unsaved(self) -> bool:
        """Whether something typed would be lost."""
        return self.form.is_changed

    def leave(self) -> None:
        """The typed token is forgotten."""
        super().leave()
        self.form.end()

    def forget(self) -> None:
        """Nobody waits for a test or for the keyring any more."""
        self._patience.stop()
        super().forget()

    def _test(self) -> None:
        draft, token = self.form.draft, self.form.typed_token
        self.form.set_busy(busy=True)
        self.notice.say(Words(translate("settings", "Asking the server…")))
        self.begin(lambda: self._work().test(draft, token), self._tested)

    def _tested(self, outcome: Outcome[Tested]) -> None:
        self.form.set_busy(busy=False)
        match outcome:
            case Done(tested):
                title = translate("settings", "Trilium {version} answers").format(version=tested.version)
                detail = translate("settings", "In {ms} ms, and it accepts the token.")
                self.notice.say(Words(title, detail.format(ms=round(tested.milliseconds)), Tone.GOOD))
            case Failed(failure):
                self._say(words_of(failure), self._test)

    def _save(self, *_clicked: Any, this_run_only: bool = False) -> None:
        draft, token = self.form.draft, self.form.typed_token
        self.form.set_busy(busy=True)
        self.notice.say(Words(translate("settings", "Saving…")))
        self.begin(lambda: self._work().save(draft, token, this_run_only=this_run_only), self._saved)
        self._patience.start()

    def _saved(self, outcome: Outcome[Instance]) -> None:
        self._patience.stop()
        self.form.set_busy(busy=False)
        match outcome:
            case Done(instance):
                self.form.end()
                self.saved.emit(instance)
                self.changed.emit()
            case Failed(failure):
                self._say(words_of(failure, saving=True), self._save)

    def _say(self, words: Words, again: Callable[[], None]) -> None:
        self._again = again
        self.notice.say(words)

    def _take_offer(self, offer: Offer) -> None:
        if offer is Offer.THIS_RUN:
            self._save(this_run_only=True)
        elif offer in {Offer.AGAIN, Offer.TRUST} and self._again is not None:
            if offer is Offer.TRUST:
                self.form.trust.pin(self.notice.words.certificate)
            self._again()
