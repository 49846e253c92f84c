"""Measuring one collection on the real engine: keyword alone, meaning alone, fused, and the gate on prompts."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import mean

from tests.pipeline import running_engine
from tests.quality.collections import Collection
from trayrecall.core.metrics import hit, ndcg, recall, reciprocal_rank
from trayrecall.core.model import Filters, InstanceId, Query
from trayrecall.core.ports import Embedder
from trayrecall.core.query import parse_search
from trayrecall.core.ranking import Weights
from trayrecall.engine.engine import Engine
from trayrecall.engine.recall import Recall
from trayrecall.store import Database

Measures = dict[str, float]
_PLACES = 10


@contextmanager
def indexed(
    collection: Collection, embedder: Embedder, weights: Weights | None = None
) -> Iterator[tuple[Engine, Path]]:
    """An engine that holds the collection, and its database file."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "index.db"
        with running_engine(database, {collection.name: collection.source()}, embedder, weights) as engine:
            yield engine, database


def measure(collection: Collection, embedder: Embedder) -> dict[str, Measures]:
    """All measures of one collection, by kind of search."""
    with indexed(collection, embedder) as (engine, path):
        database = Database(path, writable=False)
        keyword = Recall(database, lambda: "no_model", lambda _: "", Weights())
        try:
            result = {
                "keyword": _retrieval(collection, lambda text: _by_keyword(keyword, text)),
                "meaning": _retrieval(collection, lambda text: _by_engine(engine, text, "score")),
                "fused": _retrieval(collection, lambda text: _by_engine(engine, text, "relevance")),
            }
        finally:
            keyword.close()
            database.close()
        if collection.unrelated:
            result["prompt"] = _prompts(collection, engine)
    return result


def _retrieval(collection: Collection, search: Callable[[str], list[str]]) -> Measures:
    rankings = [(search(text), collection.relevant[query]) for query, text in collection.queries]
    return {
        "ndcg@10": mean(ndcg(ranking, relevant) for ranking, relevant in rankings),
        "recall@10": mean(recall(ranking, relevant) for ranking, relevant in rankings),
        "hit@1": mean(hit(ranking, relevant) for ranking, relevant in rankings),
        "mrr": mean(reciprocal_rank(ranking, relevant) for ranking, relevant in rankings),
    }


def _by_engine(engine: Engine, text: str, order: str) -> list[str]:
    return [str(h.note_id) for h in engine.search(text, limit=_PLACES, order=order).hits]


def _by_keyword(recall_: Recall, text: str) -> list[str]:
    query = parse_search(text)
    if not isinstance(query, Query):
        return []
    found = recall_.find(query, Filters(frozenset[InstanceId]()), None, limit=_PLACES)
    return [str(item.row.note_id) for item in found.ranked if item.signals.coverage > 0][:_PLACES]


def _prompts(collection: Collection, engine: Engine) -> Measures:
    """What the gate does: how often it answers a question that has an answer, and how often it is rightly silent."""
    answered = right = sent = 0
    for query, text in collection.queries:
        hits = engine.prompt(text, deadline=time.monotonic() + 60).hits
        answered += bool(hits)
        sent += len(hits)
        right += sum(1 for h in hits if collection.relevant[query].get(str(h.note_id), 0) > 0)
    silent = sum(not engine.prompt(t, deadline=time.monotonic() + 60).hits for t in collection.unrelated)
    return {
        "answered": answered / len(collection.queries),
        "precision": right / sent if sent else 1.0,
        "silence": silent / len(collection.unrelated),
    }
