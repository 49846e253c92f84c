"""The work behind the windows that look into the engine: activity, inspector and log. Knows no Qt; all of it may block."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from trayrecall import diagnostics, logs, paths
from trayrecall.core import areas
from trayrecall.core.documents import note_url
from trayrecall.core.errors import UserInputError
from trayrecall.core.inspection import FoundNote, Inspection, Standing
from trayrecall.core.linguist import QT_TRANSLATE_NOOP
from trayrecall.core.model import InstanceId, NoteId
from trayrecall.engine.engine import Engine
from trayrecall.questions import OwnQuestions
from trayrecall.settings import change_settings
from trayrecall.ui.activity_actions import DAYS, Look, Sought
from trayrecall.ui.inspector_actions import Health

REPORTED_DAYS = 7


class Records:
    """Implements `ui.activity_actions.ActivityActions` and `ui.inspector_actions.InspectorActions` over an engine."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._own = OwnQuestions(paths.questions_file())

    # ---- activity

    def look(self, sought: Sought, limit: int, known: tuple[int, int] | None) -> Look:
        """See `ActivityActions.look`."""
        engine, status = self._engine, self._engine.status()
        mark = engine.decisions_mark()
        found = None
        if mark != known:
            found = tuple(engine.decisions(limit=limit, reasons=sought.reasons, text=sought.text))
        return Look(
            mark=mark,
            decisions=found,
            totals=tuple(engine.totals(DAYS)),
            gate=status.gate,
            keep_days=engine.keeps_prompts.days,
            own=self._own.of_prompts(),
            instances={instance.id: instance.name for instance in status.instances},
        )

    def should_match(self, prompt: str, notes: Collection[str]) -> None:
        """See `OwnQuestions.should_match`."""
        self._own.should_match(prompt, notes)

    def was_noise(self, prompt: str) -> None:
        """See `OwnQuestions.was_noise`."""
        self._own.was_noise(prompt)

    def forget(self, prompt: str) -> None:
        """See `OwnQuestions.forget`."""
        self._own.forget(prompt)

    def forget_questions(self) -> None:
        """See `OwnQuestions.forget_all`."""
        self._own.forget_all()

    def questions_file(self) -> Path:
        """The file of the test questions."""
        return self._own.path

    def clear(self) -> None:
        """Forget all decisions; the totals stay."""
        self._engine.clear_decisions()

    def keep(self, days: int) -> None:
        """Keep decisions so long from now on, and after the next start too."""
        change_settings(paths.settings_file(), lambda settings: replace(settings, keep_prompts_days=days))
        self._engine.keep_prompts(timedelta(days=days))

    # ---- inspector

    def find_notes(self, text: str) -> Sequence[FoundNote]:
        """The notes with that id, or with the text in their title."""
        return self._engine.inspector.find_notes(text)

    def inspect(self, instance: InstanceId, note_id: NoteId) -> Inspection:
        """What the index knows of a note, with the rule that decided about it."""
        found, owner = self._engine.inspector.inspect(instance, note_id), self._engine.instance(instance)
        return replace(found, rule=areas.rule_of(found.given_by, owner.rules if owner else ()))

    def url(self, instance: InstanceId, note_id: NoteId) -> str:
        """The address that opens the note in Trilium: by its path where it is known."""
        owner = self._engine.instance(instance)
        found = self._engine.inspector.inspect(instance, note_id)
        path = found.path_ids if found.standing is not Standing.UNKNOWN and found.path_ids else (note_id,)
        return note_url(owner.link_base, path) if owner else ""

    def reindex(self, instance: InstanceId, note_id: NoteId) -> None:
        """Split and embed the note anew. Raises UserInputError when it isn't in the index."""
        if not self._engine.reindex(instance, note_id):
            raise UserInputError(QT_TRANSLATE_NOOP("errors", "the note is not in the index"))

    def retry(self, instance: InstanceId, note_id: NoteId) -> None:
        """Try again what failed with this note."""
        if self._engine.inspector.inspect(instance, note_id).fault is not None:
            self._engine.inspector.retry_contents(instance, note_id)
        self._engine.inspector.retry_embeddings()

    def retry_all(self) -> None:
        """Try again all that failed."""
        for instance in self._engine.status().instances:
            if instance.faulty and instance.enabled:
                self._engine.inspector.retry_contents(instance.id)
        self._engine.inspector.retry_embeddings()

    def health(self) -> Health:
        """How the index stands."""
        return Health(self._engine.status(), self._engine.inspector.health())

    def check(self) -> Sequence[str]:
        """What is wrong with the index file."""
        return self._engine.inspector.check()

    # ---- diagnostics

    def diagnose(self, windows: Sequence[str] = (), more: Mapping[str, int | str] | None = None) -> str:
        """The diagnostics; `windows` are lines about the desktop, `more` numbers and our own names."""
        return diagnostics.report(
            diagnostics.Facts(
                status=self._engine.status(),
                windows=windows,
                fingerprint=self._engine.inspector.fingerprint(),
                index_size=self._engine.inspector.health().size,
                totals=self._engine.totals(REPORTED_DAYS),
                settings=more,
                log=logs.entries(logs.tail(paths.log_file())),
            )
        )
