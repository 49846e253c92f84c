"""The second step of the first start's window: how far the index is, and how long it will take."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from trayrecall.core.errors import TrayRecallError
from trayrecall.core.model import Instance, Status
from trayrecall.ui.first_run_steps import TITLE_SCALE
from trayrecall.ui.notice import Notice
from trayrecall.ui.pace import Pace, left_words
from trayrecall.ui.popup_parts import plain_label, push_button
from trayrecall.ui.settings_actions import Offer, trouble_of
from trayrecall.ui.settings_page import Panel
from trayrecall.ui.state import degraded_text
from trayrecall.ui.style import SMALL_SCALE, scaled
from trayrecall.ui.window import heading, intro
from trayrecall.ui.words import number, plural, translate

_FULL = 1000  # steps of a progress bar


class BuildingStep(QWidget):
    """How far the index is. Reading notes and learning their meaning are two pieces of work, each with its bar."""

    search_wanted = Signal()
    change_wanted = Signal(object)  # the failure of the server that was added here, or None

    def __init__(self, added: Callable[[], Instance | None]) -> None:
        """`added` is the server that was added in this window, where it can be changed too."""
        super().__init__()
        self._added = added
        self._failure: TrayRecallError | None = None
        self.reading = _Work(translate("first run", "Reading your notes"))
        self.learning = _Work(translate("first run", "Learning what they mean"))
        self.trouble = Notice()
        self.trouble.taken.connect(lambda _offer: self.change_wanted.emit(self._failure))
        self.search_button = push_button(translate("first run", "Search now"))
        self.search_button.clicked.connect(self.search_wanted)
        panel = Panel()
        for part in (self.reading, self.learning):
            panel.column.addWidget(part)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        self.title = heading(translate("first run", "The index is being built"), scale=TITLE_SCALE)
        column.addWidget(self.title)
        self.about = intro(_about(is_ready=False))
        column.addWidget(self.about)
        column.addWidget(panel)
        column.addWidget(self.trouble)
        column.addWidget(self.search_button, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)

    def take(self, status: Status, now: float) -> None:
        """Show the engine's state; `now` in seconds."""
        enabled = [instance for instance in status.instances if instance.enabled]
        fetching = [instance.progress for instance in enabled if instance.progress is not None]
        is_read = bool(enabled) and all(i.state in {"up_to_date", "syncing"} for i in enabled)
        notes = plural(status.notes, translate("first run", "{n} note"), translate("first run", "{n} notes"))
        self.reading.show_progress(1.0 if is_read else min(fetching, default=0.0), now, notes)
        learned = status.passages - status.pending
        share = learned / status.passages if status.passages else 0.0
        passages = ""
        if status.passages:
            passages = translate("first run", "{done} of {all} passages").format(
                done=number(learned), all=number(status.passages)
            )
        without = status.degraded in {"no_model", "embedder_failed"}
        if status.degraded == "embedder_failed":
            passages = degraded_text(status.degraded)
        elif without:
            passages = translate(
                "first run",
                "No embedding model is installed: notes are found by words alone. The settings can download it.",
            )
        self.learning.show_progress(share, now, passages, is_known=is_read and not without)
        self.search_button.setEnabled(status.notes > 0)
        is_ready = is_read and (without or share >= 1.0)
        is_stuck = self._tell_trouble(status) and not status.notes
        self.title.setText(_title(is_ready=is_ready, is_stuck=is_stuck))
        self.about.setText(_about(is_ready=is_ready))
        self.about.setVisible(not is_stuck)

    def _tell_trouble(self, status: Status) -> bool:
        """Whether a server is in trouble, which is said then."""
        enabled = (instance for instance in status.instances if instance.enabled)
        found = next(((i, words) for i in enabled if (words := trouble_of(i))), None)
        if found is None:
            self.trouble.clear()
            return False
        instance, words = found
        self._failure = instance.failure
        added = self._added()
        is_added = added is not None and instance.id == added.id
        words = replace(words, offer=Offer.CHANGE if is_added else Offer.NOTHING)
        if self.trouble.words != words:
            self.trouble.say(words)
        return True


def _title(*, is_ready: bool, is_stuck: bool) -> str:
    if is_stuck:
        return translate("first run", "Your notes can’t be read yet")
    if is_ready:
        return translate("first run", "The index is ready")
    return translate("first run", "The index is being built")


def _about(*, is_ready: bool) -> str:
    if is_ready:
        return translate("first run", "From now on it follows what changes in Trilium within a minute.")
    return translate(
        "first run",
        "It goes on by itself, also when you close this window. Notes are found by their words as soon as they"
        " are read, and by their meaning a little later.",
    )


class _Work(QFrame):
    """One piece of work: name, bar, what is done and how long it will take."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self._pace = Pace()
        self.title = plain_label("rowLabel", title)
        self.bar = QProgressBar()
        self.bar.setRange(0, _FULL)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(title)
        self.text = plain_label("note", wraps=True)
        self.left = plain_label("note")
        for label in (self.text, self.left):
            label.setFont(scaled(label.font(), SMALL_SCALE))
        below = QHBoxLayout()
        below.addWidget(self.text, 1)
        below.addWidget(self.left)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(7)
        column.addWidget(self.title)
        column.addWidget(self.bar)
        column.addLayout(below)

    def show_progress(self, share: float, now: float, text: str, *, is_known: bool = True) -> None:
        """Show that share, 0..1; `is_known` tells whether its pace says anything yet."""
        self.bar.setValue(round(share * _FULL))
        self.text.setText(text)
        if is_known:
            self._pace.note(now, share)
        if share >= 1.0 and is_known:
            self.left.setText(translate("first run", "done"))
        else:
            self.left.setText(left_words(self._pace.left()) if is_known else "")
