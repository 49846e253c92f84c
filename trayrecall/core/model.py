"""The values that flow through the house. Frozen, without behaviour beyond derived properties.

Words are those of the contracts: instance, note, section, passage, area, hit, lean hit, silence, fingerprint.
Dates are UTC strings as Trilium gives them (`2026-11-29 18:24:56.383Z`) until `core.lean` renders them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from typing import NewType

from trayrecall.core.errors import TrayRecallError
from trayrecall.core.gate import Gate

InstanceId = NewType("InstanceId", str)
NoteId = NewType("NoteId", str)


class Area(StrEnum):
    """Which part of a person's notes a note belongs to."""

    WIKI = "wiki"
    SOURCES = "sources"
    JOURNAL = "journal"
    OTHER = "other"


class LeftOut(StrEnum):
    """Why a note is not in the index."""

    ARCHIVED = "archived"
    HIDDEN = "hidden"
    PROTECTED = "protected"
    PLUMBING = "plumbing"
    IGNORED = "ignored"
    NO_TEXT = "no_text"
    RULE = "rule"  # a person's own rule

    @property
    def told(self) -> str:
        """The reason as a person reads it, after "it is"."""
        return _LEFT_OUT[self]


_LEFT_OUT = {
    LeftOut.ARCHIVED: "archived",
    LeftOut.HIDDEN: "hidden by Trilium",
    LeftOut.PROTECTED: "protected",
    LeftOut.PLUMBING: "plumbing of the wiki",
    LeftOut.IGNORED: "labelled #recallIgnore",
    LeftOut.NO_TEXT: "without text",
    LeftOut.RULE: "left out by your rules",
}


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a note's content could not be read, how often it was tried, and when it is asked for again."""

    name: str  # of the failure; see `core.errors`
    detail: str = ""
    tries: int = 1
    retry_at: str = ""  # ISO 8601 UTC; a time of this machine that decides nothing but the next try


class ExcerptFrom(StrEnum):
    """What an excerpt shows (append-only)."""

    SECTION = "section"
    CODE = "code"
    TITLE = "title"
    SUMMARY = "summary"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class AreaRule:
    """A person's own rule: notes of which all given conditions hold belong to `area`, or are left out without one."""

    label: str | None = None  # "name" or "name=value", own or inherited
    below: str | None = None  # a noteId or a title path; the folder itself belongs to it
    type: str | None = None
    area: Area | None = None


@dataclass(frozen=True, slots=True)
class Instance:
    """One Trilium server. `url` is its normalised base without `/etapi` and without a trailing slash."""

    id: InstanceId
    name: str
    url: str
    web_url: str | None = None
    enabled: bool = True
    rules: tuple[AreaRule, ...] = ()  # the first one that fits a note decides
    ca_file: str | None = None  # of an authority that is trusted for this server beside the system's
    pinned_sha256: str | None = None  # the fingerprint of the one certificate that it may present

    @property
    def link_base(self) -> str:
        """Base of links that open a note in a browser."""
        return (self.web_url or self.url).rstrip("/")


# ---- what a note source tells -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Attribute:
    """A label or relation of a note; `owned` is False when it is inherited or comes from a template."""

    type: str  # "label" or "relation"
    name: str
    value: str
    owned: bool = True


@dataclass(frozen=True, slots=True)
class NoteMeta:
    """Everything a listing tells about a note; never its content."""

    id: NoteId
    title: str
    type: str
    mime: str
    blob_id: str | None
    is_protected: bool = False
    utc_created: str = ""
    utc_modified: str = ""
    parent_ids: tuple[NoteId, ...] = ()
    attributes: tuple[Attribute, ...] = ()

    def labels(self, name: str) -> tuple[str, ...]:
        """Values of the labels of that name (own and inherited), names compared without case."""
        wanted = name.lower()
        return tuple(a.value for a in self.attributes if a.type == "label" and a.name.lower() == wanted)


# ---- placing and converting ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a note stands: its area, or the reason why it is left out; and its shortest title path."""

    area: Area
    path: tuple[str, ...]  # titles from below the root down to the note itself
    path_ids: tuple[NoteId, ...]  # the ids of that path
    left_out: LeftOut | None = None
    journal_date: str | None = (
        None  # of the journal: the day, week, month or year that it stands in, as labelled
    )
    given_by: str = ""  # what gave the area; see `core.areas`


