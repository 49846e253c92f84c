"""Reading the index for recall: the keyword leg, rows for ranking, and what a hit shows. Never writes."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import apsw

from trayrecall.core.dates import holds
from trayrecall.core.model import (
    Area,
    Days,
    Fault,
    FaultyNote,
    Filters,
    InstanceId,
    LeftOut,
    NoteId,
    PassageRow,
    QueryTerm,
    Section,
)
from trayrecall.core.prepare import Labels
from trayrecall.store.database import column, number, rows
from trayrecall.store.filtering import filter_sql
from trayrecall.store.kin import shown_only
from trayrecall.store.records import PendingText

# Column weights of bm25: title, heading, body, extra (labels and link targets).
BM25_WEIGHTS = (2.0, 1.5, 1.0, 1.0)


@dataclass(frozen=True, slots=True)
class NoteFacts:
    """What is shown of a note beside its text."""

    key: int
    instance: InstanceId
    note_id: NoteId
    title: str
    type: str
    mime: str
    area: Area
    path: tuple[str, ...]
    path_ids: tuple[NoteId, ...]
    utc_modified: str
    labels: Labels
    links: tuple[tuple[str, str, str], ...]
    author: str | None
    description: str | None
    payload_base: int
    content_hash: str
    partial: str | None
    confirmed_at: str


_NOTE_COLUMNS = (
    "n.key, n.instance, n.note_id, n.title, n.type, n.mime, n.area, n.path, n.path_ids, n.utc_modified, n.attributes,"
    " n.links, n.author, n.description, n.payload_base, n.content_hash, n.partial, confirmed_at(i.id, coalesce(i.confirmed_at, ''))"
)


def keyword_leg(
    connection: apsw.Connection,
    terms: Sequence[QueryTerm],
    filters: Filters,
    limit: int,
    only: Sequence[int] | None = None,
    *,
    notes: int = 0,
) -> list[tuple[int, float]]:
    """The passages that hold any of the terms, best first, as (passage id, bm25; higher is better).

    `only` are those that pass the filters, when `passages_within` has found them: once, and not for each that is met.
    When the best are passages of fewer than `notes` notes, the best one of so many notes comes too.
    """
    if not terms or not limit or (only is not None and not only):
        return []
    match = " OR ".join(_quoted(form) for term in terms for form in term.forms)
    weights = ", ".join(map(str, BM25_WEIGHTS))
    join, where, given = _of_terms(filters) if only is None else ("", _AMONG, (json.dumps(only),))
    holding = f"SELECT term.rowid AS id, -bm25(term, {weights}) AS score FROM term {join} WHERE term MATCH ? {where}"
    found = rows(connection, f"{holding} ORDER BY score DESC LIMIT ?", (match, *given, limit))
    if len(found) == limit and _notes_of(connection, [rowid for rowid, _ in found]) < notes:
        found += rows(
            connection,
            f"WITH held AS MATERIALIZED ({holding}) SELECT held.id, max(score) FROM held JOIN passage USING (id)"
            " GROUP BY note_key ORDER BY 2 DESC LIMIT ?",
            (match, *given, notes),
        )
    return [(int(rowid), float(score)) for rowid, score in dict(found).items()]


def _notes_of(connection: apsw.Connection, passage_ids: Sequence[int]) -> int:
    """How many notes these are passages of."""
    return number(
        connection,
        "SELECT count(DISTINCT note_key) FROM passage WHERE id IN (SELECT value FROM json_each(?))",
        (json.dumps(passage_ids),),
    )


# The sign keeps SQLite from looking up each of them in the word index.
_AMONG = "AND +term.rowid IN (SELECT value FROM json_each(?))"


def _quoted(term: str) -> str:
    """A term as an FTS5 string: the only form in which anything reaches MATCH."""
    return '"' + term.replace('"', '""') + '"'


def passages_within(connection: apsw.Connection, filters: Filters) -> list[int] | None:
    """The passages of the notes that pass the filters; None when instance and area alone decide."""
    if not filters.are_of_notes:
        return None
    where, given = filter_sql(filters)
    return column(
        connection,
        f"SELECT p.id FROM note n JOIN passage p ON p.note_key = n.key WHERE n.left_out IS NULL {where}",
        given,
    )


def _of_terms(filters: Filters) -> tuple[str, str, tuple[str, ...]]:
    """The same for a statement on `term`: what is to be joined for it comes first."""
    where, given = filter_sql(filters)
    join = "JOIN passage p ON p.id = term.rowid JOIN note n ON n.key = p.note_key" if where else ""
    return join, where, given


def notes_of_days(
    connection: apsw.Connection, days: Iterable[Days], filters: Filters, most: int
) -> list[int]:
    """The journal notes that pass the filters and stand wholly within any of these stretches of days, latest first."""
    spans = list(days)
    if not spans:
        return []
    where, given = filter_sql(filters)
    shown, more = shown_only(filters)  # copies would take the places of other days
    found = rows(
        connection,
        "SELECT n.key, n.journal_date FROM note n JOIN instance i ON i.id = n.instance"
        " WHERE n.journal_date IS NOT NULL AND n.left_out IS NULL"
        f" AND n.journal_date >= ? AND n.journal_date < ? {where} {shown} ORDER BY n.journal_date DESC, n.key",
        (str(min(s.first.year for s in spans)), str(max(s.last.year for s in spans) + 1), *given, *more),
    )
    fitting = [key for key, label in found if any(holds(span, label) for span in spans)]
    return fitting[:most]


def passages_of_notes(connection: apsw.Connection, keys: Iterable[int], most: int) -> list[int]:
    """The first passages of each of these notes, at most so many of each."""
    return column(
        connection,
        "SELECT p.id FROM json_each(?) j JOIN passage p ON p.id IN"
        " (SELECT id FROM passage WHERE note_key = j.value ORDER BY id LIMIT ?)",
        (json.dumps(list(keys)), most),
    )


def passage_count(connection: apsw.Connection) -> int:
    """How many passages there are."""
    return number(connection, "SELECT count(*) FROM passage")


@dataclass(frozen=True, slots=True)
class Scope:
    """The servers that are asked, where it isn't all of them, and which spellings were found to stand in their passages.

    For queries on one state of the file: what is looked up once is remembered.
    """

    instances: frozenset[InstanceId] = frozenset()
    stands: dict[str, bool] = field(default_factory=dict)


def document_frequencies(
    connection: apsw.Connection, terms: Iterable[QueryTerm], scope: Scope
) -> dict[QueryTerm, int]:
    """In how many passages each term stands, all its spellings taken together."""
    wanted = list(terms)
    counts = spelling_counts(connection, wanted, scope)
    return {term: sum(counts.get(form, 0) for form in term.forms) for term in wanted}


def spelling_counts(connection: apsw.Connection, terms: Iterable[QueryTerm], scope: Scope) -> dict[str, int]:
    """In how many passages each spelling of these terms stands; none are named that stand nowhere.

    One that stands in servers alone that aren't asked stands nowhere: what it is worth would tell a client that may not
    see those of a word in them.
    """
    forms = dict.fromkeys(form for term in terms for form in term.forms)
    counts = dict(rows(connection, _COUNTS, (json.dumps(list(forms)),)))
    if not scope.instances:
        return counts
    for form in counts.keys() - scope.stands.keys():
        scope.stands[form] = _stands_in(connection, form, scope.instances)
    return {form: count for form, count in counts.items() if scope.stands[form]}


# One statement for all: each of its own costs more than what it looks up.
_COUNTS = "SELECT j.value, t.doc FROM json_each(?) j CROSS JOIN term_count t ON t.term = j.value"


def _stands_in(connection: apsw.Connection, form: str, instances: frozenset[InstanceId]) -> bool:
    join, where, given = _of_terms(Filters(instances))
    sql = f"SELECT EXISTS (SELECT 1 FROM term {join} WHERE term MATCH ? {where})"
    return bool(number(connection, sql, (_quoted(form), *given)))


def words_beginning(connection: apsw.Connection, begun: str, most: int) -> list[str]:
    """The terms of the index that begin so, the most frequent ones first."""
    return column(
        connection,
        "SELECT term FROM (SELECT term, doc FROM term_count WHERE term >= ?1 AND term < ?1 || char(0x10ffff) LIMIT ?3)"
        " ORDER BY doc DESC, term LIMIT ?2",
        (begun, most, _MOST_BEGINNINGS),
    )


def words_of_stem(connection: apsw.Connection, stem: str, longest: int) -> list[str]:
    """The terms of the index that begin so and have at most so many code points."""
    return column(
        connection,
        "SELECT term FROM term_count WHERE term >= ?1 AND term < ?1 || char(0x10ffff) AND length(term) <= ?2 LIMIT ?3",
        (stem, longest, _MOST_BEGINNINGS),
    )


_MOST_BEGINNINGS = 2000  # terms that are looked at: two letters may begin very many


def titles(connection: apsw.Connection) -> list[str]:
    """The titles of all notes of the index."""
    return column(connection, "SELECT title FROM note WHERE left_out IS NULL")


_PASSAGES = (
    "SELECT p.id, p.note_key, n.instance, n.note_id, n.title, n.area, n.content_hash, p.section, p.text, {words}"
    " FROM json_each(?) j JOIN passage p ON p.id = j.value JOIN note n ON n.key = p.note_key {join}"
)
_WORDS = "LEFT JOIN term t ON t.rowid = p.id"


def passage_rows(connection: apsw.Connection, ids: Iterable[int]) -> dict[int, PassageRow]:
    """The rows that ranking needs; an id that went meanwhile is simply absent.

    When the word index is damaged, the rows come without their words: meaning can still answer.
    """
    given = (json.dumps(list(ids)),)
    try:
        found = rows(
            connection, _PASSAGES.format(words="t.title, t.heading, t.body, t.extra", join=_WORDS), given
        )
    except (apsw.CorruptError, apsw.SQLError):
        found = rows(connection, _PASSAGES.format(words="NULL, NULL, NULL, NULL", join=""), given)
    return {
        row[0]: PassageRow(
            row[0],
            row[1],
            InstanceId(row[2]),
            NoteId(row[3]),
            row[4],
            Area(row[5]),
            row[6],
            row[7],
            row[8],
            tuple(frozenset((words or "").split(" ")) for words in row[9:]),
        )
        for row in found
    }


def note_facts(connection: apsw.Connection, keys: Iterable[int]) -> dict[int, NoteFacts]:
    """What is shown of these notes."""
    found = rows(
        connection,
        f"SELECT {_NOTE_COLUMNS} FROM json_each(?) j JOIN note n ON n.key = j.value JOIN instance i ON i.id = n.instance",
        (json.dumps(list(keys)),),
    )
    return {row[0]: _facts(row) for row in found}


def find_note(connection: apsw.Connection, instance: InstanceId, note_id: NoteId) -> NoteFacts | None:
    """One indexed note, or None when it is unknown or left out."""
    found = rows(
        connection,
        f"SELECT {_NOTE_COLUMNS} FROM note n JOIN instance i ON i.id = n.instance"
        " WHERE n.instance = ? AND n.note_id = ? AND n.left_out IS NULL",
        (instance, note_id),
    )
    return _facts(found[0]) if found else None


def list_notes(connection: apsw.Connection, filters: Filters, limit: int, offset: int) -> list[NoteFacts]:
    """Indexed notes, newest first; of one that several servers hold the newest copy."""
    where, given = filter_sql(filters)
    shown, more = shown_only(filters)
    found = rows(
        connection,
        f"SELECT {_NOTE_COLUMNS} FROM note n JOIN instance i ON i.id = n.instance WHERE n.left_out IS NULL {where} {shown}"
        " ORDER BY n.utc_modified DESC, n.key LIMIT ? OFFSET ?",
        (*given, *more, limit, offset),
    )
    return [_facts(row) for row in found]


def sections(connection: apsw.Connection, key: int) -> tuple[Section, ...]:
    """The sections of a note, in reading order."""
    found = rows(
        connection,
        "SELECT heading_path, text, is_code FROM section WHERE note_key = ? ORDER BY position",
        (key,),
    )
    return tuple(Section(tuple(json.loads(path)), text, bool(code)) for path, text, code in found)


def section(connection: apsw.Connection, key: int, position: int) -> Section:
    """One section of a note; an empty one when the note has no text."""
    found = rows(
        connection,
        "SELECT heading_path, text, is_code FROM section WHERE note_key = ? AND position = ?",
        (key, position),
    )
    if not found:
        return Section((), "")
    ((heading_path, text, is_code),) = found
    return Section(tuple(json.loads(heading_path)), text, bool(is_code))


def counts(connection: apsw.Connection) -> dict[str, dict[str, int]]:
    """Per instance: `notes` in the index, `faulty` ones, and `left_out:<reason>` for the others."""
    numbers_of: dict[str, dict[str, int]] = {}
    found = rows(
        connection,
        "SELECT instance, left_out, fault IS NOT NULL, count(*) FROM note GROUP BY instance, left_out, fault IS NOT NULL",
    )
    for instance, left_out, faulty, count in found:
        numbers = numbers_of.setdefault(instance, {"notes": 0, "faulty": 0})
        name = f"left_out:{left_out}" if left_out else "notes"
        numbers[name] = numbers.get(name, 0) + count
        if faulty and not left_out:
            numbers["faulty"] += count
    return numbers_of


def faulty_notes(connection: apsw.Connection, instance: InstanceId, limit: int) -> tuple[FaultyNote, ...]:
    """Some of the notes that are in the index by title and labels alone, the latest modified first."""
    found = rows(
        connection,
        "SELECT note_id, title, fault, coalesce(fault_detail, ''), fault_tries, coalesce(fault_retry_at, '') FROM note"
        " WHERE instance = ? AND fault IS NOT NULL AND left_out IS NULL ORDER BY utc_modified DESC, key LIMIT ?",
        (instance, limit),
    )
    return tuple(FaultyNote(NoteId(note_id), title, Fault(*fault)) for note_id, title, *fault in found)


def next_retry(connection: apsw.Connection, instance: InstanceId) -> str | None:
    """When the first of the faulty notes is asked for again, ISO 8601 UTC; None when there is none."""
    (moment,) = column(
        connection,
        "SELECT min(coalesce(fault_retry_at, '')) FROM note WHERE instance = ? AND fault IS NOT NULL AND left_out IS NULL",
        (instance,),
    )
    return None if moment is None else str(moment)


def why_left_out(connection: apsw.Connection, instance: InstanceId, note_id: NoteId) -> LeftOut | None:
    """Why a note of the last listing is not in the index; None when it is in it, or was not in the listing."""
    found = column(
        connection, "SELECT left_out FROM note WHERE instance = ? AND note_id = ?", (instance, note_id)
    )
    return LeftOut(found[0]) if found and found[0] else None


def labels_in(attributes: Iterable[tuple[str, str, str, bool]]) -> Labels:
    """The labels among the attributes of a note, as `note` holds them."""
    return tuple((name, value) for kind, name, value, _ in attributes if kind == "label")


def _facts(row: tuple[Any, ...]) -> NoteFacts:
    (
        key, instance, note_id, title, kind, mime, area, path, path_ids, modified, attributes, links, author, description,
        payload_base, content_hash, partial, confirmed,
    ) = row  # fmt: skip
    return NoteFacts(
        key=key,
        instance=InstanceId(instance),
        note_id=NoteId(note_id),
        title=title,
        type=kind,
        mime=mime,
        area=Area(area),
        path=tuple(json.loads(path)),
        path_ids=tuple(json.loads(path_ids)),
        utc_modified=modified,
        labels=labels_in(json.loads(attributes)),
        links=tuple((a, b, c) for a, b, c in json.loads(links)),
        author=author,
        description=description,
        payload_base=payload_base,
        content_hash=content_hash,
        partial=partial,
        confirmed_at=confirmed,
    )


WITHOUT_VECTOR = "NOT EXISTS (SELECT 1 FROM vector v WHERE v.space = ? AND v.hash = p.hash)"
WITHOUT_ANY_VECTOR = "NOT EXISTS (SELECT 1 FROM vector v WHERE v.hash = p.hash)"


def pending_count(connection: apsw.Connection, space: int | None) -> int:
    """How many passages have no vector in the space; without one, as while the model loads, in any."""
    without, given = (WITHOUT_ANY_VECTOR, ()) if space is None else (WITHOUT_VECTOR, (space,))
    return number(connection, f"SELECT count(*) FROM passage p WHERE {without}", given)


def pending(
    connection: apsw.Connection, space: int | None, limit: int, without: Collection[bytes]
) -> list[PendingText]:
    """The texts of so many passages that have no vector in this space; see `Index.pending`."""
    others = "AND hex(p.hash) NOT IN (SELECT value FROM json_each(?))" if without else ""
    named = (json.dumps([digest.hex().upper() for digest in without]),) if without else ()
    found = rows(
        connection,
        "SELECT p.hash, p.header, p.text FROM passage p JOIN note n ON n.key = p.note_key"
        f" WHERE {WITHOUT_VECTOR} {others}"
        " ORDER BY n.area IN ('wiki', 'journal') DESC, n.utc_modified DESC, p.id LIMIT ?",
        (space, *named, limit),
    )
    texts = {bytes(digest): f"{header}\n{text}" if text else header for digest, header, text in found}
    return [PendingText(digest, text) for digest, text in texts.items()]
