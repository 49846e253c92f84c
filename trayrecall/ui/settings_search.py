"""The page for searching: its plain settings, and the download of a model that isn't on this computer."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QTimer

from trayrecall.settings.rows import Page as Place
from trayrecall.ui.bridge import Bridge
from trayrecall.ui.outcome import Failed, Outcome
from trayrecall.ui.popup_parts import push_button
from trayrecall.ui.settings_actions import words_of
from trayrecall.ui.settings_page import LabelledRow, Panel
from trayrecall.ui.settings_plain import PlainPage
from trayrecall.ui.settings_ports import ValueActions, Values
from trayrecall.ui.words import number, percent, translate

_LOOK_MS = 250  # between two looks at how far the download is


class SearchPage(PlainPage):
    """Plain rows; above them, while the chosen model isn't here, a button that fetches it.

    The download goes on when the page or the window is left.
    """

    def __init__(self, bridge: Bridge, values: Callable[[], ValueActions]) -> None:
        super().__init__(
            bridge,
            values,
            Place.SEARCH,
            translate("settings", "Search"),
            translate("settings", "How notes are found, and when a coding agent's prompt gets some of them."),
        )
        self.download = LabelledRow(
            translate("settings", "The model is not on this computer"), " ", first=True
        )
        fetches = translate("settings", "Download the model")
        self.download_button = push_button(translate("settings", "Download"), spoken=fetches)
        self.download_button.clicked.connect(self._fetch)
        self.download.put_beside(self.download_button)
        self._missing = Panel()
        self._missing.column.addWidget(self.download)
        self._missing.hide()
        self.column.insertWidget(self.column.indexOf(self.notice) + 1, self._missing)
        self.setTabOrder(self.download_button, self.rows["model"].editor)
        self._share = 0.0  # of the download under way; its thread sets it
        self._looking = QTimer(self)
        self._looking.setInterval(_LOOK_MS)
        self._looking.timeout.connect(self._tell_share)
        self.end()

    def took(self, values: Values) -> None:
        """Offer the download where the chosen model is wanted and no folder of one's own holds it."""
        chosen = next((model for model in values.models if model.name == values.now["model"]), None)
        is_missing = chosen is not None and not chosen.is_here and values.now["model_folder"] is None
        self._missing.setVisible(is_missing)
        if chosen is not None:
            about = translate(
                "settings",
                "Until it is, notes are found by their words alone. {n} MB are loaded once, from huggingface.co;"
                " nothing of yours is sent there.",
            )
            self.download.help.setText(about.format(n=number(chosen.megabytes)))
            self.download_button.setAccessibleDescription(self.download.help.text())

    def _fetch(self) -> None:
        self.download_button.setEnabled(False)
        self._share = 0.0
        self._tell_share()
        self._looking.start()
        self._bridge.run(lambda: self._work().install_model(self._note), self._fetched)

    def _note(self, share: float) -> None:
        """On the thread of the download."""
        self._share = share

    def _tell_share(self) -> None:
        share = percent(int(self._share * 100) / 100)
        self.download.say(translate("settings", "Downloading… {share}").format(share=share))

    def _fetched(self, outcome: Outcome[None]) -> None:
        self._looking.stop()
        self.download_button.setEnabled(True)
        if isinstance(outcome, Failed):
            self.download.say(words_of(outcome.failure).line, "bad")
            return
        self.download.say("")
        self.come()
