"""Reading one note, or the whole file, for a person who wonders; see `core.inspection`. Never writes."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

import apsw

from trayrecall.core.areas import BELOW
from trayrecall.core.inspection import (
    FailedPassage,
    FoundNote,
    InspectedPassage,
    InspectedSection,
    Inspection,
    Linked,
    Space,
    Standing,
    StoreHealth,
    VectorState,
)
from trayrecall.core.model import Area, InstanceId, LeftOut, NoteId
from trayrecall.core.tokens import estimate_tokens
from trayrecall.store import reading
from trayrecall.store.compaction import is_worth
from trayrecall.store.database import column, number, rows
from trayrecall.store.writing import fault_of

MOST_LINKS = 100  # of each direction
MOST_FAILED = 50

Refused = Mapping[bytes, str]  # text hash → why the model gave it no vector


def inspect(
    connection: apsw.Connection, instance: InstanceId, note_id: NoteId, space: int | None, refused: Refused
) -> Inspection:
    """What the file knows of a note; `space` holds the vectors in use."""
    found = rows(
        connection,
        "SELECT n.key, n.title, n.left_out, n.type, n.mime, n.area, n.given_by, n.path, n.path_ids, n.attributes,"
        " n.links, n.utc_modified, confirmed_at(i.id, coalesce(i.confirmed_at, '')), n.content_hash, n.partial,"
        " n.fault, n.fault_detail, n.fault_tries, n.fault_retry_at"
        " FROM note n JOIN instance i ON i.id = n.instance WHERE n.instance = ? AND n.note_id = ?",
        (instance, note_id),
    )
    if not found:
        return Inspection(instance, note_id, Standing.UNKNOWN)
    (
        key, title, left_out, kind, mime, area, given_by, path, path_ids, attributes, links, modified, as_of, digest,
        partial, *fault,
    ) = found[0]  # fmt: skip
    told = json.loads(attributes)
    return Inspection(
        instance,
        note_id,
        Standing.LEFT_OUT if left_out else Standing.INDEXED,
        title,
        LeftOut(left_out) if left_out else None,
        kind,
        mime,
        Area(area),
        given_by,
        _title(connection, instance, given_by.removeprefix(BELOW)) if given_by.startswith(BELOW) else "",
        tuple(json.loads(path)),
        tuple(json.loads(path_ids)),
        reading.labels_in(told),
        modified,
        as_of,
        digest,
        partial,
        fault_of(*fault),
        _sections(connection, key, space, refused),
        _links_out(connection, instance, json.loads(links), told),
        tuple(_links_in(connection, instance, note_id))[:MOST_LINKS],
    )


def _title(connection: apsw.Connection, instance: InstanceId, note_id: str) -> str:
    found = column(
        connection, "SELECT title FROM note WHERE instance = ? AND note_id = ?", (instance, note_id)
    )
    return str(found[0]) if found else ""


def _sections(
    connection: apsw.Connection, key: int, space: int | None, refused: Refused
) -> tuple[InspectedSection, ...]:
    found = rows(
        connection,
        "SELECT p.section, p.text, p.header, p.language, p.hash, EXISTS"
        " (SELECT 1 FROM vector v WHERE v.space = ?2 AND v.hash = p.hash)"
        " FROM passage p WHERE p.note_key = ?1 ORDER BY p.id",
        (key, space),
    )
    passages: dict[int, list[InspectedPassage]] = {}
    for section, text, header, language, digest, has_vector in found:
        why = "" if has_vector else refused.get(bytes(digest), "")
        state = VectorState.EMBEDDED if has_vector else VectorState.FAILED if why else VectorState.PENDING
        tokens = estimate_tokens(f"{header}\n{text}")
        passages.setdefault(section, []).append(InspectedPassage(text, tokens, language, state, why))
    sections = reading.sections(connection, key)
    shown = [
        InspectedSection(s.heading_path, len(s.text), s.is_code, tuple(passages.pop(place, ())))
        for place, s in enumerate(sections)
    ]
    # A note without sections still has a passage of its title, so that it is found by that.
    shown += [InspectedSection((), 0, is_code=False, passages=tuple(rest)) for rest in passages.values()]
    return tuple(shown)


def _links_out(
    connection: apsw.Connection, instance: InstanceId, links: list[Any], attributes: list[Any]
) -> tuple[Linked, ...]:
    told = [(kind, target) for kind, target, _ in links]
    told += [(f"~{name}", value) for of, name, value, owned in attributes if of == "relation" and owned]
    unique = list(dict.fromkeys(told))[:MOST_LINKS]
    return tuple(
        Linked(kind, target, "" if kind == "external" else _title(connection, instance, target))
        for kind, target in unique
    )


def _links_in(connection: apsw.Connection, instance: InstanceId, note_id: NoteId) -> Iterator[Linked]:
    """Looks at every note that holds the id anywhere: for one note that a person looks at, no index is worth its room."""
    sign = f"%{json.dumps(note_id)}%"
    found = rows(
        connection,
        "SELECT note_id, title, links, attributes FROM note WHERE instance = ?1 AND left_out IS NULL AND note_id <> ?2"
        " AND (links LIKE ?3 OR attributes LIKE ?3) ORDER BY utc_modified DESC",
        (instance, note_id, sign),
    )
    for other, title, links, attributes in found:
        kinds = [kind for kind, target, _ in json.loads(links) if target == note_id and kind != "external"]
        kinds += [
            f"~{name}"
            for of, name, value, owned in json.loads(attributes)
            if of == "relation" and owned and value == note_id
        ]
        for kind in dict.fromkeys(kinds):
            yield Linked(kind, other, title)


def find(
    connection: apsw.Connection, text: str, instances: Collection[InstanceId], limit: int
) -> list[FoundNote]:
    """The notes of these instances with that id, or with the text in their title: equal ones first, then beginnings."""
    wanted = text.strip().casefold()
    if not wanted:
        return []
    found = rows(
        connection,
        "SELECT key, title, note_id, left_out IS NOT NULL FROM note"
        " WHERE instance IN (SELECT value FROM json_each(?))",
        (json.dumps(sorted(map(str, instances))),),
    )
    ranked = sorted(
        (_place(title.casefold(), note_id, wanted), left_out, len(title), key)
        for key, title, note_id, left_out in found
        if wanted in title.casefold() or note_id.casefold() == wanted
    )
    keys = [key for *_, key in ranked[:limit]]
    told = rows(
        connection,
        "SELECT n.key, n.instance, n.note_id, n.title, n.path FROM json_each(?) j JOIN note n ON n.key = j.value",
        (json.dumps(keys),),
    )
    by_key = {
        key: FoundNote(InstanceId(instance), NoteId(note_id), title, tuple(json.loads(path)))
        for key, instance, note_id, title, path in told
    }
    return [by_key[key] for key in keys]


def _place(title: str, note_id: str, wanted: str) -> int:
    if note_id.casefold() == wanted:
        return 0
    return 1 if title == wanted else 2 if title.startswith(wanted) else 3


def health(connection: apsw.Connection, path: Path, space: int | None, refused: Refused) -> StoreHealth:
    """The file in numbers."""
    page, pages, free = (
        number(connection, f"PRAGMA {name}") for name in ("page_size", "page_count", "freelist_count")
    )
    spaces = rows(
        connection,
        "SELECT s.model, s.dimension, (SELECT count(*) FROM vector v WHERE v.space = s.id), s.id = ?1 FROM space s",
        (space,),
    )
    log = Path(f"{path}-wal")
    return StoreHealth(
        size=page * pages,
        log_size=log.stat().st_size if log.exists() else 0,
        unused=page * free,
        is_worth_compacting=is_worth(connection),
        spaces=tuple(Space(model, dim, vectors, bool(mine)) for model, dim, vectors, mine in spaces),
        failed=tuple(_failed(connection, space, refused)),
    )


def _failed(connection: apsw.Connection, space: int | None, refused: Refused) -> Iterator[FailedPassage]:
    shown = 0
    for digest, why in refused.items():
        if shown >= MOST_FAILED:
            return
        found = rows(
            connection,
            "SELECT n.instance, n.note_id, n.title, length(p.text) FROM passage p JOIN note n ON n.key = p.note_key"
            " WHERE p.hash = ?1 AND NOT EXISTS (SELECT 1 FROM vector v WHERE v.space = ?2 AND v.hash = ?1)",
            (digest, space),
        )
        for instance, note_id, title, characters in found:
            shown += 1
            yield FailedPassage(InstanceId(instance), NoteId(note_id), title, characters, why)
