"""The log of decisions: prompts are answered at once, and what was decided is written when the index thread has time."""

from __future__ import annotations

import logging
import threading
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import TypeAlias

from trayrecall.core.errors import StoreError
from trayrecall.core.lean import hook_context
from trayrecall.core.model import Answer, Considered, Decision, InstanceId, NoteId
from trayrecall.core.ranking import CosineScale, Ranked, Weights, least_strength, strength
from trayrecall.core.tokens import estimate_tokens
from trayrecall.core.totals import Totals, counts_of
from trayrecall.store import decisions as kept
from trayrecall.store.index import Index

log = logging.getLogger(__name__)

LONGEST_PROMPT = 2000  # code points kept of a prompt
WAITING = 500  # decisions kept in memory while the index thread is at work
CONSIDERED = 8  # candidates of a prompt that are kept


@dataclass(slots=True)
class Looked:
    """What the gate looked at for one prompt; filled in while it is answered, so that a failure leaves what was there."""

    considered: tuple[Considered, ...] = ()
    threshold: float | None = None

    def at(
        self, candidates: Sequence[Ranked], weights: Weights, scale: CosineScale, threshold: float | None
    ) -> None:
        """The best of these are what was looked at; without any vector there is no strength to compare."""
        by_meaning = any(item.signals.standout is not None for item in candidates)
        self.threshold = least_strength(scale, threshold) if by_meaning else None
        self.considered = tuple(_considered(item, weights, scale) for item in candidates[:CONSIDERED])


def _considered(item: Ranked, weights: Weights, scale: CosineScale) -> Considered:
    row, signals = item.row, item.signals
    return Considered(
        instance=row.instance,
        note_id=row.note_id,
        sent=False,
        cosine=signals.cosine,
        standout=signals.standout,
        coverage=signals.coverage,
        relevance=signals.relevance,
        strength=None if signals.standout is None else strength(signals, weights, scale),
    )


_Made: TypeAlias = tuple[Decision, str]  # and the context that was sent, or nothing


class Decisions:
    """Thread-safe. `keep` is for how long a decision is kept; with none only the counts of each day are.

    `post` lets the index thread do something; `clock` dates the decisions.
    """

    def __init__(
        self,
        index: Index,
        post: Callable[[Callable[[], None]], None],
        clock: Callable[[], datetime],
        keep: timedelta,
    ) -> None:
        self._index, self._post, self._clock, self.keeps = index, post, clock, keep
        self._waiting: deque[_Made] = deque(maxlen=WAITING)
        self._cleared: deque[_Made] = deque(maxlen=WAITING)  # they are counted and not kept
        self._forgets = False
        self._lock = threading.Lock()
        self._is_posted = False
        self._fails = False  # what was to be written last could not be

    def decided(
        self,
        answer: Answer,
        looked: Looked,
        link_bases: Mapping[InstanceId, str],
        *,
        session: str | None,
        event: str,
        cwd: str | None,
    ) -> None:
        """Note what was decided about the prompt of this answer; returns at once."""
        sent: set[tuple[InstanceId, NoteId]] = {(hit.instance, hit.note_id) for hit in answer.hits}
        made = (
            Decision(
                at=self._clock().astimezone(UTC).isoformat(),
                session=session,
                event=event,
                cwd=cwd,
                prompt=answer.query[:LONGEST_PROMPT],
                reason=answer.reason,
                detail=answer.detail,
                degraded=answer.degraded,
                milliseconds=answer.milliseconds,
                notes=tuple(replace(n, sent=(n.instance, n.note_id) in sent) for n in looked.considered),
                threshold=looked.threshold,
            ),
            hook_context(answer.hits, link_bases),
        )
        with self._lock:
            self._waiting.append(made)
        self._let_write()

    def clear(self) -> None:
        """Forget all decisions, those on their way too; the counts stay. Returns at once."""
        with self._lock:
            self._cleared += self._waiting
            self._waiting.clear()
            self._forgets = True
        self._let_write()

    def keep_for(self, keep: timedelta) -> None:
        """Keep decisions so long from now on; what is older, or all of them, is forgotten. Returns at once."""
        self.keeps = keep
        self._let_write()

    def _let_write(self) -> None:
        with self._lock:
            posted, self._is_posted = self._is_posted, True
        if not posted:
            self._post(self._write)

    def _write(self) -> None:
        with self._lock:
            waiting, gone = list(self._waiting), list(self._cleared)
            self._waiting.clear()
            self._cleared.clear()
            forgets, self._forgets, self._is_posted = self._forgets, False, False
        try:
            self._put(waiting, gone, forgets=forgets)
        except StoreError as failure:
            self._take_back(waiting, gone, forgets=forgets)
            if not self._fails:  # logged once, not at every prompt
                log.warning("what was decided about prompts can't be written: %s", failure)
            self._fails = True
        else:
            self._fails = False

    def _put(self, waiting: Sequence[_Made], gone: Sequence[_Made], *, forgets: bool) -> None:
        batch, cleared = _with_tokens(waiting), _with_tokens(gone)
        keeps = self.keeps > timedelta()
        oldest = (self._clock() - self.keeps).astimezone(UTC).isoformat() if keeps and not forgets else None
        self._index.put_decisions(batch if keeps else [], oldest, _counted([*cleared, *batch]))
        if forgets:
            self._index.database.checkpoint()  # also out of the log

    def _take_back(self, waiting: Sequence[_Made], gone: Sequence[_Made], *, forgets: bool) -> None:
        """What could not be written, until it is tried again."""
        with self._lock:
            later, self._waiting = [*self._waiting], deque(maxlen=WAITING)
            self._cleared.extend([*gone, *waiting] if self._forgets else gone)
            self._waiting.extend(later if self._forgets else [*waiting, *later])
            self._forgets |= forgets

    def repeat(self) -> None:
        """Write what could not be written before; returns at once."""
        if self._forgets or self._waiting or self._cleared:
            self._let_write()

    def totals(self, days: int) -> list[Totals]:
        """The totals of the last so many days, today included, oldest first; days without any prompt are empty."""
        today = self._clock().astimezone().date()
        first = today - timedelta(days=days - 1)
        with self._index.database.read() as connection:
            found = {totals.day: totals for totals in kept.totals(connection, first.isoformat())}
        wanted = [(first + timedelta(days=n)).isoformat() for n in range(days)]
        return [found.get(day, Totals(day)) for day in wanted]


def _with_tokens(batch: Sequence[_Made]) -> list[Decision]:
    """Counted here, because a prompt doesn't wait for it."""
    return [replace(decision, tokens=estimate_tokens(context)) for decision, context in batch]


def _counted(batch: Sequence[Decision]) -> Mapping[str, Counter[str]]:
    """What these add to the counts of each day."""
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for decision in batch:
        counts[_day(decision.at)].update(counts_of(decision))
    return counts


def _day(moment: str) -> str:
    """The person's own date of a moment in UTC."""
    return datetime.fromisoformat(moment).astimezone().date().isoformat()
