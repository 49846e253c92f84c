"""When the popup asks, shows, waits and opens: a state machine without widgets, threads or a clock.

Every method takes the present time in seconds and returns what is to be done now; `due` says when `elapsed` wants to be
called next. Typing never waits: the first letter is asked at once, further ones at most every 50 ms, and an answer to
an older text is never shown. Whole answers change the view at most every 50 ms, and "searching" is said only after
300 ms, so that a quick answer doesn't flicker (the figures are Ulauncher's).

A question is answered twice: by its words alone at once, then as a whole. The whole answer must not jump under the
cursor: once the person has chosen among the rows, they all stay where they are; once the first row has been seen long
enough to be meant, it stays the first one.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeAlias

from trayrecall.core.errors import TrayRecallError
from trayrecall.core.model import Filters
from trayrecall.ui.outcome import Failed, Outcome
from trayrecall.ui.popup_filters import Question
from trayrecall.ui.rows import Found, Heading, Row, first_choice, merged

ASK_PAUSE = 0.05
COALESCE = 0.05
LOADING_AFTER = 0.3
REACTION = 0.25  # seconds in which nobody has read a row and meant it
_LONG_AGO = float("-inf")


class Kind(StrEnum):
    """What the popup's body shows."""

    EMPTY = "empty"  # nothing typed: the latest notes, own searches
    FOUND = "found"
    NOTHING = "nothing"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class View:
    """One picture of the popup. While `loading`, the rest is still that of an older question."""

    kind: Kind = Kind.EMPTY
    question: Question = field(default_factory=Question)
    found: Found | None = None
    failure: TrayRecallError | None = None
    loading: bool = False
    chosen: int = -1  # the entry that is chosen now; -1 when there is none


@dataclass(frozen=True, slots=True)
class Ask:
    """Begin to search; the answers come back with this number."""

    number: int
    question: Question


@dataclass(frozen=True, slots=True)
class Cancel:
    """The answer to the question under way is not wanted any more."""


@dataclass(frozen=True, slots=True)
class Show:
    """Draw this."""

    view: View


@dataclass(frozen=True, slots=True)
class Open:
    """Open this entry of the view that is shown."""

    entry: int


Effect: TypeAlias = Ask | Cancel | Show | Open
Effects: TypeAlias = list[Effect]


