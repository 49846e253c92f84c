"""What a note must fulfil to pass the filters of a question, in SQL."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, time, timedelta

from trayrecall.core.model import Filters
from trayrecall.core.rules import folded

_LABEL = (
    "SELECT 1 FROM json_each({n}.attributes) a WHERE a.value ->> 0 = 'label' AND folded(a.value ->> 1) = ?"
)
# A journal's note stands for its days, all of which must lie within; any other one for the moment of its last change.
_SINCE = "AND CASE WHEN {n}.journal_date IS NULL THEN {n}.utc_modified >= ? ELSE first_day({n}.journal_date) >= ? END"
_UNTIL = "AND CASE WHEN {n}.journal_date IS NULL THEN {n}.utc_modified < ? ELSE last_day({n}.journal_date) <= ? END"


def _moment(day: str, *, after: bool) -> str:
    """When the day begins on this machine's wall, or ends, in UTC as Trilium writes it."""
    begins = datetime.combine(date.fromisoformat(day), time())
    try:
        moment = (begins + timedelta(days=after)).astimezone(UTC)
    except (OverflowError, ValueError, OSError):  # at the ends of the calendar
        return day
    return f"{moment:%Y-%m-%d %H:%M:%S}"


def filter_sql(filters: Filters, n: str = "n") -> tuple[str, tuple[str, ...]]:
    """What a note, called `n` in the statement, must fulfil to pass the filters, and what is given for its `?`."""
    where, given = [], []
    for label in sorted(filters.labels):
        name, has_value, value = label.lstrip("#").partition("=")
        where.append(f"AND EXISTS ({_LABEL}{' AND folded(a.value ->> 2) = ?' if has_value else ''})")
        given += [folded(name), folded(value)] if has_value else [folded(name)]
    if filters.since is not None:
        where.append(_SINCE)
        given += [_moment(filters.since, after=False), filters.since]
    if filters.until is not None:
        where.append(_UNTIL)
        given += [_moment(filters.until, after=True), filters.until]
    for column, values in (("instance", filters.instances), ("area", filters.areas)):
        if values:
            where.append(f"AND {{n}}.{column} IN (SELECT value FROM json_each(?))")
            given.append(json.dumps(sorted(map(str, values))))
    return " ".join(where).replace("{n}", n), tuple(given)
