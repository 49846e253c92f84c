"""The page for the listener: where it answers, its plain settings, and the programs that may ask."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLineEdit, QMessageBox, QWidget

from trayrecall.settings.rows import Page as Place
from trayrecall.ui.bridge import Bridge
from trayrecall.ui.outcome import Done, Failed, Outcome
from trayrecall.ui.popup_parts import conceal, plain_label, push_button
from trayrecall.ui.questions import ask
from trayrecall.ui.settings_actions import Words, words_of
from trayrecall.ui.settings_clients import ClientsPanel
from trayrecall.ui.settings_page import LabelledRow, Panel
from trayrecall.ui.settings_plain import PlainPage
from trayrecall.ui.settings_ports import ClientActions, Clients, ValueActions, Values
from trayrecall.ui.state import Tone
from trayrecall.ui.style import grown, scaled
from trayrecall.ui.words import translate

_PASSWORD_WIDTH = 160


class PasswordRow(LabelledRow):
    """The password of remote clients: typed here, never shown, forgotten when the page is left."""

    saved = Signal()

    def __init__(self) -> None:
        super().__init__(
            translate("settings", "Password for remote clients"),
            translate(
                "settings",
                "They ask for it when they log in, and log in anew when it changes. At least 12 characters; it is"
                " kept in this system's keyring.",
            ),
        )
        self.field = QLineEdit()
        conceal(self.field)
        self.field.setFixedWidth(grown(_PASSWORD_WIDTH, self.font()))
        self.field.setAccessibleName(self.label.text())
        self.field.setAccessibleDescription(self.help.text())
        self.label.setBuddy(self.field)
        keeps = translate("settings", "Keep the password")
        self.button = push_button(translate("settings", "Keep"), spoken=keeps)
        self.put_beside(self.field, self.button)
        self.field.textChanged.connect(lambda text: self.button.setEnabled(bool(text)))
        self.field.returnPressed.connect(self._entered)
        self.button.clicked.connect(self.saved)
        self.tell(is_kept=False)
        self.forget()

    def tell(self, *, is_kept: bool | None) -> None:
        """Whether there is one; None when nobody can know."""
        words = {True: translate("settings", "set"), False: translate("settings", "not set"), None: ""}
        self.field.setPlaceholderText(words[is_kept])

    def forget(self) -> None:
        """Hold what was typed no more. `setText` empties the undo history too, `clear` would not."""
        self.field.setText("")
        self.button.setEnabled(False)

    def _entered(self) -> None:
        if self.button.isEnabled():
            self.saved.emit()


class EndpointPage(PlainPage):
    """Plain rows above, clients below."""

    def __init__(
        self, bridge: Bridge, values: Callable[[], ValueActions], clients: Callable[[], ClientActions]
    ) -> None:
        super().__init__(
            bridge,
            values,
            Place.ENDPOINT,
            translate("settings", "Endpoint"),
            translate("settings", "Where agents and scripts ask. Each program has a token of its own."),
        )
        self._clients, self._url = clients, ""
        self.question: QMessageBox | None = None
        self.address = LabelledRow(translate("settings", "Address"), "", first=True)
        copies = translate("settings", "Copy the address for MCP clients")
        self.copy_button = push_button(translate("settings", "Copy"), spoken=copies)
        self.copy_button.clicked.connect(self._copy)
        self.address.put_beside(self.copy_button)
        where = Panel()
        where.column.addWidget(self.address)
        self.column.insertWidget(3, where)
        self.password = PasswordRow()
        below = self.panel_of_rows.indexOf(self.rows["base_url"]) + 1
        self.panel_of_rows.insertWidget(below, self.password)
        self.clients = ClientsPanel()
        title = plain_label("panelTitle", translate("settings", "Programs that may ask"))
        title.setFont(scaled(title.font(), 1.0, strong=True))
        self.column.addSpacing(6)
        self.column.addWidget(title)
        self.column.addWidget(self.clients)
        self.end()
        self._order_tabs()
        self.clients.add_wanted.connect(self._add)
        self.clients.grew.connect(self.show_part)
        self.clients.revoke_wanted.connect(self._ask_to_revoke)
        self.password.saved.connect(self._keep_password)
        self.kept.connect(self._look_where_it_listens)

    def _order_tabs(self) -> None:
        """From above to below: the address and the password were put between rows that were there before."""
        order: list[QWidget] = [self.copy_button]
        for key, row in self.rows.items():
            order.append(row.editor)
            if key == "base_url":
                order += [self.password.field, self.password.button]
        for before, after in pairwise(order):
            QWidget.setTabOrder(before, after)

    def come(self) -> None:
        """Read settings and clients anew."""
        super().come()
        self._bridge.run(lambda: self._clients().listed(), self._fill)

    def _look_where_it_listens(self) -> None:
        """It may have begun to, with what was kept."""
        super().come()

    def unsaved(self) -> bool:
        """A new client's name and a password would be lost too."""
        return super().unsaved() or self.clients.is_filled_in or bool(self.password.field.text())

    @property
    def is_within(self) -> bool:
        """Whether a program is being added."""
        return self.clients.form.isVisible()

    def back(self) -> None:
        """Add none."""
        self.clients.end()

    def leave(self) -> None:
        """A token that is shown is forgotten, and a password that was typed."""
        super().leave()
        self.clients.end()
        self.password.forget()
        self.password.say("")

    def took(self, values: Values) -> None:
        """Say where it listens."""
        self._url = f"{values.address}/mcp" if values.address else ""
        self.address.help.setText(self._url or translate("settings", "Nothing listens now."))
        self.address.help.show()
        self.copy_button.setVisible(bool(self._url))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._url)
        self.address.say(translate("settings", "Copied"), "good")

    def _fill(self, outcome: Outcome[Clients]) -> None:
        if isinstance(outcome, Done):
            self.clients.fill(outcome.value)
            self.password.tell(is_kept=outcome.value.has_password)
            if self.clients.token.isVisible():
                self.clients.grew.emit(self.clients.token)
        else:
            self.notice.say(words_of(outcome.failure))

    def _add(self) -> None:
        form = self.clients.form
        name, kinds, instances = form.name.text().strip(), form.chosen_kinds, form.chosen_instances
        self.begin(
            lambda: self._clients().add(name, kinds, instances), lambda outcome: self._added(name, outcome)
        )
        form.setEnabled(False)

    def _added(self, name: str, outcome: Outcome[str]) -> None:
        self.clients.form.setEnabled(True)
        if isinstance(outcome, Failed):
            self.notice.say(words_of(outcome.failure, saving=True))
            return
        self.notice.clear()
        self.clients.show_token(name, outcome.value)
        self._bridge.run(lambda: self._clients().listed(), self._fill)

    def forget(self) -> None:
        """What was typed into can be used again, whatever was under way."""
        super().forget()
        self.clients.form.setEnabled(True)
        self.password.setEnabled(True)

    def _keep_password(self) -> None:
        typed = self.password.field.text()
        self.begin(lambda: self._clients().keep_password(typed), self._password_kept)
        self.password.setEnabled(False)

    def _password_kept(self, outcome: Outcome[None]) -> None:
        self.password.setEnabled(True)
        if isinstance(outcome, Failed):
            self.password.say(words_of(outcome.failure).line, "bad")
            return
        self.password.forget()
        self.password.tell(is_kept=True)
        self.password.say(translate("settings", "Kept. It counts at once."), "good")
        self.rows["base_url"].flush()  # it may have waited for this
        self._look_where_it_listens()

    def _ask_to_revoke(self, name: str) -> None:
        self.question = ask(
            self,
            translate("settings", "Revoke the token of {name}?").format(name=name),
            translate("settings", "It is let in no more, at once. Another token can be made at any time."),
            translate("settings", "Revoke"),
            lambda: self.begin(
                lambda: self._clients().revoke(name), lambda outcome: self._revoked(name, outcome)
            ),
        )

    def _revoked(self, name: str, outcome: Outcome[None]) -> None:
        if isinstance(outcome, Failed):
            self.notice.say(words_of(outcome.failure))
            return
        told = translate("settings", "{name} is let in no more").format(name=name)
        self.notice.say(Words(told, tone=Tone.GOOD))
        self._bridge.run(lambda: self._clients().listed(), self._fill)
