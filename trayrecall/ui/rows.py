"""What the popup's list holds, made off the UI thread from the engine's own values. Pure.

The meter shows why a hit stands where it does: its first part is the meaning (the cosine), the second what the words
add to it. `Meter` says which cosine counts as nothing and how much of the scale is worth showing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from typing import TypeAlias

from trayrecall.core.documents import PATH_JOINT, NoteRow, lean_note_row
from trayrecall.core.lean import lean_row
from trayrecall.core.model import Answer, Area, Hit, Instance, InstanceId
from trayrecall.core.ranking import CosineScale
from trayrecall.core.snippet import Marked, marked, marked_lines, one_line, snippet, wanted_terms

OLD = timedelta(days=2)  # a note whose server has not been asked for so long says of when it is

InstanceOf: TypeAlias = Callable[[InstanceId], Instance | None]


@dataclass(frozen=True, slots=True)
class Meter:
    """The score bar's scale: from `low` (unrelated texts) over `span`. The defaults are those of the default model."""

    low: float = 0.78
    span: float = 0.24

    @classmethod
    def of(cls, scale: CosineScale) -> Meter:
        """The scale for the cosines of another model."""
        return cls(scale.unrelated, cls().span * scale.spread)

    def parts(self, score: float | None, relevance: float) -> tuple[float, float]:
        """How much of the bar meaning fills, and how much the words, together at most 1."""
        base = score if score is not None else min(self.low, relevance if relevance >= self.low else 0.0)
        meaning = 0.0 if score is None else _clamped((score - self.low) / self.span)
        words = _clamped((relevance - base) / self.span)
        return meaning, min(words, 1.0 - meaning)


def _clamped(value: float) -> float:
    return min(1.0, max(0.0, value))


@dataclass(frozen=True, slots=True)
class Row:
    """One note, ready to be drawn. `url` is empty when its instance is not known any more."""

    id: str
    url: str
    title: Marked
    path: str  # what stands above the note (without the area's own folder), then the headings in it
    area: Area
    instance: str  # its name when there are several, else empty
    excerpt: Marked
    day: date | None  # of its last change, here
    as_of: date | None  # when its server was last asked, if that is long ago
    score: float | None
    meaning: float
    words: float
    matched: str = ""  # keyword, meaning, both, title; empty for a note that was not searched for
    section: str = ""  # the whole text of the matched section
    passage: str = ""  # the piece of it that was found
    is_code: bool = False
    is_measured: bool = (
        True  # score and meaning are known, as far as they ever will be; not so in a quick answer
    )

    @property
    def is_hit(self) -> bool:
        """Whether it answers a question; else it is one of the latest notes."""
        return bool(self.matched)

    @property
    def marked_words(self) -> tuple[str, ...]:
        """The question's words as they stand in title and excerpt, each once."""
        found = (m.text[a:b] for m in (self.title, self.excerpt) for a, b in m.places)
        return tuple({word.casefold(): word for word in found}.values())


class Group(StrEnum):
    """What stands over a group of entries."""

    NOTES = "notes"
    SEARCHES = "searches"


@dataclass(frozen=True, slots=True)
class Heading:
    """A line over a group; it can't be chosen."""

    group: Group


@dataclass(frozen=True, slots=True)
class Past:
    """A search of the person's own from before."""

    text: str


Entry: TypeAlias = Row | Heading | Past


def first_choice(entries: Sequence[Entry]) -> int:
    """The first entry that can be chosen; -1 when there is none."""
    return next((n for n, entry in enumerate(entries) if not isinstance(entry, Heading)), -1)


@dataclass(frozen=True, slots=True)
class Found:
    """An answer, ready to be drawn."""

    entries: tuple[Entry, ...] = ()
    degraded: str | None = None
    is_quick: bool = False  # by the words alone, while the whole answer is still made
    elsewhere: int = 0  # how many notes would have been found without the filters, when nothing was
    notes: int | None = None  # how many there are in the index; None when it wasn't asked
    has_server: bool = True  # there is one that they could come from
    building: float | None = None  # how much of the index is built, 0..1; None when it is whole

    @property
    def rows(self) -> tuple[Row, ...]:
        """The notes among the entries."""
        return tuple(entry for entry in self.entries if isinstance(entry, Row))


@dataclass(frozen=True, slots=True)
class Source:
    """What rows need to know beside a hit: its instance, the meter's scale, the present time."""

    instance_of: InstanceOf
    now: datetime
    meter: Meter = field(default_factory=Meter)
    several: bool = False  # instances: each row names its own then
    is_quick: bool = False  # the meaning was not asked


def found_of(answer: Answer, source: Source) -> Found:
    """The answer as rows."""
    wanted = wanted_terms(answer.query)
    rows = tuple(row_of(hit, wanted, source) for hit in answer.hits)
    return Found(rows, answer.degraded, is_quick=source.is_quick)


