"""A small engine for the surface's tests: fixed notes, and it remembers what it was asked."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from datetime import datetime
from typing import Any

from trayrecall.core.documents import NoteDocument, NoteRow
from trayrecall.core.model import (
    Answer,
    Area,
    Considered,
    Decision,
    ExcerptFrom,
    Filters,
    Hit,
    Instance,
    InstanceId,
    InstanceStatus,
    Link,
    NoteId,
    Section,
    Signals,
    Status,
)

HOME = Instance(InstanceId("home"), "Home", "http://127.0.0.1:8080", "https://notes.example")
WORK = Instance(InstanceId("work"), "Work", "http://127.0.0.1:8081")
INSTANCES = {HOME.id: HOME, WORK.id: WORK}
MODIFIED = "2026-11-29 18:24:56.383Z"


def row(instance: InstanceId, note_id: str, title: str, area: Area = Area.WIKI) -> NoteRow:
    return NoteRow(
        instance=instance,
        note_id=NoteId(note_id),
        title=title,
        area=area,
        path=("Plant", title),
        path_ids=(NoteId("plant"), NoteId(note_id)),
        utc_modified=MODIFIED,
        as_of="2026-11-29 19:00:00.000Z",
        author=None,
        description=None,
        lead_text="Relay K4 feeds pump 7.",
        lead_from=ExcerptFrom.SECTION,
        payload_chars=0,
    )


PUMP = NoteDocument(
    row=row(HOME.id, "pump", "Pump „7“ 水泵"),
    type="text",
    mime="text/html",
    labels=(("author", "Imke"),),
    links=(Link("internal", "relay", "Relay"),),
    sections=(
        Section((), "Intro line."),
        Section(("Wiring",), "Relay K4 feeds pump 7."),
        Section(("Wiring", "Script"), "print('```')", is_code=True),
        Section(("History",), "Replaced in 2019."),
    ),
)
RELAY = row(WORK.id, "relay", "Relay K4", Area.SOURCES)


def hit(source: NoteRow) -> Hit:
    return Hit(
        instance=source.instance,
        note_id=source.note_id,
        title=source.title,
        area=source.area,
        path=source.path,
        path_ids=source.path_ids,
        utc_modified=source.utc_modified,
        as_of=source.as_of,
        author=None,
        description=None,
        heading_path=("Wiring",),
        passage_text=source.lead_text,
        section_text=source.lead_text,
        is_code=False,
        payload_chars=321,
        content_hash="aa",
        matched="both",
        signals=Signals(0.5, 0.1, 1.0, ("relay",), 2.0, 0.0, 1.0, 0.6),
    )


class ExampleEngine:
    """Implements RecallEngine. `work` runs inside each search and prompt, to be slow or to fail."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, Any]] = []
        self.work: Callable[[], None] = lambda: None
        self.entered = threading.Event()
        self.state = "ok"
        self.more: list[NoteRow] = []
        self.documents = {(PUMP.row.instance, PUMP.row.note_id): PUMP}

    def search(
        self,
        query: str,
        *,
        limit: int = 10,
        min_score: float | None = None,
        order: str = "relevance",
        filters: Filters = Filters(),  # noqa: B008 - frozen
        deadline: float | None = None,
        typing: bool = False,
        words_only: bool = False,
    ) -> Answer:
        assert not typing
        assert not words_only
        self._note("search", (query, limit, min_score, order, filters), deadline)
        hits = [hit(r) for r in (PUMP.row, RELAY) if _passes(r, filters)]
        return Answer(query, tuple(hits[:limit]), "" if hits else "nothing")

    def recall(
        self,
        question: str,
        *,
        limit: int = 5,
        min_score: float | None = None,
        filters: Filters = Filters(),  # noqa: B008
        deadline: float | None = None,
    ) -> Answer:
        self._note("recall", (question, limit, min_score, filters), deadline)
        if self.state == "paused":
            return Answer(question, (), "paused")
        rows = [*self.more, PUMP.row, RELAY]
        hits = [hit(r) for r in rows if "nothing" not in question and _passes(r, filters)]
        return Answer(question, tuple(hits[:limit]), "found" if hits else "gated")

    def prompt(
        self,
        prompt: str,
        *,
        session: str | None = None,
        event: str = "UserPromptSubmit",
        cwd: str | None = None,
        filters: Filters = Filters(),  # noqa: B008
        deadline: float | None = None,
    ) -> Answer:
        self._note("prompt", (prompt, session, event, cwd), deadline)
        rows = [*self.more, PUMP.row, RELAY]
        hits = tuple(hit(r) for r in rows if "pump" in prompt and _passes(r, filters))
        return Answer(prompt, hits, "sent" if hits else "nothing")

    def forget_session(self, session: str) -> None:
        self.asked.append(("forget", session))

    def notes(self, *, filters: Filters = Filters(), limit: int = 50, offset: int = 0) -> list[NoteRow]:  # noqa: B008
        return [r for r in (PUMP.row, RELAY) if _passes(r, filters)][offset : offset + limit]

    def note(self, instance: InstanceId, note_id: NoteId) -> NoteDocument | None:
        return self.documents.get((instance, note_id))

    def status(self) -> Status:
        states = tuple(
            InstanceStatus(i.id, i.name, i.url, enabled=True, state="ok", notes=1) for i in INSTANCES.values()
        )
        return Status(self.state, states, notes=2, passages=5, pending=1, model="e5", dimension=384)

    def instance(self, instance: InstanceId) -> Instance | None:
        return INSTANCES.get(instance)

    def request_sync(
        self, *, full: bool = False, accept_deletions: bool = False, instance: InstanceId | None = None
    ) -> None:
        limited = () if instance is None else (instance,)
        self.asked.append(("sync", (full, accept_deletions, *limited)))

    def decisions(self, *, limit: int = 100, before: int | None = None) -> list[Decision]:
        self.asked.append(("decisions", (limit, before)))
        pump = Considered(HOME.id, NoteId("pump"), sent=True, cosine=0.8, title="Pump 2")
        return [
            Decision(
                "2031-06-01T12:00:00+00:00",
                "s",
                "UserPromptSubmit",
                None,
                "which relay",
                "sent",
                notes=(pump,),
                id=7,
            )
        ]

    def absence(self, instance: InstanceId, note_id: NoteId) -> str | None:
        return "it is archived" if (instance, note_id) == (WORK.id, "attic") else None

    def pause(self, until: datetime | None = None) -> None:
        self.asked.append(("pause", until))

    def pause_project(self, folder: str) -> None:
        self.asked.append(("pause_project", folder))

    def resume(self, folder: str | None = None) -> None:
        self.asked.append(("resume", folder))

    def reindex(self, instance: InstanceId, note_id: NoteId) -> bool:
        self.asked.append(("reindex", (instance, note_id)))
        return self.note(instance, note_id) is not None

    def _note(self, kind: str, what: Any, deadline: float | None) -> None:
        assert deadline is None or deadline > time.monotonic()
        self.asked.append((kind, what))
        self.entered.set()
        self.work()


def _passes(r: NoteRow, filters: Filters) -> bool:
    in_instance = not filters.instances or r.instance in filters.instances
    return in_instance and (not filters.areas or r.area in filters.areas)
