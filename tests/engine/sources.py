"""Note sources for tests of the engine, and what an index holds as one value that can be compared."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tests.fakes import MutableTree, is_unreadable
from tests.store.building import SPACE, embed_pending
from trayrecall.core.errors import NoteGone, ProtectedNote, ServerFault, SourceError
from trayrecall.core.model import InstanceId, NoteId, NoteMeta
from trayrecall.core.ports import NoteSource
from trayrecall.engine.sync import Sync
from trayrecall.etapi.parse import note_meta
from trayrecall.store import Database, Index
from trayrecall.store.database import rows


def said_by_trilium(failure: SourceError) -> SourceError:
    """The failure as Trilium itself tells it of a note."""
    failure.is_spoken = True
    return failure


@dataclass
class TreeSource:
    """A note source straight over a tree that changes: what `EtapiSource` tells, without HTTP."""

    tree: MutableTree
    failing: AbstractSet[str] = frozenset()  # notes whose content can't be had just now
    once_readable: AbstractSet[str] = (
        frozenset()
    )  # notes whose content is given, although it can't be had any more
    fetched: list[str] = field(default_factory=list)

    def change_mark(self) -> str | None:
        return str(self.tree.change_id)

    def listing(self, _known: int = 0) -> tuple[NoteMeta, ...]:
        told = (note_meta(self.tree.json(i)) for i in self.tree.listed(with_archived=True))
        return tuple(meta for meta in told if meta is not None)

    def content(self, note_id: NoteId) -> str:
        self.fetched.append(note_id)
        note = self.tree.notes.get(note_id)
        if note is None:
            raise NoteGone
        if note.is_protected:
            raise ProtectedNote
        if note_id in self.failing or (is_unreadable(note) and note_id not in self.once_readable):
            raise said_by_trilium(ServerFault())
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
    after_content: Callable[[NoteId], None] = lambda _note_id: None

    def change_mark(self) -> str | None:
        mark = self.inner.change_mark()
        self.after_mark()
        return mark

    def listing(self, known: int = 0, /) -> tuple[NoteMeta, ...]:
        notes = self.inner.listing(known)
        self.after_listing()
        return notes

    def content(self, note_id: NoteId) -> str:
        self.before_content(note_id)
        content = self.inner.content(note_id)
        self.after_content(note_id)
        return content

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

    def listing(self, _known: int = 0) -> tuple[NoteMeta, ...]:
        raise self.failure

    def content(self, note_id: NoteId) -> str:
        del note_id
        raise self.failure

    def app_version(self) -> str:
        raise self.failure

    def close(self) -> None:
        pass


HOME = InstanceId("home")
# A fresh build is read once and thrown away, so that it may stand where no disk is waited for.
_IN_MEMORY = next((folder for folder in ("/dev/shm",) if Path(folder).is_dir()), None)


def built_at_once(tree: MutableTree, once_readable: AbstractSet[str] = frozenset()) -> dict[str, list[Any]]:
    """What an index holds that follows this tree from nothing, in one sync, with arbitrary vectors.

    `once_readable` are notes that can be read in it, whatever the server says of them now.
    """
    with tempfile.TemporaryDirectory(dir=_IN_MEMORY) as folder:
        index = Index(Database(Path(folder) / "fresh.db"))
        index.open_space(SPACE)
        source = TreeSource(tree, once_readable=once_readable)
        Sync(HOME, source, index).run(datetime(2031, 6, 1, tzinfo=UTC))
        embed_pending(index)
        built = contents_of(index)
        index.close()
    return built


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


_VECTORS = "SELECT hex(v.hash), hex(e.embedding) FROM vector v JOIN vector_{space} e ON e.rowid = v.id WHERE v.space = {space}"


def contents_of(index: Index) -> dict[str, list[Any]]:
    """All that an index says, without row numbers: two indexes of the same notes are equal.

    The vectors are those of the open space; none without one.
    """
    asked = {"notes": _NOTES, "sections": _SECTIONS, "passages": _PASSAGES}
    if index.space is not None:
        asked["vectors"] = _VECTORS.format(space=index.space)
    with index.database.read() as connection:
        return {name: sorted(rows(connection, sql), key=repr) for name, sql in asked.items()}


def without_notes(contents: dict[str, list[Any]], note_ids: AbstractSet[str]) -> dict[str, list[Any]]:
    """The same without what is said of these notes. Vectors belong to texts, so that all are left away with them."""
    if not note_ids:
        return contents
    return {
        name: [row for row in found if row[1] not in note_ids]
        for name, found in contents.items()
        if name != "vectors"
    }


def assert_same(found: dict[str, list[Any]], built: dict[str, list[Any]]) -> None:
    """Two contents are equal; else the rows are named that one has more than the other."""
    told = []
    for name in sorted(found.keys() | built.keys()):
        ours, theirs = (Counter(map(repr, contents.get(name, ()))) for contents in (found, built))
        told += [f"{name} too many: {row}" for row in sorted((ours - theirs).elements())]
        told += [f"{name} missing: {row}" for row in sorted((theirs - ours).elements())]
    assert not told, "\n".join(told)