def row_of(hit: Hit, wanted: frozenset[str], source: Source) -> Row:
    """One hit as a row."""
    instance = source.instance_of(hit.instance)
    lean = lean_row(hit, instance.link_base if instance else "")
    meaning, words = source.meter.parts(lean["score"], lean["relevance"])
    if hit.matched == "meaning":  # what stands out of its language adds to the cosine, and no word does
        meaning, words = meaning + words, 0.0
    text = hit.passage_text.strip() or lean["description"] or lean["excerpt"]
    return Row(
        id=lean["id"],
        url=lean["url"],
        title=marked(hit.title, wanted),
        path=_where(hit.path, hit.title, hit.area, hit.heading_path),
        area=hit.area,
        instance=one_line(instance.name) if instance and source.several else "",
        excerpt=snippet(text, wanted) if text != hit.title else Marked(""),
        day=local_day(lean["recorded_at"]),
        as_of=_as_of(lean["as_of"], source.now),
        score=lean["score"],
        meaning=meaning,
        words=words,
        matched=hit.matched,
        section=hit.section_text,
        passage=hit.passage_text,
        is_code=hit.is_code,
        is_measured=not source.is_quick,
    )


def latest(notes: Sequence[NoteRow], searches: Sequence[str], source: Source) -> Found:
    """What is shown while nothing is typed: the notes that were changed last, and the person's own searches."""
    entries: list[Entry] = []
    if notes:
        entries += [Heading(Group.NOTES), *(_latest_row(note, source) for note in notes)]
    if searches:
        entries += [Heading(Group.SEARCHES), *map(Past, searches)]
    return Found(tuple(entries))


def _latest_row(note: NoteRow, source: Source) -> Row:
    instance = source.instance_of(note.instance)
    lean = lean_note_row(note, instance.link_base if instance else "")
    return Row(
        id=lean["id"],
        url=lean["url"],
        title=Marked(one_line(note.title)),
        path=_where(note.path, note.title, note.area, ()),
        area=note.area,
        instance=one_line(instance.name) if instance and source.several else "",
        excerpt=Marked(""),
        day=local_day(lean["recorded_at"]),
        as_of=_as_of(lean["as_of"], source.now),
        score=None,
        meaning=0.0,
        words=0.0,
    )


def merged(shown: Found, whole: Found, keep: int) -> Found:
    """The whole answer, with the first `keep` entries of what is shown left in their places.

    Each of these is drawn as the whole answer has it, when it has it; what only the whole answer has comes below them.
    """
    fresh = {row.id: row for row in whole.rows}
    kept = [fresh.get(entry.id, entry) if isinstance(entry, Row) else entry for entry in shown.entries[:keep]]
    ids = {entry.id for entry in kept if isinstance(entry, Row)}
    return replace(whole, entries=(*kept, *(row for row in whole.rows if row.id not in ids)))


LONGEST_PREVIEW = 30_000  # code points; a note without headings may be a book


@dataclass(frozen=True, slots=True)
class Preview:
    """The text of a note to be read: the whole section that was found, or the note from its beginning."""

    id: str  # of its row
    text: Marked
    begin: int = 0  # where the passage begins that was found, in code points
    is_code: bool = False
    is_cut: bool = False


def preview_of(row: Row, text: str, words: str) -> Preview:
    """The text of a row with the words of the question marked, cut around the passage when it is very long."""
    at = max(0, text.find(row.passage.strip())) if row.passage.strip() else 0
    begin = max(0, at - LONGEST_PREVIEW // 3) if len(text) > LONGEST_PREVIEW else 0
    shown = text[begin : begin + LONGEST_PREVIEW]
    wanted = wanted_terms(words)
    whole = marked_lines(shown, wanted)
    before = marked_lines(shown[: at - begin], frozenset())
    return Preview(row.id, whole, len(before.text), row.is_code, len(shown) < len(text))


def citation(row: Row) -> str:
    """Passage and link as a Markdown quotation; without a passage, the link alone."""
    title = row.title.text.replace("[", "\\[").replace("]", "\\]")
    link = f"[{title}]({row.url.replace(')', '%29')})" if row.url else title
    text = (row.passage or row.section).strip()
    if not text:
        return link
    quoted = "\n".join(f"> {line}".rstrip() for line in text.splitlines())
    return f"{quoted}\n>\n> — {link}"


def _where(path: tuple[str, ...], title: str, area: Area, headings: tuple[str, ...]) -> str:
    above = path[:-1] if path and path[-1] == title else path
    if above and above[0].casefold() == area.value:  # the row names the area already
        above = above[1:]
    return PATH_JOINT.join(one_line(part) for part in above + headings)


def local_day(iso: str) -> date | None:
    """`2026-03-12T18:24:56.383Z` as the day that it was here; None for what isn't a date."""
    moment = _moment(iso)
    return moment.astimezone().date() if moment else None


def _as_of(iso: str, now: datetime) -> date | None:
    moment = _moment(iso)
    return moment.astimezone().date() if moment and now - moment > OLD else None


def _moment(iso: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(iso)
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
