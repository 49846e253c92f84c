"""Note objects of ETAPI as `NoteMeta`. Lenient: a missing or odd field never loses the note. Pure."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from trayrecall.core.model import Attribute, NoteId, NoteMeta

# Labels that Trilium writes itself, of the anchors in a note's text: 0.103 and later.
_MADE_BY_TRILIUM = frozenset({"internalBookmark"})


def note_meta(value: Any) -> NoteMeta | None:
    """The note that a JSON value tells, or None when it has no id of a note: none holds a sign that can't be seen."""
    if not isinstance(value, Mapping):
        return None
    note_id = value.get("noteId")
    if not isinstance(note_id, str) or not note_id or not note_id.isprintable():
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
        attributes=_attributes(_items(value, "attributes"), note_id),
    )


def child_ids(value: Mapping[str, Any]) -> tuple[NoteId, ...]:
    """The ids of the notes directly below the one that a JSON object tells."""
    return tuple(NoteId(c) for c in _items(value, "childNoteIds") if isinstance(c, str) and c)


def _attributes(items: list[Any], note_id: str) -> tuple[Attribute, ...]:
    """Own ones before inherited ones, each as a person put them in order.

    The server's order is no help: it differs after a restart, when a clone is made anew, and between synced devices.
    """
    found = [(a, _position(item)) for item in items if (a := _attribute(item, note_id))]
    found.sort(key=lambda pair: (not pair[0].owned, pair[1], pair[0].type, pair[0].name, pair[0].value))
    return tuple(attribute for attribute, _ in found)


def _position(value: Mapping[str, Any]) -> float:
    position = value.get("position")
    try:
        found = float(position) if isinstance(position, int | float) else 0.0
    except OverflowError:  # an integer of hundreds of digits
        return 0.0
    return found if math.isfinite(found) else 0.0


def _attribute(value: Any, note_id: str) -> Attribute | None:
    name = _text(value, "name") if isinstance(value, Mapping) else ""
    if not name or name in _MADE_BY_TRILIUM:
        return None
    return Attribute(
        type=_text(value, "type") or "label",
        name=name,
        value=_text(value, "value"),
        owned=value.get("noteId") == note_id,
    )


def _text(value: Mapping[str, Any], key: str) -> str:
    """The text under the key; numbers as they are written, anything else is no text."""
    found = value.get(key)
    if isinstance(found, str):
        return found
    return str(found) if isinstance(found, (int, float)) and not isinstance(found, bool) else ""


def _items(value: Mapping[str, Any], key: str) -> list[Any]:
    found = value.get(key)
    return found if isinstance(found, list) else []
