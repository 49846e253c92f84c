"""A tree of notes that changes as a person changes theirs, with the change number rising."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from trayrecall.demo.notes import ROOT, DemoNote, OwnAttribute
from trayrecall.demo.tree import Tree

_FIRST_EDIT = datetime(2031, 6, 1, 12, 0, 0, tzinfo=UTC)
_MEDIA_TYPE = re.compile(r"[!#$&^_.+\-\w]+/[!#$&^_.+\-\w]+ *(;[\x20-\xff]*)?", re.ASCII)


def note(note_id: str, title: str = "", content: str | bytes = "", **fields: object) -> DemoNote:
    """A note of tests; text content, below the root unless said otherwise."""
    raw = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
    return replace(DemoNote(note_id, title or note_id, content=raw), **fields)  # type: ignore[arg-type]


def label(note_id: str, name: str, value: str = "", *, inheritable: bool = False) -> OwnAttribute:
    """A label as its own note holds it."""
    return OwnAttribute(f"{note_id}_{name}", note_id, "label", name, value, is_inheritable=inheritable)


def relation(note_id: str, name: str, target: str) -> OwnAttribute:
    """A relation as its own note holds it."""
    return OwnAttribute(f"{note_id}_{name}_{target}", note_id, "relation", name, target)


def is_unreadable(note: DemoNote) -> bool:
    """Whether every Trilium fails to give the note's content: its blob is missing, or its mime can't stand in a header."""
    return note.content is None or (note.mime != "" and not _MEDIA_TYPE.fullmatch(note.mime))


@dataclass(frozen=True, slots=True)
class Backup:
    """A tree as it stood at some moment."""

    notes: Mapping[str, DemoNote]
    children: Mapping[str, Sequence[str]]
    change_id: int


class MutableTree(Tree):
    """Mutations for tests. Each edit is a second later than the one before; no real clock is asked."""

    _cyclic: bool | None = None

    def __init__(self, notes: Iterable[DemoNote], **more: Any) -> None:
        super().__init__(notes, **more)
        self._edits = itertools.count()

    def put(self, new: DemoNote) -> None:
        """Add the note, or replace the one with its id; all as given, dates too."""
        with self.lock:
            old = self.notes.get(new.id)
            self.notes[new.id] = new
            self._reparent(new.id, old.parents if old else (), new.parents)
            self._changed(3 if old is None else 1)

    def edit(self, note_id: str, content: str | bytes | None = None, *, title: str | None = None) -> None:
        """Change content or title, as a person does: the modification date moves."""
        with self.lock:
            old = self.notes[note_id]
            raw = content.encode() if isinstance(content, str) else content
            now = self.now()
            self.notes[note_id] = replace(
                old,
                content=old.content if raw is None else raw,
                title=old.title if title is None else title,
                blob_id=old.blob_id if raw is None else None,
                utc_modified=now,
                date_modified=None,
            )
            self._changed(2 if raw is not None else 1)

    def arrive(self, new: DemoNote) -> None:
        """A note that comes by Trilium's sync: it keeps the date of the device on which it was written."""
        self.put(new)

    def delete(self, note_id: str) -> None:
        """Delete the note with those below it that stand nowhere else."""
        with self.lock:
            gone = self.notes.pop(note_id)
            self._reparent(note_id, gone.parents, ())
            for child in self.children.pop(note_id, []):
                self._orphan(child, note_id)
            self._changed(1)

    def move(self, note_id: str, *parents: str) -> None:
        """Put the note below these parents instead; no date changes."""
        with self.lock:
            old = self.notes[note_id]
            self.notes[note_id] = replace(old, parents=parents or (ROOT,))
            self._reparent(note_id, old.parents, self.notes[note_id].parents)
            self._changed(2)

    def label(self, note_id: str, name: str, value: str = "", *, inheritable: bool = False) -> None:
        """Set a label; no date changes."""
        self._replace_attributes(note_id, name, label(note_id, name, value, inheritable=inheritable))

    def unlabel(self, note_id: str, name: str) -> None:
        """Take a label away; no date changes."""
        self._replace_attributes(note_id, name)

    def relate(self, note_id: str, name: str, target: str) -> None:
        """Set a relation; no date changes."""
        self._replace_attributes(note_id, name, relation(note_id, name, target))

    def protect(self, note_id: str) -> None:
        """Protect the note: date, title and content become other ones."""
        with self.lock:
            old = self.notes[note_id]
            self.notes[note_id] = replace(
                old, is_protected=True, title="x" * 43 + "=", blob_id="P" * 20, utc_modified=self.now()
            )
            self._changed(1)

    def unprotect(self, note_id: str, title: str) -> None:
        """Take the protection away: title and content are what they were, the date is new."""
        with self.lock:
            old = self.notes[note_id]
            self.notes[note_id] = replace(
                old, is_protected=False, title=title, blob_id=None, utc_modified=self.now()
            )
            self._changed(1)

    def undelete(self, *gone: DemoNote) -> None:
        """Bring deleted notes back: content and parents as they were, the date is new."""
        with self.lock:
            for old in gone:
                self.put(replace(old, utc_modified=self.now()))

    def back_up(self) -> Backup:
        """The tree of this moment."""
        with self.lock:
            return Backup(
                dict(self.notes), {k: list(ids) for k, ids in self.children.items()}, self.change_id
            )

    def restore(self, backup: Backup) -> None:
        """Everything as it was, the change number too: it falls, and may later be one that was seen before."""
        with self.lock:
            self.notes = dict(backup.notes)
            self.children = {k: list(ids) for k, ids in backup.children.items()}
            self.change_id = backup.change_id
            self._forget()

    def has_cycle(self) -> bool:
        """Whether a note stands below itself."""
        with self.lock:
            if self._cyclic is None:
                self._cyclic = self._is_cyclic()
            return self._cyclic

    def bump(self, by: int = 1) -> None:
        """Raise the change number alone, as a switch of tabs does."""
        with self.lock:
            self.change_id += by

    def now(self) -> str:
        """The next moment, as Trilium writes it."""
        moment = _FIRST_EDIT + timedelta(seconds=next(self._edits))
        return moment.strftime("%Y-%m-%d %H:%M:%S.000Z")

    def _changed(self, by: int) -> None:
        self.change_id += by
        self._forget()

    def _forget(self) -> None:
        super()._forget()
        self._cyclic = None

    def _is_cyclic(self) -> bool:
        """Takes notes without parents away until none is left, or only those of cycles and what stands below."""
        parents = {i: {p for p in n.parents if p in self.notes} for i, n in self.notes.items()}
        free = [note_id for note_id, above in parents.items() if not above]
        while free:
            done = free.pop()
            del parents[done]
            for child in self.children.get(done, ()):
                above = parents.get(child)
                if above and done in above:
                    above.remove(done)
                    if not above:
                        free.append(child)
        return bool(parents)

    def _replace_attributes(self, note_id: str, name: str, *new: OwnAttribute) -> None:
        with self.lock:
            old = self.notes[note_id]
            kept = tuple(a for a in old.attributes if a.name != name)
            self.notes[note_id] = replace(old, attributes=kept + new)
            self._changed(1)

    def _reparent(self, note_id: str, old: tuple[str, ...], new: tuple[str, ...]) -> None:
        for parent in set(old) - set(new):
            if note_id in self.children.get(parent, []):
                self.children[parent].remove(note_id)
        for parent in new:
            known = self.children.setdefault(parent, [])
            if note_id not in known:
                known.append(note_id)

    def _orphan(self, child: str, parent: str) -> None:
        if child not in self.notes:
            return
        left = tuple(p for p in self.notes[child].parents if p != parent)
        if left:
            self.notes[child] = replace(self.notes[child], parents=left)
        else:
            self.delete(child)
