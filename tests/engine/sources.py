"""Note sources for tests of the engine, and what an index holds as one value that can be compared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.fakes import MutableTree
from trayrecall.core.errors import NoteGone, ProtectedNote, SourceError
from trayrecall.core.model import NoteId, NoteMeta
from trayrecall.core.ports import NoteSource
from trayrecall.etapi.parse import note_meta
from trayrecall.store import Index
from trayrecall.store.database import rows


@dataclass
class TreeSource:
    """A note source straight over a tree that changes: what `EtapiSource` tells, without HTTP."""

    tree: MutableTree
    fetched: list[str] = field(default_factory=list)

    def change_mark(self) -> str | None:
        return str(self.tree.change_id)

    def listing(self) -> tuple[NoteMeta, ...]:
        told = (note_meta(self.tree.json(i)) for i in self.tree.listed(with_archived=True))
        return tuple(meta for meta in told if meta is not None)

    def content(self, note_id: NoteId) -> str:
        self.fetched.append(note_id)
        note = self.tree.notes.get(note_id)
        if note is None:
            raise NoteGone
        if note.is_protected:
            raise ProtectedNote
        return (note.content or b"").decode()

    def app_version(self) -> str:
        return "0.102.1"

    def close(self) -> None:
        pass


@dataclass
class Between:
    """A source that does something at a moment of the sync: after the mark, the listing or each content."""

    inner: NoteSource
    after_mark: Callable[[], None] = lambda: None
    after_listing: Callable[[], None] = lambda: None
    before_content: Callable[[NoteId], None] = lambda _note_id: None

    def change_mark(self) -> str | None:
        mark = self.inner.change_mark()
        self.after_mark()
        return mark

    def listing(self) -> tuple[NoteMeta, ...]:
        notes = self.inner.listing()
        self.after_listing()
        return notes

    def content(self, note_id: NoteId) -> str:
        self.before_content(note_id)
        return self.inner.content(note_id)

    def app_version(self) -> str:
        return self.inner.app_version()

    def close(self) -> None:
        self.inner.close()


@dataclass
class Failing:
    """A source of which every call fails in one way."""

    failure: SourceError

    def change_mark(self) -> str | None:
        return None

    def listing(self) -> tuple[NoteMeta, ...]:
        raise self.failure

    def content(self, note_id: NoteId) -> str:
        del note_id
        raise self.failure

    def app_version(self) -> str:
        raise self.failure

    def close(self) -> None:
        pass


_NOTES = (
    "SELECT instance, note_id, title, type, mime, blob_id, hex(digest), area, path, path_ids, utc_modified, attributes,"
    " links, author, description, payload_base, content_hash, left_out, fault, partial FROM note"
)
_SECTIONS = (
    "SELECT n.instance, n.note_id, s.position, s.heading_path, s.text, s.is_code FROM section s"
    " JOIN note n ON n.key = s.note_key"
)
_PASSAGES = (
    "SELECT n.instance, n.note_id, p.section, p.header, p.text, hex(p.hash), t.title, t.heading, t.body, t.extra,"
    " v.hash IS NOT NULL FROM passage p JOIN note n ON n.key = p.note_key JOIN term t ON t.rowid = p.id"
    " LEFT JOIN vector v ON v.hash = p.hash"
)


def contents_of(index: Index) -> dict[str, list[Any]]:
    """All that an index says, without row numbers: two indexes of the same notes are equal."""
    with index.database.read() as connection:
        return {
            name: sorted(rows(connection, sql), key=repr)
            for name, sql in (("notes", _NOTES), ("sections", _SECTIONS), ("passages", _PASSAGES))
        }
