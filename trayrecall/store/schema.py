"""The shape of the index file, as numbered migrations. A migration, once released, is never edited.

The keyword index uses the `ascii` tokenizer with every sign as a token character, so that FTS5 splits at blanks alone:
`core.text` has already made the terms. (unicode61 would drop characters younger than its Unicode table, e.g. emoji.)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import apsw

from trayrecall.core.kin import RELATIONS

_FIRST = """
CREATE TABLE instance(
    id TEXT PRIMARY KEY,
    change_mark TEXT,            -- the server's mark, read before the listing that was applied
    confirmed_at TEXT,           -- when we last knew to be equal to the server, ISO 8601 UTC
    listed_at TEXT               -- when the last full listing was applied
) WITHOUT ROWID;

CREATE TABLE note(               -- the ledger: every note of every listing, also those left out
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    instance TEXT NOT NULL REFERENCES instance(id),
    note_id TEXT NOT NULL,
    title TEXT NOT NULL,
    type TEXT NOT NULL,
    mime TEXT NOT NULL,
    blob_id TEXT,
    digest BLOB NOT NULL,
    area TEXT NOT NULL,
    path TEXT NOT NULL,          -- JSON list of titles
    path_ids TEXT NOT NULL,      -- JSON list of note ids
    utc_created TEXT NOT NULL,
    utc_modified TEXT NOT NULL,
    attributes TEXT NOT NULL,    -- JSON list of [type, name, value, owned]
    links TEXT NOT NULL,         -- JSON list of [kind, target, text]
    author TEXT,
    description TEXT,
    payload_base INTEGER NOT NULL, -- length of the drill-down body; see core.documents
    content_hash TEXT NOT NULL,  -- of the converted text; empty when left out
    left_out TEXT,               -- why it is not in the index
    fault TEXT,                  -- why its content could not be read
    partial TEXT,                -- why only some of its content is in the index
    UNIQUE(instance, note_id)
);
CREATE INDEX note_listing ON note(utc_modified DESC) WHERE left_out IS NULL;

CREATE TABLE section(
    note_key INTEGER NOT NULL REFERENCES note(key) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    heading_path TEXT NOT NULL,  -- JSON list
    text TEXT NOT NULL,
    is_code INTEGER NOT NULL,
    PRIMARY KEY(note_key, position)
);

CREATE TABLE passage(            -- ids are never used twice: an id held by a slow query can't name another text
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    note_key INTEGER NOT NULL REFERENCES note(key) ON DELETE CASCADE,
    section INTEGER NOT NULL,
    header TEXT NOT NULL,
    text TEXT NOT NULL,
    language TEXT NOT NULL,      -- see core.language
    hash BLOB NOT NULL           -- of the embedded text; the key of its vector
);
CREATE INDEX passage_note ON passage(note_key);
CREATE INDEX passage_hash ON passage(hash);

"""
TERM = """
CREATE VIRTUAL TABLE term USING fts5(
    title, heading, body, extra,
    tokenize = "ascii tokenchars '!#$%&()*+,-./:;<=>?@[\\]^_`{|}~'"
);
CREATE VIRTUAL TABLE term_count USING fts5vocab(term, row);
"""
_AND_VECTORS = """
CREATE TABLE space(              -- one embedding space a fingerprint
    id INTEGER PRIMARY KEY,
    fingerprint TEXT NOT NULL UNIQUE,
    model TEXT NOT NULL,
    dimension INTEGER NOT NULL
);
CREATE TABLE vector(             -- which text has a vector; the vector itself stands in vector_<space>
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    space INTEGER NOT NULL REFERENCES space(id),
    hash BLOB NOT NULL,
    UNIQUE(space, hash)
);
CREATE TABLE neutral(            -- where each language's texts lie in a space; see store.vectors
    space INTEGER NOT NULL REFERENCES space(id),
    language TEXT NOT NULL,
    passage BLOB NOT NULL,
    query BLOB NOT NULL,
    PRIMARY KEY(space, language)
) WITHOUT ROWID;
CREATE INDEX vector_hash ON vector(hash);
"""


def run_all(cursor: Any, statements: str) -> None:
    """Carry out several statements: apsw begins the next one when it is asked for rows."""
    for _ in cursor.execute(statements):
        pass


def _first(cursor: Any) -> None:
    run_all(cursor, _FIRST + TERM + _AND_VECTORS)


def forgetful_terms(cursor: Any) -> None:
    """FTS5 keeps the words of deleted rows until segments merge, whatever `secure_delete` says, unless it is told."""
    cursor.execute("INSERT INTO term(term, rank) VALUES ('secure-delete', 1)")
    cursor.execute("INSERT INTO term(term) VALUES ('optimize')")


def faults(cursor: Any) -> None:
    """What is known of a content that could not be read; `fault` alone holds the failure's name."""
    for column in ("fault_detail TEXT", "fault_tries INTEGER NOT NULL DEFAULT 0", "fault_retry_at TEXT"):
        cursor.execute(f"ALTER TABLE note ADD COLUMN {column}")
    cursor.execute("CREATE INDEX note_fault ON note(instance, fault_retry_at) WHERE fault IS NOT NULL")


