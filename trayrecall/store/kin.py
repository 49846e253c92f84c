"""Which notes stand for which in the file: the newest of a note's copies, newer versions, summaries; see `core.kin`."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping

import apsw

from trayrecall.core.kin import DERIVED_FROM, SUPERSEDED_BY, SUPERSEDES, Kin, heads_of
from trayrecall.core.model import Filters, InstanceId, NoteId
from trayrecall.store.database import column, number, rows
from trayrecall.store.filtering import filter_sql

# Servers that are synced with each other hold the same note: the one of the same id that was made at the same moment.
_COPY = "{copy}.note_id = {note}.note_id AND {copy}.utc_created = {note}.utc_created"
# By what the newest of its copies is known. Of equal ones it is one that could be read; the hour says which server was
# reached last, and doesn't change from look to look when all are; then the order of their ids decides, so that it is
# always the same one.
_NEWNESS = (
    "({n}.utc_modified, {n}.fault IS NULL,"
    " substr(confirmed_at({i}.id, coalesce({i}.confirmed_at, '')), 1, 13), {i}.id)"
)


def kin_of(connection: apsw.Connection, keys: Iterable[int], filters: Filters) -> Kin:
    """Which of these notes another one that passes the filters stands for, and which stand for others of them."""
    given = list(keys)
    newest = _newest_copies(connection, given, filters)
    given += newest.values()
    sources: dict[int, set[int]] = {}
    for summary, source in rows(connection, _DERIVED, (json.dumps(given), json.dumps(given))):
        sources.setdefault(summary, set()).add(source)
    heads = _heads(connection, given, Filters(filters.instances))
    newest |= _newest_copies(connection, heads.values(), filters)
    return Kin(
        {older: newest.get(head, head) for older, head in heads.items()},
        {summary: frozenset(made_from) for summary, made_from in sources.items()},
        newest,
    )


# What was taken away on one server is gone for the copies on others as well, until those were asked long enough after it.
_TAKEN_AWAY = (
    "t.note_id = n.note_id AND t.utc_created = n.utc_created AND t.instance <> n.instance"
    " AND confirmed_at(i.id, coalesce(i.confirmed_at, '')) < t.until {asked}"
)


def shown_only(filters: Filters) -> tuple[str, tuple[str, ...]]:
    """What a note `n` of an instance `i` must fulfil to be the one of its copies that is shown among those that pass."""
    where, given = filter_sql(filters, "copy")
    asked, more = filter_sql(Filters(filters.instances), "t")
    newness, known = _NEWNESS.format(n="copy", i="other"), _NEWNESS.format(n="n", i="i")
    return (
        "AND NOT EXISTS (SELECT 1 FROM instance other CROSS JOIN note copy ON copy.instance = other.id"
        f" AND {_COPY.format(copy='copy', note='n')} WHERE other.id <> n.instance AND copy.left_out IS NULL"
        f" AND {newness} > {known} {where})"
        f" AND NOT EXISTS (SELECT 1 FROM taken_away t WHERE {_TAKEN_AWAY.format(asked=asked)})"
    ), (*given, *more)


def surplus_copies(connection: apsw.Connection) -> int:
    """How many notes of the index are there once more, on a server that stands before theirs."""
    return number(
        connection,
        "SELECT count(*) FROM note o WHERE o.left_out IS NULL AND EXISTS"
        f" (SELECT 1 FROM instance i {_LIVE_COPY.format(note='o')} WHERE i.id < o.instance)",
    )


def taken_away(connection: apsw.Connection, keys: Iterable[int], filters: Filters) -> dict[int, InstanceId]:
    """Those of these notes that were taken away on another one of the servers that are asked, and not yet on their own.

    The other server is told.
    """
    asked, given = filter_sql(Filters(filters.instances), "t")
    found = rows(
        connection,
        "SELECT n.key, t.instance FROM json_each(?) j JOIN note n ON n.key = j.value"
        " JOIN instance i ON i.id = n.instance JOIN taken_away t"
        f" WHERE {_TAKEN_AWAY.format(asked=asked)}",
        (json.dumps(list(keys)), *given),
    )
    return dict(found)


def elsewhere(
    connection: apsw.Connection, instance: InstanceId, note_id: NoteId, filters: Filters
) -> tuple[InstanceId | None, InstanceId | None]:
    """The server whose copy of the note is shown instead of it, and one on which it was taken away; None without."""
    keys = column(
        connection,
        "SELECT key FROM note WHERE instance = ? AND note_id = ? AND left_out IS NULL",
        (instance, note_id),
    )
    newest = _newest_copies(connection, keys, filters).values()
    copy = column(
        connection,
        "SELECT instance FROM note WHERE key IN (SELECT value FROM json_each(?))",
        (json.dumps([*newest]),),
    )
    gone = taken_away(connection, keys, filters).values()
    return InstanceId(copy[0]) if copy else None, next(iter(gone), None)


def note_taken_away(
    connection: apsw.Connection, instance: InstanceId, note_ids: Iterable[NoteId], until: str
) -> None:
    """Note that these notes of the index leave it, as far as other servers hold copies of them.

    Their copies are hidden while their own servers were confirmed before `until`, ISO 8601 UTC.
    """
    connection.execute(
        "INSERT OR REPLACE INTO taken_away(instance, note_id, utc_created, until)"
        " SELECT o.instance, o.note_id, o.utc_created, ?1 FROM json_each(?2) j"
        " CROSS JOIN note o ON o.instance = ?3 AND o.note_id = j.value WHERE o.left_out IS NULL"
        f" AND EXISTS (SELECT 1 FROM instance i {_LIVE_COPY.format(note='o')} WHERE i.id <> o.instance)",
        (until, json.dumps(list(note_ids)), instance),
    )


def forget_taken_away(connection: apsw.Connection, instance: InstanceId, note_ids: Iterable[NoteId]) -> None:
    """These notes of the instance are there again; and what nobody holds any more needs no remembering."""
    connection.execute(
        "DELETE FROM taken_away WHERE instance = ? AND note_id IN (SELECT value FROM json_each(?))",
        (instance, json.dumps(list(note_ids))),
    )
    connection.execute(
        "DELETE FROM taken_away WHERE NOT EXISTS"
        f" (SELECT 1 FROM instance i {_LIVE_COPY.format(note='taken_away')} WHERE i.id <> taken_away.instance)"
    )


_LIVE_COPY = f"CROSS JOIN note c ON c.instance = i.id AND {_COPY.format(copy='c', note='{note}')} AND c.left_out IS NULL"


def _newest_copies(connection: apsw.Connection, keys: Iterable[int], filters: Filters) -> dict[int, int]:
    """The newest copy of each of these notes that has a newer one among those that pass the filters."""
    if len(filters.instances) == 1 or len(rows(connection, "SELECT 1 FROM instance LIMIT 2")) == 1:
        return {}  # as for most people
    where, more = filter_sql(filters)
    found = rows(
        connection,
        "SELECT o.key, n.key FROM json_each(?) j CROSS JOIN note o ON o.key = j.value CROSS JOIN instance i"
        f" CROSS JOIN note n ON n.instance = i.id AND {_COPY.format(copy='n', note='o')}"
        f" WHERE n.left_out IS NULL {where} ORDER BY {_NEWNESS.format(n='n', i='i')[1:-1]}",
        (json.dumps(list(keys)), *more),
    )
    return {key: copy for key, copy in dict(found).items() if copy != key}


def _heads(connection: apsw.Connection, keys: Collection[int], filters: Filters) -> Mapping[int, int]:
    newer = _successors(connection, json.dumps(list(keys)), filters)
    return heads_of(newer, _silent(connection, newer.values())) if newer else {}


def _silent(connection: apsw.Connection, keys: Iterable[int]) -> set[int]:
    """Those of these notes that have no text."""
    found = column(
        connection,
        "SELECT value FROM json_each(?) WHERE NOT EXISTS"
        " (SELECT 1 FROM section s WHERE s.note_key = value AND s.text <> '')",
        (json.dumps(list(keys)),),
    )
    return set(found)


def _successors(connection: apsw.Connection, given: str, filters: Filters) -> dict[int, int]:
    """The direct successor of these notes and of their successors, the latest modified one of several."""
    where, more = filter_sql(filters)
    newer: dict[int, int] = {}
    waiting = given
    for _ in range(_LONGEST_CHAIN):
        found = dict(rows(connection, _NEWER.format(where=where), (waiting, *more, waiting, *more)))
        fresh = {key: successor for key, successor in found.items() if key not in newer}
        if not fresh:
            break
        newer |= fresh
        waiting = json.dumps(list(fresh.values()))
    return newer


_LONGEST_CHAIN = 50
# A relation names a note of its own server, and counts for the copies of that note in others. `CROSS` here because SQLite
# would else begin with all notes of a server.
_DERIVED = (
    "SELECT s.key, t.key FROM json_each(?) j CROSS JOIN note s ON s.key = j.value"
    f" CROSS JOIN relation r ON r.note_key = s.key AND r.kind = '{DERIVED_FROM}'"
    " CROSS JOIN note c ON c.instance = s.instance AND c.note_id = r.target"
    " CROSS JOIN instance i"
    f" CROSS JOIN note t ON t.instance = i.id AND {_COPY.format(copy='t', note='c')} AND t.key <> s.key"
    " WHERE t.key IN (SELECT value FROM json_each(?))"
)
# Both directions in which it is told; ordered so that the latest modified successor is the last one of a key.
_COPIES = (
    "FROM json_each(?) j CROSS JOIN note o ON o.key = j.value CROSS JOIN instance i"
    f" CROSS JOIN note c ON c.instance = i.id AND {_COPY.format(copy='c', note='o')}"
)
_NEWER = (
    "SELECT old, new FROM ("
    f" SELECT o.key AS old, n.key AS new, n.utc_modified AS at {_COPIES}"
    f" CROSS JOIN relation r ON r.target = c.note_id AND r.kind = '{SUPERSEDES}'"
    " CROSS JOIN note n ON n.key = r.note_key AND n.instance = c.instance {where}"
    f" UNION SELECT o.key, n.key, n.utc_modified {_COPIES}"
    f" CROSS JOIN relation r ON r.note_key = c.key AND r.kind = '{SUPERSEDED_BY}'"
    " CROSS JOIN note n ON n.instance = c.instance AND n.note_id = r.target AND n.left_out IS NULL {where}"
    ") WHERE old <> new ORDER BY at, new"
)
