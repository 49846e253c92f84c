"""Answering one query: keyword leg beside meaning leg, fused and collapsed by `core.ranking`, then read out.

Reads only. A deadline travels with the query: a vector that is late is left out and the answer says so.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeout
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Protocol

import apsw
import numpy as np

from trayrecall.core.errors import EmbedderError
from trayrecall.core.gate import Gate
from trayrecall.core.kin import Kin, stood_for
from trayrecall.core.language import language_of
from trayrecall.core.lean import HOOK_PASSAGES
from trayrecall.core.model import Filters, Hit, InstanceId, PassageRow, Query, QueryTerm
from trayrecall.core.ports import Vector
from trayrecall.core.ranking import (
    CosineScale,
    Evidence,
    Ranked,
    Weights,
    inverse_document_frequency,
    rank,
)
from trayrecall.engine.rows import hit_of
from trayrecall.engine.spelling import Spelling, completed
from trayrecall.engine.vocabulary import in_known_words
from trayrecall.store import reading
from trayrecall.store.database import Database
from trayrecall.store.kin import kin_of, taken_away
from trayrecall.store.reading import NoteFacts, Scope
from trayrecall.store.vectors import VectorMirror

log = logging.getLogger(__name__)

RESERVE = 0.15  # seconds kept back from a deadline for ranking and reading once the vector is there
PASSAGES_A_HIT = 4  # candidates of each leg for every hit asked for: long notes bring many
# The candidates of each leg are of so many notes at least, however many passages one has: old versions and copies go.
NOTES_A_HIT = 2
MOST_DAYS = 62  # journal notes of the days that a query names, latest first
PASSAGES_OF_A_DAY = 8
PASSAGES_OF_A_HEAD = 30
MOST_KNOWN = 20_000  # words that are remembered
MAX_KEYWORD_TERMS = 24  # the rarest ones; an OR of very common words costs much and says little


GATED_CANDIDATES = 4 * HOOK_PASSAGES  # how many of the best are looked at by the gate

NO_SCALE = CosineScale(unrelated=0.0, near=1.0, gate=1.0)


class Manner(Enum):
    """How a question is asked."""

    PROMPT = "prompt"  # to somebody else: as it is
    SEARCH = "search"  # by a person: slips in words of titles are put right
    TYPING = "typing"  # the same, and the last word is still being typed


class QueryEmbedder(Protocol):
    """The part of an embedder that a query needs."""

    def query(self, text: str) -> Vector:
        """The vector of one question."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What the meaning leg can work with; replaced as a whole when a model or its vectors come or go."""

    embedder: QueryEmbedder
    mirror: VectorMirror
    scale: CosineScale
    gate: Gate = field(default_factory=Gate)


@dataclass(frozen=True, slots=True)
class Found:
    """Ranked candidates of one query, with what the gate needs to know."""

    ranked: list[Ranked]
    degraded: str | None
    scale: CosineScale
    mirror: VectorMirror | None = None
    threshold: float | None = None  # of the gate, for the query's language; None when it wasn't measured


