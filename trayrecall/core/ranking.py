"""Evidence → ranked notes: fuse, weigh by area, collapse to one hit a note, gate. Every number stands in `Weights`.

The fused number is the raw cosine plus small amounts for what the keywords prove. It was chosen over reciprocal rank
fusion by measurement (docs/figures.md): RRF throws the distances away, and with a weak keyword list it makes a
good meaning list worse. RRF scores also say nothing about relevance, while cosine and coverage feed the gate.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from trayrecall.core.model import Area, InstanceId, PassageRow, Query, QueryTerm, Signals
from trayrecall.core.text import base_terms, has_hiragana, is_asking


@dataclass(frozen=True, slots=True)
class Weights:
    """All numbers of ranking and of the gate, in units of e5's cosine (a model's `CosineScale.spread` stretches them).

    Those of the fusion were chosen by `make quality FUSIONS=1` on ten retrieval collections together (English, German,
    Chinese, Japanese and three crossed pairs): mean nDCG@10 .870. Each family judged at what the others choose: .869,
    against .864 for the cosine with coverage and relative bm25, .862 for min-max, .832 for reciprocal ranks, and .841
    for the meaning alone. The squared share keeps a word that is found by chance from lifting a passage, above all
    across languages; the `doubt` does so in short queries.
    """

    coverage: float = 0.15  # times the squared share of the query's IDF found in the passage, with `doubt`
    bm25: float = 0.04  # times bm25 divided by the query's IDF, with `doubt`
    doubt: float = 1.0  # words of the rarest kind, counted as asked and not found: one word of two proves less than five of ten
    kana: float = 0.3  # a bigram with hiragana is mostly grammar, or stands across two words
    asking: float = 0.3  # a bigram with a Chinese sign of asking
    title: float = 0.02  # times the share of the query's IDF found in the title
    exact_title: float = 0.20  # the query is the title
    date: float = 0.10  # the query names the day that the journal note stands in,
    date_alone: float = 0.25  # and asks for nothing else: above all but a note that is called so
    phrase: float = 0.05  # the query's words stand in the passage in this order
    literal: float = 2.0  # a compound typed whole (`10.4.0.7`) weighs this many words
    areas: Mapping[Area, float] = field(
        default_factory=lambda: {Area.WIKI: 0.004, Area.SOURCES: 0.0, Area.JOURNAL: 0.0, Area.OTHER: 0.002}
    )  # breaks ties, never overrules a clearly better match
    legs: int = 60  # how many passages each leg brings at least
    stand_in: float = (
        0.015  # a source stays beside its summary when it is nearer in meaning by more than this
    )
    slack: float = 0.03  # a prompt's further passages may be this much less relevant than its best
    gate_words: float = 0.10  # times the squared share of the query's IDF found, with `doubt`
    gate_common: float = 0.75  # times how near off-topic prompts come to the passage, which is taken away


@dataclass(frozen=True, slots=True)
class CosineScale:
    """What a model's cosines mean; declared with each model. `near` and `gate` are standouts (see `store.vectors`)."""

    unrelated: float  # where the cosines of unrelated texts lie: the zero of the standout
    near: float  # a passage without the words of a query that other passages hold whole must stand out this much
    gate: float  # the least strength of a prompt's hit (`strength`), whatever is measured on a person's notes
    spread: float = 1.0  # how much wider this model's cosines lie than e5's
    common: float = (
        0.0  # how near off-topic prompts come to a passage on the whole: taken when it isn't measured
    )


@dataclass(frozen=True, slots=True)
class Evidence:
    """What both legs and the index say about the candidates of one query."""

    rows: Mapping[int, PassageRow]
    bm25: Mapping[int, float]
    cosine: Callable[[int], float | None]
    standout: Callable[[int], float | None]
    idf: Mapping[QueryTerm, float]
    passages: int  # how many there are in the index
    dated: frozenset[int] = frozenset()  # keys of the journal notes of the days that the query names
    heads: Mapping[int, int] = field(default_factory=dict)  # see core.kin, as the next two
    sources: Mapping[int, frozenset[int]] = field(default_factory=dict)
    newest: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Ranked:
    """One candidate with its signals, before anything about its note is read."""

    row: PassageRow
    signals: Signals
    matched: str
    also_in: tuple[InstanceId, ...] = ()  # other instances that hold the same content