@dataclass(frozen=True, slots=True)
class Link:
    """A link found in a note's text: an internal one names a note, an external one an address."""

    kind: str  # "internal", "include" or "external"
    target: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a note under one heading path. `text` is plain text with line breaks, never markup."""

    heading_path: tuple[str, ...]
    text: str
    is_code: bool = False


@dataclass(frozen=True, slots=True)
class Converted:
    """A note's content as plain sections, in reading order. `partial` names why some of it was left away."""

    sections: tuple[Section, ...]
    links: tuple[Link, ...] = ()
    partial: str | None = None


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of a section that fits the embedder's token limit: the unit embedded and retrieved.

    `section` is the index of its section in the note; `header` stands before `text` when it is embedded.
    """

    section: int
    heading_path: tuple[str, ...]
    text: str
    header: str
    is_code: bool = False

    @property
    def embedded_text(self) -> str:
        """What the embedder sees."""
        return f"{self.header}\n{self.text}" if self.text else self.header

    @property
    def content_hash(self) -> bytes:
        """Identity of the embedded text: equal texts share one vector, in whatever note they stand."""
        return hashlib.sha256(self.embedded_text.encode("utf-8", "surrogatepass")).digest()[:16]


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """The identity of an embedding space. Vectors of two fingerprints never mix."""

    model: str
    revision: str
    weights_sha256: str
    tokenizer_sha256: str
    variant: str
    dimension: int
    query_prefix: str
    passage_prefix: str
    splitter: str

    @property
    def key(self) -> str:
        """A short stable key over all fields."""
        fields = (
            self.model, self.revision, self.weights_sha256, self.tokenizer_sha256, self.variant,
            str(self.dimension), self.query_prefix, self.passage_prefix, self.splitter,
        )  # fmt: skip
        return hashlib.sha256("\x1f".join(fields).encode()).hexdigest()[:24]


# ---- asking -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class QueryTerm:
    """One word of a query with its spellings; any of `forms` found counts as the word found."""

    forms: tuple[str, ...]
    is_literal: bool = False  # a compound such as `10.4.0.7` or `chat-send`, kept whole


@dataclass(frozen=True, slots=True)
class Days:
    """A stretch of days that a text names, both ends included, and where its words stand in the normalised text."""

    first: date
    last: date
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class Query:
    """A question, ready for both legs. `text` goes to the embedder, `terms` to the keyword index."""

    text: str
    terms: tuple[QueryTerm, ...]
    phrases: tuple[tuple[str, ...], ...] = ()  # quoted phrases as base tokens; binding in a search
    days: tuple[Days, ...] = ()  # the days that it names; journal notes of these are found by their date
    day_terms: frozenset[QueryTerm] = frozenset()  # of its terms, those that name the days
    asks_for_days: bool = False  # it asks what there is of these days, and for nothing else
    has_words: bool = True  # False for pure symbols and ids: nothing is found by their meaning
    names_words: bool = (
        True  # False if no term is a word, as in "what is 10.0.0.5?": what it names must be found whole
    )

    def with_terms(self, terms: Iterable[QueryTerm]) -> Query:
        """The query with these terms; those that name its days are told by their first spelling."""
        kept = tuple(terms)
        of_days = {term.forms[0] for term in self.day_terms}
        return replace(self, terms=kept, day_terms=frozenset(t for t in kept if t.forms[0] in of_days))


@dataclass(frozen=True, slots=True)
class Skip:
    """A prompt that is not a question to the notes, with the named reason."""

    reason: str


@dataclass(frozen=True, slots=True)
class Filters:
    """Which notes may answer; empty means all. Applied before top-k.

    A label is a name, or `name=value`; a note must have all of them. The days are those of a journal note's date, or else
    of the last change, as `YYYY-MM-DD`, both included.
    """

    instances: frozenset[InstanceId] = frozenset()
    areas: frozenset[Area] = frozenset()
    labels: frozenset[str] = frozenset()
    since: str | None = None
    until: str | None = None

    @property
    def are_of_notes(self) -> bool:
        """Whether they ask for more of a note than where it stands, so that the index must be asked for each."""
        return bool(self.labels or self.since or self.until)


@dataclass(frozen=True, slots=True)
class Signals:
    """Why a hit is where it is. None means that the leg did not see the passage."""

    cosine: float | None
    standout: float | None  # by how much nearer than its language on the whole; see store.vectors
    coverage: float
    matched_terms: tuple[str, ...]
    bm25: float | None
    title_match: float
    area_weight: float
    relevance: float
    dated: bool = False  # a journal note of the days that the query names
    proof: float = 0.0  # the coverage, less in short queries; see `Weights.doubt`
    rare_terms: int = 0  # how many of the matched terms stand in few passages only
    common: float | None = None  # how near off-topic prompts come to the passage; None when it isn't measured


@dataclass(frozen=True, slots=True)
class Hit:
    """One note found for a query, with its best passage and its signals."""

    instance: InstanceId
    note_id: NoteId
    title: str
    area: Area
    path: tuple[str, ...]
    path_ids: tuple[NoteId, ...]
    utc_modified: str
    as_of: str
    author: str | None
    description: str | None
    heading_path: tuple[str, ...]
    passage_text: str
    section_text: str
    is_code: bool
    payload_chars: int
    content_hash: str
    matched: str  # keyword, meaning, both, title
    signals: Signals
    also_in: tuple[InstanceId, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """What a query found. No hits means silence, and `reason` names why."""

    query: str
    hits: tuple[Hit, ...]
    reason: str
    detail: str = ""
    degraded: str | None = None
    milliseconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Considered:
    """One note that a prompt might have been answered with, and what spoke for it; see `Signals`."""

    instance: InstanceId
    note_id: NoteId
    sent: bool
    cosine: float | None = None
    standout: float | None = None
    coverage: float = 0.0
    relevance: float = 0.0
    title: str = ""  # as the index has it now; it isn't kept with the decision
    strength: float | None = (
        None  # what the gate compared with the decision's threshold; see `ranking.strength`
    )


@dataclass(frozen=True, slots=True)
class Decision:
    """What was decided about one prompt. `reason` is one of those of `Answer`, or `failed`."""

    at: str  # ISO 8601 UTC
    session: str | None
    event: str
    cwd: str | None
    prompt: str  # its beginning
    reason: str
    detail: str = ""
    degraded: str | None = None
    milliseconds: float = 0.0
    notes: tuple[Considered, ...] = ()  # the best ones, best first
    id: int = 0
    threshold: float | None = None  # the strength that was asked for; None when meaning had no part in it
    tokens: int = 0  # of what was sent, estimated


@dataclass(frozen=True, slots=True)
class PassageRow:
    """One passage as ranking needs it, with its note. `columns` are the terms of the keyword index's columns."""

    passage_id: int
    note_key: int
    instance: InstanceId
    note_id: NoteId
    title: str
    area: Area
    content_hash: str
    section: int
    text: str
    columns: tuple[frozenset[str], ...]


