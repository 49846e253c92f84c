"""Shown instead of the application when it could not start: what happened, what to do, and a button to try again."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout

from trayrecall.core.errors import SettingsError, TrayRecallError
from trayrecall.ui.popup_parts import push_button
from trayrecall.ui.state import NAME
from trayrecall.ui.style import Style, grown
from trayrecall.ui.window import Window, heading, intro
from trayrecall.ui.words import marked, sentence, told, translate

WIDTH = 460


class StartFailure(Window):
    """Its owner starts anew on `retried`, and ends the program on `left`."""

    retried = Signal()
    file_requested = Signal()  # the settings file, to be mended by hand
    left = Signal()

    def __init__(self, style: Style, failure: TrayRecallError) -> None:
        super().__init__(style, NAME)
        self.again_button = QPushButton(translate("start", "&Try again"))
        self.again_button.setProperty("primary", "true")
        self.file_button = push_button(translate("start", "&Open the settings file"))
        self.file_button.setVisible(isinstance(failure, SettingsError))
        self.quit_button = push_button(translate("start", "&Quit"))
        self.again_button.clicked.connect(self.accept)
        self.file_button.clicked.connect(self.file_requested)
        self.quit_button.clicked.connect(self.reject)
        self.accepted.connect(self.retried)
        self.rejected.connect(self.left)  # also closed by Escape or its frame
        self._lay_out(failure)
        self.again_button.setDefault(True)
        title, text = told(failure)
        self.setAccessibleName(title)
        self.setAccessibleDescription(text)

    def _lay_out(self, failure: TrayRecallError) -> None:
        rows = QVBoxLayout(self)
        rows.setContentsMargins(24, 22, 24, 20)
        rows.setSpacing(8)
        what, detail, hint = failure.translated(marked)
        rows.addWidget(heading(what, wraps=True))
        for text in (detail, hint):
            if text:
                rows.addWidget(intro(sentence(text)))
        buttons = QHBoxLayout()
        buttons.setContentsMargins(0, 14, 0, 0)
        buttons.addWidget(self.quit_button)
        buttons.addStretch(1)
        buttons.addWidget(self.file_button)
        buttons.addWidget(self.again_button)
        rows.addLayout(buttons)
        width = max(grown(WIDTH, self.font()), self.minimumSizeHint().width())
        self.setFixedWidth(width)
        self.resize(width, self.heightForWidth(width))