def inverse_document_frequency(documents: int, frequency: int) -> float:
    """The IDF of BM25 as Lucene has it: log(1 + (N - n + 0.5) / (n + 0.5)); never negative."""
    return math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5))


def rank(
    query: Query, evidence: Evidence, weights: Weights, scale: CosineScale, *, alone: bool = False
) -> list[Ranked]:
    """All candidates, best first, one a note; the same content in two notes is one hit.

    With `alone` they are ordered, and one a note is chosen, by the raw cosine; what has no vector is left away.
    """
    fusion = _Fusion(query, evidence, weights, scale)
    ranked = [fusion.weigh(row) for row in evidence.rows.values()]
    if alone:
        ranked = [item for item in ranked if item.signals.cosine is not None]
        ranked.sort(key=lambda item: (-(item.signals.cosine or 0.0), item.row.passage_id))
    else:
        ranked.sort(key=lambda item: (-item.signals.relevance, -item.signals.coverage, item.row.passage_id))
    return _one_a_note(ranked, evidence.newest)


class _Fusion:
    """The fusion of one query: what is the same for all of its candidates, computed once."""

    def __init__(self, query: Query, evidence: Evidence, weights: Weights, scale: CosineScale) -> None:
        self.query, self.evidence, self.weights, self.scale = query, evidence, weights, scale
        self.words = base_terms(query.text)
        self.forms = frozenset(form for term in query.terms for form in term.forms)
        self.needed = frozenset(t.forms[0] for t in query.terms if not t.is_literal).intersection(self.words)
        self.worths = [evidence.idf[term] * self._worth(term) for term in query.terms]
        self.total = sum(self.worths) or 1.0
        undated = (
            worth for term, worth in zip(query.terms, self.worths, strict=True) if term not in query.day_terms
        )
        self.undated_total = sum(undated)
        passages = max(evidence.passages, 1)
        rarest = inverse_document_frequency(passages, 1)
        self.sure = self.total / (self.total + weights.doubt * rarest)
        self.rare = inverse_document_frequency(passages, max(_RARE_PASSAGES, int(passages * _RARE_SHARE)))

    def _worth(self, term: QueryTerm) -> float:
        if term.is_literal:
            return self.weights.literal
        if has_hiragana(term.forms[0]):
            return self.weights.kana
        return self.weights.asking if is_asking(term.forms[0]) else 1.0

    def weigh(self, row: PassageRow) -> Ranked:
        """One candidate with its signals and its fused relevance."""
        weights = self.weights
        in_title, *elsewhere = [self.forms & column for column in row.columns]
        present = in_title.union(*elsewhere)
        dated = row.note_key in self.evidence.dated
        found, coverage = self._found(present, dated=dated)
        _, title = self._found(in_title)
        exact = bool(self.words) and self._may_hold(in_title) and base_terms(row.title) == self.words
        cosine, standout = self.evidence.cosine(row.passage_id), self.evidence.standout(row.passage_id)
        bm25 = self.evidence.bm25.get(row.passage_id)
        keywords = (
            weights.coverage * (coverage * self.sure) ** 2
            + weights.bm25 * self.sure * (bm25 or 0.0) / self.total
            + weights.title * title
            + weights.exact_title * exact
            + weights.phrase * self._holds_query(row, in_title, present)
            + dated * (weights.date_alone if self.query.asks_for_days else weights.date)
            + weights.areas[row.area]
        )
        if self.query.asks_for_days and not row.text:
            keywords = weights.areas[row.area]  # the folder "2026" is not what the year brought
        relevance = self.scale.unrelated + (standout or 0.0) + self.scale.spread * keywords
        signals = Signals(
            cosine=cosine,
            standout=standout,
            coverage=coverage,
            matched_terms=tuple(t.forms[0] for t in found),
            bm25=bm25,
            title_match=1.0 if exact else title,
            area_weight=weights.areas[row.area],
            relevance=relevance,
            dated=dated,
            proof=coverage * self.sure,
            rare_terms=sum(1 for term in found if self.evidence.idf[term] >= self.rare),
        )
        return Ranked(row, signals, _matched(signals, self.scale, exact=exact))

    def _found(self, present: frozenset[str], *, dated: bool = False) -> tuple[list[QueryTerm], float]:
        """The query's terms that have a spelling among those present, and their share of the query's worth.

        In a journal note of the days that the query names, the words for these days don't count: it needn't hold them,
        and where nothing else is asked it holds all.
        """
        if dated and not self.undated_total:
            return [], 1.0
        if not present:
            return [], 0.0
        found = [
            pair
            for pair in zip(self.query.terms, self.worths, strict=True)
            if not present.isdisjoint(pair[0].forms) and not (dated and pair[0] in self.query.day_terms)
        ]
        total = self.undated_total if dated else self.total
        return [term for term, _ in found], sum(worth for _, worth in found) / total

    def _holds_query(self, row: PassageRow, in_title: frozenset[str], present: frozenset[str]) -> bool:
        """Whether a short query stands in the passage word for word (function words included)."""
        if not _MIN_PHRASE <= len(self.words) <= _MAX_PHRASE or not present:
            return False
        texts = ((row.text, present), (row.title, in_title))
        return any(self._may_hold(terms) and holds(text, (self.words,)) for text, terms in texts)

    def _may_hold(self, present: frozenset[str]) -> bool:
        """False when the query surely doesn't stand in the text; taking a text apart costs much, this next to nothing."""
        return self.needed <= present


