"""A message inside a dialog: a title, a text, and at most one thing to do about it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout

from trayrecall.ui.popup_parts import announce, plain_label, push_button, set_tone
from trayrecall.ui.settings_actions import Offer, Words
from trayrecall.ui.style import scaled
from trayrecall.ui.words import translate


class Notice(QFrame):
    """Hidden until it has something to say."""

    said = Signal()  # it may need more room now
    taken = Signal(object)  # the Offer that was clicked

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("notice")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.words = Words("")
        self.title = plain_label("noticeTitle", wraps=True)
        self.title.setFont(scaled(self.font(), 1.0, strong=True))
        self.text = plain_label("noticeText", wraps=True)
        self.button = push_button("")
        self.button.clicked.connect(lambda: self.taken.emit(self.words.offer))
        texts = QVBoxLayout()
        texts.setSpacing(3)
        texts.addWidget(self.title)
        texts.addWidget(self.text)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 10, 12, 11)
        row.setSpacing(14)
        row.addLayout(texts, 1)
        row.addWidget(self.button)
        self.hide()

    def say(self, words: Words) -> None:
        """Show these words."""
        is_news = words != self.words
        self.words = words
        self.title.setText(words.title)
        self.text.setText(words.text)
        self.text.setVisible(bool(words.text))
        self.button.setText(translate("settings", words.offer.value) if words.offer else "")
        self.button.setMinimumWidth(self.button.sizeHint().width())
        self.button.setVisible(words.offer is not Offer.NOTHING)
        self.setAccessibleName(words.line)
        set_tone(self, words.tone.value)
        self.show()
        self.said.emit()
        if is_news:
            announce(self, words.line)

    def clear(self) -> None:
        """Say nothing."""
        self.words = Words("")
        self.hide()
