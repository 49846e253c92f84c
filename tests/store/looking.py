"""What an index file holds, for tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from trayrecall.store import Index
from trayrecall.store.database import rows


def bytes_on_disk(index: Index) -> bytes:
    """The file and its log, after everything was brought from the log into the file."""
    index.database.checkpoint()
    log = Path(f"{index.database.path}-wal")
    return index.database.path.read_bytes() + (log.read_bytes() if log.exists() else b"")


def passages_of(index: Index, note_id: str) -> list[Any]:
    with index.database.read() as connection:
        return rows(
            connection,
            "SELECT p.id, p.note_key FROM passage p JOIN note n ON n.key = p.note_key WHERE n.note_id = ?",
            (note_id,),
        )


def found(index: Index, word: str) -> list[str]:
    with index.database.read() as connection:
        return [
            note_id
            for (note_id,) in rows(
                connection,
                "SELECT n.note_id FROM term t JOIN passage p ON p.id = t.rowid JOIN note n ON n.key = p.note_key"
                " WHERE term MATCH ? ORDER BY 1",
                (f'"{word}"',),
            )
        ]