_MIN_PHRASE = 2
_MAX_PHRASE = 6
_RARE_PASSAGES = 2  # a word is rare that stands in so many passages,
_RARE_SHARE = 1 / 50  # or in this share of them


def holds(text: str, phrases: Iterable[tuple[str, ...]]) -> bool:
    """Whether every phrase stands in the text word for word."""
    terms = base_terms(text)
    return all(
        any(terms[i : i + len(phrase)] == phrase for i in range(len(terms) - len(phrase) + 1))
        for phrase in phrases
    )


def _matched(signals: Signals, scale: CosineScale, *, exact: bool) -> str:
    by_meaning = signals.standout is not None and signals.standout >= scale.near
    if exact:
        return "title"
    if signals.matched_terms:
        return "both" if by_meaning else "keyword"
    return "keyword" if signals.dated and not by_meaning else "meaning"  # by the words that name its day


def _one_a_note(ranked: Iterable[Ranked], newest: Mapping[int, int]) -> list[Ranked]:
    """The best passage of each note, and one note of each content; the other instances that hold it are named.

    Of a note that has a newer copy nothing is shown: what it says may hold no more.
    """
    kept: list[Ranked] = []
    copies: list[Ranked] = []
    notes: set[int] = set()
    place_of: dict[str, int] = {}
    for item in ranked:
        row = item.row
        if row.note_key in notes:
            continue
        notes.add(row.note_key)
        if row.note_key in newest:
            copies.append(item)
            continue
        content = _content_of(row)
        if content in place_of:
            place = place_of[content]
            kept[place] = _found_in(kept[place], row.instance)
            continue
        if content:
            place_of[content] = len(kept)
        kept.append(item)
    for item in copies:
        if (place := place_of.get(_content_of(item.row), -1)) >= 0:
            kept[place] = _found_in(kept[place], item.row.instance)
    return kept


def _content_of(row: PassageRow) -> str:
    return row.content_hash if row.text else ""


def _found_in(item: Ranked, instance: InstanceId) -> Ranked:
    known = (item.row.instance, *item.also_in)
    return item if instance in known else replace(item, also_in=(*item.also_in, instance))


# ---- what may be shown --------------------------------------------------------------------------------


def listed(ranked: Sequence[Ranked], query: Query, scale: CosineScale) -> list[Ranked]:
    """The hits that a search shows. A quoted phrase is binding, unless nothing holds it and more than it was asked.

    When some passage holds every word of the query, what was typed was found: others without any of the words are
    shown only if they are near in meaning.
    """
    whole = any(item.signals.coverage > _WHOLE for item in ranked)
    shown = [item for item in ranked if _says_something(item) and (not whole or _belongs(item, scale))]
    if not query.phrases:
        return shown
    exact = [item for item in shown if _keeps_phrases(item, query)]
    return exact if exact or _is_quote(query) else shown