class Recall:
    """The read side of the engine. Thread-safe; `meaning` tells at each query what can be used now."""

    def __init__(
        self,
        database: Database,
        meaning: Callable[[], Meaning | str],
        link_base: Callable[[InstanceId], str],
        weights: Weights,
    ) -> None:
        self._database, self._meaning, self._link_base = database, meaning, link_base
        self.weights = weights
        self._told_broken = False
        self._spelling = Spelling()
        self._scoped = (0, Scope())  # how many writes there were, and what is known since
        self._pool = ThreadPoolExecutor(4, thread_name_prefix="query-embedding")

    def close(self) -> None:
        """Let running query embeddings end."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def find(
        self,
        query: Query,
        filters: Filters,
        deadline: float | None,
        *,
        limit: int,
        alone: bool = False,
        manner: Manner = Manner.PROMPT,
        words_only: bool = False,
    ) -> Found:
        """The candidates of both legs, best first, one a note; with `alone` those by meaning, by their cosine.

        With `words_only` the keyword leg answers alone, at once, and nothing is put right.
        """
        meaning = self._meaning()
        legs = None if words_only else meaning
        embedding = self.start_embedding(query.text, legs)  # the longest part: all else is done beside it
        query = self._as_meant(query, filters, manner, forgiving=not words_only)
        evidence, degraded = self.evidence(
            query, filters, deadline, legs, embedding, limit=limit, alone=alone
        )
        scale = meaning.scale if isinstance(meaning, Meaning) else NO_SCALE
        ranked = rank(query, evidence, self.weights, scale, alone=alone)
        kin = Kin(evidence.heads, evidence.sources)
        ranked = stood_for(ranked, kin, self.weights, scale.spread, alone=alone)
        if not isinstance(meaning, Meaning):
            return Found(ranked, degraded, scale)
        return Found(ranked, degraded, scale, meaning.mirror, meaning.gate.threshold(language_of(query.text)))

    def evidence(
        self,
        query: Query,
        filters: Filters,
        deadline: float | None,
        meaning: Meaning | str | None,
        embedding: Future[Vector] | None,
        *,
        limit: int,
        alone: bool,
    ) -> tuple[Evidence, str | None]:
        """What both legs bring for a query, and why one of them is missing; without `meaning` it isn't wanted.

        `embedding` is what `start_embedding` gave for it.
        """
        breadth, notes = max(self.weights.legs, PASSAGES_A_HIT * limit), NOTES_A_HIT * limit
        by_meaning = alone or query.has_words  # a number has a cosine, but what is near to it means nothing
        with self._database.read() as connection:
            corpus = reading.passage_count(connection)
            only = reading.passages_within(connection, filters)
            most = 0 if alone else breadth
            idf, bm25, broken = self._keywords(
                connection, query, filters, corpus, most=most, only=only, notes=notes
            )
            rows = reading.passage_rows(connection, bm25)  # while the query is embedded
            vector, late = _finished(embedding, meaning, deadline)
            nearest = None
            if vector is not None and isinstance(meaning, Meaning):
                nearest = meaning.mirror.nearest(
                    vector, breadth, filters, language_of(query.text), only, notes=notes, alone=alone
                )
            dated = reading.notes_of_days(connection, query.days, filters, MOST_DAYS)
            others = reading.passages_of_notes(connection, dated, PASSAGES_OF_A_DAY)
            if nearest and by_meaning:
                others += nearest.ids
            rows |= reading.passage_rows(connection, [i for i in others if i not in rows])
            kin = kin_of(connection, {row.note_key for row in rows.values()}, filters)
            rows |= self._heads(connection, kin, rows)
            gone = taken_away(connection, {row.note_key for row in rows.values()}, filters)
        evidence = Evidence(
            rows=_allowed({i: r for i, r in rows.items() if r.note_key not in gone}, filters, only),
            bm25=bm25,
            cosine=nearest.cosine if nearest else _unknown,
            standout=nearest.standout if nearest and by_meaning else _unknown,
            idf=idf,
            passages=corpus,
            dated=frozenset(dated),
            heads=kin.heads,
            sources=kin.sources,
            newest=kin.newest,
        )
        return evidence, late or broken

    def candidates(
        self, found: Found, *, most: int = GATED_CANDIDATES, but: int | None = None
    ) -> list[Ranked]:
        """The best of what was found, ready for the gate; `but` is a half of the off-topic prompts left aside."""
        best = found.ranked[:most]
        if found.mirror is None:
            return best
        common = found.mirror.common([item.row.passage_id for item in best], but=but)
        return [
            replace(item, signals=replace(item.signals, common=common.get(item.row.passage_id)))
            for item in best
        ]

    def _heads(
        self, connection: apsw.Connection, kin: Kin, rows: dict[int, PassageRow]
    ) -> dict[int, PassageRow]:
        """The passages of the newest versions that no leg has found: they stand for the older ones."""
        missing = set(kin.heads.values()) - {row.note_key for row in rows.values()}
        return reading.passage_rows(
            connection, reading.passages_of_notes(connection, missing, PASSAGES_OF_A_HEAD)
        )

    def _as_meant(self, query: Query, filters: Filters, manner: Manner, *, forgiving: bool) -> Query:
        """The query in words that the index has; of a search what is typed is completed, and slips are put right when
        it is `forgiving`.
        """
        writes, scope = self._database.writes, self._scope(filters)
        with self._database.read() as connection:
            try:
                if manner is Manner.TYPING:
                    query = completed(connection, query, query.text, scope)
                if manner is not Manner.PROMPT and forgiving:
                    query = self._spelling.forgiving(connection, query, scope, writes)
                return in_known_words(connection, query, scope)
            except apsw.Error:  # a damaged word index: the keyword leg says so
                return query

    def start_embedding(self, text: str, meaning: Meaning | str | None) -> Future[Vector] | None:
        """Embed a query on another thread; None without a model, or when `meaning` isn't wanted."""
        return self._pool.submit(meaning.embedder.query, text) if isinstance(meaning, Meaning) else None

    def _keywords(
        self,
        connection: apsw.Connection,
        query: Query,
        filters: Filters,
        corpus: int,
        *,
        most: int,
        only: Sequence[int] | None,
        notes: int,
    ) -> tuple[dict[QueryTerm, float], dict[int, float], str | None]:
        """What the word index says; when it is damaged, nothing, and that it is: meaning still answers."""
        try:
            idf = self._idf(connection, query, filters, corpus)
            rare = sorted(query.terms, key=lambda term: idf[term], reverse=True)[:MAX_KEYWORD_TERMS]
            return idf, dict(reading.keyword_leg(connection, rare, filters, most, only, notes=notes)), None
        except apsw.Error as error:
            if not self._told_broken:
                self._told_broken = True
                log.exception("the word index can't be read (%s)", type(error).__name__)
            return dict.fromkeys(query.terms, 0.0), {}, "keywords_failed"

    def _scope(self, filters: Filters) -> Scope:
        """The servers that are asked, with what was found for them since something was written last."""
        writes, (known_at, scope) = self._database.writes, self._scoped
        if known_at != writes or scope.instances != filters.instances or len(scope.stands) > MOST_KNOWN:
            scope = Scope(filters.instances)
            self._scoped = writes, scope
        return scope

    def _idf(
        self, connection: apsw.Connection, query: Query, filters: Filters, corpus: int
    ) -> dict[QueryTerm, float]:
        frequencies = reading.document_frequencies(connection, query.terms, self._scope(filters))
        return {term: inverse_document_frequency(corpus, n) for term, n in frequencies.items()}

    # ---- reading hits out

    def hits(self, ranked: Sequence[Ranked]) -> list[Hit]:
        """The full hits of these candidates; a note that went meanwhile is left away."""
        with self._database.read() as connection:
            facts = reading.note_facts(connection, [item.row.note_key for item in ranked])
            return [
                self._hit(connection, item, facts[item.row.note_key])
                for item in ranked
                if item.row.note_key in facts
            ]

    def _hit(self, connection: apsw.Connection, item: Ranked, facts: NoteFacts) -> Hit:
        section = reading.section(connection, facts.key, item.row.section)
        return hit_of(facts, section, item, self._link_base(facts.instance))


