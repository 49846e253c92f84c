"""Evidence → ranked notes: fuse, weigh by area, collapse to one hit a note, gate. Every number stands in `Weights`.

The fused number is the raw cosine plus small amounts for what the keywords prove. It was chosen over reciprocal rank
fusion by measurement (README, quality table): RRF throws the distances away, and with a weak keyword list it makes a
good meaning list worse. RRF scores also say nothing about relevance, while cosine and coverage feed the gate.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from trayrecall.core.model import Area, PassageRow, Query, QueryTerm, Signals
from trayrecall.core.text import base_terms


@dataclass(frozen=True, slots=True)
class Weights:
    """All numbers of ranking. Chosen on the retrieval collections (`make quality`), all of them together."""

    coverage: float = 0.10  # share of the query's IDF found in the passage
    bm25: float = 0.02  # bm25 relative to the best passage of this query
    title: float = 0.01  # share of the query's IDF found in the title
    exact_title: float = 0.20  # the query is the title
    phrase: float = 0.05  # the query's words stand in the passage in this order
    literal: float = 3.0  # a compound typed whole (`10.4.0.7`) weighs this many words
    areas: Mapping[Area, float] = field(
        default_factory=lambda: {Area.WIKI: 0.004, Area.SOURCES: 0.0, Area.JOURNAL: 0.0, Area.OTHER: 0.002}
    )
    legs: int = 60  # how many passages each leg brings


@dataclass(frozen=True, slots=True)
class Floors:
    """What a model's cosines mean (models facts §5). `background` is where unrelated texts lie."""

    background: float
    search: float  # a hit by meaning alone must reach this to be listed in a search
    gate: float  # cosine + 0.1 x coverage that a prompt's hit must reach
    centred: float  # centred cosine that does as well, once the corpus is large enough for a mean


@dataclass(frozen=True, slots=True)
class Evidence:
    """What both legs and the index say about the candidates of one query."""

    rows: Mapping[int, PassageRow]
    bm25: Mapping[int, float]
    cosine: Callable[[int], float | None]
    centred: Callable[[int], float | None]
    idf: Mapping[QueryTerm, float]


@dataclass(frozen=True, slots=True)
class Ranked:
    """One candidate with its signals, before anything about its note is read."""

    row: PassageRow
    signals: Signals
    matched: str


def inverse_document_frequency(documents: int, frequency: int) -> float:
    """The IDF of BM25 as Lucene has it: log(1 + (N - n + 0.5) / (n + 0.5)); never negative."""
    return math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5))


def rank(query: Query, evidence: Evidence, weights: Weights, floors: Floors) -> list[Ranked]:
    """All candidates, best first, one a note; the same content in two notes is one hit."""
    fusion = _Fusion(query, evidence, weights, floors)
    ranked = [fusion.weigh(row) for row in evidence.rows.values()]
    ranked.sort(key=lambda item: (-item.signals.relevance, -item.signals.coverage, item.row.passage_id))
    return _one_a_note(ranked)


def by_meaning(ranked: Iterable[Ranked]) -> list[Ranked]:
    """The same in the order of the raw cosine alone; what has no vector is left away."""
    scored = [item for item in ranked if item.signals.cosine is not None]
    return sorted(scored, key=lambda item: -(item.signals.cosine or 0.0))


