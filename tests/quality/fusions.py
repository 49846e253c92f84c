"""Ways to fuse the two legs, compared: each collection's family is judged at the numbers that the others choose.

Both legs' evidence is gathered once a query; then a fusion is a little arithmetic, and a grid of numbers takes seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from statistics import mean

import numpy as np
import numpy.typing as npt

from tests.quality.collections import Collection
from tests.quality.measure import indexed
from trayrecall.core.model import Filters, PassageRow, Query, QueryTerm
from trayrecall.core.ports import Embedder
from trayrecall.core.query import parse_search
from trayrecall.core.ranking import Evidence, inverse_document_frequency
from trayrecall.core.text import has_hiragana
from trayrecall.engine.engine import Engine

Floats = npt.NDArray[np.float64]
_GAINS = 1 / np.log2(np.arange(2, 12))


@dataclass(frozen=True, slots=True)
class Case:
    """One query's candidates: a row a passage, a column a term."""

    notes: npt.NDArray[np.int64]
    gains: Floats
    ideal: float
    standout: Floats
    bm25: Floats
    found: Floats
    in_title: Floats
    idf: Floats
    literal: Floats
    kana: Floats
    rarest: float

    def share(self, found: Floats, kana: float, doubt: float = 0.0) -> Floats:
        """The share of the query's IDF among what is found, with so many rarest words of doubt."""
        worth = self.worth(kana)
        result: Floats = found @ worth / max(worth.sum() + doubt * self.rarest, 1e-9)
        return result

    def worth(self, kana: float) -> Floats:
        """What each term counts."""
        worth: Floats = self.idf * np.where(self.literal > 0, 2.0, np.where(self.kana > 0, kana, 1.0))
        return worth


Fusion = Callable[..., Floats]


def cosine_alone(case: Case) -> Floats:
    return case.standout


def reciprocal_ranks(case: Case, k: float, meaning: float) -> Floats:
    """Cormack, Clarke and Büttcher 2009; `meaning` weighs that leg against the other."""
    words = np.where(case.bm25 > 0, 1 / (k + _places(case.bm25)), 0.0)
    result: Floats = meaning / (k + _places(case.standout)) + words
    return result


def _places(values: Floats) -> Floats:
    places = np.empty(len(values))
    places[np.argsort(-values, kind="stable")] = np.arange(1, len(values) + 1)
    return places


def min_max(case: Case, meaning: float) -> Floats:
    """Both legs stretched to 0..1 in each query."""
    low, high = float(case.standout.min()), float(case.standout.max())
    found: Floats = meaning * (case.standout - low) / max(high - low, 1e-9)
    return found + (1 - meaning) * _of_best(case.bm25)


def _of_best(values: Floats) -> Floats:
    relative: Floats = values / max(float(values.max()), 1e-9)
    return relative


def with_coverage(case: Case, coverage: float, power: float, bm25: float) -> Floats:
    """The cosine, a power of the coverage, and bm25 relative to the best passage."""
    words: Floats = coverage * case.share(case.found, 1.0) ** power + bm25 * _of_best(case.bm25)
    return case.standout + words + _titles(case, 1.0)


def with_doubt(case: Case, coverage: float, bm25: float, doubt: float, kana: float) -> Floats:
    """As shipped: squared coverage and bm25 over the query's IDF, both with doubt; kana count less."""
    whole = float(case.worth(kana).sum()) + doubt * case.rarest
    words: Floats = coverage * case.share(case.found, kana, doubt) ** 2 + bm25 * case.bm25 / max(whole, 1e-9)
    return case.standout + words + _titles(case, kana)


def _titles(case: Case, kana: float) -> Floats:
    return 0.02 * case.share(case.in_title, kana)


FUSIONS: Mapping[str, tuple[Fusion, Mapping[str, Sequence[float]]]] = {
    "meaning alone": (cosine_alone, {}),
    "reciprocal ranks": (reciprocal_ranks, {"k": (5, 10, 30, 60), "meaning": (1, 1.5, 2, 3)}),
    "min-max": (min_max, {"meaning": (0.5, 0.6, 0.7, 0.8)}),
    "cosine + coverage": (
        with_coverage,
        {"coverage": (0.04, 0.06, 0.08, 0.1), "power": (1, 1.5, 2), "bm25": (0, 0.01, 0.02)},
    ),
    "the same with doubt": (
        with_doubt,
        {
            "coverage": (0.08, 0.1, 0.12, 0.15),
            "bm25": (0.04, 0.06, 0.08),
            "doubt": (0, 0.5, 1, 1.5),
            "kana": (0.3, 1),
        },
    ),
}