# ---- what the engine says of itself -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FaultyNote:
    """A note that is in the index by its title and labels alone, because its content could not be read."""

    note_id: NoteId
    title: str
    fault: Fault


@dataclass(frozen=True, slots=True)
class InstanceStatus:
    """One instance as a person sees it. `state` is one of the names in the table of states in docs/reference.md."""

    id: InstanceId
    name: str
    url: str
    enabled: bool
    state: str
    detail: str = ""
    hint: str = ""
    notes: int = 0
    left_out: Mapping[str, int] = field(default_factory=dict)
    faulty: int = 0
    faults: tuple[FaultyNote, ...] = ()  # some of them, the latest first
    progress: float | None = None  # 0..1 while its notes are fetched
    last_sync: str | None = None
    last_error: str | None = None
    failure: TrayRecallError | None = field(
        default=None, compare=False
    )  # of which detail, hint and last_error tell


@dataclass(frozen=True, slots=True)
class Status:
    """One immutable picture of the whole engine; every surface renders this and nothing else."""

    state: str  # starting, ok, degraded, paused
    instances: tuple[InstanceStatus, ...] = ()
    notes: int = 0
    passages: int = 0
    pending: int = 0
    model: str | None = None
    dimension: int | None = None
    degraded: str | None = None
    progress: float | None = None  # 0..1 while building
    gate: Gate = field(
        default_factory=Gate
    )  # when prompts are answered with silence, as measured on these notes
    notice: str | None = None  # something that a person should know once, such as a damaged index set aside
    unpaused: str | None = None  # while it is paused, the state that it would have without that
    paused_until: str | None = None  # ISO 8601 UTC; None also while it is paused until a person ends it
    departures: int = 0  # rises when notes leave the index: what is shown may hold one of them
    paused_projects: tuple[str, ...] = ()  # folders in which prompts are answered with silence

    @property
    def is_reading(self) -> bool:
        """Whether notes are read from a server now, which `progress` is about then."""
        return any(instance.progress is not None for instance in self.instances)
