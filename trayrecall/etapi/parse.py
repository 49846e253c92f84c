"""Note objects of ETAPI as `NoteMeta`. Lenient: a missing or odd field never loses the note. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trayrecall.core.model import Attribute, NoteId, NoteMeta


def note_meta(value: Any) -> NoteMeta | None:
    """The note that a JSON value tells, or None when it has no id and so can't be a note."""
    if not isinstance(value, Mapping):
        return None
    note_id = value.get("noteId")
    if not isinstance(note_id, str) or not note_id:
        return None
    return NoteMeta(
        id=NoteId(note_id),
        title=_text(value, "title"),
        type=_text(value, "type"),
        mime=_text(value, "mime"),
        blob_id=_text(value, "blobId") or None,
        is_protected=bool(value.get("isProtected")),
        utc_created=_text(value, "utcDateCreated"),
        utc_modified=_text(value, "utcDateModified"),
        parent_ids=tuple(NoteId(p) for p in _items(value, "parentNoteIds") if isinstance(p, str) and p),
        attributes=_attributes(value, note_id),
    )


def child_ids(value: Any) -> tuple[NoteId, ...]:
    """The ids of the notes directly below the one that a JSON value tells."""
    if not isinstance(value, Mapping):
        return ()
    return tuple(NoteId(c) for c in _items(value, "childNoteIds") if isinstance(c, str) and c)


def _attributes(value: Mapping[str, Any], note_id: str) -> tuple[Attribute, ...]:
    """Own ones first, each in the order of their positions: the server's own order is that in which they came up."""

    def place(found: tuple[float, Attribute]) -> tuple[object, ...]:
        position, attribute = found
        return not attribute.owned, position, attribute.type, attribute.name, attribute.value

    told = [(_number(item, "position"), _attribute(item, note_id)) for item in _items(value, "attributes")]
    found = [(position, attribute) for position, attribute in told if attribute is not None]
    return tuple(attribute for _, attribute in sorted(found, key=place))


def _attribute(value: Any, note_id: str) -> Attribute | None:
    if not isinstance(value, Mapping) or not _text(value, "name"):
        return None
    return Attribute(
        type=_text(value, "type") or "label",
        name=_text(value, "name"),
        value=_text(value, "value"),
        owned=value.get("noteId") == note_id,
    )


def _text(value: Mapping[str, Any], key: str) -> str:
    """The text under the key; numbers as they are written, anything else is no text."""
    found = value.get(key)
    if isinstance(found, str):
        return found
    return str(found) if isinstance(found, (int, float)) and not isinstance(found, bool) else ""


def _number(value: Any, key: str) -> float:
    """The number under the key, or 0."""
    found = value.get(key) if isinstance(value, Mapping) else None
    return found if isinstance(found, (int, float)) else 0


def _items(value: Mapping[str, Any], key: str) -> list[Any]:
    found = value.get(key)
    return found if isinstance(found, list) else []