class QueryMachine:
    """The popup's memory: the question, the one answer under way, and what is shown."""

    def __init__(self) -> None:
        self.view = View()
        self._question = Question()
        self._number = 0
        self._in_flight = False
        self._asked_at = _LONG_AGO
        self._shown_at = _LONG_AGO
        self._seen_at = _LONG_AGO  # when the rows of this question were first shown
        self._latest: dict[Filters, Found] = {}  # notes, by the filters that they were last asked for with
        self._weeds = False  # rows that the answer under way doesn't have go
        self._moved = False  # the person has chosen among the rows of this question
        self._pending_since = 0.0
        self._ask_at: float | None = None
        self._ready: Outcome[Found] | None = None
        self._opens_when_settled = False

    @property
    def pending(self) -> bool:
        """Whether the whole answer to what is typed is still to come."""
        return self._in_flight or self._ask_at is not None or self._ready is not None

    @property
    def due(self) -> float | None:
        """When `elapsed` has something to do."""
        times = [self._ask_at] if self._ask_at is not None else []
        if self._ready is not None:
            times.append(self._shown_at + COALESCE)
        elif self._is_awaited and not self.view.loading:
            times.append(self._pending_since + LOADING_AFTER)
        return min(times, default=None)

    @property
    def _is_awaited(self) -> bool:
        """Whether the person waits; nobody waits for the latest notes."""
        return self.pending and bool(self._question.words)

    # ---- what happens

    def typed(self, question: Question, now: float) -> Effects:
        """The words or the filters changed."""
        if question == self._question:
            return []
        effects = self._drop()
        self._question, self._moved, self._weeds, self._seen_at = question, False, False, _LONG_AGO
        if not question.words:
            latest = self._latest.get(question.filters, Found())
            effects += self._show(_view_of(question, latest), now)
        return effects + self._want(now)

    def again(self, now: float) -> Effects:
        """Ask the same once more: the popup was opened anew and the notes may have changed."""
        self._moved, self._seen_at = False, now
        return self._drop() + self._want(now)

    def weed(self, now: float) -> Effects:
        """Notes have left the index: ask the same once more, and rows that it doesn't find any more go; others stay."""
        self._latest = {}
        self._weeds = True
        return self._drop() + self._want(now)

    def clear(self) -> Effects:
        """The same, while nobody looks: nothing is shown until the question is asked again."""
        self._latest, self._weeds = {}, False
        self.view = View()
        return [Show(self.view)]

    def moved(self, entry: int) -> None:
        """The person has chosen this entry of what is shown."""
        self._moved = self.view.question == self._question  # among rows of an older text nothing was chosen
        self.view = replace(self.view, chosen=entry)

    def answered(self, number: int, outcome: Outcome[Found], now: float) -> Effects:
        """An answer to a question came: the quick one, or the whole one."""
        if not self._in_flight or number != self._number:
            return []
        if not isinstance(outcome, Failed) and outcome.value.is_quick:
            shows = outcome.value.entries and not self._opens_when_settled and not self._weeds
            return self._take(outcome, now) if shows else []
        self._in_flight = False
        self._ready = outcome
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
        if self._is_awaited and not self.view.loading and now >= self._pending_since + LOADING_AFTER:
            effects += self._show(replace(self.view, loading=True), now)
        return effects

    def enter(self, entry: int, now: float) -> Effects:
        """Open the entry; when nothing of the newest question is shown yet, its first one as soon as it is there."""
        if self.pending and self.view.question != self._question:
            self._opens_when_settled = True
            return self._settle(now) if self._ready is not None else []
        entries = self.view.found.entries if self.view.found else ()
        can_open = 0 <= entry < len(entries) and not isinstance(entries[entry], Heading)
        return [Open(entry)] if can_open else []

    def closed(self) -> Effects:
        """The popup was closed: whatever is under way is not wanted any more."""
        return self._drop() + (self.clear() if self._weeds else [])

    # ---- how

    def _want(self, now: float) -> Effects:
        self._pending_since = now
        self._ask_at = max(now, self._asked_at + ASK_PAUSE)
        return self._ask(now) if self._ask_at <= now else []

    def _ask(self, now: float) -> Effects:
        self._number += 1
        self._in_flight, self._asked_at, self._ask_at = True, now, None
        return [Ask(self._number, self._question)]

    def _drop(self) -> Effects:
        """Forget the question under way and what was to follow from it."""
        effects: Effects = [Cancel()] if self._in_flight else []
        self._in_flight, self._ask_at, self._ready, self._opens_when_settled = False, None, None, False
        return effects

    def _settle(self, now: float) -> Effects:
        assert self._ready is not None
        outcome, opens = self._ready, self._opens_when_settled
        self._ready, self._opens_when_settled = None, False
        effects = self._take(outcome, now)
        return [*effects, *([Open(self.view.chosen)] if opens and self.view.kind is Kind.FOUND else [])]

    def _take(self, outcome: Outcome[Found], now: float) -> Effects:
        """Show the answer, with what is shown of the same question kept in its places as far as need be."""
        weeds, self._weeds = self._weeds, False
        if isinstance(outcome, Failed):
            if not self._question.words:
                return self.clear() if weeds else []
            return self._show(View(Kind.FAILED, self._question, failure=outcome.failure), now)
        found = outcome.value
        if not self._question.words:
            self._latest = {self._question.filters: found}
        if weeds and self.view.found is not None and self.view.question == self._question:
            return self._show(_weeded(self.view, self.view.found, found), now)
        keep = self._kept(now)
        if not keep or self.view.found is None:
            return self._show(_view_of(self._question, found), now)
        if not self._question.words:  # they are shown when it opens next
            return []
        whole = merged(self.view.found, found, keep)
        return self._show(replace(_view_of(self._question, whole), chosen=self.view.chosen), now)

    def _kept(self, now: float) -> int:
        """How many entries of what is shown keep their places."""
        if self.view.question != self._question or self.view.found is None:
            return 0
        if self._moved:
            return len(self.view.found.entries)
        return 1 if self.view.kind is Kind.FOUND and now - self._seen_at >= REACTION else 0

    def _show(self, view: View, now: float) -> Effects:
        if view.found is not self.view.found and self._seen_at == _LONG_AGO and view.kind is Kind.FOUND:
            self._seen_at = now
        self.view, self._shown_at = view, now
        return [Show(view)]


def _weeded(view: View, shown: Found, found: Found) -> View:
    """What is shown without the rows that the answer lacks; the choice stays, or goes to the next entry."""
    there = {row.id for row in found.rows}
    stays = [not isinstance(entry, Row) or entry.id in there for entry in shown.entries]
    kept = tuple(entry for entry, stay in zip(shown.entries, stays, strict=True) if stay)
    whole = merged(replace(shown, entries=kept), found, len(kept)) if view.question.words else found
    weeded = _view_of(view.question, whole)
    chosen = min(sum(stays[: max(view.chosen, 0)]), len(whole.entries) - 1)
    can_choose = chosen >= 0 and not isinstance(whole.entries[chosen], Heading)
    return replace(weeded, chosen=chosen) if can_choose else weeded


def _view_of(question: Question, found: Found) -> View:
    kind = Kind.FOUND if found.entries else Kind.NOTHING
    return View(kind if question.words else Kind.EMPTY, question, found, chosen=first_choice(found.entries))
