"""What is known of one note, and of the index file as a whole: for a person who wonders why something is (not) found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from trayrecall.core.model import Area, AreaRule, Fault, InstanceId, LeftOut, NoteId


class VectorState(StrEnum):
    """Whether a passage can be found by meaning."""

    EMBEDDED = "embedded"
    PENDING = "pending"
    FAILED = "failed"  # the model couldn't take it; it is tried again after the next change, or when a person says so


class Standing(StrEnum):
    """Whether a note can be found."""

    INDEXED = "indexed"
    LEFT_OUT = "left_out"
    UNKNOWN = "unknown"  # it was in no listing: it isn't on the server, or is newer than the last look


@dataclass(frozen=True, slots=True)
class InspectedPassage:
    """One passage of a section."""

    text: str
    tokens: int  # estimated
    language: str
    vector: VectorState
    why: str = ""  # it failed


@dataclass(frozen=True, slots=True)
class InspectedSection:
    """One section with its passages."""

    heading_path: tuple[str, ...]
    characters: int
    is_code: bool
    passages: tuple[InspectedPassage, ...]


@dataclass(frozen=True, slots=True)
class Linked:
    """A link or relation to or from another note, or to an address."""

    kind: str  # internal, include, external, or ~name of a relation
    target: str  # a note id or an address
    title: str = ""  # of the note, when it is known


@dataclass(frozen=True, slots=True)
class Inspection:
    """Everything that the index knows of one note. Of one that is left out or unknown most of it is empty."""

    instance: InstanceId
    note_id: NoteId
    standing: Standing
    title: str = ""
    left_out: LeftOut | None = None
    type: str = ""
    mime: str = ""
    area: Area | None = None
    given_by: str = ""  # what gave it the area; see `core.areas`
    given_by_title: str = ""  # of the folder that did, when one did
    path: tuple[str, ...] = ()
    path_ids: tuple[NoteId, ...] = ()
    labels: tuple[tuple[str, str], ...] = ()
    utc_modified: str = ""
    as_of: str = ""
    content_hash: str = ""
    partial: str | None = None
    fault: Fault | None = None
    sections: tuple[InspectedSection, ...] = ()
    links_out: tuple[Linked, ...] = ()
    links_in: tuple[Linked, ...] = ()
    rule: AreaRule | None = None  # the person's own, when one decided
    newer_on: str = ""  # the name of the server whose copy of it is shown instead
    taken_away_on: str = ""  # the name of the server on which it was deleted, archived, protected or ignored

    @property
    def vectors(self) -> Mapping[VectorState, int]:
        """How many passages are in which state."""
        return Counter(passage.vector for section in self.sections for passage in section.passages)


@dataclass(frozen=True, slots=True)
class FoundNote:
    """A note found by its title or id, also one that is left out."""

    instance: InstanceId
    note_id: NoteId
    title: str
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FailedPassage:
    """A passage that the model couldn't take."""

    instance: InstanceId
    note_id: NoteId
    title: str
    characters: int
    why: str


@dataclass(frozen=True, slots=True)
class Space:
    """The vectors of one embedding model."""

    model: str
    dimension: int
    vectors: int
    is_current: bool


@dataclass(frozen=True, slots=True)
class StoreHealth:
    """The index file in numbers. Sizes in bytes."""

    size: int
    log_size: int  # what is written and not yet brought into the file
    unused: int
    is_worth_compacting: bool
    spaces: tuple[Space, ...]
    failed: tuple[FailedPassage, ...]  # some of them
