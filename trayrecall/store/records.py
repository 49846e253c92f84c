"""The rows that go into and come out of the index."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, replace

from trayrecall.core.model import Converted, Fault, NoteMeta, Passage, Placement, Section
from trayrecall.core.prepare import Prepared, has_same_passages, labels_of, prepare_text


@dataclass(frozen=True, slots=True)
class NoteRecord:
    """One note as it goes into the index. Left-out notes have no `converted` and no `passages`."""

    meta: NoteMeta
    placement: Placement
    digest: bytes
    converted: Converted | None = None
    passages: tuple[Passage, ...] = ()
    fault: Fault | None = None
    partial: str | None = None
    terms: tuple[tuple[str, ...], ...] = ()  # of each passage, and its language
    languages: tuple[str, ...] = ()
    stays: bool = False  # its passages are those that are stored; they aren't made again to be told here

    @classmethod
    def of(
        cls,
        meta: NoteMeta,
        placement: Placement,
        digest: bytes,
        prepared: Prepared,
        fault: Fault | None = None,
    ) -> NoteRecord:
        """The record of a note that is searched."""
        return cls(
            meta,
            placement,
            digest,
            prepared.converted,
            prepared.passages,
            fault,
            prepared.partial,
            prepared.terms,
            prepared.languages,
        )

    def relabelled(self, meta: NoteMeta, placement: Placement, digest: bytes) -> NoteRecord:
        """A stored note under new metadata: most comes from folders above it, and its passages stay."""
        record = replace(self, meta=meta, placement=placement, digest=digest, stays=True)
        old = self.meta
        same = has_same_passages(meta.title, labels_of(meta), old.title, labels_of(old))
        return record if same else record.made()

    def made(self) -> NoteRecord:
        """The same with its passages, when what was stored of them isn't there any more."""
        if not self.stays or self.converted is None:
            return self
        prepared = prepare_text(self.meta.title, labels_of(self.meta), self.converted)
        return NoteRecord.of(self.meta, self.placement, self.digest, prepared, self.fault)

    @property
    def content_hash(self) -> str:
        """Identity of the converted text (without title and labels); empty when there is none."""
        if self.converted is None:
            return ""
        return hash_of_sections(self.converted.sections)


def hash_of_sections(sections: Iterable[Section]) -> str:
    """Identity of a text, as it is stored in sections."""
    text = "\x1e".join(f"{'›'.join(s.heading_path)}\x1f{s.text}" for s in sections)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class PendingText:
    """A text that has no vector yet under the current fingerprint."""

    hash: bytes
    text: str


@dataclass(frozen=True, slots=True)
class Cursor:
    """How far an instance is known: stored after the last batch of a sync, never before."""

    change_mark: str | None = None
    confirmed_at: str | None = None
    listed_at: str | None = None
