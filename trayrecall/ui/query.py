"""When the popup asks, shows, waits and opens: a state machine without widgets, threads or a clock.

Every method takes the present time in seconds and returns what is to be done now; `due` says when `elapsed` wants to be
called next. Typing never waits: the first letter is asked at once, further ones at most every 50 ms, and an answer to
an older text is never shown. Views change at most every 50 ms, and "searching" is said only after 300 ms, so that a
quick answer doesn't flicker (the figures are Ulauncher's).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias

from trayrecall.core.errors import TrayRecallError
from trayrecall.ui.outcome import Failed, Outcome
from trayrecall.ui.rows import Found

ASK_PAUSE = 0.05
COALESCE = 0.05
LOADING_AFTER = 0.3
_LONG_AGO = float("-inf")


class Kind(StrEnum):
    """What the popup's body shows."""

    EMPTY = "empty"  # nothing typed
    FOUND = "found"
    NOTHING = "nothing"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class View:
    """One picture of the popup. While `loading`, the rest is still that of an older text."""

    kind: Kind = Kind.EMPTY
    query: str = ""
    found: Found | None = None
    failure: TrayRecallError | None = None
    loading: bool = False


@dataclass(frozen=True, slots=True)
class Ask:
    """Begin to search; the answer comes back with this number."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Cancel:
    """The answer to this question is not wanted any more."""

    number: int


@dataclass(frozen=True, slots=True)
class Show:
    """Draw this."""

    view: View


@dataclass(frozen=True, slots=True)
class Open:
    """Open this row of the view that is shown."""

    row: int


Effect: TypeAlias = Ask | Cancel | Show | Open
Effects: TypeAlias = list[Effect]


class QueryMachine:
    """The popup's memory: the text, the one question under way, and what is shown."""

    def __init__(self) -> None:
        self.view = View()
        self._text = ""
        self._number = 0
        self._in_flight = False
        self._asked_at = _LONG_AGO
        self._shown_at = _LONG_AGO
        self._pending_since = 0.0
        self._ask_at: float | None = None
        self._ready: View | None = None
        self._opens_when_settled = False

    @property
    def pending(self) -> bool:
        """Whether what is shown is older than what is typed."""
        return self._in_flight or self._ask_at is not None or self._ready is not None

    @property
    def due(self) -> float | None:
        """When `elapsed` has something to do."""
        times = [self._ask_at] if self._ask_at is not None else []
        if self._ready is not None:
            times.append(self._shown_at + COALESCE)
        elif self.pending and not self.view.loading:
            times.append(self._pending_since + LOADING_AFTER)
        return min(times, default=None)

    # ---- what happens

    def typed(self, text: str, now: float) -> Effects:
        """The text of the field changed."""
        text = text.strip()
        if text == self._text:
            return []
        effects = self._drop()
        self._text = text
        if not text:
            return [*effects, *self._show(View(), now)]
        return effects + self._want(now)

    def again(self, now: float) -> Effects:
        """Ask the same text once more: the popup was opened anew and the notes may have changed."""
        return self._drop() + self._want(now) if self._text else []

    def answered(self, number: int, outcome: Outcome[Found], now: float) -> Effects:
        """The answer to a question came."""
        if not self._in_flight or number != self._number:
            return []
        self._in_flight = False
        self._ready = _view_of(self._text, outcome)
        if self._opens_when_settled or now >= self._shown_at + COALESCE:
            return self._settle(now)
        return []

    def elapsed(self, now: float) -> Effects:
        """Time went by."""
        effects: Effects = []
        if self._ask_at is not None and now >= self._ask_at:
            effects += self._ask(now)
        if self._ready is not None and now >= self._shown_at + COALESCE:
            effects += self._settle(now)
        if self.pending and not self.view.loading and now >= self._pending_since + LOADING_AFTER:
            effects += self._show(replace(self.view, loading=True), now)
        return effects

    def enter(self, row: int, now: float) -> Effects:
        """Open the row; when a newer answer is still to come, its first row as soon as it is there."""
        if self.pending:
            self._opens_when_settled = True
            return self._settle(now) if self._ready is not None else []
        rows = self.view.found.rows if self.view.found else ()
        return [Open(row)] if 0 <= row < len(rows) else []

    def closed(self) -> Effects:
        """The popup was closed: whatever is under way is not wanted any more."""
        return self._drop()

    # ---- how

    def _want(self, now: float) -> Effects:
        self._pending_since = now
        self._ask_at = max(now, self._asked_at + ASK_PAUSE)
        return self._ask(now) if self._ask_at <= now else []

    def _ask(self, now: float) -> Effects:
        self._number += 1
        self._in_flight, self._asked_at, self._ask_at = True, now, None
        return [Ask(self._number, self._text)]

    def _drop(self) -> Effects:
        """Forget the question under way and what was to follow from it."""
        effects: Effects = [Cancel(self._number)] if self._in_flight else []
        self._in_flight, self._ask_at, self._ready, self._opens_when_settled = False, None, None, False
        return effects

    def _settle(self, now: float) -> Effects:
        assert self._ready is not None
        view, opens = self._ready, self._opens_when_settled
        self._ready, self._opens_when_settled = None, False
        return [*self._show(view, now), *([Open(0)] if opens and view.kind is Kind.FOUND else [])]

    def _show(self, view: View, now: float) -> Effects:
        self.view, self._shown_at = view, now
        return [Show(view)]


def _view_of(text: str, outcome: Outcome[Found]) -> View:
    if isinstance(outcome, Failed):
        return View(Kind.FAILED, text, failure=outcome.failure)
    return View(Kind.FOUND if outcome.value.rows else Kind.NOTHING, text, outcome.value)