def _unknown(_passage_id: int) -> float | None:
    return None


def _allowed(
    rows: dict[int, PassageRow], filters: Filters, only: Sequence[int] | None
) -> dict[int, PassageRow]:
    """Rows that pass the filters: the mirror may be a moment behind a move to another area."""
    if only is not None:
        within = set(only)
        rows = {key: row for key, row in rows.items() if key in within}
    if not filters.instances and not filters.areas:
        return rows
    return {
        key: row
        for key, row in rows.items()
        if (not filters.instances or row.instance in filters.instances)
        and (not filters.areas or row.area in filters.areas)
    }


def _finished(
    embedding: Future[Vector] | None, meaning: Meaning | str | None, deadline: float | None
) -> tuple[Vector | None, str | None]:
    """The query's vector, or the reason why there is none."""
    if embedding is None:
        return None, meaning if isinstance(meaning, str) else None
    try:
        remaining = None if deadline is None else max(0.0, deadline - time.monotonic() - RESERVE)
        vector = embedding.result(remaining)
    except FutureTimeout:
        embedding.cancel()  # else those that come after it would wait for what nobody wants any more
        return None, "late_vector"
    except EmbedderError:
        return None, "embedder_failed"
    if not np.isfinite(length := np.linalg.norm(vector)) or length == 0.0:
        return None, "embedder_failed"
    return np.ascontiguousarray(vector), None
