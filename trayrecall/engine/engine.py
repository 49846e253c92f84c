"""The one thread-safe object that all surfaces hold: it answers queries from the index.

Keeping the index up to date is the work of `engine.worker`; a timer only calls `tick`, which returns at once.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import wraps
from typing import Concatenate, ParamSpec

from trayrecall.core.documents import NoteDocument, NoteRow
from trayrecall.core.lean import HOOK_PASSAGES, score_of
from trayrecall.core.model import (
    Answer,
    Decision,
    Filters,
    Fingerprint,
    Hit,
    Instance,
    InstanceId,
    Link,
    NoteId,
    Skip,
    Status,
)
from trayrecall.core.pausing import EVERYTHING, Pause, project
from trayrecall.core.ports import NoteSource
from trayrecall.core.query import parse_prompt, parse_question, parse_search
from trayrecall.core.ranking import Weights, gated, listed
from trayrecall.core.totals import Totals
from trayrecall.engine.api import ALL_NOTES
from trayrecall.engine.courtesy import Courtesy
from trayrecall.engine.decisions import Decisions, Looked
from trayrecall.engine.inspector import Inspector
from trayrecall.engine.model import Model
from trayrecall.engine.pauses import Pauses
from trayrecall.engine.preferences import AS_USUAL, Preferences
from trayrecall.engine.recall import Manner, Recall
from trayrecall.engine.rows import row_of
from trayrecall.engine.sessions import Sessions
from trayrecall.engine.worker import IndexWorker
from trayrecall.store import decisions, reading
from trayrecall.store.index import Index

PROMPT_SECONDS = 1.2  # server deadline < client limit 1.5 s < hook timeout 3 s
RECENT_FOLDERS = 6  # as many as the tray's menu offers
_NO_INSTANCE = InstanceId("")
_P = ParamSpec("_P")


def _courteous(ask: Callable[Concatenate[Engine, _P], Answer]) -> Callable[Concatenate[Engine, _P], Answer]:
    """The question, while background work steps aside."""

    @wraps(ask)
    def asked(engine: Engine, /, *args: _P.args, **kwargs: _P.kwargs) -> Answer:
        with engine.courtesy:
            return ask(engine, *args, **kwargs)

    return asked


class Engine:
    """Implements `engine.api.RecallEngine`. `start` begins the background work, `close` ends it."""

    def __init__(
        self,
        index: Index,
        instances: Sequence[Instance],
        open_source: Callable[[Instance], NoteSource],
        load_model: Callable[[], Model],
        *,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        keep_prompts: timedelta = timedelta(),
        preferences: Preferences = AS_USUAL,
        spared: Collection[InstanceId] | None = (),
    ) -> None:
        """`keep_prompts` is for how long it is kept what was decided about a prompt; by default in numbers alone.

        The notes of instances that are none of these are removed, but for the `spared` ones; none are with None.
        """
        self._index, self._clock = index, clock
        self.preferences = preferences  # replaced by `prefer`
        self.courtesy = Courtesy()  # held while a question is answered
        self._worker = IndexWorker(
            index, instances, open_source, load_model, clock, preferences=preferences, spared=spared
        )
        self._recall = Recall(index.database, self._worker.meaning, self._link_base, Weights())
        self._sessions = Sessions()
        self._decisions = Decisions(index, self._worker.post, clock, keep_prompts)
        self.inspector = Inspector(index, self._worker)
        self._pauses = Pauses(index, self._worker.post, clock)
        self._departures = 0
        index.on_purge, index.give_way = self._notes_left, self.courtesy.give_way

    def start(self) -> None:
        """Begin the background work; queries are answered from what is stored already."""
        self._pauses.load()
        self._worker.start()

    def attach(self) -> None:
        """Make ready to answer on the calling thread, without background work and without writing."""
        self._worker.attach()

    def describe(self, fingerprint: Fingerprint | None) -> None:
        """Make ready to tell how the index stands, with the vectors of this model, or without any, and to answer nothing."""
        self._worker.describe(fingerprint)

    def close(self, seconds: float = 2.0) -> None:
        """End the background work within about `seconds` and close the index; what is committed stays."""
        ended = self._worker.close(seconds)
        self._recall.close()
        if ended:
            self._index.close()

    def tick(self) -> None:
        """A minute has passed: look at the instances that are due. Returns at once."""
        self._decisions.repeat()
        self._worker.tick()

    def wake(self) -> None:
        """The machine slept, or its clock was set: look at all instances now. Returns at once."""
        self._worker.wake()

    def update_instances(self, instances: Sequence[Instance]) -> None:
        """Work with these instances from now on; returns at once."""
        self._worker.update_instances(instances)

    def prefer(self, preferences: Preferences) -> None:
        """Answer and rest in this way from now on; returns at once."""
        self.preferences = preferences
        self._worker.prefer(preferences)

    def forget_session(self, session: str) -> None:
        """A session's context was cleared or compacted: what it was sent may be sent again."""
        self._sessions.forget(session)

    def request_sync(
        self, *, full: bool = False, accept_deletions: bool = False, instance: InstanceId | None = None
    ) -> None:
        """Let a sync of all instances, or of one, begin soon; returns at once."""
        self._worker.request_sync(full=full, accept_deletions=accept_deletions, instance=instance)

    def wait_until_idle(self, seconds: float) -> bool:
        """Wait until nothing is queued, synced, loaded or embedded; False when that takes longer."""
        return self._worker.wait_until_idle(seconds)

    # ---- asking ---------------------------------------------------------------------------------------

    def _today(self) -> date:
        """The person's own date: the clock on this machine's wall."""
        return self._clock().astimezone().date()

    def _filters(self, filters: Filters) -> Filters:
        """The filters, narrowed to enabled instances; a disabled or forgotten one is hidden at once."""
        if not filters.instances and not self._worker.holds_others():
            return filters
        enabled = self._worker.enabled()
        wanted = (filters.instances & enabled) if filters.instances else enabled
        return replace(filters, instances=wanted or frozenset({_NO_INSTANCE}))

    @_courteous
    def search(
        self,
        query: str,
        *,
        limit: int = 10,
        min_score: float | None = None,
        order: str = "relevance",
        filters: Filters = ALL_NOTES,
        deadline: float | None = None,
        typing: bool = False,
        words_only: bool = False,
    ) -> Answer:
        """The notes that fit the query; see `engine.api.RecallEngine.search` and `SearchOptions`."""
        began = time.monotonic()
        parsed = parse_search(query, self._today())
        if isinstance(parsed, Skip):
            return _answer(query, [], "nothing", began, detail=parsed.reason, degraded=self.status().degraded)
        found = self._recall.find(
            parsed,
            self._filters(filters),
            deadline,
            limit=limit,
            alone=order == "score",
            manner=Manner.TYPING if typing else Manner.SEARCH,
            words_only=words_only,
        )
        kept = found.ranked if order == "score" else listed(found.ranked, parsed, found.scale)
        hits = self._recall.hits(kept[: limit if min_score is None else None])
        if min_score is not None:
            hits = _at_least(min_score, hits)
        return _answer(query, hits[:limit], "found" if hits else "nothing", began, degraded=found.degraded)

    @_courteous
    def recall(
        self,
        question: str,
        *,
        limit: int = 5,
        min_score: float | None = None,
        filters: Filters = ALL_NOTES,
        deadline: float | None = None,
    ) -> Answer:
        """What the notes have to say to a question; see `engine.api.RecallEngine.recall`."""
        began = time.monotonic()
        if self._pauses.everything is not None:
            return _answer(question, [], "paused", began)
        parsed = parse_question(question, self._today())
        if isinstance(parsed, Skip):
            return _answer(
                question, [], "nothing", began, detail=parsed.reason, degraded=self.status().degraded
            )
        found = self._recall.find(parsed, self._filters(filters), deadline, limit=limit)
        if min_score is None:
            candidates = self._recall.candidates(found, most=4 * max(limit, HOOK_PASSAGES))
            passed = gated(candidates, parsed, self._recall.weights, found.scale, found.threshold)
            hits = self._recall.hits(passed[:limit])
        else:
            hits = _at_least(min_score, self._recall.hits(found.ranked))[:limit]
        reason = "found" if hits else "gated" if found.ranked else "nothing"
        return _answer(question, hits, reason, began, degraded=found.degraded)

    @_courteous
    def prompt(
        self,
        prompt: str,
        *,
        session: str | None = None,
        event: str = "UserPromptSubmit",
        cwd: str | None = None,
        filters: Filters = ALL_NOTES,
        deadline: float | None = None,
    ) -> Answer:
        """What the notes have to say to a prompt; see `engine.api.RecallEngine.prompt`."""
        looked = Looked()
        answer = Answer(prompt, (), "failed")
        try:
            if (pause := self._pauses.covering(cwd)) is not None:
                answer = Answer(prompt, (), "paused", pause.folder)
            else:
                answer = self._prompted(prompt, session, filters, deadline, looked)
        finally:
            bases = {hit.instance: self._link_base(hit.instance) for hit in answer.hits}
            self._decisions.decided(answer, looked, bases, session=session, event=event, cwd=cwd)
        return answer

    def _prompted(
        self,
        prompt: str,
        session: str | None,
        filters: Filters,
        deadline: float | None,
        looked: Looked,
    ) -> Answer:
        """The answer; `looked` is told what the gate looked at."""
        began = time.monotonic()
        parsed = parse_prompt(prompt, self._today())
        if isinstance(parsed, Skip):
            return _answer(prompt, [], "skipped", began, detail=parsed.reason)
        if deadline is None:
            deadline = began + PROMPT_SECONDS
        found = self._recall.find(parsed, self._filters(filters), deadline, limit=HOOK_PASSAGES)
        candidates = self._recall.candidates(found)
        looked.at(candidates, self._recall.weights, found.scale, found.threshold)
        passed = gated(candidates, parsed, self._recall.weights, found.scale, found.threshold)
        if not passed:
            return _answer(prompt, [], "gated" if found.ranked else "nothing", began, degraded=found.degraded)
        if time.monotonic() > deadline:
            return _answer(prompt, [], "late", began, degraded=found.degraded)
        hits = self._sessions.claim(session, self._recall.hits(passed), self.preferences.prompt_passages)
        return _answer(prompt, hits, "sent" if hits else "repeated", began, degraded=found.degraded)

    def decisions(
        self,
        *,
        limit: int = 100,
        before: int | None = None,
        reasons: Collection[str] = (),
        text: str = "",
    ) -> list[Decision]:
        """What was decided about the last prompts, newest first; `before` is the id of one, to page on.

        Only those with one of the `reasons` (any without) and with `text` in the prompt or its folder.
        """
        with self._index.database.read() as connection:
            return decisions.recent(connection, limit, before, reasons=reasons, text=text)

    def decisions_mark(self) -> tuple[int, int]:
        """A value that is another one whenever a decision came or went."""
        with self._index.database.read() as connection:
            return decisions.mark(connection)

    def totals(self, days: int) -> list[Totals]:
        """What was decided on the last so many days, today included, in numbers; oldest first, without gaps."""
        return self._decisions.totals(days)

    def clear_decisions(self) -> None:
        """Forget what was decided about all prompts, but not the numbers of each day; returns at once."""
        self._decisions.clear()

    @property
    def keeps_prompts(self) -> timedelta:
        """For how long it is kept what was decided about a prompt; none: numbers alone."""
        return self._decisions.keeps

    def keep_prompts(self, keep: timedelta) -> None:
        """Keep what is decided about prompts so long from now on, older ones are forgotten; returns at once."""
        self._decisions.keep_for(keep)

    # ---- pausing --------------------------------------------------------------------------------------

    def pause(self, until: datetime | None = None) -> None:
        """Answer prompts and agents with silence until then, or until `resume`; a person's own searches go on."""
        self._pauses.add(Pause(EVERYTHING, until))

    def pause_project(self, folder: str) -> None:
        """Answer prompts asked in this folder, or below it, with silence until `resume`."""
        self._pauses.add(Pause(project(folder)))

    def resume(self, folder: str | None = None) -> None:
        """End the pause of this project; without one, all pauses."""
        self._pauses.end(None if folder is None else project(folder))

    def recent_folders(self) -> list[str]:
        """Some folders in which prompts were asked last, the latest first."""
        with self._index.database.read() as connection:
            return decisions.recent_folders(connection, RECENT_FOLDERS)

    # ---- notes ----------------------------------------------------------------------------------------

    def notes(self, *, filters: Filters = ALL_NOTES, limit: int = 50, offset: int = 0) -> list[NoteRow]:
        """Indexed notes, last modified first."""
        with self._index.database.read() as connection:
            found = reading.list_notes(connection, self._filters(filters), limit, offset)
            return [
                row_of(facts, reading.section(connection, facts.key, 0), self._link_base(facts.instance))
                for facts in found
            ]

    def note(self, instance: InstanceId, note_id: NoteId) -> NoteDocument | None:
        """The whole note from the index, or None."""
        owner = self._worker.instance(instance)
        if owner is None or not owner.enabled:
            return None
        with self._index.database.read() as connection:
            facts = reading.find_note(connection, instance, note_id)
            if facts is None:
                return None
            sections = reading.sections(connection, facts.key)
        row = row_of(facts, sections[0] if sections else None, owner.link_base)
        links = tuple(Link(*fields) for fields in facts.links)
        return NoteDocument(row, facts.type, facts.mime, facts.labels, links, sections)

    def absence(self, instance: InstanceId, note_id: NoteId) -> str | None:
        """Why a note is not in the index, as a person reads it; None when it is in it or nothing is known of it."""
        owner = self._worker.instance(instance)
        if owner is None or not owner.enabled:
            return None
        with self._index.database.read() as connection:
            reason = reading.why_left_out(connection, instance, note_id)
        return f"it is {reason.told}" if reason else None

    def reindex(self, instance: InstanceId, note_id: NoteId) -> bool:
        """Let one note be split and embedded anew from what is stored; False when it isn't there."""
        if self._index.stored_record(instance, note_id) is None:
            return False
        self._worker.request_reindex(instance, note_id)
        return True

    # ---- what it says of itself -----------------------------------------------------------------------

    def instance(self, instance: InstanceId) -> Instance | None:
        """The instance of that id."""
        return self._worker.instance(instance)

    def status(self) -> Status:
        """The present picture; answers at once."""
        told, pause = self._worker.status(), self._pauses.everything
        told = replace(told, paused_projects=self._pauses.projects, departures=self._departures)
        if pause is None or told.state == "starting":
            return told
        until = pause.until.astimezone(UTC).isoformat() if pause.until else None
        return replace(told, state="paused", paused_until=until)

    def _notes_left(self, instance: InstanceId, note_ids: Sequence[NoteId]) -> None:
        self._sessions.forget_notes(instance, note_ids)
        self._departures += 1

    def _link_base(self, instance: InstanceId) -> str:
        found = self._worker.instance(instance)
        return found.link_base if found else ""


def _at_least(min_score: float, hits: Sequence[Hit]) -> list[Hit]:
    """The hits whose emitted score reaches the floor."""
    return [hit for hit in hits if (score := score_of(hit)) is not None and score >= min_score]


def _answer(
    query: str,
    hits: Sequence[Hit],
    reason: str,
    began: float,
    *,
    detail: str = "",
    degraded: str | None = None,
) -> Answer:
    return Answer(query, tuple(hits), reason, detail, degraded, (time.monotonic() - began) * 1000)
