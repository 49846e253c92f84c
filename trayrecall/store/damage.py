"""Is the index file whole, and what becomes of it when it isn't: it is set aside under another name until the index is whole again."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import cast

import apsw

from trayrecall.core.errors import StoreError
from trayrecall.core.linguist import QT_TRANSLATE_NOOP

MAGIC = b"SQLite format 3\0"
HEADER = 100
COMPANIONS = ("-wal", "-shm")


class DamagedStore(StoreError):
    """The index file isn't whole any more, or never was an index."""


def is_damage(error: BaseException) -> bool:
    """Whether SQLite says that the file itself is at fault."""
    return isinstance(error, apsw.CorruptError | apsw.NotADBError | DamagedStore)


def may_pass(error: BaseException) -> bool:
    """Whether it is the machine's trouble and not the file's: no room, held by another, no right to write."""
    return isinstance(
        error.__cause__,
        apsw.FullError
        | apsw.BusyError
        | apsw.LockedError
        | apsw.IOError
        | apsw.ReadOnlyError
        | apsw.CantOpenError,
    )


def ended_cleanly(path: Path) -> bool:
    """Whether the last writer brought its log into the file: then there is none, or an empty one."""
    log = Path(f"{path}-wal")
    return not log.exists() or log.stat().st_size == 0


def size_fits(path: Path) -> bool:
    """Whether the file is as long as its own header says; an empty one is about to be begun."""
    size = path.stat().st_size
    if size == 0:
        return True
    with path.open("rb") as file:
        header = file.read(HEADER)
    if len(header) < HEADER or not header.startswith(MAGIC):
        return False
    page, pages = int.from_bytes(header[16:18]), int.from_bytes(header[28:32])
    return size == pages * (65536 if page == 1 else page)


def faults(connection: apsw.Connection) -> list[str]:
    """What SQLite's quick check finds in the first table that has any; takes 1 ms a megabyte.

    Table by table, because a check of the whole file asks FTS5 for the word index too, which is mended in place:
    see `store.repair`.
    """
    try:
        found = connection.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0"
        ).fetchall()
        names = cast("list[tuple[str]]", found)
        for name in ("sqlite_schema", *(name for (name,) in names)):
            quoted = name.replace("'", "''")
            checked = connection.execute(f"PRAGMA quick_check('{quoted}')").fetchall()
            lines = [line for (line,) in cast("list[tuple[str]]", checked)]
            if lines != ["ok"]:
                return lines
    except (apsw.CorruptError, apsw.NotADBError) as error:
        return [str(error)]
    return []


def leave_as_it_is(connection: apsw.Connection) -> None:
    """Close a damaged file's connection without writing its log into it."""
    connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    connection.close()


def set_aside(path: Path) -> Path:
    """Give the file and its log a name that no other file has; nothing is overwritten."""
    moment = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    number = 1
    while True:
        aside = path.with_name(f"{path.name}.damaged-{moment}{f'-{number}' if number > 1 else ''}")
        if not any(Path(f"{aside}{end}").exists() for end in ("", *COMPANIONS)):
            break
        number += 1
    empty = ended_cleanly(path)
    for end in COMPANIONS:  # first: a log must never be found beside a file that it doesn't belong to
        companion = Path(f"{path}{end}")
        if empty:
            companion.unlink(missing_ok=True)
        elif companion.exists():
            companion.rename(f"{aside}{end}")
    path.rename(aside)
    return aside


def remove_set_aside(path: Path) -> int:
    """Delete what was set aside of this file: it holds text that a person may have taken away since; how many files."""
    found = [file for file in path.parent.glob(f"{path.name}.damaged-*") if file.is_file()]
    for file in found:
        file.unlink(missing_ok=True)
    return len(found)


_TOLD = QT_TRANSLATE_NOOP(
    "errors", "The index file was damaged and is set aside until the index is built anew from Trilium"
)


def told(aside: Path) -> str:
    """The line for a person."""
    return f"{_TOLD}: {aside.name}"
