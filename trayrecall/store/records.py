"""The rows that go into and come out of the index."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from trayrecall.core.model import Converted, Fault, NoteMeta, Passage, Placement, Section
from trayrecall.core.prepare import Prepared


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
