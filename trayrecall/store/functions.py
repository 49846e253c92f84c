"""SQL's own functions: what SQLite can't tell of texts and of the days of a journal's note."""

from __future__ import annotations

from typing import Any

import apsw

from trayrecall.core.dates import days_of
from trayrecall.core.rules import folded


def add_functions(connection: apsw.Connection) -> None:
    """`folded(text)`: without case in every script. `first_day(date)`, `last_day(date)`: of the day, week, month or year
    of a journal's note, as ISO days; NULL for anything else.
    """
    made: dict[str, Any] = {"folded": _folded, "first_day": _first_day, "last_day": _last_day}
    for name, function in made.items():
        connection.create_scalar_function(name, function, 1, deterministic=True)


def _folded(text: str | None) -> str | None:
    return None if text is None else folded(text)


def _first_day(journal_date: str) -> str | None:
    days = days_of(journal_date)
    return None if days is None else days.first.isoformat()


def _last_day(journal_date: str) -> str | None:
    days = days_of(journal_date)
    return None if days is None else days.last.isoformat()
