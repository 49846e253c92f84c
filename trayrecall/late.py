"""The engine for windows that are there before it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from trayrecall.core.documents import NoteDocument, NoteRow
from trayrecall.core.errors import TrayRecallError
from trayrecall.core.linguist import QT_TRANSLATE_NOOP
from trayrecall.core.model import Answer, Filters, Instance, InstanceId, NoteId, Status
from trayrecall.engine.api import ALL_NOTES, SearchOptions

if TYPE_CHECKING:
    from trayrecall.house import House
    from trayrecall.records import Records
    from trayrecall.settings_work import SettingsWork

STARTING = Status("starting")


class LateEngine:
    """The engine for windows that are there before it: it answers `starting` until the house is open."""

    def __init__(self) -> None:
        self.house: House | None = None
        self._work: SettingsWork | None = None
        self._records: Records | None = None

    def search(self, query: str, **options: Unpack[SearchOptions]) -> Answer:
        """See `Engine.search`."""
        if self.house is None:
            return Answer(query, (), "starting", degraded="starting")
        return self.house.engine.search(query, **options)

    def notes(self, *, filters: Filters = ALL_NOTES, limit: int = 50, offset: int = 0) -> list[NoteRow]:
        """See `Engine.notes`."""
        return (
            [] if self.house is None else self.house.engine.notes(filters=filters, limit=limit, offset=offset)
        )

    def note(self, instance: InstanceId, note_id: NoteId) -> NoteDocument | None:
        """See `Engine.note`."""
        return None if self.house is None else self.house.engine.note(instance, note_id)

    def status(self) -> Status:
        """See `Engine.status`."""
        return STARTING if self.house is None else self.house.engine.status()

    def instance(self, instance: InstanceId) -> Instance | None:
        """See `Engine.instance`."""
        return None if self.house is None else self.house.engine.instance(instance)

    def work(self) -> SettingsWork:
        """The work behind the settings window. Raises TrayRecallError while it is still starting."""
        if self._work is None:
            house = self._opened()
            from trayrecall.settings_work import SettingsWork  # noqa: PLC0415 - loaded by now

            self._work = SettingsWork(house)
        return self._work

    def records(self) -> Records:
        """The work behind activity, inspector and log. Raises TrayRecallError while it is still starting."""
        if self._records is None:
            house = self._opened()
            from trayrecall.records import Records  # noqa: PLC0415 - loaded by now

            self._records = Records(house.engine)
        return self._records

    def _opened(self) -> House:
        if self.house is None:
            raise TrayRecallError(
                QT_TRANSLATE_NOOP("errors", "it is still starting"),
                hint=QT_TRANSLATE_NOOP("errors", "Try again in a moment."),
            )
        return self.house
