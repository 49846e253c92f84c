"""The measures of ranked retrieval, as trec_eval defines them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence


def ndcg(ranking: Sequence[str], relevant: Mapping[str, float], k: int = 10) -> float:
    """Normalised discounted cumulative gain at k, with linear gain (Järvelin and Kekäläinen 2002)."""
    gain = sum(relevant.get(doc, 0.0) / math.log2(place + 2) for place, doc in enumerate(ranking[:k]))
    best = sorted(relevant.values(), reverse=True)[:k]
    ideal = sum(value / math.log2(place + 2) for place, value in enumerate(best))
    return gain / ideal if ideal else 0.0


def recall(ranking: Sequence[str], relevant: Mapping[str, float], k: int = 10) -> float:
    """The share of the relevant documents among the first k."""
    wanted = {doc for doc, value in relevant.items() if value > 0}
    return len(wanted & set(ranking[:k])) / len(wanted) if wanted else 0.0


def hit(ranking: Sequence[str], relevant: Mapping[str, float]) -> float:
    """1 when the first document is relevant."""
    return 1.0 if ranking and relevant.get(ranking[0], 0.0) > 0 else 0.0


def reciprocal_rank(ranking: Sequence[str], relevant: Mapping[str, float], k: int = 10) -> float:
    """1 / rank of the first relevant document among the first k."""
    for place, doc in enumerate(ranking[:k], start=1):
        if relevant.get(doc, 0.0) > 0:
            return 1.0 / place
    return 0.0