_DECISIONS = """
CREATE TABLE decision(           -- what was decided about a prompt
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,            -- ISO 8601 UTC
    session TEXT,
    event TEXT NOT NULL,
    cwd TEXT,
    prompt TEXT NOT NULL,
    reason TEXT NOT NULL,
    detail TEXT NOT NULL,
    degraded TEXT,
    milliseconds REAL NOT NULL
);
CREATE INDEX decision_at ON decision(at);
CREATE TABLE considered(         -- the notes that it might have been answered with
    decision INTEGER NOT NULL REFERENCES decision(id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    instance TEXT NOT NULL,
    note_id TEXT NOT NULL,
    sent INTEGER NOT NULL,
    cosine REAL,
    standout REAL,
    coverage REAL NOT NULL,
    relevance REAL NOT NULL,
    PRIMARY KEY(decision, position)
) WITHOUT ROWID;
CREATE INDEX considered_note ON considered(instance, note_id);
"""


def decisions(cursor: Any) -> None:
    """The log of what was decided about prompts."""
    run_all(cursor, _DECISIONS)


_RELATIONS = """
CREATE TABLE relation(           -- those between notes that search heeds; see core.kin
    note_key INTEGER NOT NULL REFERENCES note(key) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    target TEXT NOT NULL,        -- note id in the same instance
    PRIMARY KEY(note_key, kind, target)
) WITHOUT ROWID;
CREATE INDEX relation_target ON relation(target, kind);
"""


def relations(cursor: Any) -> None:
    """The relations that search heeds, also those of the notes that are there."""
    run_all(cursor, _RELATIONS)
    for name, kind in RELATIONS.items():
        cursor.execute(
            "INSERT OR IGNORE INTO relation SELECT n.key, ?, a.value ->> 2 FROM note n, json_each(n.attributes) a"
            " WHERE n.left_out IS NULL AND a.value ->> 0 = 'relation' AND lower(a.value ->> 1) = ?"
            " AND a.value ->> 3",
            (kind, name),
        )


def journal_dates(cursor: Any) -> None:
    """The day, week, month or year that a journal note stands in; the next comparison fills it in."""
    cursor.execute("ALTER TABLE note ADD COLUMN journal_date TEXT")
    cursor.execute("CREATE INDEX note_journal ON note(journal_date) WHERE journal_date IS NOT NULL")


_GATE = """
CREATE TABLE off_topic(          -- the shipped prompts that no notes are meant to answer, as vectors of a space
    space INTEGER NOT NULL REFERENCES space(id),
    hash BLOB NOT NULL,          -- of the prompt as it is asked
    language TEXT NOT NULL,
    half INTEGER NOT NULL,       -- see core.gate
    vector BLOB NOT NULL,
    PRIMARY KEY(space, hash)
) WITHOUT ROWID;
CREATE TABLE gate(               -- what was measured with them last; JSON of core.gate.Gate
    space INTEGER PRIMARY KEY REFERENCES space(id),
    measured TEXT NOT NULL
);
"""


def _gate(cursor: Any) -> None:
    run_all(cursor, _GATE)


def _pauses(cursor: Any) -> None:
    """What a person has paused: everything (an empty folder) or a project; without `until`, until it is ended."""
    cursor.execute("CREATE TABLE pause(folder TEXT PRIMARY KEY, until TEXT) WITHOUT ROWID")


_ACTIVITY = """
ALTER TABLE decision ADD COLUMN threshold REAL;
ALTER TABLE decision ADD COLUMN tokens INTEGER NOT NULL DEFAULT 0;
ALTER TABLE considered ADD COLUMN strength REAL;
CREATE TABLE day_count(          -- what was decided on each day, in numbers alone; see core.totals
    day TEXT NOT NULL,           -- the person's own date, YYYY-MM-DD
    what TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY(day, what)
) WITHOUT ROWID;
"""


def activity(cursor: Any) -> None:
    """The gate's numbers beside each decision, and counts that outlive the prompts."""
    run_all(cursor, _ACTIVITY)


def given_by(cursor: Any) -> None:
    """What gave a note its area; the next comparison fills it in."""
    cursor.execute("ALTER TABLE note ADD COLUMN given_by TEXT NOT NULL DEFAULT ''")


def taken_away(cursor: Any) -> None:
    """Which notes a person took away on one server while another one still holds a copy; see `store.kin`."""
    cursor.execute(
        "CREATE TABLE taken_away(instance TEXT NOT NULL, note_id TEXT NOT NULL, utc_created TEXT NOT NULL,"
        " until TEXT NOT NULL, PRIMARY KEY(note_id, instance)) WITHOUT ROWID"
    )


MIGRATIONS: tuple[tuple[str, Callable[[Any], None]], ...] = (
    ("first", _first),
    ("forgetful_terms", forgetful_terms),
    ("faults", faults),
    ("decisions", decisions),
    ("relations", relations),
    ("journal_dates", journal_dates),
    ("gate", _gate),
    ("pauses", _pauses),
    ("activity", activity),
    ("given_by", given_by),
    ("taken_away", taken_away),
)


def missing(connection: apsw.Connection) -> list[str]:
    """Tables, views and indexes of this schema that a file with all migrations lacks or holds in another form.

    The word index is left aside: it is mended in place.
    """
    reference = apsw.Connection(":memory:")
    try:
        for _, migration in MIGRATIONS:
            migration(reference)
        return sorted(name for name, _ in _objects(reference) - _objects(connection))
    finally:
        reference.close()


def _objects(connection: apsw.Connection) -> set[tuple[str, str]]:
    return set(
        connection.execute(
            "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'term%'"
        )
    )