class _Fusion:
    """The fusion of one query: what is the same for all of its candidates, computed once."""

    def __init__(self, query: Query, evidence: Evidence, weights: Weights, floors: Floors) -> None:
        self.query, self.evidence, self.weights, self.floors = query, evidence, weights, floors
        self.words = base_terms(query.text)
        self.worth = {
            term: evidence.idf[term] * (weights.literal if term.is_literal else 1.0) for term in query.terms
        }
        self.total = sum(self.worth.values()) or 1.0
        self.best_bm25 = max(evidence.bm25.values(), default=0.0) or 1.0

    def weigh(self, row: PassageRow) -> Ranked:
        """One candidate with its signals and its fused relevance."""
        weights, floors = self.weights, self.floors
        found = [t for t in self.query.terms if _stands_in(t, row.columns)]
        coverage = self._share(found)
        title = self._share([t for t in found if _stands_in(t, row.columns[:1])])
        exact = bool(self.words) and base_terms(row.title) == self.words
        cosine = self.evidence.cosine(row.passage_id)
        bm25 = self.evidence.bm25.get(row.passage_id)
        relevance = (
            (floors.background if cosine is None else cosine)
            + weights.coverage * coverage
            + weights.bm25 * (bm25 or 0.0) / self.best_bm25
            + weights.title * title
            + weights.exact_title * exact
            + weights.phrase * _holds_query(row, self.words, found)
            + weights.areas[row.area]
        )
        signals = Signals(
            cosine=cosine,
            centred=self.evidence.centred(row.passage_id),
            coverage=coverage,
            matched_terms=tuple(t.forms[0] for t in found),
            bm25=bm25,
            title_match=1.0 if exact else title,
            area_weight=weights.areas[row.area],
            relevance=relevance,
        )
        return Ranked(row, signals, _matched(exact=exact, found=bool(found), cosine=cosine, floors=floors))

    def _share(self, terms: Sequence[QueryTerm]) -> float:
        return sum(self.worth[t] for t in terms) / self.total


def _stands_in(term: QueryTerm, columns: Sequence[frozenset[str]]) -> bool:
    return any(form in column for form in term.forms for column in columns)


_MIN_PHRASE = 2
_MAX_PHRASE = 6


def _holds_query(row: PassageRow, words: tuple[str, ...], found: Sequence[QueryTerm]) -> bool:
    """Whether a short query stands in the passage word for word (function words included)."""
    if not _MIN_PHRASE <= len(words) <= _MAX_PHRASE or not found:
        return False
    return holds(row.text, (words,)) or holds(row.title, (words,))


def holds(text: str, phrases: Iterable[tuple[str, ...]]) -> bool:
    """Whether every phrase stands in the text word for word."""
    terms = base_terms(text)
    return all(
        any(terms[i : i + len(phrase)] == phrase for i in range(len(terms) - len(phrase) + 1))
        for phrase in phrases
    )


def _matched(*, exact: bool, found: bool, cosine: float | None, floors: Floors) -> str:
    by_meaning = cosine is not None and cosine >= floors.search
    if exact:
        return "title"
    if found and by_meaning:
        return "both"
    return "keyword" if found else "meaning"


def _one_a_note(ranked: Iterable[Ranked]) -> list[Ranked]:
    kept: list[Ranked] = []
    notes: set[int] = set()
    contents: set[str] = set()
    for item in ranked:
        content = item.row.content_hash if item.row.text else ""
        if item.row.note_key in notes or (content and content in contents):
            continue
        notes.add(item.row.note_key)
        contents.add(content)
        kept.append(item)
    return kept


# ---- what may be shown --------------------------------------------------------------------------------


def listed(item: Ranked, query: Query, floors: Floors) -> bool:
    """Whether a search may list the hit: a keyword stands in it, or its meaning is near enough.

    A quoted phrase is binding.
    """
    if query.phrases and not (holds(item.row.text, query.phrases) or holds(item.row.title, query.phrases)):
        return False
    signals = item.signals
    if signals.coverage > 0 or signals.title_match == 1.0:
        return True
    return query.has_words and signals.cosine is not None and signals.cosine >= floors.search


MIN_CORPUS_FOR_MEAN = 200  # passages; below this a mean says more about the few texts than about the model
STRONG_COVERAGE = 0.5
STRONG_TERMS = 2
MIN_TEXT = 20  # code points of title and text; a shorter note ("yes", "todo") never answers a prompt


def passes_gate(item: Ranked, query: Query, floors: Floors, corpus: int) -> bool:
    """Whether a prompt's hit is relevant enough to be sent. First form; constants from models facts §5."""
    signals, row = item.signals, item.row
    if len(row.title) + len(row.text) < MIN_TEXT:
        return False
    if query.phrases and not listed(item, query, floors):
        return False
    strong = len(signals.matched_terms) >= STRONG_TERMS and signals.coverage >= STRONG_COVERAGE
    if signals.cosine is None:
        return strong
    if not query.has_words:
        return strong
    near = signals.cosine + 0.1 * signals.coverage >= floors.gate
    if corpus >= MIN_CORPUS_FOR_MEAN and signals.centred is not None:
        near = near or signals.centred >= floors.centred
    return near or strong
