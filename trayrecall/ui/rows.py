"""What the popup draws for a hit, made off the UI thread from the engine's own lean row. Pure.

The meter shows why a hit stands where it does: its first part is the meaning (the cosine), the second what the words
add to it. `Meter` says which cosine counts as nothing and how much of the scale is worth showing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from trayrecall.core.lean import lean_row
from trayrecall.core.model import Answer, Area, Hit, Instance, InstanceId
from trayrecall.core.snippet import Marked, marked, one_line, snippet, wanted_terms

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_JOINT = " › "


@dataclass(frozen=True, slots=True)
class Meter:
    """The score bar's scale: from `low` (unrelated texts) over `span`. The defaults are those of the default model."""

    low: float = 0.78
    span: float = 0.24

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
    """One result, ready to be drawn. `url` is empty when the note's instance is not known any more."""

    id: str
    url: str
    title: Marked
    path: str  # what stands above the note (without the area's own folder), then the headings in it
    area: Area
    instance: str  # its name when there are several, else empty
    excerpt: Marked
    date: str
    score: float | None
    meaning: float
    words: float

    @property
    def score_text(self) -> str:
        """The score as it is drawn; a hit without a vector has none."""
        return "–" if self.score is None else f"{self.score:.2f}"

    @property
    def spoken(self) -> str:
        """The row for a screen reader."""
        score = "without score" if self.score is None else f"score {self.score:.2f}"
        parts = (self.title.text, score, self.area.value, self.path, self.instance, self.date)
        return ", ".join(part for part in parts if part)


@dataclass(frozen=True, slots=True)
class Found:
    """An answer, ready to be drawn."""

    rows: tuple[Row, ...]
    degraded: str | None = None
    reason: str = ""
    milliseconds: float = 0.0


def found_of(
    answer: Answer,
    instance_of: Callable[[InstanceId], Instance | None],
    *,
    meter: Meter,
    several: bool = False,
) -> Found:
    """The answer as rows; with `several` instances each row names its own."""
    wanted = wanted_terms(answer.query)
    rows = tuple(
        row_of(hit, instance_of(hit.instance), wanted, meter=meter, several=several) for hit in answer.hits
    )
    return Found(rows, answer.degraded, answer.reason, answer.milliseconds)


def row_of(
    hit: Hit, instance: Instance | None, wanted: frozenset[str], *, meter: Meter, several: bool = False
) -> Row:
    """One hit as a row."""
    lean = lean_row(hit, instance.link_base if instance else "")
    meaning, words = meter.parts(lean["score"], lean["relevance"])
    text = hit.passage_text.strip() or lean["description"] or lean["excerpt"]
    return Row(
        id=lean["id"],
        url=lean["url"],
        title=marked(hit.title or "(untitled)", wanted),
        path=_where(hit),
        area=hit.area,
        instance=one_line(instance.name) if instance and several else "",
        excerpt=snippet(text, wanted) if text != hit.title else Marked(""),
        date=local_date(lean["recorded_at"]),
        score=lean["score"],
        meaning=meaning,
        words=words,
    )


def _where(hit: Hit) -> str:
    above = hit.path[:-1] if hit.path and hit.path[-1] == hit.title else hit.path
    if above and above[0].casefold() == hit.area.value:  # the row names the area already
        above = above[1:]
    return _JOINT.join(one_line(part) for part in above + hit.heading_path)


def local_date(iso: str) -> str:
    """`2026-03-12T18:24:56.383Z` as the day it was here, `12 Mar 2026`; what isn't a date is left out."""
    try:
        moment = datetime.fromisoformat(iso)
    except ValueError:
        return ""
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    day = moment.astimezone()
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"
