"""What was decided about each prompt, and why: kept for the person alone, bounded, and gone with the notes it sent."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

import apsw

from trayrecall.core.model import Considered, Decision, InstanceId, NoteId
from trayrecall.core.totals import DAYS_KEPT, Totals, summed
from trayrecall.store.database import column, rows

MOST = 5000  # decisions kept


def insert(connection: apsw.Connection, decision: Decision) -> bool:
    """Keep a decision; False, and nothing is kept, when a note that it sent has left the index meanwhile.

    One that it only considered and that has left is not kept with it.
    """
    notes = [note for note in decision.notes if _is_indexed(connection, note)]
    if sum(note.sent for note in notes) < sum(note.sent for note in decision.notes):
        return False
    connection.execute(
        "INSERT INTO decision(at, session, event, cwd, prompt, reason, detail, degraded, milliseconds, threshold, tokens)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            decision.at, decision.session, decision.event, decision.cwd, decision.prompt, decision.reason,
            decision.detail, decision.degraded, decision.milliseconds, decision.threshold, decision.tokens,
        ),
    )  # fmt: skip
    key = connection.last_insert_rowid()
    connection.executemany(
        "INSERT INTO considered(decision, position, instance, note_id, sent, cosine, standout, coverage, relevance, strength)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (key, i, n.instance, n.note_id, int(n.sent), n.cosine, n.standout, n.coverage, n.relevance, n.strength)
            for i, n in enumerate(notes)
        ],
    )  # fmt: skip
    return True


def _is_indexed(connection: apsw.Connection, note: Considered) -> bool:
    return bool(
        rows(
            connection,
            "SELECT 1 FROM note WHERE instance = ? AND note_id = ? AND left_out IS NULL",
            (note.instance, note.note_id),
        )
    )


def forget_notes(connection: apsw.Connection, instance: InstanceId, note_ids: Iterable[NoteId]) -> None:
    """Forget every decision that sent one of these notes, and that they were considered by the others."""
    given = (instance, json.dumps(list(note_ids)))
    chosen = "instance = ? AND note_id IN (SELECT value FROM json_each(?))"
    connection.execute(
        f"DELETE FROM decision WHERE id IN (SELECT decision FROM considered WHERE sent AND {chosen})", given
    )
    connection.execute(f"DELETE FROM considered WHERE {chosen}", given)


def forget_instance(connection: apsw.Connection, instance: InstanceId) -> None:
    """The same for all notes of an instance."""
    connection.execute(
        "DELETE FROM decision WHERE id IN (SELECT decision FROM considered WHERE sent AND instance = ?)",
        (instance,),
    )
    connection.execute("DELETE FROM considered WHERE instance = ?", (instance,))


def prune(connection: apsw.Connection, oldest: str | None) -> None:
    """Forget what is older than `oldest` (ISO 8601 UTC; None forgets everything), and all but the last `MOST`."""
    if oldest is None:
        connection.execute("DELETE FROM decision")
        return
    connection.execute("DELETE FROM decision WHERE at < ?", (oldest,))
    connection.execute(
        "DELETE FROM decision WHERE id <= (SELECT id FROM decision ORDER BY id DESC LIMIT 1 OFFSET ?)",
        (MOST,),
    )


def recent(
    connection: apsw.Connection,
    limit: int,
    before: int | None = None,
    *,
    reasons: Collection[str] = (),
    text: str = "",
) -> list[Decision]:
    """The last decisions, newest first; `before` is the id of one, to page on.

    Only those with one of the `reasons` (any without) and with `text` in the prompt or its folder.
    """
    found = rows(
        connection,
        "SELECT id, at, session, event, cwd, prompt, reason, detail, degraded, milliseconds, threshold, tokens"
        " FROM decision WHERE (?1 IS NULL OR id < ?1) AND (?3 IS NULL OR reason IN (SELECT value FROM json_each(?3)))"
        " AND (?4 IS NULL OR prompt LIKE ?4 ESCAPE '!' OR cwd LIKE ?4 ESCAPE '!') ORDER BY id DESC LIMIT ?2",
        (before, limit, json.dumps(sorted(reasons)) if reasons else None, _like(text) if text else None),
    )
    notes = _considered(connection, [key for key, *_ in found])
    return [
        replace(Decision(*fields), notes=notes.get(key, ()), id=key, threshold=threshold, tokens=tokens)
        for key, *fields, threshold, tokens in found
    ]


def _like(text: str) -> str:
    for sign in "!%_":
        text = text.replace(sign, f"!{sign}")
    return f"%{text}%"


def mark(connection: apsw.Connection) -> tuple[int, int]:
    """A value that is another one whenever a decision came or went."""
    ((latest, count),) = rows(connection, "SELECT coalesce(max(id), 0), count(*) FROM decision")
    return int(latest), int(count)


def count(connection: apsw.Connection, day: str, counts: Mapping[str, int]) -> None:
    """Add to the counts of a day, and forget those of days long ago."""
    connection.executemany(
        "INSERT INTO day_count(day, what, count) VALUES (?1, ?2, ?3)"
        " ON CONFLICT(day, what) DO UPDATE SET count = count + ?3",
        [(day, what, number) for what, number in counts.items()],
    )
    connection.execute("DELETE FROM day_count WHERE day < date(?, ?)", (day, f"-{DAYS_KEPT} days"))


def totals(connection: apsw.Connection, since: str) -> list[Totals]:
    """The totals of each day from `since` (YYYY-MM-DD) on that had any prompt, oldest first."""
    found = rows(connection, "SELECT day, what, count FROM day_count WHERE day >= ? ORDER BY day", (since,))
    return [
        summed(((what, number) for _, what, number in counts), day)
        for day, counts in groupby(found, key=lambda row: row[0])
    ]


def recent_folders(connection: apsw.Connection, limit: int) -> list[str]:
    """The folders in which prompts were asked last, the latest first."""
    return column(
        connection,
        "SELECT cwd FROM decision WHERE cwd IS NOT NULL AND cwd <> '' GROUP BY cwd ORDER BY max(id) DESC LIMIT ?",
        (limit,),
    )


def _considered(connection: apsw.Connection, keys: Sequence[int]) -> dict[int, tuple[Considered, ...]]:
    found = rows(
        connection,
        "SELECT c.decision, c.instance, c.note_id, c.sent, c.cosine, c.standout, c.coverage, c.relevance,"
        " coalesce(n.title, ''), c.strength FROM considered c LEFT JOIN note n ON n.instance = c.instance AND n.note_id = c.note_id"
        " WHERE c.decision IN (SELECT value FROM json_each(?)) ORDER BY c.decision, c.position",
        (json.dumps(list(keys)),),
    )
    return {
        key: tuple(Considered(InstanceId(i), NoteId(n), bool(sent), *rest) for _, i, n, sent, *rest in group)
        for key, group in groupby(found, key=lambda row: row[0])
    }
