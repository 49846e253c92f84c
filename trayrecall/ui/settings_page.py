"""What the pages of the settings window have in common: heading, panels of rows, a notice, and work behind the bridge."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from trayrecall.ui.bridge import Bridge
from trayrecall.ui.notice import Notice
from trayrecall.ui.outcome import Outcome, Ticket
from trayrecall.ui.popup_parts import announce, plain_label, set_tone
from trayrecall.ui.scroll import Scroll
from trayrecall.ui.style import SMALL_SCALE, scaled
from trayrecall.ui.window import heading, intro

T = TypeVar("T")
SIDE = 24
GAP = 10
_SETTLE_MS = 40  # until what was shown just now is laid out


class Page(QWidget):
    """A page. `come` is called whenever it is looked at anew, `unsaved` before it is left, `leave` when it is."""

    changed = Signal()  # something was kept

    def __init__(self, bridge: Bridge) -> None:
        super().__init__()
        self._bridge = bridge
        self._ticket: Ticket | None = None
        self.notice = Notice()

    def come(self) -> None:
        """It is looked at: read everything anew."""

    def follow(self) -> None:
        """The engine's state has changed while it is looked at."""

    def unsaved(self) -> bool:
        """Whether something typed would be lost by leaving; what can be kept without asking is kept now."""
        return False

    @property
    def is_within(self) -> bool:
        """Whether a form of the page is open, which Escape leaves before the window."""
        return False

    def back(self) -> None:
        """Leave that form; what was typed is given up."""

    def leave(self) -> None:
        """It is left, in whatever way: nobody waits for work under way, typed secrets are forgotten."""
        self.forget()

    def begin(self, work: Callable[[], T], deliver: Callable[[Outcome[T]], None]) -> None:
        """One piece of work at a time; what is begun replaces what was wanted before."""
        self.forget()

        def ended(outcome: Outcome[T]) -> None:
            self._ticket = None
            deliver(outcome)

        self._ticket = self._bridge.run(work, ended)

    def forget(self) -> None:
        """Nobody wants the outcome of the work under way any more."""
        if self._ticket is not None:
            self._ticket.cancel()
            self._ticket = None


class ScrolledPage(Page):
    """A page of panels, one below the other, that scrolls when the window is small."""

    def __init__(self, bridge: Bridge, title: str, about: str) -> None:
        super().__init__(bridge)
        content = QWidget()
        self.column = QVBoxLayout(content)
        self.column.setContentsMargins(SIDE, 22, SIDE, 22)
        self.column.setSpacing(GAP)
        self.column.addWidget(heading(title))
        self.column.addWidget(intro(about))
        self.column.addWidget(self.notice)
        self._scroll = Scroll(content)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._scroll)
        self.notice.said.connect(lambda: self.show_part(self.notice))

    def panel(self) -> QVBoxLayout:
        """A new framed group below the others."""
        made = Panel()
        self.column.addWidget(made)
        return made.column

    def show_part(self, part: QWidget) -> None:
        """Scroll until the part is seen, once it has its place."""
        QTimer.singleShot(_SETTLE_MS, part, lambda: self._scroll.ensureWidgetVisible(part))

    def end(self) -> None:
        """All panels are there: what is left of the height stays empty."""
        self.column.addStretch(1)


class Panel(QFrame):
    """A framed group of rows; `column` takes them."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("panel")
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 2, 0, 2)
        self.column.setSpacing(0)


class LabelledRow(QFrame):
    """A row of a panel: label, help and hint at the left; what is edited or pressed at the right, or below."""

    def __init__(self, label: str, about: str, *, first: bool = False) -> None:
        super().__init__()
        self.setObjectName("row")
        self.setProperty("first", "true" if first else "false")
        self.label = plain_label("rowLabel", label)
        self.help = plain_label("note", about, wraps=True)
        self.help.setFont(scaled(self.font(), SMALL_SCALE))
        self.help.setVisible(bool(about))
        self.hint = plain_label("hintLine", wraps=True)
        self.hint.setFont(scaled(self.font(), SMALL_SCALE))
        self.hint.hide()
        texts = QVBoxLayout()
        texts.setSpacing(3)
        for part in (self.label, self.help, self.hint):
            texts.addWidget(part)
        self._beside = QHBoxLayout()
        self._beside.setSpacing(16)
        self._beside.addLayout(texts, 1)
        self._whole = QVBoxLayout(self)
        self._whole.setContentsMargins(16, 11, 16, 12)
        self._whole.setSpacing(8)
        self._whole.addLayout(self._beside)

    def put_beside(self, *widgets: QWidget) -> None:
        """At the right of the texts."""
        group = QHBoxLayout()
        group.setSpacing(8)
        for widget in widgets:
            group.addWidget(widget, 0, Qt.AlignmentFlag.AlignVCenter)
        self._beside.addLayout(group)

    def put_below(self, widget: QWidget) -> None:
        """Below the texts, as wide as the row."""
        widget.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._whole.addWidget(widget)

    def say(self, text: str, tone: str = "plain") -> None:
        """A line below the help; none for an empty text."""
        is_news = text != self.hint.text()
        self.hint.setText(text)
        set_tone(self.hint, tone)
        self.hint.setVisible(bool(text))
        if is_news:
            announce(self.hint, text)
