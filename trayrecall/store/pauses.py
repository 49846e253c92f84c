"""The pauses that a person has asked for; they outlive a restart."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import apsw

from trayrecall.core.pausing import Pause
from trayrecall.store.database import rows


def stored(connection: apsw.Connection) -> list[Pause]:
    """All of them, also those that are over."""
    return [
        Pause(folder, datetime.fromisoformat(until) if until else None)
        for folder, until in rows(connection, "SELECT folder, until FROM pause ORDER BY folder")
    ]


def replace_all(connection: apsw.Connection, pauses: Sequence[Pause]) -> None:
    """Keep these and no others."""
    connection.execute("DELETE FROM pause")
    connection.executemany(
        "INSERT INTO pause(folder, until) VALUES (?, ?)",
        [(p.folder, p.until.astimezone(UTC).isoformat() if p.until else None) for p in pauses],
    )
