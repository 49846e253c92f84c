"""Notes that stand for others: the head of a supersession stands for the older versions, a summary for its sources.

Applied to ranked candidates before the best are chosen, so that an old version or a source never takes another note's
place. Pure: `store.reading` finds the relations.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from trayrecall.core.model import NoteMeta
from trayrecall.core.ranking import Ranked, Weights

SUPERSEDES, SUPERSEDED_BY, DERIVED_FROM = "supersedes", "superseded_by", "derived_from"

# How people and LLM-wiki tools name these relations, in lower case.
RELATIONS: Mapping[str, str] = {
    "supersedes": SUPERSEDES,
    "replaces": SUPERSEDES,
    "supersededby": SUPERSEDED_BY,
    "replacedby": SUPERSEDED_BY,
    "derivedfrom": DERIVED_FROM,
    "summaryof": DERIVED_FROM,
    "summarizes": DERIVED_FROM,
    "summarises": DERIVED_FROM,
    "basedon": DERIVED_FROM,
    "distilledfrom": DERIVED_FROM,
}


def relations_of(meta: NoteMeta) -> list[tuple[str, str]]:
    """The note's own relations that search heeds, as (kind, target's note id)."""
    return [
        (RELATIONS[attribute.name.lower()], attribute.value)
        for attribute in meta.attributes
        if attribute.type == "relation" and attribute.owned and attribute.name.lower() in RELATIONS
    ]


@dataclass(frozen=True, slots=True)
class Kin:
    """Which candidates stand for which, by note key."""

    heads: Mapping[int, int] = field(
        default_factory=dict
    )  # an older version → the newest one, which is in the index
    sources: Mapping[int, frozenset[int]] = field(default_factory=dict)  # a summary → what it was made from
    newest: Mapping[int, int] = field(default_factory=dict)  # a note → its newest copy, in another server

    def __bool__(self) -> bool:
        return bool(self.heads or self.sources)


def heads_of(newer: Mapping[int, int], silent: Collection[int] = ()) -> dict[int, int]:
    """Each older version's head, given its direct successor: the newest one that is not `silent`, which has no text yet.

    A cycle has no head and hides nothing.
    """
    found = {}
    for key in newer:
        seen, here, head = {key}, newer[key], key
        while here not in seen:
            head = head if here in silent else here
            if here not in newer:
                found[key] = head
                break
            seen.add(here)
            here = newer[here]
    return {key: head for key, head in found.items() if head != key}


def stood_for(
    ranked: Sequence[Ranked], kin: Kin, weights: Weights, spread: float, *, alone: bool = False
) -> list[Ranked]:
    """The candidates, best first, without those that another one stands for. `ranked` holds one a note.

    A head takes the better place of its chain, unless meaning `alone` orders them. A source that holds more of what was
    asked than its summary stays.
    """
    if not kin:
        return list(ranked)
    current = [item for item in ranked if item.row.note_key not in kin.heads]
    if not alone:
        current = _in_the_better_place(current, ranked, kin)
    summaries = [item for item in current if item.row.note_key in kin.sources]
    margin = weights.stand_in * spread
    return [
        item
        for item in current
        if not any(
            item.row.note_key in kin.sources[summary.row.note_key] and _says_as_much(summary, item, margin)
            for summary in summaries
        )
    ]


def _in_the_better_place(current: Sequence[Ranked], ranked: Sequence[Ranked], kin: Kin) -> list[Ranked]:
    best: dict[int, float] = {}
    for item in ranked:
        head = kin.heads.get(item.row.note_key, item.row.note_key)
        best[head] = max(best.get(head, item.signals.relevance), item.signals.relevance)
    raised = [
        replace(item, signals=replace(item.signals, relevance=best[item.row.note_key])) for item in current
    ]
    return sorted(raised, key=lambda item: -item.signals.relevance)


def _says_as_much(summary: Ranked, source: Ranked, margin: float) -> bool:
    """Whether the summary answers as well: it holds the asked words that the source holds, and means about the same."""
    missing = set(source.signals.matched_terms) - set(summary.signals.matched_terms)
    nearer = (source.signals.standout or 0.0) - (summary.signals.standout or 0.0)
    return not missing and nearer <= margin
