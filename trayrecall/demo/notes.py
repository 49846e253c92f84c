"""Notes as a Trilium keeps them: own attributes, parents, content. And the demo's notes from their folder."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = "root"
HIDDEN = "_hidden"
_EPOCH = "2026-01-01 00:00:00.000Z"


@dataclass(frozen=True, slots=True)
class OwnAttribute:
    """A label or relation as its own note holds it."""

    id: str
    note_id: str
    type: str  # "label" or "relation"
    name: str
    value: str = ""
    position: int = 10
    is_inheritable: bool = False
    utc_modified: str = _EPOCH

    def json(self) -> dict[str, Any]:
        """The attribute as ETAPI tells it."""
        return {
            "attributeId": self.id,
            "noteId": self.note_id,
            "type": self.type,
            "name": self.name,
            "value": self.value,
            "position": self.position,
            "isInheritable": self.is_inheritable,
            "utcDateModified": self.utc_modified,
        }


@dataclass(frozen=True, slots=True)
class DemoNote:
    """One note. `content` is None when its blob is missing, as after a half-done sync of a real Trilium."""

    id: str
    title: str
    type: str = "text"
    mime: str = "text/html"
    parents: tuple[str, ...] = (ROOT,)
    attributes: tuple[OwnAttribute, ...] = ()
    content: bytes | None = b""
    is_protected: bool = False
    utc_created: str = _EPOCH
    utc_modified: str = _EPOCH
    date_created: str | None = None  # server-local, for show only; None derives it
    date_modified: str | None = None
    blob_id: str | None = None  # None derives it from the content


def load_demo(folder: Path) -> list[DemoNote]:
    """The notes of `folder/tree.json` with their content files, the root first.

    Raises `OSError` for a missing file and `ValueError` for a tree that names no note or a note twice.
    """
    tree = json.loads((folder / "tree.json").read_text(encoding="utf-8"))
    notes = [_note(entry, folder) for entry in tree["notes"]]
    ids = [note.id for note in notes]
    if not ids or len(set(ids)) != len(ids):
        raise ValueError("tree.json must name each of its notes once")
    if ROOT not in ids:
        notes.insert(0, DemoNote(ROOT, "root", parents=()))
    return notes


def _note(entry: Mapping[str, Any], folder: Path) -> DemoNote:
    note_id, file = entry["id"], entry.get("file")
    modified = entry.get("modified") or entry.get("created") or _EPOCH
    is_protected = bool(entry.get("protected"))
    return DemoNote(
        id=note_id,
        title=_ciphertext(entry["title"]) if is_protected else entry["title"],
        type=entry.get("type", "text"),
        mime=entry.get("mime", "text/html"),
        parents=() if note_id == ROOT else tuple(entry.get("parents", (ROOT,))),
        attributes=tuple(_attributes(entry, note_id, modified)),
        content=(folder / file).read_bytes() if file else b"",
        is_protected=is_protected,
        utc_created=entry.get("created") or _EPOCH,
        utc_modified=modified,
    )


def _attributes(entry: Mapping[str, Any], note_id: str, modified: str) -> list[OwnAttribute]:
    """Labels, then relations, at positions 10, 20, 30 and so on."""
    told = [("label", item) for item in entry.get("labels", ())]
    told += [("relation", item) for item in entry.get("relations", ())]
    return [
        OwnAttribute(
            id=f"{note_id}_{kind[0]}{index}",
            note_id=note_id,
            type=kind,
            name=item["name"],
            value=item.get("value", ""),
            position=10 * (index + 1),
            is_inheritable=bool(item.get("inheritable")),
            utc_modified=modified,
        )
        for index, (kind, item) in enumerate(told)
    ]


def _ciphertext(title: str) -> str:
    """What ETAPI shows of a protected title: base64 that tells nothing."""
    return base64.b64encode(hashlib.sha512(title.encode()).digest()[:48]).decode()
