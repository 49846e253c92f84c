"""The shape of the index file, as numbered migrations. A migration, once released, is never edited.

The keyword index uses the `ascii` tokenizer with every sign as a token character, so that FTS5 splits at blanks alone:
`core.text` has already made the terms. (unicode61 would drop characters younger than its Unicode table, e.g. emoji.)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import apsw

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


def _first(cursor: Any) -> None:
    for _ in cursor.execute(_FIRST + TERM + _AND_VECTORS):
        pass


def forgetful_terms(cursor: Any) -> None:
    """FTS5 keeps the words of deleted rows until segments merge, whatever `secure_delete` says, unless it is told."""
    cursor.execute("INSERT INTO term(term, rank) VALUES ('secure-delete', 1)")
    cursor.execute("INSERT INTO term(term) VALUES ('optimize')")


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
    for _ in cursor.execute(_GATE):
        pass


MIGRATIONS: tuple[tuple[str, Callable[[Any], None]], ...] = (
    ("first", _first),
    ("forgetful_terms", forgetful_terms),
    ("gate", _gate),
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
