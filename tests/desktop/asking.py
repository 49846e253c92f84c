"""A searcher for the popup's tests: keeps every question, answers at once unless told to hold."""

from __future__ import annotations

from PySide6.QtCore import QTimer

from tests.desktop import samples
from trayrecall.ui.outcome import Deliver, Done, Outcome
from trayrecall.ui.popup_filters import Question
from trayrecall.ui.rows import Found, Preview, Row


class Asking:
    """One question that the popup asked, answered by hand or at once."""

    def __init__(self, question: Question, deliver: Deliver[Found]) -> None:
        self.question, self._deliver, self.cancelled = question, deliver, False

    @property
    def text(self) -> str:
        return self.question.words

    def cancel(self) -> None:
        self.cancelled = True

    def answer(self, outcome: Outcome[Found] | None = None) -> None:
        if not self.cancelled:
            self._deliver(outcome or Done(samples.asked(self.question)))


class Reading:
    """A preview under way."""

    def __init__(self) -> None:
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True


class FakeSearcher:
    """Implements `ui.search.Searcher` over the sample notes."""

    def __init__(self) -> None:
        self.questions: list[Asking] = []
        self.remembered: list[str] = []
        self.forgotten: list[str | None] = []
        self.holds = False
        self.degraded: str | None = None

    def search(self, question: Question, deliver: Deliver[Found]) -> Asking:
        asking = Asking(question, deliver)
        self.questions.append(asking)
        if not self.holds:
            found = samples.asked(question, degraded=self.degraded)
            QTimer.singleShot(0, lambda: asking.answer(Done(found)))
        return asking

    def preview(self, row: Row, words: str, deliver: Deliver[Preview]) -> Reading:
        reading = Reading()
        preview = samples.read(row, words)
        QTimer.singleShot(0, lambda: None if reading.cancelled else deliver(Done(preview)))
        return reading

    def remember(self, words: str) -> None:
        self.remembered.append(words)

    def forget(self, words: str | None, deliver: Deliver[None]) -> Reading:
        self.forgotten.append(words)
        deliver(Done(None))
        return Reading()

    @property
    def asked(self) -> list[Asking]:
        """The questions with words."""
        return [asking for asking in self.questions if asking.text]
