"""The programs that may ask: a row for each, a form for another one, and its token, which is shown this once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from trayrecall.core.clients import KINDS
from trayrecall.core.model import InstanceId
from trayrecall.core.snippet import one_line
from trayrecall.ui.decision_words import moment
from trayrecall.ui.popup_parts import field_label, plain_label, push_button
from trayrecall.ui.settings_page import LabelledRow
from trayrecall.ui.settings_ports import Clients, KnownClient
from trayrecall.ui.style import grown
from trayrecall.ui.words import listed, translate

_IN_A_ROW, _LONGEST = 3, 130  # servers in the form of a client; pixels of a name


def kind_words() -> dict[str, str]:
    """What each kind of question is called."""
    return {
        "hook": translate("settings", "Prompt hook"),
        "mcp": translate("settings", "MCP"),
        "rest": translate("settings", "REST"),
    }


class ClientRow(LabelledRow):
    """One client."""

    revoked = Signal(str)  # its name

    def __init__(self, client: KnownClient, *, first: bool) -> None:
        super().__init__(client.name, _about(client), first=first)
        spoken = translate("settings", "Revoke {name}").format(name=client.name)
        self.button = push_button(translate("settings", "Revoke…"), spoken=spoken)
        self.button.clicked.connect(lambda: self.revoked.emit(client.name))
        self.put_beside(self.button)


def _about(client: KnownClient) -> str:
    kinds = listed(kind_words().get(kind, kind) for kind in client.kinds)
    where = listed(map(one_line, client.instances)) or translate("settings", "all servers")
    if client.last_used is None:
        used = translate("settings", "never used")
    else:
        shown = moment(client.last_used)
        used = translate("settings", "last used {when}").format(when=shown)
    return f"{kinds} · {where} · {used}"


class ClientForm(QFrame):
    """Name, kinds and servers of a new client."""

    added = Signal()
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("row")
        self.name = QLineEdit()
        self.name.setAccessibleName(translate("settings", "Name of the program"))
        self.name.setPlaceholderText(translate("settings", "small letters, digits and hyphens: my-script"))
        self.kinds = {kind: QCheckBox(words) for kind, words in kind_words().items()}
        self.instances: dict[InstanceId, QCheckBox] = {}
        self._instances_label = field_label(translate("settings", "Servers it may ask"))
        self._instances_grid = QGridLayout()
        self._instances_grid.setHorizontalSpacing(18)
        self._instances_grid.setColumnStretch(_IN_A_ROW, 1)
        self.add_button = push_button(translate("settings", "Make a token"), "primary")
        self.cancel_button = push_button(translate("settings", "Cancel"))
        self._lay_out()
        self.name.textChanged.connect(lambda _text: self._allow())
        self.name.returnPressed.connect(self._entered)
        for box in self.kinds.values():
            box.toggled.connect(lambda _on: self._allow())
        self.add_button.clicked.connect(self.added)
        self.cancel_button.clicked.connect(self.left)

    def _lay_out(self) -> None:
        kinds, buttons = QHBoxLayout(), QHBoxLayout()
        kinds.setSpacing(18)
        for box in self.kinds.values():
            kinds.addWidget(box)
        kinds.addStretch(1)
        buttons.addStretch(1)
        buttons.addWidget(self.cancel_button)
        buttons.addWidget(self.add_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 14)
        column.setSpacing(7)
        column.addWidget(field_label(translate("settings", "Name of the program"), self.name))
        column.addWidget(self.name)
        column.addSpacing(4)
        column.addWidget(field_label(translate("settings", "How it may ask")))
        column.addLayout(kinds)
        column.addSpacing(4)
        column.addWidget(self._instances_label)
        column.addLayout(self._instances_grid)
        column.addLayout(buttons)

    def begin(self, instances: Sequence[tuple[InstanceId, str]]) -> None:
        """An empty form; servers can be chosen where there are several."""
        self.name.setText("")
        for box in self.kinds.values():
            box.setChecked(True)
        for old in self.instances.values():
            self._instances_grid.removeWidget(old)
            old.deleteLater()
        self.instances = {i: self._box(one_line(name)) for i, name in instances}
        for number, box in enumerate(self.instances.values()):
            self._instances_grid.addWidget(box, number // _IN_A_ROW, number % _IN_A_ROW)
        several = len(self.instances) > 1
        self._instances_label.setVisible(several)
        for box in self.instances.values():
            box.setVisible(several)
        self._allow()
        self.name.setFocus(Qt.FocusReason.OtherFocusReason)

    def _box(self, name: str) -> QCheckBox:
        """A server that is ticked; a long name ends where the others begin."""
        shown = self.fontMetrics().elidedText(name, Qt.TextElideMode.ElideRight, grown(_LONGEST, self.font()))
        box = QCheckBox(shown.replace("&", "&&"))
        box.setAccessibleName(name)
        box.setChecked(True)
        box.toggled.connect(lambda _on: self._allow())
        return box

    @property
    def parts(self) -> list[QWidget]:
        """What the tab key goes to, from above to below."""
        boxes = (*self.kinds.values(), *self.instances.values())
        return [self.name, *boxes, self.cancel_button, self.add_button]

    @property
    def chosen_kinds(self) -> list[str]:
        """The kinds that are ticked."""
        return [kind for kind in KINDS if self.kinds[kind].isChecked()]

    @property
    def chosen_instances(self) -> list[InstanceId]:
        """The instances that are ticked; none when all are, so that later ones are among them."""
        chosen = [instance for instance, box in self.instances.items() if box.isChecked()]
        return [] if len(chosen) == len(self.instances) else chosen

    def _entered(self) -> None:
        if self.add_button.isEnabled():
            self.added.emit()

    def _allow(self) -> None:
        some = any(box.isChecked() for box in self.instances.values()) or not self.instances
        self.add_button.setEnabled(bool(self.name.text().strip() and self.chosen_kinds) and some)


class TokenBox(QFrame):
    """A token, to be copied now: it is not shown again."""

    done = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("row")
        self.title = plain_label("rowLabel", wraps=True)
        self.field = QLineEdit()
        self.field.setReadOnly(True)
        self.field.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.field.setAccessibleName(translate("settings", "The new token"))
        self.copy_button = push_button(translate("settings", "Copy"), "primary")
        self.done_button = push_button(translate("settings", "Done"))
        row = QHBoxLayout()
        row.addWidget(self.field, 1)
        row.addWidget(self.copy_button)
        row.addWidget(self.done_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 14)
        column.setSpacing(8)
        column.addWidget(self.title)
        column.addLayout(row)
        self.copy_button.clicked.connect(self._copy)
        self.done_button.clicked.connect(self.done)
        self.hide()

    def show_token(self, name: str, token: str) -> None:
        """Show it."""
        self.title.setText(
            translate("settings", "The token of {name}. Copy it now, it is not shown again.").format(
                name=name
            )
        )
        self.field.setText(token)
        self.field.setCursorPosition(0)
        self.copy_button.setText(translate("settings", "Copy"))
        self.show()
        self.copy_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def forget(self) -> None:
        """Hold the token no more."""
        self.field.setText("")
        self.hide()

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.field.text())
        self.copy_button.setText(translate("settings", "Copied"))


class ClientsPanel(QFrame):
    """All of it; tells what is wanted."""

    add_wanted = Signal()  # the form holds the new client
    revoke_wanted = Signal(str)
    grew = Signal(QWidget)  # the part that should be seen now

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("panel")
        self.rows: list[ClientRow] = []
        self._clients = Clients((), ())
        self.form, self.token = ClientForm(), TokenBox()
        self.form.hide()
        nobody = translate("settings", "No program has a token of its own yet.")
        self.nobody = plain_label("note", nobody, wraps=True)
        self.nobody.setContentsMargins(16, 12, 16, 12)
        self.add_button = push_button(translate("settings", "Add a program…"), "flat")
        self._foot = QWidget()
        foot = QHBoxLayout(self._foot)
        foot.setContentsMargins(12, 4, 12, 8)
        foot.addWidget(self.add_button)
        foot.addStretch(1)
        self._list = QVBoxLayout()
        self._list.setSpacing(0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 2, 0, 2)
        column.setSpacing(0)
        column.addLayout(self._list)
        for part in (self.nobody, self.form, self.token):
            column.addWidget(part)
        column.addWidget(self._foot)
        self.add_button.clicked.connect(self.begin)
        self.form.added.connect(self.add_wanted)
        self.form.left.connect(self.end)
        self.token.done.connect(self.end)

    def fill(self, clients: Clients) -> None:
        """Show these."""
        self._clients = clients
        for row in self.rows:
            self._list.removeWidget(row)
            row.deleteLater()
        self.rows = [ClientRow(client, first=number == 0) for number, client in enumerate(clients.known)]
        for row in self.rows:
            row.revoked.connect(self.revoke_wanted)
            self._list.addWidget(row)
        self._order_tabs()
        self.nobody.setVisible(not self.rows)

    def begin(self) -> None:
        """Show the form."""
        self.token.forget()
        self.form.begin(self._clients.instances)
        self._order_tabs()
        self.form.show()
        self._foot.hide()
        self.grew.emit(self.form)

    def _order_tabs(self) -> None:
        """From above to below: rows and servers come later than what stands below them."""
        below = (*self.form.parts, self.token.field, self.token.copy_button, self.token.done_button)
        for before, after in pairwise([*(row.button for row in self.rows), *below, self.add_button]):
            QWidget.setTabOrder(before, after)

    def end(self) -> None:
        """Back to the list; a token is forgotten."""
        focused = self.window().focusWidget()
        had_focus = focused is not None and self.isAncestorOf(focused)
        self.form.hide()
        self.token.forget()
        self._foot.show()
        if had_focus:
            self.add_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_token(self, name: str, token: str) -> None:
        """The client was added."""
        self.form.hide()
        self._foot.hide()
        self.token.show_token(name, token)
        self.grew.emit(self.token)

    @property
    def is_filled_in(self) -> bool:
        """Whether a name was typed that nothing was made of yet."""
        return self.form.isVisible() and bool(self.form.name.text().strip())
