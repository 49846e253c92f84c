"""The form for one instance. The token's field is write-only: nothing ever fills it, and it is emptied when it is left."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from trayrecall.core.model import Instance
from trayrecall.ui.notice import Notice
from trayrecall.ui.popup_parts import plain_label
from trayrecall.ui.settings_actions import Draft
from trayrecall.ui.style import SMALL_SCALE, scaled

_NEW_TOKEN = "Paste an ETAPI token"  # noqa: S105 - a placeholder
_KEPT_TOKEN = "Leave empty to keep the stored token"  # noqa: S105 - a placeholder
_TOKEN_NOTE = "Make one in Trilium under Options › ETAPI. It goes straight into this system's keyring and is never shown again."  # noqa: S105


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
        self.heading = plain_label("heading")
        self.heading.setFont(scaled(self.font(), 1.3, strong=True))
        self.name = _field("Name", "Home")
        self.url = _field("Address", "http://localhost:8080")
        self.web_url = _field("Address for links", "the same")
        self.token = _field("ETAPI token", _NEW_TOKEN)
        self.token.setEchoMode(QLineEdit.EchoMode.Password)
        self.token.setInputMethodHints(
            Qt.InputMethodHint.ImhHiddenText
            | Qt.InputMethodHint.ImhSensitiveData
            | Qt.InputMethodHint.ImhNoPredictiveText
            | Qt.InputMethodHint.ImhNoAutoUppercase
        )
        self.trust = _Trust()
        self.enabled = QCheckBox("Read this server's notes")
        self.notice = Notice()
        self.test_button = QPushButton("&Test connection")
        self.cancel_button = QPushButton("Cancel")
        self.save_button = QPushButton("&Save")
        self.save_button.setProperty("primary", "true")
        self.save_button.setDefault(True)
        self._lay_out()
        self.test_button.clicked.connect(self.tested)
        self.save_button.clicked.connect(self.saved)
        self.cancel_button.clicked.connect(self.left)
        self.url.textChanged.connect(self._allow)
        self.url.textChanged.connect(self.trust.follow)
        self._allow()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.heading)
        column.addSpacing(8)
        for text, field in (
            ("&Name", self.name),
            ("&Address of Trilium", self.url),
            ("Address for &links, if your browser needs another one", self.web_url),
            ("ETAPI to&ken", self.token),
        ):
            label = QLabel(text)
            label.setObjectName("label")
            label.setBuddy(field)
            column.addWidget(label)
            column.addWidget(field)
            column.addSpacing(5)
        note = plain_label("note", wraps=True)
        note.setText(_TOKEN_NOTE)
        note.setFont(scaled(self.font(), SMALL_SCALE))
        column.addWidget(note)
        column.addSpacing(5)
        column.addWidget(self.trust)
        column.addWidget(self.enabled)
        column.addSpacing(5)
        column.addWidget(self.notice)
        column.addStretch(1)
        column.addSpacing(8)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.test_button)
        buttons.addStretch(1)
        buttons.addWidget(self.cancel_button)
        buttons.addWidget(self.save_button)
        column.addLayout(buttons)

    # ---- what is in it

    def begin(self, instance: Instance | None) -> None:
        """Show the instance, or an empty form for a new one."""
        self._instance = instance
        self.heading.setText("Change server" if instance else "Add a Trilium server")
        self.name.setText(instance.name if instance else "")
        self.url.setText(instance.url if instance else "")
        self.web_url.setText((instance.web_url or "") if instance else "")
        self.enabled.setChecked(instance.enabled if instance else True)
        self.trust.begin(instance)
        self.token.setText("")
        self.token.setPlaceholderText(_KEPT_TOKEN if instance else _NEW_TOKEN)
        self.notice.clear()
        self.set_busy(busy=False)
        self.name.setFocus(Qt.FocusReason.OtherFocusReason)

    def end(self) -> None:
        """Forget the token that was typed: `setText` empties the field's undo history too, `clear` would not."""
        self.token.setText("")

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
    def typed_token(self) -> str | None:
        """The token that was typed; None leaves the stored one as it is."""
        return self.token.text().strip() or None

    def set_busy(self, *, busy: bool) -> None:
        """While work is under way nothing can be changed or begun, only left. The focus comes back afterwards."""
        if busy and not self._busy:
            self._focused = self.focusWidget()
        for widget in (self.name, self.url, self.web_url, self.token, self.trust, self.enabled):
            widget.setEnabled(not busy)
        self._busy = busy
        self._allow()
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
        self.ca_file = _field("Certificate file of your own authority", "only for certificates of your own")
        self.choose_button = QPushButton("C&hoose…")
        self.choose_button.setAutoDefault(False)
        self.choose_button.clicked.connect(self._choose)
        self.said = plain_label("note", wraps=True)
        self.said.setFont(scaled(self.font(), SMALL_SCALE))
        self.forget_button = QPushButton("&Forget")
        self.forget_button.setAutoDefault(False)
        self.forget_button.setAccessibleName("Forget the trusted certificate")
        self.forget_button.clicked.connect(lambda: self.pin(None))
        label = QLabel("Certificate &file of your own authority")
        label.setObjectName("label")
        label.setBuddy(self.ca_file)
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
        column.addWidget(label)
        column.addLayout(file)
        column.addLayout(pin)

    def begin(self, instance: Instance | None) -> None:
        """Show what is trusted for the instance."""
        self.ca_file.setText((instance.ca_file or "") if instance else "")
        self.pin(instance.pinned_sha256 if instance else None)

    def pin(self, sha256: str | None) -> None:
        """Trust exactly the certificate of this fingerprint; None trusts what the system trusts."""
        self.pinned = sha256
        self.said.setText(f"Only the certificate {sha256[:16].upper()}… is trusted." if sha256 else "")
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
        dialog = QFileDialog(self, "Certificate of your own authority")
        dialog.setNameFilter("Certificates (*.pem *.crt *.cer);;All files (*)")
        dialog.fileSelected.connect(self.ca_file.setText)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()


def _field(name: str, placeholder: str) -> QLineEdit:
    field = QLineEdit()
    field.setAccessibleName(name)
    field.setPlaceholderText(placeholder)
    return field
