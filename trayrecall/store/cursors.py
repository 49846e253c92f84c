"""How far each instance is known: read at every look, and written as rarely as can be."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from trayrecall.core.model import InstanceId
from trayrecall.store import writing
from trayrecall.store.database import Database, rows
from trayrecall.store.records import Cursor

FLUSH_SECONDS = 600.0


class Cursors:
    """The cursors of one index file, for the thread that writes it; `of` for any thread."""

    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        self._database, self._clock = database, clock
        self._flushed = clock()
        self._unwritten: dict[InstanceId, Cursor] = {}  # nothing but the time is newer than in the file

    def of(self, instance: InstanceId) -> Cursor:
        """How far the instance is known; empty when it was never synced."""
        waiting = self._unwritten.get(instance)
        if waiting is not None:
            return waiting
        with self._database.read() as connection:
            found = rows(
                connection,
                "SELECT change_mark, confirmed_at, listed_at FROM instance WHERE id = ?",
                (instance,),
            )
        return Cursor(*found[0]) if found else Cursor()

    def confirm(self, instance: InstanceId, cursor: Cursor) -> None:
        """See `Index.confirm`."""
        known = self.of(instance)
        moment = cursor.confirmed_at
        if moment is not None and known.confirmed_at is not None and cursor.change_mark == known.change_mark:
            self._unwritten[instance] = replace(cursor, listed_at=cursor.listed_at or known.listed_at)
            self._database.confirmed[instance] = moment
            if self._clock() - self._flushed >= FLUSH_SECONDS:
                self.flush()
            return
        with self._database.write(counts=False) as connection:
            writing.set_cursor(connection, instance, cursor)
        self.are_written(instance)

    def flush(self) -> None:
        """Write the times that are kept in memory."""
        waiting = dict(self._unwritten)
        self._flushed = self._clock()
        if waiting:
            with self._database.write(counts=False) as connection:
                for instance, cursor in waiting.items():
                    writing.set_cursor(connection, instance, cursor)
            self.are_written(*waiting)

    def are_written(self, *instances: InstanceId) -> None:
        """What the file says of these instances holds, or they are gone."""
        for instance in instances:
            self._unwritten.pop(instance, None)
            self._database.confirmed.pop(instance, None)

    def forget(self) -> None:
        """The file was begun anew: nothing is known of any instance."""
        self.are_written(*self._unwritten)