def _is_quote(query: Query) -> bool:
    """Whether nothing is asked beside the quoted phrases."""
    return sum(map(len, query.phrases)) >= len(base_terms(query.text))


_WHOLE = 0.999


def _says_something(item: Ranked) -> bool:
    """A bare title (an empty folder, say) is shown for its words, not because it sounds alike, nor for its date alone."""
    return bool(item.row.text or item.signals.matched_terms) or item.signals.title_match > _WHOLE


def _belongs(item: Ranked, scale: CosineScale) -> bool:
    signals = item.signals
    return (
        signals.dated
        or signals.coverage > 0
        or (signals.standout is not None and signals.standout >= scale.near)
    )


def _keeps_phrases(item: Ranked, query: Query) -> bool:
    return all(holds(item.row.text, (p,)) or holds(item.row.title, (p,)) for p in query.phrases)


STRONG_PROOF = 0.5
STRONG_TERMS = 2  # rare ones
# Where there is no vector, of as many words, one of them rare. Over ten collections at most .7 % of the off-topic prompts
# get something, and up to 2.6 times as many questions as what is strong; see tests/quality/README.md.
ALONE_PROOF = 0.45
_TELLING = re.compile(
    r"(?!(?:19|20)\d\d$).{3,}"
)  # a number or code that says something however often it stands: no year
MIN_TEXT = 20  # code points of title and text; a shorter note ("yes", "todo") never answers a prompt


def strength(signals: Signals, weights: Weights, scale: CosineScale) -> float:
    """How strongly a hit answers a prompt, on the standout's scale; what the gate's thresholds are measured in.

    From the standout is taken how near off-topic prompts come to this very passage: a note of general wisdom, or one
    about exercise, sounds a little like everything that is asked.
    """
    common = scale.common if signals.common is None else signals.common
    words = weights.gate_words * scale.spread * signals.proof**2
    return (signals.standout or 0.0) - weights.gate_common * common + words


def least_strength(scale: CosineScale, threshold: float | None) -> float:
    """The strength that a hit must reach: what was measured on the notes, never less than the model's own floor."""
    return max(scale.gate, threshold or scale.gate)


def gated(
    ranked: Sequence[Ranked],
    query: Query,
    weights: Weights,
    scale: CosineScale,
    threshold: float | None = None,
) -> list[Ranked]:
    """The hits that are relevant enough to be sent to somebody who did not ask for them, best first.

    `threshold` is what was measured on this person's notes (`core.gate`); never is less asked than the model's own.
    Quotes are not binding here: a prompt often quotes an error text that no note holds word for word.
    """
    needed = least_strength(scale, threshold)
    passed = [item for item in ranked if _passes(item, query, weights, scale, needed)]
    least = passed[0].signals.relevance - weights.slack * scale.spread if passed else 0.0
    return [item for item in passed if item.signals.relevance >= least]


def says_enough(item: Ranked) -> bool:
    """Whether the note is long enough to answer a prompt."""
    return len(item.row.title) + len(item.row.text) >= MIN_TEXT


def _names_it(signals: Signals) -> bool:
    """Whether all numbers and codes of a question stand in the passage, and one of them says something: a port, not a 3."""
    telling = signals.rare_terms > 0 or any(map(_TELLING.fullmatch, signals.matched_terms))
    return telling and signals.coverage > _WHOLE


def _passes(item: Ranked, query: Query, weights: Weights, scale: CosineScale, least: float) -> bool:
    signals = item.signals
    if signals.dated and query.asks_for_days and item.row.text:
        return True
    if not says_enough(item):
        return False
    if signals.rare_terms >= STRONG_TERMS and signals.proof >= STRONG_PROOF:
        return True
    if not query.names_words and _names_it(signals):
        return True
    if not query.has_words:
        return False
    if signals.standout is None:
        enough = signals.rare_terms > 0 and len(signals.matched_terms) >= STRONG_TERMS
        return enough and signals.proof >= ALONE_PROOF
    return strength(signals, weights, scale) >= least
