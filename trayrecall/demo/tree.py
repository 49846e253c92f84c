"""The notes of a server as a tree: inherited attributes, archived and hidden notes, note objects as JSON.

The rules are those of Trilium's `becca` (BNote), checked against the recordings. No sockets, no clock.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from trayrecall.core.changes import blob_id
from trayrecall.demo.notes import HIDDEN, ROOT, DemoNote, OwnAttribute

_TEMPLATE_RELATIONS = {"template", "inherit"}
_TEMPLATE_MARKERS = {"template", "workspacetemplate"}  # said of the template itself, not inherited from it


class Tree:
    """Notes by id, in the order in which a search without order lists them. Thread-safe to read.

    `children` gives the order of children where it is known; else it is the order of the notes.
    `ghosts` are notes of the hidden subtree: never listed, but their attributes may be inherited.
    """

    def __init__(
        self,
        notes: Iterable[DemoNote],
        *,
        children: Mapping[str, Sequence[str]] | None = None,
        ghosts: Iterable[DemoNote] = (),
        change_id: int = 1,
    ) -> None:
        self.lock = threading.RLock()
        self.notes: dict[str, DemoNote] = {note.id: note for note in notes}
        self.ghosts: dict[str, DemoNote] = {note.id: note for note in ghosts}
        self.children: dict[str, list[str]] = {
            note_id: list(ids) for note_id, ids in (children or {}).items()
        }
        self.change_id = change_id
        self._forget()
        for note in self.notes.values():
            for parent in note.parents:
                known = self.children.setdefault(parent, [])
                if note.id not in known:
                    known.append(note.id)

    # ---- what a search and a request ask for ----------------------------------------------------------

    def listed(self, *, with_archived: bool) -> list[str]:
        """The notes that a search may find: none that is hidden, archived ones only when asked for."""
        with self.lock:
            return [
                note_id
                for note_id in self.notes
                if not self.is_hidden(note_id) and (with_archived or not self.is_archived(note_id))
            ]

    def is_archived(self, note_id: str) -> bool:
        """An `archived` label, own or inherited, whatever its value."""
        return any(a.type == "label" and a.name == "archived" for a in self.attributes(note_id))

    def is_hidden(self, note_id: str) -> bool:
        """Whether every path to the note goes through `_hidden`; `_hidden` itself isn't hidden."""
        with self.lock:
            if note_id not in self._hidden:
                self._hidden[note_id] = not self._has_open_path(note_id, set())
            return self._hidden[note_id]

    def json_bytes(self, note_id: str) -> bytes:
        """The note object as ETAPI sends it."""
        with self.lock:
            if note_id not in self._bytes:
                told = self.json(note_id)
                text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
                self._bytes[note_id] = text.encode("utf-8", "replace")
            return self._bytes[note_id]

    def json(self, note_id: str) -> dict[str, Any]:
        """The note object as a value."""
        with self.lock:
            if note_id not in self._json:
                self._json[note_id] = self._told(self.notes[note_id])
            return self._json[note_id]

    def attributes(self, note_id: str) -> list[OwnAttribute]:
        """Own attributes, then those inherited from parents, then those of templates; each one once."""
        with self.lock:
            return self._attributes_of(note_id, ())

    # ---- the rules ------------------------------------------------------------------------------------

    def _forget(self) -> None:
        """Forget everything derived; whoever changes a note calls it."""
        self._attributes: dict[str, list[OwnAttribute]] = {}
        self._hidden: dict[str, bool] = {}
        self._json: dict[str, dict[str, Any]] = {}
        self._bytes: dict[str, bytes] = {}

    def _find(self, note_id: str) -> DemoNote | None:
        return self.notes.get(note_id) or self.ghosts.get(note_id)

    def _attributes_of(self, note_id: str, path: tuple[str, ...]) -> list[OwnAttribute]:
        note = self._find(note_id)
        if note is None or note_id in path:
            return []
        if note_id not in self._attributes:
            below = (*path, note_id)
            found = list(note.attributes)
            if note_id not in {ROOT, HIDDEN}:  # attributes of the root don't reach the hidden subtree
                for parent in note.parents:
                    found += [a for a in self._attributes_of(parent, below) if a.is_inheritable]
            found += [
                a for source in self._templates(found) for a in self._template_attributes(source, below)
            ]
            first: dict[str, OwnAttribute] = {}
            for attribute in found:
                first.setdefault(attribute.id, attribute)
            self._attributes[note_id] = list(first.values())
        return self._attributes[note_id]

    @staticmethod
    def _templates(attributes: list[OwnAttribute]) -> list[str]:
        return [a.value for a in attributes if a.type == "relation" and a.name in _TEMPLATE_RELATIONS]

    def _template_attributes(self, template: str, path: tuple[str, ...]) -> list[OwnAttribute]:
        inherited = self._attributes_of(template, path)
        return [a for a in inherited if not (a.type == "label" and a.name in _TEMPLATE_MARKERS)]

    def _has_open_path(self, note_id: str, seen: set[str]) -> bool:
        note = self._find(note_id)
        if note_id == ROOT:
            return True
        if note is None or note_id in seen:
            return False
        seen.add(note_id)
        return any(p == ROOT or (p != HIDDEN and self._has_open_path(p, seen)) for p in note.parents)

    def _told(self, note: DemoNote) -> dict[str, Any]:
        children = self.children.get(note.id, [])
        return {
            "noteId": note.id,
            "isProtected": note.is_protected,
            "title": note.title,
            "type": note.type,
            "mime": note.mime,
            "blobId": note.blob_id or blob_id(note.content or b""),
            "dateCreated": note.date_created or _local(note.utc_created),
            "dateModified": note.date_modified or _local(note.utc_modified),
            "utcDateCreated": note.utc_created,
            "utcDateModified": note.utc_modified,
            "parentNoteIds": list(note.parents),
            "childNoteIds": list(children),
            "parentBranchIds": [f"{parent}_{note.id}" for parent in note.parents] or ["none_root"],
            "childBranchIds": [f"{note.id}_{child}" for child in children],
            "attributes": [a.json() for a in self.attributes(note.id)],
        }


def _local(utc: str) -> str:
    """The same moment as a server in Greenwich writes it."""
    return utc.removesuffix("Z") + "+0000"