def compare(collections: Sequence[Collection], embedder: Embedder) -> dict[str, dict[str, float]]:
    """nDCG@10 of each fusion by collection, at the numbers that the other families choose; printed as a table."""
    cases = {c.name: gather(c, embedder) for c in collections}
    families = {c.name: c.family for c in collections}
    print(f"{'':20}" + "".join(f"{name[-10:]:>11}" for name in cases) + f"{'mean':>8}")
    results = {}
    for name, (fusion, grid) in FUSIONS.items():
        tried = {
            chosen: {n: mean(_ndcg(c, fusion(c, *chosen)) for c in found) for n, found in cases.items()}
            for chosen in product(*grid.values())
        }
        results[name] = row = {n: tried[_best(tried, families, but=families[n])][n] for n in cases}
        cells = "".join(f"{value:11.3f}" for value in row.values())
        print(f"{name:20}{cells}{mean(row.values()):8.3f}   by all: {_best(tried, families)}", flush=True)
    return results


def _best(
    tried: Mapping[tuple[float, ...], Mapping[str, float]], families: Mapping[str, str], but: str = ""
) -> tuple[float, ...]:
    """The numbers with the best mean over the families, one left out; each family counts once."""

    def judged(row: Mapping[str, float]) -> float:
        kept = sorted({family for family in families.values() if family != but}) or sorted(
            set(families.values())
        )
        return mean(mean(v for n, v in row.items() if families[n] == family) for family in kept)

    return max(tried, key=lambda chosen: judged(tried[chosen]))


def _ndcg(case: Case, scores: Floats) -> float:
    order = np.argsort(-scores, kind="stable")
    _, first = np.unique(case.notes[order], return_index=True)
    gains = case.gains[order][np.sort(first)[:10]]
    return float((gains * _GAINS[: len(gains)]).sum() / case.ideal)


def gather(collection: Collection, embedder: Embedder) -> list[Case]:
    """The evidence of every query, from the engine."""
    with indexed(collection, embedder) as (engine, _):
        asked = [(collection.relevant[q], parse_search(text)) for q, text in collection.queries]
        return [
            case
            for relevant, query in asked
            if isinstance(query, Query) and (case := _case(engine, query, relevant)) is not None
        ]


def _case(engine: Engine, query: Query, relevant: Mapping[str, float]) -> Case | None:
    recall, meaning = engine._recall, engine._worker.meaning()
    embedding = recall.start_embedding(query.text, meaning)
    evidence, _ = recall.evidence(query, Filters(), None, meaning, embedding, limit=10, alone=False)
    rows = list(evidence.rows.values())
    if not rows:
        return None
    best = np.array(sorted(relevant.values(), reverse=True)[:10])
    terms = query.terms
    return Case(
        notes=np.array([row.note_key for row in rows]),
        gains=np.array([relevant.get(str(row.note_id), 0.0) for row in rows]),
        ideal=float((best * _GAINS[: len(best)]).sum()),
        standout=np.array([evidence.standout(row.passage_id) or 0.0 for row in rows]),
        bm25=np.array([evidence.bm25.get(row.passage_id, 0.0) for row in rows]),
        found=_holding(rows, terms, slice(None)),
        in_title=_holding(rows, terms, slice(1)),
        idf=_idf(evidence, terms),
        literal=np.array([term.is_literal for term in terms], np.float64),
        kana=np.array([has_hiragana(term.forms[0]) for term in terms], np.float64),
        rarest=inverse_document_frequency(evidence.passages, 1),
    )


def _idf(evidence: Evidence, terms: Sequence[QueryTerm]) -> Floats:
    return np.array([evidence.idf[term] for term in terms], np.float64)


def _holding(rows: Sequence[PassageRow], terms: Sequence[QueryTerm], columns: slice) -> Floats:
    """1 where a passage (a row) holds a term (a column) in one of the columns."""
    held = [frozenset[str]().union(*row.columns[columns]) for row in rows]
    found = [[not words.isdisjoint(term.forms) for term in terms] for words in held]
    return np.array(found, np.float64).reshape(len(rows), len(terms))
