"""Measuring one collection on the real engine: keyword alone, meaning alone, fused, and the gate on prompts."""

from __future__ import annotations

import hashlib
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import mean

from tests.pipeline import running_engine
from tests.quality.collections import Collection
from trayrecall.core.lean import hook_context
from trayrecall.core.metrics import hit, ndcg, recall, reciprocal_rank
from trayrecall.core.model import Filters, InstanceId, Query
from trayrecall.core.ports import Embedder
from trayrecall.core.query import parse_prompt, parse_search
from trayrecall.core.ranking import Weights, gated
from trayrecall.engine.engine import Engine
from trayrecall.engine.recall import Recall
from trayrecall.store import Database

Measures = dict[str, float]
Prompts = Mapping[str, Sequence[str]]
_PLACES = 10


@contextmanager
def indexed(
    collection: Collection,
    embedder: Embedder,
    off_topic: Prompts | None = None,
) -> Iterator[tuple[Engine, Path]]:
    """An engine that holds the collection, and its database file."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "index.db"
        sources = {collection.name: collection.source()}
        with running_engine(database, sources, embedder, off_topic) as engine:
            yield engine, database


def measure(
    collection: Collection, embedder: Embedder, bank: Prompts, foreign: Sequence[str] = ()
) -> dict[str, Measures]:
    """All measures of one collection, by kind of search.

    The gate is calibrated with one half of the bank and asked with the other, and with `foreign`: queries of other
    collections.
    """
    calibrating, held_out = halves(bank)
    with indexed(collection, embedder, off_topic=calibrating) as (engine, path):
        database = Database(path, writable=False)
        keyword = Recall(database, lambda: "no_model", lambda _: "", Weights())
        try:
            return {
                "keyword": retrieval(collection, lambda text: _by_keyword(keyword, text)),
                "meaning": retrieval(collection, lambda text: _by_engine(engine, text, "score")),
                "fused": retrieval(collection, lambda text: _by_engine(engine, text, "relevance")),
                "prompt": prompts(collection, engine, embedder, held_out, foreign)
                | by_words(collection, keyword, [p for texts in bank.values() for p in texts]),
            }
        finally:
            keyword.close()
            database.close()


def halves(bank: Prompts) -> tuple[dict[str, list[str]], list[str]]:
    """The prompts that calibrate, by language, and those that are only asked: by a hash of their text."""
    kept = {language: [p for p in texts if not _is_held_out(p)] for language, texts in bank.items()}
    return kept, [p for texts in bank.values() for p in texts if _is_held_out(p)]


def _is_held_out(prompt: str) -> bool:
    return hashlib.sha256(prompt.encode()).digest()[-1] % 2 == 1


def retrieval(collection: Collection, search: Callable[[str], list[str]]) -> Measures:
    """The measures of ranked retrieval, over all queries."""
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


def prompts(
    collection: Collection,
    engine: Engine,
    embedder: Embedder,
    held_out: Sequence[str],
    foreign: Sequence[str],
) -> Measures:
    """What the gate does: how often it answers a question that has an answer, and how often it is rightly silent."""
    answered = right = sent = tokens = 0
    for query, text in collection.queries:
        hits = engine.prompt(text, deadline=time.monotonic() + 60).hits
        answered += bool(hits)
        sent += len(hits)
        right += sum(1 for h in hits if collection.relevant[query].get(str(h.note_id), 0) > 0)
        tokens += embedder.count_tokens(hook_context(hits, defaultdict(str))) if hits else 0
    found = {
        "answered": answered / len(collection.queries),
        "precision": right / sent if sent else 1.0,
        "tokens": tokens / len(collection.queries),
    }
    asked = {"silence": held_out, "silence_foreign": foreign, "silence_unrelated": collection.unrelated}
    return found | {name: _silence(engine, texts) for name, texts in asked.items() if texts}


def by_words(collection: Collection, recall_: Recall, off_topic: Sequence[str]) -> Measures:
    """What the gate does where there is no model, or not yet: words alone decide."""
    return {
        "words_answered": mean(_passes_by_words(recall_, text) for _, text in collection.queries),
        "words_silence": mean(not _passes_by_words(recall_, text) for text in off_topic),
    }


def _passes_by_words(recall_: Recall, text: str) -> bool:
    query = parse_prompt(text)
    if not isinstance(query, Query):
        return False
    found = recall_.find(query, Filters(frozenset[InstanceId]()), None, limit=_PLACES)
    return bool(gated(recall_.candidates(found), query, recall_.weights, found.scale))


def _silence(engine: Engine, texts: Sequence[str]) -> float:
    """The share of these prompts that get nothing."""
    return mean(not engine.prompt(t, deadline=time.monotonic() + 60).hits for t in texts)
