"""The end of a process, or a full disk, at one exact statement of the writer. Nothing is patched: SQLite's own hook."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from trayrecall.store import Database
from trayrecall.store.damage import COMPANIONS


class Killed(BaseException):
    """The process is no more; what it had in memory is lost."""


@contextmanager
def before_statement(
    database: Database, number: int, happen: Callable[[], None], *, counted: str = ""
) -> Iterator[None]:
    """Let `happen` be called, once, before the statement of that number which the writer runs from here on (from 0).

    Only those that begin with `counted` are counted: `COMMIT` counts transactions, at whose end all is written but
    not yet valid.
    """
    writer = database._writer
    assert writer is not None
    left = number

    def look(_cursor: Any, sql: str, _bindings: Any) -> bool:
        nonlocal left
        left -= sql.startswith(counted)
        if left == -1:
            left -= 1
            happen()
        return True

    writer.exec_trace = look
    try:
        yield
    finally:
        writer.exec_trace = None


@contextmanager
def killed_before_statement(database: Database, number: int, left: Path) -> Iterator[Callable[[], None]]:
    """Raise `Killed` there, or when what is given is called.

    `left` becomes the file that a killed process leaves: with its log, as both lay there.
    """

    def die() -> None:
        for end in ("", *COMPANIONS):
            shutil.copyfile(f"{database.path}{end}", f"{left}{end}")
        raise Killed

    with before_statement(database, number, die):
        yield die
