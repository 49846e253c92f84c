"""The form for one instance. The token's field is write-only: nothing ever fills it, and it is emptied when it is left."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from trayrecall.core.model import Instance
from trayrecall.ui.notice import Notice
from trayrecall.ui.popup_parts import conceal, field_label, plain_label, push_button
from trayrecall.ui.scroll import Scroll
from trayrecall.ui.settings_actions import Draft
from trayrecall.ui.style import SMALL_SCALE, scaled
from trayrecall.ui.window import heading
from trayrecall.ui.words import translate


class InstanceForm(QWidget):
    """Name, addresses, token, and the buttons. It says what was clicked; the dialog does the rest."""

    tested = Signal()
    saved = Signal()
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._instance: Instance | None = None
        self._busy = False
        self._focused: QWidget | None = None
        self._shown: Draft | None = None  # what it began with
        self.heading = heading("")
        self.name = _field(translate("settings", "Name"), translate("settings", "Home"))
        self.url = _field(translate("settings", "Address"), "http://localhost:8080")
        self.web_url = _field(translate("settings", "Address for links"), translate("settings", "the same"))
        self.token = _field(translate("settings", "ETAPI token"), "")
        conceal(self.token)
        self.trust = _Trust()
        self.enabled = QCheckBox(translate("settings", "Read this server's notes"))
        self.notice = Notice()
        self.test_button = push_button(translate("settings", "&Test connection"))
        self.cancel_button = push_button(translate("settings", "Cancel"))
        self.save_button = QPushButton(translate("settings", "&Save"))
        self.save_button.setProperty("primary", "true")
        self.save_button.setDefault(True)  # Enter in a field saves
        self._lay_out()
        self.test_button.clicked.connect(self.tested)
        self.save_button.clicked.connect(self.saved)
        self.cancel_button.clicked.connect(self.left)
        self.url.textChanged.connect(self._allow)
        self.url.textChanged.connect(self.trust.follow)
        self._allow()

    def _lay_out(self) -> None:
        fields = QWidget()
        self._lay_out_fields(QVBoxLayout(fields))
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.test_button)
        buttons.addStretch(1)
        buttons.addWidget(self.cancel_button)
        buttons.addWidget(self.save_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        column.addWidget(self.heading)
        self._scroll = Scroll(fields)
        column.addWidget(self._scroll, 1)
        column.addWidget(self.notice)
        column.addLayout(buttons)

    def _lay_out_fields(self, column: QVBoxLayout) -> None:
        column.setContentsMargins(0, 2, 0, 2)
        column.setSpacing(6)
        for text, field in (
            (translate("settings", "&Name"), self.name),
            (translate("settings", "&Address of Trilium"), self.url),
            (translate("settings", "Address for &links, if your browser needs another one"), self.web_url),
            (translate("settings", "ETAPI to&ken"), self.token),
        ):
            column.addWidget(field_label(text, field))
            column.addWidget(field)
            column.addSpacing(5)
        note = plain_label(
            "note",
            translate(
                "settings",
                "Make one in Trilium under Options › ETAPI. It goes straight into this system's keyring and is never"
                " shown again.",
            ),
            wraps=True,
        )
        note.setFont(scaled(self.font(), SMALL_SCALE))
        column.addWidget(note)
        column.addSpacing(5)
        column.addWidget(self.trust)
        column.addWidget(self.enabled)
        column.addStretch(1)

    # ---- what is in it

    def begin(self, instance: Instance | None) -> None:
        """Show the instance, or an empty form for a new one."""
        self._instance = instance
        self.heading.setText(
            translate("settings", "Change server")
            if instance
            else translate("settings", "Add a Trilium server")
        )
        self.name.setText(instance.name if instance else "")
        self.url.setText(instance.url if instance else "")
        self.web_url.setText((instance.web_url or "") if instance else "")
        self.enabled.setChecked(instance.enabled if instance else True)
        self.trust.begin(instance)
        self.token.setText("")
        self.token.setPlaceholderText(
            translate("settings", "Leave empty to keep the stored token")
            if instance
            else translate("settings", "Paste an ETAPI token")
        )
        self.notice.clear()
        self.set_busy(busy=False)
        self._shown = self.draft
        self.name.setFocus(Qt.FocusReason.OtherFocusReason)

    def ask_token(self) -> None:
        """The token is what is missing: its field takes the keyboard."""
        self.token.setFocus(Qt.FocusReason.OtherFocusReason)
        self._scroll.ensureWidgetVisible(self.token)

    def end(self) -> None:
        """It is left. The token that was typed is forgotten: `setText` empties the undo history too, `clear` would not."""
        self.token.setText("")
        self._shown = None

    @property
    def draft(self) -> Draft:
        """What was typed."""
        return Draft(
            name=self.name.text().strip(),
            url=self.url.text().strip(),
            web_url=self.web_url.text().strip() or None,
            enabled=self.enabled.isChecked(),
            id=self._instance.id if self._instance else None,
            ca_file=self.trust.ca_file.text().strip() or None,
            pinned_sha256=self.trust.pinned,
        )

    @property
    def is_changed(self) -> bool:
        """Whether something was typed that leaving would lose."""
        return self._shown is not None and (self.draft != self._shown or self.typed_token is not None)

    @property
    def typed_token(self) -> str | None:
        """The token that was typed; None leaves the stored one as it is."""
        return self.token.text().strip() or None

    def set_busy(self, *, busy: bool) -> None:
        """While work is under way nothing can be changed or begun, only left. The focus comes back afterwards."""
        if busy and not self._busy:
            self._focused = self.focusWidget()
        self._busy = busy
        self._allow()
        # From the last one on: Qt gives the focus to the next that is enabled, and a screen reader reads each that has it.
        for widget in (self.enabled, self.trust, self.token, self.web_url, self.url, self.name):
            widget.setEnabled(not busy)
        if not busy and self._focused is not None:
            self._focused.setFocus(Qt.FocusReason.OtherFocusReason)
            self._focused = None

    def _allow(self) -> None:
        possible = bool(self.url.text().strip()) and not self._busy
        self.test_button.setEnabled(possible)
        self.save_button.setEnabled(possible)


class _Trust(QWidget):
    """Which certificate is trusted, for an address with https alone: an authority's file, or one that is pinned."""

    def __init__(self) -> None:
        super().__init__()
        self.pinned: str | None = None
        self._https = False
        self.ca_file = _field(
            translate("settings", "Certificate file of your own authority"),
            translate("settings", "only for certificates of your own"),
        )
        self.choose_button = push_button(translate("settings", "C&hoose…"))
        self.choose_button.clicked.connect(self._choose)
        self.said = plain_label("note", wraps=True)
        self.said.setFont(scaled(self.font(), SMALL_SCALE))
        forgets = translate("settings", "Forget the trusted certificate")
        self.forget_button = push_button(translate("settings", "&Forget"), spoken=forgets)
        self.forget_button.clicked.connect(lambda: self.pin(None))
        file, pin = QHBoxLayout(), QHBoxLayout()
        for row, parts in (
            (file, (self.ca_file, self.choose_button)),
            (pin, (self.said, self.forget_button)),
        ):
            row.setSpacing(8)
            row.addWidget(parts[0], 1)
            row.addWidget(parts[1])
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 5)
        column.setSpacing(6)
        column.addWidget(
            field_label(translate("settings", "Certificate &file of your own authority"), self.ca_file)
        )
        column.addLayout(file)
        column.addLayout(pin)

    def begin(self, instance: Instance | None) -> None:
        """Show what is trusted for the instance."""
        self.ca_file.setText((instance.ca_file or "") if instance else "")
        self.pin(instance.pinned_sha256 if instance else None)

    def pin(self, sha256: str | None) -> None:
        """Trust exactly the certificate of this fingerprint; None trusts what the system trusts."""
        self.pinned = sha256
        told = translate("settings", "Only the certificate {sha256}… is trusted.")
        self.said.setText(told.format(sha256=sha256[:16].upper()) if sha256 else "")
        self._show()

    def follow(self, address: str) -> None:
        """An address was typed: without https there is no certificate."""
        self._https = address.strip().lower().startswith("https:")
        self._show()

    def _show(self) -> None:
        self.setVisible(self._https)
        for part in (self.said, self.forget_button):
            part.setVisible(self.pinned is not None)

    def _choose(self) -> None:
        dialog = QFileDialog(self, translate("settings", "Certificate of your own authority"))
        dialog.setNameFilter(translate("settings", "Certificates (*.pem *.crt *.cer);;All files (*)"))
        dialog.fileSelected.connect(self.ca_file.setText)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()


def _field(name: str, placeholder: str) -> QLineEdit:
    field = QLineEdit()
    field.setAccessibleName(name)
    field.setPlaceholderText(placeholder)
    return field
